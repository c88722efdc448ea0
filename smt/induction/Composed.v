(* SPDX-License-Identifier: MIT *)
(* The shipped composition, and laws that follow from it at every rank, whichever route is taken:
   composition_evaluates_pointwise, composition_refuses_rightly, composition_is_associative, composition_sees_the_map. A is `others` and then `top`, which runs on. Limits of 64 bits, of a list's length and of the budget are not in
   it: where these are met the shipped function refuses for them, and says so. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Composition Colex.Along
  Colex.Whole.
Import ListNotations.
Open Scope Z_scope.

(* decide_composition(): A coalesced, its last mode running on. `along`: modes_along, or the table where that gives up. *)
Definition outer (others : list mode) (top : mode) : list mode := coalesce_extended others top.
Definition front (A : list mode) : list mode := removelast A.
Definition back (A : list mode) : mode := List.last A (Mode 1 0).
Definition shipped_composition (along : mode -> option (list mode)) (witness : Z) (others : list mode) (top : mode) (B : list mode) :=
  let A := outer others top in composition (front A) (back A) along witness B.
Definition reads_along (others : list mode) (top : mode) (along : mode -> option (list mode)) : Prop :=
  exact_along (outer others top) along.

Lemma outer_is others top : Forall positive others -> positive top -> Forall positive (outer others top) /\
  outer others top = front (outer others top) ++ [back (outer others top)] /\
  forall x, 0 <= x -> runs_on (outer others top) x = extended others top x.
Proof.
  intros HP HT. destruct (shipped_coalesce_preserves_the_map others HP) as (P & _ & _).
  pose proof (shipped_is_normal others HP) as N.
  assert (NE : shipped_coalesce others <> []) by (destruct N as [->|[? _]]; [discriminate|auto]).
  assert (E : outer others top <> []).
  { unfold outer, coalesce_extended, coalesce_extended_2. intros Q. apply app_eq_nil in Q. destruct Q as [_ Q].
    repeat match type of Q with context [if ?c then _ else _] => destruct c end; discriminate. }
  assert (PO : Forall positive (outer others top)).
  { unfold outer, coalesce_extended. destruct (exists_last NE) as (f & t & Q). rewrite Q in *. rewrite removelast_last, last_last.
    apply Forall_app in P. destruct P as [PF PT]. inversion_clear PT as [|? ? PT' _]. apply Forall_app. split; [auto|].
    unfold coalesce_extended_2, positive in *.
    repeat match goal with |- context [if ?c then _ else _] => destruct c end;
      repeat constructor; cbn [shape]; auto; try lia; try nia. }
  pose proof (app_removelast_last (Mode 1 0) E) as S. split; [exact PO|]. split; [exact S|]. intros x Hx.
  assert (PF : Forall positive (front (outer others top))) by (rewrite S in PO; apply Forall_app in PO; apply PO).
  rewrite S, runs_on_is by exact PF. now apply coalesce_extended_preserves_the_map.
Qed.

(* B counts upwards, but for modes of one point; or A is one mode. *)
Definition upward (b : mode) : Prop := positive b /\ (0 <= stride b \/ shape b = 1).
Definition stays (others : list mode) (top : mode) (b : mode) : Prop :=
  positive b /\ (0 <= stride b \/ shape b = 1 \/ front (outer others top) = []).
Lemma upward_stays others top B : Forall upward B -> Forall (stays others top) B.
Proof. intros H. eapply Forall_impl; [|exact H]. unfold upward, stays. tauto. Qed.
Lemma upward_positive B : Forall upward B -> Forall positive B.
Proof. intros H. eapply Forall_impl; [|exact H]. unfold upward. tauto. Qed.
Lemma upward_above B : Forall upward B -> forall i, 0 <= evaluate B i.
Proof.
  induction 1 as [|m t [P S] Ht IH]; intros i; [rewrite evaluate_nil; lia|]. unfold positive in P. rewrite evaluate_cons.
  pose proof (Z.mod_pos_bound i (shape m) ltac:(lia)). specialize (IH (i / shape m)).
  destruct S as [S|S]; [nia|]. rewrite S, Z.mod_1_r in *. lia.
Qed.

Lemma upward_by_values C : Forall positive C -> (forall i, 0 <= i < size C -> 0 <= evaluate C i) -> Forall upward C.
Proof.
  induction 1 as [|m t Pm Pt IH]; intros H; constructor.
  - split; [exact Pm|]. unfold positive in Pm. destruct (Z.eq_dec (shape m) 1); [now right|left].
    specialize (H 1). cbn [size] in H. pose proof (size_positive t Pt).
    rewrite evaluate_cons, Z.mod_small, Z.div_small, evaluate_zero in H by lia. specialize (H ltac:(nia)). lia.
  - apply IH. intros i Hi. unfold positive in Pm. specialize (H (shape m * i)). cbn [size] in H.
    rewrite evaluate_cons, (Z.mul_comm (shape m) i), Z.mod_mul, Z.div_mul in H by lia. specialize (H ltac:(nia)). lia.
Qed.

Section The_shipped_composition.
  Variables (others : list mode) (top : mode) (along : mode -> option (list mode)) (witness : Z).
  Hypothesis Others : Forall positive others.
  Hypothesis Top : positive top.
  Hypothesis Reads : reads_along others top along.
  Notation A := (outer others top).
  Notation compose B := (shipped_composition along witness others top B).

  Lemma pieces : Forall positive (front A) /\ Forall positive (front A ++ [back A]) /\ exact_along (front A ++ [back A]) along.
  Proof.
    destruct (outer_is others top Others Top) as (P & S & _). rewrite <- S. split; [|split; auto].
    rewrite S in P. apply Forall_app in P. apply P.
  Qed.
  Theorem composition_evaluates B R : Forall (stays others top) B -> compose B = Some R ->
    Forall positive R /\ size R = size B /\ forall i, 0 <= i < size B -> evaluate R i = runs_on A (evaluate B i).
  Proof.
    intros HB E. destruct pieces as (P1 & P2 & P3). destruct (outer_is others top Others Top) as (_ & S & _).
    destruct (composition_is_right (front A) (back A) along P1 P3 witness B R P2 HB E) as (Q1 & Q2 & Q3).
    split; [auto|]. split; [auto|]. intros i Hi. rewrite Q3 by auto. unfold value, Whole.A. now rewrite <- S.
  Qed.
  Theorem composition_evaluates_pointwise B R : Forall upward B -> compose B = Some R ->
    Forall positive R /\ size R = size B /\ forall i, 0 <= i < size B -> evaluate R i = extended others top (evaluate B i).
  Proof.
    intros HB E. destruct (composition_evaluates B R (upward_stays _ _ B HB) E) as (Q1 & Q2 & Q3).
    split; [auto|]. split; [auto|]. intros i Hi. destruct (outer_is others top Others Top) as (_ & _ & V).
    rewrite Q3, V by (auto using upward_above). reflexivity.
  Qed.
  Theorem nothing_else_would_do B : Forall (stays others top) B -> compose B = None -> forall Ls, nested_as Ls B ->
    ~ forall i, 0 <= i < size B -> evaluate (concat Ls) i = runs_on A (evaluate B i).
  Proof.
    intros HB E Ls N V. destruct pieces as (P1 & P2 & P3). destruct (outer_is others top Others Top) as (_ & S & _).
    apply (composition_refuses_rightly (front A) (back A) along P1 P3 witness B P2 HB E Ls N).
    intros i Hi. rewrite V by auto. unfold value, Whole.A. now rewrite <- S.
  Qed.
  (* Answered where some layout nested as B has the values. *)
  Theorem answered_where_one_exists B Ls : Forall upward B -> nested_as Ls B ->
    (forall i, 0 <= i < size B -> evaluate (concat Ls) i = extended others top (evaluate B i)) -> exists R, compose B = Some R.
  Proof.
    intros HB N V. destruct (shipped_composition along witness others top B) as [R|] eqn:E; [eauto|exfalso].
    apply (nothing_else_would_do B (upward_stays _ _ B HB) E Ls N). intros i Hi.
    destruct (outer_is others top Others Top) as (_ & _ & W). rewrite W by (auto using upward_above). now apply V.
  Qed.
  Theorem the_answer_is_nested B R : Forall upward B -> compose B = Some R -> exists Ls, nested_as Ls B /\ R = concat Ls.
  Proof.
    intros HB E. destruct pieces as (P1 & P2 & P3).
    apply (composition_is_nested (front A) (back A) along P1 P3 witness B R); [|exact E]. now apply upward_stays.
  Qed.
End The_shipped_composition.

(* ----------------------------------------------------------------------------------------------- associative *)

Lemma inside_extended init l x : Forall positive init -> positive l -> 0 <= x < size (init ++ [l]) ->
  extended init l x = evaluate (init ++ [l]) x.
Proof.
  intros PI PL Hx. pose proof (size_positive init PI). unfold positive in PL.
  rewrite size_app in Hx. cbn [size] in Hx. rewrite Z.mul_1_r in Hx.
  rewrite extended_is_evaluate, evaluate_app, evaluate_cons, evaluate_nil by auto.
  rewrite (Z.mod_small (x / size init)); [ring|]. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
Qed.
Lemma nested_split Ls : forall Bs C, nested_as Ls (concat Bs) -> nested_as Bs C -> exists Ms, nested_as Ms C /\ concat Ms = concat Ls.
Proof.
  intros Bs C N H. revert Ls N. induction H as [|b c Bs C [P S] H IH]; intros Ls N; cbn [concat] in N.
  - inversion N. exists []. split; [constructor|reflexivity].
  - apply Forall2_app_inv_r in N. destruct N as (L1 & L2 & N1 & N2 & ->). destruct (IH L2 N2) as (Ms & NM & E).
    exists (concat L1 :: Ms). split.
    + constructor; [|exact NM]. split.
      * clear - N1. induction N1 as [|x y xs ys [Q _] _ IHx]; cbn [concat]; [constructor|]. apply Forall_app. auto.
      * rewrite <- S. clear - N1. induction N1 as [|x y xs ys [_ Q] _ IHx]; cbn [concat size]; [reflexivity|].
        rewrite size_app. congruence.
    + cbn [concat]. rewrite E. now rewrite concat_app.
Qed.

(* (A o B) o C and A o (B o C), C's values below |B|: one function; and the first is answered where the second is. *)
Theorem composition_is_associative al1 al2 al3 al4 w1 w2 w3 w4 oa ta ob tb C fr bk BC :
  Forall positive oa -> positive ta -> Forall positive ob -> positive tb -> Forall upward (ob ++ [tb]) -> Forall upward C ->
  reads_along oa ta al1 -> reads_along ob tb al2 -> reads_along fr bk al3 -> reads_along oa ta al4 ->
  shipped_composition al1 w1 oa ta (ob ++ [tb]) = Some (fr ++ [bk]) ->
  shipped_composition al2 w2 ob tb C = Some BC ->
  (forall i, 0 <= i < size C -> evaluate C i < size (ob ++ [tb])) ->
  let left := shipped_composition al3 w3 fr bk C in
  let right := shipped_composition al4 w4 oa ta BC in
  (forall L R, left = Some L -> right = Some R -> size L = size R /\ forall i, 0 <= i < size C -> evaluate L i = evaluate R i) /\
  ((exists R, right = Some R) -> exists L, left = Some L).
Proof.
  intros PA TA PB TB UB UC R1 R2 R3 R4 EAB EBC HC left right.
  destruct (composition_evaluates_pointwise oa ta al1 w1 PA TA R1 _ _ UB EAB) as (PAB & SAB & VAB).
  apply Forall_app in PAB as PAB'. destruct PAB' as [PF PK]. inversion_clear PK as [|? ? PK' _].
  destruct (composition_evaluates_pointwise ob tb al2 w2 PB TB R2 _ _ UC EBC) as (PBC & SBC & VBC).
  assert (UBC : Forall upward BC).
  { apply upward_by_values; auto. intros i Hi. rewrite SBC in Hi. pose proof (upward_above C UC i) as C0.
    rewrite VBC, inside_extended by (auto; specialize (HC i Hi); lia). now apply upward_above. }
  assert (Truth : forall i, 0 <= i < size C ->
    extended fr bk (evaluate C i) = extended oa ta (evaluate BC i)).
  { intros i Hi. pose proof (upward_above C UC i) as C0. specialize (HC i Hi).
    rewrite (inside_extended fr bk) by (auto; rewrite SAB; lia). rewrite VAB, VBC by lia.
    rewrite (inside_extended ob tb) by (auto; lia). reflexivity. }
  split.
  - intros L R EL ER.
    destruct (composition_evaluates_pointwise fr bk al3 w3 PF PK' R3 _ _ UC EL) as (_ & SL & VL).
    destruct (composition_evaluates_pointwise oa ta al4 w4 PA TA R4 _ _ UBC ER) as (_ & SR & VR).
    split; [congruence|]. intros i Hi. rewrite VL, VR by lia. now apply Truth.
  - intros [R ER]. destruct (composition_evaluates_pointwise oa ta al4 w4 PA TA R4 _ _ UBC ER) as (_ & SR & VR).
    destruct (the_answer_is_nested oa ta al4 w4 PA TA R4 _ _ UBC ER) as (Ls & NL & QL).
    destruct (the_answer_is_nested ob tb al2 w2 PB TB R2 _ _ UC EBC) as (Bs & NB & QB). rewrite QB in NL.
    destruct (nested_split Ls Bs C NL NB) as (Ms & NM & EM).
    apply (answered_where_one_exists fr bk al3 w3 PF PK' R3 C Ms UC NM). intros i Hi.
    rewrite EM, <- QL, VR, Truth by lia. reflexivity.
Qed.

(* ---------------------------------------------------------------------------------------------- sees the map *)

(* Each mode of coalesce(B) has the points of some modes of B that stand together. *)
Lemma coalesce_groups B : Forall positive B -> exists Gs, nested_as Gs (shipped_coalesce B) /\ concat Gs = B.
Proof.
  intros PB. rewrite Coalesce.coalesce_is_the_loop. unfold coalesce.
  destruct (loop_answers coalesce_step coalesce_step_total B (Mode 1 0) []) as ([pending out] & L). rewrite L.
  apply (induction _ coalesce_step positive (fun pre out pending => exists Gs G, nested_as Gs out /\ concat Gs ++ G = pre /\
    Forall positive G /\ size G = shape pending)) in L; auto.
  - destruct L as (Gs & G & N & E & PG & S). exists (Gs ++ [G]). split.
    + apply Forall2_app; [exact N|]. repeat constructor; auto.
    + rewrite concat_app. cbn [concat]. now rewrite app_nil_r.
  - intros pre o [s d] [t e] (Gs & G & N & E & PG & S) Pm _. cbn [shape] in S.
    assert (PG' : Forall positive (G ++ [Mode t e])) by (apply Forall_app; auto).
    assert (Keep : forall n, shape n = s * t -> exists Gs' G', nested_as Gs' (o ++ []) /\ concat Gs' ++ G' = pre ++ [Mode t e] /\
      Forall positive G' /\ size G' = shape n).
    { intros n Q. exists Gs, (G ++ [Mode t e]). rewrite app_nil_r. split; [exact N|]. split; [rewrite app_assoc; congruence|].
      split; [exact PG'|]. rewrite size_app, S, Q. cbn [size shape]. ring. }
    unfold coalesce_step. cbn [shape stride].
    destruct (Z.eqb_spec t 1) as [->|]; [apply Keep; cbn [next shape]; ring|].
    destruct (Z.eqb_spec s 1) as [->|]; [apply Keep; cbn [next shape]; ring|].
    destruct (e =? s * d); [apply Keep; cbn [next shape]; ring|]. cbn [next emitted].
    exists (Gs ++ [G]), [Mode t e]. split.
    + apply Forall2_app; [exact N|]. repeat constructor; auto.
    + split; [rewrite concat_app; cbn [concat]; rewrite app_nil_r; congruence|]. split; [auto|]. cbn [size shape]. ring.
  - exists [], []. repeat split; constructor.
Qed.
Lemma coalesced_upward B : Forall upward B -> Forall upward (shipped_coalesce B).
Proof.
  intros UB. pose proof (upward_positive B UB) as PB.
  destruct (shipped_coalesce_preserves_the_map B PB) as (PC & SC & VC).
  apply upward_by_values; auto. intros i Hi. rewrite VC by lia. now apply upward_above.
Qed.

(* Where A is one line every B is answered. *)
Lemma a_line_answers along witness others top B : front (outer others top) = [] ->
  exists R, shipped_composition along witness others top B = Some R.
Proof.
  intros L. unfold shipped_composition. rewrite L. unfold composition.
  assert (P : exists ps, compose_modes [] (back (outer others top)) along B = Some ps /\ forallb snd ps = true).
  { induction B as [|b t (ps & E & T)]; cbn [compose_modes]; [exists []; split; reflexivity|].
    unfold compose_mode, linear, compose_one. cbn [negb loop]. rewrite andb_false_r, E. eexists. split; [reflexivity|exact T]. }
  destruct P as (ps & -> & ->). cbn [has_room]. destruct B as [|b [|c t]]; eauto.
Qed.

Theorem composition_sees_the_map al1 al2 w1 w2 others top B R : Forall positive others -> positive top ->
  Forall (stays others top) B -> reads_along others top al1 -> reads_along others top al2 ->
  shipped_composition al1 w1 others top B = Some R ->
  exists S, shipped_composition al2 w2 others top (shipped_coalesce B) = Some S /\ size S = size R /\
    forall i, 0 <= i < size R -> evaluate S i = evaluate R i.
Proof.
  intros PO PT UB R1 R2 E.
  assert (PB : Forall positive B) by (eapply Forall_impl; [|exact UB]; unfold stays; tauto).
  destruct (shipped_coalesce_preserves_the_map B PB) as (PC & SC & VC).
  destruct (composition_evaluates others top al1 w1 PO PT R1 B R UB E) as (_ & SR & VR).
  assert (A : Forall (stays others top) (shipped_coalesce B) /\
    exists S, shipped_composition al2 w2 others top (shipped_coalesce B) = Some S).
  { destruct (front (outer others top)) as [|x y] eqn:F.
    - split; [|now apply a_line_answers]. eapply Forall_impl; [|exact PC]. unfold stays. tauto.
    - assert (Up : Forall upward B).
      { eapply Forall_impl; [|exact UB]. unfold stays, upward. rewrite F. intros b (P & [|[|]]); [tauto|tauto|discriminate]. }
      pose proof (coalesced_upward B Up) as UC. split; [now apply upward_stays|].
      destruct (the_answer_is_nested others top al1 w1 PO PT R1 B R Up E) as (Ls & NL & QL).
      destruct (coalesce_groups B PB) as (Gs & NG & QG). rewrite <- QG in NL.
      destruct (nested_split Ls Gs _ NL NG) as (Ms & NM & EM).
      apply (answered_where_one_exists others top al2 w2 PO PT R2 _ Ms UC NM). intros i Hi.
      destruct (outer_is others top PO PT) as (_ & _ & V).
      rewrite EM, <- QL, VR, VC, V by (try lia; now apply upward_above). reflexivity. }
  destruct A as [UC [S ES]]. exists S.
  destruct (composition_evaluates others top al2 w2 PO PT R2 _ S UC ES) as (_ & SS & VS).
  split; [exact ES|]. split; [congruence|]. intros i Hi. rewrite VS, VR, VC by lia. reflexivity.
Qed.

(* A and (A, X) below |A|: one function, and one is answered where the other is. *)
Lemma longer others top X x : Forall positive others -> positive top -> 0 <= x < size (others ++ [top]) ->
  extended (others ++ [top]) X x = extended others top x.
Proof.
  intros PO PT Hx. assert (PA : Forall positive (others ++ [top])) by (apply Forall_app; auto).
  rewrite (inside_extended others top) by auto. rewrite (extended_is_evaluate (others ++ [top])) by auto.
  rewrite Z.div_small by auto. ring.
Qed.
Theorem composition_sees_one_domain al1 al2 w1 w2 others top X B : Forall positive others -> positive top -> positive X ->
  Forall upward B -> reads_along others top al1 -> reads_along (others ++ [top]) X al2 ->
  (forall i, 0 <= i < size B -> evaluate B i < size (others ++ [top])) ->
  let own := shipped_composition al1 w1 others top B in
  let long := shipped_composition al2 w2 (others ++ [top]) X B in
  ((exists R, own = Some R) <-> exists S, long = Some S) /\
  forall R S, own = Some R -> long = Some S -> size R = size S /\ forall i, 0 <= i < size B -> evaluate R i = evaluate S i.
Proof.
  intros PO PT PX UB R1 R2 HB own long. assert (PA : Forall positive (others ++ [top])) by (apply Forall_app; auto).
  assert (Same : forall i, 0 <= i < size B -> extended (others ++ [top]) X (evaluate B i) = extended others top (evaluate B i)).
  { intros i Hi. apply longer; auto. split; [now apply upward_above|auto]. }
  split; [split|].
  - intros [R E]. destruct (composition_evaluates_pointwise others top al1 w1 PO PT R1 B R UB E) as (_ & SR & VR).
    destruct (the_answer_is_nested others top al1 w1 PO PT R1 B R UB E) as (Ls & NL & QL).
    apply (answered_where_one_exists _ X al2 w2 PA PX R2 B Ls UB NL). intros i Hi. now rewrite <- QL, VR, Same.
  - intros [R E]. destruct (composition_evaluates_pointwise _ X al2 w2 PA PX R2 B R UB E) as (_ & SR & VR).
    destruct (the_answer_is_nested _ X al2 w2 PA PX R2 B R UB E) as (Ls & NL & QL).
    apply (answered_where_one_exists others top al1 w1 PO PT R1 B Ls UB NL). intros i Hi. now rewrite <- QL, VR, Same.
  - intros R S ER ES. destruct (composition_evaluates_pointwise others top al1 w1 PO PT R1 B R UB ER) as (_ & SR & VR).
    destruct (composition_evaluates_pointwise _ X al2 w2 PA PX R2 B S UB ES) as (_ & SS & VS).
    split; [congruence|]. intros i Hi. now rewrite VR, VS, Same.
Qed.
