// SPDX-License-Identifier: MIT
// Configs without a certificate, one for each CASE from 1, that the public calls must not compile; case 0
// does. The comment of each case lists what the first lines of the compiler's message must show.
#include "copy/copy.hpp"
#ifndef CASE  // case 0 is compiled alone
#include "gemm/gemm.hpp"
#include "permute/permute.hpp"
#endif

using namespace colex::gpu;

#if CASE == 0
struct MyCopy : CopyUnpadF32 {};
LaunchResult call(GlobalView<float const> from, GlobalView<float> to) {
  return copy<CopyUnpadF32>(from, to, 3);
}
LaunchResult by_the_other_door(GlobalView<float const> from, GlobalView<float> to) {
  return uncertified::copy<MyCopy>(from, to, 3);
}
#elif CASE == 1  // NotCertified | MyCopy | run tools/certify
struct MyCopy : CopyUnpadF32 {};  // a name that is certified is not enough
LaunchResult call(GlobalView<float const> from, GlobalView<float> to) { return copy<MyCopy>(from, to, 3); }
#elif CASE == 2  // NotCertified | MyPermute | run tools/certify
struct MyPermute : TransposeF32 {
  static constexpr char const* name = "my_permute";
};
LaunchResult call(GlobalView<float const> from, GlobalView<float> to, PermuteArray<2> const& array) {
  return permute<MyPermute>(from, to, array);
}
#elif CASE == 3  // NotCertified | MyGemm | run tools/certify
struct MyGemm : GemmF32 {
  static constexpr char const* name = "my_gemm";
};
LaunchResult call(Gemm<MyGemm> const& g) { return gemm(g); }
#endif
