#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every operation of include/colex that may refuse has its line in op.hpp, and op.hpp has no other. What it answers has
a text form: tests/unit/errors.cpp prints an answer of each type, in the order of PRINTED.

An operation is a constexpr function of namespace colex that answers a Result, in a header that colex.hpp includes:
linear layouts with named dimensions are included by those who use them.

    tests/static/op_list.py            fails where the list is another
    tests/static/op_list.py --write    writes the list into op.hpp
"""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "include/colex"
# Their operands are functions, or they are parts of operations.
EXEMPT = {"apply", "around", "at_leaves_of", "ceil_div_step", "complement_gaps", "complement_modes", "compose", "find_bit_map",
          "find_layout", "keep_limits", "read_digit", "right_inverse_of_modes", "room_for_copies", "shape_div_step"}
# What operations answer, by the type within the Result; numbers stand for all of theirs.
PRINTED = ["Int", "Word", "std::int64_t", "IntTuple<Int>", "IntTuple<std::int64_t>", "Nested<T>", "Layout<Int>", "Layout<Word>",
           "Layout<std::int64_t>", "Layout<Coordinate>", "AnyLayout", "BasicComposedLayout<Word, Outer>", "Admissible", "bool",
           "ComposedEquality<Word>", "Alike<Int>", "Placed<Int>", "PlacedAny", "Swizzle", "BasicBitMap<Word>", "BasicAffineBits<Word>",
           "BitMap"]


def operations(text):
    """Names of the functions of namespace colex itself that answer a Result, and what is in it."""
    inside = []
    for line in re.sub(r"\(\s*\n\s*", "(", text).splitlines():
        if opened := re.match(r"namespace ([\w:]+) \{", line):
            inside.append(opened[1])
        elif re.match(r"\}  // namespace", line):
            inside.pop()
        elif inside == ["colex"] and (found := re.match(r"(?:requires.*\) )?constexpr Result<(.*?)(?:, [\w:]+)?> (\w+)\(", line)):
            yield found[2], found[1]


def included(name, seen):
    """The headers of include/colex that one includes, itself among them."""
    if name not in seen:
        seen.add(name)
        for other in re.findall(r'^#include "colex/(\w+\.hpp)"', (FOLDER / name).read_text(), re.M):
            included(other, seen)
    return seen


headers = [FOLDER / name for name in sorted(included("colex.hpp", set())) if name != "op.hpp"]
found = [pair for path in headers for pair in operations(path.read_text())]
there = {name for name, _ in found}
OP, LINES = FOLDER / "op.hpp", r"(?<=^namespace op \{\n).*?(?=^\}  // namespace op$)"
if "--write" in sys.argv:
    lines = "".join(f"COLEX_OPERATION({name})\n" for name in sorted(there - EXEMPT))
    OP.write_text(re.sub(LINES, lines, OP.read_text(), flags=re.M | re.S))
listed = re.findall(r"^COLEX_OPERATION\((\w+)\)$", OP.read_text(), re.M)
faults = [f"op.hpp lacks {name}" for name in sorted(there - EXEMPT - set(listed))]
faults += [f"op.hpp lists {name}, which no header has" for name in sorted(set(listed) - there)]
faults += [f"no header has {name}, which is exempt here" for name in sorted(EXEMPT - there)]
faults += [f"errors.cpp prints no {answer}, which {name} answers" for name, answer in found
           if name not in EXEMPT and answer not in PRINTED]
faults += ["op.hpp is not in order, or says a name twice"] * (listed != sorted(set(listed)))
print(*faults, f"{len(listed)} operations, {len(faults)} faults", sep="\n")
sys.exit(1 if faults or len(listed) < 60 else 0)
