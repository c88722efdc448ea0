# SPDX-License-Identifier: MIT
"""Types of arguments and extents of tiles that kernels share."""
F16, F32, BF16, I8, I32, P32, FP8 = "*fp16", "*fp32", "*bf16", "*i8", "i32", "*i32", "*fp8e5"
ROWS, TILES = {"BLOCK": 1024}, {"BM": 64, "BN": 64, "BK": 32}
LARGE = {"BM": 128, "BN": 128, "BK": 32}
SIZES = {"M": I32, "N": I32, "K": I32}
