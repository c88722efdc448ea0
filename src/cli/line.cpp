// SPDX-License-Identifier: MIT
#include "cli/line.hpp"

#include <cerrno>

#include "cli/system.hpp"

namespace colex::cli {

/// Reads another block, behind what no line has been given of; false where nothing comes.
bool Lines::more() {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  waits_();
  read_.erase(0, from_);
  from_ = 0;
  std::size_t const before = read_.size();
  read_.resize(before + kBlock);
  std::ptrdiff_t const got = read_some(file_, read_.data() + before, kBlock);
  if (got < 0) error_ = errno;
  read_.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
  return got > 0;
}

bool Lines::next() {
  too_long_ = false;
  bool some = false;  // a last line may have no end
  for (std::size_t seen = from_;;) {
    std::size_t const end = read_.find('\n', seen);
    bool const whole = end != read_.npos;
    std::size_t const to = whole ? end : read_.size();
    some = some || whole || to > from_;
    too_long_ = too_long_ || to - from_ > kMaxRequest;
    if (whole) {
      text_ = std::string_view(read_).substr(from_, end - from_);
      from_ = end + 1;
      return true;
    }
    if (too_long_) from_ = to;  // the rest of the line is not kept
    seen = to - from_;          // more() puts what is kept to the front
    if (more()) continue;
    text_ = read_;
    from_ = read_.size();
    return some && error_ == 0;
  }
}

}  // namespace colex::cli
