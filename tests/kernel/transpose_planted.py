#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in the transpose's headers: the host platform must name each.

  transpose_planted.py transpose_planted.inc transpose_planted.d
"""
from planted_headers import main

KERNEL, INDEX, CALL = "transpose/transpose_kernel.hpp", "transpose/transpose_index.hpp", "transpose/transpose.hpp"
COLUMNS, WORDS = "transpose/transpose_columns.hpp", "transpose/transpose_words.hpp"
LAYOUTS = "transpose/transpose_layouts.hpp"

# Name, header, what is replaced (it occurs once) by what, and a word that must be reported.
PLANTED = [
    ("a dropped barrier", KERNEL, "  __syncthreads();\n", "", "data race"),
    ("a wrong shift", COLUMNS, "s.destination_lead + at.destination,", "s.destination_lead + at.destination + 1,",
     "misaligned access"),
    ("rows are taken for aligned", INDEX, "return offset - shift + ahead;", "return offset + ahead;", "misaligned access"),
    ("a word past the end is read", INDEX, "if (elements < high + across + (W - Int(1))) return false;", "",
     "out of bounds"),
    ("a word before the array is read", INDEX, "if (low < W - Int(1)) return false;", "", "out of bounds"),
    ("elements past the end are read one by one", KERNEL, "start + j < elements)", "start + j <= elements)", "out of bounds"),
    ("a column's tail is stored whole", COLUMNS, "y + ahead + W <= s.extent[1])", "y + ahead <= s.extent[1])", "writes"),
    ("a column's tail is stored twice", COLUMNS, "if (y + ahead + j >= 0 && y + ahead + j < s.extent[1])",
     "if (y + ahead + j >= 0)", "writes"),
    ("the tail is left out", COLUMNS, "y + ahead + j < s.extent[1])", "y + ahead + j + 1 < s.extent[1])", "writes"),
    ("the last tile of words is left out", CALL, "(aligned ? 0 : R - 1)", "0", "writes"),
    ("rows before the tile are not loaded", KERNEL, "aligned || at.y == 0 ? R - 1 : 0", "R - 1", "value"),
    ("the last word of a row is not loaded", KERNEL, "X - shift < rows.across ? rows.last : 0", "0", "value"),
    ("the rows of a line are taken for the next's", KERNEL, "int const own = line + R - 1,", "int const own = line + R,", "value"),
    ("the first rows are taken for whole", INDEX, "if (y0 < early) return false;", "", "writes"),
    ("the last rows are taken for whole", INDEX, "if (ny < y0 + Y && early > Int(0)) return false;", "", "writes"),
    ("the last word is taken for whole", INDEX, "if (ny < y0 + Y && ny % W != Int(0)) return false;", "", "writes"),
    ("whole words behind the end are stored", COLUMNS, "if (whole && Config::short_columns && y + ahead >= s.extent[1]) continue;", "", "writes"),
    ("elements change places in a word", COLUMNS, "<< 8 * bytes * (step % each)", "<< 8 * bytes * ((step + 1) % each)", "value"),
    ("last words of more rows than threads are left out", KERNEL,
     "turns = (tile_rows<Config> + Config::threads - 1) / Config::threads", "turns = 1", "value"),
    ("rows overlap in shared memory", LAYOUTS, "return x + by_quotients(StaticOf<RowKept>{}, row + Int(1)) -",
     "return x + by_quotients(StaticOf<RowKept>{}, row) -", "data race"),
    ("steps are taken for the word's order", INDEX, "return (step + shift) % W;", "return step;", "value"),
    ("words are turned about too far", WORDS, "std::uint32_t const up = count * bytes;",
     "std::uint32_t const up = (count + 1) * bytes;", "value"),
    ("registers are turned about the other way", WORDS, "(k + 4 - count) % 4", "(k + count) % 4", "value"),
    ("words are not turned about by bytes", WORDS, "8 * (up & 3)", "0", "value"),
    ("only one pass of rows before the tile", KERNEL, "for (int pass = 0; pass < early_passes<Config>; ++pass) {",
     "for (int pass = 0; pass < 1; ++pass) {", "value"),
    ("squares of columns that are misaligned", KERNEL, "if (aligned && has_squares", "if (has_squares", "misaligned access"),
    ("squares of rows that are misaligned by a byte", COLUMNS, "(s.source_lead + at.source) % square_side<Config> == 0 && ", "",
     "misaligned access"),
    ("squares of rows that are misaligned differently", COLUMNS, " && s.source[1] % Config::word == 0", "", "value"),
    ("a square's columns change places", WORDS, "column[1] = pick_bytes(low01, low23, 0x7632)",
     "column[1] = pick_bytes(low01, low23, 0x5410)", "value"),
    ("columns behind the array are stored", COLUMNS, "if (line + skipped + c < across)\n", "", "out of bounds"),
]  # fmt: skip

main(PLANTED)
