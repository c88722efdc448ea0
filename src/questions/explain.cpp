// SPDX-License-Identifier: MIT
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

void Explainer::evaluation(Layout<Int> const& l, Int index) {
  List<Int> digits;
  std::string const sum = terms(l.leaves, index, digits);
  say(fmt::format("index {} has the digits {} in the extents {}, the leftmost first", index, text(digits),
                  to_text(shape(l))),
      {{"rule", "digits"}, {"index", index}, {"digits", array(digits)}});
  say(fmt::format("digits times strides: {}", sum), {{"rule", "sum"}, {"value", evaluate(l, index)}});
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

void Explainer::complement_chain(Layout<Int> const& l, Int cotarget) {
  Cover const cover = flags_.has("cover") ? Cover::at_least : Cover::strict;
  auto const modes = complement_modes(l, cover);
  if (!modes) return;
  if (modes.value.count > 1)
    say("in order of stride: " + text(modes.value), {{"rule", "sort"}, {"modes", text(modes.value)}});
  Int reach = 1;
  for (Mode<Int> const& m : modes.value) {
    auto const step = complement_step(reach, m);
    if (step.refusal.condition != Condition::none) {
      say(fmt::format("mode {}: the reach {} does not divide the stride {}, so no copies fill the gap",
                      text(m), reach, m.stride),
          {{"rule", "stop"}, {"mode", text(m)}, {"reach", reach}});
      return;
    }
    say(fmt::format("mode {}: the reach {} {} the stride {}, so the gap is {}; the reach is now {}", text(m),
                    reach, m.stride % reach == 0 ? "divides" : "fits below", m.stride, text(step.mode),
                    step.state),
        {{"rule", "gap"},
         {"mode", text(m)},
         {"reach", reach},
         {"gap", text(step.mode)},
         {"state", step.state}});
    reach = step.state;
  }
  auto const last = complement_finish(reach, cotarget, cover);
  if (last.refusal.condition != Condition::none) {
    say(fmt::format("the end: the reach {} does not divide M = {}", reach, cotarget),
        {{"rule", "stop"}, {"reach", reach}});
    return;
  }
  say(fmt::format("the end: the reach {} {} M = {}, so the last gap is {}", reach,
                  cotarget % reach == 0 ? "divides" : "does not divide", cotarget, text(last.mode)),
      {{"rule", "end"}, {"reach", reach}, {"gap", text(last.mode)}, {"state", last.state}});
  auto const gaps = complement_gaps(l, cotarget, cover);
  if (gaps) say("the gaps " + text(*gaps) + " coalesce", {{"rule", "coalesce"}, {"modes", text(*gaps)}});
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

void Explainer::division(Layout<Int> const& a, Layout<Int> const& b) {
  say(fmt::format("the tile is {}; the tiles start at its complement in the {} points of A", to_text(b),
                  size(a)),
      {{"rule", "tile"}, {"tile", to_text(b)}, {"size", size(a)}});
  complement_chain(b, size(a));
  auto const rest = complement(b, size(a), flags_.has("cover") ? Cover::at_least : Cover::strict);
  if (!rest) return;
  auto const both = join(b, *rest);
  say(fmt::format("the answer is A o {}, the tile and the complement side by side", to_text(both)),
      {{"rule", "join"}, {"layout", to_text(both)}});
  composition_digits(a, both);
}

namespace {

Layout<Int> layout_at(std::vector<Argument> const& arguments, std::size_t k) {
  return plain(as_layout(arguments[k].value));
}

bool are_layouts(std::vector<Argument> const& arguments, std::size_t count) {
  for (Argument const& a : arguments)
    if (!fits(Kind::layout, a.value)) return false;
  return arguments.size() == count;
}

struct Explained {
  char const* name;
  std::size_t arguments;
  void (*run)(Explainer&, std::vector<Argument> const&);
};

Int integer_at(std::vector<Argument> const& arguments, std::size_t k) {
  return as_tuple(arguments[k].value).leaves[0].value();
}

constexpr Explained kExplained[] = {
    {"coalesce", 1,
     [](Explainer& e, std::vector<Argument> const& in) { e.coalesce_modes(layout_at(in, 0)); }},
    {"complement", 2,
     [](Explainer& e, std::vector<Argument> const& in) {
       e.complement_chain(layout_at(in, 0), integer_at(in, 1));
     }},
    {"composition", 2,
     [](Explainer& e, std::vector<Argument> const& in) {
       e.composition_digits(layout_at(in, 0), layout_at(in, 1));
     }},
    {"equal", 2,
     [](Explainer& e, std::vector<Argument> const& in) { e.equality(layout_at(in, 0), layout_at(in, 1)); }},
    {"evaluate", 2,
     [](Explainer& e, std::vector<Argument> const& in) {
       e.evaluation(layout_at(in, 0), integer_at(in, 1));
     }},
    {"logical_divide", 2,
     [](Explainer& e, std::vector<Argument> const& in) { e.division(layout_at(in, 0), layout_at(in, 1)); }},
};

bool takes_integer(std::string const& name) { return name == "complement" || name == "evaluate"; }

}  // namespace

std::string explained_operations() {
  std::string out;
  for (Explained const& one : kExplained) out += (out.empty() ? "" : ", ") + std::string(one.name);
  return out;
}

Explanation explain(std::string const& operation, std::vector<Argument> const& arguments,
                    Flags const& flags) {
  Explained const* found = nullptr;
  for (Explained const& one : kExplained)
    if (operation == one.name) found = &one;
  if (found == nullptr)
    throw InputError(fmt::format("explain: no derivation of {}; there is one of {}", printable(operation),
                                 explained_operations()));
  Explanation r;
  r.question = called(operation, arguments);
  try {
    Answer const given = perform(operation, arguments, flags);
    r.answer = given.text.empty() ? to_text(given.value) : given.text;
    r.holds = given.holds;
  } catch (Failure const& failure) {
    if (failure.is_input()) throw;
    r.answer = failure.reason;
    r.holds = false;
  }
  if (!are_layouts(arguments, found->arguments) ||
      (takes_integer(operation) && !fits(Kind::integer, arguments[1].value)))
    throw InputError(
        fmt::format("explain: {} has a derivation for {} only", operation,
                    takes_integer(operation) ? "a layout and an integer" : "layouts without a swizzle"));
  Explainer explainer(flags, r);
  if (r.holds || operation != "evaluate") found->run(explainer, arguments);
  return r;
}

std::string to_text(Explanation const& e) {
  std::string out = e.question + "\n";
  for (std::size_t k = 0; k < e.steps.size(); ++k) out += fmt::format("{:2}. {}\n", k + 1, e.steps[k].text);
  return out + (e.holds ? "= " : "") + e.answer + "\n";
}

Json to_json(Explanation const& e) {
  Json steps = Json::array();
  for (ExplainedStep const& step : e.steps) {
    Json one = step.data;
    one["text"] = step.text;
    steps.push_back(std::move(one));
  }
  return {{"question", e.question}, {"steps", steps}, {"answer", e.answer}, {"holds", e.holds}};
}

}  // namespace colex::cli
