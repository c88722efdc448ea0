// SPDX-License-Identifier: MIT
#include "brief.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "operations/read.hpp"

namespace colex::python {

namespace {

/// The classes of values, and all that the row's choice depends on. A tuple's has three more, by what occurs among its leaves.
enum class Class : std::uint32_t {
  other,
  layout,
  composed,
  swizzle,
  coordinates,
  placed,
  table,
  integer,
  keep,
  tuple,
  empty_tuple = tuple + 4
};
constexpr int kBits = 4;
constexpr Py_ssize_t kShortTable = 1024;  // a longer one is read while other threads run
constexpr std::size_t kShortText = 64;

#ifdef Py_LIMITED_API
Py_ssize_t size(PyObject* tuple) { return PyTuple_Size(tuple); }
PyObject* entry(PyObject* tuple, Py_ssize_t k) { return PyTuple_GetItem(tuple, k); }
#else
Py_ssize_t size(PyObject* tuple) { return PyTuple_GET_SIZE(tuple); }
PyObject* entry(PyObject* tuple, Py_ssize_t k) { return PyTuple_GET_ITEM(tuple, k); }
#endif

bool is_integer(PyObject* o, std::int64_t& value) {
  if (PyLong_CheckExact(o) == 0) return false;
  int beyond = 0;
  value = PyLong_AsLongLongAndOverflow(o, &beyond);
  return beyond == 0 && value <= kReachLimit && value >= -kReachLimit;
}

/// Adds a tuple's entry to `out`, and what occurs among its leaves to `found`, bit by bit: `_` is 1, a layout 2. Nothing runs code of
/// Python's to be read.
bool add(cli::Tuple& out, PyObject* o, std::uint32_t& found) {
  auto& tree = out.tree;
  cli::Entry leaf{cli::Entry::Is::integer, 0};
  if (PyTuple_CheckExact(o) != 0) {
    Py_ssize_t const count = size(o);
    if (count > kMaxNodes) return false;
    tree.profile.tuple(static_cast<int>(count));
    for (Py_ssize_t k = 0; k < count; ++k) {
      PyObject* const one = entry(o, k);
      if (is_integer(one, leaf.value)) {  // as most are
        tree.leaves.push(leaf);
        tree.profile.leaf();
      } else if (tree.overfull() || !add(out, one, found)) {
        return false;
      }
    }
    return !tree.overfull();
  } else if (o == Py_None) {
    leaf.is = cli::Entry::Is::keep;
    found |= 1;
  } else if (is_layout(o)) {
    leaf = {cli::Entry::Is::layout, static_cast<std::int64_t>(out.layouts.size())};
    out.layouts.push_back(layout_in(o));
    found |= 2;
  } else if (!is_integer(o, leaf.value)) {
    return false;
  }
  tree.leaves.push(leaf);
  tree.profile.leaf();
  return !tree.overfull();
}

/// The value's room for a T, made anew where it held something else.
template <class T>
T& room(cli::Value& value) {
  T* const had = std::get_if<T>(&value);
  return had != nullptr ? *had : value.emplace<T>();
}

/// The integers of a short list or tuple.
template <class Size, class At>
Class table(cli::Value& to, PyObject* o, Size size, At at) {
  Py_ssize_t const count = size(o);
  if (count == 0 || count > kShortTable) return Class::other;
  auto& numbers = room<cli::Table>(to);
  numbers.resize(static_cast<std::size_t>(count));
  for (Py_ssize_t k = 0; k < count; ++k)
    if (!is_integer(at(o, k), numbers[static_cast<std::size_t>(k)])) return Class::other;
  return Class::table;
}

/// The value's room for a tuple, without entries.
cli::Tuple& room_for_tuple(cli::Value& value, bool tiler) {
  auto& tuple = room<cli::Tuple>(value);
  tuple.tree.clear();
  tuple.layouts.clear();
  tuple.bases.clear();
  tuple.angles = tiler ? 1 : 0;
  return tuple;
}

/// A text that was read, which never changes, and what it says.
struct Read {
  PyObject* text = nullptr;
  cli::Value value;
  Class is = Class::other;
};
/// The last texts, by where their objects are.
Read& read_at(PyObject* o) {
  static auto* const kept = new std::array<Read, 16>;
  return (*kept)[reinterpret_cast<std::uintptr_t>(o) / 16 % kept->size()];
}

/// A layout of any kind, a swizzle or coordinates, which a short text without names says.
Class text(cli::Value& to, PyObject* o) {
  Read& read = read_at(o);
  if (read.text != o) {
    std::string_view const said = utf8_of(o, "argument");
    if (said.size() > kShortText || said.find_first_not_of("0123456789-+()[]<>:, SwoEat@") != said.npos)
      return Class::other;
    Class is = Class::other;
    try {
      cli::Question const question(kWhileOthersWait);
      read.value = cli::read_value(said, "argument", false);
      is = std::holds_alternative<Affine>(read.value)                   ? Class::layout
           : std::holds_alternative<AnyLayout>(read.value)              ? Class::composed
           : std::holds_alternative<Swizzle>(read.value)                ? Class::swizzle
           : std::holds_alternative<cli::Coordinates>(read.value)       ? Class::coordinates
           : std::holds_alternative<cli::PlacedCoordinates>(read.value) ? Class::placed
                                                                        : Class::other;
    } catch (cli::Failure const&) {
    }
    PyObject* const before = std::exchange(read.text, Py_NewRef(o));
    read.is = is;
    Py_XDECREF(before);
  }
  if (read.is != Class::other) to = read.value;
  return read.is;
}

/// The class; the value is written.
Class write(cli::Value& to, PyObject* o, Wanted wanted) {
  PyTypeObject const* const type = Py_TYPE(o);
  if (type == types().layout && nb::inst_ready(o)) {
    held_in(o).read(room<Affine>(to));
    return Class::layout;
  }
  if (cli::Entry leaf{cli::Entry::Is::integer, 0}; is_integer(o, leaf.value)) {
    auto& tree = room_for_tuple(to, false).tree;
    tree.leaves.push(leaf);
    tree.profile.leaf();
    return Class::integer;
  }
  bool const is_tuple = PyTuple_CheckExact(o) != 0;
  if (PyList_CheckExact(o) != 0) return table(to, o, PyList_Size, PyList_GetItem);
  if (is_tuple && wanted.table) return table(to, o, size, entry);
  if (is_tuple || o == Py_None) {
    std::uint32_t found = 0;
    if (!add(room_for_tuple(to, is_tuple && wanted.tiler), o, found)) return Class::other;
    if (!is_tuple) return Class::keep;
    if (size(o) == 0) return Class::empty_tuple;
    return static_cast<Class>(static_cast<std::uint32_t>(Class::tuple) + found);
  }
  if (PyUnicode_CheckExact(o) != 0) return wanted.table ? Class::other : text(to, o);
  bool const known = type == types().composed || type == types().swizzle || type == types().coordinates ||
                     type == types().placed;
  if (!known || !nb::inst_ready(o)) return Class::other;
  if (type == types().composed) {
    to = composed_in(o);
    return Class::composed;
  }
  if (type == types().swizzle) {
    to = *nb::inst_ptr<Swizzle>(nb::handle(o));
    return Class::swizzle;
  }
  if (type == types().coordinates) {
    to = *nb::inst_ptr<cli::Coordinates>(nb::handle(o));
    return Class::coordinates;
  }
  auto const* const at = std::get_if<cli::PlacedCoordinates>(nb::inst_ptr<cli::Value>(nb::handle(o)));
  if (at == nullptr) return Class::other;
  to = *at;
  return Class::placed;
}

/// The arguments of one call, which stay from call to call and are written over. The interpreter's lock keeps them, and no call
/// runs within another: nothing between the first argument and the answer runs code of Python's.
std::vector<cli::Argument>& room_for(Py_ssize_t count) {
  static auto* const kept = new std::array<std::vector<cli::Argument>, kFewArguments + 1>;
  auto& arguments = (*kept)[static_cast<std::size_t>(count)];
  if (arguments.size() != static_cast<std::size_t>(count)) arguments.resize(static_cast<std::size_t>(count));
  return arguments;
}

cli::Answer answer(PyObject* name, std::vector<Wanted> const& wanted, Learnt& learnt, PyObject* const* given,
                   Py_ssize_t count) {
  auto& arguments = room_for(count);
  std::uint32_t key = 1;
  for (Py_ssize_t k = 0; k < count; ++k) {
    auto const at = static_cast<std::size_t>(k);
    Class const is = write(arguments[at].value, given[k],
                           wanted.empty() ? Wanted{} : wanted[std::min(at, wanted.size() - 1)]);
    if (is == Class::other) return cli::Answer::refusal(Condition::undecided);
    key = key << kBits | static_cast<std::uint32_t>(is);
  }
  auto known = std::find_if(learnt.begin(), learnt.end(), [&](auto const& one) { return one.first == key; });
  if (known == learnt.end()) {
    try {
      known = learnt.insert(known, {key, &cli::meant(utf8_of(name, "name"), arguments, {})});
    } catch (cli::Failure const&) {
      return cli::Answer::refusal(Condition::undecided);
    }
  }
  return cli::in_brief(*known->second, arguments, kWhileOthersWait);
}

}  // namespace

PyObject* in_brief(PyObject* name, std::vector<Wanted> const& wanted, Learnt& learnt, PyObject* const* given,
                   Py_ssize_t count) {
  cli::Answer found = answer(name, wanted, learnt, given, count);
  if (found.refused == Condition::undecided) return nullptr;
  if (found.refused != Condition::none) {
    raise_unread(found.refused, name, given, count);
    return nullptr;
  }
  bool const unsaid = found.unsaid;
  nb::object r = object_of(std::move(found));
  if (unsaid) nb::inst_ptr<Verdict>(r)->unread = unread(name, given, count);
  return r.release().ptr();
}

}  // namespace colex::python
