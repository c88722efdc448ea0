// SPDX-License-Identifier: MIT
// A property: how a case is drawn, when it counts, what must hold, how it shrinks and how it prints. Neither
// RapidCheck nor the algebra is included here, so a law's file compiles quickly and property.cpp only once.
//
//   Property<AtIndex> p{.name = "coalesce keeps every value", .draw = ..., .fault = ...};
//   int main() { return exit_status({check(p)}); }
//
// COLEX_PROPS_CASES=1000000     cases a property (10000 when unset); nightly runs use a million
// COLEX_PROPS_COMMANDS=9        checks nothing: prints the commands of so many cases a property
// RC_PARAMS="seed=123"          replays a whole run; the seed is printed at the start of every run
// RC_PARAMS="reproduce=..."     replays one failure; the string is printed after it, beside the shrunk case
#pragma once

#include <any>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "colex/testing/dice.hpp"

namespace colex::props {

/// Label and text, a line each: the layouts of a counterexample, and the command that shows them.
using Shown = std::vector<std::pair<std::string, std::string>>;

/// A kind of case that must be met: the run fails when fewer than `least_percent` of the cases belong to it.
template <class T>
struct Class {
  std::string name;
  std::function<bool(T const&)> has;
  double least_percent = 2;
};

/// `T` prints itself by show(T) and shrinks by smaller(T): simpler cases, simplest first, that come to an
/// end.
template <class T>
struct Property {
  std::string name;                                 ///< a sentence; also the id in a reproduce string
  std::function<T(Dice&)> draw;                     ///< one random case
  std::function<bool(T const&)> precondition = {};  ///< none: every case counts
  std::function<std::string(T const&)> fault;       ///< what is wrong; empty where the law holds
  std::function<std::string(T const&)> run = {};    ///< a shell command that shows the case
  std::vector<Class<T>> classes = {};
};

/// The same with the type of the case erased: what RapidCheck's side of the fence sees.
struct ErasedProperty : Property<std::any> {
  std::function<std::vector<std::any>(std::any const&)> smaller;
  std::function<Shown(std::any const&)> show;
};

/// Whether `seen` of `cases` is a smaller share than `least_percent`, by more than chance explains: four
/// standard deviations below it, or none at all.
bool too_few(long seen, long cases, double least_percent);

/// Runs `p` on COLEX_PROPS_CASES cases and prints the distribution; a failure is shrunk and printed. False
/// also when a class is too rare, or when more than one drawn case in twenty misses the precondition.
/// Shares are judged from 1000 cases on.
bool check(ErasedProperty const& p);

template <class T>
bool check(Property<T> const& p) {
  auto in = [](std::any const& c) -> T const& { return *std::any_cast<T>(&c); };
  auto counts = [&p](T const& c) { return !p.precondition || p.precondition(c); };
  ErasedProperty e;
  e.name = p.name;
  e.draw = [&](Dice& dice) { return std::any(p.draw(dice)); };
  e.precondition = [=](std::any const& c) { return counts(in(c)); };
  e.fault = [&, in](std::any const& c) { return p.fault(in(c)); };
  e.smaller = [=](std::any const& c) {
    std::vector<std::any> r;
    for (auto& s : smaller(in(c)))
      if (counts(s)) r.emplace_back(std::move(s));
    return r;
  };
  if (p.run) e.run = [&, in](std::any const& c) { return p.run(in(c)); };
  e.show = [&, in](std::any const& c) {
    Shown r = show(in(c));
    if (p.run) r.emplace_back("run", p.run(in(c)));
    return r;
  };
  for (auto const& k : p.classes)
    e.classes.push_back({k.name, [&, in](std::any const& c) { return k.has(in(c)); }, k.least_percent});
  return check(e);
}

/// 0 when every property held, 1 when one did not.
inline int exit_status(std::initializer_list<bool> held) {
  for (bool const h : held)
    if (!h) return 1;
  return 0;
}

/// A fault of one sentence, or none.
inline std::string unless(bool holds, char const* fault) { return holds ? std::string() : fault; }

}  // namespace colex::props
