// SPDX-License-Identifier: MIT
// The lemmas, proved once a test program.
#pragma once

#include "lemmas/division.hpp"

namespace colex::sym {

inline Lemmas const& lemmas() {
  static Book book{Settings{}};
  static Lemmas const& all = *new Lemmas(book);  // never destroyed: the solver's context goes before statics
  return all;
}

}  // namespace colex::sym
