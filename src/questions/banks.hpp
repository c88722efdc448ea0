// SPDX-License-Identifier: MIT
// Bank conflicts of accesses to shared memory that are given as layouts, and the swizzles or paddings that remove
// them. The models of banks and phases are those of gpu_kernels/tiles/card_bank_models.hpp, which says where each is from.
//
//   SharedAccess a{read, 16, 16};                       8 rows of 64 halves, a lane per row, 16 bytes each
//   bank_cost(*bank_model("sm90"), a).degree            8
//   find_swizzles(*bank_model("sm90"), {a}).all[0]      Sw<3,3,3>
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "colex/any_layout.hpp"
#include "operations/value.hpp"
#include "tiles/card_bank_models.hpp"

namespace colex::cli {

/// (lane, step) -> the first element, counted from an address that is a multiple of 128 bytes, that the lane
/// accesses in this step: `width` bytes. Mode 0 is the lanes: a whole wave, or several, among which it is divided; or
/// `lanes` of a wave, where the others take no part.
struct SharedAccess {
  AnyLayout layout{};
  int element_bits = 8;  ///< 4, 6, or 8 to 128
  int width = 4;         ///< bytes that one lane accesses
  gpu::Direction direction = gpu::Direction::load;
  std::int64_t lanes = 0;  ///< that take part; 0: the whole wave
  /// Of an access that is no layout: at every index. `layout` counts its domain then.
  std::vector<std::int64_t> offsets{};

  std::int64_t at(std::int64_t index) const {
    return offsets.empty() ? layout(index) : offsets[static_cast<std::size_t>(index)];
  }
  /// The byte at which the element at that offset begins; -1 where it begins within a byte.
  std::int64_t byte_of(std::int64_t offset) const {
    return offset * element_bits % 8 == 0 ? offset * element_bits / 8 : -1;
  }
  /// Whole elements that one lane accesses.
  int elements() const { return 8 * width / element_bits; }
};

/// The addresses of an access from a layout of any kind, or from an index map. Throws InputError with `name` for another
/// value.
void set_addresses(SharedAccess& access, Value const& value, std::string const& name);

/// The same from text, LAYOUT or LAYOUT@BYTES, of which BYTES is the width of this access.
void read_access(SharedAccess& access, std::string const& text, std::string const& name, bool cute);

/// "mode 0, 32:64, is the lanes": what an access takes for them.
std::string lanes_of(SharedAccess const& access, gpu::BankModel const& model);

inline constexpr std::int64_t kMaxAccessPoints = std::int64_t{1} << 16;

/// Bits of an element: `bits` where it is not 0, else those of `bytes` bytes. Throws InputError for other sizes than 4, 6, and
/// 1 to 16 bytes.
int bits_of_element(int bytes, int bits);

/// The card of our tables that a compiler's target names: sm_90a is sm90, gfx1100 is gfx11, gfx1201 is gfx12.
std::string card_of(std::string_view target);
/// The model of that name, or null.
gpu::BankModel const* bank_model(std::string_view name);
/// The table's row of a model.
gpu::CardBankModel const& card_bank_model(gpu::BankModel const& model);
/// "sm70 sm75 sm80" and so on
std::string bank_model_names();
/// The cards with a model, and where each is from: a line for each, an object for each.
std::string bank_cards_text();
Json bank_cards_json();

/// The lanes of an access, and how often they access.
struct AccessShape {
  std::int64_t lanes = 1, steps = 1;
};
/// What does not depend on the addresses: the width, the element, the lanes. Throws InputError.
void check_lanes(gpu::BankModel const& model, SharedAccess const& access);
/// Throws Failure: `input` for a shape, a width or an element size that is none, `misaligned` where a lane's
/// address is no multiple of the width, `taken_apart` where the swizzle moves parts of an access.
AccessShape check(gpu::BankModel const& model, SharedAccess const& access);

/// What a bank must deliver in one phase.
struct BankClash {
  std::int64_t step = 0;
  int phase = 0, bank = 0;
  std::vector<std::pair<int, std::int64_t>> words{};  ///< lane, word; a word is 4 bytes
};

struct BankCost {
  AccessShape shape{};
  int degree = 1;           ///< of the worst phase; 1 is free of conflicts
  std::int64_t phases = 0;  ///< what all steps would take without conflicts
  std::int64_t passes = 0;  ///< what they take
  BankClash worst{};        ///< empty where the degree is 1
};
BankCost bank_cost(gpu::BankModel const& model, SharedAccess const& access);
/// Its degree alone.
int bank_degree(gpu::BankModel const& model, SharedAccess const& access);
/// "measured" or "customary": how the model is known.
char const* evidence(gpu::BankModel const& model);
Json to_json(BankCost const& cost, SharedAccess const& access, gpu::BankModel const& model);

/// The swizzles Sw<B,M,S> on element offsets with 1 <= B <= S, M at least `least_base`, and B + M + S at most
/// `bits`, so that no access is taken apart and no offset leaves the 2^bits elements: all were tried. None is tried where
/// no access has a conflict.
struct SwizzleSearch {
  int least_base = 0, bits = 0;
  int tried = 0;
  std::vector<BankCost> without{};  ///< of each access, with no swizzle
  std::vector<Swizzle> all{};       ///< that remove every conflict, by B, then S, then M
  Swizzle best{};                   ///< of the least worst degree
  int best_degree = 0;
  bool is_needed() const;  ///< some access has a conflict
};
SwizzleSearch find_swizzles(gpu::BankModel const& model, std::vector<SharedAccess> const& accesses);

/// Paddings of p elements after every `row` elements, p a multiple of the widest access and at most `row`: all
/// that remove every conflict, by size. Offset x becomes x + p * (x / row).
struct PaddingSearch {
  std::int64_t row = 0, step = 0;
  int tried = 0;
  std::vector<std::int64_t> all{};
};
PaddingSearch find_paddings(gpu::BankModel const& model, std::vector<SharedAccess> const& accesses,
                            std::int64_t row);

}  // namespace colex::cli
