// SPDX-License-Identifier: MIT
// The predicate of a kernel's access: which elements of a tensor no access reaches for which it is true (they are lost), and
// which accesses for which it is true move something past the end.
//
//   (t<128) -> (t / 4, t % 4 * 8), of 8 elements each, in a tensor of (20,30), where r < 20 && c < 30
//   read_predicate(question)      the map, the predicate and the tensor as programs over the same coordinates
//   by_value(text, {})            lost: none; past the end: t=3 moves (0,24) to (0,31), and (0,30) lies outside
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maps/unknown_sizes.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

/// A question as it is asked: texts.
struct PredicateQuestion {
  std::string map{};                   ///< of the accesses: coordinates -> the first element that each moves
  std::string predicate{};             ///< over the map's coordinates, its `let`s and sizes
  std::string tensor{};                ///< its shape in elements; or
  std::string bytes{};                 ///< how many bytes it has, of elements of
  std::int64_t element = 0;            ///< so many bytes
  std::int64_t width = 1;              ///< elements that an access moves,
  std::int64_t along = -1;             ///< along this coordinate of the tensor; -1 is the last
  std::vector<std::string> given{};    ///< other predicates: where one is true, is this one?
  std::vector<std::string> assumed{};  ///< of sizes
  MapOptions read{};
};

/// The same, read. All programs are over the map's coordinates and one list of sizes.
struct PredicateText {
  MapText map{}, predicate{}, tensor{};  ///< without a tensor its program has no results
  std::vector<MapText> given{}, assumed{};
  std::vector<std::string> given_texts{}, sizes{};
  std::int64_t width = 1, along = 0;
  bool has_tensor() const { return tensor.body.results > 0; }
};

/// Throws InputError.
PredicateText read_predicate(PredicateQuestion const& question);

using Ints = std::vector<std::int64_t>;

struct PredicateFound {
  std::int64_t points = 0, accesses = 0, elements = 0;  ///< accesses: points at which the predicate is true
  struct Lost {
    std::int64_t count = 0;
    Ints first{};  ///< element, first coordinate fastest
  } lost{};
  struct Past {
    std::int64_t count = 0;  ///< accesses
    Ints point{}, moves{},
        outside{};  ///< of the first: its coordinates, its first element, the first that lies outside
  } past{};
  std::vector<std::optional<Ints>>
      not_given{};  ///< of each given one: the first point at which it does not imply it
};

inline constexpr std::int64_t kMaxPredicateElements = std::int64_t{1} << 22;

/// Looks at every point and element; sizes have these numbers. Throws Failure where a step has no value, InputError beyond
/// `most` points or elements.
PredicateFound by_value(PredicateText const& text, Ints const& sizes,
                        std::int64_t most = kMaxPredicateElements);
/// Whether the sizes keep what is assumed; not where that has no value.
bool keeps_assumptions(PredicateText const& text, Ints const& sizes);

/// "b=0, t=3"
std::string point_text(PredicateText const& text, Ints const& point);
/// "(0,24)", of one coordinate "24".
std::string element_text(Ints const& element);
/// "b=0, t=3 moves (0,24) to (0,31), and (0,30) lies outside"
std::string past_text(PredicateText const& text, PredicateFound::Past const& past);

/// Of numbers: "yes", or "no", then a line for each part.
std::string to_text(PredicateText const& text, PredicateFound const& found);
Json to_json(PredicateText const& text, PredicateFound const& found);
/// On one line: "yes", "no, lost: ...", "no, past the end: ...", "no, not implied by ...".
std::string to_line(PredicateText const& text, PredicateFound const& found);
bool is_exact(PredicateFound const& found);

/// A question as JSON and back, as one program hands it to another.
Json to_json(PredicateQuestion const& question);
PredicateQuestion predicate_question(Json const& json);

}  // namespace colex::cli
