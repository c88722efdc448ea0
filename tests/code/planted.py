#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels with a defect each (planted.hip): what must be found, and that nothing else is: planted.py COLEX"""
import array
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import npy
from execute_page import CLANG

SOURCE = pathlib.Path(__file__).resolve().with_name("planted.hip")
RACE, EARLY, UNWRITTEN, DIVERGENCE = "data race", "early use", "uninitialised read", "barrier divergence"
# Kernel -> blocks, arguments, the defects, and words of the first finding; where there is no defect, none.
TO, ZEROS = "out:b.npy:i32[128]", "inout:zeros.npy"
KERNELS = {
    "barrier_of_one_wave": (1, [TO], {DIVERGENCE}, "waits for a wave that has ended"),
    "barrier_with_lanes_off": (1, [TO], {DIVERGENCE}, "the barrier is reached while this lane is off"),
    "two_barriers": (1, [TO], {DIVERGENCE}, "waits at another barrier than this wave"),
    "misaligned_lds": (1, [TO], {"misaligned access"}, "no multiple of 8"),
    "misaligned_global": (1, [TO], {"misaligned access"}, "no multiple of 4"),
    "store_not_waited_for": (1, [TO], {RACE}, "of 'b.npy' from byte 0"),
    "store_waited_for": (1, [TO], set(), ""),
    "lds_not_waited_for": (1, [TO], {RACE}, "of LDS from byte"),
    "lds_waited_for": (1, [TO], set(), ""),
    "lds_atomic_not_waited_for": (1, [TO], {RACE}, "of LDS from byte"),
    "lds_atomic_waited_for": (1, [TO], set(), ""),
    "atomic_not_waited_for": (1, [TO], {RACE}, "of 'b.npy' from byte 0"),
    "atomic_waited_for": (1, [TO], set(), ""),
    "first_of_two_reads": (1, [TO], set(), ""),
    "second_of_two_reads": (1, [TO], {EARLY}, "v41 is used before the load to it was waited for"),
    "one_of_two_scalar_loads": (1, ["random:i32[8]", TO], {EARLY}, "s40 is used before the load to it was waited for"),
    "both_scalar_loads": (1, ["random:i32[8]", TO], set(), ""),
    "blocks_store_one_word": (2, [TO], {RACE}, "stores 4 bytes of 'b.npy' from byte 0"),
    "stores_an_unwritten_register": (1, [TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written"),
    "takes_a_written_register": (1, [TO], set(), ""),
    "takes_an_unwritten_register": (1, [TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written"),
    "stores_a_half_written_register": (1, [TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written"),
    "halves_written_apart": (1, [TO], set(), ""),
    "loads_unwritten_scratch": (1, [TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written"),
    "scratch_out_of_bounds": (1, [TO], {"out of bounds"}, "of scratch memory, which has"),
    "scratch_written": (1, [TO], set(), ""),
    "scratch_by_parts": (1, [TO], set(), ""),
    "loads_three_written_bytes": (1, [TO], {UNWRITTEN}, "the stored value comes from a register that nothing has written"),
    "branches_on_an_unwritten_register": (1, [TO], {UNWRITTEN}, "the branch depends on what nothing has written"),
    "lds_out_of_bounds": (1, [TO], {"out of bounds"}, "of LDS, which has 512"),
    "reads_lds_far_outside": (1, [TO], {"out of bounds"}, "of LDS, which has 512"),
    "stores_lds_far_outside": (1, [TO], {"out of bounds"}, "of LDS, which has 512"),
    "adds_to_lds_far_outside": (1, [TO], {"out of bounds"}, "of LDS, which has 512"),
    "lds_of_an_earlier_block": (2, ["out:b.npy:i32[256]"], {UNWRITTEN}, "of LDS"),
    "lds_read_and_stored": (1, [TO], {RACE}, "of LDS from byte"),
    "lds_read_before_it_is_stored": (1, [TO], set(), ""),
    "scalar_load_behind_a_store": (1, [ZEROS], set(), ""),
    "scalar_load_beside_a_store": (1, [ZEROS], {RACE}, "of 'zeros.npy' from byte 8"),
    "scalar_load_before_a_store": (1, [ZEROS], set(), ""),
    "scalar_load_not_waited_for": (1, [ZEROS], {RACE}, "of 'zeros.npy' from byte 8"),
    "loads_twice_in_order": (1, ["random:i32[256]", TO], set(), ""),
    "loads_twice_in_any_order": (1, ["random:i32[256]", TO], {EARLY}, "v40 is used before the load to it was waited for"),
    "two_arrays": (1, ["out:a.npy:i32[128]", TO], set(), ""),
    "past_one_of_two_arrays": (1, ["out:a.npy:i32[128]", TO], {"out of bounds"}, "stores 4 bytes at byte 512 of 'a.npy', which has 512"),
    "misaligned_in_one_of_two_arrays": (1, ["out:a.npy:i32[128]", TO], {"misaligned access"}, "no multiple of 4"),
    "one_of_two_arrays_is_read": (1, [TO, "random:i32[128]"], {"read-only store"}, "which is only read")}  # fmt: skip


def main(colex):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    colex, wrong = os.path.abspath(colex), []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*CLANG, str(SOURCE), "-o", f"{folder}/planted.co"], check=True)
        npy.write(pathlib.Path(folder, "zeros.npy"), "<i4", (128,), array.array("i", bytes(512)))

        def ask(*words):
            return json.loads(subprocess.run([colex, "execute", "planted.co", *words, "--json"], cwd=folder, capture_output=True, text=True).stdout)

        if {kernel["name"] for kernel in ask("--list")["kernels"]} != set(KERNELS):
            sys.exit("FAIL: the kernels of planted.hip are others")
        for kernel, (blocks, arguments, defects, words) in KERNELS.items():
            for schedule in (["in-order"], ["random", "--seed", "5"], ["random", "--seed", "6"]):
                said = ask("--kernel", kernel, "--grid", str(blocks), "--block", "128", *(w for a in arguments for w in ("--arg", a)), "--schedule", *schedule)
                found = said["findings"]
                if set(said["counts"]) != defects or bool(found) != bool(defects) or (found and words not in found[0]["detail"]):
                    wrong.append(f"{kernel}, {schedule}: {said['counts']}, {found[:1]}")
                if kernel == "blocks_store_one_word" and (found[0]["block"], found[0]["other"]["block"]) != (1, 0):
                    wrong.append(f"{kernel}: other blocks than 1 and 0: {found[0]}")
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    print(f"{sum(bool(k[2]) for k in KERNELS.values())} defects are found, each by its name, and none in {sum(not k[2] for k in KERNELS.values())} kernels that look alike")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
