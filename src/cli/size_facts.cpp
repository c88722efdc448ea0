// SPDX-License-Identifier: MIT
#include "cli/size_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "operations/failure.hpp"

namespace colex::cli {

namespace {

using Sum = std::vector<code::Fact::Product>;

/// Reads sums of products of numbers and names, and comparisons of them.
class Reader {
 public:
  Reader(std::string const& fact, code::Kernel const& kernel) : fact_(fact), kernel_(kernel) {
    for (char const c : fact)
      if (c != ' ') text_ += c;
  }

  code::Fact read() {
    code::Fact r{fact_.substr(0, fact_.find_last_not_of(' ') + 1), {}};
    Sum left = sum();
    bool any = false;
    while (at_ < text_.size()) {
      std::string const by = taken("<=")   ? "<="
                             : taken(">=") ? ">="
                             : taken("==") ? "=="
                             : taken("<")  ? "<"
                             : taken(">")  ? ">"
                                           : "";
      if (by.empty()) refuse(fmt::format("'{}' is not understood", text_.substr(at_)));
      Sum const right = sum();
      if (by == "<" || by == "<=" || by == "==") r.sums.push_back(difference(right, left, by == "<"));
      if (by == ">" || by == ">=" || by == "==") r.sums.push_back(difference(left, right, by == ">"));
      left = right, any = true;
    }
    if (!any) refuse("a comparison is needed");
    return r;
  }

 private:
  [[noreturn]] void refuse(std::string const& why) const {
    throw InputError(fmt::format(
        "--assume '{}': {}; expected sums of products, compared by <, <=, ==, >= or >, as in bytes(arg0) >= "
        "4 * arg24 or 0 <= arg24 < 65536, of numbers, arguments, block, block.y, block.z and bytes(ARRAY)",
        fact_, why));
  }
  bool taken(std::string_view token) {
    if (std::string_view(text_).substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  static Sum difference(Sum const& a, Sum const& b, bool is_more) {
    Sum r = a;
    for (code::Fact::Product one : b) one.factor = -one.factor, r.push_back(one);
    if (is_more) r.push_back({-1, {}});
    return r;
  }
  Sum sum() {
    Sum r;
    bool is_negative = taken("-");
    do {
      code::Fact::Product one{is_negative ? -1 : 1, {}};
      do factor(one);
      while (taken("*"));
      r.push_back(std::move(one));
      is_negative = at_ < text_.size() && text_[at_] == '-';
    } while (taken("+") || taken("-"));
    return r;
  }
  void factor(code::Fact::Product& to) {
    std::size_t end = at_;
    auto const is_of_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
    };
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    std::string const name = text_.substr(at_, end - at_);
    if (name.empty()) refuse("a number or a name is missing");
    at_ = end;
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
      std::int64_t number = 0;
      auto const [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (error != std::errc{} || stop != name.data() + name.size() || number > std::int64_t{1} << 48 ||
          __builtin_mul_overflow(to.factor, number, &to.factor))
        refuse(fmt::format("'{}' is no number up to 2^48", name));
    } else if (name == "bytes" && taken("(")) {
      std::size_t const close = text_.find(')', at_);
      if (close == text_.npos) refuse("a ')' is missing");
      std::string const array = text_.substr(at_, close - at_);
      at_ = close + 1;
      auto const* const argument = find(array);
      if (argument == nullptr || argument->size != 8 || argument->offset % 8 != 0)
        refuse(fmt::format("{} has no argument '{}' of 8 bytes", kernel_.name, array));
      to.of.push_back({code::FactSymbol::Kind::size, argument->offset, 8});
    } else if (auto const* const argument = find(name)) {
      if ((argument->size != 4 && argument->size != 8) || argument->offset % argument->size != 0)
        refuse(fmt::format("an argument of 4 or 8 bytes is needed, and '{}' has {}", name, argument->size));
      to.of.push_back({code::FactSymbol::Kind::argument, argument->offset, argument->size});
    } else if (name == "block" || name == "block.x" || name == "block.y" || name == "block.z") {
      to.of.push_back({code::FactSymbol::Kind::block,
                       name == "block.y"   ? 1u
                       : name == "block.z" ? 2u
                                           : 0u,
                       4});
    } else {
      refuse(fmt::format("{} has no argument '{}'", kernel_.name, name));
    }
    if (to.of.size() > 4) refuse("products of more than four are not read");
  }
  code::KernelArgument const* find(std::string const& name) const {
    auto const found =
        std::find_if(kernel_.arguments.begin(), kernel_.arguments.end(), [&](code::KernelArgument const& a) {
          return !a.is_hidden() && (name == a.name || name == fmt::format("arg{}", a.offset));
        });
    return found == kernel_.arguments.end() ? nullptr : &*found;
  }

  std::string const& fact_;
  code::Kernel const& kernel_;
  std::string text_{};
  std::size_t at_ = 0;
};

}  // namespace

bool read_comparison(std::string const& fact, code::Kernel const& kernel, code::InspectOptions& options) {
  if (fact.find_first_of("[%") != fact.npos || fact.find(".box") != fact.npos ||
      fact.find_first_of("<>=") == fact.npos)
    return false;
  options.facts.push_back(Reader(fact, kernel).read());
  return true;
}

}  // namespace colex::cli
