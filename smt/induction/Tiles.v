(* SPDX-License-Identifier: MIT *)
(* logical_divide, not strict, at every rank and by every route of the composition: A's modes are rounded up to whole steps of
   B, the answer's first modes have B's points, and every offset of A is one of the answer's. From the generated steps.
   Law: covering_tiles_hold_every_point. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Coalesce Colex.Surjective Colex.Complement Colex.Covers Colex.Along Colex.Whole
  Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

(* divide.hpp: padded(), and the index of A's last point among the modes that it rounds up. *)
Definition step_in (B : list mode) (points extent : Z) : Z :=
  fold_left (fun step by_ => fitting_step step by_ points extent) B 1.
Definition padding (B : list mode) (points : Z) (m : mode) : result Z := round_up_step points m (step_in B points (shape m)).
Definition padded (B A : list mode) : option (list mode) :=
  match loop (padding B) A 1 [] with Some (_, W) => Some W | None => None end.
Definition last_point (A W : list mode) : Z :=
  fst (fold_left (fun at_ aw => last_point_step at_ (shape (fst aw)) (shape (snd aw))) (combine A W) (0, 1)).

(* divide_by_tile(), not strict: W o (B, R), W the modes rounded up and R the complement of B in |W|. *)
Definition covering_divide (along : list mode -> mode -> option (list mode)) (search : list mode -> Z -> verdict) (witness : Z)
  (c : cover) (others : list mode) (top : mode) (B : list mode) : option (list mode) :=
  let A := outer others top in
  match padded B A with
  | None => None
  | Some W =>
      match complement c B (size W) with
      | None => None
      | Some R =>
          match match c with disjoint => Surjective.surjective search (B ++ R) (last_point A W + 1) | _ => yes end with
          | yes => shipped_composition (along (outer (front W) (back W))) witness (front W) (back W) (B ++ R)
          | _ => None
          end
      end
  end.

(* ---------------------------------------------------------------------------------------------- rounding up *)

(* An edge of B: where a mode that moves ends its first step or its last; and the largest step from `points` on to one. *)
Definition edge_of (y : Z) (m : mode) : Prop := 1 < shape m /\ 0 < stride m /\ (y = stride m \/ y = shape m * stride m).
Definition largest_step (B : list mode) (points extent step : Z) : Prop :=
  (step = 1 \/ Exists (edge_of (points * step)) B) /\ 1 <= step <= extent /\
  forall n, n <= extent -> Exists (edge_of (points * n)) B -> n <= step.

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

(* A's modes by W's: the strides stay, each extent is the least multiple of its step that is as large. *)
Fixpoint rounded_up (B : list mode) (points : Z) (A W : list mode) : Prop :=
  match A, W with
  | [], [] => True
  | a :: t, w :: u =>
      (exists step, largest_step B points (shape a) step /\ shape w mod step = 0 /\ shape a <= shape w < shape a + step) /\
      stride w = stride a /\ rounded_up B (points * shape w) t u
  | _, _ => False
  end.
Lemma round_up_step_is points m step : positive m -> 1 <= step -> refuses (round_up_step points m step) = false ->
  exists w, round_up_step points m step = Step (points * shape w) [w] None /\ stride w = stride m /\
    shape w mod step = 0 /\ shape m <= shape w < shape m + step.
Proof.
  intros Hm Hs. unfold positive in Hm. unfold round_up_step. rewrite Z.quot_div_nonneg by lia.
  set (n := (shape m - 1) / step + 1). destruct (product_fits n step); [|discriminate].
    destruct (product_fits points (n * step)); [|discriminate].
  intros _. exists (Mode (n * step) (stride m)). cbn [shape stride]. split; [reflexivity|]. split; [reflexivity|].
  split; [apply Z.mod_mul; lia|]. subst n. pose proof (Z.div_mod (shape m - 1) step ltac:(lia)).
  pose proof (Z.mod_pos_bound (shape m - 1) step ltac:(lia)). nia.
Qed.
Theorem padded_rounds_up B A W : Forall positive A -> padded B A = Some W -> rounded_up B 1 A W.
Proof.
  intros PA E. unfold padded in E. destruct (loop _ A 1 []) as [[r V]|] eqn:L; [|discriminate]. injection E as ->.
  enough (G : forall points out V, 1 <= points -> loop (padding B) A points out = Some (r, V) ->
    exists W, V = out ++ W /\ rounded_up B points A W).
  { destruct (G 1 [] W ltac:(lia) L) as (? & -> & H). exact H. }
  clear L W. induction PA as [|m t Hm Ht IH]; intros points out V Hp L; cbn [loop] in L.
  - injection L as _ <-. exists []. split; [now rewrite app_nil_r|exact I].
  - destruct (refuses (padding B points m)) eqn:R; [discriminate|]. pose proof (step_in_is B points (shape m) Hp Hm) as S.
    change (padding B points m) with (round_up_step points m (step_in B points (shape m))) in *.
      destruct (round_up_step_is points m _ Hm (proj1 (proj1 (proj2 S))) R) as (w & Q & D & M & U).
    rewrite Q in L. cbn [next emitted] in L. pose proof Hm as Hm'. unfold positive in Hm'.
    destruct (IH (points * shape w) _ _ ltac:(nia) L) as (W & -> & H). exists (w :: W). split; [now rewrite <- app_assoc|].
    cbn [rounded_up]. split; [exists (step_in B points (shape m)); auto|auto].
Qed.

(* Where A's points are among W's. *)
Fixpoint last_in (A W : list mode) : Z :=
  match A, W with a :: t, w :: u => shape a - 1 + shape w * last_in t u | _, _ => 0 end.
Lemma last_point_is A W : last_point A W = last_in A W.
Proof.
  unfold last_point. enough (G : forall A W x p,
    fst (fold_left (fun at_ aw => last_point_step at_ (shape (fst aw)) (shape (snd aw))) (combine A W) (x, p)) =
    x + p * last_in A W).
  { rewrite G. ring. }
  clear A W. intros A. induction A as [|a t IH]; intros [|w u] x p; cbn [combine fold_left last_in fst]; try ring.
  unfold last_point_step at 2. cbn [fst snd]. rewrite IH. ring.
Qed.
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
Lemma upward_does_not_fall ms : Forall upward ms -> existsb falls ms = false.
Proof.
  intros U. destruct (existsb falls ms) eqn:X; [exfalso|auto]. apply existsb_exists in X. destruct X as (m & I & X).
  rewrite Forall_forall in U. unfold falls in X. destruct (U m I) as [P [S|S]];
    destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); cbn in X; try discriminate; lia.
Qed.

(* ---------------------------------------------------------------------------------------------------- the law *)

Lemma outer_keeps others top : Forall positive others -> positive top ->
  size (outer others top) = size (others ++ [top]) /\
  forall i, 0 <= i < size (others ++ [top]) -> evaluate (outer others top) i = evaluate (others ++ [top]) i.
Proof.
  intros PO PT. destruct (outer_is others top PO PT) as (P & S & V).
  assert (N : size (outer others top) = size (others ++ [top])).
  { destruct (shipped_coalesce_preserves_the_map others PO) as (_ & SC & _). pose proof (shipped_is_normal others PO) as Nf.
    rewrite size_app, <- SC. unfold outer, coalesce_extended.
    assert (NE : shipped_coalesce others <> []) by (destruct Nf as [->|[? _]]; [discriminate|auto]).
    destruct (exists_last NE) as (f & t & ->). rewrite removelast_last, last_last, !size_app. unfold coalesce_extended_2.
    destruct (Z.eqb_spec (shape t) 1) as [O|O]; [cbn [size]; rewrite O; ring|]. destruct (_ =? _); cbn [size shape]; ring. }
  split; [exact N|]. intros i Hi. rewrite <- (inside_extended others top) by auto. rewrite <- V by lia.
  rewrite S in P, N |- *. apply Forall_app in P. destruct P as [PF PK]. inversion_clear PK as [|? ? PK' _].
  rewrite runs_on_is by auto. symmetry. apply inside_extended; auto. lia.
Qed.
Theorem covering_tiles_hold_every_point along search witness c others top B D : Forall positive others -> positive top ->
  Forall positive B -> (forall A, Forall positive A -> exact_along A (along A)) -> c <> strict ->
  covering_divide along search witness c others top B = Some D ->
  (exists W, padded B (outer others top) = Some W /\ rounded_up B 1 (outer others top) W) /\
  (exists tile grid, D = concat tile ++ grid /\ nested_as tile B) /\
  forall k, 0 <= k < size (others ++ [top]) -> exists i, 0 <= i < size D /\ evaluate D i = evaluate (others ++ [top]) k.
Proof.
  intros PO PT PB Along NS E. unfold covering_divide in E. destruct (padded B (outer others top)) as [W|] eqn:EW; [|discriminate].
  destruct (outer_is others top PO PT) as (PA & SA & _). destruct (outer_keeps others top PO PT) as [NA VA].
  pose proof (padded_rounds_up B _ W PA EW) as RW. split; [exists W; auto|].
  destruct (points_stay B _ PA 1 W RW) as (PW & L1 & L0 & Stay).
  destruct (complement c B (size W)) as [R|] eqn:ER; [|discriminate].
  destruct (completed_is_upward c B (size W) R PB (size_positive W PW) ER NS) as [PR U].
  destruct (match c with disjoint => _ | _ => yes end) eqn:O in E; [|discriminate|discriminate].
  assert (NW : W <> []) by (rewrite SA in RW; destruct W; [|discriminate]; destruct (front (outer others top)); destruct RW).
  pose proof (app_removelast_last (Mode 1 0) NW) as SW. fold (front W) (back W) in SW.
  assert (PW' := PW). rewrite SW in PW'. apply Forall_app in PW'. destruct PW' as [PF PK]. inversion_clear PK as [|? ? PK' _].
  assert (Reads : reads_along (front W) (back W) (along (outer (front W) (back W)))).
  { apply Along. now apply outer_is. }
  split.
  - destruct (the_answer_is_nested (front W) (back W) _ witness PF PK' Reads _ D U E) as (Ls & N & ->).
    apply Forall2_app_inv_r in N. destruct N as (T & G & NT & _ & ->). exists T, (concat G). split; [apply concat_app|exact NT].
  - intros k Hk. destruct (composition_evaluates_pointwise (front W) (back W) _ witness PF PK' Reads _ D U E) as (_ & SD & VD).
    destruct (Stay k) as (y & Hy & V). rewrite VA in V by auto.
    assert (Y : exists i, 0 <= i < size (B ++ R) /\ evaluate (B ++ R) i = y).
    { destruct c; [congruence| |].
      - apply (covering_reaches B (size W) R PB (size_positive W PW) ER). lia.
      - destruct (surjective_is_exact search (B ++ R) (last_point (outer others top) W + 1)) as [Reached _].
        + now apply upward_positive.
        + now apply upward_does_not_fall.
        + apply (Reached O). rewrite last_point_is. lia. }
    destruct Y as (i & Hi & Q). exists i. rewrite SD. split; [exact Hi|].
    rewrite VD, Q, inside_extended by (auto; rewrite <- SW; lia). rewrite <- SW. exact V.
Qed.

Definition theorems :=
  (@padded_rounds_up, @padding_divides_by_no_zero, @covering_tiles_hold_every_point).
Print Assumptions theorems.
