// SPDX-License-Identifier: MIT
#include "questions/coalescing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "operations/failure.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

std::string counted(Int n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

GlobalRequest request(hardware::GlobalMemory const& memory, SharedAccess const& a, AccessShape const& shape,
                      Int step, Int address) {
  GlobalRequest r;
  std::set<Int> sectors, lines, pieces;  // a piece is a lane's `width` bytes, to which it is aligned
  for (Int lane = 0; lane < shape.lanes; ++lane) {
    Int const first = address + a.byte_of(a.at(step * shape.lanes + lane));
    r.asked += a.width;
    pieces.insert(first);
    for (Int k = 0; k < hardware::sectors_of(memory, first, a.width); ++k) {
      Int const sector = first / memory.sector + k;
      sectors.insert(sector), lines.insert(sector * memory.sector / memory.line);
    }
  }
  r.sectors = static_cast<Int>(sectors.size()), r.lines = static_cast<Int>(lines.size());
  r.distinct = static_cast<Int>(pieces.size()) * a.width;
  return r;
}

Json to_json(GlobalRequest const& r) {
  return {{"sectors", r.sectors}, {"lines", r.lines}, {"asked", r.asked}, {"distinct", r.distinct}};
}

}  // namespace

Coalescing coalescing(std::string_view card, SharedAccess const& a, Int address) {
  auto const* const model = bank_model(card);
  Coalescing r;
  r.memory = hardware::global_memory(card_of(card));
  if (model == nullptr || r.memory.wave == 0)
    throw InputError(fmt::format("no rules of {}; known: {}", printable(card), bank_model_names()));
  r.shape = check(*model, a);
  if (address < 0 || address >= Int{1} << 48 || address % a.width != 0)
    throw InputError(fmt::format("the address {} is no multiple of {} below 2^48", address, a.width));
  for (Int step = 0; step < r.shape.steps; ++step) {
    auto const one = request(r.memory, a, r.shape, step, address);
    r.total.sectors += one.sectors, r.total.lines += one.lines;
    r.total.asked += one.asked, r.total.distinct += one.distinct;
    r.least += (one.distinct + r.memory.sector - 1) / r.memory.sector;
    r.requests.push_back(one);
    if (one.sectors > r.requests[static_cast<std::size_t>(r.worst)].sectors) r.worst = step;
  }
  return r;
}

std::string to_text(Coalescing const& c, SharedAccess const& a) {
  std::string out = lanes_of(a, *bank_model(c.memory.name)) + "\n";
  out += fmt::format("{} of {} bytes in {} of {}: {} bytes moved for {} asked",
                     counted(c.total.sectors, "sector"), c.memory.sector, counted(c.total.lines, "line"),
                     c.memory.line, c.moved(), c.total.asked);
  if (c.total.distinct != c.total.asked) out += fmt::format(", {} of them distinct", c.total.distinct);
  out += fmt::format(", {:.3g} %\n",
                     100.0 * static_cast<double>(c.total.distinct) / static_cast<double>(c.moved()));
  if (c.total.sectors > c.least)
    out += fmt::format("at least {} would do: bytes of a sector that no lane asks for are moved, too\n",
                       counted(c.least, "sector"));
  if (c.requests.size() > 1) {
    auto const& worst = c.requests[static_cast<std::size_t>(c.worst)];
    out += fmt::format("most: request {} with {} in {}\n", c.worst, counted(worst.sectors, "sector"),
                       counted(worst.lines, "line"));
  }
  return out + fmt::format("{} of {}, by the rules of {}, {}\n",
                           counted(static_cast<Int>(c.requests.size()), "request"),
                           counted(c.shape.lanes, "lane"), c.memory.name,
                           c.memory.is_taken_for_granted
                               ? fmt::format("taken for granted from {}", c.memory.source)
                               : fmt::format("from {}", c.memory.source));
}

Json to_json(Coalescing const& c) {
  Json r = to_json(c.total);
  r["requests"] = Json::array();
  for (GlobalRequest const& one : c.requests) r["requests"].push_back(to_json(one));
  r["moved"] = c.moved(), r["least_sectors"] = c.least, r["worst"] = c.worst;
  r["sector_bytes"] = c.memory.sector, r["line_bytes"] = c.memory.line, r["lanes"] = c.shape.lanes;
  r["model"] = c.memory.name, r["source"] = c.memory.source;
  r["evidence"] = c.memory.is_taken_for_granted ? "taken for granted" : "published";
  return r;
}

}  // namespace colex::cli
