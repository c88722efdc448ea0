// SPDX-License-Identifier: MIT
// The few names of LLVM and MLIR that Triton's tests of linear layouts use, over the standard library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace llvm {

using StringRef = std::string_view;

template <class T, unsigned = 0>
struct SmallVector : std::vector<T> {
  using std::vector<T>::vector;
  SmallVector() = default;
  explicit SmallVector(std::vector<T> const& v) : std::vector<T>(v) {}
};

/// Owns its elements: the tests pass braces.
template <class T>
struct ArrayRef : std::vector<T> {
  using value_type = T;
  ArrayRef() = default;
  ArrayRef(std::initializer_list<T> v) : std::vector<T>(v) {}
  ArrayRef(T const& one) : std::vector<T>{one} {}                            // NOLINT: as in LLVM
  ArrayRef(std::vector<T> const& v) : std::vector<T>(v) {}                   // NOLINT: as in LLVM
  ArrayRef(SmallVector<T> const& v) : std::vector<T>(v.begin(), v.end()) {}  // NOLINT: as in LLVM
};

template <class K, class V>
struct MapVector {
  using value_type = std::pair<K, V>;
  using const_iterator = typename std::vector<value_type>::const_iterator;
  MapVector() {}
  std::vector<value_type> all;

  V& operator[](K const& key) {
    for (auto& [k, v] : all)
      if (k == key) return v;
    return all.emplace_back(key, V{}).second;
  }
  const_iterator begin() const { return all.begin(); }
  const_iterator end() const { return all.end(); }
  bool empty() const { return all.empty(); }
  std::size_t size() const { return all.size(); }
};

template <class Range>
auto to_vector(Range const& range) {
  using T = std::decay_t<decltype(*range.begin())>;
  return SmallVector<T>(range.begin(), range.end());
}

namespace sys {
inline void PrintStackTraceOnErrorSignal(char const*) {}
}  // namespace sys

}  // namespace llvm

namespace mlir {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

struct MLIRContext {};

/// A name with storage that lasts.
class StringAttr {
 public:
  StringAttr() = default;
  static StringAttr get(MLIRContext*, StringRef text) {
    static std::set<std::string> names;
    StringAttr r;
    r.name_ = *names.emplace(text).first;
    return r;
  }
  StringRef str() const { return name_; }
  bool operator==(StringAttr const&) const = default;

 private:
  StringRef name_;
};

class Value {
 public:
  static Value getFromOpaquePointer(void* p) {
    Value v;
    v.p_ = p;
    return v;
  }
  void* getAsOpaquePointer() const { return p_; }

 private:
  void* p_ = nullptr;
};

}  // namespace mlir
