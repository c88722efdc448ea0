(* SPDX-License-Identifier: MIT *)
(* composition, the textbook route, at every rank of A and of B: from the contract of its step.
   Law: composition_evaluates_pointwise. A is `init` and then `last`, which runs on past its extent. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Steps.
Import ListNotations.
Open Scope Z_scope.

(* step_keeps of laws/composition_evaluates_pointwise.hpp, and the digit that compose() counts. `part` is what
   the modes of A so far have not taken of a mode of B. *)
Definition reads (step : mode -> mode -> result mode) : Prop := forall part m i,
  0 <= stride part -> positive m -> 0 <= i < shape part -> refuses (step part m) = false ->
  let r := step part m in
  let before := take (At (stride part * i) 0) m in
  let after := read (emitted r) (At i 0) in
  offset before = offset after /\ rest before = stride (next r) * rest after /\
  shape part = size (emitted r) * shape (next r) /\ 1 <= shape (next r) /\ 0 <= stride (next r) /\
  0 <= rest after < shape (next r) /\ Forall positive (emitted r) /\
  (stride part * i) mod shape m <= (size (emitted r) - 1) * stride part.

Fixpoint sum (xs : list Z) : Z := match xs with [] => 0 | x :: t => x + sum t end.

Section Any_step_that_keeps_the_contract.
  Variable step : mode -> mode -> result mode.
  Hypothesis Reads : reads step.
  Variables (init : list mode) (last : mode).
  Hypothesis Init : Forall positive init.

  (* One mode b of B against all of A: the answer's modes. *)
  Definition compose_one (b : mode) : option (list mode) :=
    match loop step init b [] with
    | Some (part, out) => Some (out ++ [Mode (shape part) (stride part * stride last)])
    | None => None
    end.

  Theorem one_mode b R : positive b -> 0 <= stride b -> compose_one b = Some R ->
    Forall positive R /\ size R = shape b /\
    forall i, 0 <= i < shape b -> evaluate R i = extended init last (stride b * i).
  Proof.
    intros Pb Sb E. unfold compose_one in E. destruct (loop step init b []) as [[part out]|] eqn:L; [|discriminate].
    injection E as <-.
    apply (induction _ step positive (fun ms out part => Forall positive out /\ 1 <= shape part /\ 0 <= stride part /\
      size out * shape part = shape b /\ forall i, 0 <= i < shape b ->
        0 <= rest (read out (At i 0)) < shape part /\
        read ms (At (stride b * i) 0) = At (stride part * rest (read out (At i 0))) (evaluate out i))) in L; auto.
    - destruct L as (L1 & L2 & L3 & L4 & L5).
      split; [apply Forall_app; repeat constructor; auto|]. split; [rewrite size_app; cbn; lia|].
      intros i Hi. destruct (L5 i Hi) as [H V]. unfold extended, evaluate at 2. rewrite V. cbn [rest offset].
      rewrite evaluate_app, evaluate_cons, evaluate_nil by auto. rewrite read_rest in * by auto.
      cbn [shape stride]. rewrite Z.mod_small by auto. ring.
    - clear dependent out. clear dependent part. intros ms out part m (I1 & I2 & I3 & I4 & I5) Pm NR.
      destruct (Reads part m 0 I3 Pm ltac:(lia) NR) as (_ & _ & C3 & C4 & C5 & _ & C7 & _).
      split; [apply Forall_app; auto|]. split; [auto|]. split; [auto|].
      split; [rewrite size_app; rewrite C3 in I4; nia|]. intros i Hi. destruct (I5 i Hi) as [H V].
      destruct (Reads part m _ I3 Pm H NR) as (D1 & D2 & _ & _ & _ & D6 & _ & _).
      unfold evaluate. rewrite !read_app, V.
      rewrite (read_at _ (read out (At i 0))). cbn [rest offset]. fold (evaluate out i).
      split; [exact D6|]. cbn [read fold_left]. unfold take in *. cbn [rest offset] in *.
      fold (evaluate (emitted (step part m)) (rest (read out (At i 0)))) in D1.
      rewrite <- D2, <- D1. f_equal.
    - split; [constructor|]. split; [auto|]. split; [auto|]. split; [apply Z.mul_1_l|]. intros i Hi. cbn. auto.
  Qed.

  (* ------------------------------------------------------------ several modes: positions that do not carry *)

  (* ys are positions in A's domain; at no mode of A but the last do their digits add up to its extent. *)
  Fixpoint no_carry (ms : list mode) (ys : list Z) : Prop :=
    match ms with
    | [] => True
    | m :: t => sum (map (fun y => y mod shape m) ys) < shape m /\ no_carry t (map (fun y => y / shape m) ys)
    end.

  Lemma sum_digits s ys : 0 < s -> sum ys = sum (map (fun y => y mod s) ys) + s * sum (map (fun y => y / s) ys) /\
    0 <= sum (map (fun y => y mod s) ys).
  Proof.
    intros Hs. induction ys as [|y t [IH1 IH2]]; cbn [map sum]; [lia|].
    pose proof (Z.div_mod y s ltac:(lia)). pose proof (Z.mod_pos_bound y s Hs). lia.
  Qed.
  Lemma sum_add f g (ys : list Z) : sum (map (fun y => f y + g y) ys) = sum (map f ys) + sum (map g ys).
  Proof. induction ys as [|y t IH]; cbn [map sum]; lia. Qed.
  Lemma sum_scale c f (ys : list Z) : sum (map (fun y => f y * c) ys) = sum (map f ys) * c.
  Proof. induction ys as [|y t IH]; cbn [map sum]; lia. Qed.
  Lemma sum_ext f g (ys : list Z) : (forall y, f y = g y) -> sum (map f ys) = sum (map g ys).
  Proof. intros H. induction ys as [|y t IH]; cbn [map sum]; [auto|]. now rewrite IH, H. Qed.

  Lemma additive ms l : Forall positive ms -> forall ys, no_carry ms ys ->
    extended ms l (sum ys) = sum (map (extended ms l) ys).
  Proof.
    induction 1 as [|m t Hm Ht IH]; intros ys H.
    - rewrite (sum_ext _ (fun y => y * stride l)) by reflexivity.
      rewrite (sum_scale _ (fun y => y)), map_id. reflexivity.
    - destruct H as [H1 H2]. unfold positive in Hm.
      assert (X : forall y, extended (m :: t) l y = y mod shape m * stride m + extended t l (y / shape m)).
      { intros y. unfold extended. rewrite evaluate_cons, !read_rest by (auto; constructor; auto).
        cbn [size]. pose proof (size_positive t Ht). rewrite Z.div_div by lia. ring. }
      rewrite (sum_ext _ _ ys X), sum_add, sum_scale, X.
      destruct (sum_digits (shape m) ys ltac:(lia)) as [D1 D2].
      destruct (digits (shape m) (sum (map (fun y => y mod shape m) ys)) (sum (map (fun y => y / shape m) ys))
                  ltac:(lia)) as [Q1 Q2].
      rewrite <- D1 in Q1, Q2. rewrite Q1, Q2, (IH _ H2), map_map. reflexivity.
  Qed.

  (* The digits that compose() counts for a mode of B: no position of that mode has a larger one. *)
  Fixpoint used (ms : list mode) (part : mode) : list Z :=
    match ms with
    | [] => []
    | m :: t => let r := step part m in (size (emitted r) - 1) * stride part :: used t (next r)
    end.
  Fixpoint bounded (ms : list mode) (y : Z) (u : list Z) : Prop :=
    match ms, u with
    | m :: t, k :: v => y mod shape m <= k /\ bounded t (y / shape m) v
    | _, _ => True
    end.
  Lemma positions_are_bounded ms : Forall positive ms -> forall part out r, 0 <= stride part ->
    loop step ms part out = Some r -> forall i, 0 <= i < shape part -> bounded ms (stride part * i) (used ms part).
  Proof.
    induction 1 as [|m t Hm Ht IH]; intros part out r SL L i Hi; cbn in *; [auto|].
    destruct (refuses (step part m)) eqn:NR; [discriminate|].
    destruct (Reads part m i SL Hm Hi NR) as (_ & D2 & _ & _ & D5 & D6 & _ & D8).
    split; [exact D8|]. unfold take in D2. cbn [rest] in D2. rewrite D2. eapply IH; eauto.
  Qed.

  (* The counts of all modes of B, added up, stay below A's extents. *)
  Fixpoint room (ms : list mode) (us : list (list Z)) : Prop :=
    match ms with
    | [] => True
    | m :: t => sum (map (hd 0) us) < shape m /\ room t (map (@tl Z) us)
    end.
  Fixpoint all_bounded (ms : list mode) (ys : list Z) (us : list (list Z)) : Prop :=
    match ys, us with
    | y :: ys, u :: us => bounded ms y u /\ length u = length ms /\ all_bounded ms ys us
    | [], [] => True
    | _, _ => False
    end.
  Lemma room_means_no_carry ms : forall ys us, all_bounded ms ys us -> room ms us -> no_carry ms ys.
  Proof.
    induction ms as [|m t IH]; intros ys us H R; cbn [no_carry]; [auto|]. destruct R as [R1 R2]. split.
    - enough (sum (map (fun y => y mod shape m) ys) <= sum (map (hd 0) us)) by lia.
      clear R1 R2. revert us H. induction ys as [|y ys IHy]; intros [|u us] H; cbn in *; try lia; try tauto.
      destruct H as (H1 & H2 & H3). destruct u as [|k v]; [discriminate|]. cbn in *. specialize (IHy us H3). lia.
    - apply (IH _ (map (@tl Z) us)); auto. clear R1 R2. revert us H.
      induction ys as [|y ys IHy]; intros [|u us] H; cbn in *; try tauto.
      destruct H as (H1 & H2 & H3). destruct u as [|k v]; [discriminate|]. cbn in *.
      split; [tauto|]. split; [lia|]. now apply IHy.
  Qed.

  (* ------------------------------------------------------------------------------------------- B as a whole *)

  Fixpoint coordinates (B : list mode) (i : Z) : list Z :=
    match B with [] => [] | b :: t => stride b * (i mod shape b) :: coordinates t (i / shape b) end.
  Lemma evaluate_sums B : forall i, evaluate B i = sum (coordinates B i).
  Proof.
    induction B as [|b t IH]; intros i; [reflexivity|]. rewrite evaluate_cons, IH. cbn [coordinates sum]. ring.
  Qed.

  Fixpoint compose (B : list mode) : option (list mode) :=
    match B with
    | [] => Some []
    | b :: t => match compose_one b, compose t with Some r, Some R => Some (r ++ R) | _, _ => None end
    end.
End Any_step_that_keeps_the_contract.

(* ------------------------------------------------------------------------------- the shipped step, generated *)

Lemma composition_step_reads : reads composition_step.
Proof.
  intros [n e] [s d] i He Hs Hi. unfold positive, composition_step in *. cbn [shape stride] in *.
  rewrite (Z.rem_mod_nonneg e s), (Z.quot_div_nonneg e s) by lia.
  destruct (Z.eqb_spec (e mod s) 0) as [A|A].
  { intros _. pose proof (Z.div_mod e s ltac:(lia)) as D. rewrite A, Z.add_0_r in D. set (f := e / s) in *.
    assert (Hf : 0 <= f) by nia. clearbody f. subst e. unfold take. cbn.
    pose proof (digits s 0 (f * i) ltac:(lia)) as [Q1 Q2]. rewrite Z.add_0_l, Z.mul_assoc in Q1, Q2.
    rewrite Q1, Q2. repeat split; auto; try lia; try nia. now destruct n. }
  assert (He' : 0 < e). { destruct (Z.eq_dec e 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
  rewrite (Z.rem_mod_nonneg s e), (Z.quot_div_nonneg s e) by lia.
  destruct (Z.eqb_spec (s mod e) 0) as [B|B]; [|discriminate].
  pose proof (Z.div_mod s e ltac:(lia)) as D. rewrite B, Z.add_0_r in D. set (c := s / e) in *.
  assert (Hc : 0 < c) by nia. clearbody c. subst s. clear A B.
  destruct (Z.leb_spec n c) as [L|L].
  { intros _. unfold take. cbn. rewrite !Z.mod_small, !Z.div_small by nia.
    repeat split; auto; try lia; try nia. repeat constructor. unfold positive. cbn. lia. }
  rewrite (Z.rem_mod_nonneg n c), (Z.quot_div_nonneg n c) by lia.
  destruct (Z.eqb_spec (n mod c) 0) as [M|M]; [|discriminate]. intros _.
  pose proof (Z.div_mod n c ltac:(lia)) as D. rewrite M, Z.add_0_r in D. set (k := n / c) in *.
  assert (Hk : 0 < k) by nia. clearbody k. subst n. unfold take. cbn.
  destruct (split c k i Hc Hi) as (B1 & B2 & B3).
  set (v := i mod c) in *. set (u := i / c) in *. clearbody u v. subst i.
  assert (V : 0 <= e * v < e * c) by nia.
  destruct (digits (e * c) (e * v) u V) as [Q1 Q2].
  replace (e * (v + c * u)) with (e * v + e * c * u) by ring. rewrite Q1, Q2.
  repeat split; auto; try lia; try nia. now destruct u. repeat constructor. cbn. lia.
Qed.

(* No step divides by 0. *)
Theorem composition_step_divides_by_no_zero part m : positive part -> 0 <= stride part -> positive m ->
  composition_step_divides part m.
Proof.
  destruct part as [n e], m as [s d]. unfold positive, composition_step_divides. cbn. intros Hn He Hs.
  rewrite !(Z.rem_mod_nonneg e s) by lia. destruct (Z.eqb_spec (e mod s) 0) as [A|A]; [lia|].
  assert (He' : 0 < e). { destruct (Z.eq_dec e 0) as [->|]; [rewrite Zmod_0_l in A; lia|lia]. }
  rewrite (Z.rem_mod_nonneg s e), (Z.quot_div_nonneg s e) by lia.
  destruct (Z.eqb_spec (s mod e) 0) as [B|B]; [|lia]. pose proof (Z.div_mod s e ltac:(lia)) as D.
  assert (s / e <> 0) by (intros Q; rewrite Q in D; nia).
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
Qed.
