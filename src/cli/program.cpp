// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "cli/streams.hpp"
#include "cli/system.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

/// CLI11 wraps some messages over lines; ours are one line each, in ASCII.
int unusable(std::string const& message) {
  std::fprintf(stderr, "colex: %s\n", one_line(message).c_str());
  return kUnusable;
}

/// Memory may run out where nothing can be thrown, as in a destructor.
[[noreturn]] void end_without_memory() {
  try {
    if (auto const error = std::current_exception()) std::rethrow_exception(error);
  } catch (std::bad_alloc const&) {
    std::fputs("colex: out of memory\n", stderr);
    std::_Exit(kUnusable);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

void refuse_empty(std::vector<std::string> const& words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    bool const option = k > 0 && words[k - 1].size() > 1 && words[k - 1][0] == '-';
    if (words[k].empty())
      throw InputError(option ? printable(words[k - 1]) + " is followed by an empty word"
                              : "word " + std::to_string(k + 1) + " is empty");
    if (words[k].starts_with("--") && words[k].ends_with("="))
      throw InputError(printable(words[k]) + " is followed by nothing");
  }
}

int parsed(CLI::App& app, std::vector<std::string> const& words, int const& status) {
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 takes them
    app.parse(reversed);
  } catch (CLI::Success const& help) {  // --help, --version
    app.exit(help);
    std::cout.flush();
    if (!std::cout) throw InputError("cannot write the answer");
  } catch (CLI::ParseError const& error) {
    return unusable(error.what());
  }
  return status;
}

int program(int argc, char** argv, int (*ask)(std::vector<std::string> words)) {
  std::set_terminate(end_without_memory);
  prepare_streams();
  try {
    int const status = ask({argv + (argc > 0 ? 1 : 0), argv + argc});
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
      return unusable("cannot write the answer");
    return status;
  } catch (Failure const& failure) {
    return unusable(failure.message);
  } catch (std::system_error const& error) {  // what the system said of a file or a folder
    return unusable(error.what());
  } catch (std::bad_alloc const&) {
    return unusable("out of memory");
  }
}

}  // namespace colex::cli
