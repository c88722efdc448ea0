// SPDX-License-Identifier: MIT
// What differs between two versions of a kernel: accesses, by what is said of them and by what is not said: the whole address, each thread's offset, which
// threads make them under which conditions, and how often their loops are gone through, where that is a number.
#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>
#include <tuple>

#include "cli/inspection.hpp"
#include "code/trips.hpp"

namespace colex::cli {

using code::InspectedAccess;
using code::Inspector;
using code::Leaf;
using code::Op;
using code::Term;

namespace {

/// Of the terms of several kernels, a number for each form. What is not known is numbered by where it comes first in its kernel.
class Forms {
 public:
  /// Begins with the terms of a kernel.
  void begin() { known_.clear(), symbols_.clear(); }
  std::size_t number(Term t) {
    if (auto const found = known_.find(t); found != known_.end()) return found->second;
    Shape s{t->op, t->width, t->leaf, t->first, t->second, t->value, {}, {}};
    auto& [op, width, kind, first, second, value, parts, function] = s;
    if (op == Op::leaf && (t->is_open || kind == Leaf::trip))
      first = symbols_.try_emplace({kind, first, second}, symbols_.size()).first->second, second = 0;
    if (op == Op::apply) first = 0, function = function_of(t);
    for (std::size_t k = 0; k < t->of.size(); ++k)
      parts.emplace_back(number(t->of[k]), k < t->factors.size() ? t->factors[k] : 1);
    if (op == Op::sum || op == Op::conjunction || op == Op::disjunction || op == Op::exclusive)
      std::sort(parts.begin(), parts.end());
    return known_[t] = numbers_.try_emplace(std::move(s), numbers_.size()).first->second;
  }

 private:
  using Shape = std::tuple<Op, unsigned, Leaf, std::size_t, std::size_t, std::uint64_t,
                           std::vector<std::pair<std::size_t, std::uint64_t>>, std::string>;
  std::map<Shape, std::size_t> numbers_{};
  std::map<Term, std::size_t> known_{};
  std::map<std::tuple<Leaf, std::size_t, std::size_t>, std::size_t> symbols_{};
};

/// What is not in the words about an access.
std::string rest_of(Inspector& of, InspectedAccess const& a, Forms& forms) {
  std::string r;
  std::vector<Term> addresses;
  for (code::AccessForm const& form : a.forms) {
    addresses.push_back(form.address);
    r += fmt::format(" {}", fmt::join(form.offsets, ","));
    for (code::Pitch const& pitch : form.pitches) r += fmt::format(" {}", fmt::join(pitch.times, ","));
  }
  if (addresses.empty()) addresses.push_back(a.access.address);
  for (Term const address : addresses) r += fmt::format(" at {}", forms.number(address));
  code::Inspection const& all = of.result();
  std::set<std::size_t> conditions;
  for (Term const bit : a.access.when)
    if (!code::value_in(bit, all.lanes, 0, 0, {})) conditions.insert(forms.number(bit));
  r += fmt::format(" when {} in", fmt::join(conditions, ","));
  for (unsigned thread = 0; thread < all.threads; ++thread)
    if (!code::may_make(a.access.when, all.lanes, thread)) r += fmt::format(" -{}", thread);
  for (std::uint32_t place = 0; place < of.walk().places(); ++place) {
    std::uint32_t const head = of.walk().instruction_of(place);
    if (!of.walk().is_head(head) || !of.walk().is_in_loop(a.access.instruction, head)) continue;
    auto const most = of.walk().most_trips(place);
    r += most ? fmt::format(" {} trips", *most) : " trips";
  }
  return r;
}

/// What each access does, loops by their order in the code and not by their places.
std::vector<std::string> accesses_of(Inspector const& of) {
  std::vector<std::string> r;
  std::map<std::string, std::size_t> places;
  for (InspectedAccess const& a : of.result().accesses) {
    std::string text = does(of, a);
    for (auto const& form : a.forms) text += (&form == &a.forms[0] ? " at " : ", or ") + at_text(form);
    if (!a.undecided.empty()) text += ": undecided: " + a.undecided;
    text += costs(of, a);
    static std::regex const numbered("@(0x[0-9a-f]+|[0-9]+)");
    std::string renamed;
    auto const end = std::sregex_iterator();
    std::size_t from = 0;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), numbered); at != end; ++at) {
      std::size_t const number = places.try_emplace(at->str(), places.size()).first->second;
      renamed +=
          text.substr(from, static_cast<std::size_t>(at->position()) - from) + fmt::format("@{}", number);
      from = static_cast<std::size_t>(at->position() + at->length());
    }
    r.push_back(renamed + text.substr(from));
  }
  return r;
}

/// The words, and the rest.
std::vector<std::string> compared(Inspector& of, std::vector<std::string> const& words, Forms& forms) {
  forms.begin();
  std::vector<std::string> r;
  for (std::size_t k = 0; k < words.size(); ++k)
    r.push_back(words[k] + "\n" + rest_of(of, of.result().accesses[k], forms));
  return r;
}

}  // namespace

Difference difference(Inspector& old, Inspector& now) {
  auto const old_words = accesses_of(old), words = accesses_of(now);
  Forms forms;
  auto const a = compared(old, old_words, forms), b = compared(now, words, forms);
  // The longest common part, from the end.
  std::vector<std::vector<std::uint32_t>> common(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  Difference r;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      ++i, ++j;
    else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1]))
      r.accesses.push_back({false, i, old_words[i]}), ++i;
    else
      r.accesses.push_back({true, j, words[j]}), ++j;
  }
  // Lines that read alike differ in what they do not say, or in their order.
  auto const key = [&](auto const& one) { return one.is_new ? b[one.number] : a[one.number]; };
  std::vector<std::size_t> alike;
  for (std::size_t k = 0; k < r.accesses.size(); ++k) {
    auto const& one = r.accesses[k];
    bool reads = false, is = false;
    for (auto const& other : r.accesses)
      if (other.is_new != one.is_new) reads |= other.text == one.text, is |= key(other) == key(one);
    if (reads && !is) alike.push_back(k);
  }
  for (std::size_t const k : alike)
    r.accesses[k].text += ", in other threads or trips, under other conditions, or elsewhere";
  for (Inspector const* const one : {&old, &now})
    if (auto const& open = one->result().not_understood; !open.empty() && r.open.empty())
      r.open = "not all is understood: " + open.front().why;
  code::Inspection const &before = old.result(), &after = now.result();
  for (auto const& [what, judgement] : {std::pair("waits", &code::Inspection::waits),
                                        {"distances", &code::Inspection::distances},
                                        {"race_free", &code::Inspection::race_free},
                                        {"in_bounds", &code::Inspection::in_bounds}})
    if ((before.*judgement).verdict != (after.*judgement).verdict)
      r.judged.push_back({what, (before.*judgement).verdict, after.*judgement});
  return r;
}

}  // namespace colex::cli
