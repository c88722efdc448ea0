#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples at the heads of include/colex/*.hpp, run.

An indented line of a header's first comment is examples, two spaces or more between them, and after them a remark:

    //   coalesce((2,1):(3,1)) == 2:3      coalesce(1:7) == 1:0      a remark
    //   static_assert(colex::Number<std::int64_t>);                 C++, up to the last `;`

Those of an operation go through `colex batch`, C++ is compiled:

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


def operation(example, header, manual):
    """The operation that an example calls: by its name, else by the C++ function that it names."""
    ops, name = manual["operations"], example.name
    if name.startswith("lexicographic::"):
        header, name = "lexicographic.hpp", name.removeprefix("lexicographic::")
    by_tiler = any(isinstance(arg, str) and arg.startswith("<") for arg in example.args)
    if by_tiler and name + "_tiler" in ops:
        return name + "_tiler"
    functions = {page["C++"]: page["op"] for page in reversed(manual["pages"])}
    if header == "lexicographic.hpp" and f"{header} {name}" in functions:
        return functions[f"{header} {name}"]
    anywhere = [op for where, op in functions.items() if where.split()[1] == name]
    return name if name in ops or not anywhere else anywhere[0]


def as_tuple(arg):
    return "(" + arg[1:-1] + ")" if isinstance(arg, str) and arg.startswith("<") else arg


def run(colex):
    manual, asked, failed = examples.manual(colex), [], 0
    for path in sorted(FOLDER.glob("*.hpp")):
        found = list(read(path))
        if not found and path.name not in EXEMPT:
            print(f"{path}: no example at the head")
            failed += 1
        for number, _, written in found:
            for e in written:
                op = operation(e, path.name, manual)
                call, cute = examples.request(e._replace(args=[as_tuple(a) for a in e.args]), op)
                asked.append((path, number, e, (call, cute)))
    for (path, number, e, _), line in zip(asked, examples.ask(colex, [request for *_, request in asked])):
        if fault := examples.fault(e, line):
            print(f"FAIL {path}:{number}: {e.text}\n  {fault}")
            failed += 1
    print(f"{len(asked)} examples of operations, {failed} faults")
    return 1 if failed or len(asked) < 60 else 0


def write(out, depends):
    paths = [path for path in sorted(FOLDER.glob("*.hpp"))]
    text = "// The C++ at the heads of include/colex/*.hpp; written by tools/header_examples.py.\n"
    text += "#include <string_view>\n\n#include \"colex/colex.hpp\"\n"
    for path in paths:
        code = [(number, c) for number, c, _ in read(path) if c]
        if code:
            text += f"namespace head_of_{path.stem} {{\nusing namespace colex;\n"
            text += "".join(f'#line {number} "{path}"\n{c}\n' for number, c in code) + "}\n"
    pathlib.Path(out).write_text(text + "int main() {}\n")
    pathlib.Path(depends).write_text(f"{out}: {' '.join(map(str, paths))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[2]) if sys.argv[1] == "--batch" else write(*sys.argv[2:]))
