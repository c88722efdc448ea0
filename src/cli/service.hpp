// SPDX-License-Identifier: MIT
// Serves the requests of `colex batch` to many clients of a Unix socket at once, in one process.
//
// A client's lines are answered in order; clients do not wait for one another, except for a thread. What is kept
// per client is bounded: while its answers are not taken, nothing more is read from it. A client that has left
// has its waiting requests dropped, and the question that is being answered for it ends; one that has only
// finished writing is answered to the end.
#pragma once

#include <cstddef>
#include <string>

#include "cli/reply.hpp"

namespace colex::cli {

struct Service {
  std::string socket;                          ///< its path; removed in the end
  int threads = 4;                             ///< so many questions are answered at once
  std::size_t clients = 256;                   ///< served at once; more get one error line
  std::size_t memory = std::size_t{64} << 20;  ///< bytes that a request may take
  Asked asked{};
};

/// Until SIGTERM or SIGINT; what has been read by then is answered. Throws InputError where the socket cannot
/// be made. The last line of metrics goes to standard error.
void serve(Service service);

/// The same for one client on standard input and output, to the end of input.
void serve_input(Service service);

}  // namespace colex::cli
