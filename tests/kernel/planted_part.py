#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Planted defects of a kernel (planted_main.hpp), by day one in PARTS of them, which the commit draws: planted_part.py PROGRAM PARTS"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import every  # noqa: E402

program, parts = sys.argv[1], int(sys.argv[2])
for part in every(range(parts), parts, f"defects of {pathlib.Path(program).name}", "each is a launch, or several") if parts > 1 else [0]:
    if status := os.spawnl(os.P_WAIT, program, program, f"{part}/{parts}"):
        sys.exit(status)
