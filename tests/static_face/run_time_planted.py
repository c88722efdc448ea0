#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in the headers of operations on numbers of the run, one at a time: run_time.cpp must notice each, by
what it prints or by an example that does not compile.

  run_time_planted.py run_time.cpp INCLUDE COMPILER...

A copy of the header with the edit stands first on the include path. As it is, nothing may be noticed. By default a third
of the defects is planted, which changes with the commit; COLEX_NIGHTLY=1 plants all.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import drawn, standing_once  # noqa: E402

PLANTED = [
    ("a mode of one point takes its stride", "steps.hpp", "modes > 1 && rest.shape == 1", "modes > 9 && rest.shape == 1"),
    ("a refusal is not noted", "steps.hpp", "right = right && step.refusal", "right = right || step.refusal"),
    ("a digit replaces the one before", "steps.hpp", "digit[mode] = digit[mode] +", "digit[mode] = 0 *"),
    ("a carry by one is let through", "steps.hpp", "(digit[k] >= a.item[k].shape)", "(digit[k] > a.item[k].shape)"),
    ("a mode that is not used has two points", "steps.hpp", ": Mode<Whole>{1, 0};", ": Mode<Whole>{2, 0};"),
    ("the last mode does not run on", "steps.hpp", "rest.stride * a->stride", "a->stride"),
    ("a known product forgets a factor", "steps.hpp", "known_or<x>(0) * known_or<y>(0)", "known_or<y>(0)"),
    ("a negative stride is let in", "steps.hpp", "rest.stride >= 0);", "rest.stride >= -9);"),
    ("a tile of one point reaches two", "steps.hpp", "still ? Mode<Whole>{1, 1}", "still ? Mode<Whole>{1, 2}"),
    ("the last gap ends a tile early", "steps.hpp", "step.mode.shape, reach}", "step.mode.shape, reach - 1}"),
    ("modes merge that do not continue", "coalesce.hpp", "!starts && !step.emits", "!starts"),
    ("a mode of one point replaces the one before", "coalesce.hpp", "known_or<Of::extent>(2) == 1", "known_or<Of::extent>(2) == 2"),
    ("values are not moved where layouts join", "modes.hpp", "Given<index + by>", "Given<index>"),
    ("strides are read as extents", "modes.hpp", "return row.item[of - modes].stride;", "return row.item[of - modes].shape;"),
    ("a grid is a tile", "run_time.hpp", "by_entries<Int, Grid>", "by_entries<Int, Compose>"),
]  # fmt: skip


def noticed(entry, source, include, compiler):
    """Whether the program with this edit fails; a sentence where it does not compile."""
    name, header, old, new = entry
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(include, "colex/static", header).read_text(encoding="utf-8")
        copy = pathlib.Path(folder, "colex/static", header)
        copy.parent.mkdir(parents=True)
        copy.write_text(text.replace(old, new) if old else text, encoding="utf-8")
        program = str(pathlib.Path(folder, "program"))
        built = subprocess.run([*compiler, "-std=c++20", "-O1", "-w", "-I", ".", "-I", include, "-c", source, "-o", "program.o"],
                               capture_output=True, text=True, check=False, cwd=folder)  # by names that ccache finds again
        if built.returncode != 0:
            return "static assertion failed" in built.stderr or f"{name}: does not compile\n{built.stderr[:1500]}"
        subprocess.run([*compiler, "program.o", "-o", program], check=True, cwd=folder)
        return subprocess.run([program], capture_output=True, timeout=600, check=False).returncode != 0


def main():
    source, include, *compiler = sys.argv[1:]
    failures = 0
    standing_once((pathlib.Path(include, "colex/static", header), old) for _, header, old, _ in PLANTED)
    if (plain := noticed(("as it is", "steps.hpp", "", ""), source, include, compiler)) is not False:
        failures += 1
        print(f"FAIL as it is: {plain}")
    for entry in drawn(PLANTED, "planted defects", (len(PLANTED) + 4) // 5, "each is a compilation"):
        outcome = noticed(entry, source, include, compiler)
        print(f"{'ok  ' if outcome is True else 'FAIL'} {entry[0]}: {'noticed' if outcome is True else outcome or 'not noticed'}")
        failures += outcome is not True
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
