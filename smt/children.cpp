// SPDX-License-Identifier: MIT
#include "children.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <iostream>

namespace colex::sym {

namespace {

using Clock = std::chrono::steady_clock;
constexpr char kSaid = '.', kAnswer = '=';  // the first character of a line

struct Child {
  std::size_t task = 0;
  pid_t process = -1;
  int pipe = -1;
  Clock::time_point deadline;
  std::string text;  ///< read and not yet a whole line
  Ended ended;
};

void put(int pipe, std::string line) {
  line += '\n';
  for (std::size_t at = 0; at < line.size();) {
    auto const n = ::write(pipe, line.data() + at, line.size() - at);
    if (n < 0 && errno != EINTR) _exit(3);  // the parent is gone
    if (n > 0) at += static_cast<std::size_t>(n);
  }
}

Child start(Children const& all, std::size_t task) {
  Child c;
  c.task = task;
  c.deadline = Clock::now() + std::chrono::seconds(all.passing);
  int ends[2];
  if (::pipe(ends) != 0) {
    c.ended.fault = std::string("no pipe: ") + std::strerror(errno);
    return c;
  }
  std::cout.flush();
  c.process = ::fork();
  if (c.process == 0) {
    ::close(ends[0]);
    ::setpgid(0, 0);  // with the solvers that it starts, which have limits of their own
    rlimit const processor{all.seconds, all.seconds + 1};
    ::setrlimit(RLIMIT_CPU, &processor);
    int status = 0;
    try {
      put(ends[1], kAnswer + all.work(task, [&](std::string const& line) { put(ends[1], kSaid + line); }));
    } catch (std::exception const& e) {
      std::cerr << e.what() << std::endl;
      status = 4;
    }
    _exit(status);
  }
  ::close(ends[1]);
  if (c.process < 0) {
    c.ended.fault = std::string("no process: ") + std::strerror(errno);
    ::close(ends[0]);
  } else {
    ::setpgid(c.process, c.process);
    c.pipe = ends[0];
  }
  return c;
}

void take_lines(Children const& all, Child& c) {
  for (auto end = c.text.find('\n'); end != std::string::npos; end = c.text.find('\n')) {
    std::string const line = c.text.substr(0, end);
    c.text.erase(0, end + 1);
    if (line[0] == kAnswer)
      c.ended.answer = line.substr(1);
    else if (all.on_line)
      all.on_line(c.task, line.substr(1));
  }
}

void finish(Children const& all, Child& c) {
  int status = 0;
  ::close(c.pipe);
  ::kill(-c.process, SIGKILL);  // a solver that outlives its theorem
  while (::waitpid(c.process, &status, 0) < 0 && errno == EINTR) {
  }
  c.process = -1;
  if (!c.ended.answer.empty() || !c.ended.fault.empty()) return;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    c.ended.timeout = true;
    c.ended.fault = "not finished within " + std::to_string(all.seconds) + " s of processor time";
    return;
  }
  c.ended.fault = WIFSIGNALED(status)
                      ? std::string("its process was ended by ") + ::strsignal(WTERMSIG(status))
                      : "its process ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

void Children::run(std::size_t count) const {
  std::vector<Child> running;
  std::size_t next = 0;
  while (next < count || !running.empty()) {
    while (next < count && running.size() < static_cast<std::size_t>(jobs < 1 ? 1 : jobs)) {
      if (on_start) on_start(next);
      Child c = start(*this, next++);
      if (c.process < 0)
        on_end(c.task, c.ended);
      else
        running.push_back(std::move(c));
    }
    std::vector<pollfd> pipes;
    for (auto const& c : running) pipes.push_back({c.pipe, POLLIN, 0});
    ::poll(pipes.data(), pipes.size(), 200);
    for (std::size_t k = running.size(); k-- > 0;) {
      Child& c = running[k];
      bool closed = false;
      if (pipes[k].revents != 0) {
        char buffer[65536];
        auto const n = ::read(c.pipe, buffer, sizeof buffer);
        closed = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
        if (n > 0) c.text.append(buffer, static_cast<std::size_t>(n));
        take_lines(*this, c);
      }
      if (!closed && passing != 0 && Clock::now() > c.deadline) {
        c.ended.timeout = closed = true;
        c.ended.answer.clear();
        c.ended.fault = "not finished after " + std::to_string(passing) +
                        " s, of which it computed less than " + std::to_string(seconds);
      }
      if (!closed) continue;
      finish(*this, c);
      Child const done = std::move(c);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
      on_end(done.task, done.ended);
    }
  }
}

}  // namespace colex::sym
