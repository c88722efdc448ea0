// SPDX-License-Identifier: MIT
#include "unknowns/operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace colex::unknowns {

namespace {

constexpr Budget kLittle{1 << 12};  // unknowns branch where numbers count

struct Form {
  char const* name;
  std::size_t least, most;
  char const* takes;  ///< of each argument: L a layout, T a layout or a tiler, n a number
};
constexpr Form kForms[] = {{"coalesce", 1, 1, "L"},
                           {"composition", 2, 2, "LT"},
                           {"complement", 1, 2, "Ln"},
                           {"right_inverse", 1, 1, "L"},
                           {"logical_divide", 2, 2, "LT"},
                           {"zipped_divide", 2, 2, "LT"},
                           {"tiled_divide", 2, 2, "LT"},
                           {"flat_divide", 2, 2, "LT"},
                           {"logical_product", 2, 2, "LT"},
                           {"zipped_product", 2, 2, "LT"},
                           {"blocked_product", 2, 2, "LL"},
                           {"raked_product", 2, 2, "LL"},
                           {"size", 1, 1, "L"},
                           {"cosize", 1, 1, "L"},
                           {"evaluate", 2, 2, "Ln"},
                           {"equal", 2, 2, "LL"}};

Form const* form(std::string const& name) {
  auto const found =
      std::find_if(std::begin(kForms), std::end(kForms), [&](Form const& f) { return name == f.name; });
  return found == std::end(kForms) ? nullptr : found;
}

bool has_layout(Given const& g) { return g.layouts != 0; }
bool has_keep(Given const& g) {
  return std::any_of(g.tree.leaves.begin(), g.tree.leaves.end(), [](auto const& e) { return e->keep; });
}
bool is_layout(Given const& g) {
  return (g.layouts & 1) != 0 || (!has_layout(g) && !has_keep(g) && g.angles == 0);
}
bool is_number(Given const& g) { return g.tree.profile.is_leaf({}) && !has_layout(g) && !has_keep(g); }

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
Reply<Int> answer(Result<Layout<Int>, Int> const& r) {
  Reply<Int> reply;
  reply.is = r ? Reply<Int>::Is::layout : Reply<Int>::Is::refused;
  reply.layout = r.value;
  reply.refusal = r.refusal;
  return reply;
}

template <class Int>
void mean_composition(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& r) {
  m.stated = true;
  m.equal.push_back({size(r), size(b)});
  m.values.push_back(
      {r, {{r}}, {{b}, {coalesce_extended(a), true}}});  // which is A, by coalesce_preserves_the_map
}

template <class Int>
void mean_same(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& r) {
  m.stated = true;
  m.equal.push_back({size(r), size(a)});
  m.values.push_back({a, {{a}}, {{r}}});
}

/// (A o B, A o C), C the complement of B in size(A).
template <class Int>
void mean_divide(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& r) {
  auto const rest = complement(b, size(a));
  if (!rest || rank(r) != 2) {
    m.lacks = true;
    return;
  }
  m.tiles.push_back({{b, *rest}, size(a)});
  mean_composition(m, a, join(b, *rest), r);
}

/// By mode, where the tiler is a tuple.
template <class Int>
void mean_divide(Meaning<Int>& m, Layout<Int> const& a, Tiler<Int> const& t, Layout<Int> const& r) {
  if (t.is_keep()) return mean_same(m, a, r);
  if (t.is_tile()) return mean_divide(m, a, t.modes, r);
  m.lacks = m.lacks || rank(r) != rank(a);
  for (int k = 0; k < rank(a) && !m.lacks; ++k)
    k < rank(t.modes) ? mean_divide(m, entry(a, k), entry(t, k), entry(r, k))
                      : mean_same(m, entry(a, k), entry(r, k));
}

template <class Int>
void mean_composition(Meaning<Int>& m, Layout<Int> const& a, Tiler<Int> const& t, Layout<Int> const& r) {
  if (t.is_keep()) return mean_same(m, a, r);
  if (t.is_tile()) return mean_composition(m, a, t.modes, r);
  m.lacks = m.lacks || rank(r) != rank(a);
  for (int k = 0; k < rank(a) && !m.lacks; ++k)
    k < rank(t.modes) ? mean_composition(m, entry(a, k), entry(t, k), entry(r, k))
                      : mean_same(m, entry(a, k), entry(r, k));
}

}  // namespace

std::string symbolic_operations() {
  std::string r;
  for (Form const& f : kForms) r += (r.empty() ? "" : ", ") + std::string(f.name);
  return r;
}

void check_question(std::string const& operation, std::vector<Given> const& arguments) {
  Form const* const f = form(operation);
  if (f == nullptr)
    throw cli::InputError(
        fmt::format("{} has no form with unknowns; these have: {}", operation, symbolic_operations()));
  if (arguments.size() < f->least || arguments.size() > f->most)
    throw cli::InputError(fmt::format("{} takes {} arguments with unknowns", operation, f->most));
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    Given const& g = arguments[k];
    auto const wrong = [&](char const* wanted) {
      throw cli::InputError(fmt::format("{}:1:1: expected {}", g.name, wanted));
    };
    if (f->takes[k] == 'L' && !is_layout(g)) wrong("layout");
    if (f->takes[k] == 'n' && !is_number(g)) wrong("integer");
    if (f->takes[k] == 'T' && is_layout(g) && !has_layout(g) && !g.tree.profile.is_leaf({}))
      wrong("a layout SHAPE:STRIDE or a tiler <...>: a bare tuple may be meant as either");
    if (has_layout(g) && (g.layouts & 1) == 0 && f->takes[k] != 'T') wrong("layout");
    if (is_layout(g) && has_keep(g)) wrong("layout");
  }
}

template <class Int>
std::vector<Operand<Int>> operands(std::vector<Given> const& arguments,
                                   std::function<Int(Expression const&)> const& number) {
  std::vector<Operand<Int>> r;
  for (Given const& g : arguments) {
    Operand<Int> o;
    o.is_layout = is_layout(g), o.is_number = is_number(g), o.is_tiler = true;
    if (o.is_number) o.number = number(g.tree.leaves[0]->shape);
    if (o.is_layout) o.layout = layout(g, number);
    o.tiler = o.is_layout ? tile(o.layout) : tiler(g, number);
    r.push_back(o);
  }
  return r;
}

template <class Int>
Reply<Int> run(std::string const& op, std::vector<Operand<Int>> const& in, bool with_meaning) {
  using Is = typename Reply<Int>::Is;
  Layout<Int> const& a = in[0].layout;
  Reply<Int> r;
  Meaning<Int> m;
  auto const number = [&](Int const& n) {
    r.is = Is::number;
    r.number = n;
    return r;
  };
  for (Operand<Int> const& o : in)
    for (auto const& mode : o.tiler.modes.leaves)
      if (op != "evaluate" && op != "complement" && mode.shape < Int(1)) {
        r.is = Is::refused;
        r.refusal = because<Int>(Condition::shape_positive);
        return r;
      }
  if (op == "size") return number(size(a));
  if (op == "cosize") return number(cosize(a));
  if (op == "evaluate") {
    if (in[1].number < Int(0)) {
      r.is = Is::refused;
      r.refusal = because<Int>(Condition::not_negative, in[1].number);
      return r;
    }
    return number(crd2idx(leaf(in[1].number), a).value);
  }
  if (op == "equal") {
    auto const verdict = equal(a, in[1].layout);
    r.is = verdict.equal ? Is::yes : Is::no;
    if (verdict.equal) mean_same(m, a, in[1].layout);
    r.meaning = m;
    return r;
  }
  Layout<Int> const& b = in.size() > 1 ? in[1].layout : a;
  Tiler<Int> const& t = in.size() > 1 ? in[1].tiler : in[0].tiler;
  if (op == "coalesce") {
    r = answer(Result<Layout<Int>, Int>::answer(coalesce(a)));
    mean_same(m, a, r.layout);
  } else if (op == "composition") {
    r = answer(composition(a, t, Rest::keep, kLittle));
    if (r.is == Is::layout && with_meaning) mean_composition(m, a, t, r.layout);
  } else if (op == "complement") {
    Int const up_to = in.size() > 1 ? in[1].number : least_cotarget(a);
    r = answer(complement(a, up_to));
    m.stated = true;
    m.tiles.push_back({{a, r.layout}, up_to});
  } else if (op == "right_inverse") {
    r = answer(right_inverse(a, Parts::whole_modes, kLittle));
    m.stated = true;
    m.values.push_back({r.layout, {{r.layout}, {a}}, {}});
  } else if (op == "logical_divide") {
    r = answer(logical_divide(a, t, Cover::strict, kLittle));
    if (r.is == Is::layout && with_meaning) mean_divide(m, a, t, r.layout);
  } else if (op == "zipped_divide") {
    r = answer(zipped_divide(a, t, Cover::strict, kLittle));
  } else if (op == "tiled_divide") {
    r = answer(tiled_divide(a, t, Cover::strict, kLittle));
  } else if (op == "flat_divide") {
    r = answer(flat_divide(a, t, Cover::strict, kLittle));
  } else if (op == "logical_product") {
    r = answer(logical_product(a, t, kLittle));
  } else if (op == "zipped_product") {
    r = answer(zipped_product(a, t, kLittle));
  } else if (op == "blocked_product") {
    r = answer(blocked_product(a, b, kLittle));
  } else {
    r = answer(raked_product(a, b, kLittle));
  }
  if (r.is == Is::layout) r.meaning = m;
  return r;
}

template std::vector<Operand<Unknown>> operands(std::vector<Given> const&,
                                                std::function<Unknown(Expression const&)> const&);
template std::vector<Operand<std::int64_t>> operands(std::vector<Given> const&,
                                                     std::function<std::int64_t(Expression const&)> const&);
template Reply<Unknown> run(std::string const&, std::vector<Operand<Unknown>> const&, bool);
template Reply<std::int64_t> run(std::string const&, std::vector<Operand<std::int64_t>> const&, bool);

}  // namespace colex::unknowns
