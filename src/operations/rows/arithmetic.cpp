// SPDX-License-Identifier: MIT
// arithmetic of tuples.
#include "colex/tuple_arithmetic.hpp"
#include "operations/table.hpp"

namespace colex::cli {

std::vector<Row> arithmetic_rows() {
  return {
      {R"(add(A: tuple, B: tuple)
  A + B, leaf by leaf; an integer meets every leaf.
  errors: congruent overflow
  laws: none
  source: CuTe ArithmeticTuple, arithmetic_tuple.hpp
  C++: tuple_arithmetic.hpp add
  add((1,(2,3)), (10,(20,30))) == (11,(22,33))
  add((1,2), 5) == (6,7)
  add((1,2), (1,2,3)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(add(in.tuple(0), in.tuple(1))); }},
      {R"(sub(A: tuple, B: tuple)
  A - B, leaf by leaf; an integer meets every leaf.
  errors: congruent overflow
  laws: none
  source: CuTe ArithmeticTuple, arithmetic_tuple.hpp
  C++: tuple_arithmetic.hpp sub
  sub((11,(22,33)), (10,(20,30))) == (1,(2,3))
  sub((1,2), (1,2,3)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(sub(in.tuple(0), in.tuple(1))); }},
      {R"(mul(A: tuple, B: tuple)
  A * B, leaf by leaf; an integer meets every leaf.
  errors: congruent overflow
  laws: none
  source: CuTe elem_scale and ArithmeticTuple, int_tuple.hpp
  C++: tuple_arithmetic.hpp mul
  mul((1,(2,3)), 4) == (4,(8,12))
  mul((1,2), (1,2,3)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(mul(in.tuple(0), in.tuple(1))); }},
      {R"(div(A: tuple, B: tuple)
  The quotients, rounded down, leaf by leaf; an integer meets every leaf.
  needs: leaves of A at least 0, of B at least 1
  errors: congruent not_negative
  laws: none
  source: CuTe ArithmeticTuple, arithmetic_tuple.hpp
  C++: tuple_arithmetic.hpp div
  div((7,(9,12)), 4) == (1,(2,3))
  div((7,9), (2,0)) is refused: not_negative)",
       [](Call const& in) { return answer(div(in.tuple(0), in.tuple(1))); }},
      {R"(mod(A: tuple, B: tuple)
  What the quotients leave, leaf by leaf; an integer meets every leaf.
  needs: leaves of A at least 0, of B at least 1
  errors: congruent not_negative
  laws: none
  source: CuTe ArithmeticTuple, arithmetic_tuple.hpp
  C++: tuple_arithmetic.hpp mod
  mod((7,(9,12)), 4) == (3,(1,0))
  mod((7,9), (2,0)) is refused: not_negative)",
       [](Call const& in) { return answer(mod(in.tuple(0), in.tuple(1))); }},
      {R"(sum(T: tuple)
  The sum of all leaves; 0 for ().
  errors: overflow
  laws: none
  source: CuTe sum, int_tuple.hpp
  C++: tuple_arithmetic.hpp sum
  sum((4,(2,3))) == 9
  sum((4611686018427387904,1)) is refused: overflow)",
       [](Call const& in) { return answer(sum(in.tuple(0))); }},
      {R"(max(T: tuple)
  The largest leaf.
  needs: a leaf
  errors: in_domain
  laws: none
  source: CuTe max, int_tuple.hpp
  C++: tuple_arithmetic.hpp max
  max((4,(2,7))) == 7
  max(()) is refused: in_domain)",
       [](Call const& in) { return answer(max(in.tuple(0))); }},
      {R"(min(T: tuple)
  The least leaf.
  needs: a leaf
  errors: in_domain
  laws: none
  source: CuTe min, int_tuple.hpp
  C++: tuple_arithmetic.hpp min
  min((4,(2,7))) == 2
  min(()) is refused: in_domain)",
       [](Call const& in) { return answer(min(in.tuple(0))); }},
      {R"(concat(A: tuple, B: tuple)
  The entries of A, then those of B, in one tuple; an integer is one entry.
  errors: capacity
  laws: none
  source: CuTe tuple_cat, tuple_algorithms.hpp
  C++: tuple_arithmetic.hpp concat
  concat((1,(2,3)), (4,5)) == (1,(2,3),4,5)
  concat(1, 2) == (1,2))",
       [](Call const& in) { return answer(concat(in.tuple(0), in.tuple(1))); }},
      {R"(increment(c: coordinate, S: shape)
  The natural coordinate after c in S, colexicographically; after the last comes the first.
  needs: c nested as S is, and inside it
  errors: congruent in_domain
  laws: none
  source: CuTe increment, int_tuple.hpp
  C++: tuple_arithmetic.hpp increment
  increment((3,(1,0)), (4,(2,3))) == (0,(0,1))
  increment((3,(1,2)), (4,(2,3))) == (0,(0,0))
  increment((4,0), (4,2)) is refused: in_domain: 4 is not below 4)",
       [](Call const& in) { return answer(increment(in.tuple(0), in.shape(1))); }},
      {R"(idx2crd(index: integer, S: shape, D: tuple)
  The digit (index / stride) % extent at every leaf: the coordinate with that offset where the strides D are
  compact.
  needs: S and D nested alike; strides of at least 1 where the extent is above 1; an index of at least 0
  errors: congruent stride_positive not_negative
  laws: none
  source: CuTe idx2crd(idx, shape, stride), stride.hpp
  C++: tuple_arithmetic.hpp idx2crd
  idx2crd(19, (4,8), (8,1)) == (2,3)
  idx2crd(19, (4,(2,4)), (1,(4,8))) == (3,(0,2))
  idx2crd(19, (4,8), (8,0)) is refused: stride_positive)",
       [](Call const& in) { return answer(idx2crd(in.integer(0), in.shape(1), in.tuple(2))); }},
  };
}

}  // namespace colex::cli
