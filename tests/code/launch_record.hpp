// SPDX-License-Identifier: MIT
// A launch written to files, for an executor of somebody else (tests/code/foreign_executor.py): FOLDER/N.json has the kernel, its code from the first
// instruction on, how a wave of it starts, grid, block and arguments; N-K.before and N-K.after are what the K-th array of global memory held.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "code/execute.hpp"

namespace colex::code {

class LaunchRecord {
 public:
  LaunchRecord(std::filesystem::path folder, std::string const& target, Kernel const& kernel,
               LaunchShape const& shape, std::vector<Array const*> arrays)
      : folder_(std::move(folder)), arrays_(std::move(arrays)) {
    while (std::filesystem::exists(folder_ / (std::to_string(number_) + ".json"))) ++number_;
    nlohmann::json said{{"target", target},
                        {"kernel", kernel.name},
                        {"code", kernel.code},
                        {"entry", kernel.entry()},
                        {"resources_2", kernel.resources_2},
                        {"properties", kernel.properties},
                        {"preloaded", {kernel.preloaded_from(), kernel.preloaded_dwords()}},
                        {"scratch", kernel.scratch_bytes},
                        {"lds", kernel.lds_bytes + shape.dynamic_lds},
                        {"grid", shape.grid},
                        {"block", shape.block},
                        {"arguments", shape.arguments},
                        {"argument_bytes", kernel.argument_bytes},
                        {"arrays", nlohmann::json::array()},
                        {"hidden", nlohmann::json::array()}};
    for (KernelArgument const& a : kernel.arguments)
      if (a.is_hidden()) said["hidden"].push_back({a.kind, a.offset, a.size});
    for (Array const* const array : arrays_) said["arrays"].push_back(array->address);
    std::ofstream(folder_ / (std::to_string(number_) + ".json")) << said;
    write_arrays(".before");
  }
  ~LaunchRecord() { write_arrays(".after"); }
  LaunchRecord(LaunchRecord const&) = delete;
  LaunchRecord& operator=(LaunchRecord const&) = delete;

 private:
  void write_arrays(char const* ending) const {
    std::size_t k = 0;
    for (Array const* const array : arrays_)
      std::ofstream(folder_ / (std::to_string(number_) + "-" + std::to_string(k++) + ending),
                    std::ios::binary)
          .write(reinterpret_cast<char const*>(array->bytes.data()),
                 static_cast<std::streamsize>(array->bytes.size()));
  }

  std::filesystem::path folder_;
  std::vector<Array const*> arrays_;
  std::size_t number_ = 0;
};

}  // namespace colex::code
