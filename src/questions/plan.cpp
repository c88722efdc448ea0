// SPDX-License-Identifier: MIT
// The stages of a tile plan, in the order in which a kernel runs them.
#include "questions/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "colex/colex.hpp"
#include "colex/hardware/shared_memory.hpp"
#include "colex/print.hpp"
#include "questions/plan_landing.hpp"
#include "questions/plan_rules.hpp"
#include "questions/plan_ways.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

class Checker {
 public:
  explicit Checker(Plan const& plan) : plan_(plan), model_(*bank_model(plan.card)) {}

  PlanAnswer run() {
    for (int k = 0; k < 3; ++k) {
      if (k == 2) products();
      PlanOperand o = plan_.operands[k];
      auto const& tv = k == 0 ? plan_.mma.a : k == 1 ? plan_.mma.b : plan_.mma.c;
      Held const held = tv ? held_by(*tv) : Held{};
      bool const by_descriptor = k < 2 && (!tv || o.move == "descriptor" ||
                                           (o.move.empty() && plan_.atom->assembly.starts_with("wgmma")));
      PlanView& view = answer_.views[k];
      view.fragment = held;
      if (o.copy.by == "tma" || by_descriptor)
        landed(o, held, by_descriptor, view);
      else
        moved(o, held, view);
      if (o.shared) used_[k] = bytes_of(o, o.shared->offsets), view.shared = o.shared->offsets;
      if (k == 2 && o.shared) fits_memory("C.memory", used_[2], "C's tile");
    }
    return std::move(answer_);
  }

 private:
  PlanStage& stage(PlanOperand const& o, char const* name) {
    answer_.stages.push_back({fmt::format("{}.{}", o.name, name), {}, {}});
    return answer_.stages.back();
  }

  void fits_memory(char const* name, Int needed, std::string const& what) {
    Int const has = hardware::shared_memory_bytes(plan_.card);
    PlanStage s{name, fmt::format("{}: {} of {} bytes of shared memory", what, needed, has), {}};
    if (needed > has)
      s.misfit = {"memory",
                  fmt::format("{} needs {} bytes, and a block of {} has {}", what, needed, plan_.card, has),
                  -1, -1, -1};
    answer_.stages.push_back(std::move(s));
  }

  void products() {
    fits_memory("memory", plan_.stages * (used_[0] + used_[1]),
                fmt::format("{} stage{} of {} bytes", plan_.stages, plan_.stages == 1 ? "" : "s",
                            used_[0] + used_[1]));
    PlanStage s{"mma", fmt::format("{}, {} threads", plan_.atom->name, plan_.mma.threads), {}};
    constexpr Int kMostThreads = 1024;
    if (plan_.mma.threads > kMostThreads)
      s.misfit = {"threads", fmt::format("a block has at most {}", kMostThreads), -1, -1, -1};
    auto const bits = element_bits(*plan_.atom);
    for (std::size_t k = 0; k < 3; ++k) {
      PlanOperand const& o = plan_.operands[k];
      auto const& tv = k == 0 ? plan_.mma.a : k == 1 ? plan_.mma.b : plan_.mma.c;
      Int times = 0;
      if (!s.misfit && k < 2 && bits[k] != 0 && bits[k] != o.bits)
        s.misfit = {
            "element",
            fmt::format("{} has elements of {} bits, and the instruction takes {}", o.name, o.bits, bits[k]),
            -1, -1, -1};
      if (!tv && !o.fragment.empty())
        throw InputError(
            fmt::format("plan: {0}.fragment: the instruction reads {0} from shared memory", o.name));
      if (!tv) {
        s.does += fmt::format("; {} from shared memory", o.name);
        continue;
      }
      Held const held = held_by(*tv);
      auto const wrong = covers_alike(held, o, times);
      if (!s.misfit && wrong) s.misfit = wrong;
      s.does += fmt::format("; {} {} values{}", o.name, held.values(),
                            times == 1 ? "" : fmt::format(", each element {} times", times));
      if (!s.misfit && !o.fragment.empty()) s.misfit = agrees(held, o);
    }
    answer_.stages.push_back(std::move(s));
  }

  static std::string bytes_moved(PlanOperand const& o, PlanWay const& w) {
    Int const asked = static_cast<Int>(w.held.element.size()) * o.bits / 8;
    return fmt::format("{} instruction{} of a thread; {} bytes in {} sectors of global memory",
                       w.instructions(), w.instructions() == 1 ? "" : "s", asked, w.sectors);
  }

  /// The way whose misfit is told where none fits: of the narrowest instruction.
  static PlanWay const& told(std::vector<PlanWay> const& all) { return all.back(); }

  void put_choice(PlanOperand const& o, PlanBest const& best, std::vector<PlanWay> const& copies,
                  std::vector<PlanWay> const& moves) {
    bool const copy = o.shared && o.copy.is_open, move = o.move.empty();
    if (!copy && !move && !o.swizzle_is_open && best.tried == 1) return;
    PlanChoice c{o.name, {}, best.tried, best.as_good - 1, {}};
    if (copy) c.chosen += copies[best.copy].text;
    if (o.swizzle_is_open) {
      c.chosen += (c.chosen.empty() ? "" : "; ") +
                  (best.swizzle.bits == 0 ? std::string("no swizzle") : to_text(best.swizzle));
      for (Swizzle const& s : best.swizzles)
        if (s != best.swizzle) c.swizzles.push_back(s.bits == 0 ? "none" : to_text(s));
    }
    if (move) c.chosen += (c.chosen.empty() ? "" : "; ") + moves[best.move].text;
    if (!c.chosen.empty()) answer_.choices.push_back(std::move(c));
  }

  /// Between global memory, shared memory and registers by the threads themselves.
  void moved(PlanOperand& o, Held const& held, PlanView& view) {
    bool const is_c = *o.name == 'C';
    auto const copies = o.shared ? copies_of(plan_, o) : std::vector<PlanWay>{PlanWay{}};
    auto const moves = moves_of(plan_, o, held);
    if (copies.empty() || moves.empty()) {
      PlanStage& s = stage(o, copies.empty() ? "copy" : is_c ? "store" : "load");
      s.misfit = {
          "open",
          copies.empty() ? "no copy of the family divides the tile" : "no instruction moves such elements",
          -1, -1, -1};
      return;
    }
    auto const best = best_of(plan_, o, copies, moves, o.swizzle_is_open);
    auto const fitting = [](std::vector<PlanWay> const& all) {
      auto const at = std::find_if(all.begin(), all.end(), [](PlanWay const& w) { return !w.misfit(); });
      return at == all.end() ? told(all) : *at;
    };
    PlanWay copy = best ? copies[best->copy] : fitting(copies),
            move = best ? moves[best->move] : fitting(moves);
    if (best && best->swizzle.bits != 0) {
      for (auto* const offsets :
           {&o.shared->offsets, &copy.shared.access.offsets, &move.shared.access.offsets})
        for (Int& x : *offsets) x = best->swizzle(x);
      o.shared->text = fmt::format("{} o 0 o {}", to_text(best->swizzle), o.shared->text);
    }
    if (best) put_choice(o, *best, copies, moves);
    if (is_c) put_move(o, move, copies, moves);
    if (o.shared && is_c) put_shared(o);
    if (o.shared) put_copy(o, copy, copies, moves);
    if (o.shared && !is_c) put_shared(o);
    if (!is_c) put_move(o, move, copies, moves);
    view.copy = copy.held, view.copied = copy.misfit() ? 1 : std::max(1, copy.mover.length(o.bits));
    if (o.shared && !move.misfit()) view.reads = move.shared.access;
  }

  void put_copy(PlanOperand const& o, PlanWay const& copy, std::vector<PlanWay> const& copies,
                std::vector<PlanWay> const& moves) {
    PlanStage& s = stage(o, "copy");
    s.misfit = copy.misfit();
    s.does = copy.text;
    if (s.misfit) return;
    s.does += "; " + bytes_moved(o, copy);
    if (!o.copy.shared.empty())
      s.misfit = disagreement(o, copy.held, offsets_for(o, "copy.shared", o.copy.shared));
    if (!s.misfit) s.misfit = with_better(o, conflict(model_, copy, copy.shared.access), copies, moves);
  }

  void put_shared(PlanOperand const& o) {
    PlanStage& s = stage(o, "shared");
    s.does = fmt::format("{}: {} bytes", o.shared->text, bytes_of(o, o.shared->offsets));
    s.misfit = collision(o, o.shared->offsets);
  }

  void put_move(PlanOperand const& o, PlanWay const& move, std::vector<PlanWay> const& copies,
                std::vector<PlanWay> const& moves) {
    PlanStage& s = stage(o, *o.name == 'C' ? "store" : "load");
    s.misfit = move.misfit();
    s.does = o.shared ? fmt::format("{}; {} instruction{} of a thread", move.text, move.instructions(),
                                    move.instructions() == 1 ? "" : "s")
                      : fmt::format("{}; {}", move.text, s.misfit ? "" : bytes_moved(o, move));
    if (!s.misfit && o.shared)
      s.misfit = with_better(o, conflict(model_, move, move.shared.access), copies, moves);
  }

  /// A conflict that a swizzle of the family would remove, with these swizzles.
  std::optional<Misfit> with_better(PlanOperand const& o, std::optional<Misfit> wrong,
                                    std::vector<PlanWay> const& copies,
                                    std::vector<PlanWay> const& moves) const {
    if (!wrong) return wrong;
    if (o.swizzle_is_open) {
      wrong->why += "; no swizzle of the family is better";
      return wrong;
    }
    if (!fits(Kind::swizzled, o.shared->value) || as_any(o.shared->value).outer.is_map) return wrong;
    PlanOperand open = plan_.operands[*o.name - 'A'];
    open.shared->offsets = offsets_of_layout(as_any(o.shared->value).inner);
    auto const again = [&](std::vector<PlanWay> ways) {
      for (PlanWay& w : ways)
        if (!w.global.misfit && !w.held.element.empty()) w.shared = refit(w, open);
      return ways;
    };
    auto const best = best_of(plan_, open, again(copies), again(moves), true);
    auto const now = best_of(plan_, o, copies, moves, false);
    if (!best || (now && best->passes >= now->passes)) return wrong;
    std::string names;
    for (std::size_t k = 0; k < best->swizzles.size() && k < 4; ++k)
      names += (k == 0 ? "" : ", ") +
               (best->swizzles[k].bits == 0 ? std::string("none") : to_text(best->swizzles[k]));
    wrong->why +=
        fmt::format("; best of all swizzles: {}{}", names,
                    best->swizzles.size() > 4 ? fmt::format(" and {} more", best->swizzles.size() - 4) : "");
    return wrong;
  }

  Fit refit(PlanWay const& w, PlanOperand const& open) const {
    Fit r = fit(w.mover, w.held, open.shared->offsets, open.bits, model_.wave);
    r.access.direction = w.shared.access.direction;
    return r;
  }

  static std::vector<Int> offsets_of_layout(Layout<Int> const& layout) {
    std::vector<Int> all;
    for (Int i = 0; i < size(layout); ++i) all.push_back(evaluate(layout, i));
    return all;
  }

  /// By the tensor memory accelerator, or read by a descriptor.
  void landed(PlanOperand& o, Held const& held, bool by_descriptor, PlanView& view) {
    bool const is_c = *o.name == 'C';
    std::vector<PlanWay> moves;
    if (!by_descriptor) moves = moves_of(plan_, o, held);
    Landed const r = land(plan_, o, moves, by_descriptor);
    PlanStage copy{fmt::format("{}.copy", o.name), r.copy, r.copy_misfit},
        move{fmt::format("{}.{}", o.name, is_c ? "store" : "load"), r.move_text, r.move_misfit};
    if (r.way) {
      if (!copy.misfit && !o.copy.shared.empty())
        copy.misfit = disagreement(o, r.way->held, offsets_for(o, "copy.shared", o.copy.shared));
      if (!copy.misfit) copy.misfit = conflict(model_, *r.way, r.way->shared.access);
      view.copy = r.way->held;
      view.copied = r.way->misfit() ? 1 : std::max(1, r.way->mover.length(o.bits));
    }
    if (!by_descriptor && !move.misfit && !moves.empty()) {
      PlanWay const& w = moves[r.move];
      Fit const again = refit(w, o);
      move.misfit = again.misfit ? again.misfit : conflict(model_, w, again.access);
      if (!again.misfit) view.reads = again.access;
    }
    if (!r.chosen.empty()) answer_.choices.push_back({o.name, r.chosen, r.tried, r.as_good, {}});
    answer_.stages.push_back(is_c ? move : copy);
    put_shared(o);
    answer_.stages.push_back(is_c ? copy : move);
  }

  Plan const& plan_;
  gpu::BankModel const& model_;
  PlanAnswer answer_{};
  Int used_[3]{};
};

}  // namespace

PlanStage const* PlanAnswer::first_wrong() const {
  auto const at =
      std::find_if(stages.begin(), stages.end(), [](PlanStage const& s) { return s.misfit.has_value(); });
  return at == stages.end() ? nullptr : &*at;
}

PlanAnswer check(Plan const& plan) { return Checker(plan).run(); }

}  // namespace colex::cli
