#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machine code of the library for AMD, made worse in one place: weakened.py build/colex LIBRARY RUNTIME HOST_LIBRARY PYTHON_FOLDER

Of kernels of which `colex inspect` says that their waits suffice and that they are free of races, seeded edits are made: a wait that waits for
fewer accesses, a barrier that is none, another offset in LDS, a wait or barrier after what stood behind it. Each is reported, because a verdict does
not hold any more or an access has another layout, or else it is executed in three schedules: it must have the host platform's bits, and no finding.
Another offset in an access whose layout is undecided is not covered by what inspect says.
"""
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "c")]
import amd_library  # noqa: E402
from drawn import commit, left  # noqa: E402

TARGET, EDITS, BY_DAY = "gfx942", 500, 8
BARRIER, NOTHING = 0xBF8A0000, 0xBF800000
WAIT = 0xBF8C0000
FIELDS = {"vmcnt": 0xC00F, "lgkmcnt": 0x0F00}  # of a wait
LEAVES = ("s_cbranch", "s_branch", "s_endpgm", "s_setpc", "s_waitcnt", "s_barrier", "s_nop")
CALLS = ["-c", "import sys; sys.path.insert(0, sys.argv.pop(1)); import amd_library as t; "
         "words = [sys.argv.pop(1) for _ in range(4)]; t.calls(*words, moves=not sys.argv[1:])", HERE.parent / "c"]  # fmt: skip


class Code:
    """A code object: its instructions by kernel, as (offset in the file, encoding, text)."""

    def __init__(self, data, path):
        self.data, self.path = data, path
        path.write_bytes(data)
        sections = amd_library.run(["llvm-readelf-19", "-S", "-W", path])
        address, offset = (int(n, 16) for n in re.search(r"\.text\s+PROGBITS\s+(\w+)\s+(\w+)", sections).groups())
        self.kernels, self.begins, rows = {}, address - offset, []
        for line in amd_library.run(["llvm-objdump-19", "-d", path]).splitlines():
            if named := re.fullmatch(r"\w+ <(.+)>:", line):
                rows = self.kernels.setdefault(named[1], [])
            elif read := re.fullmatch(r"\t(.+?)\s*// (\w+):((?: \w{8})+)\s*(?:<.*>)?", line):
                rows.append((int(read[2], 16) - address + offset, [int(w, 16) for w in read[3].split()], read[1]))


def edits_of(rows):
    """(kind, what, offset in the file, words) of every edit of a kernel."""
    for at, words, text in rows:
        if words[0] & 0xFFFF0000 == WAIT:
            for name, field in FIELDS.items():
                if words[0] & field != field:
                    yield "wait", f"{text} without {name}", at, [words[0] | field]
        elif words[0] == BARRIER:
            yield "barrier", "no s_barrier", at, [NOTHING]
        elif text.startswith("ds_") and len(words) == 2:
            for bit in range(4, 12):
                yield "offset", f"{text}, bit {bit} of the offset", at, [words[0] ^ 1 << bit, words[1]]
    for (at, words, text), (_, after, then) in itertools.pairwise(rows):
        if (words[0] & 0xFFFF0000 == WAIT or words[0] == BARRIER) and not then.startswith(LEAVES):
            yield "order", f"{text} after {then}", at, after + words


class Judge:
    def __init__(self, colex):
        self.colex = colex

    def inspected(self, path, *kernel):
        ran = subprocess.run([self.colex, "inspect", path, *kernel, "--json"], capture_output=True, text=True, check=False, timeout=600)
        if ran.returncode not in (0, 1) or ran.stderr:
            sys.exit(f"FAIL: inspect {path} {kernel}: {ran.returncode}, {ran.stderr}")
        return {one["kernel"]: one for one in json.loads(ran.stdout)}

    @staticmethod
    def holds(one):
        return all(one[what]["verdict"] == "holds" for what in ("waits", "race_free")) and not one["not_understood"]

    @staticmethod
    def accesses(one):
        return sorted(json.dumps({key: value for key, value in a.items() if key not in ("address", "instruction")}) for a in one["accesses"])


class Execution:
    """The library's calls, by config."""

    def __init__(self, library, runtime, host, folder, work):
        self.library, self.runtime, self.host, self.folder, self.work = library, runtime, host, folder, work
        self.want = {}

    def run(self, configs, **more):
        command = [sys.executable, *CALLS, self.library, self.folder, "amd", TARGET, *configs]
        return subprocess.run([str(w) for w in command], capture_output=True, text=True, check=False,
                              env={**os.environ, "LD_PRELOAD": self.runtime, "COLEX_HIP_DEVICE": TARGET, **more})  # fmt: skip

    def kernels_of(self, configs):
        record = self.work / "launches.txt"
        record.unlink(missing_ok=True)
        ran = self.run(configs, COLEX_HIP_RECORD=str(record))
        if ran.returncode != 0:
            sys.exit(f"FAIL: {configs}: {ran.stderr}")
        return {line.split()[1] for line in record.read_text().splitlines()}

    def differs(self, code, edited, configs):
        """What calls do otherwise than the host platform with the edited code; empty where nothing."""
        if configs not in self.want:
            self.want[configs] = amd_library.run([sys.executable, *CALLS, self.host, self.folder, "host", TARGET, *configs])
        for seed in (None, 1, 2):
            ran = self.run(configs, COLEX_HIP_CODE=f"{code}:{edited}", **({} if seed is None else {"COLEX_HIP_SEED": str(seed)}))
            if ran.returncode != 0:
                return ran.stderr.strip().splitlines()[0]
            if ran.stdout != self.want[configs]:
                return "other bits"
        return ""


def main():
    colex, library, runtime, host, folder = sys.argv[1:]
    judge = Judge(os.path.abspath(colex))
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        execution = Execution(library, runtime, host, folder, work)
        listed = "import sys; sys.path.insert(0, sys.argv[1]); import colex_kernels as ck; print(*ck.configs())"
        names = amd_library.run([sys.executable, "-c", listed, folder], COLEX_KERNELS_LIBRARY=library, LD_PRELOAD=runtime, COLEX_HIP_DEVICE=TARGET).split()
        codes = [Code(data, work / f"{k}.co") for k, data in enumerate(amd_library.code_objects(library)[TARGET])]
        nightly = bool(os.environ.get("COLEX_NIGHTLY"))
        draw, by_kind = random.Random(1 if nightly else commit()), {}
        for code in codes:
            for kernel, rows in code.kernels.items():
                for kind, *edit in edits_of(rows):
                    by_kind.setdefault(kind, []).append((code, kernel, kind, *edit))
        for edits in by_kind.values():
            draw.shuffle(edits)
        if not nightly:
            left(f"{EDITS} edits of machine code", f"{BY_DAY}, which the commit draws", "each is judged, and executed where it is accepted")
        by_kernel, free, counts, accepted, wrong = {}, {}, {}, [], []
        for code, kernel, kind, what, at, words in (e for some in itertools.zip_longest(*by_kind.values()) for e in some if e):
            if sum(sum(c.values()) for c in counts.values()) == (EDITS if nightly else BY_DAY):
                break
            if kernel not in free:
                free[kernel] = judge.inspected(code.path, "--kernel", kernel)[kernel]
            before = free[kernel]
            if not judge.holds(before):
                continue
            of_kind = counts.setdefault(kind, {"reported": 0, "same bits": 0, "not covered": 0, "accepted and wrong": 0})
            if any(a["address"] == at + code.begins and "undecided" in a for a in before["accesses"]):
                of_kind["not covered"] += 1
                continue
            encoded = b"".join(w.to_bytes(4, "little") for w in words)
            data = code.data[:at] + encoded + code.data[at + len(encoded):]
            edited = work / "edited.co"
            edited.write_bytes(data)
            after = judge.inspected(edited, "--kernel", kernel)[kernel]
            if not judge.holds(after) or judge.accesses(before) != judge.accesses(after):
                of_kind["reported"] += 1
                continue
            if not by_kernel:
                for config in names:
                    for one in execution.kernels_of((config,)):
                        by_kernel.setdefault(one, (config,))
                for one in execution.kernels_of(()):
                    by_kernel.setdefault(one, ())
            if kernel not in by_kernel:
                sys.exit(f"FAIL: no call launches {kernel}")
            said = execution.differs(code.path, edited, by_kernel[kernel])
            of_kind["accepted and wrong" if said else "same bits"] += 1
            if said:
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
