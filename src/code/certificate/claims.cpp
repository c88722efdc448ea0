// SPDX-License-Identifier: MIT
#include "code/certificate/claims.hpp"

#include <fmt/format.h>

#include <bit>
#include <set>

#include "code/certificate/layout_formula.hpp"
#include "code/certificate/script.hpp"
#include "code/epoch.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kEquationsOfAScript = 32;

Term wave_of(Inspector const& of) {
  auto const width = static_cast<unsigned>(std::bit_width(of.result().waves - 1));
  return width == 0 ? nullptr : leaf(Leaf::wave, width);
}

/// That the number of the wave is one of the block's.
void assume_wave(Script& script, Inspector const& of, std::string const& suffix = {}) {
  if (Term const wave = wave_of(of); wave != nullptr)
    script.assume(fmt::format("(bvult {} {})", resized(script.of(wave, suffix), wave->width, 32),
                              bits(of.result().waves, 32)));
}

/// The number of the thread in its block, in 32 bits.
std::string thread_of(Script& script, Inspector const& of) {
  Term const lane = leaf(Leaf::lane, 6), wave = wave_of(of);
  std::string const low = resized(script.of(lane), 6, 32);
  if (wave == nullptr) return low;
  return fmt::format("(bvadd {} (bvmul {} {}))", low, bits(64, 32),
                     resized(script.of(wave), wave->width, 32));
}

/// Of an address of `width` bits.
std::string offset_of(Script& script, Inspector const& of, AccessForm const& form) {
  std::string const thread = thread_of(script, of);
  std::string r;
  if (form.layout.starts_with("Sw<") || form.kind == LayoutKind::affine)
    r = layout_formula(form.layout, thread);
  else
    r = table_formula(form.offsets, thread);
  return form.address->width == 64 ? fmt::format("((_ sign_extend 32) {})", r) : r;
}

std::string base_of(Script& script, AccessForm const& form) {
  unsigned const w = form.address->width;
  std::string r = bits(form.constant, w);
  for (Summand const& s : form.base)
    r = fmt::format("(bvadd {} (bvmul {} {}))", r, bits(s.factor, w),
                    resized(script.of(s.term), s.term->width, w));
  return r;
}

std::string said(Inspector const& of, InspectedAccess const& a, AccessForm const& form) {
  Instruction const& i = of.program()[a.access.instruction].instruction;
  return fmt::format("{:#x} ({}){}: {} + {}", i.address, i.text,
                     a.access.part == 0 ? "" : fmt::format(", part {}", a.access.part),
                     form.base_text.empty() ? "0" : form.base_text,
                     form.layout.empty() ? "an index map" : form.layout);
}

/// An epoch in 64 bits, in which nothing wraps: a loop makes fewer than 2^32 trips.
std::string epoch_formula(Script& script, Epoch const& epoch, std::string const& suffix) {
  if (epoch.trip == nullptr) return bits(epoch.number, 64);
  std::string const trip = script.of(epoch.trip, suffix);
  return fmt::format("(bvadd {} (bvmul {} {}))", bits(epoch.number, 64), bits(epoch.factor, 64), trip);
}

void assume_trips(Script& script, Term t, std::string const& suffix) {
  for (Term l : leaves_of(t))
    if (l->leaf == Leaf::trip)
      script.assume(fmt::format("(bvult {} {})", script.of(l, suffix), bits(std::uint64_t{1} << 32, 64)));
}

}  // namespace

std::vector<Question> rewriting_questions(Inspector& of, Ledger const& ledger) {
  std::vector<Question> r;
  std::vector<Term> asked;
  for (InspectedAccess const& a : of.result().accesses)
    for (AccessForm const& form : a.forms)
      if (a.undecided.empty()) asked.push_back(form.address), asked.push_back(form.epoch);
  for (MemoryAccess const& one : of.walk().accesses())
    for (InspectedAccess const& a : of.result().accesses)
      if (a.undecided.empty() && a.access.instruction == one.instruction && a.access.part == one.part)
        asked.push_back(one.address), asked.push_back(one.shape);
  auto const all = ledger.needed_for(asked, [&](Term symbol) { return of.walk().values_of(symbol); });
  for (std::size_t k = 0; k < all.size(); k += kEquationsOfAScript) {
    std::size_t const end = std::min(all.size(), k + kEquationsOfAScript);
    std::string const claim = fmt::format("rewritings {} to {}", k, end - 1);
    Script script(claim);
    std::string every = "(and true";
    for (std::size_t n = k; n < end; ++n) {
      std::string const plain = script.of(all[n].plain), other = script.of(all[n].rewritten);
      every += fmt::format(" (= {} {})", plain, other);
    }
    r.push_back({claim, script.refute(every + ")")});
  }
  return r;
}

std::vector<Question> layout_questions(Inspector const& of) {
  std::vector<Question> r;
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.undecided.empty()) continue;
    std::set<Term> asked;
    for (AccessForm const& form : a.forms) {
      if (!asked.insert(form.address).second) continue;  // another epoch
      unsigned const w = form.address->width;
      std::string claim = said(of, a, form);
      {
        Script script(claim);
        assume_wave(script, of);
        std::string const address = script.of(form.address);
        std::string const base = base_of(script, form), offset = offset_of(script, of, form);
        r.push_back({claim, script.refute(fmt::format("(= {} (bvadd {} {}))", address, base, offset))});
      }
      claim += fmt::format(", aligned to {}", form.alignment);
      Script script(claim);
      assume_wave(script, of);
      std::string const low = bits(form.alignment - 1, w);
      for (Summand const& s : form.base)
        if (s.factor == 1 && s.term->op == Op::leaf && s.term->leaf == Leaf::argument)
          script.assume(fmt::format("(= (bvand {} {}) {})", resized(script.of(s.term), s.term->width, w), low,
                                    bits(0, w)));
      r.push_back({claim, script.refute(fmt::format("(= (bvand {} {}) {})", script.of(form.address), low,
                                                    bits(0, w)))});
    }
  }
  return r;
}

std::vector<Question> bounds_questions(Inspector const& of) {
  std::vector<Question> r;
  if (of.result().in_bounds.verdict != Verdict::holds) return r;
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.access.is_lds) continue;
    std::set<Term> asked;
    for (AccessForm const& form : a.forms) {
      if (!asked.insert(form.address).second) continue;
      std::string const claim = fmt::format("{} inside {} bytes of LDS", said(of, a, form), of.lds_bytes());
      Script script(claim);
      assume_wave(script, of);
      r.push_back({claim, script.refute(fmt::format("(bvule (bvadd {} {}) {})",
                                                    resized(script.of(form.address), 32, 64),
                                                    bits(a.access.bytes, 64), bits(of.lds_bytes(), 64)))});
    }
  }
  return r;
}

std::vector<Question> race_questions(Inspector const& of) {
  struct Asked {
    InspectedAccess const* a;
    AccessForm const* form;
    Epoch epoch;
  };
  std::vector<Question> r;
  if (of.result().race_free.verdict != Verdict::holds || of.result().waves == 1) return r;
  std::vector<Asked> all;
  std::set<std::tuple<Term, Term, unsigned, bool>> known;
  for (InspectedAccess const& a : of.result().accesses)
    if (a.access.is_lds)
      for (AccessForm const& form : a.forms)
        if (known.emplace(form.address, form.epoch, a.access.bytes, a.access.is_store).second)
          all.push_back({&a, &form, epoch_of(form.epoch)});
  for (std::size_t i = 0; i < all.size(); ++i) {
    Asked const& x = all[i];
    std::string const claim =
        fmt::format("{}: no other wave touches it in an epoch", said(of, *x.a, *x.form));
    Script script(claim);
    std::string every = "(and true";
    std::string const here = script.of(x.form->address, "_x");
    assume_wave(script, of, "_x"), assume_wave(script, of, "_y");
    assume_trips(script, x.form->address, "_x"), assume_trips(script, x.form->epoch, "_x");
    Term const wave = wave_of(of);
    script.assume(fmt::format("(not (= {} {}))", script.of(wave, "_x"), script.of(wave, "_y")));
    for (std::size_t j = i; j < all.size(); ++j) {
      Asked const& y = all[j];
      if (!x.a->access.is_store && !y.a->access.is_store) continue;
      std::string const there = script.of(y.form->address, "_y");
      assume_trips(script, y.form->address, "_y"), assume_trips(script, y.form->epoch, "_y");
      std::string const apart =
          fmt::format("(and (bvuge (bvsub {} {}) {}) (bvuge (bvsub {} {}) {}))", here, there,
                      bits(y.a->access.bytes, 32), there, here, bits(x.a->access.bytes, 32));
      if (x.epoch.known && y.epoch.known)
        every += fmt::format(" (=> (= {} {}) {})", epoch_formula(script, x.epoch, "_x"),
                             epoch_formula(script, y.epoch, "_y"), apart);
      else
        every += " " + apart;
    }
    if (every != "(and true") r.push_back({claim, script.refute(every + ")")});
  }
  return r;
}

}  // namespace colex::code
