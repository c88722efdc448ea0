#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What calls of the Python package cost, beside C++, pycute and tensor-layouts.

    tools/bench_python.py [--cxx COMPILER] [--pycute FOLDER] [--seconds S]

With a compiler the same calls are timed in C++, on the checked integers that the package has. FOLDER holds the module `pycute`;
tensor-layouts is measured where it is installed. Nanoseconds per call, the least of 200 repetitions of S seconds in all,
each shorter than a turn of the scheduler, the arguments ready. Only calls whose answers agree as text are compared.
"""
import argparse
import importlib
import pathlib
import subprocess
import sys
import tempfile
import timeit

import colex

SHAPE, STRIDE = ((4, (2, 4)), (2, (1, 8)))
PLAIN, PLAIN_STRIDE = (6, 8), (8, 1)
B, B_STRIDE = (4, 3), (3, 12)
CALLS = {"make": "Layout(SHAPE, STRIDE)", "call": "layout(21)", "equal": "layout == plain", "coalesce": "coalesce(units)",
         "composition": "composition(plain, inner)", "complement": "complement(eight, 32)"}  # fmt: skip
REPETITIONS = 200
ROOT = pathlib.Path(__file__).resolve().parents[1]
CXX_CALLS = {"make": "Layout<Checked>(plain)", "call": "evaluate(layout, Checked(21))", "equal": "layout == plain", "coalesce": "coalesce(units)",
             "composition": "composition(plain, inner)", "complement": "complement(eight, Checked(32))"}  # fmt: skip
CXX = """
#include <chrono>
#include <cstdio>
#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "number/checked.hpp"
using namespace colex;
std::string said(Layout<Checked> const& x) { return to_text(plain(x)); }
std::string said(Result<Layout<Checked>, Checked> const& x) { return said(*x); }
std::string said(Checked x) { return std::to_string(x.value()); }
std::string said(bool x) { return x ? "True" : "False"; }
template <class T> void keep(T const& x) { asm volatile("" : : "r"(&x) : "memory"); }
template <class F> void time(char const* name, F f, double seconds) {
  double best = 1e18;
  for (int k = 0; k < @repetitions@; ++k) {
    long count = 0;
    auto const begun = std::chrono::steady_clock::now();
    double passed = 0;
    do {
      for (int i = 0; i < 64; ++i) keep(f());
      count += 64;
      passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    } while (passed < seconds / @repetitions@);
    best = std::min(best, 1e9 * passed / double(count));
  }
  std::printf("%s %.1f %s\\n", name, best, said(f()).c_str());
}
Layout<Checked> read(char const* text) { return checked(colex::layout(text)); }
int main() {
  auto layout = read("(4,(2,4)):(2,(1,8))"), plain = read("(6,8):(8,1)"), inner = read("(4,3):(3,12)"), units = read("(2,1,6):(1,6,2)"), eight = read("8:2");
  @calls@
}
"""


def in_cxx(compiler, seconds):
    """{name: (nanoseconds, what it answers)}"""
    body = "\n  ".join(f'time("{name}", [&] {{ keep(layout), keep(plain), keep(inner), keep(units), keep(eight); return {call}; }}, {seconds});'
                       for name, call in CXX_CALLS.items())  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "calls.cpp", pathlib.Path(folder) / "calls"
        source.write_text(CXX.replace("@calls@", body).replace("@repetitions@", str(REPETITIONS)))
        subprocess.run([compiler, "-std=c++20", "-O2", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", source, "-o", program], check=True)
        rows = [line.split(None, 2) for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()]
    return {name: (float(ns), said) for name, ns, said in rows}


def names(module):
    """What the statements CALLS name."""
    def layout(*parts):
        return module.Layout(*parts)

    return {"Layout": module.Layout, "SHAPE": SHAPE, "STRIDE": STRIDE, "layout": layout(SHAPE, STRIDE), "plain": layout(PLAIN, PLAIN_STRIDE),
            "inner": layout(B, B_STRIDE), "units": layout((2, 1, 6), (1, 6, 2)), "eight": layout(8, 2), "coalesce": module.coalesce,
            "composition": getattr(module, "composition", None) or module.compose, "complement": module.complement}  # fmt: skip


def answer(module, call):
    return str(eval(CALLS[call], names(module))).replace(" ", "")


def nanoseconds(module, call, seconds):
    timer = timeit.Timer(CALLS[call], globals=names(module))
    count = max(1, int(seconds / REPETITIONS / max(timer.timeit(10) / 10, 1e-9)))
    return 1e9 * min(timer.repeat(REPETITIONS, count)) / count


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
    parser.add_argument("--cxx", metavar="COMPILER")
    parser.add_argument("--pycute", metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    theirs = list(peers(given.pycute))
    direct = in_cxx(given.cxx, given.seconds) if given.cxx else {}
    print(f"{'':14}{'colex':>10}" + (f"{'C++':>10}{'above it':>10}" if direct else "") + "".join(f"{name:>26}" for name, _ in theirs) + "   ns per call")
    for call in CALLS:
        line = f"{call:14}{(mine := nanoseconds(colex, call, given.seconds)):10.0f}"
        if direct:
            ns, said = direct[call]
            agree = call == "make" or said.replace(" ", "") == answer(colex, call)
            line += f"{ns:10.0f}{mine - ns:10.0f}" if agree else f"{'other answer ' + said:>20}"
        for _, module in theirs:
            agree = call == "make" or answer(module, call) == answer(colex, call)
            line += f"{(ns := nanoseconds(module, call, given.seconds)):16.0f} {ns / mine:7.0f} x" if agree else f"{'other answer':>26}"
        print(line)


if __name__ == "__main__":
    main()
