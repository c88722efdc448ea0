// SPDX-License-Identifier: MIT
// What an answer about sizes rests on, as questions over integers: each inequality that was found to follow, from those that it was found with. A product
// of numbers that are not negative is none: that lemma is asked by itself, and its instances are premises.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "code/certificate/claims.hpp"
#include "code/sizes/inside.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kClaimsOfAScript = 24;

std::string of_number(Integer v) {
  std::string digits;
  bool const is_negative = v < 0;
  do {
    auto const digit = static_cast<int>(v % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit)), v /= 10;
  } while (v != 0);
  std::reverse(digits.begin(), digits.end());
  return is_negative ? fmt::format("(- {})", digits) : digits;
}
std::string of_monomial(Monomial const& m, std::set<std::uint32_t>& atoms) {
  if (m.empty()) return "1";
  atoms.insert(m.begin(), m.end());
  std::string r;
  for (std::uint32_t const a : m) r += fmt::format(" a{}", a);
  return m.size() == 1 ? r.substr(1) : "(*" + r + ")";
}
std::string of_polynomial(Polynomial const& p, std::set<std::uint32_t>& atoms) {
  if (p.terms().empty()) return "0";
  std::string r = "(+ 0";
  for (auto const& [m, f] : p.terms())
    r += m.empty() ? " " + of_number(f) : fmt::format(" (* {} {})", of_number(f), of_monomial(m, atoms));
  return r + ")";
}

bool is_linear_in_atoms(Polynomial const& p) {
  return std::all_of(p.terms().begin(), p.terms().end(),
                     [](auto const& term) { return term.first.size() <= 1; });
}
/// Whether no product of atoms is in it.
bool is_linear_in_atoms(Inequalities::Claim const& c) {
  auto const is_linear = [](Polynomial const& p) { return is_linear_in_atoms(p); };
  return is_linear(c.holds) && c.positive.empty() &&
         std::all_of(c.ranges.begin(), c.ranges.end(), is_linear) &&
         std::all_of(c.products.begin(), c.products.end(),
                     [&](auto const& product) { return product.first.empty() && is_linear(product.second); });
}

/// "(=> premises claim)"; instances of the lemma among them.
std::string of_claim(Inequalities::Claim const& c, std::set<std::uint32_t>& atoms) {
  std::string premises;
  auto const lemma = [&](std::string const& x, std::string const& y) {
    premises += fmt::format(" (=> (and (>= {0} 0) (>= {1} 0)) (>= (* {0} {1}) 0))", x, y);
    return fmt::format("(* {} {})", x, y);
  };
  for (Polynomial const& p : c.ranges) premises += fmt::format(" (>= {} 0)", of_polynomial(p, atoms));
  for (auto const& [rest, bound] : c.products) {
    std::string factor = of_polynomial(bound, atoms);
    premises += fmt::format(" (>= {} 0)", factor);
    for (std::uint32_t const a : rest) factor = lemma(of_monomial({a}, atoms), factor);
  }
  for (Monomial const& m : c.positive) {
    std::string factor = of_monomial({m[0]}, atoms);
    for (std::size_t k = 1; k < m.size(); ++k) factor = lemma(of_monomial({m[k]}, atoms), factor);
  }
  return fmt::format("(=> (and true{}) (>= {} 0))", premises, of_polynomial(c.holds, atoms));
}

}  // namespace

std::vector<Question> size_questions(Inspector& of) {
  std::vector<Question> r;
  std::set<std::string> known;
  auto const is_inside = [&](MemoryAccess const& a) {
    auto const& all = of.result().sizes.answers;
    auto const found = std::find_if(all.begin(), all.end(), [&](SizeAnswer const& one) {
      return one.instruction == a.instruction && one.part == a.part;
    });
    return found != all.end() && found->why.empty();
  };
  for (MemoryAccess const& a : of.walk().accesses()) {
    if (a.is_lds || !is_inside(a)) continue;
    std::string why;
    for (SizedCase const& c : sized_cases(of, a, why)) {
      if (!of.has_size(c.array)) continue;
      SizedProof const proof(of, c);
      for (auto const& [claims, names] : proof.claims()) {
        std::string const title = fmt::format("{}: within the bytes of {}", of.place(a.instruction),
                                              of.text(leaf(Leaf::argument, 64, c.array)));
        std::set<std::uint32_t> atoms;
        std::string formulas;
        std::size_t count = 0;
        bool is_linear = true;
        auto const end = [&] {
          if (count == 0) return;
          std::string text = fmt::format("(set-logic {})\n", is_linear ? "QF_LIA" : "QF_NIA");
          for (std::uint32_t const atom : atoms)
            text +=
                fmt::format("(declare-const a{} Int) ; {}\n", atom, atom < names.size() ? names[atom] : "");
          text += fmt::format("(assert (not (and true{})))\n(check-sat)\n", formulas);
          if (known.insert(text).second)
            r.push_back({title, fmt::format("; question {}\n", r.size()) + text});
          atoms.clear(), formulas.clear(), count = 0;
        };
        for (Inequalities::Claim const& claim : claims) {
          if (bool const linear = is_linear_in_atoms(claim); linear != is_linear) end(), is_linear = linear;
          formulas += "\n  " + of_claim(claim, atoms);
          if (++count == kClaimsOfAScript) end();
        }
        end();
      }
    }
  }
  if (!r.empty())
    r.push_back({"a product of numbers that are not negative is not negative",
                 "; lemma\n(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (not "
                 "(=> (and (>= x 0) (>= y "
                 "0)) (>= (* x y) 0))))\n(check-sat)\n"});
  return r;
}

}  // namespace colex::code
