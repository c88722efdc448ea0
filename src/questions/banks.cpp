// SPDX-License-Identifier: MIT
#include "questions/banks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "maps/by_value.hpp"
#include "maps/index_map.hpp"
#include "operations/failure.hpp"
#include "operations/read.hpp"

namespace colex::cli {

namespace {

using gpu::BankModel;
using Int = std::int64_t;

constexpr Int kMaxOffset = Int{1} << 40;  // elements
constexpr Int kMaxTries = Int{1} << 23;   // lanes looked at in one search

bool is_width(int bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16; }

/// Whether the map moves bits below bit number `limit`.
bool moves_below(Outer const& outer, int limit) {
  if (!outer.is_map) return outer.swizzle.bits != 0 && outer.swizzle.base < limit;
  for (int k = 0; k < limit && k < outer.map.inputs; ++k)
    if (outer.map.column[k] != Int{1} << k) return true;
  return false;
}

/// Byte address of each lane in a step, -1 where it takes no part; `offset(index)` in elements.
template <class Offset>
auto addresses_of(SharedAccess const& a, AccessShape const& shape, Int step, Offset offset) {
  return [=, &a](int lane) -> gpu::Index {
    return lane < shape.lanes ? a.byte_of(offset(step * shape.lanes + lane)) : -1;
  };
}

/// Whether some step has a conflict under these offsets.
template <class Offset>
int worst_degree(BankModel const& model, SharedAccess const& a, AccessShape const& shape, int most,
                 Offset offset) {
  int worst = 1;
  for (Int step = 0; step < shape.steps && worst < most; ++step)
    worst = std::max(
        worst, gpu::conflicts(model, a.direction, a.width, addresses_of(a, shape, step, offset)).degree);
  return worst;
}

template <class Address>
BankClash clash(BankModel const& model, SharedAccess const& a, Int step, Address address) {
  int const banks = a.direction == gpu::Direction::load ? model.load_banks : model.store_banks;
  std::map<std::pair<int, int>, std::vector<std::pair<int, Int>>> by_bank;  // phase, bank
  std::map<std::pair<int, int>, std::set<Int>> words;
  for (int lane = 0; lane < model.wave; ++lane) {
    Int const first = address(lane);
    if (first < 0) continue;
    for (Int word = first / gpu::bank_bytes; word * gpu::bank_bytes < first + a.width; ++word) {
      std::pair const key{model.phase(a.direction, a.width, lane), static_cast<int>(word % banks)};
      if (words[key].insert(word).second) by_bank[key].emplace_back(lane, word);
    }
  }
  auto const worst = std::max_element(by_bank.begin(), by_bank.end(), [](auto const& x, auto const& y) {
    return x.second.size() < y.second.size();
  });
  return {step, worst->first.first, worst->first.second, worst->second};
}

/// The accesses, each with its shape; the search asks about plain layouts.
std::vector<AccessShape> check_all(BankModel const& model, std::vector<SharedAccess> const& accesses) {
  std::vector<AccessShape> shapes;
  for (SharedAccess const& a : accesses) {
    if (!a.layout.outer.is_identity())
      throw InputError("an access that is to be swizzled has a swizzle already");
    if (a.element_bits != accesses.front().element_bits)
      throw InputError("the accesses have elements of different sizes");
    if (a.element_bits == 6)
      throw InputError("a swizzle or a padding of elements of 6 bits would take bytes apart");
    shapes.push_back(check(model, a));
  }
  return shapes;
}

int elements_together(std::vector<SharedAccess> const& accesses) {
  int most = 1;
  for (SharedAccess const& a : accesses) most = std::max(most, a.elements());
  return most;
}

/// The largest that is in the access before a swizzle.
Int last_offset(SharedAccess const& a) {
  return a.offsets.empty() ? a.layout.offset + extent(a.layout.inner) - 1
                           : *std::max_element(a.offsets.begin(), a.offsets.end());
}

Int reach(std::vector<SharedAccess> const& accesses) {
  Int top = 1;
  for (SharedAccess const& a : accesses) top = std::max(top, last_offset(a) + std::max(1, a.elements()));
  return top;
}

/// Throws where the whole search would take too long.
void within_budget(std::vector<AccessShape> const& shapes, Int candidates) {
  Int points = 0;
  for (AccessShape const& s : shapes) points += s.lanes * s.steps;
  if (candidates != 0 && points > kMaxTries / candidates)
    throw Failure("undecided",
                  fmt::format("undecided: {} candidates for {} addresses are more than {} steps; give fewer "
                              "steps of each access",
                              candidates, points, kMaxTries));
}

}  // namespace

void set_addresses(SharedAccess& access, Value const& value, std::string const& name) {
  if (auto const* const map = std::get_if<Mapped>(&value)) {
    access.layout = any(make_layout((*map)->shape, compact_col_major((*map)->shape)).value);
    access.offsets = offsets_of(value).values;
  } else if (fits(Kind::swizzled, value)) {
    access.layout = as_any(value);
  } else {
    throw InputError(fmt::format("{}: expected layout, not {}", name, what_is(value)));
  }
  if (rank(access.layout.inner) == 0)
    throw InputError(fmt::format("{}: a layout without modes, and mode 0 is the lanes or threads", name));
}

void read_access(SharedAccess& a, std::string const& text, std::string const& name, bool cute) {
  std::size_t const at = text.rfind('@');
  if (at != text.npos) {
    std::string const digits = text.substr(at + 1);
    if (digits != "1" && digits != "2" && digits != "4" && digits != "8" && digits != "16")
      throw InputError(error_line(name, 1, static_cast<int>(at) + 2,
                                  "expected 1, 2, 4, 8 or 16, the bytes that a lane accesses"));
    a.width = std::stoi(digits);
  }
  set_addresses(a, read_value(text.substr(0, at), name, cute), name);
}

int bits_of_element(int bytes, int bits) {
  if (bits == 0 && is_width(bytes)) return 8 * bytes;
  if (bits == 4 || bits == 6 || (bits % 8 == 0 && is_width(bits / 8))) return bits;
  throw InputError(bits == 0 ? fmt::format("an element has 1, 2, 4, 8 or 16 bytes, not {}", bytes)
                             : fmt::format("an element has 4, 6, 8, 16, 32, 64 or 128 bits, not {}", bits));
}

std::string card_of(std::string_view target) {
  std::string name(target);
  if (name.starts_with("sm_")) name.erase(2, 1);
  if (name.starts_with("sm") && name.size() > 4 && (name.back() == 'a' || name.back() == 'f'))
    name.pop_back();
  if (name.size() == 7 && name.starts_with("gfx11")) return "gfx11";
  return name == "gfx1200" || name == "gfx1201" ? "gfx12" : name;
}

BankModel const* bank_model(std::string_view name) {
  for (gpu::CardBankModel const& card : gpu::card_bank_models)
    if (card_of(name) == card.model->name) return card.model;
  return nullptr;
}

gpu::CardBankModel const& card_bank_model(BankModel const& model) {
  for (gpu::CardBankModel const& card : gpu::card_bank_models)
    if (card.model == &model) return card;
  throw std::logic_error("a model without a card");
}

std::string bank_model_names() {
  std::string out;
  for (gpu::CardBankModel const& card : gpu::card_bank_models)
    out += (out.empty() ? "" : " ") + std::string(card.model->name);
  return out;
}

void check_lanes(BankModel const& model, SharedAccess const& a) {
  if (!is_width(a.width))
    throw InputError(fmt::format("a lane accesses 1, 2, 4, 8 or 16 bytes, not {}", a.width));
  if (a.elements() == 0)
    throw InputError(
        fmt::format("an element of {} bits does not fit an access of {} bytes", a.element_bits, a.width));
  if (a.lanes < 0 || a.lanes > model.wave)
    throw InputError(fmt::format("a wave of {} has 1 to {} lanes, not {}", model.name, model.wave, a.lanes));
}

AccessShape check(BankModel const& model, SharedAccess const& a) {
  check_lanes(model, a);
  if (auto const why = admissible(a.layout); why.condition != Condition::none)
    throw Failure(name(why.condition), std::string(sentence(why)));
  if (last_offset(a) >= kMaxOffset) throw InputError("an offset is beyond 2^40");
  if (std::any_of(a.offsets.begin(), a.offsets.end(), [](Int offset) { return offset < 0; }))
    throw InputError("an offset is below 0");
  Int const points = size(a.layout), first = size(entry(a.layout.inner, 0));
  if (points > kMaxAccessPoints)
    throw InputError(fmt::format("{} addresses; at most {} are looked at", points, kMaxAccessPoints));
  if (a.lanes > 0 && first != a.lanes)
    throw InputError(fmt::format("{}, and they are {}, not the {} that are to take part", lanes_of(a, model),
                                 first, a.lanes));
  if (a.lanes == 0 && first < model.wave)
    throw InputError(fmt::format(
        "{}, and they are {} of the {} of a wave of {}: put all lanes into mode 0, as ((8,4),1) does, or say "
        "that {} take part: --lanes {}, in Python lanes={}",
        lanes_of(a, model), first, model.wave, model.name, first, first, first));
  Int const lanes = std::min<Int>(first, model.wave);
  if (first % lanes != 0)
    throw InputError(
        fmt::format("{}, and they are {}: no whole waves of {}", lanes_of(a, model), first, model.wave));
  int const together = log2_of(a.elements());
  if (a.element_bits == 6 && !a.layout.outer.is_identity())
    throw InputError("a swizzle of elements of 6 bits moves parts of bytes; say where the bytes lie instead");
  if (moves_below(a.layout.outer, together))
    throw Failure(
        "taken_apart",
        fmt::format("taken_apart: the swizzle moves single elements below bit {}, and an access is {} "
                    "elements",
                    together, a.elements()));
  for (Int i = 0; i < points; ++i)
    if (a.at(i) * a.element_bits % (8 * a.width) != 0) {
      Int const bit = a.at(i) * a.element_bits;
      throw Failure("misaligned",
                    fmt::format("misaligned: index {} is at byte {}{}, not a multiple of {}", i, bit / 8,
                                bit % 8 == 0 ? "" : fmt::format(" and {} bits", bit % 8), a.width));
    }
  return {lanes, points / lanes};
}

/// The mode of the lanes; of an access that is no layout, how many they are.
static std::string lane_mode(SharedAccess const& a) {
  auto const first = entry(a.layout.inner, 0);
  return a.offsets.empty() ? to_text(first) : std::to_string(size(first));
}

std::string lanes_of(SharedAccess const& a, BankModel const& model) {
  auto const first = entry(a.layout.inner, 0);
  return fmt::format("mode 0, {}, is the lanes{}", lane_mode(a),
                     size(first) > model.wave && size(first) % model.wave == 0
                         ? fmt::format(" of {} waves", size(first) / model.wave)
                         : "");
}

BankCost bank_cost(BankModel const& model, SharedAccess const& a) {
  BankCost r;
  r.shape = check(model, a);
  for (Int step = 0; step < r.shape.steps; ++step) {
    auto const address = addresses_of(a, r.shape, step, [&](Int i) { return a.at(i); });
    auto const cost = gpu::conflicts(model, a.direction, a.width, address);
    r.phases += cost.phases, r.passes += cost.passes;
    if (cost.degree <= r.degree) continue;
    r.degree = cost.degree;
    r.worst = clash(model, a, step, address);
  }
  return r;
}

int bank_degree(BankModel const& model, SharedAccess const& a) {
  return worst_degree(model, a, check(model, a), std::numeric_limits<int>::max(),
                      [&](Int i) { return a.at(i); });
}

bool SwizzleSearch::is_needed() const {
  return std::any_of(without.begin(), without.end(), [](BankCost const& c) { return c.degree > 1; });
}

SwizzleSearch find_swizzles(BankModel const& model, std::vector<SharedAccess> const& accesses) {
  auto const shapes = check_all(model, accesses);
  SwizzleSearch r;
  r.least_base = log2_of(elements_together(accesses)), r.bits = log2_of(reach(accesses));
  r.best_degree = 1;
  for (SharedAccess const& a : accesses) {
    r.without.push_back(bank_cost(model, a));
    r.best_degree = std::max(r.best_degree, r.without.back().degree);
  }
  if (!r.is_needed()) return r;
  std::vector<Swizzle> family;
  for (int bits = 1; bits < r.bits; ++bits)
    for (int shift = bits; shift < r.bits; ++shift)
      for (int base = r.least_base; base + bits + shift <= r.bits; ++base)
        family.push_back({bits, base, shift});
  within_budget(shapes, static_cast<Int>(family.size()));
  for (Swizzle const& s : family) {
    int worst = 1;
    for (std::size_t k = 0; k < accesses.size() && worst < r.best_degree + 1; ++k) {
      auto const& a = accesses[k];
      worst = std::max(
          worst, worst_degree(model, a, shapes[k], r.best_degree + 1, [&](Int i) { return s(a.at(i)); }));
    }
    ++r.tried;
    if (worst == 1) r.all.push_back(s);
    if (worst < r.best_degree) r.best = s, r.best_degree = worst;
  }
  return r;
}

PaddingSearch find_paddings(BankModel const& model, std::vector<SharedAccess> const& accesses, Int row) {
  auto const shapes = check_all(model, accesses);
  PaddingSearch r;
  r.row = row, r.step = elements_together(accesses);
  if (row < r.step || row % r.step != 0)
    throw InputError(fmt::format("a row of {} elements is no whole number of accesses of {}", row, r.step));
  within_budget(shapes, row / r.step);
  for (Int pad = r.step; pad <= row; pad += r.step) {
    ++r.tried;
    bool free = true;
    for (std::size_t k = 0; k < accesses.size() && free; ++k) {
      auto const& a = accesses[k];
      free =
          worst_degree(model, a, shapes[k], 2, [&](Int i) { return a.at(i) + pad * (a.at(i) / row); }) == 1;
    }
    if (free) r.all.push_back(pad);
  }
  return r;
}

char const* evidence(gpu::BankModel const& model) {
  return model.evidence == gpu::Evidence::measured ? "measured" : "customary";
}

std::string bank_cards_text() {
  std::string out;
  for (auto const& card : gpu::card_bank_models) {
    BankModel const& m = *card.model;
    out += fmt::format("{:<8} {} lanes, {} banks for loads, {} for stores, {}: {}{}\n", m.name, m.wave,
                       m.load_banks, m.store_banks, evidence(m), card.source,
                       card.like == nullptr ? "" : fmt::format(", as {}", card.like));
  }
  return out;
}

Json bank_cards_json() {
  Json all = Json::array();
  for (auto const& card : gpu::card_bank_models) {
    BankModel const& m = *card.model;
    all.push_back({{"card", m.name},
                   {"lanes", m.wave},
                   {"load_banks", m.load_banks},
                   {"store_banks", m.store_banks},
                   {"evidence", evidence(m)},
                   {"source", card.source}});
    if (card.like != nullptr) all.back()["like"] = card.like;
  }
  return all;
}

Json to_json(BankCost const& c, SharedAccess const& a, gpu::BankModel const& model) {
  Json r{
      {"lane_mode", lane_mode(a)}, {"degree", c.degree},          {"passes", c.passes},
      {"phases", c.phases},        {"lanes", c.shape.lanes},      {"accesses", c.shape.steps},
      {"model", model.name},       {"evidence", evidence(model)}, {"source", card_bank_model(model).source}};
  if (auto const* const like = card_bank_model(model).like) r["like"] = like;
  if (c.degree == 1) return r;
  Json words = Json::array();
  for (auto const& [lane, word] : c.worst.words)
    words.push_back({{"lane", lane}, {"byte", word * gpu::bank_bytes}});
  r["worst"] = {{"access", c.worst.step}, {"phase", c.worst.phase}, {"bank", c.worst.bank}, {"words", words}};
  return r;
}

}  // namespace colex::cli
