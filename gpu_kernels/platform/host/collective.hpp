// SPDX-License-Identifier: MIT
// Collectives of the host platform: the lanes of a group (a wave, or a warpgroup) meet at one place of the
// kernel, and the last that comes acts for all of them. A group whose lanes do not all come is reported as a
// divergent collective; those that came go on without a result.
//
//   struct Lane { int value, sum; } lane{threadIdx.x, 0};      // the same in every lane's stack
//   meet(64, &lane, add_up, where);      // add_up(lanes, 64) sees the 64 structs and fills each one's sum
#pragma once

#include <source_location>
#include <string>

#include "platform/vec.hpp"

namespace colex::gpu {

/// Acts for a group: lane number i passed lanes[i]; null where the block has no such thread.
using Operation = void (*)(void* const* lanes, int count);

/// Waits for the group's lanes, `threads` consecutive threads of the block; the last block's threads may
/// leave the group short. Returns whether all came to this call, and thus whether `operation` ran.
bool meet(int threads, void* lane, Operation operation, std::source_location where);

/// The same for a group that must be whole: where the block has too few threads for it, a report and false.
bool meet_in_full(int threads, void* lane, Operation operation, std::source_location where);

/// Reports that a lane takes part in a collective that its group cannot perform.
void report_collective(std::string detail);

/// Threads of a wave in this launch.
int wave_width();

}  // namespace colex::gpu
