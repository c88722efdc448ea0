(* SPDX-License-Identifier: MIT *)
(* Equations over GF(2) of any number of columns: solve_bits.hpp over the generated step. Law: linear_layouts_compose_and_divide. *)
From Coq Require Import ZArith String List Lia Bool.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Swizzles Colex.Bits Colex.Inverted.
Require Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* Columns that are no sum of earlier ones, reduced, each with the inputs that go to it. *)
Definition rest_of (e : list (Z * Z)) (v : Z * Z) : Z * Z := fold_left (fun w r => eliminate_step w r (lowest_bit (fst r))) e v.
Fixpoint echelon_from (k : Z) (columns : list Z) (e : list (Z * Z)) : list (Z * Z) :=
  match columns with
  | [] => e
  | c :: t => let r := rest_of e (c, Z.shiftl 1 k) in echelon_from (k + 1) t (if fst r =? 0 then e else e ++ [r])
  end.
Definition echelon (columns : list Z) : list (Z * Z) := echelon_from 0 columns [].
Fixpoint solve_over (e : list (Z * Z)) (b : list Z) : list Z + refusal :=
  match b with
  | [] => inl []
  | c :: t => let r := rest_of e (c, 0) in if fst r =? 0 then match solve_over e t with inl x => inl (snd r :: x) | no => no end else inr (Refused "surjective"%string c 0)
  end.
Definition solve (a b : list Z) : list Z + refusal := solve_over (echelon a) b.

(* They are the printed ones. *)
Lemma printed_rest e v : fold_left (fun '(x, y) r => let p := eliminate_step (x, y) r (lowest_bit (fst r)) in (fst p, snd p)) e v = rest_of e v.
Proof. apply fold_left_alike. intros [x y] r. cbv zeta. now destruct (eliminate_step _ _ _). Qed.
Lemma echelon_by_walk {A} turn : (forall c k e x l, turn (c, k) (e, x, l) = let r := rest_of e (c, Z.shiftl 1 (Z.of_nat k)) in
    inl (if fst r =? 0 then (e, Z.lor x (Z.shiftl 1 (Z.of_nat k)), l ++ [snd r]) else (e ++ [r], x, l))) ->
  forall a k e x l, exists y m, @walk _ _ A turn (combine a (seq k (length a))) (e, x, l) = inl (echelon_from (Z.of_nat k) a e, y, m).
Proof.
  intros T. induction a as [|c t IH]; intros k e x l; cbn [length seq combine walk echelon_from]; [now exists x, l|].
  rewrite T. cbv zeta. replace (Z.of_nat k + 1) with (Z.of_nat (S k)) by lia. destruct (fst _ =? 0); apply IH.
Qed.
Theorem printed_solve a b : Headers.solve a b = solve a b.
Proof.
  unfold Headers.solve, solve, echelon. set (turn := fun '(m1, k1) => _) at 1.
  destruct (echelon_by_walk turn) with (a := a) (k := 0%nat) (e := @nil (Z * Z)) (x := 0) (l := @nil Z) as (y & m & E).
  { intros c k e x l. unfold turn. rewrite printed_rest. cbv zeta. destruct (rest_of _ _) as [p q]. cbn [fst snd]. now destruct (p =? 0). }
  rewrite E. cbn [Z.of_nat]. clear. set (e := echelon_from 0 a []). clearbody e.
  match goal with |- match walk ?f b [] with _ => _ end = _ => enough (G : forall l, walk f b l =
    match solve_over e b with inl x => inl (l ++ x) | inr why => inr (inr why) end) by (rewrite G; now destruct (solve_over e b)) end.
  induction b as [|c t IH]; intros l; cbn [walk solve_over]; [now rewrite app_nil_r|]. rewrite printed_rest.
  destruct (rest_of e (c, 0)) as [p q]. cbn [fst snd]. destruct (p =? 0); [|reflexivity]. rewrite IH.
  destruct (solve_over e t); [now rewrite <- app_assoc|reflexivity].
Qed.

(* ------------------------------------------------------------------------------------------------- composition *)

Theorem composed a b x : 0 <= x < 2 ^ Z.of_nat (length b) -> bit_map (compose_maps a b) x = bit_map a (bit_map b x).
Proof.
  intros X. destruct (bit_map_is_linear a) as [A0 A], (bit_map_is_linear b) as [B0 B].
  apply (linear_by_bits (bit_map (compose_maps a b)) (fun y => bit_map a (bit_map b y)) (Z.of_nat (length b))); auto.
  - apply bit_map_is_linear.
  - split; [now rewrite B0|]. intros y z. now rewrite B, A.
  - lia.
  - intros k K. rewrite !bit_map_of_bit by lia. unfold compose_maps. rewrite <- A0 at 1. now rewrite map_nth.
Qed.

(* -------------------------------------------------------------------------------------------- what is left of v *)

Fixpoint chain (e : list (Z * Z)) : Prop :=
  match e with
  | [] => True
  | r :: t => 0 < fst r /\ (forall p, lowest_at (fst r) p -> Forall (fun q => Z.testbit (fst q) p = false) t) /\ chain t
  end.
Definition clear (e : list (Z * Z)) (w : Z) : Prop := Forall (fun r => forall p, lowest_at (fst r) p -> Z.testbit w p = false) e.

Lemma one_lowest x p q : lowest_at x p -> lowest_at x q -> p = q.
Proof.
  intros (Pp & Pt & Pl) (Qp & Qt & Ql). destruct (Z.lt_trichotomy p q) as [L|[E|L]]; [|exact E|].
  - now rewrite Ql in Pt by lia.
  - now rewrite Pl in Qt by lia.
Qed.
Lemma step_is v r p : 0 < fst r -> lowest_at (fst r) p -> eliminate_step v r (lowest_bit (fst r)) =
  if Z.testbit (fst v) p then (Z.lxor (fst v) (fst r), Z.lxor (snd v) (snd r)) else v.
Proof.
  intros P L. destruct (lowest_bit_is (fst r) P) as (q & Q & ->). rewrite (one_lowest _ _ _ L Q).
  apply eliminate_step_is. destruct Q. lia.
Qed.
Lemma rest_cons r t v : rest_of (r :: t) v = rest_of t (eliminate_step v r (lowest_bit (fst r))). Proof. reflexivity. Qed.
Lemma stays_clear e : chain e -> forall v p, Forall (fun q => Z.testbit (fst q) p = false) e -> Z.testbit (fst v) p = false ->
  Z.testbit (fst (rest_of e v)) p = false.
Proof.
  induction e as [|r t IH]; intros C v p F T; [exact T|]. destruct C as (P & _ & C). inversion_clear F as [|? ? R F'].
  rewrite rest_cons. apply IH; auto. destruct (lowest_bit_is (fst r) P) as (q & Q & _). rewrite (step_is v r q P Q).
  destruct (Z.testbit (fst v) q); [|exact T]. cbn [fst]. now rewrite Z.lxor_spec, T, R.
Qed.
Lemma rest_is_clear e : chain e -> forall v, clear e (fst (rest_of e v)).
Proof.
  induction e as [|r t IH]; intros C v; [constructor|]. destruct C as (P & D & C). rewrite rest_cons. constructor; [|now apply IH].
  intros p L. apply stays_clear; auto. rewrite (step_is v r p P L). destruct L as (Lp & Lt & _).
  destruct (Z.testbit (fst v) p) eqn:T; [|exact T]. cbn [fst]. now rewrite Z.lxor_spec, T, Lt.
Qed.
Lemma rest_not_negative e : chain e -> forall v, 0 <= fst v -> 0 <= fst (rest_of e v).
Proof.
  induction e as [|r t IH]; intros C v V; [exact V|]. destruct C as (P & _ & C). rewrite rest_cons. apply IH; auto.
  destruct (lowest_bit_is (fst r) P) as (q & Q & _). rewrite (step_is v r q P Q). destruct (Z.testbit (fst v) q); [|exact V].
  cbn [fst]. apply Z.lxor_nonneg. lia.
Qed.

(* Sums of the reduced columns. *)
Fixpoint sums (e : list (Z * Z)) (w : Z) : Prop :=
  match e with [] => w = 0 | r :: t => sums t w \/ sums t (Z.lxor w (fst r)) end.
Lemma sums_zero e : sums e 0. Proof. induction e; cbn [sums]; auto. Qed.
Lemma swapped a b c : Z.lxor (Z.lxor a b) c = Z.lxor (Z.lxor a c) b.
Proof. rewrite !Z.lxor_assoc. f_equal. apply Z.lxor_comm. Qed.
Lemma sums_xor e : forall a b, sums e a -> sums e b -> sums e (Z.lxor a b).
Proof.
  induction e as [|r t IH]; cbn [sums]; intros a b; [now intros -> ->|]. intros [A|A] [B|B].
  - left. now apply IH.
  - right. rewrite Z.lxor_assoc. now apply IH.
  - right. rewrite swapped. now apply IH.
  - left. pose proof (IH _ _ A B) as Q. rewrite swapped, Z.lxor_assoc, Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r in Q.
    exact Q.
Qed.
Lemma sums_more e f : forall w, sums e w -> sums (e ++ f) w.
Proof. induction e as [|r t IH]; cbn [sums app]; intros w; [intros ->; apply sums_zero|]. intros [H|H]; auto. Qed.
Lemma sums_last e r : sums (e ++ [r]) (fst r).
Proof. induction e; cbn [sums app]; [right; apply Z.lxor_nilpotent|now left]. Qed.
Lemma rest_is_a_sum e : chain e -> forall v, sums e (Z.lxor (fst v) (fst (rest_of e v))).
Proof.
  induction e as [|r t IH]; intros C v; [apply Z.lxor_nilpotent|]. destruct C as (P & _ & C). rewrite rest_cons. cbn [sums].
  destruct (lowest_bit_is (fst r) P) as (q & Q & _). rewrite (step_is v r q P Q). destruct (Z.testbit (fst v) q); [|now left; apply IH].
  right. rewrite swapped. exact (IH C (Z.lxor (fst v) (fst r), Z.lxor (snd v) (snd r))).
Qed.
Lemma sums_clear e p : forall w, Forall (fun q => Z.testbit (fst q) p = false) e -> sums e w -> Z.testbit w p = false.
Proof.
  induction e as [|r t IH]; intros w F S; cbn [sums] in S; [subst; apply Z.bits_0|]. inversion_clear F as [|? ? R F']. destruct S as [S|S].
  - now apply IH.
  - apply IH in S; auto. now rewrite Z.lxor_spec, R, xorb_false_r in S.
Qed.
Lemma only_zero e : chain e -> forall w, sums e w -> clear e w -> w = 0.
Proof.
  induction e as [|r t IH]; intros C w S K; [exact S|]. destruct C as (P & D & C). inversion_clear K as [|? ? R K']. cbn [sums] in S.
  destruct S as [S|S]; [now apply IH|]. destruct (lowest_bit_is (fst r) P) as (p & L & _).
  apply (sums_clear t p) in S; [|now apply D]. destruct L as (Lp & Lt & Ll).
  rewrite Z.lxor_spec, Lt, (R p) in S by now repeat split. discriminate.
Qed.

(* ------------------------------------------------------------------------------------------------------ the columns *)

Lemma chain_more e r : chain e -> 0 < fst r -> clear e (fst r) -> chain (e ++ [r]).
Proof.
  induction e as [|q t IH]; intros C P K; [cbn; repeat split; auto|]. destruct C as (Q & D & C). inversion_clear K as [|? ? R K'].
  cbn [chain app]. split; [exact Q|]. split; [|now apply IH]. intros p L. apply Forall_app. split; [now apply D|]. constructor; [now apply R|constructor].
Qed.
Lemma echelon_is columns : Forall (Z.le 0) columns -> forall k e, chain e ->
  chain (echelon_from k columns e) /\ (forall w, sums e w -> sums (echelon_from k columns e) w) /\
  Forall (sums (echelon_from k columns e)) columns.
Proof.
  induction 1 as [|c t Hc Ht IH]; intros k e C; cbn [echelon_from]; [auto|]. set (r := rest_of e (c, Z.shiftl 1 k)).
  pose proof (rest_is_a_sum e C (c, Z.shiftl 1 k)) as S. fold r in S. cbn [fst] in S.
  destruct (Z.eqb_spec (fst r) 0) as [E|N].
  - destruct (IH (k + 1) e C) as (A & M & F). repeat split; auto. constructor; [|exact F]. apply M. now rewrite E, Z.lxor_0_r in S.
  - assert (P : 0 < fst r).
    { pose proof (rest_not_negative e C (c, Z.shiftl 1 k) Hc). fold r in H. lia. }
    destruct (IH (k + 1) (e ++ [r])) as (A & M & F); [now apply chain_more; [| |apply rest_is_clear]|]. split; [exact A|].
    split; [intros w W; apply M; now apply sums_more|]. constructor; [|exact F]. apply M.
    replace c with (Z.lxor (Z.lxor c (fst r)) (fst r)) by (now rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r).
    apply sums_xor; [now apply sums_more|apply sums_last].
Qed.
Lemma reached_are_sums columns e x : Forall (sums e) columns -> forall k sum, 0 <= k -> sums e sum -> sums e (map_from k columns sum x).
Proof.
  induction 1 as [|c t Hc Ht IH]; intros k sum K S; cbn [map_from]; [exact S|]. apply IH; [lia|]. rewrite bit_step_is by exact K.
  destruct (Z.testbit x k); [now apply sums_xor|exact S].
Qed.

Definition goes (f : Z -> Z) (e : list (Z * Z)) : Prop := Forall (fun r => f (snd r) = fst r) e.
Lemma rest_keeps f e : linear f -> goes f e -> forall v,
  Z.lxor (fst (rest_of e v)) (f (snd (rest_of e v))) = Z.lxor (fst v) (f (snd v)).
Proof.
  intros [_ L]. induction 1 as [|r t Hr Ht IH]; intros v; [reflexivity|]. rewrite rest_cons, IH. unfold eliminate_step.
  destruct (Z.land (fst v) (lowest_bit (fst r)) =? 0); [now destruct v|]. cbn [fst snd]. rewrite L, Hr.
  rewrite <- Z.lxor_assoc, (swapped (fst v) (fst r)), Z.lxor_assoc, Z.lxor_nilpotent. apply Z.lxor_0_r.
Qed.
Lemma echelon_goes f columns : linear f -> forall k e, 0 <= k ->
  (forall j, (j < length columns)%nat -> f (2 ^ (k + Z.of_nat j)) = nth j columns 0) -> goes f e -> goes f (echelon_from k columns e).
Proof.
  intros L. induction columns as [|c t IH]; intros k e K F G; cbn [echelon_from]; [exact G|]. apply IH; [lia| |].
  - intros j J. replace (k + 1 + Z.of_nat j) with (k + Z.of_nat (S j)) by lia. apply (F (S j)). cbn [length]. lia.
  - destruct (fst _ =? 0); [exact G|]. apply Forall_app. split; [exact G|]. constructor; [|constructor].
    pose proof (rest_keeps f e L G (c, Z.shiftl 1 k)) as Q. cbn [fst snd] in Q. specialize (F 0%nat ltac:(cbn; lia)).
    cbn [nth Z.of_nat] in F. rewrite Z.shiftl_1_l in *. rewrite Z.add_0_r in F. rewrite F, Z.lxor_nilpotent in Q.
    symmetry. now apply Z.lxor_eq.
Qed.
Lemma echelon_of a : goes (bit_map a) (echelon a).
Proof.
  apply echelon_goes; [apply bit_map_is_linear|lia| |constructor]. intros j J. rewrite Z.add_0_l, bit_map_of_bit by lia. now rewrite Nat2Z.id.
Qed.

(* ------------------------------------------------------------------------------------------------------- the answer *)

Lemma solved_columns a b : forall x, solve a b = inl x -> length x = length b /\ compose_maps a x = b.
Proof.
  unfold solve. induction b as [|c t IH]; intros x E; cbn [solve_over] in E; [injection E as <-; auto|].
  pose proof (rest_keeps (bit_map a) (echelon a) (bit_map_is_linear a) (echelon_of a) (c, 0)) as Q.
  set (r := rest_of (echelon a) (c, 0)) in *. destruct (Z.eqb_spec (fst r) 0) as [Z0|]; [|discriminate].
  destruct (solve_over (echelon a) t) as [y|]; [|discriminate]. injection E as <-. destruct (IH y eq_refl) as [L C].
  split; [cbn [length]; congruence|]. unfold compose_maps in *. cbn [map]. rewrite C. f_equal.
  cbn [fst snd] in Q. rewrite Z0, (proj1 (bit_map_is_linear a)), Z.lxor_0_l, Z.lxor_0_r in Q. exact Q.
Qed.
Theorem solve_is a b x : Headers.solve a b = inl x -> length x = length b /\
  forall i, 0 <= i < 2 ^ Z.of_nat (length b) -> bit_map a (bit_map x i) = bit_map b i.
Proof.
  rewrite printed_solve. intros E. destruct (solved_columns a b x E) as [L C]. split; [exact L|]. intros i I. rewrite <- composed by (rewrite L; exact I).
  now rewrite C.
Qed.
Theorem solve_refuses a b why : Forall (Z.le 0) a -> Headers.solve a b = inr why ->
  condition why = "surjective"%string /\ In (shown why) b /\ forall x, bit_map a x <> shown why.
Proof.
  intros A. rewrite printed_solve. unfold solve. destruct (echelon_is a A 0 [] I) as (C & _ & F). fold (echelon a) in *.
  induction b as [|c t IH]; intros E; cbn [solve_over] in E; [discriminate|].
  destruct (Z.eqb_spec (fst (rest_of (echelon a) (c, 0))) 0) as [|N].
  - destruct (solve_over (echelon a) t); [discriminate|]. destruct (IH E) as (W & D & Q). split; [exact W|]. split; [now right|exact Q].
  - injection E as <-. split; [reflexivity|]. split; [now left|]. intros x X. cbn [shown] in X. apply N, (only_zero (echelon a) C); [|now apply rest_is_clear].
    assert (S : sums (echelon a) c) by (rewrite <- X; apply reached_are_sums; [exact F|lia|apply sums_zero]).
    pose proof (rest_is_a_sum (echelon a) C (c, 0)) as T. cbn [fst] in T. set (w := fst (rest_of _ _)) in *.
    replace w with (Z.lxor c (Z.lxor c w)) by (now rewrite <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l).
    now apply sums_xor.
Qed.
