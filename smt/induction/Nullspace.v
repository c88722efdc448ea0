(* SPDX-License-Identifier: MIT *)
(* nullspace at every rank: all coordinates of offset 0 and no other, in rising order. From the generated step where no two strides
   have opposite signs; else from find_layout of the kernel's table. Law: nullspace_is_the_kernel. *)
From Coq Require Import ZArith List Lia Sorted Bool.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Combinators Colex.Loops Colex.Find.
Import ListNotations.
Open Scope Z_scope.

(* What is proved with; nullspace() of Loops.v, of loops by name, is it. *)
Fixpoint zeros (points : Z) (ms : list mode) : list mode :=
  match ms with [] => [] | m :: t => let r := nullspace_step points m in emitted r ++ zeros (next r) t end.
Definition nullspace (ms : list mode) : list mode :=
  match zeros 1 ms with [] => [Mode 1 0] | N => N end.

(* What the step emits of a mode: nothing, or all its points; where it has one point, none of them moves. *)
Lemma nullspace_step_is points m : positive m ->
  next (nullspace_step points m) = points * shape m /\
  (stride m <> 0 /\ emitted (nullspace_step points m) = [] \/
   stride m = 0 /\ exists d, emitted (nullspace_step points m) = [Mode (shape m) d] /\
     forall x, 0 <= x < shape m -> x * d = x * points).
Proof.
  intros Hm. unfold positive in Hm. unfold nullspace_step. destruct (Z.eqb_spec (stride m) 0) as [E|E].
  - destruct (Z.eqb_spec (shape m) 1) as [O|O]; cbn [next emitted]; (split; [lia|]); right; (split; [exact E|]).
    + exists 0. rewrite O. split; [reflexivity|]. intros x Hx. assert (x = 0) by lia. subst. lia.
    + exists points. auto.
  - cbn [next emitted]. auto.
Qed.

Lemma zeros_cons points m t : positive m -> zeros points (m :: t) =
  emitted (nullspace_step points m) ++ zeros (points * shape m) t.
Proof. intros Hm. cbn [zeros]. now rewrite (proj1 (nullspace_step_is points m Hm)). Qed.
Lemma zeros_positive ms : Forall positive ms -> forall points, Forall positive (zeros points ms).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points; [constructor|]. rewrite zeros_cons by auto.
  apply Forall_app. split; [|apply IH]. destruct (nullspace_step_is points m Hm) as (_ & [[_ ->]|(_ & d & -> & _)]);
    repeat constructor. exact Hm.
Qed.

(* Read at i: a coordinate whose digits are 0 where the stride is not. *)
Lemma zeros_lie_in_the_kernel ms : Forall positive ms -> forall points i, 0 <= i < size (zeros points ms) ->
  exists c, in_box ms c /\ adds_up ms c = 0 /\ evaluate (zeros points ms) i = points * index_of ms c.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points i Hi.
  - exists []. split; [constructor|]. cbn [index_of adds_up zeros]. rewrite evaluate_nil. lia.
  - rewrite zeros_cons in * by auto. destruct (nullspace_step_is points m Hm) as (_ & [[E N]|(E & d & N & D)]);
      rewrite N in *; cbn [app] in *; unfold positive in Hm.
    + destruct (IH _ i Hi) as (c & B & A & V). exists (0 :: c). split; [constructor; [lia|exact B]|].
      cbn [adds_up index_of]. rewrite V, A. split; ring.
    + cbn [size shape] in Hi. destruct (split (shape m) _ i ltac:(lia) Hi) as (X & Q & _).
      destruct (IH _ _ Q) as (c & B & A & V). exists (i mod shape m :: c). split; [constructor; auto|].
      cbn [adds_up index_of]. rewrite evaluate_cons. cbn [shape stride]. rewrite V, A, E, (D _ X). split; ring.
Qed.

(* Every coordinate of offset 0 is read somewhere. *)
Definition one_sign (ms : list mode) : Prop :=
  Forall (fun m => shape m = 1 \/ 0 <= stride m) ms \/ Forall (fun m => shape m = 1 \/ stride m <= 0) ms.
Lemma no_digit_moves m t c x : one_sign (m :: t) -> in_box (m :: t) (x :: c) -> adds_up (m :: t) (x :: c) = 0 ->
  (stride m = 0 \/ x = 0) /\ adds_up t c = 0.
Proof.
  intros S B A. inversion B as [|? ? ? ? Hx Hc]; subst. cbn [adds_up] in A. cbv beta in Hx.
  assert (G : forall sign, (sign = 1 \/ sign = -1) ->
    Forall (fun m => shape m = 1 \/ 0 <= sign * stride m) (m :: t) ->
    (stride m = 0 \/ x = 0) /\ adds_up t c = 0).
  { clear S. intros sign Hs S. inversion S as [|? ? S1 S2]; subst.
    assert (T : 0 <= sign * adds_up t c).
    { clear - Hc S2. induction Hc as [|n y u v Hy Hv IH]; cbn [adds_up]; [lia|]. cbv beta in Hy.
      inversion S2 as [|? ? N1 N2]; subst. specialize (IH N2).
      assert (0 <= y * (sign * stride n)) by (destruct N1; [assert (y = 0) as -> by lia; lia|nia]). lia. }
    assert (0 <= x * (sign * stride m)) by (destruct S1; [assert (x = 0) as -> by lia; lia|nia]).
    assert (x * stride m = 0) by (destruct Hs; subst; lia). split; [|destruct Hs; subst; lia].
    match goal with H : x * stride m = 0 |- _ => apply Z.mul_eq_0 in H; tauto end. }
  destruct S as [S|S]; [apply (G 1)|apply (G (-1))]; auto; eapply Forall_impl; [|exact S| |exact S]; cbv beta; lia.
Qed.
Lemma kernel_lies_in_zeros ms : Forall positive ms -> one_sign ms -> forall points c, in_box ms c -> adds_up ms c = 0 ->
  exists i, 0 <= i < size (zeros points ms) /\ evaluate (zeros points ms) i = points * index_of ms c.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros S points c B A.
  - exists 0. inversion B; subst. cbn. lia.
  - inversion B as [|? x ? y Hx Hy]; subst. destruct (no_digit_moves _ _ _ _ S B A) as (Z & A').
    assert (S' : one_sign t) by (destruct S as [S|S]; inversion S; subst; [left|right]; auto).
    destruct (IH S' (points * shape m) y Hy A') as (i & Hi & V). rewrite zeros_cons by auto.
    pose proof (zeros_positive t Ht (points * shape m)) as PN. cbv beta in Hx.
    destruct (nullspace_step_is points m Hm) as (_ & [[E N]|(E & d & N & D)]); rewrite N; cbn [app].
    + exists i. split; [exact Hi|]. rewrite V. cbn [index_of]. assert (x = 0) by tauto. subst x. ring.
    + exists (x + shape m * i). cbn [size shape index_of]. split; [now apply two_digits|].
      rewrite evaluate_cons. cbn [shape stride]. destruct (digits (shape m) x i Hx) as [-> ->].
      rewrite V, (D x Hx). ring.
Qed.

(* In rising order, so each once. *)
Lemma zeros_rise ms : Forall positive ms -> forall points i j, 1 <= points -> 0 <= i < j -> j < size (zeros points ms) ->
  evaluate (zeros points ms) i < evaluate (zeros points ms) j.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros points i j Hp Hij Hj; [cbn in Hj; lia|]. rewrite zeros_cons in * by auto.
  pose proof (zeros_positive t Ht (points * shape m)) as PN. unfold positive in Hm.
  destruct (nullspace_step_is points m Hm) as (_ & [[E N]|(E & d & N & D)]); rewrite N in *; cbn [app] in *.
  - apply IH; nia.
  - cbn [size shape] in Hj. destruct (split (shape m) _ i ltac:(lia) (conj (proj1 Hij) (Z.lt_trans _ _ _ (proj2 Hij) Hj)))
      as (Xi & Qi & Si).
    destruct (split (shape m) _ j ltac:(lia) (conj (Z.le_trans _ _ _ (proj1 Hij) (Z.lt_le_incl _ _ (proj2 Hij))) Hj))
      as (Xj & Qj & Sj).
    rewrite !evaluate_cons. cbn [shape stride]. rewrite (D _ Xi), (D _ Xj).
    set (a := i mod shape m) in *. set (b := j mod shape m) in *. set (u := i / shape m) in *. set (v := j / shape m) in *.
    destruct (zeros_lie_in_the_kernel t Ht _ u Qi) as (cu & _ & _ & Vu).
    destruct (zeros_lie_in_the_kernel t Ht _ v Qj) as (cv & _ & _ & Vv).
    destruct (Z.lt_trichotomy u v) as [L|[L|L]].
    + pose proof (IH (points * shape m) u v ltac:(nia) (conj (proj1 Qi) L) (proj2 Qj)) as R. rewrite Vu, Vv in *.
      assert (P : points * shape m >= 1) by nia. apply Z.mul_lt_mono_pos_l in R; [|lia].
      pose proof (Z.mul_le_mono_nonneg_l (index_of t cu + 1) (index_of t cv) (points * shape m) ltac:(lia) ltac:(lia)).
      assert (a * points < points * shape m) by nia. assert (0 <= b * points) by nia. lia.
    + rewrite L. assert (a < b) by lia. nia.
    + exfalso. nia.
Qed.

Theorem nullspace_is_the_kernel ms : Forall positive ms -> one_sign ms -> let N := nullspace ms in
  (forall i, 0 <= i < size N -> 0 <= evaluate N i < size ms /\ evaluate ms (evaluate N i) = 0) /\
  (forall x, 0 <= x < size ms -> evaluate ms x = 0 -> exists i, 0 <= i < size N /\ evaluate N i = x) /\
  forall i j, 0 <= i < j -> j < size N -> evaluate N i < evaluate N j.
Proof.
  intros HP S N. assert (G : size N = size (zeros 1 ms) /\ forall i, evaluate N i = evaluate (zeros 1 ms) i).
  { subst N. unfold nullspace. destruct (zeros 1 ms) eqn:Z; [|auto]. split; [reflexivity|]. intros i.
    rewrite evaluate_cons, !evaluate_nil. cbn [stride]. ring. }
  destruct G as [G1 G2]. rewrite G1. clearbody N. pose proof (size_positive ms HP) as SP.
  split; [|split].
  - intros i Hi. rewrite G2. destruct (zeros_lie_in_the_kernel ms HP 1 i Hi) as (c & B & A & V).
    rewrite V, Z.mul_1_l. rewrite evaluate_adds_up, (digits_of_index ms c B). split; [|exact A].
    rewrite <- (digits_of_index ms c B), index_of_digits by auto. apply Z.mod_pos_bound. lia.
  - intros x Hx Hz. rewrite evaluate_adds_up in Hz.
    destruct (kernel_lies_in_zeros ms HP S 1 _ (digits_are_in_the_box ms HP x) Hz) as (i & Hi & V).
    exists i. split; [exact Hi|]. rewrite G2, V, index_of_digits, Z.mod_small by auto. ring.
  - intros i j Hij Hj. rewrite !G2. apply zeros_rise; auto. lia.
Qed.

(* ------------------------------------------------------------------------------------------ the shipped function *)

Definition goes (sign : Z) (m : mode) : bool := (1 <? shape m) && (0 <? sign * stride m).
Notation kernel := Vocabulary.kernel.

Lemma in_kernel ms x : Forall positive ms -> (In x (kernel ms) <-> 0 <= x < size ms /\ evaluate ms x = 0).
Proof.
  intros HP. unfold kernel. rewrite filter_In, Z.eqb_eq. split; intros [H E].
  - apply upto_in in H. auto.
  - split; [now apply in_upto|exact E].
Qed.
Lemma kernel_rises ms : StronglySorted Z.lt (kernel ms).
Proof.
  unfold kernel, upto. generalize (Z.to_nat (size ms)) 0%nat. intros n. induction n as [|n IH]; intros s; [constructor|].
  cbn [seq map filter]. specialize (IH (S s)).
  assert (F : Forall (Z.lt (Z.of_nat s)) (filter (fun k => evaluate ms k =? 0) (map Z.of_nat (seq (S s) n)))).
  { apply Forall_forall. intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _]. apply in_map_iff in Hx.
    destruct Hx as (k & <- & Hk). apply in_seq in Hk. lia. }
  destruct (_ =? 0); [constructor|]; auto.
Qed.
Lemma sorted_nth l : StronglySorted Z.lt l -> forall i j, (i < j < length l)%nat -> nth i l 0 < nth j l 0.
Proof.
  induction 1 as [|x t Ht IH Hx]; intros [|i] [|j] H; cbn in *; try lia; [|apply IH; lia].
  rewrite Forall_forall in Hx. apply Hx, nth_In. lia.
Qed.
Lemma one_sign_or_both ms : Forall positive ms -> existsb (goes 1) ms && existsb (goes (-1)) ms = false -> one_sign ms.
Proof.
  intros HP E.
  assert (G : forall sign, existsb (goes sign) ms = false -> Forall (fun m => shape m = 1 \/ sign * stride m <= 0) ms).
  { intros sign F. apply Forall_forall. intros m Hm. rewrite Forall_forall in HP. specialize (HP m Hm). unfold positive in HP.
    assert (Q : goes sign m = false).
    { destruct (goes sign m) eqn:Q; [|auto]. assert (existsb (goes sign) ms = true); [|congruence].
      apply existsb_exists. eauto. }
    unfold goes in Q. destruct (Z.ltb_spec 1 (shape m)); [|left; lia]. destruct (Z.ltb_spec 0 (sign * stride m)); [discriminate|lia]. }
  unfold one_sign. destruct (existsb (goes 1) ms) eqn:U; [left; cbn in E; specialize (G _ E)|right; specialize (G _ U)];
    (eapply Forall_impl; [|exact G]); cbv beta; lia.
Qed.
Lemma never_refused points m : refuses (nullspace_step points m) = false.
Proof. unfold nullspace_step. destruct (stride m =? 0); [destruct (shape m =? 1)|]; reflexivity. Qed.
Lemma emissions_are_zeros ms : forall points, emissions nullspace_step ms points = zeros points ms.
Proof. induction ms as [|m t IH]; intros p; cbn [emissions zeros]; [reflexivity|]. now rewrite never_refused, IH. Qed.
Lemma reached_is_size ms : Forall positive ms -> forall points, reached nullspace_step ms points = points * size ms.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros p; cbn [reached size]; [ring|]. rewrite never_refused, IH.
  rewrite (proj1 (nullspace_step_is p m Hm)). ring.
Qed.
Lemma existsb_alike {A} (p q : A -> bool) l : (forall x, p x = q x) -> existsb p l = existsb q l.
Proof. intros H. induction l as [|x t IH]; cbn [existsb]; [reflexivity|]. now rewrite H, IH. Qed.
Lemma printed_kernel ms : Forall positive ms -> filter (fun i => Headers.evaluate ms i =? 0) (below (reached nullspace_step ms 1)) = kernel ms.
Proof.
  intros HP. rewrite (reached_is_size ms HP), Z.mul_1_l. apply filter_ext_in. intros i I. apply upto_in in I. now rewrite shipped_evaluate_is by (auto; lia).
Qed.
Theorem printed_nullspace ms : Forall positive ms -> Loops.nullspace ms =
  if existsb (goes 1) ms && existsb (goes (-1)) ms
  then Loops.find_modes (fun i => nth (Z.to_nat i) (kernel ms) 0) (Z.of_nat (length (kernel ms))) else Some (nullspace ms).
Proof.
  intros HP. unfold Loops.nullspace, nullspace. rewrite emissions_are_zeros, (printed_kernel ms HP).
  rewrite (existsb_alike _ (goes 1)), (existsb_alike (fun m => if 1 <? shape m then _ else _) (goes (-1))).
  2:{ intros m. unfold goes. destruct (1 <? shape m); [|reflexivity]. cbn [andb]. destruct (Z.ltb_spec (stride m) 0); lia. }
  2:{ intros m. unfold goes. destruct (1 <? shape m); [|reflexivity]. cbn [andb]. destruct (Z.ltb_spec 0 (stride m)); lia. }
  assert (Zeros : (if is_empty (zeros 1 ms) then Some [Mode 1 0] else Some (zeros 1 ms)) =
    Some match zeros 1 ms with [] => [Mode 1 0] | N => N end) by (destruct (zeros 1 ms); reflexivity).
  rewrite Zeros. destruct (existsb (goes 1) ms); [|reflexivity]. destruct (existsb (goes (-1)) ms); [|reflexivity]. cbn [andb].
  reflexivity.
Qed.
Theorem shipped_nullspace_is_the_kernel ms N : Forall positive ms -> Loops.nullspace ms = Some N ->
  (forall i, 0 <= i < size N -> 0 <= evaluate N i < size ms /\ evaluate ms (evaluate N i) = 0) /\
  (forall x, 0 <= x < size ms -> evaluate ms x = 0 -> exists i, 0 <= i < size N /\ evaluate N i = x) /\
  forall i j, 0 <= i < j -> j < size N -> evaluate N i < evaluate N j.
Proof.
  intros HP E. rewrite printed_nullspace in E by exact HP. destruct (_ && _) eqn:Both.
  2:{ injection E as <-. apply nullspace_is_the_kernel; [auto|now apply one_sign_or_both]. }
  pose proof (size_positive ms HP) as SP.
  assert (Z0 : In 0 (kernel ms)) by (apply in_kernel; [auto|]; split; [lia|apply evaluate_zero]).
  assert (L : (0 < length (kernel ms))%nat) by (destruct (kernel ms); [contradiction|cbn; lia]).
  assert (P : 1 <= Z.of_nat (length (kernel ms))) by lia. destruct (find_layout_is_exact _ _ N P E) as (_ & S & V). rewrite S. split; [|split].
  - intros i Hi. rewrite V by auto. apply in_kernel, nth_In; [auto|lia].
  - intros x Hx Hz. destruct (In_nth (kernel ms) x 0) as (n & Hn & <-); [apply in_kernel; auto|].
    exists (Z.of_nat n). split; [lia|]. rewrite V by lia. now rewrite Nat2Z.id.
  - intros i j Hij Hj. rewrite !V by lia. apply sorted_nth; [apply kernel_rises|]. lia.
Qed.
Theorem nullspace_is_refused_rightly ms : Forall positive ms -> Loops.nullspace ms = None ->
  forall L, Forall positive L -> size L = Z.of_nat (length (kernel ms)) ->
  ~ forall i, 0 <= i < size L -> evaluate L i = nth (Z.to_nat i) (kernel ms) 0.
Proof.
  intros HP E L PL S V. rewrite printed_nullspace in E by exact HP. destruct (_ && _); [|discriminate].
  pose proof (size_positive L PL) as P. rewrite S in *. exact (find_layout_refuses_rightly _ _ P E L PL S V).
Qed.

(* A refusal is find_layout's. *)
Theorem nullspace_shows_where ms : Forall positive ms -> Loops.nullspace ms = None -> let n := Z.of_nat (length (kernel ms)) in
  exists i got, Loops.nullspace_shows ms = Some (i, got) /\ 0 <= i < n /\ got <> nth (Z.to_nat i) (kernel ms) 0.
Proof.
  intros HP. unfold Loops.nullspace, Loops.nullspace_shows. rewrite (printed_kernel ms HP). cbv zeta.
  destruct (existsb _ ms); [destruct (existsb _ ms)|]; intros E; try (destruct (is_empty _); discriminate).
  assert (Z0 : In 0 (kernel ms)).
  { apply in_kernel; [exact HP|]. pose proof (size_positive ms HP). split; [lia|apply evaluate_zero]. }
  apply find_shows_where; [|exact E]. destruct (kernel ms); [contradiction|cbn [length]; lia].
Qed.
