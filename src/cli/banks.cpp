// SPDX-License-Identifier: MIT
// banks: what an access to shared memory costs. find_swizzle: the swizzles, or paddings, that remove conflicts.
//
//   colex banks '(32,8):(64,8)' --on sm90 --element 2 --width 16
//   colex find_swizzle --on sm90 --element 2 --width 16 --write '((8,4),8):((8,64),256)' --read '(32,8):(64,8)'
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/access_options.hpp"
#include "cli/commands.hpp"
#include "colex/print.hpp"

namespace colex::cli {

namespace {

/// ", as that of sm90"
std::string shared_with(gpu::BankModel const& model) {
  auto const* const like = card_bank_model(model).like;
  return like == nullptr ? "" : fmt::format(", which is that of {}", like);
}

std::string shown(BankCost const& c, SharedAccess const& a, gpu::BankModel const& model) {
  std::string out = lanes_of(a, model) + "\n";
  out += fmt::format(
      "degree {}{}\n{} access{} of {} lanes: {} passes in {} phases, by the {} model of {}{}\n", c.degree,
      c.degree == 1 ? ", no conflict" : "", c.shape.steps, c.shape.steps == 1 ? "" : "es", c.shape.lanes,
      c.passes, c.phases, evidence(model), model.name, shared_with(model));
  if (c.degree == 1) return out;
  out += fmt::format("worst: access {}, phase {}, bank {} delivers {} words:", c.worst.step, c.worst.phase,
                     c.worst.bank, c.worst.words.size());
  for (auto const& [lane, word] : c.worst.words)
    out += fmt::format(" lane {} byte {},", lane, word * gpu::bank_bytes);
  out.back() = '\n';
  return out;
}

struct Search {
  AccessOptions access;
  std::vector<std::string> writes, reads;
  std::int64_t row = 0;
  bool json = false, cute = false;
};

std::string names(std::vector<Swizzle> const& all) {
  std::string out;
  for (Swizzle const& s : all) out += " " + to_text(s);
  return out;
}

/// What each access takes for its lanes.
std::string lanes_of_all(Search const& o, std::vector<SharedAccess> const& all, gpu::BankModel const& model) {
  std::string out;
  for (std::size_t k = 0; k < all.size(); ++k)
    out += fmt::format("{}: {}\n", k < o.writes.size() ? "write" : "read", lanes_of(all[k], model));
  return out;
}

std::string shown(Search const& o, SwizzleSearch const& s) {
  std::string out, degrees;
  for (std::size_t k = 0; k < s.without.size(); ++k)
    degrees += fmt::format(" {} {}", k < o.writes.size() ? "write" : "read", s.without[k].degree);
  if (!s.is_needed()) return "none is needed: no access has a conflict\n";
  if (s.all.empty()) {
    out = "no\n";
  } else {
    out = to_text(s.all.front()) + "\n";
  }
  out += fmt::format("degrees without it:{}\n", degrees);
  std::string const family =
      fmt::format("Sw<B,M,S> with 1 <= B <= S, M >= {}, B + M + S <= {}", s.least_base, s.bits);
  if (!s.all.empty())
    return out + fmt::format("without conflicts are {} of the {} swizzles {}:{}\n", s.all.size(), s.tried,
                             family, names(s.all));
  out += fmt::format("none of the {} swizzles {} removes every conflict: all were tried\n", s.tried, family);
  return out + (s.best.bits > 0
                    ? fmt::format("the best is {} with degree {}\n", to_text(s.best), s.best_degree)
                    : std::string("none is better than no swizzle\n"));
}

std::string shown(PaddingSearch const& p) {
  if (p.all.empty())
    return fmt::format(
        "no\nnone of the {} paddings, in steps of {} elements up to {} after every {}, removes every "
        "conflict: all were tried\n",
        p.tried, p.step, p.row, p.row);
  std::string all;
  for (auto const pad : p.all) all += fmt::format(" {}", pad);
  return fmt::format(
      "{}\nwithout conflicts are {} of the {} paddings, in steps of {} elements after every {}:{}\n",
      p.all.front(), p.all.size(), p.tried, p.step, p.row, all);
}

int search(Search const& o) {
  auto const& model = model_of(o.access);
  std::vector<SharedAccess> accesses;
  for (bool const write : {true, false})
    for (std::string const& text : write ? o.writes : o.reads) {
      accesses.push_back(read_access(text, write ? "write" : "read", o.access, o.cute));
      accesses.back().direction = write ? gpu::Direction::store : gpu::Direction::load;
    }
  if (accesses.empty()) throw InputError("find_swizzle: give an access, --write or --read");
  if (o.row > 0) {
    auto const found = find_paddings(model, accesses, o.row);
    put(o.json
            ? Json{{"paddings", found.all}, {"tried", found.tried}, {"row", found.row}, {"step", found.step}}
                      .dump() +
                  "\n"
            : lanes_of_all(o, accesses, model) + shown(found));
    return found.all.empty() ? kNo : kYes;
  }
  auto const found = find_swizzles(model, accesses);
  Json without = Json::array(), all = Json::array();
  for (auto const& c : found.without) without.push_back(c.degree);
  for (Swizzle const& s : found.all) all.push_back(to_text(s));
  put(o.json ? Json{{"swizzles", all},
                    {"tried", found.tried},
                    {"without", without},
                    {"best", to_text(found.best)},
                    {"best_degree", found.best_degree},
                    {"least_base", found.least_base},
                    {"bits", found.bits}}
                       .dump() +
                   "\n"
             : lanes_of_all(o, accesses, model) + shown(o, found));
  return found.is_needed() && found.all.empty() ? kNo : kYes;
}

}  // namespace

void add_access_options(CLI::App& command, AccessOptions& o, bool with_store) {
  command.add_option("--on", o.on, "the target: " + bank_model_names());
  command.add_option("--width", o.width, "bytes that a lane accesses: 1, 2, 4, 8 or 16");
  command.add_option("--element", o.element, "bytes of an element, in which the layout counts (default 1)");
  command.add_option("--bits", o.bits,
                     "bits of an element instead, 4 or 6 for example: packed, without gaps");
  command.add_option("--lanes", o.lanes, "lanes that take part, where they are fewer than a wave's")
      ->check(CLI::Range(1, 64));
  if (with_store) command.add_flag("--store", o.store, "a write; else a read");
}

gpu::BankModel const& model_of(AccessOptions const& o) {
  if (o.on.empty()) throw InputError("--on is required: " + bank_model_names());
  auto const* const model = bank_model(o.on);
  if (model == nullptr)
    throw InputError(fmt::format("--on: no model of {}; known: {}", printable(o.on), bank_model_names()));
  return *model;
}

SharedAccess read_access(std::string const& text, std::string const& name, AccessOptions const& o,
                         bool cute) {
  SharedAccess a;
  a.element_bits = bits_of_element(o.element, o.bits), a.width = o.width, a.lanes = o.lanes;
  a.direction = o.store ? gpu::Direction::store : gpu::Direction::load;
  read_access(a, text, name, cute);
  return a;
}

void add_banks(CLI::App& app, int& status) {
  struct Options {
    std::string layout;
    AccessOptions access;
    bool json = false, cute = false, cards = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command = app.add_subcommand("banks", "Bank conflicts of an access to shared memory");
  command->add_option("access", o->layout, "(lane, step) -> the lane's first element; may be swizzled");
  add_access_options(*command, o->access, true);
  command->add_flag("--cards", o->cards, "list the cards instead, and where the model of each is from");
  command->add_flag("--json", o->json, "answer as JSON");
  add_convention(*command, o->cute);
  command->callback([=, &status] {
    status = asked("", [&] {
      if (o->cards) {
        put(o->json ? bank_cards_json().dump() + "\n" : bank_cards_text());
        return kYes;
      }
      if (o->layout.empty()) throw InputError("access is required");
      auto const& model = model_of(o->access);
      SharedAccess const access = read_access(o->layout, "access", o->access, o->cute);
      BankCost const cost = bank_cost(model, access);
      put(o->json ? to_json(cost, access, model).dump() + "\n" : shown(cost, access, model));
      return kYes;
    });
  });
}

void add_find_swizzle(CLI::App& app, int& status) {
  auto const o = std::make_shared<Search>();
  auto* const command = app.add_subcommand(
      "find_swizzle", "The swizzles, or paddings, that remove all bank conflicts of some accesses");
  command->add_option("--write", o->writes, "an access, LAYOUT or LAYOUT@BYTES; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--read", o->reads, "the same, read")->allow_extra_args(false);
  add_access_options(*command, o->access, false);
  command->add_option("--pad", o->row, "elements per row: find a padding after every row instead")
      ->check(CLI::Range(1, 1 << 20));
  command->add_flag("--json", o->json, "answer as JSON");
  add_convention(*command, o->cute);
  command->callback([=, &status] { status = asked("", [&] { return search(*o); }); });
}

}  // namespace colex::cli
