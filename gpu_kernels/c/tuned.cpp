// SPDX-License-Identifier: MIT
#include "c/tuned.hpp"

#include <atomic>
#include <charconv>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "c/call.hpp"
#include "c/hopper_gemm.hpp"

namespace colex::gpu::c {
namespace {

std::shared_mutex guard;
std::map<std::string, Tuned, std::less<>> kept;
std::atomic<bool> any = false;

std::string key_of(TunedProblem const& p) {
  std::string key(p.config);
  for (Index number : {p.m, p.n, p.k, p.batches}) key += " " + std::to_string(number);
  return key + " " + std::string(p.device);
}

/// One line, taken apart; fails where it is none.
class Line {
 public:
  Line(std::string_view text, int number) : rest_(text), number_(number) {}

  std::string_view word(char const* what) {
    auto const end = rest_.find(' ');
    auto const word = rest_.substr(0, end);
    if (word.empty() || end == rest_.npos) wrong(what, rest_);
    rest_.remove_prefix(end + 1);
    return word;
  }
  Index count(char const* what, Index least) {
    auto const word = this->word(what);
    Index value = 0;
    auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < least) wrong(what, word);
    return value;
  }
  void microseconds() {
    auto const word = this->word("a number of microseconds");
    if (word.find_first_not_of("0123456789.") != word.npos) wrong("a number of microseconds", word);
  }
  std::string_view rest(char const* what) const {
    if (rest_.empty()) wrong(what, rest_);
    return rest_;
  }
  [[noreturn]] void wrong(char const* what, std::string_view found) const {
    fail(COLEX_KERNELS_INVALID_ARGUMENT,
         "tuned: line " + std::to_string(number_) + ": expected " + what +
             (found.empty() ? " at its end" : " and not '" + std::string(found) + "'"));
  }

 private:
  std::string_view rest_;
  int number_;
};

}  // namespace

std::string tuned_line(TunedProblem const& problem, Tuned const& fastest, double microseconds) {
  std::string line(problem.config);
  for (Index number : {problem.m, problem.n, problem.k, problem.batches})
    line += " " + std::to_string(number);
  auto const took = std::to_string(microseconds);
  return line + " " + fastest.tile + " " + std::to_string(fastest.splits) + " " +
         took.substr(0, took.find('.') + 2) + " " + std::string(problem.device) + "\n";
}

void keep_tuned(std::string_view lines) {
  std::map<std::string, Tuned, std::less<>> found;
  for (int number = 1; !lines.empty(); ++number) {
    auto const end = lines.find('\n');
    auto const text = lines.substr(0, end);
    lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
    if (text.empty() || text.front() == '#') continue;
    Line line(text, number);
    TunedProblem problem{};
    problem.config = line.word("a config without a tile");
    problem.m = line.count("M", 1), problem.n = line.count("N", 1), problem.k = line.count("K", 1);
    problem.batches = line.count("a number of batches", 1);
    auto const tile = line.word("a tile");
    std::string const config = std::string(problem.config) + "_" + std::string(tile);
    if (hopper_types(problem.config) == nullptr || hopper_types(config) == nullptr)
      line.wrong("a config and its tile", config);
    Tuned const fastest{std::string(tile), line.count("a number of splits", 1)};
    line.microseconds();
    problem.device = line.rest("a device");
    found.insert_or_assign(key_of(problem), fastest);
  }
  std::unique_lock const lock(guard);
  for (auto const& [key, fastest] : found) kept.insert_or_assign(key, fastest);
  any = !kept.empty();
}

void forget_tuned() {
  std::unique_lock const lock(guard);
  kept.clear();
  any = false;
}

bool has_tuned() { return any.load(std::memory_order_relaxed); }

std::optional<Tuned> tuned_for(TunedProblem const& problem) {
  std::shared_lock const lock(guard);
  auto const found = kept.find(key_of(problem));
  return found == kept.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace colex::gpu::c

colex_kernels_status colex_kernels_tuned(char const* lines) {
  using namespace colex::gpu;
  return c::guarded("hopper_gemm", [&] {
    if (lines == nullptr)
      c::forget_tuned();
    else
      c::keep_tuned(lines);
  });
}
