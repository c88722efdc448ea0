#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in the transpose's headers, one at a time, and requires the host platform to name each.

  transpose_planted.py 0/2 transpose_planted.cpp LIBRARY g++ -std=c++20 -Iinclude -Igpu_kernels

The first half of them; LIBRARY is the host platform.
"""
from planted_headers import main

KERNEL, INDEX, CALL = "transpose/transpose_kernel.hpp", "transpose/transpose_index.hpp", "transpose/transpose.hpp"

# Name, header, what is replaced (it occurs once) by what, and a word that must be reported.
PLANTED = [
    ("nothing planted", KERNEL, "", "", None),
    ("a dropped barrier", KERNEL, "  __syncthreads();\n", "", "data race"),
    ("a wrong shift", INDEX, "return (first + stride * count) % W;", "return (first + stride * count + Int(1)) % W;",
     "misaligned access"),
    ("rows are taken for aligned", INDEX, "return offset - shift + word * W;", "return offset + word * W;", "misaligned access"),
    ("a word past the end is read", INDEX, "if (elements < high + across + (W - Int(1))) return false;", "",
     "out of bounds"),
    ("a word before the array is read", INDEX, "if (low < W - Int(1)) return false;", "", "out of bounds"),
    ("elements past the end are read one by one", KERNEL, "start + j < elements)", "start + j <= elements)", "out of bounds"),
    ("a column's tail is stored whole", KERNEL, "y + ahead + W <= s.extent[1])", "y + ahead <= s.extent[1])", "writes"),
    ("a column's tail is stored twice", KERNEL, "if (y + ahead + j >= 0 && y + ahead + j < s.extent[1])",
     "if (y + ahead + j >= 0)", "writes"),
    ("the tail is left out", KERNEL, "y + ahead + j < s.extent[1])", "y + ahead + j + 1 < s.extent[1])", "writes"),
    ("the last tile of words is left out", CALL, "(aligned ? 0 : W - 1)", "0", "writes"),
    ("rows before the tile are not loaded", KERNEL, "aligned || at.y == 0 ? W - 1 : 0", "W - 1", "value"),
    ("the last word of a row is not loaded", KERNEL, "X - shift < rows.across ? rows.last : 0", "0", "value"),
    ("the rows of a line are taken for the next's", KERNEL, "int const own = line + W - 1,", "int const own = line + W,", "value"),
    ("the first rows are taken for whole", INDEX, "if (y0 < early) return false;", "", "writes"),
    ("the last rows are taken for whole", INDEX, "if (ny < y0 + Y && early > Int(0)) return false;", "", "writes"),
    ("the last word is taken for whole", INDEX, "if (ny < y0 + Y && ny % W != Int(0)) return false;", "", "writes"),
    ("whole words behind the end are stored", KERNEL, "if (whole && Config::short_columns && y + ahead >= s.extent[1]) continue;", "", "writes"),
    ("elements change places in a word", KERNEL, "<< 8 * bytes * (j % each)", "<< 8 * bytes * ((j + 1) % each)", "value"),
    ("last words of more rows than threads are left out", KERNEL,
     "turns = (tile_rows<Config> + Config::threads - 1) / Config::threads", "turns = 1", "value"),
    ("rows overlap in shared memory", INDEX, "return row * row_pitch(X, W) + row / W * W + element;",
     "return row * X + row / W * W + element;", "data race"),
]  # fmt: skip

main(PLANTED)
