// SPDX-License-Identifier: MIT
#include "kernels.hpp"

#include "copy/copy_proof.hpp"
#ifndef COLEX_DEMO
#include "gemm/gemm_proof.hpp"
#include "hopper/hopper_proof.hpp"
#include "permute/permute_proof.hpp"
#include "strided_copy/strided_copy_proof.hpp"
#include "transpose/transpose_proof.hpp"
#endif

namespace colex::gpu {

namespace {
constexpr KernelProof copy_proof = copy_proof_of<CopyConfigs>();
constexpr KernelProof const* kernels[] = {&copy_proof,
#ifndef COLEX_DEMO  // the program of tools/demo has no other
                                          &permute_proof, &strided_copy_proof, &transpose_proof,
                                          &gemm_proof,    &hopper_proof
#endif
};
}  // namespace

Kernels kernel_proofs() { return kernels; }

std::vector<std::string> certified_configs() {
  std::vector<std::string> all;
  for (KernelProof const* kernel : kernels)
    for (auto const& name : kernel->configs()) all.push_back(name);
  return all;
}

nlohmann::ordered_json parameters_of(std::string const& config) {
  KernelProof const* const kernel = kernel_of(config, kernels);
  return kernel == nullptr ? nlohmann::ordered_json() : kernel->describe(config);
}

}  // namespace colex::gpu
