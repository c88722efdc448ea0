// SPDX-License-Identifier: MIT
// --link: the address of the playground's page that asks the same.
//
//   COLEX_PLAYGROUND=https://example.org/colex/ colex complement 8:2 32 --link
//   https://example.org/colex/#pane=command&line=complement%208%3A2%2032
#pragma once

#include <string>
#include <vector>

namespace colex::cli {

/// The address of the page `page` with a question in its fragment; one expression is shown as a layout. Throws InputError where
/// there is no question, a word has quotation marks of both kinds, or the fragment has more characters than the page takes.
std::string link_to(std::string const& page, std::vector<std::string> const& words);

/// Takes --link out of the words and prints the address, of the page that COLEX_PLAYGROUND names; false where it is not among them.
bool prints_link(std::vector<std::string>& words);

}  // namespace colex::cli
