// SPDX-License-Identifier: MIT
// Nodes of terms: two of one form are one object, and each knows what can be said of its value.
#include <deque>
#include <utility>

#include "code/symbols/made.hpp"

namespace colex::code {

namespace {

std::size_t mixed(std::size_t seed, std::uint64_t v) {
  return (seed ^ v) * 0x9E3779B97F4A7C15u + (seed >> 29);
}

std::size_t hash_of(Node const& n) {
  std::size_t h = mixed(static_cast<std::size_t>(n.op) << 16 | static_cast<std::size_t>(n.width) << 8 |
                            static_cast<std::size_t>(n.leaf),
                        n.value);
  h = mixed(h, std::uint64_t{n.first} << 32 | n.second);
  for (Term t : n.of) h = mixed(h, t->id);
  for (std::uint64_t f : n.factors) h = mixed(h, f);
  return h ^ h >> 32;
}
bool is_same(Node const& a, Node const& b) {
  return a.op == b.op && a.width == b.width && a.leaf == b.leaf && a.first == b.first &&
         a.second == b.second && a.value == b.value && a.of == b.of && a.factors == b.factors;
}

/// Nodes by their forms, at most half full; a form's hash lies beside it, so that one that is not meant is seldom looked into.
class Known {
 public:
  /// The place of the form, whose term is null where there is none.
  struct Place {
    std::size_t hash = 0;
    Term term = nullptr;
  };
  Place& at(Node const& n, std::size_t hash) {
    std::size_t k = hash & (places_.size() - 1);
    while (places_[k].term != nullptr && (places_[k].hash != hash || !is_same(*places_[k].term, n)))
      k = (k + 1) & (places_.size() - 1);
    return places_[k];
  }
  void add(Place& place, std::size_t hash, Term term) {
    place = {hash, term};
    if (2 * ++size_ <= places_.size()) return;
    for (Place const& p : std::exchange(places_, std::vector<Place>(2 * places_.size()))) {
      std::size_t k = p.hash & (places_.size() - 1);
      while (p.term != nullptr && places_[k].term != nullptr) k = (k + 1) & (places_.size() - 1);
      if (p.term != nullptr) places_[k] = p;
    }
  }

 private:
  std::vector<Place> places_ = std::vector<Place>(1024);
  std::size_t size_ = 0;
};

struct All {
  std::deque<Node> nodes{};
  Known known{};
  std::unordered_map<std::string, std::uint32_t> functions{};
};
thread_local All* pool = nullptr;
thread_local unsigned users = 0;
thread_local bool plain = false;

}  // namespace

Visit::Visit() {
  thread_local std::uint64_t visits = 0;
  number_ = ++visits;
}

bool is_plain() { return plain; }
Plain::Plain(bool on) : before_(std::exchange(plain, on)) {}
Plain::~Plain() { plain = before_; }

Bounded bound_of_sum(Node const& n) {
  Bounded r{all_ones(n.width)};
  r.add(1, n.value);
  for (std::size_t k = 0; k < n.of.size(); ++k) r.add(n.factors[k], n.of[k]->most);
  return r;
}
Term made(Node n) {
  std::size_t const hash = hash_of(n);
  Known::Place& place = pool->known.at(n, hash);
  if (place.term != nullptr) return place.term;
  if (pool->nodes.size() >= Pool::kMost) throw OutOfTerms{};
  n.id = static_cast<std::uint32_t>(pool->nodes.size());
  for (Term t : n.of) {
    n.has_lane |= t->has_lane, n.has_ballot |= t->has_ballot, n.is_open |= t->is_open;
    n.has_merged |= t->has_merged;
    n.is_of_wave |= t->is_of_wave, n.has_wave |= t->has_wave;
    n.depth = std::max(n.depth, t->depth + 1);
  }
  n.most = all_ones(n.width);
  if (n.op == Op::constant)
    n.is_uniform = n.width == 32 && (n.value == 0 || n.value == n.most);
  else if (n.op == Op::choose)
    n.is_uniform = !n.of[0]->has_lane && n.of[1]->is_uniform && n.of[2]->is_uniform;
  else if (n.op == Op::conjunction || n.op == Op::disjunction || n.op == Op::exclusive)
    n.is_uniform = n.of[0]->is_uniform && n.of[1]->is_uniform;
  switch (n.op) {
    case Op::constant:
      n.most = n.value;
      break;
    case Op::leaf:
      n.has_lane = n.leaf == Leaf::lane || n.leaf == Leaf::unknown_lanes || n.leaf == Leaf::merged_lanes;
      n.is_open = n.leaf >= Leaf::unknown;
      n.has_merged = n.leaf == Leaf::merged || n.leaf == Leaf::merged_lanes;
      n.is_of_wave = n.is_open, n.has_wave = n.leaf == Leaf::wave;
      break;
    case Op::ballot:  // a scalar: the same for all lanes
      n.has_lane = false, n.has_ballot = n.is_open = n.is_of_wave = true;
      break;
    case Op::sum:
      if (Bounded const most = bound_of_sum(n); most.is_within())
        n.most = static_cast<std::uint64_t>(most.value);
      break;
    case Op::concatenate: {
      n.most = 0;
      unsigned at = 0;
      for (Term t : n.of) n.most |= t->most << at, at += t->width;
      break;
    }
    case Op::entry:
      n.most = n.value;
      break;
    case Op::remainder:
      n.most = n.value - 1;
      break;
    default:
      break;
  }
  pool->nodes.push_back(std::move(n));
  Term const r = &pool->nodes.back();
  pool->known.add(place, hash, r);
  return r;
}

Term made(Op op, unsigned width, std::vector<Term> of, std::uint64_t value) {
  Node n;
  n.op = op, n.width = static_cast<std::uint8_t>(width), n.value = value, n.of = std::move(of);
  return made(std::move(n));
}

std::uint64_t may(Term x) {
  if (x->op == Op::constant) return x->value;
  if (x->op == Op::concatenate) {
    std::uint64_t r = 0;
    unsigned at = 0;
    for (Term t : x->of) r |= may(t) << at, at += t->width;
    return r;
  }
  return x->most == 0 ? 0 : all_ones(static_cast<unsigned>(std::bit_width(x->most)));
}

Pool::Pool() {
  if (users++ == 0) pool = new All;
}
Pool::~Pool() {
  if (--users == 0) delete std::exchange(pool, nullptr);
}

std::uint64_t all_ones(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Term constant(std::uint64_t value, unsigned width) {
  return made(Op::constant, width, {}, value & all_ones(width));
}

Term leaf(Leaf kind, unsigned width, std::uint32_t first, std::uint32_t second) {
  Node n;
  n.op = Op::leaf, n.leaf = kind, n.width = static_cast<std::uint8_t>(width), n.first = first,
  n.second = second;
  return made(std::move(n));
}

Term apply(std::string const& function, unsigned width, std::vector<Term> const& of) {
  Node n;
  n.op = Op::apply, n.width = static_cast<std::uint8_t>(width), n.of = of;
  n.first =
      pool->functions.try_emplace(function, static_cast<std::uint32_t>(pool->functions.size())).first->second;
  return made(std::move(n));
}

std::string function_of(Term apply) {
  for (auto const& [name, number] : pool->functions)
    if (number == apply->first) return name;
  return {};
}

}  // namespace colex::code
