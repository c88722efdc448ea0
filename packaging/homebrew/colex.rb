# SPDX-License-Identifier: MIT
class Colex < Formula
  desc "CuTe layout algebra: every answer is right, or refused by a named condition"
  homepage "https://pypi.org/project/colex-layouts/"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "boost"
  depends_on "cli11"
  depends_on "fmt"
  depends_on "nlohmann-json"
  depends_on "z3"

  def install
    system "meson", "setup", "build", "-Dtests=disabled", "-Dbench=disabled", *std_meson_args
    system "meson", "compile", "-C", "build", "--verbose"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_equal "(3,2):(1,12)\n", shell_output("#{bin}/colex complement 4:3 24")
  end
end
