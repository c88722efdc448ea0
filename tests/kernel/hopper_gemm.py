#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Hopper GEMM's configs of one tile on the host platform, by day a quarter of them: hopper_gemm.py PROGRAM TILE"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import every  # noqa: E402

program, tile = sys.argv[1:]
listed = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter=*/*_{tile}"], capture_output=True, text=True, check=True).stdout
configs = list(dict.fromkeys(re.findall(r"^  \w+/(\w+)", listed, re.M)))
if not configs:
    sys.exit(f"no config has the tile {tile}")
some = every(configs, 4, "configs of a tile", "the host platform takes minutes")
sys.exit(subprocess.run([program, "--gtest_filter=" + ":".join(["HopperTiles.*", *(f"*/{config}" for config in some)])], check=False).returncode)
