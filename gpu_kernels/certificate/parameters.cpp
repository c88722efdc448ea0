// SPDX-License-Identifier: MIT
// The configs of all kernels, by name, and what certificates say that they are.
#include "certificate/copy_numbers.hpp"
#include "certificate/gemm_certificate.hpp"
#include "certificate/gemm_numbers.hpp"
#include "certificate/hopper_certificate.hpp"
#include "certificate/hopper_numbers.hpp"
#include "certificate/permute.hpp"
#include "certificate/permute_numbers.hpp"
#include "text/print.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

Json described(CopyNumbers::Side const& side) {
  return {{"tile", to_text(*side.tile)}, {"step_elements", side.step}, {"access_elements", side.access}};
}

Json described(CopyNumbers const& c) {
  return {{"element", c.element},          {"element_bytes", c.element_bytes},
          {"threads", c.threads},          {"vector_elements", c.vector},
          {"source", described(c.source)}, {"destination", described(c.destination)}};
}

Json described(Swizzle const& s) { return {s.bits, s.base, s.shift}; }

Json described(PermuteNumbers const& c) {
  return {{"element", c.element},
          {"element_bytes", c.element_bytes},
          {"rank", c.rank},
          {"tile_x", c.tile_x},
          {"tile_y", c.tile_y},
          {"vector_elements", c.vector},
          {"threads", c.threads},
          {"swizzle", described(c.swizzle)},
          {"narrow_swizzle", described(c.narrow_swizzle)}};
}

Json described(GemmOperand const& o) {
  Json json = {{"element_bytes", o.element_bytes}, {"rows", o.rows}, {"columns", o.columns}};
  if (o.shuffled != nullptr) {
    json["shuffled"] = to_text(*o.shuffled);
  } else {
    auto const& [layout, swizzle, copy_run, copy_along_k, copy_along_rows, store_along_k, store_along_rows] =
        o.shared;
    json.update({{"shared", to_text(*layout)},
                 {"swizzle", described(swizzle)},
                 {"copy_run", copy_run},
                 {"copy_along_k", to_text(*copy_along_k)},
                 {"copy_along_rows", to_text(*copy_along_rows)},
                 {"store_along_k", store_along_k},
                 {"store_along_rows", store_along_rows}});
  }
  json["thread_value_group"] = to_text(*o.thread_value_group);
  json["read"] = o.read;
  return json;
}

Json described(GemmNumbers const& c) {
  return {{"types", {{"a", c.a_type}, {"b", c.b_type}, {"sum", c.sum_type}, {"c", c.c_type}}},
          {"tile", c.tile},
          {"threads", c.threads},
          {"waves", c.waves},
          {"atom", c.atom},
          {"atom_threads", c.atom_threads},
          {"atom_a", to_text(*c.atom_a)},
          {"atom_b", to_text(*c.atom_b)},
          {"atom_c", to_text(*c.atom_c)},
          {"order_m", to_text(*c.order_m)},
          {"order_n", to_text(*c.order_n)},
          {"order_k", to_text(*c.order_k)},
          {"k_group", c.k_group},
          {"a", described(c.a)},
          {"b", described(c.b)},
          {"c_thread_value", to_text(*c.c)}};
}

Json described(HopperOperand const& tile) {
  return {{"contiguous", tile.major == hopper::Major::k ? "k" : "line"},
          {"lines", tile.lines},
          {"box", {tile.box_width, tile.box_height}},
          {"boxes", tile.boxes},
          {"stride_bytes", tile.stride_offset},
          {"leading_bytes", tile.leading_offset},
          {"step_bytes", tile.step_offset}};
}

Json described(HopperNumbers const& c) {
  return {{"element", hopper::name_of(c.element)},
          {"element_bytes", hopper::bytes_of(c.element)},
          {"tile", {c.M, c.N, c.K}},
          {"stages", c.stages},
          {"cluster", c.cluster},
          {"band", c.band},
          {"threads", c.threads},
          {"warpgroups", c.consumers},
          {"stage_bytes", c.stage_bytes},
          {"shared_bytes", c.shared_bytes},
          {"swizzle", "128B"},
          {"a", described(c.a)},
          {"b", described(c.b)},
          {"held", to_text(*c.held)},
          {"stored", to_text(*c.stored)}};
}

template <class Numbers>
Json described_by_name(std::span<Numbers const> configs, std::string const& name) {
  auto const* const config = find_named(configs, name);
  return config == nullptr ? Json() : described(*config);
}

}  // namespace

std::vector<std::string> permute_config_names() { return names_in(permute_configs()); }
std::vector<std::string> certified_gemm_configs() { return names_in(gemm_configs()); }
std::vector<std::string> hopper_config_names() { return names_in(hopper_configs()); }

std::vector<std::string> certified_configs() {
  auto all = names_in(copy_configs());
  for (auto const& names : {permute_config_names(), certified_gemm_configs(), hopper_config_names()})
    all.insert(all.end(), names.begin(), names.end());
  return all;
}

Json permute_parameters(std::string const& config) { return described_by_name(permute_configs(), config); }
Json parameters_of_gemm(std::string const& config) { return described_by_name(gemm_configs(), config); }
Json hopper_parameters(std::string const& config) { return described_by_name(hopper_configs(), config); }

Json parameters_of(std::string const& config) {
  auto c = described_by_name(copy_configs(), config);
  for (auto const parameters : {permute_parameters, hopper_parameters, parameters_of_gemm})
    if (c.is_null()) c = parameters(config);
  return c;
}

}  // namespace colex::gpu
