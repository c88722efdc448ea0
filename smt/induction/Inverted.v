(* SPDX-License-Identifier: MIT *)
(* The inverse of a map over GF(2) of any number of columns undoes it, or its refusal shows what goes to 0; bijective() decides.
   From the generated step of elimination. Law: bit_maps_invert_exactly. *)
From Coq Require Import ZArith List Lia Bool String FinFun.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Swizzles Colex.Bits.
Require Colex.Headers Colex.Vocabulary Colex.Find.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* bits.hpp. Each column stands beside the argument that goes to it. *)
Definition get (l : list (Z * Z)) (j : nat) : Z * Z := nth j l (0, 0).
Definition joined (k : nat) (l : list (Z * Z)) : list (Z * Z) :=
  map (fun j => if Nat.eqb j k then get l j else eliminate_step (get l j) (get l k) (lowest_bit (fst (get l k))))
    (seq 0 (List.length l)).
Fixpoint eliminated_from (left_ k : nat) (l : list (Z * Z)) : list (Z * Z) + Z :=
  match left_ with
  | O => inl l
  | S n => if fst (get l k) =? 0 then inr (snd (get l k)) else eliminated_from n (S k) (joined k l)
  end.
Definition started (columns : list Z) : list (Z * Z) :=
  map (fun j => (nth j columns 0, Z.shiftl 1 (Z.of_nat j))) (seq 0 (List.length columns)).
Definition eliminated (columns : list Z) : list (Z * Z) + Z := eliminated_from (List.length columns) 0 (started columns).

Definition put (column : Z -> Z) (one : Z * Z) (at_ : Z) : Z :=
  if at_ =? trailing_zeros (fst one) then snd one else column at_.
Definition reached (l : list (Z * Z)) : Z := fold_left (fun bits one => Z.lor bits (fst one)) l 0.
Definition inverse (columns : list Z) : list Z + Z :=
  match eliminated columns with
  | inl l => inl (map (fold_left put l (fun _ => 0)) (places (bit_length (reached l))))
  | inr x => inr x
  end.
Definition bijective (columns : list Z) (outputs : Z) : option refusal :=
  match find (fun c => negb (Z.shiftr c outputs =? 0)) columns with
  | Some c => Some (Refused "in_domain" c (Z.shiftl 1 outputs))
  | None =>
      match inverse columns with
      | inr x => Some (Refused "injective" 0 x)
      | inl back =>
          match find (fun y => negb (bit_map columns (bit_map back y) =? y)) (map (Z.shiftl 1) (places outputs)) with
          | Some y => Some (Refused "surjective" y 0)
          | None => None
          end
      end
  end.

Notation is_map := Vocabulary.is_map.

(* ------------------------------------------------------------------------------------------------- elimination *)

Lemma nth_of_map {T} (f : nat -> T) n j d : (j < n)%nat -> nth j (map f (seq 0 n)) d = f j.
Proof. intros H. rewrite (nth_indep _ d (f 0%nat)) by (rewrite map_length, seq_length; auto). rewrite map_nth, seq_nth by auto. reflexivity. Qed.
Lemma joined_length k l : List.length (joined k l) = List.length l.
Proof. unfold joined. now rewrite map_length, seq_length. Qed.
Lemma get_joined k l j : (j < List.length l)%nat -> get (joined k l) j =
  if Nat.eqb j k then get l j else eliminate_step (get l j) (get l k) (lowest_bit (fst (get l k))).
Proof. intros H. unfold get at 1, joined. now rewrite nth_of_map. Qed.
Lemma eliminate_step_is at_ by_ p : 0 <= p -> eliminate_step at_ by_ (2 ^ p) =
  if Z.testbit (fst at_) p then (Z.lxor (fst at_) (fst by_), Z.lxor (snd at_) (snd by_)) else at_.
Proof.
  intros Hp. unfold eliminate_step. assert (E : Z.land (fst at_) (2 ^ p) = if Z.testbit (fst at_) p then 2 ^ p else 0).
  { apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec. destruct (Z.eq_dec p n) as [<-|D].
    - rewrite Z.pow2_bits_true, andb_true_r by lia. destruct (Z.testbit (fst at_) p); [now rewrite Z.pow2_bits_true by lia|now rewrite Z.bits_0].
    - rewrite Z.pow2_bits_false, andb_false_r by lia. destruct (Z.testbit (fst at_) p); [now rewrite Z.pow2_bits_false by lia|now rewrite Z.bits_0]. }
  rewrite E. destruct (Z.testbit (fst at_) p); [|now destruct at_].
  pose proof (Z.pow_pos_nonneg 2 p ltac:(lia) Hp). now rewrite (proj2 (Z.eqb_neq (2 ^ p) 0)) by lia.
Qed.

(* What holds after k columns. *)
Record holds (m : Z -> Z) (k : nat) (l : list (Z * Z)) : Prop := Holds {
  images_ : forall j, (j < List.length l)%nat -> m (snd (get l j)) = fst (get l j) /\ 0 <= fst (get l j) < 2 ^ 62;
  before_ : forall j, (j < k)%nat -> 0 <= snd (get l j) < 2 ^ Z.of_nat k;
  after_ : forall j, (k <= j < List.length l)%nat ->
    exists low, 0 <= low < 2 ^ Z.of_nat k /\ snd (get l j) = Z.lxor low (2 ^ Z.of_nat j);
  pivots_ : forall i, (i < k)%nat -> exists p, lowest_at (fst (get l i)) p /\
    forall j, (j < List.length l)%nat -> j <> i -> Z.testbit (fst (get l j)) p = false;
  spans_ : forall f g, linear f -> linear g -> (forall j, (j < List.length l)%nat -> f (snd (get l j)) = g (snd (get l j))) ->
    forall j, (j < List.length l)%nat -> f (2 ^ Z.of_nat j) = g (2 ^ Z.of_nat j) }.

Lemma holds_joined m k l : linear m -> (k < List.length l)%nat -> fst (get l k) <> 0 -> holds m k l -> holds m (S k) (joined k l).
Proof.
  intros [_ L] Hk Nz H. destruct (images_ m k l H k Hk) as [_ P].
  destruct (lowest_bit_is (fst (get l k)) ltac:(lia)) as (p & (Pp & Pt & Pl) & Pe).
  assert (G : forall j, (j < List.length l)%nat -> get (joined k l) j =
    if Nat.eqb j k then get l j else if Z.testbit (fst (get l j)) p
      then (Z.lxor (fst (get l j)) (fst (get l k)), Z.lxor (snd (get l j)) (snd (get l k))) else get l j).
  { intros j Hj. rewrite get_joined by auto. rewrite Pe, eliminate_step_is by auto. reflexivity. }
  destruct (after_ m k l H k ltac:(lia)) as (low & Lr & Le).
  assert (K2 : 2 ^ Z.of_nat (S k) = 2 * 2 ^ Z.of_nat k) by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; reflexivity).
  assert (Sk : 0 <= snd (get l k) < 2 ^ Z.of_nat (S k)) by (rewrite Le; apply lxor_below; lia).
  constructor; rewrite ?joined_length; intros j Hj.
  - rewrite G by auto. destruct (Nat.eqb j k); [now apply (images_ m k l H)|].
    destruct (images_ m k l H j Hj) as [M B]. destruct (Z.testbit (fst (get l j)) p); [|auto]. cbn [fst snd].
    destruct (images_ m k l H k Hk) as [Mk Bk]. rewrite L, M, Mk. split; [reflexivity|]. apply lxor_below; lia.
  - rewrite G by lia. destruct (Nat.eqb_spec j k) as [->|D]; [exact Sk|].
    pose proof (before_ m k l H j ltac:(lia)). destruct (Z.testbit (fst (get l j)) p); cbn [snd]; [apply lxor_below; lia|lia].
  - rewrite G by lia. destruct (Nat.eqb_spec j k); [lia|]. destruct (after_ m k l H j ltac:(lia)) as (o & Or & Oe).
    destruct (Z.testbit (fst (get l j)) p); cbn [snd]; [|exists o; split; [lia|exact Oe]].
    exists (Z.lxor o (snd (get l k))). split; [apply lxor_below; lia|]. rewrite Oe, !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
  - rewrite G by lia. destruct (Nat.eqb_spec j k) as [->|D].
    + exists p. split; [now repeat split|]. intros i Hi Ne. rewrite G by auto. destruct (Nat.eqb_spec i k); [contradiction|].
      destruct (Z.testbit (fst (get l i)) p) eqn:T; [|exact T]. cbn [fst]. now rewrite Z.lxor_spec, T, Pt.
    + destruct (pivots_ m k l H j ltac:(lia)) as (q & (Qp & Qt & Ql) & Qo). pose proof (Qo k Hk ltac:(lia)) as Qk. exists q. split.
      * destruct (Z.testbit (fst (get l j)) p) eqn:T; [|now repeat split].
        assert (q <= p) by (destruct (Z.le_gt_cases q p) as [|g]; [assumption|rewrite (Ql p) in T by lia; discriminate]).
        assert (q <> p) by congruence. cbn [fst]. split; [exact Qp|]. rewrite Z.lxor_spec, Qt, Qk. split; [reflexivity|].
        intros i Hi. rewrite Z.lxor_spec, Ql, Pl by lia. reflexivity.
      * intros i Hi Ne. rewrite G by auto. destruct (Nat.eqb i k); [now apply Qo|].
        destruct (Z.testbit (fst (get l i)) p); cbn [fst]; [|now apply Qo]. now rewrite Z.lxor_spec, Qo, Qk.
  - rename j into f, Hj into g. intros Lf Lg E i Hi. apply (spans_ m k l H f g Lf Lg); [|exact Hi]. clear i Hi.
    pose proof (E k Hk) as Ek. rewrite G, Nat.eqb_refl in Ek by auto. intros j Hj. specialize (E j Hj). rewrite G in E by auto.
    destruct (Nat.eqb j k); [exact E|]. destruct (Z.testbit (fst (get l j)) p); [|exact E]. cbn [snd] in E. rewrite (proj2 Lf), (proj2 Lg), Ek in E.
    apply (f_equal (fun y => Z.lxor y (g (snd (get l k))))) in E. now rewrite !Z.lxor_assoc, !Z.lxor_nilpotent, !Z.lxor_0_r in E.
Qed.
Lemma eliminated_from_is m : linear m -> forall left_ k l, holds m k l -> (k + left_ = List.length l)%nat ->
  match eliminated_from left_ k l with
  | inl e => holds m (List.length l) e /\ List.length e = List.length l
  | inr x => 0 < x < 2 ^ Z.of_nat (List.length l) /\ m x = 0
  end.
Proof.
  intros L. induction left_ as [|n IH]; intros k l H E; cbn [eliminated_from].
  - replace (List.length l) with k by lia. split; [exact H|lia].
  - destruct (Z.eqb_spec (fst (get l k)) 0) as [Z0|Nz].
    + destruct (images_ m k l H k ltac:(lia)) as [M _]. rewrite M. split; [|exact Z0].
      destruct (after_ m k l H k ltac:(lia)) as (low & Lr & Le). rewrite Le.
      assert (K2 : 2 ^ Z.of_nat (S k) = 2 * 2 ^ Z.of_nat k) by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; reflexivity).
      assert (N2 : 2 ^ Z.of_nat (S k) <= 2 ^ Z.of_nat (List.length l)) by (apply Z.pow_le_mono_r; lia).
      assert (B : 0 <= Z.lxor low (2 ^ Z.of_nat k) < 2 ^ Z.of_nat (S k)) by (apply lxor_below; lia).
      assert (T : Z.testbit (Z.lxor low (2 ^ Z.of_nat k)) (Z.of_nat k) = true).
      { rewrite Z.lxor_spec, Z.pow2_bits_true, (high_bits_are_none low (Z.of_nat k)) by lia. reflexivity. }
      assert (Z.lxor low (2 ^ Z.of_nat k) <> 0) by (intros Q; rewrite Q, Z.bits_0 in T; discriminate). lia.
    + specialize (IH (S k) (joined k l)). rewrite joined_length in IH. apply IH; [apply holds_joined; auto; lia|lia].
Qed.

Lemma started_length columns : List.length (started columns) = List.length columns.
Proof. unfold started. now rewrite map_length, seq_length. Qed.
Lemma get_started columns j : (j < List.length columns)%nat -> get (started columns) j = (nth j columns 0, 2 ^ Z.of_nat j).
Proof. intros H. unfold get, started. rewrite nth_of_map by auto. now rewrite Z.shiftl_1_l. Qed.
Lemma holds_started columns : is_map columns -> holds (bit_map columns) 0 (started columns).
Proof.
  intros [_ B]. rewrite Forall_forall in B. constructor; rewrite ?started_length; intros j Hj; try lia.
  - rewrite get_started by auto. cbn [fst snd]. rewrite bit_map_of_bit, Nat2Z.id by lia. split; [reflexivity|].
    apply B. now apply nth_In.
  - exists 0. rewrite get_started by lia. cbn [snd]. split; [cbn; lia|]. now rewrite Z.lxor_0_l.
  - rename j into f, Hj into g. intros _ _ E j Hj. specialize (E j Hj). now rewrite get_started in E.
Qed.

(* ----------------------------------------------------------------------------------------------- the left inverse *)

Lemma placed_is l p : forall f, (fold_left put l f p = f p /\ forall r, In r l -> trailing_zeros (fst r) <> p) \/
  exists r, In r l /\ trailing_zeros (fst r) = p /\ fold_left put l f p = snd r.
Proof.
  induction l as [|one t IH]; intros f; cbn [fold_left]; [left; split; [reflexivity|intros r []]|].
  destruct (IH (put f one)) as [[E N]|(r & I & T & E)]; [|right; exists r; split; [now right|auto]].
  assert (W : put f one p = if p =? trailing_zeros (fst one) then snd one else f p) by reflexivity. rewrite W in E. clear W.
  destruct (Z.eqb_spec p (trailing_zeros (fst one))) as [Q|Q].
  - right. exists one. split; [now left|auto].
  - left. split; [exact E|]. intros r [<-|I]; [congruence|now apply N].
Qed.
Lemma lor_below a b m : 0 <= m -> 0 <= a < 2 ^ m -> 0 <= b < 2 ^ m -> 0 <= Z.lor a b < 2 ^ m.
Proof.
  intros Hm Ha Hb. replace (Z.lor a b) with (Z.lor a b mod 2 ^ m); [apply Z.mod_pos_bound; apply Z.pow_pos_nonneg; lia|].
  apply Z.bits_inj'. intros n Hn. destruct (Z.lt_ge_cases n m) as [L|L]; [now rewrite Z.mod_pow2_bits_low by auto|].
  rewrite Z.mod_pow2_bits_high, Z.lor_spec by lia. now rewrite !(high_bits_are_none _ m n) by (auto; lia).
Qed.
Lemma reached_from l : (forall r, In r l -> 0 <= fst r < 2 ^ 62) -> forall b, 0 <= b < 2 ^ 62 ->
  let w := fold_left (fun bits (one : Z * Z) => Z.lor bits (fst one)) l b in
  0 <= w < 2 ^ 62 /\ forall p, Z.testbit b p = true \/ (exists r, In r l /\ Z.testbit (fst r) p = true) -> Z.testbit w p = true.
Proof.
  induction l as [|one t IH]; intros H b Hb; cbn [fold_left]; cbv zeta.
  - split; [exact Hb|]. intros p [T|(r & [] & _)]. exact T.
  - destruct (IH (fun r I => H r (or_intror I)) (Z.lor b (fst one))) as [B T]; [apply lor_below; [lia|exact Hb|apply H; now left]|].
    split; [exact B|]. intros p Q. apply T. rewrite Z.lor_spec. destruct Q as [E|(r & [<-|I] & E)]; [left; now rewrite E|left; rewrite E; apply orb_true_r|].
    right. now exists r.
Qed.
Lemma nth_places f n p : 0 <= p < n -> nth (Z.to_nat p) (map f (places n)) 0 = f p.
Proof. intros H. unfold places. rewrite map_map, nth_of_map by lia. f_equal. lia. Qed.

Section The_inverse.
  Variables (columns : list Z) (l : list (Z * Z)).
  Hypothesis Map : is_map columns.
  Hypothesis Length : List.length l = List.length columns.
  Hypothesis Holds_ : holds (bit_map columns) (List.length columns) l.
  Let n := Z.of_nat (List.length columns).
  Let column := fold_left put l (fun _ => 0).
  Let back := map column (places (bit_length (reached l))).

  Lemma in_l r : In r l -> exists j, (j < List.length l)%nat /\ get l j = r.
  Proof. intros I. apply (In_nth _ _ (0, 0)) in I. exact I. Qed.
  Lemma below_62 r : In r l -> 0 <= fst r < 2 ^ 62.
  Proof. intros I. destruct (in_l r I) as (j & Hj & <-). now apply (images_ _ _ _ Holds_). Qed.
  Lemma zeros_of_column i p : (i < List.length l)%nat -> lowest_at (fst (get l i)) p -> trailing_zeros (fst (get l i)) = p.
  Proof.
    intros Hi (P & T & B). apply trailing_zeros_is; auto. split; [exact P|].
    destruct (Z.lt_ge_cases p 62) as [|G]; [assumption|exfalso].
    rewrite (high_bits_are_none _ 62 p) in T; [discriminate|apply below_62; now apply nth_In|lia].
  Qed.
  (* Bits of a column: the lowest has what came from it, the others nothing. *)
  Lemma column_at i p : (i < List.length l)%nat -> Z.testbit (fst (get l i)) p = true ->
    column p = if trailing_zeros (fst (get l i)) =? p then snd (get l i) else 0.
  Proof.
    intros Hi T. unfold column. pose proof (pivots_ _ _ _ Holds_) as Pivots. rewrite <- Length in Pivots.
    destruct (placed_is l p (fun _ => 0)) as [[E N]|(r & I & Q & E)]; rewrite E.
    - destruct (Z.eqb_spec (trailing_zeros (fst (get l i))) p) as [W|]; [|reflexivity].
      exfalso. apply (N (get l i)); [now apply nth_In|exact W].
    - destruct (in_l r I) as (j & Hj & <-). destruct (Pivots j Hj) as (q & Low & Clear).
      rewrite (zeros_of_column j q Hj Low) in Q. subst q.
      destruct (Nat.eq_dec j i) as [->|D]; [rewrite (zeros_of_column i p Hi Low), Z.eqb_refl; reflexivity|].
      rewrite (Clear i Hi) in T by auto. discriminate.
  Qed.
  Lemma back_of_column i : (i < List.length l)%nat -> bit_map back (fst (get l i)) = snd (get l i).
  Proof.
    intros Hi. pose proof Holds_ as H. rewrite <- Length in H. destruct (pivots_ _ _ _ H i Hi) as (p & Low & _).
    pose proof (zeros_of_column i p Hi Low) as Zp. destruct Low as (P & T & B).
    destruct (reached_from l below_62 0 ltac:(lia)) as [R Bits_]. fold (reached l) in R, Bits_.
    destruct (bit_length_is (reached l) R) as [Len Below].
    assert (In_ : forall q, 0 <= q -> Z.testbit (fst (get l i)) q = true -> q < bit_length (reached l)).
    { intros q Hq Tq. destruct (Z.lt_ge_cases q (bit_length (reached l))) as [|G]; [assumption|exfalso].
      assert (W : Z.testbit (reached l) q = true) by (apply Bits_; right; exists (get l i); split; [now apply nth_In|exact Tq]).
      rewrite (high_bits_are_none _ (bit_length (reached l)) q) in W by lia. discriminate. }
    unfold bit_map. rewrite (map_from_one back (fst (get l i)) p); [|lia|lia|].
    - rewrite T, Z.sub_0_r. destruct (Z.leb_spec 0 p); [|lia]. cbn [andb]. unfold back.
      rewrite nth_places by (split; [lia|now apply In_]). now rewrite (column_at i p Hi T), Zp, Z.eqb_refl.
    - intros q Hq D Tq. rewrite Z.sub_0_r. unfold back. rewrite nth_places by (split; [lia|now apply In_]).
      rewrite (column_at i q Hi Tq), Zp. now rewrite (proj2 (Z.eqb_neq p q)) by auto.
  Qed.
  Lemma back_undoes x : 0 <= x < 2 ^ n -> bit_map back (bit_map columns x) = x.
  Proof.
    destruct (bit_map_is_linear back) as [B0 B], (bit_map_is_linear columns) as [C0 C].
    assert (L : linear (fun y => bit_map back (bit_map columns y))) by (split; [now rewrite C0|intros y z; now rewrite C, B]).
    apply (linear_by_bits _ (fun y => y) n L); [now split|lia|]. intros k Hk. rewrite <- (Z2Nat.id k) by lia.
    apply (spans_ _ _ _ Holds_ _ (fun y => y) L); [now split| |unfold n in Hk; lia].
    intros j Hj. destruct (images_ _ _ _ Holds_ j Hj) as [-> _]. now apply back_of_column.
  Qed.
  Lemma back_is_below y : 0 <= bit_map back y < 2 ^ n.
  Proof.
    apply bit_map_below; [lia|]. unfold back. rewrite Forall_map, Forall_forall. intros p _. unfold column.
    destruct (placed_is l p (fun _ => 0)) as [[E _]|(r & I & _ & E)]; rewrite E; [lia|].
    destruct (in_l r I) as (j & Hj & <-). apply (before_ _ _ _ Holds_). lia.
  Qed.
End The_inverse.

(* The inverse gives x back; or x <> 0, inside the inputs, goes to 0 as 0 does. *)
Theorem inverse_undoes columns back : is_map columns -> inverse columns = inl back ->
  (forall x, 0 <= x < 2 ^ Z.of_nat (List.length columns) -> bit_map back (bit_map columns x) = x) /\
  forall y, 0 <= bit_map back y < 2 ^ Z.of_nat (List.length columns).
Proof.
  intros M E. unfold inverse, eliminated in E.
  pose proof (eliminated_from_is _ (bit_map_is_linear columns) (List.length columns) 0 _ (holds_started columns M)) as H.
  rewrite started_length in H. specialize (H eq_refl). destruct (eliminated_from _ _ _) as [l|x]; [|discriminate].
  destruct H as [H Len]. injection E as <-. split; [intros x; now apply back_undoes|intros y; now apply back_is_below].
Qed.
Theorem not_injective_is_shown columns x : is_map columns -> inverse columns = inr x ->
  0 < x < 2 ^ Z.of_nat (List.length columns) /\ bit_map columns x = 0 /\ bit_map columns 0 = 0.
Proof.
  intros M E. unfold inverse, eliminated in E.
  pose proof (eliminated_from_is _ (bit_map_is_linear columns) (List.length columns) 0 _ (holds_started columns M)) as H.
  rewrite started_length in H. specialize (H eq_refl). destruct (eliminated_from _ _ _) as [l|y]; [discriminate|].
  injection E as <-. destruct H as [H H0]. split; [exact H|]. split; [exact H0|apply bit_map_is_linear].
Qed.

(* ------------------------------------------------------------------------------------------------------- bijective *)

Definition onto (columns : list Z) (outputs : Z) : Prop := Vocabulary.onto (bit_map columns) (Z.of_nat (List.length columns)) outputs.
Theorem bijective_says_yes columns outputs : is_map columns -> 0 <= outputs -> bijective columns outputs = None ->
  Z.of_nat (List.length columns) = outputs /\ onto columns outputs /\
  exists back, inverse columns = inl back /\ forall y, 0 <= y < 2 ^ outputs -> bit_map columns (bit_map back y) = y.
Proof.
  intros M Ho E. unfold bijective in E. destruct (find _ columns) eqn:F; [discriminate|].
  destruct (inverse columns) as [back|] eqn:I; [|discriminate]. destruct (find _ (map _ _)) eqn:S; [discriminate|]. clear E.
  destruct (inverse_undoes columns back M I) as [Undo Below]. set (n := Z.of_nat _) in *.
  assert (Range : forall x, 0 <= bit_map columns x < 2 ^ outputs).
  { intros x. apply bit_map_below; [lia|]. apply Forall_forall. intros c C. destruct M as [_ M]. rewrite Forall_forall in M. specialize (M c C).
    pose proof (find_none _ _ F c C) as Q. cbv beta in Q. apply negb_false_iff, Z.eqb_eq in Q. rewrite Z.shiftr_div_pow2 in Q by lia.
    pose proof (Z.pow_pos_nonneg 2 outputs ltac:(lia) Ho). apply Z.div_small_iff in Q; lia. }
  assert (Over : forall y, 0 <= y < 2 ^ outputs -> bit_map columns (bit_map back y) = y).
  { destruct (bit_map_is_linear back) as [B0 B], (bit_map_is_linear columns) as [C0 C].
    apply (linear_by_bits _ (fun y => y)); [split; [now rewrite B0|intros y z; now rewrite B, C]|now split|lia|].
    intros k Hk. assert (Q : In (2 ^ k) (map (Z.shiftl 1) (places outputs))).
    { apply in_map_iff. exists k. split; [apply Z.shiftl_1_l|]. unfold places. apply in_map_iff. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia. }
    pose proof (find_none _ _ S _ Q) as W. cbv beta in W. now apply negb_false_iff, Z.eqb_eq in W. }
  split; [|split].
  - assert (A : 2 ^ n <= 2 ^ outputs).
    { apply (Find.no_more (bit_map columns)); try (apply Z.pow_nonneg; lia); [intros; apply Range|]. intros i j Hi Hj Q.
      rewrite <- (Undo i), <- (Undo j), Q by auto. reflexivity. }
    assert (B : 2 ^ outputs <= 2 ^ n).
    { apply (Find.no_more (bit_map back)); try (apply Z.pow_nonneg; lia); [intros; apply Below|]. intros i j Hi Hj Q.
      rewrite <- (Over i), <- (Over j), Q by auto. reflexivity. }
    apply Z.pow_le_mono_r_iff in A, B; lia.
  - split; [intros; apply Range|]. intros y Hy. exists (bit_map back y). split; [apply Below|]. split; [now apply Over|].
    intros z Hz <-. symmetry. now apply Undo.
  - now exists back.
Qed.
Theorem bijective_says_no columns outputs c left_ right_ : is_map columns -> 0 <= outputs ->
  bijective columns outputs = Some (Refused c left_ right_) -> ~ onto columns outputs /\
  (c = "in_domain"%string /\ In left_ columns /\ 2 ^ outputs <= left_ /\ right_ = 2 ^ outputs \/
   c = "injective"%string /\ left_ = 0 /\ 0 < right_ < 2 ^ Z.of_nat (List.length columns) /\ bit_map columns right_ = 0 \/
   c = "surjective"%string /\ 0 <= left_ < 2 ^ outputs /\
     forall x, 0 <= x < 2 ^ Z.of_nat (List.length columns) -> bit_map columns x <> left_).
Proof.
  intros M Ho E. unfold bijective in E. set (n := Z.of_nat _) in *. pose proof (Z.pow_pos_nonneg 2 outputs ltac:(lia) Ho) as P.
  destruct (find _ columns) as [column|] eqn:F.
  - apply find_some in F. destruct F as [I F]. injection E as <- <- <-. rewrite Z.shiftl_1_l.
    assert (G : 2 ^ outputs <= column).
    { apply negb_true_iff, Z.eqb_neq in F. rewrite Z.shiftr_div_pow2 in F by auto. destruct M as [_ M]. rewrite Forall_forall in M.
      specialize (M column I). destruct (Z.lt_ge_cases column (2 ^ outputs)) as [L|]; [rewrite Z.div_small in F; lia|assumption]. }
    split; [|left; auto]. intros [Range _]. apply (In_nth _ _ 0) in I. destruct I as (j & Hj & Ej). fold n in Range.
    specialize (Range (2 ^ Z.of_nat j)). rewrite bit_map_of_bit, Nat2Z.id, Ej in Range by lia.
    enough (0 <= 2 ^ Z.of_nat j < 2 ^ n) by (specialize (Range ltac:(assumption)); lia).
    split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; unfold n; lia].
  - destruct (inverse columns) as [back|x] eqn:I.
    + destruct (inverse_undoes columns back M I) as [Undo _]. fold n in Undo.
      destruct (find _ (map _ _)) as [y|] eqn:S; [|discriminate]. injection E as <- <- <-. apply find_some in S. destruct S as [Y S].
      apply negb_true_iff, Z.eqb_neq in S. apply in_map_iff in Y. destruct Y as (k & <- & K). apply in_places in K. rewrite Z.shiftl_1_l in *.
      assert (B : 0 <= 2 ^ k < 2 ^ outputs) by (split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia]).
      assert (Miss : forall x, 0 <= x < 2 ^ n -> bit_map columns x <> 2 ^ k).
      { intros x Hx Q. apply S. rewrite <- Q, Undo by auto. reflexivity. }
      split; [|right; right; auto]. intros [_ On]. destruct (On (2 ^ k) B) as (x & Hx & Q & _). now apply (Miss x).
    + destruct (not_injective_is_shown columns x M I) as (X & X0 & Z0). injection E as <- <- <-. fold n in X.
      split; [|right; left; auto]. intros [_ On]. destruct (On 0 ltac:(lia)) as (z & _ & _ & Only). fold n in Only.
      assert (z = 0) by (symmetry; apply Only; auto; lia). assert (z = x) by (symmetry; apply Only; auto; lia). lia.
Qed.
Theorem bijective_decides columns outputs : is_map columns -> 0 <= outputs -> (bijective columns outputs = None <-> onto columns outputs).
Proof.
  intros M Ho. split; [intros E; apply (bijective_says_yes columns outputs M Ho E)|]. intros On.
  destruct (bijective columns outputs) as [[c a b]|] eqn:E; [|reflexivity]. now destruct (bijective_says_no columns outputs c a b M Ho E).
Qed.

(* ------------------------------------------------------------------- the functions as a program has printed them *)

Lemma fold_left_alike {A B} (f g : A -> B -> A) l : (forall a b, f a b = g a b) -> forall a, fold_left f l a = fold_left g l a.
Proof. intros H. induction l as [|b t IH]; intros a; cbn [fold_left]; [reflexivity|]. rewrite H. apply IH. Qed.
Lemma started_from m : forall pre, map (fun '(c, i) => (c, Z.shiftl 1 (Z.of_nat i))) (combine m (seq (List.length pre) (List.length m))) =
  map (fun j => (nth j (pre ++ m) 0, Z.shiftl 1 (Z.of_nat j))) (seq (List.length pre) (List.length m)).
Proof.
  induction m as [|c t IH]; intros pre; cbn [List.length seq combine map]; [reflexivity|].
  rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. f_equal. specialize (IH (pre ++ [c])). rewrite app_length in IH. cbn [List.length] in IH.
  rewrite Nat.add_1_r in IH. rewrite IH. now rewrite <- app_assoc.
Qed.
Lemma put_at_length {A} (x : A) l : forall k, List.length (put_at k x l) = List.length l.
Proof. induction l as [|y t IH]; intros [|k]; cbn [put_at List.length]; auto. Qed.
Lemma nth_put_at {A} (x d : A) l : forall k j, (k < List.length l)%nat -> nth j (put_at k x l) d = if Nat.eqb j k then x else nth j l d.
Proof.
  induction l as [|y t IH]; intros [|k] [|j] H; cbn [List.length] in H; try lia; cbn [put_at nth Nat.eqb]; auto. apply IH. lia.
Qed.
Lemma put_back_is_joined k l : (k < List.length l)%nat ->
  put_at k (get l k) (map (fun r => eliminate_step r (get l k) (lowest_bit (fst (get l k)))) l) = joined k l.
Proof.
  intros H. apply (nth_ext _ _ (0, 0) (0, 0)); [now rewrite put_at_length, map_length, joined_length|].
  rewrite put_at_length, map_length. intros j J. fold (get (joined k l) j). rewrite nth_put_at, get_joined by (rewrite ?map_length; auto).
  destruct (Nat.eqb_spec j k) as [->|D]; [reflexivity|].
  rewrite (nth_indep _ _ (eliminate_step (0, 0) (get l k) (lowest_bit (fst (get l k))))) by now rewrite map_length.
  exact (map_nth (fun r => eliminate_step r (get l k) (lowest_bit (fst (get l k)))) l (0, 0) j).
Qed.
Lemma eliminated_by_walk (m : list Z) : forall k l, (k + List.length m = List.length l)%nat ->
  walk (fun '(c, i) l => let p := nth i l (0, 0) in
    if fst p =? 0 then inr (inr (Refused "injective" 0 (snd p)) : list Z + refusal)
    else let t := fold_left (fun t r => let q := eliminate_step r p (lowest_bit (fst p)) in t ++ [q]) l [] in inl (put_at i p t))
    (combine m (seq k (List.length m))) l =
  match eliminated_from (List.length m) k l with inl l => inl l | inr x => inr (inr (Refused "injective" 0 x)) end.
Proof.
  induction m as [|c t IH]; intros k l H; cbn [List.length seq combine walk eliminated_from]; [reflexivity|].
  cbn [List.length] in H. cbv zeta. fold (get l k). destruct (fst (get l k) =? 0); [reflexivity|].
  rewrite (pushed (fun r => eliminate_step r (get l k) (lowest_bit (fst (get l k))))). cbn [app].
  rewrite put_back_is_joined by lia. apply IH. rewrite joined_length. lia.
Qed.
Lemma zeros_from_up fuel x : forall n, n <= zeros_from fuel n x.
Proof. induction fuel as [|f IH]; intros n; cbn [zeros_from]; [lia|]. destruct (_ =? 0); [|lia]. specialize (IH (n + 1)). lia. Qed.
Lemma nth_put_padded x : forall k l j, nth j (put_padded k x l) 0 = if Nat.eqb j k then x else nth j l 0.
Proof.
  induction k as [|k IH]; intros l [|j]; cbn [put_padded nth Nat.eqb]; [reflexivity|destruct l; [now destruct j|reflexivity]|now destruct l|].
  rewrite IH. destruct (Nat.eqb j k); [reflexivity|]. destruct l; [now destruct j|reflexivity].
Qed.
Lemma placed_alike l : forall f columns bits, (forall p, 0 <= p -> nth (Z.to_nat p) columns 0 = f p) ->
  let '(t, x) := fold_left (fun '(t, x) r => (put_padded (Z.to_nat (trailing_zeros_62 (fst r))) (snd r) t, Z.lor x (fst r))) l (columns, bits) in
  x = fold_left (fun bits one => Z.lor bits (fst one)) l bits /\ forall p, 0 <= p -> nth (Z.to_nat p) t 0 = fold_left put l f p.
Proof.
  induction l as [|r t IH]; intros f columns bits H; cbn [fold_left]; [now split|]. apply IH. intros p P. rewrite nth_put_padded, H by auto.
  unfold put. rewrite <- zeros_driver_62. pose proof (zeros_from_up 62 (fst r) 0) as U. fold (trailing_zeros (fst r)) in U.
  destruct (Z.eqb_spec p (trailing_zeros (fst r))) as [->|D]; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec (Z.to_nat p) (Z.to_nat (trailing_zeros (fst r)))); [lia|reflexivity].
Qed.
Lemma nth_first n : forall (l : list Z) j, (j < n)%nat -> nth j (firstn n l) 0 = nth j l 0.
Proof. induction n as [|n IH]; intros [|y l] [|j] H; cbn [firstn nth]; auto; try lia. apply IH. lia. Qed.
Lemma resized_is n l f : (forall p, 0 <= p -> nth (Z.to_nat p) l 0 = f p) -> resized n l = map f (places n).
Proof.
  intros H. unfold resized, places. apply (nth_ext _ _ 0 0).
  - rewrite firstn_length, app_length, repeat_length, !map_length, seq_length. lia.
  - rewrite firstn_length, app_length, repeat_length. intros j J. rewrite map_map, nth_of_map by lia. rewrite <- H, Nat2Z.id by lia.
    rewrite nth_first by lia.
    destruct (Nat.lt_ge_cases j (List.length l)); [now rewrite app_nth1|]. rewrite app_nth2, (nth_overflow l) by auto. apply nth_repeat.
Qed.
Theorem printed_inverse m : Headers.inverse m =
  match inverse m with inl back => inl back | inr x => inr (Refused "injective" 0 x) end.
Proof.
  unfold Headers.inverse, inverse, eliminated. cbv zeta.
  replace (fold_left _ (combine m _) []) with (started m).
  2:{ transitivity (map (fun '(c, i) => (c, Z.shiftl 1 (Z.of_nat i))) (combine m (seq 0 (List.length m)))); [symmetry; exact (started_from m [])|].
      symmetry. etransitivity; [|exact (pushed (fun '(c, i) => (c, Z.shiftl 1 (Z.of_nat i))) _ [])]. apply fold_left_alike. now intros l [c i]. }
  rewrite eliminated_by_walk by now rewrite started_length.
  destruct (eliminated_from _ _ _) as [l|x]; [|reflexivity].
  pose proof (placed_alike l (fun _ => 0) [] 0) as P. destruct (fold_left _ l ([], 0)) as [t x]. destruct P as [-> P].
  - intros p _. now destruct (Z.to_nat p).
  - fold (reached l). rewrite <- length_driver_62. f_equal. now apply resized_is.
Qed.
Theorem printed_bijective m outputs : Headers.bijective_map m outputs = bijective m outputs.
Proof.
  unfold Headers.bijective_map, bijective. rewrite !printed_inverse.
  rewrite (walk_finds (fun c => negb (Z.shiftr c outputs =? 0)) _ (fun c => Some (Refused "in_domain" c (Z.shiftl 1 outputs))))
    by (intros c; now destruct (_ =? 0)).
  destruct (find _ m); [reflexivity|]. destruct (inverse m) as [back|x]; cbn [refused_in is_none columns_in]; [|reflexivity].
  rewrite (walk_finds (fun k => negb (bit_map m (bit_map back (Z.shiftl 1 k)) =? Z.shiftl 1 k)) _
    (fun k => Some (Refused "surjective" (Z.shiftl 1 k) 0))) by (intros c; rewrite !printed_image; destruct (bit_map m _ =? _); reflexivity).
  change (Combinators.below outputs) with (places outputs). induction (places outputs) as [|k t IH]; cbn [find map]; [reflexivity|].
  destruct (negb _); [reflexivity|exact IH].
Qed.

Lemma onto_alike f g inputs outputs : (forall x, f x = g x) -> Vocabulary.onto f inputs outputs -> Vocabulary.onto g inputs outputs.
Proof.
  intros E [A B]. split; [intros x X; rewrite <- E; auto|]. intros y Y. destruct (B y Y) as (x & X & V & U).
  exists x. rewrite <- E. split; [exact X|]. split; [exact V|]. intros z Q W. apply U; [exact Q|]. now rewrite E.
Qed.
