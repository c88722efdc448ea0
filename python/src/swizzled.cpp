// SPDX-License-Identifier: MIT
// The classes Swizzle and ComposedLayout.
#include "classes.hpp"
#include "colex/print.hpp"
#include "tables.hpp"

namespace colex::python {

namespace {

void require(Refusal<std::int64_t> const& why) {
  if (why.condition != Condition::none) cli::refuse(why);
}

Swizzle swizzle_of(int bits, int base, int shift) {
  Swizzle const s{bits, base, shift};
  require(admissible(s));
  return s;
}

template <class T>
nb::object equal_or_not(T const& a, nb::handle b, PyTypeObject* type) {
  if (!is_a(type, b)) return nb::borrow(Py_NotImplemented);
  return nb::bool_(a == *nb::inst_ptr<T>(b));
}

/// A swizzle, or a map over GF(2) as the images of 1, 2, 4, ...
Outer outer_of(nb::handle given) {
  if (is_a(types().swizzle, given)) return *nb::inst_ptr<Swizzle>(given);
  cli::Argument const columns = argument_of(given.ptr(), {true, false}, "outer", false);
  auto const* const table = std::get_if<cli::Table>(&columns.value);
  if (table == nullptr) throw nb::type_error("outer: expected a Swizzle or a list of columns");
  if (table->size() > 62) cli::refuse(Condition::capacity);
  BitMap map;
  for (std::int64_t const column : *table) map.column[map.inputs++] = column;
  return map;
}

nb::object object_of(Outer const& outer) {
  if (!outer.is_map) return make(types().swizzle, outer.swizzle);
  nb::list columns;
  for (int k = 0; k < outer.map.inputs; ++k) columns.append(outer.map.column[k]);
  return std::move(columns);
}

AnyLayout composed_of(nb::handle outer, nb::handle offset, nb::handle inner) {
  AnyLayout c;
  if (PyUnicode_Check(outer.ptr()) != 0) {
    if (!offset.is_none() || !inner.is_none()) throw nb::type_error("a text is the whole layout");
    cli::Argument const text = argument_of(outer.ptr(), {}, "layout", false);
    if (!cli::fits(cli::Kind::swizzled, text.value))
      throw cli::InputError("layout: expected a swizzled layout, not " + cli::what_is(text.value));
    c = cli::as_any(text.value);
  } else {
    if (!is_layout(inner.ptr()))
      throw nb::type_error("expected ComposedLayout(text) or ComposedLayout(outer, offset, layout)");
    auto const start = tuple_of(offset.ptr(), "offset");
    if (!start.profile.is_leaf({})) throw nb::type_error("offset: expected an integer");
    c = {outer_of(outer), start.leaves[0], plain_in(inner.ptr())};
  }
  require(admissible(c));
  return c;
}

nb::object value_at(nb::handle_t<AnyLayout> self, nb::args const& arguments) {
  nb::object const at = coordinate_of(arguments.ptr());
  if (!is_composed(self.ptr())) throw nb::type_error("this ComposedLayout has no value");
  AnyLayout const& c = composed_in(self.ptr());
  std::int64_t index = 0;
  if (is_small_integer(at.ptr(), index) && index >= 0 && index < size(c)) return nb::int_(c(index));
  if (has_keep(at.ptr())) return sliced(self.ptr(), at.ptr());
  return self.attr("evaluate")(at);
}

nb::object composed_with(nb::handle_t<AnyLayout> a, nb::handle b) {
  if (!is_layout(b.ptr())) return nb::borrow(Py_NotImplemented);
  return a.attr("composition")(b);
}

void bind_swizzle(nb::module_& m) {
  nb::class_<Swizzle> swizzle(
      m, "Swizzle", nb::is_final(),
      "Swizzle(bits, base, shift), in CuTe's terms: XORs `bits` bits of an offset, read `shift` "
      "above their place, into those from `base` on.");
  types().swizzle = reinterpret_cast<PyTypeObject*>(swizzle.ptr());
  swizzle
      .def(
          "__init__",
          [](Swizzle* self, int bits, int base, int shift) {
            new (self) Swizzle(swizzle_of(bits, base, shift));
          },
          nb::arg("bits"), nb::arg("base"), nb::arg("shift"))
      .def_ro("bits", &Swizzle::bits)
      .def_ro("base", &Swizzle::base)
      .def_ro("shift", &Swizzle::shift)
      .def(
          "__call__",
          [](Swizzle const& s, std::int64_t offset) {
            if (offset < 0) cli::refuse(Condition::not_negative, offset);
            return s(offset);
          },
          "Where an offset goes (elements).")
      .def("__matmul__",
           [](Swizzle const& s, nb::handle inner) -> nb::object {
             if (!is_layout(inner.ptr())) return nb::borrow(Py_NotImplemented);
             AnyLayout const c{s, 0, plain_in(inner.ptr())};
             require(admissible(c));
             return make(types().composed, c);
           })
      .def("__eq__", [](Swizzle const& a, nb::handle b) { return equal_or_not(a, b, types().swizzle); })
      .def("__hash__", [](Swizzle const& s) { return std::hash<std::string>()(to_text(s)); })
      .def("__str__", [](Swizzle const& s) { return to_text(s); })
      .def("__repr__",
           [](Swizzle const& s) {
             return "Swizzle(" + std::to_string(s.bits) + ", " + std::to_string(s.base) + ", " +
                    std::to_string(s.shift) + ")";
           })
      .def("__reduce__", [](nb::handle_t<Swizzle> self) {
        if (!is_a(types().swizzle, self)) throw nb::type_error("this Swizzle has no value");
        auto const& s = *nb::inst_ptr<Swizzle>(self);
        return nb::make_tuple(self.type(), nb::make_tuple(s.bits, s.base, s.shift));
      });
  swizzle.attr("__match_args__") = nb::make_tuple("bits", "base", "shift");
}

}  // namespace

void bind_swizzled(nb::module_& m) {
  bind_swizzle(m);
  nb::class_<AnyLayout> composed(
      m, "ComposedLayout", nb::is_final(),
      "A layout seen through a swizzle or a map over GF(2), i -> outer(offset + inner(i)): "
      "ComposedLayout('Sw<3,4,3> o 0 o "
      "(8,8):(8,1)'), "
      "ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 8), (8, 1))), or Swizzle(3, 4, 3) @ layout.");
  types().composed = reinterpret_cast<PyTypeObject*>(composed.ptr());
  composed
      .def(
          "__init__",
          [](AnyLayout* self, nb::handle outer, nb::handle offset, nb::handle inner) {
            new (self) AnyLayout(composed_of(outer, offset, inner));
          },
          nb::arg("outer"), nb::arg("offset") = nb::none(), nb::arg("inner") = nb::none())
      .def_prop_ro("outer", [](AnyLayout const& c) { return object_of(c.outer); })
      .def_ro("offset", &AnyLayout::offset)
      .def_prop_ro("inner", [](AnyLayout const& c) { return make(c.inner); })
      .def_prop_ro("shape", [](AnyLayout const& c) { return object_of(shape(checked(c.inner))); })
      .def("__len__", [](AnyLayout const& c) { return rank(c.inner); })
      .def("__call__", &value_at)
      .def("__matmul__", &composed_with)
      .def("__eq__", [](AnyLayout const& a, nb::handle b) { return equal_or_not(a, b, types().composed); })
      .def("__hash__", [](AnyLayout const& c) { return std::hash<std::string>()(to_text(c)); })
      .def("__str__", [](AnyLayout const& c) { return to_text(c); })
      .def("__repr__", [](AnyLayout const& c) { return "ComposedLayout('" + to_text(c) + "')"; })
      .def("__reduce__",
           [](nb::handle_t<AnyLayout> self) {
             return nb::make_tuple(self.type(), nb::make_tuple(nb::str(self)));
           })
      .def("__copy__", [](nb::handle_t<AnyLayout> self) { return nb::borrow(self); })
      .def("__deepcopy__", [](nb::handle_t<AnyLayout> self, nb::handle) { return nb::borrow(self); })
      .def(
          "equivalent",
          [](nb::handle_t<AnyLayout> self, nb::handle other) { return self.attr("equal")(other); },
          "Whether both are the same function; a no carries an index at which they differ.")
      .def(
          "offsets",
          [](AnyLayout const& c) {
            return offsets(c.inner, [&](std::int64_t x) { return c.outer(c.offset + x); });
          },
          "Every offset (elements) in colexicographic order, as a NumPy array of int64; at most 2^26 "
          "values.");
  composed.attr("__match_args__") = nb::make_tuple("outer", "offset", "inner");
}

}  // namespace colex::python
