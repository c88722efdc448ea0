// SPDX-License-Identifier: MIT
// coalescing, tma, descriptor: memory as the card sees it.
//
//   colex coalescing '32:1' --on sm90 --element 4
//   colex tma '(64,128):(1,64)' --box '(64,32)' --swizzle 128 --element bf16
//   colex descriptor 'Sw<3,3,3> o 0 o (64,64):(64,1)' --on sm90 --element 2
//   colex descriptor 0x4000004000010000 --on sm90 --element 2 --lines 64
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/access_options.hpp"
#include "cli/commands.hpp"
#include "questions/coalescing.hpp"
#include "questions/descriptor.hpp"
#include "questions/tma.hpp"

namespace colex::cli {

namespace {

/// A tuple of integers, or one integer, by its leaves.
std::vector<std::int64_t> read_list(std::string const& text, std::string const& name) {
  if (text.empty()) return {};
  Value const value = read_value(text, name, false);
  if (!fits(Kind::tuple, value))
    throw InputError(fmt::format("{}: expected integers, not {}", name, what_is(value)));
  std::vector<std::int64_t> all;
  for (auto const& n : as_tuple(value).leaves) all.push_back(n.value());
  return all;
}

struct TmaWords {
  std::string tensor, box, steps, at, element = "u8", lower, upper, on;
  TmaQuestion asked;
  bool json = false;
};

int ask_tma(TmaWords& o) {
  Value const tensor = read_value(o.tensor, "tensor", false);
  if (!fits(Kind::layout, tensor))
    throw InputError("tensor: expected layout, not " + std::string(what_is(tensor)));
  TmaQuestion& q = o.asked;
  q.tensor = plain(as_layout(tensor));
  q.box = read_list(o.box, "--box"), q.steps = read_list(o.steps, "--steps"), q.at = read_list(o.at, "--at");
  q.lower = read_list(o.lower, "--lower"), q.upper = read_list(o.upper, "--upper");
  q.element = tma_element_named(o.element), q.is_for_sm90 = is_sm90(o.on);
  Tma const answer = tma(q);
  put(o.json ? to_json(answer).dump() + "\n" : to_text(answer));
  return answer.exists() ? kYes : kNo;
}

struct DescriptorWords {
  std::string operand, on, major = "k";
  int element = 2, bits = 0;
  std::int64_t address = 0, lines = 64;
  bool json = false, cute = false;
};

int ask_descriptor(DescriptorWords const& o) {
  auto const format = format_of(o.on);
  int const bits = bits_of_element(o.element, o.bits);
  if (o.operand.starts_with("0x") || o.operand.starts_with("0X")) {
    std::uint64_t value = 0;
    char const *const from = o.operand.data() + 2, *const to = o.operand.data() + o.operand.size();
    auto const read = std::from_chars(from, to, value, 16);
    if (read.ec != std::errc{} || read.ptr != to)
      throw InputError("operand: expected 0x and up to 16 hexadecimal digits");
    auto const meaning =
        meaning_of(value, format, o.major == "k" ? hardware::OperandMajor::k : hardware::OperandMajor::line,
                   bits, o.lines);
    put(o.json ? to_json(meaning).dump() + "\n" : to_text(meaning));
    return kYes;
  }
  auto const answer = descriptor_of({read_value(o.operand, "operand", o.cute), bits, format, o.address});
  put(o.json ? to_json(answer).dump() + "\n" : to_text(answer));
  return answer.best ? kYes : kNo;
}

}  // namespace

void add_coalescing(CLI::App& app, int& status) {
  struct Options {
    std::string layout;
    AccessOptions access;
    std::int64_t address = 0;
    bool json = false, cute = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("coalescing", "Sectors and lines that an access to global memory moves");
  command->add_option("access", o->layout, "(lane, step) -> the lane's first element; may be swizzled")
      ->required();
  add_access_options(*command, o->access, true);
  command->add_option("--address", o->address, "the byte address of offset 0 (default 0: a line's start)");
  command->add_flag("--json", o->json, "answer as JSON");
  add_convention(*command, o->cute);
  command->callback([=, &status] {
    status = asked("", [&] {
      model_of(o->access);
      SharedAccess const access = read_access(o->layout, "access", o->access, o->cute);
      Coalescing const cost = coalescing(o->access.on, access, o->address);
      put(o->json ? to_json(cost).dump() + "\n" : to_text(cost, access));
      return kYes;
    });
  });
}

void add_tma(CLI::App& app, int& status) {
  auto const o = std::make_shared<TmaWords>();
  auto& q = o->asked;
  auto* const command = app.add_subcommand(
      "tma", "Whether NVIDIA's TMA copies a box of a tensor, what lands where, and how many bytes");
  command->add_option("tensor", o->tensor, "shape and strides in elements; one stride is 1")->required();
  command->add_option("--box", o->box, "elements along each mode of the tensor");
  command->add_option("--element", o->element,
                      "1, 2, 4 or 8 bytes, or a type: " + tma_element_names() + " (default 1)");
  command->add_option("--swizzle", q.swizzle,
                      "none, 32, 64, 128, 128_atom_32, 128_atom_32_flip_8 or 128_atom_64");
  command->add_option("--steps", o->steps, "element strides along each mode (default 1)");
  command->add_option("--interleave", q.interleave, "0, 16 or 32 bytes")->check(CLI::IsMember({0, 16, 32}));
  command->add_option("--address", q.address, "the tensor's address, or what is known of it (default 0)");
  command->add_option("--at", o->at, "the coordinate at which the box begins: what lies outside the tensor");
  command->add_option("--on", o->on,
                      "sm90: no elements of 4 and 6 bits, no swizzle in atoms of 32 and 64 bytes");
  command->add_flag("--gather4", q.gathers,
                    "four rows of a tensor of two modes at once; the box has one row");
  command->add_flag("--nan", q.fills_with_nan, "elements outside become NaN, not 0");
  command->add_option("--pixels", q.pixels, "of an im2col map: pixels per column");
  command->add_option("--channels", q.channels, "of an im2col map: channels per pixel");
  command->add_option("--lower", o->lower, "of an im2col map: the lower corner, the width first");
  command->add_option("--upper", o->upper, "the upper corner");
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] { status = asked("tma: ", [&] { return ask_tma(*o); }); });
}

void add_descriptor(CLI::App& app, int& status) {
  auto const o = std::make_shared<DescriptorWords>();
  auto* const command = app.add_subcommand(
      "descriptor", "The matrix descriptor of an operand of wgmma or tcgen05.mma, and back");
  command
      ->add_option("operand", o->operand,
                   "(M or N, K) -> element of shared memory, or a descriptor's bits, 0x...")
      ->required();
  command->add_option("--on", o->on, "sm90 (wgmma), sm100 or sm103 (tcgen05)")->required();
  command->add_option("--element", o->element, "bytes of an element (default 2)");
  command->add_option("--bits", o->bits, "bits of an element instead: 4");
  command->add_option("--address", o->address, "where the operand begins in shared memory (default 0)");
  command->add_option("--lines", o->lines, "M or N of what a descriptor's bits mean (default 64)");
  command
      ->add_option("--major", o->major,
                   "which index is contiguous by a descriptor's bits: k (default) or line")
      ->check(CLI::IsMember({"k", "line"}));
  command->add_flag("--json", o->json, "answer as JSON");
  add_convention(*command, o->cute);
  command->callback([=, &status] { status = asked("descriptor: ", [&] { return ask_descriptor(*o); }); });
}

}  // namespace colex::cli
