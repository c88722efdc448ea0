// SPDX-License-Identifier: MIT
// How long the copies that an mbarrier counts are under way, and the products that tcgen05.commit tells one of. Where all threads of a block go one way, what happens at an mbarrier happens in the order of one
// thread that does all that any of them does: that thread's ways are gone through, with numbers for what stages and phases are counted by, until nothing new
// comes. What is known when a copy starts, and of a loop's counter, is carried along; where a solver shows that a way contradicts it, it is not followed.
// A wait for a phase whose arrivals have not come is not passed; one that is passed ends the copies whose bytes the phase has expected. Whatever
// is done otherwise is not understood, and said.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "code/ptx/symbols/judge.hpp"
#include "code/ptx/symbols/program.hpp"
#include "code/trips.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

constexpr std::size_t kMostPoints = 6000, kMostAsked = 400;
constexpr std::uint64_t kUncommitted =
    ~std::uint64_t{0};  ///< in place of an mbarrier, of products that none is told of yet
constexpr unsigned kMostBarriersSince = 63;
constexpr unsigned kAnyThread = ~0u;

/// An mbarrier, as far as the one thread knows it: the phase that it has not waited for.
struct Phase {
  std::uint64_t expected = 0, arrived = 0, bytes = 0;
  bool parity = false;
  struct Copy {
    std::uint32_t instruction = 0;
    std::uint64_t bytes = 0;    ///< 0: not known
    unsigned barriers = 0;      ///< of the block, passed since
    std::vector<Term> facts{};  ///< bits that are 1: under which it was started, and what counters are now
    unsigned thread = 0;        ///< of a product, which has no bytes
    auto operator<=>(Copy const&) const = default;
  };
  std::vector<Copy> copies{};
  std::vector<unsigned>
      expecting{};  ///< threads that expect bytes and have not arrived since; kAnyThread behind a barrier
  auto operator<=>(Phase const&) const = default;
  /// What arrives keeps the phase open until then, so that bytes that its thread expected before are counted by it.
  void arrives(std::vector<unsigned> const& who) {
    std::erase_if(expecting, [&](unsigned one) {
      return one == kAnyThread || std::find(who.begin(), who.end(), one) != who.end();
    });
  }
};

/// Threads that alone are on this way, until it meets the other.
struct Part {
  std::uint32_t meeting = 0;
  std::vector<Term> when{}, asked{};  ///< of threads, and of all
  bool ends = false;                  ///< where the ways meet, the other one is followed
  std::set<unsigned> written{};       ///< on either way: behind the meeting, threads may differ in it
  auto operator<=>(Part const&) const = default;
};

struct Point {
  std::uint32_t at = 0;
  State state{};
  std::map<std::uint64_t, Phase> barriers{};
  std::map<Term, bool> given{};
  std::vector<Part> parts{};
};

/// What an instruction is to an mbarrier.
enum class Event : std::uint8_t {
  none,
  init,
  forget,
  arrive,
  expect_and_arrive,
  expect,
  wait,
  copy,
  product,
  commit,
  other
};

bool is_counted_copy(Instruction const& i) {
  return i.key.starts_with("cp.async.bulk.") && i.key.find("mbarrier") != std::string::npos;
}

Event event_of(Instruction const& i) {
  std::string const& key = i.key;
  bool const is_relaxed = i.opcode.find(".relaxed") != std::string::npos;  // bytes are expected so always
  if (is_relaxed && key != "mbarrier.expect_tx.b64") return Event::other;
  if (key == "mbarrier.init.b64") return Event::init;
  if (key == "mbarrier.inval.b64") return Event::forget;
  if (key == "mbarrier.arrive.b64") return Event::arrive;
  if (key == "mbarrier.arrive.expect_tx.b64") return Event::expect_and_arrive;
  if (key == "mbarrier.expect_tx.b64") return Event::expect;
  if (key == "mbarrier.try_wait.parity.b64" || key == "mbarrier.test_wait.parity.b64") return Event::wait;
  if (is_counted_copy(i)) return key.find(".multicast") == std::string::npos ? Event::copy : Event::other;
  if (is_tensor_product(i)) return Event::product;
  if (key.starts_with("tcgen05.commit."))
    return key.find(".multicast") == std::string::npos ? Event::commit : Event::other;
  return key.starts_with("mbarrier.") || key.starts_with("cp.async.mbarrier.") ? Event::other : Event::none;
}

/// The operand that names the mbarrier.
Operand const& barrier_of(Instruction const& i, Event event) {
  std::size_t const k = event == Event::wait   ? 1
                        : event == Event::copy ? (i.key.find(".tensor.") != std::string::npos ? 2 : 3)
                        : i.operands[0].kind != Operand::Kind::address && i.operands.size() > 1 ? 1
                                                                                                : 0;
  return i.operands[k];
}

constexpr std::uint32_t kCounters = 1u << 26;  ///< of a loop's head, the symbols of slots

/// The parts of a conjunction, which may be written as what is no disjunction.
std::vector<Term> parts_of(Term t) {
  Term const other = inverted(t);
  bool const is_negated = t->op != Op::conjunction && other->op == Op::disjunction;
  if (t->op != Op::conjunction && !is_negated) return {t};
  std::vector<Term> r;
  for (Term const one : is_negated ? other->of : t->of) {
    auto const some = parts_of(is_negated ? inverted(one) : one);
    r.insert(r.end(), some.begin(), some.end());
  }
  return r;
}

bool is_of_threads(Term t) { return has_thread(t); }

class Phases {
 public:
  Phases(SymbolicKernel& of, PtxJudge& judge, unsigned threads,
         std::map<std::uint32_t, std::uint64_t> const& boxes, Contradicts const& contradicts)
      : of_(of),
        entry_(*of.entry),
        judge_(judge),
        threads_(threads),
        boxes_(boxes),
        contradicts_(contradicts) {}

  void find(State const& first) {
    auto const count = static_cast<std::uint32_t>(entry_.instructions.size());
    if (!of_.barriers_match) return fail("threads of a block come to different barriers", first_copy());
    find_slices(), find_heads();
    for (std::uint32_t at = 0; at < count; ++at)
      if (of_.program[at].flow.branches)
        leads_.insert(of_.program[at].instruction.target), leads_.insert(at + 1);
    for (bool is_last :
         {false, true}) {  // by the first, it is known what the counters of loops are compared with
      reached_.assign(count, false);
      known_.clear(), todo_.clear(), sizes_.clear(), passed_.clear(), why_.clear(), of_.phases_open.clear();
      if (is_last) asked_.clear();
      under_way_.assign(count, {});
      todo_.push_back({0, first, {}, {}, {}});
      while (!todo_.empty() && why_.empty()) {
        Point now = std::move(todo_.back());
        todo_.pop_back();
        follow(std::move(now));
      }
      if (candidates_.empty()) break;
    }
    for (auto const& [wait, is_passed] : passed_)
      if (!is_passed && why_.empty())
        fail("no way leads to an arrival of all that this wait is for", std::get<0>(wait));
    for (std::uint32_t at = 0; at < count; ++at)
      for (auto const& [copy, barriers] : under_way_[at]) of_.under_way[at][copy] |= barriers;
    for (std::uint32_t at = 0; at < count; ++at)
      for (std::uint32_t copy = 0; copy < count; ++copy)
        if (!reached_[at] && is_counted(entry_.instructions[copy]))
          of_.under_way[at][copy] = ~std::uint64_t{0};
    for (auto const& [copy, bytes] : sizes_)
      if (bytes != 0) of_.box_bytes[copy] = bytes;
  }

 private:
  std::uint32_t first_copy() const {
    for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at)
      if (is_counted(entry_.instructions[at])) return at;
    return 0;
  }
  void fail(std::string why, std::uint32_t at) {
    if (of_.phases_open.empty()) of_.phases_open = why, of_.phases_at = at;
    why_ = std::move(why);
  }

  /// The slots on which rests what is an mbarrier's address or a parity; and those of conditions.
  void find_slices() {
    std::set<unsigned> numbers, asked;
    auto const add = [](Operand const& o, std::set<unsigned>& to) {
      if (o.slot != kSink) to.insert(static_cast<unsigned>(o.slot));
    };
    for (Instruction const& i : entry_.instructions) {
      Event const event = event_of(i);
      if (event != Event::none && event != Event::other && event != Event::product) {
        add(barrier_of(i, event), numbers);
        if (event == Event::wait) add(i.operands[2], numbers);
      }
      if (i.guard != kSink &&
          (event != Event::none ||
           of_.program[static_cast<std::size_t>(&i - entry_.instructions.data())].flow.branches))
        asked.insert(static_cast<unsigned>(i.guard));
    }
    auto const close = [&](std::set<unsigned>& some) {
      for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at) {
          Instruction const& i = entry_.instructions[at];
          auto const to = answered(i);
          if (std::none_of(to.begin(), to.end(), [&](unsigned s) { return some.count(s) != 0; })) continue;
          for (unsigned const s : of_.program[at].read) changed |= some.insert(s).second;
        }
      }
    };
    close(numbers), close(asked);
    numbers_ = numbers, kept_ = numbers;
    kept_.insert(asked.begin(), asked.end());
  }

  /// The instructions at which ways close to a loop, each with the slots that are written on ways from it to it that do not leave the loop.
  void find_heads() {
    auto const count = static_cast<std::uint32_t>(entry_.instructions.size());
    std::vector<std::vector<std::uint32_t>> next(count), before(count);
    for (std::uint32_t at = 0; at < count; ++at) {
      auto const to = [&](std::uint32_t b) {
        if (b < count) next[at].push_back(b), before[b].push_back(at);
      };
      if (of_.program[at].flow.branches) to(of_.program[at].instruction.target);
      if (of_.program[at].flow.falls) to(at + 1);
    }
    // Instructions in an order in which only what closes a loop goes back, and of each the last one that all ways to it come through.
    std::vector<std::uint32_t> order, place(count, count), through(count, count);
    std::vector<std::pair<std::uint32_t, std::size_t>> way{{0, 0}};
    std::vector<bool> seen(count, false);
    if (count != 0) seen[0] = true;
    while (count != 0 && !way.empty()) {
      auto& [at, k] = way.back();
      if (k == next[at].size()) {
        order.push_back(at), way.pop_back();
        continue;
      }
      std::uint32_t const to = next[at][k++];
      if (!seen[to]) seen[to] = true, way.emplace_back(to, 0);
    }
    std::reverse(order.begin(), order.end());
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    if (count != 0) through[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t const at : order) {
        std::uint32_t both = at == 0 ? 0 : count;
        for (std::uint32_t b : before[at]) {
          if (at == 0 || through[b] == count) continue;
          std::uint32_t a = both == count ? b : both;
          while (a != b) (place[a] > place[b] ? a : b) = through[place[a] > place[b] ? a : b];
          both = a;
        }
        if (through[at] != both) through[at] = both, changed = true;
      }
    }
    auto const reached = [&](std::uint32_t from, std::vector<std::vector<std::uint32_t>> const& edges,
                             std::uint32_t last) {
      std::vector<bool> r(count, false);
      std::vector<std::uint32_t> todo{from};
      while (!todo.empty()) {
        std::uint32_t const at = todo.back();
        todo.pop_back();
        if (r[at]) continue;
        r[at] = true;
        if (at != last) todo.insert(todo.end(), edges[at].begin(), edges[at].end());
      }
      return r;
    };
    for (std::uint32_t const at : order)
      for (std::uint32_t const head : next[at]) {
        if (place[head] > place[at] ||
            passed_wait(entry_, head))  // of a wait there are no trips: it is one step
          continue;
        std::uint32_t up = at;
        while (up != head && up != 0) up = through[up];
        auto const back = reached(at, before, up == head ? head : count), forth = reached(head, next, count);
        auto& body = heads_[head].body;
        body.resize(count, false), body[head] = true;
        for (std::uint32_t k = 0; k < count; ++k) body[k] = body[k] || (back[k] && forth[k]);
      }
    for (auto& [head, of] : heads_)
      for (std::uint32_t k = 0; k < count; ++k)
        if (of.body[k])
          for (unsigned const s : answered(entry_.instructions[k])) of.written.insert(s);
  }

  /// At a loop's head: what its trips write is a symbol from here on, but for stages and phases, and what is known is said of these.
  void begin_trip(Point& now) {
    Head const& head = heads_.at(now.at);
    Substitution moved;
    std::vector<std::pair<Term, Term>> entered;
    std::set<Term> kept;
    auto const facts_before = facts_of(now);
    std::vector<std::pair<Term, Term>> counters;  // the symbol, and what it is now
    for (unsigned const s : head.written) {
      Term& v = now.state.slots[s];
      if (v != nullptr && numbers_.count(s) != 0 && v->op == Op::constant) continue;
      if (v == nullptr || kept_.count(s) == 0) {
        v = nullptr;
        continue;
      }
      bool const apart = of_.dependent[s];
      Term const symbol = leaf(apart ? Leaf::unknown_lanes : Leaf::unknown, v->width, now.at, kCounters + s);
      counters.emplace_back(symbol, v);
      std::uint64_t number = 0;
      auto const summands = summands_of(v, number);
      if (summands.size() == 1 && summands[0].factor == 1 && summands[0].term == symbol)
        moved.set(symbol, sum(v->width, {{symbol, 1}}, ~number + 1)), kept.insert(symbol);
      else if (v->op == Op::constant)
        entered.emplace_back(symbol, v);
      v = symbol;
    }
    std::map<Term, bool> given;
    for (auto const& [condition, value] : now.given)
      if (!condition->is_open) given[condition] = value;
    for (Term const candidate : candidates_[now.at]) {  // what is shown of the counter now
      Substitution now_is;
      auto const leaves = leaves_of(candidate);
      bool const all_known = std::all_of(leaves.begin(), leaves.end(), [&](Term l) {
        return !l->is_open ||
               std::any_of(counters.begin(), counters.end(), [&](auto const& one) { return one.first == l; });
      });
      if (!all_known) continue;
      for (auto const& [symbol, value] : counters) now_is.set(symbol, value);
      if (contradicts(facts_before, inverted(now_is(candidate)))) given[candidate] = true;
    }
    now.given = std::move(given);
    for (auto& [address, phase] : now.barriers)
      for (Phase::Copy& copy : phase.copies) {
        std::set<Term> facts;
        for (Term const fact : copy.facts) {
          bool holds = true;
          for (Term const l : leaves_of(fact)) {
            if (l->leaf != Leaf::unknown && l->leaf != Leaf::unknown_lanes) continue;
            bool const is_counter = l->second >= kCounters;
            holds = holds && is_counter && (l->first == now.at ? kept.count(l) != 0 : !head.body[l->first]);
          }
          if (holds) facts.insert(moved(fact));
        }
        for (auto const& [symbol, value] : entered) facts.insert(equal(symbol, value));
        copy.facts.assign(facts.begin(), facts.end());
        std::erase_if(copy.facts, [](Term t) { return t->op == Op::constant; });
      }
    for (auto& [address, phase] : now.barriers) std::sort(phase.copies.begin(), phase.copies.end());
  }

  /// What is known on a way, as bits that are 1; empty where no copy is under way.
  static std::vector<Term> facts_of(Point const& now) {
    std::set<Term> r;
    for (auto const& [address, phase] : now.barriers)
      for (Phase::Copy const& copy : phase.copies) r.insert(copy.facts.begin(), copy.facts.end());
    for (auto const& [condition, value] : now.given) r.insert(value ? condition : inverted(condition));
    return {r.begin(), r.end()};
  }
  bool contradicts(std::vector<Term> facts, Term more) {
    if (!contradicts_ || more->op == Op::constant) return more->is(0);
    facts.push_back(more);
    std::sort(facts.begin(), facts.end());
    auto const [found, is_new] = asked_.try_emplace(facts, false);
    if (is_new) found->second = asked_.size() <= kMostAsked && contradicts_(facts);
    return found->second;
  }
  /// Whether a way on which that bit is 1 is one.
  bool is_way(Point const& now, Term more, bool matters) {
    bool const any = matters || std::any_of(now.barriers.begin(), now.barriers.end(),
                                            [](auto const& one) { return !one.second.copies.empty(); });
    return !any || !contradicts(facts_of(now), more);
  }

  bool is_known(Point const& now) {
    std::vector<Term> slots;
    for (unsigned const s : kept_) slots.push_back(now.state.slots[s]);
    return !known_.insert({now.at, std::move(slots), now.barriers, now.given, now.parts}).second;
  }

  /// To the next instruction at which ways part or meet.
  void follow(Point now) {
    if (known_.size() > kMostPoints)
      return fail("stages and phases of its mbarriers are not counted by numbers that come again",
                  first_copy());
    for (bool is_start = true;; is_start = false) {
      while (!now.parts.empty() && now.parts.back().meeting == now.at) {
        if (now.parts.back().ends) return;
        for (unsigned const s : now.parts.back().written) now.state.slots[s] = nullptr;
        now.parts.pop_back();
      }
      if (now.at >= entry_.instructions.size()) return;
      if (heads_.count(now.at) != 0) begin_trip(now);
      if ((is_start || leads_.count(now.at) != 0) && is_known(now)) return;
      note(now);
      std::uint32_t const at = now.at;
      Instruction const& i = entry_.instructions[at];
      SymbolicStep const& step = of_.program[at];
      if (!step.why.empty()) return fail(step.why, at);
      Event const event = event_of(i);
      if (event == Event::other) return fail("what this does to an mbarrier is not looked into", at);
      if (event != Event::none && !happens(now, i, event)) return;
      if (!why_.empty()) return;
      if (now.at != at) continue;  // a wait that is passed
      if (step.flow.branches) return part(std::move(now), i);
      execute(now, step);
      if (step.flow.is_barrier)
        for (auto& [address, phase] : now.barriers) {
          for (Phase::Copy& copy : phase.copies)
            copy.barriers = std::min(copy.barriers + 1, kMostBarriersSince);
          if (!phase.expecting.empty()) phase.expecting = {kAnyThread};
        }
      if (!step.flow.falls) return;
      ++now.at;
    }
  }

  void note(Point const& now) {
    reached_[now.at] = true;
    for (auto const& [address, phase] : now.barriers)
      for (Phase::Copy const& copy : phase.copies)
        under_way_[now.at][copy.instruction] |= std::uint64_t{1} << copy.barriers;
  }

  void execute(Point& now, SymbolicStep const& step) {
    judge_.state = now.state;
    try {
      judge_.step(now.at, step);
      now.state = std::move(judge_.state);
    } catch (cli::Failure const&) {
      for (unsigned const s : answered(entry_.instructions[now.at])) now.state.slots[s] = nullptr;
    }
    now.state.slots[judge_.epoch_slot()] = now.state.slots[judge_.order_slot()] = constant(0, 32);
    now.state.when.clear();
  }

  Term bit_of(Point const& now, Instruction const& i) {
    if (i.guard == kSink) return constant(1, 1);
    Term const v = now.state.slots[static_cast<std::size_t>(i.guard)];
    if (v == nullptr) {
      bool const apart = of_.dependent[static_cast<std::size_t>(i.guard)];
      Term const bit = leaf(apart ? Leaf::unknown_lanes : Leaf::unknown, 1, now.at, 1u << 20);
      return i.guard_negated ? inverted(bit) : bit;
    }
    Term const bit = extract(v, 0, 1);
    return i.guard_negated ? inverted(bit) : bit;
  }

  /// What is assumed of a condition that all threads share; where nothing is, also the other is gone on with.
  bool assumed(Point& now, Term condition, bool matters) {
    if (condition->op == Op::constant) return condition->value != 0;
    Term const other = inverted(condition);
    if (auto const found = now.given.find(condition); found != now.given.end()) return found->second;
    if (auto const found = now.given.find(other); found != now.given.end()) return !found->second;
    if (!is_way(now, condition, matters)) {
      is_dead_ = !is_way(now, other, matters);
      return now.given[condition] = false;
    }
    if (is_way(now, other, matters)) {
      Point without = now;
      without.given[condition] = false;
      todo_.push_back(std::move(without));
    }
    return now.given[condition] = true;
  }

  /// The threads that do what all of these conditions say, on this way; none where it is not known.
  std::optional<std::vector<unsigned>> threads_of(Point const& now, std::vector<Term> const& when) {
    std::vector<Term> all = when;
    for (Part const& one : now.parts) all.insert(all.end(), one.when.begin(), one.when.end());
    std::vector<unsigned> r;
    for (unsigned thread = 0; thread < threads_; ++thread) {
      bool does = true;
      for (Term const t : all) {
        auto const v = value_in(t, kLanes, thread, 0, {});
        if (!v) return {};
        does = does && *v != 0;
      }
      if (does) r.push_back(thread);
    }
    return r;
  }

  std::optional<std::uint64_t> number(Point const& now, Operand const& o) {
    std::uint64_t const offset = o.kind == Operand::Kind::address ? static_cast<std::uint64_t>(o.offset) : 0;
    if (o.slot == kSink) return offset;
    Term const v = now.state.slots[static_cast<std::size_t>(o.slot)];
    if (v == nullptr || v->op != Op::constant) return {};
    return v->value + offset;
  }

  /// False where this way ends here.
  bool happens(Point& now, Instruction const& i, Event event) {
    std::uint32_t const at = now.at;
    auto const refuse = [&](std::string why) { return fail(std::move(why), at), false; };
    std::vector<Term> when, facts;
    for (Term const t : parts_of(bit_of(now, i))) {
      if (is_of_threads(t))
        when.push_back(t);
      else if (!assumed(now, t, true))
        return !std::exchange(is_dead_, false);
      else if (t->op != Op::constant)
        facts.push_back(t);
    }
    for (Part const& one : now.parts) facts.insert(facts.end(), one.asked.begin(), one.asked.end());
    std::sort(facts.begin(), facts.end());
    auto const who = threads_of(now, when);
    if (!who) return refuse("which threads do this is not known");
    if (who->empty()) return true;
    std::uint64_t const threads = who->size();
    if (event == Event::product) {
      if (threads != 1) return refuse(fmt::format("{} threads start this product", threads));
      auto& products = now.barriers[kUncommitted].copies;
      products.push_back({at, 0, 0, facts, who->front()});
      std::sort(products.begin(), products.end());
      products.erase(std::unique(products.begin(), products.end()), products.end());
      return true;
    }
    auto const address = number(now, barrier_of(i, event));
    if (!address) return refuse("which mbarrier this is is not known");
    std::uint64_t const where = *address & 0xFFFFFFFFu;
    auto const found = now.barriers.find(where);
    if (event == Event::init) {
      auto const count = number(now, i.operands[1]);
      if (!count || threads != 1) return refuse("how many arrivals the mbarrier expects is not known");
      if (found != now.barriers.end()) return refuse("an mbarrier is initialised once more");
      now.barriers[where].expected = *count;
      return true;
    }
    if (found == now.barriers.end()) return refuse("the mbarrier was not initialised before");
    Phase& phase = found->second;
    std::size_t const behind = i.operands[0].kind == Operand::Kind::address ? 1 : 2;
    switch (event) {
      case Event::forget:
        if (!phase.copies.empty()) return refuse("an mbarrier is given up whose copies were not waited for");
        now.barriers.erase(found);
        return true;
      case Event::arrive:
      case Event::expect_and_arrive:
      case Event::expect: {
        auto const given =
            i.operands.size() > behind ? number(now, i.operands[behind]) : std::optional<std::uint64_t>(1);
        if (!given) return refuse("how much arrives at the mbarrier, or is expected, is not known");
        if (event != Event::arrive) {
          if (phase.arrived == phase.expected)
            return refuse("bytes are expected of a phase that may be over");
          phase.bytes += *given * threads;
        }
        if (event == Event::expect)
          phase.expecting.insert(phase.expecting.end(), who->begin(), who->end());
        else
          phase.arrives(*who);
        if (event != Event::expect) phase.arrived += threads * (event == Event::arrive ? *given : 1);
        if (phase.arrived > phase.expected)
          return refuse("the mbarrier may be in a later phase: its last one was not waited for");
        return true;
      }
      case Event::copy:
        return copies(now, i, phase, threads, facts);
      case Event::commit:
        return commits(now, phase, *who);
      default:
        return waits(now, i, where, phase);
    }
  }

  /// The phase ends when the products are over that this thread has started.
  bool commits(Point& now, Phase& phase, std::vector<unsigned> const& who) {
    auto const refuse = [&](std::string why) { return fail(std::move(why), now.at), false; };
    if (who.size() != 1) return refuse(fmt::format("{} threads commit products", who.size()));
    if (++phase.arrived > phase.expected)
      return refuse("the mbarrier may be in a later phase: its last one was not waited for");
    phase.arrives(who);
    auto const open = now.barriers.find(kUncommitted);
    if (open == now.barriers.end()) return true;
    auto& products = open->second.copies;
    std::erase_if(products, [&](Phase::Copy const& one) {
      if (one.thread == who.front()) phase.copies.push_back(one);
      return one.thread == who.front();
    });
    if (products.empty()) now.barriers.erase(open);
    std::sort(phase.copies.begin(), phase.copies.end());
    return true;
  }
  bool is_product(Phase::Copy const& one) const {
    return is_tensor_product(entry_.instructions[one.instruction]);
  }

  bool copies(Point& now, Instruction const& i, Phase& phase, std::uint64_t threads,
              std::vector<Term> const& facts) {
    auto const refuse = [&](std::string why) { return fail(std::move(why), now.at), false; };
    if (threads != 1) return refuse(fmt::format("{} threads start this copy", threads));
    std::uint64_t bytes = 0, known = 0;
    if (i.key.find(".tensor.") == std::string::npos) {
      auto const size = number(now, i.operands[2]);
      if (!size) return refuse("how many bytes are copied is not known");
      bytes = *size;
    } else if (auto const map = number(now, i.operands[1]); map && *map >= kParameterWindow) {
      auto const box = boxes_.find(static_cast<std::uint32_t>(*map - kParameterWindow));
      if (box != boxes_.end()) bytes = box->second;
    }
    for (Phase::Copy const& one : phase.copies) {
      if (is_product(one)) continue;
      known += one.bytes;
      if (one.bytes == 0 || bytes == 0)
        return refuse(
            "how many bytes the boxes of tensor maps have is not known, and several are counted by one "
            "mbarrier");
    }
    // The bytes that are to come keep the phase open.
    if (phase.arrived == phase.expected && known + std::max<std::uint64_t>(bytes, 1) > phase.bytes)
      return refuse("more bytes are copied than the mbarrier expects");
    phase.copies.push_back({now.at, bytes, 0, facts, 0});
    std::sort(phase.copies.begin(), phase.copies.end());
    if (bytes != 0) size_of(now.at, bytes);
    return true;
  }

  bool size_of(std::uint32_t copy, std::uint64_t bytes) {
    auto const [known, is_new] = sizes_.try_emplace(copy, bytes);
    if (!is_new && known->second != bytes) return fail("boxes of several sizes are copied", copy), false;
    return true;
  }

  bool waits(Point& now, Instruction const& i, std::uint64_t where, Phase& phase) {
    auto const refuse = [&](std::string why) { return fail(std::move(why), now.at), false; };
    auto const parity = number(now, i.operands[2]);
    if (!parity) return refuse("which phase is waited for is not known");
    if (of_.apart[now.at] || i.guard != kSink || !now.parts.empty())
      return refuse("some threads alone wait for an mbarrier");
    auto const on = passed_wait(entry_, now.at);
    if (!on) return refuse("a wait for an mbarrier that is not tried again until it is over");
    if ((*parity & 1) == (phase.parity ? 1u : 0u)) {
      auto& is_passed = passed_.try_emplace({now.at, where, phase.parity}, false).first->second;
      if (phase.arrived < phase.expected) return false;  // nobody gets on from here
      is_passed = true;
      if (!phase.expecting.empty())
        return refuse(
            "a thread expects bytes, and others alone arrive behind that: the phase may be over before");
      std::uint64_t bytes = 0;
      for (Phase::Copy& one : phase.copies) {
        if (is_product(one)) continue;
        if (one.bytes == 0) one.bytes = phase.bytes;
        bytes += one.bytes;
        if (!size_of(one.instruction, one.bytes)) return false;
      }
      if (bytes != phase.bytes)
        return refuse(fmt::format("the mbarrier expects {} bytes, and {} are copied", phase.bytes, bytes));
      phase.arrived = phase.bytes = 0, phase.copies.clear(), phase.parity = !phase.parity;
    }
    // The answer is dropped.
    for (unsigned const s : answered(i)) now.state.slots[s] = nullptr;
    now.at = *on;
    return true;
  }

  /// Of a counter of the loop with that head that is compared with what does not change: that it is from 0 on up to it.
  void compare_counter(std::uint32_t head, Term condition) {
    if (heads_.count(head) == 0) return;
    for (Term t : {condition, inverted(condition)}) {
      if (t->op != Op::equal && t->op != Op::below && t->op != Op::below_signed) continue;
      for (std::size_t k : {0u, 1u}) {
        Term const bound = t->of[1 - k];
        std::uint64_t number = 0;
        auto const summands = summands_of(t->of[k], number);
        if (bound->is_open || summands.size() != 1 || summands[0].factor != 1) continue;
        Term const symbol = summands[0].term;
        if (symbol->op != Op::leaf || symbol->first != head || symbol->second < kCounters ||
            symbol->width != bound->width)
          continue;
        candidates_[head].insert(below_signed(symbol, bound));
        candidates_[head].insert(inverted(below_signed(symbol, constant(0, symbol->width))));
      }
    }
  }

  /// The instructions from there on, up to where the ways meet.
  std::set<std::uint32_t> way_to(std::uint32_t meeting, std::uint32_t from) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> todo{from};
    while (!todo.empty()) {
      std::uint32_t const at = todo.back();
      todo.pop_back();
      if (at >= entry_.instructions.size() || at == meeting || !seen.insert(at).second) continue;
      if (of_.program[at].flow.branches) todo.push_back(of_.program[at].instruction.target);
      if (of_.program[at].flow.falls) todo.push_back(at + 1);
    }
    return seen;
  }
  bool has_events(std::set<std::uint32_t> const& way) const {
    return std::any_of(way.begin(), way.end(),
                       [&](std::uint32_t at) { return event_of(entry_.instructions[at]) != Event::none; });
  }

  void part(Point now, Instruction const& i) {
    auto const go = [&](Point to, std::uint32_t at) {
      to.at = at;
      todo_.push_back(std::move(to));
    };
    Term const bit = bit_of(now, i);
    std::vector<Term> parts = parts_of(bit);
    std::uint32_t yes = i.target, no = now.at + 1;
    if (parts.size() == 1)
      if (auto const other = parts_of(inverted(bit)); other.size() > 1) parts = other, std::swap(yes, no);
    std::vector<Term> when, asked;
    for (Term const t : parts) {
      if (is_of_threads(t)) {
        when.push_back(t);
        continue;
      }
      compare_counter(i.target, t), compare_counter(now.at + 1, t);
      if (!assumed(now, t, false)) {
        if (!std::exchange(is_dead_, false)) go(std::move(now), no);
        return;
      }
      if (t->op != Op::constant) asked.push_back(t);
    }
    if (when.empty()) return go(std::move(now), yes);
    auto const yes_way = way_to(i.meeting, yes), no_way = way_to(i.meeting, no);
    bool const in_yes = has_events(yes_way), in_no = has_events(no_way);
    std::set<unsigned> written;
    for (auto const* const way : {&yes_way, &no_way})
      for (std::uint32_t const at : *way)
        for (unsigned const s : answered(entry_.instructions[at])) written.insert(s);
    if (in_yes && in_no) return fail("threads go apart, and both ways have to do with mbarriers", now.at);
    Point other = now;
    if (!in_yes && !in_no) {
      for (Point* const one : {&now, &other}) one->parts.push_back({i.meeting, {}, {}, false, written});
      go(std::move(other), no), go(std::move(now), yes);
      return;
    }
    if (in_no) {  // threads are known by a conjunction
      if (when.size() != 1) return fail("threads go apart", now.at);
      when[0] = inverted(when[0]), std::swap(yes, no);
    }
    now.parts.push_back({i.meeting, when, asked, false, std::move(written)});
    other.parts.push_back({i.meeting, {}, {}, true, {}});
    go(std::move(other), no), go(std::move(now), yes);
  }

  SymbolicKernel& of_;
  Entry const& entry_;
  PtxJudge& judge_;
  unsigned threads_;
  std::map<std::uint32_t, std::uint64_t> const& boxes_;
  std::set<unsigned> numbers_{}, kept_{};
  struct Head {
    std::set<unsigned> written{};
    std::vector<bool> body{};
  };
  std::map<std::uint32_t, Head> heads_{};
  std::map<std::uint32_t, std::set<Term>> candidates_{};
  std::map<std::vector<Term>, bool> asked_{};
  std::vector<UnderWay> under_way_{};
  std::map<std::tuple<std::uint32_t, std::uint64_t, bool>, bool>
      passed_{};  ///< waits: whether any way leads on from one
  Contradicts const& contradicts_;
  std::set<std::uint32_t> leads_{};
  std::vector<bool> reached_{};
  std::vector<Point> todo_{};
  std::set<std::tuple<std::uint32_t, std::vector<Term>, std::map<std::uint64_t, Phase>, std::map<Term, bool>,
                      std::vector<Part>>>
      known_{};
  std::map<std::uint32_t, std::uint64_t> sizes_{};
  std::string why_{};
  bool is_dead_ = false;  ///< what is known on the way is contradictory
};

}  // namespace

bool is_tensor_product(Instruction const& i) {
  return i.key.starts_with("tcgen05.mma.") || i.key.starts_with("tcgen05.cp.");
}
bool is_counted(Instruction const& i) { return is_counted_copy(i) || is_tensor_product(i); }

void find_phases(SymbolicKernel& of, PtxJudge& judge, State const& first, unsigned threads,
                 std::map<std::uint32_t, std::uint64_t> const& boxes, Contradicts const& contradicts) {
  auto const& program = of.entry->instructions;
  if (std::any_of(program.begin(), program.end(), is_counted))
    Phases(of, judge, threads, boxes, contradicts).find(first);
}

}  // namespace colex::code::ptx
