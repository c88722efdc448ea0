// SPDX-License-Identifier: MIT
#include "unknowns/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace colex::unknowns {

namespace {

bool has_layout(Given const& g) { return g.layouts != 0; }
bool has_keep(Given const& g) {
  return std::any_of(g.tree.leaves.begin(), g.tree.leaves.end(), [](auto const& e) { return e->keep; });
}
bool is_layout(Given const& g) {
  return (g.layouts & 1) != 0 || (!has_layout(g) && !has_keep(g) && g.angles == 0);
}
bool is_tuple(Given const& g) { return !has_layout(g) && !has_keep(g) && g.angles == 0; }
bool is_number(Given const& g) { return g.tree.profile.is_leaf({}) && is_tuple(g); }
bool may_have_bases(char kind) { return kind == 'B' || kind == 'Y'; }
bool may_be_either(char kind) { return kind == 'X' || kind == 'Y' || kind == 'H'; }

[[noreturn]] void wrong(Given const& g, std::string const& wanted) {
  throw cli::InputError(fmt::format("{}:1:{}: expected {}", g.name, g.column, wanted));
}

void check_given(Given& g, char kind) {
  if (g.bases && !may_have_bases(kind)) wrong(g, "a layout without basis strides");
  if (kind == 'N' && !is_number(g)) kind = 'L';
  g.extents = has_layout(g) || std::strchr("nNmUsPXY", kind) == nullptr;
  g.number = kind == 'n' || kind == 'N' || kind == 'm';
  if (g.number && !is_number(g)) wrong(g, "integer");
  if (kind == 'm' && g.tree.leaves[0]->shape.op != '#') wrong(g, "a mode number, which is no unknown");
  if (kind == 'm' && (g.tree.leaves[0]->shape.numeral < -1 || g.tree.leaves[0]->shape.numeral > 1024))
    wrong(g, "a mode number");
  if (kind == 'S' && !is_tuple(g)) wrong(g, "shape");
  if (kind == 'U' && !is_tuple(g)) wrong(g, "a tuple of integers");
  if (kind == 's' && (has_layout(g) || g.angles != 0)) wrong(g, "a coordinate of numbers and _");
  if (std::strchr("LBXYHP", kind) != nullptr && !is_layout(g)) wrong(g, "layout");
  if (kind == 'T' && is_layout(g) && !has_layout(g) && !g.tree.profile.is_leaf({}))
    wrong(g, "a layout SHAPE:STRIDE or a tiler <...>: a bare tuple may be meant as either");
  if (has_layout(g) && (g.layouts & 1) == 0 && kind != 'T') wrong(g, "layout");
}

/// What the parts of `equal` are: numbers where one of them is a call that gives one.
char compared_kind(Call const& call) {
  for (Part const& p : call.parts)
    if (p.call && form(p.call->operation) != nullptr && form(p.call->operation)->gives == 'n') return 'n';
  return 'L';
}

/// What a call gives, in the letters of Form, and whether with basis strides.
struct Gives {
  char kind;
  bool bases;
};

char const* gives_text(Gives const& g) {
  switch (g.kind) {
    case 'L':
      return g.bases ? "a layout with basis strides" : "a layout";
    case 'U':
      return "a tuple";
    case 'n':
      return "an integer";
    case 'p':
      return "a layout with an offset";
    case '2':
      return "two layouts";
    case 'w':
      return "a word";
    default:
      return "yes or no";
  }
}

char const* wanted_text(char kind) {
  switch (kind) {
    case 'n':
    case 'N':
      return "an integer";
    case 'm':
      return "a mode number";
    case 'S':
      return "a shape";
    case 'U':
      return "a tuple";
    case 's':
      return "a coordinate";
    default:
      return "a layout";
  }
}

bool fits(Gives const& g, char kind) {
  if (g.bases && !may_have_bases(kind)) return false;
  if (g.kind == 'L') return std::strchr("LBXYHTPN", kind) != nullptr;
  if (g.kind == 'U') return std::strchr("UXYHP", kind) != nullptr;
  return g.kind == 'n' && std::strchr("nNU", kind) != nullptr;
}

Gives check_call(Reading& reading, Call const& call) {
  Form const* const f = form(call.operation);
  if (f == nullptr) throw cli::InputError(without_form(call.operation, call.place));
  if (call.parts.size() < f->least || call.parts.size() > f->most())
    throw cli::InputError(fmt::format("{}{} takes {} argument{} with unknowns", call.place, call.operation,
                                      f->most(), f->most() == 1 ? "" : "s"));
  Gives r{f->gives, f->gives == 'E'};
  bool of_layouts = false;
  for (std::size_t k = 0; k < call.parts.size(); ++k) {
    Part const& p = call.parts[k];
    char const kind = f->kind(k) == '=' ? compared_kind(call) : f->kind(k);
    if (!p.call) {
      Given& g = reading.arguments[p.given];
      check_given(g, kind);
      r.bases = r.bases || g.bases;
      if (may_be_either(kind)) of_layouts = of_layouts || has_layout(g);
      continue;
    }
    Gives const inner = check_call(reading, *p.call);
    if (!fits(inner, kind))
      throw cli::InputError(fmt::format("{}{} gives {}, where {} takes {}", p.call->place, p.call->operation,
                                        gives_text(inner), call.operation, wanted_text(kind)));
    r.bases = r.bases || inner.bases;
    of_layouts = of_layouts || inner.kind == 'L';
  }
  if (r.kind == 'v') r.kind = r.bases ? 'U' : 'n';
  if (r.kind == 'X' || r.kind == 'Y') r.kind = of_layouts ? 'L' : 'U';
  if (r.kind == 'B' || r.kind == 'E') r.kind = 'L';
  if (r.kind != 'L' || f->gives == 'L') r.bases = false;
  return r;
}

template <class Int>
Tiler<Int> tiler(Given const& g, std::function<Int(Expression const&)> const& number) {
  Tiler<Int> r;
  r.modes.profile = g.tree.profile;
  int open_until = 0;  // nodes of a layout that has started
  for (int n = 0, k = 0; n < g.tree.profile.count; ++n) {
    bool const leaf = g.tree.profile.node[n] == 0;
    bool const starts = (g.layouts >> n & 1) != 0 && n >= open_until;
    if (starts) {
      r.tiles |= std::uint64_t{1} << n;
      Place at{n, 0};
      open_until = g.tree.profile.past(at).node;
    }
    if (!leaf) continue;
    Entry const& e = *g.tree.leaves[k++];
    if (e.keep) {
      r.keeps |= std::uint64_t{1} << n;
      r.modes.leaves.push({Int(1), Int(0)});
    } else if (e.has_stride) {
      r.modes.leaves.push({number(e.shape), number(e.stride)});
    } else {
      r.tiles |= std::uint64_t{1} << n;
      r.modes.leaves.push({number(e.shape), Int(1)});
    }
  }
  return r;
}

template <class Int>
Layout<Int> layout(Given const& g, std::function<Int(Expression const&)> const& number) {
  if (!has_layout(g)) {
    IntTuple<Int> shape{g.tree.profile, {}};
    for (auto const& e : g.tree.leaves) shape.leaves.push(number(e->shape));
    auto const made = make_layout(shape, compact_col_major(shape));
    return made.value;
  }
  Layout<Int> r;
  r.profile = g.tree.profile;
  for (auto const& e : g.tree.leaves) r.leaves.push({number(e->shape), number(e->stride)});
  return r;
}

template <class Int>
Operand<Int> operand(Given const& g, char kind, std::function<Int(Expression const&)> const& number) {
  Operand<Int> o;
  if (kind == 'm') o.mode = static_cast<int>(g.tree.leaves[0]->shape.numeral);
  if (kind == 'm' || kind == 'P') {
    o.tuple = transform(g.tree, [](auto const&) { return Int(1); });
    return o;
  }
  if (kind == 's') {
    o.slicer = transform(g.tree, [&](auto const& e) {
      return Slot<Int>{e->keep, e->keep ? Int(0) : number(e->shape)};
    });
    return o;
  }
  o.is_number = g.number;
  bool const tuple = o.is_number || kind == 'U' || kind == 'S' || (may_be_either(kind) && !has_layout(g));
  if (tuple) o.tuple = transform(g.tree, [&](auto const& e) { return number(e->shape); });
  if (o.is_number) o.number = o.tuple.leaves[0];
  if (tuple) return o;
  o.is_layout = is_layout(g);
  if (o.is_layout) o.layout = layout(g, number);
  o.tiler = o.is_layout ? tile(o.layout) : tiler(g, number);
  if (kind == 'N') o.number = size(o.layout);
  return o;
}

template <class Int>
Operand<Int> operand(Reply<Int> const& reply, char kind) {
  Operand<Int> o;
  o.is_number = reply.is == Reply<Int>::Is::number;
  o.is_layout = reply.is == Reply<Int>::Is::layout;
  o.layout = reply.layout;
  o.tiler = tile(o.layout);
  o.tuple = o.is_number ? leaf(reply.number) : reply.tuple;
  if (kind == 'P' && o.is_layout) o.tuple = shape(o.layout);
  o.number = kind == 'N' && o.is_layout ? size(o.layout) : reply.number;
  return o;
}

/// A reply on numbers as one on coordinates.
Layout<Coordinate> coordinates(Layout<std::int64_t> const& layout) { return scalars(layout); }
Reply<Coordinate> coordinates(Reply<std::int64_t> const& of) {
  Reply<Coordinate> r;
  r.is = static_cast<Reply<Coordinate>::Is>(of.is);
  r.layout = coordinates(of.layout);
  r.second = coordinates(of.second);
  r.tuple = transform(of.tuple, [](std::int64_t n) { return Coordinate(n); });
  r.number = Coordinate(of.number);
  r.word = of.word;
  r.refusal = on_coordinates(of.refusal);
  return r;
}

/// What the tool refuses of an answer.
template <class Int>
void keep_to_limits(Reply<Int>& r) {
  Condition c = r.layout.overfull() || r.second.overfull() || r.tuple.overfull() ? Condition::capacity
                                                                                 : Condition::none;
  if constexpr (!is_unbounded<Int>)
    for (auto const* layout : {&r.layout, &r.second})
      if (c == Condition::none) c = well_formed(*layout);
  if (c != Condition::none) r = refused(because<Int>(c));
}

template <class Int>
Reply<Int> run_call(Reading const& reading, Call const& call,
                    std::function<Int(Expression const&)> const& number, bool with_meaning) {
  using Is = typename Reply<Int>::Is;
  if constexpr (std::is_same_v<Int, Coordinate>)
    if (!takes_bases(call.operation)) {
      std::function<std::int64_t(Expression const&)> const scalars = [&](Expression const& e) {
        return number(e).scalar;
      };
      return coordinates(run_call(reading, call, scalars, with_meaning));
    }
  Form const& f = *form(call.operation);
  Operands<Int> in;
  in.with_meaning = with_meaning;
  Meaning<Int> within;
  within.stated = true;
  for (Part const& p : call.parts) {
    char const kind = f.kind(in.list.size());
    if (!p.call) {
      in.list.push_back(operand(reading.arguments[p.given], kind, number));
      continue;
    }
    Reply<Int> const inner = run_call(reading, *p.call, number, with_meaning);
    if (inner.is == Is::refused) return inner;
    within = both(within, inner.meaning);
    in.list.push_back(operand(inner, kind));
  }
  if constexpr (!is_unbounded<Int>)
    for (auto const& o : in.list)
      if (well_formed(o.tiler.modes) != Condition::none) throw BeyondLimits();
  Reply<Int> r = answer(call.operation, in);
  keep_to_limits(r);
  // that two calls answer the same does not rest on what their answers mean
  if (call.operation != "equal") r.meaning = both(within, r.meaning);
  if (r.is == Is::refused || r.is == Is::no) r.meaning.stated = false;
  return r;
}

}  // namespace

void check_question(Reading& reading) { check_call(reading, reading.call); }

namespace {

bool has_bases(Reading const& reading, Call const& call) {
  Form const* const f = form(call.operation);
  return (f != nullptr && f->gives == 'E') ||
         std::any_of(call.parts.begin(), call.parts.end(), [&](Part const& p) {
           return p.call ? has_bases(reading, *p.call) : reading.arguments[p.given].bases;
         });
}

}  // namespace

bool has_bases(Reading const& reading) { return has_bases(reading, reading.call); }

template <class Int>
Reply<Int> run(Reading const& reading, std::function<Int(Expression const&)> const& number,
               bool with_meaning) {
  return run_call(reading, reading.call, number, with_meaning);
}

template Reply<Unknown> run(Reading const&, std::function<Unknown(Expression const&)> const&, bool);
template Reply<Coordinate> run(Reading const&, std::function<Coordinate(Expression const&)> const&, bool);
template Reply<std::int64_t> run(Reading const&, std::function<std::int64_t(Expression const&)> const&, bool);

}  // namespace colex::unknowns
