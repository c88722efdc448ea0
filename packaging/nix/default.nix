# SPDX-License-Identifier: MIT
# The tool, its proofs and its kernels on the host platform.
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "colex";
  version = "@VERSION@";
  src = pkgs.fetchurl {
    url = "@URL@";
    sha256 = "@SHA256@";
  };
  nativeBuildInputs = with pkgs; [ meson ninja pkg-config python3 ];
  buildInputs = with pkgs; [ fmt nlohmann_json cli11 z3 boost ];
  mesonFlags = [ "-Dtests=disabled" "-Dbench=disabled" ];
  meta = {
    description = "The CuTe layout algebra: every answer is right, or refused by a named condition";
    license = pkgs.lib.licenses.mit;
    mainProgram = "colex";
    platforms = pkgs.lib.platforms.unix;
  };
}
