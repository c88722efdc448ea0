# SPDX-License-Identifier: MIT
"""What a debugger shows of the numbers that it read: gdb/colex.py and lldb/colex.py read them."""
import re

MOST_NODES = 64  # as kMaxNodes; memory that holds no layout yet may say any number
NO_VALUE = "no value yet"


def tree(nodes, leaves):
    """The tuple whose profile is `nodes`, in preorder, with the texts `leaves`; None where the numbers are no profile."""
    state = {"node": 0, "leaf": 0}

    def part():
        code = nodes[state["node"]]
        state["node"] += 1
        if code == 0:
            state["leaf"] += 1
            return leaves[state["leaf"] - 1]
        return "(" + ",".join(part() for _ in range(code - 1)) + ")"

    try:
        text = part()
    except (IndexError, RecursionError):
        return None
    return text if (state["node"], state["leaf"]) == (len(nodes), len(leaves)) else None


def nested(count, length, node, leaf, modes):
    """A tuple, or where its leaves are modes, a layout. `node(k)` is a number of the profile, `leaf(k, part)` a text, of a mode's part."""
    if not 0 < count <= MOST_NODES or not 0 <= length <= count:
        return NO_VALUE
    nodes = [node(k) for k in range(count)]
    texts = [tree(nodes, [leaf(k, part) for k in range(length)]) for part in (("shape", "stride") if modes else (None,))]
    return NO_VALUE if None in texts else ":".join(texts)


def result(condition, value):
    """The value, or the condition that refuses it."""
    condition = condition.rsplit("::", 1)[-1]
    return value() if condition == "none" else f"refused: {condition}"


def composed(bits, base, shift, offset, inner):
    """A swizzle after a layout."""
    return f"Sw<{bits},{base},{shift}> o {offset} o {inner}"


def static(name):
    """A layout as a type, from its name: its entries are template arguments, those of the run are `?`."""
    short = re.sub(r"colex::|[()\s{}]|(?<=\d)[lL]+\b", "", name)
    inside = re.sub(r"Tuple<", "(", re.sub(r"Given", "?", short.split("<", 1)[1][:-1])).replace(">", ")")
    parts, depth, last = [], 0, 0
    for at, letter in enumerate(inside + ","):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(inside[last:at])
            last = at + 1
    return ":".join(parts[:2])


# Types by name, and which of the functions above shows them.
TYPES = {
    "nested": r"^colex::Nested<",
    "result": r"^colex::Result<",
    "composed": r"^colex::BasicComposedLayout<long( long)?, colex::BasicSwizzle<int> ?>$",
    "static": r"^colex::StaticLayout<",
}
