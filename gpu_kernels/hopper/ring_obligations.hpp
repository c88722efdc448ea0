// SPDX-License-Identifier: MIT
// The ring's protocol for any number of stages, warps, blocks of a cluster, tiles and parts of K, by induction: an
// invariant that holds when the barriers are made, and that each step of each role keeps, as the shipped roles of
// ring.hpp take it, and each landing of bytes and coming in of an arrival. The steps are run on symbols.
//
// A role's parts are counted through: part n is of stage n mod stages, on lap n div stages. Of one stage, count laps:
//   e(a), w(a)   those that the loader of block a expects bytes for, and has waited for `empty` for
//   g(a,b)       those whose copy from block a to block b has started; a block's own bytes, or its share for all
//   f(a,b), y(a,b)   bytes of it on their way, and those landed since the phase of b's `full` began
//   F(b), E(b)   phases of `full` and `empty` of block b that are complete
//   u(x), q(x)   those that warp x has begun to multiply, and has released; r(x,b): releases come in at block b
// Where parts have factors, of a lane z that tells those of block b:
//   h(z), s(z)   those that it has waited for `empty` for, and that it has started to copy factors to
//   f(z), y(z)   its arrivals at `full` on their way, and those come in since the phase of b's `full` began
//
// The invariant, of any blocks a and b, any warp x and any lane z of block b:
//   E(a) <= r(x,a) <= q(x) <= u(x) <= F(b) <= g(a,b) <= e(a) <= w(a) <= E(a) + 1,   r(x,a) <= E(a) + 1,
//   q + 1 >= u,   g + 1 >= e,   e + 1 >= w,
//   f + y = (g(a,b) - F(b)) bytes, both at least 0,
//   F(b) <= s(z) <= h(z) <= E(b) + 1,   s + 1 >= h,   f(z) + y(z) = s(z) - F(b), both at least 0,
//   what `full` of b awaits: full_arrivals - (e(b) - F(b)) - sum of y(z) arrivals and (e(b) - F(b)) all - sum of y bytes,
//   what has come to `empty` of b in its phase: the sum of r(x,b) - E(b) over the warps, less than empty_arrivals.
// So nobody is two phases behind, and a parity tells the phase that is awaited from the one before it. A lane's steps
// are a loader's of one byte, its arrival.
//
// Beside that, in words: the loops of load_tiles and multiply_tiles run these steps for every part of every
// tile, all in the same order, and end_products after each tile. A sum over warps, lanes or blocks is one term and the
// rest, and the rest is within its bounds (part `sums` is the step of that induction). Loaders that wait for warps that
// wait for loaders wait for ever smaller parts, so that one of them can go on (part `descent`); so do lanes that tell, in
// the place of any of these loaders. A warp takes a part's factors where it starts its products.
//
// Memory, as the PTX ISA has it: a wait that returns sees what the arrivals and the bytes of the phase made visible
// ("Parallel Synchronization and Communication Instructions: mbarrier", try_wait and complete_tx), where an arrival releases
// and the wait acquires with a scope that has both threads in it ("Memory Consistency Model", morally strong operations), which
// is the block's; between blocks of a cluster the same is trusted, as hopper_proof.cpp says; what lanes of a warp have read before __syncwarp is over for what any of them does after it ("bar.warp.sync"),
// so that the arrivals of a few lanes speak for all; a copy writes no
// byte before it is issued and none after its bytes are counted ("Data Movement and Conversion Instructions:
// cp.async.bulk.tensor"); wgmma has read its operands when wait_group returns, by the same proxy as the copies write
// ("Asynchronous Warpgroup Level Matrix Instructions", wait_group; "Memory Consistency Model", proxies); a lane's arrival
// comes in when all that it has copied has come, and makes it visible to who waits for the phase ("cp.async",
// "cp.async.mbarrier.arrive"); barriers are there for the copy engine after fence.mbarrier_init ("membar / fence");
// arrivals made before the cluster's barrier have come in after it ("barrier.cluster").
#pragma once

#include <string>
#include <vector>

#include "hopper/ring.hpp"
#include "lemmas/division.hpp"
#include "sym/proof.hpp"

namespace colex::gpu::hopper {

/// The roles as the kernel has them, and the bytes that it awaits for a stage: its own and each block's share.
struct ShippedRoles {
  template <class Ops>
  static void prepare(Ops& ops) {
    hopper::prepare(ops);
  }
  template <class Ops>
  static void finish(Ops& ops) {
    hopper::finish(ops);
  }
  template <class Int, class Ops>
  static void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    hopper::load_part(ops, at, k, stages);
  }
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    hopper::multiply_part(ops, at, previous, tile, k, stages);
  }
  template <class Int, class Ops>
  static void end_products(Ops& ops, Int const& previous) {
    hopper::end_products(ops, previous);
  }
  static constexpr bool tells = false;  ///< whether parts have factors
  template <class Int>
  static Int full_arrivals(Int const& telling) {
    return hopper::full_arrivals(telling);
  }
  template <class Int>
  static Int empty_arrivals(Int const& cluster, Int const& warps) {
    return hopper::empty_arrivals(cluster, warps);
  }
  template <class Int>
  static Int bytes_awaited(Int const& own, Int const& shared) {
    return own + shared;
  }
};

/// Those of configs whose sums leave the tensor core after each part.
struct ApartRoles : ShippedRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    hopper::multiply_part<true>(ops, at, previous, tile, k, stages);
  }
};

/// Those of such configs where parts have factors.
struct ToldRoles : ApartRoles {
  static constexpr bool tells = true;
  template <class Int, class Ops>
  static void tell_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    hopper::tell_part(ops, at, k, stages);
  }
};

template <class Roles>
class RingObligation {
  using Integer = sym::Integer;
  using Boolean = sym::Boolean;
  using Proof = sym::Proof;
  static constexpr bool tells = Roles::tells;

 public:
  static void prove(Proof& p) {
    RingObligation ring(p);
    ring.barriers_are_made(), ring.invariant_holds_at_first();
    ring.loader_keeps_it(), ring.first_product_keeps_it(), ring.next_product_keeps_it();
    ring.end_of_a_tile_keeps_it();
    ring.landing_keeps_it(Lands::own), ring.landing_keeps_it(Lands::share);
    if constexpr (tells) ring.lane_keeps_it(), ring.landing_keeps_it(Lands::factors);
    ring.arrival_keeps_it(), ring.sums();
    ring.somebody_can_go_on(), ring.nothing_comes_afterwards();
  }

 private:
  explicit RingObligation(Proof& proof) : p(proof) {}
  Proof& p;
  Integer const zero{0}, one{1}, two{2};

  // --- What a role says to its instructions.

  enum class Act { init, fence, sync, wait_empty, expect, copy, tell, wait_full, multiply, drain, release };
  struct Said {
    Act act;
    Integer stage{0}, parity{0}, tile{0}, k{0};
    int pending = 0;
  };
  struct Script {
    bool leader = false;
    std::vector<Said> said{};
    bool leads() const { return leader; }
    void init_barriers() { said.push_back({Act::init}); }
    void fence_barriers() { said.push_back({Act::fence}); }
    void sync_cluster() { said.push_back({Act::sync}); }
    void wait_empty(Integer const& stage, Integer const& parity) {
      said.push_back({Act::wait_empty, stage, parity});
    }
    void expect_bytes(Integer const& stage) { said.push_back({Act::expect, stage}); }
    void start_copies(Integer const& stage, Integer const& k) {
      said.push_back({Act::copy, stage, Integer(0), Integer(0), k});
    }
    void start_factors(Integer const& stage, Integer const& k) {
      said.push_back({Act::tell, stage, Integer(0), Integer(0), k});
    }
    void wait_full(Integer const& stage, Integer const& parity) {
      said.push_back({Act::wait_full, stage, parity});
    }
    void start_products(Integer const& stage, Integer const& tile, Integer const& k) {
      said.push_back({Act::multiply, stage, Integer(0), tile, k});
    }
    template <int pending>
    void wait_products() {
      said.push_back({Act::drain, Integer(0), Integer(0), Integer(0), Integer(0), pending});
    }
    void release(Integer const& stage) { said.push_back({Act::release, stage}); }
  };

  // --- The invariant, by its conjuncts.

  /// Bytes of a copy, or one arrival of a lane, from what is started to what has landed.
  Boolean copies(Integer const& F, Integer const& g, Integer const& f, Integer const& y,
                 Integer const& bytes) const {
    return both(f >= zero, y >= zero, F <= g, g <= F + one, either(g != F, f + y == zero),
                either(g == F, f + y == bytes));
  }
  Boolean started(Integer const& g, Integer const& e) const { return both(g <= e, e <= g + one); }
  Boolean loader(Integer const& e, Integer const& w, Integer const& E) const {
    return both(e <= w, w <= e + one, w <= E + one);
  }
  Boolean warp(Integer const& q, Integer const& u, Integer const& F) const {
    return both(q <= u, u <= q + one, u <= F);
  }
  Boolean arrivals(Integer const& E, Integer const& r, Integer const& q) const {
    return both(E >= zero, E <= r, r <= E + one, r <= q);
  }
  /// `pending` arrivals and `awaited` bytes complete the phase of `full`, which is of `complete` arrivals and `all` bytes.
  /// Of lanes `come` arrivals have come in.
  Boolean full(Integer const& F, Integer const& e, Integer const& pending, Integer const& complete,
               Integer const& come, Integer const& awaited, Integer const& all, Integer const& landed) const {
    return both(F <= e, e <= F + one, pending == complete - (e - F) - come,
                either(e != F, awaited == zero - landed), either(e == F, awaited == all - landed));
  }

  /// The ring: stages, blocks, warps of a block, bytes of a block's own copy and of its share for a block, and of all
  /// shares; lanes of a block that tell factors.
  Integer const stages = Integer::constant("stages"), cluster = Integer::constant("cluster"),
                warps = Integer::constant("warps"), own = Integer::constant("own"),
                share = Integer::constant("share"), shares = Integer::constant("shares"),
                warps_of_all = Integer::constant("warps_of_all"),
                lanes = tells ? Integer::constant("lanes") : Integer(0);
  /// shares = cluster * share and warps_of_all = cluster * warps, of which only these bounds are needed.
  std::vector<Boolean> ring() const {
    std::vector<Boolean> given{stages >= two, own > zero, share > zero, shares >= share, warps_of_all >= one};
    if (tells) given.push_back(lanes >= one);
    return given;
  }
  Integer all_bytes() const { return Roles::bytes_awaited(own, shares); }
  Integer all_arrivals() const { return Roles::full_arrivals(lanes); }
  /// What comes to a stage in one copy each.
  std::vector<Integer> copied() const {
    return tells ? std::vector<Integer>{own, share, one} : std::vector<Integer>{own, share};
  }

  int number = 0;  ///< of what was pictured on this path
  Integer fresh(char const* name) const {
    return Integer::constant((std::string(name) + "_" + std::to_string(number)).c_str());
  }

  // --- The position of a role.

  /// c is how many of the first parts, up to part lap * stages + stage, are of stage t.
  static Boolean counted(Integer const& lap, Integer const& stage, Integer const& t, Integer const& c) {
    return either(both(t < stage, c == lap + Integer(1)), both(t >= stage, c == lap));
  }
  std::vector<Boolean> position(Integer const& lap, Integer const& stage, Integer const& parity) const {
    auto given = ring();
    for (auto const& one_more : {lap >= zero, stage >= zero, stage < stages, parity == rem(lap, two)})
      given.push_back(one_more);
    return given;
  }
  void claim_next_position(Integer const& lap, Integer const& stage, RingPosition<Integer> const& at) {
    Integer const t = p.integer("t"), c = p.integer("c");
    p.suppose(both(t >= zero, t < stages, counted(lap, stage, t, c)));
    Integer const next = stage + one == stages ? lap + one : lap;
    p.claim("the next stage is one of the ring", both(at.stage >= zero, at.stage < stages));
    p.claim("the next parity is that of its lap", at.parity == rem(next, two));
    p.claim("one part more is counted, of this stage",
            either(both(t == stage, counted(next, at.stage, t, c + one)),
                   both(t != stage, counted(next, at.stage, t, c))));
  }

  // --- The loader of block a.

  void loader_keeps_it() {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), parity = p.integer("parity");
    Integer const k = p.integer("k");
    p.part("a part is loaded", position(lap, stage, parity), [&] {
      number = 0;
      RingPosition<Integer> at{stage, parity};
      auto const said = p.shipped("load_part", [&] {
        Script script;
        Roles::load_part(script, at, k, stages);
        return script.said;
      });
      Integer w = lap, e = lap, g = lap;
      for (Said const& it : said) {
        ++number;
        p.claim("it is the part's stage", it.stage == stage);
        if (it.act == Act::wait_empty) {
          waits_for_empty(it.parity, g, e, w);
          w = w + one;
        } else if (it.act == Act::expect) {
          expects(g, e, w);
          e = e + one;
        } else if (it.act == Act::copy) {
          p.claim("it is this part", it.k == k);
          for (auto const& bytes : {own, share}) ++number, starts_a_copy(bytes, g, e, w);
          g = g + one;
        } else {
          p.claim("loaders do nothing else", Boolean(false));
        }
      }
      p.claim("all is done once", both(w == lap + one, e == lap + one, g == lap + one));
      claim_next_position(lap, stage, at);
    });
  }

  void waits_for_empty(Integer const& parity, Integer const& g, Integer const& e, Integer const& w) {
    Integer const E = fresh("E"), r = fresh("r"), q = fresh("q"), u = fresh("u"), F = fresh("F");
    p.suppose(both(arrivals(E, r, q), warp(q, u, F), F <= g, started(g, e), loader(e, w, E)));
    p.claim("who waits lacks releases of the lap before", either(rem(E, two) != parity, E == e - one));
    p.suppose(rem(E, two) != parity);
    p.claim("the wait is for the lap before", both(w + one <= E + one, w == e));
  }

  void expects(Integer const& g, Integer const& e, Integer const& w) {
    Integer const E = fresh("E"), r = fresh("r"), q = fresh("q"), u = fresh("u"), F = fresh("F");
    Integer const f = fresh("f"), y = fresh("y"), others = fresh("others"), pending = fresh("pending"),
                  awaited = fresh("awaited"), all = all_bytes(), complete = all_arrivals();
    Integer const come = tells ? fresh("come") : zero;
    p.suppose(both(arrivals(E, r, q), warp(q, u, F), started(g, e), loader(e, w, E)));
    p.suppose(both(copies(F, g, f, y, own), others >= zero, others <= shares));
    p.suppose(
        both(full(F, e, pending, complete, come, awaited, all, y + others), come >= zero, come <= lanes));
    p.claim("it has waited before", e + one <= w);
    p.claim("it is an arrival of the phase", pending >= one);
    p.claim("the others are lanes'", pending - one == lanes - come);
    p.claim("bytes are still awaited", awaited + all > zero);
    p.claim("the barrier as before",
            both(full(F, e + one, pending - one, complete, come, awaited + all, all, y + others),
                 started(g, e + one)));
  }

  void starts_a_copy(Integer const& bytes, Integer const& g, Integer const& e, Integer const& w) {
    Integer const E = fresh("E"), r = fresh("r"), q = fresh("q"), u = fresh("u"), F = fresh("F");
    Integer const f = fresh("f"), y = fresh("y");
    p.suppose(both(arrivals(E, r, q), warp(q, u, F), started(g, e), loader(e, w, E)));
    p.suppose(copies(F, g, f, y, bytes));
    p.claim("its bytes are expected before", started(g + one, e));
    p.claim("nobody reads the stage", u == q);
    p.claim("no other copy is on its way there", f == zero);
    p.claim("its bytes are on their way", copies(F, g + one, f + bytes, y, bytes));
  }

  // --- A lane, z, that tells factors of block b.

  void lane_keeps_it() {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), parity = p.integer("parity");
    Integer const k = p.integer("k");
    p.part("the factors of a part are told", position(lap, stage, parity), [&] {
      number = 0;
      RingPosition<Integer> at{stage, parity};
      auto const said = p.shipped("tell_part", [&] {
        Script script;
        Roles::tell_part(script, at, k, stages);
        return script.said;
      });
      Integer h = lap, s = lap;
      for (Said const& it : said) {
        ++number;
        p.claim("it is the part's stage", it.stage == stage);
        if (it.act == Act::wait_empty) {
          waits_for_empty(it.parity, s, s, h);
          h = h + one;
        } else if (it.act == Act::tell) {
          p.claim("it is this part", it.k == k);
          starts_a_copy(one, s, h, h);  // its arrival
          s = s + one;
        } else {
          p.claim("lanes that tell do nothing else", Boolean(false));
        }
      }
      p.claim("all is done once", both(h == lap + one, s == lap + one));
      claim_next_position(lap, stage, at);
    });
  }

  // --- A warp, x, of block b.

  /// What of a warp's work is not released, and which products may run: stages, oldest first.
  struct Work {
    std::vector<Integer> unreleased{}, running{};
  };

  void first_product_keeps_it() {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), parity = p.integer("parity");
    auto given = position(lap, stage, parity);
    given.push_back(p.integer("k") == zero);
    p.part("the first part of a tile is multiplied", given, [&] { multiplies({}, p.integer("previous")); });
  }
  void next_product_keeps_it() {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), parity = p.integer("parity");
    Integer const previous = p.integer("previous");
    auto given = position(lap, stage, parity);
    given.push_back(p.integer("k") > zero);
    given.push_back(either(both(stage > zero, previous == stage - one),
                           both(stage == zero, lap > zero, previous == stages - one)));
    p.part("a later part of a tile is multiplied", given, [&] {
      multiplies({{previous}, {previous}}, previous);
    });
  }
  void multiplies(Work work, Integer previous) {
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), parity = p.integer("parity");
    Integer const tile = p.integer("tile"), k = p.integer("k");
    number = 0;
    RingPosition<Integer> at{stage, parity};
    auto const said = p.shipped("multiply_part", [&] {
      Script script;
      Roles::multiply_part(script, at, previous, tile, k, stages);
      return script.said;
    });
    bool waited = false, started_once = false;
    for (Said const& it : said) {
      ++number;
      if (it.act == Act::wait_full) {
        p.claim("it waits for the part's stage", it.stage == stage);
        waits_for_full(it.parity, lap);
        waited = true;
      } else if (it.act == Act::multiply) {
        p.claim("it multiplies the part, once, after the wait",
                both(it.stage == stage, it.tile == tile, it.k == k, Boolean(waited && !started_once)));
        for (auto const& bytes : copied()) ++number, reads(bytes, lap);
        started_once = true;
        work.unreleased.push_back(stage), work.running.push_back(stage);
      } else {
        ends_products(it, work);
      }
    }
    p.claim("its product is begun and nothing else unreleased",
            Boolean(started_once && work.unreleased.size() == 1));
    p.claim("it is the stage of the part before the next", previous == stage);
    claim_next_position(lap, stage, at);
  }

  void end_of_a_tile_keeps_it() {
    Integer const previous = p.integer("previous");
    p.part("a tile's products end", ring(), [&] {
      Work work{{previous}, {previous}};
      auto const said = p.shipped("end_products", [&] {
        Script script;
        Roles::end_products(script, previous);
        return script.said;
      });
      for (Said const& it : said) ends_products(it, work);
      p.claim("everything is released, and no product runs",
              Boolean(work.unreleased.empty() && work.running.empty()));
    });
  }

  void waits_for_full(Integer const& parity, Integer const& lap) {
    Integer const E = fresh("E"), r = fresh("r"), F = fresh("F"), e = fresh("e"), w = fresh("w");
    p.suppose(both(arrivals(E, r, lap), warp(lap, lap, F), F <= e, loader(e, w, E)));
    p.claim("a warp that waits lacks bytes of its lap", either(rem(F, two) != parity, F == lap));
    p.suppose(rem(F, two) != parity);
    p.claim("the wait is for its lap", F == lap + one);
  }

  void reads(Integer const& bytes, Integer const& lap) {
    Integer const u = lap + one, E = fresh("E"), r = fresh("r"), F = fresh("F"), w = fresh("w");
    Integer const e = fresh("e"), g = fresh("g"), f = fresh("f"), y = fresh("y");
    p.suppose(both(arrivals(E, r, lap), warp(lap, u, F), copies(F, g, f, y, bytes), started(g, e),
                   loader(e, w, E)));
    p.claim("the stage has the bytes of this lap, all of them", both(g == u, f == zero));
  }

  /// A wait for products, or a release.
  void ends_products(Said const& it, Work& work) {
    if (it.act == Act::drain) {
      while (work.running.size() > static_cast<std::size_t>(it.pending))
        work.running.erase(work.running.begin());
      return;
    }
    bool const releases = it.act == Act::release && !work.unreleased.empty();
    p.claim("warps do nothing else, and release what is not released", Boolean(releases));
    if (!releases) return;
    p.claim("the oldest stage is released", it.stage == work.unreleased.front());
    for (Integer const& stage : work.running) p.claim("no product reads it", it.stage != stage);
    work.unreleased.erase(work.unreleased.begin());
  }

  // --- What comes by itself.

  /// What may land: bytes of a block's own copy or of a share, or factors, with the arrival of a lane. Of every other copy
  /// to the block, and of every other lane, another one is looked at.
  enum class Lands { own, share, factors };
  void landing_keeps_it(Lands what) {
    Integer const F = p.integer("F"), e = p.integer("e"), pending = p.integer("pending");
    Integer const awaited = p.integer("awaited"), d = p.integer("d"), rest = p.integer("rest");
    Integer const g0 = p.integer("g0"), f0 = p.integer("f0"), y0 = p.integer("y0");
    Integer const g = p.integer("g"), f = p.integer("f"), y = p.integer("y");
    Integer const s = p.integer("s"), f1 = p.integer("f1"), y1 = p.integer("y1");
    Integer const others = tells ? p.integer("others") : zero;
    std::string const names[] = {"bytes of a block's own copy land", "bytes of a share land",
                                 "factors land, and their lane's arrival comes in"};
    p.part(names[static_cast<int>(what)], ring(), [&] {
      Integer const all = all_bytes();
      Integer const complete = what == Lands::factors
                                   ? p.shipped("full_arrivals", [&] { return all_arrivals(); })
                                   : all_arrivals();
      auto const lane = [&](Integer const& phase, Integer const& flying, Integer const& come) {
        return tells ? copies(phase, s, flying, come, one) : Boolean(true);
      };
      Integer const come = tells ? y1 + others : zero;
      p.suppose(both(copies(F, g0, f0, y0, own), copies(F, g, f, y, share), started(g0, e)));
      p.suppose(both(full(F, e, pending, complete, come, awaited, all, y0 + y + rest), lane(F, f1, y1)));
      p.suppose(both(d > zero, d <= (what == Lands::own ? f0 : what == Lands::share ? f : f1)));
      // The arrivals of the other lanes, by `sums`.
      if (tells) p.suppose(both(others >= zero, others <= lanes - one));
      Integer const of_own = what == Lands::own ? d : zero, of_share = what == Lands::share ? d : zero,
                    of_lane = what == Lands::factors ? d : zero;
      Integer const own_later = y0 + of_own, later = y + of_share, lane_later = y1 + of_lane;
      Integer const own_flying = f0 - of_own, flying = f - of_share, lane_flying = f1 - of_lane;
      Integer const awaited_later = awaited - of_own - of_share, pending_later = pending - of_lane;
      p.have("copies as before", both(copies(F, g0, own_flying, own_later, own),
                                      copies(F, g, flying, later, share), lane(F, lane_flying, lane_later)));
      p.claim("no more arrivals than a phase awaits", pending_later >= zero);
      p.claim("the barrier as before", full(F, e, pending_later, complete, come + of_lane, awaited_later, all,
                                            own_later + later + rest));
      // The shares of the other blocks, by `sums`: after the landing no block's is more than it is.
      p.suppose(both(rest >= zero, rest <= shares - share));
      p.suppose(both(pending_later == zero, awaited_later == zero));
      p.claim("a phase that completes has all bytes", both(own_later == own, later == share));
      p.claim("its expecting arrival", e == F + one);
      if (tells) p.claim("and every lane's", lane_later == one);
      p.claim("the next phase begins",
              both(copies(F + one, g0, own_flying, zero, own), copies(F + one, g, flying, zero, share),
                   lane(F + one, lane_flying, zero),
                   full(F + one, e, complete, complete, zero, zero, all, zero)));
    });
  }

  /// The release of a warp x comes in at block b; warp z is any.
  void arrival_keeps_it() {
    Integer const E = p.integer("E"), r = p.integer("r"), q = p.integer("q"), u = p.integer("u");
    Integer const F = p.integer("F"), g = p.integer("g"), e = p.integer("e"), w = p.integer("w");
    Integer const z = p.integer("z"), rest = p.integer("rest");
    p.part("an arrival comes in", ring(), [&] {
      p.suppose(both(arrivals(E, r, q), warp(q, u, F), F <= g, started(g, e), loader(e, w, E)));
      p.suppose(r < q);
      p.claim("the warp has not arrived in this phase", r == E);
      p.claim("and now it has", arrivals(E, r + one, q));
      // Of warp z, which may be this one, and of the others, by `sums`.
      Integer const come = z - E + rest;
      p.suppose(both(E <= z, z <= E + one, rest >= zero, rest <= warps_of_all - one));
      p.suppose(warps_of_all == cluster * warps);
      auto const complete =
          p.shipped("empty_arrivals", [&] { return Roles::empty_arrivals(cluster, warps); });
      p.claim("a phase awaits as many as there are warps", both(come <= complete, complete >= one));
      p.suppose(come == complete);
      p.claim("a phase that completes has every warp's", z == E + one);
      p.claim("the next phase has none", come == warps_of_all);
      p.claim("loaders as before, and lanes that tell", loader(e, w, E + one));
    });
  }

  /// The sum of `count` terms from 0 to `most` is from 0 to count * most: the step from count to count + 1.
  void sums() {
    Integer const sum = p.integer("sum"), term = p.integer("term"), count = p.integer("count"),
                  most = p.integer("most");
    p.part("sums of bounded terms", {count >= zero, most >= zero, term >= zero, term <= most}, [&] {
      p.suppose(both(sum >= zero, sum <= count * most));
      p.claim("one term more", both(sum + term >= zero, sum + term <= (count + one) * most));
    });
  }

  // --- The beginning and the end.

  void barriers_are_made() {
    p.part("the barriers are made", {}, [&] {
      for (bool leader : {true, false}) {
        Script script{leader};
        Roles::prepare(script);
        bool made = false, seen = false, synced = false, early = false;
        for (Said const& it : script.said) {
          if (it.act == Act::init) made = true, early = early || synced;
          if (it.act == Act::fence) seen = made;
          if (it.act == Act::sync) synced = true;
        }
        p.claim("they are there before anyone goes on", Boolean(!leader || (made && seen && !early)));
        p.claim("all wait for that", Boolean(synced));
      }
      Script script;
      Roles::finish(script);
      p.claim("nobody leaves before all are done",
              Boolean(script.said.size() == 1 && script.said[0].act == Act::sync));
    });
  }

  void invariant_holds_at_first() {
    p.part("the invariant at first", ring(), [&] {
      for (auto const& bytes : copied()) p.claim("copies", copies(zero, zero, zero, zero, bytes));
      p.claim("loaders", both(loader(zero, zero, zero), started(zero, zero)));
      p.claim("warps", both(warp(zero, zero, zero), arrivals(zero, zero, zero)));
      p.claim("barriers", full(zero, zero, all_arrivals(), all_arrivals(), zero, zero, all_bytes(), zero));
    });
  }

  /// No state is a deadlock: nothing is on its way, everybody waits or is done, somebody is not done.
  void somebody_can_go_on() {
    Integer const E = p.integer("E"), come = p.integer("come");
    p.part("a phase of empty that lacks arrivals lacks a warp's", ring(), [&] {
      p.suppose(warps_of_all == cluster * warps);
      auto const complete =
          p.shipped("empty_arrivals", [&] { return Roles::empty_arrivals(cluster, warps); });
      p.suppose(come < complete);  // or the phase would be complete
      p.claim("not all warps have arrived", come < warps_of_all);
    });
    Integer const F = p.integer("F"), e = p.integer("e"), pending = p.integer("pending"),
                  awaited = p.integer("awaited"), g = p.integer("g"), y = p.integer("y"),
                  landed = p.integer("landed");
    p.part("a phase of full that lacks something lacks a loader's part, or a lane's", ring(), [&] {
      Integer const all = all_bytes(), s = p.integer("s"), y1 = p.integer("y1");
      Integer const come = tells ? p.integer("come") : zero;
      p.suppose(both(copies(F, g, zero, y, own), started(g, e)));
      p.suppose(full(F, e, pending, all_arrivals(), come, awaited, all, y + landed));
      p.suppose(either(pending != zero, awaited != zero));  // or the phase would be complete
      p.claim("a share, or its own, or a lane's", either(landed != shares, either(g == F, come != lanes)));
      if (!tells) return;
      p.suppose(copies(F, s, zero, y1, one));
      p.claim("a lane that has not arrived has not told it", either(y1 == one, s == F));
    });
    Integer const lap = p.integer("lap"), stage = p.integer("stage"), n = p.integer("n");
    Integer const lap2 = p.integer("lap2"), stage2 = p.integer("stage2"), m = p.integer("m");
    auto const two_places = [&] {
      auto given = ring();
      for (auto const& it : {stage >= zero, stage < stages, stage2 >= zero, stage2 < stages,
                             n == lap * stages + stage, m == lap2 * stages + stage2})
        given.push_back(it);
      return given;
    };
    auto const hints = [&] {
      return std::vector<sym::Hint>{p.lemmas().monotone.at(lap, lap2, stages),
                                    p.lemmas().monotone.at(lap2, lap, stages)};
    };
    p.part("descent: a loader waits at part n, a warp has released m parts", two_places(), [&] {
      p.suppose(counted(lap2, stage2, stage, lap - one));  // the loader lacks its release of the lap before
      Integer const before = p.define("before", lap - one);
      p.claim("it is a lap behind", m <= n - stages,
              {p.lemmas().monotone.at(lap2, before, stages), p.lemmas().monotone.at(before, lap, stages),
               p.lemmas().monotone.at(lap2, lap, stages)});
    });
    p.part("descent: a warp waits at part n, a loader has loaded m parts", two_places(), [&] {
      p.suppose(counted(lap2, stage2, stage, lap));  // the warp lacks its copy of this lap
      p.claim("it has not loaded that part", m <= n, hints());
    });
    Integer const released = p.integer("released"), waits_at = p.integer("waits_at"),
                  other = p.integer("other");
    p.part("descent: a loader waits at part n for a warp, which waits for another loader", ring(), [&] {
      p.suppose(both(released <= n - stages, waits_at <= released + one, other <= waits_at));
      p.claim("which waits at a smaller part", other < n);
    });
  }

  /// When all roles are done, at the cluster's barrier, no copy is on its way: of each stage as many laps have been
  /// loaded as multiplied.
  void nothing_comes_afterwards() {
    Integer const laps = p.integer("laps"), F = p.integer("F"), f = p.integer("f"), y = p.integer("y");
    Integer const g = p.integer("g");
    p.part("all roles are done", ring(), [&] {
      for (auto const& bytes : copied()) {
        p.suppose(both(warp(laps, laps, F), copies(F, g, f, y, bytes), started(g, laps)));
        p.claim("all bytes have landed", f == zero);
      }
    });
  }
};

}  // namespace colex::gpu::hopper
