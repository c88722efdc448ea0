// SPDX-License-Identifier: MIT
#include "cli/prove_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace colex::cli {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Progress: a line redrawn on a terminal, a line a theorem in a log.
class Progress {
 public:
  Progress(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}
  void begun(std::size_t total) { total_ = total; }
  void started(std::string const& name) { running_[name] = 0; }
  void query(std::string const& name, int queries) {
    running_[name] = queries;
    if (!terminal_ || since(drawn_) < 0.1) return;
    drawn_ = Clock::now();
    double const elapsed = since(start_);
    std::string left, names;
    if (done_ > 0) left = fmt::format(", about {:.0f} s left", elapsed / done_ * (total_ - done_));
    for (auto const& [running, count] : running_)
      names += fmt::format("{}{}: query {}", names.empty() ? "" : ", ", running, count);
    out_ << fmt::format("\r\033[K[{}/{}] {}, {:.0f} s{}", done_ + 1, total_, names, elapsed, left)
         << std::flush;
  }
  void done(sym::Report const& report) {
    running_.erase(report.name);
    ++done_;
    if (terminal_) out_ << "\r\033[K";
    out_ << fmt::format("[{}/{}] {} {} ({:.1f} s{})\n", done_, total_, report.name, sym::verdict_text(report),
                        report.seconds,
                        report.cached == 0
                            ? ""
                            : fmt::format(", {} of {} queries from the cache", report.cached, report.queries))
         << std::flush;
  }

 private:
  std::ostream& out_;
  bool terminal_;
  std::size_t total_ = 0, done_ = 0;
  std::map<std::string, int> running_;
  Clock::time_point start_ = Clock::now(), drawn_{};
};

/// The scripts that a run has written.
std::vector<std::string> script_names(sym::Ledger const& ledger) {
  std::vector<std::string> names;
  for (auto const& r : ledger.reports)
    if (r.kind != "refuted")
      for (int k = 0; k < r.queries; ++k) names.push_back(sym::script_name(r.name, k));
  return names;
}

}  // namespace

int prove_command(ProveCommand const& given, std::ostream& out, std::ostream& progress) {
  sym::ProveOptions options = given.run;
  bool const merging = !given.merge.empty();
  sym::ProofObjects objects = given.objects;
  if (!objects.folder.empty()) {
    if (std::string const why = sym::missing(objects); !why.empty()) {
      progress << "prove: --proofs: " << why << "\n";
      return 2;
    }
    options.settings.emit_directory = objects.folder;
    objects.jobs = options.jobs;
  }
  std::string scripts = options.settings.emit_directory;
  if (!given.html.empty() && scripts.empty() && !merging) {  // the page's downloads, beside it
    scripts = std::filesystem::path(given.html).replace_extension().string() + "-smtlib";
    options.settings.emit_directory = scripts;
  }
  Progress shown(progress, given.terminal);
  sym::Watch const watch{[&](std::size_t tasks) { shown.begun(tasks); },
                         [&](std::string const& name) { shown.started(name); },
                         [&](std::string const& name, int number) { shown.query(name, number); },
                         [&](sym::Report const& report) { shown.done(report); }};
  sym::Ledger ledger;
  if (merging) {
    std::string reading;
    try {
      std::vector<sym::Ledger> parts;
      for (auto const& path : given.merge) {
        reading = path + ": ";
        std::ifstream file(path);
        if (!file) throw std::runtime_error("cannot be read");
        parts.push_back(sym::ledger_from_json(nlohmann::ordered_json::parse(file)));
      }
      reading.clear();
      options.pattern = parts[0].pattern;
      options.shard = options.shards = 1;
      options.settings.without_hypotheses = parts[0].without_hypotheses;
      ledger = sym::merge(parts, sym::chosen(options));
    } catch (std::exception const& e) {
      progress << "prove: merge: " << reading << e.what() << "\n";
      return 2;
    }
  } else if (sym::chosen(options).empty()) {
    if (options.shards == 1) {
      progress << fmt::format("prove: no theorem or claim matches '{}'\n", options.pattern);
      return 2;
    }
    ledger = sym::prove(options, watch);  // a shard with nothing to do is still a shard
  } else {
    ledger = sym::prove(options, watch);
  }
  sym::print_table(ledger, out);
  bool const with_proofs = objects.folder.empty() || sym::write_proofs(objects, script_names(ledger), out);
  auto write = [&](std::string const& path, auto writer) {
    if (path.empty()) return true;
    std::ofstream file(path);
    writer(file);
    file.close();
    if (!file) progress << "prove: cannot write " << path << "\n";
    return bool(file);
  };
  std::filesystem::path const page = given.html;
  bool written = write(given.json, [&](std::ostream& o) {
    o << sym::to_json(ledger).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  });
  written &= write(given.junit, [&](std::ostream& o) { sym::write_junit(ledger, o); });
  written &= write(given.html, [&](std::ostream& o) {
    auto const from_page = [&] {
      std::error_code none;
      auto const folder = page.parent_path().empty() ? std::filesystem::path(".") : page.parent_path();
      return std::filesystem::relative(scripts, folder, none).string();
    };
    sym::write_page(ledger, scripts.empty() ? "" : from_page(), o);
  });
  return ledger.green() && with_proofs ? (written ? 0 : 2) : 1;
}

}  // namespace colex::cli
