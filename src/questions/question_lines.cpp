// SPDX-License-Identifier: MIT
#include "questions/question_lines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "maps/by_value.hpp"
#include "maps/kinds.hpp"
#include "maps/map_reader.hpp"
#include "operations/strict_json.hpp"
#include "questions/coalescing.hpp"
#include "questions/descriptor.hpp"
#include "questions/plan.hpp"
#include "questions/question_call.hpp"
#include "questions/races.hpp"
#include "questions/scales.hpp"
#include "questions/swizzle_facts.hpp"
#include "questions/tma.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

gpu::BankModel const& model_of_line(QuestionCall const& call) {
  std::string const on = call.word("on", "");
  auto const* const model = bank_model(on);
  if (model == nullptr) throw InputError(fmt::format("{}no model of {}", call.place, printable(on)));
  return *model;
}

SharedAccess access_of_line(QuestionCall const& call, std::string const& text, std::string const& name,
                            gpu::Direction direction) {
  SharedAccess a;
  a.element_bits = bits_of_element(call.small("element", 1), call.small("bits", 0));
  a.width = call.small("width", 4), a.lanes = call.number("lanes", 0), a.direction = direction;
  read_access(a, text, name, false);
  return a;
}
SharedAccess access_of_line(QuestionCall const& call) {
  return access_of_line(call, call.what[0], "access",
                        call.is_on("store") ? gpu::Direction::store : gpu::Direction::load);
}

/// The accesses `write` and `read`, in this order.
template <class Add>
void each_access_of_line(QuestionCall const& call, Add add) {
  for (bool const writes : {true, false}) {
    int number = 0;
    for (std::string const& text : call.all(writes ? "write" : "read")) {
      std::string const name = fmt::format("{} {}", writes ? "write" : "read", ++number);
      add(access_of_line(call, text, name, writes ? gpu::Direction::store : gpu::Direction::load), writes,
          name);
    }
  }
}

Layout<Int> layout_of_line(QuestionCall const& call, std::string const& text, std::string const& name) {
  Value const value = read_value(text, name, false);
  if (!fits(Kind::layout, value))
    throw InputError(fmt::format("{}{}: expected layout, not {}", call.place, name, what_is(value)));
  return plain(as_layout(value));
}

std::string degree_line(QuestionCall const& call) {
  return std::to_string(bank_cost(model_of_line(call), access_of_line(call)).degree);
}

std::string sectors_line(QuestionCall const& call) {
  model_of_line(call);
  return std::to_string(
      coalescing(call.word("on", ""), access_of_line(call), call.number("address", 0)).total.sectors);
}

std::string swizzles_line(QuestionCall const& call) {
  std::vector<SharedAccess> all;
  each_access_of_line(call, [&](SharedAccess const& a, bool, std::string const&) { all.push_back(a); });
  if (all.empty()) throw InputError(call.place + "find_swizzle: give an access, write= or read=");
  if (call.has("pad")) {
    auto const found = find_paddings(model_of_line(call), all, call.small("pad", 1));
    return found.all.empty() ? "no" : std::to_string(found.all.front());
  }
  auto const found = find_swizzles(model_of_line(call), all);
  return !found.is_needed() ? "none is needed" : found.all.empty() ? "no" : to_text(found.all.front());
}

std::string races_line(QuestionCall const& call) {
  std::vector<ThreadAccess> all;
  each_access_of_line(call, [&](SharedAccess const& a, bool writes, std::string const& name) {
    all.push_back({a, writes, name});
  });
  std::string const text = to_text(race(all));
  return text.substr(0, text.find('\n'));
}

std::string landing_line(QuestionCall const& call) {
  TmaQuestion q;
  q.tensor = layout_of_line(call, call.what[0], "tensor");
  q.box = call.list("box"), q.steps = call.list("steps"), q.at = call.list("at");
  q.lower = call.list("lower"), q.upper = call.list("upper");
  q.element = tma_element_named(call.word("element", "1")), q.swizzle = call.word("swizzle", "none");
  q.interleave = call.small("interleave", 0), q.address = call.number("address", 0),
  q.fills_with_nan = call.is_on("nan"), q.gathers = call.is_on("gather4");
  q.is_for_sm90 = is_sm90(call.word("on", ""));
  q.pixels = call.number("pixels", 0), q.channels = call.number("channels", 0);
  if (q.interleave != 0 && q.interleave != 16 && q.interleave != 32)
    throw InputError(call.place + "interleave: 0, 16 or 32 bytes");
  Tma const r = tma(q);
  if (!r.exists())
    throw Failure(hardware::text_of(r.broken.front().rule).name, sentence(r.broken.front(), r));
  return r.landing.empty() ? "yes" : r.landing;
}

std::string descriptor_line(QuestionCall const& call) {
  OperandAnswer const r = descriptor_of({read_value(call.what[0], "operand", false),
                                         bits_of_element(call.small("element", 2), call.small("bits", 0)),
                                         format_of(call.word("on", "")), call.number("address", 0)});
  if (!r.best)
    throw Failure("canonical", "canonical: of no canonical layout" +
                                   (r.nearest.empty() ? "" : "; " + why_not_canonical(r, 0)));
  return fmt::format("{:#018x}", r.bits);
}

/// The file named, from the folder of the file of questions on.
std::string file_of_line(QuestionCall const& call, std::string const& given) {
  std::string const asked_in = call.place.substr(0, call.place.find(':'));
  return (std::filesystem::path(asked_in).parent_path() / given).string();
}

/// The file named, or an object as it stands.
std::string plan_of_line(QuestionCall const& call) {
  std::string const& given = call.what[0];
  if (given.starts_with("{")) return given;
  std::ifstream in(file_of_line(call, given));
  if (!in) throw InputError(fmt::format("{}plan: cannot read {}", call.place, printable(given)));
  std::string text(kMaxText + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string fits_together_line(QuestionCall const& call) {
  std::string const text = plan_of_line(call);
  if (text.size() > kMaxText) throw InputError(call.place + "plan: longer than 1 MiB");
  PlanAnswer const answer = check(plan_of(strict_json(text, 1)));
  PlanStage const* const wrong = answer.first_wrong();
  if (wrong == nullptr) return "yes";
  throw Failure(wrong->misfit->condition, fmt::format("{}: {}", wrong->name, sentence(*wrong->misfit)));
}

/// The thread-value layout, or with a tensor how many elements a thread moves at once.
std::string copied_line(QuestionCall const& call) {
  TiledCopy const copy =
      tiled_copy(layout_of_line(call, call.what[0], "threads"), layout_of_line(call, call.what[1], "values"));
  if (!call.has("tensor")) return to_text(copy.tv);
  return std::to_string(
      partition(copy, read_value(call.word("tensor", ""), "tensor", false), call.small("element", 4)).width);
}

std::optional<Layout<Int>> const& operand_of_line(QuestionCall const& call,
                                                  std::optional<Layout<Int>> const& a,
                                                  std::optional<Layout<Int>> const& b,
                                                  std::optional<Layout<Int>> const& c,
                                                  std::string const& otherwise) {
  std::string const operand = call.word("operand", otherwise);
  auto const& r = operand == "A" || operand == "rows" ? a : operand == "B" ? b : c;
  if (operand != "A" && operand != "B" && operand != "C" && operand != "rows" && operand != "registers")
    throw InputError(fmt::format("{}operand: expected A, B, C, rows or registers", call.place));
  if (!r) throw InputError(fmt::format("{}operand: {} lies in no registers", call.place, operand));
  return r;
}

/// The layout of an operand's tile, C's where none is named, or with a tensor where that lies in memory.
std::string multiplied_tile_line(QuestionCall const& call) {
  TiledMma const t =
      tiled_mma(one_atom(call.what[0]), mma_tile(read_value(call.word("atoms", "(1,1)"), "atoms", false),
                                                 read_value(call.word("tile", ""), "tile", false)));
  auto const& tv = *operand_of_line(call, t.a, t.b, t.c, "C");
  if (!call.has("tensor")) return to_text(tv);
  return to_text(perform("composition",
                         {{read_value(call.word("tensor", ""), "tensor", false), {}, "tensor"},
                          {checked(tv), {}, "tile"}},
                         {})
                     .value);
}

std::string atom_line(QuestionCall const& call) {
  Atom const& one = one_atom(call.what[0]);
  return to_text(*operand_of_line(call, one.a, one.b, one.c, "C"));
}

std::string scaled_line(QuestionCall const& call) {
  Int extents[2]{};
  for (std::size_t k : {0, 1}) {
    Value const n = read_value(call.what[k + 1], k == 0 ? "rows" : "k", false);
    if (!fits(Kind::integer, n)) throw InputError(call.place + "scales: expected a format, rows and k");
    extents[k] = as_tuple(n).leaves[0].value();
  }
  return to_text(scale_layout(call.what[0], extents[0], extents[1], call.is_on("plain")).layout);
}

/// The swizzle on elements that a name of others stands for.
std::string meant_swizzle_line(QuestionCall const& call) {
  int const element = call.small("element", 1),
            names = call.has("tma") + call.has("xor16") + call.has("triton");
  if (names != 1) throw InputError(call.place + "swizzle: give one of tma, xor16 and triton");
  if (call.has("tma")) return to_text(from_tma(call.small("tma", 0), element));
  if (call.has("xor16")) return to_text(from_xor16(call.number("xor16", 0), element));
  auto const numbers = call.list("triton");
  if (numbers.size() != 3) throw InputError(call.place + "triton: expected (vec,perPhase,maxPhase)");
  return to_text(from_triton({numbers[0], numbers[1], numbers[2]}, call.number("row", 0)));
}

/// The plainest layout that a map is, or `none`; with another whether it is that one.
std::string mapped_line(QuestionCall const& call) {
  MapOptions read;
  std::string const width = call.word("width", "int64"), language = call.word("language", "");
  if (width != "int32" && width != "uint32" && width != "int64")
    throw InputError(call.place + "width: expected int32, uint32 or int64");
  if (language != "" && language != "c" && language != "python")
    throw InputError(call.place + "language: expected c or python");
  read.width = width == "int32" ? Width::int32 : width == "uint32" ? Width::uint32 : Width::int64;
  if (!language.empty()) read.language = language == "c" ? Language::c : Language::python;
  if (MapText const text = read_map_text(call.what[0], "map", read); !text.sizes.empty()) {
    if (call.has("is"))
      throw InputError(call.place + "is: compares numbers, and " + text.sizes.front() + " is none");
    SizedForm const form = form_of(text);
    return form.offset == "0" ? form.layout : form.layout + " at " + form.offset;
  }
  auto const map = std::make_shared<IndexMap const>(read_map(call.what[0], "map", read));
  if (!call.has("is")) {
    MapForm const form = form_of(map);
    bool const found = form.kind != MapKind::none && form.kind != MapKind::undecided;
    return found ? to_text(form.value) : name(form.kind);
  }
  MapDifference const r = difference(*map, read_value(call.word("is", ""), "is", false), call.place + "is");
  return r.index < 0 ? "yes"
                     : fmt::format("no, at {} the map gives {}, what was meant {}", map->point(r.index),
                                   r.value, r.meant);
}

PredicateQuestion predicate_of_call(QuestionCall const& call) {
  PredicateQuestion q;
  q.map = call.what[0], q.predicate = call.what[1];
  q.tensor = call.word("tensor", ""), q.bytes = call.word("bytes", "");
  q.element = call.number("element", 0), q.width = call.number("width", 1),
  q.along = call.number("along", -1);
  q.given = call.all("given");
  if (std::string const language = call.word("language", ""); !language.empty()) {
    if (language != "c" && language != "python")
      throw InputError(call.place + "language: expected c or python");
    q.read.language = language == "c" ? Language::c : Language::python;
  }
  return q;
}

std::string predicated_line(QuestionCall const& call) {
  PredicateText const text = read_predicate(predicate_of_call(call));
  if (!text.sizes.empty())
    throw InputError(fmt::format("{}{} is no number", call.place, printable(text.sizes.front())));
  return to_line(text, by_value(text, {}));
}

/// Whether a kernel's accesses are as its author means, in the words of `colex inspect --expect`; else what is not so.
std::string meant_line(QuestionCall const& call) {
  if (call.ask_of_code == nullptr)
    throw InputError(call.place +
                     "inspect: colex-inspect, which reads machine code, is not beside this program");
  std::string meant;
  for (std::size_t k = 1; k < call.what.size(); ++k)  // a comma stands before a stage, too
    meant += (k == 1 ? "" : call.what[k].starts_with("stage ") ? ", " : "\n") + call.what[k];
  if (meant.find(" = ") == meant.npos) meant = file_of_line(call, meant);
  std::vector<std::string> words{"inspect", "--json", "--expect=" + meant};
  if (call.has("block")) words.push_back(fmt::format("--block={}", fmt::join(call.list("block"), ",")));
  for (std::string const name : {"kernel", "dynamic-lds", "budget"})
    if (call.has(name)) words.push_back(fmt::format("--{}={}", name, call.word(name, "")));
  for (std::string const& fact : call.all("assume")) words.push_back("--assume=" + fact);
  words.insert(words.end(), {"--", file_of_line(call, call.what[0])});
  std::string const said = call.ask_of_code(words);
  Json const answer = Json::parse(said, nullptr, false);
  if (!answer.is_object())
    throw InputError(call.place + std::string(trimmed(said)).substr(said.starts_with("colex: ") ? 7 : 0));
  if (answer["verdict"] == "holds") return "yes";
  bool const fails = answer["verdict"] == "fails";
  for (Json const& access : answer["accesses"])
    if (auto const why = access.find(fails ? "wrong" : "undecided"); why != access.end())
      return fmt::format("{}, {} ({}): {}", fails ? "no" : "undecided",
                         access.contains("line") ? fmt::format("line {}", access["line"].get<Int>())
                                                 : fmt::format("{:#x}", access["address"].get<Int>()),
                         access["instruction"].get<std::string>(), why->get<std::string>());
  return "no, " + answer["missing"][0].get<std::string>();
}

struct LineQuestion {
  QuestionForm form;
  std::string (*answer)(QuestionCall const& call);
};

std::vector<LineQuestion> const& line_questions() {
  static std::vector<LineQuestion> const all{
      {{"banks", 1, 1, {"on", "element", "bits", "width", "lanes", "store"}}, degree_line},
      {{"coalescing", 1, 1, {"on", "element", "bits", "width", "lanes", "store", "address"}}, sectors_line},
      {{"find_swizzle", 0, 0, {"on", "element", "bits", "width", "lanes", "write", "read", "pad"}},
       swizzles_line},
      {{"race_free", 0, 0, {"element", "bits", "width", "write", "read"}}, races_line},
      {{"tma",
        1,
        1,
        {"on", "box", "element", "swizzle", "steps", "interleave", "address", "at", "nan", "gather4",
         "pixels", "channels", "lower", "upper"}},
       landing_line},
      {{"descriptor", 1, 1, {"on", "element", "bits", "address"}}, descriptor_line},
      {{"plan", 1, 1, {}}, fits_together_line},
      {{"predicate", 2, 2, {"tensor", "bytes", "element", "width", "along", "given", "language"}},
       predicated_line},
      {{"tiled_copy", 2, 2, {"tensor", "element"}}, copied_line},
      {{"tiled_mma", 1, 1, {"atoms", "tile", "operand", "tensor"}}, multiplied_tile_line},
      {{"atoms", 1, 1, {"operand"}}, atom_line},
      {{"scales", 3, 3, {"plain"}}, scaled_line},
      {{"swizzle", 0, 0, {"tma", "xor16", "triton", "element", "row"}}, meant_swizzle_line},
      {{"map", 1, 1, {"is", "width", "language"}}, mapped_line},
      {{"inspect", 2, 2000, {"kernel", "block", "dynamic-lds", "assume", "budget"}}, meant_line},
  };
  return all;
}

LineQuestion const* line_question(std::string_view text) {
  for (LineQuestion const& one : line_questions())
    if (text.starts_with(one.form.name) && text.substr(one.form.name.size()).starts_with("(") &&
        text.ends_with(")"))
      return &one;
  return nullptr;
}

}  // namespace

PredicateQuestion predicate_of_line(std::string_view question, std::string const& place) {
  LineQuestion const* const asked = line_question(question);
  if (asked == nullptr || asked->answer != predicated_line)
    throw InputError(place + "expected predicate(...)");
  auto const inside = question.substr(asked->form.name.size() + 1);
  return predicate_of_call(read_call(asked->form, inside.substr(0, inside.size() - 1), place));
}

bool has_sizes(std::string_view question, std::string const& place) {
  LineQuestion const* const asked = line_question(question);
  if (asked == nullptr || asked->answer != predicated_line) return false;
  return !read_predicate(predicate_of_line(question, place)).sizes.empty();
}

bool asks_a_command(std::string_view question) { return line_question(question) != nullptr; }

std::string answer_of_line(std::string_view question, std::string const& place, AskOfCode ask_of_code) {
  LineQuestion const& asked = *line_question(question);
  auto const inside = question.substr(asked.form.name.size() + 1);
  QuestionCall call = read_call(asked.form, inside.substr(0, inside.size() - 1), place);
  call.ask_of_code = ask_of_code;
  return asked.answer(call);
}

}  // namespace colex::cli
