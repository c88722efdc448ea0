// SPDX-License-Identifier: MIT
#include "cli/certificate_page.hpp"

#include <fmt/format.h>

#include <set>

#include "text/escaped.hpp"

namespace colex::cli {

namespace {

char const* const kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>colex: certificates of the shipped kernel configs</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 0.7em 0; }
th, td { border: 1px solid #ccc; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
th { background: #f0f0f0; }
code, .hash { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
.bad { background: #f4c7c3; font-weight: bold; }
details { margin: 0.4em 0; }
summary { cursor: pointer; font-weight: bold; }
</style>
</head>
<body>
<h1>Certificates of the shipped kernel configs</h1>
)";

char const* const kWords =
    R"(<p><b>proved</b>: by Z3 and by cvc5, on the index functions that the kernel runs, with the
symbolic parameters named for each config; every query is in the certificate, and <code>colex certify --check</code>
decides it again. <b>enumerated</b>: over all threads, lanes and elements of a tile, or by a law
of the algebra at the kernel's layouts. <b>decided</b>: at compile time, or
as the section of the config says. <b>derived</b>: follows from others, as said there. <b>recorded</b>: the hash of the
machine code that a compiler made. A dash: the obligation says nothing of this kernel.</p>
<table>
<tr><th>O1</th><td>blocks to tiles one to one</td><th>O7</th><td>bank conflicts</td></tr>
<tr><th>O2</th><td>a tile's copy covers each element once</td><th>O8</th><td>register layouts as in the vendor's table</td></tr>
<tr><th>O3</th><td>accesses aligned and contiguous</td><th>O9</th><td>each output stored once</td></tr>
<tr><th>O4</th><td>in bounds, predicates exact</td><th>O10</th><td>split-K covers K</td></tr>
<tr><th>O5</th><td>layout in shared memory</td><th>O11</th><td>numbers: exact, or within a bound</td></tr>
<tr><th>O6</th><td>no race</td><th>O12</th><td>the compiled code</td></tr>
</table>
)";

/// A string as it is, anything else as JSON.
std::string text(Document const& value) {
  return escaped(value.is_string() ? std::string(value) : value.dump());
}

bool proved(Document const& obligation) {
  return obligation.at("z3") == "proved" && obligation.at("cvc5") == "proved";
}

/// A part that not every kernel's certificate has.
Document const& part(Document const& certificate, char const* name) {
  static Document const none;
  return certificate.contains(name) ? certificate.at(name) : none;
}

/// What is known of obligation O`number`, and whether it is as it should be.
std::pair<std::string, bool> known(Document const& c, int number) {
  std::string const wanted = fmt::format("O{}", number);
  auto const concerns = [&](std::string const& id) { return id.substr(0, id.find('.')) == wanted; };
  std::set<std::string> words;
  bool good = true;
  for (auto const& o : part(c, "obligations"))
    if (concerns(o.at("id"))) good = good && proved(o), words.insert(proved(o) ? "proved" : "NOT proved");
  for (auto const& o : part(c, "enumerated"))
    if (concerns(o.at("id"))) {
      bool const holds = o.at("holds") == true;
      good = good && holds, words.insert(holds ? "enumerated" : "FAILS");
    }
  for (char const* how : {"decided", "derived"})
    for (auto const& [id, what] : part(c, how).items())
      if (concerns(id)) words.insert(how);
  if (number == 12 && !part(c, "machine_code").empty()) words.insert("recorded");
  return {words.empty() ? "&ndash;" : fmt::format("{}", fmt::join(words, ",<br>")), good};
}

std::string overview(std::vector<Document> const& certificates) {
  std::string out = "<table>\n<tr><th>config</th><th>kernel</th><th>types</th><th>verdict</th>";
  for (int number = 1; number <= 12; ++number) out += fmt::format("<th>O{}</th>", number);
  out += "</tr>\n";
  for (auto const& c : certificates) {
    auto const& p = c.at("parameters");
    bool const valid = c.at("valid") == true;
    out +=
        fmt::format("<tr><td><a href=\"#{0}\"><code>{0}</code></a></td><td>{1}</td><td>{2}</td><td{3}</td>",
                    text(c.at("config")), text(c.at("kernel")),
                    text(p.contains("types") ? p.at("types") : p.value("element", Document(""))),
                    valid ? ">valid" : " class=\"bad\">NOT valid");
    for (int number = 1; number <= 12; ++number) {
      auto const [words, good] = known(c, number);
      out += fmt::format("<td{}>{}</td>", good ? "" : " class=\"bad\"", words);
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

/// One row an obligation: its number, what it says, how it is known.
std::string obligations(Document const& c) {
  std::string out = "<table>\n<tr><th>obligation</th><th>what it says</th><th>how it is known</th></tr>\n";
  auto const row = [&](std::string const& id, Document const& says, std::string const& how, bool good) {
    out += fmt::format("<tr><td>{}</td><td>{}</td><td{}>{}</td></tr>\n", escaped(id), text(says),
                       good ? "" : " class=\"bad\"", how);
  };
  for (auto const& o : part(c, "obligations"))
    row(o.at("id"), o.at("statement"),
        fmt::format("Z3: {}, cvc5: {}; {} queries; for {}", text(o.at("z3")), text(o.at("cvc5")),
                    o.at("queries").size(), text(o.at("bound"))),
        proved(o));
  for (auto const& o : part(c, "enumerated"))
    row(o.at("id"), o.at("statement"),
        o.contains("law")
            ? fmt::format("{} law <code>{}</code> at <code>{}</code>: {}",
                          o.at("holds") == true ? "by" : "FAILS:", text(o.at("law")), text(o.at("layouts")),
                          text(o.at("over")))
            : fmt::format("{} over {}", o.at("holds") == true ? "enumerated" : "FAILS", text(o.at("over"))),
        o.at("holds") == true);
  for (char const* how : {"decided", "derived"})
    for (auto const& [id, what] : part(c, how).items()) row(id, what, how, true);
  for (auto const& code : part(c, "machine_code"))
    row("O12",
        fmt::format("the machine code for {} by {}", std::string(code.at("target")),
                    std::string(code.at("compiler"))),
        "recorded: SHA-256 <span class=\"hash\">" + text(code.at("sha256")) + "</span>", true);
  return out + "</table>\n";
}

std::string section(Document const& c) {
  std::string out = fmt::format("<details id=\"{0}\">\n<summary>{0}</summary>\n", text(c.at("config")));
  out += obligations(c);
  std::string symbolic;
  for (auto const& s : part(c, "symbolic")) symbolic += (symbolic.empty() ? "" : ", ") + text(s);
  out += "<p>Symbolic: " + symbolic + ".</p>\n<p>Trusted:</p>\n<ul>\n";
  for (auto const& trusted : part(c, "trusted_base")) out += "<li>" + text(trusted) + "</li>\n";
  out += "</ul>\n<table>\n";
  for (auto const& [name, value] : c.at("parameters").items())
    out += fmt::format("<tr><th>{}</th><td><code>{}</code></td></tr>\n", escaped(name), text(value));
  out += fmt::format("<tr><th>sources</th><td>SHA-256 <span class=\"hash\">{}</span></td></tr>\n",
                     text(c.at("sources_sha256")));
  out += fmt::format("<tr><th>solvers</th><td>{}</td></tr>\n</table>\n</details>\n", text(c.at("solvers")));
  return out;
}

}  // namespace

std::string certificate_page(std::vector<Document> const& certificates) {
  std::size_t valid = 0;
  for (auto const& c : certificates) valid += c.at("valid") == true;
  std::string out = kHead;
  out += fmt::format("<p>{} configs, {} with a valid certificate.</p>\n", certificates.size(), valid);
  out += kWords;
  out += overview(certificates);
  for (auto const& c : certificates) out += section(c);
  return out + "</body>\n</html>\n";
}

}  // namespace colex::cli
