(* SPDX-License-Identifier: MIT *)
(* What follows at every rank from the complement's and coalesce's generated steps: the complement's complement (law
   complement_gives_back), and what the step of disjoint complements keeps. *)
From Coq Require Import ZArith List Lia Sorting.Permutation Sorting.Sorted.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Complement.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------ complement *)

(* An increasing layout that tiles with A is determined: the least offset that only one of two has would be made twice. *)
Definition has (R : list mode) (x : Z) : Prop := exists j, 0 <= j < size R /\ evaluate R j = x.

Lemma the_next_offset A R S M n : Forall positive A -> Forall positive R -> Forall positive S -> tiles A R M ->
  tiles A S M -> 0 <= n -> (forall x, 0 <= x < n -> has S x -> has R x) -> has R n -> has S n.
Proof.
  intros PA PR PS [RangeR InjR _] [RangeS _ SurS] Hn Below (j & Hj & E).
  pose proof (size_positive A PA). pose proof (size_positive R PR). pose proof (size_positive S PS).
  assert (B : 0 <= n < M).
  { specialize (RangeR 0 j ltac:(lia) Hj). rewrite evaluate_zero in RangeR. lia. }
  destruct (SurS n B) as (i & k & Hi & Hk & Q).
  pose proof (RangeS 0 k ltac:(lia) Hk) as Sk. rewrite evaluate_zero in Sk.
  pose proof (RangeR i 0 Hi ltac:(lia)) as Ai. rewrite evaluate_zero in Ai.
  destruct (Z.eq_dec (evaluate S k) n) as [F|F]; [exists k; auto|].
  destruct (Below (evaluate S k)) as (l & Hl & G); [lia|exists k; auto|].
  destruct (InjR i l 0 j) as [-> _]; auto; try lia; rewrite evaluate_zero in *; lia.
Qed.
Lemma same_offsets A R S M : Forall positive A -> Forall positive R -> Forall positive S -> tiles A R M ->
  tiles A S M -> forall x, 0 <= x -> (has R x <-> has S x).
Proof.
  intros PA PR PS TR TS x Hx.
  enough (G : forall n, 0 <= n -> forall y, 0 <= y < n -> (has R y <-> has S y)) by (apply (G (x + 1)); lia).
  apply (natlike_ind (fun n => forall y, 0 <= y < n -> (has R y <-> has S y))); [intros; lia|].
  intros n Hn IH y Hy. destruct (Z.eq_dec y n) as [->|]; [|apply IH; lia].
  split; intros Q; [apply (the_next_offset A R S M)|apply (the_next_offset A S R M)]; auto; intros z Hz; apply IH; lia.
Qed.
Lemma increasing_same R S : Forall positive R -> Forall positive S -> increasing R -> increasing S ->
  (forall x, has R x <-> has S x) -> agree R S.
Proof.
  intros PR PS IR IS H.
  assert (Le : forall a, increasing a -> forall i j, 0 <= i -> i <= j -> j < size a -> evaluate a i <= evaluate a j).
  { intros a I i j Hi Hij Hj. destruct (Z.eq_dec i j) as [->|]; [lia|]. specialize (I i j). lia. }
  assert (V : forall n, 0 <= n -> forall i, 0 <= i < n -> i < size R -> i < size S /\ evaluate R i = evaluate S i).
  { apply (natlike_ind (fun n => forall i, 0 <= i < n -> i < size R -> i < size S /\ evaluate R i = evaluate S i));
      [intros; lia|]. intros n Hn IH i Hi HR.
    destruct (Z.eq_dec i n) as [->|]; [|apply IH; lia].
    destruct (proj1 (H (evaluate R n))) as (j & Hj & E); [exists n; split; [lia|auto]|].
    assert (J : n <= j).
    { destruct (Z.le_gt_cases n j); [auto|]. destruct (IH j) as [_ Q]; try lia.
      specialize (IR j n ltac:(lia) HR). lia. }
    split; [lia|]. destruct (proj2 (H (evaluate S n))) as (l & Hl & F); [exists n; split; [lia|auto]|].
    assert (L : n <= l).
    { destruct (Z.le_gt_cases n l); [auto|]. destruct (IH l) as [_ Q]; try lia.
      specialize (IS l n ltac:(lia) ltac:(lia)). lia. }
    pose proof (Le S IS n j ltac:(lia) J ltac:(lia)). pose proof (Le R IR n l ltac:(lia) L ltac:(lia)). lia. }
  pose proof (size_positive R PR). pose proof (size_positive S PS). split.
  - destruct (V (size R) ltac:(lia) (size R - 1)) as [B _]; try lia.
    destruct (Z.lt_total (size R) (size S)) as [L|[L|L]]; [|auto|lia]. exfalso.
    destruct (proj2 (H (evaluate S (size R)))) as (l & Hl & F); [exists (size R); split; [lia|auto]|].
    destruct (V (size R) ltac:(lia) l) as [_ Q]; try lia. specialize (IS l (size R) ltac:(lia) L). lia.
  - intros i Hi. apply (V (size R)); lia.
Qed.

Lemma in_order_increases ms reach out : Forall proper ms -> loop complement_step ms 1 [] = Some (reach, out) ->
  increasing ms.
Proof.
  intros HP L. apply (induction _ complement_step proper (fun pre _ reach => Forall positive pre /\ 1 <= reach /\
    increasing pre /\ forall i, 0 <= i < size pre -> 0 <= evaluate pre i < reach)) in L; auto; [tauto| |].
  - intros pre o r m (P & R1 & I & B) [M1 M2] NR.
    destruct (complement_step_fills r m R1 M1 M2) as [[Q _]|(_ & D & N & _)]; [congruence|].
    assert (W : r <= stride m).
    { apply Z.mod_divide in D; [|lia]. destruct D as [k D]. assert (1 <= k) by (apply Z.le_ngt; intros K; nia). nia. }
    assert (Pm : positive m) by (unfold positive; lia).
    destruct (increasing_more pre m r P Pm W I B) as [I2 B2]. rewrite N.
    split; [apply Forall_app; auto|]. split; [nia|]. auto.
  - split; [constructor|]. split; [lia|]. split; [intros i j Hi Hj; cbn in Hj; lia|].
    intros i Hi. cbn in Hi. rewrite evaluate_nil. lia.
Qed.

Theorem complement_gives_back A M R Q : Forall positive A -> 1 <= M -> complement_gaps A M = Some R ->
  complement_gaps (shipped_coalesce R) M = Some Q ->
  shipped_coalesce Q = shipped_coalesce (sort (filter moves A)).
Proof.
  intros PA HM E F. destruct (gaps_in_order A M R PA HM E) as [PR _].
  destruct (shipped_coalesce_preserves_the_map R PR) as (PC & _).
  destruct (gaps_in_order _ M Q PC HM F) as [PQ IQ].
  destruct (shipped_coalesce_preserves_the_map Q PQ) as (PCQ & _).
  destruct (complement_and_coalesce _ M Q PC HM F) as [TQ ICQ].
  destruct (complement_and_coalesce _ M R PA HM E) as [TR _].
  unfold complement_gaps in E. destruct (forallb _ _) eqn:G; [|discriminate].
  pose proof (proper_of strict A PA G : Forall proper (sort (filter moves A))) as HP.
  pose proof (proper_positive _ HP) as PS.
  unfold gaps in E. destruct (loop complement_step _ 1 []) as [[reach out]|] eqn:L; [|discriminate].
  pose proof (in_order_increases _ _ _ HP L) as IS.
  destruct (complement_tiles _ M R HP HM) as (_ & TS & _).
  { unfold gaps. now rewrite L. }
  assert (TSC : tiles (sort (filter moves A)) (shipped_coalesce R) M).
  { apply (tiles_alike _ R); [now apply coalesced|exact TS]. }
  apply shipped_coalesce_decides_equality; auto. apply increasing_same; auto.
  intros x. assert (T2 : tiles (shipped_coalesce R) Q M).
  { apply (tiles_alike _ (shipped_coalesce Q)); [|exact TQ]. destruct (coalesced Q PQ) as [S V].
    split; [now symmetry|]. intros i Hi. symmetry. apply V. lia. }
  pose proof (tiles_swap _ _ _ TSC) as T1.
  destruct (Z.le_gt_cases 0 x) as [Hx|Hx]; [now apply (same_offsets (shipped_coalesce R) _ _ M)|].
  assert (Above : forall B, tiles (shipped_coalesce R) B M -> has B x -> False).
  { intros B [Range _ _] (j & Hj & W). pose proof (size_positive _ PC). specialize (Range 0 j ltac:(lia) Hj).
    rewrite evaluate_zero in Range. lia. }
  split; intros W; exfalso; [apply (Above _ T2 W)|apply (Above _ T1 W)].
Qed.

(* ---------------------------------------------------------------------------------------- copies of a block *)

Lemma apart_mode A R m reach : Forall positive A -> Forall positive R -> positive m -> 1 <= reach ->
  reach <= stride m -> apart A R reach -> apart (A ++ [m]) R (shape m * stride m).
Proof.
  intros PA PR Pm Hr E [Range Inj]. split.
  - intros i j Hi Hj. destruct (one_more A m i PA Pm Hi) as (B1 & B2 & _ & ->). pose proof (Range _ j B1 Hj). nia.
  - intros i j k l Hi Hj Hk Hl Q. destruct (one_more A m i PA Pm Hi) as (B1 & B2 & B3 & V).
    destruct (one_more A m k PA Pm Hk) as (C1 & C2 & C3 & W). rewrite V, W in Q.
    pose proof (Range _ j B1 Hj). pose proof (Range _ l C1 Hl).
    assert (D : i / size A = k / size A) by nia. rewrite D in *.
    destruct (Inj (i mod size A) j (k mod size A) l) as [F ->]; auto; [lia|]. split; [lia|auto].
Qed.
Lemma disjoint_fold ms reach out : Forall proper ms -> loop disjoint_step ms 1 [] = Some (reach, out) ->
  Forall positive ms /\ Forall positive out /\ 1 <= reach /\ apart ms out reach /\ increasing out.
Proof.
  intros HP L. apply (induction _ disjoint_step proper (fun pre out reach =>
    Forall positive pre /\ Forall positive out /\ 1 <= reach /\ apart pre out reach /\ increasing out)) in L; auto.
  - intros pre o r m (P & O & R1 & A & I) [M1 M2]. unfold disjoint_step.
    destruct (Z.ltb_spec (stride m) r) as [|W]; [discriminate|].
    rewrite (Z.rem_mod_nonneg (stride m) r) by lia. pose proof (Z.mod_pos_bound (stride m) r ltac:(lia)) as B.
    pose proof (Z.div_mod (stride m) r ltac:(lia)) as D.
    set (q := stride m / r) in *. set (h := stride m mod r) in *. clearbody q h.
    assert (Q : 1 <= q) by nia.
    rewrite (Z.rem_mod_nonneg (stride m - h) r), (Z.quot_div_nonneg (stride m - h) r) by lia.
    replace (stride m - h) with (q * r) by lia. rewrite Z.mod_mul, Z.div_mul by lia. cbn. intros _.
    assert (Pm : positive m) by (unfold positive; lia).
    split; [apply Forall_app; auto|]. split; [apply Forall_app; split; [auto|repeat constructor; auto]|]. split; [nia|].
    split; [|now apply (increasing_gap pre o (Mode q r) r)].
    replace (shape m * (q * r) + shape m * h) with (shape m * stride m) by nia.
    apply (apart_mode pre (o ++ [Mode q r]) m (q * r)); auto; try lia.
    + apply Forall_app; split; [auto|repeat constructor; auto].
    + now apply (apart_gap pre o (Mode q r) r).
  - split; [constructor|]. split; [constructor|]. split; [lia|]. split; [split|].
    + intros i j Hi Hj. rewrite !evaluate_nil. lia.
    + intros i j k l Hi Hj Hk Hl _. cbn in *. lia.
    + intros i j Hi Hj. cbn in Hj. lia.
Qed.

(* ------------------------------------------------------------------------------------ modes that count upwards *)

Definition upwards (B : list mode) : Prop := Forall (fun b => positive b /\ 0 <= stride b) B.

Lemma evaluate_upwards B : upwards B -> forall i, 0 <= i -> 0 <= evaluate B i.
Proof.
  induction 1 as [|m t [P S] Ht IH]; intros i Hi; [rewrite evaluate_nil; lia|].
  unfold positive in P. rewrite evaluate_cons. pose proof (Z.mod_pos_bound i (shape m) ltac:(lia)).
  specialize (IH (i / shape m) ltac:(apply Z.div_pos; lia)). nia.
Qed.
