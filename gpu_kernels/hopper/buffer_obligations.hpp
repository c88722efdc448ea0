// SPDX-License-Identifier: MIT
// The order in which a warpgroup fills its buffers and has TMA store them, for any number of boxes: the shipped step
// store_through() (result_box.hpp) is run on symbols, as the thread that stores takes it and as the others do.
//
// Boxes of a block are counted through: box n is box `stage` of lap `lap`, and its buffer is number `stage`. The thread
// that stores closes a group for each, so that at box n it has closed n, and a wait that leaves `pending` of them open
// means that the first n - pending have been read. Proved of each step:
//   who writes to a buffer does so after a barrier that the storing thread has passed since it waited for the last box
//   that was stored from there; TMA reads a buffer after a barrier that all threads have passed since they wrote and
//   fenced; each box is written and stored once; all threads pass the same barriers; the next box has the next buffer.
//
// Memory, as the PTX ISA has it: wait_group.read returns when the sources of all groups but the latest ones have been
// read ("Data Movement and Conversion Instructions: cp.async.bulk.wait_group"); bulk copies read shared memory by the
// async proxy, which sees what was written before fence.proxy.async ("membar / fence"); bar.sync orders what the
// threads did before it ("Parallel Synchronization and Communication Instructions: bar").
#pragma once

#include <vector>

#include "hopper/result_box.hpp"
#include "lemmas/division.hpp"
#include "sym/proof.hpp"

namespace colex::gpu::hopper {

struct ShippedStores {
  template <int buffers, class Int, class Ops>
  static void store_through(Ops& ops, Int& buffer, Int const& box) {
    hopper::store_through<buffers>(ops, buffer, box);
  }
};

template <class Roles, int buffers>
class BufferObligation {
  using Integer = sym::Integer;
  using Boolean = sym::Boolean;

 public:
  static void prove(sym::Proof& p) {
    BufferObligation(p).step("a box, for the thread that stores", true);
    BufferObligation(p).step("a box, for another thread", false);
  }

 private:
  explicit BufferObligation(sym::Proof& proof) : p(proof) {}
  sym::Proof& p;
  Integer const zero{0}, one{1};

  enum class Act { wait, sync, write, fence, store };
  struct Said {
    Act act;
    Integer buffer{0}, box{0};
    int pending = 0;
  };
  struct Script {
    bool leader = false;
    std::vector<Said> said{};
    bool leads() const { return leader; }
    template <int pending>
    void wait_read() {
      said.push_back({Act::wait, Integer(0), Integer(0), pending});
    }
    void sync() { said.push_back({Act::sync}); }
    void write(Integer const& buffer, Integer const& box) { said.push_back({Act::write, buffer, box}); }
    void fence() { said.push_back({Act::fence}); }
    void store(Integer const& buffer, Integer const& box) { said.push_back({Act::store, buffer, box}); }
  };

  void step(char const* name, bool leader) {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), box = p.integer("box");
    Integer const before = p.integer("before");
    Integer const all{buffers};
    p.part(name, {lap >= zero, stage >= zero, stage < all, before >= zero, before < lap}, [&] {
      Integer buffer = stage;
      auto const said = p.shipped("store_through", [&] {
        Script script{leader};
        Roles::template store_through<buffers>(script, buffer, box);
        return script.said;
      });
      Integer const number = lap * all + stage, last = before * all + stage;
      int syncs = 0, writes = 0, stores = 0;
      bool free = !leader, told = false, fenced = false, seen = false;  // others are told by the barrier
      for (Said const& it : said) {
        if (it.act == Act::wait) {
          p.claim("one thread waits", Boolean(leader));
          p.claim("an earlier box of this buffer is among those that have been read",
                  last + one <= number - Integer(it.pending));
          free = true;
        } else if (it.act == Act::sync) {
          ++syncs;
          told = told || (free && writes == 0), seen = seen || fenced;
        } else if (it.act == Act::write) {
          p.claim("it is written after all know that it has been read", Boolean(told && stores == 0));
          p.claim("it is this box, in its buffer", both(it.buffer == stage, it.box == box));
          ++writes, fenced = false;
        } else if (it.act == Act::fence) {
          fenced = writes == 1;
        } else {
          p.claim("one thread stores, after all have written and fenced",
                  Boolean(leader && seen && syncs == 2));
          p.claim("what was written", both(it.buffer == stage, it.box == box));
          ++stores;
        }
      }
      p.claim("it is written once, and fenced before the second barrier",
              Boolean(writes == 1 && seen && syncs == 2));
      p.claim("it is stored once", Boolean(stores == (leader ? 1 : 0)));
      Integer const next = stage + one == all ? lap + one : lap;
      p.claim("the next box has the next buffer",
              both(buffer >= zero, buffer < all, next * all + buffer == number + one));
    });
  }
};

}  // namespace colex::gpu::hopper
