// SPDX-License-Identifier: MIT
#include "maps/by_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "colex/coordinate.hpp"
#include "maps/index_map.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Answer equal_by_value(Offsets const& a, Offsets const& b) {
  if (a.size != b.size) return other_sizes(a.size, b.size).by("enumeration");
  auto const at = std::mismatch(a.values.begin(), a.values.end(), b.values.begin());
  if (at.first == a.values.end()) return Answer::yes("yes, by enumeration").by("enumeration");
  Int const index = at.first - a.values.begin();
  return Answer::no(fmt::format("no, by enumeration: a difference at index {} ({} against {})", index,
                                *at.first, *at.second),
                    {{"index", index}, {"left", *at.first}, {"right", *at.second}})
      .by("enumeration");
}

/// The first index whose value stood before, and where: injective()'s witness.
Refusal<Int> injective_by_value(Offsets const& f) {
  std::unordered_map<Int, Int> seen;
  for (Int i = 0; i < f.size; ++i) {
    Int const value = f.values[static_cast<std::size_t>(i)];
    auto const [at, fresh] = seen.try_emplace(value, i);
    if (fresh) continue;
    auto why = shown_at<Int>(Condition::injective, i, value, value);
    why.left = at->second, why.right = i;
    return why;
  }
  return {};
}

/// The least offset of [0, points) that is not reached.
Refusal<Int> surjective_by_value(Offsets const& f, Int points) {
  std::vector<Int> sorted = f.values;
  std::sort(sorted.begin(), sorted.end());
  Int missing = 0;
  for (Int const value : sorted) missing += value == missing ? 1 : 0;
  return missing >= points ? Refusal<Int>{} : because(Condition::surjective, missing);
}

Refusal<Int> bijective_by_value(Offsets const& f, Int points) {
  if (auto const why = injective_by_value(f); why.condition != Condition::none) return why;
  if (auto const why = surjective_by_value(f, points); why.condition != Condition::none) return why;
  for (Int const value : f.values)
    if (value < 0 || value >= points) return because(Condition::in_domain, value, points);
  return {};
}

Answer evaluate_by_value(IndexMap const& map, Offsets const& f, std::vector<Argument> const& arguments) {
  if (arguments.size() == 1) return Table(f.values);
  auto const domain = make_layout(map.shape, compact_col_major(map.shape)).value;
  auto const coordinate = as_tuple(arguments[1].value);
  require_inside(coordinate, shape(checked(domain)), Last::ends);
  return Answer::number(f.values[static_cast<std::size_t>(accept(crd2idx(plain(coordinate), domain)))]);
}

}  // namespace

bool has_map(std::vector<Argument> const& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](Argument const& a) { return std::holds_alternative<Mapped>(a.value); });
}

Offsets offsets_of(Value const& value) {
  if (auto const* const map = std::get_if<Mapped>(&value)) {
    if ((*map)->is_tuple) throw InputError("expected offsets, not coordinates");
    return {(*map)->size(), (*map)->values.front()};
  }
  if (!fits(Kind::swizzled, value)) throw InputError("expected a map or a layout, not " + what_is(value));
  AnyLayout const layout = as_any(value);
  if (auto const why = defined(layout); why.condition != Condition::none) refuse(why);
  Int const points = size(layout);
  Work work(Question::rest());
  if (points > kMaxMapPoints || !work.take(points)) refuse(undecided(work, points));
  Offsets r{points, {}};
  for (Int i = 0; i < points; ++i) r.values.push_back(layout(i));
  return r;
}

MapDifference difference(IndexMap const& map, Value const& meant, std::string const& name) {
  if (map.is_tuple) throw InputError(name + ": compares offsets, and the map gives coordinates");
  Offsets const other = offsets_of(meant);
  if (other.size != map.size())
    throw InputError(fmt::format("{}: has {} points, and the map {}", name, other.size, map.size()));
  for (Int i = 0; i < other.size; ++i)
    if (Int const want = other.values[static_cast<std::size_t>(i)]; want != map(i)) return {i, map(i), want};
  return {};
}

Answer answer_by_value(std::string_view operation, std::vector<Argument> const& arguments) {
  std::size_t const count = arguments.size();
  auto const of = [&](std::size_t k) {
    try {
      return offsets_of(arguments[k].value);
    } catch (InputError const& error) {
      throw InputError(arguments[k].name + ": " + error.message);
    }
  };
  if (operation == "equal" && count == 2) {
    auto const sizes = of(0), other = of(1);
    return equal_by_value(sizes, other);
  }
  auto const* const map = count > 0 ? std::get_if<Mapped>(&arguments[0].value) : nullptr;
  bool const last_is_integer = count == 2 && fits(Kind::integer, arguments[1].value);
  if (map != nullptr && count == 1) {
    if (operation == "size") return Answer::number((*map)->size());
    if (operation == "injective") return decision(injective_by_value(of(0)));
    if (operation == "extent") {
      auto const f = of(0);
      return Answer::number(*std::max_element(f.values.begin(), f.values.end()) + 1);
    }
  }
  if (map != nullptr && last_is_integer && (operation == "surjective" || operation == "bijective")) {
    Int const points = std::get<Tuple>(arguments[1].value).tree.leaves[0].value;
    return decision(operation == "surjective" ? surjective_by_value(of(0), points)
                                              : bijective_by_value(of(0), points));
  }
  if (map != nullptr && operation == "evaluate" &&
      (count == 1 || (count == 2 && fits(Kind::coordinate, arguments[1].value))))
    return evaluate_by_value(**map, of(0), arguments);
  for (Argument const& a : arguments)
    if (std::holds_alternative<Mapped>(a.value))
      throw InputError(fmt::format("{}: {} takes a layout, not {}", a.name, operation, what_is(a.value)));
  throw InputError("no argument is a map");
}

}  // namespace colex::cli
