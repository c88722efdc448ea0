// SPDX-License-Identifier: MIT
// What the host platform reports about a launch: accesses counted, defects found. A defect is a value, no
// crash.
//
//   LaunchReport report = launch(shape, kernel, in.view(), out.view());
//   if (!report.clean()) std::puts(describe(report.findings.front()).c_str());
//   // data race: 'out' element 3: thread 5 of block 0 stores 1 element, thread 4 of block 0 stored it
//   (interval 0)
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/vec.hpp"

namespace colex::gpu {

/// Defects that the host platform detects.
enum class Defect {
  data_race,           ///< two threads touch one byte with no barrier between them, and one of them writes
  out_of_bounds,       ///< an access outside its view; it was not carried out
  misaligned,          ///< the address is not a multiple of the bytes that the access moves
  uninitialised_read,  ///< a byte is read that nothing has written
  barrier_divergence,  ///< threads of a block wait at a barrier that others never reach, or at different ones
  divergent_collective,  ///< lanes of a group wait for others that do something else or do not exist
  unfinished_copy,       ///< a byte is touched while an asynchronous copy to it is in flight
  dropped_element,       ///< an element inside a buffer's bound reads as zero, for its dword is not whole
  barrier_misuse,      ///< an mbarrier that is not made, not seen, in another phase, or arrived at too often
  deadlock,            ///< threads of a cluster wait, and nothing is left that could let them go on
  unfinished_product,  ///< accumulators are touched while wgmma computes them, or go to it without a fence
  layout_mismatch,     ///< a matrix instruction reads shared memory under another swizzle than it was written
};

/// The defect's name, as words.
char const* name(Defect defect);

/// A thread of a launch, at the time of an access. Numbers count from zero, x fastest.
struct Place {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t interval = 0;  ///< barriers that the thread has passed
  bool by_box =
      false;  ///< the store of a box, which comes after what its warpgroup did before, not before what it does
};

/// One defect.
struct Finding {
  Defect defect{};
  std::string view{};     ///< name of the buffer; empty for divergences
  Index offset = 0;       ///< first offending element of the view; for out_of_bounds the first outside it
  int width = 0;          ///< elements that the access moves
  bool is_store = false;  ///< the offending access is a store
  Place place{};          ///< who made the access; for divergences a thread that waits
  Place other{};  ///< data_race: the earlier access; divergences: a thread that does not wait there; else who
                  ///< copies
  bool other_is_store = false;
  std::string detail{};  ///< where the threads are, for divergences; what is wrong, for the last four
};

/// One sentence, for people.
std::string describe(Finding const& finding);

/// What accesses to shared memory at one place of a kernel cost, under a bank model (bank_count.hpp).
struct BankCount {
  std::uint64_t accesses = 0;  ///< by whole waves
  std::uint64_t phases = 0;    ///< passes that they would take without conflicts
  std::uint64_t passes = 0;    ///< that they take
  int degree = 1;              ///< of the worst phase
};

/// The result of a launch on the host platform.
struct LaunchReport {
  static constexpr std::size_t kept = 64;  ///< findings kept for each launch; all are counted

  std::map<int, std::uint64_t> loads_by_width;   ///< elements in one access -> number of such loads
  std::map<int, std::uint64_t> stores_by_width;  ///< likewise, stores
  std::uint64_t barriers = 0;                    ///< barriers completed, summed over blocks
  std::uint64_t blocks = 0;                      ///< blocks run
  std::map<Defect, std::uint64_t> counts;        ///< all defects, by kind
  std::map<std::string, BankCount> bank_counts;  ///< "file:line load" -> cost, where a model was named
  std::vector<Finding> findings;                 ///< the first `kept` of them, in the order of execution

  bool clean() const { return counts.empty(); }
  std::uint64_t accesses() const;
  std::uint64_t count(Defect defect) const;
  int bank_degree() const;  ///< the worst of bank_counts
  void add(Finding finding);
  void merge(LaunchReport const& later);
};

using LaunchResult = LaunchReport;

}  // namespace colex::gpu
