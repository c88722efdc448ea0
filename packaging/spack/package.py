# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.python import PythonPackage

from spack.package import *


class PyColexLayouts(PythonPackage):
    """The CuTe layout algebra: every answer is right, or refused by a named condition."""

    pypi = "colex-layouts/colex_layouts-@VERSION@.tar.gz"

    license("MIT")

    version("@VERSION@", sha256="@SHA256@")

    variant("prove", default=True, description="Questions with unknowns")

    depends_on("cxx", type="build")
    depends_on("python@3.10:", type=("build", "run"))
    depends_on("py-scikit-build-core@0.10:", type="build")
    depends_on("py-nanobind@2.4:", type="build")
    depends_on("cmake@3.18:", type="build")
    depends_on("ninja", type="build")
    depends_on("z3@4.12:+python", type="run", when="+prove")
