// SPDX-License-Identifier: MIT
// What an operation is called with and what it hands back. Arguments read text or JSON into the algebra's
// values; wrong text leaves as InputError, a refusal of the algebra as Refused.
//
//   {"op": "complement", "args": ["8:2", 32]}  ->  in.layout(0) is 8:2, in.integer(1) is 32
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "colex/slice.hpp"
#include "colex/swizzle.hpp"
#include "colex/tiler.hpp"
#include "number/checked.hpp"

namespace colex::cli {

using Json = nlohmann::json;

/// Input that cannot be used; the message is one line, with name, line and column where there is a position.
struct InputError : std::exception {
  explicit InputError(std::string text) : message(std::move(text)) {}
  char const* what() const noexcept override { return message.c_str(); }
  std::string message;
};

/// A refusal on its way out of an operation; `truth` names what the witness is compared with
/// (text/print.hpp).
struct Refused : std::exception {
  explicit Refused(Refusal<std::int64_t> refusal, std::string_view compared_with = "f")
      : why(refusal), truth(compared_with) {}
  Refusal<std::int64_t> why;
  std::string_view truth;
};

/// The value of a result, or throws Refused.
template <class T>
T const& accept(Result<T, Checked> const& result, std::string_view truth = "f") {
  if (!result) throw Refused(plain(result.refusal), truth);
  return result.value;
}

/// An answer: `result` is the JSON, `text` what the shell prints (empty: the result), `holds` the exit status
/// of a question, and `witness` the numbers of a "no".
struct Answer {
  Json result;
  std::string text{};
  bool holds = true;
  Json witness{};
  std::string decided{};  ///< how: normal_form, gf2 or enumeration; empty where there is one way only

  Answer(Layout<Checked> const& layout);
  Answer(IntTuple<Checked> const& tuple);  ///< a bare integer stands for itself
  Answer(Checked value) : result(value.value()) {}
  Answer(Json value) : result(std::move(value)) {}
  /// yes or no, as 1 or 0.
  static Answer question(bool holds, std::string text, Json witness = {});
  Answer by(std::string how) && {
    decided = std::move(how);
    return std::move(*this);
  }
};

class Arguments {
 public:
  /// `names` are used in messages; where they are missing, `args[k]`.
  Arguments(Json values, std::vector<std::string> flags, std::vector<std::string> names = {})
      : values_(std::move(values)), flags_(std::move(flags)), names_(std::move(names)) {}

  std::size_t count() const { return values_.size(); }
  bool has(std::string_view flag) const;  ///< "cover", "bounded", and "cute" for --convention cute

  Layout<Checked> layout(std::size_t k) const;           ///< `4:1`, `(2,3)`, 4
  IntTuple<Checked> shape(std::size_t k) const;          ///< every extent at least 1, size at most 2^62
  IntTuple<Checked> tuple(std::size_t k) const;          ///< a coordinate or a stride
  Checked integer(std::size_t k) const;                  ///< 4 or "4"
  std::vector<std::int64_t> table(std::size_t k) const;  ///< [0, 2, 4] or "0,2,4"
  Tiler<Checked> tiler(std::size_t k) const;             ///< `(2,_,4:1)`, a layout, an integer
  Slicer<Checked> slicer(std::size_t k) const;           ///< `(_,2)`
  int mode(std::size_t k) const;                         ///< a small integer: a mode number or a rank
  ComposedLayout composed(std::size_t k) const;          ///< `Sw<3,4,3> o 0 o (8,8):(8,1)`, or a layout
  bool has_swizzle() const;                              ///< an argument starts with `Sw`
  Profile profile(std::size_t k) const;                  ///< of a layout or a tuple

  std::string name(std::size_t k) const;
  /// "(4:3, 16)", shortened where an argument is long.
  std::string text() const;

 private:
  std::string source(std::size_t k) const;
  Json values_;
  std::vector<std::string> flags_, names_;
};

}  // namespace colex::cli
