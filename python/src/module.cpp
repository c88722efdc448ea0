// SPDX-License-Identifier: MIT
// The module colex._colex: the layout algebra through the table of operations.
#include <typeinfo>

#include "classes.hpp"

namespace {
/// The ending of a module's name.
char const* widest_vectors() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) return "_avx512";
#endif
  return "";
}
}  // namespace

NB_MODULE(_colex, m) {
  namespace nb = nanobind;
  using namespace colex::python;
  m.doc() = "The CuTe layout algebra; see the package colex.";
  m.attr("__version__") = COLEX_VERSION;
  m.attr("LIMIT") = colex::kReachLimit;
  nb::register_exception_translator([](std::exception_ptr const& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (colex::cli::Failure const& why) {
      raise(why);
    } catch (std::bad_cast const&) {  // of nanobind, where an argument is no value of the wanted type
      PyErr_SetString(PyExc_TypeError, "an argument has the wrong type");
    }
  });
  bind_answers(m);
  bind_layout(m);
  bind_swizzled(m);
  bind_maps(m);
  bind_operations(m);
  bind_pictures(m);
  bind_atoms(m);
  bind_memory(m);
  bind_check(m);
  bind_foreign(m);
  m.def(
      "vectors", [] { return widest_vectors(); },
      "The instructions that colex.Layouts is compiled for and this machine has.");
  bind_languages();
}
