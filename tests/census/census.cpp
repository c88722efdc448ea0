// SPDX-License-Identifier: MIT
// The census: the algebra's partial operations on every small layout and on random larger ones, against brute
// force. No wrong answer, and where it is promised no refusal of what exists.
//
//   census                        every part: all small cases, then 200,000 random ones for each operation
//   census --part composition     one part; --shard 0/2 half of the cases; --pace 7 every 7th left operand
//   census --random 1000000       so many random cases; COLEX_NIGHTLY=1 makes that ten million
//   census --pairs five_modes     more pairs of layouts, as COLEX_NIGHTLY=1 does; or all, or some
//   census --planted              the census's own test: spoiled answers and lost ones must all be counted
#include "census/census.hpp"

#include <chrono>
#include <ctime>

namespace census {
namespace {

struct Part {
  char const* name;
  Operations (*operations)();
};
constexpr Part parts[] = {{"decisions", decision_operations}, {"complement", complement_operations},
                          {"inverse", inverse_operations},    {"composition", composition_operations},
                          {"divide", divide_operations},      {"product", product_operations},
                          {"tiler", tiler_operations},        {"kinds", kinds_operations},
                          {"bases", bases_operations}};

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}
/// Of this process on its core, whatever else the machine does.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void headline() {
  std::printf("%-23s %-6s %10s %10s %10s %9s %5s %5s %9s %9s %7s\n", "operation", "cases", "count",
              "answered", "refused", "undecided", "wrong", "lost", "declined", "shorter", "cpu s");
}
void report(Count const& c, char const* kind, double took) {
  std::printf("%-23s %-6s %10ld %10ld %10ld %9ld %5ld %5ld %9ld %9ld %7.1f\n", c.operation, kind, c.cases,
              c.answered, c.refused, c.undecided, c.wrong, c.lost, c.declined, c.shorter, took);
  if (c.too_large > 0)
    std::printf("  %ld more drawn, of more than %d points: not judged\n", c.too_large, Table::kMost);
  std::fflush(stdout);
}

/// Says every ten seconds how far the random cases are.
class Progress {
 public:
  explicit Progress(char const* operation, long all) : operation_(operation), all_(all) {}
  void at(long done) {
    if (done % 4096 != 0) return;
    double const now = seconds();
    if (now < next_) return;
    next_ = now + 10;
    double const took = now - start_;
    std::printf("  %s: %ld of %ld, %.0f s left\n", operation_, done, all_,
                took * static_cast<double>(all_ - done) / static_cast<double>(done));
    std::fflush(stdout);
  }

 private:
  char const* operation_;
  long all_;
  double start_ = seconds(), next_ = seconds() + 10;
};

struct Options {
  std::string part;
  long shard = 0, shards = 1, pace = 1, random = 200'000;
  bool planted = false;
};

/// Random numbers of its own for each operation and shard, so that no run depends on what ran before.
Random numbers(Operation const& op, long shard) {
  std::uint64_t seed = 20240229 + static_cast<std::uint64_t>(shard);
  for (char const* c = op.name; *c != 0; ++c) seed = seed * 131 + static_cast<unsigned char>(*c);
  return Random(seed);
}

long failed = 0, passed = 0;

void run(Operation const& op, Options const& o) {
  auto close = [](Count const& c, char const* kind, double start) {
    report(c, kind, cpu_seconds() - start);
    failed += c.bad();
    passed += c.cases - c.bad();
  };
  double start = cpu_seconds();
  Count small{op.name, op.refusals};
  Share share{o.pace, o.shard, o.shards};
  op.small_cases(small, share);
  close(small, "small", start);

  start = cpu_seconds();
  Count random{op.name, op.refusals};
  Random draw = numbers(op, o.shard);
  Progress progress(op.name, o.random / o.shards);
  for (long n = 0; n < o.random / o.shards + random.too_large; ++n) {
    if (n > 0) progress.at(n - random.too_large);
    op.random_case(random, draw);
  }
  close(random, "random", start);
}

/// Sound answers, spoiled answers, and answers turned into refusals: what is counted must say so.
void run_planted(Operation const& op) {
  auto sample = [&](Plant kind) {
    plant = kind;
    planted = 0;
    Count c{op.name, op.refusals, true};
    Share share{499};
    op.small_cases(c, share);
    Random draw = numbers(op, 0);
    for (int n = 0; n < 500; ++n) op.random_case(c, draw);
    plant = Plant::none;
    return c;
  };
  Count const sound = sample(Plant::none);
  Count const spoiled = sample(Plant::wrong);
  long const spoilt = planted;
  Count const refused = sample(Plant::refusal);
  long const turned = planted;
  // A spoiled stride may still be right where the operation leaves freedom; most are not.
  bool const notices_wrong = sound.bad() == 0 && spoilt > 0 && spoiled.wrong > spoilt / 2;
  bool const decides = turned == 0 && sound.refused == 0;  // a decision never refuses
  // What is refused may have been one answer of many, none of which the truth looks for; most are noticed.
  // That the truth knows of every answer that is given, Count::record sees in the sound run.
  long const newly_lost = op.refusals == Refusals::exact ? refused.lost : refused.declined - sound.declined;
  bool const notices_lost = decides || (turned > 0 && newly_lost > turned / 2);
  std::printf(
      "%-23s sound %5ld cases %ld bad; spoiled %5ld, wrong %5ld; refused %5ld, lost %5ld, declined %5ld%s\n",
      op.name, sound.cases, sound.bad(), spoilt, spoiled.wrong, turned, refused.lost,
      refused.declined - sound.declined, notices_wrong && notices_lost ? "" : "  NOT NOTICED");
  (notices_wrong ? passed : failed)++;
  if (!decides) (notices_lost ? passed : failed)++;
}

int census_of(Options const& o) {
  bool found = false;
  if (!o.planted) headline();
  for (Part const& part : parts) {
    if (!o.part.empty() && o.part != part.name) continue;
    found = true;
    char const* range = "";
    for (Operation const& op : part.operations()) {
      if (!o.planted && std::strcmp(range, op.range) != 0)
        std::printf("%s, %s: %s\n", part.name, o.pace == 1 && o.shards == 1 ? "exhaustive" : "a share",
                    op.range);
      range = op.range;
      o.planted ? run_planted(op) : run(op, o);
    }
  }
  if (!found) {
    std::printf("census: no part is named %s\n", o.part.c_str());
    return 2;
  }
  if (!o.planted)
    std::puts(
        "extents 1..4; a mode of one point comes with strides 0 and the largest only, except a last mode "
        "that runs on\n"
        "lost: refused though it exists, a failure; declined: the same where the rule refuses more than it "
        "must\n"
        "shorter: right, but a longer answer exists");
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace census

int main(int argc, char** argv) {
  census::Options o;
  char const* const nightly = std::getenv("COLEX_NIGHTLY");
  if (nightly != nullptr && *nightly == '1') {
    o.random = 10'000'000;
    census::pairs = census::Pairs::five_modes;
  } else {
    std::puts(
        "nightly: census: ten million random cases, and pairs of five modes in all; by day fewer: they take "
        "more than an hour");
  }
  for (int k = 1; k < argc; ++k) {
    std::string const option = argv[k];
    char const* const value = k + 1 < argc ? argv[k + 1] : "";
    bool known = true;
    if (option == "--planted") {
      o.planted = true;
      continue;
    }
    if (option == "--part") {
      o.part = value;
    } else if (option == "--shard") {
      known = std::sscanf(value, "%ld/%ld", &o.shard, &o.shards) == 2 && o.shards > o.shard && o.shard >= 0;
    } else if (option == "--pairs") {
      std::string const names[] = {"some", "five_modes", "all"};
      auto const at = std::find(names, names + 3, value);
      known = at != names + 3;
      if (known) census::pairs = static_cast<census::Pairs>(at - names);
    } else if (option == "--pace") {
      known = (o.pace = std::atol(value)) > 0;
    } else if (option == "--random") {
      o.random = std::atol(value);
    } else {
      known = false;
    }
    if (!known) {
      std::printf("census: unusable option %s %s\n", option.c_str(), value);
      return 2;
    }
    ++k;
  }
  return census::census_of(o);
}
