// SPDX-License-Identifier: MIT
// Machine code to text, by LLVM's disassembler: the one that this is linked with, or, for gfx950, which it does not know, a newer one that is installed. COLEX_LLVM
// names its shared library where it lies elsewhere.
#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <cstdlib>
#include <memory>
#include <unordered_map>

#include "code/instruction.hpp"
#include "operations/failure.hpp"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace colex::code {

namespace {

struct Llvm {
  decltype(&LLVMCreateDisasmCPU) create = nullptr;
  decltype(&LLVMDisasmInstruction) read = nullptr;
  decltype(&LLVMDisasmDispose) dispose = nullptr;
};

Llvm const& linked() {
  static Llvm const all = [] {
    LLVMInitializeAMDGPUTargetInfo(), LLVMInitializeAMDGPUTargetMC(), LLVMInitializeAMDGPUDisassembler();
    return Llvm{LLVMCreateDisasmCPU, LLVMDisasmInstruction, LLVMDisasmDispose};
  }();
  return all;
}

/// LLVM 20 and newer know gfx950; its functions for C stay as they are. Without a `create` where none is installed.
Llvm const& newer() {
  static Llvm const all = [] {
    Llvm r;
    char const* const named = std::getenv("COLEX_LLVM");
    for (char const* file : {named, "libLLVM.so.22.1", "libLLVM.so.21.1", "libLLVM.so.20.1"}) {
      if (file == nullptr || r.create != nullptr) continue;
      void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) continue;
      bool whole = true;
      for (char const* what : {"TargetInfo", "TargetMC", "Disassembler"})
        if (auto* const start = reinterpret_cast<void (*)()>(
                dlsym(library, fmt::format("LLVMInitializeAMDGPU{}", what).c_str())))
          start();
        else
          whole = false;
      auto const find = [&]<class F>(F& to, char const* name) {
        to = reinterpret_cast<F>(dlsym(library, name)), whole = whole && to != nullptr;
      };
      Llvm found;
      find(found.create, "LLVMCreateDisasmCPU"), find(found.read, "LLVMDisasmInstruction"),
          find(found.dispose, "LLVMDisasmDispose");
      if (whole) r = found;
    }
    return r;
  }();
  return all;
}

bool is_branch(std::string const& name) { return name == "s_branch" || name.starts_with("s_cbranch_"); }

}  // namespace

std::vector<Instruction> disassemble(std::string const& target, Kernel const& kernel) {
  if (target != "gfx90a" && target != "gfx942" && target != "gfx950")
    throw cli::InputError("target '" + target + "': gfx90a, gfx942 and gfx950 are known");
  Llvm const& llvm = target == "gfx950" ? newer() : linked();
  if (llvm.create == nullptr)
    throw cli::InputError(
        target +
        " is disassembled by LLVM 20 or newer, of which no shared library is found: COLEX_LLVM names it");
  std::unique_ptr<void, void (*)(void*)> const by(
      llvm.create("amdgcn-amd-amdhsa", target.c_str(), nullptr, 0, nullptr, nullptr), llvm.dispose);
  if (!by) throw cli::InputError("this LLVM does not disassemble for " + target);
  std::vector<Instruction> all;
  std::vector<std::uint8_t> code = kernel.code;
  std::unordered_map<std::uint64_t, std::uint32_t> number;
  if (kernel.entry() >= code.size()) throw cli::InputError(kernel.name + " has no code behind its entry");
  for (std::size_t at = kernel.entry(); at < code.size();) {
    char text[512];
    std::uint64_t const address = kernel.address + at;
    std::size_t const size =
        llvm.read(by.get(), code.data() + at, code.size() - at, address, text, sizeof text);
    if (size == 0)
      throw cli::InputError(fmt::format("{:#x}: LLVM knows no such instruction of {}", address, target));
    try {
      all.push_back(read_instruction(text));
    } catch (cli::Failure const& why) {
      throw cli::InputError(fmt::format("{}, at {:#x}", why.message, address));
    }
    all.back().address = address, all.back().size = static_cast<std::uint32_t>(size);
    number[address] = static_cast<std::uint32_t>(all.size() - 1);
    at += size;
  }
  for (Instruction& one : all) {
    if (!is_branch(one.name)) continue;
    auto const distance = static_cast<std::int16_t>(one.operands.at(0).value);
    auto const to = number.find(one.address + 4 + static_cast<std::uint64_t>(std::int64_t{distance} * 4));
    if (to == number.end())
      throw cli::InputError(
          fmt::format("{:#x}: {}: leads to no instruction of the kernel", one.address, one.text));
    one.target = to->second;
  }
  return all;
}

}  // namespace colex::code
