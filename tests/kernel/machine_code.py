#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machine code is as recorded, and what is not is noticed: machine_code.py TARGET CONFIG...

The configs are compiled again; nightly all of them. Exit status 77: nothing could be compared.
"""
import contextlib
import io
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import machine_code  # noqa: E402

target, *configs = sys.argv[1:]
if not machine_code.compiler(target)[0]:
    print(f"SKIP: {machine_code.compiler(target)[1]}: {target} was NOT compiled")
    sys.exit(77)
status = machine_code.compare_with_record(target, [] if os.environ.get("COLEX_NIGHTLY") else configs)
if not os.environ.get("COLEX_NIGHTLY"):
    print(f"nightly: machine_code: all configs for {target}; by day {len(configs)}: each is a compilation")
by = machine_code.compiler(target)[1]
planted = machine_code.compare(target, {configs[0]: (by, "0" * 64)})
other = machine_code.compare(target, {configs[0]: (by + ".1", "0" * 64)})
if (planted, other) != (1, 77):
    sys.exit(f"FAIL: a wrong hash gives {planted}, another compiler's {other}")
# Without a clang for gfx950 its code is not compared, which is said, and is no failure.
os.environ["COLEX_AMD_CLANG"] = ""
said = io.StringIO()
with contextlib.redirect_stdout(said):
    absent = machine_code.compare("gfx950", {configs[0]: ("clang 22.1.8", "0" * 64)})
if absent != 77 or f"O12 gfx950: {configs[0]}: not checked: no clang" not in said.getvalue():
    sys.exit(f"FAIL: without a clang for gfx950: {absent}, {said.getvalue()}")
sys.exit(status)
