// SPDX-License-Identifier: MIT
// Copies of single floats on the host platform: see hopper/word_copy.hpp. They come together with their arrival, at a
// time that the seed chooses; until then a word is neither old nor new. A word counts as read by the products that the
// reader starts next: who knows that these have ended may copy over it.
#pragma once

#include "platform/host/mbarrier.hpp"
#include "platform/host/view.hpp"

namespace colex::gpu {

/// The barrier is the one at which the thread will arrive next.
void copy_word(Address to, GlobalView<float const> const& from, Index offset, bool inside, Address barrier);

void arrive_when_copied(Address barrier);

void store_word(Address to, float word);

float load_word(Address from, std::source_location where = std::source_location::current());

}  // namespace colex::gpu
