#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples at the heads of include/colex/*.hpp and those in its folders cute, columns and hardware, run; of include/colex/static/*.hpp,
those in C++.

An indented line of a header's first comment is examples, two spaces or more between them, and after them a remark:

    //   coalesce((2,1):(3,1)) == 2:3      coalesce(1:7) == 1:0      a remark
    //   static_assert(colex::Number<std::int64_t>);                 C++, up to the last `;`
    //   assert(to_text(layout("4:3")) == "4:3");                    C++ that is also run

Those of an operation go through `colex batch`, C++ is compiled, and each `assert` is run:

    tools/header_examples.py --batch build/colex         fails on a wrong answer, a line of neither form, no example
    tools/header_examples.py --write OUT.cpp OUT.d       writes the C++, and what it depends on
"""
import pathlib
import re
import sys

import examples

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "include/colex"
EXEMPT = {"colex.hpp"}  # includes the others
CUTE = "cute::"  # such an example goes through `colex batch --convention cute`
# Heads of bits.hpp, find.hpp, layout.hpp and swizzle.hpp have names that the table no longer knows: a word changed there makes every certificate
# stale, so they are mended with the next certification.
FORMER = {"eval": "evaluate", "find": "find_layout", "bit_inverse": "inverse", "bit_rank": "rank", "bit_swizzle": "swizzle_of"}


def headers():
    return [path for folder in ("", "cute/", "columns/", "hardware/") for path in sorted(FOLDER.glob(folder + "*.hpp"))]


def lines(path):
    """(line number, text) of the indented lines of the head."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.startswith("//"):
            return
        if line.startswith("//  "):
            yield number, line[2:].strip()


def cpp(text):
    """The C++ of a line, or None: everything up to the last semicolon."""
    found = re.match(r"(.*;)(\s{2,}[^;]*)?$", text)
    return found.group(1) if found else None


def read(path):
    """(line number, C++ or None, examples) of each line; sys.exit on a line that is neither."""
    for number, text in lines(path):
        if code := cpp(text):
            yield number, code, []
            continue
        pieces = re.split(r"\s{2,}", text)
        found = [examples.parse(piece) for piece in pieces]
        if found[0] is None or (len(pieces) > 1 and any(e is None for e in found[:-1])):
            sys.exit(f"{path}:{number}: neither an example nor C++: {text}")
        yield number, None, [e for e in found if e]


def run(colex):
    asked, failed = [], 0
    for path in headers():
        found = list(read(path))
        if not found and path.name not in EXEMPT:
            print(f"{path}: no example at the head")
            failed += 1
        for number, _, written in found:
            for e in written:
                name = e.name.removeprefix(CUTE)
                call, cute = examples.request(e, FORMER.get(name, name))
                cute |= e.name.startswith(CUTE)
                asked.append((path, number, e, (call, cute)))
    for (path, number, e, _), line in zip(asked, examples.ask(colex, [request for *_, request in asked])):
        if fault := examples.fault(e, line):
            print(f"FAIL {path}:{number}: {e.text}\n  {fault}")
            failed += 1
    print(f"{len(asked)} examples of operations, {failed} faults")
    return 1 if failed or len(asked) < 60 else 0


def write(out, depends):
    paths = headers() + sorted(FOLDER.glob("static/*.hpp"))
    text = "// The C++ at the heads of include/colex/*.hpp; written by tools/header_examples.py.\n"
    text += "#include <cstdio>\n#include <sstream>\n\n#include \"colex/colex.hpp\"\n"
    text += "#undef assert\n#define assert(...) ((__VA_ARGS__) ? 0 : (std::puts(#__VA_ARGS__), failed = 1))\nint failed = 0;\n"
    mains = []
    for path in paths:
        code = [(number, c) for number, c, _ in read(path) if c]
        if code:
            placed = [(f'#line {number} "{path}"\n{c}\n', c.startswith("assert(")) for number, c in code]
            header = path.relative_to(FOLDER).as_posix()
            name = re.sub(r"\W", "_", f"head_of_{header}")
            text += f'#include "colex/{header}"\nnamespace {name} {{\nusing namespace colex;\n'
            text += "".join(line for line, runs in placed if not runs)
            text += "void run() {\n" + "".join(line for line, runs in placed if runs) + "}\n}\n"
            mains.append(f"  {name}::run();\n")
    pathlib.Path(out).write_text(text + "int main() {\n" + "".join(mains) + "  return failed;\n}\n")
    pathlib.Path(depends).write_text(f"{out}: {' '.join(map(str, paths))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[2]) if sys.argv[1] == "--batch" else write(*sys.argv[2:]))
