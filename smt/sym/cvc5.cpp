// SPDX-License-Identifier: MIT
#include "sym/cvc5.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>

#include "sym/beside.hpp"

namespace colex::sym {

namespace {

std::string first_line(std::string const& command, int* status = nullptr) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  char line[256] = {};
  char const* const got = std::fgets(line, sizeof line, pipe);
  int const ended = pclose(pipe);
  if (status != nullptr) *status = ended;
  std::string s = got == nullptr ? "" : got;
  while (!s.empty() && (s.back() == '\n' || s.back() == '\r')) s.pop_back();
  return s;
}

/// Starts cvc5 within the limit of memory.
std::string start(Limits const& limits, std::string const& input) {
  return "ulimit -v " + std::to_string(limits.megabytes * 1024ul) + "; exec cvc5 --quiet --lang=smt2 " +
         input + " 2>&1";
}

/// Milliseconds that a process has computed; 0 where there is none.
double computed(pid_t process) {
  clockid_t clock{};
  timespec now{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &now) != 0) return 0;
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

std::atomic<pid_t> kept = -1;

/// One cvc5, spoken to over a socket. A fork has to start its own.
class Session {
 public:
  explicit Session(unsigned megabytes) : megabytes_(megabytes) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    std::string const command = start({.megabytes = megabytes}, "");
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], 0);
      ::dup2(ends[1], 1);
      ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    kept = process_;
  }
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;
  ~Session() {
    if (socket_ >= 0) ::close(socket_);
    if (process_ <= 0 || owner_ != ::getpid()) return;
    kept = -1;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  /// Memory that a solver does not give back stays bounded: after some hundred scripts it has done its part.
  bool serves(Limits const& limits) const {
    return owner_ == ::getpid() && !lost_ && asked_ < 500 && limits.megabytes == megabytes_;
  }

  std::string ask(std::string const& script, unsigned milliseconds) {
    std::string const end = "end of " + std::to_string(++asked_);
    lost_ = true;  // until the end is seen
    if (!put(script + "\n(echo \"" + end + "\")\n(reset)\n")) return "";
    double const end_of_time = computed(process_) + milliseconds;
    std::string first, line;
    for (int lines = 0; get(line, end_of_time); ++lines) {
      if (line == "\"" + end + "\"") {
        lost_ = false;
        return first == "unsat" || first == "sat" ? first : "";
      }
      if (lines == 0) first = line;
    }
    bool const late = computed(process_) >= end_of_time;
    if (process_ > 0) ::kill(process_, SIGKILL);  // it is not asked again, and computes on
    return late ? "timeout" : "";
  }

 private:
  bool put(std::string const& text) {
    for (std::size_t at = 0; at < text.size();) {
      auto const n = ::send(socket_, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (n < 0 && errno != EINTR) return false;
      if (n > 0) at += static_cast<std::size_t>(n);
    }
    return true;
  }
  /// Not once cvc5 has computed for so long.
  bool get(std::string& line, double end_of_time) {
    for (;;) {
      if (auto const end = text_.find('\n'); end != std::string::npos) {
        line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return true;
      }
      double const left = end_of_time - computed(process_);
      pollfd ready{socket_, POLLIN, 0};
      if (left <= 0 || (::poll(&ready, 1, 1 + static_cast<int>(left)) < 0 && errno != EINTR)) return false;
      if (ready.revents == 0) continue;  // so much passed, and it has not computed all of it
      char buffer[4096];
      auto const n = ::recv(socket_, buffer, sizeof buffer, 0);
      if (n <= 0) return false;
      text_.append(buffer, static_cast<std::size_t>(n));
    }
  }

  unsigned megabytes_;
  pid_t owner_ = ::getpid(), process_ = -1;
  int socket_ = -1, asked_ = 0;
  bool lost_ = false;
  std::string text_;  ///< read and not yet a whole line
};

}  // namespace

std::string cvc5_alone(std::string const& script, Limits const& limits) {
  char path[] = "/tmp/colex-XXXXXX";
  int const file = mkstemp(path);
  if (file < 0) return "no temporary file for cvc5";
  close(file);
  std::ofstream(path) << script;
  int status = 0;
  std::string const seconds = std::to_string(limits.milliseconds / 1000 + 1);
  std::string answer = first_line("ulimit -t " + seconds + "; " + start(limits, path), &status);
  std::remove(path);
  if (answer.empty() && WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    answer = "timeout";
  return answer;
}

namespace {

Session& session(Limits const& limits) {
  static std::unique_ptr<Session> one;
  if (!one || !one->serves(limits)) {
    one.reset();
    one = std::make_unique<Session>(limits.megabytes);
  }
  return *one;
}

}  // namespace

void start_kept(Limits const& limits) { session(limits); }

std::string cvc5_kept(std::string const& script, Limits const& limits) {
  return session(limits).ask(script, limits.milliseconds);
}

double computed_beside() {
  rusage ended{};
  ::getrusage(RUSAGE_CHILDREN, &ended);
  auto const seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(ended.ru_utime) + seconds(ended.ru_stime) + (kept > 0 ? 1e-3 * computed(kept) : 0);
}

std::string cvc5_version() {
  std::string const line = first_line("cvc5 --version 2>/dev/null");
  auto const at = line.find("version ");
  if (at == std::string::npos) return line.empty() ? "absent" : line;
  auto const end = line.find_first_of(" [\n", at + 8);
  return line.substr(at + 8, end - at - 8);
}

}  // namespace colex::sym
