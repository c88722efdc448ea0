// SPDX-License-Identifier: MIT
#include "induction/term.hpp"

#include <stdexcept>

namespace colex::induction {

namespace {

constexpr std::size_t kMostDecisions = 1000;  // of one path

/// What happened on a path, in order: a decision, or a division.
struct Event {
  std::string text;  ///< the comparison, or the divisor
  bool divides = false, taken = false;
};

/// The run in progress: the events so far, and the decisions to repeat.
struct Run {
  std::vector<Event> events;
  std::vector<bool> decisions;
  std::size_t next = 0;
};
Run* active = nullptr;

Run& run() {
  if (active == nullptr) throw std::logic_error("a Term decides or divides outside tree()");
  return *active;
}

bool decide(std::string const& text) {
  Run& r = run();
  for (auto const& e : r.events)
    if (!e.divides && e.text == text) return e.taken;
  if (r.next == kMostDecisions) throw std::runtime_error("a path of more than 1000 decisions");
  if (r.next == r.decisions.size()) r.decisions.push_back(true);
  bool const taken = r.decisions[r.next++];
  r.events.push_back({text, false, taken});
  return taken;
}

Truth compare(Term const& a, Term const& b, char const* how, bool (*settle)(std::int64_t, std::int64_t)) {
  Truth t{a.text() + how + b.text()};
  if (a.numeral() && b.numeral()) t.known = settle(*a.numeral(), *b.numeral());
  return t;
}

Term divide(char const* how, Term const& a, Term const& b) {
  run().events.push_back({b.text(), true});
  return {how + a.text(Term::atom) + " " + b.text(Term::atom), Term::application};
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
    active = &run;
    last = answer();
    active = nullptr;
    ++paths;
  }
  Tree below(std::size_t position, int depth) {
    Tree t;
    std::string nonzero;
    for (; position < run.events.size() && run.events[position].divides; ++position)
      if (std::string const one = run.events[position].text + " <> 0"; nonzero.find(one) == std::string::npos)
        nonzero += one + " /\\ ";
    if (position == run.events.size()) return {last, nonzero.empty() ? "True" : nonzero + "True"};
    Event const here = run.events[position];
    Tree const yes = below(position + 1, depth + 1);
    run.decisions.resize(decided(position) + 1);
    run.decisions.back() = false;
    replay();
    Tree const no = below(position + 1, depth);
    auto const join = [&](std::string const& a, std::string const& b) {
      return "if " + here.text + " then" + indented(depth + 1) + a + indented(depth) + "else" +
             (b.starts_with("if ") ? " " : indented(depth + 1)) + b;
    };
    t.answers = join(yes.answers, no.answers);
    bool const trivial = yes.divides == "True" && no.divides == "True";
    t.divides = nonzero + (trivial ? "True" : "(" + join(yes.divides, no.divides) + ")");
    return t;
  }
  std::size_t decided(std::size_t position) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < position; ++k) n += run.events[k].divides ? 0 : 1;
    return n;
  }
};

}  // namespace

Truth::operator bool() const { return (known ? *known : decide(text)) != negated; }

Term::Term(std::int64_t value)
    : text_(value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value)), numeral_(value) {}

Term operator+(Term const& a, Term const& b) {
  return {a.text(Term::sum) + " + " + b.text(Term::product), Term::sum};
}
Term operator-(Term const& a, Term const& b) {
  return {a.text(Term::sum) + " - " + b.text(Term::product), Term::sum};
}
Term operator*(Term const& a, Term const& b) {
  return {a.text(Term::product) + " * " + b.text(Term::application), Term::product};
}
Term operator/(Term const& a, Term const& b) { return divide("Z.quot ", a, b); }
Term operator%(Term const& a, Term const& b) { return divide("Z.rem ", a, b); }
Truth operator==(Term const& a, Term const& b) {
  return compare(a, b, " =? ", [](std::int64_t x, std::int64_t y) { return x == y; });
}
Truth operator<(Term const& a, Term const& b) {
  return compare(a, b, " <? ", [](std::int64_t x, std::int64_t y) { return x < y; });
}
Truth operator<=(Term const& a, Term const& b) {
  return compare(a, b, " <=? ", [](std::int64_t x, std::int64_t y) { return x <= y; });
}

Tree tree(std::function<std::string()> const& answer) {
  Writer writer{answer};
  writer.replay();
  Tree t = writer.below(0, 1);
  t.paths = writer.paths;
  return t;
}

}  // namespace colex::induction
