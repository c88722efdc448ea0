#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in the Hopper GEMM's headers, one at a time, and requires the host platform to name each.

  hopper_planted.py 0/2 hopper_planted.cpp LIBRARY g++ -std=c++20 -Iinclude -Igpu_kernels

The first half of them; LIBRARY is the host platform.
"""
from planted_headers import main

KERNEL, RING, OPERAND = "hopper/gemm_kernel.hpp", "hopper/ring.hpp", "hopper/operand.hpp"
SCALES = "hopper/scales.hpp"
INDEX, RESULT, SUM = "hopper/gemm_index.hpp", "hopper/result.hpp", "hopper/sum_kernel.hpp"

# Name, header, what is replaced (it occurs once) by what, and a word that must be reported.
PLANTED = [
    ("nothing planted", RING, "", "", None),
    ("no wait for full", RING, "ops.wait_full(at.stage, at.parity);", "", "unfinished copy"),
    ("no wait for empty", RING, "ops.wait_empty(at.stage, Int(1) - at.parity);", "", "unfinished copy"),
    ("the wrong parity of full", RING, "ops.wait_full(at.stage, at.parity);", "ops.wait_full(at.stage, Int(1) - at.parity);",
     "unfinished copy"),
    ("the wrong parity of empty", RING, "ops.wait_empty(at.stage, Int(1) - at.parity);",
     "ops.wait_empty(at.stage, at.parity);", "deadlock"),
    ("a stage is released while products read it", RING, "ops.template wait_products<1>();",
     "ops.template wait_products<2>();", "data race"),
    ("accumulators are stored before the wait", RING, "ops.template wait_products<0>();",
     "ops.template wait_products<1>();", "unfinished product"),
    ("no fence before the products", KERNEL, "    wgmma::fence_accumulators();\n", "", "unfinished product"),
    ("one swizzle written, another read", OPERAND, "swizzle_128b_code = 1;", "swizzle_128b_code = 2;",
     "layout mismatch"),
    ("half the stride in the descriptor", OPERAND, "(Tile::stride_offset >> 4) << 32",
     "(Tile::stride_offset >> 5) << 32", "value"),
    ("more bytes are expected than come", KERNEL, "list.stage_bytes); }", "list.stage_bytes + 16); }",
     "deadlock"),
    ("fewer bytes are expected than come", KERNEL, "list.stage_bytes); }",
     "list.stage_bytes - Config::B::box_bytes); }", "unfinished copy"),
    ("bytes of lines are expected that the operand has not", "hopper/gemm_config.hpp", "bytes_of_boxes(M)",
     "bytes_of_boxes(Config::M)", "deadlock"),
    ("boxes lack a line", OPERAND, "static_cast<std::uint32_t>(operand_lines)",
     "static_cast<std::uint32_t>(operand_lines > 1 ? operand_lines - 1 : 1)", "value"),
    ("operands are read while the launch before may write them", KERNEL, "  await_earlier_launch();\n", "",
     "barrier misuse"),
    ("sums are read while the launch before may leave them", SUM, "  await_earlier_launch();\n", "", "barrier misuse"),
    ("the copy engine cannot see the barriers", RING, "    ops.fence_barriers();\n", "", "barrier misuse"),
    ("nobody waits for the barriers to be made", RING, "    ops.fence_barriers();\n  }\n  ops.sync_cluster();",
     "    ops.fence_barriers();\n  }", "barrier misuse"),
    ("a block leaves while the other still arrives", RING, "inline void finish(Ops& ops) {\n  ops.sync_cluster();",
     "inline void finish(Ops&) {", "barrier misuse"),
    ("the other block is not asked", RING, "return cluster * consumer_warps;", "return consumer_warps + 0 * cluster;",
     "barrier misuse"),
    ("two blocks load the same half of B", "hopper/gemm_config.hpp",
     "return rank * (Config::B::boxes / Config::cluster) + i;", "return i + 0 * rank;", "unfinished copy"),
    ("only the own block is told", KERNEL, "if (lane < Config::cluster) mbarrier", "if (lane < 1) mbarrier", "deadlock"),
    ("no predicate on M", RESULT, "  if (row >= c.rows) return;\n", "", "out of bounds"),
    ("no predicate on N", RESULT, "if (column + i < c.columns)", "if (column >= 0)", "writes"),
    ("sums are not begun anew", KERNEL, "(part > 0 && !promoting) || step > 0", "part >= 0 || step > 0", "value"),
    ("sums leave the tensor core before the wait", KERNEL, "        wgmma::wait<0>();\n        promote();", "        promote();",
     "unfinished product"),
    ("sums of a part count twice", KERNEL, "(part > 0 && !promoting) || step > 0", "part > 0 || step > 0", "value"),
    ("totals are not begun anew", KERNEL, "for (float& x : total) x = 0;", "for ([[maybe_unused]] float& x : total) {}", "value"),
    ("both rows of a thread have one factor", KERNEL, "factor[i / held_run % 2]", "factor[0 * i]", "value"),
    ("the factors of the part before", SCALES, "lanes * lanes + turn)", "lanes * lanes + (turn + 3) % lanes)", "value"),
    ("lanes keep their factors to themselves", SCALES, "lane / lanes * lanes + turn)", "lane)", "value"),
    ("the factors of the first four parts again", SCALES, "a_at[half] = later_scale_offset(a_at[half], Index{lanes}, scales.a_part);",
     "", "value"),
    ("the factors of the four parts after", SCALES,
     "held[0] = next_a[0] * next_b, held[1] = next_a[1] * next_b;\n      load_next(scales);",
     "load_next(scales);\n      held[0] = next_a[0] * next_b, held[1] = next_a[1] * next_b;", "value"),
    ("factors of parts past the end of K", SCALES, "has_a[half] && left > 0", "has_a[half]", "out of bounds"),
    ("factors of rows past the end of M", SCALES, "scales.has_a && row[half] < rows", "scales.has_a", "out of bounds"),
    ("every split has the factors of the first", KERNEL, "first_part(work.split, list.parts), thread);", "0, thread);",
     "value"),
    ("all columns have the factor of the first block", SCALES, "tile_columns / Int(scaled_block);",
     "tile_columns / Int(scaled_block) * Int(0);", "value"),
    ("factors of the next column", RESULT, "load<1>(scales.columns, column)", "load<1>(scales.columns, column + 1)",
     "out of bounds"),
    ("two lanes keep their words", "hopper/accumulator.hpp", "  swap(words[0], words[1], 1);\n", "", "value"),
    ("blocks of a cluster compute the same rows", "hopper/gemm_index.hpp", "return (tile_row * cluster + rank) * tile_rows;",
     "return (tile_row * cluster + rank * Int(0)) * tile_rows;", "data race"),
    ("the last part of K is left out", "hopper/gemm_plan.hpp", "tiles_over(p.K, Index{Config::K})",
     "p.K / Index{Config::K}", "value"),
    ("every split reads the first parts of K", INDEX, "return split * parts;", "return split * parts * Int(0);", "value"),
    ("the last split is left out", SUM, "split < s.splits;", "split < s.splits - 1;", "value"),
    ("splits leave their sums in one place", INDEX, "((((item * cluster + rank)", "((((item * Int(0) + rank)", "value"),
    ("all batches read the first A", KERNEL, "a_batch = a_steps ? work.batch : 0", "a_batch = 0", "value"),
    ("the bias of the next column", RESULT, "load<1>(c.bias, column)", "load<1>(c.bias, column + 1)", "out of bounds"),
    ("the elements of a pair change places", RESULT, "{{first, second}}", "{{second, first}}", "value"),
    ("the pairs of a thread go to one place", RESULT, "store_pair(c, offset + 8 * block,", "store_pair(c, offset + 0 * block,",
     "writes"),
    ("integers are added as floats", SUM, "+= __builtin_bit_cast(SumOf<to>, four.value[i]);",
     "+= static_cast<SumOf<to>>(four.value[i]);", "value"),
]

main(PLANTED)
