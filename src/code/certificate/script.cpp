// SPDX-License-Identifier: MIT
#include "code/certificate/script.hpp"

#include <fmt/format.h>

namespace colex::code {

std::string bits(std::uint64_t value, unsigned width) { return fmt::format("(_ bv{} {})", value, width); }

std::string resized(std::string const& name, unsigned from, unsigned to) {
  if (from == to) return name;
  if (from < to) return fmt::format("((_ zero_extend {}) {})", to - from, name);
  return fmt::format("((_ extract {} 0) {})", to - 1, name);
}

Script::Script(std::string const& title) : text_("; " + title + "\n(set-logic QF_BV)\n") {}

std::string Script::symbol(Term t, std::string const& suffix) {
  std::string name;
  bool of_all = false;
  switch (t->leaf) {
    case Leaf::lane:
      name = "lane";
      break;
    case Leaf::wave:
      name = "wave";
      break;
    case Leaf::block:
      name = fmt::format("block{}", t->first), of_all = true;
      break;
    case Leaf::argument:
      name = fmt::format("argument{}", t->first), of_all = true;
      break;
    case Leaf::arguments_at:
      name = "arguments_at", of_all = true;
      break;
    case Leaf::packet:
      name = fmt::format("packet{}", t->first), of_all = true;
      break;
    case Leaf::packet_at:
      name = "packet_at", of_all = true;
      break;
    case Leaf::trip:
      name = fmt::format("trip{}", t->first);
      break;
    case Leaf::merged:
    case Leaf::merged_lanes:
      name = fmt::format("joined{}_{}", t->first, t->second);
      break;
    default:
      name = fmt::format("unknown{}_{}", t->first, t->second);
  }
  name += fmt::format("_{}{}", t->width, of_all ? "" : suffix);
  if (declared_.try_emplace(name, true).second)
    text_ += fmt::format("(declare-const {} (_ BitVec {}))\n", name, t->width);
  return name;
}

std::string Script::of(Term t, std::string const& suffix) {
  if (t->op == Op::constant) return bits(t->value, t->width);
  auto& names = names_[suffix];
  if (auto const found = names.find(t); found != names.end()) return found->second;
  std::string r;
  if (t->op == Op::leaf) {
    r = symbol(t, suffix);
  } else if (t->op == Op::apply || t->op == Op::ballot) {
    r = fmt::format("f{}", count_++);
    text_ += fmt::format("(declare-const {} (_ BitVec {}))\n", r, t->width);
  } else {
    std::string const value = made(t, suffix);
    r = fmt::format("t{}", count_++);
    text_ += fmt::format("(define-fun {} () (_ BitVec {}) {})\n", r, t->width, value);
  }
  names_[suffix].emplace(t, r);
  return r;
}

std::string Script::made(Term t, std::string const& suffix) {
  std::vector<std::string> of;
  for (Term part : t->of) of.push_back(this->of(part, suffix));
  unsigned const w = t->width;
  auto const two = [&](char const* name) { return fmt::format("({} {} {})", name, of[0], of[1]); };
  auto const bit = [](std::string const& formula) { return fmt::format("(ite {} #b1 #b0)", formula); };
  switch (t->op) {
    case Op::concatenate: {
      std::string r = of[0];
      for (std::size_t k = 1; k < of.size(); ++k) r = fmt::format("(concat {} {})", of[k], r);
      return r;
    }
    case Op::extract:
      return fmt::format("((_ extract {} {}) {})", t->value + w - 1, t->value, of[0]);
    case Op::conjunction:
      return two("bvand");
    case Op::disjunction:
      return two("bvor");
    case Op::exclusive:
      return two("bvxor");
    case Op::sum: {
      std::string r = bits(t->value, w);
      for (std::size_t k = 0; k < of.size(); ++k) {
        std::string const part = resized(of[k], t->of[k]->width, w);
        r = fmt::format(
            "(bvadd {} {})", r,
            t->factors[k] == 1 ? part : fmt::format("(bvmul {} {})", bits(t->factors[k], w), part));
      }
      return r;
    }
    case Op::product:
      return two("bvmul");
    case Op::choose:
      return fmt::format("(ite (= {} #b1) {} {})", of[0], of[1], of[2]);
    case Op::equal:
      return bit(two("="));
    case Op::below:
      return bit(two("bvult"));
    case Op::below_signed:
      return bit(two("bvslt"));
    default: {
      char const* const name = t->op == Op::shift_left    ? "bvshl"
                               : t->op == Op::shift_right ? "bvlshr"
                                                          : "bvashr";
      unsigned const by = t->of[1]->width;
      std::string const amount = by <= w ? resized(of[1], by, w)
                                         : fmt::format("(ite (bvult {} {}) {} {})", of[1], bits(w, by),
                                                       resized(of[1], by, w), bits(w, w));
      return fmt::format("({} {} {})", name, of[0], amount);
    }
  }
}

void Script::assume(std::string const& formula) { text_ += fmt::format("(assert {})\n", formula); }

std::string Script::refute(std::string const& formula) const {
  return fmt::format("{}(assert (not {}))\n(check-sat)\n", text_, formula);
}

}  // namespace colex::code
