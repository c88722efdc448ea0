// SPDX-License-Identifier: MIT
// Printing on a stream: whatever has a write(). A Result prints as its value or its refusal's sentence.
//
//   assert((std::ostringstream() << complement(layout("4:3"), 24)).str() == "(3,2):(1,12)");
//   assert((std::ostringstream() << complement(layout("4:3"), 16)).str() == "cotarget_divides: 12 does not divide 16");
//
// The stream is a template parameter: this header includes none. Text and formats: colex/print.hpp.
#pragma once

#include <concepts>
#include <string_view>

#include "colex/answers.hpp"
#include "colex/write.hpp"

namespace colex {

/// A value of colex that has a text form.
template <class T>
concept Printable = std::is_class_v<T> &&
    (std::same_as<T, Sentence> ||
     !std::convertible_to<T, std::string_view>)&&requires(detail::Characters& out, T const& value) {
  write(out, value);
};

namespace detail {

/// A stream of characters with width and fill, as std::ostream is one.
template <class Stream>
concept CharacterStream = requires(Stream& out, char const* text) {
  out.put(out.fill()).write(text, out.width(0));
  out.flags() & Stream::left;
};

/// Hands characters on to a stream, many at once.
template <class Stream>
struct Chunks {
  Stream& out;
  char text[128]{};
  int count = 0;
  void flush() {
    out.write(text, count);
    count = 0;
  }
  void push_back(char c) {
    if (count == sizeof text) flush();
    text[count++] = c;
  }
};

}  // namespace detail

/// Width, fill and adjustment are those of a string.
template <detail::CharacterStream Stream, Printable T>
Stream& operator<<(Stream& out, T const& value) {
  detail::Characters counted;
  write(counted, value);
  auto const length = static_cast<decltype(out.width())>(counted.count);
  auto const width = out.width(0);
  bool const left = (out.flags() & Stream::left) != typename Stream::fmtflags{};
  auto const fill = [&] {
    for (auto k = length; k < width; ++k) out.put(out.fill());
  };
  if (!left) fill();
  detail::Chunks<Stream> chunks{out};
  write(chunks, value);
  chunks.flush();
  if (left) fill();
  return out;
}

}  // namespace colex
