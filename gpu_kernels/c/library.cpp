// SPDX-License-Identifier: MIT
// What the library says of itself: its platform, its configs, the last error.
#include <cstring>

#include "c/call.hpp"
#include "c/configs.hpp"
#include "source_hash.hpp"

namespace colex::gpu::c {

namespace {
thread_local char last_error[512] = "";

template <class... Configs>
char const* name_at(std::tuple<Configs...> const*, std::int32_t index) {
  static constexpr char const* names[] = {Configs::name...};
  return index >= 0 && index < static_cast<std::int32_t>(sizeof...(Configs)) ? names[index] : nullptr;
}
}  // namespace

void remember(char const* what) noexcept {
  std::strncpy(last_error, what, sizeof last_error - 1);
  last_error[sizeof last_error - 1] = '\0';
}

bool sources_are_certified(char const* kernel) noexcept {
  for (auto const& certified : certified_sources_list)
    for (auto const& built : kernel_sources)
      if (certified.kernel == kernel && certified.kernel == built.kernel)
        return certified.sha256 == built.sha256;
  return false;
}

}  // namespace colex::gpu::c

char const* colex_kernels_last_error(void) { return colex::gpu::c::last_error; }

char const* colex_kernels_platform(void) {
#if defined(COLEX_HOST_PLATFORM)
  return "host";
#elif defined(__CUDACC__)
  return "nvidia";
#else
  return "amd";
#endif
}

char const* colex_kernels_config(int32_t index) {
  using namespace colex::gpu;
  using All = decltype(std::tuple_cat(CopyConfigs{}, PermuteConfigs{}, c::GemmConfigsHere{}));
  return c::name_at(static_cast<All const*>(nullptr), index);
}
