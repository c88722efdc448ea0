# SPDX-License-Identifier: MIT
"""The layout operations written in MLIR tests: CUTLASS's CuTe IR (COLEX_PEER_CUTLASS) and FlyDSL (COLEX_PEER_FLYDSL).

These types hold the values: `cute.coalesce(%l) : (!cute.layout<"(4,5):(1,4)">) -> !cute.layout<"20:1">` is a question
and its answer, which the peer's own compiler checks. So the texts alone are read; nothing of the peer is run.

A `?` stands for a number that is known at run time only: see unknown.py.
"""
import collections
import json
import pathlib
import re

import unknown

STATEMENT = re.compile(r'(?:%[\w, %:]*=\s*)?"?(?:cute|fly)\.(?P<op>\w+)"?(?P<rest>[\s(<].*)', re.S)
START = re.compile(r'\s*(?:%[^=]*=\s*)?"?(?:cute|fly)\.\w+"?[\s(<]')
TYPE = re.compile(r'!(?:cute|fly)\.(\w+)<(?:"([^"]*)"|([^>"]*(?:<[^>]*>[^>"]*)*))>|\b(i1|i32|i64|index)\b')

# Their name: ours, and the places of our arguments among theirs (`n` an attribute, in order of writing).
SAME = """coalesce complement composition right_inverse left_inverse logical_divide zipped_divide tiled_divide flat_divide
logical_product zipped_product tiled_product flat_product blocked_product raked_product size cosize rank depth flatten filter
filter_zeros shape_div ceil_div make_layout_like elem_less max_common_layout max_common_vector nullspace idx2crd crd2idx
tile_to_shape make_ordered_layout congruent weakly_congruent compatible elem_scale zip prefix_product recast_layout get select take
make_identity_layout unflatten append prepend""".split()
RENAMED = {
    "tuple_product": "product", "tuple_product_each": "product_each", "tuple_add": "add", "tuple_sub": "sub",
    "tuple_mul": "mul", "tuple_div": "div", "tuple_mod": "mod", "tuple_max": "max", "tuple_min": "min", "tuple_sum": "sum",
    "int_tuple_add": "add", "int_tuple_sub": "sub", "int_tuple_mul": "mul", "int_tuple_product": "product",
    "int_tuple_product_each": "product_each", "layout_eval": "evaluate", "group_modes": "group", "group": "group",
    "append_to_rank": "append_to", "prepend_to_rank": "prepend_to", "slice": "slice", "dice": "dice", "equal": "equal",
    "tuple_equal": "equal", "get_1d_coord": "get_1d_coord", "get_flat_coord": "get_flat_coord",
    "get_hier_coord": "get_hier_coord", "increment_coord": "increment",
}  # fmt: skip


def statements(text):
    """Every statement of the dialect, its lines joined; none that is expected to be an error."""
    lines, k, wrong = text.splitlines(), 0, False
    while k < len(lines):
        line = lines[k]
        k += 1
        wrong = wrong or "expected-error" in line
        if not START.match(line) or line.lstrip().startswith("//"):
            wrong = wrong and (not line.strip() or line.lstrip().startswith("//"))
            continue
        whole = line.split("//")[0]
        while k < len(lines) and not re.match(r'\s*(%\w|return|\}|//|\w+\.|"|func|$)', lines[k]):
            whole += " " + lines[k].split("//")[0].strip()
            k += 1
        if "->" not in whole and k < len(lines):  # the type of the answer is where it is returned
            returned = re.match(r"\s*return %\w+ : ([^,]*|!.*>)$", lines[k])
            whole += f" -> {returned[1]}" if returned else ""
        if not wrong:
            yield whole.strip()
        wrong = False


def types(text):
    return [(m[1] or m[4], re.sub(r" |\{\w+\}", "", m[2] if m[2] is not None else m[3] or "")) for m in TYPE.finditer(text)]


def value(kind, text):
    """The text of a type as colex reads it."""
    if kind == "tile" or "[" in text:
        return text.translate(str.maketrans("[];", "(),"))
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def attributes(rest):
    found = re.match(r"\s*<\s*(?:(?:mode|modes|rank|begin|end)\s*=\s*)?\[?([-\d,\s]*)\]?\s*>\s*\(", rest)
    if found:
        return [int(n) for n in re.findall(r"-?\d+", found[1])]
    return [int(n) for n in re.findall(r"-?\d+", "".join(re.findall(r"\{([^}]*)\}\s*:", rest)))]


def question(statement):
    """(op, args, answer) or a word that says why there is none."""
    m = STATEMENT.match(statement)
    if not m:
        return "unread"
    op, rest = m["op"], m["rest"]
    if op not in SAME and op not in RENAMED:
        return None
    before, arrow, after = rest.rpartition("->")
    given, got = types(before), types(after)
    if not arrow or len(got) != 1 or not given:
        return "unread"
    if got[0][0] == "i1":  # a truth value stands in no type
        return None
    if any(kind in ("i32", "i64", "index") for kind, _ in given + got):
        return "unknown at compile time"
    return arranged(op, given, attributes(rest), got[0])


def arranged(op, given, numbers, got):
    """Our operation and our order of arguments; where the coordinate has `_`, theirs means the offset of the rest: `_` is 0."""
    ours = RENAMED.get(op, op)
    if ours in ("evaluate", "crd2idx"):
        given = [(kind, text.replace("_", "0") if ":" not in text else text) for kind, text in given]
    args = [value(*t) for t in given]
    if ours in ("slice", "dice", "evaluate"):
        args = args[::-1]
    if op == "recast_layout":  # theirs: to, from
        numbers = numbers[::-1]
    if ours in ("append_to", "prepend_to"):
        args = [args[0], *numbers, *args[1:]]
    elif op in ("get", "select", "take", "group_modes", "group", "recast_layout"):
        args = [*args, *numbers]
    elif numbers and op in ("size", "cosize", "rank", "depth"):
        return {"modes": numbers, "op": ours, "args": args[:1], "result": value(*got)}
    elif numbers:
        return "attributes"
    return {"op": ours, "args": args, "result": value(*got)}


def run(folder, colex, under, suite, spelled=lambda text: text):
    """`spelled` turns the peer's notation into CuTe's."""
    rows, left = {}, collections.Counter()
    seen = set()
    for file in sorted((pathlib.Path(folder) / under).rglob("*.mlir")):
        for statement in statements(file.read_text()):
            body = spelled(re.sub(r"%[\w:#]+", "%", statement))
            if body in seen:
                continue
            seen.add(body)
            row = question(body)
            if isinstance(row, str):
                left[row] += 1
            elif row:
                for row in unknown.known(row, colex):
                    if row.get("modes"):
                        mode = colex.reply("get", [*row["args"], *row.pop("modes")])
                        if not mode["ok"]:
                            left["a mode of what has none"] += 1
                            continue
                        row["args"] = [mode["result"]]
                    rows.setdefault(json.dumps([row["op"], row["args"]]), row)
    if not rows:
        raise SystemExit(f"{suite}: no statement under {folder}/{under}")
    return {"tests": {}, "rows": list(rows.values()), "left": dict(left)}
