#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one libFuzzer target for its share of a test run: smoke.py TARGET CORPUS SECONDS [--planted]

CORPUS is a JSON object, {name: input}, of the target's name; an input's bytes are its letters in Latin-1.
Nothing found is a pass; a find is printed with its bytes and the command that replays it, and kept under
fuzz/ in the build directory. --planted turns that round: the target is told to have an error of its own, which must be found.
SECONDS are of the processor, so that a busy machine asks no less: the target runs in turns of hundreds or thousands of inputs, each with a
seed of its own, until it has computed so long, and up to five times as long where an operation has not answered often enough. COLEX_FUZZ_SECONDS=3600 runs for so long instead (nightly), from a random seed,
and keeps the corpus that grows.
Limits of every run: 10 s and 1 GiB an input, 256 MiB an allocation, 8 MiB of stack.
"""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-malloc_limit_mb=256"]
MAX_BYTES = {"text": 16384, "batch": 16384, "operations": 256, "rows": 256, "certificate": 65536}
STACK = 8 << 20  # bytes, whatever the shell allows; a sanitizer's frames are large
LEAST_RUNS = 500
TURN = {"operations": 4000, "rows": 4000}  # inputs; else 500: of a batch or a certificate they take seconds
MOST_TIMES = 5  # of the seconds
LEAST_ANSWERS = {"rows": 3}  # of each operation in a smoke run, under load as well; else 20


def run(target, folders, *options, env=None):
    return subprocess.run([str(target), *options, *LIMITS, *map(str, folders)], capture_output=True, text=True,
                          errors="replace", check=False, env=env,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK)))


def computed():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def executed(ran):
    """How many inputs a run had; None where it does not say."""
    runs = re.search(r"number_of_executed_units: (\d+)", ran.stderr)
    return int(runs[1]) if runs else None


def in_turns(seconds, one, enough):
    """The last of the turns, and how many inputs they had; `one(seed)` is a turn. Ends early where a turn fails, and later where it is not `enough()`."""
    start, inputs, turn = computed(), 0, 0
    while True:
        turn += 1
        ran = one(turn)
        if ran.returncode != 0 or executed(ran) is None:
            return ran, inputs + (executed(ran) or 0)
        inputs += executed(ran)
        spent = computed() - start
        if spent >= seconds and (spent >= MOST_TIMES * seconds or enough()):
            return ran, inputs


def show(target, finds):
    for find in finds:
        data = find.read_bytes()
        print(f"found: {find.name}, {len(data)} bytes: {data[:2000]!r}{' ...' if len(data) > 2000 else ''}")
        print(f"replay: {'COLEX_FUZZ_PLANTED=1 ' * ('COLEX_FUZZ_PLANTED' in os.environ)}{target} {find}")


def counted(paths):
    """operation -> how often it answered and refused, by the counts that the turns of a target wrote."""
    sums = {}
    for answered, refused, name in (line.split(" ", 2) for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        before = sums.get(name, (0, 0))
        sums[name] = before[0] + int(answered), before[1] + int(refused)
    return sums


def unanswered(sums, least):
    return [name for name, (answered, _) in sums.items() if answered < least]


def main(target, corpus, seconds, planted):
    target, corpus = pathlib.Path(target).resolve(), pathlib.Path(corpus)
    name = corpus.stem
    nightly = os.environ.get("COLEX_FUZZ_SECONDS", "")
    keep = target.parents[2] / "fuzz" / (target.name + "_planted" * planted)
    os.environ.pop("COLEX_FUZZ_PLANTED", None)
    if planted:
        os.environ["COLEX_FUZZ_PLANTED"] = "1"
    keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        grown = keep / "corpus" if nightly and not planted else scratch / "corpus"
        grown.mkdir(exist_ok=True)
        finds_in, given = scratch / "finds", scratch / "given"
        finds_in.mkdir()
        given.mkdir()
        for stem, text in json.loads(corpus.read_text()).items():
            (given / stem).write_bytes(text.encode("latin-1"))
        options = [f"-artifact_prefix={finds_in}/", f"-max_len={MAX_BYTES[name]}", "-print_final_stats=1"]

        def turn(seed):
            ends = [f"-max_total_time={nightly}"] if nightly and not planted else [f"-runs={TURN.get(name, 500)}", f"-seed={seed}"]
            return run(target, [grown, given], *options, *ends, env={**os.environ, "COLEX_FUZZ_COUNTS": f"{scratch}/counts{seed}"})
        least = LEAST_ANSWERS.get(name, 20)
        ran, inputs = in_turns(0 if nightly and not planted else seconds, turn,
                               lambda: nightly or planted or any(finds_in.iterdir()) or not unanswered(counted(scratch.glob("counts*")), least))  # fmt: skip
        finds = []
        for find in sorted(finds_in.iterdir()):
            finds.append(pathlib.Path(shutil.copy(find, keep)))
        print(f"{target.name}: {inputs} inputs, {computed():.0f} s of processor")
        if not finds:
            if ran.returncode != 0 or executed(ran) is None:
                print(ran.stderr[-4000:])
                return 1
            if planted:
                print("FAILED: the planted error was not found")
                return 1
            if inputs < LEAST_RUNS:
                print(f"FAILED: fewer than {LEAST_RUNS} inputs in {seconds} s of processor")
                return 1
            counts = counted(scratch.glob("counts*"))
            for operation, (answered, refused) in counts.items():
                print(f"{operation:28} {answered:>8} answered {refused:>8} refused")
            silent = unanswered(counts, least)
            if not nightly:
                print(f"nightly: {target.name}: an hour; by day {seconds} s of processor: a search ends by its time")
            if silent:
                print(f"FAILED: fewer than {least} answers of {', '.join(silent)}")
            return 1 if silent else 0
        said = [line for line in ran.stderr.splitlines() if line.startswith("FUZZ: ") or "ERROR:" in line]
        print(*said, sep="\n")
        show(target, finds)
        if not planted:
            print(ran.stderr[-6000:])
            return 1
        again = run(target, finds)
        broken = next((line for line in said if line.startswith("FUZZ: broken")), "")
        if not broken or broken not in again.stderr or again.returncode == 0:
            print(f"FAILED: the find does not replay as {broken!r}")
            return 1
        for find in finds:
            find.unlink()
        print("the planted error was found, and the find replays")
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), "--planted" in sys.argv[4:]))
