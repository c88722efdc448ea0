(* SPDX-License-Identifier: MIT *)
(* first_gap at every rank, where no mode of several points counts downwards: every offset below it is reached, it is not
   itself. From the generated step. Law: surjective_is_exact. *)
From Coq Require Import ZArith List Lia Bool Permutation Sorted String.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Sort Colex.RightInverse Colex.LeftInverse.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* decide.hpp: sorted by stride, folded until a stride is refused. *)
Notation gap_from := (reached first_gap_step).
Definition first_gap (ms : list mode) : Z := gap_from (sort ms) 1.

(* What surjective() asks of each mode before it looks for a gap. *)
Definition rises (m : mode) : Prop := 0 <= stride m \/ shape m = 1.

Lemma first_gap_step_is reach m : positive m -> rises m ->
  refuses (first_gap_step reach m) = true /\ 1 < shape m /\ reach < stride m /\ 0 < stride m \/
  refuses (first_gap_step reach m) = false /\ (shape m = 1 \/ stride m <= reach \/ stride m = 0) /\
    next (first_gap_step reach m) = reach + (shape m - 1) * stride m.
Proof.
  intros Hm Hd. unfold positive in Hm. unfold rises in Hd. unfold first_gap_step.
  destruct (Z.eqb_spec (shape m) 1) as [O|O]; [right; cbn; rewrite O; repeat split; [auto|lia]|].
  destruct (Z.eqb_spec (stride m) 0) as [E|E]; [right; cbn; rewrite E; repeat split; [auto|lia]|].
  destruct (Z.ltb_spec reach (stride m)); cbn; [left|right]; repeat split; auto; lia.
Qed.

Definition usable (t : mode * Z) : Prop := positive (own t) /\ rises (own t).
Lemma none_moves ts : Forall usable ts -> inside ts (still ts).
Proof. induction 1 as [|t u [P _] Hu IH]; cbn; constructor; auto. unfold positive in P. lia. Qed.

(* Every offset below the gap: so much of the modes to come, and the rest below the reach. *)
Lemma below_the_gap ts : Forall usable ts -> forall reach v, 1 <= reach -> 0 <= v < gap_from (map own ts) reach ->
  exists c w, inside ts c /\ 0 <= w < reach /\ v = w + weighed step_of ts c.
Proof.
  induction 1 as [|t u [Pt St] Hu IH]; intros reach v Hr Hv; cbn [map reached] in Hv.
  - exists [], v. split; [constructor|]. cbn. lia.
  - destruct (first_gap_step_is reach (own t) Pt St) as [(R & _)|(R & C & N)]; rewrite R in Hv.
    + exists (still (t :: u)), v. split; [apply none_moves; constructor; [split|]; auto|].
      rewrite still_weighs. lia.
    + rewrite N in Hv. unfold positive in Pt. unfold rises in St. set (d := stride (own t)) in *.
      set (s := shape (own t)) in *. assert (Up : 0 <= (s - 1) * d) by (destruct St as [|Q]; [nia|rewrite Q; lia]).
      destruct (IH (reach + (s - 1) * d) v ltac:(lia) Hv) as (c & w & I & W & E).
      assert (X : exists x, 0 <= x < s /\ 0 <= w - x * d < reach).
      { destruct (Z.eq_dec ((s - 1) * d) 0) as [Z0|Z0]; [exists 0; lia|].
        assert (D : 0 < d) by (destruct St as [|Q]; [nia|rewrite Q in Z0; lia]). pose proof (Z.div_mod w d ltac:(lia)).
          pose proof (Z.mod_pos_bound w d D).
        assert (0 <= w / d) by (apply Z.div_pos; lia).
        destruct (Z.le_gt_cases (w / d) (s - 1)) as [L|L].
        - exists (w / d). split; [lia|]. assert (d <= reach) by (destruct C as [C|[C|C]]; nia). lia.
        - exists (s - 1). split; [lia|]. nia. }
      destruct X as (x & X1 & X2). exists (x :: c), (w - x * d). split; [constructor; auto|]. split; [exact X2|].
      cbn [weighed]. unfold step_of at 1. fold d. lia.
Qed.

(* The gap itself: what lies below the reach and what the modes to come add never make it. *)
Lemma none_or_far D ts : 0 <= D -> forall c, inside ts c -> Forall (fun t => D <= step_of t) ts ->
  weighed step_of ts c = 0 \/ D <= weighed step_of ts c.
Proof.
  intros HD. induction 1 as [|t x u c Hx Hc IH]; intros F; [left; reflexivity|]. inversion F; subst. cbn [weighed].
  cbv beta in Hx. destruct (IH ltac:(assumption)) as [E|E]; destruct (Z.eq_dec x 0); subst; try lia; right; nia.
Qed.
Lemma gap_is_missed ts : Forall usable ts -> rising ts -> forall reach c w, inside ts c -> 0 <= w < reach ->
  w + weighed step_of ts c <> gap_from (map own ts) reach.
Proof.
  induction 1 as [|t u [Pt St] Hu IH]; intros S reach c w I Hw; cbn [map reached].
  - inversion I; subst. cbn. lia.
  - destruct (first_gap_step_is reach (own t) Pt St) as [(R & _ & F & D)|(R & _ & N)]; rewrite R.
    + inversion S as [|? ? _ S2]; subst.
      assert (A : Forall (fun n => step_of t <= step_of n) (t :: u)) by (constructor; [lia|exact S2]).
      change (stride (own t)) with (step_of t) in F, D.
      destruct (none_or_far (step_of t) _ ltac:(lia) c I A) as [E|E]; lia.
    + inversion S as [|? ? S1 _]; subst. inversion I as [|? x ? y Hx Hy]; subst. cbv beta in Hx.
      cbn [weighed]. rewrite Z.add_assoc, N. apply IH; auto.
      unfold step_of, positive, rises in *. destruct St as [|Q]; [nia|]. rewrite Q in *. assert (x = 0) as -> by lia. lia.
Qed.

Theorem first_gap_is_the_least_offset_missed ms : Forall positive ms -> Forall rises ms ->
  (forall v, 0 <= v < first_gap ms -> exists i, 0 <= i < size ms /\ evaluate ms i = v) /\
  forall i, 0 <= i < size ms -> evaluate ms i <> first_gap ms.
Proof.
  intros HP HS. unfold first_gap.
  destruct (sort_from_together (placed 1 ms) []) as (ts & F & _ & Q). cbn [map app] in F, Q.
  rewrite placed_own in F. pose proof (sort_orders ms) as O. unfold sort in O |- *. rewrite F in O |- *.
  destruct (maps_permuted _ _ (Permutation_sym Q)) as (to & from & To & From).
  assert (U : Forall usable ts).
  { apply (Permutation_Forall Q). clear - HP HS. generalize 1. induction ms as [|m t IH]; intros p; cbn [placed]; constructor.
    - inversion HP; inversion HS; subst. split; assumption.
    - apply IH; [now inversion HP|now inversion HS]. }
  pose proof (ordered_rises ts O) as S.
  split.
  - intros v Hv. destruct (below_the_gap ts U 1 v ltac:(lia) Hv) as (c & w & I & W & E).
    destruct (To c I) as (J & T & _). destruct (placed_reads ms 1 _ J) as (B & V & A).
    exists (index_of ms (to c)). split; [now apply index_in_range|].
    rewrite evaluate_adds_up, (digits_of_index ms _ B), <- A, T. lia.
  - intros i Hi E. rewrite evaluate_adds_up in E.
    destruct (From _ (box_is_inside ms _ (digits_are_in_the_box ms HP i) 1)) as (J & T).
    destruct (placed_reads ms 1 _ (box_is_inside ms _ (digits_are_in_the_box ms HP i) 1)) as (_ & _ & A).
    apply (gap_is_missed ts U S 1 _ 0 J ltac:(lia)). rewrite T, A. exact E.
Qed.

(* What surjective() looks for first: a mode of several points that counts downwards. *)
Definition falls (m : mode) : bool := (1 <? shape m) && (stride m <? 0).
Lemma none_falls ms : Forall positive ms -> existsb falls ms = false -> Forall rises ms.
Proof.
  induction 1 as [|m t Hm Ht IH]; cbn [existsb]; intros E; constructor; apply orb_false_elim in E; destruct E as [E1 E2].
  - unfold positive in Hm. unfold falls in E1. unfold rises.
    destruct (Z.ltb_spec 1 (shape m)), (Z.ltb_spec (stride m) 0); cbn in E1; try discriminate; lia.
  - now apply IH.
Qed.
Lemma first_gap_positive ms : Forall positive ms -> Forall rises ms -> 1 <= first_gap ms.
Proof.
  intros HP HR. unfold first_gap. apply (Permutation_Forall (sort_permutes ms)) in HP, HR. revert HP HR. generalize (sort ms) as l.
  intros l HP. enough (G : forall reach, 1 <= reach -> Forall rises l -> 1 <= gap_from l reach) by (intros; apply G; auto; lia).
  induction HP as [|m t Hm Ht IH]; intros reach Hr R; cbn [reached]; [lia|]. inversion_clear R as [|? ? Rm Rt].
  destruct (first_gap_step_is reach m Hm Rm) as [(Q & _)|(Q & _ & N)]; rewrite Q; [lia|]. apply IH; [|auto]. rewrite N.
  unfold positive in Hm. destruct Rm as [D|S]; [nia|rewrite S; lia].
Qed.

(* The printed function, where there is none. *)
Lemma a_flag A : forall h, fold_left (fun h m => if h =? 0 then if 1 <? shape m then if stride m <? 0 then 1 else 0 else 0 else 1) A h =
  if h =? 0 then if existsb falls A then 1 else 0 else match A with [] => h | _ => 1 end.
Proof.
  induction A as [|m t IH]; intros h; cbn [fold_left existsb]; [destruct (Z.eqb_spec h 0); auto|]. rewrite IH. unfold falls at 2.
  destruct (h =? 0); [|cbn [Z.eqb]; now destruct t].
  destruct (1 <? shape m), (stride m <? 0); cbn [Z.eqb andb orb]; now destruct t.
Qed.
Theorem printed_surjective found A n : existsb falls A = false -> Headers.surjective found A n =
  if first_gap A <? n then Some (Refused "surjective"%string (first_gap A) 0) else None.
Proof. intros F. unfold Headers.surjective. rewrite a_flag, F. reflexivity. Qed.
