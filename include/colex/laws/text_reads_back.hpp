// SPDX-License-Identifier: MIT
// Law: what is written of a layout is read back as it was.   (4,(2,3)):(2,(1,8))
#pragma once

#include "colex/text.hpp"
#include "colex/write.hpp"

namespace colex::laws {

struct text_reads_back {
  static constexpr char const* statement = "parse_layout(write(L)) = L; of numbers, digit by digit";
  static constexpr char const* source = "text.hpp, write.hpp";

  static constexpr bool holds(Layout<std::int64_t> const& l) {
    char text[1600]{};
    detail::Characters out{text};
    write(out, l);
    auto const read = parse_layout(std::string_view(text, out.count));
    return read && read.value == l;
  }
};

}  // namespace colex::laws
