// SPDX-License-Identifier: MIT
// Memory as the card sees it, and races: what `colex coalescing`, `tma`, `descriptor` and `race_free` answer, as dictionaries.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>

#include "classes.hpp"
#include "maps/predicate.hpp"
#include "questions/coalescing.hpp"
#include "questions/descriptor.hpp"
#include "questions/plan_picture.hpp"
#include "questions/races.hpp"
#include "questions/tma.hpp"

namespace colex::python {

namespace {

using Int = std::int64_t;
using List = std::optional<std::vector<Int>>;

nb::object coalescing(nb::handle access, std::string const& on, int element, int width, bool store,
                      nb::handle lanes, int bits, Int address) {
  cli::SharedAccess asked;
  asked.element_bits = cli::bits_of_element(element, bits), asked.width = width;
  asked.lanes = lanes.is_none() ? 0 : index_of(lanes.ptr());
  if (!lanes.is_none() && asked.lanes < 1) throw cli::InputError("lanes: expected at least 1");
  asked.direction = store ? gpu::Direction::store : gpu::Direction::load;
  cli::set_addresses(asked, argument_of(access.ptr(), {}, "access", false).value, "access");
  return object_of(cli::to_json(cli::coalescing(on, asked, address)));
}

nb::object tma(nb::handle tensor, List const& box, nb::handle element, std::string const& swizzle,
               List const& steps, int interleave, Int address, List const& at, bool nan, Int pixels,
               Int channels, List const& lower, List const& upper, std::string const& on, bool gather4) {
  auto const argument = argument_of(tensor.ptr(), {}, "tensor", false);
  if (!cli::fits(cli::Kind::layout, argument.value))
    throw cli::InputError(std::string("tensor: expected layout, not ") + cli::what_is(argument.value));
  auto const list = [](List const& given) { return given ? *given : std::vector<Int>{}; };
  cli::TmaQuestion q;
  q.tensor = plain(cli::as_layout(argument.value));
  q.box = list(box), q.steps = list(steps), q.at = list(at), q.lower = list(lower), q.upper = list(upper);
  q.element =
      cli::tma_element_named(PyUnicode_Check(element.ptr()) ? std::string(utf8_of(element.ptr(), "element"))
                                                            : std::to_string(index_of(element.ptr())));
  q.swizzle = swizzle, q.interleave = interleave, q.address = address, q.fills_with_nan = nan;
  q.pixels = pixels, q.channels = channels, q.is_for_sm90 = cli::is_sm90(on), q.gathers = gather4;
  if (interleave != 0 && interleave != 16 && interleave != 32)
    throw cli::InputError("interleave: 0, 16 or 32 bytes");
  return object_of(cli::to_json(cli::tma(q)));
}

nb::object descriptor(nb::handle operand, std::string const& on, int element, int bits, Int address,
                      Int lines, std::string const& major) {
  auto const format = cli::format_of(on);
  int const size = cli::bits_of_element(element, bits);
  if (major != "k" && major != "line") throw cli::InputError("major: expected 'k' or 'line'");
  if (PyLong_Check(operand.ptr()) && !PyBool_Check(operand.ptr())) {
    unsigned long long const value = PyLong_AsUnsignedLongLong(operand.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw cli::InputError("operand: expected 64 bits");
    }
    auto const by = major == "k" ? hardware::OperandMajor::k : hardware::OperandMajor::line;
    return object_of(cli::to_json(cli::meaning_of(value, format, by, size, lines)));
  }
  cli::OperandQuestion const q{argument_of(operand.ptr(), {}, "operand", false).value, size, format, address};
  return object_of(cli::to_json(cli::descriptor_of(q)));
}

nb::object race_free(nb::list const& writes, nb::list const& reads, int element, int width, int bits) {
  if (width < 1 || width > 16 || (width & (width - 1)) != 0)
    throw cli::InputError("width: 1, 2, 4, 8 or 16 bytes");
  std::vector<cli::ThreadAccess> all;
  for (bool const is_write : {true, false}) {
    int number = 0;
    for (nb::handle const given : is_write ? writes : reads) {
      std::string const name = (is_write ? "write " : "read ") + std::to_string(++number);
      all.push_back({{}, is_write, name});
      all.back().access.element_bits = cli::bits_of_element(element, bits), all.back().access.width = width;
      cli::set_addresses(all.back().access, argument_of(given.ptr(), {}, name, false).value, name);
    }
  }
  return object_of(cli::to_json(cli::race(all)));
}

/// A question as JSON, which colex.predicates writes; None where its sizes are no numbers.
nb::object predicate(std::string const& text) {
  cli::Json const given = cli::Json::parse(text, nullptr, false);
  if (given.is_discarded()) throw cli::InputError("predicate: text that is no Unicode");
  auto const read = cli::read_predicate(cli::predicate_question(given));
  if (!read.sizes.empty()) return nb::none();
  if (!cli::keeps_assumptions(read, {})) throw cli::InputError("assume: that does not hold");
  return object_of(cli::to_json(read, cli::by_value(read, {})));
}

/// A plan as JSON, which colex.plans writes.
cli::Plan plan_in(std::string const& text) {
  cli::Json const given = cli::Json::parse(text, nullptr, false);
  if (given.is_discarded()) throw cli::InputError("plan: text that is no Unicode");
  return cli::plan_of(given);
}

}  // namespace

void bind_memory(nb::module_& m) {
  m.def("coalescing", &coalescing, nb::arg("access"), nb::kw_only(), nb::arg("on"), nb::arg("element") = 1,
        nb::arg("width") = 4, nb::arg("store") = false, nb::arg("lanes") = nb::none(), nb::arg("bits") = 0,
        nb::arg("address") = 0,
        "The sectors and lines that an access to global memory moves, (lane, step) -> element, as a "
        "dictionary with `sectors`, `moved` "
        "and, by step, `requests`. Arguments as of banks(); `address` is the byte address of offset 0.");
  m.def("tma", &tma, nb::arg("tensor"), nb::arg("box") = nb::none(), nb::kw_only(), nb::arg("element") = 1,
        nb::arg("swizzle") = "none", nb::arg("steps") = nb::none(), nb::arg("interleave") = 0,
        nb::arg("address") = 0, nb::arg("at") = nb::none(), nb::arg("nan") = false, nb::arg("pixels") = 0,
        nb::arg("channels") = 0, nb::arg("lower") = nb::none(), nb::arg("upper") = nb::none(),
        nb::arg("on") = "", nb::arg("gather4") = false,
        "Whether NVIDIA's TMA copies a box of a tensor (strides in elements): a dictionary with `exists`, "
        "and with `landing`, `bytes` and "
        "`alignment`, or with the rules that are `broken`; of an interleaved map only that there is one. "
        "`element` is a number of bytes or a type such as "
        "'bf16'.");
  m.def("descriptor", &descriptor, nb::arg("operand"), nb::kw_only(), nb::arg("on"), nb::arg("element") = 2,
        nb::arg("bits") = 0, nb::arg("address") = 0, nb::arg("lines") = 64, nb::arg("major") = "k",
        "The matrix descriptor of an operand (line, k) -> element of wgmma ('sm90') or tcgen05.mma ('sm100') "
        "as a dictionary with "
        "`canonical`; of an integer, the layout that its 64 bits mean.");
  m.def("race_free", &race_free, nb::arg("writes"), nb::arg("reads") = nb::list(), nb::kw_only(),
        nb::arg("element") = 1, nb::arg("width") = 4, nb::arg("bits") = 0,
        "Whether accesses between two barriers, each (thread, step) -> element, leave every written byte to "
        "one thread: "
        "a dictionary with `race_free`, and where it is false the `byte` and both accesses.");
  m.def("_predicate", &predicate, nb::arg("text"), "What colex.predicate answers of numbers; else None.");
  m.def(
      "_plan", [](std::string const& text) { return object_of(cli::to_json(cli::check(plan_in(text)))); },
      nb::arg("text"), "What colex.plan answers.");
  m.def(
      "_drawn_plan", [](std::string const& text) { return cli::draw_plan(plan_in(text)); }, nb::arg("text"),
      "What colex.draw_plan answers.");
}

}  // namespace colex::python
