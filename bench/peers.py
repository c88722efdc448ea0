# SPDX-License-Identifier: MIT
"""The bench's cases asked of the peers that are there, every answer compared with colex's offset by offset: CuTe C++, CUTLASS's
library at run time (cutegen), its pycute, and tensor-layouts. tools/bench prints what they take."""
import ast
import collections
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

CUTLASS = "COLEX_PEER_CUTLASS"
PYCUTE = {"composition_1": "composition", "right_inverse_whole": "right_inverse",
          **{op: op for op in ("coalesce", "composition", "complement", "logical_divide", "logical_product", "left_inverse")}}  # fmt: skip
TENSOR_LAYOUTS = {**PYCUTE, "composition": "compose", "composition_1": "compose"}


def cases_of(executable, operations):
    """Row -> its cases, of these operations."""
    ran = subprocess.run([executable, "--cases"], capture_output=True, text=True, check=True)
    rows = collections.defaultdict(list)
    for line in ran.stdout.splitlines():
        case = json.loads(line)
        if case["row"].split("/")[0] in operations:
            rows[case["row"]].append(case)
    return rows


def in_python(executable, peer, names):
    """Row -> nanoseconds of a Python package on the same cases; ends where it answers another function."""
    asked = cases_of(executable, names)

    def value(text):
        return peer.Layout(*map(ast.literal_eval, text.split(":"))) if ":" in text else int(text)

    def flat(entry):
        return [n for e in entry for n in flat(e)] if isinstance(entry, tuple) else [entry]

    def offsets(layout):
        every = [0]
        for extent, stride in zip(flat(layout.shape), flat(layout.stride)):
            every = [at + k * stride for k in range(extent) for at in every]
        return every

    rows = {}
    for row, cases in asked.items():
        function = getattr(peer, names[row.split("/")[0]], None)
        if function is None:
            continue
        arguments = [[value(text) for text in case["args"]] for case in cases]
        for case, given in zip(cases, arguments):
            want, got = value(case["answer"]), function(*given)
            if offsets(want) != offsets(got):
                sys.exit(f"bench: {row}: {peer.__name__} answers {got} to {case['args']}, colex {case['answer']}")
        rows[row] = math.inf
        for _ in range(5):  # the least of five windows
            started, rounds = time.process_time_ns(), 0
            while time.process_time_ns() - started < 2_000_000:
                rounds += 1
                for given in arguments:
                    function(*given)
            rows[row] = min(rows[row], (time.process_time_ns() - started) / (rounds * len(cases)))
    return rows


CUTE = ("coalesce", "composition", "composition_1", "logical_divide")
CUTE_COLUMNS = ("1/flat", "2/flat", "4/flat", "8/flat", "4/nested")  # each takes a compiler many seconds
CUTE_SOURCE = """#include <cute/layout.hpp>
#include "colex/static/run_time.hpp"
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>
using namespace cute;
using I = long long;
using Leaves = std::vector<std::pair<I, I>>;
I offset(Leaves const& leaves, I i) {
  I at = 0;
  for (auto [extent, stride] : leaves) at += i % extent * stride, i /= extent;
  return at;
}
template <class L>
I points_of(L const& l) {
  return I(size(l));
}
template <auto e, auto s, class V>
I points_of(colex::StaticLayout<e, s, V> const& l) {
  return size(*to_value(l));
}
template <class Call>
void row(char const* name, char const* whose, Leaves const* want, Call call) {
  for (int k = 0; k < 16; ++k) {
    auto const r = call(k);
    I points = 1;
    for (auto [extent, stride] : want[k]) points *= extent;
    bool right = points_of(r) == points;
    for (I i = 0; i < points; ++i) right = right && I(r(i)) == offset(want[k], i);
    if (!right) std::fprintf(stderr, "%s: %s answers case %d otherwise\\n", name, whose, k), std::exit(1);
  }
  double best = 1e9;
  for (int window = 0; window < 7; ++window) {
    int const calls = 16 << 12;
    auto const from = std::clock();
    for (int n = 0; n < calls; ++n) {
      auto const r = call(n % 16);
      asm volatile("" : : "m"(r) : "memory");
    }
    double const each = 1e9 * double(std::clock() - from) / CLOCKS_PER_SEC / calls;
    if (each < best) best = each;
  }
  std::printf("%s %s %g\\n", whose, name, best);
}
int main() {
"""


def leaves(text):
    return [int(n) for n in re.findall(r"-?\d+", text)]


def cute(executable):
    """Row -> nanoseconds of CuTe C++ on the same cases, and of colex's layouts whose rank is of the type; ends where one
    answers another function. Those have at most 32 modes, and so no composition of eight by eight."""
    rows = {row: cases for row, cases in cases_of(executable, CUTE).items() if row.split("/", 1)[1] in CUTE_COLUMNS}

    def layout(text, first):
        """A layout nested as `text` is, of the numbers data[k][first], data[k][first + 1] ..."""
        count = iter(range(first, first + 1000))
        shape, stride = (re.sub(r"-?\d+", lambda _: f"data[k][{next(count)}]", part).replace("(", "cute::make_tuple(") for part in text.split(":"))
        return f"make_layout({shape}, {stride})"

    def static(text, first):
        numbers = ", ".join(f"data[k][{n}]" for n in range(first, first + len(leaves(text))))
        return f"colex::static_layout<\"{re.sub(r'-?[0-9]+', '?', text)}\">({numbers})"

    source = CUTE_SOURCE
    for row, cases in rows.items():
        data = ", ".join("{" + ", ".join(map(str, leaves(" ".join(c["args"])))) + "}" for c in cases)
        pairs = [[leaves(part) for part in c["answer"].split(":")] for c in cases]
        want = ", ".join("{" + ", ".join(f"{{{e}, {d}}}" for e, d in zip(*p)) + "}" for p in pairs)
        args = cases[0]["args"]
        given, own = (", ".join(of(text, len(leaves(" ".join(args[:n])))) for n, text in enumerate(args)) for of in (layout, static))
        source += f"  {{ static I data[16][{len(leaves(' '.join(args)))}] = {{{data}}}; Leaves const want[] = {{{want}}};\n"
        operation = row.split("/")[0].removesuffix("_1")
        source += f"    row(\"{row}\", \"CuTe\", want, [](int k) {{ return cute::{operation}({given}); }});\n"
        if row != "composition/8/flat":
            source += f"    row(\"{row}\", \"colex\", want, [](int k) {{ return colex::{operation}({own}); }});\n"
        source += "  }\n"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "cute.cpp")
        path.write_text(source + "}\n", encoding="utf-8")
        own_headers = str(pathlib.Path(__file__).parents[1] / "include")
        command = ["g++", "-std=c++20", "-O2", "-I", own_headers, *include_cute(), str(path), "-o", f"{folder}/cute"]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit("bench: CuTe does not compile")
        ran = subprocess.run([f"{folder}/cute"], capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"bench: {ran.stderr.strip()[-300:]}")
    rows = {"CuTe": {}, "colex": {}}
    for whose, name, nanoseconds in (line.split() for line in ran.stdout.splitlines()):
        rows[whose][name] = float(nanoseconds)
    return rows["CuTe"], rows["colex"]


def include_cute():
    cuda = f"{os.environ.get('CUDA_HOME', '/usr/local/cuda')}/include"
    return ("-w", "-I", f"{os.environ[CUTLASS]}/include", "-I", cuda, "-I", f"{cuda}/cccl")


def cutegen(executable):
    """Row -> nanoseconds of cutegen on the same cases; ends where it answers another function."""
    lines = ["\t".join([row, case["answer"], *case["args"]])
             for row, cases in cases_of(executable, PYCUTE).items() for case in cases]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        command = ["g++", "-std=c++20", "-O2", "-w", "-I", f"{os.environ[CUTLASS]}/cutlass_compiler/cutegen/include",
                   pathlib.Path(__file__).with_name("cutegen_peer.cpp"), "-o", f"{folder}/cutegen"]  # fmt: skip
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit("bench: cutegen does not compile")
        ran = subprocess.run([f"{folder}/cutegen"], input="\n".join(lines), capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"bench: {ran.stderr.strip()[-300:]}")
    return {name: float(time_) for name, time_ in (line.split() for line in ran.stdout.splitlines())}


def peers(executable):
    """Name of each peer that is there, its times, and colex's beside which they stand where these are not the bench's."""
    if CUTLASS in os.environ:
        sys.path.insert(0, f"{os.environ[CUTLASS]}/python")
        import pycute  # pylint: disable=import-error,import-outside-toplevel
        yield "pycute", in_python(executable, pycute, PYCUTE), None
        yield "CUTLASS at run time", cutegen(executable), None
        of_cute, of_static = cute(executable)
        yield "CuTe C++", of_cute, None
        yield "CuTe C++", of_cute, of_static
    try:
        import tensor_layouts  # pylint: disable=import-error,import-outside-toplevel
    except ImportError:
        return
    yield "tensor-layouts", in_python(executable, tensor_layouts, TENSOR_LAYOUTS), None
