// SPDX-License-Identifier: MIT
// What a certificate of the copy kernel claims, for every count >= 0: proved on the index functions that the
// kernel runs (tiles/copy_index.hpp), with the count, the elements and the threads left symbolic.
//
// The numbers O1, O3, O4 and O9 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "copy/copy_configs.hpp"

namespace colex::gpu {

template <class Config>
struct CopyObligations {
  using Integer = sym::Integer;
  using Proof = sym::Proof;
  static constexpr int V = Config::vector;
  static inline Integer const threads{Config::threads}, vector{V}, zero{0}, one{1};

  /// O1: element e is in the run of one thread of the grid, and in no other's.
  static void grid_covers_each_element_once(Proof& p) {
    Integer const count = p.integer("count"), e = p.integer("e");
    p.part("some thread of the grid moves e", {count >= zero, e >= zero, e < count}, [&] {
      Integer const run = p.define("run", quot(e, vector));
      Integer const block = p.define("block", quot(run, threads)),
                    thread = p.define("thread", rem(run, threads));
      auto const blocks = p.shipped("grid_blocks", [&] { return grid_blocks(count, threads, vector); });
      p.claim("the block is in the grid", both(block >= zero, block < blocks));
      p.claim("no block is idle", (blocks - one) * threads * vector < count);
      p.claim("the thread is in the block", both(thread >= zero, thread < threads));
      auto const first = first_element(block, thread, threads, vector);
      auto const length = run_length(first, vector, count);
      p.claim("e is in its run", both(first <= e, e < first + length));
    });
    Integer const b = p.integer("b"), t = p.integer("t");
    p.part("a thread that moves e is that one",
           {count >= zero, e >= zero, e < count, b >= zero, t >= zero, t < threads}, [&] {
             auto const first =
                 p.shipped("first_element", [&] { return first_element(b, t, threads, vector); });
             auto const length = run_length(first, vector, count);
             p.suppose(both(first <= e, e < first + length));
             Integer const run = p.define("run", b * threads + t), k = p.define("k", e - run * vector);
             p.have("position in the run", both(k >= zero, k < vector, first == run * vector));
             p.have("run", quot(e, vector) == run, {p.lemmas().divide.at(e, run, k, vector)});
             p.claim("block and thread", both(quot(run, threads) == b, rem(run, threads) == t),
                     {p.lemmas().divide.at(run, b, t, threads)});
           });
    p.part("no run leaves the count", {count >= zero, b >= zero, t >= zero, t < threads}, [&] {
      auto const first = first_element(b, t, threads, vector);
      auto const length = p.shipped("run_length", [&] { return run_length(first, vector, count); });
      p.claim("length", both(length >= zero, length <= vector));
      p.claim("end", either(length == zero, first + length <= count));
    });
  }

  /// O3: a wide access starts at a multiple of its width and its elements are neighbours. The run stays
  /// inside one period of the leading mode, so that element_offset's later steps see the same state for all
  /// of it.
  template <class Array>
  static void wide_accesses_are_aligned(Proof& p) {
    Integer const q = p.integer("q"), width(Array::width);
    constexpr auto modes = Array::modes;
    p.part("access", {q >= zero}, [&] {
      Integer const first =
          p.define("first", q * width);  // the vector is a multiple of the width, so every run is
      if constexpr (modes.count == 1) {
        p.claim("aligned", rem(element_offset<Array>(first), width) == zero);
        for (int k = 1; k < Array::width; ++k)
          p.claim("neighbour",
                  element_offset<Array>(first + Integer(k)) == element_offset<Array>(first) + Integer(k));
      } else {
        constexpr auto leading = modes[0];
        Integer const extent(leading.shape), above = p.define("above", quot(first, extent));
        Integer const digit = p.define("digit", rem(first, extent));
        p.have("the leading digit",
               both(digit >= zero, digit + width <= extent, first == above * extent + digit),
               {p.lemmas().euclid.at(first, extent)});
        for (int k = 0; k < Array::width; ++k) {
          Integer const element = first + Integer(k);
          auto const at =
              evaluate_step(EvaluateState<Integer>{element, zero}, {extent, Integer(leading.stride)});
          Integer const lead = (digit + Integer(k)) * Integer(leading.stride);
          p.claim("after the leading mode", both(at.rest == above, at.offset == lead),
                  {p.lemmas().divide.at(element, above, digit + Integer(k), extent)});
        }
        auto const later = [&](Integer const& lead) {
          return detail::offset_from<Array, 1>(EvaluateState<Integer>{above, lead});
        };
        Integer const start = digit * Integer(leading.stride);
        p.claim("aligned", rem(later(start), width) == zero);
        for (int k = 1; k < Array::width; ++k)
          p.claim("neighbour",
                  later((digit + Integer(k)) * Integer(leading.stride)) == later(start) + Integer(k));
      }
    });
  }

  /// O4: every element's offset lies in the memory that required_elements() asks for.
  template <class Array>
  static void offsets_are_in_bounds(Proof& p) {
    Integer const count = p.integer("count"), e = p.integer("e");
    p.part("offset", {count >= zero, e >= zero, e < count}, [&] {
      auto const needed = p.shipped("required_elements", [&] { return required_elements<Array>(count); });
      constexpr auto modes = Array::modes;
      std::int64_t period = 1;
      Integer rest = e;  // e with the digits of the modes passed taken off: e div period
      for (int k = 0; k + 1 < modes.count; ++k) {
        std::int64_t const extent = modes[k].shape;
        Integer const next = quot(rest, Integer(extent));
        p.use(p.lemmas().euclid.at(rest, Integer(extent)));
        if (k > 0)
          p.have("digits taken off one by one or at once", next == quot(e, Integer(period * extent)),
                 {p.lemmas().split.at(e, Integer(period), Integer(extent), Integer(period * extent))});
        period *= extent;
        rest = next;
      }
      if (period > 1)
        p.have(
            "no tile after the last", both(rest >= zero, rest <= quot(count - one, Integer(period))),
            {p.lemmas().euclid.at(e, Integer(period)), p.lemmas().euclid.at(count - one, Integer(period))});
      auto const offset = element_offset<Array>(e);
      p.claim("in bounds", both(offset >= zero, offset < needed));
    });
  }

  /// O9: two elements are never stored at one offset.
  static void stores_are_injective(Proof& p) {
    Integer const e = p.integer("e"), f = p.integer("f");
    p.part("two elements", {e >= zero, f >= zero, e < f}, [&] {
      p.claim("two offsets",
              element_offset<DestinationArray<Config>>(e) != element_offset<DestinationArray<Config>>(f));
    });
  }

  static std::vector<Obligation> all() {
    return {
        {"O1", "for every count >= 0 the grid moves each element 0 <= e < count exactly once",
         grid_covers_each_element_once},
        {"O3.source", "every wide load is aligned to its width and contiguous",
         wide_accesses_are_aligned<SourceArray<Config>>},
        {"O3.destination", "every wide store is aligned to its width and contiguous",
         wide_accesses_are_aligned<DestinationArray<Config>>},
        {"O4.source", "for every count >= 0 every load is below required_elements(count) of the source",
         offsets_are_in_bounds<SourceArray<Config>>},
        {"O4.destination",
         "for every count >= 0 every store is below required_elements(count) of the destination",
         offsets_are_in_bounds<DestinationArray<Config>>},
        {"O9", "no two elements are stored at one offset", stores_are_injective},
    };
  }
};

}  // namespace colex::gpu
