// SPDX-License-Identifier: MIT
// Products are added in the order of k, each rounded once, as the host platform does it; the manual does not say what the hardware does.
#include "code/matrix.hpp"

#include <cstring>
#include <type_traits>

#include "atoms/element_table.hpp"
#include "atoms/mfma_forms.hpp"
#include "code/wave.hpp"
#include "operations/failure.hpp"
#include "platform/number_types.hpp"

namespace colex::code {

namespace {

/// How many registers of a lane hold so many elements.
template <class T>
constexpr unsigned registers(int elements) {
  return static_cast<unsigned>(elements) * sizeof(T) / sizeof(Word);
}

/// Element v of a lane.
template <class T>
T element(Wave::Rows rows, unsigned lane, int v) {
  unsigned char bytes[sizeof(T) < 4 ? 4 : sizeof(T)];
  std::size_t const first = static_cast<std::size_t>(v) * sizeof(T), at = first % 4;
  for (std::size_t k = 0; k < (sizeof(T) + 3) / 4; ++k)
    std::memcpy(bytes + 4 * k, &rows[first / 4 + k][lane], 4);
  T r;
  std::memcpy(&r, bytes + at, sizeof r);
  return r;
}

// Several versions, so that where the processor has fused multiply-adds the loop is of those.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define COLEX_FUSED __attribute__((target_clones("fma", "default")))
#else
#define COLEX_FUSED
#endif

#define COLEX_SUMS(C, fused)                                                            \
  COLEX_FUSED void add_products(C const* a, C const* b, C* c, int rows, int k_extent) { \
    for (int k = 0; k < k_extent; ++k)                                                  \
      for (int n = 0; n < rows; ++n)                                                    \
        for (int m = 0; m < rows; ++m) {                                                \
          C const x = a[k * rows + m], y = b[k * rows + n];                             \
          C& sum = c[n * rows + m];                                                     \
          sum = fused;                                                                  \
        }                                                                               \
  }
COLEX_SUMS(float, __builtin_fmaf(x, y, sum))
COLEX_SUMS(double, __builtin_fma(x, y, sum))
COLEX_SUMS(std::int32_t,
           static_cast<std::int32_t>(static_cast<Word>(x) * static_cast<Word>(y) + static_cast<Word>(sum)))
#undef COLEX_SUMS

template <class Atom>
void multiply(Wave& wave, Instruction const& i) {
  using A = typename Atom::A;
  using B = typename Atom::B;
  using C = typename Atom::C;
  constexpr int R = Atom::M, K = Atom::K, blocks = Atom::blocks;
  static std::vector<int> const a_table = gpu::element_table(Atom::a_layout),
                                c_table = gpu::element_table(Atom::c_layout);
  constexpr unsigned a_registers = registers<A>(Atom::a_values), c_registers = registers<C>(Atom::c_values);
  alignas(64) static thread_local Word room[c_registers][kLanes];
  Word unused[1][kLanes];
  std::uint64_t factors = kAllLanes, defined = kAllLanes;
  alignas(64) C a[R * K * blocks], b[R * K * blocks], c[R * R * blocks];
  auto const gather = [&]<class T>(std::type_identity<T>, Operand const& o, C* to) {
    Operand registers_only = o;
    if (o.from == From::constant) registers_only.from = From::off;  // refused by matrix()
    auto const rows = wave.matrix(registers_only, a_registers, unused, factors);
    for (int v = 0; v < Atom::a_values; ++v)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        to[a_table[lane + static_cast<std::size_t>(kLanes * v)]] = gpu::convert<C>(element<T>(rows, lane, v));
  };
  gather(std::type_identity<A>{}, i.operands[1], a);
  gather(std::type_identity<B>{}, i.operands[2], b);
  auto const old = wave.matrix(i.operands[3], c_registers, room, defined);
  for (int v = 0; v < Atom::c_values; ++v)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      c[c_table[lane + static_cast<std::size_t>(kLanes * v)]] = element<C>(old, lane, v);
  for (int block = 0; block < blocks; ++block)
    add_products(a + block * R * K, b + block * R * K, c + block * R * R, R, K);
  for (int v = 0; v < Atom::c_values; ++v)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Word words[sizeof(C) / 4];
      std::memcpy(words, &c[c_table[lane + static_cast<std::size_t>(kLanes * v)]], sizeof(C));
      for (std::size_t k = 0; k < sizeof(C) / 4; ++k)
        room[static_cast<std::size_t>(v) * sizeof(C) / 4 + k][lane] = words[k];
    }
  wave.put_matrix(i.operands[0], c_registers, room, factors == kAllLanes ? defined : 0);
}

}  // namespace

std::vector<MatrixRow> matrix_rows() {
  std::vector<MatrixRow> rows;
  auto const name = [](char const* text) { return std::string(text == nullptr ? "" : text); };
  gpu::for_each_mfma([&]<class Form>(Form) {
    using Atom = typename Form::Atom;
    if constexpr (std::is_same_v<typename Atom::A, gpu::Tf32>)
      rows.push_back({name(Form::gfx90a), name(Form::gfx942), [](Wave&, Instruction const&) {
                        throw cli::InputError("how operands of xf32 are rounded is not known");
                      }});
    else
      rows.push_back({name(Form::gfx90a), name(Form::gfx942), multiply<Atom>});
  });
  return rows;
}

}  // namespace colex::code
