// SPDX-License-Identifier: MIT
// Where several answers are right, `--convention cute` gives CuTe C++'s. Each answer is checked against the
// operation's own contract before it leaves; where CuTe's breaks it, the right one or a refusal is given.
//
//   cute_unit_strides((16,4,32):(90,7,4), 1:1, 1:0) == 1:4
#pragma once

#include "colex/tiler.hpp"
#include "number/checked.hpp"

namespace colex::cli {

/// CuTe's default cotarget: the cosize of the modes that move.
Checked cute_cotarget(Layout<Checked> const& layout);

/// `layout`, which is composition(A, B), with CuTe's strides on B's modes of extent 1: what is left of the
/// stride after A's modes, rounded up. No value changes: (16,4,32):(90,7,4) o 1:1 is 1:4 instead of 1:0.
Layout<Checked> cute_unit_strides(Layout<Checked> const& a, Layout<Checked> const& b, Layout<Checked> layout);

/// A o tiler and A divided by a tiler, each tile with CuTe's strides on its modes of extent 1. Errors: those
/// of composition and logical_divide. A divide has CuTe's count of tiles where those hold every offset of A.
Result<Layout<Checked>, Checked> cute_composition(Layout<Checked> const& a, Tiler<Checked> const& tiler);
Result<Layout<Checked>, Checked> cute_logical_divide(Layout<Checked> const& a, Tiler<Checked> const& tiler);

}  // namespace colex::cli
