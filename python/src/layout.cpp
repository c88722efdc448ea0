// SPDX-License-Identifier: MIT
// The class Layout. What is asked a million times (a call, ==, the shape) goes straight to the headers; the
// rest, and every refusal, goes through the table of operations.
#include <nanobind/ndarray.h>

#include <memory>

#include "classes.hpp"
#include "colex/domain.hpp"
#include "colex/print.hpp"
#include "operations/read.hpp"
#include "tables.hpp"

namespace colex::python {

using cli::Argument;
using cli::Value;

nb::object coordinate_of(PyObject* arguments) {
  if (PyTuple_Size(arguments) == 0) throw nb::type_error("a layout is called with a coordinate");
  return nb::borrow(PyTuple_Size(arguments) == 1 ? PyTuple_GetItem(arguments, 0) : arguments);
}

namespace {

/// Looks at `left` nodes: what has more is no coordinate, and is refused as one.
bool keeps_one(PyObject* coordinate, int& left) {
  if (--left < 0) return false;
  if (PyTuple_Check(coordinate) == 0) return keeps(coordinate);
  for (Py_ssize_t k = 0; k < PyTuple_Size(coordinate) && left > 0; ++k)
    if (keeps_one(PyTuple_GetItem(coordinate, k), left)) return true;
  return false;
}

/// The answer of the table for Python's values.
nb::object ask(std::string_view name, std::initializer_list<nb::handle> given) {
  std::vector<Argument> arguments;
  for (nb::handle const o : given)
    arguments.push_back(argument_of(o.ptr(), {}, "argument " + std::to_string(arguments.size() + 1), false));
  try {
    return object_of(answer_of(name, arguments));
  } catch (cli::Failure const& why) {
    raise(why, arguments);
    throw nb::python_error();
  }
}

/// An entry of a slice, or the value that stands for none.
std::int64_t bound(nb::handle slice, char const* name, std::int64_t none) {
  nb::object const o = slice.attr(name);
  return o.is_none() ? none : index_of(o.ptr());
}

}  // namespace

bool has_keep(PyObject* coordinate) {
  int left = kMaxNodes;
  return keeps_one(coordinate, left);
}

nb::object sliced(PyObject* self, PyObject* coordinates) {
  return ask("slice_and_offset", {coordinates, self});
}

nb::object subscript(nb::handle self, nb::handle key) {
  if (PyTuple_Check(key.ptr()) != 0) {
    if (has_keep(key.ptr())) return sliced(self.ptr(), key.ptr());
    nb::object mode = nb::borrow(self);
    for (nb::handle const k : key) {
      if (PyTuple_Check(k.ptr()) != 0) throw nb::type_error("a mode is named by an integer or a slice");
      mode = subscript(mode, k);
    }
    return mode;
  }
  auto const modes = static_cast<std::int64_t>(nb::len(self));
  auto const from_end = [&](std::int64_t k) { return k < 0 ? k + modes : k; };
  if (PySlice_Check(key.ptr()) != 0) {
    if (bound(key, "step", 1) != 1)
      throw nb::value_error("modes are taken one after another: a step must be 1");
    auto const inside = [&](std::int64_t k) {
      return std::min(std::max(from_end(k), std::int64_t{0}), modes);
    };
    std::int64_t const from = inside(bound(key, "start", 0)), to = inside(bound(key, "stop", modes));
    return ask("take", {self, nb::int_(from), nb::int_(std::max(from, to))});
  }
  std::int64_t const k = index_of(key.ptr());
  if (from_end(k) < 0 || from_end(k) >= modes) throw nb::index_error("the layout has no such mode");
  if (is_layout(self.ptr())) return make(entry(layout_in(self.ptr()), static_cast<int>(from_end(k))));
  return ask("get", {self, nb::int_(from_end(k))});
}

namespace {

Affine read(nb::handle shape, nb::handle stride) {
  if (PyUnicode_Check(shape.ptr()) != 0 && stride.is_none()) {
    Argument const text = argument_of(shape.ptr(), {}, "layout", false);
    if (std::holds_alternative<AnyLayout>(text.value))
      throw cli::InputError("layout: this is a swizzled layout, which ComposedLayout(text) reads");
    if (!cli::fits(cli::Kind::layout, text.value))
      throw cli::InputError("layout: expected layout, not " + cli::what_is(text.value));
    return cli::as_layout(text.value);
  }
  if (stride.is_none() && is_layout(shape.ptr())) return layout_in(shape.ptr());
  auto const extents = tuple_of(shape.ptr(), "shape");
  auto const made =
      make_layout(extents, stride.is_none() ? compact_col_major(extents) : tuple_of(stride.ptr(), "stride"));
  if (!made) throw cli::InputError(std::string("layout: ") + cli::wrong_layout(made.refusal.condition));
  return checked(*made);
}

/// The layout, or a SymbolicLayout where an unknown is among the leaves.
nb::object read_any(nb::handle shape, nb::handle stride) {
  try {
    return make(read(shape, stride));
  } catch (nb::builtin_exception const&) {  // a leaf is no integer
    nb::object symbolic = nb::module_::import_("colex.unknowns").attr("with_unknowns")(shape, stride);
    if (symbolic.is_none()) throw;
    return symbolic;
  }
}

/// The offset of a coordinate inside the domain; false where the table has to refuse it.
bool offset_at(Affine const& layout, PyObject* coordinate, std::int64_t& offset) {
  std::int64_t index = 0;
  if (is_small_integer(coordinate, index)) {
    if (index < 0 || Checked(index) >= size(layout)) return false;
    offset = evaluate(layout, Checked(index)).value();
    return true;
  }
  auto const natural = checked(tuple_of(coordinate, "coordinate"));
  if (inside(natural, shape(layout)).condition != Condition::none) return false;
  offset = crd2idx(natural, layout).value.value();
  return true;
}

/// The offsets of an array of indices, as an array of its shape; null where `o` is no array of 64-bit integers. An index
/// outside the domain is the table's to refuse.
nb::object offsets_at(PyObject* self, PyObject* o) {
  nb::ndarray<std::int64_t const, nb::c_contig, nb::device::cpu> at;
  if (!nb::try_cast(nb::handle(o), at, true) || at.ndim() == 0) return {};
  auto const layout = plain_in(self);
  std::int64_t const points = size(layout);
  std::unique_ptr<std::int64_t[]> values(new std::int64_t[at.size() + 1]);
  for (std::size_t k = 0; k < at.size(); ++k) {
    std::int64_t const index = at.data()[k];
    if (index < 0 || index >= points) return ask("evaluate", {self, nb::int_(index)});
    values[k] = evaluate(layout, index);
  }
  std::vector<std::size_t> shape;
  for (std::size_t k = 0; k < at.ndim(); ++k) shape.push_back(at.shape(k));
  std::int64_t* const data = values.release();
  nb::capsule const owner(data, [](void* p) noexcept { delete[] static_cast<std::int64_t*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(data, shape.size(), shape.data(), owner));
}

PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return guarded([&]() -> PyObject* {
    if (keywords != nullptr) throw nb::type_error("a coordinate has no keywords");
    if (!is_layout(self)) throw nb::type_error("this Layout has no value");
    nb::object const at = coordinate_of(arguments);
    if (has_keep(at.ptr())) return sliced(self, at.ptr()).release().ptr();
    if (PyTuple_Check(at.ptr()) == 0 && PySequence_Check(at.ptr()) != 0 &&
        PyObject_CheckBuffer(at.ptr()) != 0)
      if (nb::object const all = offsets_at(self, at.ptr()); all.is_valid())
        return nb::object(all).release().ptr();
    std::int64_t offset = 0;
    if (offset_at(layout_in(self), at.ptr(), offset)) return PyLong_FromLongLong(offset);
    return ask("evaluate", {self, at}).release().ptr();
  });
}

PyObject* compare(PyObject* a, PyObject* b, int how) noexcept {
  if ((how != Py_EQ && how != Py_NE) || !is_layout(a) || !is_layout(b)) return Py_NewRef(Py_NotImplemented);
  return PyBool_FromLong((held_in(a) == held_in(b)) == (how == Py_EQ));
}

Py_hash_t hash(PyObject* self) noexcept {
  if (!is_layout(self)) {
    PyErr_SetString(PyExc_TypeError, "this Layout has no value");
    return -1;
  }
  std::uint64_t const mixed = held_in(self).hash();
  auto const value = static_cast<Py_hash_t>(mixed ^ mixed >> 32);
  return value == -1 ? -2 : value;
}

PyObject* composition_of(PyObject* a, PyObject* b) noexcept {
  if (!is_layout(a) || !(is_layout(b) || PyTuple_Check(b))) return Py_NewRef(Py_NotImplemented);
  return guarded([&] { return nb::handle(a).attr("composition")(nb::handle(b)).release().ptr(); });
}

std::string text_of(Affine const& layout) { return to_text(plain(layout)); }

nb::list modes(Affine const& layout) {
  nb::list all;
  for (int k = 0; k < rank(layout); ++k) all.append(make(entry(layout, k)));
  return all;
}

/// A name that others have: the layout has no such attribute, and the error says what it has.
template <class Class>
void hint(Class& layout, char const* name, char const* says) {
  layout.def_prop_ro(name, [says](nb::handle) -> nb::object { throw nb::attribute_error(says); });
}

/// object.__new__(Layout) alone allocates this way; nanobind would end the process when it frees what it did not make.
PyObject* refuse_alloc(PyTypeObject*, Py_ssize_t) {
  PyErr_SetString(PyExc_TypeError, "a Layout is made by Layout(...), not by object.__new__()");
  return nullptr;
}

PyType_Slot slots[] = {{Py_tp_alloc, reinterpret_cast<void*>(&refuse_alloc)},
                       {Py_tp_call, reinterpret_cast<void*>(&call)},
                       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
                       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
                       {Py_nb_matrix_multiply, reinterpret_cast<void*>(&composition_of)},
                       {0, nullptr}};

}  // namespace

void bind_layout(nb::module_& m) {
  nb::class_<Held> layout(m, "Layout", nb::is_final(), nb::type_slots(slots),
                          "A function from coordinates to offsets: Layout('(4,(2,4)):(2,(1,8))'), "
                          "Layout((4, (2, 4)), (2, (1, 8))), or "
                          "Layout(shape) with compact colexicographic strides. It never changes. With an "
                          "unknown among the leaves the answer is a SymbolicLayout.");
  types().layout = reinterpret_cast<PyTypeObject*>(layout.ptr());
  layout
      .def(nb::new_([](nb::handle shape, nb::handle stride) { return read_any(shape, stride); }),
           nb::arg("shape"), nb::arg("stride") = nb::none())
      .def_prop_ro(
          "shape", [](Held const& l) { return object_of(shape(l.layout())); },
          "the extents (points), nested as the modes are")
      .def_prop_ro(
          "stride", [](Held const& l) { return object_of(stride(l.layout())); },
          "the strides (elements), nested likewise")
      .def("__len__", [](Held const& l) { return rank(l.layout()); })
      .def("__iter__", [](Held const& l) { return nb::iter(modes(l.layout())); })
      .def(
          "__getitem__", [](nb::handle_t<Held> self, nb::handle key) { return subscript(self, key); },
          "L[k] is mode k, L[k, j] mode j of mode k, L[i:j] the modes from i up to j. With `:` or None "
          "among the "
          "entries, L[2, :] fixes the others, as L(2, None) does.")
      .def("__str__", [](Held const& l) { return text_of(l.layout()); })
      .def("__repr__", [](Held const& l) { return "Layout('" + text_of(l.layout()) + "')"; })
      .def("__reduce__",
           [](nb::handle_t<Held> self) { return nb::make_tuple(self.type(), nb::make_tuple(nb::str(self))); })
      .def("__copy__", [](nb::handle_t<Held> self) { return nb::borrow(self); })
      .def("__deepcopy__", [](nb::handle_t<Held> self, nb::handle) { return nb::borrow(self); })
      .def(
          "equivalent",
          [](nb::handle_t<Held> self, nb::handle other) {
            return ask("equal", {self, other});
          },
          "Whether both are the same function; a no carries the first index at which they differ.")
      .def(
          "offsets", [](Held const& l) { return offsets(plain(l.layout())); },
          "Every offset (elements) in colexicographic order, as a NumPy array of int64; at most 2^26 "
          "values.");
  hint(layout, "T", "Layout has no T; transpose() has the modes at the top in the opposite order");
  hint(layout, "strides", "Layout has no strides, which NumPy counts in bytes; stride has them in elements");
  layout.def_static("from_tensor", [](nb::args const&, nb::kwargs const&) -> nb::object {
    throw nb::attribute_error("Layout has no from_tensor; Layout.of(tensor) is the layout of a tensor");
  });
  layout.attr("__match_args__") = nb::make_tuple("shape", "stride");
}

}  // namespace colex::python
