// SPDX-License-Identifier: MIT
// AMD's code objects: what an ELF file says of its kernels. The layout of kernel descriptors and of the metadata is that of
// LLVM's AMDGPU usage guide, code object V3 to V6.
//
//   CodeObject const object = read_code_object("gemm.co", bytes);
//   object.kernel("gemm_kernel").lds_bytes      65536
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace colex::code {

inline constexpr std::size_t kMostCodeObjectBytes = std::size_t{64} << 20;

/// An argument as the metadata lists it. Offset and size are in bytes.
struct KernelArgument {
  std::uint32_t offset = 0, size = 0;
  std::string kind{};  ///< "by_value", "global_buffer", "hidden_block_count_x" and so on
  std::string name{};  ///< may be empty
  bool is_hidden() const { return kind.starts_with("hidden_"); }
};

/// A kernel: its code, and how a wave of it starts.
struct Kernel {
  std::string name{};
  std::uint64_t address = 0;         ///< of its first instruction
  std::vector<std::uint8_t> code{};  ///< to the end of its symbol
  std::vector<KernelArgument> arguments{};
  std::uint32_t argument_bytes = 0, lds_bytes = 0, scratch_bytes = 0;
  std::uint32_t most_threads = 0;                  ///< of a block; 0 where the metadata does not say
  std::uint32_t resources_1 = 0, resources_2 = 0;  ///< compute_pgm_rsrc1 and 2
  std::uint16_t properties = 0;                    ///< kernel_code_properties: which scalar registers are set
  /// Arguments that are in scalar registers at the start: dwords, and from bit 7 the first of them.
  std::uint16_t preloaded = 0;
  unsigned preloaded_dwords() const { return preloaded & 127u; }
  unsigned preloaded_from() const { return preloaded >> 7; }
  /// Bytes to the first instruction. Firmware that does not preload starts before it, at code that loads the arguments, which is not looked at.
  std::size_t entry() const { return preloaded_dwords() != 0 ? 256 : 0; }
};

struct CodeObject {
  std::string target{};  ///< "gfx942"
  std::vector<Kernel> kernels{};
  /// The kernel of that name, or the only one whose name contains it. Throws InputError where there is none or are several.
  Kernel const& kernel(std::string const& name) const;
};

/// Reads the bytes of the file of that name. Throws InputError, which names file and place, where it is none of AMD's code
/// objects, or damaged.
CodeObject read_code_object(std::string const& file, std::string const& bytes);

}  // namespace colex::code
