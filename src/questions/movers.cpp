// SPDX-License-Identifier: MIT
#include "questions/movers.hpp"

#include <fmt/format.h>

#include "colex/colex.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

bool has(std::string const& text, std::string_view word) { return text.find(word) != text.npos; }

}  // namespace

Held held_by(Layout<Int> const& tv) {
  Held r;
  r.threads = size(entry(tv, 0));
  r.element.reserve(slot(size(tv)));
  for (Int i = 0; i < size(tv); ++i) r.element.push_back(evaluate(tv, i));
  return r;
}

Held held_by(TiledCopy const& copy, Int rows, Int columns) {
  Held r;
  r.threads = copy.threads;
  for (Int left = 0; left < columns; left += copy.columns)
    for (Int top = 0; top < rows; top += copy.rows)
      for (Int i = 0; i < copy.threads * copy.values; ++i) {
        Int const at = evaluate(copy.tv, i), row = top + at % copy.rows, column = left + at / copy.rows;
        r.element.push_back(row < rows && column < columns ? row + rows * column : -1);
      }
  return r;
}

int Mover::lanes(int wave) const { return is == Is::matrix || is == Is::matrix_turned ? 8 * matrices : wave; }

int Mover::length(int bits) const {
  if ((is == Is::matrix_turned || is == Is::lanes_turned) && bits != turned_bits) return 0;
  if (is == Is::matrix && bits > 32) return 0;
  return 8 * width % bits == 0 ? 8 * width / bits : 0;
}

int Mover::values(int bits) const {
  return is == Is::vector || is == Is::lanes_turned ? length(bits) : matrices * 32 / bits;
}

std::pair<int, int> Mover::holder(int lane, int k, int bits) const {
  int const in_register = 32 / bits, first = lane / 8 * in_register;
  switch (is) {
    case Is::vector:
      return {lane, k};
    case Is::matrix:
      return {4 * (lane % 8) + k / in_register, first + k % in_register};
    case Is::matrix_turned:
      return {4 * k + lane % 8 / 2, first + lane % 2};
    case Is::lanes_turned: {
      int const at = length(bits) * (lane % 16) + k;
      return {lane / 16 * 16 + at % 16, at / 16};
    }
  }
  return {};
}

Mover mover_of(Atom const& atom) {
  Mover m;
  m.name = atom.name;
  bool const matrices = has(atom.name, "_LDSM_") || has(atom.name, "_STSM_");
  if (atom.is == Atom::Is::copy && matrices) {
    m.is = atom.name.ends_with("_T") ? Mover::Is::matrix_turned : Mover::Is::matrix;
    m.matrices = atom.N / 8;
    return m;
  }
  if (has(atom.name, "_tr_b")) {
    m.is = Mover::Is::lanes_turned;
    m.turned_bits = std::stoi(atom.name.substr(atom.name.find("_tr_b") + 5));
    m.width = atom.N * m.turned_bits / 8;
    return m;
  }
  if (atom.is != Atom::Is::copy || atom.threads != 1)
    throw InputError(atom.name + " moves nothing between memory and the registers of a thread");
  m.width = atom.M;
  return m;
}

bool plays(Atom const& atom, MoverRole role) {
  if (atom.note.starts_with("direct")) return false;  // not by threads' own registers
  if (atom.is != Atom::Is::copy ||
      (atom.threads != 1 && atom.note.find("matrices") == std::string::npos && !has(atom.name, "_tr_")))
    return false;
  bool const any = has(atom.name, "UniversalCopy");
  switch (role) {
    case MoverRole::global_to_shared:
      return any || has(atom.name, "CP_ASYNC") || has(atom.name, "_load_dword");
    case MoverRole::shared_to_registers:
      return any || has(atom.name, "LDSM") || has(atom.name, "ds_read");
    case MoverRole::registers_to_shared:
      return any || has(atom.name, "STSM") || has(atom.name, "ds_write");
    case MoverRole::to_global:
      return any || has(atom.name, "_store_dword");
  }
  return false;
}

std::vector<Mover> movers(std::string_view card, MoverRole role) {
  std::vector<Mover> all;
  auto const add = [&](bool vectors) {
    for (int width : {16, 8, 4, 2, 1})
      for (Atom const& atom : atoms())
        if (plays(atom, role) && runs_on(atom, card)) {
          Mover const m = mover_of(atom);
          // Names of one card's instructions first; the universal copy stands for the rest.
          if ((m.is == Mover::Is::vector) == vectors && m.width == width) all.push_back(m);
        }
  };
  add(false), add(true);
  return all;
}

Fit fit(Mover const& m, Held const& held, std::vector<Int> const& memory, int bits, int wave) {
  Fit r;
  int const values = m.values(bits), length = m.length(bits), lanes = m.lanes(wave);
  if (length == 0) {
    r.misfit = {"width", fmt::format("{} moves no elements of {} bits", m.name, bits), -1, -1, -1};
    return r;
  }
  if (held.values() % values != 0) {
    r.misfit = {"width",
                fmt::format("a thread has {} values, and {} moves {} at once", held.values(), m.name, values),
                -1, -1, -1};
    return r;
  }
  Int const waves = held.threads / wave, instructions = held.values() / values;
  SharedAccess& a = r.access;
  a.element_bits = bits, a.width = m.width, a.lanes = lanes < wave ? lanes : 0;
  Layout<Int> const steps = leaf(Mode<Int>{waves * instructions, lanes});
  a.layout = any(join(leaf(Mode<Int>{lanes, 1}), steps));
  a.offsets.reserve(slot(lanes * waves * instructions));
  for (Int g = 0; g < instructions; ++g)
    for (Int w = 0; w < waves; ++w)
      for (int lane = 0; lane < lanes; ++lane)
        for (int k = 0; k < length; ++k) {
          auto const [who, which] = m.holder(lane, k, bits);
          Int const thread = w * wave + who, value = g * values + which,
                    offset = memory[slot(held.element[slot(thread + held.threads * value)])];
          if (k == 0) a.offsets.push_back(offset);
          Int const first = a.offsets.back();
          if (first < 0) {
            r.misfit = {"offset", "lies before the start", thread, value, offset};
            return r;
          }
          if (k == 0 && first * bits % (8 * m.width) != 0) {
            r.misfit = {"aligned",
                        fmt::format("{} takes {} bytes from a multiple of {} on, and these begin at {}",
                                    m.name, m.width, m.width,
                                    first * bits % 8 == 0 ? fmt::format("byte {}", first * bits / 8)
                                                          : fmt::format("bit {}", first * bits)),
                        thread, value, offset};
            return r;
          }
          if (offset != first + k) {
            r.misfit = {"contiguous",
                        fmt::format("{} takes {} consecutive elements from {} on, and this one is not at {}",
                                    m.name, length, first, first + k),
                        thread, value, offset};
            return r;
          }
        }
  return r;
}

std::string sentence(Misfit const& m) {
  std::string place;
  if (m.thread >= 0) place += fmt::format("thread {}", m.thread);
  if (m.value >= 0) place += fmt::format("{}value {}", place.empty() ? "" : ", ", m.value);
  if (m.offset >= 0) place += fmt::format("{}offset {}", place.empty() ? "" : ", ", m.offset);
  return fmt::format("{}: {}{}{}", m.condition, place, place.empty() ? "" : ": ", m.why);
}

std::vector<FittingCopy> copies_that_fit(std::string_view card, Held const& held,
                                         std::vector<Int> const& memory, int bits, bool from_registers) {
  auto const* const model = bank_model(card);
  if (model == nullptr)
    throw InputError(fmt::format("no model of {}; known: {}", printable(card), bank_model_names()));
  if (held.threads % model->wave != 0)
    throw InputError(fmt::format("{} threads are no whole waves of {}", held.threads, model->wave));
  std::vector<FittingCopy> all;
  for (Mover const& mover : movers(
           card_of(card), from_registers ? MoverRole::registers_to_shared : MoverRole::shared_to_registers)) {
    Fit f = fit(mover, held, memory, bits, model->wave);
    FittingCopy one{mover.name, f.misfit, 1, 0};
    if (!f.misfit) {
      f.access.direction = from_registers ? gpu::Direction::store : gpu::Direction::load;
      one.degree = bank_cost(*model, f.access).degree;
      one.values = mover.values(bits), one.instructions = held.values() / one.values;
    }
    all.push_back(std::move(one));
  }
  return all;
}

Layout<Int> retiled(FittingCopy const& copy) {
  auto const mode = [](Int extent, Int stride) { return leaf(Mode<Int>{extent, extent == 1 ? 0 : stride}); };
  return join(mode(copy.values, 1), mode(copy.instructions, copy.values));
}

}  // namespace colex::cli
