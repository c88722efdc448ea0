// SPDX-License-Identifier: MIT
// Composition: what each mode of B takes of A, and whether the modes add up.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Modes = List<Mode<Int>>;

}  // namespace

/// One mode of B, mode by mode of A. False where it has no layout.
bool Explainer::along(Modes const& a, Layout<Int> const& whole, Mode<Int> const& b, int k) {
  std::string const head = fmt::format("mode {} of B, {}: ", k, text(b));
  auto const alone =
      composition(whole, leaf(b), flags_.has("bounded") ? Domain::bounded : Domain::extend_last);
  Condition const no = alone.refusal.condition;
  if (no == Condition::overflow || no == Condition::capacity || no == Condition::in_domain) {
    say(head + std::string(sentence(alone.refusal, "A(B")), {{"rule", "refused"}, {"mode", k}});
    return false;
  }
  Mode<Int> rest = b;
  for (int j = 0; j + 1 < a.count; ++j) {
    if (b.stride < 0 || rest.shape == 1) break;
    auto const step = composition_step(rest, a[j]);
    if (step.refusal.condition != Condition::none) {
      bool const divides = step.refusal.condition == Condition::stride_divides;
      say(head +
              (divides ? fmt::format("at {} of A the stride left, {}, and the extent {} divide neither way",
                                     text(a[j]), rest.stride, a[j].shape)
                       : fmt::format("at {} of A the {} points that it has do not divide the {} left",
                                     text(a[j]), step.refusal.left, rest.shape)) +
              (alone ? fmt::format("; the carries still add up to a layout, {}", to_text(*alone))
                     : fmt::format("; {}", std::string(sentence(alone.refusal, "A(B")))),
          {{"rule", "undivided"}, {"mode", k}, {"of", text(a[j])}, {"rest", text(rest)}});
      return bool(alone);
    }
    if (!step.emits)
      say(head + fmt::format("{} of A is passed over: {} divides the stride {}; {} is left of it", text(a[j]),
                             a[j].shape, rest.stride, step.state.stride),
          {{"rule", "pass"}, {"mode", k}, {"of", text(a[j])}, {"state", text(step.state)}});
    else
      say(head + fmt::format("{} of A gives {} points, every {}: {}; points left: {}", text(a[j]),
                             step.mode.shape, rest.stride, text(step.mode), step.state.shape),
          {{"rule", "take"},
           {"mode", k},
           {"of", text(a[j])},
           {"emits", text(step.mode)},
           {"state", text(step.state)}});
    rest = step.state;
  }
  if (rest.shape != 1 && b.stride >= 0)
    say(head + fmt::format("the last mode of A, {}, runs on and gives the rest: {}:{}", text(a.back()),
                           rest.shape, rest.stride * a.back().stride),
        {{"rule", "last"},
         {"mode", k},
         {"emits", fmt::format("{}:{}", rest.shape, rest.stride * a.back().stride)}});
  if (alone)
    say(head + "together " + to_text(*alone), {{"rule", "mode"}, {"mode", k}, {"layout", to_text(*alone)}});
  return bool(alone);
}

/// The modes of B added up inside A, at the index that shows a carry or at B's last one.
void Explainer::carries(Modes const& a, Layout<Int> const& b, Refusal<Int> const& why) {
  Int const index = why.has_witness ? why.index : size(b) - 1;
  List<Int> const at = digits_of(b.leaves, index);
  say(fmt::format("{}at index {} B has the digits {}",
                  why.has_witness ? "" : "the modes add up, for instance: ", index, text(at)),
      {{"rule", "index"}, {"index", index}, {"digits", array(at)}});
  Int sum = 0, values = 0;
  for (int k = 0; k < b.leaves.count; ++k) {
    Int const x = at[k] * b.leaves[k].stride;
    if (x < 0) return;
    List<Int> digits;
    std::string const made = terms(a, x, digits);
    say(fmt::format("mode {} of B goes to {}: digits {} of A, {}", k, x, text(digits), made),
        {{"rule", "part"},
         {"mode", k},
         {"index", x},
         {"digits", array(digits)},
         {"value", evaluate_extended(a, x)}});
    sum += x, values += evaluate_extended(a, x);
  }
  List<Int> digits;
  std::string const made = terms(a, sum, digits);
  Int const truth = evaluate_extended(a, sum);
  say(fmt::format("together they go to {}: digits {} of A, {}; the parts add up to {}{}", sum, text(digits),
                  made, values, values == truth ? "" : ", so a carry is lost"),
      {{"rule", "sum"}, {"index", sum}, {"digits", array(digits)}, {"value", truth}, {"parts", values}});
}

void Explainer::composition_digits(Layout<Int> const& a, Layout<Int> const& b) {
  Domain const domain = flags_.has("bounded") ? Domain::bounded : Domain::extend_last;
  Modes const modes = domain == Domain::bounded ? coalesce(a.leaves) : coalesce_extended(a.leaves);
  if (flat(modes) != a) say("A coalesces to " + text(modes), {{"rule", "coalesce"}, {"layout", text(modes)}});
  for (int k = 0; k < b.leaves.count; ++k)
    if (!along(modes, a, b.leaves[k], k)) return;
  auto const whole = composition(a, b, domain);
  if (b.leaves.count > 1 && (whole || whole.refusal.has_witness)) carries(modes, b, whole.refusal);
}

}  // namespace colex::cli
