// SPDX-License-Identifier: MIT
#include "code/sizes/inside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace colex::code {

namespace {

constexpr std::size_t kMostCases = 32, kMostTrips = 3;
constexpr unsigned kMostChoices = 6;

/// An argument that a summand is, where it is the start of an array. Of a buffer's descriptor it has 48 bits.
std::optional<std::uint32_t> array_in(Summand const& s, unsigned bits) {
  Term const t = s.term->op == Op::extract ? s.term->of[0] : s.term;
  if (t->op != Op::leaf || t->leaf != Leaf::argument) return {};
  std::uint64_t const low = s.term->op == Op::extract ? s.term->value : 0;
  bool const is_whole =
      (low + s.term->width == 64 || low + s.term->width == bits) && s.factor == std::uint64_t{1} << low;
  return is_whole ? std::optional(t->first) : std::nullopt;
}

Term with_trip(Term t, Term trip, Term value) {
  return rewritten([&] { return substituted(t, [&](Term x) { return x == trip ? value : nullptr; }); });
}

bool has_leaf(Term t, Term leaf) {
  auto const leaves = leaves_of(t);
  return std::find(leaves.begin(), leaves.end(), leaf) != leaves.end();
}
bool is_fixed(Term t) {  // the same in all trips
  if (t->is_open) return false;
  auto const leaves = leaves_of(t);
  return std::none_of(leaves.begin(), leaves.end(), [](Term l) { return l->leaf == Leaf::trip; });
}

Term argument_term(Inspector const& of, FactSymbol const& s) {
  auto const half = [&](std::uint32_t byte) {
    Term whole = leaf(Leaf::argument, 64, byte & ~7u);
    auto const found = of.options().multiples.find(byte);
    unsigned const at = (byte & 4) != 0 ? 32 : 0,
                   zeros = found == of.options().multiples.end() ? 0 : found->second;
    return concatenate({constant(0, zeros), extract(whole, at + zeros, 32 - zeros)});
  };
  return s.bytes == 8 ? concatenate({half(s.first), half(s.first + 4)}) : half(s.first);
}

Polynomial of_symbol(Inspector const& of, Integers& words, FactSymbol const& s) {
  if (s.kind == FactSymbol::Kind::size) return words.bytes(s.first);
  if (s.kind == FactSymbol::Kind::block) return words.value(leaf(Leaf::block, 32, s.first));
  return words.signed_value(argument_term(of, s));
}

/// The polynomial in the trip behind the one that it is of, or in another one.
Polynomial in_trip(Polynomial const& p, std::uint32_t trip, Polynomial const& value) {
  Polynomial r;
  for (auto const& [m, f] : p.terms()) {
    Polynomial one(f);
    for (std::uint32_t const a : m) one = one * (a == trip ? value : Polynomial::atom(a));
    r = r + one;
  }
  return r;
}

/// Whether the only thing in it that differs from trip to trip is the trip itself.
bool is_of_trip(Integers const& words, Polynomial const& p, std::uint32_t trip_atom) {
  bool has_trip = false;
  for (auto const& [m, f] : p.terms())
    for (std::uint32_t const a : m) {
      has_trip |= a == trip_atom;
      if (Term const t = words.term_of(a).first; a != trip_atom && (t == nullptr || !is_fixed(t)))
        return false;
    }
  return has_trip;
}

/// What the end of the trip before says, where sums in it do not wrap from trip to trip. `fixed` knows what is the same in all trips.
void assume_end(Integers& words, Integers const& fixed, Term end, Term trip) {
  Term const inner = end->op == Op::exclusive && end->of[1]->is(1) ? end->of[0] : end;
  bool const is_compared = inner->op == Op::below || inner->op == Op::below_signed || inner->op == Op::equal;
  if (is_compared) {
    auto const range_of = [&](Term x) -> std::pair<Integer, Integer> {
      if (inner->op == Op::below_signed)
        return {-power_of_two(x->width - 1u), power_of_two(x->width - 1u) - 1};
      return {0, power_of_two(x->width) - 1};
    };
    auto const hold = [&](std::function<Polynomial(Integers&)> const& sum, Integer least, Integer most,
                          bool is_not_zero) {
      Integers before = fixed;
      Polynomial const now = sum(before);
      std::uint32_t const t = before.word(trip).terms().begin()->first[0];
      if (!is_of_trip(before, now, t)) return;
      if (!before.known.is_within(in_trip(now, t, Polynomial(1)), least, most)) return;
      Integers step = before;
      step.known.add(now - Polynomial(least)), step.known.add(Polynomial(most) - now);
      if (is_not_zero) step.known.add(now - Polynomial(1));
      step.look_again();
      if (!is_not_zero) step.assume(end, true);
      if (!step.known.is_within(in_trip(now, t, Polynomial::atom(t) + Polynomial(1)), least, most)) return;
      Polynomial here;  // the same, over the atoms that are here
      for (auto const& [m, f] : now.terms()) {
        Polynomial one(f);
        for (std::uint32_t const a : m) {
          auto const [x, is_signed] = before.term_of(a);
          one = one * words.atom(x, is_signed);
        }
        here = here + one;
      }
      words.known.add(here - Polynomial(is_not_zero ? 1 : least)), words.known.add(Polynomial(most) - here);
      words.look_again();
    };
    if (inner->op == Op::equal && inner != end) {
      Term const x = inner->of[0], y = inner->of[1];
      Integer const most = power_of_two(x->width) - 1;
      hold([&](Integers& in) { return in.word(x) - in.word(y); }, 0, most, true);
      hold([&](Integers& in) { return in.word(y) - in.word(x); }, 0, most, true);
    }
    for (Term const x : inner->of)
      if (has_leaf(x, trip)) {
        auto const [least, most] = range_of(x);
        hold([&](Integers& in) { return in.word(x); }, least, most, false);
      }
  }
  words.assume(end, true);
}

}  // namespace

void assume_facts(Inspector const& of, Integers& words) {
  for (int round = 0; round < 2; ++round, words.look_again())
    for (Fact const& fact : of.options().facts)
      for (auto const& all : fact.sums) {
        Polynomial p;
        for (Fact::Product const& product : all) {
          Polynomial one(product.factor);
          for (FactSymbol const& s : product.of) one = one * of_symbol(of, words, s);
          p = p + one;
        }
        words.known.add(p);
      }
}

std::vector<Term> SizedProof::trips_of(SizedCase const& c) const {
  std::set<Term> all;
  for (Term const l : leaves_of(c.offset))
    if (l->leaf == Leaf::trip) all.insert(l);
  for (Term const bit : c.when)
    for (Term const l : leaves_of(bit))
      if (l->leaf == Leaf::trip) all.insert(l);
  return {all.begin(), all.end()};
}

/// Each trip is the first one, or a later one.
bool SizedProof::prove(SizedPart part, std::vector<Term> trips, unsigned depth) {
  if (trips.size() > kMostTrips) return why_ = "the trips of too many loops are in it", false;
  if (trips.empty()) return decide(part, depth);
  Term const trip = trips.back();
  trips.pop_back();
  SizedPart first = part;
  Term const zero = constant(0, trip->width);
  first.of.offset = with_trip(first.of.offset, trip, zero);
  for (Term& bit : first.of.when) bit = with_trip(bit, trip, zero);
  part.later.push_back(trip);
  return prove(first, trips, depth) && prove(part, trips, depth);
}

bool SizedProof::decide(SizedPart const& part, unsigned depth) {
  SizedCase const& c = part.of;
  auto const has_inner_trip = [&](Term t, Term trip) {  // which was another one in the trip before
    auto const leaves = leaves_of(t);
    return std::any_of(leaves.begin(), leaves.end(), [&](Term l) {
      return l->leaf == Leaf::trip && l != trip &&
             of_.walk().is_in_loop(of_.walk().instruction_of(l->first),
                                   of_.walk().instruction_of(trip->first));
    });
  };
  std::vector<std::vector<Term>> ends{{}};  // of each later trip, in each way in which the trip before ended
  for (Term const trip : part.later) {
    auto const ways = of_.walk().going_round(trip->first, c.chosen);
    if (!ways) continue;
    std::vector<std::vector<Term>> next;
    for (auto const& some : ends)
      for (auto const& way : *ways) {
        next.push_back(some);
        for (Term const bit : way)
          if (!bit->is_open && !has_inner_trip(bit, trip))
            next.back().push_back(with_trip(bit, trip, sum(trip->width, {{trip, 1}}, ~std::uint64_t{0})));
      }
    if (next.empty() || next.size() > kMostCases) continue;
    ends = std::move(next);
  }
  for (auto const& some : ends) {
    Integers words(of_.result().threads, of_.result().lanes);
    assume_facts(of_, words);
    for (Term const trip : part.later) words.known.add(words.value(trip) - Polynomial(1));
    for (int round = 0; round < 2; ++round, words.look_again()) {
      for (auto const& [bit, is_one] : part.bits)
        if (is_fixed(bit)) words.assume(bit, is_one);
      for (Term const bit : c.when)
        if (is_fixed(bit)) words.assume(bit, true);
    }
    Integers const fixed = words;
    for (auto const& [bit, is_one] : part.bits) words.assume(bit, is_one);
    for (int round = 0; round < 2; ++round, words.look_again()) {
      for (Term const end : some)
        for (Term const trip : part.later)
          if (!has_leaf(end, trip))
            continue;
          else if (std::all_of(ends.begin(), ends.end(), [&](auto const& other) {
                     return std::find(other.begin(), other.end(), end) != other.end();
                   }))  // so did each trip before
            assume_end(words, fixed, end, trip);
          else
            words.assume(end, true);
      for (Term const bit : c.when) words.assume(bit, true);
    }
    Polynomial const offset = words.word(c.offset), size = words.bytes(c.array);
    Polynomial const past = offset + Polynomial(c.bytes);
    bool good = words.known.follows(offset), ends_inside = false;
    if (c.buffer_bytes != nullptr) {
      Polynomial const at = words.value(c.buffer_offset), all = words.value(c.buffer_bytes);
      words.known.add(all - at - Polynomial(std::min(c.bytes, 4u)));
      good = words.known.follows(offset);
      ends_inside = words.known.follows(size - (offset - at) - all);
    }
    ends_inside = ends_inside || words.known.follows(size - past);
    if (good && ends_inside) {
      std::vector<std::string> names;
      for (std::uint32_t a = 0; a < words.atoms(); ++a) {
        auto const [t, is_signed] = words.term_of(a);
        names.push_back(t == nullptr ? "bytes of an array"
                                     : of_.text(t) + (is_signed ? ", with a sign" : ""));
      }
      claims_.emplace_back(words.known.claims(), std::move(names));
      continue;
    }
    if (Term const choice = words.choice(); choice != nullptr && depth < kMostChoices) {
      SizedPart yes = part, no = part;
      yes.bits.emplace_back(choice, true), no.bits.emplace_back(choice, false);
      return decide(yes, depth + 1) && decide(no, depth + 1);
    }
    std::set<std::string> unbounded;
    std::string open;
    for (auto const& [m, f] : offset.terms())
      for (std::uint32_t const a : m) {
        auto const [t, is_signed] = words.term_of(a);
        if (t == nullptr) continue;
        if (open.empty() && t->is_open) open = of_.text(t);
        for (Term const l : leaves_of(t)) {
          bool const is_block = l->leaf == Leaf::block;
          if (!is_block && !is_of_argument(t)) continue;
          Integer const most = power_of_two(t->width - (is_signed ? 1u : 0u)) - 1;
          bool const is_low = words.known.of(a).least >= 0, is_high = words.known.of(a).most < most;
          std::string const name = of_.text(is_block ? l : t);
          if (!is_low || !is_high)
            unbounded.insert(fmt::format("'{}{}{}'", is_low ? "" : "0 <= ", name, is_high ? "" : " < 65536"));
        }
      }
    why_ = good ? fmt::format("it may end past the bytes of {}", of_.text(leaf(Leaf::argument, 64, c.array)))
                : fmt::format("it may begin before {}", of_.text(leaf(Leaf::argument, 64, c.array)));
    if (!open.empty()) why_ += ", and the address has " + open;
    std::string facts;
    for (std::string const& one : unbounded) facts += (facts.empty() ? "" : ", ") + one;
    if (!facts.empty()) why_ += ": facts such as --assume " + facts + " bound it";
    return false;
  }
  return true;
}

std::vector<SizedCase> sized_cases(Inspector& of, MemoryAccess const& a, std::string& why) {
  std::vector<Term> terms{a.address};
  bool const is_buffer = a.buffer_bytes != nullptr;
  if (is_buffer) terms.push_back(a.buffer_offset), terms.push_back(a.buffer_bytes), terms.push_back(a.shape);
  std::size_t const own = terms.size();
  std::vector<std::vector<Term>> all;
  std::vector<Walk::Chosen> chosen;
  auto const asked = [&](bool has_merged, bool are_ways_told) {
    terms.resize(own), all.clear(), chosen.clear();
    for (Term const bit : a.also)
      if (has_merged || !bit->has_merged) terms.push_back(bit);
    return of.walk().cases(terms, kMostCases, false, all, are_ways_told ? &chosen : nullptr);
  };
  if (!asked(true, true) && !asked(true, false) && !asked(false, false)) {
    why = fmt::format("more than {} ways lead to its address", kMostCases);
    return {};
  }
  std::vector<SizedCase> r;
  chosen.resize(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    auto const& one = all[k];
    SizedCase c;
    c.chosen = chosen[k];
    c.bytes = a.bytes, c.when.assign(one.begin() + static_cast<std::ptrdiff_t>(own), one.end());
    if (std::any_of(c.when.begin(), c.when.end(), [](Term bit) { return bit->is(0); })) continue;
    if (is_buffer && !one[3]->is(0)) return why = "whether the buffer has a stride is not known", r;
    if (is_buffer) c.buffer_offset = one[1], c.buffer_bytes = one[2];
    std::uint64_t number = 0;
    std::optional<std::uint32_t> array;
    Summand start{nullptr, 0};
    Term base = nullptr;  // of 48 bits, of a buffer that begins within an array
    auto const find = [&](std::vector<Summand> const& all_of, Term in) {
      for (Summand const& s : all_of)
        if (auto const found = array_in(s, is_buffer ? 48 : 64)) {
          if (array) return false;
          array = found, start = s, base = in;
        }
      return true;
    };
    auto const summands = summands_of(one[0], number);
    bool is_one = find(summands, nullptr);
    for (Summand const& s : summands)
      if (is_buffer && s.factor == 1 && s.term->width == 48 && s.term->op == Op::sum)
        is_one = is_one && find(summands_of(s.term, number), s.term);
    if (!is_one) return why = "its address is a sum of two arguments", r;
    if (!array) return why = "its address begins with no argument: " + of.text(one[0]), r;
    c.array = *array;
    c.offset = rewritten([&] {
      if (base == nullptr) return sum(64, {{one[0], 1}, {start.term, ~start.factor + 1}});
      Term const within = sum(48, {{base, 1}, {start.term, ~start.factor + 1}});
      return sum(64, {{one[0], 1}, {base, ~std::uint64_t{0}}, {extended(within, 64), 1}});
    });
    r.push_back(std::move(c));
  }
  return r;
}

bool Inspector::has_size(std::optional<std::uint32_t> array) const {
  for (Fact const& fact : options_.facts)
    for (auto const& all : fact.sums)
      for (Fact::Product const& product : all)
        for (FactSymbol const& s : product.of)
          if (s.kind == FactSymbol::Kind::size && (!array || s.first == *array)) return true;
  return false;
}

void Inspector::ask_sizes() {
  Sizes& r = result_.sizes;
  r = {};
  r.asked = true, r.in_bounds = {Verdict::holds, "", 0, 0, false};
  std::set<std::uint32_t> seen;
  auto const leave = [&](std::string const& why, std::uint32_t at) {
    if (r.in_bounds.verdict == Verdict::holds) r.in_bounds = {Verdict::undecided, why, at, at, true};
  };
  if (!result_.not_understood.empty())
    leave("not all is understood: " + result_.not_understood.front().why,
          result_.not_understood.front().instruction);
  Integers facts(result_.threads, result_.lanes);
  assume_facts(*this, facts);
  if (facts.known.is_contradictory())
    r.in_bounds = {Verdict::undecided, "the facts contradict each other", 0, 0, false};
  for (MemoryAccess const& a : walk_->accesses()) {
    if (a.is_lds) continue;
    SizeAnswer answer{a.instruction, a.part, {}};
    std::size_t const before = Ledger::current() == nullptr ? 0 : Ledger::current()->size();
    std::vector<SizedCase> const cases = sized_cases(*this, a, answer.why);
    bool is_asked = !answer.why.empty();
    for (SizedCase const& c : cases) {
      seen.insert(c.array);
      if (!has_size(c.array) || !answer.why.empty()) continue;
      is_asked = true;
      SizedProof const proof(*this, c);
      if (proof.holds()) continue;
      auto const found = outside_of_size(*this, c);
      answer.why = found ? *found : proof.why();
    }
    if (!answer.why.empty()) {
      if (Ledger::current() != nullptr) Ledger::current()->drop_since(before);
      leave(answer.why, a.instruction);
    }
    if (!is_asked) continue;
    bool const is_known = !r.answers.empty() && r.answers.back().instruction == a.instruction &&
                          r.answers.back().part == a.part;
    if (!is_known)
      r.answers.push_back(std::move(answer));
    else if (r.answers.back().why.empty())  // of several places of one instruction
      r.answers.back().why = answer.why;
  }
  for (std::uint32_t const array : seen)
    (has_size(array) ? r.stated : r.not_stated).push_back(text(leaf(Leaf::argument, 64, array)));
}

}  // namespace colex::code
