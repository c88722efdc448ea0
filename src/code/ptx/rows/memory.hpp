// SPDX-License-Identifier: MIT
// Rows of memory, control and what lanes tell each other: sections "Data Movement and Conversion Instructions", "Control Flow Instructions",
// "Parallel Synchronization and Communication Instructions".
#pragma once

#include "code/ptx/integers.hpp"
#include "code/ptx/rows.hpp"
#include "code/ptx/rows/float.hpp"

namespace colex::code::ptx {

/// mov: of one value, or of parts packed into one or taken from one; the first part is the lowest.
template <class M, int bits>
void move_lanes(M& m, Instruction const& i) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  Values room, result;
  if (to.kind == Operand::Kind::vector) {
    unsigned const each = bits / static_cast<unsigned>(to.elements.size());
    for (unsigned k = 0; k < to.elements.size(); ++k) {
      Wide const* const values = m.fetch(from, room);
      for (unsigned l = 0; l < kLanes; ++l) result.lane[l] = wide_field(values[l], each * k, each);
      m.put(to.elements[k], result.lane, m.defined(from.slot));
    }
  } else if (from.kind == Operand::Kind::vector) {
    unsigned const each = bits / static_cast<unsigned>(from.elements.size());
    std::uint32_t known = kAllLanes;
    result = {};
    for (unsigned k = 0; k < from.elements.size(); ++k) {
      Wide const* const values = m.slot_values(from.elements[k]);
      for (unsigned l = 0; l < kLanes; ++l) result.lane[l] |= wide_field(values[l], 0, each) << each * k;
      known &= m.defined(from.elements[k]);
    }
    m.put(to.slot, result.lane, known);
  } else {
    Wide const* const values = m.fetch(from, room);
    for (unsigned l = 0; l < kLanes; ++l) result.lane[l] = wide_field(values[l], 0, bits);
    m.put(to.slot, result.lane, m.defined(from.slot));
  }
}

template <class M, int bits>
void move(M& m, Instruction const& i) {
  if constexpr (OverSymbols<M>)
    m.template move<bits>(i);
  else
    move_lanes<M, bits>(m, i);
}

template <class M, int bits>
void add_moves(Rows<M>& r, std::initializer_list<char const*> types) {
  for (std::string const t : types)
    r.push_back(
        other<M>("mov." + t, "mov", 2, 2, 0, [](M& m, Instruction const& i) { move<M, bits>(m, i); }));
}

template <class M, int bytes, bool is_signed>
void add_accesses(Rows<M>& r, std::initializer_list<char const*> types) {
  constexpr std::uint32_t modes = Modes::order | Modes::cache | Modes::in_space | Modes::vector;
  for (std::string const t : types) {
    r.push_back(other<M>("ld." + t, "ld", 2, 3, modes, [](M& m, Instruction const& i) {
      m.load(i, {bytes, is_signed});
    }));
    r.push_back(other<M>("ldu." + t, "ldu", 2, 2, modes, [](M& m, Instruction const& i) {
      m.load(i, {bytes, is_signed});
    }));
    r.push_back(other<M>("st." + t, "st", 2, 3, modes, [](M& m, Instruction const& i) {
      m.store(i, {bytes, is_signed});
    }));
  }
}

inline Modes to_nearest(std::uint32_t given = 0) {
  Modes m;
  m.given = given;
  return m;
}

/// atom and red of an operation: `f` of what was there and the operands. `vectors` is Modes::vector where it may be of vectors, and `needs` that where it must.
template <class M, unsigned bytes, std::size_t sources = 1, class F>
void add_update(Rows<M>& r, std::string const& what, F, std::uint32_t vectors = 0, std::uint32_t needs = 0) {
  std::uint32_t const modes = Modes::order | Modes::cache | Modes::in_space | vectors;
  // A cache policy may be the last operand.
  r.push_back(other<M>(
      "atom." + what, "atom", 2 + sources, 3 + sources, modes,
      [](M& m, Instruction const& i) {
        m.atomic(i, bytes, sources, true, [](Wide old, Wide b, Wide c) -> Wide { return F{}(old, b, c); });
      },
      needs));
  if (sources == 1)
    r.push_back(other<M>(
        "red." + what, "red", 2, 3, modes,
        [](M& m, Instruction const& i) {
          m.atomic(i, bytes, sources, false, [](Wide old, Wide b, Wide c) -> Wide { return F{}(old, b, c); });
        },
        needs));
  if constexpr (!OverSymbols<M> && sources == 1)
    for (std::string_view const one : {"add.u32", "add.s32", "add.u64", "inc.u32", "dec.u32", "min.u32",
                                       "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32"})
      if (what == one)
        r.push_back(other<M>(
            "red.async.mbarrier::complete_tx::bytes." + what, "red.async", 3, 3,
            Modes::order | Modes::in_space,
            [](M& m, Instruction const& i) {
              m.store_async(i, bytes, [](Wide old, Wide b, Wide c) -> Wide { return F{}(old, b, c); });
            },
            Modes::order));
}
/// Of halves, and of pairs of them.
template <class M, bool is_bf16>
void add_half_updates(Rows<M>& r) {
  static constexpr Format format = is_bf16 ? kBf16 : kF16;
  std::string const t = is_bf16 ? ".bf16" : ".f16";
#define COLEX_PTX_UPDATE(name, needs, f)                                          \
  add_update<M, 2>(                                                               \
      r, name ".noftz" + t,                                                       \
      [](Wide a, Wide b, Wide) {                                                  \
        auto const half = [](Word x, Word y) { return f; };                       \
        return Wide{half(low(a) & 0xFFFF, low(b) & 0xFFFF)};                      \
      },                                                                          \
      Modes::vector, needs);                                                      \
  add_update<M, 4>(                                                               \
      r, name ".noftz" + t + "x2",                                                \
      [](Wide a, Wide b, Wide) {                                                  \
        return Wide{of_halves(low(a), low(b), [](Word x, Word y) { return f; })}; \
      },                                                                          \
      Modes::vector, needs)
  COLEX_PTX_UPDATE("add", 0, sum_half(Sum::add, x, y, 0, format, to_nearest()));
  COLEX_PTX_UPDATE("min", Modes::vector, least_half(x, y, false, format, to_nearest()));
  COLEX_PTX_UPDATE("max", Modes::vector, least_half(x, y, true, format, to_nearest()));
#undef COLEX_PTX_UPDATE
}

template <class M>
Rows<M> update_rows() {
  Rows<M> r;
  for (std::string const t : {"u32", "s32", "b32"}) {
    if (t != "b32")
      add_update<M, 4>(r, "add." + t, [](Wide a, Wide b, Wide) { return Wide{low(a) + low(b)}; });
    add_update<M, 4>(r, "exch." + t, [](Wide, Wide b, Wide) { return b; });
    add_update<M, 4, 2>(r, "cas." + t, [](Wide a, Wide b, Wide c) { return low(a) == low(b) ? c : a; });
  }
  for (std::string const t : {"u64", "s64", "b64"}) {
    if (t != "b64") add_update<M, 8>(r, "add." + t, [](Wide a, Wide b, Wide) { return a + b; });
    add_update<M, 8>(r, "exch." + t, [](Wide, Wide b, Wide) { return b; });
    add_update<M, 8, 2>(r, "cas." + t, [](Wide a, Wide b, Wide c) { return a == b ? c : a; });
  }
  add_update<M, 2, 2>(r, "cas.b16",
                      [](Wide a, Wide b, Wide c) { return (a & 0xFFFF) == (b & 0xFFFF) ? c : a; });
  add_update<M, 4>(r, "and.b32", [](Wide a, Wide b, Wide) { return a & b; });
  add_update<M, 4>(r, "or.b32", [](Wide a, Wide b, Wide) { return a | b; });
  add_update<M, 4>(r, "xor.b32", [](Wide a, Wide b, Wide) { return a ^ b; });
  add_update<M, 8>(r, "and.b64", [](Wide a, Wide b, Wide) { return a & b; });
  add_update<M, 8>(r, "or.b64", [](Wide a, Wide b, Wide) { return a | b; });
  add_update<M, 8>(r, "xor.b64", [](Wide a, Wide b, Wide) { return a ^ b; });
  add_update<M, 4>(r, "inc.u32",
                   [](Wide a, Wide b, Wide) { return low(a) >= low(b) ? Wide{0} : Wide{low(a) + 1}; });
  add_update<M, 4>(r, "dec.u32", [](Wide a, Wide b, Wide) {
    return low(a) == 0 || low(a) > low(b) ? Wide{low(b)} : Wide{low(a) - 1};
  });
  add_update<M, 4>(r, "min.u32", [](Wide a, Wide b, Wide) { return Wide{std::min(low(a), low(b))}; });
  add_update<M, 4>(r, "max.u32", [](Wide a, Wide b, Wide) { return Wide{std::max(low(a), low(b))}; });
  add_update<M, 4>(r, "min.s32", [](Wide a, Wide b, Wide) { return less_signed(low(a), low(b)) ? a : b; });
  add_update<M, 4>(r, "max.s32", [](Wide a, Wide b, Wide) { return less_signed(low(a), low(b)) ? b : a; });
  add_update<M, 8>(r, "min.u64", [](Wide a, Wide b, Wide) { return std::min(a, b); });
  add_update<M, 8>(r, "max.u64", [](Wide a, Wide b, Wide) { return std::max(a, b); });
  add_update<M, 8>(r, "min.s64", [](Wide a, Wide b, Wide) { return less_signed(a, b) ? a : b; });
  add_update<M, 8>(r, "max.s64", [](Wide a, Wide b, Wide) { return less_signed(a, b) ? b : a; });
  add_update<M, 4>(
      r, "add.f32",
      [](Wide a, Wide b, Wide) { return Wide{sum_f32(Sum::add, low(a), low(b), 0, to_nearest())}; },
      Modes::vector);
  add_update<M, 8>(r, "add.f64",
                   [](Wide a, Wide b, Wide) { return sum_f64(Sum::add, a, b, 0, to_nearest()); });
  add_half_updates<M, false>(r), add_half_updates<M, true>(r);
  return r;
}

template <std::uint64_t base>
Wide in_window(Wide a) {
  return a >= base && a - base < kWindow ? a : a + base;
}
/// A row that adds a window's base to an address, or takes it away.
template <class M, std::uint64_t base>
void add_window(Rows<M>& r, std::string const& space) {
  r.push_back(each<M, Q, Q>("cvta." + space + ".u64", "cvta", 0,
                            [](auto a, Modes const&) { return in_window<base>(a); }));
  r.push_back(
      each<M, Q, Q>("cvta.to." + space + ".u64", "cvta", 0, [](auto a, Modes const&) { return a - base; }));
  r.push_back(each<M, P, Q>("isspacep." + space, "isspacep", 0,
                            [](Wide a, Modes const&) { return a - base < kWindow; }));
}

/// Matrices of 8 x 8 numbers of 16 bits.
template <class M, unsigned count, bool transposed>
void add_matrices(Rows<M>& r, std::string const& shared) {
  std::string const form =
      ".sync.aligned.m8n8.x" + std::to_string(count) + (transposed ? ".trans" : "") + shared + ".b16";
  r.push_back(other<M>("ldmatrix" + form, "ldmatrix", 2, 2, 0,
                       [](M& m, Instruction const& i) { m.load_matrix(i, count, transposed); }));
  r.push_back(other<M>("stmatrix" + form, "stmatrix", 2, 2, 0,
                       [](M& m, Instruction const& i) { m.store_matrix(i, count, transposed); }));
}

template <class M>
Rows<M> memory_rows() {
  Rows<M> r;
  add_moves<M, 1>(r, {"pred"}), add_moves<M, 16>(r, {"b16", "u16", "s16", "f16", "bf16"});
  add_moves<M, 32>(r, {"b32", "u32", "s32", "f32", "f16x2", "bf16x2"}),
      add_moves<M, 64>(r, {"b64", "u64", "s64", "f64"});
  add_accesses<M, 1, false>(r, {"b8", "u8"}), add_accesses<M, 1, true>(r, {"s8"});
  add_accesses<M, 2, false>(r, {"b16", "u16", "f16", "bf16"}), add_accesses<M, 2, true>(r, {"s16"});
  add_accesses<M, 4, false>(r, {"b32", "u32", "f32", "f16x2", "bf16x2"}),
      add_accesses<M, 4, true>(r, {"s32"});
  add_accesses<M, 8, false>(r, {"b64", "u64", "s64", "f64"});
  add_window<M, kSharedWindow>(r, "shared"), add_window<M, kLocalWindow>(r, "local");
  // Parameters' addresses are generic ones; compilers cut them to 32 bits, too.
  r.push_back(each<M, Q, Q>("cvta.param.u64", "cvta", 0,
                            [](auto a, Modes const&) { return in_window<kParameterWindow>(a); }));
  for (std::string const space : {"global", "const", "param"}) {  // their addresses are generic ones
    if (space != "param")
      r.push_back(each<M, Q, Q>("cvta." + space + ".u64", "cvta", 0, [](auto a, Modes const&) { return a; }));
    r.push_back(
        each<M, Q, Q>("cvta.to." + space + ".u64", "cvta", 0, [](auto a, Modes const&) { return a; }));
  }
  r.push_back(each<M, P, Q>("isspacep.global", "isspacep", 0, [](Wide a, Modes const&) {
    return a - kSharedWindow >= kWindow && a - kLocalWindow >= kWindow && a - kParameterWindow >= kWindow;
  }));
  for (std::string const cache : {"ca", "cg"})
    r.push_back(other<M>("cp.async." + cache + ".shared.global", "cp.async", 3, 5, Modes::cache,
                         [](M& m, Instruction const& i) { m.copy_async(i); }));
  r.push_back(other<M>("cp.async.commit_group", "cp.async.commit_group", 0, 0, 0,
                       [](M& m, Instruction const&) { m.commit_copies(); }));
  r.push_back(other<M>("cp.async.wait_group", "cp.async.wait_group", 1, 1, 0, [](M& m, Instruction const& i) {
    m.wait_copies(m.slot_values(i.operands[0].slot)[0]);
  }));
  r.push_back(other<M>("cp.async.wait_all", "cp.async.wait_all", 0, 0, 0,
                       [](M& m, Instruction const&) { m.commit_copies(), m.wait_copies(0); }));
  for (std::string const shared : {".shared", ""}) {
    add_matrices<M, 1, false>(r, shared), add_matrices<M, 1, true>(r, shared);
    add_matrices<M, 2, false>(r, shared), add_matrices<M, 2, true>(r, shared);
    add_matrices<M, 4, false>(r, shared), add_matrices<M, 4, true>(r, shared);
  }
  r.push_back(other<M>("movmatrix.sync.aligned.m8n8.trans.b16", "movmatrix", 2, 2, 0,
                       [](M& m, Instruction const& i) { m.transpose_matrix(i); }));
  return r;
}

template <class M>
Rows<M> control_rows() {
  Rows<M> r;
  for (std::string const name : {"bra", "bra.uni"})
    r.push_back(other<M>(name, "bra", 0, 0, 0, [](M& m, Instruction const& i) { m.branch(i); }));
  for (std::string const name : {"ret", "ret.uni", "exit"})
    r.push_back(other<M>(name, "ret", 0, 0, 0, [](M& m, Instruction const&) { m.end(); }));
  r.push_back(other<M>("trap", "trap", 0, 0, 0,
                       [](M& m, Instruction const&) { m.refuse("the kernel stops itself"); }));
  // What changes nothing that is seen: memory is in the program's order, caches are none, and one block runs at a time.
  for (std::string const name :
       {"membar.cta", "membar.gl", "membar.sys", "fence.sc.cta", "fence.sc.cluster", "fence.sc.gpu",
        "fence.sc.sys", "fence.acq_rel.cta", "fence.acq_rel.cluster", "fence.acq_rel.gpu",
        "fence.acq_rel.sys", "fence.proxy.alias", "fence.mbarrier_init.release.cluster",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
        "griddepcontrol.launch_dependents", "griddepcontrol.wait"})
    r.push_back(other<M>(name, "membar", 0, 0, 0, [](M&, Instruction const&) {}));
  for (std::string const name : {"fence.proxy.async", "fence.proxy.async.global", "fence.proxy.async.shared"})
    r.push_back(other<M>(name, "membar", 0, 0, 0, [](M& m, Instruction const&) { m.fence_copies(); }));
  for (std::string const name :
       {"nanosleep.u32", "pmevent", "prefetch.global.L1", "prefetch.global.L2", "prefetch.L1", "prefetch.L2"})
    r.push_back(other<M>(name, "nanosleep", 1, 1, 0, [](M&, Instruction const&) {}));
  for (std::string const name :
       {"bar.sync", "bar.cta.sync", "barrier.sync.aligned", "barrier.cta.sync.aligned"})
    r.push_back(other<M>(name, "bar", 1, 2, 0, [](M& m, Instruction const& i) { m.barrier(i, true, 0); }));
  for (std::string const name : {"barrier.sync", "barrier.cta.sync"})
    r.push_back(other<M>(name, "bar", 1, 2, 0, [](M& m, Instruction const& i) {
      if (m.mask() != m.live()) m.refuse("a barrier that some lanes reach alone is not known");
      m.barrier(i, true, 0);
    }));
  for (std::string const name :
       {"bar.arrive", "bar.cta.arrive", "barrier.arrive.aligned", "barrier.cta.arrive.aligned"})
    r.push_back(other<M>(name, "bar", 2, 2, 0, [](M& m, Instruction const& i) { m.barrier(i, false, 0); }));
  for (std::string const name : {"bar", "bar.cta", "barrier", "barrier.cta"}) {
    std::string const aligned = name.starts_with("barrier") ? ".aligned" : "";
    r.push_back(other<M>(name + ".red.popc" + aligned + ".u32", "bar", 3, 4, 0,
                         [](M& m, Instruction const& i) { m.barrier(i, true, 1); }));
    r.push_back(other<M>(name + ".red.and" + aligned + ".pred", "bar", 3, 4, 0,
                         [](M& m, Instruction const& i) { m.barrier(i, true, 2); }));
    r.push_back(other<M>(name + ".red.or" + aligned + ".pred", "bar", 3, 4, 0,
                         [](M& m, Instruction const& i) { m.barrier(i, true, 3); }));
  }
  r.push_back(other<M>("mbarrier.init.b64", "mbarrier.init", 2, 2, 0,
                       [](M& m, Instruction const& i) { m.init_memory_barrier(i); }));
  r.push_back(other<M>("mbarrier.inval.b64", "mbarrier.inval", 1, 1, 0,
                       [](M& m, Instruction const& i) { m.forget_memory_barrier(i); }));
  r.push_back(other<M>("mbarrier.arrive.b64", "mbarrier.arrive", 1, 3, 0, [](M& m, Instruction const& i) {
    m.arrive_at_memory_barrier(i, M::Arrival::arrive);
  }));
  r.push_back(other<M>("mbarrier.arrive_drop.b64", "mbarrier.arrive_drop", 1, 3, 0,
                       [](M& m, Instruction const& i) { m.arrive_at_memory_barrier(i, M::Arrival::drop); }));
  r.push_back(other<M>(
      "mbarrier.arrive.expect_tx.b64", "mbarrier.arrive", 3, 3, 0,
      [](M& m, Instruction const& i) { m.arrive_at_memory_barrier(i, M::Arrival::expect_and_arrive); }));
  r.push_back(
      other<M>("mbarrier.expect_tx.b64", "mbarrier.expect_tx", 2, 2, 0,
               [](M& m, Instruction const& i) { m.arrive_at_memory_barrier(i, M::Arrival::expect); }));
  r.push_back(
      other<M>("mbarrier.complete_tx.b64", "mbarrier.complete_tx", 2, 2, 0,
               [](M& m, Instruction const& i) { m.arrive_at_memory_barrier(i, M::Arrival::complete); }));
  for (std::string const wait : {"test_wait", "try_wait"}) {
    r.push_back(other<M>("mbarrier." + wait + ".b64", "mbarrier.try_wait", 3, 4, 0,
                         [](M& m, Instruction const& i) { m.wait_at_memory_barrier(i, false); }));
    r.push_back(other<M>("mbarrier." + wait + ".parity.b64", "mbarrier.try_wait", 3, 4, 0,
                         [](M& m, Instruction const& i) { m.wait_at_memory_barrier(i, true); }));
  }
  r.push_back(other<M>("bar.warp.sync", "bar.warp.sync", 1, 1, 0,
                       [](M& m, Instruction const& i) { m.sync_lanes(i); }));
  r.push_back(other<M>("shfl.sync.up.b32", "shfl.sync", 5, 5, 0,
                       [](M& m, Instruction const& i) { m.shuffle(i, M::Shuffle::up); }));
  r.push_back(other<M>("shfl.sync.down.b32", "shfl.sync", 5, 5, 0,
                       [](M& m, Instruction const& i) { m.shuffle(i, M::Shuffle::down); }));
  r.push_back(other<M>("shfl.sync.bfly.b32", "shfl.sync", 5, 5, 0,
                       [](M& m, Instruction const& i) { m.shuffle(i, M::Shuffle::bfly); }));
  r.push_back(other<M>("shfl.sync.idx.b32", "shfl.sync", 5, 5, 0,
                       [](M& m, Instruction const& i) { m.shuffle(i, M::Shuffle::idx); }));
  r.push_back(other<M>("vote.sync.all.pred", "vote.sync", 3, 3, 0,
                       [](M& m, Instruction const& i) { m.vote(i, M::Vote::all); }));
  r.push_back(other<M>("vote.sync.any.pred", "vote.sync", 3, 3, 0,
                       [](M& m, Instruction const& i) { m.vote(i, M::Vote::any); }));
  r.push_back(other<M>("vote.sync.uni.pred", "vote.sync", 3, 3, 0,
                       [](M& m, Instruction const& i) { m.vote(i, M::Vote::uni); }));
  r.push_back(other<M>("vote.sync.ballot.b32", "vote.sync", 3, 3, 0,
                       [](M& m, Instruction const& i) { m.vote(i, M::Vote::ballot); }));
  for (std::string const t : {"b32", "b64"}) {
    r.push_back(other<M>("match.any.sync." + t, "match.sync", 3, 3, 0,
                         [](M& m, Instruction const& i) { m.match(i, false); }));
    r.push_back(other<M>("match.all.sync." + t, "match.sync", 3, 3, 0,
                         [](M& m, Instruction const& i) { m.match(i, true); }));
  }
#define COLEX_PTX_REDUX(name, f)                                                                   \
  r.push_back(other<M>("redux.sync." name, "redux.sync", 3, 3, 0, [](M& m, Instruction const& i) { \
    m.reduce(i, [](Wide a, Wide b, Wide) -> Wide { return f; });                                   \
  }))
  COLEX_PTX_REDUX("add.u32", Wide{low(a) + low(b)});
  COLEX_PTX_REDUX("add.s32", Wide{low(a) + low(b)});
  COLEX_PTX_REDUX("min.u32", Wide{std::min(low(a), low(b))});
  COLEX_PTX_REDUX("max.u32", Wide{std::max(low(a), low(b))});
  COLEX_PTX_REDUX("min.s32", less_signed(low(a), low(b)) ? a : b);
  COLEX_PTX_REDUX("max.s32", less_signed(low(a), low(b)) ? b : a);
  COLEX_PTX_REDUX("and.b32", a & b);
  COLEX_PTX_REDUX("or.b32", a | b);
  COLEX_PTX_REDUX("xor.b32", a ^ b);
#undef COLEX_PTX_REDUX
#define COLEX_PTX_REDUX(name, most, kept)                                                                \
  r.push_back(other<M>(                                                                                  \
      "redux.sync." name ".f32", "redux.sync", 3, 3, Modes::propagates, [](M& m, Instruction const& i) { \
        m.reduce(                                                                                        \
            i,                                                                                           \
            [](Wide a, Wide b, Wide modes) {                                                             \
              return Wide{least_f32(low(a) & kept, low(b) & kept, most, to_nearest(low(modes)))};        \
            },                                                                                           \
            true);                                                                                       \
      }))
  COLEX_PTX_REDUX("min", false, ~Word{0});
  COLEX_PTX_REDUX("max", true, ~Word{0});
  COLEX_PTX_REDUX("min.abs", false, kSize);
  COLEX_PTX_REDUX("max.abs", true, kSize);
#undef COLEX_PTX_REDUX
  r.push_back(other<M>("elect.sync", "elect.sync", 2, 2, 0, [](M& m, Instruction const& i) { m.elect(i); }));
  r.push_back(
      other<M>("activemask.b32", "activemask", 1, 1, 0, [](M& m, Instruction const& i) { m.active(i); }));
  return r;
}

}  // namespace colex::code::ptx
