// SPDX-License-Identifier: MIT
// The algebra under CuTe's convention: the same names, and where several answers are right, the one that CuTe
// C++ gives. Each answer obeys the post-condition that CuTe's unit tests check of the operation; where CuTe's
// own answer breaks it, there is the right one or a refusal.
//
//   cute::complement(4:2, 19) == (2,3):(1,8)          complement() refuses: 8 does not divide 19
//   cute::right_inverse((4,3):(1,2)) == 4:1           right_inverse() has (4,2):(1,8): twice as many points
//
// Operations that have one answer are the functions of namespace colex, which have their names here too.
#pragma once

#include "colex/colex.hpp"
#include "colex/cute/composition.hpp"
#include "colex/cute/divide.hpp"
#include "colex/cute/layouts.hpp"
#include "colex/cute/product.hpp"

namespace colex::cute {

// coordinates and measures
using colex::cosize, colex::crd2crd, colex::crd2idx, colex::evaluate, colex::extent, colex::idx2crd,
    colex::size;
// structure
using colex::append, colex::coalesce, colex::filter, colex::filter_zeros, colex::flatten, colex::get,
    colex::group, colex::prepend, colex::select, colex::take, colex::unflatten, colex::zip;
using colex::dice, colex::slice, colex::slice_and_offset;
// tuples of integers
using colex::ceil_div, colex::compatible, colex::congruent, colex::elem_scale, colex::evenly_divides,
    colex::product, colex::product_each, colex::round_up, colex::shape_div, colex::weakly_congruent;
// making layouts
using colex::compact_col_major, colex::compact_order, colex::compact_row_major, colex::make_layout,
    colex::make_layout_like, colex::make_ordered_layout;
// inverses, products and recasts
using colex::blocked_product, colex::downcast, colex::logical_product, colex::max_alignment, colex::nullspace,
    colex::raked_product;

}  // namespace colex::cute
