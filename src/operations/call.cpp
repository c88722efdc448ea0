// SPDX-License-Identifier: MIT
#include "operations/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "colex/print.hpp"

namespace colex::cli {

std::string called(std::string_view operation, std::vector<Argument> const& arguments, Arguments written) {
  std::string out(operation);
  char const* before = "(";
  for (Argument const& a : arguments) {
    bool const typed = written == Arguments::as_typed && !a.source.empty();
    out += before + (typed ? printable(a.source) : to_text(a.value));
    before = ", ";
  }
  return out + (arguments.empty() ? "()" : ")");
}

bool Flags::has(std::string_view option) const { return std::find(on.begin(), on.end(), option) != on.end(); }

Answer Answer::yes(std::string text) {
  Answer r{Value(true)};
  r.text = std::move(text);
  return r;
}

Answer Answer::no(std::string_view sentence, Numbers witness) {
  if (!sentence.starts_with("no, ") || witness.empty())
    throw std::logic_error("a no without its sentence or its witness");
  Answer r{Value(false)};
  r.text = sentence;
  r.holds = false;
  r.witness = std::move(witness);
  return r;
}

Answer Answer::unsaid_no() {
  Answer r{Value(false)};
  r.holds = false, r.unsaid = true;
  return r;
}

// A module of Python's asks for a thread's variable by a call, unless the loader places it with those of the program.
#if defined(__GLIBC__)
#define COLEX_PLACED [[gnu::tls_model("initial-exec")]]
#else
#define COLEX_PLACED
#endif

Brief::State& Brief::current() {
  static thread_local State now COLEX_PLACED{false, Condition::none};
  return now;
}

Question*& Question::current() {
  static thread_local Question* now COLEX_PLACED = nullptr;
  return now;
}

Value const& Call::value(std::size_t k, std::initializer_list<Kind> kinds) const {
  auto const& parameter = page_.parameters[std::min(k, page_.parameters.size() - 1)];
  if (std::none_of(kinds.begin(), kinds.end(), [&](Kind kind) { return parameter.takes(kind); }))
    throw std::logic_error(page_.signature() + ": its function asks for another kind of argument");
  return arguments_[k].value;
}

/// Wrong numbers are said with the argument's place.
template <class Read>
auto Call::read(std::size_t k, std::initializer_list<Kind> kinds, Read read) const {
  Value const& given = value(k, kinds);
  try {
    return read(given);
  } catch (InputError const& error) {
    Argument const& a = arguments_[k];
    throw InputError(error_line(a.name, a.line, a.column, error.message));
  }
}

Layout<Checked> Call::layout(std::size_t k) const {
  if (!is_swizzled(k)) return read(k, {Kind::layout}, as_layout);
  outside_ = &std::get<AnyLayout>(value(k, {Kind::swizzled}));
  return checked(outside_->inner);
}

Answer Call::wrapped(Answer answer) const {
  if (outside_ == nullptr || answer.refused != Condition::none) return answer;
  bool const stood = admissible(*outside_).condition == Condition::none;
  if (auto const* const layout = std::get_if<Layout<Checked>>(&answer.value)) {
    answer.value = around(*outside_, plain(*layout));
  } else if (auto const* const part = std::get_if<Placed<Checked>>(&answer.value)) {
    Placed<std::int64_t> placed;
    placed.layout = plain(part->layout);
    placed.offset = part->offset.value();
    if (!sum_fits(outside_->offset, placed.offset)) refuse(Condition::overflow);
    answer.value = around(*outside_, Result<Placed<std::int64_t>>::answer(placed)).value;
  }
  if (auto const* const grown = std::get_if<AnyLayout>(&answer.value); stood && grown != nullptr)
    if (auto const why = admissible(*grown); why.condition != Condition::none) return refused(why);
  return answer;
}
IntTuple<Checked> Call::shape(std::size_t k) const { return read(k, {Kind::shape}, as_shape); }
Tiler<Checked> Call::tiler(std::size_t k) const {
  auto const tiler = read(k, {Kind::tiler}, as_tiler);
  return cute() ? pairs_kept(tiler) : tiler;
}
Slicer<Checked> Call::slicer(std::size_t k) const { return read(k, {Kind::slicer}, as_slicer); }
AnyLayout Call::any(std::size_t k) const {
  AnyLayout const r = read(k, {Kind::swizzled}, as_any);
  return check(admissible(r)) ? r : stand_in();
}
AnyLayout Call::function(std::size_t k) const {
  AnyLayout const r = read(k, {Kind::swizzled}, as_any);
  return check(defined(r)) ? r : stand_in();
}
Layout<Coordinate> Call::basis(std::size_t k) const { return read(k, {Kind::basis}, as_basis); }
Placed<Coordinate> Call::placed(std::size_t k) const { return read(k, {Kind::placed}, as_placed); }
Tuple const& Call::entries(std::size_t k) const { return std::get<Tuple>(value(k, {Kind::entries})); }
Swizzle Call::swizzle(std::size_t k) const {
  auto const r = std::get<Swizzle>(value(k, {Kind::swizzle}));
  return check(admissible(r)) ? r : Swizzle{};
}
Table const& Call::table(std::size_t k) const {
  return std::get<Table>(value(k, {Kind::table, Kind::columns}));
}

IntTuple<Checked> Call::tuple(std::size_t k) const {
  return as_tuple(value(k, {Kind::tuple, Kind::coordinate, Kind::shape, Kind::integer}));
}

Checked Call::integer(std::size_t k) const {
  return std::get<Tuple>(value(k, {Kind::integer, Kind::bits})).tree.leaves[0].value;
}

int Call::mode(std::size_t k) const {
  return read(k, {Kind::mode}, [](Value const& given) {
    auto const number = std::get<Tuple>(given).tree.leaves[0].value;
    if (number < -1 || number > 1024) throw InputError("expected a mode number");
    return static_cast<int>(number);
  });
}

List<int> Call::modes(std::size_t k) const {
  List<int> list;
  for (; k < count(); ++k) list.push(mode(k));
  if (list.overfull) refuse(Condition::capacity);
  return list;
}

Cover Call::cover() const {
  return cute() ? Cover::disjoint : has("cover") ? Cover::at_least : Cover::strict;
}

Parts Call::parts() const { return cute() ? Parts::whole_modes : Parts::any; }

void Call::take(std::int64_t points) const {
  Work work(budget());
  if (!work.take(points)) refuse(undecided(work, points));
}

Profile Call::profile(std::size_t k) const {
  Value const& given = value(k, {Kind::profile});
  auto const* const layout = std::get_if<Layout<Checked>>(&given);
  return layout != nullptr ? layout->profile : std::get<Tuple>(given).tree.profile;
}

void refuse(Refusal<std::int64_t> const& why, std::string_view truth) {
  if (Brief::now()) throw BriefRefusal{why.condition};
  throw Failure(name(why.condition), std::string(sentence(why, truth)), witness(why));
}

void refuse(Refusal<Coordinate> const& why, std::string_view truth) {
  if (Brief::now()) throw BriefRefusal{why.condition};
  throw Failure(name(why.condition), std::string(sentence(why, truth)), witness(why));
}

void refuse(Condition condition, std::int64_t left, std::int64_t right) {
  refuse(because<std::int64_t>(condition, left, right));
}

void require_inside(IntTuple<Checked> const& coordinate, IntTuple<Checked> const& shape, Last last) {
  check(inside(coordinate, shape, last));
}

Numbers witness(Refusal<std::int64_t> const& r) {
  Numbers numbers;
  std::vector<std::int64_t> modes;
  for (int const mode : r.modes)
    if (mode >= 0) modes.push_back(mode);
  if (!modes.empty()) numbers.emplace_back("modes", modes);
  Evidence const shown = fact(r.condition).shown;
  if (r.left != 0 || r.right != 0 || shown == Evidence::pair ||
      (shown == Evidence::numbers && numbers.empty()))
    numbers.insert(numbers.end(), {{"left", r.left}, {"right", r.right}});
  if (r.has_witness) numbers.insert(numbers.end(), {{"index", r.index}, {"got", r.got}, {"want", r.want}});
  return numbers;
}

Numbers witness(Refusal<Coordinate> const& r) {
  Numbers numbers = witness(scalar(r));
  int const count = shown_bases(r);
  if (!r.has_witness || count == 0) return numbers;
  for (Named& number : numbers) {
    if (number.name == "got") number = {"got", std::vector<std::int64_t>(r.got.along, r.got.along + count)};
    if (number.name == "want")
      number = {"want", std::vector<std::int64_t>(r.want.along, r.want.along + count)};
  }
  return numbers;
}

Answer columns(BitMap const& map) { return Table(map.column, map.column + map.inputs); }

Answer whole(Layout<Checked> const& layout) {
  if (Condition const c = well_formed(layout); c != Condition::none) return refused(because<std::int64_t>(c));
  return layout;
}

Answer whole(IntTuple<Checked> const& tuple) {
  if (tuple.overfull()) return refused(because<std::int64_t>(Condition::capacity));
  return tuple;
}

Answer whole(Layout<Coordinate> const& layout) {
  if (layout.overfull()) return refused(because<std::int64_t>(Condition::capacity));
  return Answer(Value(std::make_shared<Layout<Coordinate> const>(layout)));
}

Answer whole(Placed<Checked> const& at) {
  if (Condition const c = well_formed(at.layout); c != Condition::none)
    return refused(because<std::int64_t>(c));
  return Answer(Value(at));
}

Answer whole(Placed<Coordinate> const& at) {
  for (std::int64_t const n : at.offset.along)
    if (n < -kBasisLimit || n > kBasisLimit) return refused(because<std::int64_t>(Condition::overflow));
  if (at.layout.overfull()) return refused(because<std::int64_t>(Condition::capacity));
  return Answer(Value(std::make_shared<Placed<Coordinate> const>(at)));
}

Answer whole(AnyLayout const& layout) {
  if (auto const why = defined(layout); why.condition != Condition::none) return refused(why);
  return layout;
}

Answer decision(Refusal<std::int64_t> const& why) {
  if (why.condition == Condition::none) return Answer::yes();
  if (why.condition != Condition::injective && why.condition != Condition::surjective &&
      why.condition != Condition::in_domain)
    return refused(why);
  if (Brief::now()) return Answer::unsaid_no();
  return Answer::no(why_text(why), witness(why));
}

Answer decision(bool holds, WhyNot const& why) {
  if (holds != why.holds()) throw std::logic_error("a decision and its reason disagree");
  if (holds) return Answer::yes();
  if (Brief::now()) return Answer::unsaid_no();
  Named const entry{"entry", std::vector<std::int64_t>(why.entry.begin(), why.entry.end())};
  return Answer::no(why_text(why), {entry, {"left", why.left}, {"right", why.right}});
}

Answer other_sizes(std::int64_t left, std::int64_t right) {
  if (Brief::now()) return Answer::unsaid_no();
  return Answer::no(fmt::format("no, the sizes differ ({} against {})", left, right),
                    {{"size", {left, right}}});
}

Answer differ(std::int64_t index, std::int64_t left, std::int64_t right) {
  if (Brief::now()) return Answer::unsaid_no();
  return Answer::no(fmt::format("no, first difference at index {} ({} against {})", index, left, right),
                    {{"index", index}, {"left", left}, {"right", right}});
}

}  // namespace colex::cli
