// SPDX-License-Identifier: MIT
#include "cli/metrics.hpp"

#include <unistd.h>

#include <bit>
#include <fstream>
#include <nlohmann/json.hpp>

namespace colex::cli {

namespace {
std::uint64_t resident_bytes() {
  std::uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}
}  // namespace

void Metrics::answered(std::string const& reply, std::chrono::steady_clock::duration took) {
  ++requests;
  if (reply.find("\"ok\":false") != reply.npos) {
    ++refused;
    if (reply.find("\"condition\":\"input\"") != reply.npos) ++unusable;
  }
  auto const us =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(took).count());
  ++within_[static_cast<std::size_t>(std::bit_width(us)) % within_.size()];
}

std::uint64_t Metrics::kept_by(double share) const {
  std::uint64_t all = 0, so_far = 0;
  for (auto const& n : within_) all += n;
  for (std::size_t k = 0; k < within_.size(); ++k) {
    so_far += within_[k];
    if (so_far > 0 && static_cast<double>(so_far) >= share * static_cast<double>(all))
      return std::uint64_t{1} << k;
  }
  return 0;
}

std::string Metrics::line() const {
  std::chrono::duration<double> const served = std::chrono::steady_clock::now() - since_;
  nlohmann::ordered_json const all{{"clients", clients.load()},
                                   {"clients_ever", clients_ever.load()},
                                   {"turned_away", turned_away.load()},
                                   {"dropped", dropped.load()},
                                   {"requests", requests.load()},
                                   {"refused", refused.load()},
                                   {"unusable", unusable.load()},
                                   {"bytes_in", bytes_in.load()},
                                   {"bytes_out", bytes_out.load()},
                                   {"resident_bytes", resident_bytes()},
                                   {"seconds", served.count()},
                                   {"us_50", kept_by(0.5)},
                                   {"us_99", kept_by(0.99)},
                                   {"us_all", kept_by(1)}};
  return nlohmann::ordered_json{{"ok", true}, {"result", all}}.dump();
}

}  // namespace colex::cli
