// SPDX-License-Identifier: MIT
// Every row of the table of operations, asked with arguments of its kinds: a refusal, or an answer whose text
// reads back as the same value. A row that is added is asked without a word here; smoke.py fails where one
// never answers.
//
//   COLEX_FUZZ_COUNTS=FILE writes, at the end, how often each row answered and how often it refused
#include <functional>
#include <string_view>

#include "draw.hpp"
#include "operations/read.hpp"

namespace colex::fuzz {
namespace {

using namespace cli;

std::string joined(Bytes& in, std::string const& open, std::string const& close, int count,
                   std::string (*one)(Bytes&)) {
  std::string out;
  for (int k = 0; k < count; ++k) out += (k > 0 ? "," : "") + one(in);
  return open + out + close;
}
std::string extent(Bytes& in) { return std::to_string(in.between(1, 6)); }
std::string any_number(Bytes& in) {
  return std::to_string(in.one_in(32) ? in.word() >> in.below(64) >> 2 : in.between(-1, 12));
}
std::string tile_of(Bytes& in) { return in.one_in(3) ? "_" : std::to_string(in.between(1, 2)); }
std::string slot(Bytes& in) { return in.one_in(2) ? "_" : std::to_string(in.below(4)); }
std::string column(Bytes& in) { return std::to_string(in.one_in(8) ? in.below(64) : 1 << in.below(5)); }
std::string element(Bytes& in) {
  return std::to_string(in.between(-1, 3)) + "@" + std::to_string(in.below(3));
}
std::string swizzle_text(Bytes& in) {
  int const bits = in.below(4), shift = bits + in.below(3);
  return "Sw<" + std::to_string(bits) + "," + std::to_string(in.below(4)) + "," +
         std::to_string(in.one_in(3) ? -shift : shift) + ">";
}

/// An argument of a kind, as one types it.
std::string draw(Bytes& in, Kind kind) {
  auto const plain_layout = [&] { return to_text(in.one_in(2) ? chain(in, 3, 24) : arbitrary(in, 3, 24)); };
  int const count = in.between(1, 3);
  switch (kind) {
    case Kind::layout:
    case Kind::profile:
      return in.one_in(16) ? to_text(enormous(in)) : plain_layout();
    case Kind::tiler:
      return in.one_in(3) ? plain_layout()
                          : joined(in, "<", ">", in.between(1, 2), in.one_in(8) ? extent : tile_of);
    case Kind::shape:
      return joined(in, "(", ")", count, extent);
    case Kind::coordinate:
      return in.one_in(8) ? any_number(in)
             : in.one_in(2)
                 ? std::to_string(in.below(4))
                 : joined(in, "(", ")", count, [](Bytes& b) { return std::to_string(b.below(2)); });
    case Kind::tuple:
      return in.one_in(3) ? any_number(in) : joined(in, "(", ")", count, in.one_in(2) ? extent : any_number);
    case Kind::slicer:
      return joined(in, "(", ")", count, slot);
    case Kind::integer:
    case Kind::bits:
      return any_number(in);
    case Kind::mode:
      return std::to_string(in.below(3));
    case Kind::table:
      return in.one_in(2) ? "[0,1,2,3]" : joined(in, "[0,", "]", count, any_number);
    case Kind::columns:
      return joined(in, "[", "]", count, column);
    case Kind::swizzled:
      return swizzle_text(in) + " o " + std::to_string(in.below(5)) + " o " + plain_layout();
    case Kind::swizzle:
      return swizzle_text(in);
    case Kind::entries:
      return "(_," + plain_layout() + "," + joined(in, "(", ")", count, any_number) + ")";
    case Kind::basis:
    case Kind::placed: {
      std::string const shape = joined(in, "(", ")", count, extent);
      std::string const layout = shape + ":" + joined(in, "(", ")", count, element);
      return kind == Kind::basis || in.one_in(2) ? layout
                                                 : layout + " at " + joined(in, "(", ")", count, any_number);
    }
  }
  return "1";
}

struct Count {
  long answered = 0, refused = 0;
};
std::vector<Count> counts(operations().size());

/// What the answer prints is read as the value that prints so.
void reads_back(Value const& value, std::string const& call) {
  if (std::holds_alternative<std::string>(value) || std::holds_alternative<bool>(value) ||
      std::holds_alternative<Placed<Checked>>(value))
    return;
  if (auto const* const layout = std::get_if<Layout<Checked>>(&value))
    check(well_formed(*layout) == Condition::none, "the answer is well-formed", call);
  bool const table = std::holds_alternative<Table>(value);
  std::string const text = cli::to_text(value);
  if (table && text.empty()) return;
  std::string printed = table ? "[" + text + "]" : text;
  if (planted() && printed.find(":-") != printed.npos)  // a printer that loses the sign of a stride
    printed.erase(printed.find(":-") + 1, 1);
  std::string const again = cli::to_text(read_value(printed, "answer", false));
  check(again == text, "the answer reads back: " + printed + " is " + again, call);
}

void one(Operation const& operation, Count& count, Bytes& in) {
  Page const& page = operation.page;
  std::vector<std::string> words;
  for (Parameter const& p : page.parameters)
    for (int k = p.repeated ? in.below(3) : p.optional ? in.below(2) : 1; k > 0; --k)
      words.push_back(
          draw(in, p.kinds[static_cast<std::size_t>(in.below(static_cast<int>(p.kinds.size())))]));
  Flags flags{in.one_in(4), {}};
  for (std::string const& option : page.options)
    if (in.one_in(4)) flags.on.push_back(option);
  std::string call = page.op;
  for (std::string const& word : words) call += " '" + word + "'";
  try {
    std::vector<Argument> arguments;
    for (std::string const& word : words) {
      arguments.push_back({read_value(word, "argument", flags.cute), word, "argument"});
      check(cli::to_text(arguments.back().value).size() <= 4096, "a small text is a small value", call);
    }
    Answer const answer = operation.run(Call(page, arguments, flags));
    ++count.answered;
    reads_back(answer.value, call);
  } catch (Failure const& failure) {
    check(!failure.message.empty() && failure.message.find('\n') == std::string::npos,
          "a refusal is one line: " + failure.message, call);
    ++count.refused;
  } catch (Overflow const&) {
    ++count.refused;
  }
}

void write_counts() {
  char const* const path = std::getenv("COLEX_FUZZ_COUNTS");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  for (std::size_t k = 0; k < counts.size(); ++k)
    std::fprintf(file, "%ld %ld %s\n", counts[k].answered, counts[k].refused,
                 operations()[k].page.signature().c_str());
  std::fclose(file);
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(colex::fuzz::write_counts);
  return 0;
}

/// Eight rows per input, so that it stays small; which, a hash of it says, so that the fuzzer favours none.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace colex::fuzz;
  Bytes in(data, size);
  auto const& all = operations();
  std::size_t const first =
      std::hash<std::string_view>{}({reinterpret_cast<char const*>(data), size}) % all.size();
  for (std::size_t k = first; k < first + 8; ++k) one(all[k % all.size()], counts[k % all.size()], in);
  return 0;
}
