// SPDX-License-Identifier: MIT
// Certifies a config of the copy kernel that is a user's own, in the user's own program and directory:
//
//   #include "copy/certify_own.hpp"
//   #include "my_copy.hpp"
//   COLEX_CERTIFY_COPY(MyCopy, "my_copy.hpp")
//
// The program proves what `colex certify` proves of shipped configs, and writes two files into the folder that
// it is given: my_copy.json, the certificate, and my_copy.certified.hpp. Who includes the latter can call
// copy<MyCopy>(), until the config or the kernel's sources are edited.
//
//   certify_my_copy FOLDER          exit status 0 when the config is certified, 1 when it is not
//   certify_my_copy --check FILE    0 when the certificate holds, 1 with what is wrong, 2 for no certificate
//
// examples/own_copy_config is a whole project.
#pragma once

#include "copy/copy_proof.hpp"

namespace colex::gpu {

/// A user's config: the proofs of it alone, the name of its type, and the header that defines it.
struct OwnCopy {
  KernelProof proof;
  char const *type, *header;
};

/// The program; its exit status.
int certify_own_copy(OwnCopy const& own, int argc, char const* const* argv);

/// The header that lets the config pass the gate, for a valid certificate.
std::string own_certificate_header(OwnCopy const& own, nlohmann::ordered_json const& certificate);

}  // namespace colex::gpu

#define COLEX_CERTIFY_COPY(Config, header)                                                                  \
  int main(int argc, char** argv) {                                                                         \
    return colex::gpu::certify_own_copy({colex::gpu::copy_proof_of<std::tuple<Config>>(), #Config, header}, \
                                        argc, argv);                                                        \
  }
