#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of other compilers, made worse in one place: foreign_weakened.py COLEX

Of kernels that `colex inspect` accepts (foreign_list.py), seeded edits are made: of AMD's code those of weakened.py, of PTX a barrier or a wait that is left out, a wait for one group
less, another offset in shared memory. Each is reported, because a verdict does not hold any more or an access has another layout; or else both are executed in three schedules on
one input, and must have the same bits and findings. A barrier that is reached while lanes are off is counted by itself: divergence of barriers is not asked by inspect. By day a few edits of what clang makes; nightly 1,000, of Triton's kernels, too.
"""
import array
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

import foreign_list
import npy
from machine_edits import all_instructions, edits_of, encodings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import commit, left  # noqa: E402

EDITS, BY_DAY, ELEMENTS = 1000, 12, 1 << 15
HALF = {"*fp16": "e", "*bf16": "bf16", "*fp32": "f", "*i32": "i", "*i64": "q", "*i8": "b", "*fp8e5": "b"}
SCALARS = {"i32": "i32:64", "fp32": "f32:0.5"}


def edits_of_ptx(text):
    """(kind, what, start, end, what stands there then) of every edit."""
    for at in re.finditer(r"^[^/\n]*\b(bar(?:rier)?\.(?:cta\.)?sync[^;]*;)|cp\.async\.wait_group\s+(\w+);|cp\.async\.wait_all;", text, re.M):
        if at[1]:
            yield "barrier", f"no {at[1]}", *at.span(1), ""
        elif at[2]:
            yield "wait", f"{at[0]} for one less", *at.span(2), str(int(at[2], 0) + 1)
        else:
            yield "wait", f"no {at[0]}", *at.span(), ""
    for at in re.finditer(r"(?:ld|st)\.shared[.\w]*\s[^;]*?\[%r[ds]?\d+(\+\d+)?(\])", text):
        for bit in range(4, 12):
            yield "offset", f"{at[0]}, bit {bit} of the offset", *(at.span(1) if at[1] else (at.start(2), at.start(2))), f"+{int(at[1] or 0) ^ 1 << bit}"


def edits(file, kernel):
    """(kind, what, start, end, the bytes there then) of a kernel's edits."""
    if file.suffix == ".ptx":
        text = file.read_text()
        starts = [at.start() for at in re.finditer(r"\.entry\s", text)] + [len(text)]
        begin, end = next((a, b) for a, b in itertools.pairwise(starts) if re.match(rf"\.entry\s+{kernel}\b", text[a:b]))
        for kind, what, first, last, then in edits_of_ptx(text[begin:end]):
            yield kind, what, begin + first, begin + last, then.encode()
        return
    data = file.read_bytes()
    for kind, what, at, words in edits_of(list(encodings(data, all_instructions(file)[kernel]))):
        yield kind, what, at, at + 4 * len(words), struct.pack(f"<{len(words)}I", *words)


def inspected(colex, file, kernel, given):
    command = [colex, "inspect", str(file), "--json", "--kernel", kernel, "--block", str(given["threads"]), "--dynamic-lds", str(given["lds"])]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        return None
    return json.loads(ran.stdout)[0]


def is_accepted(one):
    return not one["not_understood"] and all(one[what]["verdict"] == "holds" for what in foreign_list.QUESTIONS if what in one)


def accesses(one):
    return [json.dumps({key: value for key, value in a.items() if key not in ("address", "instruction", "line", "place")}) for a in one["accesses"]]


class Launches:
    """A kernel on one block, with arrays of numbers that its types can have."""

    def __init__(self, colex, folder):
        self.colex, self.folder, self.done = colex, folder, {}
        draw = random.Random(7)
        for kind, code in HALF.items():
            if code in "iqb":
                values = array.array(code, (draw.randrange(8) for _ in range(ELEMENTS)))
            elif code == "f":
                values = array.array("f", (draw.uniform(0.5, 2) for _ in range(ELEMENTS)))
            elif code == "e":
                values = array.array("H", struct.unpack(f"<{ELEMENTS}H", struct.pack(f"<{ELEMENTS}e", *(draw.uniform(0.5, 2) for _ in range(ELEMENTS)))))
            else:
                values = array.array("H", (struct.unpack("<I", struct.pack("<f", draw.uniform(0.5, 2)))[0] >> 16 for _ in range(ELEMENTS)))
            npy.write(folder / f"{kind[1:]}.npy", {"H": "<u2", "f": "<f4", "i": "<i4", "q": "<i8", "b": "|i1"}[values.typecode], (ELEMENTS,), values)

    def run(self, file, kernel, given):
        """What three schedules give: findings and bits of all arrays. None where it is not executed."""
        words, outputs = [], []
        for kind in given["arguments"]:
            if kind.startswith("*"):
                outputs.append(self.folder / f"out_{len(outputs)}.npy")
                words.append(f"inout:{self.folder / kind[1:]}.npy:{outputs[-1]}")
            else:
                words.append(SCALARS[kind])
        if file.suffix == ".ptx" and given.get("has_scratch", True):
            words += ["u64:0", "u64:0"]
        elif file.suffix == ".co" and given.get("has_scratch", True):
            words += ["u64:0", "u64:0"]
        answers, diverges = [], 0
        for schedule in ("in-order", "random", "adversarial"):
            command = [self.colex, "execute", str(file), "--kernel", kernel, "--block", str(given["threads"]), "--dynamic-lds" if file.suffix == ".co" else "--dynamic-shared", str(given["lds"]),
                       "--schedule", schedule, "--json", "--budget", "30000000", *(w for word in words for w in ("--arg", word))]  # fmt: skip
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode not in (0, 1):
                return ran.stderr.strip().splitlines()[-1]
            findings = json.loads(ran.stdout)["counts"]
            diverges += findings.pop("barrier divergence", 0) != 0
            answers.append((sorted(findings.items()), [file.read_bytes() for file in outputs]))
        return answers, diverges


def main(colex):
    colex, nightly = os.path.abspath(colex), bool(os.environ.get("COLEX_NIGHTLY"))
    draw, counts, wrong, not_executed = random.Random(1 if nightly else commit()), {}, [], []
    if not nightly:
        left(f"{EDITS} edits of kernels of other compilers", f"{BY_DAY}, which the commit draws", "each is judged, and executed where it is accepted")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        launches = Launches(colex, folder)
        makers = [foreign_list.compiled_by_clang, *(foreign_list.NIGHTLY[:1] if nightly else [])]
        kernels = []
        for make in makers:
            for compiler, target, file in make(folder):
                facts = file.with_suffix(".json")
                given = json.loads(facts.read_text()) if facts.exists() else {"lds": 0, "threads": 256}
                command = [colex, "inspect", str(file), "--json", "--block", str(given["threads"]), "--dynamic-lds", str(given["lds"])]
                ran = subprocess.run(command, capture_output=True, text=True, check=False)
                if ran.returncode in (0, 1):
                    kernels += [(compiler, target, file, one["kernel"], given, one) for one in json.loads(ran.stdout) if is_accepted(one)]
        all_edits = {}
        for number, (_, _, file, kernel, _, _) in enumerate(kernels):
            for kind, *edit in edits(file, kernel):
                all_edits.setdefault(kind, []).append((number, *edit))
        for some in all_edits.values():
            draw.shuffle(some)
        in_turns = (edit for round_ in itertools.zip_longest(*([(kind, *edit) for edit in some] for kind, some in all_edits.items())) for edit in round_ if edit)
        wholes, asked = {}, 0
        for kind, number, what, start, end, then in in_turns:
            if asked == (EDITS if nightly else BY_DAY):
                break
            compiler, target, file, kernel, given, before = kernels[number]
            count = counts.setdefault(kind, {"reported": 0, "same bits": 0, "same bits, a barrier with lanes off": 0, "accepted and wrong": 0})
            edited = folder / f"edited{file.suffix}"
            whole_file = file.read_bytes()
            edited.write_bytes(whole_file[:start] + then + whole_file[end:])
            after = inspected(colex, edited, kernel, given)
            asked += 1
            if after is None or not is_accepted(after) or accesses(before) != accesses(after):
                count["reported"] += 1
                continue
            name = f"{compiler} {target} {file.stem} {kernel}: {what}"
            if "arguments" not in given:
                given = {**given, "arguments": foreign_list.arguments_of(kernel), "has_scratch": False}
            if number not in wholes:
                wholes[number] = launches.run(file, kernel, given)
            whole = wholes[number]
            if isinstance(whole, str):  # there are no bits to compare: another edit is drawn
                asked -= 1
                not_executed.append(f"not executed: {name}: {whole}")
                continue
            other = launches.run(edited, kernel, given)
            if not isinstance(other, str) and whole[0] == other[0]:
                count["same bits" if whole[1] == other[1] else "same bits, a barrier with lanes off"] += 1
            else:
                count["accepted and wrong"] += 1
                wrong.append(f"{name}: accepted, and {other if isinstance(other, str) else f'another answer: {other[0][0][0]}'}")
    print(f"{asked} edits of {len(kernels)} kernels")
    for kind, of_kind in sorted(counts.items()):
        print(f"{kind}: " + ", ".join(f"{count} {name}" for name, count in of_kind.items()))
    print(*not_executed, sep="\n")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if any(shutil.which(name) is None for name in ("clang++-19", "ld.lld-19", "llvm-readelf-19")):
        print("SKIP: no clang++-19 with ld.lld-19 and llvm-readelf-19")
        sys.exit(77)
    sys.exit(main(*sys.argv[1:]))
