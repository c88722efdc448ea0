// SPDX-License-Identifier: MIT
// What an inspection of machine code says, in words, and what else is asked of it.
#pragma once

#include <string>
#include <vector>

#include "code/expect.hpp"
#include "code/inspect.hpp"
#include "operations/value.hpp"

namespace colex::cli {

/// "0x16a4"; of PTX "line 46, copy.cu:12"
std::string where(code::Inspector const& of, std::uint32_t number);
/// "0x16a4 (ds_write_b128 v10, v[6:9])"
std::string place(code::Inspector const& of, std::uint32_t number);
/// "stores 16 bytes of LDS"
std::string does(code::Inspector const& of, code::InspectedAccess const& a);
/// ", bank degree 2, 8 sectors a wave", as far as they are known
std::string costs(code::Inspector const& of, code::InspectedAccess const& a);
/// Where an instruction is, and its text.
Json json_at(code::Inspector const& of, std::uint32_t number);
/// "holds", "fails" or "undecided"
char const* name_of(code::Verdict verdict);
/// "2048 * trip@0x166c + arg0 + (64,2):(16,1024)"
std::string at_text(code::AccessForm const& f);

std::string text_of(code::Inspector const& of);
Json json_of(code::Inspector const& of);
/// Those of its accesses.
Json json_of(code::Inspector const& of, std::vector<std::size_t> const& accesses);
/// A section of HTML with a picture of each access that has a layout.
std::string page_of(code::Inspector const& of);
/// The whole page of such sections. Nothing is fetched from elsewhere, and no script runs.
std::string whole_page(std::string const& sections);
/// A result in SARIF, at an instruction of `file`.
void add_result(Json& results, std::string const& file, code::Inspector const& of, char const* rule,
                char const* level, std::string const& text, std::uint32_t number);
/// What is wrong or undecided.
void add_results(Json& results, std::string const& file, code::Inspector const& of);

/// What was expected, and what is so.
std::string text_of(code::Inspector const& of, std::vector<code::Expectation> const& expected,
                    code::Comparison const& compared);
Json json_of(code::Inspector const& of, std::vector<code::Expectation> const& expected,
             code::Comparison const& compared);
/// What is not so; a line that no access fulfils is in `meant`, or where that is empty of `file`.
void add_results(Json& results, std::string const& file, std::string const& meant, code::Inspector const& of,
                 std::vector<code::Expectation> const& expected, code::Comparison const& compared);

/// What differs between two kernels: accesses, by what they do and with which conflicts, as they follow on each other; and verdicts.
struct Difference {
  struct Access {
    bool is_new = false;
    std::size_t number = 0;
    std::string text{};
  };
  struct Judged {
    char const* what = nullptr;  ///< "race_free"
    code::Verdict before{};
    code::Judgement now{};
  };
  std::vector<Access> accesses{};
  std::vector<Judged> judged{};
  std::string open{};  ///< why it is not known what all accesses are
  bool is_same() const { return accesses.empty() && judged.empty() && open.empty(); }
};
Difference difference(code::Inspector& old, code::Inspector& now);
std::string text_of(code::Inspector const& old, code::Inspector const& now, Difference const& d);
Json json_of(code::Inspector const& old, code::Inspector const& now, Difference const& d);
/// An access that is no more is in the old file.
void add_results(Json& results, std::string const& old_file, std::string const& now_file,
                 code::Inspector const& old, code::Inspector const& now, Difference const& d);

/// A kernel that is in a certificate, and under which facts.
struct Asked {
  std::string kernel{};
  code::InspectOptions options{};
  std::vector<std::string> assumed{};
  std::vector<code::Expectation> meant{};  ///< that it has these layouts is stated, too
};
/// Writes the certificate of a code object; whether both solvers prove all that it says.
bool certify_code(std::string const& file, std::vector<Asked> const& asked, std::string const& to,
                  std::string& text);
/// Whether the certificate is what the code has, and holds; what is wrong goes to `text`.
bool check_code(std::string const& file, std::string const& certificate, std::string& text);

}  // namespace colex::cli
