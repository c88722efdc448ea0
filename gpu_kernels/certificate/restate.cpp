// SPDX-License-Identifier: MIT
#include "certificate/restate.hpp"

#include <fmt/format.h>

#include <cctype>
#include <sstream>

namespace colex::gpu {

std::string in_range(std::string const& x, std::string const& end) {
  return fmt::format("(and (<= 0 {0}) (< {0} {1}))", x, end);
}

Restated restated(std::string const& id, std::string const& integers, std::vector<std::string> const& given,
                  std::string const& goal) {
  std::string script = "(set-logic ALL)\n", name;
  for (std::istringstream names(integers); names >> name;)
    script += fmt::format("(declare-const {} Int)\n", name);
  for (auto const& fact : given) script += fmt::format("(assert {})\n", fact);
  return {id, script + fmt::format("(assert (not {}))\n(check-sat)\n", goal)};
}

std::vector<Restated> numbering(std::string const& id, std::vector<Digit> const& digits) {
  std::vector<Restated> all;
  for (std::size_t k = digits.size() - 1; k-- > 0;) {
    auto const [low, lows] = digits[k];
    auto const [high, highs] = k + 2 == digits.size() ? digits[k + 1] : Digit("rest", "rests");
    std::string names = fmt::format("{} {}", low, high);
    for (auto const& count : {lows, highs})
      if (std::isalpha(static_cast<unsigned char>(count.front())) != 0) names += " " + count;
    auto const number = [&lows = lows](std::string const& l, std::string const& h) {
      return fmt::format("(+ {} (* {} {}))", l, lows, h);
    };
    all.push_back(restated(fmt::format("{}: the number of {} and {} is below all", id, low, high), names,
                           {in_range(low, lows), in_range(high, highs)},
                           in_range(number(low, high), fmt::format("(* {} {})", lows, highs))));
    all.push_back(restated(fmt::format("{}: no other {} and {} have it", id, low, high),
                           names + " other_low other_high",
                           {in_range(low, lows), in_range("other_low", lows), in_range(high, highs),
                            fmt::format("(= {} {})", number(low, high), number("other_low", "other_high"))},
                           fmt::format("(and (= {} other_low) (= {} other_high))", low, high)));
  }
  return all;
}

std::vector<Restated> side_in_tiles(std::string const& id, long tile) {
  // As many tiles as cover the extent: the last begins before its end.
  std::vector<std::string> const cover = {
      fmt::format("(and (<= extent (* {0} tiles)) (< (* {0} (- tiles 1)) extent))", tile)};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), cover.begin(), cover.end());
    return more;
  };
  return {restated(id + ": the tile of each element is in the grid", "extent tiles i t",
                   with({in_range("i", "extent"),
                         fmt::format("(and (<= (* {0} t) i) (< i (+ (* {0} t) {0})))", tile)}),
                   in_range("t", "tiles")),
          restated(id + ": no tile is idle", "extent tiles t", with({in_range("t", "tiles")}),
                   fmt::format("(< (* {} t) extent)", tile))};
}

Restated term_of_an_offset(std::string const& id) {
  return restated(
      id + ": a term of an offset", "i n stride last", {in_range("i", "n"), "(= last (* (- n 1) stride))"},
      "(and (<= (ite (< stride 0) last 0) (* i stride)) (<= (* i stride) (ite (< stride 0) 0 last)))");
}

Restated one_place(std::string const& id, long tile) {
  return restated(id, "t i u k",
                  {in_range("i", std::to_string(tile)), in_range("k", std::to_string(tile)),
                   fmt::format("(= (+ (* {0} t) i) (+ (* {0} u) k))", tile)},
                  "(and (= t u) (= i k))");
}

std::vector<Restated> grouped_rows(std::string const& id) {
  // A group begins at row `start` of M and has `height` rows; `rest` of its tiles are before this one.
  std::string const place = in_range("rest", "(* N height)"), number = "(+ (* N start) rest)";
  auto all = numbering(id, {{"row", "height"}, {"n", "N"}});
  add(all,
      {restated(id + ": a group ends where a later one begins, or before", "group q p M height",
                {"(and (< 0 group) (<= 0 q) (< q p) (< (* group p) M))",
                 "(= height (ite (< (- M (* group q)) group) (- M (* group q)) group))"},
                "(<= (+ (* group q) height) (* group p))"),
       restated(id + ": the number is in the grid", "M N start height rest",
                {"(and (< 0 N) (<= 0 start) (<= (+ start height) M))", place}, in_range(number, "(* M N)")),
       restated(id + ": a later group has larger numbers", "N start height rest later more",
                {"(and (< 0 N) (<= 0 more) (<= (+ start height) later))", place},
                fmt::format("(< {} (+ (* N later) more))", number))});
  return all;
}

void add(std::vector<Restated>& all, std::vector<Restated> const& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace colex::gpu
