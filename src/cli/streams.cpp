// SPDX-License-Identifier: MIT
#include "cli/streams.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "operations/read.hpp"

namespace colex::cli {

void put(std::string const& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    throw InputError("cannot write the answer");
}

void flush() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw InputError("cannot write the answer");
}

int asked(char const* before, std::function<int()> const& ask) {
  try {
    return ask();
  } catch (Failure const& failure) {
    if (failure.is_input()) throw;
    std::fprintf(stderr, "%s%s\n", before, failure.what());
    return kNo;
  }
}

std::string read_input(std::size_t most) {
  std::string text;
  char block[1 << 16];
  while (std::size_t const got = std::fread(block, 1, sizeof block, stdin)) {
    if (text.size() + got > most)
      throw InputError("standard input is longer than " + std::to_string(most) + " bytes");
    text.append(block, got);
  }
  if (std::ferror(stdin) != 0) throw InputError("cannot read standard input");
  return text;
}

std::string read_file(char const* command, std::string const& path, std::size_t most) {
  if (path == "-") return read_input(most);
  auto const cannot_read = [&] {
    return InputError(fmt::format("{}: cannot read {}: {}", command, printable(path), std::strerror(errno)));
  };
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw cannot_read();
  std::string block(1 << 16, '\0'), text;
  while (std::size_t const got = std::fread(block.data(), 1, block.size(), file.get())) {
    if (text.size() + got > most)
      throw InputError(fmt::format("{}: {} is longer than {} bytes", command, printable(path), most));
    text.append(block, 0, got);
  }
  if (std::ferror(file.get()) != 0) throw cannot_read();  // a folder
  return text;
}

}  // namespace colex::cli
