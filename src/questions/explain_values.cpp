// SPDX-License-Identifier: MIT
// Values: digits times strides, where two layouts differ, and which modes merge.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Modes = List<Mode<Int>>;

}  // namespace

std::string text(Mode<Int> const& m) { return fmt::format("{}:{}", m.shape, m.stride); }
std::string text(Modes const& modes) { return to_text(flat(modes)); }

List<Int> digits_of(Modes const& modes, Int index) {
  List<Int> r;
  for (int k = 0; k < modes.count; ++k) {
    r.push(k + 1 < modes.count ? index % modes[k].shape : index);
    index /= modes[k].shape;
  }
  return r;
}

std::string text(List<Int> const& numbers) {
  std::string out;
  for (Int const n : numbers) out += fmt::format("{}{}", out.empty() ? "" : ",", n);
  return "(" + out + ")";
}

Json array(List<Int> const& numbers) { return std::vector<Int>(numbers.begin(), numbers.end()); }

/// "2*1 + 1*10 = 12"
std::string Explainer::terms(Modes const& modes, Int index, List<Int>& digits) const {
  std::string out;
  Int sum = 0;
  digits = digits_of(modes, index);
  for (int k = 0; k < modes.count; ++k) {
    out += fmt::format("{}{}*{}", out.empty() ? "" : " + ", digits[k], modes[k].stride);
    sum += digits[k] * modes[k].stride;
  }
  return out.empty() ? "0" : fmt::format("{} = {}", out, sum);
}

/// A coordinate with its digits and its offset.
void Explainer::at(Layout<Int> const& l, Int index, char const* rule) {
  List<Int> digits;
  std::string const sum = terms(l.leaves, index, digits);
  say(fmt::format("index {} has the digits {}: {}", index, text(digits), sum),
      {{"rule", rule}, {"index", index}, {"digits", array(digits)}, {"value", evaluate(l, index)}});
}

void Explainer::evaluation(Layout<Int> const& l, Int index) {
  List<Int> digits;
  std::string const sum = terms(l.leaves, index, digits);
  say(fmt::format("index {} has the digits {} in the extents {}, the leftmost first", index, text(digits),
                  to_text(shape(l))),
      {{"rule", "digits"}, {"index", index}, {"digits", array(digits)}});
  say(fmt::format("digits times strides: {}", sum), {{"rule", "sum"}, {"value", evaluate(l, index)}});
}

void Explainer::equality(Layout<Int> const& a, Layout<Int> const& b) {
  say(fmt::format("the first coalesces to {}, the second to {}", to_text(coalesce(a)), to_text(coalesce(b))),
      {{"rule", "coalesce"}, {"left", to_text(coalesce(a))}, {"right", to_text(coalesce(b))}});
  auto const verdict = equal(a, b);
  if (verdict.equal)
    return say("the normal forms are the same, and so are the functions", {{"rule", "same"}});
  if (!verdict.same_size)
    return say(fmt::format("their sizes differ: {} against {}", size(a), size(b)),
               {{"rule", "sizes"}, {"left", size(a)}, {"right", size(b)}});
  List<Int> left, right;
  std::string const x = terms(a.leaves, verdict.index, left), y = terms(b.leaves, verdict.index, right);
  say(fmt::format("index {} has the digits {} in the first: {}", verdict.index, text(left), x),
      {{"rule", "left"}, {"index", verdict.index}, {"digits", array(left)}, {"value", verdict.left}});
  say(fmt::format("and {} in the second: {}", text(right), y),
      {{"rule", "right"}, {"index", verdict.index}, {"digits", array(right)}, {"value", verdict.right}});
}

void Explainer::coalesce_modes(Layout<Int> const& l) {
  Mode<Int> pending{1, 0};
  for (Mode<Int> const& m : l.leaves) {
    auto const step = coalesce_step(pending, m);
    std::string why;
    char const* rule = "merge";
    if (m.shape == 1) {
      why = "has one point and never moves: dropped", rule = "drop";
    } else if (pending.shape == 1) {
      why = "is the first that moves", rule = "start";
    } else if (!step.emits) {
      why = fmt::format("goes on where {} ends, {} * {} = {}: merged into {}", text(pending), pending.shape,
                        pending.stride, m.stride, text(step.state));
    } else {
      why = fmt::format("does not go on where {} ends, {} * {} = {}: a mode of its own", text(pending),
                        pending.shape, pending.stride, pending.shape * pending.stride);
      rule = "keep";
    }
    say(fmt::format("mode {} {}", text(m), why),
        {{"rule", rule}, {"mode", text(m)}, {"state", text(step.state)}});
    pending = step.state;
  }
}

}  // namespace colex::cli
