(* SPDX-License-Identifier: MIT *)
(* A along a basis mode s:a*E<k>, at every rank and by every route of the composition. Law: basis_modes_compose. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Composed.
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

(* A o (s:a*E<k>) has the values of A_k o (s:a); so has A o (s:a*P), P the points before, where a*(s-1) is an index of A_k, and one is
   answered where the other is. The whole of A is `all` and then `end_`. *)
Theorem basis_modes_compose before o t after_ all end_ s a alone whole :
  Forall positive (leaves_of before) -> Forall positive o -> positive t ->
  leaves_of (before ++ (o, t) :: after_) = all ++ [end_] -> Forall positive all -> positive end_ -> 1 <= s -> 0 <= a ->
  let P := size (leaves_of before) in
  composed (extended o t) [Mode s a] alone -> composed (extended all end_) [Mode s (a * P)] whole ->
  (forall R, alone = Some R -> Forall positive R /\ size R = s /\ forall i, 0 <= i < s ->
     evaluate R i = at_coordinate (before ++ (o, t) :: after_) (zeros before ++ i * a :: zeros after_)) /\
  (a * (s - 1) < size (o ++ [t]) ->
     ((exists R, alone = Some R) <-> exists S, whole = Some S) /\
     forall R S, alone = Some R -> whole = Some S -> size R = size S /\ forall i, 0 <= i < s -> evaluate R i = evaluate S i).
Proof.
  intros PB PO PT Split PA PE Hs Ha P X Y. pose proof (size_positive _ PB) as HP. fold P in HP.
  assert (One : forall d i, evaluate [Mode s d] i = i mod s * d) by (intros; rewrite evaluate_cons, evaluate_nil; cbn; ring).
  assert (S1 : forall d, size [Mode s d] = s) by (intros; cbn; ring).
  split.
  - intros R ->. destruct (composed_values _ _ _ X) as (PR & SR & VR). rewrite S1 in *. split; [exact PR|]. split; [exact SR|]. intros i Hi.
    rewrite VR, One, Z.mod_small, a_basis_coordinate_reads_its_mode by lia. reflexivity.
  - intros In_. rewrite <- (S1 a). apply (composed_alike (extended o t) (extended all end_) [Mode s a] [Mode s (a * P)]); auto.
    rewrite S1. intros i Hi. rewrite !One, Z.mod_small by lia. replace (i * (a * P)) with (i * a * P) by ring.
    assert (B : 0 <= i * a < size (o ++ [t])) by nia. rewrite (inside_extended o t) by auto.
    assert (Q : all ++ [end_] = leaves_of before ++ (o ++ [t]) ++ leaves_of after_).
    { rewrite <- Split. unfold leaves_of. rewrite flat_map_app. reflexivity. }
    assert (PAll : Forall positive (all ++ [end_])) by (apply Forall_app; auto).
    assert (PAf : Forall positive (leaves_of after_)).
    { rewrite Q in PAll. apply Forall_app in PAll. destruct PAll as [_ PAll]. apply Forall_app in PAll. apply PAll. }
    pose proof (size_positive _ PAf). assert (POT : Forall positive (o ++ [t])) by (apply Forall_app; auto).
    symmetry. rewrite inside_extended; auto.
    + rewrite Q. unfold P. rewrite past_the_modes_before by auto. rewrite evaluate_app, Z.div_small, evaluate_zero by (auto; lia). ring.
    + rewrite Q, !size_app. fold P. rewrite <- size_app. set (n := size (o ++ [t])) in *. clearbody n.
      assert (i * a * P < n * P) by (apply Z.mul_lt_mono_pos_r; lia). nia.
Qed.
