// SPDX-License-Identifier: MIT
// The whole algebra. Reading order: number, refusal, nested, structure, layout, text; coordinate, tuple,
// slice; fold, coalesce, equal, filter, make, find; composition, complement; reach, locate, decide, inverse,
// left_inverse, common; tiler, divide, product, recast, partition.
#pragma once

#include "colex/coalesce.hpp"
#include "colex/common.hpp"
#include "colex/complement.hpp"
#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/decide.hpp"
#include "colex/divide.hpp"
#include "colex/equal.hpp"
#include "colex/filter.hpp"
#include "colex/find.hpp"
#include "colex/fold.hpp"
#include "colex/inverse.hpp"
#include "colex/layout.hpp"
#include "colex/left_inverse.hpp"
#include "colex/locate.hpp"
#include "colex/make.hpp"
#include "colex/nested.hpp"
#include "colex/number.hpp"
#include "colex/partition.hpp"
#include "colex/product.hpp"
#include "colex/reach.hpp"
#include "colex/recast.hpp"
#include "colex/refusal.hpp"
#include "colex/slice.hpp"
#include "colex/structure.hpp"
#include "colex/text.hpp"
#include "colex/tiler.hpp"
#include "colex/tuple.hpp"
