// SPDX-License-Identifier: MIT
// The variants of the product by a tiler as CuTe has them: the two entries of a mode under `_` are a block and
// its copies.
//
//   cute::zipped_product((2,(4,3)):(1,(2,8)), <3,_>) == ((2,4),(3,3)):((1,2),(2,8))
//   zipped_product((2,(4,3)):(1,(2,8)), <3,_>) == ((2,(4,3)),(3,1)):((1,(2,8)),(2,0))
//
// Source: CuTe's zipped_product, tiled_product and flat_product, layout.hpp.
#pragma once

#include "colex/composed_domain.hpp"

namespace colex::cute {

// clang-format off
/// As the colex function of the name, whose errors they have.
#define COLEX_WITH_PAIRS_KEPT(name)                                                                          \
  template <Number Int>                                                                                      \
  constexpr auto name(Layout<Int> const& a, std::type_identity_t<Tiler<Int>> const& tiler,                   \
                      Budget budget = {}) {                                                                  \
    return colex::name(a, pairs_kept(tiler), budget);                                                        \
  }                                                                                                          \
  template <Number Word, class Outer>                                                                        \
  constexpr auto name(BasicComposedLayout<Word, Outer> const& a,                                             \
                      std::type_identity_t<Tiler<Word>> const& tiler, Budget budget = {}) {                  \
    return colex::name(a, pairs_kept(tiler), budget);                                                        \
  }
// clang-format on
COLEX_WITH_PAIRS_KEPT(zipped_product)
COLEX_WITH_PAIRS_KEPT(tiled_product)
COLEX_WITH_PAIRS_KEPT(flat_product)
#undef COLEX_WITH_PAIRS_KEPT

}  // namespace colex::cute
