(* SPDX-License-Identifier: MIT *)
(* upcast at every rank, strict or rounding up: the vector that an element lies in is the one that the answer says; and what is
   refused. From the generated steps. Law: upcast_keeps_the_addresses. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate.
Import ListNotations.
Open Scope Z_scope.

(* recast.hpp: the fold of either step, strict or rounding up, and the last check. *)
Definition upcast_by (step : Z -> Z -> mode -> result Z) (n : Z) (ms : list mode) : option (list mode) :=
  match loop (step n) ms 0 [] with
  | Some (used, out) => if n <=? used then None else Some out
  | None => None
  end.

Definition upcast := upcast_by upcast_step.

(* step_keeps of laws/upcast_keeps_the_addresses.hpp. *)
Definition keeps_addresses (step : Z -> Z -> mode -> result Z) : Prop := forall n within m x,
  1 <= n -> positive m -> 0 <= x < shape m -> refuses (step n within m) = false ->
  exists u, emitted (step n within m) = [u] /\ 0 <= digit n m x < shape u /\
    0 <= x * stride m - n * (digit n m x * stride u) <= next (step n within m) - within.
Lemma covering_upcast_step_keeps : keeps_addresses covering_upcast_step.
Proof.
  intros n within [s d] x. unfold positive, covering_upcast_step, digit. cbn [shape stride]. intros Hn Hs Hx.
  destruct (Z.ltb_spec d 0) as [N|N].
  - rewrite (Z.rem_mod_nonneg (0 - d) n), (Z.quot_div_nonneg (0 - d) n) by lia.
    destruct (Z.eqb_spec ((0 - d) mod n) 0) as [A|A].
    + intros _. eexists. split; [reflexivity|]. cbn [shape stride next].
      assert (B : d mod n = 0). { replace d with (- (0 - d)) by lia. apply Z.mod_opp_l_z; lia. }
      rewrite B, andb_false_r. pose proof (Z.div_mod (0 - d) n ltac:(lia)) as D. rewrite A in D.
      set (q := (0 - d) / n) in *. assert (E : d = - (n * q)) by lia. clearbody q. split; [lia|].
      replace (x * d - n * (x * (0 - q))) with 0 by (rewrite E; ring). lia.
    + destruct (Z.eqb_spec s 1) as [O|O]; [|discriminate]. intros _. subst s. assert (x = 0) by lia. subst x.
      destruct (Z.ltb_spec 1 1); [lia|]. cbn [andb].
      destruct (Z.rem n (0 - d) =? 0); eexists; (split; [reflexivity|]); cbn; lia.
  - rewrite (Z.rem_mod_nonneg d n), (Z.quot_div_nonneg d n) by lia.
    destruct (Z.eqb_spec (d mod n) 0) as [A|A].
    + intros _. eexists. split; [reflexivity|]. cbn [shape stride next]. rewrite andb_false_r.
      pose proof (Z.div_mod d n ltac:(lia)) as D. rewrite A in D. set (q := d / n) in *.
      assert (E : d = n * q) by lia. clearbody q. split; [lia|].
      replace (x * d - n * (x * q)) with 0 by (rewrite E; ring). lia.
    + assert (Hd : 0 < d). { destruct (Z.eq_dec d 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
      destruct (Z.eqb_spec s 1) as [O|O].
      { intros _. subst s. assert (x = 0) by lia. subst x. destruct (Z.ltb_spec 1 1); [lia|]. cbn [andb].
        destruct (Z.rem n d =? 0); eexists; (split; [reflexivity|]); cbn; lia. }
      rewrite (Z.rem_mod_nonneg n d), (Z.quot_div_nonneg n d) by lia.
      destruct (Z.eqb_spec (n mod d) 0) as [B|B]; [|discriminate].
      destruct (Z.ltb_spec 1 s); [|lia]. cbn [andb negb].
      pose proof (Z.div_mod n d ltac:(lia)) as D. rewrite B, Z.add_0_r in D. set (p := n / d) in *.
      assert (Hp : 0 < p) by nia. clearbody p. clear A B.
      pose proof (Z.div_mod x p ltac:(lia)). pose proof (Z.mod_pos_bound x p Hp).
      destruct (Z.ltb_spec s p) as [L|L].
      * intros _. eexists. split; [reflexivity|]. cbn [shape stride next].
        rewrite (Z.div_small x p) by lia. nia.
      * rewrite (Z.quot_div_nonneg (s - 1) p) by lia. intros _.
        eexists. split; [reflexivity|]. cbn [shape stride next]. split.
        -- pose proof (Z.div_pos x p ltac:(lia) Hp). pose proof (Z.div_le_mono x (s - 1) p Hp ltac:(lia)). lia.
        -- subst n. nia.
Qed.

(* Strict, the step refuses more, and otherwise is the same. *)
Lemma strict_or_refused n within m : refuses (upcast_step n within m) = false ->
  upcast_step n within m = covering_upcast_step n within m.
Proof.
  unfold upcast_step, covering_upcast_step. repeat match goal with |- context [if ?c then _ else _] => destruct c end;
    cbn; reflexivity || discriminate.
Qed.
Lemma upcast_step_keeps : keeps_addresses upcast_step.
Proof.
  intros n within m x Hn Hm Hx R. rewrite strict_or_refused in * by auto. now apply covering_upcast_step_keeps.
Qed.

(* What the modes so far add up to, in vectors, falls short by a place within the vector. *)
Theorem upcast_fold step n ms : keeps_addresses step -> 1 <= n -> Forall positive ms -> forall c, in_box ms c ->
  forall within out last all, loop (step n) ms within out = Some (last, all) ->
  exists own, all = out ++ own /\ in_box own (digits_after n ms c) /\
    0 <= adds_up ms c - n * adds_up own (digits_after n ms c) <= last - within.
Proof.
  intros Keeps Hn. induction 1 as [|m t Hm Ht IH]; intros c B within out last all E; inversion B; subst; cbn in E.
  - injection E as <- <-. exists []. rewrite app_nil_r. cbn. split; [auto|]. split; [constructor|lia].
  - destruct (refuses (step n within m)) eqn:R; [discriminate|].
    match goal with H : 0 <= _ < shape m |- _ => destruct (Keeps n within m _ Hn Hm H R) as (u & U & D & P) end.
    match goal with H : Forall2 _ t _ |- _ => destruct (IH _ H _ _ _ _ E) as (own & A & I & Q) end.
    exists (u :: own). rewrite U in A. rewrite A, <- app_assoc. split; [reflexivity|].
    cbn [digits_after adds_up]. split; [constructor; auto|]. lia.
Qed.

Theorem upcast_keeps_the_addresses step n ms U c : step = upcast_step \/ step = covering_upcast_step -> 1 <= n ->
  Forall positive ms -> upcast_by step n ms = Some U -> in_box ms c ->
  in_box U (digits_after n ms c) /\ adds_up ms c / n = adds_up U (digits_after n ms c).
Proof.
  intros Which Hn HP E B. unfold upcast_by in E.
  assert (Keeps : keeps_addresses step) by (destruct Which as [-> | ->];
    [exact upcast_step_keeps|exact covering_upcast_step_keeps]). destruct (loop _ _ _ _) as [[last all]|] eqn:L; [|discriminate].
  destruct (Z.leb_spec n last) as [|W]; [discriminate|]. injection E as <-.
  destruct (upcast_fold step n ms Keeps Hn HP c B _ _ _ _ L) as (own & -> & I & Q). cbn [app]. split; [exact I|].
  symmetry. apply Z.div_unique with (adds_up ms c - n * adds_up own (digits_after n ms c)); lia.
Qed.

(* What is refused: a mode that moves and goes down within a vector, or neither divides n nor is a multiple of it, or, strict, ends
   inside a vector; or all places in a vector together leave it. *)

Lemma covering_step_refuses n within m : 1 <= n -> positive m ->
  refuses (covering_upcast_step n within m) = true /\ misfits false n m \/
  refuses (covering_upcast_step n within m) = false /\ next (covering_upcast_step n within m) = within + place_in n m.
Proof.
  destruct m as [s d]. unfold positive, misfits, place_in, covering_upcast_step. cbn [shape stride]. intros Hn Hs.
  destruct (Z.ltb_spec d 0) as [N|N].
  - rewrite (Z.rem_mod_nonneg (0 - d) n) by lia.
    assert (B : d mod n = 0 <-> (0 - d) mod n = 0).
    { split; intros E; [replace (0 - d) with (- d) by lia|replace d with (- (0 - d)) by lia]; apply Z.mod_opp_l_z; lia. }
    destruct (Z.eqb_spec ((0 - d) mod n) 0) as [A|A].
    + right. cbn. split; [auto|]. destruct (Z.eqb_spec (d mod n) 0); [|tauto]. rewrite andb_false_r. lia.
    + destruct (Z.eqb_spec s 1) as [O|O].
      * right. subst s. destruct (Z.ltb_spec 1 1); [lia|]. cbn [andb].
        destruct (Z.rem n (0 - d) =? 0); cbn [refuses why next]; split; auto; lia.
      * left. cbn. repeat split; auto; [lia|tauto].
  - rewrite (Z.rem_mod_nonneg d n) by lia. destruct (Z.eqb_spec (d mod n) 0) as [A|A].
    + right. cbn [refuses why next negb]. rewrite andb_false_r. split; [auto|lia].
    + assert (Hd : 0 < d). { destruct (Z.eq_dec d 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
      destruct (Z.eqb_spec s 1) as [O|O].
      * right. subst s. destruct (Z.ltb_spec 1 1); [lia|]. cbn [andb].
        destruct (Z.rem n d =? 0); cbn [refuses why next]; split; auto; lia.
      * rewrite (Z.rem_mod_nonneg n d), (Z.quot_div_nonneg n d) by lia.
        destruct (Z.eqb_spec (n mod d) 0) as [B|B]; [|left; cbn; repeat split; auto; lia].
        right. destruct (Z.ltb_spec 1 s); [|lia]. cbn [andb negb].
        destruct (Z.ltb_spec s (n / d)) as [L|L]; cbn; (split; [auto|]);
          [rewrite Z.min_l by lia|rewrite Z.min_r by lia]; lia.
Qed.
Lemma strict_step_refuses n within m : 1 <= n -> positive m -> refuses (upcast_step n within m) = true ->
  misfits true n m.
Proof.
  intros Hn Hm R. destruct (covering_step_refuses n within m Hn Hm) as [[_ (M1 & M2 & M3)]|[F _]].
  { split; [auto|]. split; [auto|]. destruct M3 as [?|[?|[? _]]]; [tauto|tauto|discriminate]. }
  revert R F. destruct m as [s d]. unfold positive, misfits, upcast_step, covering_upcast_step in *. cbn [shape stride] in *.
  destruct (Z.ltb_spec d 0) as [N|N];
    [repeat match goal with |- context [if ?c then _ else _] => destruct c end; cbn; discriminate|].
  rewrite (Z.rem_mod_nonneg d n) by lia. destruct (Z.eqb_spec (d mod n) 0) as [A|A]; [cbn; discriminate|].
  assert (Hd : 0 < d). { destruct (Z.eq_dec d 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
  destruct (Z.eqb_spec s 1) as [O|O]; [destruct (_ =? 0); cbn; discriminate|].
  rewrite (Z.rem_mod_nonneg n d), (Z.quot_div_nonneg n d) by lia.
  destruct (Z.eqb_spec (n mod d) 0) as [B|B]; [|cbn; discriminate].
  pose proof (Z.div_mod n d ltac:(lia)) as D. assert (0 < n / d) by nia.
  destruct (Z.ltb_spec s (n / d)) as [L|L]; [cbn; discriminate|]. rewrite (Z.rem_mod_nonneg s) by lia.
  destruct (Z.eqb_spec (s mod (n / d)) 0) as [C|C]; [cbn; discriminate|]. intros _ _. repeat split; auto; lia.
Qed.
Theorem upcast_is_refused_only strict n ms : 1 <= n -> Forall positive ms ->
  upcast_by (if strict : bool then upcast_step else covering_upcast_step) n ms = None ->
  Exists (misfits strict n) ms \/ n <= total (place_in n) ms.
Proof.
  intros Hn HP E. unfold upcast_by in E. set (step := if strict then _ else _) in E.
  assert (Step : forall within m, positive m -> refuses (step n within m) = true /\ misfits strict n m \/
            refuses (step n within m) = false /\ next (step n within m) = within + place_in n m).
  { intros within m Hm. unfold step. destruct strict; [|now apply covering_step_refuses].
    destruct (refuses (upcast_step n within m)) eqn:R; [left; split; [auto|now apply (strict_step_refuses n within)]|].
    right. split; [auto|]. destruct (covering_step_refuses n within m Hn Hm) as [[F _]|[_ F]];
      rewrite <- strict_or_refused in F by auto; [congruence|exact F]. }
  enough (G : forall within out, match loop (step n) ms within out with
      | Some (last, _) => last = within + total (place_in n) ms | None => Exists (misfits strict n) ms end).
  { specialize (G 0 []). destruct (loop _ _ _ _) as [[last all]|]; [right|now left].
    destruct (Z.leb_spec n last); [lia|discriminate]. }
  clear E. induction HP as [|m t Hm Ht IH]; intros within out; cbn [loop total]; [lia|].
  destruct (Step within m Hm) as [[-> M]|[-> N]]; [now left|]. specialize (IH (next (step n within m)) (out ++ emitted (step n within m))).
  destruct (loop _ _ _ _) as [[last all]|]; [lia|now right].
Qed.

Theorem upcast_step_divides_by_no_zero n within m : 1 <= n -> positive m ->
  upcast_step_divides n within m /\ covering_upcast_step_divides n within m.
Proof.
  intros Hn Hm. unfold positive in Hm. unfold upcast_step_divides, covering_upcast_step_divides.
  destruct (Z.ltb_spec (stride m) 0) as [N|N].
  - destruct (_ =? 0); [lia|]. destruct (_ =? 1); lia.
  - destruct (Z.eqb_spec (Z.rem (stride m) n) 0) as [A|A]; [lia|].
    assert (Hd : stride m <> 0) by (intros Q; rewrite Q, Z.rem_0_l in A by lia; lia).
    rewrite (Z.rem_mod_nonneg n), (Z.quot_div_nonneg n) by lia.
    pose proof (Z.div_mod n (stride m) Hd) as D.
    destruct (Z.eqb_spec (n mod stride m) 0) as [B|B];
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; try lia.
    all: assert (n / stride m <> 0) by nia; lia.
Qed.
