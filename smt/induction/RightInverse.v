(* SPDX-License-Identifier: MIT *)
(* right_inverse of whole modes at every rank: L(R(k)) = k. From the generated step.
   Law: right_inverse_undoes_layout. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Steps Colex.Combinators Colex.Evaluate Colex.Sort Colex.Coalesce Colex.Loops.
Import ListNotations.
Open Scope Z_scope.

(* What is proved with; whole_modes of Loops.v is it. inverse.hpp: the modes, and beside each its place in the domain; both lists sorted by stride, then folded. *)
Fixpoint positions (points : Z) (ms : list mode) : list mode :=
  match ms with [] => [] | m :: t => Mode points (stride m) :: positions (points * shape m) t end.
Fixpoint taken (ms ps : list mode) (reach : Z) : list mode :=
  match ms, ps with
  | m :: t, p :: q => let r := right_inverse_step reach m (shape p) in emitted r ++ taken t q (next r)
  | _, _ => []
  end.
Definition right_inverse (A : list mode) : list mode :=
  let ms := shipped_coalesce A in shipped_coalesce (taken (sort ms) (sort (positions 1 ms)) 1).

(* ------------------------------------------------------------- a mode and its place stay together when sorted *)

Definition own (t : mode * Z) : mode := fst t.
Definition keyed (t : mode * Z) : mode := Mode (snd t) (stride (fst t)).
Lemma insert_together down : forall m up, exists r,
  insert (map own down) (own m) (map own up) = map own r /\
  insert (map keyed down) (keyed m) (map keyed up) = map keyed r /\ Permutation (rev down ++ m :: up) r.
Proof.
  induction down as [|n t IH]; intros m up; cbn [map insert].
  - exists (m :: up). cbn. auto.
  - rewrite !swaps_where_larger. change (stride (keyed n)) with (stride (own n)).
    change (stride (keyed m)) with (stride (own m)). destruct (stride (own m) <? stride (own n)).
    + destruct (IH m (n :: up)) as (r & E & F & P). exists r. split; [exact E|]. split; [exact F|].
      rewrite <- P. cbn [rev]. rewrite <- app_assoc. apply Permutation_app_head. cbn. apply perm_swap.
    + exists (rev (n :: t) ++ m :: up). rewrite !map_app, !map_rev. cbn. auto.
Qed.
Lemma sort_from_together todo : forall sorted, exists r,
  sort_from (map own sorted) (map own todo) = map own r /\
  sort_from (map keyed sorted) (map keyed todo) = map keyed r /\ Permutation (sorted ++ todo) r.
Proof.
  induction todo as [|m t IH]; intros sorted; cbn [map sort_from]; [exists sorted; rewrite app_nil_r; auto|].
  destruct (insert_together (rev sorted) m []) as (s & E & F & P). rewrite !map_rev in E, F. cbn [map] in E, F.
  destruct (IH s) as (r & E' & F' & P'). exists r. rewrite E, F. split; [exact E'|]. split; [exact F'|].
  rewrite <- P', <- P, rev_involutive, <- app_assoc. reflexivity.
Qed.

(* ------------------------------------------------------------------------------------ coordinates, mode by mode *)

Definition inside (ts : list (mode * Z)) (c : list Z) : Prop := Forall2 (fun t x => 0 <= x < shape (own t)) ts c.
Fixpoint weighed (f : mode * Z -> Z) (ts : list (mode * Z)) (c : list Z) : Z :=
  match ts, c with t :: u, x :: y => x * f t + weighed f u y | _, _ => 0 end.
Definition step_of (t : mode * Z) : Z := stride (own t).

(* What is taken, read at k: a coordinate whose places add up to R(k), and whose strides to reach * k. *)
Lemma taken_reads ts : Forall (fun t => positive (own t)) ts -> forall reach,
  let R := taken (map own ts) (map keyed ts) reach in
  Forall positive R /\ forall k, 0 <= k < size R ->
    exists c, inside ts c /\ weighed snd ts c = evaluate R k /\ weighed step_of ts c = reach * k.
Proof.
  induction 1 as [|t u Ht Hu IH]; intros reach; cbn [map taken].
  - split; [constructor|]. intros k Hk. cbn [size] in Hk. assert (k = 0) by lia. subst k.
    exists []. rewrite Z.mul_0_r. split; [constructor|]. auto.
  - unfold right_inverse_step. change (shape (keyed t)) with (snd t).
    destruct (Z.eqb_spec (stride (own t)) reach) as [E|E]; cbn [emitted next app].
    + destruct (IH (reach * shape (own t))) as (P & H). split; [constructor; auto|].
      intros k Hk. cbn [size shape] in Hk. unfold positive in Ht.
      destruct (split (shape (own t)) _ k ltac:(lia) Hk) as (D & Q & S).
      destruct (H (k / shape (own t)) Q) as (c & I & V & W). exists (k mod shape (own t) :: c).
      split; [constructor; auto|]. cbn [weighed]. rewrite V, W, evaluate_cons. cbn [shape stride].
      split; [ring|]. unfold step_of. rewrite E. rewrite S at 3. ring.
    + destruct (IH reach) as (P & H). split; [exact P|]. intros k Hk. destruct (H k Hk) as (c & I & V & W).
      exists (0 :: c). unfold positive in Ht.  split; [constructor; [lia|exact I]|]. cbn [weighed]. rewrite V, W. split; ring.
Qed.

(* Coordinates of some modes as coordinates of others, and back. *)
Definition maps (us ts : list (mode * Z)) : Prop := exists to from : list Z -> list Z,
  (forall c, inside us c -> inside ts (to c) /\ (forall f, weighed f ts (to c) = weighed f us c) /\ from (to c) = c) /\
  forall d, inside ts d -> inside us (from d) /\ forall f, weighed f us (from d) = weighed f ts d.
Lemma maps_same ts : maps ts ts.
Proof. exists (fun c => c), (fun c => c). split; auto. Qed.
Lemma maps_through a b c : maps a b -> maps b c -> maps a c.
Proof.
  intros (f & g & F & G) (h & i & H & J). exists (fun x => h (f x)), (fun x => g (i x)). split.
  - intros x Hx. destruct (F x Hx) as (A & B & C). destruct (H _ A) as (A' & B' & C'). split; [exact A'|].
    split; [intros w; now rewrite B'|]. now rewrite C'.
  - intros x Hx. destruct (J x Hx) as (A & B). destruct (G _ A) as (A' & B'). split; [exact A'|].
    intros w. now rewrite B'.
Qed.
Lemma maps_cons t a b : maps a b -> maps (t :: a) (t :: b).
Proof.
  intros (f & g & F & G). exists (fun c => hd 0 c :: f (tl c)), (fun c => hd 0 c :: g (tl c)). split.
  - intros c I. inversion I as [|? x ? y Hx Hy]; subst. cbn [hd tl]. destruct (F y Hy) as (A & B & C).
    split; [constructor; auto|]. split; [intros w; cbn; now rewrite B|]. now rewrite C.
  - intros c I. inversion I as [|? x ? y Hx Hy]; subst. cbn [hd tl]. destruct (G y Hy) as (A & B).
    split; [constructor; auto|]. intros w. cbn. now rewrite B.
Qed.
Lemma maps_permuted a b : Permutation a b -> maps a b.
Proof.
  induction 1 as [|t a b P IH|s t a|a b d P1 IH1 P2 IH2]; [apply maps_same|now apply maps_cons| |eapply maps_through; eauto].
  exists (fun c => match c with x :: y :: z => y :: x :: z | _ => c end),
         (fun c => match c with x :: y :: z => y :: x :: z | _ => c end).
  split; intros c I; inversion I as [|? x ? y Hx Hy]; subst; inversion Hy as [|? v ? w Hv Hw]; subst.
  - split; [repeat constructor; tauto|]. split; [intros f; cbn; ring|reflexivity].
  - split; [repeat constructor; tauto|]. intros f. cbn. ring.
Qed.

(* ----------------------------------------------------------------------------------- the modes in their own order *)

Fixpoint placed (points : Z) (ms : list mode) : list (mode * Z) :=
  match ms with [] => [] | m :: t => (m, points) :: placed (points * shape m) t end.
Lemma placed_own ms : forall points, map own (placed points ms) = ms.
Proof. induction ms as [|m t IH]; intros p; cbn; [auto|]. now rewrite IH. Qed.
Lemma placed_keyed ms : forall points, map keyed (placed points ms) = positions points ms.
Proof. induction ms as [|m t IH]; intros p; cbn; [auto|]. now rewrite IH. Qed.
Lemma placed_reads ms : forall points c, inside (placed points ms) c ->
  in_box ms c /\ weighed snd (placed points ms) c = points * index_of ms c /\
  weighed step_of (placed points ms) c = adds_up ms c.
Proof.
  induction ms as [|m t IH]; intros p c I; cbn [placed] in I; inversion I as [|? x ? y Hx Hy]; subst.
  - cbn. split; [constructor|]. lia.
  - destruct (IH _ _ Hy) as (B & V & W). split; [constructor; auto|].
    cbn [placed weighed index_of adds_up snd]. rewrite V, W. split; [ring|reflexivity].
Qed.
Lemma box_is_inside ms c : in_box ms c -> forall points, inside (placed points ms) c.
Proof. induction 1 as [|m x t y Hx Ht IH]; intros p; cbn [placed]; constructor; [exact Hx|apply IH]. Qed.
Lemma index_in_range ms c : Forall positive ms -> in_box ms c -> 0 <= index_of ms c < size ms.
Proof.
  intros HP B. rewrite <- (digits_of_index ms c B) at 1 2. rewrite index_of_digits by auto.
  pose proof (size_positive ms HP). apply Z.mod_pos_bound. lia.
Qed.

Theorem right_inverse_undoes_layout A k : Forall positive A -> let R := right_inverse A in
  0 <= k < size R -> 0 <= evaluate R k < size A /\ evaluate A (evaluate R k) = k.
Proof.
  intros HA R Hk. subst R. unfold right_inverse in *.
  destruct (shipped_coalesce_preserves_the_map A HA) as (P & S & E).
  set (ms := shipped_coalesce A) in *. clearbody ms.
  destruct (sort_from_together (placed 1 ms) []) as (ts & F & G & Q). cbn [map app] in F, G, Q.
  rewrite placed_own in F. rewrite placed_keyed in G. unfold sort in Hk |- *. rewrite F, G in *.
  assert (HT : Forall (fun t => positive (own t)) ts).
  { rewrite <- Forall_map. apply (Permutation_Forall (Permutation_map own Q)). now rewrite placed_own. }
  destruct (taken_reads ts HT 1) as (PR & H).
  destruct (shipped_coalesce_preserves_the_map _ PR) as (_ & SR & ER). rewrite SR in Hk.
  rewrite ER by lia. destruct (H k Hk) as (c & I & V & W).
  destruct (maps_permuted _ _ (Permutation_sym Q)) as (to & from & To & From). destruct (To c I) as (J & T & _).
  clear To From. revert J T. generalize (to c) as d. intros d J T.
  destruct (placed_reads ms 1 d J) as (B & V' & W'). rewrite !T in *. rewrite <- V, V'.
  pose proof (index_in_range ms d P B) as X. rewrite Z.mul_1_l. split; [lia|].
  rewrite <- E by lia. rewrite evaluate_adds_up, (digits_of_index ms d B). lia.
Qed.

(* The printed function. *)
Lemma emissions_are_taken ms : forall ps reach, emissions_with right_inverse_step ms ps reach = taken ms ps reach.
Proof.
  induction ms as [|m t IH]; intros [|p q] reach; cbn [emissions_with taken]; try reflexivity. cbv zeta. rewrite IH.
  unfold right_inverse_step. now destruct (stride m =? reach).
Qed.
Lemma emissions_are_positions ms : forall points,
  emissions (fun s m => Step (s * shape m) [Mode s (stride m)] None) ms points = positions points ms.
Proof. induction ms as [|m t IH]; intros p; cbn; [reflexivity|]. now rewrite IH. Qed.
Theorem printed_whole_modes A : whole_modes A = right_inverse A.
Proof. unfold whole_modes, right_inverse. cbv zeta. now rewrite emissions_are_positions, emissions_are_taken. Qed.
