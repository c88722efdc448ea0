// SPDX-License-Identifier: MIT
#include "code/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "code/trips.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

/// What each thread's address is, in each of the trips that tell addresses or stages apart.
struct Addresses {
  std::vector<std::int64_t> epochs{};  ///< of each choice of trips; empty where it is not known
  std::vector<std::vector<std::int64_t>> of_threads{};  ///< of each choice
  std::string why{};                                    ///< it is not known
};

/// Of LDS: all low bits of trips that address and stage read.
Addresses addresses_of(Inspector& of, AccessForm const& form, std::uint64_t stages) {
  Addresses r;
  Periods periods;
  std::set<Term> seen;
  auto const most = [&](Term trip) { return of.walk().most_trips(trip->first); };
  if (!periods_of(form.address, most, periods, seen)) return r.why = "the base is " + form.base_text, r;
  bool const epoch_known = [&] {
    for (Term l : leaves_of(form.epoch))
      if (l->leaf != Leaf::trip) return false;
    return true;
  }();
  if (stages > 0) {
    if (!epoch_known) return r.why = "how many barriers it has passed is not known", r;
    for (Term l : leaves_of(form.epoch)) widen_period(periods, l, stages);
  }
  std::uint64_t const choices = choices_of(periods);
  if (choices > kMostChoices) return r.why = "the trips of several loops are in the address", r;
  for (std::uint64_t choice = 0; choice < choices; ++choice) {
    if (stages > 0)
      r.epochs.push_back(
          static_cast<std::int64_t>(*value_in(form.epoch, of.result().lanes, 0, choice, periods)));
    auto& threads = r.of_threads.emplace_back();
    for (unsigned thread = 0; thread < of.result().threads; ++thread) {
      auto const value = value_in(form.address, of.result().lanes, thread, choice, periods);
      if (!value) return r.why = "the address is not known", r;
      threads.push_back(static_cast<std::int64_t>(*value));
    }
  }
  return r;
}

std::vector<std::int64_t> coordinate_of(Expectation const& e, std::int64_t thread, std::int64_t value) {
  std::vector<std::int64_t> r{thread};
  for (std::size_t m = 0; m < e.value_modes(); ++m)
    r.push_back(value % e.layout.extent(1 + m)), value /= e.layout.extent(1 + m);
  if (e.has_stage || e.by_block) r.push_back(0);
  return r;
}

/// Of global memory: the base is the argument, and, where the layout has a mode of blocks, their number times its stride.
std::string wrong_base(Multiples const& facts, Expectation const& e, AccessForm const& form) {
  bool pointer = false, block = false;
  std::int64_t const by_block = e.by_block ? e.unit * e.layout.stride.back() : 0;
  for (Summand const& s : form.base) {
    Term const t =
        s.term->op == Op::extract && s.term->value == 0 &&
                s.term->width + static_cast<unsigned>(std::countr_zero(s.factor)) == form.address->width
            ? s.term->of[0]
            : s.term;
    if (argument_in(facts, s) == e.argument)
      pointer = true;
    else if (e.by_block && !block &&
             (t->op == Op::leaf          ? t
              : t->op == Op::concatenate ? t->of[0]
                                         : t)
                     ->leaf == Leaf::block &&
             s.factor == static_cast<std::uint64_t>(by_block))
      block = true;
    else
      return "the base is " + form.base_text;
  }
  return pointer && block == e.by_block ? "" : "the base is " + form.base_text;
}

struct Fit {
  bool fits = false, undecided = false;
  std::int64_t value = 0;
  std::int64_t base = 0;  ///< that an expectation with any base has then
  std::size_t right = 0;  ///< threads before the first that differs
  std::string wrong{};
};

Fit fit_lds(Inspector& of, Expectation const& e, AccessForm const& form) {
  std::int64_t const stages = e.has_stage ? e.layout.extent(e.layout.leaves.size() - 1) : 1;
  auto const all = addresses_of(of, form, e.has_stage ? static_cast<std::uint64_t>(stages) : 0);
  Fit best;
  if (!all.why.empty()) return best.undecided = true, best.wrong = all.why, best;
  if (e.is_first && (!leaves_of(form.epoch).empty() || value_in(form.epoch, 1, 0, 0, {}) != 0))
    return best.wrong = "a barrier is before it, or may be, and none before " + e.name, best;
  for (std::int64_t value = 0; value < e.values(); ++value) {
    Fit now{true, false, value, e.base, 0, {}};
    for (std::size_t choice = 0; choice < all.of_threads.size() && now.fits; ++choice)
      for (std::size_t thread = 0; thread < all.of_threads[choice].size() && now.fits; ++thread) {
        auto c = coordinate_of(e, static_cast<std::int64_t>(thread), value);
        if (e.has_stage) c.back() = ((all.epochs[choice] + e.ahead) % stages + stages) % stages;
        std::int64_t const is = all.of_threads[choice][thread];
        if (e.any_base && choice == 0 && thread == 0) now.base = is - e.unit * e.layout.at(c);
        std::int64_t const wanted = e.unit * e.layout.at(c) + now.base;
        if (is == wanted) {
          ++now.right;
          continue;
        }
        now.fits = false;
        now.wrong =
            fmt::format("lane {} of {} {}{}: byte {}, and {} has {}", thread % of.result().lanes,
                        of.result().group(), thread / of.result().lanes,
                        choice == 0 ? "" : fmt::format(" in a later trip ({})", choice), is, e.name, wanted);
      }
    if (now.fits) return now;
    if (value == 0 || now.right > best.right) best = now;
  }
  return best;
}

Fit fit_global(Inspector const& of, Expectation const& e, AccessForm const& form) {
  Fit best;
  best.wrong = !form.pitches.empty()   ? "the address has a pitch, " + form.pitches[0].text
               : !form.through.empty() ? "the address has " + form.through[0].text
                                       : wrong_base(of.options().multiples, e, form);
  if (!best.wrong.empty()) return best;
  std::int64_t const constant = static_cast<std::int64_t>(form.constant);
  for (std::int64_t value = 0; value < e.values(); ++value) {
    Fit now{true, false, value, e.base, 0, {}};
    for (std::size_t thread = 0; thread < of.result().threads && now.fits; ++thread) {
      std::int64_t const is = constant + form.offsets[thread],
                         wanted = e.unit * e.layout.at(
                                               coordinate_of(e, static_cast<std::int64_t>(thread), value)) +
                                  e.base;
      now.fits = is == wanted, now.right += now.fits ? 1 : 0;
      if (!now.fits)
        now.wrong = fmt::format("lane {} of {} {}: byte {} from the base on, and {} has {}",
                                thread % of.result().lanes, of.result().group(), thread / of.result().lanes,
                                is, e.name, wanted);
    }
    if (now.fits) return now;
    if (value == 0 || now.right > best.right) best = now;
  }
  return best;
}

}  // namespace

std::int64_t Expectation::values() const {
  std::int64_t r = 1;
  for (std::size_t m = 0; m < value_modes(); ++m) r *= layout.extent(1 + m);
  return r;
}

Comparison compare(Inspector& of, std::vector<Expectation> const& expected) {
  Comparison r;
  Inspection const& all = of.result();
  r.fulfilled.assign(expected.size(), 0);
  std::vector<std::set<std::int64_t>> had(expected.size()), bases(expected.size());
  for (Expectation const& e : expected)
    if (e.layout.extent(0) != all.threads)
      throw cli::InputError(
          fmt::format("{}: the first mode of the layout has {} points, and a block has {} threads", e.name,
                      e.layout.extent(0), all.threads));
  for (std::size_t n = 0; n < all.accesses.size(); ++n) {
    InspectedAccess const& a = all.accesses[n];
    std::vector<std::size_t> lines;
    for (std::size_t k = 0; k < expected.size(); ++k)
      if (expected[k].is_store == a.access.is_store && expected[k].is_lds == a.access.is_lds &&
          expected[k].bytes == a.access.bytes)
        lines.push_back(k);
    if (lines.empty()) {
      r.not_covered.push_back(n);
      continue;
    }
    Compared one{n, -1, "", false, {}};
    if (!a.is_whole()) one.undecided = true, one.wrong = a.not_whole();
    std::size_t most = 0;
    for (std::size_t const k : lines) {
      if (!a.is_whole() || one.expectation >= 0) break;
      Expectation const& e = expected[k];
      std::vector<std::int64_t> values;
      std::set<std::int64_t> of_base;
      Fit fit;
      for (AccessForm const& form : a.forms) {
        fit = e.is_lds ? fit_lds(of, e, form) : fit_global(of, e, form);
        if (!fit.fits) break;
        values.push_back(fit.value), of_base.insert(fit.base);
      }
      if (fit.fits) {
        one.expectation = static_cast<int>(k), one.values = values, one.wrong.clear(), one.undecided = false;
        had[k].insert(values.begin(), values.end()), bases[k].insert(of_base.begin(), of_base.end());
        ++r.fulfilled[k];
      } else if (one.wrong.empty() || fit.right > most) {
        most = fit.right, one.wrong = fit.wrong, one.undecided = fit.undecided;
      }
    }
    if (one.expectation < 0)
      r.verdict = !one.undecided || r.verdict == Verdict::fails ? Verdict::fails : Verdict::undecided;
    r.accesses.push_back(std::move(one));
  }
  for (std::size_t k = 0; k < expected.size(); ++k) {
    Expectation const& e = expected[k];
    if (r.fulfilled[k] == 0)
      r.missing.push_back({k, fmt::format("{}: no access is so", e.name)});
    else if (std::cmp_less(had[k].size(), e.values()))
      r.missing.push_back(
          {k, fmt::format("{}: {} of {} values are accessed", e.name, had[k].size(), e.values())});
    else if (bases[k].size() > 1)
      r.missing.push_back({k, fmt::format("{}: accesses of one layout begin at different places", e.name)});
  }
  if (!r.missing.empty() && r.verdict == Verdict::holds) r.verdict = Verdict::fails;
  return r;
}

}  // namespace colex::code
