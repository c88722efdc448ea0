// SPDX-License-Identifier: MIT
#include "code/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "code/symbols/rewriting.hpp"
#include "colex/colex.hpp"
#include "colex/hardware/global_memory.hpp"
#include "colex/print.hpp"
#include "operations/failure.hpp"
#include "tiles/card_bank_models.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kMostForms = 32;

bool of_thread(Term leaf) { return leaf->leaf == Leaf::lane || leaf->leaf == Leaf::wave; }
bool has_thread(Term t) { return t->has_lane || t->has_wave; }

/// The offset as a number with a sign.
std::int64_t signed_number(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

std::optional<std::uint64_t> at_thread(Term t, unsigned thread) {
  return Evaluation([&](Term leaf) -> std::optional<std::uint64_t> {
    if (leaf->leaf == Leaf::lane) return thread % 64;
    if (leaf->leaf == Leaf::wave) return thread / 64;
    return {};
  })(t);
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
    return program[std::min<std::size_t>(n, program.size() - 1)].instruction.address;
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
          return fmt::format("packet{}", t->first);
        case Leaf::packet_at:
          return "packet";
        case Leaf::trip:
          return fmt::format("trip@{:#x}", place(walk.instruction_of(t->first)));
        case Leaf::merged:
        case Leaf::merged_lanes:
          return fmt::format("joined@{:#x}", place(walk.instruction_of(t->first)));
        default: {
          std::string const& name =
              program[std::min<std::size_t>(t->first, program.size() - 1)].instruction.name;
          bool const is_load = name.find("load") != name.npos || name.find("read_") != name.npos;
          return fmt::format("{}@{:#x}", is_load ? "loaded" : "unknown", place(t->first));
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

bool Inspection::decided() const {
  return not_understood.empty() && waits.verdict != Verdict::undecided &&
         race_free.verdict != Verdict::undecided && in_bounds.verdict != Verdict::undecided &&
         std::all_of(accesses.begin(), accesses.end(),
                     [](InspectedAccess const& a) { return a.undecided.empty(); });
}

Inspector::Inspector(std::string const& target, Kernel const& kernel, InspectOptions const& options)
    : options_(options), kernel_(kernel) {
  result_.kernel = kernel.name, result_.target = target;
  result_.threads = options.threads != 0 ? options.threads : kernel.most_threads;
  if (options.threads != 0 && (options.threads > 1024 || options.threads % 64 != 0))
    throw cli::InputError(
        fmt::format("blocks of {} threads: a multiple of 64 up to 1024 is needed", options.threads));
  if (options_.card.empty()) options_.card = target;
  if (hardware::global_memory(options_.card).wave != 64)
    throw cli::InputError(
        fmt::format("'{}' is no card of waves of 64 lanes that the tables have", options_.card));
  program_ = symbolic_program(target, kernel);
  std::string const why = not_taken();
  result_.waves = std::max(result_.threads / 64, 1u);
  ask_waits();
  auto const gives_up = [&](std::string const& reason) {
    result_.not_understood.push_back({0, reason});
    result_.race_free = result_.in_bounds = {Verdict::undecided, reason, 0, 0, true};
  };
  if (!why.empty()) {
    gives_up(why);
    return;
  }
  try {
    walk_ = std::make_unique<Walk>(program_, kernel, result_.threads, options.budget, options.multiples);
    result_.not_understood = walk_->not_understood();
    for (MemoryAccess const& one : walk_->accesses()) {
      if (result_.accesses.empty() || result_.accesses.back().access.instruction != one.instruction ||
          result_.accesses.back().access.part != one.part)
        result_.accesses.push_back({one, {}, {}, 0, 0, false});
      std::size_t const before = Ledger::current() == nullptr ? 0 : Ledger::current()->size();
      find(result_.accesses.back(), one);
      if (Ledger::current() != nullptr && !result_.accesses.back().undecided.empty())
        Ledger::current()->drop_since(before);
    }
    for (InspectedAccess& a : result_.accesses) ask_card(a);
    ask_races(), ask_bounds();
  } catch (OutOfTerms const&) {
    gives_up("more terms than are made");
  } catch (cli::Failure const& why) {
    gives_up(why.message);
  }
  result_.steps = walk_ ? walk_->steps() : options.budget, result_.places = walk_ ? walk_->places() : 0;
}

/// Why a kernel is not walked through; empty where it is.
std::string Inspector::not_taken() const {
  if (result_.threads == 0 || result_.threads > 1024 || result_.threads % 64 != 0)
    return fmt::format("blocks of {} threads, no multiple of 64 up to 1024", result_.threads);
  if ((kernel_.resources_2 >> 11 & 3) != 0) return "blocks of several dimensions";
  if (kernel_.scratch_bytes != 0) return "scratch memory";
  return {};
}

namespace {

/// A choice by a condition that all lanes share is two ways.
bool by_conditions(std::vector<std::vector<Term>>& all) {
  std::set<Term> seen;
  std::function<Term(Term)> const first = [&](Term t) -> Term {
    if (!seen.insert(t).second) return nullptr;
    if (t->op == Op::choose && !has_thread(t->of[0])) return t->of[0];
    for (Term part : t->of)
      if (Term const found = first(part)) return found;
    return nullptr;
  };
  auto const choice = [&](Term t) {
    seen.clear();
    return first(t);
  };
  for (std::size_t k = 0; k < all.size(); ++k)
    while (Term const condition = choice(all[k][0])) {
      if (all.size() > kMostForms) return false;
      auto const given = [&](std::uint64_t value) {
        std::vector<Term> r;
        for (Term t : all[k])
          r.push_back(rewritten([&] {
            return substituted(t, [&](Term x) { return x == condition ? constant(value, 1) : nullptr; });
          }));
        return r;
      };
      auto no = given(0);
      all[k] = given(1);
      all.push_back(std::move(no));
    }
  return all.size() <= kMostForms;
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
  std::vector<Summand> of_threads;
  for (Summand const& s : summands_of(form.address, constant_part)) {
    if (!has_thread(s.term)) {
      form.base.push_back(s), form.base_of_wave |= s.term->is_of_wave;
      continue;
    }
    for (Term leaf : leaves_of(s.term))
      if (!of_thread(leaf))
        return fmt::format("the address has {}", to_text(s.term, kernel_, *walk_, program_));
    of_threads.push_back(s);
  }
  for (unsigned thread = 0; thread < result_.threads; ++thread) {
    std::uint64_t value = 0;
    for (Summand const& s : of_threads) {
      auto const v = at_thread(s.term, thread);
      if (!v) return fmt::format("the address has {}", to_text(s.term, kernel_, *walk_, program_));
      value += s.factor * *v;
    }
    form.offsets.push_back(signed_number(value & all_ones(width), width));
  }
  form.constant = constant_part;
  return {};
}

/// The algebra's name of the offsets: a layout; a linear map over GF(2), a constant XORed in, in its plainest form; otherwise their list is all that is
/// said. What thread 0 adds goes to the base of a layout.
void Inspector::name_layout(AccessForm& form) const {
  using Int = std::int64_t;
  auto& v = form.offsets;
  Int const waves = result_.waves, first = v[0];
  auto const lanes = find_layout<Int>([&](Int i) { return v[static_cast<std::size_t>(i)] - first; }, Int{64});
  auto const by_wave =
      find_layout<Int>([&](Int i) { return v[static_cast<std::size_t>(64 * i)] - first; }, waves);
  bool apart = bool(lanes) && bool(by_wave);
  for (std::size_t t = 0; apart && t < v.size(); ++t) apart = v[t] == v[t % 64] + v[t / 64 * 64] - first;
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
  auto const shape = make_shape(Int{64}, waves);
  AnyLayout const whole{Outer(map), offset, make_layout(shape, compact_col_major(shape)).value};
  auto const plain = simplest(whole);
  AnyLayout const& said = plain ? plain.value : whole;
  for (std::size_t t = 0; t < v.size(); ++t)
    if (said(static_cast<Int>(t)) != v[t]) return;
  form.kind = LayoutKind::linear;
  form.layout = colex::to_text(said);
}

void Inspector::find(InspectedAccess& a, MemoryAccess const& access) {
  if (!a.undecided.empty()) return;
  std::vector<std::vector<Term>> all;
  auto const is_asked = [&](bool only_lanes) {
    all.clear();
    return walk_->cases({access.address, access.epoch}, kMostForms, only_lanes, all) && by_conditions(all) &&
           a.forms.size() + all.size() <= kMostForms;
  };
  auto const is_asked_apart = [&] {  // how many barriers have been passed stays a symbol
    all.clear();
    if (!walk_->cases({access.address}, kMostForms, false, all) || !by_conditions(all)) return false;
    for (auto& one : all) one.push_back(access.epoch);
    return a.forms.size() + all.size() <= kMostForms;
  };
  if (!is_asked(false) && !(access.is_lds ? is_asked_apart() : is_asked(true))) {
    a.undecided = fmt::format("more than {} ways lead to its address", kMostForms);
    return;
  }
  if (access.shape != nullptr) {
    std::vector<std::vector<Term>> shapes;
    bool plain = walk_->cases({access.shape}, kMostForms, false, shapes);
    for (auto const& one : shapes) plain = plain && one[0]->is(0);
    if (!plain) {
      a.undecided = "whether the buffer has a stride is not known";
      return;
    }
  }
  for (auto const& one : all) {
    AccessForm form;
    form.address = one[0], form.epoch = one[1];
    if (std::any_of(a.forms.begin(), a.forms.end(),
                    [&](AccessForm const& f) { return f.address == form.address && f.epoch == form.epoch; }))
      continue;
    a.undecided = split(form);
    if (!a.undecided.empty()) return;
    name_layout(form);
    std::uint64_t bits = form.constant | access.bytes;
    for (std::int64_t v : form.offsets) bits |= static_cast<std::uint64_t>(v);
    form.base_text = form.constant == 0 && !form.base.empty()
                         ? ""
                         : fmt::format("{}", signed_number(form.constant, form.address->width));
    for (Summand const& s : form.base) {
      std::int64_t const f = signed_number(s.factor, form.address->width);
      std::string const text = to_text(whole_of(s, form.address->width), kernel_, *walk_, program_);
      form.base_text = fmt::format("{}{}{}{}", f == 1 ? "" : fmt::format("{} * ", f), text,
                                   form.base_text.empty() ? "" : " + ", form.base_text);
      if (s.factor == 1 && s.term->op == Op::leaf && s.term->leaf == Leaf::argument)
        form.pointers.push_back(text);
      else
        bits |= s.factor;
    }
    form.alignment = 1u << std::min(std::countr_zero(bits), 12);
    a.forms.push_back(std::move(form));
  }
}

void Inspector::ask_card(InspectedAccess& a) const {
  if (!a.undecided.empty()) return;
  MemoryAccess const& access = a.access;
  unsigned const needed =
      access.is_lds ? (access.bytes == 12 ? 16 : access.bytes) : std::min(access.bytes, 4u);
  a.misaligned = std::all_of(a.forms.begin(), a.forms.end(), [&](AccessForm const& form) {
    std::uint64_t const bits = factor_bits(form);
    return form.pointers.empty() && bits % needed == 0 &&
           std::all_of(form.offsets.begin(), form.offsets.end(), [&](std::int64_t v) {
             return (form.constant + static_cast<std::uint64_t>(v)) % needed != 0;
           });
  });
  if (access.is_lds) {
    gpu::BankModel const* model = nullptr;
    for (gpu::CardBankModel const& card : gpu::card_bank_models)
      if (options_.card == card.model->name) model = card.model;
    if (model == nullptr) return;
    for (AccessForm const& form : a.forms) {
      std::uint64_t const bits = factor_bits(form);
      if (form.base_of_wave || (bits != 0 && std::countr_zero(bits) < 8)) return void(a.bank_degree = 0);
      for (unsigned wave = 0; wave < result_.waves; ++wave) {
        auto const cost =
            gpu::conflicts(*model, access.is_store ? gpu::Direction::store : gpu::Direction::load,
                           static_cast<int>(access.bytes), [&](int lane) {
                             return static_cast<gpu::Index>(form.constant) +
                                    form.offsets[64 * wave + static_cast<unsigned>(lane)];
                           });
        a.bank_degree = std::max(a.bank_degree, cost.degree);
      }
    }
    return;
  }
  auto const memory = hardware::global_memory(options_.card);
  if (memory.wave == 0) return;
  for (AccessForm const& form : a.forms)
    for (unsigned wave = 0; wave < result_.waves; ++wave) {
      std::set<std::int64_t> sectors;
      for (unsigned lane = 0; lane < 64; ++lane) {
        std::int64_t const first =
            form.offsets[64 * wave + lane] - form.offsets[64 * wave] + (std::int64_t{1} << 40);
        for (std::int64_t at = first / memory.sector; at * memory.sector < first + access.bytes; ++at)
          sectors.insert(at);
      }
      a.sectors = std::max(a.sectors, static_cast<int>(sectors.size()));
    }
}

void Inspector::ask_waits() {
  std::vector<Instruction> all;
  for (SymbolicStep const& one : program_) all.push_back(one.instruction);
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

}  // namespace colex::code
