(* SPDX-License-Identifier: MIT *)
(* logical_product at every rank and by every route of the composition: (A, C), C with B's points, no two copies of A meet, and
   one is where another is only where B has one value. From the generated steps. Law: product_repeats_the_block. *)
From Coq Require Import ZArith List Lia Bool Permutation.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Complement Colex.Laws Colex.Covers
  Colex.Composition Colex.Along Colex.Whole Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

(* least_cotarget(): where the modes end, each read from 0. *)
Definition least_cotarget (A : list mode) : Z :=
  fold_left (fun reach m => if shape m =? 1 then reach
                            else if reach <? shape m * stride m then shape m * stride m else reach) A 1.

(* room_for_copies(): where A's holes took the room, the gaps go on above A. *)
Definition room_for_copies (A : list mode) (span : Z) : option (list mode) :=
  match gaps_of disjoint A (shipped_size A * span) with
  | None => None
  | Some gs => if shipped_size gs <? span then gaps_of disjoint A (least_cotarget A * span) else Some gs
  end.

(* stays_inside(), of a composition that is not bounded. *)
Definition stays_inside (others : list mode) (top : mode) (B : list mode) : bool :=
  forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb (linear (front (outer others top))))) B.

(* logical_product(): C, where the answer is (A, C). `along` is the composition's, of whatever is composed. *)
Definition product (along : list mode -> mode -> option (list mode)) (witness : Z) (A B : list mode) : option (list mode) :=
  match room_for_copies A (shipped_cosize B) with
  | None => None
  | Some gs =>
      let free := shipped_coalesce gs in
      let others := removelast free in
      let top := last free (Mode 1 0) in
      if stays_inside others top B then shipped_composition (along free) witness others top B else None
  end.
Definition reads_each (along : list mode -> mode -> option (list mode)) : Prop :=
  forall others top, Forall positive others -> positive top -> reads_along others top (along (others ++ [top])).

(* ------------------------------------------------------------------------------------------- room for the copies *)

Lemma least_cotarget_is A : 1 <= least_cotarget A /\
  forall m, In m A -> shape m <> 1 -> shape m * stride m <= least_cotarget A.
Proof.
  unfold least_cotarget. enough (G : forall r, let top := fold_left (fun reach m => if shape m =? 1 then reach
    else if reach <? shape m * stride m then shape m * stride m else reach) A r in
    r <= top /\ forall m, In m A -> shape m <> 1 -> shape m * stride m <= top) by apply G.
  induction A as [|m t IH]; intros r; cbn [fold_left]; [split; [lia|intros m []]|].
  set (s := if shape m =? 1 then _ else _).
  assert (S : r <= s /\ (shape m <> 1 -> shape m * stride m <= s)).
  { subst s. destruct (Z.eqb_spec (shape m) 1); [lia|]. destruct (Z.ltb_spec r (shape m * stride m)); lia. }
  clearbody s. destruct (IH s) as [L H]. split; [lia|]. intros n [<-|I] N; [lia|now apply H].
Qed.
Lemma ends_with_a_mode ms reach out : Forall proper ms -> loop disjoint_step ms 1 [] = Some (reach, out) ->
  reach = 1 \/ exists m, In m ms /\ reach = shape m * stride m.
Proof.
  intros HP L. apply (induction _ disjoint_step proper (fun pre _ reach => 1 <= reach /\
    (reach = 1 \/ exists m, In m pre /\ reach = shape m * stride m))) in L; auto; [tauto| |split; [lia|now left]].
  intros pre o r m [R1 _] [M1 M2] NR. enough (E : next (disjoint_step r m) = shape m * stride m).
  { rewrite E. split; [nia|]. right. exists m. split; [apply in_app_iff; right; now left|reflexivity]. }
  unfold disjoint_step in *. destruct (stride m <? r); [discriminate|].
  destruct (Z.rem (stride m - Z.rem (stride m) r) r =? 0); [cbn; ring|discriminate].
Qed.

(* What is answered has room for as many copies, and says of A(i) + gaps(j) which A(i) and which j it is. *)
Lemma there_is_room A span gs : Forall positive A -> 1 <= span -> room_for_copies A span = Some gs ->
  span <= size gs /\ Forall positive gs /\ exists ms reach, Forall positive ms /\ apart ms gs reach /\
    forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i.
Proof.
  intros PA HS E. pose proof (size_positive A PA) as SA. destruct (least_cotarget_is A) as [L1 Last].
  assert (Gaps : forall M hs, 1 <= M -> gaps_of disjoint A M = Some hs -> Forall positive hs /\ exists ms reach,
    Forall positive ms /\ apart ms hs reach /\ forall i, exists k, 0 <= k < size ms /\ evaluate ms k = evaluate A i).
  { intros M hs HM G. destruct (gaps_apart disjoint A M hs PA HM G) as (out & k & reach & ms & -> & Hk & Off & H).
    destruct (H k Hk) as (P & _ & PM & Ap). split; [exact P|]. exists ms, (k * reach). auto. }
  unfold room_for_copies in E. rewrite shipped_size_is in E.
  destruct (gaps_of disjoint A (size A * span)) as [hs|] eqn:G; [|discriminate].
  rewrite shipped_size_is in E. destruct (Z.ltb_spec (size hs) span) as [Small|Large].
  - split; [|apply (Gaps (least_cotarget A * span)); [nia|exact E]].
    unfold gaps_of in E. destruct (forallb _ _) eqn:F; [|discriminate]. pose proof (proper_of disjoint A PA F) as HP.
    unfold Complement.gaps in E. cbn [step_of finish_of] in E.
    destruct (loop disjoint_step _ 1 []) as [[reach out]|] eqn:L; [|discriminate].
    destruct (disjoint_fold _ reach out HP L) as (_ & PO & R1 & _ & _).
    assert (R2 : reach <= least_cotarget A).
    { destruct (ends_with_a_mode _ reach out HP L) as [->|(m & I & ->)]; [exact L1|].
      apply (Permutation_in m (Permutation_sym (sort_permutes _))), filter_In in I. destruct I as [I K]. apply Last; [exact I|].
      intros O. cbn in K. unfold moves in K. rewrite O in K. discriminate. }
    set (M := least_cotarget A * span) in *. assert (HM : 1 <= M) by (subst M; nia).
    assert (D : span <= M / reach) by (apply Z.div_le_lower_bound; subst M; nia).
    pose proof (size_positive out PO) as SO. unfold covering_finish in E. rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg in E by lia.
    destruct (M mod reach =? 0); cbn in E; injection E as <-; rewrite size_app; cbn [size shape]; nia.
  - injection E as <-. split; [exact Large|]. apply (Gaps (size A * span)); [nia|exact G].
Qed.

(* -------------------------------------------------------------------------------------------- what B's values are *)

Lemma values_apart B : Forall positive B -> forall j l, Z.abs (evaluate B j - evaluate B l) < shipped_cosize B.
Proof.
  intros PB j l. rewrite cosize_adds. enough (Z.abs (evaluate B j - evaluate B l) <= Evaluate.total Evaluate.far B) by lia.
  revert j l. induction PB as [|m t Pm Pt IH]; intros j l; [cbn; lia|].
  unfold positive in Pm. rewrite !evaluate_cons. cbn [Evaluate.total].
  change (Evaluate.far m) with ((shape m - 1) * Z.abs (stride m)).
  specialize (IH (j / shape m) (l / shape m)).
  pose proof (Z.mod_pos_bound j (shape m) ltac:(lia)). pose proof (Z.mod_pos_bound l (shape m) ltac:(lia)).
  set (x := j mod shape m) in *. set (y := l mod shape m) in *. set (u := evaluate t _) in *. set (v := evaluate t _) in *.
  replace (x * stride m + u - (y * stride m + v)) with ((x - y) * stride m + (u - v)) by ring.
  pose proof (Z.abs_triangle ((x - y) * stride m) (u - v)) as T. rewrite Z.abs_mul in T.
  assert (Z.abs (x - y) * Z.abs (stride m) <= (shape m - 1) * Z.abs (stride m)) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.
Lemma copies_are_counted B : Forall upward B -> forall j, 0 <= evaluate B j < shipped_cosize B.
Proof.
  intros UB j. split; [now apply upward_above|]. pose proof (upward_above B UB j).
  pose proof (values_apart B (upward_positive B UB) j 0) as V. rewrite evaluate_zero in V. lia.
Qed.
Lemma inside_is others top B : Forall positive B -> stays_inside others top B = true ->
  Forall (stays others top) B /\ (front (outer others top) = [] \/ Forall upward B).
Proof.
  intros PB E. unfold stays_inside in E. rewrite forallb_forall in E.
  assert (H : Forall (fun b => positive b /\ (0 <= stride b \/ shape b = 1 \/ front (outer others top) = [])) B).
  { apply Forall_forall. intros b I. rewrite Forall_forall in PB. specialize (PB b I). specialize (E b I). split; [exact PB|].
    unfold positive in PB. destruct (Z.ltb_spec (stride b) 0); [|auto]. destruct (Z.ltb_spec 1 (shape b)); [|right; left; lia].
    right; right. unfold linear in E. destruct (front (outer others top)); [auto|discriminate]. }
  split; [exact H|]. destruct (front (outer others top)) as [|m t] eqn:F; [now left|right].
  eapply Forall_impl; [|exact H]. unfold upward. intros b (P & [S|[S|S]]); [auto|auto|discriminate].
Qed.

(* ------------------------------------------------------------------------------------------------- the product *)

Theorem product_repeats_the_block along witness A B C : Forall positive A -> Forall positive B -> reads_each along ->
  product along witness A B = Some C ->
  Forall positive C /\ size C = size B /\ evaluate C 0 = 0 /\
  forall i j k l, 0 <= j < size B -> 0 <= l < size B -> evaluate A i + evaluate C j = evaluate A k + evaluate C l ->
    evaluate A i = evaluate A k /\ evaluate C j = evaluate C l /\ evaluate B j = evaluate B l.
Proof.
  intros PA PB Reads E. unfold product in E. set (span := shipped_cosize B) in *.
  assert (HS : 1 <= span) by (pose proof (values_apart B PB 0 0); subst span; lia).
  destruct (room_for_copies A span) as [gs|] eqn:R; [|discriminate].
  destruct (there_is_room A span gs PA HS R) as (Room & PG & ms & reach & PM & [_ Inj] & Off).
  destruct (shipped_coalesce_preserves_the_map gs PG) as (PC & SC & VC).
  assert (NE : shipped_coalesce gs <> []) by (destruct (shipped_is_normal gs PG) as [->|[? _]]; [discriminate|auto]).
  pose proof (app_removelast_last (Mode 1 0) NE) as Split. cbv zeta in E.
  set (others := removelast (shipped_coalesce gs)) in *. set (top := last (shipped_coalesce gs) (Mode 1 0)) in *.
  rewrite Split in PC, SC, VC, E. apply Forall_app in PC. destruct PC as [PO PT]. inversion_clear PT as [|? ? PT' _].
  destruct (stays_inside others top B) eqn:In_; [|discriminate].
  destruct (inside_is others top B PB In_) as [Stays Which].
  destruct (composition_evaluates others top _ witness PO PT' (Reads others top PO PT') B C Stays E) as (PR & SR & V).
  destruct (outer_is others top PO PT') as (_ & Outer & On).
  assert (Val : forall x, 0 <= x < span -> runs_on (outer others top) x = evaluate gs x).
  { intros x Hx. rewrite On, inside_extended, VC by (auto; lia). reflexivity. }
  pose proof (size_positive gs PG) as SG. pose proof (size_positive B PB) as SB.
  split; [exact PR|]. split; [exact SR|]. split; [apply evaluate_zero|]. intros i j k l Hj Hl Q. rewrite !V in * by auto.
  destruct (Off i) as (i' & Hi & Ei), (Off k) as (k' & Hk & Ek). rewrite <- Ei, <- Ek in *.
  destruct Which as [Line|Up].
  - rewrite Line in Outer. rewrite Outer in *. cbn [app runs_on] in *. set (d := stride (back (outer others top))) in *.
    pose proof (values_apart B PB j l) as W. fold span in W.
    enough (D : evaluate B j = evaluate B l) by (rewrite D in *; split; [lia|auto]).
    destruct (Z.le_gt_cases (evaluate B l) (evaluate B j)) as [Le|Gt].
    + specialize (Val (evaluate B j - evaluate B l) ltac:(lia)).
      destruct (Inj i' (evaluate B j - evaluate B l) k' 0) as [_ Z0]; auto; try lia. rewrite evaluate_zero. lia.
    + specialize (Val (evaluate B l - evaluate B j) ltac:(lia)).
      destruct (Inj k' (evaluate B l - evaluate B j) i' 0) as [_ Z0]; auto; try lia. rewrite evaluate_zero. lia.
  - pose proof (copies_are_counted B Up j) as Cj. pose proof (copies_are_counted B Up l) as Cl. fold span in Cj, Cl.
    rewrite !Val in * by auto.
    destruct (Inj i' (evaluate B j) k' (evaluate B l)) as [-> ->]; auto; lia.
Qed.

(* The product of two injective layouts is injective. *)
Definition one_to_one (L : list mode) : Prop :=
  forall i j, 0 <= i < size L -> 0 <= j < size L -> evaluate L i = evaluate L j -> i = j.
Theorem product_of_injective along witness A B C : Forall positive A -> Forall positive B -> reads_each along ->
  product along witness A B = Some C -> one_to_one A -> one_to_one B -> one_to_one (A ++ C).
Proof.
  intros PA PB Reads E IA IB i j Hi Hj Q.
  destruct (product_repeats_the_block along witness A B C PA PB Reads E) as (PC & SC & _ & Once).
  pose proof (size_positive A PA) as SA. rewrite size_app, SC in Hi, Hj. rewrite !evaluate_app in Q by auto.
  destruct (split (size A) (size B) i) as (I1 & I2 & I3); [lia|lia|].
  destruct (split (size A) (size B) j) as (J1 & J2 & J3); [lia|lia|].
  destruct (Once i (i / size A) j (j / size A) I2 J2 Q) as (Q1 & _ & Q2).
  rewrite <- (evaluate_wraps A PA i), <- (evaluate_wraps A PA j) in Q1.
  rewrite I3, J3, (IA _ _ I1 J1 Q1), (IB _ _ I2 J2 Q2). reflexivity.
Qed.

(* The hand-made functions are the shipped ones at small ranks, but that these may stop at a limit. *)
Theorem least_cotarget_driver_2 a b : least_cotarget [a; b] = least_cotarget_2 a b.
Proof. unfold least_cotarget, least_cotarget_2. cbn [fold_left]. same_tree. Qed.
Ltac room_driver := unfold room_for_copies, least_cotarget, shipped_size; rewrite ?disjoint_driver_0, ?disjoint_driver_1;
  unfold disjoint_gaps_0, disjoint_gaps_1; cbn [fold_left];
  repeat (match goal with |- (if ?c then _ else _) = _ -> _ => destruct c end; cbn [fold_left shape stride]); auto; discriminate.
Theorem room_driver_0 span gs : room_for_copies_0 span = Some gs -> room_for_copies [] span = Some gs.
Proof. unfold room_for_copies_0. room_driver. Qed.
Theorem room_driver_1 a span gs : room_for_copies_1 a span = Some gs -> room_for_copies [a] span = Some gs.
Proof. unfold room_for_copies_1. room_driver. Qed.

Print Assumptions least_cotarget_driver_2.
Print Assumptions room_driver_0.
Print Assumptions room_driver_1.
Print Assumptions product_repeats_the_block.
Print Assumptions product_of_injective.
