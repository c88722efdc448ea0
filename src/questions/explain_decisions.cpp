// SPDX-License-Identifier: MIT
// Decisions and inverses: in order of stride, what the smaller modes reach.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "maps/index_map.hpp"
#include "operations/characters.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Modes = List<Mode<Int>>;

}  // namespace

/// Whether a mode outgrows what the smaller ones reach; if not, the two coordinates that meet.
void Explainer::injectivity(Layout<Int> const& l) {
  Modes modes;
  for (Mode<Int> const& m : l.leaves)
    if (m.shape > 1) modes.push({m.shape, magnitude(m.stride)});
  sort_by_stride(modes);
  Int reach = 0;
  bool apart = true;
  for (Mode<Int> const& m : modes) {
    auto const step = outgrow_step(reach, m);
    bool const beyond = step.refusal.condition == Condition::none;
    apart = apart && beyond;
    say(fmt::format("mode {}, in order of stride: {} {}", text(m),
                    beyond ? "its steps are longer than all before it reach,"
                           : "its steps are within what the modes before it reach,",
                    reach),
        {{"rule", beyond ? "beyond" : "within"}, {"mode", text(m)}, {"reach", reach}});
    if (!beyond) break;
    reach = step.state;
  }
  if (apart) return say("so no two coordinates share an offset", {{"rule", "apart"}});
  auto const why = injective(l);
  if (why.condition == Condition::none)
    return say("a search finds no two coordinates with one offset",
               {{"rule", "searched"}, {"points", size(l)}});
  if (why.condition != Condition::injective) return;
  at(l, why.left, "left"), at(l, why.right, "right");
}

/// How far the offsets from 0 on are all reached.
void Explainer::surjectivity(Layout<Int> const& l, Int cotarget) {
  Modes modes = l.leaves;
  for (Mode<Int> const& m : modes)
    if (m.shape > 1 && m.stride < 0)
      return say("a stride is below 0: each offset is looked for", {{"rule", "searched"}, {"M", cotarget}});
  sort_by_stride(modes);
  Int reach = 1;
  for (Mode<Int> const& m : modes) {
    auto const step = first_gap_step(reach, m);
    if (step.refusal.condition != Condition::none) {
      say(fmt::format("mode {}: the stride is beyond [0,{}), so nothing reaches {}", text(m), reach, reach),
          {{"rule", "gap"}, {"mode", text(m)}, {"reach", reach}});
      break;
    }
    if (step.state != reach)
      say(fmt::format("mode {}: the stride is within [0,{}], so all of [0,{}) is reached", text(m), reach,
                      step.state),
          {{"rule", "grow"}, {"mode", text(m)}, {"reach", reach}, {"state", step.state}});
    reach = step.state;
  }
  say(fmt::format("the first offset that nothing reaches is {}; M = {}", reach, cotarget),
      {{"rule", "end"}, {"reach", reach}, {"M", cotarget}});
}

void Explainer::by_value(std::vector<Argument> const& arguments, Json const& witness) {
  for (Argument const& argument : arguments) {
    auto const* const held = std::get_if<Mapped>(&argument.value);
    if (held == nullptr) continue;
    IndexMap const& map = **held;
    say(fmt::format("{} is no layout: {}; it is asked at all {} points", printable(map.text), map.no_layout,
                    map.size()),
        {{"rule", "map"}, {"map", map.text}, {"points", map.size()}});
    bool const compared = arguments.size() == 2 && !fits(Kind::integer, arguments.back().value);
    for (char const* name :
         {"left", "right", "index"}) {  // of one map two that meet; of two where they differ
      bool const is_index = std::string_view(name) == "index";
      if (is_index != compared || !witness.contains(is_index ? name : "got")) continue;
      Int const index = witness[name];
      if (index < map.size())
        say(fmt::format("at {} it gives {}", map.point(index), map(index)),
            {{"rule", "at"}, {"index", index}, {"value", map(index)}});
    }
  }
}

/// The modes that count on, one where the last one ends; then what the answer counts.
void Explainer::right_inverse_modes(Layout<Int> const& l) {
  Modes const modes = coalesce(l.leaves);
  Modes sorted = modes, places;
  Int points = 1, reach = 1;
  for (Mode<Int> const& m : modes) {
    places.push({points, m.stride});
    points *= m.shape;
  }
  sort_by_stride(places), sort_by_stride(sorted);
  if (flat(modes) != l) say("L coalesces to " + text(modes), {{"rule", "coalesce"}, {"layout", text(modes)}});
  for (int k = 0; k < sorted.count; ++k) {
    auto const step = right_inverse_step(reach, sorted[k], places[k].shape);
    say(step.emits
            ? fmt::format(
                  "mode {} goes on at offset {}; a step of it is {} in the domain: {}; counted so far: {}",
                  text(sorted[k]), reach, places[k].shape, text(step.mode), step.state)
            : fmt::format("mode {} does not go on at offset {}: passed over", text(sorted[k]), reach),
        {{"rule", step.emits ? "take" : "pass"},
         {"mode", text(sorted[k])},
         {"reach", reach},
         {"state", step.state}});
    reach = step.state;
  }
  auto const inverse = right_inverse(l);
  if (!inverse || size(*inverse) == reach) return;
  say(fmt::format("parts of modes count further, up to {}:", size(*inverse)),
      {{"rule", "parts"}, {"size", size(*inverse)}});
  reach = 1;
  for (Mode<Int> const& m : inverse->leaves) {
    say(fmt::format("coordinate {} has offset {}; {} such steps count up to {}", m.stride,
                    evaluate(l, m.stride), m.shape, reach * m.shape),
        {{"rule", "step"}, {"mode", text(m)}, {"value", evaluate(l, m.stride)}, {"state", reach * m.shape}});
    reach *= m.shape;
  }
}

/// The digit of an offset between two strides weighs what the smaller stride's mode does.
void Explainer::left_inverse_modes(Layout<Int> const& l) {
  auto const kept = detail::kept_modes(l, Inverse::exact);
  if (!kept) return;
  if (auto const why = injective(l); why.condition != Condition::none) return injectivity(l);
  Modes sorted = kept->modes, places;
  for (int k = 0; k < sorted.count; ++k) places.push({kept->places[k].stride, sorted[k].stride});
  sort_by_stride(places), sort_by_stride(sorted);
  Mode<Int> pending{1, 0};
  for (int k = 0; k < sorted.count; ++k) {
    auto const step = left_inverse_step(pending, sorted[k], places[k].shape);
    if (step.refusal.condition != Condition::none) {
      say(fmt::format("mode {}: {} does not divide its stride, so other digits are searched for",
                      text(sorted[k]), pending.shape),
          {{"rule", "stop"}, {"mode", text(sorted[k])}, {"stride", pending.shape}});
      return;
    }
    say(fmt::format(
            "mode {}: offsets count in steps of {} up to {}: {}; a step of this mode is {} in the domain",
            text(sorted[k]), pending.shape, sorted[k].stride, text(step.mode), places[k].shape),
        {{"rule", "digit"}, {"mode", text(sorted[k])}, {"emits", text(step.mode)}});
    pending = step.state;
  }
  if (sorted.count > 0)
    say(fmt::format("the last digit has {} values: {}:{}", sorted.back().shape, sorted.back().shape,
                    pending.stride),
        {{"rule", "last"}, {"emits", fmt::format("{}:{}", sorted.back().shape, pending.stride)}});
}

}  // namespace colex::cli
