// SPDX-License-Identifier: MIT
// Python's values as values of the table of operations, and back:
//
//   4   (4, (2, 3))   None and :   "(4,8):(1,4)"   [0, 2, 4]   Layout   ComposedLayout   numpy arrays of integers
//
// An integer beyond 2^62 is an error that says so; nothing wraps.
#pragma once

#include "held.hpp"
#include "operations/table.hpp"
#include "refused.hpp"

namespace colex::python {

/// An answer that is more than its value: a question's yes or no, or a word such as "textbook".
struct Verdict {
  bool holds = true;
  std::string word, text, decided;
  cli::Numbers witness;
  nb::object unread{};  ///< (operation, argument, ...) where `text` and `witness` are still to be asked for
};

/// The classes of the module; set while it is initialised, and never released.
struct Types {
  PyTypeObject *layout = nullptr, *composed = nullptr, *swizzle = nullptr, *placed = nullptr,
               *verdict = nullptr, *coordinates = nullptr, *map = nullptr;
};
Types& types();

/// A new object of one of the classes above, its value made in place.
template <class T, class... From>
nb::object make_of(PyTypeObject* type, From&&... from) {
  nb::object r = nb::inst_alloc(nb::handle(reinterpret_cast<PyObject*>(type)));
  new (nb::inst_ptr<T>(r)) T{std::forward<From>(from)...};
  nb::inst_mark_ready(r);
  return r;
}
template <class T>
nb::object make(PyTypeObject* type, T value) {
  return make_of<T>(type, std::move(value));
}
template <class Int>
nb::object make(Layout<Int> const& layout) {
  return make_of<Held>(types().layout, layout);
}
/// Of the class, and with a value: `Layout.__new__(Layout)` has none.
inline bool is_a(PyTypeObject* type, nb::handle o) { return Py_TYPE(o.ptr()) == type && nb::inst_ready(o); }
inline bool is_layout(PyObject* o) { return is_a(types().layout, o); }
inline bool is_composed(PyObject* o) { return is_a(types().composed, o); }
inline Held const& held_in(PyObject* o) { return *nb::inst_ptr<Held>(nb::handle(o)); }
inline Affine layout_in(PyObject* o) { return held_in(o).layout(); }
inline Layout<std::int64_t> plain_in(PyObject* o) { return held_in(o).layout<std::int64_t>(); }
inline AnyLayout const& composed_in(PyObject* o) { return *nb::inst_ptr<AnyLayout>(nb::handle(o)); }

/// None, `:` and colex._, which keep a mode.
bool keeps(PyObject* o);
/// An integer that is no bool and has 64 bits: `value` is set.
bool is_small_integer(PyObject* o, std::int64_t& value);
/// What a sequence takes for an index, with TypeError for all else; one beyond 64 bits becomes one beyond any layout.
std::int64_t index_of(PyObject* o);
/// A text, which lives as long as the object. Throws TypeError with `name`, and what cannot be written as UTF-8.
std::string_view utf8_of(PyObject* o, std::string const& name);

/// What a search may take while no other Python thread runs; perform() goes on from there.
inline constexpr Budget kWhileOthersWait{4096};

/// What the parameters at one position make of a Python value.
struct Wanted {
  bool table = false;  ///< a list, a tuple or an array is a table
  bool tiler = false;  ///< a tuple is a tiler by mode: a layout has its own class here
};

/// The argument that a Python value is. Throws InputError, with `name`, and TypeError.
cli::Argument argument_of(PyObject* o, Wanted wanted, std::string name, bool cute);
/// A tuple of integers, of any nesting.
IntTuple<std::int64_t> tuple_of(PyObject* o, std::string const& name);

nb::object object_of(IntTuple<Checked> const& tuple);
nb::object object_of(cli::Answer&& answer);

/// An index map that is no layout of any kind, as an IndexMap; and the layout that an IndexMap is, or its map.
nb::object object_of(cli::Mapped const& map);
cli::Value map_in(PyObject* o);

/// Calls an operation of the table. Other Python threads run meanwhile.
cli::Answer answer_of(std::string_view name, std::vector<cli::Argument> const& arguments,
                      cli::Flags const& flags = {});

/// The same of Python's values: (operation, argument, ...), without options.
nb::object said(nb::tuple const& call);

}  // namespace colex::python
