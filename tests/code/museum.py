#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Faults that other people had, rebuilt small in museum.cpp: museum.py COLEX

Each is compiled as it was and as it was mended, for gfx942 and sm_80. A fault is caught where `colex inspect` does not accept it, or `colex execute` finds it in one of three
schedules; and what was mended must be accepted by both, so that nothing is caught by chance. Where inspect names two instructions that may touch one byte, the executor must
show the race of these two, in one of the schedules.
"""
import array
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import npy
from execute_page import clang

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/inspect.md"
GITHUB = "https://github.com/"
# Kernel: where it is from.
FAULTS = {
    "store_below_its_barrier": "ROCm/rocm-libraries/pull/10893",
    "barrier_over_reads": "ROCm/rocm-libraries/pull/10653",
    "fence_without_its_wait": "ROCm/rocm-libraries/pull/11454",
    "wait_for_too_few": "ROCm/rocm-libraries/pull/4715",
    "found_by_one_read_by_all": "ROCm/rccl/pull/1551",
    "two_reductions_in_one_buffer": "karpathy/llm.c/pull/282",
    "reductions_in_a_row": "pytorch/pytorch/pull/83825",
    "numbers_of_rows_in_a_loop": "ggml-org/llama.cpp/pull/13294",
    "barrier_of_some": "ggml-org/llama.cpp/pull/13469",
    "padding_onto_the_scale": "ggml-org/llama.cpp/pull/28358",
    "list_of_a_warp": "ggml-org/llama.cpp/pull/28475",
    "last_steps_without_barriers": "Mantevo/miniFE/issues/13",
    "last_steps_with_volatile": "ORNL/HeCBench/issues/91",
    "region_of_48_threads": "tile-ai/tilelang/issues/2556",
    "barrier_moved_out_of_its_loop": "tile-ai/tilelang/issues/2612",
    "loop_without_its_last_barrier": "tile-ai/tilelang/issues/2613",
    "copy_above_the_last_read": "tile-ai/tilelang/issues/2668",
    "clear_that_is_no_write": "tile-ai/tilelang/issues/2699",
    "results_over_operands": "tile-ai/TileOPs/pull/1405",
    "slot_without_its_barrier": "flashinfer-ai/flashinfer/issues/5252",
    "barrier_for_a_wait": "NVIDIA/Fuser/pull/3438",
    "wait_that_leaves_one": "tile-ai/tilelang/issues/2668",
}
# Accepted, and not caught: volatile accesses do not race here, nor do lanes of one wave of AMD's, which go in step.
MISSED = {("sm_80", "last_steps_with_volatile"), ("gfx942", "padding_onto_the_scale")}
MOST_MISSED = 0.15


def inspected(colex, file):
    ran = subprocess.run([colex, "inspect", file, "--block", "256", "--json"], capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        sys.exit(f"FAIL: {file}: {ran.stderr}")
    return {one["kernel"]: one for one in json.loads(ran.stdout)}


def is_accepted(one):
    return not one["not_understood"] and all(one[what]["verdict"] == "holds" for what in ("waits", "distances", "race_free", "in_bounds") if what in one)


def places_of_race(one):
    """The addresses, or lines of PTX, of two instructions that inspect says may race; empty where it names none."""
    said = one.get("race_free", {})
    return frozenset(at.get("address", at.get("line")) for at in said["places"]) if "may be touched by" in said.get("why", "") else frozenset()


def shows(findings, places):
    """Whether a race of these two instructions is among what was executed: both accesses, by their places."""
    at = "line" if "line" in findings[0] else "address"
    return any(f["defect"] == "data race" and {f[at], f["other"][at]} == set(places) for f in findings)


def found(colex, file, kernel, folder):
    """What the executor finds, in three schedules; a string where it refuses the kernel."""
    findings = []
    given, zeros = folder / "x.npy", folder / "zeros.npy"
    npy.write(given, "<i4", (4096,), array.array("i", range(1, 4097)))
    npy.write(zeros, "<i4", (256,), array.array("i", bytes(1024)))
    for schedule in ("in-order", "random", "adversarial"):
        command = [colex, "execute", file, "--kernel", kernel, "--block", "256", "--schedule", schedule, "--json",
                   "--arg", f"in:{given}", "--arg", f"inout:{zeros}:{folder / 'out.npy'}", "--arg", "i32:5"]  # fmt: skip
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 1):
            return ran.stderr.strip()
        findings += json.loads(ran.stdout)["findings"]
    return findings


def main(colex):
    colex, wrong, counts = os.path.abspath(colex), [], {"inspect": 0, "execute": 0, "missed": 0}
    named = shown = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for target, ending in (("gfx942", "co"), ("sm_80", "ptx")):
            files = {}
            for name, flags in (("fault", []), ("right", ["-DRIGHT"])):
                files[name] = folder / f"{target}_{name}.{ending}"
                subprocess.run([*clang(target), "-std=c++20", *flags, str(HERE / "museum.cpp"), "-o", files[name]], check=True)
            fault, right = (inspected(colex, files[name]) for name in ("fault", "right"))
            wrong += [f"{target}: no {name} in FAULTS" for name in fault if name not in FAULTS]
            for kernel in fault:
                if not is_accepted(right[kernel]):
                    wrong.append(f"{target} {kernel}: mended, and not accepted: {[right[kernel][w] for w in ('waits', 'race_free', 'in_bounds') if w in right[kernel]]}")
                if said := found(colex, files["right"], kernel, folder):
                    wrong.append(f"{target} {kernel}: mended, and the executor says: {said}")
                findings = found(colex, files["fault"], kernel, folder)
                executed = findings if isinstance(findings, str) else findings[0]["defect"] if findings else ""
                if places := places_of_race(fault[kernel]):
                    named += 1
                    if executed and not isinstance(findings, str) and shows(findings, places):
                        shown += 1
                    else:
                        wrong.append(f"{target} {kernel}: inspect says {fault[kernel]['race_free']['why']}, and no schedule shows it: {executed}")
                by = "inspect" if not is_accepted(fault[kernel]) else "execute" if executed else "missed"
                counts[by] += 1
                print(f"{target} {kernel} ({GITHUB}{FAULTS.get(kernel, '')}): {by}{', and executed: ' + executed if executed else ''}")
                if (by == "missed") != ((target, kernel) in MISSED):
                    wrong.append(f"{target} {kernel}: {by}")
    total = sum(counts.values())
    said = f"{total - counts['missed']} of {total} are caught"
    print(f"{said}: {counts['inspect']} by inspecting, {counts['execute']} by executing alone")
    if counts["missed"] > MOST_MISSED * total:
        wrong.append(f"only {said}")
    replayed = f"{shown} of the {named} races"
    print(f"{replayed} that inspecting names are shown by executing: both instructions are the same")
    page = PAGE.read_text()
    wrong += [f"docs/inspect.md does not say '{one}'" for one in (said, replayed) if one not in page]
    wrong += [f"docs/inspect.md does not name {GITHUB}{source}" for source in FAULTS.values() if GITHUB + source not in page]
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        sys.exit(77)
    sys.exit(main(sys.argv[1]))
