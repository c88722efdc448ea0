// SPDX-License-Identifier: MIT
// A planned problem, what names it, and the plans that were used last.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dlpack.hpp"

namespace colex::calls {

namespace nb = nanobind;
using dlpack::Tensor;

/// How the function of a plan is called; the numbers are those of colex/_torch_plans.py.
enum Form : int {
  of_text = 0,  ///< function(text, call)
  of_ends = 1,  ///< function(text, call, ends), the address after the call
  of_move = 2   ///< colex_kernels_strided_copy, whose arguments are a Move and three times `rank` numbers
};
struct Move {
  std::int32_t element_bytes, rank;
  void const* source;
  std::int64_t source_elements;
  void* destination;
  std::int64_t destination_elements;
  void* stream;
};
using Called = int (*)(char const*, void const*);
using CalledWithEnds = int (*)(char const*, void const*, std::int32_t const*);
using Moved = int (*)(std::int32_t, std::int32_t, std::int64_t const*, void const*, std::int64_t,
                      std::int64_t const*, void*, std::int64_t, std::int64_t const*, void*);

constexpr std::size_t most_call_bytes = 1024;
constexpr int result_argument = -1;

/// A problem's call. Offsets count bytes from its begin.
struct Plan {
  Form form;
  std::uintptr_t function;
  std::string text, call;
  std::vector<std::pair<int, int>> slots;  ///< of addresses: the argument that they are of, and their offset
  int stream_at, workspace_at;             ///< the workspace's address, before its number of elements
  std::int64_t workspace_elements;         ///< of 4 bytes
  nb::object result;                       ///< makes the result; None where an argument is written
  std::vector<int> changed;                ///< the arguments that are written

  Plan(int form_, std::uintptr_t function_, nb::bytes text_, nb::bytes call_,
       std::vector<std::pair<int, int>> slots_, int stream_at_, int workspace_at_,
       std::int64_t workspace_elements_, nb::object result_, std::vector<int> changed_)
      : form(static_cast<Form>(form_)),
        function(function_),
        text(text_.c_str(), text_.size()),
        call(call_.c_str(), call_.size()),
        slots(std::move(slots_)),
        stream_at(stream_at_),
        workspace_at(workspace_at_),
        workspace_elements(workspace_elements_),
        result(std::move(result_)),
        changed(std::move(changed_)) {
    auto const inside = [&](int at) { return at >= 0 && at + sizeof(void*) <= call.size(); };
    bool sound = call.size() <= most_call_bytes && inside(stream_at) &&
                 (workspace_elements == 0 || inside(workspace_at + 8));
    for (auto const& [argument, at] : slots) sound = sound && inside(at) && argument >= result_argument;
    if (!sound) throw std::invalid_argument("a plan whose offsets lie outside its call");
  }

  int start(std::array<char, most_call_bytes> const& filled) const {
    if (form == of_text) return reinterpret_cast<Called>(function)(text.c_str(), filled.data());
    if (form == of_ends) {
      std::int32_t const* ends;
      std::memcpy(&ends, filled.data() + call.size() - sizeof ends, sizeof ends);
      return reinterpret_cast<CalledWithEnds>(function)(text.c_str(), filled.data(), ends);
    }
    Move move;
    std::memcpy(&move, filled.data(), sizeof move);
    auto const* numbers = reinterpret_cast<std::int64_t const*>(filled.data() + sizeof move);
    return reinterpret_cast<Moved>(function)(move.element_bytes, move.rank, numbers, move.source,
                                             move.source_elements, numbers + move.rank, move.destination,
                                             move.destination_elements, numbers + 2 * move.rank, move.stream);
  }
};

/// What names a problem: its planner and, of each argument, what a plan depends on.
struct Key {
  static constexpr std::size_t most = 512;
  std::array<std::int64_t, most> numbers;
  std::size_t size = 0;
  bool fits = true;

  void add(std::int64_t number) {
    if (size < most)
      numbers[size++] = number;
    else
      fits = false;
  }
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    for (std::size_t at = 0; at < text.size(); at += 8) {
      std::int64_t part = 0;
      std::memcpy(&part, text.data() + at, std::min<std::size_t>(8, text.size() - at));
      add(part);
    }
  }
  void add(Tensor const& x) {
    add(std::int64_t{1} << 60 | x.rank);
    add(std::int64_t{x.type.code} << 8 | x.type.bits);
    for (int mode = 0; mode < x.rank; ++mode) add(x.shape[mode]), add(x.strides[mode]);
    add(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(x.data) % 16));
  }
  std::string_view bytes() const {
    return {reinterpret_cast<char const*>(numbers.data()), size * sizeof numbers[0]};
  }
};

/// The plans that were used last.
class Plans {
 public:
  explicit Plans(std::size_t most) : most_(most) {}
  std::shared_ptr<Plan const> find(Key const& key) {
    auto const found = places_.find(key.bytes());
    if (found == places_.end()) return nullptr;
    if (found->second != used_.begin()) used_.splice(used_.begin(), used_, found->second);
    return found->second->second;
  }
  void keep(Key const& key, std::shared_ptr<Plan const> plan) {
    if (places_.contains(key.bytes())) return;
    used_.emplace_front(key.bytes(), std::move(plan));
    places_.emplace(used_.front().first, used_.begin());
    if (used_.size() <= most_) return;
    places_.erase(used_.back().first);
    used_.pop_back();
  }
  void clear() { places_.clear(), used_.clear(); }
  std::size_t size() const { return used_.size(); }

 private:
  std::list<std::pair<std::string, std::shared_ptr<Plan const>>> used_;
  std::unordered_map<std::string_view, decltype(used_)::iterator> places_;
  std::size_t most_;
};

}  // namespace colex::calls
