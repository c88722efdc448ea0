// SPDX-License-Identifier: MIT
// Executes a kernel of PTX beside the judge: ptx_layouts FILE KERNEL GRID BLOCK SHARED [ARGUMENT...], the arguments as of `colex execute --arg`. Of each access of
// each lane the address must be base + layout as the judge says, by the thread, its trips and the launch's arguments, the thread must have passed as many barriers, and
// may make the access. Prints accesses that were compared, those among them whose base is a number, and the others; what the judge says of races and of bounds, and
// how many of these the executor finds. FILE=OTHER executes the other one, in which only numbers may differ.
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

#include "cli/execute_arguments.hpp"
#include "code/inspect.hpp"
#include "code/ptx/execute.hpp"
#include "code/trips.hpp"
#include "operations/failure.hpp"

namespace {

using namespace colex;
using namespace colex::code;

class Check : public ptx::PtxObserver {
 public:
  Check(Inspector& of, LaunchShape const& shape) : of_(of), shape_(shape) {
    for (InspectedAccess const& a : of.result().accesses) known_[a.access.instruction].push_back(&a);
  }

  std::uint64_t compared = 0, numbers = 0, others = 0;

  void executes(std::uint64_t block, unsigned warp, std::uint32_t at, std::uint32_t lanes) override {
    Walk& walk = of_.walk();
    bases_.clear();
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      Thread& t = threads_[{block, warp * 32 + lane}];
      if (t.started && t.last == at) continue;  // it waited
      if (walk.is_head(at)) t.trips[at] = t.started && walk.is_in_loop(t.last, at) ? t.trips[at] + 1 : 0;
      t.barriers += t.passes_barrier ? 1 : 0;
      t.passes_barrier = of_.program()[at].flow.is_barrier, t.started = true, t.last = at;
    }
  }

  void accesses(std::uint64_t block, unsigned warp, std::uint32_t at, unsigned lane, bool is_shared,
                std::uint64_t address) override {
    unsigned const thread = warp * 32 + lane;
    Thread const& t = threads_[{block, thread}];
    for (InspectedAccess const* const a : known_[at]) {
      if (a->access.is_lds != is_shared) continue;
      if (!a->undecided.empty()) return void(++others);
      if (!may_make(a->access.when, 32, thread)) wrong(at, fmt::format("thread {} makes it", thread));
      ++compared;
      for (AccessForm const& form : a->forms)
        if (fits(form, block, thread, t, address)) return;
      wrong(at, fmt::format("thread {} of block {}: no form of the judge gives {:#x} behind {} barriers",
                            thread, block, address, t.barriers));
    }
    wrong(at, "an access that the judge did not see");
  }

 private:
  struct Thread {
    std::map<std::uint32_t, std::uint64_t> trips{};
    std::uint64_t barriers = 0;
    std::uint32_t last = 0;
    bool started = false, passes_barrier = false;
  };

  bool fits(AccessForm const& form, std::uint64_t block, unsigned thread, Thread const& t,
            std::uint64_t address) {
    auto const number = [&](Term term) { return number_of(term, block, thread, t); };
    if (auto const epoch = number(form.epoch); epoch && *epoch != t.barriers) return false;
    std::uint64_t rest = address - form.constant - static_cast<std::uint64_t>(form.offsets[thread]),
                  of_base = 0;
    for (Pitch const& pitch : form.pitches) {
      auto const by = number(pitch.by);
      if (!by) return ++others, --compared, true;
      rest -= *by * static_cast<std::uint64_t>(pitch.times[thread]);
    }
    rest &= all_ones(form.address->width);
    bool is_number = true;
    for (Summand const& s : form.base) {
      auto const value = number(s.term);
      is_number = is_number && value.has_value();
      of_base += s.factor * value.value_or(0);
    }
    // A base that is not known is that of the lanes before.
    if (!is_number)
      return form.base_of_wave || bases_.try_emplace({t.last, &form}, rest).first->second == rest;
    numbers += rest == (of_base & all_ones(form.address->width)) ? 1 : 0;
    return rest == (of_base & all_ones(form.address->width));
  }

  std::optional<std::uint64_t> number_of(Term term, std::uint64_t block, unsigned thread, Thread const& t) {
    return Evaluation([&](Term leaf) -> std::optional<std::uint64_t> {
      std::uint64_t value = 0;
      switch (leaf->leaf) {
        case Leaf::lane:
          return thread % 32;
        case Leaf::wave:
          return thread / 32;
        case Leaf::block:
          return leaf->first == 0   ? block % shape_.grid[0]
                 : leaf->first == 1 ? block / shape_.grid[0] % shape_.grid[1]
                                    : block / shape_.grid[0] / shape_.grid[1];
        case Leaf::packet:
          return shape_.grid[leaf->first];
        case Leaf::argument:
          if (leaf->first >= shape_.arguments.size()) return {};
          std::memcpy(&value, shape_.arguments.data() + leaf->first,
                      std::min<std::size_t>(8, shape_.arguments.size() - leaf->first));
          return value;
        case Leaf::trip:
          if (auto const trip = t.trips.find(of_.walk().instruction_of(leaf->first)); trip != t.trips.end())
            return trip->second;
          return {};
        default:
          return {};
      }
    })(term);
  }

  [[noreturn]] void wrong(std::uint32_t at, std::string const& what) {
    throw std::runtime_error(fmt::format("the judge is wrong: {}: {}", of_.place(at), what));
  }

  Inspector& of_;
  LaunchShape const& shape_;
  std::map<std::uint32_t, std::vector<InspectedAccess const*>> known_{};
  std::map<std::pair<std::uint64_t, unsigned>, Thread> threads_{};
  std::map<std::pair<std::uint32_t, AccessForm const*>, std::uint64_t> bases_{};
};

std::array<std::uint32_t, 3> three(std::string const& text) {
  std::array<std::uint32_t, 3> r{1, 1, 1};
  std::istringstream in(text);
  std::string one;
  for (std::size_t k = 0; k < 3 && std::getline(in, one, ','); ++k)
    r[k] = static_cast<std::uint32_t>(std::stoul(one));
  return r;
}

void run(int count, char** words) {
  std::string const given = words[1], judged = given.substr(0, given.find('=')),
                    executed = given.substr(given.find('=') + 1);  // the whole where there is none
  auto const read = [](std::string const& name) {
    std::ifstream file(name);
    return ptx::read_module(name, std::string(std::istreambuf_iterator<char>(file), {}));
  };
  ptx::Module const module = read(judged), other = read(executed);
  ptx::Entry const& entry = module.entry(words[2]);
  LaunchShape shape;
  shape.grid = three(words[3]), shape.block = three(words[4]);
  shape.dynamic_lds = static_cast<std::uint32_t>(std::stoul(words[5]));
  InspectOptions options;
  options.block = shape.block, options.dynamic_lds = shape.dynamic_lds;
  Inspector inspector(module, entry, options);
  if (!inspector.is_walked()) throw cli::InputError("not understood");
  for (auto const schedule : {Schedule::in_order, Schedule::adversarial}) {
    ptx::PtxLaunch launch;
    cli::ExecuteArguments arguments(launch.memory, 1);
    shape.arguments.assign(entry.parameter_bytes, 0), shape.schedule = schedule;
    for (std::size_t k = 0; k < entry.parameters.size(); ++k) {
      if (static_cast<int>(6 + k) >= count) throw cli::InputError("an argument is missing");
      auto const value = arguments.read(words[6 + k]);
      if (value.size() != entry.parameters[k].bytes)
        throw cli::InputError(fmt::format("argument {} has {} bytes", k + 1, entry.parameters[k].bytes));
      std::copy(value.begin(), value.end(),
                shape.arguments.begin() + static_cast<std::ptrdiff_t>(entry.parameters[k].offset));
    }
    Check check(inspector, shape);
    launch.observer = &check;
    ptx::execute(launch, other, other.entry(words[2]), shape);
    int races = 0, outside = 0;
    for (Finding const& f : launch.report.findings) {
      bool const is_shared = f.detail.find("shared memory") != std::string::npos;
      races += f.defect == Defect::early_use || (f.defect == Defect::data_race && is_shared) ? 1 : 0;
      outside += f.defect == Defect::out_of_bounds && is_shared ? 1 : 0;
    }
    auto const said = [](Judgement const& j) { return j.verdict == Verdict::holds ? "holds" : "undecided"; };
    auto const& result = inspector.result();
    fmt::print("{} {} {} {} {} {} {}\n", check.compared, check.numbers, check.others, said(result.race_free),
               races, said(result.in_bounds), outside);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 6) return 2;
  try {
    run(count, words);
    return 0;
  } catch (cli::Failure const& why) {
    fmt::print("{}\n", why.message);
  } catch (std::exception const& why) {
    fmt::print("{}\n", why.what());
  }
  return 1;
}
