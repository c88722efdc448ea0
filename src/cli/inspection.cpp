// SPDX-License-Identifier: MIT
// What an inspection says, as text, in JSON and in SARIF.
#include "cli/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/sarif_log.hpp"

namespace colex::cli {

using code::InspectedAccess;
using code::Inspection;
using code::Inspector;
using code::Verdict;

namespace {

constexpr char const* kLayoutKinds[] = {"affine", "linear", "index map"};

code::Instruction const& instruction(Inspector const& of, std::uint32_t number) {
  return of.program()[number].instruction;
}

}  // namespace

std::string does(InspectedAccess const& a) {
  return fmt::format("{} {} bytes of {}", a.access.is_store ? "stores" : "loads", a.access.bytes,
                     a.access.is_lds ? "LDS" : "global memory");
}

std::string costs(InspectedAccess const& a) {
  std::string r;
  if (a.bank_degree > 0) r += fmt::format(", bank degree {}", a.bank_degree);
  if (a.sectors > 0) r += fmt::format(", {} sectors a wave", a.sectors);
  return r;
}

char const* name_of(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::fails ? "fails" : "undecided";
}

std::string at_text(code::AccessForm const& f) {
  std::string const layout = f.kind == code::LayoutKind::index_map ? "an index map" : f.layout;
  return f.base_text == "0" ? layout : f.base_text + " + " + layout;
}

std::string place(Inspector const& of, std::uint32_t number) {
  return fmt::format("{:#x} ({})", instruction(of, number).address, instruction(of, number).text);
}

std::string text_of(Inspector const& of) {
  Inspection const& r = of.result();
  std::string text = fmt::format("{} of {}: blocks of {} threads, {} instructions, {} accesses\n", r.kernel,
                                 r.target, r.threads, of.program().size(), r.accesses.size());
  std::size_t decided = 0;
  for (InspectedAccess const& a : r.accesses) {
    auto const& i = instruction(of, a.access.instruction);
    if (a.access.part == 0) text += fmt::format("  {:#x} {}\n", i.address, i.text);
    text += fmt::format("    {}", does(a));
    if (!a.undecided.empty()) {
      text += ": undecided: " + a.undecided + "\n";
      continue;
    }
    ++decided;
    unsigned alignment = 4096;
    for (std::size_t k = 0; k < a.forms.size(); ++k) {
      bool known = false;  // forms that differ only in their epoch are said once
      for (std::size_t j = 0; j < k; ++j) known |= at_text(a.forms[j]) == at_text(a.forms[k]);
      if (!known) text += fmt::format("{} {}", k == 0 ? " at" : ", or", at_text(a.forms[k]));
      alignment = std::min(alignment, a.forms[k].alignment);
    }
    text += fmt::format("; aligned to {}{}", alignment,
                        a.forms[0].pointers.empty() ? "" : " where " + a.forms[0].pointers[0] + " is");
    text += costs(a);
    if (a.misaligned) text += "; MISALIGNED";
    text += "\n";
  }
  for (code::NotUnderstood const& n : r.not_understood)
    text += fmt::format("  not understood: {}: {}\n", place(of, n.instruction), n.why);
  text += fmt::format("  layouts of {} of {} accesses\n", decided, r.accesses.size());
  auto const verdict = [&](char const* holds, char const* fails, code::Judgement const& j) {
    std::string line = j.verdict == Verdict::holds   ? holds
                       : j.verdict == Verdict::fails ? fails
                                                     : "undecided whether " + std::string(holds);
    if (!j.why.empty()) line += (j.verdict == Verdict::holds ? ", " : ": ") + j.why;
    if (j.has_place)
      line += ": " + place(of, j.first) + (j.second != j.first ? ", " + place(of, j.second) : "");
    text += "  " + line + "\n";
  };
  verdict("the waits suffice", "a wait is missing", r.waits);
  verdict("LDS is free of races", "LDS has a race", r.race_free);
  verdict("accesses of LDS are in bounds", "an access of LDS is out of bounds", r.in_bounds);
  return text;
}

Json json_of(Inspector const& of) {
  Inspection const& r = of.result();
  auto const at = [&](std::uint32_t number) {
    return Json{{"address", instruction(of, number).address}, {"instruction", instruction(of, number).text}};
  };
  Json accesses = Json::array(), missing = Json::array();
  for (InspectedAccess const& a : r.accesses) {
    Json one = at(a.access.instruction);
    one["space"] = a.access.is_lds ? "LDS" : "global", one["does"] = a.access.is_store ? "store" : "load";
    one["bytes"] = a.access.bytes, one["part"] = a.access.part;
    if (!a.undecided.empty()) {
      one["undecided"] = a.undecided;
    } else {
      Json forms = Json::array();
      for (code::AccessForm const& f : a.forms) {
        Json form{{"base", f.base_text},
                  {"kind", kLayoutKinds[static_cast<int>(f.kind)]},
                  {"alignment", f.alignment},
                  {"pointers", f.pointers}};
        if (f.kind == code::LayoutKind::index_map)
          form["offsets"] = f.offsets;
        else
          form["layout"] = f.layout;
        forms.push_back(form);
      }
      one["forms"] = forms, one["misaligned"] = a.misaligned;
      if (a.bank_degree > 0) one["bank_degree"] = a.bank_degree;
      if (a.sectors > 0) one["sectors"] = a.sectors;
    }
    accesses.push_back(one);
  }
  for (code::NotUnderstood const& n : r.not_understood) {
    Json one = at(n.instruction);
    one["why"] = n.why;
    missing.push_back(one);
  }
  auto const verdict = [&](code::Judgement const& j) {
    Json one{{"verdict", name_of(j.verdict)}};
    if (!j.why.empty()) one["why"] = j.why;
    if (j.has_place)
      one["places"] =
          j.first == j.second ? Json::array({at(j.first)}) : Json::array({at(j.first), at(j.second)});
    return one;
  };
  return {{"kernel", r.kernel},
          {"target", r.target},
          {"threads", r.threads},
          {"steps", r.steps},
          {"places", r.places},
          {"accesses", accesses},
          {"not_understood", missing},
          {"waits", verdict(r.waits)},
          {"race_free", verdict(r.race_free)},
          {"in_bounds", verdict(r.in_bounds)}};
}

void add_results(Json& results, std::string const& file, Inspector const& of) {
  Inspection const& r = of.result();
  auto const add = [&](char const* rule, char const* level, std::string const& text, std::uint32_t number) {
    Json const where{
        {"artifactLocation", {{"uri", sarif_uri(file)}}},
        {"address", {{"absoluteAddress", instruction(of, number).address}, {"kind", "instruction"}}}};
    results.push_back({{"ruleId", rule},
                       {"level", level},
                       {"message", {{"text", fmt::format("{}: {}: {}", r.kernel, place(of, number), text)}}},
                       {"locations", Json::array({{{"physicalLocation", where}}})}});
  };
  for (InspectedAccess const& a : r.accesses) {
    if (!a.undecided.empty()) add("undecided", "note", a.undecided, a.access.instruction);
    if (a.misaligned)
      add("misaligned", "error", does(a) + " at " + at_text(a.forms[0]), a.access.instruction);
  }
  for (code::NotUnderstood const& n : r.not_understood) add("undecided", "note", n.why, n.instruction);
  for (code::EarlyUse const& e : r.early)
    add("missing-wait", "error", e.what + " is used while an access may be under way", e.instruction);
  for (code::Judgement const& j : {r.race_free, r.in_bounds})
    if (j.verdict != Verdict::holds) add("undecided", "note", j.why, j.first);
}

}  // namespace colex::cli
