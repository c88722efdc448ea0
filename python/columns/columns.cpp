// SPDX-License-Identifier: MIT
// The modules colex._columns and colex._columns_avx512: columns of layouts, compiled for the instructions that the name says. colex/layouts.py is the class Layouts over them. No call holds the interpreter's lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "colex/columns/operations.hpp"
#include "colex/print.hpp"
#include "colex/text.hpp"

namespace nb = nanobind;
using namespace colex;

namespace {

template <class T>
using Given = nb::ndarray<T const, nb::ndim<1>, nb::device::cpu>;

/// Memory that a Python object owns.
std::shared_ptr<void const> kept(nb::object const& object) {
  return {object.inc_ref().ptr(), [](void const* p) {
            nb::gil_scoped_acquire const locked;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(p)));
          }};
}
template <class T>
bool read(nb::handle o, std::int64_t& rows, Column& out) {
  Given<T> array;
  if (!nb::try_cast(o, array, false)) return false;
  rows = static_cast<std::int64_t>(array.shape(0));
  out = {reinterpret_cast<std::byte const*>(array.data()),
         static_cast<std::ptrdiff_t>(array.stride(0) * static_cast<std::int64_t>(sizeof(T))), sizeof(T),
         kept(nb::borrow(o))};
  return true;
}
/// An array of int64 or int32, read where it lies, or one integer for all rows, which leaves `rows` as it is.
Column column(nb::handle o, std::int64_t& rows) {
  Column r;
  if (PyLong_Check(o.ptr()) != 0) return Column::same(nb::cast<std::int64_t>(o));
  std::int64_t here = 0;
  if (!read<std::int64_t>(o, here, r) && !read<std::int32_t>(o, here, r))
    throw nb::type_error("a column is an integer or a one-dimensional array of int64 or int32");
  if (rows != -1 && rows != here) throw nb::value_error("the columns are not equally long");
  rows = here;
  return r;
}

Layouts made(std::string const& profile, nb::list const& shapes, nb::list const& strides) {
  auto const like = parse_layout(profile);
  if (!like) throw nb::value_error("no profile");
  std::int64_t rows = -1;
  std::vector<Layouts::ModeColumns> modes;
  for (std::size_t k = 0; k < nb::len(shapes) && k < nb::len(strides); ++k)
    modes.push_back({column(shapes[k], rows), column(strides[k], rows)});
  auto const r = Layouts::of(like.value.profile, std::move(modes), rows == -1 ? 1 : rows);
  if (!r) throw nb::value_error("as many extents and strides as the profile has leaves");
  return r.value;
}
/// Tilers nested as `profile`, with Tiler's bits of its nodes.
Tilers tilers(std::string const& profile, nb::list const& shapes, nb::list const& strides,
              std::uint64_t tiles, std::uint64_t keeps) {
  Layouts const all = made(profile, shapes, strides);
  return *Tilers::of({{all.profiles()[0], {}}, tiles, keeps}, all.modes(), all.rows());
}
Layouts listed(std::vector<std::string> const& texts) {
  std::vector<Layout<std::int64_t>> all;
  all.reserve(texts.size());
  for (std::string const& text : texts) {
    auto const one = parse_layout(text);
    if (!one) throw nb::value_error(("no layout: " + text).c_str());
    all.push_back(one.value);
  }
  return layouts_of_list(all);
}

/// A view of a column, which keeps `self` alive.
template <class T>
nb::object view(Column const& c, std::int64_t rows, nb::handle self) {
  std::size_t const shape[] = {static_cast<std::size_t>(rows)};
  std::int64_t const stride[] = {static_cast<std::int64_t>(c.step) / static_cast<std::int64_t>(sizeof(T))};
  return nb::cast(
      nb::ndarray<nb::numpy, T const, nb::ndim<1>>(reinterpret_cast<T const*>(c.at), 1, shape, self, stride));
}
nb::object array(Column const& c, std::int64_t rows, nb::handle self) {
  switch (c.width) {
    case 1:
      return view<std::uint8_t>(c, rows, self);
    case 2:
      return view<std::uint16_t>(c, rows, self);
    case 4:
      return view<std::int32_t>(c, rows, self);
    default:
      return view<std::int64_t>(c, rows, self);
  }
}

template <class T>
T accepted(Result<T> r) {
  if (!r) throw nb::value_error("the columns are not equally long");
  return std::move(r.value);
}
Cover covering(bool cover) { return cover ? Cover::at_least : Cover::strict; }
using unlocked = nb::call_guard<nb::gil_scoped_release>;

/// A column beside `all`; of `all`'s length unless it is one integer.
Column beside(Layouts const& all, nb::handle o) {
  std::int64_t rows = PyLong_Check(o.ptr()) != 0 ? -1 : all.rows();
  return column(o, rows);
}
template <class F>
auto with_column(F f) {
  return [f](Layouts const& all, nb::handle o) {
    Column const c = beside(all, o);
    nb::gil_scoped_release const others_run;
    return accepted(f(all, c));
  };
}

}  // namespace

#ifndef COLEX_COLUMNS
#define COLEX_COLUMNS _columns
#endif

NB_MODULE(COLEX_COLUMNS, m) {
  nb::class_<AnswerColumn>(m, "Answers")
      .def_ro("rows", &AnswerColumn::rows)
      .def("values",
           [](nb::handle_t<AnswerColumn> self) {
             auto const& a = nb::cast<AnswerColumn const&>(self);
             return array(a.values, a.rows, self);
           })
      .def("conditions", [](nb::handle_t<AnswerColumn> self) {
        auto const& a = nb::cast<AnswerColumn const&>(self);
        return array(a.conditions, a.rows, self);
      });
  nb::class_<Layouts> layouts(m, "Layouts");
  nb::class_<Tilers>(m, "Tilers").def(nb::init_implicit<Layouts const&>()).def_static("made", &tilers);
  layouts.def_static("made", &made)
      .def_static("listed", &listed)
      .def("rows", &Layouts::rows)
      .def("text", [](Layouts const& l, std::int64_t row) { return to_text(l[row]); })
      .def("condition",
           [](Layouts const& l, std::int64_t row) { return std::string(name(l.condition(row))); })
      .def("slice", &Layouts::slice)
      .def("profiles",
           [](Layouts const& l) {
             std::vector<std::string> all;
             for (Profile const& p : l.profiles()) {
               IntTuple<std::int64_t> t{p, {}};
               for (int k = Layouts::count_leaves(p); k > 0; --k) t.leaves.push(1);
               all.push_back(to_text(t));
             }
             return all;
           })
      .def("which",
           [](nb::handle_t<Layouts> self) -> nb::object {
             auto const& l = nb::cast<Layouts const&>(self);
             return l.which() ? array(l.which(), l.rows(), self) : nb::none();
           })
      .def("conditions",
           [](nb::handle_t<Layouts> self) -> nb::object {
             auto const& l = nb::cast<Layouts const&>(self);
             return l.conditions ? array(l.conditions, l.rows(), self) : nb::none();
           })
      .def("columns", [](nb::handle_t<Layouts> self) {
        auto const& l = nb::cast<Layouts const&>(self);
        nb::list all;
        for (auto const& mode : l.modes())
          all.append(nb::make_tuple(array(mode.shape, l.rows(), self), array(mode.stride, l.rows(), self)));
        return all;
      });
  layouts
      .def(
          "coalesce", [](Layouts const& l) { return accepted(coalesce(l)); }, unlocked())
      .def(
          "right_inverse", [](Layouts const& l) { return accepted(right_inverse(l)); }, unlocked())
      .def(
          "left_inverse", [](Layouts const& l) { return accepted(left_inverse(l)); }, unlocked())
      .def(
          "composition",
          [](Layouts const& a, Layouts const& b, bool bounded) {
            return accepted(composition(a, b, bounded ? Domain::bounded : Domain::extend_last));
          },
          unlocked())
      .def(
          "composition",
          [](Layouts const& a, Tilers const& by, bool bounded) {
            if (bounded) throw nb::value_error("bounded goes with layouts, and not with a tiler by mode");
            return accepted(composition(a, by));
          },
          unlocked())
      .def(
          "logical_divide",
          [](Layouts const& a, Tilers const& by, bool cover) {
            return accepted(logical_divide(a, by, covering(cover)));
          },
          unlocked())
      .def(
          "zipped_divide",
          [](Layouts const& a, Tilers const& by, bool cover) {
            return accepted(zipped_divide(a, by, covering(cover)));
          },
          unlocked())
      .def(
          "tiled_divide",
          [](Layouts const& a, Tilers const& by, bool cover) {
            return accepted(tiled_divide(a, by, covering(cover)));
          },
          unlocked())
      .def(
          "flat_divide",
          [](Layouts const& a, Tilers const& by, bool cover) {
            return accepted(flat_divide(a, by, covering(cover)));
          },
          unlocked())
      .def(
          "logical_product",
          [](Layouts const& a, Tilers const& by) { return accepted(logical_product(a, by)); }, unlocked())
      .def(
          "zipped_product",
          [](Layouts const& a, Tilers const& by) { return accepted(zipped_product(a, by)); }, unlocked())
      .def(
          "tiled_product", [](Layouts const& a, Tilers const& by) { return accepted(tiled_product(a, by)); },
          unlocked())
      .def(
          "flat_product", [](Layouts const& a, Tilers const& by) { return accepted(flat_product(a, by)); },
          unlocked())
      .def(
          "blocked_product",
          [](Layouts const& a, Layouts const& b) { return accepted(blocked_product(a, b)); }, unlocked())
      .def(
          "raked_product", [](Layouts const& a, Layouts const& b) { return accepted(raked_product(a, b)); },
          unlocked())
      .def(
          "tile_to_shape",
          [](Layouts const& blocks, Layouts const& targets, bool cover) {
            return accepted(tile_to_shape(blocks, targets, covering(cover)));
          },
          unlocked())
      .def(
          "tile_to_shape",  // the order as strides, which may be 0
          [](Layouts const& blocks, Layouts const& targets, std::string const& order, bool cover) {
            auto const like = parse_layout(order);
            if (!like) throw nb::value_error("no order");
            return accepted(tile_to_shape(blocks, targets, stride(like.value), covering(cover)));
          },
          unlocked())
      .def(
          "max_common_layout",
          [](Layouts const& a, Layouts const& b) { return accepted(max_common_layout(a, b)); }, unlocked())
      .def(
          "max_common_vector",
          [](Layouts const& a, Layouts const& b) { return accepted(max_common_vector(a, b)); }, unlocked())
      .def(
          "size", [](Layouts const& l) { return accepted(size(l)); }, unlocked())
      .def(
          "cosize", [](Layouts const& l) { return accepted(cosize(l)); }, unlocked())
      .def(
          "injective", [](Layouts const& l) { return accepted(injective(l)); }, unlocked())
      .def(
          "max_alignment", [](Layouts const& l) { return accepted(max_alignment(l)); }, unlocked())
      .def(
          "admissible_composition",
          [](Layouts const& a, Layouts const& b, bool bounded) {
            return accepted(admissible_composition(a, b, bounded ? Domain::bounded : Domain::extend_last));
          },
          unlocked())
      .def("complement",
           [](Layouts const& l, nb::handle o, bool cover) {
             Column const c = beside(l, o);
             nb::gil_scoped_release const others_run;
             return accepted(complement(l, c, covering(cover)));
           })
      .def("evaluate", with_column([](Layouts const& l, Column const& c) { return evaluate(l, c); }))
      .def("surjective", with_column([](Layouts const& l, Column const& c) { return surjective(l, c); }))
      .def("admissible_complement",
           with_column([](Layouts const& l, Column const& c) { return admissible_complement(l, c); }));
  std::vector<std::string> names;
  for (int k = 0; k < kConditions; ++k) names.emplace_back(name(static_cast<Condition>(k)));
  m.attr("CONDITIONS") = nb::cast(names);
}
