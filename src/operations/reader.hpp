// SPDX-License-Identifier: MIT
// The recursive descent behind read.hpp, one pass. Tuples grow in place; what a colon follows is cut out
// again as a shape. Calls are answered where they end.
//
//   value     (4,8):(8,1)   <2,4>   4      read_values.cpp
//   call      size(...)     let, o         read.cpp
#pragma once

#include <map>

#include "operations/characters.hpp"
#include "operations/table.hpp"

namespace colex::cli {

class Reader : protected Characters {
 public:
  Reader(std::string_view text, std::string const& name, bool cute);
  Answer expression();
  Value value();

 protected:
  // Values.
  std::int64_t constant();
  std::size_t step(std::vector<int>& path);
  Coordinate element(std::int64_t times);
  Coordinate element(std::vector<int> const& path, std::int64_t times);
  Value basis_element();
  void number(Tuple& out);
  void leaf_of(Tuple& out, Entry entry);
  void entries(Tuple& out, char close, std::size_t open);
  void entry(Tuple& out);
  void append(Tuple& out, Value const& value, std::size_t start);
  Value after_colon(IntTuple<Checked> const& shape, std::size_t start, char const* unlike);
  Value basis_layout(IntTuple<Checked> const& shape, Tuple const& strides, std::size_t colon,
                     char const* unlike);
  Value bare();
  Value bracketed();
  Swizzle swizzle();
  Value index_map();

  // Calls, names, and composition.
  Answer primary();
  Answer factor();
  Answer started(Answer layout);
  Answer term();
  BitMap columns(Table const& table, std::size_t start);
  bool offset_between();
  bool coordinate_between();
  struct Link;
  Link outer_link(Outer const& outer);
  Answer joined(Link link, Answer right);
  Argument argument(Value value, std::size_t start, std::size_t end) const;
  void count_call(std::size_t start);
  Answer call(std::string_view name, std::size_t start);
  bool option(Flags& flags);
  Answer ask(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags,
             std::size_t start);
  void bind();

  bool cute_;
  int calls_ = 0, depth_ = 0;  ///< asked; open in one another
  int maps_ = 0;               ///< read
  bool among_strides_ = false;
  std::vector<std::vector<int>> paths_;  ///< of their basis elements, outermost mode first
  std::map<std::string, Value, std::less<>> bound_;
};

}  // namespace colex::cli
