// SPDX-License-Identifier: MIT
#include "maps/unknown_sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "maps/size_polynomial.hpp"
#include "number/checked.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using P = SizePolynomial;

constexpr int kFirstCoordinate = 1 << 20;  // variables below it are sizes
constexpr std::size_t kMaxSplits = 32, kMaxTerms = 64;
constexpr int kMaxExponent = 8;

/// A size, or a divisor of one that is named.
struct Size {
  std::string name;
  Int divisor = 1;
  int smaller = -1;  ///< the size that is this one divided by `times`
  Int times = 1;
};

/// A coordinate, or a part of one.
struct Part {
  P extent;
  int low = -1, high = -1;  ///< where it is split
  SizeTerm by{};            ///< it is low + by * high
};

class Sizes {
 public:
  explicit Sizes(MapText const& text) : text_(text) {
    for (auto const& name : text.sizes) sizes_.push_back({name});
    for (Program const& extent : text.extents) parts_.push_back({computed(extent), -1, -1, {}});
  }

  SizedForm form() {
    P const offset = computed_with_splits();
    SizedForm r;
    collect(offset);
    r.layout = layout_text(0, 0, true) + ":" + layout_text(0, 0, false);
    P start = constant_part(offset);
    r.offset = text(start);
    for (Size const& size : sizes_)
      if (size.smaller < 0 && size.divisor > 1)
        r.where.push_back(fmt::format("{} % {} == 0", size.name, size.divisor));
    bool rises = start.is_sum();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (parts_[k].low >= 0) continue;
      rises = rises && strides_[k].is_sum();
      start = start + (current(parts_[k].extent) - P(1)) * strides_[k];
    }
    if (rises) r.largest = text(start);
    return r;
  }

 private:
  [[noreturn]] void refuse_at(MapStep const& step, std::string const& why) const {
    throw Failure(
        "undecided",
        fmt::format("map: {}: {}",
                    printable(std::string_view(text_.map.text).substr(step.from, step.to - step.from)), why));
  }

  /// The polynomial with sizes and coordinates that were split written by their parts.
  P current(P const& p) const {
    P r;
    for (auto const& [product, coefficient] : p.terms()) {
      P term(coefficient);
      for (auto const& [variable, exponent] : product)
        for (int k = 0; k < exponent; ++k) term = term * value_of(variable);
      r = r + term;
      if (r.terms().size() > kMaxTerms) throw Failure("undecided", "map: more than 64 products");
    }
    return r;
  }
  P value_of(int variable) const {
    if (variable < kFirstCoordinate) {
      Size const& size = sizes_[static_cast<std::size_t>(variable)];
      return size.smaller < 0 ? P::variable(variable) : P(size.times) * value_of(size.smaller);
    }
    Part const& part = parts_[static_cast<std::size_t>(variable - kFirstCoordinate)];
    if (part.low < 0) return P::variable(variable);
    P by;
    by.add(part.by.product, part.by.coefficient);
    return value_of(part.low + kFirstCoordinate) + current(by) * value_of(part.high + kFirstCoordinate);
  }

  P computed_with_splits() {
    for (std::size_t k = 0; k <= kMaxSplits; ++k) {
      split_ = false;
      P const r = computed(text_.body);
      if (!split_) return r;
    }
    throw Failure("undecided", "map: a coordinate is split too often");
  }

  /// One result of the program; `split_` where a coordinate had to be split on the way, so that it is to run again.
  P computed(Program const& program) {
    if (program.results != 1) throw Failure("undecided", "map: coordinates of unknown sizes are not read");
    std::vector<P> stack, slots(static_cast<std::size_t>(program.slots));
    for (MapStep const& step : program.steps) {
      if (split_) return {};
      switch (step.code) {
        case Code::constant:
          stack.emplace_back(step.number);
          break;
        case Code::unknown:
          stack.push_back(value_of(static_cast<int>(step.number)));
          break;
        case Code::coordinate:
          stack.push_back(value_of(static_cast<int>(step.number) + kFirstCoordinate));
          break;
        case Code::local:
          stack.push_back(current(slots[static_cast<std::size_t>(step.number)]));
          break;
        case Code::store:
          slots[static_cast<std::size_t>(step.number)] = stack.back();
          stack.pop_back();
          break;
        case Code::negate:
          stack.back() = P(-1) * stack.back();
          break;
        default: {
          if (stack.size() < 2) refuse_at(step, "has a meaning for numbers only");
          P const b = stack.back();
          stack.pop_back();
          stack.back() = bounded(step, binary(step, stack.back(), b));
        }
      }
    }
    return split_ ? P() : stack.back();
  }

  P bounded(MapStep const& step, P p) const {
    bool small = p.terms().size() <= kMaxTerms;
    for (auto const& [product, coefficient] : p.terms())
      for (auto const& [variable, exponent] : product) small = small && exponent <= kMaxExponent;
    if (!small)
      refuse_at(step,
                fmt::format("more than {} products, or an exponent beyond {}", kMaxTerms, kMaxExponent));
    return p;
  }

  P binary(MapStep const& step, P const& a, P const& b) {
    auto const power = [&] {
      if (!b.is_constant() || b.constant() < 0 || b.constant() > 40)
        refuse_at(step, "a shift by a number that is not known");
      return Int{1} << b.constant();
    };
    switch (step.code) {
      case Code::plus:
        return a + b;
      case Code::minus:
        return a - b;
      case Code::times:
        return a * b;
      case Code::shift_left:
        return a * P(power());
      case Code::shift_right:
        return divided(step, a, P(power()), true);
      case Code::divide:
      case Code::floor_divide:
        return divided(step, a, b, true);
      case Code::modulo:
        return divided(step, a, b, false);
      case Code::bit_and:
        if (b.is_constant() && b.constant() >= 0 && is_power_of_two(b.constant() + 1))
          return divided(step, a, P(b.constant() + 1), false);
        [[fallthrough]];
      default:
        refuse_at(step, "has a meaning for numbers only");
    }
  }

  /// a / b or a % b, where a is q * b + r with 0 <= r < b whatever the sizes are; else splits a coordinate of r.
  P divided(MapStep const& step, P const& a, P const& b, bool quotient) {
    if (b.terms().size() != 1 || !b.is_sum()) refuse_at(step, "divides by what is no product of sizes");
    if (!a.is_sum()) refuse_at(step, "divides what may be negative");
    SizeTerm const by{b.terms().begin()->first, b.terms().begin()->second};
    for (auto const& [variable, exponent] : by.product)
      if (variable >= kFirstCoordinate) refuse_at(step, "divides by a coordinate");
    P q, r;
    by.split(a, q, r);
    if (stays_below(r, b)) return quotient ? q : r;
    for (auto const& [product, coefficient] : r.terms()) {
      bool const alone =
          product.size() == 1 && product.begin()->first >= kFirstCoordinate && product.begin()->second == 1;
      if (!alone || by.coefficient % coefficient != 0) continue;
      int const number = product.begin()->first - kFirstCoordinate;
      P const extent = current(parts_[static_cast<std::size_t>(number)].extent);
      if (extent.is_constant() && b.is_constant() && extent.constant() <= b.constant() / coefficient)
        continue;
      split(step, number, {by.product, by.coefficient / coefficient});
      split_ = true;
      return {};
    }
    refuse_at(step, "no coordinate can be split there");
  }

  bool stays_below(P const& r, P const& b) const {
    if (r.terms().empty()) return true;
    Int most = 0;
    for (auto const& [product, coefficient] : r.terms()) {
      if (product.empty()) {
        most += coefficient;
        continue;
      }
      int const variable = product.begin()->first;
      if (product.size() != 1 || product.begin()->second != 1 || variable < kFirstCoordinate) return false;
      P const extent = current(parts_[static_cast<std::size_t>(variable - kFirstCoordinate)].extent);
      if (r.terms().size() == 1 && coefficient == 1 && extent == b) return true;
      if (!extent.is_constant()) return false;
      most = (Checked(most) + Checked(coefficient) * Checked(extent.constant() - 1)).value();
    }
    return b.is_constant() && most < b.constant();
  }

  /// The coordinate as low + by * high. A size is replaced by a divisor of it where the extent is no multiple of `by`.
  void split(MapStep const& step, int number, SizeTerm const& by) {
    P extent = current(parts_[static_cast<std::size_t>(number)].extent), high, rest;
    by.split(extent, high, rest);
    if (!rest.terms().empty() && by.product.empty() && extent.terms().size() == 1 && !extent.is_constant()) {
      auto const& [product, coefficient] = *extent.terms().begin();
      int const size = product.begin()->first;
      Int const missing = by.coefficient / std::gcd(by.coefficient, coefficient);
      Size const& whole = sizes_[static_cast<std::size_t>(size)];
      sizes_.push_back({whole.name, whole.divisor * missing, -1, 1});
      sizes_[static_cast<std::size_t>(size)].smaller = static_cast<int>(sizes_.size()) - 1;
      sizes_[static_cast<std::size_t>(size)].times = missing;
      extent = current(extent), high = {}, rest = {};
      by.split(extent, high, rest);
    }
    if (!rest.terms().empty())
      refuse_at(step, fmt::format("{} does not divide the extent {}", text_of(by), text(extent)));
    if (parts_.size() > kMaxSplits) refuse_at(step, "a coordinate is split too often");
    P low;
    low.add(by.product, by.coefficient);
    int const first = static_cast<int>(parts_.size());
    parts_.push_back({low, -1, -1, {}});
    parts_.push_back({high, -1, -1, {}});
    Part& part = parts_[static_cast<std::size_t>(number)];
    part.low = first, part.high = first + 1, part.by = by;
  }

  /// Strides of all parts, from an offset in which every product has one coordinate at most.
  void collect(P const& offset) {
    strides_.assign(parts_.size(), {});
    for (auto const& [product, coefficient] : offset.terms()) {
      SizeProduct left = product;
      auto const last = left.empty() ? left.end() : std::prev(left.end());
      if (left.empty() || last->first < kFirstCoordinate) continue;
      auto const part = static_cast<std::size_t>(last->first - kFirstCoordinate);
      bool const once = last->second == 1;
      left.erase(last);
      if (!once || (!left.empty() && std::prev(left.end())->first >= kFirstCoordinate))
        throw Failure("undecided", "map: a product of coordinates is no sum of strides");
      strides_[part].add(left, coefficient);
    }
  }
  static P constant_part(P const& offset) {
    P r;
    for (auto const& [product, coefficient] : offset.terms())
      if (product.empty() || std::prev(product.end())->first < kFirstCoordinate) r.add(product, coefficient);
    return r;
  }

  // ------------------------------------------------------------------------------------------------------ text

  std::string text(P const& p) const {
    std::string out;
    for (bool const sizes : {true, false})  // the number comes last
      for (auto const& [product, coefficient] : p.terms()) {
        if (product.empty() == sizes) continue;
        Int const times = coefficient < 0 ? -coefficient : coefficient;
        out += out.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
        out += product.empty() ? fmt::to_string(times) : text_of({product, times});
      }
    return out.empty() ? "0" : out;
  }
  std::string text_of(SizeTerm const& term) const {
    std::string out;
    Int times = term.coefficient;
    for (auto const& [variable, exponent] : term.product)
      for (int k = 0; k < exponent; ++k) {
        Size const& size = sizes_[static_cast<std::size_t>(variable)];
        Int const common = std::gcd(times, size.divisor);
        times /= common;
        out += fmt::format("{}{}", out.empty() ? "" : "*", size.name);
        if (size.divisor > common) out += fmt::format("/{}", size.divisor / common);
      }
    if (out.empty()) return fmt::to_string(times);
    return times == 1 ? out : fmt::format("{}*{}", times, out);
  }

  void parts_text(std::size_t part, bool shape, std::vector<std::string>& out) const {
    if (parts_[part].low >= 0) {
      parts_text(static_cast<std::size_t>(parts_[part].low), shape, out);
      return parts_text(static_cast<std::size_t>(parts_[part].high), shape, out);
    }
    out.push_back(text(shape ? current(parts_[part].extent) : strides_[part]));
  }
  /// Shape or stride, hung as the coordinates are; a single mode stands for itself.
  std::string layout_text(int node, int, bool shape) const {
    std::size_t leaf = 0;
    std::string const all = node_text({node, 0}, leaf, shape);
    bool const single = text_.extents.size() == 1 && parts_[0].low < 0 && text_.map.shape.profile.count == 2;
    return single ? all.substr(1, all.size() - 2) : all;
  }
  std::string node_text(Place at, std::size_t& leaf, bool shape) const {
    auto const& profile = text_.map.shape.profile;
    std::vector<std::string> words;
    if (profile.is_leaf(at)) {
      parts_text(leaf++, shape, words);
      if (words.size() == 1) return words[0];
    } else {
      Place child = profile.first(at);
      for (int k = 0; k < profile.entries(at); ++k, child = profile.past(child))
        words.push_back(node_text(child, leaf, shape));
    }
    return fmt::format("({})", fmt::join(words, ","));
  }

  MapText const& text_;
  std::vector<Size> sizes_;
  std::vector<Part> parts_;  ///< the coordinates, then parts of them
  std::vector<P> strides_;
  bool split_ = false;
};

}  // namespace

SizedForm form_of(MapText const& map) {
  try {
    return Sizes(map).form();
  } catch (Overflow const&) {
    throw Failure("overflow", "map: a coefficient leaves 64 bits");
  }
}

}  // namespace colex::cli
