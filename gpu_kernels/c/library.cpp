// SPDX-License-Identifier: MIT
// What the library says of itself: its platform, its configs, the last error.
#include <array>
#include <cstring>

#include "c/call.hpp"
#include "c/configs.hpp"
#include "c/hopper_gemm.hpp"
#include "certificate/element_names.hpp"
#include "source_hash.hpp"

namespace colex::gpu::c {

namespace {
thread_local char last_error[512] = "";

template <class... Configs>
char const* name_at(std::tuple<Configs...> const*, std::int32_t index) {
  static constexpr char const* names[] = {Configs::name...};
  return index >= 0 && index < static_cast<std::int32_t>(sizeof...(Configs)) ? names[index] : nullptr;
}

template <class Config>
char const* types_of() {
  if constexpr (requires { typename Config::element; }) {
    return element_name<typename Config::element>();
  } else {
    using Types = GemmTypes<Config>;
    static std::string const types =
        std::string(element_name<typename Types::A>()) + "," + element_name<typename Types::B>() + "," +
        element_name<typename Types::Sum>() + "," + element_name<typename Types::C>();
    return types.c_str();
  }
}
template <class... Configs>
char const* types_named(std::tuple<Configs...> const*, std::string_view name) {
  char const* found = nullptr;
  ((name == Configs::name ? void(found = types_of<Configs>()) : void()), ...);
  return found;
}

using AllConfigs = decltype(std::tuple_cat(CopyConfigs{}, PermuteConfigs{}, GemmConfigsHere{}));
constexpr AllConfigs const* all_configs = nullptr;
constexpr auto named_by_type = static_cast<std::int32_t>(std::tuple_size_v<AllConfigs>);
}  // namespace

void remember(char const* what) noexcept {
  std::strncpy(last_error, what, sizeof last_error - 1);
  last_error[sizeof last_error - 1] = '\0';
}

bool sources_are_certified(char const* kernel) noexcept {
  static constexpr auto certified = [] {
    std::array<bool, std::size(kernel_sources)> of{};
    for (std::size_t i = 0; i < of.size(); ++i)
      of[i] = certified_sources(kernel_sources[i].kernel) == kernel_sources[i].sha256;
    return of;
  }();
  for (std::size_t i = 0; i < certified.size(); ++i)
    if (std::string_view(kernel_sources[i].kernel) == kernel) return certified[i];
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
  using namespace colex::gpu::c;
  return index < named_by_type ? name_at(all_configs, index) : hopper_config_name(index - named_by_type);
}

char const* colex_kernels_types(char const* config) {
  using namespace colex::gpu::c;
  if (config == nullptr) return nullptr;
  return is_hopper_name(config) ? hopper_types(config) : types_named(all_configs, config);
}
