#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in the GEMM's headers, one at a time, and requires the host platform to name each.

  gemm_planted.py 0/2 gemm_planted.cpp LIBRARY g++ -std=c++20 -Iinclude -Igpu_kernels

The first half of them; LIBRARY is the host platform.
"""
from planted_headers import main

KERNEL = "gemm/gemm_kernel.hpp"
PIPELINED = "gemm/pipelined.hpp"
DIRECT, DIRECT_OPERAND = "gemm/direct.hpp", "gemm/direct_operand.hpp"
SCALES = "gemm/direct_scales.hpp"
OPERAND, SUMS = "gemm/pipelined_operand.hpp", "gemm/pipelined_sums.hpp"

# Name, header, what is replaced (it occurs once) by what, and a word that must be reported.
PLANTED = [
    ("nothing planted", KERNEL, "", "", None),
    ("a dropped barrier", KERNEL, "    __syncthreads();", "    ", "data race"),
    ("one stage for both", KERNEL, "stage_of(step + 1 - first)", "stage_of(step - first)", "data race"),
    ("no predicate on K", KERNEL, "k_end - k, x.wide", "Tile::columns, x.wide", "out of bounds"),
    ("a K predicate one too far", KERNEL, "k_end - k, x.wide", "k_end - k + 1, x.wide", "value"),
    ("a K predicate one too short", KERNEL, "k_end - k, x.wide", "k_end - k - 1, x.wide", "value"),
    ("a dropped predicate on M", KERNEL, "if (m >= end.M || n >= end.N) continue;", "if (n >= end.N) continue;",
     "out of bounds"),
    ("overlapping stores", KERNEL, "Index const m = m0 + place % Mma::tile_m",
     "Index const m = m0 + place % Mma::tile_m / 8 * 8", "data race"),
    ("an uninitialised read of shared memory", KERNEL, "    keep(0);\n", "", "uninitialised read"),
    ("C is read though beta is 0", KERNEL, "if (c.epilogue.beta != Compute(0)) old", "old", "uninitialised read"),
    ("the bias of rows read by columns", KERNEL, "bias_of_rows ? m : n", "bias_of_rows ? n : n", "value"),
    ("the bias of columns read by rows", KERNEL, "bias_of_rows ? m : n", "bias_of_rows ? m : m", "value"),
    ("pipelined: a run down a column has one row's bias", SUMS, "bias_at(along_n ? m : m + i,", "bias_at(m,", "value"),
    ("the wrong sign in the tail of GELU by erf", "gemm/epilogue.hpp", "return x < T(0) ? part : x - part;", "return x < T(0) ? part : x + part;",
     "value"),
    ("the tail of GELU by erf falls half as fast", "gemm/epilogue.hpp", "half * half * T(-0.5)", "half * half * T(-0.25)", "value"),
    ("the last tile of K is left out", KERNEL, "step < last; ++step", "step + 1 < last; ++step", "value"),
    ("parts of K repeat a tile", KERNEL, "Index const last = split_begin(work.split + 1, k_tiles, p.splits);",
     "Index const last = split_begin(work.split + 1, k_tiles, p.splits) + (work.split + 1 < p.splits ? 1 : 0);",
     "value"),
    ("a tile is visited twice", KERNEL, "grouped_order(tile, grid_m, grid_n, order.group)",
     "grouped_order(tile / 2 * 2, grid_m, grid_n, order.group)", "data race"),
    ("groups of tiles counted one too wide", "gemm/tile_order.hpp", "Int const per_group = group * grid_n;",
     "Int const per_group = group * (grid_n + Int(1));", "writes"),
    ("the curve does not turn back in its last part", "gemm/tile_order.hpp", "cut - one, false, false, false}",
     "cut - one, false, true, true}", "writes"),
    ("the curve's parts overlap", "gemm/tile_order.hpp", "return {{cut, zero, true, true, true}, length - cut",
     "return {{cut - one, zero, true, true, true}, length - cut", "data race"),
    ("chiplets share a block", "gemm/tile_order.hpp", "if (longer < xcd) before = longer;", "", "out of bounds"),
    ("preshuffled tiles are read along N first", KERNEL, "shuffled_tile(tile_n, step, ", "shuffled_tile(step, tile_n, ",
     "out of bounds"),
    ("preshuffled tiles are not padded", "gemm/preshuffle_kernel.hpp", "if (n < p.N && k < p.K) {", "if (n < p.N) {",
     "value"),
    ("a list's search goes one problem too low", "gemm/gemm_index.hpp", "if (block < first_of_middle)",
     "if (block <= first_of_middle)", "writes"),
    ("direct: a dropped barrier", DIRECT, "    __syncthreads();  // s + 1 is in shared memory", "    //", "unfinished copy"),
    ("direct: a wait for one load too few", "gemm/gemm_index.hpp", "return (stages - Int(2)) * loads;", "return (stages - Int(2)) * loads + Int(1);",
     "unfinished copy"),
    ("direct: a wait for a step too few", "gemm/gemm_index.hpp", "return (stages - Int(2)) * loads;", "return (stages - Int(1)) * loads;",
     "unfinished copy"),
    ("direct: the stage that is read is loaded", DIRECT, "fetch(from, stage, l); }", "fetch(from, (stage + 1) % direct_stages, l); }", "data race"),
    ("direct: the step of one stage further is read", DIRECT, "ring_stage(Index{stage} + 1,", "ring_stage(Index{stage} + 2,", "unfinished copy"),
    ("direct: K ends a run too late", DIRECT_OPERAND, "return k + column < K ?", "return k + column <= K ?", "value"),
    ("direct: the source is not swizzled", DIRECT_OPERAND, "    auto const mine = TileElement<Tile>::at(thread * V);",
     "    TileElement<Tile> const mine{thread * V / Tile::columns, thread * V % Tile::columns};", "value"),
    ("direct: all waves load to one place", DIRECT_OPERAND, "uniform(thread / wave_width() * wave_width() * V)",
     "uniform(thread / wave_width() * 0 * V)", "unfinished copy"),
    ("direct: waves of another width", DIRECT_OPERAND, "uniform(thread / wave_width() * wave_width() * V)", "uniform(thread / 64 * 64 * V)",
     "unfinished copy"),
    ("direct: rows of an instruction as they lie in memory", DIRECT_OPERAND, "return offset_in<Places>(value);", "return value;", "value"),
    ("direct: sums of a row as neighbours of a column", SUMS, "values.leaves[0].stride == 1 ? static_cast<int>(values.leaves[0].shape) : 1,",
     "static_cast<int>(values.leaves[0].shape),", "value"),
    ("direct: a run along N beyond the last column", SUMS, "if (m < p.M && n + V <= p.N) {", "if (m < p.M && n < p.N) {", "writes"),
    ("direct: a run along N beyond the last row", SUMS, "if (m < p.M && n + V <= p.N) {", "if (n + V <= p.N) {", "out of bounds"),
    ("direct: sums leave before loads arrive", DIRECT, "    direct_wait<0>();\n", "", "unfinished copy"),
    ("scaled: the scale of the neighbouring block", SCALES, "static_cast<std::uint32_t>(block), none", "static_cast<std::uint32_t>(1 - block), none", "value"),
    ("scaled: the next row's scales", SCALES, "* atom)) % Tile::rows;", "* atom) + 1) % Tile::rows;", "value"),
    ("scaled: the scales of a turn before", "gemm/gemm_index.hpp", "return step + stages;", "return step;", "value"),
    ("scaled: the scales of a step before", DIRECT, "scales.b.taken[n], stage);", "scales.b.taken[n], (stage + 3) % 4);", "value"),
    ("scaled: rows for columns", DIRECT, "scales.a.taken[m], scales.b.taken[n]", "scales.b.taken[n], scales.a.taken[m]", "value"),
    ("scaled: A's scales for B", SCALES, "b(p.b.scales, n0, p.N,", "b(p.a.scales, n0, p.N,", "value"),
    ("scaled: scales of no number past K", SCALES, "steps >= direct_stages ?", "steps >= 0 ?", "value"),
    ("scaled: a bound of too few runs", SCALES, "Index const wide = scale_columns(K,", "Index const wide = scale_columns(K - 256,", "value"),
    ("scaled: parts of K cut a turn", DIRECT, "is_scaled<Config> ? direct_stages : 1;", "is_scaled<Config> ? 1 : 1;", "misaligned access"),
    ("scaled: loads of scales are counted too often", "gemm/gemm_index.hpp", "return (started - arrived) * scales;", "return scales;", "unfinished copy"),
    ("scaled: the first number of a pair twice", "atoms/mfma_scaled.hpp", "element.number(j)", "element.number(0)", "value"),
    ("pipelined: a dropped barrier", PIPELINED, "    __syncthreads();  // s + 1 is in shared memory", "    //", "data race"),
    ("pipelined: the stage that is read is written", PIPELINED, "keep(stage, m);", "keep(1 - stage, m);", "data race"),
    ("pipelined: a step too far is multiplied", PIPELINED, "for (; s + 5 < steps; s += 2) {", "for (; s + 5 <= steps + 1; s += 2) {",
     "value"),
    ("pipelined: K ends a run too late", OPERAND, "if (k + column >= K) offset", "if (k + column > K) offset", "value"),
    ("pipelined: the last step is not aimed", PIPELINED, "      aim(first + s + 3);\n", "", "value"),
    ("pipelined: a bound one row too far", "gemm/gemm_index.hpp", "return (rows - Int(1)) * pitch + columns;",
     "return rows * pitch + columns;", "out of bounds"),
    ("pipelined: a bound of the one run of a tile that has no second", OPERAND, "left < rows_of_a_run() ? left : Index{rows_of_a_run()}",
     "left < row_of_run(1) ? left : Index{row_of_run(1)}", "value"),
    ("pipelined: neighbouring sums are one", SUMS, "[i + k];", "[i];", "value"),
    ("pipelined: sums by columns of another height", SUMS, "row + i + Shape::rows * column;", "row + i + 128 * column;", "value"),
    ("pipelined: the second step is never kept", PIPELINED, "    if (steps > 1) keep_all(1);\n", "", "uninitialised read"),
    ("pipelined: sums are written over what is read", SUMS, "    __syncthreads();  // no thread still reads what lay there\n", "",
     "data race"),
    ("pipelined: wide stores at an odd pitch", SUMS, "step % V == 0 && p.c.origin", "p.c.origin", "misaligned access"),
    ("two partial sums in one place", "gemm/gemm_index.hpp", "((batch * splits + split) * N + n) * M + m",
     "((batch * splits + split) * N + n) * M + m - m % Int(8)", "data race"),
]

main(PLANTED)
