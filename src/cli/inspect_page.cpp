// SPDX-License-Identifier: MIT
// inspect --page: what is said of each kernel, and a picture of each access.
#include <fmt/format.h>

#include <map>

#include "cli/inspection.hpp"
#include "draw/subjects.hpp"
#include "operations/read.hpp"
#include "questions/bank_map.hpp"
#include "text/escaped.hpp"

namespace colex::cli {

using code::AccessForm;
using code::InspectedAccess;
using code::Inspector;

namespace {

constexpr char const* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<title>colex inspect</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #222; }
pre, code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: #f6f6f6; padding: 0.7em; }
figure { margin: 0.5em 0 1.5em; overflow-x: auto; }
</style>
</head>
<body>
)";

/// The banks that the worst wave touches, where the card's model has a degree; else the table of (lane, wave) to bytes.
Picture picture(Inspector const& of, InspectedAccess const& a, AccessForm const& form) {
  if (a.bank_degree > 0 && a.access.bytes != 12 && a.access.lanes == 0) {
    SharedAccess access;
    set_addresses(access, read_value(fmt::format("{}:1", form.offsets.size()), "threads", false), "threads");
    access.width = static_cast<int>(a.access.bytes);
    access.direction = a.access.is_store ? gpu::Direction::store : gpu::Direction::load;
    for (std::int64_t const byte : form.offsets)
      access.offsets.push_back(static_cast<std::int64_t>(form.constant) + byte);
    return draw_banks(*bank_model(of.options().card), access, at_text(form));
  }
  return draw("layout", {{read_value(form.layout, "layout", false), form.layout, "layout"}}, {});
}

/// Why there is none, where there is none.
std::string drawn(Inspector const& of, InspectedAccess const& a, AccessForm const& form) {
  if (form.layout.empty()) return "<p>An index map, which <code>--json</code> writes out.</p>\n";
  try {
    return "<figure>" + svg(picture(of, a, form)) + "</figure>\n";
  } catch (Failure const& why) {
    return "<p>No picture: " + escaped(why.message) + "</p>\n";
  }
}

}  // namespace

std::string page_of(Inspector const& of) {
  std::string page =
      fmt::format("<h1>{}</h1>\n<pre>{}</pre>\n", escaped(of.result().kernel), escaped(text_of(of)));
  std::map<std::string, std::string> pictures;  // what is drawn -> of which access it was
  for (InspectedAccess const& a : of.result().accesses) {
    if (!a.undecided.empty()) continue;
    std::string const at = place(of, a.access.instruction);
    page += fmt::format("<h2><code>{}</code></h2>\n<p>{}{}</p>\n", escaped(at), escaped(does(of, a)),
                        escaped(costs(of, a)));
    for (AccessForm const& form : a.forms) {
      std::string const picture = drawn(of, a, form);
      auto const [known, is_new] = pictures.try_emplace(picture, at);
      page += fmt::format(
          "<p>at <code>{}</code></p>\n{}", escaped(at_text(form)),
          is_new ? picture : fmt::format("<p>As of <code>{}</code>.</p>\n", escaped(known->second)));
    }
  }
  return page;
}

std::string whole_page(std::string const& sections) { return kHead + sections + "</body>\n</html>\n"; }

}  // namespace colex::cli
