// SPDX-License-Identifier: MIT
// A checked tile plan, in words and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "questions/plan.hpp"

namespace colex::cli {

std::string to_text(PlanAnswer const& answer) {
  PlanStage const* const wrong = answer.first_wrong();
  std::string out =
      wrong == nullptr ? "yes\n" : fmt::format("no: {}: {}\n", wrong->name, sentence(*wrong->misfit));
  for (PlanStage const& s : answer.stages)
    out += fmt::format("{:9} {}\n", s.name,
                       !s.misfit     ? s.does
                       : &s == wrong ? s.does + " -- the first that fails"
                                     : s.does + " -- " + sentence(*s.misfit));
  for (PlanChoice const& c : answer.choices) {
    out += fmt::format("{} open: {}\n  ", c.operand, c.chosen);
    out += c.tried == 1 ? "the only one that fits"
                        : fmt::format("best of {} combinations, all tried; {} more {} as good", c.tried,
                                      c.as_good, c.as_good == 1 ? "is" : "are");
    for (std::size_t k = 0; k < c.swizzles.size() && k < 6; ++k)
      out += (k == 0 ? ", by swizzle " : ", ") + c.swizzles[k];
    out += c.swizzles.size() > 6 ? fmt::format(" and {} others\n", c.swizzles.size() - 6) : "\n";
  }
  return out;
}

Json to_json(PlanAnswer const& answer) {
  PlanStage const* const wrong = answer.first_wrong();
  Json r{{"fits", wrong == nullptr}, {"stages", Json::array()}, {"choices", Json::array()}};
  if (wrong != nullptr) r["fails"] = wrong->name;
  for (PlanStage const& s : answer.stages) {
    Json one{{"stage", s.name}, {"does", s.does}, {"fits", !s.misfit.has_value()}};
    if (s.misfit) {
      one["condition"] = s.misfit->condition, one["why"] = s.misfit->why;
      if (s.misfit->thread >= 0) one["thread"] = s.misfit->thread;
      if (s.misfit->value >= 0) one["value"] = s.misfit->value;
      if (s.misfit->offset >= 0) one["offset"] = s.misfit->offset;
    }
    r["stages"].push_back(std::move(one));
  }
  for (PlanChoice const& c : answer.choices)
    r["choices"].push_back({{"operand", c.operand},
                            {"chosen", c.chosen},
                            {"tried", c.tried},
                            {"as_good", c.as_good},
                            {"swizzles", c.swizzles}});
  return r;
}

}  // namespace colex::cli
