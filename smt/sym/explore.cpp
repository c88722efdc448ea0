// SPDX-License-Identifier: MIT
#include "sym/explore.hpp"

#include <utility>

#include "sym/bits_solver.hpp"
#include "sym/known_ways.hpp"
#include "sym/search.hpp"

namespace colex::sym {

namespace {
thread_local Explorer* active = nullptr;
thread_local KnownWays next;
struct Dead {};  // a path that turned out impossible
// Z3's steps, not a clock: the paths are the same on every machine.
constexpr unsigned kBranchSteps = 200'000;
constexpr unsigned kDeadSteps = 5'000;  // to see that neither way is possible: most paths are no dead ends
constexpr std::size_t kMostBranches = 1000;  // of one path
}  // namespace

Explorer& Explorer::current() {
  if (active == nullptr) throw std::logic_error("symbolic integers branch or divide outside an exploration");
  return *active;
}

bool Explorer::mutates() {
  if (active == nullptr || active->depth_ == 0) return false;
  int const k = active->counter_++;
  active->operations_ = std::max(active->operations_, active->counter_);
  return k == active->mutation_.target;
}

bool Explorer::possible(z3::expr const& e, unsigned steps) {
  std::vector<z3::expr> all = path_;
  all.push_back(e);
  z3::solver solver = solver_of(all);
  z3::params p(context());
  p.set("rlimit", steps);
  solver.set(p);
  for (auto const& f : all) solver.add(f);
  Search const search(solver);
  if (solver.check() != z3::unsat) return true;
  pruned_.push_back({path_, decided_, e});
  return false;
}

void know(KnownWays ways) { next = ways; }

bool Explorer::decide(z3::expr const& condition) {
  KnownWays const known = std::exchange(next, {});
  z3::expr const e = condition.simplify();
  if (e.is_true()) return true;
  if (e.is_false()) return false;
  if (position_ == kMostBranches) throw TooManyBranches("a path of more than 1000 branches");
  if (position_ == decisions_.size()) {
    bool const yes = known.yes || possible(e, kBranchSteps);
    bool const no = known.no || possible(!e, yes ? kBranchSteps : kDeadSteps);
    if (!yes && !no) throw Dead{};
    decisions_.push_back({yes, yes && no});
  }
  bool const taken = decisions_[position_++].value;
  path_.push_back(taken ? e : !e);
  decided_.push_back(path_.back());
  return taken;
}

void Explorer::require_division(Integer const& dividend, Integer const& divisor) {
  z3::expr const x = dividend.term(), m = divisor.term();
  z3::expr const condition = (m > 0 && x >= 0).simplify();
  if (!condition.is_true()) obligations_.push_back({path_, condition});
  if (!divisor.is_numeral()) divisions_.push_back({x, m, divisor.factors()});
}

void Explorer::keep(Integer const& value) {
  if (active != nullptr && active->depth_ != 0) active->intermediates_.push_back(value);
}

void Explorer::explore(std::vector<z3::expr> const& assumptions, std::function<void()> const& body) {
  Explorer* const outer = active;
  active = this;
  decisions_.clear();
  pruned_.clear();
  do {
    path_ = assumptions;
    decided_.clear();
    divisions_.clear();
    obligations_.clear();
    intermediates_.clear();
    position_ = 0;
    depth_ = counter_ = 0;
    try {
      body();
      ++paths_;
    } catch (Dead const&) {
    } catch (...) {
      active = outer;
      throw;
    }
    while (!decisions_.empty() && !decisions_.back().both) decisions_.pop_back();
    if (!decisions_.empty()) decisions_.back() = {!decisions_.back().value, false};
  } while (!decisions_.empty());
  active = outer;
}

}  // namespace colex::sym
