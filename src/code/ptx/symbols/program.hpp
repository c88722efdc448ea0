// SPDX-License-Identifier: MIT
// A kernel of PTX as a program over symbols, and what is found out about it before it is walked: which registers may differ from thread to thread,
// where threads of a block may have gone apart, and for how long asynchronous copies are under way.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "code/object.hpp"
#include "code/ptx/module.hpp"
#include "code/symbols/walk.hpp"

namespace colex::code::ptx {

/// Asynchronous copies by their instructions, each with the numbers of barriers that may lie behind its start, as bits; the last bit is 63 and more.
using UnderWay = std::map<std::uint32_t, std::uint64_t>;

/// By the copy, and how many groups were closed since: what `find_copies` goes through the kernel with.
using Pending = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

/// A use of a register, or of tensor memory, that a product may still compute or read, or a product without a fence before it.
struct EarlyRegister {
  std::uint32_t instruction = 0, product = 0;
  std::string why{};
};

/// Variables of global memory are symbols like arguments, of slots from this byte on.
inline constexpr std::uint32_t kVariables = 1u << 28;

/// Where a wait for an mbarrier goes on that is tried again until it is over; none of what is no such wait.
std::optional<std::uint32_t> passed_wait(Entry const& entry, std::uint32_t at);

struct SymbolicKernel {
  Entry const* entry = nullptr;
  Kernel kernel{};
  std::vector<SymbolicStep> program{};
  std::vector<bool> dependent{};  ///< of each slot: threads of a block may hold different values
  bool carry_dependent = false;   ///< the same of what .cc leaves, which no operand names
  std::vector<bool>
      apart{};  ///< of each instruction: some threads of a block may come there, and others not, or less often
  /// Whether threads of a block may go apart at a branch.
  bool is_thread_branch(std::uint32_t at) const {
    std::int32_t const guard = entry->instructions[at].guard;
    if (at > 0 && passed_wait(*entry, at - 1)) return false;  // all wait
    return guard != kSink && dependent[static_cast<std::size_t>(guard)];
  }
  bool barriers_match = true;         ///< all threads of a block come to the same barriers in the same order
  std::vector<Pending> pending{};     ///< of each instruction, when it begins
  std::vector<UnderWay> under_way{};  ///< the same, whatever was closed
  /// Of each instruction, when it begins: those that threads have written to shared memory with, and no fence.proxy.async since.
  std::vector<std::set<std::uint32_t>> unseen{};
  /// Of each operation on an mbarrier but its init, those that write to memory otherwise, and no init since.
  std::vector<std::set<std::uint32_t>> overwriting{};
  std::vector<EarlyRegister> early{};
  bool lacks_tensor_fence =
      false;  ///< a thread goes on to tensor memory, or from it, over a wait without tcgen05.fence
  std::map<std::uint32_t, std::uint64_t>
      box_bytes{};            ///< of copies that an mbarrier counts, and of stores of boxes
  std::string phases_open{};  ///< why it is not known how long copies are under way that mbarriers count
  std::uint32_t phases_at = 0;
};

/// Its name, arguments and sizes.
Kernel kernel_of(Module const& module, Entry const& entry);
SymbolicKernel symbolic_kernel(Module const& module, Entry const& entry);

/// Walks it through in blocks of that shape. `around` may put another machine around the one that executes.
std::unique_ptr<Walk> walk_through(
    SymbolicKernel const& of, Module const& module, std::array<std::uint32_t, 3> const& block,
    std::uint64_t budget, Multiples const& multiples, std::map<std::uint32_t, std::uint64_t> const& boxes,
    std::function<std::unique_ptr<Machine>(std::unique_ptr<Machine>)> const& around = {},
    Tables const& tables = {}, bool keeps_conditions = false);

/// Whether the copy engine or the tensor core makes what the instruction does to shared memory.
bool is_of_engine(Instruction const& i);
/// Whether an mbarrier says when it is over: a bulk copy into shared memory, or what tcgen05.commit names.
bool is_counted(Instruction const& i);
/// tcgen05.mma and tcgen05.cp.
bool is_tensor_product(Instruction const& i);
/// The slots in which an instruction leaves an answer.
std::vector<unsigned> answered(Instruction const& i);
/// Whether bits cannot be 1 at once, as far as it is known.
using Contradicts = std::function<bool(std::vector<Term> const&)>;
/// Of copies that mbarriers count, fills in how long they are under way, in blocks of that shape, and their bytes. `boxes`: of the tensor map that the
/// parameter at that byte is.
void find_phases(SymbolicKernel& of, Module const& module, std::array<std::uint32_t, 3> const& block,
                 std::map<std::uint32_t, std::uint64_t> const& boxes, Contradicts const& contradicts);
class PtxJudge;
void find_phases(SymbolicKernel& of, PtxJudge& judge, State const& first, unsigned threads,
                 std::map<std::uint32_t, std::uint64_t> const& boxes, Contradicts const& contradicts);
/// Fills in `unseen`, behind find_copies().
void find_unseen(SymbolicKernel& of);
/// Whether it reads the flag that an instruction with .cc leaves.
bool reads_carry(Instruction const& i);
/// Fills in `overwriting`.
void find_overwriting(SymbolicKernel& of);
/// Fills in `early`, behind find_copies().
void find_early(SymbolicKernel& of);
/// Adds to `early` what touches tensor memory too soon, and fills in `lacks_tensor_fence`, behind find_phases().
void find_tensor_order(SymbolicKernel& of, unsigned threads);

/// Fills in `pending` and `under_way`.
void find_copies(SymbolicKernel& of);
/// Goes through each instruction once: whether `pending` is an invariant, and `under_way` what it says.
bool keeps_copies(SymbolicKernel const& of);

}  // namespace colex::code::ptx
