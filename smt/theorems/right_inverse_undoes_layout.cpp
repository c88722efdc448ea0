// SPDX-License-Identifier: MIT
// The theorem of laws/right_inverse_undoes_layout.hpp.
#include "colex/laws/right_inverse_undoes_layout.hpp"

#include "cases/every_case.hpp"
#include "cases/longest.hpp"
#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::right_inverse_undoes_layout;

/// Layouts of these extents, each up to 4, strides -1 to 3.
std::vector<Layout<std::int64_t>> every_stride(std::vector<std::int64_t> const& extents) {
  std::vector<Layout<std::int64_t>> all;
  each_layout({.ranks = static_cast<int>(extents.size()), .shapes = 4, .least = -1, .most = 3},
              [&](Layout<std::int64_t> const& l) {
                if (std::equal(l.leaves.begin(), l.leaves.end(), extents.begin(), extents.end(),
                               [](auto const& m, std::int64_t s) { return m.shape == s; }))
                  all.push_back(l);
              });
  return all;
}

/// The search among parts of modes: what it returns undoes both layouts, has as many points as it says, and
/// no layout that undoes both has more.
Term searched(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
  detail::MaximalSearch<std::int64_t> found(a, b);
  found.run(1);
  auto const r = flat(coalesce(found.best));
  return all_of({number(size(r)) == number(found.most), truth_of(!found.work.ended()), undoes(a, r),
                 undoes(b, r), none_longer({truth::table(a), truth::table(b)}, size(r))});
}

void parts_of_modes(Proof& p) {
  every(p, "parts of modes: extents 4, 2 2, 4 3, 2 2 2 and 3 2 2", [](auto const& ask) {
    for (auto const& extents :
         std::vector<std::vector<std::int64_t>>{{4}, {2, 2}, {4, 3}, {2, 2, 2}, {3, 2, 2}})
      for (auto const& l : every_stride(extents)) ask(searched(l, l), l);
  });
  every(p, "parts of modes of two layouts: extents 2 2 with 4, 3 2 with 2 2", [](auto const& ask) {
    for (auto const& a : every_stride({2, 2}))
      for (auto const& b : every_stride({4})) ask(searched(a, b), a, b);
    for (auto const& a : every_stride({3, 2}))
      for (auto const& b : every_stride({2, 2})) ask(searched(a, b), a, b);
  });
}

/// The certificate that what a search finds is asked for: yes exactly where outer(inner(k)) is k, whatever the strides
/// of `outer` are.
void certificate(Proof& p) {
  using Extents = std::vector<std::pair<int, int>>;
  for (auto const& outer_extents : std::vector<std::vector<int>>{{4}, {2, 2}, {3, 2}, {2, 2, 2}})
    for (Extents const& modes :
         {Extents{{4, 1}}, {{2, 1}}, {{2, 2}, {2, 1}}, {{2, 3}, {2, 1}}, {{3, 1}}, {{3, 2}}}) {
      List<Mode<Integer>> a, b;
      std::string name = "certificate:";
      for (int const s : outer_extents) {
        a.push({Integer(s), p.integer(("d" + std::to_string(a.count)).c_str())});
        name += " " + std::to_string(s);
      }
      name += " after";
      for (auto const& [s, d] : modes) {
        b.push({Integer(s), Integer(d)});
        name += " " + std::to_string(s) + ":" + std::to_string(d);
      }
      Layout<Integer> const outer = flat(a), inner = flat(b);
      p.part(name, {}, [&] {
        std::int64_t const points = size(inner).numeral(), within = size(outer).numeral();
        bool const yes = composes_to_identity(outer, inner);
        Boolean gives(true);
        for (std::int64_t k = 0; k < points; ++k) {
          Integer const index = evaluate(inner, Integer(k));
          gives = both(gives, index < Integer(within), evaluate(outer, index) == Integer(k));
        }
        p.claim("yes exactly where it gives back", yes ? gives : !gives);
      });
    }
}

/// More points than the search below is asked about.
void larger(Proof& p) {
  every(p, "what is found undoes: extents 2 5 5, strides 0 to 7", [](auto const& ask) {
    for (std::int64_t code = 0; code < 512; ++code) {
      List<Mode<std::int64_t>> modes;
      for (auto const& [s, d] : {std::pair{2, code % 8}, {5, code / 8 % 8}, {5, code / 64}})
        modes.push({s, d});
      auto const r = right_inverse(flat(modes));
      ask(r ? undoes(flat(modes), *r) : truth_of(false), flat(modes));
    }
  });
}

/// The search, whole: right, and no layout is longer.
void small(Proof& p) {
  every_layout(
      p, "the longest there is: rank <= 3, extents <= 3, strides -1 to 4",
      {.ranks = 3, .shapes = 3, .least = -1, .most = 4}, [](Layout<std::int64_t> const& l) {
        auto const r = right_inverse(l);
        return r ? all_of({undoes(l, *r), none_longer({truth::table(l)}, size(*r))}) : truth_of(false);
      });
}

void prove(Proof& p) {
  parts_of_modes(p);
  certificate(p);
  larger(p);
  small(p);
}

}  // namespace

Theorem right_inverse_undoes_layout() {
  return theorem<Law>(
      "right_inverse_undoes_layout", prove, "; T38",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "the certificate: composes_to_identity() says yes exactly where an inverse undoes, 24 pairs of up to "
        "8 points, any strides of L"},
       {Kind::enumerated,
        "more than the law says, that MaximalSearch finds none shorter: 5 lists of extents, strides -1 to 3; "
        "rank <= 3, extents <= 3, strides -1 to 4; that it undoes: extents 2 5 5, strides 0 to 7"}},
      R"(By default right_inverse takes parts of modes: MaximalSearch (maximal.hpp), which symbolic runs leave out. Every answer
             of it has passed composes_to(), so L(R(k)) = k does not rest on the search; that no answer is longer is
             not part of the law.)");
}

}  // namespace colex::sym
