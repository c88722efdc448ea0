// SPDX-License-Identifier: MIT
// All rows over one machine, but those of matrices.
#pragma once

#include <unordered_map>

#include "code/rows/memory.hpp"
#include "code/rows/scalar.hpp"
#include "code/rows/vector_float.hpp"
#include "code/rows/vector_integer.hpp"

namespace colex::code {

template <class M>
std::unordered_map<std::string, Row<M>> rows_by_name() {
  std::unordered_map<std::string, Row<M>> all;
  for (auto const& rows :
       {scalar_arithmetic_rows<M>(), scalar_bit_rows<M>(), scalar_compare_rows<M>(),
        vector_arithmetic_rows<M>(), vector_carry_rows<M>(), vector_bit_rows<M>(), vector_f32_rows<M>(),
        vector_f64_rows<M>(), vector_compare_rows<M>(), global_rows<M>(), lds_rows<M>(), atomic_rows<M>(),
        direct_rows<M>(), control_rows<M>()})
    for (Row<M> const& row : rows) all.emplace(row.name, row);
  return all;
}

}  // namespace colex::code
