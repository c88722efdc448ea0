// SPDX-License-Identifier: MIT
// The theorem of laws/partitions_cover_once.hpp. It uses divide_permutes_the_layout.
#include "colex/laws/partitions_cover_once.hpp"

#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/distribute.hpp"
#include "colex/text.hpp"

namespace colex::sym {

namespace {

using Law = laws::partitions_cover_once;

/// The offsets of some parts of a layout, one part after the other.
struct Parts {
  std::vector<Term> terms;
  std::vector<std::int64_t> numbers;

  template <class Part>
  void add(Part const& part) {
    std::int64_t index = 0;
    for (auto const& value : values(part.layout)) {
      terms.push_back(number(part.offset) + value);
      numbers.push_back(part.offset + evaluate(part.layout, index++));
    }
  }
  /// They are the whole's offsets, each coordinate's once: each is paired with one that is equal.
  Term are(Layout<std::int64_t> const& whole, std::vector<Term> const& offsets) const {
    std::vector<bool> taken(offsets.size());
    std::vector<Term> equal = {truth_of(terms.size() == offsets.size())};
    for (std::size_t k = 0; k < terms.size(); ++k) {
      std::size_t at = 0;
      while (at < offsets.size() &&
             (taken[at] || evaluate(whole, static_cast<std::int64_t>(at)) != numbers[k]))
        ++at;
      if (at == offsets.size()) return truth_of(false);
      taken[at] = true;
      equal.push_back(terms[k] == offsets[at]);
    }
    return all_of(equal);
  }
};

/// Work dealt out over a shape, whole; and a grid of several modes counted by one integer.
void dealt(Proof& p) {
  using Int = std::int64_t;
  every(p, "workers start at coordinates of their own: rank <= 3, extents <= 4, up to 13 workers",
        [](auto const& ask) {
          each_layout({.ranks = 3, .shapes = 4, .least = 0, .most = 0}, [&](Layout<Int> const& l) {
            for (Int n = 0; n <= 13; ++n) {
              auto const r = domain_distribute(shape(l), n);
              Term const divides = number(n) >= number(1) && z3::mod(number(size(l)), number(n)) == number(0);
              std::vector<Term> all = {r || n > 0 ? right(bool(r), divides) : number(n) < number(1)};
              if (r) {
                auto const starts = values(*r);
                all.push_back(truth_of(static_cast<Int>(starts.size()) == n));
                for (std::size_t i = 0; i < starts.size(); ++i) {
                  all.push_back((i == 0 ? number(-1) : starts[i - 1]) < starts[i]);
                  all.push_back(starts[i] < number(size(l)));
                }
              }
              ask(all_of(all), l, n);
            }
          });
        });
  every(p, "a grid counted by one integer: 16 points, tiles of 4", [](auto const& ask) {
    for (char const* whole : {"16:1", "(4,4):(4,1)", "(2,8):(3,7)", "(4,2,2):(1,32,9)"})
      for (char const* by : {"4:1", "4:4", "(2,2):(1,4)", "(2,2):(2,8)", "(2,2):(8,1)"}) {
        auto const tiler = tile(layout(by));
        auto const offsets = values(layout(whole));
        Parts inner, outer;
        bool answers = true;
        for (Int at = 0; at < 4; ++at) {
          auto const a = inner_partition(layout(whole), tiler, leaf(at));
          auto const b = outer_partition(layout(whole), tiler, leaf(at));
          answers = answers && a && b;
          if (!answers) break;
          inner.add(a.value);
          outer.add(b.value);
        }
        ask(answers ? all_of({inner.are(layout(whole), offsets), outer.are(layout(whole), offsets)})
                    : truth_of(!zipped_divide(layout(whole), tiler)),
            std::string_view(whole), std::string_view(by));
      }
  });
}

}  // namespace

Theorem partitions_cover_once() {
  return theorem<Law>(
      "partitions_cover_once", dealt, "",
      {{Kind::coq, "as stated"},
       {Kind::enumerated,
        "workers, rank <= 3, extents <= 4; a grid counted by one integer, 16 points, tiles of 4"}},
      R"(Coq has the printed partition at every rank and nesting, T68, T69 and T70 as well (Partitions.v), and that workers start
             apart (Workers.v). That a divided mode is a pair, the tile and the grid, is a hypothesis there.)");
}

}  // namespace colex::sym
