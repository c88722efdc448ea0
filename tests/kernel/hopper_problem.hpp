// SPDX-License-Identifier: MIT
// A problem of the Hopper GEMM for the host platform: operands with NaN between and around their runs, a
// result with room around it, and what must come out.
#pragma once

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "hopper/gemm_reference.hpp"
#include "hopper/host_gemm.hpp"

namespace colex::gpu::hopper {

struct Size {
  Index M, N, K;
};

template <class Config, Element to>
class HostProblem {
 public:
  using T = typename TypeOf<Config::element>::type;
  using Result = typename TypeOf<to>::type;

  /// The seed draws the elements, the gaps, and whether 16-byte stores of the result are aligned. With
  /// `integers` all elements are small ones, so that sums are exact.
  HostProblem(Size size, std::uint64_t seed, bool integers)
      : size_(size),
        random_(seed),
        integers_(integers),
        a_(operand(size.M, Config::A::major)),
        b_(operand(size.N, Config::B::major)),
        c_shift_(below(2) * 8 + below(4) / 3 * below(8)),
        c_pitch_(below(2) == 0 ? size.N + below(9) : (size.N + 7) / 8 * 8) {}

  /// Runs it; returns what is wrong, in words: the names of defects, "refused", "value", "writes".
  std::set<std::string> run(int processors, std::uint64_t seed) {
    Buffer<unsigned char> a("A", a_.memory), b("B", b_.memory);
    Buffer<std::uint16_t> c("C", size_.M * c_pitch_ + c_shift_ + guard);
    auto const a_view = a.view(guard, a.size() - guard), b_view = b.view(guard, b.size() - guard);
    auto const c_view = c.view(c_shift_, c.size() - c_shift_);
    GemmProblem const p{size_.M,
                        size_.N,
                        size_.K,
                        {a_view.begin().data, a_.pitch, Config::A::major},
                        {b_view.begin().data, b_.pitch, Config::B::major},
                        c_view.begin().data,
                        c_pitch_};
    auto const ran = gemm_on_host<Config, to>(p, {a_view, b_view, c_view}, processors, seed);
    std::set<std::string> wrong;
    if (ran.message) wrong.insert("refused"), first_ = ran.message;
    for (auto const& [defect, count] : ran.report.counts) wrong.insert(name(defect));
    if (!ran.report.clean()) first_ = describe(ran.report.findings.front());
    blocks_ = ran.report.blocks;
    for (Index i = 0; i < c.size(); ++i) {
      Index const pitch = std::max<Index>(c_pitch_, 1);
      Index const row = (i - c_shift_) / pitch, column = (i - c_shift_) % pitch;
      bool const inside = i >= c_shift_ && row < size_.M && column < size_.N;
      if (blocks_ > 0 && c.writes(i) != (inside ? 1 : 0)) wrong.insert("writes");
      if (inside && !is_right(row, column, Result{c.at(i)}.to_float())) wrong.insert("value");
    }
    return wrong;
  }
  std::string const& first() const { return first_; }  ///< of what was found
  std::uint64_t blocks() const { return blocks_; }

 private:
  static constexpr Index guard = 256;  // bytes, and elements of the result
  struct Operand {
    Major major;
    Index pitch;
    std::vector<unsigned char> memory;
    T at(Index line, Index k) const {
      T x;
      std::memcpy(&x, &memory[place(line, k)], sizeof x);
      return x;
    }
    std::size_t place(Index line, Index k) const {
      Index const element = major == Major::k ? line * pitch + k : k * pitch + line;
      return static_cast<std::size_t>(guard + element * Index{sizeof(T)});
    }
  };

  Index below(Index bound) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(bound)); }

  Operand operand(Index lines, Major major) {
    Index const run = major == Major::k ? size_.K : lines, runs = major == Major::k ? lines : size_.K;
    Index const unit = 16 / Index{sizeof(T)};
    Operand x{major, ((run + unit - 1) / unit + below(3)) * unit, {}};
    x.memory.assign(static_cast<std::size_t>(2 * guard + runs * x.pitch * Index{sizeof(T)}), 0xFF);  // NaN
    for (Index line = 0; line < lines; ++line)
      for (Index k = 0; k < size_.K; ++k) {
        T const value = drawn();
        std::memcpy(&x.memory[x.place(line, k)], &value, sizeof value);
      }
    return x;
  }

  T drawn() {
    if (integers_) return T::from_float(static_cast<float>(below(5) - 2));
    float const x = static_cast<float>(below(1 << 16)) / 16384.0f - 2.0f;
    return T::from_float(std::ldexp(x, static_cast<int>(below(4)) - 2));
  }

  bool is_right(Index row, Index column, float got) const {
    double sum = 0, magnitude = 0;
    for (Index k = 0; k < size_.K; ++k) {
      double const product = static_cast<double>(a_.at(row, k).to_float()) * b_.at(column, k).to_float();
      sum += product, magnitude += std::fabs(product);
    }
    if (integers_ || size_.K == 0) return got == Result::from_float(static_cast<float>(sum)).to_float();
    return std::fabs(got - sum) <=
           result_bound<Config::element, to>(size_.K, sum, magnitude);  // false for NaN
  }

  Size size_;
  std::mt19937_64 random_;
  bool integers_;
  Operand a_, b_;
  Index c_shift_, c_pitch_;
  std::string first_;
  std::uint64_t blocks_ = 0;
};

}  // namespace colex::gpu::hopper
