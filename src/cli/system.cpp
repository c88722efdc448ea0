// SPDX-License-Identifier: MIT
#include "cli/system.hpp"

#include <cerrno>
#include <system_error>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <process.h>

#include <random>
#else
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

namespace colex::cli {

namespace {

constexpr int kStandardOutput = 1;

[[noreturn]] void cannot(int error, std::string const& what) {
  throw std::system_error(error, std::generic_category(), "cannot " + what);
}

/// As exec and spawn take them.
std::vector<char*> pointers(std::vector<std::string> const& words) {
  std::vector<char*> all;
  for (std::string const& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

#ifdef _WIN32

void prepare_streams() {
  for (int const file : {0, 1, 2}) _setmode(file, _O_BINARY);
}

bool on_terminal() { return _isatty(kStandardOutput) != 0; }

int terminal_width() { return 0; }

int open_to_read(std::string const& path) {
  return _open(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}
void close_file(int file) { _close(file); }
std::ptrdiff_t read_some(int file, char* to, std::size_t most) {
  return _read(file, to, static_cast<unsigned>(most));
}

std::filesystem::path make_folder() {
  std::random_device random;
  for (int tries = 0; tries < 100; ++tries) {
    auto const folder = std::filesystem::temp_directory_path() / ("colex-" + std::to_string(random()));
    if (std::filesystem::create_directory(folder)) return folder;
  }
  cannot(EEXIST, "make a temporary folder");
}

int run_program(std::vector<std::string> const& words) {
  std::vector<std::string> quoted;  // _spawnvp puts the words together with blanks
  for (std::string const& word : words) quoted.push_back('"' + word + '"');
  std::intptr_t const status = _spawnvp(_P_WAIT, words[0].c_str(), pointers(quoted).data());
  if (status < 0 && errno != ENOENT) cannot(errno, "start " + words[0]);
  return status < 0 ? 127 : static_cast<int>(status);
}

#else

void prepare_streams() { std::signal(SIGXFSZ, SIG_IGN); }

bool on_terminal() { return isatty(kStandardOutput) != 0; }

int terminal_width() {
  winsize size{};
  return on_terminal() && ioctl(kStandardOutput, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int open_to_read(std::string const& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
void close_file(int file) { ::close(file); }
std::ptrdiff_t read_some(int file, char* to, std::size_t most) {
  ssize_t got = 0;
  do {
    got = ::read(file, to, most);
  } while (got < 0 && errno == EINTR);
  return got;
}

std::filesystem::path make_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "colex-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) cannot(errno, "make the folder " + path);
  return path;
}

int run_program(std::vector<std::string> const& words) {
  std::vector<char*> const all = pointers(words);
  pid_t const child = fork();
  if (child < 0) cannot(errno, "start " + words[0]);
  if (child == 0) {
    execvp(all[0], all.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#endif

}  // namespace colex::cli
