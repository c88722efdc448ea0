// SPDX-License-Identifier: MIT
#include "convert.hpp"

#include <nanobind/ndarray.h>

#include <limits>

#include "colex/print.hpp"
#include "operations/read.hpp"

namespace colex::python {

using cli::Argument;
using cli::Entry;
using cli::InputError;
using cli::Value;

Types& types() {
  static Types all;
  return all;
}

bool keeps(PyObject* o) {
  if (o == Py_None) return true;
  if (!PySlice_Check(o)) return false;
  nb::handle const slice(o);
  return slice.attr("start").is_none() && slice.attr("stop").is_none() && slice.attr("step").is_none();
}

bool is_small_integer(PyObject* o, std::int64_t& value) {
  if (!PyLong_Check(o) || PyBool_Check(o)) return false;
  int beyond = 0;
  value = PyLong_AsLongLongAndOverflow(o, &beyond);
  return beyond == 0;
}

std::int64_t index_of(PyObject* o) {
  std::int64_t value = 0;
  if (is_small_integer(o, value)) return value;
  nb::object const index = checked_new(PyNumber_Index(o));
  int beyond = 0;
  value = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
  if (beyond == 0) return value;
  return beyond < 0 ? std::numeric_limits<std::int64_t>::min() / 2
                    : std::numeric_limits<std::int64_t>::max() / 2;
}

namespace {

[[noreturn]] void mistyped(std::string const& name, PyObject* o, char const* wanted) {
  nb::object const type = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(o)));
  std::string const given = nb::cast<std::string>(nb::str(type.attr("__name__")));
  throw nb::type_error((name + ": expected " + wanted + ", not " + given).c_str());
}

}  // namespace

std::string_view utf8_of(PyObject* o, std::string const& name) {
  if (PyUnicode_Check(o) == 0) mistyped(name, o, "text");
  Py_ssize_t size = 0;
  char const* const bytes = PyUnicode_AsUTF8AndSize(o, &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

namespace {

/// What counts as an integer; an array of NumPy has __index__ too, for its one element.
bool is_integer(PyObject* o) {
  return PyLong_Check(o) ? !PyBool_Check(o) : PyIndex_Check(o) != 0 && PySequence_Check(o) == 0;
}

std::int64_t integer_of(PyObject* o, std::string const& name) {
  std::int64_t value = 0;
  bool known = is_small_integer(o, value);
  if (!known) {
    nb::object const index = checked_new(PyNumber_Index(o));
    known = is_small_integer(index.ptr(), value);
  }
  if (!known || value > kReachLimit || value < -kReachLimit)
    throw InputError(name + ": expected an integer within 2^62");
  return value;
}

/// Adds a Python value to a tree, `leaf_of` its leaves. Every call adds a node, so a full tree ends it.
template <class T, class LeafOf>
void add(Nested<T>& out, PyObject* o, std::string const& name, LeafOf const& leaf_of) {
  if (PyTuple_Check(o) != 0) {
    Py_ssize_t const count = PyTuple_Size(o);
    if (count > kMaxNodes) throw InputError(name + ": more than 32 leaves, or nested beyond 64 nodes");
    out.profile.tuple(static_cast<int>(count));
    for (Py_ssize_t k = 0; k < count && !out.overfull(); ++k) add(out, PyTuple_GetItem(o, k), name, leaf_of);
  } else {
    out.leaves.push(leaf_of(o));
    out.profile.leaf();
  }
  if (out.overfull()) throw InputError(name + ": more than 32 leaves, or nested beyond 64 nodes");
}

cli::Tuple as_written(PyObject* o, std::string const& name) {
  cli::Tuple tuple;
  tuple.tree.clear();
  add(tuple.tree, o, name, [&](PyObject* x) -> Entry {
    if (keeps(x)) return {Entry::Is::keep, 0};
    if (is_integer(x)) return {Entry::Is::integer, integer_of(x, name)};
    if (!is_layout(x)) mistyped(name, x, "a tuple of integers, layouts and None");
    tuple.layouts.push_back(layout_in(x));
    return {Entry::Is::layout, static_cast<std::int64_t>(tuple.layouts.size()) - 1};
  });
  return tuple;
}

/// The numbers of a one-dimensional array of 64 or 32-bit integers, read where they lie; none of anything else.
template <class T>
bool read_array(PyObject* o, std::string const& name, cli::Table& table) {
  nb::ndarray<T const, nb::ndim<1>, nb::device::cpu> array;
  if (!nb::try_cast(nb::handle(o), array, false)) return false;
  std::size_t const count = array.shape(0);
  std::int64_t const step = array.stride(0);
  T const* const at = array.data();
  table.resize(count);
  bool within = true;
  for (std::size_t k = 0; k < count; ++k) {
    std::int64_t const value = at[static_cast<std::int64_t>(k) * step];
    within = within && value <= kReachLimit && value >= -kReachLimit;
    table[k] = value;
  }
  if (!within) throw InputError(name + ": expected an integer within 2^62");
  if (count == 0) throw InputError(name + ": expected a table of 1 to 2^24 integers");
  return true;
}

/// A list, a tuple, an array, or what tolist() makes a list of.
cli::Table table_of(PyObject* o, std::string const& name) {
  if (PyList_Check(o) == 0 && PyTuple_Check(o) == 0)
    if (cli::Table table;
        read_array<std::int64_t>(o, name, table) || read_array<std::int32_t>(o, name, table))
      return table;
  nb::object const list =
      PyObject_HasAttrString(o, "tolist") != 0 ? nb::borrow(o).attr("tolist")() : nb::borrow(o);
  if (!PyList_Check(list.ptr()) && !PyTuple_Check(list.ptr())) mistyped(name, o, "a table of integers");
  auto const count = static_cast<std::size_t>(PySequence_Size(list.ptr()));
  if (count == 0) throw InputError(name + ": expected a table of 1 to 2^24 integers");
  cli::Table table;
  table.reserve(count);
  for (nb::handle const entry : list) {
    if (!is_integer(entry.ptr())) mistyped(name, entry.ptr(), "a table of integers");
    table.push_back(integer_of(entry.ptr(), name));
  }
  return table;
}

/// Puts an entry, whose reference it takes, into a new tuple.
void put(nb::object const& tuple, int k, nb::object entry) {
#ifdef Py_LIMITED_API
  PyTuple_SetItem(tuple.ptr(), k, entry.release().ptr());
#else
  PyTuple_SET_ITEM(tuple.ptr(), k, entry.release().ptr());
#endif
}

template <class T, class Of>
nb::object nested(Nested<T> const& t, Of of, Place at = {}) {
  if (t.profile.is_leaf(at)) return of(t.leaves[at.leaf]);
  int const count = t.profile.entries(at);
  nb::object tuple = checked_new(PyTuple_New(count));
  Place child = t.profile.first(at);
  for (int k = 0; k < count; ++k) {
    bool const is_leaf = t.profile.is_leaf(child);  // as most are
    put(tuple, k, is_leaf ? of(t.leaves[child.leaf]) : nested(t, of, child));
    child = is_leaf ? Place{child.node + 1, child.leaf + 1} : t.profile.past(child);
  }
  return tuple;
}

nb::object integer(std::int64_t value) { return checked_new(PyLong_FromLongLong(value)); }

}  // namespace

Argument argument_of(PyObject* o, Wanted wanted, std::string name, bool cute) {
  if (is_layout(o)) return {Value(layout_in(o)), {}, std::move(name)};
  if (is_composed(o)) return {Value(composed_in(o)), {}, std::move(name)};
  if (is_a(types().swizzle, o)) return {Value(*nb::inst_ptr<Swizzle>(nb::handle(o))), {}, std::move(name)};
  if (is_a(types().map, o)) return {map_in(o), {}, std::move(name)};
  if (PyUnicode_Check(o) != 0) {
    std::string_view const text = utf8_of(o, name);
    Value value = wanted.table ? cli::read_table(text, name, cute) : cli::read_value(text, name, cute);
    return {std::move(value), text, std::move(name)};
  }
  if (is_a(types().coordinates, o))
    return {Value(*nb::inst_ptr<cli::Coordinates>(nb::handle(o))), {}, std::move(name)};
  if (is_a(types().placed, o) &&
      std::holds_alternative<cli::PlacedCoordinates>(*nb::inst_ptr<Value>(nb::handle(o))))
    return {*nb::inst_ptr<Value>(nb::handle(o)), {}, std::move(name)};
  bool const tuple_like = is_integer(o) || PyTuple_Check(o) != 0 || keeps(o);
  if (tuple_like ? wanted.table && PyTuple_Check(o) != 0
                 : PyList_Check(o) != 0 || PyObject_HasAttrString(o, "tolist") != 0)
    return {Value(table_of(o, name)), {}, std::move(name)};
  if (!tuple_like) mistyped(name, o, "a layout, a tuple, an integer, a table or text");
  cli::Tuple tuple = as_written(o, name);
  if (wanted.tiler && PyTuple_Check(o) != 0) tuple.angles = 1;
  return {Value(std::move(tuple)), {}, std::move(name)};
}

IntTuple<std::int64_t> tuple_of(PyObject* o, std::string const& name) {
  IntTuple<std::int64_t> tuple;  // g++ would clear all of its room for tuple{{}, {}}
  tuple.profile = {};
  add(tuple, o, name, [&](PyObject* x) {
    if (!is_integer(x)) mistyped(name, x, "a tuple of integers");
    return integer_of(x, name);
  });
  return tuple;
}

nb::object object_of(IntTuple<Checked> const& tuple) {
  return nested(tuple, [](Checked x) { return integer(x.value()); });
}

nb::object object_of(cli::Answer&& answer) {
  Value& value = answer.value;
  if (auto* const layout = std::get_if<Affine>(&value)) return make(*layout);
  if (auto* const tuple = std::get_if<cli::Tuple>(&value); tuple != nullptr && tuple->has_bases())
    return nb::str(cli::to_text(value).c_str());
  if (auto* const tuple = std::get_if<cli::Tuple>(&value))
    return nested(tuple->tree, [&](Entry const& e) -> nb::object {
      if (e.is == Entry::Is::keep) return nb::none();
      if (e.is == Entry::Is::layout) return make(tuple->layouts[static_cast<std::size_t>(e.value)]);
      return integer(e.value);
    });
  if (auto* const composed = std::get_if<AnyLayout>(&value)) return make(types().composed, *composed);
  if (auto* const swizzle = std::get_if<Swizzle>(&value)) return make(types().swizzle, *swizzle);
  if (std::holds_alternative<Placed<Checked>>(value) || std::holds_alternative<cli::PlacedCoordinates>(value))
    return make(types().placed, std::move(value));
  if (auto* const coordinates = std::get_if<cli::Coordinates>(&value))
    return make(types().coordinates, *coordinates);
  if (auto* const map = std::get_if<cli::Mapped>(&value)) return object_of(*map);
  if (auto* const table = std::get_if<cli::Table>(&value)) {
    nb::object list = checked_new(PyList_New(static_cast<Py_ssize_t>(table->size())));
    for (std::size_t k = 0; k < table->size(); ++k)
      PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(k), integer((*table)[k]).release().ptr());
    return list;
  }
  std::string word = cli::to_text(value);
  if (answer.text.empty()) answer.text = word;
  return make_of<Verdict>(types().verdict, answer.holds, std::move(word), std::move(answer.text),
                          std::move(answer.decided), std::move(answer.witness));
}

cli::Answer answer_of(std::string_view name, std::vector<Argument> const& arguments,
                      cli::Flags const& flags) {
  nb::gil_scoped_release const others_run;
  return cli::perform(name, arguments, flags);
}

}  // namespace colex::python
