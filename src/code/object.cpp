// SPDX-License-Identifier: MIT
// ELF is read by LLVM's library, which checks each offset, and the metadata by nlohmann's reader of MessagePack.
#include "code/object.hpp"

#include <fmt/format.h>
#include <llvm/Object/ELF.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "operations/failure.hpp"

namespace colex::code {

namespace {

using cli::InputError;
using cli::Json;
using File = llvm::object::ELFFile<llvm::object::ELF64LE>;
constexpr unsigned kMetadataNote = 32;  // NT_AMDGPU_METADATA
constexpr std::size_t kDescriptorBytes = 64;

struct Reader {
  std::string const& file;

  [[noreturn]] void fail(std::string const& why) const { throw InputError(file + ": " + why); }
  template <class T>
  T take(llvm::Expected<T> value, char const* what) const {
    if (value) return std::move(*value);
    fail(fmt::format("{}: {}", what, llvm::toString(value.takeError())));
  }

  /// Size bytes at an address, from the one section with contents that holds them.
  llvm::ArrayRef<std::uint8_t> bytes_at(File const& elf, std::uint64_t address, std::uint64_t size,
                                        std::string const& what) const {
    for (auto const& section : take(elf.sections(), "the table of sections")) {
      std::uint64_t const first = section.sh_addr, extent = section.sh_size;
      if (section.sh_type != llvm::ELF::SHT_PROGBITS || address < first || address - first > extent) continue;
      if (size > extent - (address - first)) continue;
      return take(elf.getSectionContents(section), "a section").slice(address - first, size);
    }
    fail(fmt::format("{} at {:#x}, {} bytes: in no section", what, address, size));
  }

  Json metadata(File const& elf) const {
    for (auto const& section : take(elf.sections(), "the table of sections")) {
      if (section.sh_type != llvm::ELF::SHT_NOTE) continue;
      llvm::Error error = llvm::Error::success();
      for (auto const& note : elf.notes(section, error)) {
        if (note.getName() != "AMDGPU" || note.getType() != kMetadataNote) continue;
        auto const words = note.getDesc(4);
        Json const read = Json::from_msgpack(words.begin(), words.end(), true, false);
        llvm::consumeError(std::move(error));
        if (read.is_discarded()) fail("the metadata is no MessagePack");
        return read;
      }
      if (error) fail("a note: " + llvm::toString(std::move(error)));
    }
    fail("no metadata of kernels: not a code object of AMD in version 3 or later");
  }

  template <class T>
  T member(Json const& of, char const* name, std::string const& where, T otherwise) const {
    auto const found = of.find(name);
    if (found == of.end()) return otherwise;
    if constexpr (std::is_integral_v<T>) {
      if (!found->is_number_unsigned() ||
          found->template get<std::uint64_t>() > std::numeric_limits<T>::max())
        fail(fmt::format("{} is no number of that size, of {}", name, where));
    } else {
      if (!found->is_string()) fail(fmt::format("{} is no text, of {}", name, where));
    }
    return found->template get<T>();
  }

  /// The list of that name; each entry must be an object.
  std::vector<Json> list(Json const& of, char const* name, std::string const& where) const {
    auto const found = of.find(name);
    if (found == of.end()) return {};
    if (!found->is_array()) fail(fmt::format("{} is no list, of {}", name, where));
    for (Json const& one : *found)
      if (!one.is_object()) fail(fmt::format("an entry of {} is no map, of {}", name, where));
    return *found;
  }

  Kernel described(Json const& entry) const {
    Kernel k;
    k.name = member(entry, ".name", "a kernel", std::string());
    if (k.name.empty()) fail("a kernel without a name");
    if (member(entry, ".wavefront_size", k.name, std::uint32_t{64}) != 64)
      fail("waves of other than 64 lanes, of " + k.name);
    k.argument_bytes = member(entry, ".kernarg_segment_size", k.name, std::uint32_t{0});
    k.most_threads = member(entry, ".max_flat_workgroup_size", k.name, std::uint32_t{0});
    if (k.argument_bytes > 65536) fail(fmt::format("{} bytes of arguments, of {}", k.argument_bytes, k.name));
    for (Json const& one : list(entry, ".args", k.name)) {
      KernelArgument const a{
          member(one, ".offset", k.name, std::uint32_t{0}), member(one, ".size", k.name, std::uint32_t{0}),
          member(one, ".value_kind", k.name, std::string()), member(one, ".name", k.name, std::string())};
      if (a.offset > k.argument_bytes || a.size > k.argument_bytes - a.offset)
        fail(fmt::format("the argument at {} has {} bytes, where there are {}, of {}", a.offset, a.size,
                         k.argument_bytes, k.name));
      k.arguments.push_back(a);
    }
    return k;
  }

  struct Symbol {
    std::uint64_t address, size;
  };
  Symbol symbol(File const& elf, std::string const& name) const {
    for (auto const& section : take(elf.sections(), "the table of sections")) {
      if (section.sh_type != llvm::ELF::SHT_SYMTAB && section.sh_type != llvm::ELF::SHT_DYNSYM) continue;
      auto const names = take(elf.getStringTableForSymtab(section), "the names of symbols");
      for (auto const& one : take(elf.symbols(&section), "the table of symbols"))
        if (take(one.getName(names), "a symbol's name") == name && one.st_shndx != llvm::ELF::SHN_UNDEF)
          return {one.st_value, one.st_size};
    }
    fail("no symbol " + name);
  }

  void read_code(File const& elf, Kernel& k, std::string const& descriptor_name) const {
    Symbol const at = symbol(elf, descriptor_name);
    auto const bytes = bytes_at(elf, at.address, kDescriptorBytes, "the descriptor " + descriptor_name);
    auto const field = [&]<class T>(std::size_t offset, T& value) {
      std::memcpy(&value, bytes.data() + offset, sizeof value);
    };
    std::int64_t entry = 0;
    field(0, k.lds_bytes), field(4, k.scratch_bytes), field(16, entry);
    field(48, k.resources_1), field(52, k.resources_2), field(56, k.properties), field(58, k.preloaded);
    k.address = at.address + static_cast<std::uint64_t>(entry);
    if (k.preloaded_dwords() > 16)
      fail(fmt::format("{} dwords of arguments in registers, 16 at most, of {}", k.preloaded_dwords(),
                       k.name));
    Symbol const code = symbol(elf, k.name);
    if (code.address != k.address)
      fail(fmt::format("the descriptor starts the kernel at {:#x}, the symbol is at {:#x}, of {}", k.address,
                       code.address, k.name));
    auto const text = bytes_at(elf, code.address, code.size, "the code of " + k.name);
    if (text.size() % 4 != 0 || text.empty())
      fail(fmt::format("{} bytes of code, of {}", text.size(), k.name));
    k.code.assign(text.begin(), text.end());
  }

  CodeObject read(std::string const& bytes) const {
    auto const elf = take(File::create(bytes), "ELF");
    if (elf.getHeader().e_ident[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
        elf.getHeader().e_ident[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB ||
        elf.getHeader().e_machine != llvm::ELF::EM_AMDGPU)
      fail("not a code object of AMD: the machine is another");
    Json const about = metadata(elf);
    if (!about.is_object()) fail("the metadata is no map");
    CodeObject object;
    object.target = member(about, "amdhsa.target", "the metadata", std::string());
    object.target = object.target.substr(object.target.rfind('-') + 1);
    object.target = object.target.substr(0, object.target.find(':'));
    for (Json const& entry : list(about, "amdhsa.kernels", "the metadata")) {
      object.kernels.push_back(described(entry));
      Kernel& k = object.kernels.back();
      read_code(elf, k, member(entry, ".symbol", k.name, k.name + ".kd"));
    }
    if (object.kernels.empty()) fail("no kernel");
    return object;
  }
};

}  // namespace

Kernel const& CodeObject::kernel(std::string const& name) const {
  std::vector<Kernel const*> like;
  for (Kernel const& one : kernels) {
    if (one.name == name) return one;
    if (one.name.find(name) != std::string::npos) like.push_back(&one);
  }
  if (like.size() == 1) return *like.front();
  std::string text;
  for (std::size_t n = 0; Kernel const& one : kernels)
    if (n < 8 && (like.empty() || one.name.find(name) != std::string::npos))
      text += (n++ ? ", " : "") + one.name;
  throw InputError(fmt::format("{} is named '{}'; {}: {}",
                               like.empty() ? "no kernel" : "more than one kernel", name,
                               like.empty() ? "there are" : "they are", text));
}

CodeObject read_code_object(std::string const& file, std::string const& bytes) {
  return Reader{file}.read(bytes);
}

}  // namespace colex::code
