// SPDX-License-Identifier: MIT
// A problem of the Hopper GEMM for the host platform: operands with NaN between and around their runs, a
// result with room around it, and what must come out.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "hopper/gemm_reference.hpp"
#include "hopper/host_gemm.hpp"

namespace colex::gpu::hopper {

struct Size {
  Index M, N, K;
  Index batches = 1, splits = 1;
  bool epilogue = false;  ///< with a scaled sum, the old result, a bias and an activation, as the seed draws
  bool scales = false;    ///< of rows, columns and blocks of K, as the seed draws; powers of two
  std::vector<std::int32_t> ends{};  ///< of groups of rows, which are the batches then
  bool parts_share_scales = false;   ///< those of rows and blocks of columns are of all parts of K
};

/// What a problem knows of its config, beside the element.
struct Traits {
  Major a, b;
  TileShape tile;
  bool gated;
};
template <class Config>
inline constexpr TileShape tile_of{Config::M, Config::N, Config::stages, Config::cluster, Config::band};
template <class Config>
inline constexpr Traits traits{Config::A::major, Config::B::major, tile_of<Config>, Config::gated};

/// A problem of the configs of one element, which is compiled once for all of these.
template <Element element, Element to>
class ProblemOf {
 public:
  using A = typename TypeOf<a_type(element)>::type;
  using B = typename TypeOf<b_type(element)>::type;
  using OnHost = std::function<HostGemm(GemmProblem const&, HostMemory<to> const&)>;
  using Result = typename TypeOf<to>::type;
  using Bits = ResultBits<to>;

  /// The seed draws the elements, the gaps, and whether 16-byte stores of the result are aligned. With
  /// `integers` all elements are small ones, so that sums are exact.
  ProblemOf(Traits const& config, Size size, std::uint64_t seed, bool integers)
      : config_(config),
        size_(size),
        random_(seed),
        integers_(integers),
        a_(operand<A>(size.M, config.a, size.ends.empty())),
        b_(operand<B>(size.N, config.b, true)),
        up_(config.gated ? lying_alike(b_, size.N) : Operand<B>{}),
        c_shift_(below(2) * 8 + below(4) / 3 * below(8)),
        c_pitch_(below(2) == 0 ? size.N + below(9) : (size.N + 7) / 8 * 8) {
    if (!size.ends.empty()) {
      c_step_ = 0;
    } else if (size.batches == 1 || below(2) == 0) {
      c_step_ = size.M * c_pitch_ + below(3) * 8;
    } else {  // each row has those of all batches
      c_step_ = c_pitch_, c_pitch_ *= size.batches;
    }
    if (size.scales) {
      auto const drawn = [&](Index count) {
        std::vector<float> factors;
        for (Index i = 0; i < count; ++i) factors.push_back(std::ldexp(1.0f, static_cast<int>(below(5)) - 2));
        return factors;
      };
      Index const parts = (size.K + part_columns - 1) / part_columns + (size.K == 0 ? 1 : 0);
      scales_.a_row = below(3) == 0 ? 0 : parts + below(3), scales_.a_part = below(3) == 0 ? 0 : 1;
      scales_.b_part = below(2);
      if (size.parts_share_scales) scales_.a_part = scales_.b_part = 0;
      scales_.b_block = below(3) == 0 ? 0 : parts;
      if (below(4) > 0) a_scales_ = drawn(scales_spanned(size.M, scales_.a_row, parts, scales_.a_part));
      Index const blocks = (size.N + scaled_block - 1) / scaled_block;
      if (!size.ends.empty()) {
        scales_.b_group =
            below(4) == 0 ? 0 : scales_spanned(blocks, scales_.b_block, parts, scales_.b_part) + below(3);
        scales_.columns_group = below(4) == 0 ? 0 : size.N + below(3);
      }
      if (below(4) > 0)
        b_scales_ = drawn(
            scales_spanned(blocks, scales_.b_block, parts, scales_.b_part, size.batches, scales_.b_group));
      if (below(4) > 0)
        column_scales_ =
            drawn(scales_spanned(size.N, Index{1}, Index{1}, Index{0}, size.batches, scales_.columns_group));
    }
    if (config.gated) epilogue_.activation = static_cast<Activation>(below(integers ? 2 : 5));
    if (!size.epilogue || is_integer(to) || config.gated) return;
    constexpr float scales[] = {-1, 0, 1, 2};
    epilogue_.alpha = scales[below(4)], epilogue_.beta = scales[below(4)];
    epilogue_.activation = static_cast<Activation>(below(integers ? 2 : 5));
    bias_of_rows_ = below(2) == 0;
    if (below(3) > 0)
      for (Index i = 0; i < (bias_of_rows_ ? size.M : size.N); ++i)
        bias_.push_back(static_cast<float>(below(9) - 4));
  }

  /// Runs it; returns what is wrong, in words: the names of defects, "refused", "value", "writes".
  std::set<std::string> run(OnHost const& on_host) {
    Buffer<unsigned char> a("A", a_.memory), b("B", b_.memory), up("B up", up_.memory);
    Index const elements = (size_.batches - 1) * c_step_ + size_.M * c_pitch_ + c_shift_ + guard;
    std::vector<Bits> before(static_cast<std::size_t>(elements));
    for (std::size_t i = 0; i < before.size(); ++i)
      before[i] = __builtin_bit_cast(Bits, convert<Result>(static_cast<float>(i * 7 % 9) - 4));
    Buffer<Bits> c = epilogue_.beta == 0 ? Buffer<Bits>("C", elements) : Buffer<Bits>("C", before);
    Buffer<float> bias("bias", bias_), a_scales("scales of A", a_scales_), b_scales("scales of B", b_scales_),
        column_scales("scales of columns", column_scales_);
    Buffer<std::int32_t> ends("ends", size_.ends);
    Scales scales = scales_;
    auto const pointer = [](Buffer<float>& x) {
      return x.size() == 0 ? nullptr : reinterpret_cast<float const*>(x.view().begin().data);
    };
    scales.a = pointer(a_scales), scales.b = pointer(b_scales), scales.columns = pointer(column_scales);
    Buffer<float> sums("sums",
                       workspace_elements(config_.tile, size_.M, size_.N, size_.batches, size_.splits));
    auto const a_view = a.view(guard, a.size() - guard), b_view = b.view(guard, b.size() - guard);
    auto const up_view = config_.gated ? up.view(guard, up.size() - guard) : up.view();
    auto const c_view = c.view(c_shift_, c.size() - c_shift_);
    GemmProblem const p{
        size_.M,
        size_.N,
        size_.K,
        {a_view.begin().data, a_.pitch, config_.a, a_.step},
        {b_view.begin().data, b_.pitch, config_.b, b_.step},
        c_view.begin().data,
        c_pitch_,
        size_.batches,
        c_step_,
        epilogue_,
        bias_.empty() ? nullptr : reinterpret_cast<float const*>(bias.view().begin().data),
        size_.splits,
        reinterpret_cast<float*>(sums.view().begin().data),
        sums.size(),
        scales,
        size_.ends.empty() ? nullptr : reinterpret_cast<std::int32_t const*>(ends.view().begin().data),
        config_.gated ? up_view.begin().data : nullptr,
        bias_of_rows_};
    auto const ran = on_host(p, {a_view, b_view, c_view, sums.view(), bias.view(), a_scales.view(),
                                 b_scales.view(), column_scales.view(), ends.view(), up_view});
    std::set<std::string> wrong;
    if (ran.message) wrong.insert("refused"), first_ = ran.message;
    for (auto const& [defect, count] : ran.report.counts) wrong.insert(name(defect));
    if (!ran.report.clean()) first_ = describe(ran.report.findings.front());
    blocks_ = ran.report.blocks, boxed_ = ran.boxed;
    std::vector<Index> place(static_cast<std::size_t>(c.size()), -1);  // the element there, or -1
    for (Index i = 0; i < size_.batches * size_.M * size_.N; ++i)
      if (size_.ends.empty() || i / (size_.M * size_.N) == group_of(i / size_.N % size_.M))
        place.at(static_cast<std::size_t>(c_shift_ + i / (size_.M * size_.N) * c_step_ +
                                          i / size_.N % size_.M * c_pitch_ + i % size_.N)) = i;
    for (Index i = 0; i < c.size(); ++i) {
      Index const which = place[static_cast<std::size_t>(i)];
      if (blocks_ > 0 && c.writes(i) != (which < 0 ? 0 : 1)) wrong.insert("writes");
      if (which < 0) continue;
      double const old = number(before[static_cast<std::size_t>(i)]);
      if (!is_right(which / (size_.M * size_.N), which / size_.N % size_.M, which % size_.N, old,
                    number(c.at(i))))
        wrong.insert("value");
    }
    return wrong;
  }
  std::string const& first() const { return first_; }  ///< of what was found
  std::uint64_t blocks() const { return blocks_; }
  bool boxed() const { return boxed_; }  ///< the result was stored box by box

 private:
  static constexpr Index part_columns = swizzle_bytes / bytes_of(element);
  static constexpr Index guard = 256;  // bytes, and elements of the result
  template <class T>
  struct Operand {
    Major major;
    Index pitch, step;
    std::vector<unsigned char> memory;
    T at(Index batch, Index line, Index k) const {
      T x;
      std::memcpy(&x, &memory[place(batch, line, k)], sizeof x);
      return x;
    }
    std::size_t place(Index batch, Index line, Index k) const {
      Index const of_memory = batch * step + (major == Major::k ? line * pitch + k : k * pitch + line);
      return static_cast<std::size_t>(guard + of_memory * Index{sizeof(T)});
    }
  };

  Index below(Index bound) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(bound)); }

  /// The group of a row, or -1: each ends where it says, but not before it begins, nor behind the last row.
  Index group_of(Index row) const {
    Index begin = 0;
    for (std::size_t group = 0; group < size_.ends.size(); ++group) {
      Index const end = std::clamp<Index>(size_.ends[group], begin, size_.M);
      if (begin <= row && row < end) return static_cast<Index>(group);
      begin = end;
    }
    return -1;
  }

  template <class T>
  Operand<T> operand(Index lines, Major major, bool steps) {
    Index const run = major == Major::k ? size_.K : lines, runs = major == Major::k ? lines : size_.K;
    Index const unit = 16 / Index{sizeof(T)};
    Index const pitch = ((run + unit - 1) / unit + below(3)) * unit;
    Index const step = steps && size_.batches > 1 && below(3) > 0 ? runs * pitch + below(2) * unit : 0;
    Operand<T> x{major, pitch, step, {}};
    x.memory.assign(
        static_cast<std::size_t>(2 * guard + ((size_.batches - 1) * step + runs * pitch) * Index{sizeof(T)}),
        0xFF);  // NaN
    return lying_alike(x, lines);
  }
  /// Another operand whose elements have the same places.
  template <class T>
  Operand<T> lying_alike(Operand<T> x, Index lines) {
    for (Index batch = 0; batch < (x.step == 0 ? 1 : size_.batches); ++batch)
      for (Index line = 0; line < lines; ++line)
        for (Index k = 0; k < size_.K; ++k) {
          T const value = drawn<T>();
          std::memcpy(&x.memory[x.place(batch, line, k)], &value, sizeof value);
        }
    return x;
  }

  static double number(Bits bits) { return convert<double>(__builtin_bit_cast(Result, bits)); }

  template <class T>
  T drawn() {
    if (is_integer(element)) return convert<T>(static_cast<float>(below(256) - 128));
    if (integers_) return convert<T>(static_cast<float>(below(5) - 2));
    float const x = static_cast<float>(below(1 << 16)) / 16384.0f - 2.0f;
    return convert<T>(std::ldexp(x, static_cast<int>(below(4)) - 2));
  }

  /// A sum of an operand B, exact, and that of its terms' magnitudes.
  struct Sum {
    double sum = 0, magnitude = 0;
  };
  Sum sum_of(Operand<B> const& b, Index batch, Index row, Index column) const {
    Sum s;
    for (Index k = 0; k < size_.K; ++k) {
      double const x = convert<double>(a_.at(batch, row, k)), y = convert<double>(b.at(batch, column, k)),
                   by = factor(batch, row, column, k / part_columns);
      s.sum += x * y * by;
      s.magnitude += counted_in_magnitude<a_type(element)>(x) * counted_in_magnitude<b_type(element)>(y) * by;
    }
    return s;
  }

  Expected wanted(Index batch, Index row, Index column, double old) const {
    auto const [sum, magnitude] = sum_of(b_, batch, row, column);
    if (config_.gated) {
      Sum const up = sum_of(up_, batch, row, column);
      return expected_gated<element, to>(size_.K, sum, magnitude, up.sum, up.magnitude, epilogue_.activation);
    }
    double const bias = bias_.empty() ? 0 : bias_[static_cast<std::size_t>(bias_of_rows_ ? row : column)];
    return expected<element, to>(size_.K, size_.splits, sum, magnitude, epilogue_, old, bias);
  }

  bool is_right(Index batch, Index row, Index column, double old, double got) const {
    auto const [value, bound] = wanted(batch, row, column, old);
    if (integers_ && !is_integer(to))
      return got == convert<double>(convert<Result>(static_cast<float>(value)));
    return std::fabs(got - value) <= bound;  // false for NaN
  }

  /// What the scales make of a product.
  double factor(Index group, Index row, Index column, Index part) const {
    auto const at = [](std::vector<float> const& x, Index i) {
      return x.empty() ? 1.0 : static_cast<double>(x[static_cast<std::size_t>(i)]);
    };
    return at(a_scales_, row * scales_.a_row + part * scales_.a_part) *
           at(b_scales_, group * scales_.b_group + column / 128 * scales_.b_block + part * scales_.b_part) *
           at(column_scales_, group * scales_.columns_group + column);
  }

  Traits config_;
  Size size_;
  std::mt19937_64 random_;
  bool integers_;
  Operand<A> a_;
  Operand<B> b_, up_;
  Index c_shift_, c_pitch_, c_step_ = 0;
  Epilogue<float> epilogue_{1, 0, Activation::none};
  bool bias_of_rows_ = false;
  std::vector<float> bias_, a_scales_, b_scales_, column_scales_;
  Scales scales_{};
  std::string first_;
  std::uint64_t blocks_ = 0;
  bool boxed_ = false;
};

/// A problem of one config.
template <class Config, Element to>
class HostProblem : public ProblemOf<Config::element, to> {
  static_assert(Config::K == swizzle_bytes / bytes_of(Config::element));

 public:
  HostProblem(Size size, std::uint64_t seed, bool integers)
      : ProblemOf<Config::element, to>(traits<Config>, size, seed, integers) {}
  std::set<std::string> run(int processors, std::uint64_t seed) {
    return ProblemOf<Config::element, to>::run([&](GemmProblem const& p, HostMemory<to> const& memory) {
      return gemm_on_host<Config, to>(p, memory, processors, seed);
    });
  }
};

}  // namespace colex::gpu::hopper
