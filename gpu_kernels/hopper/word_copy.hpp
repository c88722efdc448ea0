// SPDX-License-Identifier: MIT
// Copies of single floats from global to shared memory, whose coming is an arrival at an mbarrier.
//
//   copy_word(shared, from, offset, i < n, barrier)   starts the copy; of a zero if that is false, and `from` is not read
//   arrive_when_copied(barrier)                       arrives once what this thread has copied so far has come
//   load_word(shared)                                 after a wait for the barrier's phase
//   store_word(shared, 1)                             what threads read that meet afterwards, until a copy comes
#pragma once

#include "hopper/mbarrier.hpp"

#if defined(__CUDACC__)
#include "platform/nvidia/word_copy.hpp"
#else
#include "platform/host/word_copy.hpp"
#endif
