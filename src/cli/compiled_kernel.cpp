// SPDX-License-Identifier: MIT
#include "cli/compiled_kernel.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/streams.hpp"
#include "cli/system.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

void add_kernel_source(CLI::App& command, KernelSource& source, CLI::Option& file) {
  auto* const group =
      command.add_option_group("compiled", "A kernel that is compiled first, without a device");
  CLI::Option* const triton =
      group->add_option("--triton", source.triton, "FILE.py:KERNEL, compiled by Triton");
  CLI::Option* const cute = group->add_option("--cute-dsl", source.cute_dsl,
                                              "FILE.py:FUNCTION with @cute.jit, compiled by CuTe DSL");
  triton->excludes(&file, cute), cute->excludes(&file);
  group->add_option("--target", source.target, "What it is compiled for, such as sm_90 or gfx942");
  group->add_option("--signature", source.signature,
                    "Its parameters in order: of Triton types and constants, '*fp32:16, i32, 1024'; of CuTe "
                    "DSL tensors and numbers, 'f32[256,256], i32:8'");
  group->add_option("--option", source.options, "An option of Triton's compiler, num_warps=8")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::vector<std::string> KernelSource::words() const {
  std::vector<std::string> r = triton.empty() ? std::vector<std::string>{"--cute-dsl", cute_dsl}
                                              : std::vector<std::string>{"--triton", triton};
  r.insert(r.end(), {"--target", target, "--signature", signature});
  for (std::string const& option : options) r.insert(r.end(), {"--option", option});
  return r;
}

CompiledKernel::CompiledKernel(KernelSource const& source) : folder_{make_folder()} {
  bool const is_triton = !source.triton.empty();
  char const* const variable = is_triton ? "COLEX_TRITON_PYTHON" : "COLEX_CUTE_PYTHON";
  char const* const named = std::getenv(variable);
  std::string const python = named == nullptr ? "python3" : named,
                    compiler = is_triton ? "triton" : "cute-dsl";
  if (source.target.empty())
    throw InputError(
        fmt::format("--{}: --target is needed, such as sm_90{}", compiler, is_triton ? " or gfx942" : ""));
  auto const helper = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "compile_kernel.py";
  std::vector<std::string> words{python,
                                 helper.string(),
                                 compiler,
                                 is_triton ? source.triton : source.cute_dsl,
                                 folder_.path.string(),
                                 "--target=" + source.target,
                                 "--signature=" + source.signature};
  for (std::string const& option : source.options) words.push_back("--option=" + option);
  int const status = run_program(words);
  auto const answer = folder_.path / "answer.json";
  if (status != 0 || !std::filesystem::exists(answer))
    throw InputError(
        fmt::format("--{}: {} ended with status {}; {} names an interpreter that has the package", compiler,
                    python, status, variable));
  auto const said = nlohmann::json::parse(read_file("inspect", answer.string(), std::size_t{1} << 20));
  if (said.contains("why"))
    throw InputError(fmt::format("--{}: {}", compiler, said["why"].get<std::string>()));
  file = said["file"].get<std::string>();
  threads = said.value("threads", 0u), lds = said.value("lds", 0u);
}

CompiledKernel::Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace colex::cli
