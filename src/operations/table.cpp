// SPDX-License-Identifier: MIT
#include "operations/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "colex/print.hpp"
#include "maps/by_value.hpp"

namespace colex::cli {

namespace {

using Rows = std::vector<Operation const*>;

struct Family {
  char const* title;
  std::vector<Row> (*rows)();
};
constexpr Family families[] = {
    {"Sizes, values and coordinates", measures_rows},
    {"Tuples of integers: profiles, orders, products, division", tuples_rows},
    {"Arithmetic of tuples, leaf by leaf", arithmetic_rows},
    {"Structure of tuples: what is written without strides", tuple_structure_rows},
    {"Structure: modes moved, never changed", structure_rows},
    {"Making layouts; coalesce, filter and sort", making_rows},
    {"Composition and complement", composition_rows},
    {"Decisions and inverses", inverses_rows},
    {"Divide", divide_rows},
    {"Product", product_rows},
    {"Recast and partition", partition_rows},
    {"Swizzles and swizzled layouts", swizzle_rows},
    {"Maps over GF(2), as tables of columns: the images of 1, 2, 4, ...", bits_rows},
    {"Coordinates as values", basis_rows},
    {"Coordinates as values", basis_inverse_rows},
    {"Coordinates as values", basis_partition_rows},
    {"Shapes and layouts cut alike", refinement_rows},
    {"The lexicographic count", counting_rows},
    {"The lexicographic count", counting_inverse_rows},
    {"The lexicographic count", counting_divide_rows},
};

struct Index {
  std::unordered_map<std::string, Rows> by_name;
  std::vector<std::string> names;
};

Index const& index() {
  static Index const all = [] {
    Index r;
    for (Operation const& operation : operations()) {
      auto& same = r.by_name[operation.page.op];
      if (same.empty()) r.names.push_back(operation.page.op);
      same.push_back(&operation);
    }
    return r;
  }();
  return all;
}

std::string forms(Rows const& candidates) {
  std::string all;
  for (Operation const* candidate : candidates)
    all += fmt::format("{}{}", all.empty() ? "" : ", or ", candidate->page.signature());
  return all;
}

std::vector<Kind> const& kinds(Operation const& operation, std::size_t k) {
  auto const& parameters = operation.page.parameters;
  return parameters[std::min(k, parameters.size() - 1)].kinds;
}

bool fits(Operation const& operation, std::size_t k, Value const& value) {
  auto const& any = kinds(operation, k);
  return std::any_of(any.begin(), any.end(), [&](Kind kind) { return fits(kind, value); });
}

/// Whether it takes no plain layout as a swizzled one, and, where another of the `fitting` takes tuples, no
/// tuple as a layout.
bool keeps_the_kinds(Operation const& operation, Rows const& fitting,
                     std::vector<Argument> const& arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    auto const* const tuple = std::get_if<Tuple>(&arguments[k].value);
    auto const takes = [&](Operation const* o) { return kinds(*o, k).front() == Kind::tuple; };
    if (kinds(operation, k) == std::vector{Kind::swizzled} &&
        !std::holds_alternative<AnyLayout>(arguments[k].value))
      return false;
    if (tuple != nullptr && kinds(operation, k).front() == Kind::layout &&
        std::any_of(fitting.begin(), fitting.end(), takes))
      return false;
  }
  return true;
}

[[noreturn]] void misplaced(Argument const& argument, std::string const& message) {
  throw InputError(error_line(argument.name, argument.line, argument.column, message));
}

/// No candidate takes the arguments: says which argument, or which kinds together.
[[noreturn]] void refuse_kinds(Rows const& candidates, std::vector<Argument> const& arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (std::any_of(candidates.begin(), candidates.end(),
                    [&](Operation const* o) { return fits(*o, k, arguments[k].value); }))
      continue;
    std::string wanted;
    std::vector<Kind> said;
    for (Operation const* candidate : candidates)
      for (Kind const kind : kinds(*candidate, k)) {
        if (std::find(said.begin(), said.end(), kind) != said.end()) continue;
        said.push_back(kind);
        wanted += fmt::format("{}{}", wanted.empty() ? "" : " or ", name(kind));
      }
    misplaced(arguments[k], fmt::format("expected {}, not {}", wanted, what_is(arguments[k].value)));
  }
  std::string given;
  for (Argument const& argument : arguments)
    given += fmt::format("{}{}", given.empty() ? "" : ", ", what_is(argument.value));
  misplaced(arguments[0], fmt::format("({}) fits none of {}", given, forms(candidates)));
}

/// The candidate that the arguments mean. A bare tuple where one takes a layout and another a tiler is CuTe's
/// tiler under its convention, and refused otherwise, with both readings.
Operation const& chosen(Rows const& candidates, std::vector<Argument> const& arguments, Flags const& flags) {
  Rows fitting;
  for (Operation const* candidate : candidates) {
    bool all = true;
    for (std::size_t k = 0; k < arguments.size(); ++k) all = all && fits(*candidate, k, arguments[k].value);
    if (all) fitting.push_back(candidate);
  }
  if (fitting.empty()) refuse_kinds(candidates, arguments);
  auto const exact = std::find_if(fitting.begin(), fitting.end(), [&](Operation const* o) {
    return keeps_the_kinds(*o, fitting, arguments);
  });
  Operation const& first = exact == fitting.end() ? *fitting.front() : **exact;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!is_bare_tuple(arguments[k].value)) continue;
    auto const read_as = [&](Kind kind) {
      return std::find_if(fitting.begin(), fitting.end(),
                          [&](Operation const* o) { return kinds(*o, k).front() == kind; });
    };
    auto const tiler = read_as(Kind::tiler);
    if (tiler == fitting.end() || read_as(Kind::layout) == fitting.end()) continue;
    if (flags.cute) return **tiler;
    std::string const tuple = to_text(arguments[k].value),
                      layout = to_text(Value(as_layout(arguments[k].value)));
    misplaced(arguments[k],
              fmt::format("{} is the layout {} or the tiler <{}>; write the one that is meant, or choose "
                          "--convention cute, which reads the tiler",
                          tuple, layout, tuple.substr(1, tuple.size() - 2)));
  }
  return first;
}

void check_options(Operation const& operation, Flags const& flags) {
  for (std::string const& option : flags.on)
    if (std::find(operation.page.options.begin(), operation.page.options.end(), option) ==
        operation.page.options.end())
      throw InputError(fmt::format("{} has no option {}", operation.page.signature(), option));
}

}  // namespace

std::vector<Operation> const& operations() {
  static std::vector<Operation> const all = [] {
    std::vector<Operation> r;
    for (Family const& family : families)
      for (Row const& row : family.rows()) r.push_back({read_page(family.title, row.page), row.run});
    return r;
  }();
  return all;
}

std::vector<std::string> const& operation_names() { return index().names; }

Rows const& named(std::string_view name) {
  static Rows const none;
  auto const found = index().by_name.find(std::string(name));
  return found == index().by_name.end() ? none : found->second;
}

Rows taking(std::string_view name, std::size_t count) {
  auto const& all = named(name);
  if (all.empty())
    throw InputError(
        fmt::format("unknown operation \"{}\"{}", printable(name), suggestion(name, operation_names())));
  Rows fitting;
  for (Operation const* candidate : all)
    if (candidate->page.least() <= count && count <= candidate->page.most()) fitting.push_back(candidate);
  if (fitting.empty())
    throw InputError(fmt::format("expected {}, not {} argument{}", forms(all), count, count == 1 ? "" : "s"));
  return fitting;
}

bool takes_table(Rows const& candidates, std::size_t k) {
  return std::all_of(candidates.begin(), candidates.end(), [&](Operation const* candidate) {
    auto const& any = kinds(*candidate, k);
    return std::all_of(any.begin(), any.end(),
                       [](Kind kind) { return kind == Kind::table || kind == Kind::columns; });
  });
}

std::string argument_name(Operation const& operation, std::size_t k) {
  auto const& all = operation.page.parameters;
  Parameter const& one = all[std::min(k, all.size() - 1)];
  auto const alike =
      std::count_if(all.begin(), all.end(), [&](Parameter const& p) { return p.kinds == one.kinds; });
  bool const layouts = one.kinds == std::vector{Kind::layout, Kind::swizzled};
  return one.name.size() == 1 && alike == 1 && (layouts || one.kinds.size() == 1) ? name(one.kinds[0])
                                                                                  : one.name;
}

Operation const& meant(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags) {
  Operation const& operation = chosen(taking(name, arguments.size()), arguments, flags);
  check_options(operation, flags);
  return operation;
}

namespace {
/// The row's answer, under the swizzle of its argument again; refused where the row went past a refusal.
Answer answered(Operation const& operation, Call const& call) {
  Answer answer = operation.run(call);
  if (call.is_outside()) answer = call.wrapped(std::move(answer));
  if (Brief::kept() != Condition::none) answer.refused = Brief::kept();
  return answer;
}
}  // namespace

Answer in_brief(Operation const& operation, std::vector<Argument> const& arguments, Budget budget) {
  static Flags const none;
  Brief const brief;
  Question const question(budget);
  auto const kept_or = [](Condition condition) {
    return Answer::refusal(Brief::kept() == Condition::none ? condition : Brief::kept());
  };
  try {
    return answered(operation, Call(operation.page, arguments, none));
  } catch (BriefRefusal const& why) {
    return kept_or(why.condition);
  } catch (Failure const&) {
  } catch (Overflow const&) {
    return kept_or(Condition::overflow);
  }
  return kept_or(Condition::undecided);
}

Answer perform(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags) {
  auto const candidates = taking(name, arguments.size());
  Operation const* operation = nullptr;
  if (has_map(arguments)) return answer_by_value(candidates.front()->page.op, arguments);
  try {
    operation = &chosen(candidates, arguments, flags);
    check_options(*operation, flags);
    Call const call(operation->page, arguments, flags);
    return call.wrapped(operation->run(call));
  } catch (Failure const& failure) {
    if (operation == nullptr || failure.is_input()) throw;
    throw Failure(called(operation->page.op, arguments, Arguments::as_typed), failure);
  } catch (Overflow const&) {
    throw Failure(called(operation->page.op, arguments, Arguments::as_typed),
                  Failure(colex::name(Condition::overflow), "overflow: a number leaves 64 bits"));
  }
}

}  // namespace colex::cli
