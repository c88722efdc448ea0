// SPDX-License-Identifier: MIT
// Divide and product where the rightmost mode runs fastest.
//
//   lex_logical_divide(16:1, 4:1) == (4,4):(1,4)
//   lex_zipped_divide((4,8):(8,1), <2,4>) == ((2,4),(2,2)):((8,1),(16,4))
//   lex_logical_product(4:1, 6:2) == (4,6):(1,8)
//
// Each is the colexicographic one of the mirrored layouts; a tile stays before its grid, a block before its copies.
// Source: torch.distributed's _pycute.
#pragma once

#include "colex/lexicographic.hpp"
#include "colex/product.hpp"

namespace colex {

namespace detail {
/// op(A, B) of the mirrored layouts, whose two modes come back mirrored, in their order.
template <Number Int, class Op>
constexpr Result<Layout<Int>, Int> lex_pair(Layout<Int> const& a, Layout<Int> const& b, Op op) {
  auto r = op(colex::reversed(a), colex::reversed(b));
  if (r) r.value = join(colex::reversed(entry(r.value, 0)), colex::reversed(entry(r.value, 1)));
  return r;
}
/// (tile, grid) with the entries side by side: the grid's, and the tile's where `tile_too`; by mode first unzipped.
enum class Arranged : std::uint8_t { by_mode, zipped, tiled, flat };
template <Number Int>
constexpr Result<Layout<Int>, Int> arranged(Result<Layout<Int>, Int> r, Tiler<Int> const& tiler,
                                            Arranged form) {
  if (form != Arranged::by_mode) r = unzipped(r, tiler);
  if (r && (form == Arranged::tiled || form == Arranged::flat))
    r.value = unpack(r.value, form == Arranged::flat);
  return r;
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_divide(Layout<Int> const& a, Tiler<Int> const& tiler, Cover cover,
                                              Budget budget, Arranged form) {
  Work work(budget);
  auto const divide = [&](Layout<Int> const& x, Layout<Int> const& y) {
    return logical_divide(x, y, cover, work.rest());
  };
  auto const by_mode = apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return lex_pair(mode, by, divide);
  });
  return arranged(by_mode, tiler, form);
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_product(Layout<Int> const& a, Tiler<Int> const& tiler, Budget budget,
                                               Arranged form) {
  Work work(budget);
  auto const product = [&](Layout<Int> const& x, Layout<Int> const& y) {
    return logical_product(x, y, work.rest());
  };
  auto const by_mode = apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return lex_pair(mode, by, product);
  });
  return arranged(by_mode, tiler, form);
}
}  // namespace detail

/// (A o B, A o B*), or by mode for a tuple: ((tile0,grid0), ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_logical_divide(Layout<Int> const& a,
                                                      std::type_identity_t<Tiler<Int>> const& tiler,
                                                      Cover cover = Cover::strict, Budget budget = {}) {
  return detail::lex_divide(a, tiler, cover, budget, detail::Arranged::by_mode);
}
/// ((tiles...), (grids..., untiled modes)). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_zipped_divide(Layout<Int> const& a,
                                                     std::type_identity_t<Tiler<Int>> const& tiler,
                                                     Cover cover = Cover::strict, Budget budget = {}) {
  return detail::lex_divide(a, tiler, cover, budget, detail::Arranged::zipped);
}
/// ((tiles...), grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_tiled_divide(Layout<Int> const& a,
                                                    std::type_identity_t<Tiler<Int>> const& tiler,
                                                    Cover cover = Cover::strict, Budget budget = {}) {
  return detail::lex_divide(a, tiler, cover, budget, detail::Arranged::tiled);
}
/// (tile0, tile1, ..., grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_flat_divide(Layout<Int> const& a,
                                                   std::type_identity_t<Tiler<Int>> const& tiler,
                                                   Cover cover = Cover::strict, Budget budget = {}) {
  return detail::lex_divide(a, tiler, cover, budget, detail::Arranged::flat);
}

/// (A, A* o B), or by mode for a tuple: ((block0,copies0), ..., other modes). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_logical_product(Layout<Int> const& a,
                                                       std::type_identity_t<Tiler<Int>> const& tiler,
                                                       Budget budget = {}) {
  return detail::lex_product(a, tiler, budget, detail::Arranged::by_mode);
}
/// ((blocks...), (copies..., other modes)). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_zipped_product(Layout<Int> const& a,
                                                      std::type_identity_t<Tiler<Int>> const& tiler,
                                                      Budget budget = {}) {
  return detail::lex_product(a, tiler, budget, detail::Arranged::zipped);
}
/// ((blocks...), copies0, copies1, ..., other modes). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_tiled_product(Layout<Int> const& a,
                                                     std::type_identity_t<Tiler<Int>> const& tiler,
                                                     Budget budget = {}) {
  return detail::lex_product(a, tiler, budget, detail::Arranged::tiled);
}
/// (block0, block1, ..., copies0, copies1, ..., other modes). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_flat_product(Layout<Int> const& a,
                                                    std::type_identity_t<Tiler<Int>> const& tiler,
                                                    Budget budget = {}) {
  return detail::lex_product(a, tiler, budget, detail::Arranged::flat);
}

/// Mode k is (copies, block mode k): counted from the right, the copies lie block beside block. Errors:
/// blocked_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_blocked_product(Layout<Int> const& block, Layout<Int> const& tiler,
                                                       Budget budget = {}) {
  return detail::reversed(blocked_product(reversed(block), reversed(tiler), budget));
}
/// Mode k is (block mode k, copies): the copies interleave. Errors: raked_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_raked_product(Layout<Int> const& block, Layout<Int> const& tiler,
                                                     Budget budget = {}) {
  return detail::reversed(raked_product(reversed(block), reversed(tiler), budget));
}

}  // namespace colex
