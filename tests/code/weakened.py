#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machine code of the library for AMD, made worse in one place: weakened.py build/colex LIBRARY RUNTIME HOST_LIBRARY PYTHON_FOLDER

Of kernels of which `colex inspect` says that their waits suffice and that they are free of races, seeded edits are made: a wait that waits for
fewer accesses, a barrier that is none, another offset in LDS, a wait or barrier after what stood behind it. Each is reported, because a verdict does
not hold any more or an access has another layout, or else it is executed in three schedules: it must have the host platform's bits, and no finding.
Another offset in an access whose layout is undecided is not covered by what inspect says. Where a branch beside a store to LDS goes another way, the kernel
may compute something else: it must have no race.
"""
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import judged
from execute_library import amd_library, configs_of
from machine_edits import all_instructions, edits_of, encodings, shift_of, ways_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import commit, left  # noqa: E402

TARGET, EDITS, BY_DAY = "gfx942", 500, 8


def holds(one):
    return all(one[what]["verdict"] == "holds" for what in ("waits", "race_free")) and not one["not_understood"]


def accesses(one):
    return sorted(json.dumps({key: value for key, value in a.items() if key not in ("address", "instruction", "later")}) for a in one["accesses"])


class Execution:
    """The library's calls: by config, and without one those that move arrays and those whose config it chooses."""

    def __init__(self, library, runtime, host, folder, work):
        self.library, self.runtime, self.host, self.folder, self.work = library, runtime, host, folder, work
        self.want = {}

    def run(self, configs, **more):
        command = amd_library.command_of_calls(self.library, self.folder, "amd", TARGET, configs, moves=not configs)
        return subprocess.run(command, capture_output=True, text=True, check=False,
                              env={**os.environ, "LD_PRELOAD": self.runtime, "COLEX_HIP_DEVICE": TARGET, **more})  # fmt: skip

    def kernels_of(self, configs):
        """What the calls launch, which is not executed."""
        record = self.work / "launches.txt"
        record.write_text("")
        ran = self.run(configs, COLEX_HIP_NAMES=str(record))
        if ran.returncode != 0:
            sys.exit(f"FAIL: {configs}: {ran.stderr}")
        return set(record.read_text().split())

    def differs(self, code, edited, configs):
        """What calls do otherwise than the host platform with the edited code; empty where nothing."""
        if configs not in self.want:
            self.want[configs] = amd_library.run(amd_library.command_of_calls(self.host, self.folder, "host", TARGET, configs, moves=not configs))
        for seed in (None, 1, 2):
            ran = self.run(configs, COLEX_HIP_CODE=f"{code}:{edited}", **({} if seed is None else {"COLEX_HIP_SEED": str(seed)}))
            if ran.returncode != 0:
                return ran.stderr.strip().splitlines()[0]
            if ran.stdout != self.want[configs]:
                return "other bits"
        return ""


def main():
    colex, library, runtime, host, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        tool, execution = judged.Tool(colex, work), Execution(library, runtime, host, folder, work)
        nightly = bool(os.environ.get("COLEX_NIGHTLY"))
        draw, by_kind = random.Random(1 if nightly else commit()), {}
        for number, data in enumerate(amd_library.code_objects(library)[TARGET]):
            path = work / f"{number}.co"
            path.write_bytes(data)
            for kernel, rows in all_instructions(path).items():
                every = list(encodings(data, rows))
                for kind, *edit in itertools.chain(edits_of(every), ways_of(every)):
                    by_kind.setdefault(kind, []).append((path, kernel, kind, *edit))
        for edits in by_kind.values():
            draw.shuffle(edits)
        if not nightly:
            left(f"{EDITS} edits of machine code", f"{BY_DAY}, which the commit draws", "each is judged, and executed where it is accepted")
        by_kernel, free, counts, accepted, wrong = {}, {}, {}, [], []
        for path, kernel, kind, what, at, words in (e for some in itertools.zip_longest(*by_kind.values()) for e in some if e):
            if sum(sum(c.values()) for c in counts.values()) == (EDITS if nightly else BY_DAY):
                break
            if kernel not in free:
                free[kernel] = tool.inspected(path, "--kernel", kernel)[kernel]
            before = free[kernel]
            if not holds(before):
                continue
            of_kind = counts.setdefault(kind, {"reported": 0, "same bits": 0, "not covered": 0, "another function": 0, "accepted and wrong": 0})
            address = at - shift_of(path)
            if any(a["address"] == address and "undecided" in a for a in before["accesses"]):
                of_kind["not covered"] += 1
                continue
            data, edited = bytearray(path.read_bytes()), work / "edited.co"
            struct.pack_into(f"<{len(words)}I", data, at, *words)
            edited.write_bytes(data)
            after = tool.inspected(edited, "--kernel", kernel)[kernel]
            if not holds(after) or accesses(before) != accesses(after):
                of_kind["reported"] += 1
                continue
            if not by_kernel:
                for config in configs_of(library, folder, runtime, TARGET):
                    for one in execution.kernels_of((config,)):
                        by_kernel.setdefault(one, (config,))
                for one in execution.kernels_of(()):
                    by_kernel.setdefault(one, ())
            if kernel not in by_kernel:
                sys.exit(f"FAIL: no call launches {kernel}")
            said = execution.differs(path, edited, by_kernel[kernel])
            is_another = kind == "way" and "data race" not in said
            of_kind["same bits" if not said else "another function" if is_another else "accepted and wrong"] += 1
            if said and not is_another:
                wrong.append(f"{kernel}: {what}: accepted, and executed: {said}")
            else:
                accepted.append(f"{kernel}: {what}")
    for kind, of_kind in sorted(counts.items()):
        print(f"{kind}: " + ", ".join(f"{count} {name}" for name, count in of_kind.items()))
    print(*accepted, sep="\n")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if subprocess.run(["which", "llvm-readelf-19"], capture_output=True).returncode != 0:
        print("SKIPPED: no llvm-readelf-19")
        sys.exit(77)
    sys.exit(main())
