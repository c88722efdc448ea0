#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random kernels (ptx_random.py) on the NVIDIA card that is here, and executed: are the bits equal?

    ptx_on_device.py COLEX                                   500 kernels, by the driver's assembler as it is
    ptx_on_device.py COLEX --kernels 600 --seed 3 --level 0  others, without the assembler's optimization
    ptx_on_device.py COLEX --moves                           each result is moved before it is read, so that no register has two types
    ptx_on_device.py COLEX --report FILE                     each result that differs, as JSON

A result differs first where all that it read is equal; only these are counted. Approximate functions, whose last bits the manual leaves open, and results of
which both are NaN are counted apart. Exit status: 0 equal but for these, 1 other bits, 2 no card.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import json
import os
import pathlib
import sys
import tempfile

import npy
import ptx_device
import ptx_random

OPTIMIZATION_LEVEL = 7  # CU_JIT_OPTIMIZATION_LEVEL
ACROSS = ("sync", "ld.shared")  # what reads other lanes' results, too
NAN = {("f16", 16): 0x7C00, ("bf16", 16): 0x7F80, ("f32", 32): 0x7F800000, ("f64", 64): 0x7FF << 52}
MAGNITUDE = {16: 0x7FFF, 32: 0x7FFFFFFF, 64: (1 << 63) - 1}


class Driver:
    """CUDA's driver, as far as a launch needs it. Each thread that uses it calls `here` first."""

    def __init__(self):
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError as why:
            sys.exit(no_card(why))
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        if self.cuda.cuInit(0) != 0 or self.cuda.cuDeviceGet(ctypes.byref(device), 0) != 0:
            sys.exit(no_card("the driver names none"))
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        name = ctypes.create_string_buffer(256)
        self.must("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode()

    def must(self, function, *arguments):
        status = getattr(self.cuda, function)(*arguments)
        if status != 0:
            sys.exit(f"FAIL: {function}: status {status}")

    def here(self):
        self.must("cuCtxSetCurrent", self.context)

    def module(self, text, level):
        """The module of a text of PTX, assembled at this level; None is the driver's own."""
        self.here()
        module = ctypes.c_void_p()
        keys, values = (ctypes.c_int * 1)(OPTIMIZATION_LEVEL), (ctypes.c_void_p * 1)(level or 0)
        self.must("cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(text.encode()), ctypes.c_uint(level is not None), keys, values)
        return module

    def ran(self, module, kernel, given):
        """The results of one launch: for each, the values of the threads."""
        self.here()
        function, read, written = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_uint64()
        self.must("cuModuleGetFunction", ctypes.byref(function), module, ctypes.c_char_p(kernel.name.encode()))
        self.must("cuMemAlloc_v2", ctypes.byref(read), ctypes.c_size_t(len(given)))
        self.must("cuMemAlloc_v2", ctypes.byref(written), ctypes.c_size_t(kernel.bytes))
        self.must("cuMemcpyHtoD_v2", read, ctypes.c_char_p(given), ctypes.c_size_t(len(given)))
        arguments = (ctypes.c_void_p * 2)(*(ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in (read, written)))
        sizes = [ctypes.c_uint(n) for n in (1, 1, 1, ptx_random.THREADS, 1, 1, 0)]
        self.must("cuLaunchKernel", function, *sizes, None, arguments, None)
        self.must("cuCtxSynchronize")
        values = (ctypes.c_uint64 * (kernel.bytes // 8))()
        self.must("cuMemcpyDtoH_v2", values, written, ctypes.c_size_t(kernel.bytes))
        for address in (read, written):
            self.must("cuMemFree_v2", address)
        return [values[n * ptx_random.THREADS : (n + 1) * ptx_random.THREADS] for n in range(len(kernel.results))]


def no_card(why):
    print(f"{pathlib.Path(sys.argv[0]).stem}: no NVIDIA card: {why}", file=sys.stderr)
    return 2


def both_nan(opcode, width, values):
    least = next((bits for (kind, bits_wide), bits in NAN.items() if bits_wide == width and kind in opcode.split(".")), None)
    return least is not None and all(v & MAGNITUDE[width] > least for v in values)


def first_differences(kernel, ours, theirs):
    """(result, lane) of results that differ where all that they read is equal."""
    same = [[a == b for a, b in zip(one, other, strict=True)] for one, other in zip(ours, theirs, strict=True)]
    for n, result in enumerate(kernel.results):
        across = any(word in result.opcode for word in ACROSS)
        for lane, equal in enumerate(same[n]):
            if not equal and all(all(same[s]) if across else same[s][lane] for s in result.sources):
                yield n, lane


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("colex")
    parser.add_argument("--kernels", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, choices=range(5))
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    colex, driver = os.path.abspath(given.colex), Driver()
    kernels, inputs = ptx_random.kernels(given.kernels, seed=given.seed, moves=given.moves), ptx_random.inputs()
    differing, apart, seen, report = collections.Counter(), collections.Counter(), 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        folder = pathlib.Path(folder)

        def pair(number):
            kernel, place = kernels[number], folder / str(number)
            place.mkdir()
            npy.write(place / "in.npy", "|u1", (len(inputs),), inputs)
            text = ptx_random.module([kernel])
            (place / "one.ptx").write_text(text)
            return ptx_device.executed(colex, place, kernel, place / "one.ptx"), driver.ran(driver.module(text, given.level), kernel, inputs)

        for number, (ours, theirs) in enumerate(pool.map(pair, range(len(kernels)))):
            kernel = kernels[number]
            seen += len(kernel.results)
            wrong = collections.defaultdict(list)
            for n, lane in first_differences(kernel, ours, theirs):
                wrong[n].append(lane)
            for n, lanes in wrong.items():
                result = kernel.results[n]
                open_ = ".approx" in result.opcode or "div.full" in result.opcode
                nan = all(both_nan(result.opcode, result.width, (ours[n][lane], theirs[n][lane])) for lane in lanes)
                (apart if open_ or nan else differing)[result.opcode] += 1
                report.append({"kernel": kernel.name, "result": n, "opcode": result.opcode, "behind": [kernel.results[s].opcode for s in result.sources], "lanes": len(lanes),
                               "values": [{"lane": lane, "here": hex(ours[n][lane]), "card": hex(theirs[n][lane]), "read": [hex(ours[s][lane]) for s in result.sources]} for lane in lanes[:4]]})  # fmt: skip
    if given.report:
        given.report.write_text(json.dumps({"device": driver.name, "kernels": len(kernels), "seed": given.seed, "level": given.level, "moves": given.moves, "differences": report}, indent=1))
    print(f"{seen} results of {ptx_random.THREADS} lanes in {len(kernels)} kernels on {driver.name}, assembled {'as the driver does' if given.level is None else f'at level {given.level}'}")
    print(f"apart, approximate functions and two NaNs: {dict(apart.most_common())}")
    print(f"other bits: {dict(differing.most_common())}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
