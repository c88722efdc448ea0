// SPDX-License-Identifier: MIT
// The reader of PTX (manual, chapters "Syntax", "State Spaces, Types, and Variables" and "Directives").
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "code/ptx/lexer.hpp"
#include "code/ptx/module.hpp"
#include "code/shadow.hpp"

namespace colex::code::ptx {

namespace {

using cli::InputError;
using Kind = Token::Kind;
constexpr std::uint64_t kMostVariableBytes = std::uint64_t{1} << 28;
constexpr std::size_t kMostScopes = 256, kMostSlots = 1u << 20;

/// Directives that change nothing of what a kernel does: of speed, of debugging, of linking.
constexpr std::string_view kDropped[] = {".maxnctapersm", ".noreturn", ".maxclusterrank", ".visible",
                                         ".weak",         ".common",   ".extern",         ".language"};
bool is_dropped(std::string_view word) {
  return std::find(std::begin(kDropped), std::end(kDropped), word) != std::end(kDropped);
}

struct Type {
  std::uint8_t bits = 0;
  bool is_float = false;
};
std::optional<Type> type_of(std::string_view word) {
  static std::unordered_map<std::string_view, Type> const all{
      {".b8", {8, false}},     {".u8", {8, false}},      {".s8", {8, false}},    {".b16", {16, false}},
      {".u16", {16, false}},   {".s16", {16, false}},    {".f16", {16, false}},  {".bf16", {16, false}},
      {".b32", {32, false}},   {".u32", {32, false}},    {".s32", {32, false}},  {".f32", {32, true}},
      {".f16x2", {32, false}}, {".bf16x2", {32, false}}, {".tf32", {32, false}}, {".b64", {64, false}},
      {".u64", {64, false}},   {".s64", {64, false}},    {".f64", {64, true}},   {".pred", {1, false}},
      {".u16x2", {32, false}}, {".s16x2", {32, false}}};
  auto const found = all.find(word);
  if (found == all.end()) return {};
  return found->second;
}

/// Special registers that are known, and their widths.
std::optional<std::uint8_t> special_width(std::string_view name) {
  static std::unordered_map<std::string_view, std::uint8_t> const all = [] {
    std::unordered_map<std::string_view, std::uint8_t> r{
        {"%laneid", 32},           {"%warpid", 32},
        {"%nwarpid", 32},          {"%lanemask_eq", 32},
        {"%lanemask_le", 32},      {"%lanemask_lt", 32},
        {"%lanemask_ge", 32},      {"%lanemask_gt", 32},
        {"%gridid", 64},           {"%dynamic_smem_size", 32},
        {"%total_smem_size", 32},  {"%cluster_ctarank", 32},
        {"%cluster_nctarank", 32}, {"%is_explicit_cluster", 1}};
    for (std::string_view one : {"%tid.x",
                                 "%tid.y",
                                 "%tid.z",
                                 "%ntid.x",
                                 "%ntid.y",
                                 "%ntid.z",
                                 "%ctaid.x",
                                 "%ctaid.y",
                                 "%ctaid.z",
                                 "%nctaid.x",
                                 "%nctaid.y",
                                 "%nctaid.z",
                                 "%clusterid.x",
                                 "%clusterid.y",
                                 "%clusterid.z",
                                 "%nclusterid.x",
                                 "%nclusterid.y",
                                 "%nclusterid.z",
                                 "%cluster_ctaid.x",
                                 "%cluster_ctaid.y",
                                 "%cluster_ctaid.z",
                                 "%cluster_nctaid.x",
                                 "%cluster_nctaid.y",
                                 "%cluster_nctaid.z"})
      r.emplace(one, 32);
    return r;
  }();
  auto const found = all.find(name);
  if (found == all.end()) return {};
  return found->second;
}

constexpr char const* kNoCalls = "calls of functions are not read";

/// Thrown where an operand is of a form that is not read: the instruction is refused when it is reached.
struct NotRead {
  std::string why;
};

class Reader {
 public:
  Reader(std::string const& name, std::string_view text) : in_(name, text) {}

  Module module() {
    while (in_.peek().kind != Kind::end) statement();
    if (module_.version.empty()) in_.fail(in_.peek(), ".version is missing");
    return std::move(module_);
  }

 private:
  struct Family {
    std::uint32_t count = 0;
    std::uint8_t width = 32;
  };
  struct Jump {
    std::uint32_t instruction;
    std::string label;
  };
  struct Scope {
    std::unordered_map<std::string, std::int32_t> slots{};
    std::unordered_map<std::string, Family> families{};
    std::unordered_map<std::string, std::uint32_t> labels{};
    std::unordered_map<std::string, std::string> variables{};  // as written -> as kept
    std::unordered_set<std::string> of_calls{};                // parameters of calls, and their results
    std::vector<Jump> jumps{};
    Token open{};
  };

  void statement() {
    Token const first = in_.peek();
    if (first.kind != Kind::word) in_.fail(first, "a directive is expected");
    std::string_view const word = first.text;
    if (word != ".version" && module_.version.empty()) in_.fail(first, "a file of PTX begins with .version");
    if (word == ".version") return version();
    if (word == ".target") return target();
    if (word == ".address_size") {
      in_.take();
      if (number() != 64) in_.fail(first, "addresses of 32 bits are not read");
    } else if (word == ".file") {
      file();
    } else if (word == ".loc") {
      in_.skip_line();
    } else if (word == ".section") {
      in_.take(), in_.take(), in_.skip_braces();
    } else if (word == ".pragma" || word == ".alias") {
      to_semicolon();
    } else if (word == ".entry") {
      in_.take(), entry(first);
    } else if (word == ".func") {
      function();
    } else if (word == ".global" || word == ".const" || word == ".shared") {
      variables(module_.variables, is_external_, nullptr);
      is_external_ = false;
    } else if (word == ".visible" || word == ".weak" || word == ".common" || word == ".extern") {
      is_external_ = word == ".extern";
      in_.take();
    } else {
      in_.fail(first, "this directive is not known");
    }
  }

  void version() {
    Token const at = in_.take();
    if (!module_.version.empty()) in_.fail(at, "a second .version");
    module_.version = in_.take().text;
    int major = 0;
    std::from_chars(module_.version.data(), module_.version.data() + module_.version.size(), major);
    if (major < 7 || major > 9)
      in_.fail(at.line, ".version " + module_.version, "PTX of version 7.0 to 9.x is read");
  }
  void target() {
    in_.take();
    Token const at = in_.peek();
    module_.target = in_.word("a target");
    if (!module_.target.starts_with("sm_")) in_.fail(at, "the target is not sm_ and a number");
    while (in_.accept(",")) in_.word("a target's option");
  }
  void file() {
    in_.take();
    std::uint64_t const n = number();
    Token const name = in_.take();
    if (name.kind != Kind::string || n > 65535) in_.fail(name, "a file's name is expected");
    if (module_.files.size() <= n) module_.files.resize(n + 1);
    module_.files[n] = std::string(name.text.substr(name.text.rfind('/') + 1));
    while (in_.accept(",")) in_.take();
  }
  void to_semicolon() {
    Token const from = in_.peek();
    while (!in_.peek().is(";")) {
      if (in_.peek().kind == Kind::end) in_.fail(from, "no semicolon follows");
      in_.take();
    }
    in_.take();
  }
  /// Functions are not executed: a call of one is refused when it is reached.
  void function() {
    Token const from = in_.take();
    while (!in_.peek().is(";") && !in_.peek().is("{")) {
      if (in_.peek().kind == Kind::end) in_.fail(from, "the function has no body");
      in_.take();
    }
    if (in_.peek().is("{"))
      in_.skip_braces();
    else
      in_.take();
  }

  std::optional<std::uint64_t> literal(std::string_view text, bool as_f64) const {
    auto const hex = [&](std::string_view digits) -> std::optional<std::uint64_t> {
      std::uint64_t v = 0;
      auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), v, 16);
      if (error != std::errc{} || end != digits.data() + digits.size()) return {};
      return v;
    };
    if (text.size() > 2 && text[0] == '0') {
      char const kind = text[1];
      if (kind == 'f' || kind == 'F') return text.size() == 10 ? hex(text.substr(2)) : std::nullopt;
      if (kind == 'd' || kind == 'D') return text.size() == 18 ? hex(text.substr(2)) : std::nullopt;
    }
    bool const is_hex = text.starts_with("0x") || text.starts_with("0X");
    if (!is_hex && text.find_first_of(".eE") != text.npos) {
      double v = 0;
      auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
      if (error != std::errc{} || end != text.data() + text.size()) return {};
      return as_f64 ? std::bit_cast<std::uint64_t>(v) : std::bit_cast<std::uint32_t>(static_cast<float>(v));
    }
    if (text.ends_with("U")) text.remove_suffix(1);
    int base = 10;
    if (is_hex)
      base = 16, text.remove_prefix(2);
    else if (text.starts_with("0b") || text.starts_with("0B"))
      base = 2, text.remove_prefix(2);
    else if (text.size() > 1 && text[0] == '0')
      base = 8, text.remove_prefix(1);
    std::uint64_t v = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), v, base);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return v;
  }
  std::uint64_t number() {
    Token const t = in_.take();
    auto const v = t.kind == Kind::number ? literal(t.text, true) : std::nullopt;
    if (!v) in_.fail(t, "a number is expected");
    return *v;
  }

  // Variables.

  /// ".align 16 .v4 .f32": bytes of an element, and alignment.
  struct Declared {
    std::uint64_t bytes = 0;
    std::uint32_t alignment = 0;
    Type type{};
    bool is_pointer = false;
  };
  Declared declared() {
    Declared r;
    std::uint64_t elements = 1;
    Token const from = in_.peek();
    for (;;) {
      Token const t = in_.peek();
      if (t.is(".align")) {
        in_.take();
        std::uint64_t const by = number();
        if (!std::has_single_bit(by) || by > 1024) in_.fail(t, "an alignment is a power of two up to 1024");
        if (!r.is_pointer)
          r.alignment = static_cast<std::uint32_t>(by);  // behind .ptr it is the pointed-to array's
      } else if (t.is(".v2") || t.is(".v4")) {
        in_.take(), elements = static_cast<std::uint64_t>(t.text[2] - '0');
      } else if (t.is(".ptr")) {
        in_.take(), r.is_pointer = true;
      } else if (r.is_pointer && (t.is(".global") || t.is(".shared") || t.is(".const") || t.is(".local"))) {
        in_.take();
      } else if (t.is(".attribute")) {
        in_.take(), in_.expect("(");
        while (!in_.peek().is(")") && in_.peek().kind != Kind::end) in_.take();
        in_.expect(")");
      } else if (auto const type = type_of(t.text); type && t.kind == Kind::word && r.bytes == 0) {
        if (type->bits < 8) in_.fail(t, "no variable is of this type");
        in_.take(), r.type = *type, r.bytes = type->bits / 8;
      } else if (t.kind == Kind::word && t.text.starts_with(".")) {
        in_.fail(t, "a variable of this kind is not read");
      } else {
        break;
      }
    }
    if (r.bytes == 0) in_.fail(from, "a type is expected");
    r.bytes *= elements;
    if (r.alignment == 0) r.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(r.bytes, 16));
    return r;
  }
  /// "[4][8]"; zero where an extent is left out.
  std::uint64_t extents() {
    std::uint64_t r = 1;
    while (in_.accept("[")) {
      Token const at = in_.peek();
      std::uint64_t const n = at.is("]") ? 0 : number();
      if (n > kMostVariableBytes) in_.fail(at, "a variable of more than 2^28 bytes");
      r *= n;
      if (r > kMostVariableBytes) in_.fail(at, "a variable of more than 2^28 bytes");
      in_.expect("]");
    }
    return r;
  }
  /// A declaration of any space but registers. In a kernel, names are kept apart by their scope.
  void variables(std::vector<Variable>& to, bool is_external, Scope* scope) {
    Token const first = in_.take();
    Space const space = first.is(".global")  ? Space::global
                        : first.is(".const") ? Space::constant
                        : first.is(".local") ? Space::local
                                             : Space::shared;
    Declared const of = declared();
    do {
      Token const at = in_.peek();
      std::string const name = in_.word("a name");
      Variable v{name, space, of.bytes, of.alignment, 0, is_external, false, {}, {}, at.line};
      v.bytes *= extents();
      if (v.bytes > kMostVariableBytes) in_.fail(at, "a variable of more than 2^28 bytes");
      if (in_.accept("=")) initialiser(v, of);
      if (v.bytes == 0) v.is_external = true;
      if (scope != nullptr) {
        v.name = fmt::format("{}#{}", name, variable_number_++);
        scope->variables[name] = v.name;
      } else if (!global_names_.emplace(name, 0).second && !is_external) {
        auto const known = std::find_if(to.begin(), to.end(), [&](auto const& o) { return o.name == name; });
        if (known == to.end() || !known->is_external) in_.fail(at, "a second variable of that name");
        *known = v;
        continue;
      }
      to.push_back(std::move(v));
    } while (in_.accept(","));
    in_.expect(";");
  }
  void initialiser(Variable& v, Declared const& of) {
    Token const from = in_.peek();
    std::size_t depth = 0;
    std::uint64_t const each = of.type.bits / 8;
    do {
      if (in_.accept("{")) {
        ++depth;
        continue;
      }
      while (depth > 0 && in_.accept("}")) --depth;
      in_.accept(",");
      if (depth == 0 && !v.initial.empty()) break;
      if (in_.peek().is("}") || in_.peek().is("{")) continue;
      bool const negative = in_.accept("-");
      Token const t = in_.take();
      std::uint64_t value = 0;
      if (t.kind == Kind::number) {
        auto const read = literal(t.text, of.type.bits == 64);
        if (!read) in_.fail(t, "a number is expected");
        bool const decimal =
            of.type.is_float && t.text.find_first_of(".eE") != t.text.npos && !t.text.starts_with("0");
        value = *read;
        if (negative) value = decimal ? value ^ std::uint64_t{1} << (of.type.bits - 1) : 0 - value;
      } else if (t.kind == Kind::word && each == 8) {
        std::string name(t.text);
        bool const generic = name == "generic" && in_.accept("(");
        if (generic) name = in_.word("a name"), in_.expect(")");
        if (in_.accept("+")) value = number();
        v.addresses.emplace_back(v.initial.size(), name);
      } else {
        in_.fail(t, "an initialiser of this form is not read");
      }
      if (v.initial.size() + each > kMostVariableBytes) in_.fail(t, "a variable of more than 2^28 bytes");
      for (std::uint64_t k = 0; k < each; ++k) v.initial.push_back(static_cast<std::uint8_t>(value >> 8 * k));
    } while (depth > 0);
    if (v.bytes == 0) v.bytes = v.initial.size();
    if (v.initial.size() > v.bytes) in_.fail(from, "more initial values than elements");
    v.initial.resize(v.bytes);
  }

  // Kernels.

  void entry(Token const& first) {
    entry_ = {};
    entry_.line = first.line;
    entry_.name = in_.word("the kernel's name");
    is_external_ = false;
    for (Entry const& known : module_.entries)
      if (known.name == entry_.name) in_.fail(first.line, entry_.name, "a second kernel of that name");
    if (in_.accept("(")) {
      while (!in_.accept(")")) {
        Token const at = in_.peek();
        in_.expect(".param");
        Declared const of = declared();
        Variable v{in_.word("a parameter's name"),
                   Space::parameter,
                   of.bytes,
                   of.alignment,
                   0,
                   false,
                   of.is_pointer,
                   {},
                   {},
                   at.line};
        v.bytes *= extents();
        v.offset = (entry_.parameter_bytes + v.alignment - 1) / v.alignment * v.alignment;
        entry_.parameter_bytes = v.offset + v.bytes;
        if (entry_.parameter_bytes > 32764) in_.fail(at, "more than 32764 bytes of parameters");
        entry_.parameters.push_back(std::move(v));
        if (!in_.peek().is(")")) in_.expect(",");
      }
    }
    directives();
    if (in_.accept(";")) return;  // a declaration
    body();
    module_.entries.push_back(std::move(entry_));
  }
  void directives() {
    while (!in_.peek().is("{") && !in_.peek().is(";")) {
      Token const t = in_.take();
      std::array<std::uint64_t, 3> n{1, 1, 1};
      auto const numbers = [&] {
        std::size_t k = 0;
        do {
          if (k == 3) in_.fail(t, "more than three numbers");
          n[k] = number();
          if (n[k++] > 1u << 24) in_.fail(t, "a number that large is not read");
        } while (in_.accept(","));
      };
      if (t.is(".maxntid") || t.is(".reqntid")) {
        numbers();
        entry_.most_threads =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(n[0] * n[1] * n[2], 1u << 20));
        if (t.is(".reqntid"))
          for (std::size_t k = 0; k < 3; ++k) entry_.required[k] = static_cast<std::uint32_t>(n[k]);
      } else if (t.is(".reqnctapercluster")) {
        numbers();
        for (std::size_t k = 0; k < 3; ++k) entry_.cluster[k] = static_cast<std::uint32_t>(n[k]);
      } else if (t.is(".maxnreg") || t.is(".minnctapersm")) {
        numbers();
        (t.is(".maxnreg") ? entry_.most_registers : entry_.least_blocks) = static_cast<std::uint32_t>(n[0]);
      } else if (t.is(".explicitcluster") || t.is(".blocksareclusters")) {
      } else if (t.is(".pragma")) {
        while (!in_.peek().is(";") && in_.peek().kind != Kind::end) in_.take();
        in_.expect(";");
      } else if (is_dropped(t.text)) {
        if (in_.peek().kind == Kind::number) numbers();
      } else {
        in_.fail(t, "this directive of a kernel is not known");
      }
    }
  }

  void body() {
    scopes_.clear();
    file_ = line_ = 0;
    constants_.clear(), addresses_.clear();
    open_scope();
    while (!scopes_.empty()) {
      Token const t = in_.peek();
      if (t.kind == Kind::end) in_.fail(scopes_.back().open, "the brace is not closed");
      if (t.is("{")) {
        open_scope();
      } else if (t.is("}")) {
        in_.take(), close_scope();
      } else if (t.is(";")) {
        in_.take();
      } else if (t.is(".reg")) {
        registers();
      } else if (t.is(".loc")) {
        location();
      } else if (t.is(".file")) {
        file();
      } else if (t.is(".pragma")) {
        to_semicolon();
      } else if (t.is(".shared") || t.is(".local") || t.is(".const") || t.is(".global")) {
        variables(entry_.variables, false, &scopes_.back());
      } else if (t.is(".extern") || t.is(".visible") || t.is(".weak")) {
        in_.take();
      } else if (t.is(".section")) {
        in_.take(), in_.take(), in_.skip_braces();
      } else if (t.is(".param")) {  // of a call, which is refused when it is reached
        in_.take(), declared();
        do scopes_.back().of_calls.insert(in_.word("a name")), extents();
        while (in_.accept(","));
        in_.expect(";");
      } else if (t.is(".branchtargets") || t.is(".calltargets") || t.is(".callprototype")) {
        to_semicolon();  // of an indirect branch or call, which is refused when it is reached
      } else if (t.kind == Kind::word && t.text.starts_with(".")) {
        in_.fail(t, "this directive is not known");
      } else {
        label_or_instruction();
      }
    }
    if (entry_.instructions.size() > kMostInstructions)
      in_.fail(entry_.line, entry_.name, fmt::format("more than {} instructions", kMostInstructions));
    find_meetings(entry_.instructions);
  }
  void open_scope() {
    Token const t = in_.expect("{");
    if (scopes_.size() == kMostScopes)
      in_.fail(t, fmt::format("more than {} braces in each other", kMostScopes));
    scopes_.emplace_back().open = t;
  }
  void close_scope() {
    Scope scope = std::move(scopes_.back());
    scopes_.pop_back();
    for (Jump const& jump : scope.jumps) {
      auto const found = scope.labels.find(jump.label);
      Instruction& i = entry_.instructions[jump.instruction];
      if (found != scope.labels.end())
        i.target = found->second;
      else if (!scopes_.empty())
        scopes_.back().jumps.push_back(jump);
      else
        in_.fail(i.line, i.text, fmt::format("no label '{}' is there", jump.label));
    }
  }
  void location() {
    in_.take();
    file_ = static_cast<std::uint32_t>(number());
    Token const at = in_.peek();
    if (at.kind != Kind::number) in_.fail(at, "a line is expected");
    line_ = static_cast<std::uint32_t>(literal(at.text, false).value_or(0));
    in_.skip_line();
  }
  void registers() {
    in_.take();
    Token const t = in_.take();
    auto const type = type_of(t.text);
    if (!type) in_.fail(t, "a register of this kind is not read");
    do {
      std::string const name = in_.word("a register's name");
      if (in_.accept("<")) {
        Token const at = in_.peek();
        std::uint64_t const n = number();
        if (n > kMostSlots) in_.fail(at, fmt::format("more than {} registers", kMostSlots));
        in_.expect(">");
        scopes_.back().families[name] = {static_cast<std::uint32_t>(n), type->bits};
      } else {
        scopes_.back().slots[name] = new_slot({Slot::Kind::reg, type->bits, 0, name});
      }
    } while (in_.accept(","));
    in_.expect(";");
  }
  std::int32_t new_slot(Slot slot) {
    if (entry_.slots.size() == kMostSlots)
      throw InputError(
          fmt::format("kernel '{}': more than {} registers and constants", entry_.name, kMostSlots));
    entry_.slots.push_back(std::move(slot));
    return static_cast<std::int32_t>(entry_.slots.size() - 1);
  }

  void label_or_instruction() {
    Token const first = in_.peek();
    if (first.kind == Kind::word) {
      in_.take();
      if (in_.accept(":")) {
        auto const here = static_cast<std::uint32_t>(entry_.instructions.size());
        if (!scopes_.back().labels.emplace(std::string(first.text), here).second)
          in_.fail(first, "a second label of that name");
        return;
      }
    }
    instruction(first);
  }
  /// `first` is taken where it is the opcode.
  void instruction(Token const& first) {
    Instruction i;
    i.line = first.line, i.source_file = file_, i.source_line = line_;
    Token opcode = first;
    if (first.is("@")) {
      in_.take();
      i.guard_negated = in_.accept("!");
      Token const at = in_.peek();
      std::string const name = in_.word("a predicate");
      i.guard = find_register(name);
      if (i.guard == kSink || entry_.slots[static_cast<std::size_t>(i.guard)].width != 1)
        in_.fail(at, "no predicate of that name is declared");
      opcode = in_.peek();
      in_.word("an instruction");
    } else if (first.kind != Kind::word) {
      in_.fail(first, "an instruction is expected");
    }
    i.opcode = opcode.text;
    while (in_.peek().kind == Kind::word && in_.peek().text.starts_with('.'))  // blanks may part it
      i.opcode += in_.take().text;
    if (!read_opcode(i.opcode, i.key, i.modes)) in_.fail(opcode, "a part of the opcode stands twice");
    if (i.opcode.starts_with("brx") || i.opcode == "call" || i.opcode.starts_with("call."))
      i.not_read = i.opcode.starts_with("brx") ? "indirect branches are not read" : kNoCalls;
    bool const as_f64 = i.opcode.ends_with(".f64");
    bool const is_branch = i.opcode == "bra" || i.opcode == "bra.uni";
    try {
      if (!i.not_read.empty()) throw NotRead{i.not_read};
      if (is_branch) {
        i.is_uniform = i.opcode == "bra.uni";
        i.opcode = "bra";
        scopes_.back().jumps.push_back(
            {static_cast<std::uint32_t>(entry_.instructions.size()), in_.word("a label")});
      } else if (!in_.peek().is(";")) {
        do i.operands.push_back(operand(as_f64));
        while (in_.accept(","));
      }
      if (!in_.peek().is(";")) throw NotRead{"operands of this form are not read"};
    } catch (NotRead const& why) {
      i.not_read = why.why;
      while (!in_.peek().is(";")) {
        if (in_.peek().kind == Kind::end || in_.peek().is("}") || in_.peek().is("@"))
          if (!in_.peek().is("}") || braces_left_ == 0) in_.fail(opcode, "no semicolon follows");
        braces_left_ += in_.peek().is("{") ? 1 : in_.peek().is("}") ? -1 : 0;
        in_.take();
      }
      braces_left_ = 0;
    }
    i.text = collapsed(in_.text(first.at, in_.peek().at));
    in_.expect(";");
    entry_.instructions.push_back(std::move(i));
  }
  static std::string collapsed(std::string_view text) {
    std::string r;
    for (std::size_t k = 0; k < text.size(); ++k) {
      char const c = text[k];
      if (c == '/' && k + 1 < text.size() && text[k + 1] == '/') {
        while (k < text.size() && text[k] != '\n') ++k;
        continue;
      }
      bool const blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (!blank)
        r += c;
      else if (!r.empty() && r.back() != ' ')
        r += ' ';
    }
    while (!r.empty() && r.back() == ' ') r.pop_back();
    return r;
  }

  // Operands.

  std::int32_t find_register(std::string const& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (auto const found = scope->slots.find(name); found != scope->slots.end()) return found->second;
      std::size_t const digits = name.find_last_not_of("0123456789") + 1;
      if (digits == 0 || digits == name.size()) continue;
      auto const family = scope->families.find(name.substr(0, digits));
      if (family == scope->families.end()) continue;
      std::uint32_t n = 0;
      auto const [end, error] = std::from_chars(name.data() + digits, name.data() + name.size(), n);
      if (error != std::errc{} || n >= family->second.count ||
          (name[digits] == '0' && name.size() > digits + 1))
        continue;
      return scope->slots[name] = new_slot({Slot::Kind::reg, family->second.width, 0, name});
    }
    return kSink;
  }
  std::int32_t constant(std::uint64_t value) {
    auto const [found, is_new] = constants_.emplace(value, 0);
    if (is_new) found->second = new_slot({Slot::Kind::constant, 64, value, {}});
    return found->second;
  }
  std::int32_t address(std::string const& variable, std::uint64_t offset) {
    auto const [found, is_new] = addresses_.emplace(fmt::format("{}+{}", variable, offset), 0);
    if (is_new) found->second = new_slot({Slot::Kind::address, 64, offset, variable});
    return found->second;
  }
  /// The name of a variable as it is kept; empty where there is none.
  std::string variable(std::string const& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (auto const found = scope->variables.find(name); found != scope->variables.end())
        return found->second;
    for (Variable const& v : entry_.parameters)
      if (v.name == name) return name;
    return global_names_.count(name) != 0 ? name : "";
  }
  /// A register, a special register, a number or a variable's address.
  std::int32_t slot(bool as_f64) {
    bool const negative = in_.accept("-");
    Token const t = in_.take();
    if (t.kind == Kind::number) {
      auto const value = literal(t.text, as_f64);
      if (!value) in_.fail(t, "not a number of PTX");
      bool const decimal = t.text.find_first_of(".") != t.text.npos;
      if (!negative) return constant(*value);
      return constant(decimal ? *value ^ std::uint64_t{1} << (as_f64 ? 63 : 31) : 0 - *value);
    }
    if (t.kind != Kind::word || negative) throw NotRead{"operands of this form are not read"};
    if (t.is("_")) return kSink;
    if (t.is("WARP_SZ")) return constant(32);
    std::string const name(t.text);
    if (std::int32_t const found = find_register(name); found != kSink) return found;
    if (auto const width = special_width(name)) {
      auto const [found, is_new] = constants_by_name_.emplace(name, 0);
      if (is_new || static_cast<std::size_t>(found->second) >= entry_.slots.size() ||
          entry_.slots[static_cast<std::size_t>(found->second)].name != name)
        found->second = new_slot({Slot::Kind::special, *width, 0, name});
      return found->second;
    }
    if (std::string const kept = variable(name); !kept.empty()) {
      std::uint64_t offset = 0;
      if (in_.accept("+")) offset = in_.accept("-") ? 0 - number() : number();
      return address(kept, offset);
    }
    for (Scope const& scope : scopes_)
      if (scope.of_calls.contains(name)) throw NotRead{kNoCalls};
    if (name.starts_with("%") && is_special(name))
      throw NotRead{fmt::format("the special register {} is not known", name)};
    in_.fail(t, "nothing of that name is declared");
  }
  static bool is_special(std::string_view name) {
    for (std::string_view one : {"%clock", "%globaltimer", "%envreg", "%pm", "%smid", "%nsmid",
                                 "%reserved_smem", "%aggr_smem", "%current_graph_exec"})
      if (name.starts_with(one)) return true;
    return name == "%tid" || name == "%ntid" || name == "%ctaid" || name == "%nctaid";
  }
  void set_slot(Operand& o, std::int32_t slot) {
    o.slot = slot;
    if (slot != kSink) o.width = entry_.slots[static_cast<std::size_t>(slot)].width;
  }
  /// What stands behind an opening brace.
  void elements(Operand& o, bool as_f64) {
    while (!in_.accept("}")) {
      std::int32_t const one = slot(as_f64);
      o.elements.push_back(one);
      o.widths.push_back(one == kSink ? 0 : entry_.slots[static_cast<std::size_t>(one)].width);
      if (!in_.peek().is("}") && !in_.accept(",")) throw NotRead{"operands of this form are not read"};
    }
  }
  Operand operand(bool as_f64) {
    Operand o;
    if (in_.accept("{")) {
      o.kind = Operand::Kind::vector;
      elements(o, as_f64);
      return o;
    }
    if (in_.accept("[")) {
      o.kind = Operand::Kind::address;
      if (in_.peek().kind == Kind::number || in_.peek().is("-")) {
        o.offset = static_cast<std::int64_t>(in_.accept("-") ? 0 - number() : number());
      } else {
        set_slot(o, slot(false));
        if (in_.accept("+"))
          o.offset = static_cast<std::int64_t>(in_.accept("-") ? 0 - number() : number());
        else if (in_.accept("-"))
          o.offset = static_cast<std::int64_t>(0 - number());
      }
      if (in_.accept(",")) {
        if (!in_.accept("{")) throw NotRead{"an address of this form is not read"};
        elements(o, false);
      }
      if (!in_.accept("]")) throw NotRead{"an address of this form is not read"};
      return o;
    }
    o.negated = in_.accept("!");
    set_slot(o, slot(as_f64));
    if (in_.accept("|")) o.has_second = true, o.second = slot(as_f64);
    return o;
  }

  Lexer in_;
  Module module_{};
  Entry entry_{};
  std::vector<Scope> scopes_{};
  std::unordered_map<std::string, int> global_names_{};
  std::unordered_map<std::uint64_t, std::int32_t> constants_{};
  std::unordered_map<std::string, std::int32_t> addresses_{}, constants_by_name_{};
  std::uint32_t file_ = 0, line_ = 0, variable_number_ = 0;
  int braces_left_ = 0;
  bool is_external_ = false;
};

}  // namespace

Entry const& Module::entry(std::string const& name) const {
  Entry const* found = nullptr;
  for (Entry const& e : entries) {
    if (e.name == name) return e;
    if (e.name.find(name) == e.name.npos) continue;
    if (found != nullptr)
      throw InputError(
          fmt::format("'{}' is a part of the names of several kernels; --list shows them", name));
    found = &e;
  }
  if (found == nullptr)
    throw InputError(fmt::format("there is no kernel '{}'; --list shows those there are", name));
  return *found;
}

bool is_ptx(std::string_view text) {
  static std::string const name;
  try {
    return Lexer(name, text.substr(0, 65536)).peek().is(".version");
  } catch (cli::Failure const&) {
    return false;
  }
}

Module read_module(std::string const& name, std::string_view text) { return Reader(name, text).module(); }

}  // namespace colex::code::ptx
