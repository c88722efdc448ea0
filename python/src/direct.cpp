// SPDX-License-Identifier: MIT
#include "direct.hpp"

#include "colex/colex.hpp"

namespace colex::python {

namespace {

using Plain = Layout<std::int64_t>;

bool one_layout(Given const& given) { return given.count == 1 && is_layout(given.at[0]); }
Plain layout(Given const& given, int k) { return plain_in(given.at[k]); }

/// The layout of a result; null for a refusal and for what leaves the limits.
PyObject* answer(Result<Plain> const& result) {
  if (!result || well_formed(result.value) != Condition::none) return nullptr;
  return make(result.value).release().ptr();
}

template <class F>
PyObject* of_one(Given const& in, F const& f) {
  return one_layout(in) ? answer(f(layout(in, 0))) : nullptr;
}
template <class F>
PyObject* of_two(Given const& in, F const& f) {
  if (in.count != 2 || !is_layout(in.at[0]) || !is_layout(in.at[1])) return nullptr;
  return answer(f(layout(in, 0), layout(in, 1)));
}

/// The three answers of admissible_composition and admissible_complement; no of a limit, which says nothing.
PyObject* route(Given const& in, Admissible value, Condition why = Condition::none) {
  constexpr char const* words[] = {"textbook", "representable", "no"};
  if (why == Condition::overflow || why == Condition::capacity || why == Condition::undecided) return nullptr;
  return make_of<Verdict>(types().verdict, value != Admissible::no,
                          std::string(words[static_cast<int>(value)]), std::string(), std::string(),
                          cli::Numbers(), unread(in.name, in.at, in.count))
      .release()
      .ptr();
}

struct Row {
  std::string_view name;
  Direct run;
};

constexpr Row kRows[] = {
    {"size",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLongLong(size(layout(in, 0))) : nullptr;
     }},
    {"cosize",
     [](Given const& in) -> PyObject* {
       return one_layout(in) ? PyLong_FromLongLong(cosize(layout(in, 0))) : nullptr;
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
       return one_layout(in) ? make(coalesce(layout(in, 0))).release().ptr() : nullptr;
     }},
    {"flatten",
     [](Given const& in) { return of_one(in, [](Plain const& l) { return keep_limits(flat(l.leaves)); }); }},
    {"right_inverse",
     [](Given const& in) {
       return of_one(in, [](Plain const& l) { return right_inverse(l, Parts::any, kWhileOthersWait); });
     }},
    {"left_inverse",
     [](Given const& in) {
       return of_one(in, [](Plain const& l) { return left_inverse(l, Inverse::exact, kWhileOthersWait); });
     }},
    {"composition",
     [](Given const& in) {
       return of_two(in, [](Plain const& a, Plain const& b) { return composition(a, b); });
     }},
    {"admissible_composition",
     [](Given const& in) -> PyObject* {
       if (in.count != 2 || !is_layout(in.at[0]) || !is_layout(in.at[1])) return nullptr;
       auto const r = compose(layout(in, 0), layout(in, 1), Domain::extend_last, kWhileOthersWait);
       return r ? route(in, r->admissible) : route(in, Admissible::no, r.refusal.condition);
     }},
    {"admissible_complement",
     [](Given const& in) -> PyObject* {
       std::int64_t cotarget = 0;
       if (in.count != 2 || !is_layout(in.at[0]) || !is_small_integer(in.at[1], cotarget)) return nullptr;
       if (cotarget > kReachLimit || cotarget < -kReachLimit) return nullptr;
       auto const l = layout(in, 0);
       auto const r = complement(l, cotarget);
       if (!r) return route(in, Admissible::no, r.refusal.condition);
       bool const in_order = first_gap_in_order(l).shape == 0;
       return route(in, in_order ? Admissible::textbook : Admissible::representable);
     }},
    {"logical_divide",
     [](Given const& in) {
       return of_two(in, [](Plain const& a, Plain const& b) { return logical_divide(a, b); });
     }},
    {"logical_product",
     [](Given const& in) {
       return of_two(in, [](Plain const& a, Plain const& b) { return logical_product(a, b); });
     }},
    {"blocked_product",
     [](Given const& in) {
       return of_two(in, [](Plain const& a, Plain const& b) { return blocked_product(a, b); });
     }},
    {"raked_product",
     [](Given const& in) {
       return of_two(in, [](Plain const& a, Plain const& b) { return raked_product(a, b); });
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
