// SPDX-License-Identifier: MIT
// The theorem of laws/complement_refuses_rightly.hpp.
#include "colex/laws/complement_refuses_rightly.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/structure.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_refuses_rightly;

/// The sort whole: extents say where a mode stood, so the order by stride and then by extent is stable.
void sorted(Proof& p) {
  using Int = std::int64_t;
  auto const asked = [](auto const& ask, std::vector<Int> const& strides) {
    List<Mode<Int>> given;
    for (Int const d : strides) given.push({given.count + 2, d});
    auto modes = given;
    sort_by_stride(modes);
    std::vector<Term> all = {truth_of(modes.count == given.count && !modes.overfull)};
    for (int k = 0; k < modes.count; ++k) {
      Term const s = number(modes[k].shape), d = number(modes[k].stride);
      std::vector<Term> stood;
      for (auto const& m : given) stood.push_back(s == number(m.shape) && d == number(m.stride));
      all.push_back(any_of(stood));
      if (k + 1 == modes.count) continue;
      Term const t = number(modes[k + 1].shape), e = number(modes[k + 1].stride);
      all.push_back(d < e || (d == e && s < t));
    }
    ask(all_of(all), flat(given));
  };
  every(p, "the sort, stable: up to 5 modes of strides 1 to 3", [&](auto const& ask) {
    std::vector<Int> strides;
    auto const add = [&](auto const& self) -> void {
      if (!strides.empty()) asked(ask, strides);
      if (strides.size() == 5) return;
      for (Int d = 1; d <= 3; ++d) {
        strides.push_back(d);
        self(self);
        strides.pop_back();
      }
    };
    add(add);
  });
  every(p, "the sort, stable: 8 and 32 modes, falling pairs of strides", [&](auto const& ask) {
    for (Int const rank : {8, 32}) {
      std::vector<Int> strides;
      for (Int k = 0; k < rank; ++k) strides.push_back(rank - k / 2);
      asked(ask, strides);
    }
  });
}

}  // namespace

Theorem complement_refuses_rightly() {
  return theorem<Law>(
      "complement_refuses_rightly", sorted, "; T32",
      {{Kind::coq, "as stated"},
       {Kind::enumerated, "the sort and its stability: up to 5 modes of strides 1 to 3, and 8 and 32 modes"}},
      R"(Coq: nothing completes A where complement refuses, whatever order the modes are in (Completion.v). Here the
             sort, whole.)");
}

}  // namespace colex::sym
