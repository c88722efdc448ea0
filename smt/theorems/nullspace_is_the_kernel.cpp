// SPDX-License-Identifier: MIT
// The theorem of laws/nullspace_is_the_kernel.hpp.
#include "colex/laws/nullspace_is_the_kernel.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

namespace {

using Law = laws::nullspace_is_the_kernel;

/// The kernel, by the definition: answered with it, or no layout is it.
Term answered(Layout<std::int64_t> const& l) {
  auto const of = values(l);
  std::vector<Term> all, kernel;
  std::int64_t index = 0;
  for (auto const v : truth::table(l)) {
    Term const at = of[static_cast<std::size_t>(index)];
    all.push_back(v == 0 ? at == number(0) : at != number(0));
    if (v == 0) kernel.push_back(number(index));
    ++index;
  }
  auto const r = nullspace(l);
  all.push_back(r ? same(values(*r), kernel) : no_layout(kernel));
  return all_of(all);
}

void small(Proof& p) {
  every_layout(p, "answered exactly where the kernel is a layout: rank <= 2, extents <= 5, strides -5 to 5",
               {.ranks = 2, .shapes = 5, .least = -5, .most = 5}, answered);
  // modes of stride 0 above many points
  every(p, "four modes of 4:1, 4:4, 2:16 and 3:0", [](auto const& ask) {
    each_list<Mode<std::int64_t>>({{4, 1}, {4, 4}, {2, 16}, {3, 0}}, 4, [&](auto const& modes) {
      auto const l = flat(modes);
      ask(truth_of(bool(nullspace(l))) && answered(l), l);
    });
  });
}

}  // namespace

Theorem nullspace_is_the_kernel() {
  return theorem<Law>(
      "nullspace_is_the_kernel", small, "",
      {{Kind::coq, "as stated"},
       {Kind::enumerated, "rank <= 2, extents <= 5, strides -5 to 5; four modes of 4:1, 4:4, 2:16 and 3:0"}},
      R"(Strides of one sign are answered at once, whatever the extents. With mixed signs the function enumerates the offsets
             and asks find_layout (find_layout_is_exact).)");
}

}  // namespace colex::sym
