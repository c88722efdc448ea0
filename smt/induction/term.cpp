// SPDX-License-Identifier: MIT
#include "induction/term.hpp"

#include <stdexcept>

namespace colex::induction {

namespace {

constexpr std::size_t kMostDecisions = 1000;  // of one path

/// What happened on a path, in order.
struct Event {
  enum Kind { decision, divisor, number } kind;
  std::string text;    ///< the comparison, or what was divided by or computed
  bool taken = false;  ///< of a decision
};

/// The run in progress: the events so far, and the decisions to repeat.
struct Run {
  std::vector<Event> events;
  std::vector<bool> decisions;
  std::size_t next = 0;
  std::function<bool(std::string const&)> const* by = nullptr;  ///< where given, it decides
};
Run* active = nullptr;

/// The run that terms compute in, until the end of a scope.
class Around {
 public:
  explicit Around(Run* run) : before_(active) { active = run; }
  ~Around() { active = before_; }
  Around(Around const&) = delete;
  Around& operator=(Around const&) = delete;

 private:
  Run* before_;
};

Run& run() {
  if (active == nullptr) throw std::logic_error("a Term computes outside tree()");
  return *active;
}

Term computed(std::string const& text, Term::Binding binding) {
  Term const t(text, binding);
  run().events.push_back({Event::number, t.text(Term::atom)});
  return t;
}

bool decide(std::string const& text) {
  Run& r = run();
  if (r.by != nullptr) return (*r.by)(text);
  for (auto const& e : r.events)
    if (e.kind == Event::decision && e.text == text) return e.taken;
  if (r.next == kMostDecisions) throw std::runtime_error("a path of more than 1000 decisions");
  if (r.next == r.decisions.size()) r.decisions.push_back(true);
  bool const taken = r.decisions[r.next++];
  r.events.push_back({Event::decision, text, taken});
  return taken;
}

Truth compare(Term const& a, Term const& b, char const* how, bool (*settle)(std::int64_t, std::int64_t)) {
  Truth t{a.text() + how + b.text()};
  if (a.numeral() && b.numeral()) t.known = settle(*a.numeral(), *b.numeral());
  return t;
}

Term call(char const* how, Term const& a, Term const& b) {
  return computed(how + a.text(Term::atom) + " " + b.text(Term::atom), Term::application);
}

Term divide(char const* how, Term const& a, Term const& b) {
  run().events.push_back({Event::divisor, b.text()});
  return call(how, a, b);
}

Truth fits(char const* name, Term const& a, Term const& b,
           bool (*settle)(std::int64_t const&, std::int64_t const&)) {
  Truth t{name + (" " + a.text(Term::atom)) + " " + b.text(Term::atom)};
  if (a.numeral() && b.numeral()) t.known = settle(*a.numeral(), *b.numeral());
  return t;
}

std::string indented(int depth) { return "\n" + std::string(2 * static_cast<std::size_t>(depth), ' '); }

/// The tree below `position` events of the path that `decisions` begin; `decisions` becomes the next path's.
struct Writer {
  std::function<std::string()> const& answer;
  Run run{};
  std::string last{};
  int paths = 0;

  void replay() {
    run.events.clear();
    run.next = 0;
    Around const inside(&run);  // a function inside the answer is a tree of its own
    last = answer();
    ++paths;
  }
  Tree below(std::size_t position, int depth) {
    std::string nonzero, words;
    auto const add = [](std::string& facts, std::string const& one) {
      if (facts.find(one) == std::string::npos) facts += one + " /\\ ";
    };
    for (; position < run.events.size() && run.events[position].kind != Event::decision; ++position) {
      Event const& e = run.events[position];
      if (e.kind == Event::divisor)
        add(nonzero, e.text + " <> 0");
      else
        add(words, "word " + e.text);
    }
    if (position == run.events.size()) return {last, nonzero + "True", words + "True"};
    Event const here = run.events[position];
    Tree const yes = below(position + 1, depth + 1);
    auto const before = run.events;
    run.decisions.resize(decided(position) + 1);
    run.decisions.back() = false;
    replay();
    same_until(before, position);
    Tree const no = below(position + 1, depth);
    auto const join = [&](std::string const& a, std::string const& b) {
      return "if " + here.text + " then" + indented(depth + 1) + a + indented(depth) + "else" +
             (b.starts_with("if ") ? " " : indented(depth + 1)) + b;
    };
    auto const both = [&](std::string const& facts, std::string const& a, std::string const& b) {
      return facts + (a == "True" && b == "True" ? "True" : "(" + join(a, b) + ")");
    };
    return {join(yes.answers, no.answers), both(nonzero, yes.divides, no.divides),
            both(words, yes.stays, no.stays)};
  }
  /// Throws where the run did another thing up to the event `position`, though all decisions before it were the same.
  void same_until(std::vector<Event> const& before, std::size_t position) const {
    for (std::size_t k = 0; k <= position; ++k)
      if (k >= run.events.size() || run.events[k].kind != before[k].kind ||
          run.events[k].text != before[k].text)
        throw std::logic_error("run again it does another thing: `" + before[k].text + "` and then " +
                               (k < run.events.size() ? "`" + run.events[k].text + "`" : "nothing"));
  }
  std::size_t decided(std::size_t position) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < position; ++k) n += run.events[k].kind == Event::decision ? 1 : 0;
    return n;
  }
};

}  // namespace

Truth::operator bool() const { return (known ? *known : decide(text)) != negated; }

Term::Term(std::int64_t value)
    : text_(value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value)), numeral_(value) {}

Term operator+(Term const& a, Term const& b) {
  std::int64_t n = 0;
  if (a.numeral() && b.numeral() && !__builtin_add_overflow(*a.numeral(), *b.numeral(), &n)) return n;
  return computed(a.text(Term::sum) + " + " + b.text(Term::product), Term::sum);
}
Term operator-(Term const& a, Term const& b) {
  std::int64_t n = 0;
  if (a.numeral() && b.numeral() && !__builtin_sub_overflow(*a.numeral(), *b.numeral(), &n)) return n;
  return computed(a.text(Term::sum) + " - " + b.text(Term::product), Term::sum);
}
Term operator*(Term const& a, Term const& b) {
  std::int64_t n = 0;
  if (a.numeral() && b.numeral() && !__builtin_mul_overflow(*a.numeral(), *b.numeral(), &n)) return n;
  return computed(a.text(Term::product) + " * " + b.text(Term::application), Term::product);
}
Term operator/(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral() && *b.numeral() > 0) return *a.numeral() / *b.numeral();
  return divide("Z.quot ", a, b);
}
Term operator%(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral() && *b.numeral() > 0) return *a.numeral() % *b.numeral();
  return divide("Z.rem ", a, b);
}
Term operator&(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral()) return *a.numeral() & *b.numeral();
  return call("Z.land ", a, b);
}
Term operator|(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral()) return *a.numeral() | *b.numeral();
  return call("Z.lor ", a, b);
}
Term operator^(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral()) return *a.numeral() ^ *b.numeral();
  return call("Z.lxor ", a, b);
}
Term operator<<(Term const& a, Term const& b) {
  bool const known =
      a.numeral() && b.numeral() && *a.numeral() >= 0 && *b.numeral() >= 0 && *b.numeral() < 62;
  if (known && *a.numeral() <= INT64_MAX >> *b.numeral()) return *a.numeral() << *b.numeral();
  return call("Z.shiftl ", a, b);
}
Term operator>>(Term const& a, Term const& b) {
  if (a.numeral() && b.numeral() && *b.numeral() >= 0 && *b.numeral() < 64)
    return *a.numeral() >> *b.numeral();
  return call("Z.shiftr ", a, b);
}
Truth operator==(Term const& a, Term const& b) {
  return compare(a, b, " =? ", [](std::int64_t x, std::int64_t y) { return x == y; });
}
Truth operator<(Term const& a, Term const& b) {
  return compare(a, b, " <? ", [](std::int64_t x, std::int64_t y) { return x < y; });
}
Truth operator<=(Term const& a, Term const& b) {
  return compare(a, b, " <=? ", [](std::int64_t x, std::int64_t y) { return x <= y; });
}

Truth product_fits(Term const& a, Term const& b) {
  return fits("product_fits", a, b, colex::product_fits<std::int64_t>);
}
Truth sum_fits(Term const& a, Term const& b) { return fits("sum_fits", a, b, colex::sum_fits<std::int64_t>); }
Term gcd(Term const& a, Term const& b) { return call("Z.gcd ", a, b); }

Tree tree(std::function<std::string()> const& answer) {
  Writer writer{answer};
  writer.replay();
  Tree t = writer.below(0, 1);
  t.paths = writer.paths;
  return t;
}

std::string decided(std::function<bool(std::string const&)> const& decide,
                    std::function<std::string()> const& answer) {
  Run run;
  run.by = &decide;
  Around const inside(&run);
  return answer();
}

}  // namespace colex::induction
