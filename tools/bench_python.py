#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What calls of the Python package cost, beside pycute and tensor-layouts: tools/bench_python.py [--pycute FOLDER] [--seconds S]

FOLDER holds the module `pycute`; tensor-layouts is measured where it is installed. Nanoseconds per call, the least of five
repetitions of S seconds in all, the arguments ready. Only calls whose answers agree as text are compared.
"""
import argparse
import importlib
import sys
import timeit

import colex

SHAPE, STRIDE = ((4, (2, 4)), (2, (1, 8)))
PLAIN, PLAIN_STRIDE = (6, 8), (8, 1)
B, B_STRIDE = (4, 3), (3, 12)


def calls(module, at):
    """{name: call}; `at` is how the module calls a layout."""
    layout, plain = module.Layout(SHAPE, STRIDE), module.Layout(PLAIN, PLAIN_STRIDE)
    inner, units = module.Layout(B, B_STRIDE), module.Layout((2, 1, 6), (1, 6, 2))
    eight = module.Layout(8, 2)
    compose = getattr(module, "composition", None) or module.compose  # tensor-layouts' name
    return {"make": lambda: module.Layout(SHAPE, STRIDE), "call": lambda: at(layout, 21), "equal": lambda: layout == plain,
            "coalesce": lambda: module.coalesce(units), "composition": lambda: compose(plain, inner),
            "complement": lambda: module.complement(eight, 32)}  # fmt: skip


def nanoseconds(call, seconds):
    timer = timeit.Timer(call)
    count = max(1, int(seconds / 5 / max(timer.timeit(10) / 10, 1e-9)))
    return 1e9 * min(timer.repeat(5, count)) / count


def peers(folder):
    if folder:
        sys.path.insert(0, folder)
        yield "pycute", importlib.import_module("pycute")
    try:
        yield "tensor_layouts", importlib.import_module("tensor_layouts")
    except ImportError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pycute", metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    ours = calls(colex, lambda layout, i: layout(i))
    theirs = [(name, calls(module, lambda layout, i: layout(i))) for name, module in peers(given.pycute)]
    print(f"{'':14}{'colex':>10}" + "".join(f"{name:>26}" for name, _ in theirs) + "   ns per call")
    for name, call in ours.items():
        line = f"{name:14}{(mine := nanoseconds(call, given.seconds)):10.0f}"
        for _, other in theirs:
            agree = name == "make" or str(other[name]()).replace(" ", "") == str(call()).replace(" ", "")
            line += f"{(ns := nanoseconds(other[name], given.seconds)):16.0f} {ns / mine:7.0f} x" if agree else f"{'other answer':>26}"
        print(line)


if __name__ == "__main__":
    main()
