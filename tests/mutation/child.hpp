// SPDX-License-Identifier: MIT
// Work on a mutant, in a process of its own: one that crashes or does not end takes nothing with it.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace colex::mutants {

/// Does the work, for at most so many seconds of the processor; the status as waitpid() gives it, 0 where it came to its end.
template <class Work>
int in_a_child(unsigned seconds, Work work) {
  std::cout.flush();
  pid_t const child = ::fork();
  if (child < 0) return -1;
  if (child == 0) {
    rlimit const processor{seconds, seconds + 1};
    ::setrlimit(RLIMIT_CPU, &processor);
    ::alarm(20 * seconds);  // one that waits for ever; the default action ends the process
    work();
    std::cout.flush();
    std::_Exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace colex::mutants
