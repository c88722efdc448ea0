// SPDX-License-Identifier: MIT
// Which operations have a derivation, for which kinds of arguments.
#include <fmt/format.h>

#include <algorithm>

#include "colex/colex.hpp"
#include "maps/by_value.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// The arguments of the operation explained, and what it answered.
struct Asked {
  std::string const& operation;
  std::vector<Argument> const& arguments;
  Flags const& flags;
  Json const& witness;

  Layout<Int> layout(std::size_t k) const { return plain(as_layout(arguments[k].value)); }
  Int integer(std::size_t k) const { return as_tuple(arguments[k].value).leaves[0].value(); }
  AnyLayout any(std::size_t k) const { return as_any(arguments[k].value); }
  IntTuple<Int> tuple(std::size_t k) const { return plain(as_tuple(arguments[k].value)); }
  Tiler<Int> tiler(std::size_t k) const {
    Tiler<Checked> const t = as_tiler(arguments[k].value);
    return {plain(t.modes), t.tiles, t.keeps};
  }
};
using Run = void (*)(Explainer&, Asked const&);

void divided(Explainer& e, Asked const& in) { e.by_mode(in.layout(0), in.tiler(1), &Explainer::division); }
void multiplied(Explainer& e, Asked const& in) { e.by_mode(in.layout(0), in.tiler(1), &Explainer::product); }
template <Run steps>
void then_regrouped(Explainer& e, Asked const& in) {
  steps(e, in);
  e.regrouped();
}
void paired(Explainer& e, Asked const& in) { e.paired_product(in.layout(0), in.layout(1)); }

struct Explained {
  char const* name;
  std::vector<Kind> kinds;
  Run run;
  bool inside = false;  ///< of a swizzled first argument, the layout inside is worked on
};

std::vector<Explained> const& explained() {
  using enum Kind;
  static std::vector<Explained> const all = {
      {"evaluate",
       {layout, integer},
       [](Explainer& e, Asked const& in) { e.evaluation(in.layout(0), in.integer(1)); }},
      {"evaluate",
       {swizzled, integer},
       [](Explainer& e, Asked const& in) { e.swizzled_evaluation(in.any(0), in.integer(1)); }},
      {"equal",
       {layout, layout},
       [](Explainer& e, Asked const& in) { e.equality(in.layout(0), in.layout(1)); }},
      {"equal",
       {swizzled, swizzled},
       [](Explainer& e, Asked const& in) { e.swizzled_equality(in.any(0), in.any(1), in.witness); }},
      {"coalesce", {layout}, [](Explainer& e, Asked const& in) { e.coalesce_modes(in.layout(0)); }, true},
      {"complement",
       {layout, integer},
       [](Explainer& e, Asked const& in) { e.complement_chain(in.layout(0), in.integer(1), e.cover()); }},
      {"composition",
       {layout, tiler},
       [](Explainer& e, Asked const& in) {
         e.by_mode(in.layout(0), in.tiler(1), &Explainer::composition_digits);
       },
       true},
      {"logical_divide", {layout, tiler}, divided, true},
      {"zipped_divide", {layout, tiler}, then_regrouped<divided>, true},
      {"tiled_divide", {layout, tiler}, then_regrouped<divided>, true},
      {"flat_divide", {layout, tiler}, then_regrouped<divided>, true},
      {"logical_product", {layout, tiler}, multiplied, true},
      {"zipped_product", {layout, tiler}, then_regrouped<multiplied>, true},
      {"tiled_product", {layout, tiler}, then_regrouped<multiplied>, true},
      {"flat_product", {layout, tiler}, then_regrouped<multiplied>, true},
      {"blocked_product", {layout, layout}, paired, true},
      {"raked_product", {layout, layout}, paired, true},
      {"tile_to_shape",
       {layout, shape},
       [](Explainer& e, Asked const& in) { e.tiling(in.layout(0), in.tuple(1), nullptr); },
       true},
      {"tile_to_shape",
       {layout, shape, tuple},
       [](Explainer& e, Asked const& in) {
         auto const order = in.tuple(2);
         e.tiling(in.layout(0), in.tuple(1), &order);
       },
       true},
      {"injective", {layout}, [](Explainer& e, Asked const& in) { e.injectivity(in.layout(0)); }},
      {"surjective",
       {layout, integer},
       [](Explainer& e, Asked const& in) { e.surjectivity(in.layout(0), in.integer(1)); }},
      {"bijective",
       {layout, integer},
       [](Explainer& e, Asked const& in) {
         e.injectivity(in.layout(0)), e.surjectivity(in.layout(0), in.integer(1));
       }},
      {"right_inverse", {layout}, [](Explainer& e, Asked const& in) { e.right_inverse_modes(in.layout(0)); }},
      {"left_inverse", {layout}, [](Explainer& e, Asked const& in) { e.left_inverse_modes(in.layout(0)); }},
      {"upcast",
       {layout, integer},
       [](Explainer& e, Asked const& in) { e.vectors(in.layout(0), in.integer(1)); }},
      {"downcast",
       {layout, integer},
       [](Explainer& e, Asked const& in) { e.parts(in.layout(0), in.integer(1)); }},
      {"recast_layout",
       {layout, integer, integer},
       [](Explainer& e, Asked const& in) { e.recast(in.layout(0), in.integer(1), in.integer(2)); }},
      {"recast_layout",
       {swizzled, integer, integer},
       [](Explainer& e, Asked const& in) {
         AnyLayout const c = in.any(0);
         e.swizzle_recast(c, in.integer(1), in.integer(2));
         e.recast(c.inner, in.integer(1), in.integer(2));
       }},
  };
  return all;
}

bool takes(Explained const& one, std::vector<Argument> const& arguments) {
  if (arguments.size() != one.kinds.size()) return false;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    bool const inside = k == 0 && one.inside && std::holds_alternative<AnyLayout>(arguments[0].value);
    if (!inside && !fits(one.kinds[k], arguments[k].value)) return false;
  }
  return true;
}

std::string forms(std::string const& operation) {
  std::string out;
  for (Explained const& one : explained()) {
    if (operation != one.name) continue;
    out += out.empty() ? "(" : " or (";
    for (Kind const& kind : one.kinds)
      out += fmt::format("{}{}", &kind == one.kinds.data() ? "" : ", ", name(kind));
    out += ")";
  }
  return out;
}

}  // namespace

std::string explained_operations() {
  std::string out, last;
  for (Explained const& one : explained())
    if (last != one.name) out += (out.empty() ? "" : ", ") + (last = one.name);
  return out;
}

Explanation explain(std::string const& operation, std::vector<Argument> const& arguments,
                    Flags const& flags) {
  if (forms(operation).empty())
    throw InputError(fmt::format("explain: no derivation of {}; there is one of {}", printable(operation),
                                 explained_operations()));
  Explanation r;
  r.question = called(operation, arguments);
  Json witness = Json::object();
  bool answered = true;
  try {
    Answer const given = perform(operation, arguments, flags);
    r.answer = given.text.empty() ? to_text(given.value) : given.text;
    r.holds = given.holds;
    witness = to_json(given.witness);
  } catch (Failure const& failure) {
    if (failure.is_input()) throw;
    r.answer = failure.reason;
    answered = r.holds = false;
  }
  Explainer explainer(flags, r);
  if (answered && has_map(arguments)) {
    explainer.by_value(arguments, witness);
    return r;
  }
  auto const found = std::find_if(explained().begin(), explained().end(), [&](Explained const& one) {
    return operation == one.name && takes(one, arguments);
  });
  if (found == explained().end())
    throw InputError(fmt::format("explain: {} has a derivation for {} only", operation, forms(operation)));
  if (!answered && operation == "evaluate") return r;
  std::vector<Argument> inner = arguments;
  if (found->inside && std::holds_alternative<AnyLayout>(arguments[0].value)) {
    AnyLayout const c = std::get<AnyLayout>(arguments[0].value);
    explainer.swizzle_stays(c);
    inner[0].value = checked(c.inner);
  }
  found->run(explainer, {operation, inner, flags, witness});
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
