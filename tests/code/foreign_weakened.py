#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of other compilers, made worse in one place: foreign_weakened.py COLEX [FOLDER] [-j JOBS] [--edits COUNT] [--compile-only]

Of kernels that `colex inspect` accepts (foreign_list.py) and `colex execute` runs without a finding, seeded edits are made: of AMD's code those of machine_edits.py, of PTX those of
edits_of_ptx. Each is reported, because a verdict does not hold any more or an access has another layout; or else both are executed in three schedules on one input, and must have the
same bits and findings; without a predicate it may be another function, if ten schedules have the same bits and no finding. A line says of each edit which. By day a few edits of what clang makes; nightly 1,000, of what other compilers make, too.

FOLDER keeps the compiled kernels and their edits: where it has them they are judged, without a compiler. --compile-only stops before that.
"""
import argparse
import array
import collections
import concurrent.futures
import hashlib
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
import threading

import foreign_list
import npy
from machine_edits import all_instructions, edits_of, encodings, predicates_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import commit, left  # noqa: E402

EDITS, BY_DAY, ELEMENTS = 1000, 12, 1 << 16
HALF = {"*fp16": "e", "*bf16": "bf16", "*fp32": "f", "*i32": "i", "*i64": "q", "*i8": "b", "*fp8e5": "b"}
SCALARS = {"i32": "i32:256", "fp32": "f32:0.5"}
SCHEDULES = (("in-order", 1), ("random", 1), ("adversarial", 1))
LANES_OFF = "the barrier is reached while this lane is off"
SHARED = r"(?:\b(?:ld|st|ldmatrix|stmatrix|cp\.async|mbarrier|atom|red)[.\w]*\.shared|\bbar(?:rier)?\.)[^;\n]*"


def edits_of_ptx(text):
    """(kind, what, start, end, what stands there then) of every edit. A predicate is one of which threads go on to shared memory, and to it alone."""
    for kind, what in (("barrier", r"bar(?:rier)?\.(?:cta\.|warp\.)?sync"), ("fence", r"fence\.proxy\.async|wgmma\.fence"),
                       ("arrival", r"(?:cp\.async|cp\.async\.bulk|wgmma)\.commit_group|mbarrier\.(?:arrive|init)|tcgen05\.commit"), ("wait", r"cp\.async\.wait_all|tcgen05\.wait::(?:ld|st)")):  # fmt: skip
        for at in re.finditer(rf"^[ \t]*((?:@!?%p\d+\s+)?(?:{what})\b[^;\n]*;)", text, re.M):
            yield kind, f"no {at[1]}", *at.span(1), ""
    for at in re.finditer(r"\b(?:cp\.async|wgmma|cp\.async\.bulk)\.wait_group\S*\s+(\w+);", text):
        yield "wait", f"{at[0]} for one less", *at.span(1), str(int(at[1], 0) + 1)
    for at in re.finditer(r"expect_tx[^;\n]* (\d+);", text):
        yield "arrival", f"{at[0]} halved", *at.span(1), str(int(at[1]) // 2)
    for at in re.finditer(r"\n[^\n]*try_wait\.parity[^;\n]*, (%r\d+);\s*\n[^\n]*\bbra[^\n]*;", text):
        yield "wait", "no wait for a phase", *at.span(), "\n" * at[0].count("\n")
        yield "phase", "another phase", *at.span(1), "1"
    for at in re.finditer(rf"^[ \t]*(@!?%p\d+\s)\s*({SHARED});", text, re.M):
        if ".global" not in at[2]:
            yield "predicate", f"{at[2]} without {at[1].strip()}", *at.span(1), ""
    for at in re.finditer(r"^[ \t]*(@!?%p\d+\s+bra\S*\s+(\S+);)((?:(?!\n\S+:|\bbra\b)[\s\S])*?)\n\2:", text, re.M):
        if re.search(SHARED, at[3]) and ".global" not in at[3]:
            yield "predicate", f"no {at[1]}", *at.span(1), ""
    for at in re.finditer(r"\b(?:ld|st|ldmatrix|stmatrix|cp\.async)[.\w]*\.shared[.\w]*\s[^;\n]*?\[\s*%r[ds]?\d+\s*(\+\s*\d+\s*)?(\])", text):
        for bit in range(4, 12):
            yield "offset", f"{at[0]}, bit {bit} of the offset", *(at.span(1) if at[1] else (at.start(2), at.start(2))), f"+{int((at[1] or '0').strip('+ ')) ^ 1 << bit}"


def edits(file):
    """Kernel -> [kind, what, start, end, the bytes there then] of all its edits."""
    data = file.read_bytes()
    if file.suffix == ".ptx":
        text = data.decode("latin1")
        starts = [(at.start(), at[1]) for at in re.finditer(r"\.entry\s+([\w$]+)", text)] + [(len(text), "")]
        return {kernel: [(kind, what, begin + first, begin + last, then.encode().hex()) for kind, what, first, last, then in edits_of_ptx(text[begin:end])]
                for (begin, kernel), (end, _) in itertools.pairwise(starts)}  # fmt: skip
    return {kernel: [(kind, what, at, at + 4 * len(words), struct.pack(f"<{len(words)}I", *words).hex()) for kind, what, at, words in [*edits_of(some), *predicates_of(some)]]
            for kernel, rows in all_instructions(file).items() for some in [list(encodings(data, rows))]}  # fmt: skip


def arguments_of(file, kernel):
    """The arguments of a kernel of which its compiler's script does not say them, by its parameters: pointers to numbers of 32 bits, and whole numbers."""
    if "blocks" in file.stem:
        return foreign_list.arguments_of(kernel)
    entry = re.search(rf"\.entry\s+{kernel}\((.*?)\)", file.read_text(), re.S)[1]
    kinds = {"u64": "*fp32", "b64": "*fp32", "b8": "*fp32", "u32": "i32", "b32": "i32"}
    return [kinds[kind] for kind in re.findall(r"\.param\s+(?:\.align \d+ )?\.(\w+)", entry)]


def collected(folder):
    """Compiles into the folder, and writes there what is judged, and how it is launched."""
    kernels = []
    for compiler, target, file in foreign_list.compiled(folder):
        if compiler == "ck":  # its kernels take structures of their own
            continue
        facts = file.with_suffix(".json")
        given = json.loads(facts.read_text()) if facts.exists() else {"lds": 0, "threads": 256}
        for kernel, some in edits(file).items():
            more = {} if "arguments" in given else {"arguments": arguments_of(file, kernel), "scratch": 0}
            kernels.append({"compiler": compiler, "target": target, "file": str(file.relative_to(folder)), "kernel": kernel, **given, **more, "edits": some})
    (folder / "kernels.json").write_text(json.dumps(kernels))


class Judged:
    """Kernels on one block, with arrays of numbers that their types can have."""

    def __init__(self, colex, folder, work):
        self.colex, self.folder, self.work, self.wholes, self.locks = colex, folder, work, {}, collections.defaultdict(threading.Lock)
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
            npy.write(work / f"{kind[1:]}.npy", {"H": "<u2", "f": "<f4", "i": "<i4", "q": "<i8", "b": "|i1"}[values.typecode], (ELEMENTS // 256, 256), values)

    def asked(self, command, file, one, *words):
        """The answer in JSON, or one line that says why there is none. A tool that ends otherwise has failed."""
        ran = subprocess.run([self.colex, command, str(file), "--json", "--kernel", one["kernel"], "--block", str(one["threads"]), "--dynamic-lds", str(one["lds"]), *words],
                             capture_output=True, text=True, check=False)  # fmt: skip
        if ran.returncode == 2:
            return ran.stderr.strip().splitlines()[-1]
        if ran.returncode not in (0, 1):
            raise RuntimeError(f"colex {command} ends with status {ran.returncode}: {ran.stderr[-500:]}")
        return json.loads(ran.stdout)

    def inspected(self, file, one):
        """Its accesses where it is accepted, without their places; or else why it is not."""
        said = self.asked("inspect", file, one, "--no-replay", *(word for fact in one.get("assume", []) for word in ("--assume", fact)))
        if isinstance(said, str):
            return said
        for what, name in {"not_understood": "what is understood", **foreign_list.QUESTIONS}.items():
            if what == "not_understood" and said[0][what]:
                return f"not understood: {said[0][what][0]}"
            if what != "not_understood" and said[0].get(what, {"verdict": "holds"})["verdict"] != "holds":
                return f"{name}: {said[0][what].get('why', said[0][what]['verdict'])}"
        return [json.dumps({key: value for key, value in a.items() if key not in ("address", "instruction", "later", "line", "place")}) for a in said[0]["accesses"]]

    def executed(self, file, one, schedules=SCHEDULES):
        """What each schedule gives: counts of findings, and the bits of all arrays. A line where it is not executed."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            words, outputs = [], []
            for kind in one["arguments"]:
                form, star, pointee = kind.partition("*")  # of a tensor map the form says which box
                if star:
                    outputs.append(pathlib.Path(folder) / f"{len(outputs)}.npy")
                    words.append(f"{form}inout:{self.work / pointee}.npy:{outputs[-1]}")
                else:
                    words.append(SCALARS.get(kind, kind))
            words += ["u64:0"] * one.get("scratch", 2)
            answers = []
            for schedule, seed in schedules:
                said = self.asked("execute", file, one, "--schedule", schedule, "--seed", str(seed), "--budget", "10000000", *(w for word in words for w in ("--arg", word)))
                if isinstance(said, str):
                    return said
                answers.append((found(said, one), hashlib.sha256(b"".join(output.read_bytes() for output in outputs)).hexdigest()))
            return answers

    def whole(self, number, one):
        """The accesses of the kernel without edits, and what it gives; a line where it is not accepted or not executed."""
        with self.locks[number]:
            if number not in self.wholes:
                file = self.folder / one["file"]
                accesses = self.inspected(file, one)
                gives = self.executed(file, one) if not isinstance(accesses, str) else accesses
                self.wholes[number] = gives if isinstance(gives, str) else (accesses, gives)
            return self.wholes[number]

    def edit(self, number, one, kind, start, end, then):
        """How an edit ends, and why; None where the kernel is not accepted, or not executed."""
        whole = self.whole(number, one)
        if isinstance(whole, str):
            return None
        accesses, gives = whole
        file = self.folder / one["file"]
        data = file.read_bytes()
        with tempfile.NamedTemporaryFile(dir=self.work, suffix=file.suffix) as edited:
            edited.write(data[:start] + bytes.fromhex(then) + data[end:])
            edited.flush()
            after = self.inspected(edited.name, one)
            if isinstance(after, str):
                return "reported", after
            if after != accesses:
                return "reported", "accesses with other layouts"
            other = self.executed(edited.name, one)
            if isinstance(other, str):
                return "WRONG", f"accepted, and not executed: {other}"
            if other == gives:
                return "same", "accepted, and executed with the same bits and findings"
            if kind == "predicate":  # it may be a number of the data, and another number makes another function: one whose answer no schedule changes
                other += self.executed(edited.name, one, [("random", seed) for seed in range(2, 9)])
                if not any(findings for findings, _ in other) and len({bits for _, bits in other}) == 1:
                    return "another function", f"accepted, and executed without a finding, with the same bits in {len(other)} schedules"
        return "WRONG", "accepted, and executed " + "; ".join(f"{'/'.join(map(str, s))}: {n[0]}, {'the same' if n[1] == w[1] else 'other'} bits" for s, n, w in zip(SCHEDULES, other, gives) if n != w)


def found(said, one):
    """Counts of findings. AMD's s_barrier is of the wave, which waits whatever lanes are on: that lanes are off changes nothing that it does."""
    counts = dict(said["counts"])
    if one["file"].endswith(".co") and len(said["findings"]) < 64 and all(f["detail"] == LANES_OFF for f in said["findings"] if f["defect"] == "barrier divergence"):
        counts.pop("barrier divergence", None)
    return sorted(counts.items())


def in_turns(lists):
    return (one for turn in itertools.zip_longest(*lists) for one in turn if one)


def drawn(kernels, draw):
    """Edits in the order in which they are asked: targets and kinds take turns, and within them kernels."""
    by = collections.defaultdict(list)
    for number, one in enumerate(kernels):
        of_kernel = collections.defaultdict(list)
        for kind, *edit in one["edits"]:
            of_kernel[kind].append((number, one, kind, *edit))
        for kind, some in of_kernel.items():
            by[one["target"], kind].append(draw.sample(some, len(some)))
    for some in by.values():
        draw.shuffle(some)
    return in_turns([in_turns(some) for some in by.values()])


def in_order(pool, jobs, asks):
    """(item, result) in the order of the items, of which no more than twice the jobs are ahead."""
    ahead = collections.deque()
    for item, ask, *words in asks:
        ahead.append((item, pool.submit(ask, *words)))
        if len(ahead) > 2 * jobs:
            item, future = ahead.popleft()
            yield item, future.result()
    while ahead:
        item, future = ahead.popleft()
        yield item, future.result()


def judge(colex, folder, jobs, seed, count):
    kernels = json.loads((folder / "kernels.json").read_text())
    totals, wrong, asked = collections.defaultdict(collections.Counter), [], 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        judged = Judged(colex, folder, pathlib.Path(work))
        asks = (((number, one, kind, what), judged.edit, number, one, kind, start, end, then) for number, one, kind, what, start, end, then in drawn(kernels, random.Random(seed)))
        for (_, one, kind, what), answer in in_order(pool, jobs, asks):
            if answer is None:
                continue
            asked += 1
            how, why = answer
            line = f"{how}: {one['compiler']} {one['target']} {pathlib.Path(one['file']).stem} {one['kernel']}: {kind}: {what}: {why}"
            print(f"{asked}/{count} {line}", flush=True)
            totals[f"{kind}"][how] += 1
            totals[f"{one['target']}"][how] += 1
            wrong += [line] * (how == "WRONG")
            if asked == count:
                break
        pool.shutdown(cancel_futures=True)
    whys = collections.Counter(foreign_list.without_numbers(whole.replace(str(folder), "")) for whole in judged.wholes.values() if isinstance(whole, str))
    print(*(f"left out: {count} kernels: {why}" for why, count in whys.most_common()), sep="\n")
    print(f"{asked} edits of {sum(not isinstance(whole, str) for whole in judged.wholes.values())} kernels")
    for of, some in sorted(totals.items()):
        print(f"{of}: " + ", ".join(f"{some[how]} {how}" for how in ("reported", "same", "another function", "WRONG")))
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    if asked < count:
        sys.exit(f"FAIL: {asked} edits, and {count} were to be made")


def main(*words):
    parser = argparse.ArgumentParser()
    parser.add_argument("colex", type=os.path.abspath)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--compile-only", action="store_true")
    nightly = bool(os.environ.get("COLEX_NIGHTLY"))
    parser.add_argument("--edits", type=int, default=EDITS if nightly else BY_DAY)
    given = parser.parse_args(words)
    if not nightly:
        left(f"{EDITS} edits of kernels of other compilers", f"{BY_DAY}, which the commit draws", "each is judged, and executed where it is accepted")
    with tempfile.TemporaryDirectory() as work:
        folder = given.folder or pathlib.Path(work)
        if not (folder / "kernels.json").exists():
            if any(shutil.which(name) is None for name in ("clang++-19", "ld.lld-19", "llvm-readelf-19")):
                print("SKIP: no clang++-19 with ld.lld-19 and llvm-readelf-19")
                return 77
            collected(folder)
        if not given.compile_only:
            judge(given.colex, folder, given.j, 1 if nightly else commit(), given.edits)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
