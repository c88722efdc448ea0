// SPDX-License-Identifier: MIT
// Many clients of `colex serve` at once, whose answers are compared line by line with those expected.
//
//   serve_load SOCKET REQUESTS ANSWERS CLIENTS TOTAL RATE
//
// REQUESTS and ANSWERS are files of as many lines. TOTAL requests, the lines over and over, are dealt to CLIENTS
// connections; RATE is per second, all clients together, 0 as fast as they are answered. Prints one line: how many
// were answered rightly, and the microseconds from when a request was due to when its answer had come, of which
// half, 99 % and all of the requests had less.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::vector<std::string> lines_of(char const* path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Without the number of the line, which an error in JSON names: each client counts its own.
std::string without_place(std::string text) {
  std::size_t const at = text.find("value: line ");
  if (at != text.npos) text.erase(at, text.find(", ", at) - at);
  return text;
}

struct Waiting {
  std::size_t line;
  Clock::time_point due;
};

struct Client {
  int socket = -1;
  std::string out, in;
  std::deque<Waiting> waiting;
};

int connected(char const* path) {
  int const s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::strncpy(to.sun_path, path, sizeof to.sun_path - 1);
  if (connect(s, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0) {
    std::perror("connect");
    std::exit(2);
  }
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  auto const requests = lines_of(argv[2]);
  auto answers = lines_of(argv[3]);
  if (requests.empty() || requests.size() != answers.size()) return 2;
  for (auto& answer : answers) answer = without_place(answer);
  std::vector<Client> clients(std::strtoul(argv[4], nullptr, 10));
  std::size_t const total = std::strtoul(argv[5], nullptr, 10);
  double const rate = std::strtod(argv[6], nullptr);
  std::size_t const most_waiting = rate > 0 ? total : 64 * clients.size();
  for (auto& c : clients) c.socket = connected(argv[1]);
  std::vector<pollfd> polled(clients.size());
  std::vector<double> took;
  took.reserve(total);
  std::size_t sent = 0, wrong = 0;
  auto const start = Clock::now();
  auto due = [&](std::size_t k) {  // at once where there is no rate
    return start +
           std::chrono::nanoseconds(rate > 0 ? static_cast<long>(static_cast<double>(k) / rate * 1e9) : 0);
  };
  while (took.size() < total) {
    for (auto now = Clock::now(); sent < total && sent - took.size() < most_waiting && due(sent) <= now;
         ++sent) {
      auto& c = clients[sent % clients.size()];
      c.out += requests[sent % requests.size()] + '\n';
      c.waiting.push_back({sent % requests.size(), rate > 0 ? due(sent) : now});
    }
    for (std::size_t k = 0; k < clients.size(); ++k)
      polled[k] = {clients[k].socket, static_cast<short>(POLLIN | (clients[k].out.empty() ? 0 : POLLOUT)), 0};
    // Until something comes or the next request is due: a client that spins takes a core from the server.
    auto const left = sent < total ? std::max(due(sent) - Clock::now(), Clock::duration::zero()) : 1s;
    timespec const until{left / 1s, (left % 1s) / 1ns};
    ppoll(polled.data(), polled.size(), rate > 0 ? &until : nullptr, nullptr);
    for (std::size_t k = 0; k < clients.size(); ++k) {
      auto& c = clients[k];
      if ((polled[k].revents & POLLOUT) != 0) {
        auto const n = send(c.socket, c.out.data(), c.out.size(), MSG_NOSIGNAL);
        if (n > 0) c.out.erase(0, static_cast<std::size_t>(n));
      }
      if ((polled[k].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      char block[1 << 16];
      auto const n = recv(c.socket, block, sizeof block, 0);
      if (n <= 0) {
        std::fprintf(stderr, "client %zu: the server closed with %zu answers owed\n", k, c.waiting.size());
        return 1;
      }
      c.in.append(block, static_cast<std::size_t>(n));
      auto const now = Clock::now();
      std::size_t from = 0;
      for (std::size_t end; (end = c.in.find('\n', from)) != c.in.npos && !c.waiting.empty();
           from = end + 1) {
        auto const& w = c.waiting.front();
        if (without_place(c.in.substr(from, end - from)) != answers[w.line]) {
          if (wrong++ == 0) std::fprintf(stderr, "wrong: %s\n", c.in.substr(from, end - from).c_str());
        }
        took.push_back(std::chrono::duration<double, std::micro>(now - w.due).count());
        c.waiting.pop_front();
      }
      c.in.erase(0, from);
    }
  }
  double const seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::sort(took.begin(), took.end());
  for (auto const& c : clients) close(c.socket);
  std::printf(
      "{\"right\": %zu, \"wrong\": %zu, \"seconds\": %.3f, \"us_50\": %.0f, \"us_99\": %.0f, \"us_all\": "
      "%.0f}\n",
      took.size() - wrong, wrong, seconds, took[took.size() / 2], took[took.size() * 99 / 100], took.back());
  return wrong == 0 ? 0 : 1;
}
