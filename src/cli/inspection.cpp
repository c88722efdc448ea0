// SPDX-License-Identifier: MIT
// What an inspection says, as text, in JSON and in SARIF.
#include "cli/inspection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "cli/sarif_log.hpp"

namespace colex::cli {

using code::InspectedAccess;
using code::Inspection;
using code::Inspector;
using code::Verdict;

namespace {

constexpr char const* kLayoutKinds[] = {"affine", "linear", "index map"};

/// A command as a shell takes it.
std::string as_shell(std::vector<std::string> const& words) {
  std::string r;
  for (std::string const& word : words) {
    bool const is_plain = std::all_of(word.begin(), word.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("-_./:,=+").find(c) != std::string_view::npos;
    });
    std::string quoted = "'";
    for (char const c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    r += (r.empty() ? "" : " ") + (is_plain && !word.empty() ? word : quoted + "'");
  }
  return r;
}

code::Instruction const& instruction(Inspector const& of, std::uint32_t number) {
  return of.program()[number].instruction;
}

std::string threads_of(Inspection const& r) {
  if (r.block[1] <= 1 && r.block[2] <= 1) return fmt::format("{}", r.threads);
  return fmt::format("{} x {}{}", r.block[0], r.block[1],
                     r.block[2] > 1 ? fmt::format(" x {}", r.block[2]) : "");
}

/// "24 of 24 through arg0, arg8; nothing is stated of bytes(arg16)"
std::string sizes_of(Inspection const& r) {
  auto const inside = std::count_if(r.sizes.answers.begin(), r.sizes.answers.end(),
                                    [](code::SizeAnswer const& a) { return a.why.empty(); });
  std::string text =
      fmt::format("{} of {} through {}", inside, r.sizes.answers.size(), fmt::join(r.sizes.stated, ", "));
  for (std::string const& one : r.sizes.not_stated)
    text += fmt::format("{}bytes({})", &one == &r.sizes.not_stated.front() ? "; nothing is stated of " : ", ",
                        one);
  return text;
}

}  // namespace

std::string does(Inspector const& of, InspectedAccess const& a) {
  return fmt::format("{} {} bytes of {}",
                     a.access.is_async    ? (a.access.is_store ? "stores later" : "loads later")
                     : a.access.is_atomic ? "updates"
                     : a.access.is_store  ? "stores"
                                          : "loads",
                     a.access.bytes, a.access.is_lds ? of.result().memory() : "global memory");
}

std::string costs(Inspector const& of, InspectedAccess const& a) {
  std::string r;
  if (a.bank_degree > 0) r += fmt::format(", bank degree {}", a.bank_degree);
  if (a.sectors > 0) r += fmt::format(", {} sectors a {}", a.sectors, of.result().group());
  return r;
}

char const* name_of(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::fails ? "fails" : "undecided";
}

std::string at_text(code::AccessForm const& f) {
  std::string const layout = f.kind == code::LayoutKind::index_map ? "an index map" : f.layout;
  std::string text = f.base_text == "0" ? "" : f.base_text + " + ";
  for (code::Pitch const& p : f.pitches)
    text += fmt::format("{} * {} + ", p.text, p.layout.empty() ? "an index map" : p.layout);
  for (code::Through const& t : f.through) text += t.text + " + ";
  if (!f.through.empty() && std::all_of(f.offsets.begin(), f.offsets.end(), [](auto v) { return v == 0; }))
    return text.substr(0, text.size() - 3);
  return text + layout;
}

std::string where(Inspector const& of, std::uint32_t number) {
  code::SymbolicStep const& step = of.program()[number];
  return fmt::format("{}{}{}", of.result().is_ptx ? "line " : "", tag(step),
                     step.source.empty() ? "" : ", " + step.source);
}

std::string place(Inspector const& of, std::uint32_t number) {
  return fmt::format("{} ({})", where(of, number), instruction(of, number).text);
}

std::string text_of(Inspector const& of) {
  Inspection const& r = of.result();
  std::string text = fmt::format("{} of {}: blocks of {} threads, {} instructions, {} accesses\n", r.kernel,
                                 r.target, threads_of(r), of.program().size(), r.accesses.size());
  std::size_t decided = 0;
  std::uint32_t last = ~std::uint32_t{0};
  for (InspectedAccess const& a : r.accesses) {
    std::uint32_t const at = a.access.instruction;
    if (at != last) text += fmt::format("  {} {}\n", where(of, at), instruction(of, at).text);
    last = at;
    text += fmt::format("    {}", does(of, a));
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
    if (a.no_wrap) text += ", where sums of 32 bits do not wrap";
    text += costs(of, a);
    if (a.misaligned) text += "; MISALIGNED";
    text += "\n";
  }
  for (code::NotUnderstood const& n : r.not_understood)
    text += fmt::format("  not understood: {}: {}\n", place(of, n.instruction), n.why);
  text += fmt::format("  layouts of {} of {} accesses\n", decided, r.accesses.size());
  auto const verdict = [&](std::string const& holds, std::string const& fails, code::Judgement const& j) {
    std::string line = j.verdict == Verdict::holds   ? holds
                       : j.verdict == Verdict::fails ? fails
                                                     : "undecided whether " + holds;
    if (!j.why.empty()) line += (j.verdict == Verdict::holds ? ", " : ": ") + j.why;
    if (j.has_place)
      line += ": " + place(of, j.first) + (j.second != j.first ? ", " + place(of, j.second) : "");
    text += "  " + line + "\n";
  };
  std::string const memory = r.memory();
  if (r.has_waits)
    verdict(r.is_ptx ? "the waits for products and bulk stores suffice" : "the waits suffice",
            "a wait is missing", r.waits);
  if (!r.is_ptx) verdict("the distances suffice", "a distance is too short", r.distances);
  verdict(memory + " is free of races", memory + " has a race", r.race_free);
  if (r.race) text += "    shown by: " + as_shell(r.race->command) + "\n";
  verdict("accesses of " + memory + " are in bounds", "an access of " + memory + " is out of bounds",
          r.in_bounds);
  if (r.sizes.asked)
    verdict("accesses of global memory are in bounds, " + sizes_of(r), "", r.sizes.in_bounds);
  return text;
}

Json json_at(Inspector const& of, std::uint32_t number) {
  Json one{{of.result().is_ptx ? "line" : "address", instruction(of, number).address},
           {"instruction", instruction(of, number).text}};
  if (!of.program()[number].source.empty()) one["source"] = of.program()[number].source;
  return one;
}

Json json_of(Inspector const& of, std::vector<std::size_t> const& accesses) {
  Inspection const& r = of.result();
  Json all = Json::array();
  auto const barriers = code::barriers_before(of.program());
  for (std::size_t const number : accesses) {
    InspectedAccess const& a = r.accesses[number];
    Json one = json_at(of, a.access.instruction);
    one["space"] = !a.access.is_lds ? "global" : r.is_ptx ? "shared" : "LDS";
    one["does"] = a.access.is_store ? "store" : "load";
    if (a.access.is_async) one["later"] = true;
    if (a.access.is_atomic) one["atomic"] = true;
    if (a.no_wrap) one["where"] = "sums of 32 bits do not wrap";
    one["bytes"] = a.access.bytes, one["part"] = a.access.part;
    if (a.access.is_lds) {  // the barriers that may be the last before it
      one["behind"] = Json::array();
      for (std::uint32_t const barrier : barriers[a.access.instruction])
        one["behind"].push_back(barrier < of.program().size() ? json_at(of, barrier) : Json("the start"));
    }
    if (!a.undecided.empty()) {
      one["undecided"] = a.undecided;
    } else {
      Json forms = Json::array();
      for (code::AccessForm const& f : a.forms) {
        Json form{{"base", f.base_text},
                  {"kind", kLayoutKinds[static_cast<int>(f.kind)]},
                  {"alignment", f.alignment},
                  {"pointers", f.pointers}};
        for (code::Pitch const& p : f.pitches)
          form["pitches"].push_back(p.layout.empty() ? Json{{"by", p.text}, {"offsets", p.times}}
                                                     : Json{{"by", p.text}, {"layout", p.layout}});
        for (code::Through const& t : f.through) form["through"].push_back(t.text);
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
    all.push_back(one);
  }
  return all;
}

Json json_of(Inspector const& of) {
  Inspection const& r = of.result();
  std::vector<std::size_t> accesses(r.accesses.size());
  std::iota(accesses.begin(), accesses.end(), std::size_t{0});
  Json missing = Json::array();
  for (code::NotUnderstood const& n : r.not_understood) {
    Json one = json_at(of, n.instruction);
    one["why"] = n.why;
    missing.push_back(one);
  }
  auto const verdict = [&](code::Judgement const& j) {
    Json one{{"verdict", name_of(j.verdict)}};
    if (!j.why.empty()) one["why"] = j.why;
    if (j.has_place)
      one["places"] = j.first == j.second ? Json::array({json_at(of, j.first)})
                                          : Json::array({json_at(of, j.first), json_at(of, j.second)});
    return one;
  };
  Json all{{"kernel", r.kernel},       {"target", r.target}, {"threads", r.threads},
           {"steps", r.steps},         {"places", r.places}, {"accesses", json_of(of, accesses)},
           {"not_understood", missing}};
  if (r.has_waits) all["waits"] = verdict(r.waits);
  if (!r.is_ptx) all["distances"] = verdict(r.distances);
  all["race_free"] = verdict(r.race_free), all["in_bounds"] = verdict(r.in_bounds);
  if (r.sizes.asked) {
    Json sizes = verdict(r.sizes.in_bounds), answers = Json::array();
    for (code::SizeAnswer const& a : r.sizes.answers) {
      Json one = json_at(of, a.instruction);
      one["part"] = a.part, one["inside"] = a.why.empty();
      if (!a.why.empty()) one["why"] = a.why;
      answers.push_back(one);
    }
    sizes["accesses"] = answers, sizes["stated"] = r.sizes.stated, sizes["not_stated"] = r.sizes.not_stated;
    all["global_in_bounds"] = sizes;
  }
  if (r.race) {
    Json threads = Json::array();
    for (code::Place const& at : r.race->threads) {
      Json one{{r.group(), at.wave}, {"block", at.block}};
      if (at.lane >= 0) one["lane"] = at.lane;
      threads.push_back(one);
    }
    all["race"] = {{"byte", r.race->byte}, {"threads", threads}, {"command", r.race->command}};
  }
  return all;
}

void add_result(Json& results, std::string const& file, Inspector const& of, char const* rule,
                char const* level, std::string const& text, std::uint32_t number) {
  Json where{{"artifactLocation", {{"uri", sarif_uri(file)}}}};
  if (of.result().is_ptx)
    where["region"] = {{"startLine", instruction(of, number).address}};
  else
    where["address"] = {{"absoluteAddress", instruction(of, number).address}, {"kind", "instruction"}};
  results.push_back(sarif_result(
      rule, level, fmt::format("{}: {}: {}", of.result().kernel, place(of, number), text), where));
}

void add_results(Json& results, std::string const& file, Inspector const& of) {
  Inspection const& r = of.result();
  auto const add = [&](char const* rule, char const* level, std::string const& text, std::uint32_t number) {
    add_result(results, file, of, rule, level, text, number);
  };
  for (InspectedAccess const& a : r.accesses) {
    if (!a.undecided.empty()) add("undecided", "note", a.undecided, a.access.instruction);
    if (a.misaligned)
      add("misaligned", "error", does(of, a) + " at " + at_text(a.forms[0]), a.access.instruction);
  }
  for (code::NotUnderstood const& n : r.not_understood) add("undecided", "note", n.why, n.instruction);
  for (code::EarlyUse const& e : r.early)
    add("missing-wait", "error", e.what + " is used while an access may be under way", e.instruction);
  for (code::ShortDistance const& d : r.short_distances)
    add("short-distance", "error", d.text() + ": " + place(of, d.after), d.instruction);
  std::vector<code::Judgement> judged{r.race_free, r.in_bounds};
  if (r.has_waits && r.early.empty()) judged.push_back(r.waits);
  if (!r.is_ptx && r.short_distances.empty()) judged.push_back(r.distances);
  if (r.sizes.asked) judged.push_back(r.sizes.in_bounds);
  for (code::Judgement const& j : judged)
    if (j.verdict == Verdict::fails && r.race)
      add("race", "error",
          fmt::format("{}: {}; shown by: {}", j.why, place(of, j.second), as_shell(r.race->command)),
          j.first);
    else if (j.verdict != Verdict::holds)
      add("undecided", "note", j.why, j.first);
}

}  // namespace colex::cli
