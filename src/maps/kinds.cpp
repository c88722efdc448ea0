// SPDX-License-Identifier: MIT
#include "maps/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "colex/any_layout.hpp"
#include "colex/print.hpp"
#include "maps/by_coordinates.hpp"
#include "operations/call.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// Points that are looked at in the time of a step.
constexpr Int kPointsTogether = 4;

template <class Number>
Number number(Int n) {
  return Number(n);
}

/// The modes hung where the domain has its coordinates; a single one of a single mode stands for itself.
template <class Number>
Layout<Number> hung(ByCoordinates<Number> const& found, IntTuple<Int> const& shape) {
  Layout<Number> domain{shape.profile, {}};
  for (Int const extent : shape.leaves) domain.leaves.push({Number(extent), Number{}});
  bool const single = shape.leaves.count == 1 && found.modes[0].size() == 1;
  if (single) return leaf(found.modes[0][0]);
  if (shape.profile.is_leaf({})) {  // one coordinate is one mode
    domain.profile.clear();
    domain.profile.tuple(1);
    domain.profile.leaf();
  }
  return substitute(domain, [&](int k, Mode<Number> const&) {
    List<Mode<Number>> modes;
    for (auto const& mode : found.modes[static_cast<std::size_t>(k)]) modes.push(mode);
    return flat(modes);
  });
}

class Forms {
 public:
  explicit Forms(std::shared_ptr<IndexMap const> map)
      : map_(std::move(map)), f_(*map_), work_(Question::rest()) {
    for (Int const extent : f_.shape.leaves) extents_.push_back(extent);
  }

  MapForm form() {
    if (f_.is_tuple ? is_basis() : (is_layout() || is_swizzled() || is_linear())) return std::move(r_);
    r_.kind = undecided_ ? MapKind::undecided : MapKind::none;
    r_.value = map_;
    return std::move(r_);
  }

 private:
  bool is(MapKind kind, Value value) {
    r_.kind = kind, r_.value = std::move(value);
    return true;
  }
  bool is_not(MapKind kind, std::string why) {
    r_.not_of.push_back({kind, std::move(why)});
    return false;
  }
  bool is_not(MapKind kind, Int index, Int forced, char const* who) {
    r_.not_of.push_back(
        {kind, fmt::format("at {} {} gives {}, the map {}", f_.point(index), who, forced, f_(index)), index,
         forced, f_(index)});
    return false;
  }
  void look_at(Int points) {
    if (!work_.take(1 + points / kPointsTogether)) refuse(undecided(work_, f_.size()));
  }

  /// A layout of integers, or one behind an offset.
  bool is_layout() {
    look_at(f_.size());
    auto const found = by_coordinates<Int>(f_, extents_);
    Int const zero = f_(0);
    if (found.refused >= 0 && zero == 0)
      return is_not(MapKind::layout, found.refused, found.forced, "a layout that agrees before");
    if (zero != 0) is_not(MapKind::layout, 0, 0, "a layout");
    if (found.refused >= 0)
      return is_not(MapKind::offset, found.refused, found.forced, "a layout and an offset that agree before");
    auto const layout = hung(found, f_.shape);
    if (Condition const c = well_formed(layout); c != Condition::none) refuse(c);
    if (zero == 0) return is(MapKind::layout, checked(layout));
    return is(MapKind::offset, AnyLayout{{}, zero, layout});
  }

  bool negative(MapKind kind) {
    auto const& values = f_.values.front();
    auto const below = std::find_if(values.begin(), values.end(), [](Int v) { return v < 0; });
    if (below == values.end()) return false;
    Int const index = below - values.begin();
    is_not(kind, fmt::format("at {} the map gives {}, and no bits of a negative number are moved",
                             f_.point(index), *below));
    return true;
  }

  /// Whether s(f) is a layout and an offset; how far they agree, where not.
  bool is_behind(Swizzle const& s) {
    if (!work_.take()) return false;
    auto const found = by_coordinates<Int>([&](Int i) { return s(f_(i)); }, extents_);
    Int const looked = found.refused < 0 ? f_.size() : found.refused;
    work_.take(looked / kPointsTogether);
    bool const longer = found.refused > longest_ ||
                        (found.refused >= 0 && found.refused == longest_ && forced_ < 0 && found.forced >= 0);
    if (longer) longest_ = found.refused, forced_ = found.forced < 0 ? found.forced : s(found.forced);
    if (found.refused >= 0) return false;
    auto const layout = hung(found, f_.shape);
    if (Condition const c = well_formed(layout); c != Condition::none) refuse(c);
    return is(MapKind::swizzled, AnyLayout{s, s(f_(0)), layout});
  }

  /// Every swizzle that can do, those of the fewest bits first; as detail::found of any_layout.hpp tries them.
  bool some_swizzle_is() {
    auto const& values = f_.values.front();
    int const bits = bits_of(*std::max_element(values.begin(), values.end()));
    auto const stops = [&](Swizzle const& s) { return is_behind(s) || work_.ended(); };
    static_cast<void>(detail::some_swizzle_of(bits, stops));
    return r_.kind == MapKind::swizzled;
  }

  bool is_swizzled() {
    if (negative(MapKind::swizzled)) return false;
    find_bits();
    bool const whole =
        std::all_of(extents_.begin(), extents_.end(), [](Int e) { return is_power_of_two(e); });
    if (whole && unlike_ < 0) {  // over GF(2) the swizzle is found by elimination
      AffineBits const affine{map_bits_, f_(0)};
      if (detail::some_swizzle(bits_of(detail::largest(affine)), [&](Swizzle const& s) {
            return bool(detail::seen_through(s, affine, f_.shape)) && is_behind(s);
          }))
        return true;
      some_swizzle_is();  // says at which point
      if (work_.ended() || longest_ < 0)
        return is_not(MapKind::swizzled, "no swizzle leaves the columns of its map without common bits");
    } else if (some_swizzle_is()) {
      return true;
    } else if (work_.ended()) {
      undecided_ = true;
      return is_not(MapKind::swizzled, std::string(sentence(undecided(work_, f_.size()))));
    }
    if (longest_ < 0) return is_not(MapKind::swizzled, "no swizzle leaves a layout behind it");
    if (forced_ >= 0)
      return is_not(MapKind::swizzled, longest_, forced_, "the swizzled layout that agrees longest");
    r_.not_of.push_back(
        {MapKind::swizzled,
         fmt::format("at {} the layout behind the swizzle that agrees longest gives {}, and no "
                     "bits of a negative number are moved; the map gives {}",
                     f_.point(longest_), forced_, f_(longest_)),
         longest_, forced_, f_(longest_)});
    return false;
  }

  /// The map over GF(2) of the coordinates' bits, and the first index at which the XOR of its parts is another value.
  void find_bits() {
    look_at(f_.size());
    Int const zero = f_(0);
    Int base = 1, padded = 1;
    for (Int const extent : extents_) {
      strides_.push_back(padded);
      for (Int bit = 1; bit < extent; bit *= 2, padded *= 2)
        map_bits_.column[map_bits_.inputs++] = f_(bit * base) ^ zero;
      base *= extent;
    }
    for (Int i = 0; i < f_.size() && unlike_ < 0; ++i)
      if (forced_bits(i) != f_(i)) unlike_ = i;
  }
  Int forced_bits(Int index) const {
    Int seen = 0;
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      seen += index % extents_[k] * strides_[k];
      index /= extents_[k];
    }
    return map_bits_(seen) ^ f_(0);
  }

  bool is_linear() {
    if (negative(MapKind::linear)) return false;
    if (unlike_ >= 0)
      return is_not(MapKind::linear, unlike_, forced_bits(unlike_), "the XOR of what its bits move");
    Layout<Int> inner{f_.shape.profile, {}};
    for (std::size_t k = 0; k < extents_.size(); ++k) inner.leaves.push({extents_[k], strides_[k]});
    return is(MapKind::linear,
              detail::xored(map_bits_, f_(0), extents_.size() == 1 ? flat(inner.leaves) : inner));
  }

  bool is_basis() {
    auto const f = [&](Int index) {
      Coordinate c;
      for (std::size_t k = 0; k < f_.values.size(); ++k)
        c.along[k] = f_.values[k][static_cast<std::size_t>(index)];
      return c;
    };
    auto const shown = [&](Coordinate const& c) {
      return to_text(Entries{c, static_cast<int>(f_.values.size())});
    };
    look_at(f_.size() * static_cast<Int>(f_.values.size()));
    for (auto const& values : f_.values)
      for (Int const v : values)
        if (v < -kBasisLimit || v > kBasisLimit)
          return is_not(MapKind::basis,
                        fmt::format("it gives {}, and a multiple of a basis element ends at 2^28", v));
    if (!(f(0) == Coordinate{}))
      return is_not(MapKind::basis,
                    fmt::format("at {} a layout gives 0, the map {}", f_.point(0), shown(f(0))));
    auto const found = by_coordinates<Coordinate>(f, extents_);
    if (found.refused >= 0)
      return is_not(MapKind::basis,
                    fmt::format("at {} a layout that agrees before gives {}, the map {}",
                                f_.point(found.refused), shown(found.forced), shown(f(found.refused))));
    auto const layout = hung(found, f_.shape);
    if (layout.overfull()) refuse(Condition::capacity);
    return is(MapKind::basis, std::make_shared<Layout<Coordinate> const>(layout));
  }

  std::shared_ptr<IndexMap const> map_;
  IndexMap const& f_;
  Work work_;
  std::vector<Int> extents_;
  MapForm r_;
  bool undecided_ = false;
  BitMap map_bits_;
  std::vector<Int> strides_;        ///< of the coordinates in the map's argument
  Int unlike_ = -1;                 ///< where that map is another function
  Int longest_ = -1, forced_ = -1;  ///< what is forced there; below 0, before the swizzle
};

}  // namespace

char const* name(MapKind kind) {
  constexpr char const* names[] = {"layout", "offset", "swizzled", "linear", "basis", "none", "undecided"};
  return names[static_cast<int>(kind)];
}

MapForm form_of(std::shared_ptr<IndexMap const> const& map) { return Forms(map).form(); }

Value value_of(std::shared_ptr<IndexMap> const& map) {
  MapForm form = form_of(map);
  if (std::holds_alternative<Mapped>(form.value)) map->no_layout = form.not_of.front().why;
  return std::move(form.value);
}

}  // namespace colex::cli
