// SPDX-License-Identifier: MIT
#include "questions/plan_landing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "colex/colex.hpp"
#include "maps/by_value.hpp"
#include "operations/read.hpp"
#include "questions/descriptor.hpp"
#include "questions/tma.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

struct SwizzleSpan {
  char const* name;
  int span;
};
constexpr SwizzleSpan kSpans[] = {{"128", 128}, {"64", 64}, {"32", 32}, {"none", 0}};

/// What lands of the whole tile under one swizzle.
struct Landing {
  std::string name{}, box{}, refused{};
  AnyLayout layout{};
  std::vector<Int> offsets{};
};

Layout<Int> boxes_apart(Int extent, Int stride) { return leaf(Mode<Int>{extent, stride}); }

Landing landing_of(PlanOperand const& o, SwizzleSpan const& s) {
  Landing r;
  r.name = s.name;
  TmaQuestion q;
  q.tensor = plain(as_layout(o.global.value));
  bool const along_rows = o.rows > 1 && o.global.offsets[1] - o.global.offsets[0] == 1;
  Int const most = s.span == 0 ? 256 : Int{8} * s.span / o.bits;
  q.box = o.copy.box;
  if (q.box.empty())
    q.box = {std::min(o.rows, along_rows ? most : Int{256}),
             std::min(o.columns, along_rows ? Int{256} : most)};
  r.box = fmt::format("({},{})", q.box[0], q.box[1]);
  if (o.rows % q.box[0] != 0 || o.columns % q.box[1] != 0) {
    r.refused = fmt::format("box: {} does not divide the tile of {} x {}", r.box, o.rows, o.columns);
    return r;
  }
  q.element = tma_element_named(o.bits >= 8 ? std::to_string(o.bits / 8) : "u4x16_align8");
  q.swizzle = s.name;
  Tma const t = tma(q);
  if (!t.exists()) {
    r.refused =
        fmt::format("{}: {}", hardware::text_of(t.broken.front().rule).name, sentence(t.broken.front(), t));
    return r;
  }
  r.layout = as_any(read_value(t.landing, "landing", false));
  Int const size_of_box = q.box[0] * q.box[1], down = o.rows / q.box[0];
  auto const inner = r.layout.inner;
  auto const mode = [&](int k, Int times, Int stride) {
    return times == 1 ? entry(inner, k) : join(entry(inner, k), boxes_apart(times, stride));
  };
  r.layout.inner = join(mode(0, down, size_of_box), mode(1, o.columns / q.box[1], size_of_box * down));
  for (Int i = 0; i < size(r.layout); ++i) r.offsets.push_back(r.layout(i));
  return r;
}

/// Whether the tensor core reads it, and by which descriptor; else why not.
struct Read {
  bool is_canonical = false;
  std::string text{};
};
Read read_by_descriptor(Plan const& plan, PlanOperand const& o, Value const& shared) {
  OperandAnswer const a = descriptor_of({shared, o.bits, format_of(plan.card), 0});
  std::string const text = to_text(a);
  auto const second = text.find('\n') + 1;
  return {a.best.has_value(), a.best
                                  ? fmt::format("descriptor {:#018x}, {}", a.bits, text.substr(0, second - 1))
                                  : text.substr(second, text.find('\n', second) - second)};
}

void land_by_tma(Plan const& plan, PlanOperand& o, std::vector<PlanWay> const& moves, bool by_descriptor,
                 Landed& r) {
  if (!fits(Kind::layout, o.global.value))
    throw InputError(fmt::format("plan: {}.global: tma copies a layout", o.name));
  if (!plan.card.starts_with("sm") || std::stoi(plan.card.substr(2)) < 90)
    throw InputError(fmt::format("plan: {}.copy.by: {} has no tma", o.name, plan.card));
  std::vector<Landing> all;
  std::string refused;
  for (SwizzleSpan const& s : kSpans) {
    Landing one = landing_of(o, s);
    if (one.refused.empty())
      all.push_back(std::move(one));
    else
      refused += fmt::format("; swizzle {}: {}", s.name, one.refused);
  }
  if (all.empty()) {
    r.copy = "tma", r.copy_misfit = {"tma", "no tensor map" + refused, -1, -1, -1};
    return;
  }
  Landing const* chosen = nullptr;
  if (o.swizzle_is_open) {
    // The widest swizzle that the other side can read; by threads, of the fewest passes.
    auto const& model = *bank_model(plan.card);
    Int least = -1;
    for (Landing const& one : all) {
      if (by_descriptor) {
        ++r.tried;
        if (chosen == nullptr && read_by_descriptor(plan, o, Value(one.layout)).is_canonical) chosen = &one;
        continue;
      }
      for (std::size_t m = 0; m < moves.size(); ++m) {
        Fit const f = fit(moves[m].mover, moves[m].held, one.offsets, o.bits, model.wave);
        if (f.misfit) continue;
        ++r.tried;
        Int const passes = passes_of(model, f.access, {});
        if (least >= 0 && passes == least) ++r.as_good;
        if (least < 0 || passes < least) chosen = &one, least = passes, r.move = m, r.as_good = 0;
      }
    }
    if (chosen == nullptr) chosen = &all.front();
    o.shared->text = to_text(Value(chosen->layout)), o.shared->value = chosen->layout,
    o.shared->offsets = chosen->offsets;
    r.chosen = fmt::format("tma with swizzle {}{}", chosen->name,
                           by_descriptor || moves.empty() ? "" : "; " + moves[r.move].text);
  } else {
    Int longest = -1;
    for (Landing const& one : all) {
      auto const [mine, theirs] =
          std::mismatch(one.offsets.begin(), one.offsets.end(), o.shared->offsets.begin());
      Int const same = mine - one.offsets.begin();
      if (same <= longest) continue;
      longest = same, chosen = &one;
      r.copy_misfit.reset();
      if (mine != one.offsets.end())
        r.copy_misfit = {"agrees",
                         fmt::format("element ({},{}) lands at {}, and the other side has it at {}; no "
                                     "swizzle of 32 to 128 bytes agrees "
                                     "longer",
                                     same % o.rows, same / o.rows, *mine, *theirs),
                         -1, -1, *mine};
    }
    for (std::size_t m = 0; m < moves.size(); ++m)
      if (!fit(moves[m].mover, moves[m].held, o.shared->offsets, o.bits, bank_model(plan.card)->wave)
               .misfit) {
        r.move = m;
        break;
      }
  }
  Int const boxes = o.rows * o.columns;
  r.copy = fmt::format("tma, boxes of {}, swizzle {}; a barrier awaits {} bytes", chosen->box, chosen->name,
                       boxes * o.bits / 8);
}

/// Copied by threads, read by a descriptor. The family of an open shared layout: what the tensor memory accelerator would land.
void land_by_threads(Plan const& plan, PlanOperand& o, Landed& r) {
  std::vector<PlanMemory> family{*o.shared};
  if (o.swizzle_is_open && fits(Kind::layout, o.global.value))
    for (SwizzleSpan const& s : kSpans)
      if (Landing const one = landing_of(o, s);
          one.refused.empty() && read_by_descriptor(plan, o, Value(one.layout)).is_canonical)
        family.push_back({to_text(Value(one.layout)), one.layout, one.offsets});
  if (family.size() > 1) family.erase(family.begin());
  std::vector<PlanWay> const none{PlanWay{}};
  std::vector<PlanWay> copies;
  std::optional<PlanBest> best;
  auto const key = [](PlanBest const& b) { return std::tuple(b.sectors, b.passes, b.instructions); };
  for (PlanMemory const& memory : family) {
    PlanOperand mine = o;
    mine.shared = memory;
    auto now = copies_of(plan, mine);
    auto const found = best_of(plan, mine, now, none, false);
    if (found) r.tried += found->tried;
    if (found && best && key(*found) == key(*best)) r.as_good += found->as_good;
    if (copies.empty() || (found && (!best || key(*found) < key(*best)))) {
      copies = std::move(now), best = found, o.shared = memory;
      r.as_good = found ? found->as_good - 1 : 0;
    }
  }
  if (copies.empty()) {
    r.copy_misfit = {"open", "no copy of the family divides the tile", -1, -1, -1};
    return;
  }
  PlanWay const& copy = copies[best ? best->copy : copies.size() - 1];
  r.copy = copy.text, r.copy_misfit = copy.misfit(), r.way = copy;
  if (best && (o.copy.is_open || o.swizzle_is_open)) r.chosen = copy.text;
}

}  // namespace

Landed land(Plan const& plan, PlanOperand& o, std::vector<PlanWay> const& moves, bool by_descriptor) {
  Landed r;
  if (o.copy.by == "tma") {
    land_by_tma(plan, o, moves, by_descriptor, r);
  } else {
    land_by_threads(plan, o, r);
  }
  if (by_descriptor) {
    Read const read = read_by_descriptor(plan, o, o.shared->value);
    r.move_text = read.text;
    if (!read.is_canonical) r.move_misfit = {"canonical", read.text, -1, -1, -1};
  } else {
    r.move_text = moves.empty() ? "" : moves[r.move].text;
    if (moves.empty()) r.move_misfit = {"open", "no instruction moves such elements", -1, -1, -1};
  }
  return r;
}

}  // namespace colex::cli
