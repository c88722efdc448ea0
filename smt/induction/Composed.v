(* SPDX-License-Identifier: MIT *)
(* What the shipped composition answers (Composes.v), and laws that follow from that at every rank, whichever route is taken:
   composition_evaluates_pointwise, composition_refuses_rightly, composition_is_associative, composition_sees_the_map. A is `others` and then
   `top`, which runs on. Limits of 64 bits, of a list's length and of the budget are not in it: where these are met the shipped function
   refuses for them, and says so. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Composition Colex.Along
  Colex.Whole.
Import ListNotations.
Open Scope Z_scope.

(* decide_composition(): A coalesced, its last mode running on. *)
Definition outer (others : list mode) (top : mode) : list mode := coalesce_extended others top.
Definition front (A : list mode) : list mode := removelast A.
Definition back (A : list mode) : mode := List.last A (Mode 1 0).

Lemma outer_is others top : Forall positive others -> positive top -> Forall positive (outer others top) /\
  outer others top = front (outer others top) ++ [back (outer others top)] /\
  forall x, 0 <= x -> runs_on (outer others top) x = extended others top x.
Proof.
  intros HP HT. destruct (shipped_coalesce_preserves_the_map others HP) as (P & _ & _).
  pose proof (some_mode_is_left others) as NE.
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

(* B counts upwards, but for modes of one point. *)
Definition upward (b : mode) : Prop := positive b /\ (0 <= stride b \/ shape b = 1).
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

(* The answer is nested as B and has f's values at B's, where f is A; refused where nothing nested as B has them. *)
Definition composed (f : Z -> Z) (B : list mode) (answer : option (list mode)) : Prop :=
  let has R := forall i, 0 <= i < size B -> evaluate R i = f (evaluate B i) in
  match answer with
  | Some R => exists Ls, nested_as Ls B /\ R = concat Ls /\ has R
  | None => forall Ls, nested_as Ls B -> ~ has (concat Ls)
  end.
Lemma composed_values f B R : composed f B (Some R) ->
  Forall positive R /\ size R = size B /\ forall i, 0 <= i < size B -> evaluate R i = f (evaluate B i).
Proof.
  intros (Ls & N & -> & V). enough (G : Forall positive (concat Ls) /\ size (concat Ls) = size B) by tauto. clear V.
  induction N as [|L b Ls B (P & S) N (I1 & I2)]; cbn [concat size]; [split; [constructor|reflexivity]|].
  rewrite size_app, I2, S. split; [now apply Forall_app|reflexivity].
Qed.
Lemma composed_answers f B answer Ls : composed f B answer -> nested_as Ls B ->
  (forall i, 0 <= i < size B -> evaluate (concat Ls) i = f (evaluate B i)) -> exists R, answer = Some R.
Proof. intros C N V. destruct answer as [R|]; [eauto|]. now destruct (C Ls N). Qed.
Lemma composed_ext f g B answer : (forall i, 0 <= i < size B -> f (evaluate B i) = g (evaluate B i)) -> composed f B answer -> composed g B answer.
Proof.
  intros E C. destruct answer as [R|]; cbn [composed] in *.
  - destruct C as (Ls & N & Q & V). exists Ls. split; [exact N|]. split; [exact Q|]. intros i I. now rewrite <- E, V.
  - intros Ls N V. apply (C Ls N). intros i I. now rewrite E, V.
Qed.
(* Two compositions with layouts of one shape, one function: one is answered where the other is. *)
Lemma composed_alike f g B C a b : map shape B = map shape C -> composed f B a -> composed g C b ->
  (forall i, 0 <= i < size B -> f (evaluate B i) = g (evaluate C i)) ->
  ((exists R, a = Some R) <-> exists S, b = Some S) /\
  forall R S, a = Some R -> b = Some S -> size R = size S /\ forall i, 0 <= i < size B -> evaluate R i = evaluate S i.
Proof.
  intros Sh X Y E.
  assert (Sz : size B = size C) by (clear - Sh; revert C Sh; induction B; intros [|c t] [=]; cbn [size]; [reflexivity|]; f_equal; auto).
  assert (N : forall Ls B C, map shape B = map shape C -> nested_as Ls B -> nested_as Ls C).
  { clear. intros Ls B C Sh N. revert C Sh. induction N as [|L b Ls B (P & S) N IH]; intros [|c t] [=]; constructor; [|now apply IH].
    split; [exact P|congruence]. }
  split; [split|].
  - intros [R ->]. destruct X as (Ls & NL & -> & V). apply (composed_answers g C b Ls Y); [now apply (N Ls B)|].
    intros i I. rewrite <- Sz in I. now rewrite V, E.
  - intros [S ->]. destruct Y as (Ls & NL & -> & V). apply (composed_answers f B a Ls X); [now apply (N Ls C)|].
    intros i I. rewrite V, E by (auto; lia). reflexivity.
  - intros R S -> ->. destruct (composed_values _ _ _ X) as (_ & SR & VR). destruct (composed_values _ _ _ Y) as (_ & SS & VS).
    split; [congruence|]. intros i I. rewrite VR, VS by (auto; lia). now apply E.
Qed.

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
Theorem composition_is_associative fA fB fD B C D BC left right : composed fA B (Some D) -> composed fB C (Some BC) ->
  (forall x, 0 <= x < size B -> fB x = evaluate B x) -> (forall x, 0 <= x < size D -> fD x = evaluate D x) ->
  (forall i, 0 <= i < size C -> 0 <= evaluate C i < size B) -> composed fD C left -> composed fA BC right ->
  (forall L R, left = Some L -> right = Some R -> size L = size R /\ forall i, 0 <= i < size C -> evaluate L i = evaluate R i) /\
  ((exists R, right = Some R) -> exists L, left = Some L).
Proof.
  intros XD XBC EB ED In_ XL XR. destruct (composed_values _ _ _ XD) as (_ & SD & VD). destruct (composed_values _ _ _ XBC) as (_ & SBC & VBC).
  assert (Truth : forall i, 0 <= i < size C -> fD (evaluate C i) = fA (evaluate BC i)).
  { intros i I. specialize (In_ i I). rewrite ED, VD, VBC, EB by (auto; lia). reflexivity. }
  split.
  - intros L R -> ->. destruct (composed_values _ _ _ XL) as (_ & SL & VL). destruct (composed_values _ _ _ XR) as (_ & SR & VR).
    split; [congruence|]. intros i I. rewrite VL, VR by lia. now apply Truth.
  - intros [R ->]. destruct (composed_values _ _ _ XR) as (_ & SR & VR). destruct XR as (Ls & NL & -> & _). destruct XBC as (Bs & NB & -> & _).
    destruct (nested_split Ls Bs C NL NB) as (Ms & NM & EM). apply (composed_answers _ _ _ Ms XL NM). intros i I.
    rewrite EM, VR, Truth by lia. reflexivity.
Qed.

(* ---------------------------------------------------------------------------------------------- sees the map *)

(* Each mode of coalesce(B) has the points of some modes of B that stand together. *)
Lemma coalesce_groups B : Forall positive B -> exists Gs, nested_as Gs (shipped_coalesce B) /\ concat Gs = B.
Proof.
  intros PB. destruct (coalesce_runs B) as (pending & out & L & ->).
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

Theorem composition_sees_the_map f B R answer : Forall positive B -> composed f B (Some R) -> composed f (shipped_coalesce B) answer ->
  exists S, answer = Some S /\ size S = size R /\ forall i, 0 <= i < size R -> evaluate S i = evaluate R i.
Proof.
  intros PB X Y. destruct (shipped_coalesce_preserves_the_map B PB) as (_ & SC & VC). destruct (composed_values _ _ _ X) as (_ & SR & VR).
  destruct X as (Ls & NL & -> & _). destruct (coalesce_groups B PB) as (Gs & NG & QG). rewrite <- QG in NL.
  destruct (nested_split Ls Gs _ NL NG) as (Ms & NM & EM). destruct (composed_answers f _ _ Ms Y NM) as [S ->].
  { intros i I. rewrite EM, VR, VC by lia. reflexivity. }
  exists S. destruct (composed_values _ _ _ Y) as (_ & SS & VS). split; [reflexivity|]. split; [congruence|].
  intros i I. rewrite VS, VR, VC by lia. reflexivity.
Qed.
