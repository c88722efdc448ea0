// SPDX-License-Identifier: MIT
#include "certificate/layout_text.hpp"

#include <stdexcept>

namespace colex::gpu {

namespace {

constexpr std::size_t kLongest = 4096;  // characters, and so no deeper nesting
constexpr long kLargest = 1'000'000'000;

/// "(4,(2,3))": its numbers, its brackets and commas without them, and how many numbers end each entry.
struct Tuple {
  std::vector<long> numbers;
  std::string structure;
  std::vector<std::size_t> ends;
};

class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}

  Tuple tuple() {
    Tuple read;
    entry(read, 0);
    if (read.ends.empty()) read.ends.push_back(read.numbers.size());
    return read;
  }
  void expect(char c) {
    if (next() != c) fail();
    ++at_;
  }
  void expect_end() const {
    if (at_ != text_.size()) fail();
  }

 private:
  [[noreturn]] void fail() const { throw std::runtime_error("unreadable layout " + text_.substr(0, 60)); }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void entry(Tuple& read, int depth) {
    if (next() != '(') return number(read);
    do {
      read.structure += text_[at_++];
      entry(read, depth + 1);
      if (depth == 0) read.ends.push_back(read.numbers.size());
    } while (next() == ',');
    expect(')');
    read.structure += ')';
  }
  void number(Tuple& read) {
    if (next() < '0' || next() > '9') fail();
    long value = 0;
    for (; next() >= '0' && next() <= '9'; ++at_) {
      value = value * 10 + (next() - '0');
      if (value > kLargest) fail();
    }
    read.numbers.push_back(value);
    read.structure += '.';
  }

  std::string const& text_;
  std::size_t at_ = 0;
};

}  // namespace

LayoutText::LayoutText(std::string const& text) {
  if (text.size() > kLongest) throw std::runtime_error("a layout of more than 4096 characters");
  Reader reader(text);
  Tuple shape = reader.tuple();
  reader.expect(':');
  Tuple stride = reader.tuple();
  reader.expect_end();
  bool sound = shape.structure == stride.structure;
  long points = 1;
  for (long extent : shape.numbers) {
    sound = sound && extent >= 1 && points <= kLargest / extent;
    if (sound) points *= extent;
  }
  if (!sound) throw std::runtime_error("unreadable layout " + text.substr(0, 60));
  extents_ = shape.numbers, strides_ = stride.numbers, ends_ = shape.ends;
}

long LayoutText::points_of(std::size_t first, std::size_t end) const {
  long n = 1;
  for (std::size_t k = first; k < end; ++k) n *= extents_[k];
  return n;
}

long LayoutText::offset(std::size_t first, std::size_t end, long i) const {
  long sum = 0;
  for (std::size_t k = first; k < end; ++k) sum += i % extents_[k] * strides_[k], i /= extents_[k];
  return sum;
}

}  // namespace colex::gpu
