// SPDX-License-Identifier: MIT
#include "direct.hpp"

#include "colex/colex.hpp"

namespace colex::python {

namespace {

using Plain = Layout<std::int64_t>;

bool one_layout(Given const& given) { return given.count == 1 && is_layout(given.at[0]); }
Plain layout(Given const& given, int k) { return plain(layout_in(given.at[k])); }

/// The layout of a result; null for a refusal and for what leaves the limits.
PyObject* answer(Result<Plain> const& result) {
  if (!result || well_formed(result.value) != Condition::none) return nullptr;
  return make(checked(result.value)).release().ptr();
}

struct Row {
  std::string_view name;
  Direct run;
};

constexpr Row kRows[] = {
    {"size",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLongLong(size(layout_in(in.at[0])).value()) : nullptr;
     }},
    {"cosize",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLongLong(cosize(layout_in(in.at[0])).value()) : nullptr;
     }},
    {"rank",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLong(rank(layout_in(in.at[0]))) : nullptr;
     }},
    {"depth",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLong(depth(layout_in(in.at[0]))) : nullptr;
     }},
    {"coalesce",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? make(checked(coalesce(layout(in, 0)))).release().ptr() : nullptr;
     }},
    {"composition",
     [](Given const& in) -> PyObject* {
       if (in.count != 2 || !is_layout(in.at[0]) || !is_layout(in.at[1])) return nullptr;
       return answer(composition(layout(in, 0), layout(in, 1)));
     }},
    {"complement",
     [](Given const& in) -> PyObject* {
       std::int64_t cotarget = 0;
       if (in.count != 2 || !is_layout(in.at[0]) || !is_small_integer(in.at[1], cotarget)) return nullptr;
       if (cotarget > kReachLimit || cotarget < -kReachLimit) return nullptr;
       return answer(complement(layout(in, 0), cotarget));
     }},
};

}  // namespace

Direct direct(std::string_view name) {
  for (Row const& row : kRows)
    if (row.name == name) return row.run;
  return nullptr;
}

}  // namespace colex::python
