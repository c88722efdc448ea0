# SPDX-License-Identifier: MIT
# The headers and the CMake files; built by Meson, which needs a compiler and nothing else for them.
vcpkg_download_distfile(archive URLS "@URL@" FILENAME "colex-@VERSION@.tar.gz" SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")
set(VCPKG_BUILD_TYPE release)
vcpkg_configure_meson(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -Dauto_features=disabled)
vcpkg_install_meson()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/colex)
vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/share/colex/colexConfig.cmake" "/../../.." "/../..")  # it lies a folder higher now
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
