// SPDX-License-Identifier: MIT
// One operation in two number systems: a generic lambda, instantiated twice.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "colex/colex.hpp"
#include "number_systems/inputs.hpp"
#include "number_systems/say.hpp"

namespace colex::props {

/// What the inputs must bring: refusals among the answers, or answers alone.
enum class Asks : bool { answers, refusals_too };

/// One operation in the machine's integers and in another number system.
template <class Other>
struct Operation {
  char const* name;
  Draw draw;
  std::function<std::string(Inputs<Int> const&)> plain;
  std::function<std::string(Inputs<Other> const&)> other;
  Asks asks;

  template <class F>
  Operation(char const* n, Draw d, F f, Asks a = Asks::answers)
      : name(n), draw(d), plain(f), other(f), asks(a) {}
};

}  // namespace colex::props
