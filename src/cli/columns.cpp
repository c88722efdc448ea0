// SPDX-License-Identifier: MIT
#include "cli/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "cli/over_columns.hpp"
#include "cli/plain_request.hpp"
#include "cli/streams.hpp"
#include "operations/json_text.hpp"
#include "operations/page.hpp"
#include "operations/read.hpp"
#include "operations/strict_json.hpp"
#include "questions/bank_columns.hpp"

namespace colex::cli {

/// An argument: values of rows, one value for all, or columns of extents and strides.
struct ColumnGiven {
  char takes = 'L';  ///< as OverColumns::takes has it
  std::vector<Layout<std::int64_t>> layouts{};
  std::vector<Tiler<std::int64_t>> tilers{};
  std::vector<std::int64_t> numbers{};
  std::optional<Layouts> columns{};

  /// A shape among layouts, where strides are not looked at.
  static Layout<std::int64_t> of_shape(IntTuple<std::int64_t> const& shape) {
    return transform(shape, [](std::int64_t extent) { return Mode<std::int64_t>{extent, 0}; });
  }
  std::int64_t rows() const {
    return columns ? columns->rows()
                   : static_cast<std::int64_t>(layouts.size() + tilers.size() + numbers.size());
  }
  void add(Value const& value, std::string const& at) {
    auto const [kind, called] = takes == 'L'   ? std::pair(Kind::layout, "a layout")
                                : takes == 'S' ? std::pair(Kind::shape, "a shape")
                                : takes == 'T' ? std::pair(Kind::tiler, "a tiler")
                                               : std::pair(Kind::integer, "an integer");
    if (!fits(kind, value))
      throw InputError(fmt::format("{}: expected {}, not {}", at, called, what_is(value)));
    try {
      if (takes == 'L') {
        layouts.push_back(plain(as_layout(value)));
      } else if (takes == 'S') {
        layouts.push_back(of_shape(plain(as_shape(value))));
      } else if (takes == 'T') {
        auto const by = as_tiler(value);
        tilers.push_back({plain(by.modes), by.tiles, by.keeps});
      } else {
        numbers.push_back(as_tuple(value).leaves[0].value());
      }
    } catch (InputError const& wrong) {
      throw InputError(fmt::format("{}: {}", at, wrong.reason));
    }
  }
  Layouts as_layouts(std::int64_t for_rows) const {
    if (columns && columns->rows() == 1) return Layouts::same((*columns)[0], for_rows);
    if (columns) return *columns;
    return layouts.size() == 1 ? Layouts::same(layouts[0], for_rows) : layouts_of_list(layouts);
  }
  Tilers as_tilers(std::int64_t for_rows) const {
    if (columns) return as_layouts(for_rows);
    return tilers.size() == 1 ? Tilers::same(tilers[0], for_rows) : tilers_of_list(tilers);
  }
  /// Drops the values beyond the first `rows`.
  void keep(std::size_t rows) {
    if (layouts.size() > rows) layouts.resize(rows);
    if (tilers.size() > rows) tilers.resize(rows);
    if (numbers.size() > rows) numbers.resize(rows);
  }
  Column as_numbers() const { return numbers.size() == 1 ? Column::same(numbers[0]) : Column::of(numbers); }
};

namespace {

/// One row's or all rows' integer.
std::int64_t integer(Json const& json, std::string const& at) {
  bool const fits = json.is_number_unsigned()
                        ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(kReachLimit)
                        : json.is_number_integer() && json.get<std::int64_t>() >= -kReachLimit;
  if (!fits) throw InputError(at + ": expected an integer within 2^62");
  return json.get<std::int64_t>();
}

void add(ColumnGiven& given, Json const& json, std::string const& at) {
  if (json.is_string()) return given.add(read_value(json.get_ref<std::string const&>(), at, false), at);
  if (!json.is_number()) throw InputError(at + ": expected text or an integer");
  given.add(integer_value(integer(json, at)), at);
}

/// {"profile": "(1,1)", "shape": [C, C], "stride": [C, C]}, each C an integer or an array of them; of shapes without strides.
Layouts columns_of(Json const& json, std::string const& at, bool of_shapes) {
  std::vector<std::string> parts{"shape"};
  if (!of_shapes) parts.emplace_back("stride");
  for (auto const& [key, value] : json.items())
    if (key != "profile" && std::find(parts.begin(), parts.end(), key) == parts.end())
      throw InputError(fmt::format("{}: unknown key \"{}\"{}", at, printable(key),
                                   suggestion(key, {"profile", "shape", "stride"})));
  if (!json.contains("profile") || !json["profile"].is_string())
    throw InputError(at + ": \"profile\" must be a tuple as text");
  auto const tree = read_value(json["profile"].get_ref<std::string const&>(), at + ".profile", false);
  if (!fits(Kind::profile, tree)) throw InputError(at + ".profile: expected a tuple, not " + what_is(tree));
  Profile const profile = as_tuple(tree).profile;
  auto const leaves = static_cast<std::size_t>(Layouts::count_leaves(profile));
  std::int64_t rows = -1;
  std::vector<std::vector<Column>> all;
  for (std::string const& part : parts) {
    if (!json.contains(part) || !json[part].is_array() || json[part].size() != leaves)
      throw InputError(fmt::format("{}: \"{}\" must be an array of {}, as many as the profile has entries",
                                   at, part, leaves));
    auto& columns = all.emplace_back();
    for (std::size_t k = 0; k < leaves; ++k) {
      Json const& column = json[part][k];
      std::string const here = fmt::format("{}.{}[{}]", at, part, k);
      if (!column.is_array()) {
        columns.push_back(Column::same(integer(column, here)));
        continue;
      }
      auto const size = static_cast<std::int64_t>(column.size());
      if (rows != -1 && rows != size)
        throw InputError(fmt::format("{} has {} rows, and a column before it {}", here, size, rows));
      rows = size;
      std::shared_ptr<std::int64_t[]> const numbers(new std::int64_t[column.size() + 1]);
      for (std::size_t row = 0; row < column.size(); ++row)
        numbers[static_cast<std::ptrdiff_t>(row)] = integer(column[row], fmt::format("{}[{}]", here, row));
      columns.push_back(Column::keep(numbers));
    }
  }
  std::vector<Layouts::ModeColumns> modes;
  for (std::size_t k = 0; k < leaves; ++k)
    modes.push_back({all[0][k], of_shapes ? Column::same(0) : all[1][k]});
  return *Layouts::of(profile, std::move(modes), rows == -1 ? 1 : rows);
}

std::string at(std::size_t k) { return "args[" + std::to_string(k) + "]"; }
/// Arguments that are columns, or one value for all rows.
void read(std::vector<ColumnGiven>& all, Json const& args) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    Json const& argument = args[k];
    if (argument.is_object() && all[k].takes != 'I') {
      all[k].columns = columns_of(argument, at(k), all[k].takes == 'S');
    } else if (!argument.is_array()) {
      add(all[k], argument, at(k));
    } else {
      for (std::size_t row = 0; row < argument.size(); ++row)
        add(all[k], argument[row], fmt::format("{}[{}]", at(k), row));
    }
  }
}

void append_row(std::string& out, OverColumns const&, Layouts const& all, std::int64_t row) {
  append_json(out, std::string_view(to_text(Value(checked(all[row])))));
}
void append_row(std::string& out, OverColumns const& by, AnswerColumn const& all, std::int64_t row) {
  switch (by.answers) {
    case Answers::truths:
      out += all[row] != 0 ? "true" : "false";
      break;
    case Answers::admissible:
      out += all[row] == 0 ? "\"textbook\"" : "\"representable\"";
      break;
    default:
      append_json(out, all[row]);
  }
}

/// What a refused row has for a result: a decision's no is an answer, too.
char const* refused_row(OverColumns const& by, Condition condition) {
  if (condition == Condition::undecided || condition == Condition::overflow ||
      condition == Condition::capacity)
    return "null";
  return by.answers == Answers::truths ? "false" : by.answers == Answers::admissible ? "\"no\"" : "null";
}

/// The reply: what `result` appends of each row, and the name of why it is refused, or null.
template <class Append, class Refusal>
void put_rows(std::string_view op, std::int64_t rows, Append const& result, Refusal const& refusal) {
  JsonObject reply;
  reply.add("op", op);
  reply.add("rows", rows);
  std::string& out = reply.member("result");
  for (std::int64_t row = 0; row < rows; ++row) {
    out += row == 0 ? '[' : ',';
    result(out, row);
  }
  out += rows == 0 ? "[]" : "]";
  reply.member("condition");
  for (std::int64_t row = 0; row < rows; ++row) {
    out += row == 0 ? '[' : ',';
    char const* const why = refusal(row);
    why == nullptr ? void(out += "null") : append_json(out, std::string_view(why));
  }
  out += rows == 0 ? "[]" : "]";
  put(std::move(reply).take() + '\n');
}

template <class All>
void write(OverColumns const& by, Result<All> const& answers) {
  All const& all = answers.value;
  std::int64_t rows = 0;
  if constexpr (requires { all.rows(); }) {
    rows = all.rows();
  } else {
    rows = all.rows;
  }
  put_rows(
      by.name, rows,
      [&](std::string& out, std::int64_t row) {
        Condition const c = all.condition(row);
        c == Condition::none ? append_row(out, by, all, row) : void(out += refused_row(by, c));
      },
      [&](std::int64_t row) {
        Condition const c = all.condition(row);
        return c == Condition::none ? nullptr : name(c);
      });
}

void answer(OverColumns const& by, bool option, std::vector<ColumnGiven> const& given, std::int64_t rows) {
  ColumnArguments in;
  in.option = option;
  for (ColumnGiven const& one : given) {
    if (one.takes == 'L' || one.takes == 'S') {
      in.layouts.push_back(one.as_layouts(rows));
    } else if (one.takes == 'T') {
      in.tilers = one.as_tilers(rows);
    } else {
      in.numbers = one.as_numbers();
    }
  }
  std::visit([&](auto const& answers) { write(by, answers); }, by.ask(in));
}

/// {"op": "bank_degree", "args": [L], "on": "sm90", "element": 2, "width": 16}: accesses to shared memory, as `banks` has them.
bool is_banks(Json const& request) {
  auto const op = request.find("op");
  return op != request.end() && op->is_string() && op->get_ref<std::string const&>() == "bank_degree";
}
void answer_banks(Json const& request, Layouts const& all) {
  SharedAccess like;
  gpu::BankModel const* model = nullptr;
  int element = 1, bits = 0;
  for (auto const& [key, value] : request.items()) {
    if (key == "op" || key == "args") continue;
    if (key == "on") {
      model = value.is_string() ? bank_model(value.get_ref<std::string const&>()) : nullptr;
      if (model == nullptr) throw InputError("\"on\" must be one of " + bank_model_names());
    } else if (key == "store") {
      if (!value.is_boolean()) throw InputError("\"store\" must be true or false");
      like.direction = value.get<bool>() ? gpu::Direction::store : gpu::Direction::load;
    } else if (key == "element" || key == "bits" || key == "width" || key == "lanes") {
      std::int64_t const n = integer(value, '"' + key + '"');
      if (n < 1 || n > 128) throw InputError('"' + key + "\" must be 1 to 128");
      if (key == "lanes") like.lanes = n;
      if (key == "element") element = static_cast<int>(n);
      if (key == "bits") bits = static_cast<int>(n);
      if (key == "width") like.width = static_cast<int>(n);
    } else {
      throw InputError("key \"" + printable(key) + "\" does not go with bank_degree" +
                       suggestion(key, {"on", "element", "bits", "width", "lanes", "store"}));
    }
  }
  if (model == nullptr) throw InputError("\"on\" must be one of " + bank_model_names());
  like.element_bits = bits_of_element(element, bits);
  auto const answers = bank_degrees(*model, like, all);
  put_rows(
      "bank_degree", all.rows(),
      [&](std::string& out, std::int64_t row) {
        auto const k = static_cast<std::size_t>(row);
        answers.code[k] == 0 ? append_json(out, answers.degree[k]) : void(out += "null");
      },
      [&](std::int64_t row) { return bank_refusal(answers.code[static_cast<std::size_t>(row)]); });
}

/// The rows that all columns have. Throws InputError.
std::int64_t common(std::vector<ColumnGiven> const& given) {
  std::int64_t rows = 1;
  std::size_t first = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    std::int64_t const here = given[k].rows();
    if (here == 1) continue;
    if (rows != 1 && rows != here)
      throw InputError(fmt::format("args[{}] has {} rows, args[{}] {}", k, here, first, rows));
    rows = here, first = k;
  }
  return rows;
}

std::vector<ColumnGiven> room(OverColumns const& by, bool option, std::size_t arguments) {
  if (arguments != by.takes.size())
    throw InputError(
        fmt::format("\"args\" must have {}, as {} takes them by columns", by.takes.size(), by.name));
  std::vector<ColumnGiven> r(arguments);
  for (std::size_t k = 0; k < arguments; ++k)
    r[k].takes = option && by.option == "bounded" ? 'L' : by.takes[k];  // which a tiler by mode has not
  return r;
}

}  // namespace

struct Columns::Waiting {
  OverColumns const* by = nullptr;
  bool option = false;
  std::int64_t rows = 0;
  std::vector<ColumnGiven> given{};

  void finish() {
    if (rows > 0) answer(*by, option, given, rows);
    by = nullptr, rows = 0;
  }
  /// Goes on with rows of this operation.
  void of(OverColumns const& next, bool with, std::size_t arguments) {
    if (by == &next && option == with && rows < kMostRows && given.size() == arguments) return;
    finish();
    given = room(next, with, arguments);
    by = &next, option = with;
  }
  /// A row that cannot be used leaves no part of itself.
  template <class AddRow>
  void row(AddRow const& add_row) {
    try {
      for (std::size_t k = 0; k < given.size(); ++k) add_row(given[k], k);
      ++rows;
    } catch (...) {
      for (ColumnGiven& one : given) one.keep(static_cast<std::size_t>(rows));
      throw;
    }
  }

  void plain(PlainRequest const& request) {
    if (!request.expression.empty() || !request.id.empty())
      return refuse_key(request.id.empty() ? "expression" : "id");
    if (request.op == "bank_degree") throw InputError("\"on\" must be one of " + bank_model_names());
    of(over_columns(request.op), false, request.args.size());
    row([&](ColumnGiven& one, std::size_t k) {
      PlainRequest::Argument const& argument = request.args[k];
      one.add(argument.is_text ? read_value(argument.text, at(k), false) : integer_value(argument.number),
              at(k));
    });
  }
  [[noreturn]] static void refuse_key(std::string const& key) {
    throw InputError("key \"" + printable(key) + "\" does not go with --columns" +
                     suggestion(key, {"op", "args", "bounded", "cover"}));
  }
  void document(Json const& request) {
    if (!request.is_object()) throw InputError("expected a JSON object");
    auto const op = request.find("op"), args = request.find("args");
    if (op == request.end() || !op->is_string()) throw InputError("\"op\" must be the name of an operation");
    if (args == request.end() || !args->is_array()) throw InputError("\"args\" must be an array");
    bool const columns =
        std::any_of(args->begin(), args->end(), [](Json const& a) { return a.is_array() || a.is_object(); });
    if (is_banks(request)) {
      finish();
      std::vector<ColumnGiven> one(1);
      if (args->size() != 1) throw InputError("\"args\" must have 1, as bank_degree takes them by columns");
      read(one, *args);
      return answer_banks(request, one[0].as_layouts(one[0].rows()));
    }
    OverColumns const& next = over_columns(op->get_ref<std::string const&>());
    bool with = false;
    for (auto const& [key, value] : request.items()) {
      if (key == "op" || key == "args") continue;
      if (next.option.empty() || key != next.option) refuse_key(key);
      if (!value.is_boolean()) throw InputError("\"" + key + "\" must be true or false");
      with = value.get<bool>();
    }
    if (!columns) {
      of(next, with, args->size());
      return row([&](ColumnGiven& one, std::size_t k) { add(one, (*args)[k], at(k)); });
    }
    finish();
    auto all = room(next, with, args->size());
    read(all, *args);
    answer(next, with, all, common(all));
  }
};

Columns::Columns() : waiting_(std::make_unique<Waiting>()) {}
Columns::~Columns() = default;

void Columns::finish() { waiting_->finish(); }

void Columns::take(std::string_view request, long line) {
  try {
    if (PlainRequest read; read_plain(request, read)) return waiting_->plain(read);
    waiting_->document(strict_json(request, line));
  } catch (Failure const& wrong) {
    std::string const what = wrong.message;
    finish();
    throw InputError(what.starts_with("not a JSON value") ? "batch: " + what
                                                          : fmt::format("batch: line {}: {}", line, what));
  }
}

}  // namespace colex::cli
