// SPDX-License-Identifier: MIT
// Machine code to text, by LLVM's disassembler.
#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

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

bool is_branch(std::string const& name) { return name == "s_branch" || name.starts_with("s_cbranch_"); }

}  // namespace

std::vector<Instruction> disassemble(std::string const& target, Kernel const& kernel) {
  static bool const ready = [] {
    LLVMInitializeAMDGPUTargetInfo(), LLVMInitializeAMDGPUTargetMC(), LLVMInitializeAMDGPUDisassembler();
    return true;
  }();
  static_cast<void>(ready);
  if (target != "gfx90a" && target != "gfx942" && target != "gfx950")
    throw cli::InputError("target '" + target + "': gfx90a, gfx942 and gfx950 are known");
  std::unique_ptr<void, void (*)(void*)> const by(
      LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", target.c_str(), nullptr, 0, nullptr, nullptr),
      LLVMDisasmDispose);
  if (!by) throw cli::InputError("this LLVM does not disassemble for " + target);
  std::vector<Instruction> all;
  std::vector<std::uint8_t> code = kernel.code;
  std::unordered_map<std::uint64_t, std::uint32_t> number;
  if (kernel.entry() >= code.size()) throw cli::InputError(kernel.name + " has no code behind its entry");
  for (std::size_t at = kernel.entry(); at < code.size();) {
    char text[512];
    std::uint64_t const address = kernel.address + at;
    std::size_t const size =
        LLVMDisasmInstruction(by.get(), code.data() + at, code.size() - at, address, text, sizeof text);
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
