// SPDX-License-Identifier: MIT
#include "maps/predicate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "maps/map_reader.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

bool mentions_coordinate(Program const& p) {
  return std::any_of(p.steps.begin(), p.steps.end(),
                     [](MapStep const& s) { return s.code == Code::coordinate; });
}

/// What is read beside the map, its sizes behind those that are known.
class Beside {
 public:
  Beside(MapText const& map, MapOptions const& options) : map_(map), options_(options) {}

  MapText read(std::string const& text, std::string const& name, bool of_sizes) {
    std::size_t const known = map_.sizes.size();
    MapText r = read_beside(map_, text, name, options_);
    std::size_t const bindings = binding_steps();
    Program rest = r.body;
    rest.steps.erase(rest.steps.begin(), rest.steps.begin() + static_cast<std::ptrdiff_t>(bindings));
    if (of_sizes && (mentions_coordinate(rest) || mentions_local(rest)))
      throw InputError(name + ": it stands for all points, and has no coordinates");
    if (of_sizes) r.body.steps = rest.steps;
    for (std::size_t k = known; k < r.sizes.size() && !of_sizes; ++k)
      if (!is_capital(r.sizes[k][0]))
        throw InputError(
            fmt::format("{}: unknown name {}; one with a small letter is a size where the map's "
                        "extents or the tensor have it",
                        name, printable(r.sizes[k])));
    map_.sizes = r.sizes;
    return r;
  }
  std::vector<std::string> const& sizes() const { return map_.sizes; }

 private:
  /// Steps of the map up to its results.
  std::size_t binding_steps() const {
    auto const& steps = map_.body.steps;
    auto const last =
        std::find_if(steps.rbegin(), steps.rend(), [&](MapStep const& s) { return s.code == Code::store; });
    return static_cast<std::size_t>(steps.rend() - last);
  }
  static bool mentions_local(Program const& p) {
    return std::any_of(p.steps.begin(), p.steps.end(),
                       [](MapStep const& s) { return s.code == Code::local; });
  }

  MapText map_;
  MapOptions options_;
};

/// A program that has numbers for its sizes.
Program with_sizes(Program program, Ints const& sizes) {
  for (MapStep& step : program.steps)
    if (step.code == Code::unknown)
      step.code = Code::constant, step.number = sizes[static_cast<std::size_t>(step.number)];
  return program;
}

/// A program of a text, run at points.
class Runs {
 public:
  Runs(MapText const& text, Program const& program, Ints const& sizes, char const* name)
      : text_(text), program_(with_sizes(program, sizes)), machine_(program_), name_(name) {}

  Int const* at(Int const* point, PredicateText const& whole) {
    if (Int const* const r = machine_.at(point)) return r;
    std::string where;
    if (point != nullptr) where = " at " + point_text(whole, Ints(point, point + whole.map.extents.size()));
    MapStep const& step = machine_.step();
    throw Failure(
        machine_.condition(),
        fmt::format("{}: {}{}: {}", name_,
                    printable(std::string_view(text_.map.text).substr(step.from, step.to - step.from)), where,
                    machine_.why()));
  }

 private:
  MapText const& text_;
  Program program_;
  Machine machine_;
  char const* name_;
};

Int product_up_to(Ints const& numbers, Int most, char const* of) {
  Int all = 1;
  for (Int const n : numbers) {
    if (n <= 0) return 0;
    if (n > most / all) throw InputError(fmt::format("predicate: more than {} {}", most, of));
    all *= n;
  }
  return all;
}

/// Goes to the next point, the first coordinate fastest.
void step_on(Ints& at, Ints const& extents) {
  for (std::size_t k = 0; k < at.size() && ++at[k] == extents[k]; ++k) at[k] = 0;
}

std::string count_text(Int count, char const* of) {
  return fmt::format("{} {}{}", count, of, count == 1 ? "" : "s");
}

std::string lost_text(PredicateFound const& f) {
  return fmt::format("lost: {} of {}, the first {}", f.lost.count, count_text(f.elements, "element"),
                     element_text(f.lost.first));
}
std::string all_past_text(PredicateText const& text, PredicateFound const& f) {
  return fmt::format("past the end: {} of {}, the first at {}", f.past.count,
                     f.accesses == 1 ? "1 access" : fmt::format("{} accesses", f.accesses),
                     past_text(text, f.past));
}

}  // namespace

PredicateText read_predicate(PredicateQuestion const& q) {
  PredicateText r;
  r.map = read_map_text(q.map, "map", q.read);
  if (q.width < 1 || q.width > kMaxMapPoints)
    throw InputError(fmt::format("width: 1 to {} elements, not {}", kMaxMapPoints, q.width));
  if (q.tensor.empty() && q.bytes.empty() && q.given.empty())
    throw InputError("predicate: give the tensor's shape, its bytes, or another predicate that is given");
  if (!q.tensor.empty() && !q.bytes.empty())
    throw InputError("predicate: give the tensor or its bytes, not both");
  if (q.bytes.empty() != (q.element == 0)) throw InputError("predicate: bytes and element stand together");
  if (!q.bytes.empty() && (q.element < 1 || q.element > 1 << 20))
    throw InputError(fmt::format("element: 1 to 1048576 bytes, not {}", q.element));
  r.width = q.width;
  Beside beside(r.map, q.read);
  r.tensor.body.results = 0;
  if (bool const bytes = !q.bytes.empty(); bytes || !q.tensor.empty()) {
    r.tensor = beside.read(bytes ? q.bytes : q.tensor, bytes ? "bytes" : "tensor", true);
    Program& p = r.tensor.body;
    if (bytes && p.results != 1) throw InputError("bytes: expected a number");
    if (bytes && q.element > 1) {
      p.steps.push_back({Code::constant, q.element, 0, 0});
      p.steps.push_back({Code::floor_divide, 0, 0, r.tensor.map.text.size()});
    }
    if (p.results != r.map.body.results)
      throw InputError(fmt::format("tensor: it has {}, and the map gives {}",
                                   count_text(p.results, "coordinate"), r.map.body.results));
  }
  if (q.along < -1 || q.along >= r.map.body.results)
    throw InputError(fmt::format("along: the map gives {}, and there is no coordinate {}",
                                 count_text(r.map.body.results, "coordinate"), q.along));
  r.along = q.along < 0 ? r.map.body.results - 1 : q.along;
  for (std::string const& fact : q.assumed) r.assumed.push_back(beside.read(fact, "assume", true));
  r.predicate = beside.read(q.predicate, "predicate", false);
  for (std::string const& other : q.given) r.given.push_back(beside.read(other, "given", false));
  r.given_texts = q.given;
  r.sizes = beside.sizes();
  for (auto const* const one : {&r.assumed, &r.given})
    for (MapText const& text : *one)
      if (text.body.results != 1 || text.map.is_tuple)
        throw InputError("predicate: expected a condition, not a tuple");
  if (r.predicate.body.results != 1 || r.predicate.map.is_tuple)
    throw InputError("predicate: expected a condition, not a tuple");
  return r;
}

bool keeps_assumptions(PredicateText const& text, Ints const& sizes) {
  return std::all_of(text.assumed.begin(), text.assumed.end(), [&](MapText const& fact) {
    Program const program = with_sizes(fact.body, sizes);
    Machine machine(program);
    Int const* const value = machine.at(nullptr);
    return value != nullptr && *value != 0;
  });
}

PredicateFound by_value(PredicateText const& text, Ints const& sizes, Int most) {
  PredicateFound r;
  Ints extents, shape;
  for (Program const& extent : text.map.extents)
    extents.push_back(*Runs(text.map, extent, sizes, "map").at(nullptr, text));
  if (text.has_tensor()) {
    Runs tensor(text.tensor, text.tensor.body, sizes, "tensor");
    Int const* const values = tensor.at(nullptr, text);
    shape.assign(values, values + text.tensor.body.results);
  }
  r.points = product_up_to(extents, std::min(most, kMaxMapPoints), "points");
  r.elements = text.has_tensor() ? product_up_to(shape, most, "elements") : 0;
  if (r.points > most / text.width)
    throw InputError(fmt::format("predicate: more than {} elements are moved", most));
  Runs map(text.map, text.map.body, sizes, "map"),
      predicate(text.predicate, text.predicate.body, sizes, "predicate");
  std::vector<Runs> given;
  given.reserve(text.given.size());
  for (MapText const& one : text.given) given.emplace_back(one, one.body, sizes, "given");
  r.not_given.resize(text.given.size());
  std::vector<bool> covered(static_cast<std::size_t>(r.elements));
  Ints at(extents.size()), element(shape.size());
  auto const along = static_cast<std::size_t>(text.along);
  for (Int index = 0; index < r.points; ++index, step_on(at, extents)) {
    bool const holds = *predicate.at(at.data(), text) != 0;
    for (std::size_t k = 0; k < given.size() && !holds; ++k)
      if (!r.not_given[k] && *given[k].at(at.data(), text) != 0) r.not_given[k] = at;
    Int const* const first = map.at(at.data(), text);
    r.accesses += holds ? 1 : 0;
    if (!holds || !text.has_tensor()) continue;
    bool past = false;
    element.assign(first, first + element.size());
    for (Int v = 0; v < text.width; ++v, ++element[along]) {
      Int place = 0;
      bool inside = true;
      for (std::size_t k = shape.size(); k-- > 0 && inside;) {
        inside = element[k] >= 0 && element[k] < shape[k];
        place = place * shape[k] + element[k];
      }
      if (inside) {
        covered[static_cast<std::size_t>(place)] = true;
      } else if (!past) {
        past = true;
        if (r.past.count++ == 0)
          r.past.point = at, r.past.moves = Ints(first, first + element.size()), r.past.outside = element;
      }
    }
  }
  for (std::size_t place = 0; place < covered.size(); ++place) {
    if (covered[place] || r.lost.count++ > 0) continue;
    Int rest = static_cast<Int>(place);
    for (Int const extent : shape) r.lost.first.push_back(rest % extent), rest /= extent;
  }
  return r;
}

// --------------------------------------------------------------------------------------------------------- text

std::string point_text(PredicateText const& text, Ints const& point) {
  std::string out;
  for (std::size_t k = 0; k < point.size(); ++k)
    out += fmt::format("{}{}={}", k == 0 ? "" : ", ", printable(text.map.map.names[k]), point[k]);
  return out;
}

std::string element_text(Ints const& element) {
  return element.size() == 1 ? fmt::to_string(element[0]) : fmt::format("({})", fmt::join(element, ","));
}

std::string past_text(PredicateText const& text, PredicateFound::Past const& past) {
  Ints last = past.moves;
  last[static_cast<std::size_t>(text.along)] += text.width - 1;
  if (text.width == 1)
    return fmt::format("{} moves {}, which lies outside", point_text(text, past.point),
                       element_text(past.outside));
  return fmt::format("{} moves {} to {}, and {} lies outside", point_text(text, past.point),
                     element_text(past.moves), element_text(last), element_text(past.outside));
}

bool is_exact(PredicateFound const& f) {
  return f.lost.count == 0 && f.past.count == 0 &&
         std::none_of(f.not_given.begin(), f.not_given.end(),
                      [](auto const& one) { return one.has_value(); });
}

std::string to_text(PredicateText const& text, PredicateFound const& f) {
  std::string out = is_exact(f) ? "yes\n" : "no\n";
  if (text.has_tensor()) {
    if (f.lost.count == 0 && f.past.count == 0)
      out += "neither lost nor past the end: ";
    else
      out += (f.lost.count == 0 ? "nothing is lost" : lost_text(f)) + "\n" +
             (f.past.count == 0 ? "nothing is past the end" : all_past_text(text, f)) + "\n";
    if (f.lost.count == 0 && f.past.count == 0)
      out += fmt::format("{}, and {} of {}\n", count_text(f.elements, "element"),
                         f.accesses == 1 ? "1 access" : fmt::format("{} accesses", f.accesses),
                         count_text(f.points, "point"));
  }
  for (std::size_t k = 0; k < f.not_given.size(); ++k)
    out += f.not_given[k] ? fmt::format("not implied by {}: at {}\n", printable(text.given_texts[k]),
                                        point_text(text, *f.not_given[k]))
                          : fmt::format("implied by {}\n", printable(text.given_texts[k]));
  return out;
}

std::string to_line(PredicateText const& text, PredicateFound const& f) {
  if (is_exact(f)) return "yes";
  if (f.lost.count > 0 && f.past.count > 0)
    return fmt::format("no, lost and past the end: {}; {}", lost_text(f), all_past_text(text, f));
  if (f.lost.count > 0) return "no, " + lost_text(f);
  if (f.past.count > 0) return "no, " + all_past_text(text, f);
  for (std::size_t k = 0; k < f.not_given.size(); ++k)
    if (f.not_given[k])
      return fmt::format("no, not implied by {}: at {}", printable(text.given_texts[k]),
                         point_text(text, *f.not_given[k]));
  return "no";
}

Json to_json(PredicateText const& text, PredicateFound const& f) {
  Json r{{"exact", is_exact(f)}, {"points", f.points}, {"accesses", f.accesses}};
  if (text.has_tensor()) {
    r["elements"] = f.elements;
    r["lost"] = {{"count", f.lost.count}};
    if (f.lost.count > 0) r["lost"]["first"] = f.lost.first;
    r["past"] = {{"count", f.past.count}};
    if (f.past.count > 0)
      r["past"]["at"] = f.past.point, r["past"]["moves"] = f.past.moves,
      r["past"]["outside"] = f.past.outside;
  }
  if (!f.not_given.empty()) r["given"] = Json::array();
  for (std::size_t k = 0; k < f.not_given.size(); ++k) {
    Json one{{"given", text.given_texts[k]}, {"implied", !f.not_given[k]}};
    if (f.not_given[k]) one["at"] = *f.not_given[k];
    r["given"].push_back(one);
  }
  if (!is_exact(f)) {
    std::string const line = to_line(text, f);
    r["why"] = line.substr(4);
  }
  return r;
}

Json to_json(PredicateQuestion const& q) {
  Json r{{"map", q.map},         {"predicate", q.predicate},
         {"tensor", q.tensor},   {"bytes", q.bytes},
         {"element", q.element}, {"width", q.width},
         {"along", q.along},     {"given", q.given},
         {"assumed", q.assumed}, {"language", static_cast<int>(q.read.language)}};
  return r;
}

PredicateQuestion predicate_question(Json const& j) {
  try {
    PredicateQuestion q;
    q.map = j.at("map"), q.predicate = j.at("predicate"), q.tensor = j.at("tensor"), q.bytes = j.at("bytes");
    q.element = j.at("element"), q.width = j.at("width"), q.along = j.at("along");
    q.given = j.at("given").get<std::vector<std::string>>();
    q.assumed = j.at("assumed").get<std::vector<std::string>>();
    int const language = j.at("language");
    if (language < 0 || language > 2) throw InputError("predicate: no such language");
    q.read.language = static_cast<Language>(language);
    return q;
  } catch (Json::exception const&) {
    throw InputError("predicate: expected a question, with all its members");
  }
}

}  // namespace colex::cli
