# SPDX-License-Identifier: MIT
"""gdb shows layouts as one writes them: (4,8):(8,1), Sw<3,4,3> o 0 o (8,8):(8,1), refused: cotarget_divides.

In gdb, or in ~/.gdbinit:

    source editors/gdb/colex.py

Tuples, layouts, swizzled layouts, Results, and layouts as types, whose entries of the run are `?`.
"""
import re

import gdb
import gdb.printing

MOST_NODES = 64  # as kMaxNodes; memory that holds no layout yet may say any number


def tree(nodes, leaves, show):
    """The tuple whose profile is `nodes`, in preorder, with `show(leaf)` at its leaves; None where the numbers are no profile."""
    state = {"node": 0, "leaf": 0}

    def part():
        code = nodes[state["node"]]
        state["node"] += 1
        if code == 0:
            state["leaf"] += 1
            return show(leaves[state["leaf"] - 1])
        return "(" + ",".join(part() for _ in range(code - 1)) + ")"

    try:
        text = part()
    except (IndexError, RecursionError):
        return None
    return text if (state["node"], state["leaf"]) == (len(nodes), len(leaves)) else None


class Nested:
    """A tuple, or where its leaves are modes, a layout."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        profile, leaves = self.value["profile"], self.value["leaves"]
        count, length = int(profile["count"]), int(leaves["count"])
        if not 0 < count <= MOST_NODES or not 0 <= length <= count:
            return "no value yet"
        nodes = [int(profile["node"][k]) for k in range(count)]
        items = [leaves["item"][k] for k in range(length)]
        modes = str(self.value.type.strip_typedefs().template_argument(0)).startswith("colex::Mode<")
        parts = ("shape", "stride") if modes else (None,)
        texts = [tree(nodes, items, lambda leaf, part=part: str(leaf if part is None else leaf[part])) for part in parts]
        return "no value yet" if None in texts else ":".join(texts)


class Result:
    """The value, or the condition that refuses it."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        condition = str(self.value["refusal"]["condition"]).rsplit("::", 1)[-1]
        return str(self.value["value"]) if condition == "none" else f"refused: {condition}"


class Composed:
    """A swizzle after a layout."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        outer = self.value["outer"]
        swizzle = ",".join(str(int(outer[part])) for part in ("bits", "base", "shift"))
        return f"Sw<{swizzle}> o {self.value['offset']} o {self.value['inner']}"


class Static:
    """A layout as a type: its entries are template arguments."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        name = re.sub(r"colex::|[()\s{}]|(?<=\d)[lL]+\b", "", str(self.value.type.strip_typedefs().unqualified()))
        inside = re.sub(r"Tuple<", "(", re.sub(r"Given", "?", name.split("<", 1)[1][:-1])).replace(">", ")")
        parts, depth, last = [], 0, 0
        for at, letter in enumerate(inside + ","):
            depth += (letter == "(") - (letter == ")")
            if letter == "," and depth == 0:
                parts.append(inside[last:at])
                last = at + 1
        return ":".join(parts[:2])


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter("colex")
    found.add_printer("Nested", r"^colex::Nested<", Nested)
    found.add_printer("Result", r"^colex::Result<", Result)
    found.add_printer("Composed", r"^colex::BasicComposedLayout<long, colex::Swizzle>$", Composed)
    found.add_printer("Static", r"^colex::StaticLayout<", Static)
    return found


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
