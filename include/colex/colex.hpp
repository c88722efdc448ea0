// SPDX-License-Identifier: MIT
// The whole algebra. Reading order: number, refusal, nested, structure, layout, text; coordinate, domain,
// tuple, slice; fold, coalesce, equal, filter, make, find; reach, stairs, carry, composition, complement;
// locate, decide, maximal, inverse, left_inverse, common; tiler, divide, product, recast, partition; bits,
// swizzle, basis, lexicographic; write, must.
#pragma once

// clang-format off
#include "colex/refusal.hpp"  // first, which keeps a compiler's message about a refusal short
// clang-format on

#include "colex/basis.hpp"
#include "colex/bits.hpp"
#include "colex/carry.hpp"
#include "colex/coalesce.hpp"
#include "colex/common.hpp"
#include "colex/complement.hpp"
#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/decide.hpp"
#include "colex/distribute.hpp"
#include "colex/divide.hpp"
#include "colex/division.hpp"
#include "colex/domain.hpp"
#include "colex/equal.hpp"
#include "colex/filter.hpp"
#include "colex/find.hpp"
#include "colex/fold.hpp"
#include "colex/inverse.hpp"
#include "colex/layout.hpp"
#include "colex/left_inverse.hpp"
#include "colex/lexicographic.hpp"
#include "colex/locate.hpp"
#include "colex/make.hpp"
#include "colex/maximal.hpp"
#include "colex/must.hpp"
#include "colex/nested.hpp"
#include "colex/number.hpp"
#include "colex/partition.hpp"
#include "colex/product.hpp"
#include "colex/reach.hpp"
#include "colex/recast.hpp"
#include "colex/slice.hpp"
#include "colex/stairs.hpp"
#include "colex/structure.hpp"
#include "colex/swizzle.hpp"
#include "colex/text.hpp"
#include "colex/tiler.hpp"
#include "colex/tuple.hpp"
#include "colex/write.hpp"
