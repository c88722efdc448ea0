// SPDX-License-Identifier: MIT
// serve: the requests of `colex batch` from many clients of a Unix socket, for as long as it runs.
//
//   colex serve --socket /run/user/1000/colex &
//   echo '{"op": "coalesce", "args": ["(2,1):(3,1)"]}' | socat - /run/user/1000/colex
#include <memory>

#include "cli/commands.hpp"
#include "cli/service.hpp"

namespace colex::cli {

void add_serve(CLI::App& app, int& status) {
  auto const given = std::make_shared<Service>();
  auto const megabytes = std::make_shared<std::size_t>(given->memory >> 20);
  given->asked.most_budget = given->asked.budget.steps;
  auto* const command = app.add_subcommand(
      "serve", "Answers the requests of batch to many clients of a socket, or of standard input");
  command->add_option("--socket", given->socket, "the socket's path; default: standard input and output");
  command->add_option("--threads", given->threads, "questions answered at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--clients", given->clients, "clients served at once")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  command->add_option("--memory", *megabytes, "MiB that a request may take")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("--most-budget", given->asked.most_budget, "the largest budget that a request may ask for")
      ->check(CLI::Range(std::int64_t{0}, kMostBudget))
      ->capture_default_str();
  add_convention(*command, given->asked.cute);
  add_budget(*command, given->asked.budget);
  command->footer(
      "\nRequests and answers are those of batch. {\"op\": \"metrics\"} is answered with what was counted, "
      "and\n"
      "the last metrics go to standard error when SIGTERM ends it.");
  command->callback([=, &status] {
    status = kYes;
    given->memory = *megabytes << 20;
    given->asked.budget.steps = std::min(given->asked.budget.steps, given->asked.most_budget);
    given->socket.empty() ? serve_input(*given) : serve(*given);
  });
}

}  // namespace colex::cli
