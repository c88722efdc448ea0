(* SPDX-License-Identifier: MIT *)
(* bijective() at every rank: what it answers is right whatever its searches say. A yes rests on the least offset, the number
   of points and the first gap; a collision is looked at again. From the generated steps. Law: tv_layouts_cover_once. *)
From Coq Require Import String ZArith List Lia Bool.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Find Colex.RightInverse Colex.Surjective Colex.Complement.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* Each offset in [0, M) is that of one index, and there is no other offset. *)
Record one_to_one (ms : list mode) (M : Z) : Prop := OneToOne {
  inside : forall i, 0 <= i < size ms -> 0 <= evaluate ms i < M;
  once : forall i j, 0 <= i < size ms -> 0 <= j < size ms -> evaluate ms i = evaluate ms j -> i = j;
  all : forall y, 0 <= y < M -> exists i, 0 <= i < size ms /\ evaluate ms i = y }.

(* ------------------------------------------------------------------------------------- the offsets that are furthest *)

Lemma least_offset ms : Forall positive ms -> (existsb falls ms = true <-> shipped_extent ms - shipped_cosize ms < 0).
Proof.
  intros HP. rewrite extent_adds, cosize_adds. replace (total up ms + 1 - (total far ms + 1)) with (total up ms - total far ms) by
    ring.
  enough (G : total up ms - total far ms <= 0 /\ (existsb falls ms = true <-> total up ms - total far ms < 0)) by tauto.
  induction HP as [|m t Hm Ht (L & IH)]; cbn [existsb total]; [split; [lia|split; [discriminate|lia]]|].
  assert (D : up m - far m <= 0 /\ (falls m = true <-> up m - far m < 0)).
  { unfold up, far, falls, positive in *. destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); cbn [andb];
      rewrite ?Z.max_l, ?Z.max_r, ?Z.abs_neq, ?Z.abs_eq by lia; split; try nia; split; try discriminate; nia. }
  split; [lia|]. rewrite orb_true_iff. destruct D as [D1 D2]. rewrite D2, IH. lia.
Qed.
Lemma falls_below ms : Forall positive ms -> existsb falls ms = true -> exists i, 0 <= i < size ms /\ evaluate ms i < 0.
Proof.
  induction 1 as [|m t Hm Ht IH]; cbn [existsb size]; [discriminate|]. intros E. pose proof (size_positive t Ht).
    unfold positive in Hm.
  apply orb_prop in E. destruct E as [E|E].
  - unfold falls in E. destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); try discriminate.
    exists 1. split; [nia|]. rewrite evaluate_cons, Z.mod_small, Z.div_small, evaluate_zero by lia. lia.
  - destruct (IH E) as (i & Hi & V). exists (shape m * i). split; [nia|].
    rewrite evaluate_cons, (Z.mul_comm (shape m)), Z.mod_mul, Z.div_mul by lia. lia.
Qed.
Lemma furthest ms : Forall positive ms -> exists i, 0 <= i < size ms /\ evaluate ms i = shipped_extent ms - 1.
Proof.
  intros HP. destruct (extent_is_reached ms HP) as (c & B & E). exists (index_of ms c). split; [now apply index_in_range|].
  rewrite evaluate_adds_up, (digits_of_index ms c B). lia.
Qed.

(* T31, T36: where A and R tile [0, M), the furthest offsets of both make the last one. *)
Theorem cosizes_add_up A R M : Forall positive A -> Forall positive R -> 1 <= M -> tiles A R M ->
  shipped_cosize R = M - (shipped_cosize A - 1).
Proof.
  intros PA PR HM [Range _ Sur]. pose proof (size_positive A PA). pose proof (size_positive R PR).
  assert (Within : forall ms i, Forall positive ms -> evaluate ms i < shipped_extent ms /\ evaluate ms i < shipped_cosize ms).
  { intros ms i P. pose proof (digits_are_in_the_box ms P i) as B. rewrite evaluate_adds_up.
    pose proof (cosize_bounds_every_offset ms _ B). split; [now apply extent_is_past_every_offset|lia]. }
  assert (Up : forall ms, Forall positive ms -> (forall i, 0 <= i < size ms -> 0 <= evaluate ms i) -> shipped_cosize ms = shipped_extent ms).
  { intros ms P N. destruct (furthest ms P) as (i & I & V). pose proof (Within ms i P). pose proof (least_offset ms P) as [_ L].
    destruct (Z.lt_ge_cases (shipped_extent ms - shipped_cosize ms) 0) as [F|]; [|lia].
    destruct (falls_below ms P (L F)) as (j & J & W). specialize (N j J). lia. }
  rewrite (Up A PA), (Up R PR).
  2: intros j J; specialize (Range 0 j ltac:(lia) J). 3: intros i I; specialize (Range i 0 I ltac:(lia)). 2, 3: rewrite evaluate_zero in Range; lia.
  destruct (furthest A PA) as (i & I & VA), (furthest R PR) as (j & J & VR), (Sur (M - 1) ltac:(lia)) as (k & l & K & L & E).
  pose proof (Range i j I J). pose proof (Within A k PA). pose proof (Within R l PR). lia.
Qed.

(* As many points as offsets: onto is one to one, and inside. *)
Lemma counted ms : (forall y, 0 <= y < size ms -> exists i, 0 <= i < size ms /\ evaluate ms i = y) -> one_to_one ms (size ms).
Proof.
  intros Onto. set (n := size ms) in *. set (vs := map (evaluate ms) (upto n)).
  assert (I : incl (upto n) vs).
  { intros y Hy. apply upto_in in Hy. destruct (Onto y Hy) as (i & Hi & <-). apply in_map. now apply in_upto. }
  assert (L : (length vs <= length (upto n))%nat) by (unfold vs; now rewrite map_length).
  split; [| |exact Onto]; fold n.
  - intros i Hi. apply upto_in. apply (NoDup_length_incl (upto_nodup n) L I). apply in_map. now apply in_upto.
  - intros i j Hi Hj E. apply (proj1 (written_once (evaluate ms) (upto n) (upto_nodup n))); auto using in_upto.
    apply NoDup_incl_NoDup with (l := upto n); auto using upto_nodup.
Qed.

(* What an answer tells, where s and b are what surjective() and the step say: a yes needs both, and a no has one of three reasons. *)
Definition tells (ms : list mode) (s b answer : option refusal) : Prop :=
  match answer with
  | None => s = None /\ b = None
  | Some _ => is_undecided answer = false ->
      (exists i j, 0 <= i < j /\ j < size ms /\ evaluate ms i = evaluate ms j) \/
      is_none s = false /\ is_undecided s = false \/ is_none b = false /\ is_undecided b = false
  end.
Lemma bijective_tells one found ms M : Forall positive ms -> tells ms (Headers.surjective found ms M)
  (bijective_step (size ms) (shipped_extent ms) (shipped_extent ms - shipped_cosize ms) M) (Headers.bijective one found ms M).
Proof.
  intros HP. unfold Headers.bijective. rewrite !shipped_size_is. set (s := Headers.surjective found ms M). set (b := bijective_step _ _ _ _).
  assert (None_ : forall r : option refusal, is_none r = true -> r = None) by (intros [r|]; [discriminate|reflexivity]).
  assert (Rest : tells ms s b (if is_none s then if is_none b then None else if is_undecided b then Some (Refused "undecided" 0 0)
        else Some (Refused "in_domain" (left_of b) (right_of b))
      else if is_undecided s then if is_none b then Some (Refused "undecided" 0 0) else if is_undecided b then Some (Refused "undecided" 0 0)
        else Some (Refused "in_domain" (left_of b) (right_of b)) else Some (Refused "surjective" (left_of s) (right_of s)))).
  { clearbody b s. destruct (is_none s) eqn:N, (is_none b) eqn:O, (is_undecided s) eqn:U, (is_undecided b) eqn:V;
      cbn; auto; intros Q; try discriminate Q; auto. }
  destruct (is_none (one ms)); [exact Rest|]. destruct (is_undecided (one ms)); [exact Rest|].
  destruct (Z.leb_spec 0 (left_of (one ms))); [|exact Rest]. destruct (Z.ltb_spec (left_of (one ms)) (right_of (one ms))); [|exact Rest].
  destruct (Z.ltb_spec (right_of (one ms)) (size ms)); [|exact Rest]. rewrite !shipped_evaluate_is by (auto; lia).
  destruct (Z.eqb_spec (evaluate ms (left_of (one ms))) (evaluate ms (right_of (one ms)))); [|exact Rest].
  intros _. left. exists (left_of (one ms)), (right_of (one ms)). auto.
Qed.
Theorem bijective_is_exact one found ms M : Forall positive ms -> match Headers.bijective one found ms M with
  | None => one_to_one ms M
  | Some why => is_undecided (Some why) = false -> ~ one_to_one ms M
  end.
Proof.
  intros HP. pose proof (bijective_tells one found ms M HP) as Says. unfold tells in Says.
  pose proof (least_offset ms HP) as Least. set (least := shipped_extent ms - shipped_cosize ms) in *.
  assert (Down : existsb falls ms = true -> ~ one_to_one ms M).
  { intros F [In_ _ _]. destruct (falls_below ms HP F) as (i & Hi & V). specialize (In_ i Hi). lia. }
  assert (Gap : existsb falls ms = false -> let gap := first_gap ms in
    (forall v, 0 <= v < gap -> exists i, 0 <= i < size ms /\ evaluate ms i = v) /\ (gap < M -> ~ one_to_one ms M)).
  { intros F gap. pose proof (none_falls ms HP F) as R. destruct (first_gap_is_the_least_offset_missed ms HP R) as [Below Miss].
    split; [exact Below|]. intros L [_ _ All]. pose proof (first_gap_positive ms HP R) as P. fold gap in P, Miss.
    destruct (All gap ltac:(lia)) as (i & Hi & V). now apply (Miss i). }
  unfold bijective_step in Says. destruct (Headers.bijective one found ms M) as [why|].
  - intros U. destruct (Says U) as [(i & j & I & J & E)|[[N V]|[N V]]].
    + intros [_ Once _]. specialize (Once i j ltac:(lia) ltac:(lia) E). lia.
    + destruct (existsb falls ms) eqn:F; [now apply Down|]. rewrite printed_surjective in N by exact F.
      destruct (Z.ltb_spec (first_gap ms) M); [now apply Gap|discriminate].
    + assert (Past : M < shipped_extent ms -> ~ one_to_one ms M)
        by (intros Hp [In_ _ _]; destruct (furthest ms HP) as (i & Hi & W); specialize (In_ i Hi); lia).
      destruct (Z.leb_spec 0 least); [destruct (size ms =? M); [discriminate|]|];
        (destruct (Z.ltb_spec M (shipped_extent ms)); [now apply Past|]);
        (destruct (Z.ltb_spec least 0); [apply Down, Least; lia|discriminate]).
  - destruct Says as [E B]. destruct (Z.leb_spec 0 least) as [L|L].
    2:{ destruct (_ <? _); [discriminate|]. destruct (least <? 0); discriminate. }
    destruct (Z.eqb_spec (size ms) M) as [Q|]; [|destruct (_ <? _); [discriminate|]; destruct (least <? 0); discriminate].
    assert (F : existsb falls ms = false) by (destruct (existsb falls ms); [destruct Least as [Least _]; specialize (Least eq_refl); lia|auto]).
    rewrite printed_surjective in E by exact F. destruct (Z.ltb_spec (first_gap ms) M); [discriminate|].
    rewrite <- Q in *. apply counted. intros y Hy. apply Gap; auto. lia.
Qed.

(* The law: thread t's value v is at index t + |T| v. *)
Theorem thread_and_value T V M : Forall positive T -> Forall positive V -> (one_to_one (T ++ V) M <-> tiles T V M).
Proof.
  intros PT PV. assert (P : Forall positive (T ++ V)) by now apply Forall_app.
  pose proof (size_positive T PT) as ST. pose proof (size_positive V PV) as SV.
  assert (At : forall t v, 0 <= t < size T -> 0 <= v < size V -> 0 <= t + size T * v < size (T ++ V) /\
    evaluate (T ++ V) (t + size T * v) = evaluate T t + evaluate V v).
  { intros t v Ht Hv. rewrite size_app. split; [now apply two_digits|]. rewrite evaluate_app, <- (evaluate_wraps T PT) by auto.
    destruct (digits (size T) t v Ht) as [-> ->]. reflexivity. }
  assert (Of : forall i, 0 <= i < size (T ++ V) -> 0 <= i mod size T < size T /\ 0 <= i / size T < size V /\
    evaluate (T ++ V) i = evaluate T (i mod size T) + evaluate V (i / size T) /\ i = i mod size T + size T * (i / size T)).
  { intros i Hi. rewrite size_app in Hi. destruct (split (size T) (size V) i) as (A & B & C); [lia|lia|].
    destruct (At _ _ A B) as [_ E]. rewrite <- C in E. auto. }
  split.
  - intros [In_ Once All]. split.
    + intros t v Ht Hv. destruct (At t v Ht Hv) as [R <-]. now apply In_.
    + intros t v t' v' Ht Hv Ht' Hv' Q. destruct (At t v Ht Hv) as [R A], (At t' v' Ht' Hv') as [R' A'].
      rewrite <- A, <- A' in Q. specialize (Once _ _ R R' Q).
      destruct (digits (size T) t v Ht) as [M1 D1], (digits (size T) t' v' Ht') as [M2 D2]. rewrite Once in M1, D1.
        split; congruence.
    + intros y Hy. destruct (All y Hy) as (i & Hi & Q). destruct (Of i Hi) as (A & B & C & _). exists (i mod size T), (i / size T).
      split; [auto|]. split; [auto|]. congruence.
  - intros [In_ Once All]. split.
    + intros i Hi. destruct (Of i Hi) as (A & B & -> & _). now apply In_.
    + intros i j Hi Hj Q. destruct (Of i Hi) as (A & B & C & D), (Of j Hj) as (A' & B' & C' & D'). rewrite C, C' in Q.
      destruct (Once _ _ _ _ A B A' B' Q) as [Q1 Q2]. congruence.
    + intros y Hy. destruct (All y Hy) as (t & v & Ht & Hv & Q). destruct (At t v Ht Hv) as [R A]. exists (t + size T * v).
        split; [auto|congruence].
Qed.
