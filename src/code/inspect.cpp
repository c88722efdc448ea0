// SPDX-License-Identifier: MIT
#include "code/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "code/ptx/symbols/one_value.hpp"
#include "code/ptx/symbols/program.hpp"
#include "code/symbols/rewriting.hpp"
#include "code/trips.hpp"
#include "colex/colex.hpp"
#include "colex/hardware/global_memory.hpp"
#include "colex/print.hpp"
#include "operations/failure.hpp"
#include "tiles/card_bank_models.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kMostForms = 32;

bool of_thread(Term leaf) { return leaf->leaf == Leaf::lane || leaf->leaf == Leaf::wave; }

/// The offset as a number with a sign.
std::int64_t signed_number(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

std::optional<std::uint64_t> at_thread(Term t, unsigned lanes, unsigned thread) {
  return value_in(t, lanes, thread, 0, {});
}

/// What a summand says: bits that its factor shifts out of the word are of no account.
Term whole_of(Summand const& s, unsigned width) {
  bool const is_rest = s.term->op == Op::extract && s.term->value == 0 && s.factor != 0 &&
                       s.term->width + static_cast<unsigned>(std::countr_zero(s.factor)) == width;
  return is_rest ? s.term->of[0] : s.term;
}

std::string one_text(Term t, Kernel const& kernel, Walk const& walk, std::vector<SymbolicStep> const& program,
                     int depth) {
  auto const of = [&](std::size_t k) { return one_text(t->of[k], kernel, walk, program, depth - 1); };
  auto const place = [&](std::uint32_t n) {
    return tag(program[std::min<std::size_t>(n, program.size() - 1)]);
  };
  if (depth == 0) return "(...)";
  auto const argument = [&](std::uint32_t byte) {
    for (KernelArgument const& a : kernel.arguments)
      if (byte == a.offset && !a.name.empty()) return a.name;
    for (KernelArgument const& a : kernel.arguments)
      if (byte == a.offset && a.is_hidden()) return a.kind;
    return fmt::format("arg{}", byte);
  };
  switch (t->op) {
    case Op::constant:
      return t->value < 4096 ? fmt::format("{}", t->value) : fmt::format("{:#x}", t->value);
    case Op::leaf:
      switch (t->leaf) {
        case Leaf::lane:
          return "lane";
        case Leaf::wave:
          return "wave";
        case Leaf::block:
          return fmt::format("block{}", t->first == 0 ? "" : t->first == 1 ? ".y" : ".z");
        case Leaf::argument:
          return argument(t->first);
        case Leaf::arguments_at:
          return "arguments";
        case Leaf::packet:
          if (program[0].flow.is_of_ptx)
            return fmt::format("blocks{}", t->first == 0 ? "" : t->first == 1 ? ".y" : ".z");
          return fmt::format("packet{}", t->first);
        case Leaf::packet_at:
          return "packet";
        case Leaf::trip:
          return fmt::format("trip@{}", place(walk.instruction_of(t->first)));
        case Leaf::merged:
        case Leaf::merged_lanes:
          return fmt::format("joined@{}", place(walk.instruction_of(t->first)));
        default: {
          std::string const& name =
              program[std::min<std::size_t>(t->first, program.size() - 1)].instruction.name;
          bool const is_load =
              name.find("load") != name.npos || name.find("read_") != name.npos || name.starts_with("ld");
          return fmt::format("{}@{}", is_load ? "loaded" : "unknown", place(t->first));
        }
      }
    case Op::extract:
      if (t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::argument && t->value == 32 && t->width == 32)
        return argument(t->of[0]->first + 4);
      if (t->value == 0 && t->width == 32) return of(0);
      return fmt::format("{}[{}:{}]", of(0), t->value, t->value + t->width);
    case Op::sum: {
      std::string r;
      for (std::size_t k = 0; k < t->of.size(); ++k) {
        std::int64_t const f = signed_number(t->factors[k], t->width);
        r += fmt::format("{}{}{}", r.empty() ? "" : " + ", f == 1 ? "" : fmt::format("{} * ", f), of(k));
      }
      return fmt::format("({}{})", r,
                         t->value == 0 ? "" : fmt::format(" + {}", signed_number(t->value, t->width)));
    }
    case Op::product:
      return fmt::format("{} * {}", of(0), of(1));
    case Op::remainder:
      return fmt::format("({} % {})", of(0), t->value);
    case Op::entry: {
      std::uint64_t number = 0;
      std::string index;
      for (Summand const& s : summands_of(index_of(t), number)) {
        std::int64_t const f = signed_number(s.factor, 64);
        index += fmt::format("{}{}{}", index.empty() ? "" : " + ", f == 1 ? "" : fmt::format("{} * ", f),
                             one_text(s.term, kernel, walk, program, depth - 1));
      }
      if (number != 0 || index.empty())
        index += fmt::format("{}{}", index.empty() ? "" : " + ", signed_number(number, 64));
      return fmt::format("{}[{}]", argument(t->first), index);
    }
    case Op::choose:
      return fmt::format("({} ? {} : {})", of(0), of(1), of(2));
    default: {
      static constexpr char const* names[] = {"",      "",    "bits", "",    "and",   "or",
                                              "xor",   "",    "",     "",    "equal", "below",
                                              "below", "shl", "shr",  "sar", "mask",  "f"};
      std::string r;
      for (std::size_t k = 0; k < t->of.size(); ++k) r += (k ? ", " : "") + of(k);
      return fmt::format("{}({})", names[static_cast<std::size_t>(t->op)], r);
    }
  }
}

}  // namespace

std::string to_text(Term t, Kernel const& kernel, Walk const& walk,
                    std::vector<SymbolicStep> const& program) {
  return one_text(t, kernel, walk, program, 5);
}

bool Inspection::holds() const {
  return not_understood.empty() && waits.verdict == Verdict::holds && distances.verdict == Verdict::holds &&
         race_free.verdict == Verdict::holds && in_bounds.verdict == Verdict::holds &&
         (!sizes.asked || sizes.in_bounds.verdict == Verdict::holds) &&
         std::all_of(accesses.begin(), accesses.end(),
                     [](InspectedAccess const& a) { return a.undecided.empty() && !a.misaligned; });
}

Inspector::Inspector(std::string const& target, Kernel const& kernel, InspectOptions const& options)
    : options_(options), kernel_(&kernel) {
  result_.kernel = kernel.name, result_.target = target;
  unsigned const given = options.block[0] * std::max(options.block[1], 1u) * std::max(options.block[2], 1u);
  if (options.block[1] > 1 || options.block[2] > 1)
    throw cli::InputError("blocks of AMD's code have one dimension here");
  result_.threads = given != 0 ? given : kernel.most_threads;
  if (given != 0 && (given > 1024 || given % 64 != 0))
    throw cli::InputError(fmt::format("blocks of {} threads: a multiple of 64 up to 1024 is needed", given));
  if (options_.card.empty()) options_.card = target;
  if (hardware::global_memory(options_.card).wave != 64)
    throw cli::InputError(
        fmt::format("'{}' is no card of waves of 64 lanes that the tables have", options_.card));
  program_ = symbolic_program(target, kernel);
  std::string const why = not_taken();
  result_.waves = std::max(result_.threads / 64, 1u);
  ask_waits(), ask_distances();
  inspect(
      [&] {
        return std::make_unique<Walk>(program_, kernel, result_.threads, options.budget, options.multiples,
                                      tables_, has_size());
      },
      why);
}

Inspector::~Inspector() = default;

std::vector<SymbolicStep> const& Inspector::program() const { return ptx_ ? ptx_->program : program_; }

std::vector<Instruction> Inspector::instructions() const {
  std::vector<Instruction> all;
  for (SymbolicStep const& one : program()) all.push_back(one.instruction);
  return all;
}

std::string Inspector::place(std::uint32_t instruction) const {
  SymbolicStep const& step = program()[instruction];
  return fmt::format("{}{} ({})", result_.is_ptx ? "line " : "", tag(step), step.instruction.text);
}

Inspector::Inspector(ptx::Module const& module, ptx::Entry const& entry, InspectOptions const& options)
    : options_(options),
      ptx_(std::make_unique<ptx::SymbolicKernel>(ptx::symbolic_kernel(module, entry))),
      kernel_(&ptx_->kernel) {
  result_.kernel = entry.name, result_.target = module.target, result_.is_ptx = true, result_.lanes = 32;
  auto& block = result_.block;
  block = options.block[0] != 0    ? options.block
          : entry.required[0] != 0 ? entry.required
                                   : std::array<std::uint32_t, 3>{entry.most_threads, 1, 1};
  for (std::uint32_t& extent : block) extent = std::max(extent, 1u);
  bool const is_given = options.block[0] != 0 || entry.required[0] != 0 || entry.most_threads != 0;
  std::uint64_t const threads = std::uint64_t{block[0]} * block[1] * block[2];
  if (is_given && (threads > 1024 || threads % 32 != 0))
    throw cli::InputError(
        fmt::format("blocks of {} threads: a multiple of 32 up to 1024 is needed", threads));
  result_.threads = static_cast<unsigned>(threads), result_.waves = std::max(result_.threads / 32, 1u);
  if (options_.card.empty()) {  // "sm_90a" is the card sm90
    for (char const c : module.target.substr(0, module.target.find(',')))
      if (c != '_') options_.card += c;
    while (!options_.card.empty() && options_.card.back() >= 'a') options_.card.pop_back();
  } else if (hardware::global_memory(options_.card).wave != 32) {
    throw cli::InputError(
        fmt::format("'{}' is no card of warps of 32 lanes that the tables have", options_.card));
  }
  result_.has_waits = std::any_of(entry.instructions.begin(), entry.instructions.end(), [](auto const& i) {
    return i.key.starts_with("wgmma.mma_async") || i.key.ends_with(".bulk_group") ||
           i.key.starts_with("tcgen05.");
  });
  for (ptx::Variable const& v : module.variables)
    result_.adds_memory |= v.space == ptx::Space::shared && v.is_external;
  inspect(
      [&] {
        ptx::find_phases(*ptx_, module, result_.block, options.boxes, options.contradicts);
        return ptx::walk_through(*ptx_, module, result_.block, options.budget, options.multiples,
                                 options.boxes, {}, tables_, has_size());
      },
      is_given ? "" : "how many threads a block has is not said: --block is needed");
  ptx::find_tensor_order(*ptx_, result_.threads);
  result_.waits = {Verdict::holds, "", 0, 0, false};
  if (ptx_->lacks_tensor_fence)
    result_.waits.why = "where ptxas moves no access of tensor memory over a wait without tcgen05.fence";
  if (!ptx_->early.empty()) {
    ptx::EarlyRegister const& e = ptx_->early.front();
    result_.waits = {Verdict::undecided, e.why, e.instruction, e.product, true};
  }
}

/// Goes through what is walked; or says why it is not.
void Inspector::inspect(std::function<std::unique_ptr<Walk>()> const& walked, std::string const& why) {
  auto const gives_up = [&](std::string const& reason) {
    result_.not_understood.push_back({0, reason});
    result_.race_free = result_.in_bounds = {Verdict::undecided, reason, 0, 0, true};
    result_.sizes.asked = has_size(), result_.sizes.in_bounds = result_.in_bounds;
  };
  if (!why.empty()) {
    gives_up(why);
    return;
  }
  try {
    tables_ = options_.tables;
    find_all(walked);
    if (!tables_.empty()) {  // of those that the kernel stores to nothing is known
      stored_ = stored_tables();
      if (!stored_.empty()) {
        for (auto const& [array, store] : stored_) tables_.erase(array);
        result_.accesses.clear();
        find_all(walked);
      }
    }
    for (InspectedAccess& a : result_.accesses) ask_card(a);
    result_.is_ptx ? ask_races_of_threads() : ask_races();
    ask_bounds();
    if (has_size()) ask_sizes();
  } catch (OutOfTerms const&) {
    gives_up("more terms than are made");
  } catch (cli::Failure const& failure) {
    gives_up(failure.message);
  }
  result_.steps = walk_ ? walk_->steps() : options_.budget, result_.places = walk_ ? walk_->places() : 0;
}

/// Walks, and finds the layouts of all accesses.
void Inspector::find_all(std::function<std::unique_ptr<Walk>()> const& walked) {
  walk_ = walked();
  result_.not_understood = walk_->not_understood();
  for (MemoryAccess const& one : walk_->accesses()) {
    if (result_.accesses.empty() || result_.accesses.back().access.instruction != one.instruction ||
        result_.accesses.back().access.part != one.part)
      result_.accesses.push_back({one, {}, {}, 0, 0, false});
    MemoryAccess& every = result_.accesses.back().access;  // of all places
    keep_common(every.when, one.when), keep_common(every.of_launch, one.of_launch);
    std::size_t const before = Ledger::current() == nullptr ? 0 : Ledger::current()->size();
    find(result_.accesses.back(), one);
    if (Ledger::current() != nullptr && !result_.accesses.back().is_whole())
      Ledger::current()->drop_since(before);
  }
}

/// Of tables, those that an access may store to, and which one: one whose address has the argument anywhere, or begins with nothing that is known.
std::map<std::uint32_t, std::uint32_t> Inspector::stored_tables() const {
  std::map<std::uint32_t, std::uint32_t> r;
  for (InspectedAccess const& a : result_.accesses) {
    if (a.access.is_lds || !a.access.is_store) continue;
    std::vector<Term> addresses;
    for (AccessForm const& form : a.forms) addresses.push_back(form.address);
    if (!a.undecided.empty() || addresses.empty()) addresses = {a.access.address};
    for (Term const address : addresses) {
      bool begins = false, is_open = false;
      std::uint64_t ignored = 0;
      for (Summand const& s : summands_of(address, ignored)) {
        is_open |= s.term->is_open && s.factor % 2 != 0;  // a pointer that is not known
        begins |= argument_in(options_.multiples, s).has_value();
      }
      for (Term const l : leaves_of(address))  // in a choice of pointers, too
        if (l->leaf == Leaf::argument && tables_.count(l->first) != 0)
          r.try_emplace(l->first, a.access.instruction);
      if (!begins || is_open)
        for (auto const& [array, table] : tables_) r.try_emplace(array, a.access.instruction);
    }
  }
  return r;
}

/// Why a kernel is not walked through; empty where it is.
std::string Inspector::not_taken() const {
  if (result_.threads == 0 || result_.threads > 1024 || result_.threads % 64 != 0)
    return fmt::format("blocks of {} threads, no multiple of 64 up to 1024", result_.threads);
  bool const is_said = options_.block[0] != 0;  // and then of one dimension
  if ((kernel_->resources_2 >> 11 & 3) != 0 && !is_said)
    return "blocks of several dimensions, if --block does not say otherwise";
  return {};
}

namespace {

/// A choice by a condition that all lanes share is two ways; with `only_lanes`, where what all threads share is not chosen by it alone.
bool by_conditions(std::vector<std::vector<Term>>& all,
                   Substitutions<std::tuple<Term, bool, bool>>& substitutions, bool only_lanes) {
  std::function<Term(Term, Visit const&)> const first = [&](Term t, Visit const& visit) -> Term {
    if (!visit.is_first(t)) return nullptr;
    if (t->op == Op::choose && !has_thread(t->of[0])) return t->of[0];
    for (Term part : t->of)
      if (Term const found = first(part, visit)) return found;
    return nullptr;
  };
  auto const next = [&](Term address) -> Term {
    Visit const visit;
    if (!only_lanes) return first(address, visit);
    for (Term part : parts_of_threads(address))
      if (Term const found = first(part, visit)) return found;
    return nullptr;
  };
  for (std::size_t k = 0; k < all.size(); ++k)
    while (Term const condition = next(all[k][0])) {
      if (all.size() > kMostForms) return false;
      auto const with = [&](bool value) {
        std::vector<Term> r;
        for (Term t : all[k])
          r.push_back(rewritten([&] {
            Substitution& given = substitutions[{condition, value, is_plain()}];
            given.set(condition, constant(value, 1));
            return given(t);
          }));
        return r;
      };
      auto no = with(false);
      all[k] = with(true);
      all.push_back(std::move(no));
    }
  return all.size() <= kMostForms;
}

bool has_pitch(InspectedAccess const& a) {
  return std::any_of(a.forms.begin(), a.forms.end(), [](AccessForm const& f) { return !f.pitches.empty(); });
}

bool has_entry(InspectedAccess const& a) {
  return std::any_of(a.forms.begin(), a.forms.end(), [](AccessForm const& f) { return !f.through.empty(); });
}

/// The bits that a factor of the base has set: below the lowest of them the base moves nothing.
std::uint64_t factor_bits(AccessForm const& form) {
  std::uint64_t bits = 0;
  for (Summand const& s : form.base) bits |= s.factor;
  return bits;
}

}  // namespace

/// The address to its base and what each thread adds; why it cannot be, otherwise.
std::string Inspector::split(AccessForm& form) const {
  std::uint64_t constant_part = 0;
  unsigned const width = form.address->width;
  auto const refuse = [&](Term t) {
    return fmt::format("the address has {}{}", to_text(t, *kernel_, *walk_, program()), hint_of(t));
  };
  std::vector<Summand> of_threads;
  for (Summand const& s : summands_of(form.address, constant_part)) {
    if (!has_thread(s.term)) {
      form.base.push_back(s), form.alone.push_back(s), form.base_of_wave |= s.term->is_of_wave;
      continue;
    }
    auto const leaves = leaves_of(s.term);
    Term const whole = whole_of(s, width);
    if (whole->op == Op::entry) {
      if (!add_entry(form, whole, s.factor)) return refuse(s.term);
      continue;
    }
    if (std::all_of(leaves.begin(), leaves.end(), of_thread))
      of_threads.push_back(s);
    else if (whole->width + static_cast<unsigned>(std::countr_zero(s.factor)) < width ||
             !add_pitch(form, whole, s.factor))
      return refuse(s.term);
  }
  for (unsigned thread = 0; thread < result_.threads; ++thread) {
    std::uint64_t value = 0;
    for (Summand const& s : of_threads) {
      auto const v = at_thread(s.term, result_.lanes, thread);
      if (!v) return refuse(s.term);
      value += s.factor * *v;
    }
    form.offsets.push_back(signed_number(value & all_ones(width), width));
  }
  form.constant = constant_part;
  return {};
}

/// A product of what all lanes share and what is of the thread, which may be a sum with more that all lanes share.
bool Inspector::add_pitch(AccessForm& form, Term product, std::uint64_t factor) const {
  if (product->op != Op::product) return false;
  unsigned const width = product->width;
  bool const first = !has_thread(product->of[0]);
  if (!first && has_thread(product->of[1])) return false;
  Term const by = product->of[first ? 0 : 1];
  std::uint64_t number = 0;
  std::vector<Summand> of_threads, rest;
  for (Summand const& s : summands_of(product->of[first ? 1 : 0], number)) {
    auto const leaves = leaves_of(s.term);
    if (!has_thread(s.term))
      rest.push_back(s);
    else if (std::all_of(leaves.begin(), leaves.end(), of_thread))
      of_threads.push_back(s);
    else
      return false;
  }
  std::vector<std::int64_t> times;
  for (unsigned thread = 0; thread < result_.threads; ++thread) {
    std::uint64_t value = 0;
    for (Summand const& s : of_threads) {
      auto const v = at_thread(s.term, result_.lanes, thread);
      if (!v) return false;
      value += s.factor * *v;
    }
    times.push_back(static_cast<std::int64_t>(
        factor * static_cast<std::uint64_t>(signed_number(value & all_ones(width), width))));
  }
  if (std::any_of(times.begin(), times.end(),
                  [](std::int64_t v) { return v != static_cast<std::int32_t>(v); }))
    return false;  // layouts are asked in words of 32 bits
  if (number != 0 || !rest.empty()) {
    Term const more = code::product(by, sum(width, rest, number));
    form.base.push_back({more, factor}), form.base_of_wave |= more->is_of_wave;
  }
  auto known =
      std::find_if(form.pitches.begin(), form.pitches.end(), [&](Pitch const& p) { return p.by == by; });
  if (known == form.pitches.end())
    known = form.pitches.insert(known, {by, {}, 0, std::vector<std::int64_t>(result_.threads, 0), {}, {}});
  known->products.push_back({product, product->of[first ? 1 : 0], sum(width, rest, number), factor});
  for (unsigned thread = 0; thread < result_.threads; ++thread) known->times[thread] += times[thread];
  return true;
}

namespace {

/// Of a number and its quotient by a power of two, the rest, as sums of both have it: a * x + b * (x >> k) with b = -a * 2^k.
Term with_rests(Term address) {
  for (bool again = true; again;) {
    again = false;
    std::uint64_t number = 0;
    auto const all = summands_of(address, number);
    for (Summand const& s : all) {
      if (s.term->op != Op::extract || s.term->value == 0) continue;
      Term const x = s.term->of[0];
      auto const k = static_cast<unsigned>(s.term->value),
                 zeros = static_cast<unsigned>(std::countr_zero(s.factor));
      // What is left out of x above must be shifted out of the address, too.
      if (zeros < k || zeros + s.term->width < address->width) continue;
      bool const is_negative = s.factor >> (address->width - 1) != 0;
      std::uint64_t const ones = all_ones(address->width),
                          f = s.factor >> k | (is_negative ? ones & ~(ones >> k) : 0);
      std::vector<Summand> next;
      for (Summand const& other : all)
        if (&other != &s) next.push_back(other);
      next.push_back({extract(x, 0, std::min<unsigned>(x->width, address->width)), f});
      next.push_back({extract(x, 0, k), ~f + 1});
      Term const candidate = sum(address->width, next, number);
      std::uint64_t ignored = 0;
      if (summands_of(candidate, ignored).size() >= all.size()) continue;
      address = candidate, again = true;
      break;
    }
  }
  return address;
}

}  // namespace

/// What repeats after some trips of one loop, as a multiple of (trip + number) % period; null where it is not that.
Term Inspector::as_stage(Term t) {
  std::vector<Term> const leaves = leaves_of(t);
  if (leaves.size() != 1 || leaves[0]->leaf != Leaf::trip) return nullptr;
  Term const trip = leaves[0];
  Periods periods;
  std::set<Term> seen;
  if (!periods_of(
          t, [](Term) { return std::optional<std::uint64_t>(); }, periods, seen))
    return nullptr;
  std::uint64_t const period = choices_of(periods);
  if (period < 2 || period > kMostPeriod) return nullptr;
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < period; ++k) {
    auto const v = value_in(t, 1, 0, k, periods);
    if (!v) return nullptr;
    values.push_back(*v);
  }
  std::uint64_t const ones = all_ones(t->width);
  for (std::uint64_t first = 0; first < period; ++first) {  // the trip in which it begins
    std::uint64_t const step = (values[(first + 1) % period] - values[first]) & ones;
    bool fits = true;
    for (std::uint64_t k = 0; k < period && fits; ++k)
      fits = values[(first + k) % period] == ((values[first] + k * step) & ones);
    if (fits)
      return sum(t->width, {{remainder_by(sum(64, {{trip, 1}}, (period - first) % period), period), step}},
                 values[first]);
  }
  return nullptr;
}

/// The same address, where what is known of trips and rests is used.
Term Inspector::simpler(Term address) {
  Term const before = address;
  if (result_.is_ptx)
    address = substituted(address, [&](Term t) -> Term {
      if (t->op != Op::leaf || t->leaf != Leaf::trip) return nullptr;
      auto const most = walk_->most_trips(t->first);
      if (!most || *most >= 1u << 30) return nullptr;
      return extended(extract(t, 0, std::max(1u, static_cast<unsigned>(std::bit_width(*most)))), t->width);
    });
  // A choice by the number of a stage is that number, counted from another one on.
  address = substituted(address, [&](Term t) { return t->op == Op::choose ? as_stage(t) : nullptr; });
  if (result_.is_ptx) address = with_rests(address);
  if (Ledger::current() != nullptr) Ledger::current()->add(before, address);
  return address;
}

namespace {

bool is_wrapping(Term t) {
  return (t->op == Op::sum || t->op == Op::product) && t->width == 32 && has_thread(t);
}
/// A product of 32 bits as one of 64.
Term widened(Term t) {
  if (t->op != Op::product || !is_wrapping(t)) return extended(t, 64);
  return product(extended(t->of[0], 64), extended(t->of[1], 64));
}

}  // namespace

/// The same where sums of 32 bits that were widened are taken for sums of 64 bits: where they do not wrap.
bool Inspector::split_without_wraps(AccessForm& form) const {
  std::uint64_t constant_part = 0;
  unsigned const width = form.address->width;
  std::vector<Summand> all = summands_of(form.address, constant_part), apart;
  std::vector<std::pair<Term, Term>> not_wrapped;
  for (Summand const& s : all) {
    Term const t = s.term;
    if (!is_wrapping(t)) continue;
    Term const sign = extract(t, 31, 1);  // at all bits above
    bool is_signed = false;
    for (Summand& other : all)
      if (other.term == sign && other.factor == (~std::uint64_t{0} << 32) * s.factor)
        other.factor = 0, is_signed = true;
    Term whole = widened(t);
    if (t->op == Op::sum) {
      std::vector<Summand> parts;
      for (std::size_t k = 0; k < t->of.size(); ++k)
        parts.push_back({widened(t->of[k]), static_cast<std::uint64_t>(signed_number(t->factors[k], 32))});
      whole = sum(64, parts, static_cast<std::uint64_t>(signed_number(t->value, 32)));
    }
    not_wrapped.emplace_back(is_signed ? sign_extended(t, 64) : extended(t, 64), whole);
    apart.push_back({whole, s.factor});
  }
  if (not_wrapped.empty()) return false;
  for (Summand const& s : all)
    if (s.factor != 0 && !is_wrapping(s.term)) apart.push_back(s);
  AccessForm again;
  again.address = sum(width, apart, constant_part), again.epoch = form.epoch, again.order = form.order;
  again.narrow = form.address, again.not_wrapped = std::move(not_wrapped);
  if (!split(again).empty()) return false;
  form = std::move(again);
  return true;
}

/// The algebra's name of the offsets: a layout; a linear map over GF(2), a constant XORed in, in its plainest form; otherwise their list is all that is
/// said. What thread 0 adds goes to the base of a layout.
void Inspector::name_layout(AccessForm& form) const {
  using Int = std::int64_t;
  auto& v = form.offsets;
  Int const waves = result_.waves, first = v[0];
  auto const lanes =
      find_layout<Int>([&](Int i) { return v[static_cast<std::size_t>(i)] - first; }, Int{result_.lanes});
  auto const by_wave = find_layout<Int>(
      [&](Int i) { return v[static_cast<std::size_t>(Int{result_.lanes} * i)] - first; }, waves);
  bool apart = bool(lanes) && bool(by_wave);
  for (std::size_t t = 0; apart && t < v.size(); ++t)
    apart = v[t] == v[t % result_.lanes] + v[t / result_.lanes * result_.lanes] - first;
  if (apart) {
    form.kind = LayoutKind::affine;
    form.layout = colex::to_text(waves == 1 ? lanes.value : make_layout(lanes.value, by_wave.value).value);
    form.constant = (form.constant + static_cast<std::uint64_t>(first)) & all_ones(form.address->width);
    for (Int& x : v) x -= first;
    return;
  }
  form.kind = LayoutKind::index_map;
  if (!std::has_single_bit(v.size()) || std::any_of(v.begin(), v.end(), [](Int x) { return x < 0; })) return;
  BitMap map;
  map.inputs = std::countr_zero(v.size());
  for (int k = 0; k < map.inputs; ++k) map.column[k] = v[std::size_t{1} << k] ^ first;
  for (std::size_t t = 0; t < v.size(); ++t)
    if ((map(static_cast<Int>(t)) ^ first) != v[t]) return;
  Int offset = 0;
  if (first != 0) offset = Int{1} << map.inputs, map.column[map.inputs++] = first;
  auto const shape = make_shape(Int{result_.lanes}, waves);
  AnyLayout const whole{Outer(map), offset, make_layout(shape, compact_col_major(shape)).value};
  auto const plain = simplest(whole);
  AnyLayout const& said = plain ? plain.value : whole;
  for (std::size_t t = 0; t < v.size(); ++t)
    if (said(static_cast<Int>(t)) != v[t]) return;
  form.kind = LayoutKind::linear;
  form.layout = colex::to_text(said);
}

/// What a pitch is multiplied with, as a layout or a list.
void Inspector::name_pitches(AccessForm& form) const {
  using Int = std::int64_t;
  for (Pitch& pitch : form.pitches) {
    Term by = pitch.by;
    while (by->op == Op::concatenate && by->of.size() == 2 && by->of[1]->is(0)) by = by->of[0];
    if (by->op == Op::extract && by->value == 0 && by->width > 32)
      by = by->of[0];  // what is above is shifted out
    pitch.text = to_text(by, *kernel_, *walk_, program());
    AccessForm alone;
    alone.address = form.address, alone.offsets = pitch.times;
    Int const first = pitch.times[0];
    if (first != 0) {  // what thread 0 adds is of the base
      form.base.push_back({pitch.by, static_cast<std::uint64_t>(first)});
      pitch.first = first;
      for (Int& v : alone.offsets) v -= first;
    }
    name_layout(alone);
    pitch.times = alone.offsets, pitch.layout = alone.kind == LayoutKind::affine ? alone.layout : "";
  }
  std::erase_if(form.pitches, [](Pitch const& p) {
    return std::all_of(p.times.begin(), p.times.end(), [](Int v) { return v == 0; });
  });
}

/// Where low bits of a trip are in what a thread adds, each of their values is a way of its own; false where that is not so.
bool Inspector::by_trips(Term address, std::vector<Term> const& one,
                         std::vector<std::vector<Term>>& all) const {
  constexpr unsigned kMostLow = 3;
  if (!result_.is_ptx) return false;
  std::uint64_t ignored = 0;
  Term trip = nullptr;
  unsigned low = 0;
  std::set<Term> seen;
  std::function<bool(Term)> const look = [&](Term t) -> bool {
    if (!seen.insert(t).second) return true;
    bool const is_part = t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::trip;
    if (t->op == Op::leaf && t->leaf == Leaf::trip) return false;
    if (!is_part) return std::all_of(t->of.begin(), t->of.end(), look);
    if (trip != nullptr && trip != t->of[0]) return true;  // the next one, then
    trip = t->of[0], low = std::max(low, static_cast<unsigned>(t->value) + t->width);
    return low <= kMostLow;
  };
  for (Summand const& s : summands_of(address, ignored)) {
    auto const leaves = leaves_of(s.term);
    if (has_thread(s.term) && !std::all_of(leaves.begin(), leaves.end(), of_thread) && !look(s.term))
      return false;
  }
  if (trip == nullptr) return false;
  for (std::uint64_t value = 0; value < std::uint64_t{1} << low; ++value) {
    Term const chosen = concatenate({constant(value, low), extract(trip, low, trip->width - low)});
    auto& next = all.emplace_back();
    for (Term const t : one)
      next.push_back(t == nullptr ? t : rewritten([&] {
        return substituted(t, [&](Term x) { return x == trip ? chosen : nullptr; });
      }));
  }
  return true;
}

/// What of an address all threads share.
void Inspector::name_base(AccessForm& form) const {
  unsigned const width = form.address->width;
  form.base_text =
      form.constant == 0 && !form.base.empty() ? "" : fmt::format("{}", signed_number(form.constant, width));
  for (Summand const& s : form.base) {
    std::int64_t const f = signed_number(s.factor, width);
    form.base_text = fmt::format("{}{}{}{}", f == 1 ? "" : fmt::format("{} * ", f),
                                 to_text(whole_of(s, width), *kernel_, *walk_, program()),
                                 form.base_text.empty() ? "" : " + ", form.base_text);
  }
}

/// An entry of a table whose place has a layout.
bool Inspector::add_entry(AccessForm& form, Term entry, std::uint64_t factor) const {
  AccessForm place;
  place.address = index_of(entry);
  if (!split(place).empty()) return false;
  form.through.push_back({entry, factor, {std::move(place)}, {}});
  return true;
}

void Inspector::name_entries(AccessForm& form) const {
  for (Through& t : form.through) {
    AccessForm& place = t.place[0];
    name_layout(place), name_pitches(place), name_base(place), name_entries(place);
    std::string index = place.base_text == "0" ? "" : place.base_text + " + ";
    for (Pitch const& p : place.pitches)
      index += fmt::format("{} * {} + ", p.text, p.layout.empty() ? "an index map" : p.layout);
    for (Through const& inner : place.through) index += inner.text + " + ";
    index += place.kind == LayoutKind::index_map && place.layout.empty() ? "an index map" : place.layout;
    std::int64_t const f = signed_number(t.factor, form.address->width);
    Term const array = leaf(Leaf::argument, 64, t.entry->first);
    t.text = fmt::format("{}{}[{}]", f == 1 ? "" : fmt::format("{} * ", f),
                         to_text(array, *kernel_, *walk_, program()), index);
  }
}

/// Which fact would say what was loaded into a term, if one can.
std::string Inspector::hint_of(Term t) const {
  if (t->op == Op::extract && t->of[0]->op == Op::entry) {
    Table const& table = tables_.at(t->of[0]->first);
    if (table.is_signed && !table.is_from_zero)
      return fmt::format(", which may be negative: --assume '0 <= {}[*]'",
                         text(leaf(Leaf::argument, 64, t->of[0]->first)));
  }
  for (Term const l : leaves_of(t)) {
    if (l->leaf != Leaf::unknown && l->leaf != Leaf::unknown_lanes) continue;
    auto const load = std::find_if(result_.accesses.begin(), result_.accesses.end(), [&](auto const& a) {
      return a.access.instruction == l->first && !a.access.is_lds;
    });
    bool const is_known = load != result_.accesses.end();
    if (is_known && load->access.shape != nullptr)
      return ", loaded by a buffer's descriptor, where no entry of a table is known: a global load would do";
    if (is_known && load->access.bytes % 4 != 0)
      return fmt::format(", of {} bytes: entries of tables have 4 or 8", load->access.bytes);
    std::optional<std::uint32_t> argument;
    if (auto const found = walk_->arrays().find(l->first); found != walk_->arrays().end())
      argument = found->second;
    else if (is_known && !load->forms.empty())
      argument = array_of(options_.multiples, load->forms[0].address);
    if (!argument) continue;
    std::string const array = text(leaf(Leaf::argument, 64, *argument));
    if (auto const store = stored_.find(*argument); store != stored_.end())
      return fmt::format(", an entry of {}, to which {} may store, so that no fact of it is taken", array,
                         place(store->second));
    bool const is_assumed = tables_.count(*argument) != 0;
    if (is_assumed && is_known && !load->forms.empty() &&
        dword_of_table(tables_, options_.multiples, load->forms[0].address, 0) != nullptr)
      return fmt::format(
          ", an entry of {} by a pointer that a loop moves on: a place counted from {} on would be known",
          array, array);
    if (is_assumed)
      return fmt::format(", of {}, but no whole entry of {} bytes", array, tables_.at(*argument).bytes);
    return fmt::format(
        ", an entry of {}: --assume '0 <= {}[*]' takes its entries for a function of their place", array,
        array);
  }
  return {};
}

void Inspector::find(InspectedAccess& a, MemoryAccess const& access) {
  if (access.open != nullptr) a.undecided = access.open;
  if (!a.undecided.empty()) return;
  std::vector<std::vector<Term>> all;
  auto const simplify = [&](std::vector<std::vector<Term>>& some) {
    for (auto& one : some) one[0] = simpler(one[0]);
    return true;
  };
  auto const is_asked = [&](bool only_lanes) {
    all.clear();
    std::vector<Term> terms{access.address, access.epoch};
    if (access.order != nullptr) terms.push_back(access.order);
    return walk_->cases(terms, kMostForms, only_lanes, all) && simplify(all) &&
           by_conditions(all, given_, only_lanes) && a.forms.size() + all.size() <= kMostForms;
  };
  auto const is_asked_apart = [&] {  // how many barriers have been passed stays a symbol
    all.clear();
    if (!walk_->cases({access.address}, kMostForms, false, all) || !simplify(all) ||
        !by_conditions(all, given_, false))
      return false;
    for (auto& one : all) one.push_back(access.epoch), one.push_back(access.order);
    return a.forms.size() + all.size() <= kMostForms;
  };
  bool const is_whole = is_asked(false) || (access.is_lds && is_asked_apart());
  a.is_base_open |= !is_whole && !result_.is_ptx;
  if (!is_whole && !is_asked(true)) {
    a.undecided = fmt::format("more than {} ways lead to its address", kMostForms);
    return;
  }
  if (all.empty()) return void(a.undecided = "its address rests on a register that nothing has written");
  if (access.shape != nullptr) {
    std::vector<std::vector<Term>> shapes;
    bool plain = walk_->cases({access.shape}, kMostForms, false, shapes);
    for (auto const& one : shapes) plain = plain && one[0]->is(0);
    if (!plain) {
      a.undecided = "whether the buffer has a stride is not known";
      return;
    }
  }
  for (std::size_t number = 0; number < all.size(); ++number) {
    std::vector<Term> const one = all[number];
    AccessForm form;
    form.address = one[0], form.epoch = one[1], form.order = one.size() > 2 ? one[2] : nullptr;
    if (std::any_of(a.forms.begin(), a.forms.end(), [&](AccessForm const& f) {
          return f.address == form.address && f.epoch == form.epoch && f.order == form.order;
        }))
      continue;
    a.undecided = split(form);
    if (Term const shared = a.undecided.empty() ? form.address : walk_->with_uniform(form.address);
        shared != form.address) {
      AccessForm again;
      again.address = shared, again.epoch = form.epoch, again.order = form.order;
      a.undecided = split(again);
      if (a.undecided.empty()) form = std::move(again), a.is_base_open = true;
    }
    if (!a.undecided.empty() && split_without_wraps(form)) a.undecided.clear(), a.no_wrap = true;
    if (!a.undecided.empty() && a.forms.size() + all.size() < kMostForms &&
        by_trips(form.address, one, all)) {
      a.undecided.clear();
      continue;
    }
    if (!a.undecided.empty()) return;
    for (Term const l : leaves_of(form.address))
      if (ptx_ && l->leaf == Leaf::trip && ptx_->apart[walk_->instruction_of(l->first)] &&
          !walk_->is_in_loop(access.instruction, walk_->instruction_of(l->first)))
        return void(a.undecided = fmt::format("threads leave the loop at {} in different trips",
                                              tag(program()[walk_->instruction_of(l->first)])));
    name_layout(form), name_pitches(form);
    std::uint64_t bits = form.constant | access.bytes;
    for (std::int64_t v : form.offsets) bits |= static_cast<std::uint64_t>(v);
    for (Pitch const& pitch : form.pitches)
      for (std::int64_t v : pitch.times)
        bits |= static_cast<std::uint64_t>(v) * (may(pitch.by) & (~may(pitch.by) + 1));
    name_base(form), name_entries(form);
    for (Summand const& s : form.base)
      if (s.factor == 1 && s.term->op == Op::leaf && s.term->leaf == Leaf::argument)
        form.pointers.push_back(to_text(s.term, *kernel_, *walk_, program()));
      else
        bits |= s.factor;
    for (Through const& t : form.through) bits |= t.factor;
    form.alignment = 1u << std::min(std::countr_zero(bits), 12);
    a.forms.push_back(std::move(form));
  }
}

void Inspector::ask_card(InspectedAccess& a) const {
  if (!a.undecided.empty()) return;
  MemoryAccess const& access = a.access;
  unsigned const needed = result_.is_ptx  ? access.bytes
                          : access.is_lds ? (access.bytes == 12 ? 16 : access.bytes)
                                          : std::min(access.bytes, 4u);
  a.misaligned = std::all_of(a.forms.begin(), a.forms.end(), [&](AccessForm const& form) {
    std::uint64_t const bits = factor_bits(form);
    return form.pointers.empty() && form.through.empty() && bits % needed == 0 &&
           std::all_of(form.offsets.begin(), form.offsets.end(), [&](std::int64_t v) {
             return (form.constant + static_cast<std::uint64_t>(v)) % needed != 0;
           });
  });
  if (access.is_lds) {
    if (has_pitch(a) || has_entry(a) || access.bytes > 16 || (access.is_async && !access.is_store)) return;
    gpu::BankModel const* model = nullptr;
    for (gpu::CardBankModel const& card : gpu::card_bank_models)
      if (options_.card == card.model->name) model = card.model;
    if (model == nullptr) return;
    unsigned const made = access.lanes != 0 ? access.lanes : result_.lanes;
    for (AccessForm const& form : a.forms) {
      std::uint64_t const bits = factor_bits(form);
      if (form.base_of_wave || (bits != 0 && std::countr_zero(bits) < 8)) return void(a.bank_degree = 0);
      for (unsigned wave = 0; wave < result_.waves; ++wave) {
        auto const cost =
            gpu::conflicts(*model, access.is_store ? gpu::Direction::store : gpu::Direction::load,
                           static_cast<int>(access.bytes), [&](int lane) {
                             return static_cast<gpu::Index>(form.constant) +
                                    form.offsets[result_.lanes * wave + static_cast<unsigned>(lane) % made];
                           });
        a.bank_degree = std::max(a.bank_degree, cost.degree);
      }
    }
    return;
  }
  auto const memory = hardware::global_memory(options_.card);
  if (memory.wave == 0 || has_pitch(a) || has_entry(a)) return;
  for (AccessForm const& form : a.forms)
    for (unsigned wave = 0; wave < result_.waves; ++wave) {
      std::set<std::int64_t> sectors;
      for (unsigned lane = 0; lane < result_.lanes; ++lane) {
        std::int64_t const first = form.offsets[result_.lanes * wave + lane] -
                                   form.offsets[result_.lanes * wave] + (std::int64_t{1} << 40);
        for (std::int64_t at = first / memory.sector; at * memory.sector < first + access.bytes; ++at)
          sectors.insert(at);
      }
      a.sectors = std::max(a.sectors, static_cast<int>(sectors.size()));
    }
}

void Inspector::ask_waits() {
  std::vector<Instruction> const all = instructions();
  try {
    result_.early = early_uses(all, false);
    if (result_.early.empty()) {
      result_.waits = {Verdict::holds, "", 0, 0, false};
    } else if (early_uses(all, true).empty()) {
      result_.early.clear();
      result_.waits = {Verdict::holds, "where stores end in order with loads", 0, 0, false};
    } else {
      EarlyUse const& e = result_.early.front();
      result_.waits = {Verdict::fails, fmt::format("{} is used while an access may be under way", e.what),
                       e.instruction, e.instruction, true};
    }
  } catch (cli::Failure const& why) {
    result_.waits = {Verdict::undecided, why.message, 0, 0, false};
  }
}

void Inspector::ask_distances() {
  try {
    result_.short_distances = short_distances(result_.target, instructions());
    if (result_.short_distances.empty()) return;
    ShortDistance const& d = result_.short_distances.front();
    result_.distances = {Verdict::fails, d.text(), d.after, d.instruction, true};
  } catch (cli::Failure const& why) {
    result_.distances = {Verdict::undecided, why.message, 0, 0, false};
  }
}

}  // namespace colex::code
