// SPDX-License-Identifier: MIT
// The module colex._calls: starts kernels on tensors of torch whose problem is known. colex/_torch_plans.py plans a problem once, in
// Python; a plan is a call of the C interface without its addresses, which are written here at each start. Neither torch nor the
// kernels are linked: tensors are read through DLPack's table, and the library's functions are addresses.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "plan.hpp"

namespace nb = nanobind;
using namespace colex::calls;
using namespace colex::dlpack;

namespace {

struct Released {
  void operator()(Managed* x) const {
    if (x->release != nullptr) x->release(x);
  }
};

class Starter {
 public:
  /// `torch` has what is asked of torch: see colex/_torch_start.py.
  Starter(nb::capsule exchange, nb::object torch, nb::object refused, std::size_t most_plans)
      : exchange_(static_cast<Exchange const*>(exchange.data())),
        tensor_(torch.attr("Tensor")),
        parameter_(torch.attr("Parameter")),
        dtype_(torch.attr("dtype")),
        quiet_(nb::borrow<nb::tuple>(torch.attr("states"))),
        grad_enabled_(torch.attr("grad_enabled")),
        current_device_(torch.attr("current_device")),
        written_(torch.attr("written")),
        is_neg_(nb::str("is_neg")),
        is_inference_(nb::str("is_inference")),
        requires_grad_(nb::str("requires_grad")),
        refused_(std::move(refused)),
        plans_(most_plans) {
    if (exchange_->version.major != 1 || exchange_->tensor_of == nullptr)
      throw std::invalid_argument("DLPack's table has another version");
  }

  /// Starts what `planner(*arguments)` plans; NotImplemented where torch is to dispatch the operator, which what watches or
  /// transforms operators must see, and where a plan is None.
  nb::object start(nb::handle planner, nb::args arguments) { return started(planner, arguments, false); }
  /// Inside an operator, which torch has dispatched.
  nb::object start_dispatched(nb::handle planner, nb::args arguments) {
    return started(planner, arguments, true);
  }

  void forget() { plans_.clear(); }
  std::size_t kept() const { return plans_.size(); }
  std::size_t planned() const { return planned_; }

 private:
  static constexpr std::size_t most_arguments = 16;
  static nb::object torch_dispatches() { return nb::borrow(Py_NotImplemented); }

  bool is_tensor(nb::handle x) const {
    auto const type = reinterpret_cast<PyObject*>(Py_TYPE(x.ptr()));
    return type == tensor_.ptr() || type == parameter_.ptr();
  }
  static bool holds(nb::handle function) { return is_true(PyObject_CallNoArgs(function.ptr())); }
  static bool holds_of(nb::handle name, nb::handle x) {
    return is_true(PyObject_CallMethodObjArgs(x.ptr(), name.ptr(), nullptr));
  }
  static bool is_true(PyObject* answer) {
    if (answer == nullptr) throw nb::python_error();
    int const holds = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return holds > 0;
  }

  /// Adds what the arguments are to the key, and reads the tensors.
  bool read(nb::args const& arguments, bool dispatched, Key& key, std::array<Tensor, most_arguments>& tensors,
            int& first) {
    if (arguments.size() > most_arguments) return false;
    bool const differentiates = !dispatched && holds(grad_enabled_);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      nb::handle const x = arguments[i];
      Tensor& t = tensors[i];
      t.data = nullptr;
      if (is_tensor(x)) {
        if (differentiates && x.attr(requires_grad_).ptr() == Py_True) return false;
        if (exchange_->tensor_of(x.ptr(), &t) != 0) return PyErr_Clear(), false;
        if (!dispatched && (t.type.code == complex || (t.type.code == floating && holds_of(is_neg_, x))))
          return false;
        bool empty = false;
        for (int mode = 0; mode < t.rank; ++mode) empty = empty || t.shape[mode] == 0;
        if (t.data == nullptr && !empty) return false;
        t.data = static_cast<char*>(t.data) + t.byte_offset;
        if (first < 0) first = static_cast<int>(i);
        if (t.device != tensors[first].device || t.device_index != tensors[first].device_index) return false;
        key.add(t);
      } else if (x.is_none() || PyBool_Check(x.ptr()) ||
                 reinterpret_cast<PyObject*>(Py_TYPE(x.ptr())) == dtype_.ptr()) {
        key.add(static_cast<std::int64_t>(
            reinterpret_cast<std::intptr_t>(x.ptr())));  // each is one object for good
      } else if (PyUnicode_Check(x.ptr())) {
        Py_ssize_t size = 0;
        char const* const text = PyUnicode_AsUTF8AndSize(x.ptr(), &size);
        if (text == nullptr) return PyErr_Clear(), false;
        key.add(std::string_view(text, static_cast<std::size_t>(size)));
      } else {
        return false;
      }
    }
    if (first < 0 || !key.fits) return false;
    Tensor const& one = tensors[first];
    key.add(std::int64_t{one.device} << 32 | one.device_index);
    return one.device == cpu || nb::cast<int>(current_device_()) == one.device_index;
  }
  nb::object started(nb::handle planner, nb::args const& arguments, bool dispatched) {
    if (!dispatched)
      for (nb::handle const state : quiet_)
        if (holds(state)) return torch_dispatches();
    Key key;
    key.add(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(planner.ptr())));
    std::array<Tensor, most_arguments> tensors;
    int first = -1;
    if (!read(arguments, dispatched, key, tensors, first)) return torch_dispatches();
    auto plan = plans_.find(key);
    if (plan == nullptr) {
      ++planned_;
      nb::object const made = planner(*arguments);
      if (made.is_none()) return torch_dispatches();
      plan = std::make_shared<Plan const>(nb::cast<Plan const&>(made));
      plans_.keep(key, plan);
    }
    return run(*plan, arguments, tensors, tensors[first]);
  }

  nb::object run(Plan const& plan, nb::args const& arguments,
                 std::array<Tensor, most_arguments> const& tensors, Tensor const& one) {
    std::array<char, most_call_bytes> filled;
    std::memcpy(filled.data(), plan.call.data(), plan.call.size());
    auto const put = [&](int at, void const* address) {
      std::memcpy(filled.data() + at, &address, sizeof address);
    };
    nb::object result;
    Tensor of_result{};
    if (!plan.result.is_none()) {
      result = plan.result();
      if (exchange_->tensor_of(result.ptr(), &of_result) != 0) throw nb::python_error();
    }
    for (auto const& [argument, at] : plan.slots)
      put(at,
          argument == result_argument ? of_result.data : tensors[static_cast<std::size_t>(argument)].data);
    if (one.device != cpu) {
      void* stream = nullptr;
      if (exchange_->current_stream(one.device, one.device_index, &stream) != 0) throw nb::python_error();
      put(plan.stream_at, stream);
    }
    std::unique_ptr<Managed, Released> workspace;
    if (plan.workspace_elements > 0) {
      workspace.reset(allocated(plan.workspace_elements, one));
      put(plan.workspace_at, static_cast<char*>(workspace->tensor.data) + workspace->tensor.byte_offset);
      std::memcpy(filled.data() + plan.workspace_at + sizeof(void*), &plan.workspace_elements,
                  sizeof plan.workspace_elements);
    }
    for (int const i :
         plan.changed) {  // autograd compares the count of writes; tensors of inference mode have none
      nb::handle const x = arguments[static_cast<std::size_t>(i)];
      if (!holds_of(is_inference_, x)) written_(nb::make_tuple(x));
    }
    int status = 0;
    {
      nb::gil_scoped_release const others_run;
      status = plan.start(filled);
    }
    if (status != 0) refused_(plan.function, status);
    return result.is_valid() ? result : nb::none();
  }

  /// Elements of 4 bytes on the device of this tensor.
  Managed* allocated(std::int64_t elements, Tensor const& beside) const {
    std::int64_t step = 1;
    Tensor like{nullptr, beside.device, beside.device_index, 1, {floating, 32, 1}, &elements, &step, 0};
    Managed* made = nullptr;
    std::string why = "no memory for a workspace";
    auto const keep = [](void* context, char const*, char const* message) {
      *static_cast<std::string*>(context) = message;
    };
    if (exchange_->allocate(&like, &made, &why, keep) != 0) throw std::runtime_error(why);
    return made;
  }

  Exchange const* exchange_;
  nb::object tensor_, parameter_, dtype_;
  nb::tuple quiet_;
  nb::object grad_enabled_, current_device_, written_, is_neg_, is_inference_, requires_grad_, refused_;
  Plans plans_;
  std::size_t planned_ = 0;
};

}  // namespace

NB_MODULE(_calls, m) {
  nb::set_leak_warnings(false);  // operators of torch keep a starter to the end of the process
  m.doc() = "Starts of kernels on tensors whose problem is known.";
  nb::class_<Plan>(m, "Plan", "A call of the C interface without its addresses.")
      .def(nb::init<int, std::uintptr_t, nb::bytes, nb::bytes, std::vector<std::pair<int, int>>, int, int,
                    std::int64_t, nb::object, std::vector<int>>(),
           nb::arg("form"), nb::arg("function"), nb::arg("text"), nb::arg("call"), nb::arg("slots"),
           nb::arg("stream_at"), nb::arg("workspace_at"), nb::arg("workspace_elements"),
           nb::arg("result").none(), nb::arg("changed"));
  nb::class_<Starter>(m, "Starter", "Starts plans, and keeps those that were used last.")
      .def(nb::init<nb::capsule, nb::object, nb::object, std::size_t>(), nb::arg("exchange"),
           nb::arg("torch"), nb::arg("refused"), nb::arg("most_plans"))
      .def("start", &Starter::start, nb::arg("planner"), nb::arg("arguments"))
      .def("start_dispatched", &Starter::start_dispatched, nb::arg("planner"), nb::arg("arguments"))
      .def("forget", &Starter::forget)
      .def_prop_ro("kept", &Starter::kept)
      .def_prop_ro("planned", &Starter::planned);
}
