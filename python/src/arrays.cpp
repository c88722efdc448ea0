// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <nanobind/ndarray.h>

#include "colex/find.hpp"

namespace colex::python {

namespace {

template <class T>
bool find(PyObject* o, Result<Layout<std::int64_t>>& found) {
  nb::ndarray<T const, nb::ndim<1>, nb::device::cpu> array;
  if (!nb::try_cast(nb::handle(o), array, false)) return false;
  auto const count = static_cast<std::int64_t>(array.shape(0));
  std::int64_t const step = array.stride(0);
  T const* const at = array.data();
  nb::gil_scoped_release const others_run;
  bool within = count > 0;
  for (std::int64_t k = 0; k < count; ++k)
    within &= at[k * step] <= kReachLimit && at[k * step] >= -kReachLimit;
  if (within && step == 1)
    found = find_layout<std::int64_t>([at](std::int64_t i) { return std::int64_t{at[i]}; }, count);
  if (within && step != 1)
    found = find_layout<std::int64_t>([=](std::int64_t i) { return std::int64_t{at[i * step]}; }, count);
  return within;
}

}  // namespace

PyObject* layout_of_values(PyObject* o) {
  if (PyList_Check(o) != 0 || PyObject_CheckBuffer(o) == 0) return nullptr;
  Result<Layout<std::int64_t>> found;
  if (!find<std::int64_t>(o, found) && !find<std::int32_t>(o, found)) return nullptr;
  if (!found || well_formed(found.value) != Condition::none) return nullptr;
  return make(found.value).release().ptr();
}

}  // namespace colex::python
