(* SPDX-License-Identifier: MIT *)
(* Bits of a word: its lowest one, whether it is a power of two, how many zeros or ones it ends in. From the generated steps, and
   from the whole counts, whose loops end at 62. Every map over GF(2) is linear. *)
From Coq Require Import ZArith List Lia Bool Btauto.
Require Import Colex.Fold Colex.Steps Colex.Swizzles.
Require Colex.Vocabulary.
Import ListNotations.
Open Scope Z_scope.

(* bits.hpp: the counts. *)
Fixpoint zeros_from (fuel : nat) (n x : Z) : Z :=
  match fuel with O => n | S k => if Z.land (Z.shiftr x n) 1 =? 0 then zeros_from k (n + 1) x else n end.
Fixpoint ones_from (fuel : nat) (n x : Z) : Z :=
  match fuel with O => n | S k => if Z.land (Z.shiftr x n) 1 =? 0 then n else ones_from k (n + 1) x end.
Fixpoint length_from (fuel : nat) (n x : Z) : Z :=
  match fuel with O => n | S k => if Z.shiftr x n =? 0 then n else length_from k (n + 1) x end.
Definition trailing_zeros : Z -> Z := zeros_from 62 0.
Definition trailing_ones : Z -> Z := ones_from 62 0.
Definition bit_length : Z -> Z := length_from 62 0.

Theorem zeros_driver_62 x : trailing_zeros x = trailing_zeros_62 x. Proof. reflexivity. Qed.
Theorem ones_driver_62 x : trailing_ones x = trailing_ones_62 x. Proof. reflexivity. Qed.
Theorem length_driver_62 x : bit_length x = bit_length_62 x. Proof. reflexivity. Qed.

Lemma bit_clear x n : 0 <= n -> (Z.land (Z.shiftr x n) 1 =? 0) = negb (Z.testbit x n).
Proof.
  intros Hn. change 1 with (Z.ones 1). rewrite Z.land_ones, Z.shiftr_div_pow2 by lia. change (2 ^ 1) with 2.
  rewrite <- Z.testbit_spec' by auto. now destruct (Z.testbit x n).
Qed.
Lemma zeros_from_is fuel x p : forall n, 0 <= n <= p -> p < n + Z.of_nat fuel -> Z.testbit x p = true ->
  (forall i, n <= i < p -> Z.testbit x i = false) -> zeros_from fuel n x = p.
Proof.
  induction fuel as [|k IH]; intros n Hn Hf T F; cbn [zeros_from]; [lia|]. rewrite bit_clear by lia.
  destruct (Z.eq_dec n p) as [->|D]; [now rewrite T|]. rewrite F by lia. cbn [negb]. apply IH; auto; try lia.
  intros i Hi. apply F. lia.
Qed.
Lemma ones_from_is fuel x p : forall n, 0 <= n <= p -> p < n + Z.of_nat fuel -> Z.testbit x p = false ->
  (forall i, n <= i < p -> Z.testbit x i = true) -> ones_from fuel n x = p.
Proof.
  induction fuel as [|k IH]; intros n Hn Hf F T; cbn [ones_from]; [lia|]. rewrite bit_clear by lia.
  destruct (Z.eq_dec n p) as [->|D]; [now rewrite F|]. rewrite T by lia. cbn [negb]. apply IH; auto; try lia.
  intros i Hi. apply T. lia.
Qed.
Lemma trailing_zeros_is x p : 0 <= p < 62 -> Z.testbit x p = true -> (forall i, 0 <= i < p -> Z.testbit x i = false) ->
  trailing_zeros x = p.
Proof. intros H. apply zeros_from_is; lia. Qed.
Lemma trailing_ones_is x p : 0 <= p < 62 -> Z.testbit x p = false -> (forall i, 0 <= i < p -> Z.testbit x i = true) ->
  trailing_ones x = p.
Proof. intros H. apply ones_from_is; lia. Qed.
Lemma length_from_is fuel x : 0 <= x -> forall n, 0 <= n -> x < 2 ^ (n + Z.of_nat fuel) ->
  n <= length_from fuel n x <= n + Z.of_nat fuel /\ x < 2 ^ length_from fuel n x.
Proof.
  intros Hx. induction fuel as [|k IH]; intros n Hn Hf; cbn [length_from].
  { replace (n + Z.of_nat 0) with n in Hf by lia. split; [lia|exact Hf]. }
  destruct (Z.eqb_spec (Z.shiftr x n) 0) as [E|E].
  - split; [lia|]. rewrite Z.shiftr_div_pow2 in E by auto. pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) Hn).
    apply Z.div_small_iff in E; lia.
  - destruct (IH (n + 1)) as [A B]; [lia| |split; [lia|exact B]].
    replace (n + 1 + Z.of_nat k) with (n + Z.of_nat (S k)) by lia. exact Hf.
Qed.
Lemma bit_length_is x : 0 <= x < 2 ^ 62 -> 0 <= bit_length x <= 62 /\ x < 2 ^ bit_length x.
Proof. intros H. apply (length_from_is 62 x); [lia|lia|exact (proj2 H)]. Qed.

(* ------------------------------------------------------------------------------------------------ the lowest bit *)

Lemma odd_part x : 0 < x -> exists p q, 0 <= p /\ 0 <= q /\ x = (2 * q + 1) * 2 ^ p.
Proof.
  destruct x as [|x|x]; try lia. intros _. induction x as [x _|x (p & q & P & Q & E)|].
  - exists 0, (Z.pos x). split; [lia|]. split; [lia|]. rewrite Z.pow_0_r. lia.
  - exists (p + 1), q. split; [lia|]. split; [lia|]. rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2. lia.
  - exists 0, 0. repeat split; lia.
Qed.
Lemma bits_of_odd q p n : 0 <= p -> 0 <= n -> Z.testbit ((2 * q + 1) * 2 ^ p) n =
  if n <? p then false else if n =? p then true else Z.testbit q (n - p - 1).
Proof.
  intros Hp Hn. destruct (Z.ltb_spec n p); [now apply Z.mul_pow2_bits_low|]. rewrite Z.mul_pow2_bits by auto.
  destruct (Z.eqb_spec n p) as [->|D]; [rewrite Z.sub_diag; apply Z.testbit_odd_0|].
  replace (n - p) with (Z.succ (n - p - 1)) at 1 by lia. apply Z.testbit_odd_succ. lia.
Qed.
Lemma bits_before_odd q p n : 0 <= p -> 0 <= n -> Z.testbit ((2 * q + 1) * 2 ^ p - 1) n =
  if n <? p then true else if n =? p then false else Z.testbit q (n - p - 1).
Proof.
  intros Hp Hn. pose proof (Z.pow_pos_nonneg 2 p ltac:(lia) Hp) as P.
  replace ((2 * q + 1) * 2 ^ p - 1) with ((2 * q) * 2 ^ p + (2 ^ p - 1)) by ring.
  destruct (Z.ltb_spec n p).
  - rewrite <- (Z.mod_pow2_bits_low _ p n) by lia. rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia.
    replace (2 ^ p - 1) with (Z.ones p) by (rewrite Z.ones_equiv; lia). apply Z.ones_spec_low. lia.
  - replace n with ((n - p) + p) at 1 by lia. rewrite <- Z.div_pow2_bits by lia.
    rewrite Z.div_add_l, Z.div_small, Z.add_0_r by lia.
    destruct (Z.eqb_spec n p) as [->|D]; [rewrite Z.sub_diag; apply Z.testbit_even_0|].
    replace (n - p) with (Z.succ (n - p - 1)) at 1 by lia. apply Z.testbit_even_succ. lia.
Qed.
(* The lowest bit of x is 2^p: x has bit p, and none below. *)
Definition lowest_at (x p : Z) : Prop := 0 <= p /\ Z.testbit x p = true /\ forall i, 0 <= i < p -> Z.testbit x i = false.
Theorem lowest_bit_is x : 0 < x -> exists p, lowest_at x p /\ lowest_bit x = 2 ^ p.
Proof.
  intros H. destruct (odd_part x H) as (p & q & Hp & Hq & ->). exists p. unfold lowest_at. split.
  - split; [exact Hp|]. rewrite bits_of_odd by lia. destruct (Z.ltb_spec p p); [lia|]. rewrite Z.eqb_refl. split; [reflexivity|].
    intros i Hi. rewrite bits_of_odd by lia. destruct (Z.ltb_spec i p); [reflexivity|lia].
  - unfold lowest_bit. replace (0 - (2 * q + 1) * 2 ^ p) with (Z.lnot ((2 * q + 1) * 2 ^ p - 1)) by (unfold Z.lnot; lia).
    apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, Z.lnot_spec, bits_of_odd, bits_before_odd by lia.
    destruct (Z.ltb_spec n p); [now rewrite Z.pow2_bits_false by lia|].
    destruct (Z.eqb_spec n p) as [->|D]; [now rewrite Z.pow2_bits_true by lia|]. rewrite Z.pow2_bits_false by lia.
    now destruct (Z.testbit q (n - p - 1)).
Qed.
Theorem is_power_of_two_is n : is_power_of_two n = true <-> exists k, 0 <= k /\ n = 2 ^ k.
Proof.
  unfold is_power_of_two. split.
  - destruct (Z.ltb_spec 0 n) as [H|]; [|discriminate]. destruct (odd_part n H) as (p & q & Hp & Hq & ->).
    destruct (Z.eqb_spec (Z.land ((2 * q + 1) * 2 ^ p) ((2 * q + 1) * 2 ^ p - 1)) 0) as [E|]; [|discriminate]. intros _.
    exists p. split; [auto|]. destruct (Z.eq_dec q 0) as [->|D]; [lia|exfalso].
    pose proof (Z.bit_log2 q ltac:(lia)) as B. pose proof (Z.log2_nonneg q).
    apply (f_equal (fun y => Z.testbit y (Z.log2 q + p + 1))) in E.
    rewrite Z.land_spec, bits_of_odd, bits_before_odd, Z.bits_0 in E by lia.
    destruct (Z.ltb_spec (Z.log2 q + p + 1) p); [lia|]. destruct (Z.eqb_spec (Z.log2 q + p + 1) p); [lia|].
    replace (Z.log2 q + p + 1 - p - 1) with (Z.log2 q) in E by lia. now rewrite B in E.
  - intros (k & Hk & ->). pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk). destruct (Z.ltb_spec 0 (2 ^ k)); [|lia].
    replace (2 ^ k - 1) with (Z.ones k) by (rewrite Z.ones_equiv; lia). rewrite Z.land_ones, Z.mod_same by lia. reflexivity.
Qed.

(* ------------------------------------------------------------------------------------------- maps of any columns *)

Lemma map_from_is columns : forall k sum x, 0 <= k ->
  map_from k columns sum x = Z.lxor sum (map_from k columns 0 x).
Proof.
  induction columns as [|c t IH]; intros k sum x Hk; cbn [map_from]; [now rewrite Z.lxor_0_r|].
  rewrite IH, (IH _ (bit_step 0 c x k)), !bit_step_is by lia.
  destruct (Z.testbit x k); rewrite ?Z.lxor_0_l; [apply Z.lxor_assoc|reflexivity].
Qed.
Theorem image_is columns : forall k x, 0 <= k -> map_from k columns 0 x = Vocabulary.xor_from k columns x.
Proof.
  induction columns as [|c t IH]; intros k x Hk; cbn [map_from Vocabulary.xor_from]; [reflexivity|].
  rewrite map_from_is, IH, bit_step_is by lia. now destruct (Z.testbit x k).
Qed.
Lemma map_from_adds columns : forall k x y, 0 <= k ->
  map_from k columns 0 (Z.lxor x y) = Z.lxor (map_from k columns 0 x) (map_from k columns 0 y).
Proof.
  induction columns as [|c t IH]; intros k x y Hk; cbn [map_from]; [reflexivity|].
  rewrite (map_from_is t _ (bit_step 0 c (Z.lxor x y) k)), (map_from_is t _ (bit_step 0 c x k)),
    (map_from_is t _ (bit_step 0 c y k)), IH, !bit_step_is, Z.lxor_spec by lia.
  apply Z.bits_inj'. intros n Hn. destruct (Z.testbit x k), (Z.testbit y k); cbn [xorb];
    rewrite !Z.lxor_spec, ?Z.lxor_spec, ?Z.bits_0; btauto.
Qed.
Lemma map_from_zero columns : forall k, 0 <= k -> map_from k columns 0 0 = 0.
Proof. induction columns as [|c t IH]; intros k Hk; cbn [map_from]; [reflexivity|]. rewrite bit_step_is, Z.bits_0 by lia. apply IH. lia. Qed.
Theorem bit_map_is_linear columns : linear (bit_map columns).
Proof. split; [apply map_from_zero; lia|]. intros x y. apply map_from_adds. lia. Qed.

(* Where no other bit of x than j has a column, that column is left. *)
Lemma map_from_one columns x j : 0 <= j -> forall k, 0 <= k ->
  (forall i, k <= i -> i <> j -> Z.testbit x i = true -> nth (Z.to_nat (i - k)) columns 0 = 0) ->
  map_from k columns 0 x = if (k <=? j) && Z.testbit x j then nth (Z.to_nat (j - k)) columns 0 else 0.
Proof.
  intros Hj. induction columns as [|c t IH]; intros k Hk H; cbn [map_from].
  - destruct ((k <=? j) && Z.testbit x j); [|reflexivity]. now destruct (Z.to_nat (j - k)).
  - rewrite map_from_is, IH, bit_step_is by (try lia; intros i Hi D T; specialize (H i ltac:(lia) D T);
      replace (Z.to_nat (i - k)) with (S (Z.to_nat (i - (k + 1)))) in H by lia; exact H).
    destruct (Z.eq_dec k j) as [->|D].
    + rewrite Z.leb_refl, Z.sub_diag. destruct (Z.leb_spec (j + 1) j); [lia|]. cbn [andb Z.to_nat nth].
      destruct (Z.testbit x j); now rewrite ?Z.lxor_0_l, ?Z.lxor_0_r.
    + replace (if Z.testbit x k then Z.lxor 0 c else 0) with 0.
      * rewrite Z.lxor_0_l. destruct (Z.leb_spec (k + 1) j), (Z.leb_spec k j); try lia; cbn [andb]; auto.
        destruct (Z.testbit x j); [|reflexivity]. replace (Z.to_nat (j - k)) with (S (Z.to_nat (j - (k + 1)))) by lia. reflexivity.
      * destruct (Z.testbit x k) eqn:T; [|reflexivity]. specialize (H k ltac:(lia) D T). rewrite Z.sub_diag in H. cbn in H.
        now rewrite H.
Qed.
(* Column k is the image of 2^k. *)
Theorem bit_map_of_bit columns j : 0 <= j -> bit_map columns (2 ^ j) = nth (Z.to_nat j) columns 0.
Proof.
  intros Hj. unfold bit_map. rewrite (map_from_one columns (2 ^ j) j), Z.sub_0_r, Z.pow2_bits_true by
  (auto; try lia; intros i Hi D; rewrite Z.pow2_bits_false by lia; discriminate). destruct (Z.leb_spec 0 j); [reflexivity|lia].
Qed.

(* Linear functions that agree on the bits agree. *)
Theorem linear_by_bits f g n : linear f -> linear g -> 0 <= n -> (forall k, 0 <= k < n -> f (2 ^ k) = g (2 ^ k)) ->
  forall x, 0 <= x < 2 ^ n -> f x = g x.
Proof.
  intros F G Hn E x Hx. rewrite <- (Z.mod_small x (2 ^ n)) by auto.
  rewrite <- (map_of_a_linear_function f), <- (map_of_a_linear_function g) by auto. f_equal.
  unfold images. apply map_ext_in. intros k Hk. apply in_places in Hk. rewrite Z.shiftl_1_l. now apply E.
Qed.
(* Below 2^m where all its columns are. *)
Lemma lxor_below a b m : 0 <= m -> 0 <= a < 2 ^ m -> 0 <= b < 2 ^ m -> 0 <= Z.lxor a b < 2 ^ m.
Proof.
  intros Hm Ha Hb. replace (Z.lxor a b) with (Z.lxor a b mod 2 ^ m); [apply Z.mod_pos_bound; apply Z.pow_pos_nonneg; lia|].
  apply Z.bits_inj'. intros n Hn. destruct (Z.lt_ge_cases n m) as [L|L]; [now rewrite Z.mod_pow2_bits_low by auto|].
  rewrite Z.mod_pow2_bits_high, Z.lxor_spec by lia. now rewrite !(high_bits_are_none _ m n) by (auto; lia).
Qed.
Lemma map_from_below m columns : 0 <= m -> Forall (fun c => 0 <= c < 2 ^ m) columns -> forall k sum x, 0 <= k ->
  0 <= sum < 2 ^ m -> 0 <= map_from k columns sum x < 2 ^ m.
Proof.
  intros Hm H. induction H as [|c t Hc Ht IH]; intros k sum x Hk Hs; cbn [map_from]; [exact Hs|]. apply IH; [lia|].
  rewrite bit_step_is by auto. destruct (Z.testbit x k); [now apply lxor_below|exact Hs].
Qed.
Theorem bit_map_below m columns x : 0 <= m -> Forall (fun c => 0 <= c < 2 ^ m) columns -> 0 <= bit_map columns x < 2 ^ m.
Proof. intros Hm H. apply map_from_below; auto; lia. Qed.
