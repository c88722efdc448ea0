#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Faults that other people had, rebuilt small in museum.cpp: museum.py COLEX

Each is compiled as it was and as it was mended, for gfx942 and sm_80. A fault is caught where `colex inspect` does not accept it, or `colex execute` finds it in one of three
schedules; and what was mended must be accepted by both, so that nothing is caught by chance. Where inspect says that two instructions race, the command that it prints must show a
race of these two, by the threads and at the byte that it names.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

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


def is_shown(colex, one):
    """Whether the command that inspect prints for a race shows it: of both instructions, by both threads, at the byte."""
    race, group = one["race"], "warp" if one["target"].startswith("sm") else "wave"
    ran = subprocess.run([colex, *race["command"][1:], "--json"], capture_output=True, text=True, check=False)
    known = [(at.get("address", at.get("line")), at["instruction"], who[group], who.get("lane")) for at, who in zip(one["race_free"]["places"], race["threads"])]
    for f in json.loads(ran.stdout)["findings"] if ran.returncode == 1 else []:
        if f["defect"] == "data race":
            both = [(at.get("address", at.get("line")), at["instruction"], at[group], at.get("lane")) for at in (f, f["other"])]
            first, size = re.search(r"(\d+) bytes of .* from byte (\d+)", f["detail"]).groups()[::-1]
            if sorted(both) == sorted(known) and int(first) <= race["byte"] < int(first) + int(size):
                return True
    return False


def found(colex, file, kernel):
    """What the executor finds, in three schedules; a string where it refuses the kernel."""
    findings = []
    for schedule in ("in-order", "random", "adversarial"):
        command = [colex, "execute", file, "--kernel", kernel, "--block", "256", "--schedule", schedule, "--json",
                   "--arg", "drawn:i32[4096]:4096", "--arg", "drawn:i32[256]:1", "--arg", "i32:5"]  # fmt: skip
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 1):
            return ran.stderr.strip()
        findings += json.loads(ran.stdout)["findings"]
    return findings


def main(colex):
    colex, wrong, counts = os.path.abspath(colex), [], {"inspect": 0, "execute": 0, "missed": 0}
    shown = 0
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
                if said := found(colex, files["right"], kernel):
                    wrong.append(f"{target} {kernel}: mended, and the executor says: {said}")
                findings = found(colex, files["fault"], kernel)
                executed = findings if isinstance(findings, str) else findings[0]["defect"] if findings else ""
                race_free = fault[kernel]["race_free"]
                if race_free["verdict"] == "fails":
                    shown += 1
                    if not is_shown(colex, fault[kernel]):
                        wrong.append(f"{target} {kernel}: inspect says {race_free}, and {fault[kernel]['race']['command']} does not show it")
                elif "may be touched by" in race_free.get("why", ""):
                    wrong.append(f"{target} {kernel}: not shown: {race_free['why']}")
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
    replayed = f"of {shown} of them it shows the race"
    print(replayed)
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
