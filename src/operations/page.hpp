// SPDX-License-Identifier: MIT
// The page of an operation: its signature and what there is to know of it. Everything that names, explains or
// calls operations reads pages: shell, batch, completion, schema, help, docs/operations.md, tests. A page is
// text, beside the function that it describes, in src/operations/rows/:
//
//   coalesce(L: layout)                    typed parameters: [may be left out], [repeats: mode ...], a | b
//     The fewest modes that give the same    sentences
//     function.
//     options: cover                         then `key: value`; options that it takes, where it takes some
//     errors: none                           `errors` and `laws` may be none
//     C++: coalesce.hpp coalesce             header and function, whose name is the operation's
//     coalesce((2,1):(3,1)) == 2:3           then examples, each run by tests/cli/manual.py
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "operations/value.hpp"

namespace colex::cli {

struct Parameter {
  std::string name;
  std::vector<Kind> kinds;  ///< any of these
  bool optional = false, repeated = false;
  bool takes(Kind kind) const;
};

struct Page {
  std::string family, op;
  std::string takes;  ///< "L: layout, [M: integer | shape]"
  std::vector<Parameter> parameters;
  std::vector<std::string> options;
  std::string does;
  std::map<std::string, std::string, std::less<>> facts;  ///< needs, errors, laws, source, C++
  std::vector<std::string> examples;

  std::size_t least() const;  ///< number of arguments
  std::size_t most() const;
  std::string signature() const { return op + "(" + takes + ")"; }
};

/// An option of operations, a flag that is off by default.
struct Option {
  char const *name, *spelled, *meaning;  ///< `spelled`: in an expression, as in C++
};
/// cover and bounded; --convention is an option of every operation.
std::vector<Option> const& options();

/// The page that a text says. Throws std::logic_error where it is none: a page is wrong.
Page read_page(std::string const& family, std::string_view text);

/// A page for people.
std::string to_text(Page const& page);

/// Words in lines of at most 100 characters, each line after `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent);

/// Number of letters to insert, remove or replace until `a` is `b`.
std::size_t edits(std::string_view a, std::string_view b);
/// Up to three of the words, the nearest to `asked` first.
std::vector<std::string> nearest(std::string_view asked, std::vector<std::string> const& words);
/// "; nearest: a, b", or nothing.
std::string suggestion(std::string_view asked, std::vector<std::string> const& words);

}  // namespace colex::cli
