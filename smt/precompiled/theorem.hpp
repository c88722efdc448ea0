// SPDX-License-Identifier: MIT
// What nearly every theorem includes, compiled once: z3++.h takes longer than most theorems. A source still
// includes what it uses.
#include "catalogue.hpp"
#include "lemmas/division.hpp"
