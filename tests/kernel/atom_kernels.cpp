// SPDX-License-Identifier: MIT
// One kernel an atom of the target, for a device compiler; atom_code.py reads what comes out. TARGET is 90
// for gfx90a and 942 for gfx942.
#include "atom_kernel.hpp"
#include "atoms/ldmatrix.hpp"
#include "atoms/wgmma.hpp"

namespace colex::gpu::test {

template <class Kernel>
void use_one(Kernel*) {}

#if defined(__CUDACC__)
/// Moves matrices to registers and back.
template <int matrices, Order order>
__global__ void move_matrices(GlobalView<Bf16> out) {
  __shared__ Shared<Bf16, 256> tile;
  store(tile, 8 * lane_id(), load<8>(out, 8 * lane_id()));
  __syncthreads();
  auto const fragment = ldmatrix<matrices, order>(tile.view(), 8 * lane_id());
  stmatrix<matrices, order>(tile.view(), 8 * (31 - lane_id()), fragment);
  __syncthreads();
  store(out, 8 * lane_id(), load<8>(tile, 8 * lane_id()));
}

template <int matrices>
void use_moves() {
  use_one(move_matrices<matrices, Order::rows>);
  use_one(move_matrices<matrices, Order::columns>);
}

void use_atoms() {
  for_each_mma_sync([](auto form) { use_one(multiply_once<typename decltype(form)::Atom>); });
  use_moves<1>();
  use_moves<2>();
  use_moves<4>();
}
#else
void use_atoms() {
  for_each_mfma([](auto form) {
    using Form = decltype(form);
    if constexpr ((TARGET == 90 ? Form::gfx90a : Form::gfx942) != nullptr)
      use_one(multiply_once<typename Form::Atom>);
  });
}
#endif

}  // namespace colex::gpu::test
