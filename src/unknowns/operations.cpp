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
bool is_number(Given const& g) { return g.tree.profile.is_leaf({}) && !has_layout(g) && !has_keep(g); }

[[noreturn]] void wrong(Given const& g, std::string const& wanted) {
  throw cli::InputError(fmt::format("{}:1:{}: expected {}", g.name, g.column, wanted));
}

void check_given(Given& g, char kind) {
  if (kind == 'n') {
    if (!is_number(g)) wrong(g, "integer");
    g.number = true;
    return;
  }
  if (kind == 'S' && (has_layout(g) || !is_layout(g))) wrong(g, "shape");
  if (kind == 'L' && !is_layout(g)) wrong(g, "layout");
  if (kind == 'T' && is_layout(g) && !has_layout(g) && !g.tree.profile.is_leaf({}))
    wrong(g, "a layout SHAPE:STRIDE or a tiler <...>: a bare tuple may be meant as either");
  if (has_layout(g) && (g.layouts & 1) == 0 && kind != 'T') wrong(g, "layout");
  if (is_layout(g) && has_keep(g)) wrong(g, "layout");
}

/// What the parts of `equal` are: numbers where one of them is a call that gives one.
char compared_kind(Call const& call) {
  for (Part const& p : call.parts)
    if (p.call && form(p.call->operation) != nullptr && form(p.call->operation)->gives == 'n') return 'n';
  return 'L';
}

void check_call(Reading& reading, Call const& call) {
  Form const* const f = form(call.operation);
  if (f == nullptr)
    throw cli::InputError(
        fmt::format("{}{} has no form with unknowns; these have: {}", call.place, call.operation, forms()));
  std::size_t const most = std::strlen(f->takes);
  if (call.parts.size() < f->least || call.parts.size() > most)
    throw cli::InputError(fmt::format("{}{} takes {} argument{} with unknowns", call.place, call.operation,
                                      most, most == 1 ? "" : "s"));
  for (std::size_t k = 0; k < call.parts.size(); ++k) {
    Part const& p = call.parts[k];
    char const kind = f->takes[k] == '=' ? compared_kind(call) : f->takes[k];
    if (!p.call) {
      check_given(reading.arguments[p.given], kind);
      continue;
    }
    check_call(reading, *p.call);
    char const gives = form(p.call->operation)->gives;
    if (gives == '?' || (gives == 'n') != (kind == 'n') || kind == 'S')
      throw cli::InputError(fmt::format("{}{} gives {}, where {} takes {}", p.call->place, p.call->operation,
                                        gives == 'L'   ? "a layout"
                                        : gives == 'n' ? "an integer"
                                                       : "yes or no",
                                        call.operation,
                                        kind == 'n'   ? "an integer"
                                        : kind == 'S' ? "a shape"
                                                      : "a layout"));
  }
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
Operand<Int> operand(Given const& g, std::function<Int(Expression const&)> const& number) {
  Operand<Int> o;
  o.is_number = g.number;
  if (o.is_number) {
    o.number = number(g.tree.leaves[0]->shape);
    return o;
  }
  o.is_layout = is_layout(g), o.is_tiler = true;
  if (o.is_layout) o.layout = layout(g, number);
  o.tiler = o.is_layout ? tile(o.layout) : tiler(g, number);
  return o;
}

template <class Int>
Operand<Int> operand(Reply<Int> const& reply) {
  Operand<Int> o;
  o.is_number = reply.is == Reply<Int>::Is::number;
  o.is_layout = o.is_tiler = !o.is_number;
  o.number = reply.number;
  o.layout = reply.layout;
  o.tiler = tile(o.layout);
  return o;
}

template <class Int>
Reply<Int> run_call(Reading const& reading, Call const& call,
                    std::function<Int(Expression const&)> const& number, bool with_meaning) {
  using Is = typename Reply<Int>::Is;
  Operands<Int> in;
  in.with_meaning = with_meaning;
  Meaning<Int> within;
  within.stated = true;
  for (Part const& p : call.parts) {
    if (!p.call) {
      in.list.push_back(operand(reading.arguments[p.given], number));
      continue;
    }
    Reply<Int> const inner = run_call(reading, *p.call, number, with_meaning);
    if (inner.is == Is::refused) return inner;
    within = both(within, inner.meaning);
    in.list.push_back(operand(inner));
  }
  if constexpr (!is_unbounded<Int>)
    for (auto const& o : in.list)
      if (!o.is_number && well_formed(o.tiler.modes) != Condition::none) throw BeyondLimits();
  Reply<Int> r = answer(call.operation, in);
  // that two calls answer the same does not rest on what their answers mean
  if (call.operation != "equal") r.meaning = both(within, r.meaning);
  if (r.is == Is::refused || r.is == Is::no) r.meaning.stated = false;
  return r;
}

}  // namespace

void check_question(Reading& reading) { check_call(reading, reading.call); }

template <class Int>
Reply<Int> run(Reading const& reading, std::function<Int(Expression const&)> const& number,
               bool with_meaning) {
  return run_call(reading, reading.call, number, with_meaning);
}

template Reply<Unknown> run(Reading const&, std::function<Unknown(Expression const&)> const&, bool);
template Reply<std::int64_t> run(Reading const&, std::function<std::int64_t(Expression const&)> const&, bool);

}  // namespace colex::unknowns
