(* SPDX-License-Identifier: MIT *)
(* What logical_divide, not strict, makes before it composes, as a program has printed it, at every rank: A's modes are rounded up to
   whole steps of B, and B and its complement reach every point that A has among them. Law: covering_tiles_hold_every_point. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Combinators Colex.Steps Colex.Coalesce Colex.Surjective Colex.Complement Colex.Covers
  Colex.Along Colex.Composed.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* divide.hpp: the step that a mode of A is rounded up to. *)
Definition step_in (B : list mode) (points extent : Z) : Z :=
  fold_left (fun step by_ => fitting_step step by_ points extent) B 1.

(* ---------------------------------------------------------------------------------------------- rounding up *)

Definition better (step edge points extent : Z) : Z :=
  if Z.rem edge points =? 0 then if Z.quot edge points <=? extent then if step <? Z.quot edge points then Z.quot edge points
  else step else step else step.
Lemma better_is step edge points extent : 1 <= points -> 0 < edge -> let r := better step edge points extent in
  step <= r /\ (r = step \/ edge = points * r /\ r <= extent) /\ forall n, edge = points * n -> n <= extent -> n <= r.
Proof.
  intros Hp He. unfold better. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
  pose proof (Z.div_mod edge points ltac:(lia)) as D. set (q := edge / points) in *.
  destruct (Z.eqb_spec (edge mod points) 0) as [R|R].
  - assert (Q : forall n, edge = points * n -> n = q) by (intros n E; nia).
    destruct (Z.leb_spec q extent); [destruct (Z.ltb_spec step q)|]; cbv zeta; (split; [lia|]);
      (split; [lia|]); intros n E L; specialize (Q n E); lia.
  - split; [lia|]. split; [auto|]. intros n E. exfalso. apply R. rewrite E, Z.mul_comm. apply Z.mod_mul; lia.
Qed.
Lemma fitting_step_is step m points extent : 1 <= points -> let r := fitting_step step m points extent in
  step <= r /\ (r = step \/ edge_of (points * r) m /\ r <= extent) /\
  forall n, n <= extent -> edge_of (points * n) m -> n <= r.
Proof.
  intros Hp. set (r := fitting_step step m points extent).
  assert (E : r = if (shape m <=? 1) || (stride m <=? 0) then step
    else better (better step (stride m) points extent) (shape m * stride m) points extent).
  { subst r. unfold fitting_step, better. destruct (shape m <=? 1); [reflexivity|]. destruct (stride m <=? 0); [reflexivity|].
    cbn [orb].
    repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end; congruence. }
  cbv zeta. rewrite E. clearbody r. destruct (Z.leb_spec (shape m) 1) as [S|S]; cbn [orb].
  { split; [lia|]. split; [auto|]. intros n _ (Q & _). lia. }
  destruct (Z.leb_spec (stride m) 0) as [D|D].
  { split; [lia|]. split; [auto|]. intros n _ (_ & Q & _). lia. }
  destruct (better_is step (stride m) points extent Hp D) as (A1 & A2 & A3).
  set (one := better step (stride m) points extent) in *.
  destruct (better_is one (shape m * stride m) points extent Hp ltac:(nia)) as (B1 & B2 & B3). unfold edge_of.
  split; [lia|]. split.
  - destruct B2 as [B2|[B2 B4]]; [|right; repeat split; auto]. rewrite B2.
      destruct A2 as [A2|[A2 A4]]; [auto|right; repeat split; auto].
  - intros n L (_ & _ & [Q|Q]); [|apply B3; congruence]. specialize (A3 n). lia.
Qed.
Lemma step_in_is B points extent : 1 <= points -> 1 <= extent -> largest_step B points extent (step_in B points extent).
Proof.
  intros Hp He. unfold step_in. enough (G : forall B pre step, largest_step pre points extent step ->
    largest_step (pre ++ B) points extent (fold_left (fun s by_ => fitting_step s by_ points extent) B step)).
  { apply (G B [] 1). split; [auto|]. split; [lia|]. intros n _ E. inversion E. }
  clear B. induction B as [|m t IH]; intros pre step L; cbn [fold_left]; [now rewrite app_nil_r|].
  replace (pre ++ m :: t) with ((pre ++ [m]) ++ t) by now rewrite <- app_assoc. apply IH.
  destruct L as (L1 & L2 & L3). destruct (fitting_step_is step m points extent Hp) as (F1 & F2 & F3).
  set (r := fitting_step step m points extent) in *. split; [|split].
  - destruct F2 as [->|[F2 _]]; [|right; apply Exists_app; auto]. destruct L1; [auto|right; apply Exists_app; auto].
  - destruct F2 as [->|[_ F2]]; lia.
  - intros n H E. apply Exists_app in E. destruct E as [E|E]; [specialize (L3 n H E); lia|].
    inversion_clear E as [? ? E'|? ? E']; [now apply F3|inversion E'].
Qed.
Theorem padding_divides_by_no_zero B points m : 1 <= points -> positive m ->
  Forall (fun by_ => forall step, fitting_step_divides step by_ points (shape m)) B /\
  round_up_step_divides points m (step_in B points (shape m)).
Proof.
  intros Hp Hm. unfold positive in Hm. split.
  - apply Forall_forall. intros b _ step. unfold fitting_step_divides.
    repeat match goal with |- context [if ?c then _ else _] => destruct c end; repeat split; lia.
  - destruct (step_in_is B points (shape m) Hp Hm) as (_ & H & _). unfold round_up_step_divides. lia.
Qed.

Theorem padded_rounds_up A B : Forall positive (Headers.coalesce_extended A) ->
  exists W, Headers.padded A B = Some W /\ rounded_up B 1 (Headers.coalesce_extended A) W.
Proof.
  unfold Headers.padded. set (turn := fun points m => _). generalize (Headers.coalesce_extended A) as ms. intros ms P.
  eexists. split; [reflexivity|]. assert (One : 1 <= 1) by lia. revert One. generalize 1 at 2 3 4 as points.
  induction P as [|m t Hm Ht IH]; intros points Hp; cbn [emissions rounded_up]; [exact I|]. unfold positive in Hm.
  pose proof (step_in_is B points (shape m) Hp Hm) as S. set (step := step_in B points (shape m)) in *. pose proof S as (_ & L & _).
  set (n := (shape m - 1) / step + 1).
  assert (T : turn points m = Step (points * (n * step)) [Mode (n * step) (stride m)] None).
  { unfold n. rewrite <- Z.quot_div_nonneg by lia. reflexivity. }
  rewrite T. clear T. cbn [refuses why emitted next app rounded_up shape stride].
  assert (U : shape m <= n * step < shape m + step).
  { unfold n. pose proof (Z.div_mod (shape m - 1) step ltac:(lia)). pose proof (Z.mod_pos_bound (shape m - 1) step ltac:(lia)). nia. }
  split; [exists step; split; [exact S|]; split; [apply Z.mod_mul; lia|exact U]|]. split; [reflexivity|]. apply IH. nia.
Qed.

(* Where A's points are among W's. *)
Fixpoint last_in (A W : list mode) : Z :=
  match A, W with a :: t, w :: u => shape a - 1 + shape w * last_in t u | _, _ => 0 end.
Lemma last_point_is A : forall W x p, fst (fold_left (fun '(x, p) '(a, w) => (x + (shape a - 1) * p, p * shape w)) (combine A W) (x, p)) =
  x + p * last_in A W.
Proof. induction A as [|a t IH]; intros [|w u] x p; cbn [combine fold_left last_in fst]; try ring. rewrite IH. ring. Qed.
Lemma points_stay B A : Forall positive A -> forall points W, rounded_up B points A W ->
  Forall positive W /\ last_in A W < size W /\ 0 <= last_in A W /\
  forall i, exists y, 0 <= y <= last_in A W /\ evaluate W y = evaluate A i.
Proof.
  induction 1 as [|a t Ha Ht IH]; intros points [|w u] R; cbn [rounded_up] in R; try tauto.
  - split; [constructor|]. cbn. split; [lia|]. split; [lia|]. intros i. exists 0. split; [lia|reflexivity].
  - destruct R as ((step & L & _ & S) & D & R). unfold positive in Ha. destruct (IH _ _ R) as (P & B1 & B2 & V).
    cbn [last_in size]. split; [constructor; [unfold positive; lia|exact P]|]. split; [nia|]. split; [nia|]. intros i.
    destruct (V (i / shape a)) as (y & Hy & E). pose proof (Z.mod_pos_bound i (shape a) ltac:(lia)) as M.
    exists (i mod shape a + shape w * y). split; [nia|]. rewrite !evaluate_cons, D, <- E.
    destruct (digits (shape w) (i mod shape a) y ltac:(lia)) as [-> ->]. reflexivity.
Qed.

(* --------------------------------------------------------------------------------------- B and its complement *)

(* Every offset of the modes that matter is one of B's. *)
Lemma offsets_come_back c B : Forall positive B -> forall k,
  exists i, 0 <= i < size B /\ evaluate B i = evaluate (filter (matters c) B) k.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros k; [exists 0; cbn; split; [lia|reflexivity]|]. unfold positive in Hm. cbn [filter size].
  destruct (matters c m).
  - destruct (IH (k / shape m)) as (i & Hi & E). pose proof (Z.mod_pos_bound k (shape m) ltac:(lia)) as M.
    exists (k mod shape m + shape m * i). split; [now apply two_digits|]. rewrite !evaluate_cons, <- E.
    destruct (digits (shape m) (k mod shape m) i M) as [-> ->]. reflexivity.
  - destruct (IH k) as (i & Hi & E). exists (shape m * i). split; [nia|].
    rewrite evaluate_cons, (Z.mul_comm (shape m)), Z.mod_mul, Z.div_mul by lia. rewrite E. ring.
Qed.
Lemma completed_is_upward c B M R : Forall positive B -> 1 <= M -> complement c B M = Some R ->
  c <> strict -> Forall positive R /\ Forall upward (B ++ R).
Proof.
  intros PB HM E NS. destruct (complement_is_ordered c B M R PB HM E) as [PR Inc]. split; [exact PR|].
  apply Forall_app. split.
  - unfold complement, gaps_of in E. destruct (forallb _ _) eqn:F; [|discriminate]. rewrite forallb_forall in F.
    apply Forall_forall. intros m I. rewrite Forall_forall in PB. split; [now apply PB|].
    destruct (Z.eq_dec (shape m) 1) as [S|S]; [now right|left]. destruct (Z.eq_dec (stride m) 0) as [D|D]; [lia|].
    specialize (F m). rewrite filter_In in F. destruct (Z.ltb_spec (stride m) 1); [|lia]. exfalso.
    assert (K : matters c m = true).
    { unfold matters, moves. destruct c; [congruence| |]; destruct (Z.eqb_spec (shape m) 1), (Z.eqb_spec (stride m) 0); tauto. }
    specialize (F (conj I K)). discriminate.
  - apply upward_by_values; [exact PR|]. intros i Hi. destruct (Z.eq_dec i 0) as [->|N]; [rewrite evaluate_zero; lia|].
    specialize (Inc 0 i ltac:(lia) ltac:(lia)). rewrite evaluate_zero in Inc. lia.
Qed.
Lemma covering_reaches B M R : Forall positive B -> 1 <= M -> complement at_least B M = Some R ->
  forall y, 0 <= y < M -> exists i, 0 <= i < size (B ++ R) /\ evaluate (B ++ R) i = y.
Proof.
  intros PB HM E y Hy. destruct (covering_complement_tiles_the_codomain B M R PB HM E) as (reach & n & _ & _ & Hn & [_ _ Sur]).
  destruct (Sur y ltac:(lia)) as (k & j & Hk & Hj & Q). destruct (offsets_come_back at_least B PB k) as (i & Hi & V).
  exists (i + size B * j). rewrite size_app. split; [now apply two_digits|]. rewrite evaluate_app, <- (evaluate_wraps B PB) by auto.
  destruct (digits (size B) i j Hi) as [-> ->]. rewrite V. exact Q.
Qed.
(* A coalesced, its last mode running on, has the values that A has. *)
Lemma outer_keeps others top : Forall positive others -> positive top ->
  size (outer others top) = size (others ++ [top]) /\
  forall i, 0 <= i < size (others ++ [top]) -> evaluate (outer others top) i = evaluate (others ++ [top]) i.
Proof.
  intros PO PT. destruct (outer_is others top PO PT) as (P & S & V).
  assert (N : size (outer others top) = size (others ++ [top])).
  { destruct (shipped_coalesce_preserves_the_map others PO) as (_ & SC & _). pose proof (some_mode_is_left others) as NE.
    rewrite size_app, <- SC. unfold outer, coalesce_extended.
    destruct (exists_last NE) as (f & t & ->). rewrite removelast_last, last_last, !size_app. unfold coalesce_extended_2.
    destruct (Z.eqb_spec (shape t) 1) as [O|O]; [cbn [size]; rewrite O; ring|]. destruct (_ =? _); cbn [size shape]; ring. }
  split; [exact N|]. intros i Hi. rewrite <- (inside_extended others top) by auto. rewrite <- V by lia.
  rewrite S in P, N |- *. apply Forall_app in P. destruct P as [PF PK]. inversion_clear PK as [|? ? PK' _].
  rewrite runs_on_is by auto. symmetry. apply inside_extended; auto. lia.
Qed.
