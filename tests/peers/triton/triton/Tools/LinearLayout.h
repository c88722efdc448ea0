// SPDX-License-Identifier: MIT
// Triton's LinearLayout as its tests use it, over colex's linear layouts: Triton's names and containers outside, no algebra here.
// A refusal of colex is an abort, or an empty optional where Triton answers one.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "colex/linear_inverse.hpp"
#include "triton/Tools/containers.hpp"

namespace mlir::triton {

inline int log2_of(std::int32_t n) {
  int bits = 0;
  while (std::int64_t(1) << (bits + 1) <= n) ++bits;
  return bits;
}

/// The value, or an abort with the words that Triton's tests expect of a death.
template <class T>
T answered(colex::Result<T> const& r, char const* otherwise = "colex refuses") {
  if (!r) {
    std::fprintf(stderr, "%s: %s\n", otherwise, colex::name(r.refusal.condition));
    std::abort();
  }
  return *r;
}

class LinearLayout {
 public:
  using Basis = std::vector<std::int32_t>;
  using BasesT = llvm::MapVector<StringAttr, std::vector<Basis>>;
  using Sized = std::pair<StringAttr, std::int32_t>;
  using Named = std::pair<StringAttr, std::vector<Basis>>;

  colex::LinearLayout value;

  LinearLayout() = default;
  explicit LinearLayout(colex::LinearLayout const& l) : value(l) {}
  LinearLayout(BasesT const& bases, ArrayRef<StringAttr> const& outs) : LinearLayout(bases.all, outs) {}
  LinearLayout(BasesT const& bases, ArrayRef<Sized> const& outs, bool surjective)
      : LinearLayout(ArrayRef<Named>(bases.all), outs, surjective) {}
  LinearLayout(ArrayRef<Named> const& bases, ArrayRef<StringAttr> const& outs) {
    std::vector<int> bits(outs.size());
    for (auto const& [name, of_name] : bases)
      for (auto const& basis : of_name)
        for (std::size_t j = 0; j < outs.size(); ++j)
          while (std::int64_t(1) << bits[j] <= basis[j]) ++bits[j];
    colex::LinearDims dims;
    for (std::size_t j = 0; j < outs.size(); ++j) dims.add({outs[j].str(), bits[j]});
    build(bases, dims, true);
  }
  LinearLayout(ArrayRef<Named> const& bases, ArrayRef<Sized> const& outs, bool surjective) {
    build(bases, sized(outs), surjective);
  }

  static LinearLayout empty() { return {}; }
  static LinearLayout identity1D(std::int32_t size, StringAttr in, StringAttr out) {
    return LinearLayout(colex::linear_identity(in.str(), out.str(), log2_of(size)));
  }
  static LinearLayout zeros1D(std::int32_t size, StringAttr in, StringAttr out, std::int32_t out_size = 1) {
    return LinearLayout(colex::linear_zeros(in.str(), out.str(), log2_of(size), log2_of(out_size)));
  }

  bool isSurjective() const { return rank(value.map) == value.out.bits(); }
  BasesT getBases() const {
    BasesT r;
    for (int i = 0; i < value.in.count; ++i) {
      auto& of_name = r[attr(value.in.dim[i].name)];
      for (int bit = 0; bit < value.in.dim[i].bits; ++bit) {
        of_name.emplace_back();
        for (int j = 0; j < value.out.count; ++j)
          of_name.back().push_back(static_cast<std::int32_t>(entry(value, i, bit, j)));
      }
    }
    return r;
  }
  SmallVector<StringAttr> getInDimNames() const { return names(value.in); }
  SmallVector<StringAttr> getOutDimNames() const { return names(value.out); }
  std::int32_t getInDimSizeLog2(StringAttr d) const { return value.in.dim[value.in.find(d.str())].bits; }
  std::int32_t getOutDimSizeLog2(StringAttr d) const { return value.out.dim[value.out.find(d.str())].bits; }
  std::int32_t getTotalOutDimSize() const { return 1 << value.out.bits(); }
  std::int32_t getNumConsecutiveInOut() const {
    return static_cast<std::int32_t>(consecutive_elements(value));
  }
  std::int32_t contiguousElemsAlongOutputDim(StringAttr d) const {
    return static_cast<std::int32_t>(contiguous_elements(value, value.out.find(d.str())));
  }

  LinearLayout transposeIns(ArrayRef<StringAttr> const& order) const {
    return LinearLayout(answered(linear_transpose(value, dims(order), value.out)));
  }
  LinearLayout transposeOuts(ArrayRef<StringAttr> const& order) const {
    return LinearLayout(answered(linear_transpose(value, value.in, dims(order))));
  }
  LinearLayout reshapeIns(ArrayRef<Sized> const& to) const {
    return LinearLayout(answered(linear_reshape(value, sized(to), value.out)));
  }
  LinearLayout reshapeOuts(ArrayRef<Sized> const& to) const {
    return LinearLayout(answered(linear_reshape(value, value.in, sized(to))));
  }
  LinearLayout flattenIns() const {
    return LinearLayout(answered(linear_reshape(value, flat(value.in), value.out)));
  }
  LinearLayout flattenOuts() const {
    return LinearLayout(answered(linear_reshape(value, value.in, flat(value.out))));
  }
  LinearLayout resizeInDim(StringAttr d, std::int32_t size) const {
    auto in = value.in;
    auto& bits = in.dim[in.find(d.str())].bits;
    int const before = bits, from = in.find(d.str());
    bits = log2_of(size);
    return LinearLayout(answered(colex::linear_layout(in, value.out, [&](int i, int bit, int j) {
      return i == from && bit >= before ? 0 : entry(value, i, bit, j);
    })));
  }
  LinearLayout concatIns(LinearLayout const& other) const {
    return LinearLayout(
        answered(linear_concat_ins(value, other.value), "expected disjoint input dimensions"));
  }
  LinearLayout concatOuts(LinearLayout const& other) const {
    return LinearLayout(
        answered(linear_concat_outs(value, other.value), "expected disjoint output dimensions"));
  }

  friend LinearLayout operator*(LinearLayout const& a, LinearLayout const& b) {
    return LinearLayout(answered(linear_product(a.value, b.value)));
  }
  LinearLayout& operator*=(LinearLayout const& b) { return *this = *this * b; }
  friend std::optional<LinearLayout> divideLeft(LinearLayout const& a, LinearLayout const& b) {
    return maybe(divide_left(a.value, b.value));
  }
  friend std::optional<LinearLayout> divideRight(LinearLayout const& a, LinearLayout const& b) {
    return maybe(divide_right(a.value, b.value));
  }
  friend std::optional<LinearLayout> lstsq(LinearLayout const& a, LinearLayout const& b) {
    return maybe(linear_solve(a.value, b.value));
  }

  bool isTrivialOver(ArrayRef<StringAttr> const& d) const { return is_identity_over(value, texts(d)); }
  bool isIdentityOnOutDim(StringAttr d) const {
    LinearLayout const onto = sublayout(getInDimNames(), d);
    for (int i = 0; i < value.in.count; ++i)
      for (int bit = 0; bit < value.in.dim[i].bits; ++bit)
        if (entry(onto.value, i, bit, 0) != (value.in.dim[i].name == d.str() ? 1 << bit : 0)) return false;
    return value.in.find(d.str()) >= 0 && getInDimSizeLog2(d) == getOutDimSizeLog2(d);
  }
  std::optional<LinearLayout> quotient(ArrayRef<StringAttr> const& d) const {
    if (!is_identity_over(value, texts(d))) return std::nullopt;
    auto const others = [&](SmallVector<StringAttr> all) {
      std::erase_if(all, [&](StringAttr x) { return std::find(d.begin(), d.end(), x) != d.end(); });
      return all;
    };
    return sublayout(others(getInDimNames()), others(getOutDimNames()));
  }
  LinearLayout sublayout(ArrayRef<StringAttr> const& ins, ArrayRef<StringAttr> const& outs) const {
    return LinearLayout(linear_sublayout(value, texts(ins), texts(outs)));
  }
  bool sublayoutIsZero(ArrayRef<StringAttr> const& ins, ArrayRef<StringAttr> const& outs) const {
    return rank(sublayout(ins, outs).value.map) == 0;
  }
  SmallVector<Sized> apply(ArrayRef<Sized> const& at) const {
    std::int64_t x = 0;
    for (auto const& [name, v] : at) x |= std::int64_t(v) << value.in.begin(value.in.find(name.str()));
    SmallVector<Sized> r;
    for (int j = 0; j < value.out.count; ++j)
      r.emplace_back(attr(value.out.dim[j].name), static_cast<std::int32_t>(part(value.out, j, value(x))));
    return r;
  }
  LinearLayout compose(LinearLayout const& outer) const {
    return LinearLayout(answered(composition(outer.value, value)));
  }
  LinearLayout invertAndCompose(LinearLayout const& outer) const {
    return LinearLayout(answered(invert_and_compose(outer.value, value)));
  }
  LinearLayout invert() const { return pseudoinvert(); }
  LinearLayout pseudoinvert() const { return LinearLayout(answered(pseudo_inverse(value))); }
  llvm::MapVector<StringAttr, std::int32_t> getFreeVariableMasks() const {
    llvm::MapVector<StringAttr, std::int32_t> r;
    auto const free = free_inputs(value.map);
    for (int i = 0; i < value.in.count; ++i)
      r[attr(value.in.dim[i].name)] = static_cast<std::int32_t>(part(value.in, i, free));
    return r;
  }
  std::string toString() const {
    return value.in.count == 0 && value.out.count == 0 ? "\n(empty layout)" : "layout";
  }

  friend bool operator==(LinearLayout const& a, LinearLayout const& b) { return a.value == b.value; }
  bool equalIgnoringOutDimSizes(LinearLayout const& other) const {
    return getBases().all == other.getBases().all;
  }

 private:
  static StringAttr attr(StringRef name) { return StringAttr::get(nullptr, name); }
  static std::optional<LinearLayout> maybe(colex::Result<colex::LinearLayout> const& r) {
    return r ? std::optional<LinearLayout>(*r) : std::nullopt;
  }
  static SmallVector<StringAttr> names(colex::LinearDims const& d) {
    SmallVector<StringAttr> r;
    for (int k = 0; k < d.count; ++k) r.push_back(attr(d.dim[k].name));
    return r;
  }
  static std::vector<StringRef> texts(ArrayRef<StringAttr> const& d) {
    std::vector<StringRef> r;
    for (auto const& x : d) r.push_back(x.str());
    return r;
  }
  static colex::LinearDims dims(ArrayRef<StringAttr> const& order) {
    colex::LinearDims r;
    for (auto const& x : order) r.add({x.str(), 0});
    return r;
  }
  static colex::LinearDims sized(ArrayRef<Sized> const& d) {
    colex::LinearDims r;
    for (auto const& [name, size] : d) r.add({name.str(), log2_of(size)});
    return r;
  }
  static colex::LinearDims flat(colex::LinearDims const& d) {
    colex::LinearDims r;
    if (d.count > 0) r.add({d.dim[0].name, d.bits()});
    return r;
  }
  void build(ArrayRef<Named> const& bases, colex::LinearDims const& outs, bool surjective) {
    colex::LinearDims in;
    for (auto const& [name, of_name] : bases) in.add({name.str(), static_cast<int>(of_name.size())});
    value = answered(colex::linear_layout(
        in, outs, [&](int i, int bit, int j) -> std::int64_t { return bases[i].second[bit][j]; }));
    if (surjective && !isSurjective())
      answered(colex::Result<int>{}.refuse({colex::Condition::surjective, 0, 0}));
  }
};

inline std::ostream& operator<<(std::ostream& os, LinearLayout const& l) { return os << l.toString(); }

/// Which bits of a dimension go where: bit b of the new index is bit action[b] of the old one.
class ColumnAction {
 public:
  ColumnAction(ArrayRef<std::size_t> const& action, StringAttr dim, std::size_t bits) : dim_(dim) {
    map_.inputs = static_cast<int>(action.size());
    for (std::size_t b = 0; b < action.size(); ++b) map_.column[b] = std::int64_t(1) << action[b];
    bits_ = static_cast<int>(bits);
  }
  LinearLayout apply(LinearLayout const& l) const {
    auto const at = l.value.in.find(dim_.str());
    auto in = l.value.in;
    in.dim[at].bits = map_.inputs;
    return LinearLayout(answered(colex::linear_layout(in, l.value.out, [&](int i, int bit, int j) {
      return i == at ? part(l.value.out, j, l.value.map(map_.column[bit] << l.value.in.begin(at)))
                     : entry(l.value, i, bit, j);
    })));
  }
  SmallVector<Value> apply(SmallVector<Value> const& values) const {
    SmallVector<Value> r;
    for (std::int64_t k = 0; k < std::int64_t(1) << map_.inputs; ++k) r.push_back(values[map_(k)]);
    return r;
  }

 private:
  StringAttr dim_;
  colex::BitMap map_;
  int bits_ = 0;
};

inline SmallVector<StringAttr> supremum(SmallVector<StringAttr> const& a, SmallVector<StringAttr> const& b) {
  auto const dims = [](SmallVector<StringAttr> const& names) {
    colex::LinearDims r;
    for (auto const& x : names) r.add({x.str(), 0});
    return r;
  };
  auto const all = answered(linear_merge(dims(a), dims(b)), "Supremum does not exist");
  SmallVector<StringAttr> r;
  for (int k = 0; k < all.count; ++k) r.push_back(StringAttr::get(nullptr, all.dim[k].name));
  return r;
}

/// Triton chooses among the solutions one that stays in a block; colex answers the one solution.
inline LinearLayout invertAndComposeBlockLocal(LinearLayout const& a, LinearLayout const& b) {
  return b.invertAndCompose(a);
}

/// Output dimensions grow to the sizes given, by more bits of the first input dimension.
inline LinearLayout ensureLayoutNotSmallerThan(LinearLayout l, ArrayRef<LinearLayout::Sized> const& sizes) {
  auto const first = l.getInDimNames()[0];
  for (auto const& [name, size] : sizes)
    if (int const more = log2_of(size) - l.getOutDimSizeLog2(name); more > 0)
      l *= LinearLayout::identity1D(1 << more, first, name);
  return l;
}

}  // namespace mlir::triton
