// SPDX-License-Identifier: MIT
// The tail of the normal distribution, of which GELU by erf is made: for z >= 0 and Z so distributed,
// P(Z > z) = erfc(z / sqrt 2) / 2 = e^(-z^2 / 2) r Q(r), where r = 1 / (z + shift) and Q is a polynomial.
//
// The coefficients are ours: Remez' exchange in 50 digits, of least relative error, for z up to the largest of which the
// tail is a normal number of the type. `error` is that of the polynomial before its coefficients are rounded.
#pragma once

namespace colex::gpu {

/// c[0] + u (c[1] + u (c[2] + and so on)): no loop, so that every coefficient is a constant on devices, too.
template <class Table, int k = 0, class T>
constexpr T polynomial(T u) {
  constexpr T own = static_cast<T>(Table::coefficients[k]);
  if constexpr (k + 1 == sizeof(Table::coefficients) / sizeof(Table::coefficients[0]))
    return own;
  else
    return own + polynomial<Table, k + 1>(u) * u;
}

/// Of u = (r - center) scale, which is from -1 to 1. `beyond`: from there on the tail counts as 0.
template <class T>
struct NormalTail;
template <>
struct NormalTail<float> {
  static constexpr double error = 3.9e-8;
  static constexpr float shift = 3, center = 0.197530864f, scale = 7.36363636f, beyond = 13.16f;
  static constexpr float coefficients[] = {0.831578961f,    0.488140151f,    0.168437202f,
                                           0.0201725558f,   -0.00712396395f, -0.00185787499f,
                                           0.000584886771f, 0.000121183796f, -5.30435331e-5f};
};
template <>
struct NormalTail<double> {
  static constexpr double error = 1.3e-16;
  static constexpr double shift = 6, center = 0.094774980930587337, scale = 13.909814323607427,
                          beyond = 37.62;
  static constexpr double coefficients[] = {
      0.88550041961204613,    0.76238939850683017,    0.57616358580482237,    0.38149140153803579,
      0.2199661002786643,     0.10915349702801279,    0.045638977974789061,   0.015447572538075314,
      0.0038668016522659575,  0.00051674914686444359, -7.3013695448919637e-5, -5.5645745062345395e-5,
      -9.05107179398776e-6,   2.1529329474921943e-6,  1.1393370882149582e-6,  1.3221096842556964e-8,
      -9.5221674513959834e-8, -1.1407805223319631e-8, 6.8743965902086597e-9,  1.0365239625053308e-9,
      -3.4067316989983566e-10};
};

/// Of r itself, with fewer terms.
struct QuickNormalTail {
  static constexpr double error = 9e-7;
  static constexpr float shift = 2.8f;
  static constexpr float coefficients[] = {0.399258496f, 1.1002391f,   3.09090393f, 1.32053411f,
                                           32.624948f,   -87.2573391f, 62.4601578f};
};

}  // namespace colex::gpu
