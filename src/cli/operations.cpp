// SPDX-License-Identifier: MIT
// The operations. To add one: a function of a line or two, its row in the table at the end, its page in
// manual/.
//
//   Answer flatten_layout(Arguments const& in) { return flat(in.layout(0).leaves); }
//   ... {"flatten", 1, 1, flatten_layout},
#include "cli/operations.hpp"

#include <fmt/format.h>

#include "cli/cute.hpp"
#include "colex/colex.hpp"
#include "text/print.hpp"

namespace colex::cli {

namespace {

/// The longest table that `eval` writes.
constexpr std::int64_t kMaxValues = std::int64_t{1} << 20;

[[noreturn]] void refuse(Condition condition, Checked left = 0, Checked right = 0) {
  throw Refused(plain(because<Checked>(condition, left, right)));
}

// --------------------------------------------------------------------------------------- measures and shape

Answer layout_size(Arguments const& in) { return size(in.layout(0)); }
Answer layout_cosize(Arguments const& in) { return cosize(in.layout(0)); }
Answer layout_extent(Arguments const& in) { return extent(in.layout(0)); }
Answer layout_rank(Arguments const& in) { return Json(rank(in.layout(0))); }
Answer layout_depth(Arguments const& in) { return Json(depth(in.layout(0))); }
Answer flatten_layout(Arguments const& in) { return flat(in.layout(0).leaves); }
Answer coalesce_layout(Arguments const& in) { return coalesce(in.layout(0)); }

Answer same_profile(Arguments const& in) {
  bool const same = in.profile(0) == in.profile(1);
  return Answer::question(same, same ? "yes" : "no");
}

/// compact_col_major(S [, first stride]).
Answer compact(Arguments const& in) {
  auto const shape = in.shape(0);
  Checked const start = in.count() > 1 ? in.integer(1) : Checked(1);
  if (!product_fits(size(shape), start)) refuse(Condition::overflow);
  return compact_col_major(shape, start);
}

// ---------------------------------------------------------------------------------------------- coordinates

void require_inside(IntTuple<Checked> const& coordinate, IntTuple<Checked> const& shape, Last last) {
  auto const why = inside(coordinate, shape, last);
  if (why.condition != Condition::none) throw Refused(plain(why));
}

/// eval(L): every value in order; eval(L, c): one, c inside the domain.
Answer eval(Arguments const& in) {
  auto const layout = in.layout(0);
  if (in.count() > 1) {
    auto const coordinate = in.tuple(1);
    require_inside(coordinate, shape(layout), Last::ends);
    return accept(crd2idx(coordinate, layout));
  }
  if (size(layout) > Checked(kMaxValues))
    throw Failure("capacity",
                  fmt::format("eval{}: capacity: {} values, and the table ends at 2^20; give a coordinate",
                              in.text(), size(layout).value()));
  Json values = Json::array();
  for (Checked i(0); i < size(layout); i = i + Checked(1)) values.push_back(evaluate(layout, i).value());
  return values;
}

/// The last mode under an entry runs on past its extent.
Answer crd2idx_layout(Arguments const& in) {
  auto const coordinate = in.tuple(0);
  auto const layout = in.layout(1);
  require_inside(coordinate, shape(layout), Last::runs_on);
  return accept(crd2idx(coordinate, layout));
}

Answer crd2idx_shape(Arguments const& in) {
  auto const coordinate = in.tuple(0), shape = in.shape(1);
  require_inside(coordinate, shape, Last::runs_on);
  return accept(crd2idx(coordinate, shape));
}

/// idx2crd(i or coordinate, S): the last mode under an entry takes what is left.
Answer natural_coordinate(Arguments const& in) { return accept(idx2crd(in.tuple(0), in.shape(1))); }

// ----------------------------------------------------------------------------------------------- complement

Cover cover(Arguments const& in) { return in.has("cover") ? Cover::at_least : Cover::strict; }

/// A cotarget may be a tuple: its size counts.
Checked cotarget(Arguments const& in) {
  auto const tuple = in.tuple(1);
  if (tuple.profile.is_leaf({})) return tuple.leaves[0];
  return size(in.shape(1));
}

Answer smallest_cotarget(Arguments const& in) { return least_cotarget(in.layout(0)); }

/// complement(L [, M]). M: the least for which a strict complement exists.
Answer complement_layout(Arguments const& in) {
  auto const layout = in.layout(0);
  if (in.has("cute")) {
    auto const target = in.count() > 1 ? in.tuple(1) : leaf(cute_cotarget(layout));
    if (in.count() > 1 && cotarget(in) < Checked(1)) refuse(Condition::cotarget_positive, cotarget(in));
    return accept(complement(layout, target, Cover::disjoint));
  }
  return accept(complement(layout, in.count() > 1 ? cotarget(in) : least_cotarget(layout), cover(in)));
}

// ---------------------------------------------------------------------------------------------- composition

constexpr std::string_view kComposed = "A(B";

Domain domain(Arguments const& in) { return in.has("bounded") ? Domain::bounded : Domain::extend_last; }

Answer compose_layouts(Arguments const& in) {
  auto const a = in.layout(0), b = in.layout(1);
  auto const composed = accept(composition(a, b, domain(in)), kComposed);
  return in.has("cute") ? cute_unit_strides(a, b, composed) : composed;
}

// ------------------------------------------------------------------------------------- questions and tables

/// Which layout has these values at 0, 1, 2, ...?
Answer find_table(Arguments const& in) {
  auto const values = in.table(0);
  auto const value = [&](Checked i) { return Checked(values[static_cast<std::size_t>(i.value())]); };
  auto const found = accept(find_layout<Checked>(value, static_cast<std::int64_t>(values.size())));
  if (Condition const c = well_formed(found); c != Condition::none) refuse(c);
  return found;
}

Answer equal_layouts(Arguments const& in) {
  auto const a = in.layout(0), b = in.layout(1);
  auto const verdict = equal(a, b);
  if (verdict.equal) return Answer::question(true, "yes").by("normal_form");
  if (!verdict.same_size) {
    auto const left = size(a).value(), right = size(b).value();
    return Answer::question(false, fmt::format("no, the sizes differ ({} against {})", left, right),
                            {{"size", {left, right}}})
        .by("normal_form");
  }
  auto const index = verdict.index.value(), left = verdict.left.value(), right = verdict.right.value();
  return Answer::question(false,
                          fmt::format("no, first difference at index {} ({} against {})", index, left, right),
                          {{"index", index}, {"left", left}, {"right", right}})
      .by("normal_form");
}

/// The three values: textbook, representable, no. `why` follows the colon in the shell's line.
Answer admissible(Admissible value, std::string const& why, Json numbers = {}) {
  constexpr char const* short_name[] = {"textbook", "representable", "no"};
  constexpr char const* long_name[] = {"textbook", "representable all the same", "no layout"};
  Answer r = Json(short_name[static_cast<int>(value)]);
  r.text = fmt::format("{}: {}", long_name[static_cast<int>(value)], why);
  r.holds = value != Admissible::no;
  r.witness = std::move(numbers);
  return r;
}

Answer not_admissible(Refusal<Checked> const& why, std::string_view truth = "f") {
  if (why.condition == Condition::overflow || why.condition == Condition::capacity ||
      why.condition == Condition::undecided)
    throw Refused(plain(why), truth);  // says nothing about existence
  return admissible(Admissible::no, sentence(plain(why), truth), witness(plain(why)));
}

/// The sorted chain decides; the textbook asks for it in the order in which the modes are given.
Answer admissible_complement(Arguments const& in) {
  auto const layout = in.layout(0);
  auto const answer = complement(layout, cotarget(in));
  if (!answer) return not_admissible(answer.refusal);
  auto const is = fmt::format("the complement is {}; ", to_text(plain(*answer)));
  Checked reach(1);
  for (auto const& mode : layout.leaves) {
    if (mode.shape == Checked(1)) continue;
    if (mode.stride % reach != Checked(0))
      return admissible(
          Admissible::representable,
          fmt::format("{}in order of stride every reach divides the next stride, but not in the "
                      "given order: {} does not divide {}",
                      is, reach.value(), mode.stride.value()));
    reach = mode.shape * mode.stride;
  }
  return admissible(Admissible::textbook,
                    is + "every mode's reach divides the next stride, and the last divides M");
}

Answer admissible_composition(Arguments const& in) {
  auto const answer = compose(in.layout(0), in.layout(1), domain(in));
  if (!answer) return not_admissible(answer.refusal, kComposed);
  auto const is = fmt::format("A(B(i)) is {}; ", to_text(plain(answer->layout)));
  return admissible(answer->admissible,
                    is + (answer->admissible == Admissible::textbook
                              ? "the divisibility conditions hold and no two modes of B carry"
                              : "the textbook conditions fail, and every value agrees"));
}

}  // namespace

// ------------------------------------------------------------------------------------------------ the table

std::vector<Operation> const& operations() {
  static std::vector<Operation> const table = [] {
    std::vector<Operation> all = {
        // name, least and most arguments, function
        {"size", 1, 1, layout_size},
        {"cosize", 1, 1, layout_cosize},
        {"extent", 1, 1, layout_extent},
        {"rank", 1, 1, layout_rank},
        {"depth", 1, 1, layout_depth},
        {"congruent", 2, 2, same_profile},
        {"compact_col_major", 1, 2, compact},
        {"flatten", 1, 1, flatten_layout},
        {"coalesce", 1, 1, coalesce_layout},
        {"eval", 1, 2, eval},
        {"crd2idx", 2, 2, crd2idx_layout},
        {"crd2idx_shape", 2, 2, crd2idx_shape},
        {"idx2crd", 2, 2, natural_coordinate},
        {"complement", 1, 2, complement_layout},
        {"complement_cotarget", 2, 2, complement_layout},
        {"least_cotarget", 1, 1, smallest_cotarget},
        {"composition", 2, 2, compose_layouts},
        {"find", 1, 1, find_table},
        {"equal", 2, 2, equal_layouts},
        {"admissible_complement", 2, 2, admissible_complement},
        {"admissible_composition", 2, 2, admissible_composition},
    };
    for (Operation const& more : algebra_operations()) all.push_back(more);
    for (Operation const& more : bit_operations()) all.push_back(more);
    return all;
  }();
  return table;
}

Json witness(Refusal<std::int64_t> const& r) {
  Json numbers = Json::object();
  for (int const mode : r.modes)
    if (mode >= 0) numbers["modes"].push_back(mode);
  if (r.left != 0 || r.right != 0) numbers["left"] = r.left, numbers["right"] = r.right;
  if (r.has_witness) numbers["index"] = r.index, numbers["got"] = r.got, numbers["want"] = r.want;
  return numbers.empty() ? Json() : numbers;
}

Answer perform(std::string_view asked, Arguments const& in) {
  std::string const name = (in.has_swizzle() ? "swizzled_" : "") + std::string(asked);
  for (Operation const& operation : operations()) {
    if (operation.name != name) continue;
    if (in.count() < operation.least || in.count() > operation.most)
      throw Failure("input",
                    operation.least == operation.most
                        ? fmt::format("{}: expected {} arguments, got {}", name, operation.least, in.count())
                        : fmt::format("{}: expected {} to {} arguments, got {}", name, operation.least,
                                      operation.most, in.count()));
    try {
      return operation.run(in);
    } catch (InputError const& error) {
      throw Failure("input", error.message);
    } catch (Refused const& refused) {
      throw Failure(colex::name(refused.why.condition),
                    fmt::format("{}{}: {}", asked, in.text(), sentence(refused.why, refused.truth)),
                    witness(refused.why));
    } catch (Overflow const&) {
      throw Failure(colex::name(Condition::overflow),
                    fmt::format("{}{}: overflow: a number leaves 64 bits", asked, in.text()));
    }
  }
  throw Failure("input",
                fmt::format("unknown operation {}{}", in.has_swizzle() ? "on a swizzled layout: " : "",
                            Json(asked).dump(-1, ' ', true, Json::error_handler_t::replace)));
}

}  // namespace colex::cli
