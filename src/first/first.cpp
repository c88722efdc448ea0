// SPDX-License-Identifier: MIT
// First answers: some questions of the tool, by the same headers, and by their reader, their printer and their sentences
// alone. It compiles in seconds, without the table of operations, and tools/demo asks it while the tool compiles; what it
// prints, and its exit status, are the tool's own, which tools/demo compares later.
//
//   first composition '(6,4):(1,7)' 4:4      composition((6,4):(1,7), 4:4): additive: no layout gives A(B(i)): ...
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace {

using namespace colex;
using Int = std::int64_t;

struct Unusable {
  std::string message;
};

template <class T>
T read(Parsed<T> const& parsed, char const* name) {
  if (!parsed) throw Unusable{error_line(name, parsed)};
  return parsed.value;
}

struct Words {
  char** word;
  Layout<Int> layout(int k, char const* name = "layout") const { return read(parse_layout(word[k]), name); }
  IntTuple<Int> tuple(int k, char const* name = "tuple") const { return read(parse_tuple(word[k]), name); }
  Int number(int k) const {
    auto const t = tuple(k, "integer");
    if (!t.profile.is_leaf({}))
      throw Unusable{std::string("integer:1:1: expected an integer, not ") + word[k]};
    return t.leaves[0];
  }
};

/// The answer, or the call and why there is none.
template <class T>
int answer(std::string const& call, Result<T> const& result, std::string_view truth = "f") {
  if (result) {
    if constexpr (std::is_integral_v<T>)
      return std::puts(std::to_string(result.value).c_str()) < 0;
    else
      return std::puts(to_text(result.value).c_str()) < 0;
  }
  std::fprintf(stderr, "%s: %s\n", call.c_str(), std::string(sentence(result.refusal, truth)).c_str());
  return 1;
}

int say(std::string const& text, bool holds = true) { return std::puts(text.c_str()) < 0 || !holds; }

int say(Equality<Int> const& verdict, Layout<Int> const& a, Layout<Int> const& b) {
  auto const against = [](Int left, Int right) {
    return " (" + std::to_string(left) + " against " + std::to_string(right) + ")";
  };
  if (verdict.equal) return say("yes");
  if (!verdict.same_size) return say("no, the sizes differ" + against(size(a), size(b)), false);
  return say(
      "no, first difference at index " + std::to_string(verdict.index) + against(verdict.left, verdict.right),
      false);
}

int ask(std::string_view operation, Words const& in, int count) {
  std::string const call =
      std::string(operation) + "(" + in.word[0] + (count == 2 ? std::string(", ") + in.word[1] : "") + ")";
  if (operation == "coalesce" && count == 1) return say(to_text(coalesce(in.layout(0))));
  if (operation == "find_layout" && count == 1) {
    std::string const table = std::string("(") + in.word[0] + ")";
    auto const values = read(parse_tuple(table), "table");
    return answer(call, find_layout<Int>([&](Int i) { return values.leaves[static_cast<int>(i)]; },
                                         values.leaves.count));
  }
  if (count != 2) throw Unusable{"first: " + std::string(operation) + " takes other arguments"};
  if (operation == "evaluate") {
    auto const layout = in.layout(0);
    auto const at = in.tuple(1, "coordinate");
    if (at.profile.is_leaf({})) return say(std::to_string(layout(at.leaves[0])));
    return answer(call, crd2idx(at, layout));
  }
  if (operation == "complement") return answer(call, complement(in.layout(0), in.number(1)));
  if (operation == "composition")
    return answer(call, composition(in.layout(0, "A"), in.layout(1, "B")), "A(B");
  if (operation == "equal") {
    auto const a = in.layout(0, "A"), b = in.layout(1, "B");
    return say(equal(a, b), a, b);
  }
  if (operation == "idx2crd") return say(to_text(idx2crd(in.number(0), in.tuple(1, "shape"))));
  throw Unusable{"first: no operation is named '" + std::string(operation) + "' here; the tool has all"};
}

}  // namespace

int main(int count, char** words) try {
  if (count < 3) throw Unusable{"first: OPERATION ARGUMENT..."};
  return ask(words[1], {words + 2}, count - 2);
} catch (Unusable const& why) {
  std::fprintf(stderr, "%s\n", why.message.c_str());
  return 2;
}
