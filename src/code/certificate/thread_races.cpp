// SPDX-License-Identifier: MIT
// Races of shared memory between threads of PTX (code/thread_races.cpp), as questions: any two threads, in any trips, whose counts of barriers and of waits
// let their accesses come about at once, touch bytes that are apart.
#include <fmt/format.h>

#include <bit>
#include <set>
#include <tuple>

#include "code/certificate/asked.hpp"
#include "code/trips.hpp"

namespace colex::code {

namespace {

struct Side {
  InspectedAccess const* a;
  AccessForm const* form;
  Epoch epoch, order;
  bool in_step;
  MemoryAccess const& access() const { return a->access; }
};

class Pairs {
 public:
  explicit Pairs(Inspector& of) : of_(of) {}

  /// All that the access has with another one; empty where they never come about at once. `both`: the other is not asked the other way round.
  std::string apart(Script& script, Side const& x, Side const& y, bool both) {
    if (!of_.may_meet(x.access(), y.access())) return {};
    std::uint32_t const i = x.access().instruction, j = y.access().instruction;
    std::vector<std::string> when;
    if (both && of_.may_be_at_once(i, j)) when.push_back(at_once(script, x, y));
    if (x.access().is_async) {
      std::string const different = others(script, x, y),
                        same = fmt::format("(= {} {})", thread(script, "_x"), thread(script, "_y"));
      if (std::string const later = behind(script, x, y, of_.lags(i, j) & ~std::uint64_t{1}); !later.empty())
        when.push_back(fmt::format("(and {} {})", different, later));
      if (std::string const later = behind(script, x, y, of_.own_lags(i, j)); !later.empty())
        when.push_back(fmt::format("(and {} {})", same, later));
    }
    if (when.empty()) return {};
    for (auto const& [side, suffix] : {std::pair(&x, "_x"), std::pair(&y, "_y")})
      for (Term const t : {address_of(*side->form), side->form->epoch, side->form->order})
        if (t != nullptr) assume_trips(of_, script, t, suffix);
    std::string some = "(or false";
    for (std::string const& one : when) some += " " + one;
    std::string const here = script.of(address_of(*x.form), "_x"),
                      there = script.of(address_of(*y.form), "_y");
    return fmt::format("(=> (and {} {} {})) (and (bvuge (bvsub {} {}) {}) (bvuge (bvsub {} {}) {})))",
                       makes_it(script, x.access(), "_x"), makes_it(script, y.access(), "_y"), some, here,
                       there, bits(y.access().bytes, 32), there, here, bits(x.access().bytes, 32));
  }

 private:
  std::string thread(Script& script, char const* suffix) { return thread_of(script, of_, suffix); }

  /// Two threads; or one, where all lanes of a warp touch what one names.
  std::string others(Script& script, Side const& x, Side const& y) {
    if (x.access().is_of_warp || y.access().is_of_warp) return "true";
    return fmt::format("(not (= {} {}))", thread(script, "_x"), thread(script, "_y"));
  }

  /// In one epoch, and not told apart by waits of their warp, nor one instruction of it in one trip.
  std::string at_once(Script& script, Side const& x, Side const& y) {
    std::string r = "(and " + others(script, x, y);
    if (x.epoch.known && y.epoch.known) r += " " + epochs_apart(script, x, y, 0);
    if (!x.access().is_async && !y.access().is_async) {
      std::string const warps_differ =
          wave_of(of_) == nullptr
              ? "false"
              : fmt::format("(not (= {} {}))", script.of(wave_of(of_), "_x"), script.of(wave_of(of_), "_y"));
      std::string of_warp = "(and true";
      if (x.order.known && y.order.known)
        of_warp += fmt::format(" (= {} {})", epoch_formula(script, x.order, "_x"),
                               epoch_formula(script, y.order, "_y"));
      if (x.in_step && x.access().instruction == y.access().instruction) of_warp += " false";
      r += fmt::format(" (or {} {}))", warps_differ, of_warp);
    }
    return r + ")";
  }

  /// The second has `lag` barriers more behind it. What divisions of trips in the addresses leave follows from that, and is said beside it.
  std::string epochs_apart(Script& script, Side const& x, Side const& y, std::uint64_t lag) {
    std::string r = fmt::format("(and (= {} (bvadd {} {}))", epoch_formula(script, y.epoch, "_y"),
                                epoch_formula(script, x.epoch, "_x"), bits(lag, 64));
    std::set<std::uint64_t> numbers;
    any_part({address_of(*x.form), address_of(*y.form)}, [&](Term one) {
      // Small ones: sums of a few rests times numbers below them fit in 16 bits.
      if (one->op == Op::remainder && one->value <= kMostPeriod) numbers.insert(one->value);
      return false;
    });
    for (std::uint64_t const number : numbers) {
      auto const left = [&](Epoch const& of, std::uint64_t more, char const* suffix) {
        std::string sum = bits((of.number + more) % number, 16);
        for (auto const& [trip, factor] : of.trips)
          sum = fmt::format("(bvadd {} (bvmul {} {}))", sum, bits(factor % number, 16),
                            script.rest(trip, number, suffix));
        return fmt::format("(bvurem {} {})", sum, bits(number, 16));
      };
      r += fmt::format(" (= {} {})", left(y.epoch, 0, "_y"), left(x.epoch, lag, "_x"));
    }
    return r + ")";
  }

  /// The second as many epochs behind the first as one of the bits says; the last bit is of 63 and more.
  std::string behind(Script& script, Side const& x, Side const& y, std::uint64_t lags) {
    if (lags == 0) return {};
    if (!x.epoch.known || !y.epoch.known) return "true";
    std::string r = "(or false";
    for (unsigned lag = 0; lag < 63; ++lag)
      if ((lags >> lag & 1) != 0) r += " " + epochs_apart(script, x, y, lag);
    if (lags >> 63 != 0)
      r += fmt::format(" (bvuge {} (bvadd {} {}))", epoch_formula(script, y.epoch, "_y"),
                       epoch_formula(script, x.epoch, "_x"), bits(63, 64));
    return r + ")";
  }

  Inspector& of_;
};

}  // namespace

std::vector<Question> thread_race_questions(Inspector& of) {
  std::vector<Side> all;
  std::set<std::tuple<std::uint32_t, std::uint32_t, Term, Term, Term>> known;
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.access.is_lds) continue;
    for (AccessForm const& form : a.forms)
      if (known.emplace(a.access.instruction, a.access.part, address_of(form), form.epoch, form.order).second)
        all.push_back({&a, &form, epoch_of(form.epoch), epoch_of(form.order), of.is_in_step(a.access)});
  }
  Pairs pairs(of);
  Batch batch([&](Script& script) { assume_wave(script, of, "_x"), assume_wave(script, of, "_y"); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string every = "(and true";
    for (std::size_t j = 0; j < all.size(); ++j)
      if (std::string const one = pairs.apart(batch.script(), all[i], all[j], i <= j); !one.empty())
        every += " " + one;
    if (every != "(and true")
      batch.add(fmt::format("{}: no thread touches it while another may", said(of, *all[i].a, *all[i].form)),
                every + ")");
  }
  return batch.all();
}

}  // namespace colex::code
