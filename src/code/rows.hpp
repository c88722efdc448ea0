// SPDX-License-Identifier: MIT
// Instructions as rows of a table, over a machine: what executes them. Wave is the machine over words. Each row names the section of the CDNA3
// ISA manual ("AMD Instinct MI300" Instruction Set Architecture) that defines it, which modifiers it takes and how many operands it has.
//
//   each<M, D, D, D>("v_add_u32", "VOP2", [](auto a, auto b) { return a + b; })
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "code/block.hpp"
#include "code/registers.hpp"
#include "code/wave.hpp"

namespace colex::code {

template <class M>
struct Row {
  std::string name{};
  std::string_view section{};  ///< the section of the manual's chapter "Instructions" that defines it
  Run<M> run = nullptr;
  std::size_t operands = 0;
  std::uint32_t takes = 0;  ///< Modifiers::Flag
  bool is_vector = true;
};

inline constexpr std::uint32_t kParts =
    Modifiers::destination_part | Modifiers::source_part | Modifiers::preserve;

/// Whether the instruction has a DPP encoding that is known: words of 32 bits, of one or two sources.
template <class R, class... A>
inline constexpr bool reads_other_lanes = sizeof...(A) <= 2 && std::is_same_v<R, D> &&
                                          (std::is_same_v<A, D> && ...);

template <class M, class R, class... A, class F>
Row<M> each(std::string name, std::string_view section, F) {
  return {std::move(name), section, [](M& m, Instruction const& i) { m.template each<R, A...>(i, F{}); },
          1 + sizeof...(A), kParts | (reads_other_lanes<R, A...> ? Modifiers::lanes : 0u)};
}
/// Of words, each bit of the answer from bits of the sources that are where it is, or that the last source, which is known, says: where some of them hold
/// nothing, the others still do.
template <class M, class... A, class F>
Row<M> each_bit(std::string name, std::string_view section, F f) {
  Row<M> r = each<M, D, A...>(std::move(name), section, f);
  if constexpr (std::is_same_v<M, Wave>)
    r.run = [](M& m, Instruction const& i) { m.template each_bit<A...>(i, F{}); };
  return r;
}
/// `f` also gets the lane's number.
template <class M, class R, class... A, class F>
Row<M> each_by_lane(std::string name, std::string_view section, F) {
  return {std::move(name), section,
          [](M& m, Instruction const& i) { m.template each_by_lane<R, A...>(i, F{}); }, 1 + sizeof...(A), 0};
}
template <class M, class R, class... A, class F>
Row<M> accumulate(std::string name, std::string_view section, F) {
  return {std::move(name), section,
          [](M& m, Instruction const& i) { m.template accumulate<R, A...>(i, F{}); }, 1 + sizeof...(A), 0};
}
template <class M, class R, class... A, class F>
Row<M> each_to_mask(std::string name, std::string_view section, F) {
  return {std::move(name), section,
          [](M& m, Instruction const& i) { m.template each_to_mask<R, A...>(i, false, F{}); },
          2 + sizeof...(A), 0};
}
template <class M, class R, class... A, class F>
Row<M> each_through_mask(std::string name, std::string_view section, F) {
  return {std::move(name), section,
          [](M& m, Instruction const& i) { m.template each_to_mask<R, A...>(i, true, F{}); },
          3 + sizeof...(A), 0};
}
template <class M, class R, class... A, class F>
Row<M> scalar(std::string name, std::string_view section, F) {
  return {std::move(name),  section, [](M& m, Instruction const& i) { m.template scalar<R, A...>(i, F{}); },
          1 + sizeof...(A), 0,       false};
}
template <class M, class A, class B, class F>
Row<M> scalar_compare(std::string name, std::string_view section, F) {
  return {std::move(name),
          section,
          [](M& m, Instruction const& i) { m.template scalar_compare<A, B>(i, F{}); },
          2,
          0,
          false};
}
/// Both halves of a word, each of halves of the sources: of numbers of kind K.
template <class M, class K, int sources, class F>
Row<M> each_half(std::string name, F) {
  return {std::move(name), "VOP3P",
          [](M& m, Instruction const& i) { m.template each_half<K, sources>(i, F{}); }, 1 + sources,
          Modifiers::op_sel | Modifiers::op_sel_hi | Modifiers::neg_lo | Modifiers::neg_hi};
}
template <class M, class F>
Row<M> save_exec(std::string name, std::string_view section, F) {
  return {std::move(name), section, [](M& m, Instruction const& i) { m.save_exec(i, F{}); }, 2, 0, false};
}
/// Whatever else: `f` gets the machine and the instruction.
template <class M, class F>
Row<M> other(std::string name, std::string_view section, std::size_t operands, std::uint32_t takes,
             bool is_vector, F) {
  return {std::move(name), section, [](M& m, Instruction const& i) { F{}(m, i); },
          operands,        takes,   is_vector};
}

}  // namespace colex::code
