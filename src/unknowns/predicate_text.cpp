// SPDX-License-Identifier: MIT
// What is said of a predicate with unknown sizes: to people, on one line, and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "operations/value.hpp"
#include "unknowns/predicate.hpp"

namespace colex::unknowns {

namespace {

using PartIs = SizedPart::Is;
using Ordered = nlohmann::ordered_json;

std::string sizes_text(cli::PredicateText const& text, cli::Ints const& sizes) {
  std::string r;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    r += fmt::format("{}{} = {}", r.empty() ? "" : ", ", cli::printable(text.sizes[k]), sizes[k]);
  return r;
}

std::string where_text(SizedPart const& part) {
  if (part.where.empty()) return ", for instance";
  return part.where == "always" ? " whatever the sizes are" : " where " + part.where;
}

/// "past the end where N % 8 != 0: at M = 1, N = 1, ...".
std::string part_line(cli::PredicateText const& text, std::string const& what, std::string const& never,
                      SizedPart const& part, std::string const& witness) {
  if (part.is == PartIs::none) return never;
  if (part.is == PartIs::undecided) return fmt::format("{}: undecided: {}", what, part.why);
  return fmt::format("{}{}: at {}: {}", what, where_text(part), sizes_text(text, part.sizes), witness);
}

std::string lost_witness(SizedPart const& part) {
  if (part.is != PartIs::some) return "";
  auto const& lost = part.found.lost;
  return fmt::format("{} of {} element{}, the first {}", lost.count, part.found.elements,
                     part.found.elements == 1 ? "" : "s", cli::element_text(lost.first));
}

std::string past_witness(cli::PredicateText const& text, SizedPart const& part) {
  return part.is == PartIs::some ? cli::past_text(text, part.found.past) : "";
}

std::string given_witness(cli::PredicateText const& text, SizedPart const& part, std::size_t k) {
  return part.is == PartIs::some ? cli::point_text(text, *part.found.not_given[k]) : "";
}

Ordered part_json(cli::PredicateText const& text, SizedPart const& part) {
  Ordered r{{"is", part.is == PartIs::none ? "never" : part.is == PartIs::some ? "sometimes" : "undecided"}};
  if (part.is == PartIs::undecided) r["why"] = part.why;
  if (part.is != PartIs::some) return r;
  r["where"] = part.where.empty() ? Ordered() : Ordered(part.where == "always" ? "true" : part.where);
  for (std::size_t k = 0; k < part.sizes.size(); ++k) r["sizes"][text.sizes[k]] = part.sizes[k];
  return r;
}

}  // namespace

std::string to_text(cli::PredicateText const& text, SizedPredicate const& a) {
  std::string r;
  bool instance = false, some = false, none = false;
  auto const put = [&](SizedPart const& part, std::string const& line) {
    none = none || part.is == PartIs::none;
    some = some || part.is == PartIs::some;
    instance = instance || (part.is == PartIs::some && part.where.empty());
    r += line + "\n";
  };
  if (text.has_tensor()) {
    if (a.lost.is == PartIs::none && a.past.is == PartIs::none) {
      put(a.lost, "neither lost nor past the end");
    } else {
      put(a.lost, part_line(text, "lost", "nothing is lost", a.lost, lost_witness(a.lost)));
      put(a.past,
          part_line(text, "past the end", "nothing is past the end", a.past, past_witness(text, a.past)));
    }
  }
  for (std::size_t k = 0; k < a.not_given.size(); ++k) {
    std::string const other = cli::printable(text.given_texts[k]);
    put(a.not_given[k], part_line(text, "not implied by " + other, "implied by " + other, a.not_given[k],
                                  given_witness(text, a.not_given[k], k)));
  }
  bool const proved = none || (some && !instance);
  std::string how = proved ? "proved by Z3 and cvc5" : "found by value";
  if (some && !instance) how += ", conditions both ways";
  if (instance && proved) how += "; instances found by value";
  std::string const first = a.is_exact(text) ? "yes" : some ? "no" : "undecided";
  return first + "\n" + r + (some || none ? fmt::format("({}; for {})\n", how, a.domain) : "");
}

std::string to_line(cli::PredicateText const& text, SizedPredicate const& a, std::string& why) {
  if (a.is_exact(text)) return "yes";
  std::string r;
  auto const add = [&](SizedPart const& part, std::string const& what) {
    if (part.is == PartIs::undecided) why = fmt::format("{}: undecided: {}", what, part.why);
    if (part.is != PartIs::some) return;
    r += (r.empty() ? "" : "; ") + what + (part.where.empty() ? "" : where_text(part));
  };
  if (text.has_tensor()) add(a.lost, "lost"), add(a.past, "past the end");
  for (std::size_t k = 0; k < a.not_given.size(); ++k)
    add(a.not_given[k], "not implied by " + text.given_texts[k]);
  if (!why.empty()) return "";
  return "no, " + r;
}

Ordered to_json(cli::PredicateText const& text, SizedPredicate const& a) {
  Ordered r{{"exact", a.is_exact(text)}, {"for", a.domain}};
  if (text.has_tensor()) {
    Ordered& lost = r["lost"] = part_json(text, a.lost);
    if (a.lost.is == PartIs::some)
      lost["count"] = a.lost.found.lost.count, lost["elements"] = a.lost.found.elements,
      lost["first"] = a.lost.found.lost.first;
    Ordered& past = r["past"] = part_json(text, a.past);
    if (auto const& p = a.past.found.past; a.past.is == PartIs::some)
      past["count"] = p.count, past["at"] = p.point, past["moves"] = p.moves, past["outside"] = p.outside;
  }
  if (!a.not_given.empty()) r["given"] = Ordered::array();
  for (std::size_t k = 0; k < a.not_given.size(); ++k) {
    Ordered one{{"given", text.given_texts[k]}};
    one.update(part_json(text, a.not_given[k]));
    one["implied"] = a.not_given[k].is == PartIs::none;
    if (a.not_given[k].is == PartIs::some) one["at"] = *a.not_given[k].found.not_given[k];
    r["given"].push_back(one);
  }
  return r;
}

}  // namespace colex::unknowns
