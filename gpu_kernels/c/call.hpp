// SPDX-License-Identifier: MIT
// What the C calls share: no exception leaves them, arguments become views, configs are found by name.
//
//   return guarded("copy", [&] { ... fail(COLEX_KERNELS_INVALID_ARGUMENT, "the count is negative"); ... });
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>

#include "c/colex_kernels.h"
#include "c/loaded_code.hpp"
#include "certified.hpp"
#include "platform/platform.hpp"

namespace colex::gpu::c {

/// Ends a call.
struct Failure {
  colex_kernels_status status;
  std::string what;
};
[[noreturn]] inline void fail(colex_kernels_status status, std::string what) {
  throw Failure{status, std::move(what)};
}
/// Otherwise fails with these pieces of text and numbers, which are put together only then: a call requires dozens of things.
template <class... Pieces>
void require(bool holds, Pieces const&... what) {
  if (holds) return;
  std::string text;
  auto const add = [&](auto const& piece) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(piece)>>)
      text += std::to_string(piece);
    else
      text += piece;
  };
  (add(what), ...);
  fail(COLEX_KERNELS_INVALID_ARGUMENT, std::move(text));
}
/// Of every GEMM.
inline void require_epilogue(colex_kernels_gemm_call const& call) {
  require(call.activation >= COLEX_KERNELS_NO_ACTIVATION && call.activation <= COLEX_KERNELS_GELU_ERF,
          "gemm: unknown activation");
  require(call.bias_of_rows == 0 || call.bias_of_rows == 1, "gemm: bias_of_rows is neither 0 nor 1");
}

/// Keeps the message for colex_kernels_last_error(), cut to what fits.
void remember(char const* what) noexcept;

/// Whether the sources of the kernel, as this library was built from them, are those of the certificates.
bool sources_are_certified(char const* kernel) noexcept;

/// Fails where they are not.
inline void require_sources(char const* kernel) {
  if (!sources_are_certified(kernel))
    fail(COLEX_KERNELS_NOT_CERTIFIED, std::string(kernel) +
                                          ": built from sources that no certificate is about: run "
                                          "tools/certify and build again");
}

template <class Body>
colex_kernels_status guarded(char const* kernel, Body const& body) noexcept {
  try {
    remember("");
    require_sources(kernel);
    if (!code_is_as_sealed())
      fail(COLEX_KERNELS_NOT_CERTIFIED,
           std::string(kernel) +
               ": the machine code of the library that was loaded is not what was built from the certified "
               "sources: build it again");
    body();
    return COLEX_KERNELS_OK;
  } catch (Failure const& failure) {
    remember(failure.what.c_str());
    return failure.status;
  } catch (std::invalid_argument const& refused) {
    remember(refused.what());
    return COLEX_KERNELS_INVALID_ARGUMENT;
  } catch (std::bad_alloc const&) {
    remember("out of memory");
    return COLEX_KERNELS_OUT_OF_MEMORY;
  } catch (std::exception const& error) {
    remember(error.what());
    return COLEX_KERNELS_INTERNAL_ERROR;
  } catch (...) {
    remember("an exception of unknown type");
    return COLEX_KERNELS_INTERNAL_ERROR;
  }
}

/// Calls body<Config>() for the certified config of that name; fails where there is none.
template <class Shipped, class Body, class... Here>
void with_config(std::tuple<Here...> const*, char const* kernel, char const* name, Body const& body) {
  require(name != nullptr, kernel, ": the config's name is null");
  bool found = false, certified = false;
  auto const one = [&]<class Config>(Config const*) {
    if (found || std::string_view(name) != Config::name) return;
    found = true;
    if constexpr (is_certified<Config, Shipped>()) {
      certified = true;
      body(static_cast<Config const*>(nullptr));
    }
  };
  (one(static_cast<Here const*>(nullptr)), ...);
  if (!found)
    fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string(kernel) + ": no config is named '" + name + "' here");
  if (!certified) fail(COLEX_KERNELS_NOT_CERTIFIED, std::string(name) + " has no certificate");
}

/// What an array of a call is bound for: to be accessed, or only to ask whether the call would be taken.
enum class Bound : std::uint8_t { to_run, to_ask };

/// A caller's array as kernels see it. On the host with a shadow, so that every access is checked; bound to ask it has
/// none, and nothing may access it.
template <class T>
class Memory {
 public:
  using Element = std::remove_const_t<T>;

  Memory([[maybe_unused]] char const* name, void const* data, Index elements,
         [[maybe_unused]] Bound bound = Bound::to_run)
      : data_(static_cast<T*>(const_cast<void*>(data))), elements_(elements) {
    require(elements >= 0, name, ": a negative number of elements");
    require(data != nullptr || elements == 0, name, " is null");
    require(address() % alignof(Element) == 0, name, ": its elements are not aligned");
    require(elements <= (Index{1} << 62) / Index{sizeof(T)}, name, ": too many elements");
#if defined(COLEX_HOST_PLATFORM)
    if (bound == Bound::to_ask) return;
    shadow_ = Shadow(name, elements * static_cast<Index>(sizeof(T)));
    shadow_.initialise(0, shadow_.bytes());
#endif
  }
  Memory(Memory const&) = delete;

  GlobalView<T> view() {
#if defined(COLEX_HOST_PLATFORM)
    return {data_, elements_, 0, &shadow_};
#else
    return {data_};
#endif
  }
  /// From element `first` on, which is at most `elements`.
  GlobalView<T> view_from(Index first) {
#if defined(COLEX_HOST_PLATFORM)
    return {data_ + first, elements_ - first, first * static_cast<Index>(sizeof(T)), &shadow_};
#else
    return {data_ + first};
#endif
  }
  Index elements() const { return elements_; }
  bool starts_aligned() const { return address() % widest_access_bytes == 0; }

  template <class U>
  bool overlaps(Memory<U> const& other) const {
    return elements_ > 0 && other.elements() > 0 && address() < other.end() && other.address() < end();
  }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(data_); }
  std::uintptr_t end() const { return address() + static_cast<std::uintptr_t>(elements_) * sizeof(T); }

 private:
  T* data_;
  Index elements_;
#if defined(COLEX_HOST_PLATFORM)
  Shadow shadow_{"", 0};
#endif
};

/// Fails where a launch did.
inline void succeed([[maybe_unused]] char const* kernel, [[maybe_unused]] LaunchResult const& result) {
#if defined(COLEX_HOST_PLATFORM)
  if (!result.clean())
    fail(COLEX_KERNELS_DEFECT, std::string(kernel) + ": " + describe(result.findings.front()));
#elif defined(__CUDACC__)
  if (result != cudaSuccess)
    fail(COLEX_KERNELS_DEVICE_ERROR, std::string(kernel) + ": " + cudaGetErrorString(result));
#else
  if (result != hipSuccess)
    fail(COLEX_KERNELS_DEVICE_ERROR, std::string(kernel) + ": " + hipGetErrorString(result));
#endif
}

}  // namespace colex::gpu::c
