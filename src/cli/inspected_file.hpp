// SPDX-License-Identifier: MIT
// The kernels of a file of machine code or of PTX, whichever of the two it is, and facts of their arguments.
#pragma once

#include <string>
#include <vector>

#include "cli/launch_words.hpp"
#include "code/inspect.hpp"
#include "code/ptx/module.hpp"

namespace colex::cli {

class InspectedFile {
 public:
  explicit InspectedFile(std::string const& file);
  /// The kernel of that name, or all.
  std::vector<std::string> asked(std::string const& kernel) const;
  bool has(std::string const& kernel) const;
  /// `facts`: "N % 8 == 0". The file must outlive it.
  code::Inspector inspect(std::string const& kernel, code::InspectOptions const& options,
                          std::vector<std::string> const& facts) const;
  /// By the executor.
  code::Report executed(LaunchWords const& launch) const;
  std::uint32_t blocks_of_cluster(std::string const& kernel) const {
    return is_ptx_ ? module_.entry(kernel).cluster[0] : 1;
  }
  bool is_ptx() const { return is_ptx_; }
  /// The bytes of AMD's machine code; none of PTX.
  std::string machine_code(std::string const& kernel) const;
  std::string const& target() const { return is_ptx_ ? module_.target : object_.target; }
  std::string const& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  bool is_ptx_ = false;
  code::CodeObject object_{};
  code::ptx::Module module_{};
  std::vector<std::string> names_{};
};

}  // namespace colex::cli
