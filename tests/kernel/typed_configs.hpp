// SPDX-License-Identifier: MIT
// GoogleTest's typed tests, one per config of a kernel.
//
//   TYPED_TEST_SUITE(CopyTest, AsTypes<CopyConfigs>::type, ConfigName);      a std::tuple of configs, by their names
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace colex::gpu {

template <class Tuple>
struct AsTypes;
template <class... Configs>
struct AsTypes<std::tuple<Configs...>> {
  using type = testing::Types<Configs...>;
};

struct ConfigName {
  template <class Config>
  static std::string GetName(int) {
    return Config::name;
  }
};

}  // namespace colex::gpu
