// SPDX-License-Identifier: MIT
// Runs the Hopper GEMM on a device: `check` compares random problems with a reference in double precision,
// between guards and over poison; `bench M N K` measures it beside cuBLAS, whose library is loaded at run
// time; of all types, or of the one that is named. It runs the library's kernels, and for one type those of the C++ header as well.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/hopper_device.cpp -o hopper_device -ldl -L. -lcolex_kernels
//   ./hopper_device check [problems] [seed]      ./hopper_device bench 8192 8192 8192 [bf16]
//
// COLEX_CUBLAS names the library where it is not on the loader's path. Exit status 77: no Hopper GPU.
#include "hopper_device.hpp"

namespace colex::gpu::hopper {
namespace {

/// Sizes near the edges of boxes, tiles and clusters, small ones, and any up to 1300.
Index drawn_size(std::mt19937_64& random) {
  constexpr Index edges[] = {1,   7,   8,   31,  32,  33,  63,  64,  65,  127,
                             128, 129, 255, 256, 257, 511, 512, 513, 767, 1025};
  switch (random() % 4) {
    case 0:
      return edges[random() % (sizeof edges / sizeof *edges)];
    case 1:
      return 1 + static_cast<Index>(random() % 70);
    default:
      return 1 + static_cast<Index>(random() % 1300);
  }
}

/// `from_cpp`: by gemm.hpp, else by the library.
template <Element element, Element to, bool from_cpp = false>
bool check_problems(char const* name, int problems, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  unsigned long long checked = 0;
  int ragged = 0, exact = 0;
  float worst = 0;
  for (int i = 0; i < problems; ++i) {
    Index const M = drawn_size(random), N = drawn_size(random), K = i % 50 == 49 ? 0 : drawn_size(random);
    bool const any_major = bytes_of(element) == 2;
    Major const a = any_major && random() % 2 ? Major::line : Major::k,
                b = any_major && random() % 2 ? Major::line : Major::k;
    Index const unit = 16 / bytes_of(element);
    Index const a_gap = unit * static_cast<Index>(random() % 3),
                b_gap = unit * static_cast<Index>(random() % 3);
    Index const c_gap = random() % 2 ? static_cast<Index>(random() % 9) : (8 - N % 8) % 8;
    Index const c_shift = random() % 4 ? 0 : static_cast<Index>(random() % 8);
    Data const kind = random() % 2 ? Data::integers : Data::bell;
    Extras x{a_gap, b_gap, c_gap, c_shift};
    if (i % 3 == 1) x.batches = 1 + static_cast<Index>(random() % 4);
    if (i % 4 == 1) x.splits = 1 + static_cast<Index>(random() % 12);
    if (i % 5 > 2 && !is_integer(to)) {
      constexpr float scales[] = {-1, 0, 1, 2};
      x.epilogue = {scales[random() % 4], scales[random() % 4],
                    static_cast<Activation>(random() % (kind == Data::integers ? 2 : 5))};
      x.bias = random() % 3 > 0, x.bias_of_rows = random() % 2 == 0;
    }
    Problem<element> problem(M, N, K, a, b, x);
    problem.draw(random(), kind);
    problem.template draw_result<to>(random(), kind);
    int shape = static_cast<int>(random() % (tile_shape_count + 1)) - 1;
    if (shape != any_shape && !takes(tile_shapes[shape], element, b)) shape = any_shape;
    char const* refused = nullptr;
    if constexpr (from_cpp)
      refused = gemm_of_shape<element, to>(problem.p, shape).message;
    else
      refused = LibraryCall<element>(problem.p, shape).start();
    if (refused != nullptr) {
      std::printf("FAIL %s: %s\n", name, refused);
      return false;
    }
    check(cudaGetLastError(), "gemm");
    unsigned long long guards = 0;
    Verdict const v = verdict_of<element, to>(problem, 1, kind, guards);
    checked += v.checked;
    worst = std::max(worst, v.worst);
    ragged += M % 128 != 0 || N % 256 != 0;
    exact += kind == Data::integers;
    if (v.wrong != 0 || guards != 0 || v.checked != static_cast<unsigned long long>(x.batches * M * N)) {
      std::printf(
          "FAIL %s: problem %d: batches %lld, splits %lld, tile %d, alpha %g, beta %g, activation %d, bias "
          "%d %d, M %lld N %lld K %lld, majors %d %d, pitches %lld %lld %lld: %llu of %llu "
          "elements "
          "wrong, %llu bytes outside written\n",
          name, i, static_cast<long long>(x.batches), static_cast<long long>(x.splits), shape,
          static_cast<double>(x.epilogue.alpha), static_cast<double>(x.epilogue.beta),
          static_cast<int>(x.epilogue.activation), static_cast<int>(x.bias), static_cast<int>(x.bias_of_rows),
          static_cast<long long>(M), static_cast<long long>(N), static_cast<long long>(K),
          static_cast<int>(a), static_cast<int>(b), static_cast<long long>(problem.p.a.pitch),
          static_cast<long long>(problem.p.b.pitch), static_cast<long long>(problem.p.c_pitch), v.wrong,
          v.checked, guards);
      return false;
    }
  }
  std::printf(
      "ok   %s: %d problems (%d ragged, %d of exact integers), %llu elements; largest error %.3f of the "
      "bound\n",
      name, problems, ragged, exact, checked, worst);
  return true;
}

/// Measures colex and cuBLAS in turns, after comparing about a million elements with the reference.
template <Element element, Element to>
bool bench(char const* name, Cublas const& cublas, Index M, Index N, Index K, Major a, Major b) {
  Problem<element> ours(M, N, K, a, b, Extras{.c_gap = (8 - N % 8) % 8});
  ours.draw(1, Data::bell);
  LibraryCall<element> const call(ours.p);
  auto const run = [&] {
    if (char const* const refused = call.start()) {
      std::printf("FAIL: %s\n", refused);
      std::exit(1);
    }
  };
  run();
  unsigned long long guards = 0;
  Verdict const v = verdict_of<element, to>(ours, M * N / 1000000 + 1, Data::bell, guards);
  bool const right = v.wrong == 0 && guards == 0;

  bool const beside = cublas.gemm != nullptr && !is_8_bit_float(element) && !is_8_bit_float(to);
  Memory other(beside ? ours.c.bytes : 0, poison);
  GemmProblem theirs = ours.p;
  theirs.c = other.data + guard;
  auto const run_theirs = [&] {
    if (!cublas.run(theirs, cublas_type(element), to == Element::f32)) {
      std::puts("FAIL: cublasGemmEx");
      std::exit(1);
    }
  };
  double const flops = 2.0 * static_cast<double>(M) * static_cast<double>(N) * static_cast<double>(K);
  std::printf("%s %s %c%c %lld x %lld x %lld:", right ? "ok  " : "FAIL", name, a == Major::k ? 'k' : 'm',
              b == Major::k ? 'k' : 'n', static_cast<long long>(M), static_cast<long long>(N),
              static_cast<long long>(K));
  // A large product draws all the power there is: then clocks fall, and what is measured is work for a joule.
  // So once in bursts of about 10 ms after a rest, once without any rest.
  for (bool const rests : {true, false}) {
    auto const measured = [&](auto const& product) {
      if (rests) {
        check(cudaDeviceSynchronize(), "rest");
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        milliseconds(product, 2);
      }
      return milliseconds(product, std::clamp(static_cast<int>((rests ? 6e12 : 2e13) / flops), 3, 300));
    };
    std::vector<float> mine, other_times;
    for (int round = 0; round < 9; ++round) {
      float const x = measured(run), y = beside ? measured(run_theirs) : 0;
      if (round < 2) continue;
      mine.push_back(x);
      other_times.push_back(y);
    }
    std::printf(" %s %6.1f", rests ? "burst" : "sustained", flops / median(mine) / 1e9);
    if (beside)
      std::printf(" TFLOP/s, cuBLAS %6.1f, ratio %.3f;", flops / median(other_times) / 1e9,
                  median(other_times) / median(mine));
    else
      std::printf(" TFLOP/s;");
  }
  std::printf(" %llu of %llu wrong, error <= %.3f of the bound\n", v.wrong, v.checked, v.worst);
  return right;
}

int run(std::vector<std::string> const& arguments) {
  constexpr Element bf16 = Element::bf16, f16 = Element::f16, e4m3 = Element::e4m3, tf32 = Element::tf32,
                    f32 = Element::f32, i8 = Element::i8, i32 = Element::i32, e4m3acc = Element::e4m3acc,
                    bf16f32 = Element::bf16f32, f16f32 = Element::f16f32, e5m2e4m3acc = Element::e5m2e4m3acc,
                    e4m3e5m2acc = Element::e4m3e5m2acc, bf16toe4m3 = Element::bf16toe4m3,
                    e4m3acctoe4m3 = Element::e4m3acctoe4m3, e4m3accf32 = Element::e4m3accf32,
                    e4m3accf16 = Element::e4m3accf16;
  if (!arguments.empty() && arguments[0] == "check") {
    int const problems = arguments.size() > 1 ? std::atoi(arguments[1].c_str()) : 300;
    std::uint64_t const seed = arguments.size() > 2 ? std::strtoull(arguments[2].c_str(), nullptr, 10) : 1;
    bool right = check_problems<bf16, bf16>("bf16", problems, seed);
    right &= check_problems<f16, f16>("f16", problems, seed + 1);
    right &= check_problems<e4m3, bf16>("e4m3", problems, seed + 2);
    right &= check_problems<tf32, f32>("tf32", problems, seed + 3);
    right &= check_problems<i8, i32>("i8", problems, seed + 4);
    right &= check_problems<e4m3acc, bf16>("e4m3acc", problems, seed + 5);
    right &= check_problems<bf16f32, f32>("bf16 into f32", problems, seed + 6);
    right &= check_problems<f16f32, f32>("f16 into f32", problems, seed + 7);
    right &= check_problems<e5m2e4m3acc, bf16>("e5m2 by e4m3", problems, seed + 8);
    right &= check_problems<e4m3e5m2acc, bf16>("e4m3 by e5m2", problems, seed + 9);
    right &= check_problems<bf16toe4m3, e4m3>("bf16 into e4m3", problems, seed + 10);
    right &= check_problems<e4m3acctoe4m3, e4m3>("e4m3acc into e4m3", problems, seed + 11);
    right &= check_problems<e4m3accf32, f32>("e4m3acc into f32", problems, seed + 12);
    right &= check_problems<e4m3accf16, f16>("e4m3acc into f16", problems, seed + 13);
    right &= check_problems<tf32, f32, true>("tf32 from C++", problems, seed + 14);
    return right ? 0 : 1;
  }
  if ((arguments.size() == 4 || arguments.size() == 5) && arguments[0] == "bench") {
    Index const M = std::atoll(arguments[1].c_str()), N = std::atoll(arguments[2].c_str()),
                K = std::atoll(arguments[3].c_str());
    if (M < 1 || N < 1 || K < 1) return 2;
    Cublas const cublas;
    if (cublas.gemm == nullptr) std::puts("SKIP: no cuBLAS library was found: nothing is measured beside");
    bool right = true, named = false;
    auto const wants = [&](char const* type) {
      bool const wanted = arguments.size() == 4 || arguments[4] == type;
      named |= wanted;
      return wanted;
    };
    if (wants("bf16"))
      for (Major a : {Major::k, Major::line})
        for (Major b : {Major::k, Major::line}) right &= bench<bf16, bf16>("bf16", cublas, M, N, K, a, b);
    if (wants("bf16 into f32"))
      for (Major a : {Major::k, Major::line})
        right &= bench<bf16f32, f32>("bf16 into f32", cublas, M, N, K, a, a);
    Major const k = Major::k;
    if (wants("f16")) right &= bench<f16, f16>("f16 ", cublas, M, N, K, k, k);
    if (wants("e4m3")) right &= bench<e4m3, bf16>("e4m3", cublas, M, N, K, k, k);
    if (wants("e4m3acc")) right &= bench<e4m3acc, bf16>("e4m3acc", cublas, M, N, K, k, k);
    if (wants("e4m3acc into f32")) right &= bench<e4m3accf32, f32>("e4m3acc into f32", cublas, M, N, K, k, k);
    if (wants("tf32")) right &= bench<tf32, f32>("tf32", cublas, M, N, K, k, k);
    if (wants("i8")) right &= bench<i8, i32>("i8  ", cublas, M, N, K, k, k);
    if (!named) std::printf("FAIL: no type %s\n", arguments[4].c_str());
    return right && named ? 0 : 1;
  }
  std::puts("usage: hopper_device check [problems] [seed] | bench M N K [type]");
  return 2;
}

}  // namespace
}  // namespace colex::gpu::hopper

int main(int count, char** arguments) {
  cudaDeviceProp properties;
  int driver = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.major != 9) {
    std::puts("SKIP: no Hopper GPU: nothing was run");
    return 77;
  }
  cudaDriverGetVersion(&driver);
  std::printf("%s, CUDA driver %d.%d\n", properties.name, driver / 1000, driver % 1000 / 10);
  return colex::gpu::hopper::run({arguments + 1, arguments + count});
}
