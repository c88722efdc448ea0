// SPDX-License-Identifier: MIT
#include "gemm/gemm_proof.hpp"

#include <fmt/format.h>

#include "certificate/describe.hpp"
#include "gemm/gemm_numbers.hpp"
#include "gemm/gemm_obligations.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

Json described_operand(GemmOperand const& o) {
  Json json = {{"element_bytes", o.element_bytes}, {"rows", o.rows}, {"columns", o.columns}};
  if (o.shuffled != nullptr) {
    json["shuffled"] = described(*o.shuffled);
  } else {
    auto const& [layout, swizzle, copy_run, copy_along_k, copy_along_rows, store_along_k, store_along_rows] =
        o.shared;
    json.update({{"shared", described(*layout)},
                 {"swizzle", described(swizzle)},
                 {"copy_run", copy_run},
                 {"copy_along_k", described(*copy_along_k)},
                 {"copy_along_rows", described(*copy_along_rows)},
                 {"store_along_k", store_along_k},
                 {"store_along_rows", store_along_rows}});
  }
  json["thread_value_group"] = described(*o.thread_value_group);
  json["read"] = o.read;
  return json;
}

Json describe(std::string const& config) {
  GemmNumbers const& c = *find_named(gemm_configs(), config);
  Json json = {{"types", {{"a", c.a_type}, {"b", c.b_type}, {"sum", c.sum_type}, {"c", c.c_type}}},
               {"tile", c.tile},
               {"threads", c.threads},
               {"waves", c.waves},
               {"atom", c.atom},
               {"atom_threads", c.atom_threads},
               {"atom_a", described(*c.atom_a)},
               {"atom_b", described(*c.atom_b)},
               {"atom_c", described(*c.atom_c)},
               {"order_m", described(*c.order_m)},
               {"order_n", described(*c.order_n)},
               {"order_k", described(*c.order_k)},
               {"k_group", c.k_group},
               {"a", described_operand(c.a)},
               {"b", described_operand(c.b)},
               {"c_thread_value", described(*c.c)}};
  if (auto const& [layout, block, loads, scale_loads] = c.scales; layout != nullptr)
    json["scales"] = {
        {"layout", described(*layout)}, {"block", block}, {"loads", loads}, {"scale_loads", scale_loads}};
  return json;
}

Claims claims(std::string const& config) {
  auto const* const known = find_named(gemm_configs(), config);
  GemmTile const tile{
      known->tile[0],     known->tile[1], known->tile[2], known->scales.loads, known->scales.scale_loads,
      known->scales.block};
  Claims c;
  c.symbolic = {"M", "N", "K", "strides", "origins", "batches", "splits", "group", "chiplets"};
  c.bound = "every size, stride, number of batches and of splits";
  c.subject = fmt::format("tiles {} {} {}, loads {} {}, blocks of {}", tile.m, tile.n, tile.k, tile.loads,
                          tile.scale_loads, tile.scale_block);
  c.obligations = gemm_obligations(tile);
  c.enumerated = gemm_layout_obligations(*known);
  c.decided = {
      {"O3", "accesses of matrices are aligned: by the call, from strides and addresses"},
      {"O8", "each thread holds what the atom's layouts say: enumerated by the checker"},
      {"O11", known->exact
                  ? "exact: the call refuses a K whose sum could exceed the accumulator; results saturate"
                  : "the bound of gemm_reference.hpp, derived there; compared with in the tests"}};
  if (known->b.shuffled != nullptr)
    c.decided.push_back({"O2.shuffle",
                         "the places that a thread reads, by whole accesses, hold its fragment: decided by "
                         "the algebra at compile "
                         "time, enumerated by the checker"});
  if (known->scales.layout != nullptr)
    c.decided.push_back({"O8.scales",
                         "each thread loads the scales of the rows that the atom's scale layout says are its "
                         "own, each row and block of an atom once: "
                         "by the layouts at compile time, enumerated by the checker"});
  c.derived = {
      {"O6",
       "no race: in shared memory by O2, O5 and O6, for one barrier lies between a stage's writes and its "
       "reads, and between its reads and the next writes, also where, in a pipelined config, steps s + 1 and "
       "s + 2 are the "
       "ones that are read and written; in a direct config by O6.ring, for a barrier lies between a "
       "thread's wait and the reads, and between a stage's last read and its next load; in C by O1, O8, O9 "
       "and the call's check that C's "
       "strides are injective; in the workspace by O4.workspace, and the second launch is ordered after"},
      {"O9",
       "each element of C is stored once: it is at one place of one tile (O1.m, O1.n), one thread's (O8.c), "
       "and the "
       "thread's row and column are those of the composed layouts, by law composition_evaluates_pointwise"},
      {"O14",
       "the bits of element (i, j) are a function of row i of A, column j of B, C(i, j), its bias, alpha, "
       "beta, "
       "the activation and "
       "the number of splits, and of nothing else: an atom's sum is of its row and column by O8, splits are "
       "added in order, and "
       "what is computed of it is finish() of gemm/epilogue.hpp, a constexpr function of one sum, one old "
       "value "
       "and one bias"}};
  c.trusted_base = {
      "the loops of gemm_kernel.hpp, pipelined.hpp, direct.hpp, tiled_copy.hpp and tiled_mma.hpp round these "
      "functions "
      "and layouts",
      "the tables of the atoms' layouts; an atom's sum of an element depends on its row, its column and the "
      "sum "
      "before, and the compiler makes the same instructions of an operation wherever it unrolls it",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and that Z3 and cvc5 do not share a wrong verdict",
      "integers do not overflow: the call refuses reaches beyond 2^62 and grids beyond 2^31 - 1",
      "the views are as large as the call says, and C overlaps neither A nor B"};
  return c;
}

}  // namespace

constexpr KernelProof gemm_proof = {
    "gemm", [] { return names_in(gemm_configs()); }, describe, claims, simulate_gemm, restated_gemm};

}  // namespace colex::gpu
