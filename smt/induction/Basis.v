(* SPDX-License-Identifier: MIT *)
(* A along a basis mode s:a*E<k>, at every rank and by every route of the composition. Law: basis_modes_compose. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Composition Colex.Whole Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

Lemma nothing_at_zero es : at_coordinate es (zeros es) = 0.
Proof.
  induction es as [|[o t] r IH]; cbn [zeros map at_coordinate]; [reflexivity|]. fold (zeros r). rewrite IH.
  assert (Z0 : forall ms, read ms (At 0 0) = At 0 0).
  { induction ms as [|m u IHm]; [reflexivity|]. cbn [read fold_left]. unfold take. cbn [rest offset].
    rewrite Zdiv_0_l, Zmod_0_l. exact IHm. }
  unfold extended, evaluate. rewrite Z0. cbn. reflexivity.
Qed.
Theorem a_basis_coordinate_reads_its_mode before o t after_ x :
  at_coordinate (before ++ (o, t) :: after_) (zeros before ++ x :: zeros after_) = extended o t x.
Proof.
  induction before as [|[p q] r IH]; cbn [app zeros map at_coordinate].
  - fold (zeros after_). rewrite nothing_at_zero. ring.
  - fold (zeros r). rewrite IH. pose proof (nothing_at_zero [(p, q)]) as Q. cbn [zeros map at_coordinate] in Q. lia.
Qed.
Lemma past_the_modes_before before A x : Forall positive before -> evaluate (before ++ A) (x * size before) = evaluate A x.
Proof.
  intros P. pose proof (size_positive before P). rewrite evaluate_app, <- (evaluate_wraps before P), Z.mod_mul, Z.div_mul, evaluate_zero by (auto; lia).
  ring.
Qed.

Lemma nested_one Ls s d e : nested_as Ls [Mode s d] -> nested_as Ls [Mode s e].
Proof. intros N. inversion N as [|L b Ls' B' H1 H2]. subst. inversion H2. constructor; [exact H1|constructor]. Qed.

(* A o (s:a*E<k>) has the values of A_k o (s:a); so has A o (s:a*P), P the points before, where a*(s-1) is an index of A_k, and one is
   answered where the other is. The whole of A is `all` and then `end_`. *)
Theorem basis_modes_compose al1 al2 w1 w2 before o t after_ all end_ s a :
  Forall positive (leaves_of before) -> Forall positive o -> positive t ->
  leaves_of (before ++ (o, t) :: after_) = all ++ [end_] -> Forall positive all -> positive end_ -> 1 <= s -> 0 <= a ->
  reads_along o t al1 -> reads_along all end_ al2 ->
  let P := size (leaves_of before) in
  let alone := shipped_composition al1 w1 o t [Mode s a] in
  let whole := shipped_composition al2 w2 all end_ [Mode s (a * P)] in
  (forall R, alone = Some R -> size R = s /\ forall i, 0 <= i < s ->
     evaluate R i = at_coordinate (before ++ (o, t) :: after_) (zeros before ++ i * a :: zeros after_)) /\
  (a * (s - 1) < size (o ++ [t]) ->
     ((exists R, alone = Some R) <-> exists S, whole = Some S) /\
     forall R S, alone = Some R -> whole = Some S -> forall i, 0 <= i < s -> evaluate R i = evaluate S i).
Proof.
  intros PB PO PT Split PA PE Hs Ha R1 R2 P alone whole. pose proof (size_positive _ PB) as HP. fold P in HP.
  assert (One : forall d i, evaluate [Mode s d] i = i mod s * d) by (intros; rewrite evaluate_cons, evaluate_nil; cbn; ring).
  assert (Up : forall d, 0 <= d -> Forall upward [Mode s d]).
  { intros d Hd. constructor; [|constructor]. split; [unfold positive; cbn; lia|left; cbn; lia]. }
  assert (S1 : forall d, size [Mode s d] = s) by (intros; cbn; ring).
  split.
  - intros R E. destruct (composition_evaluates_pointwise o t al1 w1 PO PT R1 _ R (Up a Ha) E) as (_ & SR & VR).
    rewrite S1 in *. split; [exact SR|]. intros i Hi.
    rewrite VR, One, Z.mod_small, a_basis_coordinate_reads_its_mode by lia. reflexivity.
  - intros In_.
    assert (Same : forall i, 0 <= i < s -> extended all end_ (evaluate [Mode s (a * P)] i) = extended o t (evaluate [Mode s a] i)).
    { intros i Hi. rewrite !One, Z.mod_small by lia. replace (i * (a * P)) with (i * a * P) by ring.
      assert (B : 0 <= i * a < size (o ++ [t])) by nia.
      rewrite (inside_extended o t) by auto.
      assert (Q : all ++ [end_] = leaves_of before ++ (o ++ [t]) ++ leaves_of after_).
      { rewrite <- Split. unfold leaves_of. rewrite flat_map_app. reflexivity. }
      assert (PAll : Forall positive (all ++ [end_])) by (apply Forall_app; auto).
      assert (PAf : Forall positive (leaves_of after_)).
      { rewrite Q in PAll. apply Forall_app in PAll. destruct PAll as [_ PAll]. apply Forall_app in PAll. apply PAll. }
      pose proof (size_positive _ PAf).
      assert (POT : Forall positive (o ++ [t])) by (apply Forall_app; auto).
      rewrite inside_extended; auto.
      - rewrite Q. unfold P. rewrite past_the_modes_before by auto.
        rewrite evaluate_app, Z.div_small, evaluate_zero by (auto; lia). ring.
      - rewrite Q, !size_app. fold P. rewrite <- size_app. set (n := size (o ++ [t])) in *. clearbody n.
        assert (i * a * P < n * P) by (apply Z.mul_lt_mono_pos_r; lia). nia. }
    split; [split|].
    + intros [R E]. destruct (composition_evaluates_pointwise o t al1 w1 PO PT R1 _ R (Up a Ha) E) as (_ & SR & VR).
      destruct (the_answer_is_nested o t al1 w1 PO PT R1 _ R (Up a Ha) E) as (Ls & NL & QL).
      apply (answered_where_one_exists all end_ al2 w2 PA PE R2 [Mode s (a * P)] Ls);
        [apply Up; nia|apply (nested_one Ls s a); exact NL|].
      rewrite S1 in *. intros i Hi. rewrite <- QL, VR, Same by lia. reflexivity.
    + assert (Hd : 0 <= a * P) by nia.
      intros [R E]. destruct (composition_evaluates_pointwise all end_ al2 w2 PA PE R2 _ R (Up _ Hd) E) as (_ & SR & VR).
      destruct (the_answer_is_nested all end_ al2 w2 PA PE R2 _ R (Up _ Hd) E) as (Ls & NL & QL).
      apply (answered_where_one_exists o t al1 w1 PO PT R1 [Mode s a] Ls); [apply Up; lia|apply (nested_one Ls s (a * P)); exact NL|].
      rewrite S1 in *. intros i Hi. rewrite <- QL, VR, Same by lia. reflexivity.
    + assert (Hd : 0 <= a * P) by nia. intros R S ER ES i Hi.
      destruct (composition_evaluates_pointwise o t al1 w1 PO PT R1 _ R (Up a Ha) ER) as (_ & SR & VR).
      destruct (composition_evaluates_pointwise all end_ al2 w2 PA PE R2 _ S (Up _ Hd) ES) as (_ & SS & VS).
      rewrite S1 in *. now rewrite VR, VS, Same by lia.
Qed.
