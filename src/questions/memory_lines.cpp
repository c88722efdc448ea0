// SPDX-License-Identifier: MIT
#include "questions/memory_lines.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "operations/characters.hpp"
#include "operations/read.hpp"
#include "questions/coalescing.hpp"
#include "questions/descriptor.hpp"
#include "questions/tma.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using NamedWords = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view kOfAccess[] = {"on", "element", "bits", "width", "lanes", "store", "address"};
constexpr std::string_view kOfTma[] = {"on", "box", "element", "swizzle",  "steps", "interleave", "address",
                                       "at", "nan", "pixels",  "channels", "lower", "upper"};
constexpr std::string_view kOfDescriptor[] = {"on", "element", "bits", "address"};

struct MemoryForm {
  std::string_view name;
  std::string_view const* options;
  std::size_t count;
};
constexpr MemoryForm kMemoryForms[] = {{"banks", kOfAccess, 6},
                                       {"coalescing", kOfAccess, 7},
                                       {"tma", kOfTma, 13},
                                       {"descriptor", kOfDescriptor, 4}};

MemoryForm const* form_named(std::string_view question) {
  for (MemoryForm const& form : kMemoryForms)
    if (question.starts_with(form.name) && question.substr(form.name.size()).starts_with("(") &&
        question.ends_with(")"))
      return &form;
  return nullptr;
}

std::string_view bare(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Pieces between commas outside of brackets.
std::vector<std::string_view> parts_of_call(std::string_view text) {
  std::vector<std::string_view> all;
  int depth = 0;
  bool swizzle = false;  // within Sw<B,M,S>
  std::size_t from = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    char const c = at < text.size() ? text[at] : ',';
    if (c == '<' && (text.substr(0, at).ends_with("Sw") || text.substr(0, at).ends_with("S"))) swizzle = true;
    if (c == '>') swizzle = false;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ',' || ((depth > 0 || swizzle) && at < text.size())) continue;
    all.push_back(bare(text.substr(from, at - from)));
    from = at + 1;
  }
  return all;
}

struct MemoryCall {
  MemoryForm const* form;
  std::string what, place;
  NamedWords options;

  std::string word(std::string_view name, std::string_view otherwise) const {
    auto const at = options.find(name);
    return std::string(at == options.end() ? otherwise : std::string_view(at->second));
  }
  Int number(std::string_view name, Int otherwise) const {
    auto const at = options.find(name);
    if (at == options.end()) return otherwise;
    Int value = 0;
    auto const* const to = at->second.data() + at->second.size();
    auto const read = std::from_chars(at->second.data(), to, value);
    if (read.ec != std::errc{} || read.ptr != to || value < 0 || value > Int{1} << 48)
      throw InputError(fmt::format("{}{}: expected a number from 0 to 2^48", place, name));
    return value;
  }
  int small(std::string_view name, int otherwise) const {
    Int const value = number(name, otherwise);
    if (value > 1 << 20) throw InputError(fmt::format("{}{}: {} is too large", place, name, value));
    return static_cast<int>(value);
  }
  bool is_on(std::string_view name) const {
    std::string const value = word(name, "no");
    if (value != "yes" && value != "no")
      throw InputError(fmt::format("{}{}: expected yes or no", place, name));
    return value == "yes";
  }
  std::vector<Int> list(std::string_view name) const {
    std::vector<Int> all;
    auto const at = options.find(name);
    if (at == options.end()) return all;
    Value const value = read_value(at->second, std::string(name), false);
    if (!fits(Kind::tuple, value)) throw InputError(fmt::format("{}{}: expected integers", place, name));
    for (auto const& n : as_tuple(value).leaves) all.push_back(n.value());
    return all;
  }
};

MemoryCall read_call(std::string_view question, std::string const& place) {
  MemoryCall call{form_named(question), {}, place, {}};
  auto const inside = question.substr(call.form->name.size() + 1);
  for (std::string_view const piece : parts_of_call(inside.substr(0, inside.size() - 1))) {
    std::size_t const at = piece.find('=');
    std::string_view const name = bare(piece.substr(0, at));
    bool const named = at != piece.npos && !name.empty() &&
                       name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == name.npos;
    if (!named) {
      if (!call.what.empty())
        throw InputError(fmt::format("{}expected name=value, not {}", place, printable(piece)));
      call.what = piece;
      continue;
    }
    bool known = false;
    for (std::size_t k = 0; k < call.form->count; ++k) known = known || call.form->options[k] == name;
    if (!known)
      throw InputError(fmt::format("{}{} has no option {}", place, call.form->name, printable(name)));
    call.options[std::string(name)] = bare(piece.substr(at + 1));
  }
  return call;
}

SharedAccess access_of(MemoryCall const& call) {
  SharedAccess a;
  a.element_bits = bits_of_element(call.small("element", 1), call.small("bits", 0));
  a.width = call.small("width", 4), a.lanes = call.number("lanes", 0);
  a.direction = call.is_on("store") ? gpu::Direction::store : gpu::Direction::load;
  set_addresses(a, read_value(call.what, "access", false), "access");
  return a;
}

std::string tma_of(MemoryCall const& call) {
  Value const tensor = read_value(call.what, "tensor", false);
  if (!fits(Kind::layout, tensor)) throw InputError(call.place + "tensor: expected layout");
  TmaQuestion q;
  q.tensor = plain(as_layout(tensor));
  q.box = call.list("box"), q.steps = call.list("steps"), q.at = call.list("at");
  q.lower = call.list("lower"), q.upper = call.list("upper");
  q.element = tma_element_named(call.word("element", "1")), q.swizzle = call.word("swizzle", "none");
  q.interleave = call.small("interleave", 0), q.address = call.number("address", 0),
  q.fills_with_nan = call.is_on("nan");
  q.is_for_sm90 = is_sm90(call.word("on", ""));
  q.pixels = call.number("pixels", 0), q.channels = call.number("channels", 0);
  if (q.interleave != 0 && q.interleave != 16 && q.interleave != 32)
    throw InputError(call.place + "interleave: 0, 16 or 32 bytes");
  Tma const r = tma(q);
  if (!r.exists())
    throw Failure(hardware::text_of(r.broken.front().rule).name, sentence(r.broken.front(), r));
  return r.landing.empty() ? "yes" : r.landing;
}

}  // namespace

bool asks_of_memory(std::string_view question) { return form_named(question) != nullptr; }

std::string answer_of_memory(std::string_view question, std::string const& place) {
  MemoryCall const call = read_call(question, place);
  std::string const on = call.word("on", "");
  if (call.form->name == "tma") return tma_of(call);
  if (call.form->name == "descriptor") {
    OperandAnswer const r = descriptor_of({read_value(call.what, "operand", false),
                                           bits_of_element(call.small("element", 2), call.small("bits", 0)),
                                           format_of(on), call.number("address", 0)});
    if (!r.best)
      throw Failure("canonical", "canonical: of no canonical layout" +
                                     (r.nearest.empty() ? "" : "; " + why_not_canonical(r, 0)));
    return fmt::format("{:#018x}", r.bits);
  }
  auto const* const model = bank_model(on);
  if (model == nullptr) throw InputError(fmt::format("{}no model of {}", place, printable(on)));
  if (call.form->name == "coalescing")
    return std::to_string(coalescing(on, access_of(call), call.number("address", 0)).total.sectors);
  return std::to_string(bank_cost(*model, access_of(call)).degree);
}

}  // namespace colex::cli
