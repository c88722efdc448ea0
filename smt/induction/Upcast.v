(* SPDX-License-Identifier: MIT *)
(* upcast at every rank: the vector that an element lies in is the one that the answer says. From the generated
   step. Law: upcast_keeps_the_addresses. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate.
Import ListNotations.
Open Scope Z_scope.

(* recast.hpp: the fold, and the last check. *)
Definition upcast (n : Z) (ms : list mode) : option (list mode) :=
  match loop (upcast_step n) ms 0 [] with
  | Some (within, out) => if n <=? within then None else Some out
  | None => None
  end.

(* The digit of the answer: a mode whose stride is a part of n loses its digits within a vector. *)
Definition digit (n : Z) (m : mode) (x : Z) : Z :=
  if (1 <? shape m) && negb (stride m mod n =? 0) then x / (n / stride m) else x.
Fixpoint digits_after (n : Z) (ms : list mode) (c : list Z) : list Z :=
  match ms, c with m :: t, x :: y => digit n m x :: digits_after n t y | _, _ => [] end.

(* step_keeps of laws/upcast_keeps_the_addresses.hpp. *)
Lemma upcast_step_keeps n within m x : 1 <= n -> positive m -> 0 <= x < shape m ->
  refuses (upcast_step n within m) = false ->
  exists u, emitted (upcast_step n within m) = [u] /\ 0 <= digit n m x < shape u /\
    0 <= x * stride m - n * (digit n m x * stride u) <= next (upcast_step n within m) - within.
Proof.
  destruct m as [s d]. unfold positive, upcast_step, digit. cbn [shape stride]. intros Hn Hs Hx.
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
      * rewrite (Z.rem_mod_nonneg s p), (Z.quot_div_nonneg (s - 1) p) by lia.
        destruct (Z.eqb_spec (s mod p) 0) as [C|C]; [|discriminate]. intros _.
        eexists. split; [reflexivity|]. cbn [shape stride next]. split.
        -- pose proof (Z.div_pos x p ltac:(lia) Hp). pose proof (Z.div_le_mono x (s - 1) p Hp ltac:(lia)). lia.
        -- subst n. nia.
Qed.

(* What the modes so far add up to, in vectors, falls short by a place within the vector. *)
Theorem upcast_fold n ms : 1 <= n -> Forall positive ms -> forall c, in_box ms c ->
  forall within out last all, loop (upcast_step n) ms within out = Some (last, all) ->
  exists own, all = out ++ own /\ in_box own (digits_after n ms c) /\
    0 <= adds_up ms c - n * adds_up own (digits_after n ms c) <= last - within.
Proof.
  intros Hn. induction 1 as [|m t Hm Ht IH]; intros c B within out last all E; inversion B; subst; cbn in E.
  - injection E as <- <-. exists []. rewrite app_nil_r. cbn. split; [auto|]. split; [constructor|lia].
  - destruct (refuses (upcast_step n within m)) eqn:R; [discriminate|].
    match goal with H : 0 <= _ < shape m |- _ => destruct (upcast_step_keeps n within m _ Hn Hm H R) as (u & U & D & P) end.
    match goal with H : Forall2 _ t _ |- _ => destruct (IH _ H _ _ _ _ E) as (own & A & I & Q) end.
    exists (u :: own). rewrite U in A. rewrite A, <- app_assoc. split; [reflexivity|].
    cbn [digits_after adds_up]. split; [constructor; auto|]. lia.
Qed.

Theorem upcast_keeps_the_addresses n ms U c : 1 <= n -> Forall positive ms -> upcast n ms = Some U -> in_box ms c ->
  in_box U (digits_after n ms c) /\ adds_up ms c / n = adds_up U (digits_after n ms c).
Proof.
  intros Hn HP E B. unfold upcast in E. destruct (loop _ _ _ _) as [[last all]|] eqn:L; [|discriminate].
  destruct (Z.leb_spec n last) as [|W]; [discriminate|]. injection E as <-.
  destruct (upcast_fold n ms Hn HP c B _ _ _ _ L) as (own & -> & I & Q). cbn [app]. split; [exact I|].
  symmetry. apply Z.div_unique with (adds_up ms c - n * adds_up own (digits_after n ms c)); lia.
Qed.

Theorem upcast_step_divides_by_no_zero n within m : 1 <= n -> positive m -> upcast_step_divides n within m.
Proof.
  intros Hn Hm. unfold positive in Hm. unfold upcast_step_divides. destruct (Z.ltb_spec (stride m) 0) as [N|N].
  - destruct (_ =? 0); [lia|]. destruct (_ =? 1); lia.
  - destruct (Z.eqb_spec (Z.rem (stride m) n) 0) as [A|A]; [lia|].
    assert (Hd : stride m <> 0) by (intros Q; rewrite Q, Z.rem_0_l in A by lia; lia).
    rewrite (Z.rem_mod_nonneg n), (Z.quot_div_nonneg n) by lia.
    pose proof (Z.div_mod n (stride m) Hd) as D.
    destruct (Z.eqb_spec (n mod stride m) 0) as [B|B];
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; try lia.
    all: assert (n / stride m <> 0) by nia; lia.
Qed.

Print Assumptions upcast_keeps_the_addresses.
Print Assumptions upcast_step_divides_by_no_zero.
