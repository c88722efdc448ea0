// SPDX-License-Identifier: MIT
// Every operation says the same in int64_t and in Checked, which throws where a number would leave 64 bits:
// the limits of well_formed() keep every intermediate inside, up to extents and strides near 2^62.
#include "number/checked.hpp"

namespace colex::props {
inline std::int64_t to_int64(Checked x) { return x.value(); }
}  // namespace colex::props

#include "number_systems/compare.hpp"

using namespace colex;
using namespace colex::props;

int main() {
  return compare_all<Checked>("Checked", Room{200, true}, false,
                              [](auto const& op, Inputs<Checked> const& c) { return op.other(c); });
}
