# SPDX-License-Identifier: MIT
"""CUTLASS's unit tests of CuTe's core, compiled behind a recorder. COLEX_PEER_CUTLASS is a checkout of CUTLASS;
$CUDA_HOME/include (default /usr/local/cuda) has the headers of CUDA. No device is needed."""
import os
import pathlib

import cxx

FILES = """coalesce compact_xmajor compare complement composition domain_distribute int_tuple inverse_left inverse_right
logical_divide logical_product nullspace reverse swizzle_layout""".split()

RECORDED = """coalesce compact_col_major compact_row_major compatible complement composition congruent colex_less cosize dice
domain_distribute elem_less evenly_divides filter inner_product left_inverse lex_less logical_divide logical_product nullspace
product reverse right_inverse slice weakly_congruent""".split()


def expressible(row):
    if any("?" in str(t) for t in (*row["args"], row["result"])):
        return cxx.NO_VALUE
    if row["op"] == "composition" and len(row["args"]) == 3:
        return "a composition of three"
    return ""


def run(folder, colex):
    root = pathlib.Path(folder)
    cuda = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "include"
    flags = ["-std=c++17", f"-I{root}/include", f"-I{root}/test/unit/common", f"-I{cuda}", f"-I{cuda}/cccl"]
    files = [root / "test/unit/cute/core" / f"{name}.cpp" for name in FILES]
    tests, rows = cxx.recorded("record_cute.hpp", "cute", RECORDED, files, flags)
    rows, left = cxx.said(rows, expressible)
    return {"tests": tests, "rows": rows, "left": left}
