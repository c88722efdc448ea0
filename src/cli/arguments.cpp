// SPDX-License-Identifier: MIT
// Reading arguments: JSON integers become text first, so that `4`, "4" and "_4" take one road and wrong
// input has one form of message: `layout:1:5: expected ',' or ')'`.
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/composed.hpp"
#include "text/print.hpp"
#include "text/table.hpp"
#include "text/tiler.hpp"

namespace colex::cli {

Answer::Answer(Layout<Checked> const& layout) : result(to_text(plain(layout))) {}

Answer::Answer(IntTuple<Checked> const& tuple) {
  if (tuple.profile.is_leaf({})) {
    result = tuple.leaves[0].value();
  } else {
    result = to_text(plain(tuple));
  }
}

Answer Answer::question(bool holds, std::string text, Json witness) {
  Answer r = Json(holds ? 1 : 0);
  r.text = std::move(text);
  r.holds = holds;
  r.witness = std::move(witness);
  return r;
}

bool Arguments::has(std::string_view flag) const {
  return std::find(flags_.begin(), flags_.end(), flag) != flags_.end();
}

std::string Arguments::name(std::size_t k) const {
  return k < names_.size() ? names_[k] : fmt::format("args[{}]", k);
}

std::string Arguments::source(std::size_t k) const {
  Json const& value = values_.at(k);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  throw InputError(error_line(name(k), 1, 1, "expected text or an integer"));
}

std::string Arguments::text() const {
  constexpr std::size_t shown = 120;
  std::string out = "(";
  for (std::size_t k = 0; k < count(); ++k) {
    std::string one = values_[k].is_string() ? values_[k].get<std::string>() : values_[k].dump();
    if (one.size() > shown) one = one.substr(0, shown) + "...";
    for (char& c : one)
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    out += (k > 0 ? ", " : "") + one;
  }
  return out + ')';
}

namespace {
template <class T>
T const& readable(Parsed<T> const& parsed, std::string const& name) {
  if (!parsed) throw InputError(error_line(name, parsed));
  return parsed.value;
}
}  // namespace

Layout<Checked> Arguments::layout(std::size_t k) const {
  return checked(readable(parse_layout(source(k)), name(k)));
}

IntTuple<Checked> Arguments::tuple(std::size_t k) const {
  return checked(readable(parse_tuple(source(k)), name(k)));
}

IntTuple<Checked> Arguments::shape(std::size_t k) const {
  auto const read = tuple(k);    // refuses a stride
  static_cast<void>(layout(k));  // refuses an extent below 1 and a size beyond 2^62
  return read;
}

Checked Arguments::integer(std::size_t k) const {
  auto const read = tuple(k);
  if (!read.profile.is_leaf({})) throw InputError(error_line(name(k), 1, 1, "expected one integer"));
  return read.leaves[0];
}

Tiler<Checked> Arguments::tiler(std::size_t k) const {
  auto const read = readable(parse_tiler(source(k)), name(k));
  return {checked(read.modes), read.tiles, read.keeps};
}

Slicer<Checked> Arguments::slicer(std::size_t k) const {
  return transform(readable(parse_slicer(source(k)), name(k)), [](Slot<std::int64_t> const& s) {
    return Slot<Checked>{s.keep, s.value};
  });
}

ComposedLayout Arguments::composed(std::size_t k) const {
  return readable(parse_composed(source(k)), name(k));
}

bool Arguments::has_swizzle() const {
  return std::any_of(values_.begin(), values_.end(), [](Json const& value) {
    if (!value.is_string()) return false;
    auto const& text = value.get_ref<std::string const&>();
    auto const start = text.find_first_not_of(" \t");
    return start != text.npos && text.compare(start, 2, "Sw") == 0;
  });
}

int Arguments::mode(std::size_t k) const {
  auto const value = integer(k).value();
  if (value < -1 || value > 1024) throw InputError(error_line(name(k), 1, 1, "expected a mode number"));
  return static_cast<int>(value);
}

std::vector<std::int64_t> Arguments::table(std::size_t k) const {
  Json const& value = values_.at(k);
  if (value.is_string()) {
    auto parsed = parse_table(value.get_ref<std::string const&>());
    if (!parsed) throw InputError(error_line(name(k), parsed.line, parsed.column, parsed.message));
    return std::move(parsed.values);
  }
  if (!value.is_array() || value.empty() || value.size() > kMaxTable)
    throw InputError(error_line(name(k), 1, 1, "expected a table of 1 to 2^24 integers"));
  std::vector<std::int64_t> values;
  constexpr auto limit = static_cast<std::uint64_t>(kReachLimit);
  for (Json const& entry : value) {
    bool fits = entry.is_number_integer();
    if (entry.is_number_unsigned()) {
      fits = entry.get<std::uint64_t>() <= limit;
    } else if (fits) {
      fits = entry.get<std::int64_t>() >= -kReachLimit;
    }
    if (!fits)
      throw InputError(fmt::format("{}[{}]: expected an integer within 2^62", name(k), values.size()));
    values.push_back(entry.get<std::int64_t>());
  }
  return values;
}

Profile Arguments::profile(std::size_t k) const {
  bool const is_layout = source(k).find(':') != std::string::npos;
  return is_layout ? layout(k).profile : tuple(k).profile;
}

}  // namespace colex::cli
