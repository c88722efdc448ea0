#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The machine code of AMD's library, executed by somebody else's executor: foreign_executor.py TARGET LIBRARY RUNTIME PYTHON_FOLDER

COLEX_TINYGRAD is a checkout of tinygrad, whose emulator (test/mockgpu/amd/emu.py) reads AMD's pseudocode, and COLEX_TINYGRAD_PYTHON an interpreter with NumPy that may run it.
LIBRARY runs over RUNTIME (hip_execute.cpp), which executes each launch with `colex execute`'s executor and writes it down, what memory held before and after. Of each
kernel a launch with few blocks runs again there, from the same memory at the same addresses, and must leave the same bytes in every array. How a wave starts is
read here from the kernel's descriptor and the code object's metadata, by LLVM's AMDGPU usage guide. A product's code is changed in two ways, each of which must be noticed.
"""
import collections
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "c"), str(TESTS)]
# What the emulator does not do, in its own words: kernels that need it are named, and not compared.
LACKS = re.compile(r"unimplemented|Failed to compile|unknown op|NotImplemented")
# Kernels of which the emulator says something else, and why.
OTHERWISE = {"gemm_kernel.*MfmaF64": "it takes products of doubles for products of pairs of 16 bits", "TransposeB32E": "it reads LDS in lanes that are off, past its end"}
USER_SCALARS = (4, 2, 2, 2, 2, 2, 1)  # registers of each bit of the kernel's properties
ARGUMENTS = 3  # the bit whose pair is the address of the arguments
LDS_GRAIN = 512  # bytes that one of resources_2's units of LDS has
MOST_WAVES = 64  # of a launch that is run again


def waves(launch):
    x, y, z = launch["block"]
    gx, gy, gz = launch["grid"]
    return gx * gy * gz * ((x * y * z + 63) // 64)


def arguments(launch):
    """The bytes of the arguments, hidden ones included."""
    said = bytearray(launch["arguments"])
    said.extend(bytes(max(0, launch["argument_bytes"] - len(said))))
    for kind, offset, size in launch["hidden"]:
        number = 0
        for axis, letter in enumerate("xyz"):
            number = {f"hidden_block_count_{letter}": launch["grid"][axis], f"hidden_group_size_{letter}": launch["block"][axis]}.get(kind, number)
        if kind == "hidden_grid_dims":
            number = max(axis + 1 for axis in range(3) if axis == 0 or launch["grid"][axis] * launch["block"][axis] > 1)
        said[offset : offset + size] = number.to_bytes(size, "little")
    return bytes(said)


def user_scalars(launch, address, given):
    """What a wave's first scalar registers hold, before the numbers of its block."""
    scalars = []
    for bit, count in enumerate(USER_SCALARS):
        if launch["properties"] >> bit & 1:
            scalars += [address & 0xFFFFFFFF, address >> 32] if bit == ARGUMENTS else [0] * count
    first, count = launch["preloaded"]
    return scalars + [int.from_bytes(given[4 * k : 4 * k + 4], "little") for k in range(first, first + count)]


def map_pages(arrays):
    """Memory at the pages of these arrays, (address, bytes), as far as this process has none there."""
    mmap, page = ctypes.CDLL(None).mmap, 4096
    mmap.restype, mmap.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    private, anonymous, fixed_where_free = 2, 0x20, 0x100000
    for number in sorted({k for address, data in arrays for k in range(address // page, (address + len(data) + page - 1) // page)}):
        if mmap(number * page, page, 3, private | anonymous | fixed_where_free, -1, 0) != number * page:
            sys.exit(f"no memory at {number * page:#x}")


def run_again(record):
    """In a process of its own, with the emulator on its path: prints what differs in an array, or nothing."""
    from test.mockgpu.amd import emu  # of the checkout

    launch = json.loads(record.read_text())
    before, after = ([pathlib.Path(f"{record.with_suffix('')}-{k}.{when}").read_bytes() for k in range(len(launch["arrays"]))] for when in ("before", "after"))
    arrays = list(zip(launch["arrays"], before, strict=True))
    map_pages(arrays)
    for address, data in arrays:
        ctypes.memmove(address, data, len(data))
    code = bytes(launch["code"][launch["entry"] :]) + bytes(64)
    in_memory = ctypes.create_string_buffer(code, len(code) + 4)
    begin = ctypes.addressof(in_memory) + 3 & ~3
    ctypes.memmove(begin, code, len(code))
    given = arguments(launch)
    kept = ctypes.create_string_buffer(given, len(given) + 64)
    address = ctypes.addressof(kept) + 15 & ~15
    ctypes.memmove(address, given, len(given))
    resources = launch["resources_2"] & ~(511 << 15) | -(-launch["lds"] // LDS_GRAIN) << 15
    if before == after:
        print("it stores nothing")
    emu.run_asm(begin, len(code), *launch["grid"], *launch["block"], address, resources, launch["scratch"], "cdna", user_scalars(launch, address, given))
    for k, (at, want) in enumerate(zip(launch["arrays"], after, strict=True)):
        got = ctypes.string_at(at, len(want))
        if want != got:
            places = [i for i in range(len(want)) if want[i] != got[i]]
            print(f"array {k}: {len(places)} of {len(want)} bytes differ, the first at {places[0]}: {want[places[0]]} here, {got[places[0]]} there")


def asked(record, python, checkout):
    """What the emulator says of one launch."""
    ran = subprocess.run([python, __file__, "--again", record], capture_output=True, text=True, check=False, timeout=3000,
                         env={**os.environ, "PYTHONPATH": checkout, "DEV": "CPU"})  # fmt: skip
    if ran.returncode == 0:
        return ran.stdout.strip() or "same"
    last = (ran.stderr.strip() or f"status {ran.returncode}").splitlines()[-1]
    return f"not done there: {last[:200]}" if LACKS.search(ran.stderr) else f"wrong: {last[:300]}"


def without_products(code):
    """Every product of matrices becomes nothing."""
    for at in range(0, len(code) - 8, 4):
        if code[at + 3] == 0xD3 and code[at + 2] >= 0xC0:
            code[at : at + 8] = [0, 0, 0x80, 0xBF] * 2


def read_elsewhere(code):
    """The first read of 16 bytes of LDS is of the next 16."""
    at = next(at for at in range(0, len(code) - 8, 4) if code[at + 2 : at + 4] == [0xFE, 0xD9])
    code[at] ^= 16


def changed(record, folder, edit):
    """The launch with an edit of its code."""
    launch = json.loads(record.read_text())
    edit(launch["code"])
    other = folder / record.name
    other.write_text(json.dumps(launch))
    for file in record.parent.glob(record.stem + "-*"):
        (folder / file.name).symlink_to(file)
    return other


def main(target, library, runtime, folder):
    checkout = os.environ.get("COLEX_TINYGRAD", "")
    if not os.environ.get("COLEX_NIGHTLY") or not pathlib.Path(checkout, "test/mockgpu/amd/emu.py").exists():
        print("nightly: execute_elsewhere: a launch of each kernel of AMD's library by tinygrad's emulator; by day none: it takes another's checkout, and minutes")
        return 0
    import amd_library

    python = os.environ.get("COLEX_TINYGRAD_PYTHON", sys.executable)
    environment = {"LD_PRELOAD": runtime, "COLEX_HIP_DEVICE": target}
    configs = [name for name in amd_library.configs_of(library, folder, **environment) if target == "gfx950" or not name.endswith("_direct")]
    with tempfile.TemporaryDirectory() as work:
        launches = pathlib.Path(work, "launches")
        launches.mkdir()
        amd_library.run(amd_library.command_of_calls(library, folder, "amd", target, configs), COLEX_HIP_LAUNCHES=str(launches), **environment)
        of = collections.defaultdict(list)
        for record in launches.glob("*.json"):
            launch = json.loads(record.read_text())
            of[launch["kernel"]].append((waves(launch), record))
        said, faults = {}, []
        for kernel, records in sorted(of.items()):
            count, record = ([one for one in sorted(records) if one[0] <= MOST_WAVES] or sorted(records)[:1])[-1]
            said[kernel] = asked(record, python, checkout)
            print(f"{target} {kernel}: {count} waves: {said[kernel]}", flush=True)
            if "gemm_kernelINS0_21GemmMfmaBf16Pipelined" in kernel:
                for edit in (without_products, read_elsewhere):
                    with tempfile.TemporaryDirectory() as apart:
                        faults.append(asked(changed(record, pathlib.Path(apart), edit), python, checkout))
                        print(f"{target} {kernel}, {edit.__doc__} {faults[-1]}", flush=True)
    if not [fault.startswith("array") for fault in faults] == [True, True]:
        sys.exit(f"FAIL: a changed product is not noticed: {faults}")
    same = [kernel for kernel, what in said.items() if what == "same"]
    lacking = [kernel for kernel, what in said.items() if what.startswith("not done there")]
    others = [kernel for kernel in said if kernel not in same + lacking and any(re.search(name, kernel) for name in OTHERWISE)]
    print(f"{target}: of {len(said)} kernels {len(same)} leave the same bytes, {len(lacking)} use what the emulator lacks, {len(others)} are named as others there")
    wrong = [kernel for kernel in said if kernel not in same + lacking + others]
    unused = [name for name in OTHERWISE if not any(re.search(name, kernel) for kernel in others)]
    if wrong or unused or len(same) < 50:
        sys.exit(f"FAIL: {wrong or unused or 'too few are the same'}")
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--again":
        run_again(pathlib.Path(sys.argv[2]))
    else:
        sys.exit(main(*sys.argv[1:]))
