// SPDX-License-Identifier: MIT
#include "certificate/element_names.hpp"
#include "certificate/gemm_certificate.hpp"
#include "certificate/gemm_obligations.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "text/print.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

Json swizzle(Swizzle const& s) { return {s.bits, s.base, s.shift}; }

/// What one operand's tile is in shared memory, who copies it and who holds it.
template <class Tile, class Tv>
Json operand() {
  return {{"element_bytes", sizeof(typename Tile::element)},
          {"rows", Tile::rows},
          {"columns", Tile::columns},
          {"shared", to_text(Tile::shared)},
          {"swizzle", swizzle(Tile::swizzle)},
          {"copy_run", TileCopy<Tile, true>::vector},
          {"copy_along_k", to_text(TileCopy<Tile, true>::layout)},
          {"copy_along_rows", to_text(TileCopy<Tile, false>::layout)},
          {"store_along_k", SharedPart<Tile, TileCopy<Tile, true>>::width},
          {"store_along_rows", SharedPart<Tile, TileCopy<Tile, false>>::width},
          {"thread_value_group", to_text(Tv::layout)},
          {"read", SharedPart<Tile, Tv>::width}};
}

/// The same of a preshuffled B, which no shared memory holds.
template <class Config>
Json shuffled_operand() {
  using Tile = ShuffledTile<Config>;
  return {{"element_bytes", sizeof(typename Tile::element)},
          {"rows", Tile::rows},
          {"columns", Tile::columns},
          {"shuffled", to_text(Tile::Order::layout)},
          {"thread_value_group", to_text(Tile::Tv::layout)},
          {"read", Tile::run}};
}

template <class Config>
Json operand_b() {
  if constexpr (b_is_shuffled<Config>) return shuffled_operand<Config>();
  return operand<TileB<Config>, typename TiledMma<Config>::B>();
}

template <class Config>
Json describe() {
  using Mma = TiledMma<Config>;
  using Atom = typename Config::atom;
  using Atoms = detail::AtomLayouts<Atom>;
  using Types = GemmTypes<Config>;
  return {{"types",
           {{"a", element_name<typename Types::A>()},
            {"b", element_name<typename Types::B>()},
            {"sum", element_name<typename Types::Sum>()},
            {"c", element_name<typename Types::C>()}}},
          {"tile", {Mma::tile_m, Mma::tile_n, Mma::tile_k}},
          {"threads", Mma::threads},
          {"waves", {Config::waves_m, Config::waves_n}},
          {"atom", {Atom::M, Atom::N, Atom::K}},
          {"atom_threads", Atom::threads},
          {"atom_a", to_text(Atoms::a)},
          {"atom_b", to_text(Atoms::b)},
          {"atom_c", to_text(Atoms::c)},
          {"order_m", to_text(Config::order_m)},
          {"order_n", to_text(Config::order_n)},
          {"order_k", to_text(Config::order_k)},
          {"k_group", Config::k_group},
          {"a", operand<TileA<Config>, typename Mma::A>()},
          {"b", operand_b<Config>()},
          {"c_thread_value", to_text(Mma::C::layout)}};
}

template <class Config>
Json certify_one(sym::Settings const& settings, std::ostream& progress) {
  static_assert(check_gemm_config<Config>());
  using Mma = TiledMma<Config>;
  Json c = {{"format", "colex certificate 1"},
            {"kernel", "gemm"},
            {"config", Config::name},
            {"parameters", describe<Config>()},
            {"symbolic", {"M", "N", "K", "strides", "origins", "batches", "splits", "group", "chiplets"}},
            {"valid", true}};
  c["valid"] = prove_obligations(c, GemmObligations<Mma::tile_m, Mma::tile_n, Mma::tile_k>::all(),
                                 "every size, stride, number of batches and of splits", settings, progress);
  c["decided"] = {
      {"O2",
       "the threads of a copy move each element of a tile once, along K and along the rows: decided by the "
       "algebra at compile time, enumerated by the checker"},
      {"O3",
       "accesses of shared memory are contiguous and aligned, through the swizzle: the alignment lemma at "
       "compile time, enumerated by the checker; those of matrices by the call, from strides and addresses"},
      {"O5",
       "a tile's layout in shared memory is injective and the swizzle stays inside it: likewise; copy and "
       "MMA "
       "name one layout"},
      {"O8", "each thread holds what the atom's layouts say, each element of C once: likewise"},
      {"O11", std::is_integral_v<typename Config::atom::C>
                  ? "exact: the call refuses a K whose sum could exceed the accumulator; results saturate"
                  : "the bound of gemm_reference.hpp, derived there; compared with in the tests"}};
  if constexpr (b_is_shuffled<Config>)
    c["decided"]["O2.shuffle"] =
        "a tile of preshuffled B has each of its elements once, and the places that a thread reads, by whole "
        "accesses, hold its fragment: decided by the algebra at compile time, enumerated by the checker";
  c["derived"] = {
      {"O6",
       "no race: in shared memory by O2, O5 and O6, for one barrier lies between a stage's writes and its "
       "reads, and between its reads and the next writes; in C by O1, O8, O9 and the call's check that C's "
       "strides are injective; in the workspace by O4.workspace, and the second launch is ordered after"}};
  c["trusted_base"] = {
      "the loops of gemm_kernel.hpp, tiled_copy.hpp and tiled_mma.hpp round these functions and layouts",
      "the tables of the atoms' layouts",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the call refuses reaches beyond 2^62 and grids beyond 2^31 - 1",
      "the views are as large as the call says, and C overlaps neither A nor B"};
  return c;
}

template <class... All>
std::vector<std::string> names(std::tuple<All...> const*) {
  return {All::name...};
}
template <class... All>
Json certify_named(std::tuple<All...> const*, std::string const& name, sym::Settings const& settings,
                   std::ostream& progress) {
  Json c;
  ((name == All::name ? void(c = certify_one<All>(settings, progress)) : void()), ...);
  return c;
}
template <class... All>
Json describe_named(std::tuple<All...> const*, std::string const& name) {
  Json c;
  ((name == All::name ? void(c = describe<All>()) : void()), ...);
  return c;
}

constexpr ShippedGemmConfigs const* all_configs = nullptr;

}  // namespace

std::vector<std::string> certified_gemm_configs() { return names(all_configs); }

Json certify_gemm(std::string const& config, sym::Settings const& settings, std::ostream& progress) {
  return certify_named(all_configs, config, settings, progress);
}

Json parameters_of_gemm(std::string const& config) { return describe_named(all_configs, config); }

std::vector<std::string> gemm_obligation_ids() {
  std::vector<std::string> ids;
  for (auto const& obligation : GemmObligations<32, 32, 16>::all()) ids.push_back(obligation.id);
  return ids;
}

}  // namespace colex::gpu
