# SPDX-License-Identifier: MIT
"""CUTLASS's run-time library (cutegen): its unit tests, compiled behind a recorder. COLEX_PEER_CUTLASS is a checkout."""
import pathlib
import re

import cxx
import unknown

FILES = """advanced_use arith_tuple coalesce coalesce_z compare complement composed_layout composition layout left_inverse
logical_divide logical_product misc right_inverse scaled_basis swizzle tile tile_to_shape tuple""".split()
RECORDED = """blocked_product ceil_div coalesce coalesce_z colex_less compatible complement complement_extend composition cosize
dice downcast elem_less filter filter_zeros flat_divide flat_product flatten group idx2crd increment_coord layout_eval
left_inverse lex_less logical_divide logical_product make_identity_layout make_layout_like max_alignment prefix_product product
product_each raked_product right_inverse select shape_div slice tile_to_shape tiled_divide tiled_product upcast
weakly_congruent zipped_divide zipped_product append_to_rank_N prepend_to_rank_N""".split()
RENAMED = {"coalesce_z": "coalesce_extended", "complement_extend": "complement", "layout_eval": "crd2idx",
           "increment_coord": "increment", "append_to_rank_N": "append_to", "prepend_to_rank_N": "prepend_to"}  # fmt: skip
ORDERS = {"append_to": [1, 0, 2], "prepend_to": [1, 0, 2], "upcast": [1, 0], "downcast": [1, 0],
          "group": [2, 0, 1]}  # fmt: skip; our arguments among theirs
INVALID = ("x", "x:x")  # how the library writes that there is no answer


def expressible(row):
    last = str(row["args"][-1])
    return cxx.NO_VALUE if last.startswith("0x") or row["op"] in ("select", "tile_to_shape") and last == "?" else ""


def evaluated(row):
    """Their coordinate with `_` means the offset of the rest: `_` is 0. With basis strides it is a coordinate, not an index."""
    at, layout = row["args"][0], ":".join(map(str, row["args"][1:]))
    at = at.replace("_", "0") if isinstance(at, str) else at
    return dict(row, op="evaluate", args=[layout, at]) if "@" in layout else dict(row, args=[at, layout])


def spelled(text):
    """A tile is [4:1;_] there."""
    if not isinstance(text, str):
        return text
    text = re.sub(r"\s|\{\w+\}", "", text).translate(str.maketrans("[];", "(),"))
    return "reject" if text in INVALID else text


def run(folder, colex):
    root = pathlib.Path(folder) / "cutlass_compiler/cutegen"
    files = [root / "test" / f"cg_{name}_test.cpp" for name in FILES]
    flags = ["-std=c++17", f"-I{root}/include", f"-I{root}/test"]
    tests, rows = cxx.recorded("record_cutegen.hpp", "cutegen", RECORDED, files, flags)
    for row in rows:
        row["op"] = RENAMED.get(row["op"], row["op"])
        order = ORDERS.get(row["op"])
        if order and len(order) == len(row["args"]):
            row["args"] = [row["args"][k] for k in order]
        row["args"], row["result"] = list(map(spelled, row["args"])), spelled(row["result"])
    rows, left = cxx.said(rows, expressible)
    rows = [evaluated(row) if row["op"] == "crd2idx" else row for row in rows]
    rows = [asked for row in rows for asked in unknown.known(row, colex)]
    return {"tests": tests, "rows": rows, "left": left}
