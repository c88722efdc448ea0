// SPDX-License-Identifier: MIT
#include "certificate/apart.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

namespace colex::gpu {

namespace {

/// The child's part: its answer goes into the pipe, and nothing of the parent's is run again.
[[noreturn]] void answer(int pipe, std::function<std::string()> const& work) {
  bool written = false;
  try {
    std::string const text = work();
    std::size_t done = 0;
    while (done < text.size()) {
      ssize_t const part = write(pipe, text.data() + done, text.size() - done);
      if (part <= 0) break;
      done += static_cast<std::size_t>(part);
    }
    written = done == text.size();
  } catch (std::exception const& error) {
    std::cerr << error.what() << "\n";
  }
  std::cerr.flush();
  _exit(written ? 0 : 1);
}

}  // namespace

std::string apart(std::function<std::string()> const& work) {
  std::cout.flush();
  std::cerr.flush();
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  pid_t const child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    answer(ends[1], work);
  }
  close(ends[1]);
  std::string text;
  char part[65536];
  for (ssize_t got = 0; (got = read(ends[0], part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("a process that proves ended early");
  return text;
}

}  // namespace colex::gpu
