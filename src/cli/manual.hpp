// SPDX-License-Identifier: MIT
// The manual: one page an operation, the only source of `colex help`, of the batch operation `help` and of
// docs/operations/. The pages are text, one file a family, in src/cli/manual/:
//
//   coalesce(L: layout)
//     The fewest modes that give the same function.        sentences
//     errors: none                                         then `key: value`; `errors` and `laws` may be none
//     C++: coalesce.hpp coalesce                           header and function
//     coalesce((2,1):(3,1)) == 2:3                         then examples, each run by tests/cli/manual.py
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace colex::cli {

struct Page {
  std::string family, op;
  std::string takes;  ///< "L: layout, M: integer"; in brackets what may be left out, `...` what may repeat
  std::string does;
  std::map<std::string, std::string, std::less<>> facts;  ///< needs, errors, laws, source, C++, shell
  std::vector<std::string> examples;
};

/// Every page, in the order of the families.
std::vector<Page> const& manual();

/// The page of an operation, by its name, its C++ function or its words in the shell; nullptr where none is.
Page const* find_page(std::string_view asked);

/// Up to three operations whose names are nearest to a word, the nearest first.
std::vector<std::string> nearest(std::string_view asked);

/// A page for people, and the first sentence of every page.
std::string to_text(Page const& page);
std::string overview();

namespace pages {  // name of the family, then its pages
extern char const measures[], tuples[], structure[], making[], composition[], inverses[], divide[], swizzle[],
    bits[], counting[];
}  // namespace pages

}  // namespace colex::cli
