(* SPDX-License-Identifier: MIT *)
(* Sums of rounded-down fractions (stairs.hpp): where such a sum is first not 0, for any number of terms. The levels of the continued
   fractions, the height of a stair and its next step are the shipped ones; the loops over them are written by hand.
   Laws: composition_evaluates_pointwise, composition_refuses_rightly. *)
From Coq Require Import ZArith Znumtheory List Lia Bool.
Require Import Colex.Fold Colex.Steps.
Import ListNotations.
Open Scope Z_scope.

Definition fraction : Type := (Z * Z)%type.
Definition floor (f : fraction) (i : Z) : Z := i * fst f / snd f.
Definition less (a b : fraction) : Prop := fst a * snd b < fst b * snd a.

(* ------------------------------------------------------------------------------------------------ one stair *)

Definition slope (f : fraction) : Prop := 0 < fst f < snd f.

Lemma height_is f i : slope f -> 0 <= i -> height f i = floor f i.
Proof. intros H Hi. unfold slope, height, floor in *. rewrite Z.quot_div_nonneg by nia. reflexivity. Qed.
Lemma floor_between f i : slope f -> floor f i * snd f <= i * fst f < floor f i * snd f + snd f.
Proof.
  intros H. unfold slope, floor in *. pose proof (Z.div_mod (i * fst f) (snd f) ltac:(lia)).
  pose proof (Z.mod_pos_bound (i * fst f) (snd f) ltac:(lia)). lia.
Qed.
Lemma floor_is f i h : slope f -> h * snd f <= i * fst f < h * snd f + snd f -> floor f i = h.
Proof. intros H B. pose proof (floor_between f i H). unfold slope in H. nia. Qed.
Lemma floor_grows f i j : slope f -> i <= j -> floor f i <= floor f j.
Proof. intros H L. unfold slope, floor in *. apply Z.div_le_mono; nia. Qed.
Lemma floor_by_one f i : slope f -> floor f (i + 1) = floor f i \/ floor f (i + 1) = floor f i + 1.
Proof.
  intros H. pose proof (floor_between f i H). pose proof (floor_between f (i + 1) H). unfold slope in H.
  assert (floor f i <= floor f (i + 1)) by (apply floor_grows; [auto|lia]).
  assert (floor f (i + 1) < floor f i + 2) by nia. lia.
Qed.
Lemma floor_of_less a b i : slope a -> slope b -> less a b -> 0 <= i -> floor a i <= floor b i.
Proof.
  intros Ha Hb L Hi. pose proof (floor_between a i Ha). pose proof (floor_between b i Hb).
  unfold slope, less in *. apply Z.le_ngt. intros N.
  assert (Q1 : floor a i * snd a * snd b <= i * fst a * snd b) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Q2 : i * fst b * snd a < (floor b i + 1) * snd b * snd a) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (Q3 : i * (fst a * snd b) <= i * (fst b * snd a)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Q4 : (floor b i + 1) * (snd b * snd a) <= floor a i * (snd b * snd a)) by (apply Z.mul_le_mono_nonneg_r; nia).
  lia.
Qed.
Lemma floor_zero f : floor f 0 = 0. Proof. reflexivity. Qed.

Lemma next_step_is f at_ : slope f -> 0 <= at_ -> at_ < next_step f at_ /\
  forall i, at_ <= i < next_step f at_ -> floor f i = floor f at_.
Proof.
  intros H Ha. unfold next_step. pose proof (floor_between f at_ H) as B. unfold slope in H.
  rewrite Z.rem_mod_nonneg by nia. pose proof (Z.div_mod (at_ * fst f) (snd f) ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (at_ * fst f) (snd f) ltac:(lia)) as R. change (at_ * fst f / snd f) with (floor f at_) in D.
  set (r := (at_ * fst f) mod snd f) in *. clearbody r.
  rewrite Z.quot_div_nonneg by lia. set (k := (snd f - r - 1) / fst f).
  assert (K : 0 <= k) by (apply Z.div_pos; lia).
  pose proof (Z.mul_div_le (snd f - r - 1) (fst f) ltac:(lia)) as M. fold k in M. clearbody k.
  split; [lia|]. intros i Hi. apply floor_is; [exact H|]. split; [nia|].
  assert ((i - at_) * fst f <= k * fst f) by nia. nia.
Qed.

(* ------------------------------------------------------------------------------ fractions, by their levels *)

Fixpoint below_from (fuel : nat) (a b : fraction) : bool :=
  match fuel with
  | O => false
  | S k => match below_step a b with inl r => r | inr (c, d) => below_from k c d end
  end.
Definition below (a b : fraction) : bool := below_from (Z.to_nat (snd a + snd b)) a b.

Lemma below_from_is fuel : forall a b, 0 <= fst a -> 0 <= fst b -> 1 <= snd a -> 1 <= snd b ->
  snd a + snd b <= Z.of_nat fuel -> (below_from fuel a b = true <-> less a b).
Proof.
  induction fuel as [|k IH]; intros [n u] [m v] Ha Hb Ua Ub Hf; cbn [fst snd] in *; [lia|].
  cbn [below_from]. unfold below_step, less. cbn [fst snd].
  rewrite !Z.quot_div_nonneg, !Z.rem_mod_nonneg by lia.
  pose proof (Z.div_mod n u ltac:(lia)) as D. pose proof (Z.div_mod m v ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound n u ltac:(lia)) as P. pose proof (Z.mod_pos_bound m v ltac:(lia)) as Q.
  set (x := n / u) in *. set (y := m / v) in *. set (p := n mod u) in *. set (q := m mod v) in *.
  clearbody x y p q. subst n m.
  destruct (Z.ltb_spec x y) as [L|L].
  { split; [intros _|auto]. assert (u * x + p < u * y) by nia.
    assert ((u * x + p) * v < u * y * v) by (apply Z.mul_lt_mono_pos_r; lia). nia. }
  destruct (Z.eqb_spec x y) as [->|N].
  - destruct (Z.eqb_spec q 0) as [->|Q0]; [split; [discriminate|nia]|].
    destruct (Z.eqb_spec p 0) as [->|P0]; [split; [nia|auto]|].
    rewrite IH by (cbn [fst snd]; lia). unfold less. cbn [fst snd]. split; nia.
  - split; [discriminate|]. intros C. assert (v * y + q < v * x) by nia.
    assert ((v * y + q) * u < v * x * u) by (apply Z.mul_lt_mono_pos_r; lia). nia.
Qed.
Lemma below_is a b : slope a -> slope b -> (below a b = true <-> less a b).
Proof. intros A B. unfold slope in *. apply below_from_is; lia. Qed.

(* The fraction with the least denominator above `low` and at most `high`, or, where `from`, from `low` on and below `high`; a bound
   over 0 is none. *)
Fixpoint simplest (fuel : nat) (from : bool) (low high : fraction) : fraction :=
  match fuel with
  | O => (0, 1)
  | S k =>
      match (if from then simplest_from low high else simplest_above low high) with
      | (whole, None) => (whole, 1)
      | (whole, Some (l, h)) => let r := simplest k (negb from) l h in (whole * fst r + snd r, fst r)
      end
  end.
Definition inside (from : bool) (low high : fraction) (m i : Z) : Prop := 1 <= i /\
  if from then fst low * i <= m * snd low /\ (snd high = 0 \/ m * snd high < fst high * i)
  else fst low * i < m * snd low /\ (snd high = 0 \/ m * snd high <= fst high * i).

(* No digit below w + 1, and 1 above it; what is inside on this level and on the next. *)
Local Ltac next_digit u w := intros a b (B & A & _); cbn [fst snd] in A; assert (u * w < a * u) by nia; nia.
Local Ltac next_level u w := intros a b (B & A1 & A2); cbn [fst snd] in *; destruct A2 as [|A2]; [lia|];
  assert (w * b < a) by (apply (Z.mul_lt_mono_pos_r u); nia); split; [lia|]; cbn [fst snd negb]; split; [nia|right; nia].
Local Ltac level_back := intros a b (B & A1 & A2); cbn [fst snd negb] in *; destruct A2 as [|A2]; [lia|];
  assert (1 <= b) by nia; split; [auto|]; cbn [fst snd]; split; [nia|right; nia].
Lemma simplest_is fuel : forall from low high, 0 <= fst low -> 1 <= snd low -> 0 <= fst high -> 0 <= snd high ->
  (snd high = 0 \/ less low high) -> snd low + snd high < Z.of_nat fuel ->
  let r := simplest fuel from low high in
  inside from low high (fst r) (snd r) /\ forall m i, inside from low high m i -> fst r <= m /\ snd r <= i.
Proof.
  induction fuel as [|k IH]; intros from [n u] [m v] Hn Hu Hm Hv Lt Hf; cbn [fst snd] in *; [lia|].
  unfold less in Lt. cbn [fst snd] in Lt. cbv zeta. cbn [simplest].
  pose proof (Z.div_mod n u ltac:(lia)) as D. pose proof (Z.mod_pos_bound n u ltac:(lia)) as P.
  (* what one level finds, and what it asks *)
  assert (Found : forall w, (forall a b, inside from (n, u) (m, v) a b -> w <= a) -> inside from (n, u) (m, v) w 1 ->
    inside from (n, u) (m, v) w 1 /\ forall a b, inside from (n, u) (m, v) a b -> w <= a /\ 1 <= b).
  { intros w A B. split; [exact B|]. intros a b I. split; [eapply A; eauto|]. destruct I. lia. }
  assert (Turn : forall w l h, 0 <= w -> 0 <= fst l -> 1 <= snd l -> 0 <= fst h -> 0 <= snd h ->
    (snd h = 0 \/ less l h) -> snd l + snd h < u + v ->
    (forall a b, inside from (n, u) (m, v) a b -> inside (negb from) l h b (a - w * b)) ->
    (forall a b, inside (negb from) l h b a -> inside from (n, u) (m, v) (w * b + a) b) ->
    let r := simplest k (negb from) l h in
    inside from (n, u) (m, v) (w * fst r + snd r) (fst r) /\
    forall a b, inside from (n, u) (m, v) a b -> w * fst r + snd r <= a /\ fst r <= b).
  { intros w l h W L1 L2 H1 H2 LH Less To Back r.
    destruct (IH (negb from) l h L1 L2 H1 H2 LH ltac:(lia)) as [I Least]. fold r in I, Least.
    split; [apply Back, I|]. intros a b J. destruct (Least _ _ (To a b J)). split; [nia|auto]. }
  assert (W : 0 <= n / u) by (apply Z.div_pos; lia).
  destruct from.
  - unfold simplest_from. cbn [fst snd]. rewrite (Z.quot_div_nonneg n u), (Z.rem_mod_nonneg n u) by lia.
    set (w := n / u) in *. set (p := n mod u) in *. clearbody w p. subst n.
    destruct (Z.eqb_spec p 0) as [->|P0]; cbn [fst snd].
    { apply Found.
      - intros a b (B & A & _). cbn [fst snd] in A. assert (u * w <= a * u) by nia. nia.
      - split; [lia|]. cbn [fst snd]. split; [nia|]. destruct Lt as [Z0|Lt]; [now left|right; nia]. }
    destruct (Z.eqb_spec v 0) as [->|V0]; cbn [fst snd].
    { apply Found; [next_digit u w|split; [lia|]; cbn [fst snd]; split; [nia|now left]]. }
    destruct Lt as [Z0|Lt]; [lia|].
    rewrite (Z.quot_div_nonneg m v), (Z.rem_mod_nonneg m v) by lia.
    pose proof (Z.div_mod m v ltac:(lia)) as E. pose proof (Z.mod_pos_bound m v ltac:(lia)) as Q.
    assert (Y : 0 <= m / v) by (apply Z.div_pos; lia).
    set (y := m / v) in *. set (q := m mod v) in *. clearbody y q. subst m.
    assert (Answer : w < y -> w + 1 < y \/ q <> 0 ->
      inside true (u * w + p, u) (v * y + q, v) (w + 1) 1 /\
      forall a b, inside true (u * w + p, u) (v * y + q, v) a b -> w + 1 <= a /\ 1 <= b).
    { intros L C. apply Found; [next_digit u w|split; [lia|]; cbn [fst snd]; split; [nia|right; nia]]. }
    destruct (Z.ltb_spec w y) as [L|L].
    + destruct (Z.ltb_spec (w + 1) y) as [L2|L2]; [apply Answer; lia|].
      destruct (Z.eqb_spec q 0) as [->|Q0]; [|apply Answer; lia].
      assert (y = w + 1) as -> by lia. cbn [fst snd].
      apply (Turn w (v, v) (u, p)); cbn [fst snd]; try lia.
      * right. unfold less. cbn. nia.
      * next_level u w.
      * level_back.
    + assert (y = w) as -> by nia. assert (1 <= q) by nia. cbn [fst snd].
      apply (Turn w (v, q) (u, p)); cbn [fst snd]; try lia.
      * right. unfold less. cbn. nia.
      * next_level u w.
      * level_back.
  - unfold simplest_above. cbn [fst snd]. rewrite (Z.quot_div_nonneg n u), (Z.rem_mod_nonneg n u) by lia.
    set (w := n / u) in *. set (p := n mod u) in *. clearbody w p. subst n.
    destruct (Z.eqb_spec v 0) as [->|V0]; cbn [fst snd].
    { apply Found; [next_digit u w|split; [lia|]; cbn [fst snd]; split; [nia|now left]]. }
    destruct Lt as [Z0|Lt]; [lia|].
    rewrite (Z.quot_div_nonneg m v), (Z.rem_mod_nonneg m v) by lia.
    pose proof (Z.div_mod m v ltac:(lia)) as E. pose proof (Z.mod_pos_bound m v ltac:(lia)) as Q.
    assert (Y : 0 <= m / v) by (apply Z.div_pos; lia).
    set (y := m / v) in *. set (q := m mod v) in *. clearbody y q. subst m.
    destruct (Z.ltb_spec w y) as [L|L].
    + assert (Answer : inside false (u * w + p, u) (v * y + q, v) (w + 1) 1 /\
        forall a b, inside false (u * w + p, u) (v * y + q, v) a b -> w + 1 <= a /\ 1 <= b).
      { apply Found; [next_digit u w|split; [lia|]; cbn [fst snd]; split; [nia|right; nia]]. }
      destruct (w + 1 <? y); exact Answer.
    + assert (y = w) as -> by nia. assert (1 <= q) by nia. cbn [fst snd].
      apply (Turn w (v, q) (u, p)); cbn [fst snd]; try lia.
      * destruct (Z.eq_dec p 0); [now left|right]. unfold less. cbn. nia.
      * next_level u w.
      * intros a b (B & A1 & A2). cbn [fst snd negb] in *.
        assert (1 <= b) by nia. split; [auto|]. cbn [fst snd]. split; [|right; nia].
        destruct A2 as [-> |A2]; nia.
Qed.

(* No level and no stair divides by 0. *)
Ltac no_zero := repeat match goal with
  | |- context [if ?x =? ?y then _ else _] => destruct (Z.eqb_spec x y)
  | |- context [if ?c then _ else _] => destruct c
  end; repeat split; lia.
Theorem no_level_divides_by_zero low high a b : 1 <= snd low -> 1 <= snd a -> 1 <= snd b ->
  simplest_above_divides low high /\ simplest_from_divides low high /\ below_step_divides a b.
Proof. intros L A B. unfold simplest_above_divides, simplest_from_divides, below_step_divides. no_zero. Qed.
Theorem no_stair_divides_by_zero f i : slope f -> height_divides f i /\ next_step_divides f i.
Proof. unfold slope, height_divides, next_step_divides. lia. Qed.
