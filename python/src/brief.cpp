// SPDX-License-Identifier: MIT
#include "brief.hpp"

#include <algorithm>

namespace colex::python {

namespace {

/// The classes of values that never change, and are all the row's choice depends on.
enum class Class : std::uint32_t { other, layout, composed, swizzle, coordinates, integer, keep, tuple };
constexpr int kBits = 4;

/// What occurs among the leaves of a tuple, bit by bit, added to Class::tuple: `_` is 1, a layout 2. Nothing that runs code of
/// Python's to be read.
bool leaves_of(PyObject* o, int& left, std::uint32_t& found) {
  if (--left < 0) return false;
  if (PyLong_CheckExact(o) != 0) return true;
  if (o == Py_None) return found |= 1, true;
  if (is_layout(o)) return found |= 2, true;
  if (PyTuple_CheckExact(o) == 0) return false;
  for (Py_ssize_t k = 0; k < PyTuple_Size(o); ++k)
    if (!leaves_of(PyTuple_GetItem(o, k), left, found)) return false;
  return true;
}

/// The class, and the argument added.
Class add(std::vector<cli::Argument>& arguments, PyObject* o, Wanted wanted) {
  PyTypeObject const* const type = Py_TYPE(o);
  if (type == types().layout && nb::inst_ready(o)) {
    arguments.emplace_back(std::in_place_type<Affine>, layout_in(o));
    return Class::layout;
  }
  if (PyLong_CheckExact(o) != 0) {
    std::int64_t value = 0;
    if (!is_small_integer(o, value) || value > kReachLimit || value < -kReachLimit) return Class::other;
    auto& tree = std::get<cli::Tuple>(arguments.emplace_back().value).tree;
    tree.clear();  // it was the empty tuple
    tree.profile.leaf();
    tree.leaves.push({cli::Entry::Is::integer, value});
    return Class::integer;
  }
  if (PyTuple_CheckExact(o) != 0) {
    int left = kMaxNodes;
    std::uint32_t found = 0;
    if (wanted.table || PyTuple_Size(o) == 0 || !leaves_of(o, left, found)) return Class::other;
    arguments.push_back(argument_of(o, wanted, {}, false));
    return static_cast<Class>(static_cast<std::uint32_t>(Class::tuple) + found);
  }
  if (o == Py_None) {
    arguments.push_back(argument_of(o, wanted, {}, false));
    return Class::keep;
  }
  Class const is = type == types().composed      ? Class::composed
                   : type == types().swizzle     ? Class::swizzle
                   : type == types().coordinates ? Class::coordinates
                                                 : Class::other;
  if (is == Class::other || !nb::inst_ready(o)) return Class::other;
  arguments.push_back(argument_of(o, wanted, {}, false));
  return is;
}

/// Room for arguments that keeps its memory from call to call. A call within a call has its own.
struct Room {
  std::vector<cli::Argument> arguments = std::exchange(spare(), {});
  Room() = default;
  Room(Room const&) = delete;
  ~Room() {
    arguments.clear();
    spare() = std::move(arguments);
  }
  static std::vector<cli::Argument>& spare() {
    static auto* const kept = new std::vector<cli::Argument>;  // the interpreter's lock keeps it
    return *kept;
  }
};

cli::Answer answer(PyObject* name, std::vector<Wanted> const& wanted, Learnt& learnt, PyObject* const* given,
                   Py_ssize_t count) {
  Room room;
  std::uint32_t key = 1;
  for (Py_ssize_t k = 0; k < count; ++k) {
    Class const is = add(room.arguments, given[k],
                         wanted.empty() ? Wanted{} : wanted[std::min<std::size_t>(k, wanted.size() - 1)]);
    if (is == Class::other) return cli::Answer::refusal(Condition::undecided);
    key = key << kBits | static_cast<std::uint32_t>(is);
  }
  auto known = std::find_if(learnt.begin(), learnt.end(), [&](auto const& one) { return one.first == key; });
  if (known == learnt.end()) {
    try {
      known = learnt.insert(known, {key, &cli::meant(utf8_of(name, "name"), room.arguments, {})});
    } catch (cli::Failure const&) {
      return cli::Answer::refusal(Condition::undecided);
    }
  }
  return cli::in_brief(*known->second, room.arguments, kWhileOthersWait);
}

}  // namespace

PyObject* in_brief(PyObject* name, std::vector<Wanted> const& wanted, Learnt& learnt, PyObject* const* given,
                   Py_ssize_t count) {
  cli::Answer found = answer(name, wanted, learnt, given, count);
  if (found.refused == Condition::undecided) return nullptr;
  if (found.refused != Condition::none) {
    raise_unread(found.refused, name, given, count);
    return nullptr;
  }
  bool const unsaid = found.unsaid;
  nb::object r = object_of(std::move(found));
  if (unsaid) nb::inst_ptr<Verdict>(r)->unread = unread(name, given, count);
  return r.release().ptr();
}

}  // namespace colex::python
