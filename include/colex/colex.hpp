// SPDX-License-Identifier: MIT
// The whole algebra. Reading order: number, host_device, digits, refusal, sentence, result, list, nested,
// structure, reverse, layout, wrong_text, text; coordinate, domain, tuple,
// tuple_arithmetic, slice; fold, coalesce, equal, filter, make,
// find; reach, stairs, carry, textbook, composition, composes_to, complement, admissible; locate, decide, maximal, inverse,
// left_inverse, common; refinement, tiler, make_shape, divide, product, recast, partition; bits, swizzle, composed,
// composed_bits, composed_domain, any_layout, any_decide, any_compose, any_recast; basis, basis_inverse, lexicographic,
// lexicographic_inverse, lexicographic_divide; write,
// notation, must. Beside it: packed, and for printing print and fmt.
#pragma once

// clang-format off
#include "colex/result.hpp"  // first, which keeps a compiler's message about a refusal short
// clang-format on

#include "colex/admissible.hpp"
#include "colex/any_compose.hpp"
#include "colex/any_decide.hpp"
#include "colex/any_layout.hpp"
#include "colex/any_recast.hpp"
#include "colex/basis.hpp"
#include "colex/basis_inverse.hpp"
#include "colex/bits.hpp"
#include "colex/carry.hpp"
#include "colex/coalesce.hpp"
#include "colex/common.hpp"
#include "colex/complement.hpp"
#include "colex/composed.hpp"
#include "colex/composed_bits.hpp"
#include "colex/composed_domain.hpp"
#include "colex/composes_to.hpp"
#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/decide.hpp"
#include "colex/digits.hpp"
#include "colex/distribute.hpp"
#include "colex/divide.hpp"
#include "colex/division.hpp"
#include "colex/domain.hpp"
#include "colex/equal.hpp"
#include "colex/filter.hpp"
#include "colex/find.hpp"
#include "colex/fold.hpp"
#include "colex/host_device.hpp"
#include "colex/inverse.hpp"
#include "colex/layout.hpp"
#include "colex/left_inverse.hpp"
#include "colex/lexicographic.hpp"
#include "colex/lexicographic_divide.hpp"
#include "colex/lexicographic_inverse.hpp"
#include "colex/list.hpp"
#include "colex/locate.hpp"
#include "colex/make.hpp"
#include "colex/make_shape.hpp"
#include "colex/maximal.hpp"
#include "colex/must.hpp"
#include "colex/nested.hpp"
#include "colex/notation.hpp"
#include "colex/number.hpp"
#include "colex/op.hpp"
#include "colex/partition.hpp"
#include "colex/product.hpp"
#include "colex/reach.hpp"
#include "colex/recast.hpp"
#include "colex/refinement.hpp"
#include "colex/refusal.hpp"
#include "colex/reverse.hpp"
#include "colex/sentence.hpp"
#include "colex/slice.hpp"
#include "colex/stairs.hpp"
#include "colex/structure.hpp"
#include "colex/swizzle.hpp"
#include "colex/text.hpp"
#include "colex/textbook.hpp"
#include "colex/tiler.hpp"
#include "colex/tuple.hpp"
#include "colex/tuple_arithmetic.hpp"
#include "colex/write.hpp"
#include "colex/wrong_text.hpp"
