#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AMD's library, its machine code executed instruction by instruction: execute_library.py TARGET LIBRARY RUNTIME HOST_LIBRARY PYTHON_FOLDER

LIBRARY runs over RUNTIME (hip_execute.cpp) as on a device of TARGET: random calls of configs, by day of a third of them, as tests/c/amd_library.py makes them. The bits
must be those of HOST_LIBRARY, and no defect may be found. What `colex inspect` says of each access, its address in each lane and the barriers
that its wave has passed, is compared with what is executed (layout_check.hpp). Nightly the waves also take turns by chance.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SHARED = pathlib.Path(__file__).resolve().parents[1] / "c"
sys.path.insert(0, str(SHARED))
sys.path.insert(0, str(SHARED.parent))
import amd_library  # noqa: E402
from drawn import every  # noqa: E402

SEEDS = 4  # of random schedules, nightly


def configs_of(library, folder, runtime, target):
    names = amd_library.configs_of(library, folder, LD_PRELOAD=runtime, COLEX_HIP_DEVICE=target)
    return [name for name in names if target == "gfx950" or not name.endswith("_direct")]


def main():
    target, library, runtime, host, folder = sys.argv[1:]
    names = configs_of(library, folder, runtime, target)
    configs = every(names, 3, f"configs of {target}", "the instructions of each wave are executed")
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
        if compared and (compared[0] < 5000 * part or 2 * compared[1] < compared[0]):
            sys.exit(f"FAIL: too few accesses of waves have a layout, or a base that is known: {compared}")
        if compared:
            print(f"{target}: {compared[0]} accesses of waves have the layout that inspect says, the base of {compared[1]} is known; {compared[2]} others have none")
        print(f"{target}: {len(configs)} configs, {len(ours)} results have the host platform's bits; {len(kernels)} kernels, {len(launches)} launches, "
              f"{sum(int(k[2]) for k in launches)} instructions of waves, {schedule or 'in order'}, no defect")  # fmt: skip
    return 0


if __name__ == "__main__":
    if subprocess.run(["which", "llvm-readelf-19"], capture_output=True).returncode != 0:
        print("SKIP: no llvm-readelf-19")
        sys.exit(77)
    sys.exit(main())
