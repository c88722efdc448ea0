// SPDX-License-Identifier: MIT
// What POSIX and Windows have each in its own way. No other file of the tool without solvers and kernels names a system's header.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace colex::cli {

/// Streams as the tool uses them: a file that may not grow is an answer that cannot be written, and no byte of an answer is changed.
void prepare_streams();

bool on_terminal();    ///< whether standard output is one
int terminal_width();  ///< its columns; 0 where it is no terminal, or they are not known, as on Windows

inline constexpr int kStandardInput = 0;
/// A file to read; negative, with errno set, where it cannot be opened.
int open_to_read(std::string const& path);
void close_file(int file);
/// As POSIX's read, which no signal ends early: the bytes that came, 0 at the end, negative with errno set where reading fails.
std::ptrdiff_t read_some(int file, char* to, std::size_t most);

/// A new folder of temporary files that only this user may open. Throws std::system_error where none can be made.
std::filesystem::path make_folder();

/// The exit status of a program, found along PATH; 127 where there is none of that name. Throws std::system_error where no
/// process can be started. No word holds a quotation mark.
int run_program(std::vector<std::string> const& words);

}  // namespace colex::cli
