#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Obligations of machine code against their list: code_list.py build/colex

tools/code_obligations.py compiles configs and compares what `colex certify --code` says with obligations.txt, and the table in docs/04_kernels.md with that. By day of one config,
which the commit draws from those whose code is judged in a second or two, nightly of all.
"""
import os
import pathlib
import re
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parents[2] / "tools")]
import code_obligations  # noqa: E402
from drawn import drawn  # noqa: E402

if not (shutil.which("clang++-19") and shutil.which("ld.lld-19")):
    print("SKIP: no clang++-19 with ld.lld-19")
    sys.exit(77)
if os.environ.get("COLEX_NIGHTLY"):
    sys.exit(code_obligations.main(sys.argv[1]))
QUICK = [one for one in code_obligations.read_list() if one[0] != "gfx950" and re.match("copy|.*_pipelined|strided_copy_b8$|transpose_f32", one[1])]
(target, config), = drawn(QUICK, "configs' code", 1, "they are compiled, and a product takes up to a minute")
sys.exit(code_obligations.main(sys.argv[1], "--target", target, "--only", config))
