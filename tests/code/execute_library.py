#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's library, its machine code executed instruction by instruction: execute_library.py TARGET LIBRARY RUNTIME HOST_LIBRARY PYTHON_FOLDER

LIBRARY runs over RUNTIME (hip_execute.cpp) as on a device of TARGET: random calls of configs, by day of a twelfth of them, as tests/c/amd_library.py makes them. The bits
must be those of HOST_LIBRARY, and no defect may be found. What `colex inspect` says of each access, its address in each lane and the barriers
that its wave has passed, is compared with what is executed (layout_check.hpp). Nightly the waves also take turns by chance. For gfx950, of which
LIBRARY must have code, LLVM 20 or newer disassembles (COLEX_LLVM names it); a direct product then loses its waits for loads, or its barriers, which must be found.
Exit status 77: what it takes is not here.
"""
import ctypes
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

SHARED = pathlib.Path(__file__).resolve().parents[1] / "c"
sys.path[:0] = [str(SHARED), str(SHARED.parent)]
import amd_library  # noqa: E402
from drawn import every, left  # noqa: E402
from machine_edits import shift_of  # noqa: E402

SEEDS = 4  # of random schedules, nightly


def configs_of(library, folder, runtime, target):
    names = amd_library.configs_of(library, folder, LD_PRELOAD=runtime, COLEX_HIP_DEVICE=target)
    return [name for name in names if target == "gfx950" or not name.endswith("_direct")]


def is_loaded(name):
    try:
        return bool(ctypes.CDLL(name))
    except OSError:
        return False


def lacking(target, library):
    """What is not here of what a target takes; empty where all is."""
    if not shutil.which("llvm-readelf-19"):
        return "no llvm-readelf-19"
    if target != "gfx950":
        return ""
    if target not in amd_library.code_objects(library):
        return "the library has no code for gfx950: the option amd_clang names a clang of version 20 or newer"
    names = [os.environ.get("COLEX_LLVM", ""), *(f"libLLVM.so.{version}.1" for version in (22, 21, 20))]
    return "" if any(is_loaded(name) for name in names if name) else "no LLVM 20 or newer, which COLEX_LLVM names"


def planted(target, library, runtime, host, folder):
    """A direct product without its waits for loads, without its barriers, and nightly without one of them at a time: what is found."""
    config, kernel, nothing = "gemm_mfma_bf16_bf16_direct", "GemmMfmaBf16Direct", 0xBF800000
    is_wait, is_barrier = (lambda word: word >> 16 == 0xBF8C and word & 0xC00F != 0xC00F), (lambda word: word == 0xBF8A0000)
    with tempfile.TemporaryDirectory() as name:
        path, edited = pathlib.Path(name) / "code.co", pathlib.Path(name) / "edited.co"
        path.write_bytes(data := next(code for code in amd_library.code_objects(library)[target] if kernel.encode() in code))
        symbols = subprocess.run(["llvm-readelf-19", "--dyn-syms", "-W", path], capture_output=True, text=True, check=True).stdout
        start, size = next((int(w[1], 16), int(w[2])) for w in map(str.split, symbols.splitlines()) if "FUNC" in w and kernel in w[7])
        begin = start + shift_of(path)
        words = struct.unpack_from(f"<{size // 4}I", data, begin)
        want = amd_library.run(amd_library.command_of_calls(host, folder, "host", target, [config], moves=False))

        def said(places):
            changed = bytearray(data)
            for at in places:
                struct.pack_into("<I", changed, begin + 4 * at, words[at] | 0xC00F if is_wait(words[at]) else nothing)
            edited.write_bytes(changed)
            ran = subprocess.run(amd_library.command_of_calls(library, folder, "amd", target, [config], moves=False), capture_output=True, text=True, check=False,
                                 env={**os.environ, "LD_PRELOAD": runtime, "COLEX_HIP_DEVICE": target, "COLEX_HIP_CODE": f"{path}:{edited}"})  # fmt: skip
            return ran.stderr.strip().splitlines()[0] if ran.returncode else "" if ran.stdout == want else "other bits"

        for what, kind, word in (("wait for loads", is_wait, "early use"), ("barrier", is_barrier, "(data race|uninitialised read)")):
            places = [at for at, one in enumerate(words) if kind(one)]
            found = said(places)
            print(f"{target}: {config} without any {what}: {found}")
            if not re.search(word, found):
                sys.exit(f"FAIL: {config} without any {what}: not found")
            if not os.environ.get("COLEX_NIGHTLY"):
                left(f"{config} without one {what}, {len(places)} times", "without all of them", "each is executed")
                continue
            missed = [f"{start + 4 * at:#x}" for at in places if not said([at])]
            print(f"{target}: {config} without one {what}: {len(places) - len(missed)} of {len(places)} found, not at {missed}")
            if 4 * len(missed) > len(places):
                sys.exit("FAIL: too few are found")


def main():
    target, library, runtime, host, folder = sys.argv[1:]
    names = configs_of(library, folder, runtime, target)
    configs = every(names, 12, f"configs of {target}", "the instructions of each wave are executed")
    part = len(configs) / len(names)
    theirs = amd_library.run(amd_library.command_of_calls(host, folder, "host", target, configs)).splitlines()
    schedules = [{}] + [{"COLEX_HIP_SEED": str(seed)} for seed in range(1, SEEDS + 1) if os.environ.get("COLEX_NIGHTLY")]
    if len(schedules) == 1:
        print(f"nightly: waves of {target} that take turns by chance, {SEEDS} times; by day in their order: each time as long again")
    for schedule in schedules:
        with tempfile.TemporaryDirectory() as name:
            record, layouts = pathlib.Path(name) / "launches.txt", pathlib.Path(name) / "layouts.txt"
            more = {**schedule, "COLEX_HIP_LAYOUTS": str(layouts)} if not schedule else schedule
            ours = amd_library.run(amd_library.command_of_calls(library, folder, "amd", target, configs), LD_PRELOAD=runtime, COLEX_HIP_DEVICE=target,
                                   COLEX_HIP_RECORD=str(record), **more).splitlines()  # fmt: skip
            launches = [line.split() for line in record.read_text().splitlines()]
            compared = [sum(int(line.split()[k]) for line in layouts.read_text().splitlines()) for k in (2, 3, 4)] if not schedule else None
        wrong = [f"{line}, on the host platform {want}" for line, want in zip(ours, theirs, strict=True) if line != want]
        kernels = {symbol for _, symbol, *_ in launches}
        if wrong or len(names) < 25 or len(kernels) < 50 * part or {launch[0] for launch in launches} != {target}:
            sys.exit("FAIL: " + "\n".join(wrong or ["too few configs or kernels, or another target"]))
        # Of all configs the base of more than half is known; how many of a sample's, rests on which configs are drawn.
        if compared and (compared[0] < 5000 * part or (2 if part == 1 else 10) * compared[1] < compared[0]):
            sys.exit(f"FAIL: too few accesses of waves have a layout, or a base that is known: {compared}")
        if compared:
            print(f"{target}: {compared[0]} accesses of waves have the layout that inspect says, the base of {compared[1]} is known; {compared[2]} others have none")
        print(f"{target}: {len(configs)} configs, {len(ours)} results have the host platform's bits; {len(kernels)} kernels, {len(launches)} launches, "
              f"{sum(int(k[2]) for k in launches)} instructions of waves, {schedule or 'in order'}, no defect")  # fmt: skip
    if target == "gfx950":
        planted(target, library, runtime, host, folder)
    return 0


if __name__ == "__main__":
    if why := lacking(*sys.argv[1:3]):
        print(f"SKIP: {why}")
        sys.exit(77)
    sys.exit(main())
