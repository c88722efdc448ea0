// SPDX-License-Identifier: MIT
#include "cli/certify_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "cli/inspected_file.hpp"
#include "code/bounds.hpp"
#include "code/certificate/document.hpp"
#include "code/expect.hpp"
#include "kernels.hpp"
#include "layouts_in_code.hpp"
#include "operations/failure.hpp"
#include "sym/sha256.hpp"

namespace colex::cli {

namespace {

using code::InspectedAccess;
using code::Inspector;
using code::Verdict;

/// Where the certificate of the code has what is behind a row.
std::map<std::string, std::string> const kInCertificate{
    {"code.address", "meant"}, {"code.bounds", "in_bounds"},    {"code.aligned", "layouts"},
    {"code.waits", "waits"},   {"code.distances", "distances"}, {"code.races", "race_free"}};

/// Whether an instruction reads or writes memory by addresses of its lanes, or may.
bool is_of_memory(std::string const& name, bool is_ptx) {
  static std::regex const amd(
      "(global|buffer|flat|scratch|tbuffer)_(load|store|atomic).*|ds_(?!bpermute|permute|swizzle|nop).*"),
      nvidia(
          "(ld|st|atom|red|ldmatrix|stmatrix|ldu|cp\\.async\\.(ca|cg)|cp\\.async\\.bulk|cp\\.reduce|wgmma\\."
          "mma|tcgen05\\.(mma|cp)).*");
  if (is_ptx && (name.starts_with("ld.param") || name.find("_group") != name.npos)) return false;
  return std::regex_match(name, is_ptx ? nvidia : amd);
}

/// Rows, and what is not covered, a line for each kind of reason with the first instruction that has it.
class Rows {
 public:
  explicit Rows(Inspector const& of) : of_(of) {}

  /// `said` has what is not covered of each instruction that the obligation speaks of; empty where it is.
  void add(std::string const& id, std::string const& statement,
           std::map<std::uint32_t, std::string> const& said, std::vector<std::string> const& refuted) {
    std::size_t covered = 0;
    std::map<std::string, std::vector<std::pair<std::uint32_t, std::string>>> open;
    for (auto const& [instruction, why] : said) {
      if (why.empty()) {
        ++covered;
        continue;
      }
      static std::regex const number("0x[0-9a-f]+|@\\w+|\\b\\d+\\b");
      std::string kind = std::regex_replace(why, number, "N");
      for (char const* const start : {"the base is", "the address has"})
        if (kind.starts_with(start)) kind = start;
      open[kind].emplace_back(instruction, why);
    }
    Document row{{"id", id},
                 {"statement", statement},
                 {"verdict", !refuted.empty()         ? "refuted"
                             : said.empty()           ? "vacuous"
                             : covered == said.size() ? "holds"
                             : covered > 0            ? "holds in part"
                                                      : "undecided"},
                 {"covered", covered},
                 {"of", said.size()}};
    if (!refuted.empty()) row["refuted"] = refuted;
    rows.push_back(row);
    for (auto const& [kind, all] : open)
      not_covered.push_back({{"id", id},
                             {"instructions", all.size()},
                             {"first", of_.place(all[0].first)},
                             {"why", all[0].second}});
  }

  /// One verdict of all these instructions.
  void add(std::string const& id, std::string const& statement, std::vector<std::uint32_t> const& all,
           code::Judgement const& judged) {
    std::map<std::uint32_t, std::string> said;
    std::string const why = judged.verdict == Verdict::holds
                                ? ""
                                : judged.why + (judged.has_place ? ": " + of_.place(judged.first) : "");
    for (std::uint32_t const n : all) said[n] = why;
    bool const fails = judged.verdict == Verdict::fails;
    add(id, statement + (judged.verdict == Verdict::holds && !judged.why.empty() ? ", " + judged.why : ""),
        said, fails ? std::vector{why} : std::vector<std::string>{});
  }

  Document rows = Document::array(), not_covered = Document::array();

 private:
  Inspector const& of_;
};

/// Why an instruction of memory has no access.
std::string without_access(Inspector const& of, std::uint32_t instruction) {
  return of.program()[instruction].instruction.name.starts_with("scratch")
             ? "scratch memory, which is each lane's own, is not inspected"
             : "no way leads there that was followed";
}

/// code.address: which instruction is at which of the config's layouts.
void add_addresses(Rows& rows, Document& layouts, Inspector& of, std::vector<std::uint32_t> const& memory,
                   std::vector<code::Expectation> const& meant, code::Comparison const& compared) {
  auto const& all = of.result().accesses;
  std::map<std::uint32_t, std::string> said;
  std::vector<std::string> refuted;
  for (std::uint32_t const n : memory) said[n] = without_access(of, n);
  for (InspectedAccess const& a : all) said[a.access.instruction].clear();
  for (std::size_t const n : compared.not_covered)
    said[all[n].access.instruction] =
        fmt::format("the config names no layout of {} for {} of {} bytes",
                    all[n].access.is_lds ? of.result().memory() : "global memory",
                    all[n].access.is_store ? "stores" : "loads", all[n].access.bytes);
  std::set<std::tuple<bool, bool, unsigned>> open;  // kinds of accesses of which not all are decided
  for (code::Compared const& one : compared.accesses) {
    code::MemoryAccess const& access = all[one.access].access;
    if (one.expectation >= 0) continue;
    said[access.instruction] = one.wrong;
    if (one.undecided)
      open.emplace(access.is_store, access.is_lds, access.bytes);
    else
      refuted.push_back(fmt::format("{}: {}", of.place(access.instruction), one.wrong));
  }
  if (!of.is_walked())
    for (auto& [instruction, why] : said)
      why = "not all is understood: " + of.result().not_understood.front().why;
  for (std::size_t k = 0; k < meant.size(); ++k) {
    Document line{{"line", meant[k].text}, {"accesses", compared.fulfilled[k]}};
    for (code::Compared const& one : compared.accesses)
      if (one.expectation == static_cast<int>(k) && !line.contains("first"))
        line["first"] = of.place(all[one.access].access.instruction);
    for (code::Missing const& missing : compared.missing)
      if (missing.expectation == k) {
        line["missing"] = missing.why;
        if (of.is_walked() && open.count({meant[k].is_store, meant[k].is_lds, meant[k].bytes}) == 0)
          refuted.push_back(missing.why);
      }
    layouts.push_back(line);
  }
  rows.add("code.address",
           "the address is that of a layout which the config names, for every lane, wave, block and trip",
           said, refuted);
}

void add_rows(Rows& rows, Document& layouts, Inspector& of, std::vector<code::Expectation> const& meant) {
  code::Inspection const& r = of.result();
  std::vector<std::uint32_t> memory, shared, every;
  for (std::uint32_t n = 0; n < of.program().size(); ++n) {
    every.push_back(n);
    if (is_of_memory(of.program()[n].instruction.name, r.is_ptx)) memory.push_back(n);
  }
  code::Comparison compared;
  if (of.is_walked() && !meant.empty()) {
    compared = code::compare(of, meant);
  } else {
    for (std::size_t n = 0; n < r.accesses.size(); ++n) compared.not_covered.push_back(n);
    compared.fulfilled.assign(meant.size(), 0);
  }
  add_addresses(rows, layouts, of, memory, meant, compared);
  std::map<std::uint32_t, std::string> inside, aligned;
  std::vector<std::string> misaligned;
  for (std::uint32_t const n : memory) aligned[n] = without_access(of, n);
  for (InspectedAccess const& a : r.accesses) aligned[a.access.instruction].clear();
  for (InspectedAccess const& a : r.accesses) {
    std::uint32_t const n = a.access.instruction, needed = a.access.bytes & (~a.access.bytes + 1);
    std::string& alignment = aligned[n];
    if (!a.undecided.empty()) alignment = a.undecided;
    for (code::AccessForm const& form : a.forms)
      if (form.alignment < needed && alignment.empty())
        alignment = fmt::format("aligned to {} of {} bytes only, as far as is known", form.alignment, needed);
    if (a.misaligned) misaligned.push_back(of.place(n));
    if (!a.access.is_lds) continue;
    std::string& bounds = inside[n];
    if (bounds.empty() && !code::is_inside(of, a)) bounds = code::not_inside(of, a);
    if (shared.empty() || shared.back() != n) shared.push_back(n);
  }
  if (!of.is_walked())
    for (std::uint32_t const n : memory)
      aligned[n] = "not all is understood: " + r.not_understood.front().why;
  std::string const name = r.memory();
  rows.add("code.bounds", fmt::format("inside the {} bytes of {}", of.lds_bytes(), name), inside, {});
  rows.add("code.aligned", "aligned to its width, where pointers and strides in its base are", aligned,
           misaligned);
  if (r.has_waits)
    rows.add("code.waits",
             "nothing is used while an access to it may be under way, on any way and in any trip", every,
             r.waits);
  if (!r.is_ptx)
    rows.add("code.distances",
             "the hardware's wait states lie between instructions, on any way and in any trip", every,
             r.distances);
  rows.add("code.races", fmt::format("no two {}s of a block race for {}", r.is_ptx ? "thread" : "wave", name),
           of.is_walked() ? shared : memory, r.race_free);
}

/// The document, its questions not answered.
Document demanded(CodeOfConfig const& asked, bool with_questions) {
  gpu::KernelProof const* const proof = gpu::kernel_of(asked.config, gpu::kernel_proofs());
  if (proof == nullptr)
    throw InputError{"certify: no config is named '" + asked.config + "'; colex certify lists them"};
  auto const named = gpu::layouts_in_code(asked.config);
  InspectedFile const file(asked.file);
  std::string const kernel = file.asked(asked.kernel.empty() ? named.symbol : asked.kernel).at(0);
  std::string lines;
  for (std::string const& line : named.lines) lines += line + "\n";
  std::vector<code::Expectation> meant;
  if (!lines.empty()) meant = code::read_expectations(asked.config, lines);
  code::InspectOptions options;
  options.dynamic_lds = named.shared_bytes;
  code::Ledger const ledger;
  Inspector of = file.inspect(kernel, options, {});

  Document document{{"certificate", "code of a config, 1"},
                    {"config", asked.config},
                    {"kernel", kernel},
                    {"sources_sha256", gpu::source_hash(proof->kernel)},
                    {"target", file.target()}};
  std::string const machine_code = file.machine_code(kernel);
  if (!machine_code.empty()) {
    document["machine_code_sha256"] = sym::sha256(machine_code);
    bool is_recorded = false;
    for (auto const& recorded : gpu::machine_code_of(proof->kernel, asked.config))
      is_recorded |=
          recorded["target"] == file.target() && recorded["sha256"] == document["machine_code_sha256"];
    document["is_O12_of_the_certificate"] = is_recorded;
  }
  Document layouts = Document::array();
  Rows rows(of);
  add_rows(rows, layouts, of, meant);
  document["layouts"] = layouts, document["rows"] = rows.rows, document["not_covered"] = rows.not_covered;
  document["nothing_is_said_of"] = {
      "the values that are loaded, computed and stored: sums, and which product they go to",
      "bounds and races of global memory", "the loads of arguments by scalar instructions"};
  Document inspected = code::demanded_document(
      file.bytes(), file.target(), file.is_ptx(),
      std::vector<Document>(1, with_questions ? code::demanded_part(of, ledger, meant) : Document::object()));
  document["trusted"] = inspected["trusted"];
  if (!with_questions) return document;
  Document const& part = inspected["kernels"][0];
  for (Document& row : document["rows"]) {
    std::string const& key = kInCertificate.at(row["id"].get<std::string>());
    if (row["covered"] != 0)
      row["rests_on"] = !part.contains(key) || part[key].empty() ? "the judge alone"
                        : part[key].is_array()                   ? "questions that Z3 and cvc5 answer"
                                                                 : "an invariant that is gone through once";
  }
  document["code"] = std::move(inspected);
  return document;
}

Document decided(Document document) {
  if (!document.contains("code")) return document;
  bool all = false;
  document["code"] = code::decided(std::move(document["code"]), all);
  document["decided_by_both_solvers"] = all;
  return document;
}

}  // namespace

Document code_obligations(CodeOfConfig const& asked, bool with_questions) {
  return decided(demanded(asked, with_questions));
}

bool holds(Document const& document) {
  return document.value("decided_by_both_solvers", true) &&
         std::none_of(document["rows"].begin(), document["rows"].end(), [](Document const& row) {
           return row["verdict"] == "refuted" || row["verdict"] == "undecided";
         });
}

std::string text_of_code(Document const& document) {
  std::string text =
      fmt::format("{} by {} for {}\n", document["config"].get<std::string>(),
                  document["kernel"].get<std::string>(), document["target"].get<std::string>());
  if (document.contains("machine_code_sha256"))
    text += fmt::format("  its code is {} that the certificate names (O12)\n",
                        document["is_O12_of_the_certificate"] == true ? "the one" : "not the one");
  for (Document const& row : document["rows"]) {
    text += fmt::format("{:14} {:13} {} of {} instructions: {}{}\n", row["id"].get<std::string>(),
                        row["verdict"].get<std::string>(), row["covered"].get<std::size_t>(),
                        row["of"].get<std::size_t>(), row["statement"].get<std::string>(),
                        row.value("rests_on", "") == "the judge alone" ? "; by the judge alone" : "");
    if (row["id"] == "code.address")
      for (Document const& line : document["layouts"])
        text += fmt::format("  {}: {} accesses{}\n", line["line"].get<std::string>(),
                            line["accesses"].get<std::size_t>(),
                            line.contains("first") ? ", the first " + line["first"].get<std::string>() : "");
    if (row.contains("refuted"))
      for (Document const& why : row["refuted"]) text += "  refuted: " + why.get<std::string>() + "\n";
    for (Document const& open : document["not_covered"])
      if (open["id"] == row["id"])
        text += fmt::format("  not covered: {} instructions, the first {}: {}\n",
                            open["instructions"].get<std::size_t>(), open["first"].get<std::string>(),
                            open["why"].get<std::string>());
  }
  for (Document const& what : document["nothing_is_said_of"])
    text += "nothing is said of " + what.get<std::string>() + "\n";
  if (document.contains("decided_by_both_solvers"))
    text += document["decided_by_both_solvers"] == true ? "decided by Z3 and cvc5\n"
                                                        : "NOT decided by both solvers\n";
  return text;
}

std::string wrong_with_code(Document const& given, std::string const& file) {
  CodeOfConfig asked;
  try {  // of which config: all else is derived
    asked = {given.at("config"), file, given.at("kernel")};
  } catch (nlohmann::json::exception const&) {
    throw InputError("certify: the document names no config and kernel");
  }
  Document wanted = demanded(asked, true), plain = given;
  plain.erase("decided_by_both_solvers");
  if (plain.contains("code")) plain["code"] = code::without_answers(plain["code"]);
  std::string wrong = code::difference(plain, wanted);
  if (!wrong.empty()) return wrong;
  wanted = decided(std::move(wanted));
  wrong = code::difference(given, wanted);
  return !wrong.empty() || holds(wanted)
             ? wrong
             : "a row is refuted or undecided, or not all is decided by Z3 and cvc5";
}

}  // namespace colex::cli
