// SPDX-License-Identifier: MIT
// Integers and lists of modes on which a header's function prints itself for Coq, its loops over a list included, whatever the rank.
//
//   walked([] { return size(Modes("A")); })      fold_left (fun x1 m1 => x1 * shape m1) A 1
//
// The function is run once for each way through it. Where it begins to go over a list, two ways part: into one turn, over any mode
// and with any value in all that turns change; and past the loop, with what it leaves. What a turn changes is seen when it is
// assigned. What is no number and no list is not seen; so a turn is run again after each way through one turn before it, and after
// 33, and so is what follows the loop: a text that differs then is an error, and no text. An index that is compared, grows by 1 and is
// compared again begins a loop over the indices; where a sum that begins with it is compared, the rest of the sum is taken from the other
// side. fold() prints itself by the names of Combinators.v, sort_by_stride() by that of Sort.v; that they are those loops is Unrolled.v's
// to prove. Limits are not asked.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>

#include "induction/texts.hpp"

namespace colex::induction {

inline std::string said_room(int n);                   // stored.hpp
inline std::uint8_t byte_of(std::string const& list);  // stored.hpp
struct Effect {};                                      ///< a step of a fold changes more than its state
class Walk;
inline Walk* walk = nullptr;  ///< the function that is being printed

/// What a turn may change: a number or a list.
class Cell {
 public:
  Cell();
  Cell(Cell const&) : Cell() {}
  Cell& operator=(Cell const&) {
    changes();
    return *this;
  }
  virtual ~Cell();
  virtual std::string said() const = 0;
  virtual void become(std::string const& name) = 0;
  virtual char const* stem() const = 0;
  int id() const { return id_; }

 protected:
  void changes() const;
  /// It is of a function around the one that is printed.
  bool outer() const { return walk != nullptr && of_ != walk; }

 private:
  Walk* of_;
  int id_;
};

/// A number.
class Walked : public Cell {
 public:
  Walked() : term_(0) {}
  Walked(std::int64_t value) : term_(value), computed_(true) {}  // NOLINT: numerals convert
  explicit Walked(Term term) : term_(std::move(term)), computed_(true) {}
  Walked(Walked const& from) : Cell(from), term_(from.term_) {}
  Walked& operator=(Walked const& from) {
    Cell::operator=(from);
    is(from.term_);
    return *this;
  }

  Term const& term() const { return term_; }
  std::string said() const override { return term_.text(); }
  void become(std::string const& name) override { is(number(name)); }
  char const* stem() const override { return "x"; }
  /// What has been added to another number to make this one: what there was before, what was added, and its text.
  struct Added {
    int to, id;
    Term term;
  };
  std::vector<Added> const& added() const { return added_; }
  /// It is what an operator gave, and no copy: a part of an expression, unless it is given a name.
  bool computed() const { return computed_; }

  friend Walked operator+(Walked const& a, Walked const& b) { return {a, b}; }
  friend Walked operator-(Walked const& a) { return Walked(Term(0) - a.term_); }
  friend Walked operator-(Walked const& a, Walked const& b) { return Walked(a.term_ - b.term_); }
  friend Walked operator*(Walked const& a, Walked const& b) { return Walked(a.term_ * b.term_); }
  friend Walked operator/(Walked const& a, Walked const& b) { return Walked(a.term_ / b.term_); }
  friend Walked operator%(Walked const& a, Walked const& b) { return Walked(a.term_ % b.term_); }
  friend Walked operator&(Walked const& a, Walked const& b) { return Walked(a.term_ & b.term_); }
  friend Walked operator|(Walked const& a, Walked const& b) { return Walked(a.term_ | b.term_); }
  friend Walked operator^(Walked const& a, Walked const& b) { return Walked(a.term_ ^ b.term_); }
  friend Walked operator<<(Walked const& a, Walked const& b) { return Walked(a.term_ << b.term_); }
  friend Walked operator>>(Walked const& a, Walked const& b) { return Walked(a.term_ >> b.term_); }
  Walked& operator++() { return *this = *this + Walked(1); }
  Walked operator--(int) {
    Walked const before = *this;
    *this = *this - Walked(1);
    return before;
  }
  friend Truth operator==(Walked const& a, Walked const& b) { return a.term_ == b.term_; }
  friend Truth operator!=(Walked const& a, Walked const& b) { return a.term_ != b.term_; }
  friend Truth operator<(Walked const& a, Walked const& b);
  friend Truth operator>(Walked const& a, Walked const& b) { return a.term_ > b.term_; }
  friend Truth operator<=(Walked const& a, Walked const& b);
  friend Truth operator>=(Walked const& a, Walked const& b) { return a.term_ >= b.term_; }

 private:
  Walked(Walked const& a, Walked const& b) : term_(a.term_ + b.term_), added_(a.added_), computed_(true) {
    added_.push_back({a.id(), b.id(), b.term_});
  }
  void is(Term const& term) {
    term_ = term;
    added_.clear();
    computed_ = false;
  }
  Term term_;
  std::vector<Added> added_{};
  bool computed_ = false;
};

}  // namespace colex::induction

namespace colex {
template <>
inline constexpr bool is_number<induction::Walked> = true;
template <>
inline constexpr bool is_unbounded<induction::Walked> = false;  // it goes the ways of 64 bits
}  // namespace colex

namespace colex::induction {

using WalkedMode = Mode<Walked>;
inline WalkedMode walked_mode(std::string const& name) {
  auto const of = [&](char const* part) { return Walked(Term(part + (" " + name), Term::application)); };
  return {of("shape"), of("stride")};
}
inline std::string said(Walked const& x) { return written(x.term()); }
inline std::string said(WalkedMode const& m) { return written(TermMode{m.shape.term(), m.stride.term()}); }
inline std::string said(Condition c) { return written(c); }
inline std::string said(Refusal<Walked> const& why) {
  if (why.condition == Condition::undecided) return "(Some (Refused \"undecided\" 0 0))";
  return written(Refusal<Term>{why.condition, {-1, -1}, why.left.term(), why.right.term()});
}
inline std::string said(bool b) { return written(b); }
inline std::string said(std::string const& text) { return text; }
inline std::string said(char const* text) { return text; }
/// A function of Coq, applied.
template <class... Args>
std::string call(std::string function, Args const&... args) {
  ((function += " " + said(args)), ...);
  return function;
}
inline std::string bracketed(std::string const& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}
/// A number as where something stands in a list.
inline std::string as_place(Walked const& k) {
  return k.term().numeral() ? k.said() : "(Z.to_nat " + written(k.term()) + ")";
}

// ------------------------------------------------------------------------------------------------ one function

class Walk {
 public:
  explicit Walk(std::function<std::string()> run, Walk* outside = nullptr)
      : run_(std::move(run)), names_(outside == nullptr ? 0 : outside->names_), outer_names_(names_) {}

  /// Asked anew after each loop over an index that it meets.
  std::string text() {
    for (int loops = 0; loops < kMaxLeaves; ++loops) {
      try {
        return below({});
      } catch (Anew const&) {
        plans_.clear();
        looked_.clear();
        leaves_.clear();
        checking_ = false;
      }
    }
    throw std::logic_error("a loop over an index is met again and again");
  }

  // what cells and lists say
  int born(Cell* cell) {
    live_[++born_] = cell;
    return born_;
  }
  void gone(int id, Cell const* cell) {
    if (auto const at = live_.find(id); at != live_.end() && at->second == cell) live_.erase(at);
  }
  void changed(int id) {
    for (auto& f : frames_)
      if (id <= f.born) f.assigned.insert(id);
  }
  bool decide(std::string const& text) {
    for (auto const& [one, taken] : known_)
      if (one == text) return taken;
    bool const taken = choose({text, Event::decision});
    known_.emplace_back(text, taken);
    return taken;
  }
  std::string fresh(std::string const& stem) { return stem + std::to_string(++names_); }
  /// A name for what this text says.
  std::string bind(std::string const& stem, std::string const& text) {
    Event event{text, Event::name};
    std::string name = fresh(stem);
    event.element = name;
    choose(std::move(event));
    return name;
  }

  /// Where an index goes up to `end`, one a turn, or from 1, twice as far each: whether a turn comes. That it does is seen when it is
  /// compared again; what runs is then run anew. What is compared is the index, or a sum that begins with it.
  std::optional<bool> counts(Walked const& sum, Walked const& end, bool end_too = false) {
    auto const at = live_.find(sum.added().empty() ? sum.id() : sum.added().front().to);
    auto const* const cell = at == live_.end() ? nullptr : dynamic_cast<Walked const*>(at->second);
    if (cell == nullptr || (sum.added().empty() && cell != &sum)) return {};
    Walked const& index = *cell;
    Term whole = index.term(), past = end.term();
    for (auto const& one : sum.added()) {
      whole = whole + one.term;
      past = past - one.term;
    }
    if (whole.text() != sum.said()) return {};  // the index has changed since
    if (end_too) past = past + Term(1);
    bool goes_on = false;
    if (is_now(index)) return {};  // a turn compares the index that it is at
    if (runs(&index)) {
      Frame const& f = frames_.back();
      if (f.loop != &index || index.said() != f.element + (f.doubles ? " * 2" : " + 1"))
        throw std::logic_error("an index does not go on by 1");
      if (past.text() != f.list) throw std::logic_error("what a loop goes over changes");
      for (auto cell = live_.upper_bound(f.born); cell != live_.end();) {  // made to be compared
        auto const* const x = dynamic_cast<Walked const*>(cell->second);
        bool const added = std::any_of(sum.added().begin(), sum.added().end(),
                                       [&](auto const& one) { return one.id == cell->first; });
        cell = x == &end || added || (x != nullptr && x->computed()) ? live_.erase(cell) : std::next(cell);
      }
      frames_.back().assigned.erase(index.id());
      goes_on = again(&index);
    } else if (loops(index.term(), past)) {
      bool const doubles = index.said() == "1";
      goes_on = begins(&index, indices(index.term(), past));
      if (goes_on) {
        frames_.back().doubles = doubles;
        frames_.back().list = past.text();
      }
    } else {
      auto const seen = compared_.find({index.id(), past.text()});
      if (seen != compared_.end() && index.said() == (seen->second.first + Term(1)).text()) {
        counting_[seen->second.script] = seen->second;
        throw Anew{};
      }
      if (warm_.empty()) compared_[{index.id(), past.text()}] = {index.term(), past, script_so_far()};
      return {};
    }
    at->second->become(goes_on ? frames_.back().element : fresh("x"));
    return goes_on;
  }
  /// What the innermost loop goes over is at its turn `k`.
  void is_at(int k) const {
    if (frames_.empty() || frames_.back().element.empty() || frames_.back().index != k)
      throw std::logic_error("a number of a list is asked for by its place");
  }
  /// The number of this turn, where it is `k`.
  std::string position(int k) {
    is_at(k);
    if (frames_.back().from != 0) throw std::logic_error("turns are numbered from another than 0");
    plans_[frames_.back().key].numbered = true;
    return "k" + frames_.back().element.substr(1);
  }

  /// Whether a turn comes of the loop over `list`, of which `loop` is any name; it begins where it does not run.
  bool goes_over(void const* loop, std::string const& list, int index = 0) {
    if (!runs(loop)) return begins(loop, list, index);
    if (at_turn_of(loop).list != list) throw std::logic_error("what a loop goes over changes");
    return again(loop);
  }
  bool begins(void const* loop, std::string const& list, int index = 0) {
    Plan& plan = plan_of(script_so_far());
    Frame f{loop, script_so_far(), born_, names_, known_.size(), 0, {}, plan.state, {}};
    Event event{list, Event::loop, plan.state, {}};
    for (int const id : plan.state) event.first.push_back(live_.at(id)->said());
    bool const warm = !warm_.empty();
    f.body = choose(event);
    if (warm && f.body) throw std::logic_error("a loop in a loop is left by break: " + list);
    f.in_warm = warm;
    f.list = list;
    f.from = index;
    f.index = index - 1;
    f.before = warm ? std::vector<Path>{} : plan.ways[plan.now];
    plan.names = names_ + 1;
    frames_.push_back(std::move(f));
    return turn();
  }
  /// A turn of it has ended; whether another comes.
  bool again(void const* loop) {
    Frame& f = at_turn_of(loop);
    if (f.turns > f.before.size()) {
      Next next{f.key, {}};
      for (int const id : f.state) next.state.push_back(live_.at(id)->said());
      throw next;
    }
    if (warm_at_ + 1 != warm_.size()) throw std::logic_error("a loop counts its turns");
    return turn();
  }
  bool runs(void const* loop) const {
    return std::any_of(frames_.begin(), frames_.end(), [&](Frame const& f) { return f.loop == loop; });
  }
  std::string const& element() const { return frames_.back().element; }
  bool is_now(Walked const& index) const {
    return std::any_of(frames_.begin(), frames_.end(), [&](Frame const& f) {
      return f.loop == &index && !f.element.empty() && index.said() == f.element;
    });
  }
  /// Another list is gone over beside the innermost loop's: its mode of this turn. Empty where no turn `k` is running.
  std::string beside(void const* other, std::string const& list, int k, std::function<void()> forget) {
    if (frames_.empty() || frames_.back().element.empty() || frames_.back().index != k) return "";
    Frame& f = frames_.back();
    if (f.other != nullptr && f.other != other) throw std::logic_error("three lists are gone over at once");
    f.other = other;
    f.forget = std::move(forget);
    if (warm_.empty()) events_[f.key.size()].other = list;
    return "n" + f.element.substr(1);
  }

 private:
  struct Chosen {
    std::string text;
    bool taken;
    std::vector<int> state;
  };
  using Path = std::vector<Chosen>;
  struct Event {
    std::string text;  ///< what is decided or named, or the list gone over
    enum Kind { decision, loop, name } kind = decision;
    std::vector<int> state{};
    std::vector<std::string> first{};  ///< what these are before the loop
    bool taken = true;
    std::string element{};  ///< names in a turn, or after it
    std::vector<std::string> names{};
    std::string other{};  ///< the list that is gone over beside it
  };
  struct Frame {
    void const* loop;
    std::vector<bool> key;
    int born, names;
    std::size_t known, turns;
    std::set<int> assigned;
    std::vector<int> state;
    std::string element;
    void const* other = nullptr;
    std::function<void()> forget{};
    int from = 0, index = -1;
    bool doubles = false;
    std::string list{};                 ///< what it goes over; of an index, where that ends
    bool body = true, in_warm = false;  ///< of the path: one turn, or what follows; in a turn that came first
    std::vector<Path> before{};
  };
  struct Compared {
    Term first, past;
    std::vector<bool> script;
  };
  /// Whether a loop over the index begins here.
  bool loops(Term const& first, Term const& past) const {
    if (!warm_.empty()) return warm_at_ < warm_.size() && warm_[warm_at_].text == indices(first, past);
    auto const at = counting_.find(script_so_far());
    return at != counting_.end() && indices(at->second.first, at->second.past) == indices(first, past);
  }
  /// One after the other, or from 1 twice as far each.
  static std::string indices(Term const& first, Term const& past) {
    if (first.text() == "1") return "powers_below " + written(past);
    if (first.text() == "0") return "Combinators.below " + written(past);
    return "map (Z.add " + written(first) + ") (Combinators.below " + written(past - first) + ")";
  }
  struct Anew {};  ///< a loop over an index has been met
  struct Next {
    std::vector<bool> key;
    std::vector<std::string> state;
  };
  struct Leaf {
    std::vector<bool> script;
    std::vector<Event> events;
    std::vector<Frame> frames;
    std::optional<Next> next;
    std::string answer;
  };

  struct Plan {
    std::vector<int> state{};                 ///< what turns change
    bool plain = true;                        ///< no turn leaves the loop
    bool numbered = false;                    ///< a turn asks which it is
    std::vector<std::vector<Path>> ways{{}};  ///< turns after which the others differ; first none
    std::map<std::pair<std::size_t, std::vector<bool>>, std::size_t> next{};  ///< which they then are
    std::size_t now = 0;                                                      ///< the one that is run
    int names = 0;
    std::pair<std::string, std::string>
        said{};  ///< what a turn and what follows say, after no turn, and their paths
    std::vector<Leaf> leaves{};
  };

  Frame& at_turn_of(void const* loop) {
    while (frames_.back().loop != loop) frames_.pop_back();
    return frames_.back();
  }
  std::vector<bool> script_so_far() const {
    if (!warm_.empty()) return warm_key_;
    return {script_.begin(), script_.begin() + static_cast<std::ptrdiff_t>(next_)};
  }
  Plan& plan_of(std::vector<bool> const& key) {
    if (warm_.empty()) return plans_[key];
    warm_plan_.state = warm_at_ < warm_.size() ? warm_[warm_at_].state : std::vector<int>{};
    return warm_plan_;
  }
  bool choose(Event event) {
    if (!warm_.empty()) {
      if (warm_at_ == warm_.size() || warm_[warm_at_].text != event.text)
        throw std::logic_error("a loop counts its turns: " + event.text);
      return warm_[warm_at_++].taken;
    }
    if (next_ == script_.size()) script_.push_back(true);
    if (next_ == 1000) throw std::runtime_error("a path of more than 1000 decisions");
    event.taken = script_[next_++];
    events_.push_back(std::move(event));
    return events_.back().taken;
  }
  /// The next turn of the innermost loop, or what follows it.
  bool turn() {
    Frame& f = frames_.back();
    if (f.forget) f.forget();
    f.forget = {};
    known_.resize(f.known);
    born_ = f.born;
    names_ = f.names;
    bool const warms = f.turns < f.before.size(), in_warm = f.in_warm;
    if (!in_warm) {
      warm_ = warms ? f.before[f.turns] : Path{};
      if (warms) warm_.push_back({"", false, {}});  // so that it is not empty
      warm_at_ = 0;
      warm_key_ = f.key;
    }
    ++f.turns;
    ++f.index;
    f.other = nullptr;
    bool const body = warms || f.body;
    f.element = body ? fresh("m") : "";
    std::vector<std::string> names;
    for (int const id : f.state) {
      Cell* const cell = live_.at(id);
      names.push_back(fresh(cell->stem()));
      cell->become(names.back());
      changed(id);  // in the loops around it
    }
    if (live_.upper_bound(f.born) != live_.end())
      throw std::logic_error("something that a turn makes outlives it");
    if (!warms && !in_warm) {
      Event& event = events_[f.key.size()];
      event.element = f.element;
      event.names = names;
    }
    if (!body) frames_.pop_back();
    return body;
  }

  Leaf replay(std::vector<bool> const& script) {
    script_ = script;
    next_ = 0;
    events_.clear();
    frames_.clear();
    known_.clear();
    live_.clear();
    compared_.clear();
    warm_.clear();
    born_ = 0;
    names_ = outer_names_;
    Leaf leaf;
    Walk* const before = std::exchange(walk, this);
    try {
      std::function<bool(std::string const&)> const by = [this](std::string const& t) { return decide(t); };
      leaf.answer = decided(by, run_);
    } catch (Next const& next) {
      leaf.next = next;
    } catch (...) {
      walk = before;
      throw;
    }
    walk = before;
    leaf.script = script_;
    leaf.events = events_;
    leaf.frames = frames_;
    return leaf;
  }
  static std::string tuple(std::vector<std::string> const& parts, char const* mark = "") {
    if (parts.empty()) return "tt";
    if (parts.size() == 1)
      return parts[0].find(' ') == std::string::npos || parts[0].front() == '[' ? parts[0]
                                                                                : "(" + parts[0] + ")";
    std::string r;
    for (auto const& one : parts) r += (r.empty() ? "" : ", ") + one;
    return std::string(mark) + "(" + r + ")";
  }
  static std::string pattern(std::vector<std::string> const& names) {
    return names.empty() ? "_" : tuple(names, "'");
  }
  std::string said_of(Leaf const& leaf) {
    std::vector<std::vector<bool>> around;  // the loops that the leaf lies in, those that are left as well
    for (auto const& f : leaf.frames)
      if (f.body && !plans_[f.key].plain) around.push_back(f.key);
    std::string r = leaf.answer;
    std::size_t depth = 0;
    if (leaf.next) {
      Plan const& plan = plans_[leaf.next->key];
      auto state = leaf.next->state;
      if (auto const to = plan.next.find({plan.now, leaf.script});
          plan.ways.size() > 1 && !checking_ && to != plan.next.end())
        state.insert(state.begin(), std::to_string(to->second));
      r = tuple(state);
      while (depth < around.size() && around[depth] != leaf.next->key) ++depth;
      if (!plans_[leaf.next->key].plain) {
        r = "inl " + bracketed(r);
        ++depth;
      } else {  // the loops around it
        for (depth = 0; depth < around.size() && around[depth].size() < leaf.next->key.size();) ++depth;
      }
    }
    for (; depth < around.size(); ++depth) r = "inr " + bracketed(r);
    return r;
  }
  std::string below(std::vector<bool> const& script) {
    Leaf const leaf = replay(script);
    if (leaf.events.size() == script.size()) {
      leaves_.push_back(leaf);
      return said_of(leaf);
    }
    auto yes = script, no = script;
    yes.push_back(true);
    no.push_back(false);
    Event const event = leaf.events[script.size()];
    if (event.kind == Event::name)
      return "let " + event.element + " := " + event.text + " in\n  " + below(yes);
    if (event.kind == Event::decision) {
      std::string const a = below(yes), b = below(no);
      if (a == b) return a;
      if (a == "true" && b == "false") return event.text;
      if (a == "false" && b == "true") return "negb (" + event.text + ")";
      return "if " + event.text + " then " + a + " else " + b;
    }
    Plan& plan = plans_[script];
    look_into(script);
    std::vector<std::string> bodies, afters;
    if (plan.ways.size() == 1) {
      bodies.push_back(plan.said.first);
      afters.push_back(plan.said.second);
      leaves_.insert(leaves_.end(), plan.leaves.begin(), plan.leaves.end());
    } else {
      for (std::size_t h = 0; h < plan.ways.size(); ++h) {
        select(script, h);
        bodies.push_back(below(yes));
        afters.push_back(below(no));
      }
    }
    plan.now = 0;
    auto const body = one_of(bodies, "h" + std::to_string(plan.names)),
               after = one_of(afters, "h" + std::to_string(plan.names));
    if (plan.plain && plan.state.empty() && plan.ways.size() == 1) return after;
    Event const in = replay(yes).events[script.size()], past = replay(no).events[script.size()];
    if (plan.numbered && !in.other.empty()) throw std::logic_error("two lists are gone over by numbers");
    std::string const over = bracketed(event.text), other = plan.numbered ? "(seq 0 (length " + over + "))"
                                                            : in.other.empty() ? ""
                                                                               : bracketed(in.other);
    std::string const list = other.empty() ? over : "(combine " + over + " " + other + ")";
    std::string const mode =
        other.empty() ? in.element
                      : "'(" + in.element + (plan.numbered ? ", k" : ", n") + in.element.substr(1) + ")";
    auto const with = [&](std::vector<std::string> parts, std::string const& hidden) {
      if (plan.ways.size() > 1) parts.insert(parts.begin(), hidden);
      return parts;
    };
    std::string const h = "h" + std::to_string(plan.names), first = tuple(with(in.first, "0"));
    auto const turn_names = with(in.names, h), names = with(past.names, h);
    if (plan.plain)
      return "let " + pattern(names) + " := fold_left (fun " + pattern(turn_names) + " " + mode + " => " +
             body + ") " + list + " " + first + " in\n  " + after;
    bool const in_turn = std::any_of(plans_.begin(), plans_.end(), [&](auto const& one) {
      auto const& [key, around] = one;
      return !around.plain && key.size() < script.size() && script[key.size()] &&
             std::equal(key.begin(), key.end(), script.begin());
    });
    return "match walk (fun " + mode + " " + pattern(turn_names) + " => " + body + ") " + list + " " + first +
           (in_turn ? " return _ + _" : "") + " with inl " + (names.empty() ? "_" : tuple(names)) +
           " =>\n  " + after + " | inr a => a end";
  }
  /// The loop after turns of way `h`; what lies in it and after it may differ from what it was.
  void select(std::vector<bool> const& script, std::size_t h) {
    for (auto at = plans_.upper_bound(script); at != plans_.end();) {
      bool const inside =
          at->first.size() > script.size() && std::equal(script.begin(), script.end(), at->first.begin());
      at = inside ? plans_.erase(at) : std::next(at);
    }
    plans_[script].now = h;
  }
  static std::string one_of(std::vector<std::string> const& texts, std::string const& by) {
    std::string r = texts.back();
    for (std::size_t k = texts.size() - 1; k-- > 0;)
      if (texts[k] != r) r = "if " + by + " =? " + std::to_string(k) + " then " + texts[k] + " else " + r;
    return r;
  }
  /// What the turns of a loop change, whether one leaves it, and which of them make the later ones differ, though no number and no list
  /// has changed: by a flag, say.
  void look_into(std::vector<bool> const& script) {
    auto yes = script, no = script;
    yes.push_back(true);
    no.push_back(false);
    Plan& plan = plans_[script];
    plan = {};
    plan.ways = {{}};
    std::size_t const kept = leaves_.size();
    struct Turn {
      std::vector<bool> script;
      Path path;
    };
    using Signature = std::pair<std::string, std::string>;
    auto const signature_and = [&](auto const& looks) {
      select(script, plan.ways.size() - 1);
      std::string const body = below(yes);
      looks(true);
      Signature const r{body, below(no)};
      looks(false);
      leaves_.resize(kept);
      return r;
    };
    auto const signature = [&] { return signature_and([](bool) {}); };
    auto const keep = [&](Signature const& said) { plan.said = said; };
    // Below turns of a loop around it that are only compared: that it does what it did, after a turn of each way and 33 more.
    if (auto const known = checking_ ? looked_.find(script) : looked_.end(); known != looked_.end()) {
      plan = known->second.plan;
      bool changes_more = false;
      keep(signature_and([&](bool in_turn) {
        for (std::size_t k = kept; in_turn && k < leaves_.size(); ++k) {
          if (!leaves_[k].next || leaves_[k].next->key != script) continue;
          for (auto const& f : leaves_[k].frames)
            for (int const id : f.assigned)
              changes_more =
                  changes_more || (f.key == script &&
                                   std::find(plan.state.begin(), plan.state.end(), id) == plan.state.end());
        }
        if (!in_turn) plan.leaves.assign(leaves_.begin() + static_cast<std::ptrdiff_t>(kept), leaves_.end());
      }));
      auto way = known->second.each;
      for (int k = 0; k < kMaxLeaves && !way.empty(); ++k) way.push_back(way.front());
      plan.ways.push_back(way);
      if (!changes_more && signature() != plan.said) changes_more = true;  // it is another way of it
      plan.ways.pop_back();
      plan.now = 0;
      if (!changes_more) return;
      plan = {};
      plan.ways = {{}};
    }
    for (bool grown = true; grown;) {
      grown = false;
      plan.next.clear();
      plan.ways = {{}};
      std::vector<Signature> seen;
      std::vector<std::vector<Turn>> turns;
      for (std::size_t h = 0; h < plan.ways.size() && !grown; ++h) {
        select(script, h);
        std::string const body = below(yes);
        std::set<int> state(plan.state.begin(), plan.state.end());
        bool plain = true;
        turns.emplace_back();
        for (std::size_t k = kept; k < leaves_.size(); ++k) {
          if (!leaves_[k].next || leaves_[k].next->key != script) {
            plain = false;
            continue;
          }
          for (auto const& f : leaves_[k].frames)
            if (f.key == script) state.insert(f.assigned.begin(), f.assigned.end());
          Path path;
          for (std::size_t e = script.size() + 1; e < leaves_[k].events.size(); ++e) {
            auto const& one = leaves_[k].events[e];
            path.push_back({one.text, one.taken, one.state});
          }
          turns.back().push_back({leaves_[k].script, path});
        }
        if (h > 0) leaves_.resize(kept);
        grown = state.size() != plan.state.size() || (!plain && plan.plain);
        plan.state.assign(state.begin(), state.end());
        plan.plain = plan.plain && plain;
        if (grown) leaves_.resize(kept);
        if (grown) break;
        std::string const after = below(no);
        if (h == 0) {
          keep({body, after});
          plan.leaves.assign(leaves_.begin() + static_cast<std::ptrdiff_t>(kept), leaves_.end());
        }
        leaves_.resize(kept);
        if (h == seen.size()) seen.push_back({body, after});
        bool const before = std::exchange(checking_, true);
        for (auto const& one : turns[h]) {
          auto way = plan.ways[h];
          way.push_back(one.path);
          plan.ways.push_back(way);
          auto const found = std::find(seen.begin(), seen.end(), signature());
          std::size_t const to = static_cast<std::size_t>(found - seen.begin());
          plan.next[{h, one.script}] = to;
          if (found == seen.end()) {
            seen.push_back(signature());
            if (seen.size() > 4) throw std::logic_error("a loop counts its turns");
          } else {
            plan.ways.pop_back();
          }
        }
        checking_ = before;
      }
      if (grown) continue;
      bool const before = std::exchange(checking_, true);  // two turns, and more than there can be
      for (std::size_t h = 0; h < turns.size(); ++h)
        for (auto const& one : turns[h]) {
          std::size_t const to = plan.next.at({h, one.script});
          auto const check = [&](std::vector<Path> const& way, std::size_t is) {
            plan.ways.push_back(way);
            bool const same = signature() == seen[is];
            plan.ways.pop_back();
            if (!same) throw std::logic_error("a loop counts its turns");
          };
          auto way = plan.ways[h];
          way.push_back(one.path);
          for (auto const& other : turns[to]) {
            auto two = way;
            two.push_back(other.path);
            check(two, plan.next.at({to, other.script}));
          }
          if (to != h) continue;
          for (int k = 0; k < kMaxLeaves; ++k) way.push_back(one.path);
          check(way, h);
        }
      checking_ = before;
      if (plan.ways.size() > 1) continue;
      Looked& known = looked_[script];
      known = {plan, {}};
      known.plan.leaves.clear();
      for (auto const& one : turns[0]) known.each.push_back(one.path);
    }
    plan.now = 0;
  }

  std::function<std::string()> run_;
  int names_, outer_names_, born_ = 0;
  bool checking_ = false;
  struct Looked {
    Plan plan;
    std::vector<Path> each;  ///< its turns
  };
  std::map<std::vector<bool>, Plan> plans_;
  std::map<std::vector<bool>, Looked> looked_;  ///< the loops that have one way
  Plan warm_plan_;
  std::vector<Leaf> leaves_;
  std::vector<bool> script_, warm_key_;
  std::size_t next_ = 0, warm_at_ = 0;
  Path warm_;
  std::map<std::pair<int, std::string>, Compared> compared_;  ///< numbers, with what, and where
  std::map<std::vector<bool>, Compared> counting_;            ///< where loops over an index begin
  std::vector<Event> events_;
  std::vector<Frame> frames_;
  std::vector<std::pair<std::string, bool>> known_;
  std::map<int, Cell*> live_;
};

inline Cell::Cell() : of_(walk), id_(walk == nullptr ? 0 : walk->born(this)) {}
inline Cell::~Cell() {
  if (of_ != nullptr && of_ == walk) of_->gone(id_, this);
}
inline void Cell::changes() const {
  if (walk == nullptr || of_ == nullptr) return;
  if (of_ != walk) throw Effect{};
  of_->changed(id_);
}

inline Truth operator<(Walked const& a, Walked const& b) {
  if (walk != nullptr)
    if (auto const goes_on = walk->counts(a, b)) return Truth{"", false, *goes_on};
  return a.term_ < b.term_;
}
inline Truth operator<=(Walked const& a, Walked const& b) {
  if (walk != nullptr)
    if (auto const goes_on = walk->counts(a, b, true)) return Truth{"", false, *goes_on};
  return a.term_ <= b.term_;
}

/// The text of a function, and of one that a loop by name calls.
inline std::string walked(std::function<std::string()> run) { return Walk(std::move(run), walk).text(); }

}  // namespace colex::induction

// ------------------------------------------------------------------------------------------- lists of modes

namespace colex {

/// A list of any length, and after it modes one by one.
template <>
struct List<induction::WalkedMode> : induction::Cell {
  using Item = induction::WalkedMode;
  static constexpr int kLong = 1 << 10;  ///< stands for the length of a list that is not known

  struct AllBut {
    List const* list;
    int many;
    operator int() const { return many; }  // NOLINT: as a count
  };
  /// How many there are: what is compared with it is decided.
  struct Count {
    List const* list;
    explicit Count(List const* of) : list(of) {}
    Count(Count const&) = delete;
    Count& operator=(Count const&) = delete;
    operator int() const { return list->length(); }  // NOLINT: for fold_onto(), which prints itself
    friend bool operator==(Count const& c, int n) { return c.list->has(n); }
    friend bool operator!=(Count const& c, int n) { return !c.list->has(n); }
    friend bool operator>(Count const& c, int n) {
      if (n == 0) return !c.list->has(0);
      return bool(induction::Truth{induction::said_room(n) + " <? Z.of_nat (length " + c.list->said() + ")"});
    }
    explicit operator std::uint8_t() const { return induction::byte_of(list->said()); }
    friend bool operator<(int k, Count const& c) { return c.list->more(k); }
    friend AllBut operator-(Count const& c, int n) { return {c.list, c.list->length() - n}; }
    friend bool operator<(Count const& c, int n) {
      if (n != 2) throw std::logic_error("a count is compared with a number");
      return const_cast<List*>(c.list)->is_short();
    }
  };
  Count count{this};
  bool overfull = false;

  List() = default;
  explicit List(std::string name) : base_(std::move(name)) {}
  List(List const& from) : Cell(from), overfull(from.overfull), base_(from.base_), tail_(from.tail_) {}
  List& operator=(List const& from) {
    Cell::operator=(from);
    base_ = from.base_;
    tail_ = from.tail_;
    return *this;
  }

  void push(Item const& m) {
    changes();
    tail_.push_back(m);
  }
  void clear() {
    changes();
    base_ = "";
    tail_.clear();
  }
  void join(std::string const& more) {
    changes();
    base_ = base_.empty() && tail_.empty() ? more : induction::walk->bind("l", said() + " ++ " + more);
    tail_.clear();
  }
  void append(List const& from, int first, int last) {
    if (first != 0 || last != from.length()) throw std::logic_error("a part of a list is appended");
    join(from.said());
  }
  Item& operator[](int i) { return at(i); }
  Item const& operator[](int i) const { return const_cast<List*>(this)->at(i); }
  Item operator[](induction::Walked const& k) const {
    return induction::walked_mode("(nth " + induction::as_place(k) + " " + said() + " (Mode 1 0))");
  }
  Item const& back() const { return (*this)[length() - 1]; }

  std::string said() const override {
    if (tail_.empty()) return base_.empty() ? "[]" : base_;
    std::string items;
    for (auto const& m : tail_) {
      std::string one = induction::said(m);
      if (one.front() == '(') one = one.substr(1, one.size() - 2);
      items += (items.empty() ? "" : "; ") + one;
    }
    return base_.empty() ? "[" + items + "]" : "(" + base_ + " ++ [" + items + "])";
  }
  void become(std::string const& name) override {
    base_ = name;
    tail_.clear();
  }
  char const* stem() const override { return "l"; }
  int length() const { return (base_.empty() ? 0 : kLong) + static_cast<int>(tail_.size()); }
  /// The first `n` of them.
  std::string first(int n) const {
    if (n == length()) return said();
    if (n != length() - 1) throw std::logic_error("a part of a list is gone over");
    if (tail_.empty()) return "(removelast " + said() + ")";
    List shorter;
    shorter.base_ = base_;
    shorter.tail_.assign(tail_.begin(), tail_.end() - 1);
    return shorter.said();
  }
  bool has(int n) const {
    if (base_.empty()) return static_cast<int>(tail_.size()) == n;
    if (n < static_cast<int>(tail_.size())) return false;
    if (n > static_cast<int>(tail_.size()))
      return bool(induction::Truth{"Nat.eqb (length " + said() + ") " + std::to_string(n)});
    return bool(induction::Truth{"is_empty " + base_});
  }
  /// Whether there are fewer than two.
  bool is_short() {
    if (!base_.empty() && tail_.empty()) {
      if (induction::Truth{"is_empty " + base_})
        base_ = "";
      else
        split_back();
    }
    if (!base_.empty() && tail_.size() == 1 && induction::Truth{"is_empty " + base_}) base_ = "";
    return base_.empty() && tail_.size() < 2;
  }
  /// Whether the loop over indices that is at k goes on.
  bool more(int k) const {
    if (base_.empty()) return k < static_cast<int>(tail_.size());
    bool goes_on = true;
    bool const begins = !induction::walk->runs(this);
    if (begins) {
      if (std::string const name = induction::walk->beside(this, said(), k, [this] { now_.clear(); });
          !name.empty())
        return has_now(name);
      first_ = k;
    } else if (k == index_ + 1) {
      now_.clear();
    } else if (k != index_) {
      throw std::logic_error("an index is left out");
    }
    if (begins || k == index_ + 1)
      goes_on = induction::walk->goes_over(
          this, first_ == 0 ? said() : "(skipn " + std::to_string(first_) + " " + said() + ")", first_);
    index_ = k;
    if (goes_on) renew();
    return goes_on;
  }

  template <class M>
  struct Iterator {
    List const* list;
    std::size_t at = 0;
    bool begun = false, own = false;
    std::shared_ptr<List> rewritten{};  ///< the modes passed, where the loop may change them
    bool operator!=(Iterator const&) {
      if (!own) return at < list->tail_.size();
      list->now_.clear();
      bool const goes_on = begun ? induction::walk->again(list) : induction::walk->begins(list, list->said());
      begun = true;
      if (goes_on)
        list->renew();
      else if (rewritten)
        const_cast<List&>(*list) = *rewritten;
      return goes_on;
    }
    void operator++() {
      if (rewritten) rewritten->push(list->now_.front());
      ++at;
    }
    M& operator*() const { return own ? list->now_.front() : const_cast<Item&>(list->tail_[at]); }
    friend std::ptrdiff_t operator-(M*, Iterator const&) {
      throw std::logic_error("a loop asks where in its list a mode stands");
    }
  };
  Iterator<Item> begin() {
    return {this, 0, false, !base_.empty(), base_.empty() ? nullptr : std::make_shared<List>()};
  }
  Iterator<Item> end() { return {this}; }
  Iterator<Item const> begin() const { return {this, 0, false, !base_.empty()}; }
  Iterator<Item const> end() const { return {this}; }

 private:
  bool has_now(std::string const& name) const {
    now_.clear();
    now_.push_back(induction::walked_mode(name));
    shown_ = induction::said(now_.front());
    return true;
  }
  void renew() const { has_now(induction::walk->element()); }
  Item& at(int i) {
    if (base_.empty()) return tail_.at(static_cast<std::size_t>(i));
    if (induction::walk->runs(this) && i == index_) return now_.front();
    if (i != length() - 1) {
      bool const next = induction::walk->runs(this) && i + 1 == index_;  // the one before this turn's
      auto const forget = [this, next] { (next ? before_ : now_).clear(); };
      std::string name = induction::walk->beside(this, said(), next ? i + 1 : i, forget);
      if (name.empty() && outer()) throw induction::Effect{};
      if (name.empty() && i == 0) name = "(hd (Mode 1 0) " + said() + ")";
      if (name.empty()) throw std::logic_error("a mode is asked for by its number");
      if (next) {
        if (before_.empty()) before_.push_back(induction::walked_mode(name));
        return before_.front();
      }
      if (now_.empty() || shown_ != name) has_now(name);
      return now_.front();
    }
    if (tail_.empty()) split_back();
    return tail_.back();
  }
  void split_back() {
    tail_.push_back(induction::walked_mode("(last " + base_ + " (Mode 1 0))"));
    base_ = "(removelast " + base_ + ")";
  }

  std::string base_{};
  std::deque<Item> tail_{};
  mutable std::deque<Item> now_{}, before_{};  ///< of the turn that is running, and of the one before
  mutable std::string shown_{};
  mutable int index_ = 0, first_ = 0;  ///< of the turn that is running, and of the first
};

/// A list of numbers, as long as one of modes. What is given to one of them is put in its place.
template <>
struct List<induction::Walked> : induction::Cell {
  using Walked = induction::Walked;
  struct Count {
    List const* list;
    explicit Count(List const* of) : list(of) {}
    Count(Count const&) = delete;
    Count& operator=(Count const&) = delete;
    operator Walked() const {  // NOLINT: as a number
      return Walked({"Z.of_nat (length " + list->text_ + ")", induction::Term::application});
    }
    friend bool operator<(int k, Count const& c) { return c.list->more(k); }
    friend induction::Truth operator<(Walked const& k, Count const& c) { return k < Walked(c); }
    friend bool operator>(Count const& c, int k) { return c.list->more(k); }
    friend bool operator==(int k, Count const& c) {
      return bool(induction::Truth{"Nat.eqb (S " + induction::walk->position(k - 1) + ") (length " +
                                   c.list->said() + ")"});
    }
  };
  Count count{this};
  bool overfull = false;

  /// One of them.
  struct Slot : Walked {
    List* list;
    std::string place;
    Slot(List* of, std::string at, induction::Term is)
        : Walked(std::move(is)), list(of), place(std::move(at)) {}
    Slot& operator=(Walked const& x) {
      list->put(place, x);
      return *this;
    }
  };

  List() = default;
  explicit List(std::string text) : text_(std::move(text)) {}
  List(List const& from) : Cell(from), text_(from.text_) {}
  List& operator=(List const& from) {
    Cell::operator=(from);
    text_ = from.text_;
    return *this;
  }
  void fill(List<induction::WalkedMode>::AllBut n) { become("(repeat 0 (length " + n.list->first(n) + "))"); }
  void fill(Count const& n) { become("(repeat 0 (length " + n.list->text_ + "))"); }
  Slot operator[](int j) {
    if (outer()) throw induction::Effect{};
    if (!induction::walk->runs(this)) {
      std::string const at = induction::walk->position(j);
      return {this, at, {"nth " + at + " " + text_ + " 0", induction::Term::application}};
    }
    induction::walk->is_at(j);
    return {this, "", induction::number(induction::walk->element())};
  }
  Walked operator[](int j) const { return const_cast<List&>(*this)[j]; }
  Walked operator[](Walked const& j) const {
    return Walked({"nth " + induction::as_place(j) + " " + text_ + " 0", induction::Term::application});
  }
  void push(Walked const& x) {
    changes();
    std::string const one = x.term().text();
    text_ = text_ == "[]" ? "[" + one + "]" : "(" + text_ + " ++ [" + one + "])";
  }
  std::string said() const override { return text_; }
  void become(std::string const& text) override { text_ = text; }
  char const* stem() const override { return "l"; }
  /// What a function that is told by its name has made of them.
  void tell(std::string const& text) {
    changes();
    text_ = text;
  }
  /// Whether a turn comes of the loop over them.
  bool goes_on() const { return induction::walk->goes_over(this, text_); }
  /// Whether the loop over indices that is at k goes on.
  bool more(int k) const {
    bool const more = goes_on();
    if (more) induction::walk->is_at(k);
    return more;
  }
  struct Iterator {
    List const* list;
    bool operator!=(Iterator const&) { return list->goes_on(); }
    void operator++() {}
    Walked operator*() const { return Walked(induction::number(induction::walk->element())); }
  };
  Iterator begin() const { return {this}; }
  Iterator end() const { return {this}; }

 private:
  void put(std::string const& at, Walked const& x) {
    if (at.empty()) throw std::logic_error("a list that is gone over is changed");
    changes();
    text_ = "(put_at " + at + " " + induction::written(x.term()) + " " + text_ + ")";
  }

  std::string text_ = "[]";
};
/// Lists of numbers of which nothing is said.
template <>
struct List<List<induction::Walked>> {
  void push(List<induction::Walked> const&) {}
};

/// A tuple of numbers, of which the nesting is left out.
template <>
struct Nested<induction::Walked> {
  struct Nodes {
  } profile{};
  List<induction::Walked> leaves{};
};

/// The nesting is left out: as many nodes as leaves, of which each is one.
template <>
struct Nested<induction::WalkedMode> {
  struct Nodes {
    List<induction::WalkedMode> const* leaves = nullptr;
    struct Count {
      Nodes const* nodes;
      explicit Count(Nodes const* of) : nodes(of) {}
      Count(Count const&) = delete;
      Count& operator=(Count const&) = delete;
      friend bool operator<(int n, Count const& c) { return n < c.nodes->leaves->count; }
    };
    Count count{this};
    struct {
      int operator[](int) const { return 0; }
    } node{};
    Nodes() = default;
    Nodes(Nodes const&) {}
    Nodes(Nested<induction::Walked>::Nodes const&) {}  // NOLINT: a shape's, for its layout
    Nodes& operator=(Nodes const&) { return *this; }
    void push(int) {}
    void leaf() {}
    void tuple(int) {}
  };
  Nodes profile{};
  List<induction::WalkedMode> leaves{};

  Nested() { profile.leaves = &leaves; }
  Nested(Nodes const&, List<induction::WalkedMode> const& of) : leaves(of) { profile.leaves = &leaves; }
  Nested(Nested const& from) : leaves(from.leaves) { profile.leaves = &leaves; }
  Nested& operator=(Nested const& from) {
    leaves = from.leaves;
    return *this;
  }
  bool overfull() const { return leaves.overfull; }
  void clear() { leaves.clear(); }
};

}  // namespace colex

namespace colex::induction {

using Modes = List<WalkedMode>;
using Numbers = List<Walked>;
inline Layout<Walked> over(char const* name) { return {{}, Modes(name)}; }

inline std::string said(Modes const& list) { return list.said(); }
inline std::string said(Result<Modes, Walked> const& r) { return r ? "Some " + said(r.value) : "None"; }
inline std::string said(Result<Layout<Walked>, Walked> const& r) {
  return r ? "Some " + said(r.value.leaves) : "None";
}

inline std::string said(Numbers const& list) { return list.said(); }
inline std::string said(IntTuple<Walked> const& tuple) { return tuple.leaves.said(); }
inline std::string said(Result<IntTuple<Walked>, Walked> const& r) {
  return r ? "Some " + said(r.value) : "None";
}
inline std::string said(Result<Walked, Walked> const& r) { return r ? "Some " + said(r.value) : "None"; }

}  // namespace colex::induction
