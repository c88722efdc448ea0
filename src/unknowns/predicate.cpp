// SPDX-License-Identifier: MIT
#include "unknowns/predicate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "operations/value.hpp"
#include "sym/search.hpp"
#include "unknowns/budget.hpp"
#include "unknowns/predicate_digits.hpp"
#include "unknowns/predicate_samples.hpp"
#include "unknowns/proved.hpp"
#include "unknowns/terms.hpp"

namespace colex::unknowns {

namespace {

using cli::Ints;
using cli::PredicateFound;
using Int = std::int64_t;
using PartIs = SizedPart::Is;
using Formulas = std::vector<z3::expr>;

constexpr std::size_t kMostCompared = 16;
constexpr int kPredicateRounds = 6;

z3::expr truth_of(bool b) { return sym::context().bool_val(b); }
z3::expr all_of(Formulas const& list) {
  z3::expr r = truth_of(true);
  for (z3::expr const& one : list) r = r && one;
  return r;
}

/// The pairs that are compared in a formula.
void compared(z3::expr const& e, std::vector<std::pair<z3::expr, z3::expr>>& out) {
  if (!e.is_app() || out.size() >= kMostCompared) return;
  auto const kind = e.decl().decl_kind();
  if (kind == Z3_OP_LE || kind == Z3_OP_LT || kind == Z3_OP_GE || kind == Z3_OP_GT)
    return void(out.emplace_back(e.arg(0), e.arg(1)));
  for (unsigned k = 0; k < e.num_args(); ++k) compared(e.arg(k), out);
}

bool mentions(z3::expr const& e, z3::expr const& term) {
  if (z3::eq(e, term)) return true;
  for (unsigned k = 0; e.is_app() && k < e.num_args(); ++k)
    if (mentions(e.arg(k), term)) return true;
  return false;
}

/// Whether it is no linear term.
bool has_product(z3::expr const& e) {
  if (!e.is_app()) return false;
  unsigned names = 0;
  for (unsigned k = 0; k < e.num_args(); ++k) {
    if (has_product(e.arg(k))) return true;
    names += e.arg(k).is_numeral() ? 0 : 1;
  }
  return e.decl().decl_kind() == Z3_OP_MUL && names > 1;
}

class Decision {
 public:
  Decision(cli::PredicateText const& text, Limit const& limit)
      : text_(text), prover_({}, limit), limit_(limit) {
    for (std::string const& name : text.sizes) {
      sizes_.push_back(sym::context().int_const(name.c_str()));
      given_.push_back(sizes_.back() >= 1);
    }
  }

  SizedPredicate all() {
    SizedPredicate r;
    r.not_given.resize(text_.given.size());
    samples_ = samples_of(text_, limit_.searching / 4);
    language_ = conditions(text_, sizes_);
    std::string why;
    try {
      state();
    } catch (NoTerm const& no) {
      why = no.why;
    } catch (z3::exception const& e) {
      why = e.msg();
    } catch (BudgetEnded const&) {
      why = "the budget ended";
    }
    if (samples_.empty() && excluded(given_, 100'000u))
      throw cli::InputError("predicate: no sizes keep what is assumed");
    auto const decided = [&](SizedPart& part, auto const& is, auto const& decide) {
      std::string reason = why;
      try {
        if (why.empty())
          decide(part);
        else
          by_samples(part, is);
      } catch (NoTerm const& no) {
        reason = no.why;
        by_samples(part, is);
      } catch (BudgetEnded const&) {
        reason = "the budget ended";
        by_samples(part, is);
      }
      if (part.is == PartIs::undecided)
        part.why = reason.empty() ? "not proved, and no sizes were found" : reason;
    };
    if (text_.has_tensor()) {
      auto const is_past = [](PredicateFound const& f) { return f.past.count > 0; };
      auto const is_lost = [](PredicateFound const& f) { return f.lost.count > 0; };
      decided(r.past, is_past, [&](SizedPart& part) { past(part, is_past); });
      decided(r.lost, is_lost, [&](SizedPart& part) { lost(part, is_lost); });
    }
    for (std::size_t k = 0; k < text_.given.size(); ++k) {
      auto const is_not = [k](PredicateFound const& f) { return f.not_given[k].has_value(); };
      decided(r.not_given[k], is_not, [&](SizedPart& part) {
        z3::expr const among = all_of(points_) && truths_[k];
        decide_part(part, is_not, {holds_}, among, [&] { return among && !holds_; });
      });
    }
    return r;
  }

 private:
  /// All of the question as formulas.
  void state() {
    for (cli::MapText const& fact : text_.assumed) {
      Terms const t = terms_of(fact, fact.body, {}, sizes_);
      require(t.needs, {}), given_.push_back(t.results[0] != 0);
      auto const& steps = fact.body.steps;  // SIZE % number == 0
      bool const divides = steps.size() == 5 && steps[0].code == cli::Code::unknown &&
                           steps[1].code == cli::Code::constant && steps[1].number > 1 &&
                           steps[2].code == cli::Code::modulo && steps[3].code == cli::Code::constant &&
                           steps[3].number == 0 && steps[4].code == cli::Code::equal;
      if (divides && steps[1].number < Int{1} << 20)
        put_multiple(static_cast<std::size_t>(steps[0].number), steps[1].number);
    }
    digits_.emplace(text_);
    auto const& at = digits_->coordinates;
    points_ = digits_->bounds;
    for (std::size_t c = 0; c < text_.map.extents.size(); ++c) {
      Terms const t = terms_of(text_.map, text_.map.extents[c], {}, sizes_);
      require(t.needs, {}), points_.push_back(at[c] < t.results[0]);
    }
    Terms const first = terms_of(text_.map, text_.map.body, at, sizes_);
    require(first.needs, points_);
    starts_ = first.results;
    Terms const p = terms_of(text_.predicate, text_.predicate.body, at, sizes_);
    require(p.needs, points_), holds_ = (p.results[0] != 0).simplify();
    for (cli::MapText const& one : text_.given) {
      Terms const t = terms_of(one, one.body, at, sizes_);
      require(t.needs, points_), truths_.push_back((t.results[0] != 0).simplify());
    }
    if (!text_.has_tensor()) return;
    Terms const shape = terms_of(text_.tensor, text_.tensor.body, {}, sizes_);
    require(shape.needs, {}), shape_ = shape.results;
    lemmas();
    try {
      sums_ = sums_of(text_, *digits_, sizes_);
      for (std::size_t k = 0; k < sums_.size(); ++k) {
        z3::params som(sym::context());
        som.set("som", true);
        z3::expr const same = (starts_[k] - sums_[k].value).simplify(som) == 0;
        if (!proved(points_, same)) throw NoTerm{"the offsets are no sum of parts of the coordinates"};
      }
      elements_ = each_element(text_, *digits_, sums_);
      for (z3::expr const& positive : elements_->positive)
        if (!proved({}, positive)) throw NoTerm{"a stride may be below 1"};
      for (std::size_t k = 0; k < sums_.size(); ++k) starts_[k] = sums_[k].value;
      lemmas();
    } catch (NoTerm const& no) {
      elements_.reset();
      no_elements_ = no.why;
    }
  }

  /// Products that solvers do not form by themselves: where a digit is compared, both sides times the digit's stride.
  void lemmas() {
    std::vector<std::pair<z3::expr, z3::expr>> pairs;
    compared(holds_, pairs);
    for (z3::expr const& bound : points_) compared(bound, pairs);
    lemmas_.clear();
    for (DigitSum const& sum : sums_)
      for (auto const& [d, stride] : sum.strides) {
        if (stride.is_numeral()) continue;
        for (auto const& [x, y] : pairs) {
          if (has_product(x) || has_product(y)) continue;
          if (!mentions(x, digits_->list[d].term) && !mentions(y, digits_->list[d].term)) continue;
          for (auto const& [low, high] : {std::pair{x, y}, std::pair{y, x}})
            for (Int const strict : {0, 1})
              lemmas_.push_back(z3::implies((strict != 0 ? low < high : low <= high) && stride >= 0,
                                            (high - low - sym::context().int_val(strict)) * stride >= 0));
        }
      }
  }

  /// A size that is known to be a multiple of a number is so many times another one.
  z3::expr with_multiples(z3::expr e) const {
    z3::expr_vector from(sym::context()), to(sym::context());
    for (auto const& [size, times] : multiples_) {
      from.push_back(sizes_[size]);
      to.push_back(sym::context().int_val(times) * multiple(size));
    }
    return e.substitute(from, to);
  }
  static z3::expr multiple(std::size_t size) {
    return sym::context().int_const(fmt::format("multiple~{}", size).c_str());
  }
  void put_multiple(std::size_t size, Int times) {
    Int const before = multiples_.count(size) == 0 ? 1 : multiples_[size];
    multiples_[size] = std::lcm(before, times);
  }

  bool proved(Formulas const& more, z3::expr const& goal) {
    Formulas known, hints;
    for (Formulas const* list : {static_cast<Formulas const*>(&given_), &more})
      for (z3::expr const& one : *list) known.push_back(with_multiples(one).simplify());
    for (auto const& [size, times] : multiples_) known.push_back(multiple(size) >= 1);
    for (z3::expr const& one : lemmas_) hints.push_back(with_multiples(one));
    return prover_.proves(known, with_multiples(goal).simplify(), hints);
  }
  void require(Formulas const& needs, Formulas const& points) {
    for (z3::expr const& need : needs)
      if (!proved(points, need))
        throw NoTerm{"what is divided may be below 0, or by what it is may be below 1"};
  }

  /// Sizes at which all hold together.
  std::optional<Ints> model(Formulas const& formulas) {
    z3::solver solver(sym::context(), z3::solver::simple());
    for (z3::expr const& f : given_) solver.add(f);
    for (z3::expr const& f : formulas) solver.add(f);
    sym::Search const search(solver, 1e-3 * milliseconds_left(limit_.proof_milliseconds));
    if (solver.check() != z3::sat) return {};
    auto const found = solver.get_model();
    Ints r;
    for (z3::expr const& size : sizes_)
      if (Int n = 0; found.eval(size, true).is_numeral_i64(n)) r.push_back(n);
    return r.size() == sizes_.size() ? std::optional(r) : std::nullopt;
  }

  template <class IsSo>
  bool by_samples(SizedPart& part, IsSo const& is) {
    auto const first =
        std::find_if(samples_.begin(), samples_.end(), [&](Sample const& s) { return is(s.found); });
    if (first == samples_.end()) return false;
    part.is = PartIs::some, part.sizes = first->sizes, part.found = first->found;
    return true;
  }

  /// `good`, each for all points of `among`; where it is not so a witness, and the condition, under which some digits are
  /// `bad`.
  template <class IsSo, class Bad>
  void decide_part(SizedPart& part, IsSo const& is, Formulas const& good, z3::expr const& among,
                   Bad const& bad) {
    bool const seen = by_samples(part, is);
    auto const never = [&](Formulas const& more) {
      Formulas known = more;
      known.push_back(among);
      return std::all_of(good.begin(), good.end(), [&](z3::expr const& one) { return proved(known, one); });
    };
    if (!seen) {
      if (never({})) {
        part.is = PartIs::none;
        return;
      }
      auto const sizes = model({among, !all_of(good)});
      auto one = sizes ? sample_at(text_, *sizes, cli::kMaxPredicateElements) : std::nullopt;
      if (!one) return;
      samples_.push_back(std::move(*one));
      if (!by_samples(part, is)) return;
    }
    if (!elements_) return;
    try {
      part.where = exactly_where(is, !all_of(good) && among, never, bad);
    } catch (BudgetEnded const&) {  // the witness stands
    }
  }

  template <class IsSo, class Never, class Bad>
  std::string exactly_where(IsSo const& is, z3::expr const& somewhere, Never const& never, Bad const& bad) {
    for (int round = 0; round < kPredicateRounds; ++round) {
      if (std::all_of(samples_.begin(), samples_.end(), [&](Sample const& s) { return is(s.found); }))
        return reached({}, bad) ? "always" : "";
      auto const found = telling(language_, samples_, is);
      if (!found) return "";
      Formulas hold;
      for (SizeCondition const& one : found->parts) hold.push_back(one.formula);
      z3::expr const condition = found->is_or ? hold[0] || hold[1] : all_of(hold);
      auto const before = multiples_;
      for (SizeCondition const& one : found->parts)
        if (one.rest > 1 && (found->is_or || hold.size() == 1)) put_multiple(one.size, one.rest);
      bool const otherwise_never = never({!condition});
      multiples_ = before;
      if (otherwise_never) {
        bool const sufficient =
            found->is_or ? reached({hold[0]}, bad) && reached({hold[1]}, bad) : reached(hold, bad);
        return sufficient ? found->text() : "";
      }
      auto const sizes = model({!condition, somewhere});
      auto one = sizes ? sample_at(text_, *sizes, cli::kMaxPredicateElements) : std::nullopt;
      if (!one || !is(one->found)) return "";
      samples_.push_back(std::move(*one));
    }
    return "";
  }

  /// Some element near the corners of the tensor at whose digits it is bad, whatever the sizes are under the condition.
  template <class Bad>
  bool reached(Formulas const& condition, Bad const& bad) {
    std::size_t corners = 1;
    for (std::size_t k = 0; k < shape_.size(); ++k) corners *= 3;
    if (corners > 27) return false;
    for (std::size_t corner = 0; corner < corners; ++corner) {
      Formulas at = condition;
      std::size_t rest = corner;
      for (std::size_t k = 0; k < shape_.size(); ++k, rest /= 3) {
        z3::expr const end = rest % 3 == 0   ? shape_[k] - 1
                             : rest % 3 == 1 ? sym::context().int_val(0)
                                             : shape_[k];
        at.push_back(elements_->value[k] == end);
      }
      at.insert(at.end(), elements_->chosen.begin(), elements_->chosen.end());
      z3::expr goal = bad();
      if (proved(at, goal.substitute(elements_->free, elements_->zeros))) return true;
    }
    return false;
  }

  template <class IsSo>
  void past(SizedPart& part, IsSo const& is) {
    Formulas good;
    for (std::size_t k = 0; k < shape_.size(); ++k) {
      z3::expr last = starts_[k];
      if (static_cast<Int>(k) == text_.along) last = last + sym::context().int_val(text_.width - 1);
      good.push_back(starts_[k] >= 0);
      good.push_back(last < shape_[k]);
    }
    z3::expr const is_outside = !all_of(good), here = all_of(points_) && holds_;
    decide_part(part, is, good, here, [&] { return here && is_outside; });
  }

  template <class IsSo>
  void lost(SizedPart& part, IsSo const& is) {
    if (!elements_) {
      by_samples(part, is);
      throw NoTerm{no_elements_};
    }
    Formulas inside;
    for (std::size_t k = 0; k < shape_.size(); ++k)
      inside.push_back(elements_->value[k] >= 0 && elements_->value[k] < shape_[k]);
    z3::expr here = all_of(points_) && holds_ && all_of(elements_->inside);
    z3::expr const reached_there = here.substitute(elements_->free, elements_->zeros);
    z3::expr const among = all_of(elements_->chosen) && all_of(inside);
    std::optional<bool> only;  // every access is one of the digits chosen: no other reaches the element
    decide_part(part, is, {reached_there}, among, [&] {
      if (!only) only = proved({here}, all_of(elements_->chosen) && reached_there);
      return truth_of(*only) && all_of(inside) && !reached_there;
    });
  }

  cli::PredicateText const& text_;
  Prover prover_;
  Limit limit_;
  Formulas sizes_, given_, points_, starts_, truths_, shape_, lemmas_;
  z3::expr holds_ = truth_of(true);
  std::optional<Digits> digits_;
  std::vector<DigitSum> sums_;
  std::optional<EachElement> elements_;
  std::string no_elements_;
  std::vector<Sample> samples_;
  std::vector<SizeCondition> language_;
  std::map<std::size_t, Int> multiples_;  ///< sizes that are multiples
};

}  // namespace

bool SizedPredicate::is_exact(cli::PredicateText const& text) const {
  bool const none = !text.has_tensor() || (lost.is == PartIs::none && past.is == PartIs::none);
  return none &&
         std::all_of(not_given.begin(), not_given.end(), [](auto const& p) { return p.is == PartIs::none; });
}

SizedPredicate decide(cli::PredicateText const& text, std::vector<std::string> const& assumed,
                      Limit const& limit) {
  start_budget(0.7 * (limit.exploring + limit.tidying + limit.proving + limit.covering));  // then it is said
  SizedPredicate r = Decision(text, limit).all();
  stop_budget();
  std::vector<std::string> domain;
  for (std::string const& size : text.sizes) domain.push_back(size + " >= 1");
  domain.insert(domain.end(), assumed.begin(), assumed.end());
  r.domain = fmt::format("{}", fmt::join(domain, " && "));
  return r;
}

}  // namespace colex::unknowns
