// SPDX-License-Identifier: MIT
// A kernel that a compiler in Python makes for a command which takes machine code: `colex inspect --triton kernels.py:add`. compile_kernel.py, which lies
// beside this program, asks the compiler in an interpreter of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace colex::cli {

struct KernelSource {
  std::string triton{}, cute_dsl{}, target{}, signature{};
  std::vector<std::string> options{};
  bool is_given() const { return !triton.empty() || !cute_dsl.empty(); }
  std::vector<std::string> words() const;  ///< that say it
};

/// Adds --triton, --cute-dsl and what they need; each excludes `file`.
void add_kernel_source(CLI::App& command, KernelSource& source, CLI::Option& file);

/// The file that a compiler made, in a folder that lives as long.
class CompiledKernel {
 public:
  /// Throws InputError with one line where the package is not installed, or the kernel is not compiled.
  explicit CompiledKernel(KernelSource const& source);

  std::string file{};
  std::uint32_t threads = 0, lds = 0;  ///< of a launch; zero where the compiler does not say

 private:
  struct Folder {
    explicit Folder(std::filesystem::path at) : path(std::move(at)) {}
    ~Folder();
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    std::filesystem::path path;
  };
  Folder folder_;
};

}  // namespace colex::cli
