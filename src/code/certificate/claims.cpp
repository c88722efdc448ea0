// SPDX-License-Identifier: MIT
#include "code/certificate/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "code/bounds.hpp"
#include "code/certificate/asked.hpp"
#include "code/certificate/layout_formula.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kFormulasOfAScript = 24;

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

std::string multiple(Script& script, Term t, std::uint64_t factor, unsigned width) {
  return fmt::format("(bvmul {} {})", bits(factor, width), resized(script.of(t), t->width, width));
}

/// Products with numbers of the thread stand as they are (distributed()).
std::string base_of(Script& script, AccessForm const& form) {
  unsigned const w = form.address->width;
  std::string r = bits(form.constant, w);
  for (Summand const& s : form.alone)
    r = fmt::format("(bvadd {} {})", r, multiple(script, s.term, s.factor, w));
  for (Pitch const& pitch : form.pitches)
    for (Pitch::Product const& p : pitch.products)
      r = fmt::format("(bvadd {} {})", r, multiple(script, p.product, p.factor, w));
  for (Through const& t : form.through)
    r = fmt::format("(bvadd {} {})", r, multiple(script, t.entry, t.factor, w));
  return r;
}

/// What a number that all lanes share is multiplied with is what the base has of it, and the pitch's layout: a product distributes over the sum.
std::string distributed(Script& script, Inspector const& of, AccessForm const& form) {
  std::string r = "(and true";
  for (Pitch const& pitch : form.pitches) {
    unsigned const w = form.address->width;
    std::string const thread = thread_of(script, of), times = pitch.layout.empty()
                                                                  ? table_formula(pitch.times, thread)
                                                                  : layout_formula(pitch.layout, thread);
    std::string whole = bits(0, w),
                parts = fmt::format("(bvadd {} {})", bits(static_cast<std::uint64_t>(pitch.first), w),
                                    w == 64 ? fmt::format("((_ sign_extend 32) {})", times) : times);
    for (Pitch::Product const& p : pitch.products) {
      whole = fmt::format("(bvadd {} {})", whole, multiple(script, p.sum, p.factor, w));
      parts = fmt::format("(bvadd {} {})", parts, multiple(script, p.rest, p.factor, w));
    }
    r += fmt::format(" (= {} {})", whole, parts);
  }
  return r + ")";
}

/// That places in tables are what is said of them.
std::string places_are(Script& script, Inspector const& of, AccessForm const& form) {
  std::string r = "(and true";
  for (Through const& t : form.through) {
    AccessForm const& place = t.place[0];
    std::string const number =
        fmt::format("(bvadd {} {})", base_of(script, place), offset_of(script, of, place));
    r += fmt::format(" (= {} (bvmul {} {})) {} {}", script.of(t.entry->of[0]), bits(entry_bytes(t.entry), 64),
                     number, distributed(script, of, place), places_are(script, of, place));
  }
  return r + ")";
}

/// That sums of 32 bits do not wrap, where the layout holds then.
std::string no_wraps(Script& script, AccessForm const& form) {
  std::string r = "(and true";
  for (auto const& [narrow, wide] : form.not_wrapped)
    r += fmt::format(" (= {} {})", script.of(narrow), script.of(wide));
  return r + ")";
}

std::string place_of(Inspector const& of, InspectedAccess const& a) {
  return of.place(a.access.instruction) + (a.access.part == 0 ? "" : fmt::format(", part {}", a.access.part));
}

}  // namespace

Script& Batch::script() {
  if (!script_) {
    script_ = std::make_unique<Script>(fmt::format("question {}", all_.size()));
    assume_(*script_);
  }
  return *script_;
}
void Batch::add(std::string const& claim, std::string const& formula) {
  claim_ += (claim_.empty() ? "" : "; ") + claim, formulas_ += " " + formula;
  if (++count_ == kFormulasOfAScript) end();
}
std::vector<Question> Batch::all() {
  end();
  return std::move(all_);
}
void Batch::end() {
  if (count_ > 0) all_.push_back({claim_, script_->refute("(and true" + formulas_ + ")")});
  script_ = nullptr, claim_.clear(), formulas_.clear(), count_ = 0;
}

Term wave_of(Inspector const& of) {
  auto const width = static_cast<unsigned>(std::bit_width(of.result().waves - 1));
  return width == 0 ? nullptr : leaf(Leaf::wave, width);
}

void assume_wave(Script& script, Inspector const& of, std::string const& suffix) {
  if (Term const wave = wave_of(of); wave != nullptr)
    script.assume(fmt::format("(bvult {} {})", resized(script.of(wave, suffix), wave->width, 32),
                              bits(of.result().waves, 32)));
}

std::string thread_of(Script& script, Inspector const& of, std::string const& suffix) {
  unsigned const lanes = of.result().lanes;
  Term const lane = leaf(Leaf::lane, static_cast<unsigned>(std::bit_width(lanes - 1))), wave = wave_of(of);
  std::string const low = resized(script.of(lane, suffix), lane->width, 32);
  if (wave == nullptr) return low;
  return fmt::format("(bvadd {} (bvmul {} {}))", low, bits(lanes, 32),
                     resized(script.of(wave, suffix), wave->width, 32));
}

std::string said(Inspector const& of, InspectedAccess const& a, AccessForm const& form) {
  std::string r = fmt::format("{}: {} + ", place_of(of, a), form.base_text.empty() ? "0" : form.base_text);
  for (Pitch const& pitch : form.pitches)
    r += fmt::format("{} * {} + ", pitch.text, pitch.layout.empty() ? "an index map" : pitch.layout);
  for (Through const& t : form.through) r += t.text + " + ";
  return r + (form.layout.empty() ? "an index map" : form.layout) +
         (form.narrow == nullptr ? "" : ", where sums of 32 bits do not wrap");
}

std::string epoch_formula(Script& script, Epoch const& epoch, std::string const& suffix) {
  std::string r = bits(epoch.number, 64);
  for (auto const& [trip, factor] : epoch.trips)
    r = fmt::format("(bvadd {} (bvmul {} {}))", r, bits(factor, 64),
                    resized(script.of(trip, suffix), trip->width, 64));
  return r;
}

void assume_trips(Inspector& of, Script& script, Term t, std::string const& suffix) {
  for (Term l : leaves_of(t))
    if (l->leaf == Leaf::trip)
      script.assume(fmt::format("(bvule {} {})", script.of(l, suffix),
                                bits(of.walk().most_trips(l->first).value_or(0xFFFFFFFF), l->width)));
}

std::string makes_it(Script& script, MemoryAccess const& a, std::string const& suffix) {
  std::string r = "(and true";
  if (a.lanes != 0 && a.lanes < 32)
    r += fmt::format(" (bvult {} {})", script.of(leaf(Leaf::lane, 5), suffix), bits(a.lanes, 5));
  for (Term const bit : a.when) {
    auto const leaves = leaves_of(bit);
    if ((has_entry(bit) && !bit->is_open) || std::all_of(leaves.begin(), leaves.end(), [](Term l) {
          return l->leaf == Leaf::lane || l->leaf == Leaf::wave;
        }))
      r += fmt::format(" (= {} #b1)", script.of(bit, suffix));
  }
  return r + ")";
}

namespace {

/// That numbers of more than 32 bits which are multiplied are their halves.
void add_halves(std::vector<Equation>& all) {
  std::vector<Term> sides;
  std::map<std::uint32_t, Term> wide;
  for (Equation const& e : all) sides.push_back(e.plain), sides.push_back(e.rewritten);
  any_part(std::move(sides), [&](Term t) {
    if (t->op == Op::product)
      for (Term const of : t->of)
        if (Term const x = without_zeros(of); x->width > 32 && x->op != Op::constant) wide.emplace(x->id, x);
    return false;
  });
  for (auto const& [id, x] : wide) {
    auto const [low, high] = halves_of(x);
    Plain const on;
    all.push_back({x, concatenate({low, high})});
  }
}

/// By which accesses of LDS are told apart, where it is free of races, and their inverses.
std::set<Term> bits_that_tell_apart(Inspector const& of) {
  std::set<Term> r;
  if (of.result().is_ptx || of.result().race_free.verdict != Verdict::holds) return r;
  for (InspectedAccess const& a : of.result().accesses)
    for (InspectedAccess const& b : of.result().accesses)
      if (a.access.is_lds && b.access.is_lds)
        if (Term const bit = Inspector::told_apart(a.access, b.access)) r.insert({bit, inverted(bit)});
  return r;
}

}  // namespace

std::vector<Question> rewriting_questions(Inspector& of, Ledger const& ledger) {
  std::vector<Equation> all = of.walk().equations_of(
      [&](MemoryAccess const& one) {
        return std::any_of(of.result().accesses.begin(), of.result().accesses.end(),
                           [&](InspectedAccess const& a) {
                             return (a.is_whole() || (of.result().sizes.asked && !a.access.is_lds)) &&
                                    a.access.instruction == one.instruction && a.access.part == one.part;
                           });
      },
      bits_that_tell_apart(of));
  for (Equation const& e : ledger.used()) all.push_back(e);
  if (!of.result().is_ptx) add_halves(all);
  std::set<std::pair<Term, Term>> known;
  Batch batch;
  for (Equation const& e : all) {
    if (!known.emplace(e.plain, e.rewritten).second) continue;
    if (!of.result().is_ptx) batch.script().multiply_by_halves();
    std::string const plain = batch.script().of(e.plain), other = batch.script().of(e.rewritten);
    if (of.result().is_ptx) assume_trips(of, batch.script(), e.plain, "");
    batch.add(fmt::format("rewriting {}", known.size() - 1), fmt::format("(= {} {})", plain, other));
  }
  return batch.all();
}

std::vector<Question> layout_questions(Inspector const& of) {
  Batch batch([&](Script& script) { assume_wave(script, of); });
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.is_whole()) continue;
    std::set<Term> asked;
    for (AccessForm const& form : a.forms) {
      if (!asked.insert(form.address).second) continue;  // another epoch
      if (!form.pitches.empty()) batch.end();            // products make a question long by themselves
      unsigned const w = form.address->width;
      Script& script = batch.script();
      std::string const address = script.of(address_of(form)), base = base_of(script, form),
                        offset = offset_of(script, of, form), low = bits(form.alignment - 1, w);
      std::string pointers = "(and true";
      for (Summand const& s : form.base)
        if (s.factor == 1 && s.term->op == Op::leaf && s.term->leaf == Leaf::argument)
          pointers += fmt::format(" (= (bvand {} {}) {})", resized(script.of(s.term), s.term->width, w), low,
                                  bits(0, w));
      batch.add(fmt::format("{}, aligned to {}", said(of, a, form), form.alignment),
                fmt::format("(=> {} (and (= {} (bvadd {} {})) {} {} (=> {}) (= (bvand {} {}) {}))))",
                            no_wraps(script, form), address, base, offset, distributed(script, of, form),
                            places_are(script, of, form), pointers, address, low, bits(0, w)));
    }
  }
  return batch.all();
}

std::vector<Question> meant_questions(Inspector& of, std::vector<Expectation> const& meant,
                                      Comparison const& compared) {
  Batch batch([&](Script& script) { assume_wave(script, of); });
  for (Compared const& one : compared.accesses) {
    if (one.expectation < 0) continue;
    Expectation const& e = meant[static_cast<std::size_t>(one.expectation)];
    InspectedAccess const& a = of.result().accesses[one.access];
    for (std::size_t k = 0; k < a.forms.size(); ++k) {
      AccessForm const& form = a.forms[k];
      Script& script = batch.script();
      std::vector<std::string> coordinate{thread_of(script, of)};
      std::int64_t rest = one.values[k];
      for (std::size_t m = 1; m <= e.value_modes(); rest /= e.layout.extent(m++))
        coordinate.push_back(bits(static_cast<std::uint64_t>(rest % e.layout.extent(m)), 32));
      if (e.has_stage)
        coordinate.push_back(fmt::format("(bvand (bvadd {} {}) {})", script.of(form.epoch),
                                         bits(static_cast<std::uint64_t>(e.ahead), 32),
                                         bits(static_cast<std::uint64_t>(e.layout.shape.back() - 1), 32)));
      if (e.by_block) coordinate.push_back(bits(0, 32));
      std::string wanted =
          fmt::format("(bvadd (bvmul {} {}) {})", bits(static_cast<std::uint64_t>(e.unit), 32),
                      layout_formula(e.layout, coordinate), bits(static_cast<std::uint64_t>(e.base), 32));
      if (!e.is_lds) {
        wanted = fmt::format("(bvadd {} ((_ sign_extend 32) {}))",
                             script.of(argument(of.options().multiples, e.argument)), wanted);
        if (e.by_block)
          wanted = fmt::format("(bvadd {} (bvmul {} {}))", wanted,
                               resized(script.of(leaf(Leaf::block, 32, 0)), 32, 64),
                               bits(static_cast<std::uint64_t>(e.unit * e.layout.stride.back()), 64));
      }
      assume_trips(of, script, form.address, ""), assume_trips(of, script, form.epoch, "");
      batch.add(fmt::format("{} is {} at value {}", place_of(of, a), e.name, one.values[k]),
                fmt::format(
                    "(=> {} (and (= {} {}) {}))", no_wraps(script, form), script.of(address_of(form)), wanted,
                    e.is_first ? fmt::format("(= {} {})", script.of(form.epoch), bits(0, 32)) : "true"));
    }
  }
  return batch.all();
}

std::vector<Question> bounds_questions(Inspector& of) {
  Batch batch([&](Script& script) { assume_wave(script, of); });
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.access.is_lds || a.is_base_open || !is_inside(of, a)) continue;
    std::set<Term> asked;
    for (AccessForm const& form : a.forms)
      if (asked.insert(form.address).second) {
        std::string const address = resized(batch.script().of(address_of(form)), 32, 64);
        assume_trips(of, batch.script(), address_of(form), "");
        batch.add(
            fmt::format("{}: inside {} bytes of {}", said(of, a, form), of.lds_bytes(), of.result().memory()),
            fmt::format("(=> {} (bvule (bvadd {} {}) {}))", makes_it(batch.script(), a.access, ""), address,
                        bits(a.access.bytes, 64), bits(of.lds_bytes(), 64)));
      }
  }
  return batch.all();
}

std::vector<Question> race_questions(Inspector& of) {
  struct Asked {
    InspectedAccess const* a;
    AccessForm const* form;
    Epoch epoch;
  };
  if (of.result().race_free.verdict != Verdict::holds) return {};
  if (of.result().is_ptx) return thread_race_questions(of);
  if (of.result().waves == 1) return {};
  std::vector<Asked> all;
  std::set<std::tuple<std::uint32_t, Term, Term, unsigned>> known;
  for (InspectedAccess const& a : of.result().accesses)
    if (a.access.is_lds)
      for (AccessForm const& form : a.forms)
        if (known.emplace(a.access.instruction, form.address, form.epoch, a.access.bytes).second)
          all.push_back({&a, &form, epoch_of(form.epoch)});
  Term const wave = wave_of(of);
  Batch batch([&](Script& script) {
    assume_wave(script, of, "_x"), assume_wave(script, of, "_y");
    script.assume(fmt::format("(not (= {} {}))", script.of(wave, "_x"), script.of(wave, "_y")));
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    Asked const& x = all[i];
    Script& script = batch.script();
    std::string every = "(and true";
    for (std::size_t j = i; j < all.size(); ++j) {
      Asked const& y = all[j];
      MemoryAccess const &one = x.a->access, &other = y.a->access;
      if ((!one.is_store && !other.is_store) || (one.is_atomic && other.is_atomic)) continue;
      if (!of.may_be_unordered(x.a->access.instruction, y.a->access.instruction)) continue;
      if (Term const bit = Inspector::told_apart(one, other)) {
        every += fmt::format(" (not (and (= {} #b1) (= {} #b1)))", script.of(bit, "_x"),
                             script.of(inverted(bit), "_y"));
        continue;
      }
      std::string const here = script.of(x.form->address, "_x"), there = script.of(y.form->address, "_y");
      for (auto const& [one, suffix] : {std::pair(&x, "_x"), std::pair(&y, "_y")})
        assume_trips(of, script, one->form->address, suffix),
            assume_trips(of, script, one->form->epoch, suffix);
      std::string const apart =
          fmt::format("(and (bvuge (bvsub {} {}) {}) (bvuge (bvsub {} {}) {}))", here, there,
                      bits(y.a->access.bytes, 32), there, here, bits(x.a->access.bytes, 32));
      std::string const in_one_epoch = x.epoch.known && y.epoch.known
                                           ? fmt::format("(= {} {})", epoch_formula(script, x.epoch, "_x"),
                                                         epoch_formula(script, y.epoch, "_y"))
                                           : "true";
      every += fmt::format(" (=> (and {} {} {}) {})", in_one_epoch, makes_it(script, one, "_x"),
                           makes_it(script, other, "_y"), apart);
    }
    if (every != "(and true")
      batch.add(fmt::format("{}: no other wave touches it in an epoch", said(of, *x.a, *x.form)),
                every + ")");
  }
  return batch.all();
}

}  // namespace colex::code
