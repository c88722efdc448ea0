(* SPDX-License-Identifier: MIT *)
(* Each number that a shipped step computes is a word of 64 bits, along the loops over a well-formed layout of any rank. From the
   generated X_stays. Law: steps_stay_in_64_bits. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Sort Colex.Coalesce Colex.Complement Colex.Covers Colex.Evaluate Colex.Limits.
Import ListNotations.
Open Scope Z_scope.

(* The claim `stays` at each state that a loop comes by; a step that answers None ends it. *)
Section The_loop.
  Variable state : Type.
  Variable go : state -> mode -> option state.
  Variable stays : state -> mode -> Prop.
  Fixpoint along (ms : list mode) (s : state) : Prop :=
    match ms with
    | [] => True
    | m :: t => stays s m /\ match go s m with Some n => along t n | None => True end
    end.
  (* Inv: of the modes that are left, and the state. *)
  Lemma along_by (Inv : list mode -> state -> Prop) :
    (forall m t s, Inv (m :: t) s -> stays s m /\ forall n, go s m = Some n -> Inv t n) ->
    forall ms s, Inv ms s -> along ms s.
  Proof.
    intros H. induction ms as [|m t IH]; intros s I; [exact Logic.I|]. destruct (H m t s I) as [S N]. cbn [along].
    split; [exact S|]. destruct (go s m) as [n|]; [|exact Logic.I]. apply IH. now apply N.
  Qed.
End The_loop.
Arguments along {state}. Arguments along_by {state}.
Definition goes {state} (step : state -> mode -> result state) (s : state) (m : mode) : option state :=
  if refuses (step s m) then None else Some (next (step s m)).
Lemma loop_ends {state} (step : state -> mode -> result state) (Inv : list mode -> state -> Prop) :
  (forall m t s n, Inv (m :: t) s -> goes step s m = Some n -> Inv t n) ->
  forall ms s out r o, Inv ms s -> loop step ms s out = Some (r, o) -> Inv [] r.
Proof.
  intros H. induction ms as [|m t IH]; intros s out r o I E; cbn in E; [injection E as <- <-; exact I|].
  assert (G := H m t s (next (step s m)) I). unfold goes in G.
  destruct (refuses (step s m)); [discriminate|]. eapply IH; [|exact E]. now apply G.
Qed.
(* Of a fold. *)
Lemma along_a_fold {state} (step : state -> mode -> result state) stays ms : forall s, along (goes step) stays ms s -> at_each step stays ms s.
Proof.
  intros s H before. revert ms s H. induction before as [|n t IH]; intros ms s H m after E S; subst ms; cbn [app along stops reached] in *.
  - apply H.
  - destruct H as [_ H]. unfold goes in H. destruct (refuses (step s n)); [discriminate|]. exact (IH _ _ H m after eq_refl S).
Qed.
Lemma along_any_fold {state} (step : state -> mode -> result state) stays ms : forall s,
  along (fun s m => Some (next (step s m))) stays ms s -> at_each step stays ms s.
Proof.
  intros s H. apply along_a_fold. revert s H. induction ms as [|m t IH]; intros s H; cbn [along] in *; [exact I|]. destruct H as [H1 H2].
  split; [exact H1|]. unfold goes. destruct (refuses _); [exact I|now apply IH].
Qed.
Lemma along_without_refusals {state} (step : state -> mode -> state) stays ms : forall s, along (fun s m => Some (step s m)) stays ms s ->
  forall before m after, ms = before ++ m :: after -> stays (fold_left step before s) m.
Proof.
  intros s H before. revert ms s H. induction before as [|n t IH]; intros ms s H m after E; subst ms; cbn [app along fold_left] in *.
  - apply H.
  - destruct H as [_ H]. exact (IH _ _ H m after eq_refl).
Qed.

(* Numbers of at most 2^62, quotients and remainders. *)
Lemma small x : Z.abs x <= limit -> word x.
Proof. unfold word, limit. lia. Qed.
Lemma quot_small a b : 1 <= b -> Z.abs (Z.quot a b) <= Z.abs a.
Proof.
  intros Hb. rewrite <- Z.quot_abs by lia. rewrite (Z.abs_eq b) by lia. rewrite Z.quot_div_nonneg by lia.
  apply Z.div_le_upper_bound; nia.
Qed.
Lemma rem_small a b : 1 <= b -> Z.abs (Z.rem a b) < b.
Proof. intros Hb. pose proof (Z.rem_bound_abs a b ltac:(lia)). lia. Qed.

(* What well_formed() says of each mode. *)
Notation kept := Vocabulary.within_limits.
Lemma kept_stride m : kept m -> Z.abs (stride m) <= limit.
Proof. intros [H1 H2]. rewrite Z.abs_mul in H2. nia. Qed.
Lemma modes_kept ms : keeps_limits ms -> Forall kept ms.
Proof.
  intros (P & S & Q & _). induction P as [|m t Hm Ht IH]; [constructor|]. inversion_clear Q as [|? ? Qm Qt].
  pose proof (size_positive t Ht). unfold positive in Hm. cbn [size] in S. constructor; [split; [nia|auto]|].
  apply IH; [nia|auto].
Qed.
Lemma far_nonneg ms : Forall positive ms -> 0 <= total far ms.
Proof. induction 1 as [|m t Hm Ht IH]; cbn [total]; [lia|]. unfold far, positive in *. nia. Qed.

(* ---------------------------------------------------------------------------------------------------- evaluate *)

Theorem evaluate_stays ms i : keeps_limits ms -> 0 <= i -> word i ->
  along (fun s m => Some (evaluate_step s m)) evaluate_step_stays ms (At i 0).
Proof.
  intros K Hi W. apply (along_by _ _ (fun ms s => Forall positive ms /\ 0 <= rest s /\ word (rest s) /\
    Z.abs (offset s) + total far ms <= limit)).
  - intros m t s (P & R & V & B). inversion_clear P as [|? ? Pm Pt]. unfold positive in Pm. cbn [total] in B.
    pose proof (far_nonneg t Pt) as F. unfold far in B at 1. unfold evaluate_step_stays, evaluate_step.
    rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia.
    pose proof (Z.mod_pos_bound (rest s) (shape m) ltac:(lia)) as D. pose proof (Z.mod_le (rest s) (shape m) ltac:(lia) ltac:(lia)).
    pose proof (Z.div_pos (rest s) (shape m) ltac:(lia) ltac:(lia)).
    assert (rest s / shape m <= rest s) by (apply Z.div_le_upper_bound; nia).
    set (r := rest s mod shape m) in *. set (q := rest s / shape m) in *. clearbody r q.
    assert (A : Z.abs (r * stride m) <= (shape m - 1) * Z.abs (stride m)) by (rewrite Z.abs_mul; nia).
    assert (G : Z.abs (offset s + r * stride m) + total far t <= limit) by lia.
    unfold word in *. assert (L : limit = 4611686018427387904) by reflexivity.
    repeat split; try lia; match goal with E : Some _ = Some _ |- _ => injection E as <- end; cbn [rest offset]; unfold word; try lia; auto.
  - pose proof (far_kept ms K). destruct K as (P & _). cbn [rest offset].
    split; [exact P|]. split; [exact Hi|]. split; [exact W|]. lia.
Qed.

(* ---------------------------------------------------------------------------------------------------- coalesce *)

Lemma kept_merged s d t e : 1 <= s -> 1 <= t -> Z.abs (t * e) <= limit -> e = s * d -> Z.abs (s * t * d) <= limit.
Proof. intros Hs Ht B ->. replace (s * t * d) with (t * (s * d)) by ring. exact B. Qed.
Definition coalescing (ms : list mode) (s : mode) : Prop := Forall kept ms /\ kept s /\ shape s * size ms <= limit.
Lemma coalescing_goes m t s : coalescing (m :: t) s ->
  coalesce_step_stays s m /\ (coalescing t (next (coalesce_step s m)) /\ Forall kept (emitted (coalesce_step s m))).
Proof.
  intros (K & [S1 S2] & B). inversion_clear K as [|? ? Km Kt]. pose proof Km as [M1 M2]. cbn [size] in B.
  assert (P : 1 <= size t). { apply size_positive. eapply Forall_impl; [|exact Kt]. intros a [A _]. unfold positive. lia. }
  assert (Q : shape s * shape m <= limit) by nia.
  unfold coalesce_step_stays, coalesce_step, coalescing.
  destruct (Z.eqb_spec (shape m) 1) as [O|O]; [cbn; repeat split; auto; nia|].
  destruct (Z.eqb_spec (shape s) 1) as [O'|O']; [cbn; repeat split; auto; nia|].
  destruct (Z.eqb_spec (stride m) (shape s * stride s)) as [E|E]; cbn.
  - split; [split; [now apply small|split; [apply small; lia|auto]]|]. split; [|constructor]. split; [auto|].
    split; [split; [cbn; nia|cbn]|cbn; nia]. now apply (kept_merged _ _ _ (stride m)); try lia.
  - split; [split; [now apply small|auto]|]. split; [|repeat constructor; auto; lia]. repeat split; auto; nia.
Qed.
Lemma coalescing_starts ms : Forall kept ms -> size ms <= limit -> coalescing ms (Mode 1 0).
Proof. intros K S. split; [auto|]. split; [|cbn [shape]; lia]. unfold kept, limit. cbn. lia. Qed.
Theorem coalesce_stays ms : keeps_limits ms -> along (goes coalesce_step) coalesce_step_stays ms (Mode 1 0).
Proof.
  intros K. apply (along_by _ _ coalescing); [|apply coalescing_starts; [now apply modes_kept|apply K]].
  intros m t s I. destruct (coalescing_goes m t s I) as (A & B & _). split; [exact A|].
  intros n E. unfold goes in E. destruct (refuses _); [discriminate|]. now injection E as <-.
Qed.

(* --------------------------------------------------------------------------------------------- the complement *)

Definition stays_of (c : cover) := match c with disjoint => disjoint_step_stays | _ => complement_step_stays end.
Definition finish_stays_of (c : cover) :=
  match c with strict => complement_finish_stays | _ => covering_finish_stays end.
Definition reaching (ms : list mode) (reach : Z) : Prop :=
  1 <= reach <= limit /\ Forall (fun m => kept m /\ 1 <= stride m) ms.
Lemma reaching_goes c m t reach : reaching (m :: t) reach ->
  stays_of c reach m /\ forall n, goes (step_of c) reach m = Some n -> reaching t n.
Proof.
  intros [R K]. inversion_clear K as [|? ? [[M1 M2] M3] Kt].
  assert (B : 1 <= shape m * stride m <= limit) by nia. assert (D : stride m <= limit) by nia.
  pose proof (quot_small (stride m) reach ltac:(lia)) as Q. pose proof (rem_small (stride m) reach ltac:(lia)) as Re.
  assert (First : complement_step_stays reach m /\
  forall n, goes complement_step reach m = Some n -> reaching t n).
  { unfold complement_step_stays, goes, complement_step.
    destruct (Z.eqb_spec (Z.rem (stride m) reach) 0); cbn; (split; [repeat split; try (apply small; lia)|]).
    - intros n E. injection E as <-. split; auto.
    - discriminate. }
  destruct c; try exact First. cbn [stays_of step_of]. clear First. unfold disjoint_step_stays, goes, disjoint_step.
  destruct (Z.ltb_spec (stride m) reach) as [L|L]; [split; [exact I|discriminate]|].
  rewrite (Z.rem_mod_nonneg (stride m) reach) in * by lia. pose proof (Z.mod_pos_bound (stride m) reach ltac:(lia)) as H.
  pose proof (Z.div_mod (stride m) reach ltac:(lia)) as Dm.
  set (h := stride m mod reach) in *. set (q := stride m / reach) in *. clearbody h q.
  assert (Le : h <= stride m) by lia.
  pose proof (quot_small (stride m - h) reach ltac:(lia)) as Q'. pose proof (rem_small (stride m - h) reach ltac:(lia)) as Re'.
  assert (W1 : 0 <= shape m * (stride m - h) <= shape m * stride m) by nia.
  assert (W2 : 0 <= shape m * h <= shape m * stride m) by nia.
  assert (W3 : shape m * (stride m - h) + shape m * h = shape m * stride m) by ring.
  destruct (Z.eqb_spec (Z.rem (stride m - h) reach) 0) as [Z0|Z0].
  - cbn. split; [repeat split; try (apply small; lia)|]. intros n E. injection E as <-. split; [lia|auto].
  - exfalso. apply Z0. replace (stride m - h) with (q * reach) by lia. apply Z.rem_mul. lia.
Qed.
Lemma finish_stays c reach M : 1 <= reach <= limit -> 1 <= M <= limit -> finish_stays_of c reach M.
Proof.
  intros R HM. pose proof (quot_small M reach ltac:(lia)) as Q. pose proof (rem_small M reach ltac:(lia)) as Re.
  assert (A : complement_finish_stays reach M).
  { unfold complement_finish_stays. destruct (Z.eqb_spec (Z.rem M reach) 0); repeat split; apply small; lia. }
  assert (B : covering_finish_stays reach M).
  { unfold covering_finish_stays. rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg in * by lia.
    pose proof (Z.div_mod M reach ltac:(lia)). pose proof (Z.mod_pos_bound M reach ltac:(lia)).
    set (q := M / reach) in *. set (h := M mod reach) in *. clearbody q h.
    destruct (Z.eqb_spec h 0); repeat split; try (apply small; lia);
      unfold word; unfold limit in *; nia. }
  destruct c; assumption.
Qed.
(* complement_gaps() of any A, each cover: along the sorted modes, and at the end. *)
Theorem complement_stays c A M reach out : keeps_limits A -> 1 <= M <= limit ->
  let ms := filter (matters c) A in forallb (fun m => negb (stride m <? 1)) ms = true ->
  along (goes (step_of c)) (stays_of c) (sort ms) 1 /\
  (loop (step_of c) (sort ms) 1 [] = Some (reach, out) -> finish_stays_of c reach M).
Proof.
  intros K HM ms F. assert (I : reaching (sort ms) 1).
  { split; [unfold limit; lia|]. apply (Permutation_Forall (sort_permutes _)). apply Forall_forall. intros m Hm.
    rewrite forallb_forall in F. specialize (F m Hm). destruct (Z.ltb_spec (stride m) 1); [discriminate|].
    split; [|auto]. apply filter_In in Hm. pose proof (modes_kept A K) as G. rewrite Forall_forall in G. apply G. tauto. }
  split.
  - apply (along_by _ _ reaching); [|exact I]. intros m t s. apply reaching_goes.
  - intros E. apply finish_stays; [|exact HM].
    apply (loop_ends _ reaching (fun m t s n J => proj2 (reaching_goes c m t s J) n) _ _ _ _ _ I E).
Qed.

(* -------------------------------------------------------------------------------------------------- composition *)

(* A as the loop reads it, coalesced, and one mode of B. *)
Definition composing (ms : list mode) (part : mode) : Prop := Forall kept ms /\ 1 <= shape part <= limit /\
  0 <= stride part <= limit.
Theorem composition_stays init b : Forall kept init -> kept b -> 0 <= stride b ->
  along (goes composition_step) composition_step_stays init b.
Proof.
  intros K Kb Sb. apply (along_by _ _ composing); [|split; [auto|]; pose proof (kept_stride b Kb); destruct Kb; lia].
  clear. intros m t part (K & P & E). inversion_clear K as [|? ? [M1 M2] Kt].
  pose proof (quot_small (stride part) (shape m) ltac:(lia)) as Q1. pose proof (rem_small (stride part) (shape m) ltac:(lia)) as R1.
  unfold composition_step_stays, goes, composition_step. rewrite (Z.rem_mod_nonneg (stride part) (shape m)) in * by lia.
  rewrite (Z.quot_div_nonneg (stride part) (shape m)) in * by lia.
  pose proof (Z.div_pos (stride part) (shape m) ltac:(lia) ltac:(lia)).
  destruct (Z.eqb_spec (stride part mod shape m) 0) as [A|A].
  { split; [repeat split; apply small; lia|]. cbn. intros n G. injection G as <-. repeat split; auto; cbn; lia. }
  assert (E' : 1 <= stride part). { destruct (Z.eq_dec (stride part) 0) as [Z0|]; [rewrite Z0, Zmod_0_l in A; lia|lia]. }
  pose proof (quot_small (shape m) (stride part) ltac:(lia)) as Q2. pose proof (rem_small (shape m) (stride part) ltac:(lia)) as R2.
  rewrite (Z.rem_mod_nonneg (shape m) (stride part)), (Z.quot_div_nonneg (shape m) (stride part)) in * by lia.
  destruct (Z.eqb_spec (shape m mod stride part) 0) as [B|B].
  2:{ split; [repeat split; apply small; lia|discriminate]. }
  pose proof (Z.div_mod (shape m) (stride part) ltac:(lia)) as D. rewrite B, Z.add_0_r in D.
  set (c := shape m / stride part) in *. assert (C : 1 <= c) by nia. clearbody c.
  assert (W : Z.abs (stride m * stride part) <= limit).
  { rewrite Z.abs_mul in *. rewrite (Z.abs_eq (stride part)), (Z.abs_eq (shape m)) in * by lia.
    assert (stride part <= shape m) by nia. pose proof (Z.abs_nonneg (stride m)). nia. }
  pose proof (quot_small (shape part) c ltac:(lia)) as Q3. pose proof (rem_small (shape part) c ltac:(lia)) as R3.
  destruct (Z.leb_spec (shape part) c) as [L|L].
  { split; [repeat split; apply small; lia|]. cbn. intros n G. injection G as <-. repeat split; auto; cbn; unfold limit; lia. }
  rewrite (Z.rem_mod_nonneg (shape part) c), (Z.quot_div_nonneg (shape part) c) in * by lia.
  destruct (Z.eqb_spec (shape part mod c) 0) as [N|N].
  2:{ split; [repeat split; apply small; lia|discriminate]. }
  split; [repeat split; apply small; lia|]. cbn. intros n G. injection G as <-.
  assert (1 <= shape part / c) by (apply Z.div_le_lower_bound; lia). repeat split; auto; cbn; unfold limit in *; lia.
Qed.
(* The modes that compose() hands to that loop: A coalesced, its last mode running on. *)
Lemma coalesced_modes_are_kept ms : Forall kept ms -> size ms <= limit -> Forall kept (shipped_coalesce ms).
Proof.
  intros K S.
  enough (G : forall t s out r o, coalescing t s -> Forall kept out -> loop coalesce_step t s out = Some (r, o) ->
            Forall kept (o ++ [r])).
  { destruct (coalesce_runs ms) as (r & o & E & ->). eapply G; [|constructor|exact E]. now apply coalescing_starts. }
  induction t as [|m t IH]; intros s out r o I Ho E; cbn in E.
  - injection E as <- <-. apply Forall_app. split; [auto|]. constructor; [apply I|constructor].
  - destruct (coalescing_goes m t s I) as (_ & N & Em). destruct (refuses (coalesce_step s m)); [discriminate|].
    eapply IH; [exact N| |exact E]. apply Forall_app. auto.
Qed.
Lemma kept_positive ms : Forall kept ms -> Forall positive ms.
Proof. apply Forall_impl. intros m [H _]. unfold positive. lia. Qed.
Lemma last_shape ms d : Forall positive ms -> ms <> [] -> shape (List.last ms d) <= size ms.
Proof.
  intros P N. destruct (exists_last N) as (i & l & ->). rewrite last_last, size_app. cbn [size].
  apply Forall_app in P. destruct P as [Pi Pl]. inversion_clear Pl as [|? ? Pl' _]. pose proof (size_positive i Pi).
  unfold positive in Pl'. nia.
Qed.
Theorem extended_modes_are_kept others last : keeps_limits (others ++ [last]) -> Forall kept (coalesce_extended others last).
Proof.
  intros K. pose proof (modes_kept _ K) as F. destruct K as (_ & S & _). rewrite size_app in S. cbn [size] in S.
  rewrite Z.mul_1_r in S. apply Forall_app in F. destruct F as [Fo Fl]. inversion_clear Fl as [|? ? [L1 L2] _].
  assert (So : size others <= limit) by (pose proof (size_positive others (kept_positive _ Fo)); nia).
  pose proof (coalesced_modes_are_kept others Fo So) as R.
  destruct (shipped_coalesce_preserves_the_map others (kept_positive _ Fo)) as (PR & SR & _).
  unfold coalesce_extended. set (r := shipped_coalesce others) in *. clearbody r.
  assert (Fl : kept last) by (split; auto). destruct r as [|a u] eqn:Er.
  - cbn. unfold coalesce_extended_2. cbn. auto.
  - rewrite <- Er in *. assert (N : r <> []) by (rewrite Er; discriminate). clear Er a u.
    pose proof (last_shape r (Mode 1 0) PR N) as Sh. destruct (exists_last N) as (i & l & ->).
    rewrite removelast_last, last_last in *. apply Forall_app in R. destruct R as [Ri Rl].
    inversion_clear Rl as [|? ? Rl' _]. pose proof Rl' as [A1 A2]. apply Forall_app. split; [auto|].
    unfold coalesce_extended_2. destruct (shape l =? 1); [auto|].
    destruct (Z.eqb_spec (stride last) (shape l * stride l)) as [E|E]; [|auto].
    repeat constructor; cbn; try lia; try nia.
Qed.

(* --------------------------------------------------------------------------------- inverses, nullspace, first gap *)

Theorem right_inverse_stays A place : keeps_limits A ->
  along (fun s m => Some (next (right_inverse_step s m (place m)))) (fun s m => right_inverse_step_stays s m (place m))
    (sort (shipped_coalesce A)) 1.
Proof.
  intros K. pose proof (coalesced_modes_are_kept A (modes_kept A K) (proj1 (proj2 K))) as F.
  apply (Permutation_Forall (sort_permutes _)) in F.
  apply (along_by _ _ (fun ms s => Forall kept ms /\ 1 <= s <= limit)); [|split; [auto|unfold limit; lia]].
  clear. intros m t s (G & S). inversion_clear G as [|? ? [M1 M2] Gt]. unfold right_inverse_step_stays, right_inverse_step.
  destruct (Z.eqb_spec (stride m) s) as [E|E]; cbn.
  - rewrite E in M2. rewrite Z.mul_comm in M2. split; [split; [now apply small|auto]|].
    intros n G. injection G as <-. split; [auto|]. nia.
  - split; [auto|]. intros n G. injection G as <-. auto.
Qed.
Theorem left_inverse_stays ms place : Forall (fun m => kept m /\ 1 <= stride m) ms ->
  along (goes (fun s m => left_inverse_step s m (place m))) (fun s m => left_inverse_step_stays s m (place m)) ms (Mode 1 0).
Proof.
  intros K. apply (along_by _ _ (fun ms s => Forall (fun m => kept m /\ 1 <= stride m) ms /\ 1 <= shape s <= limit));
    [|split; [auto|cbn; unfold limit; lia]].
  clear. intros m t s (G & S). inversion_clear G as [|? ? [Km M3] Gt]. pose proof (kept_stride m Km).
  pose proof (quot_small (stride m) (shape s) ltac:(lia)). pose proof (rem_small (stride m) (shape s) ltac:(lia)).
  unfold left_inverse_step_stays, goes, left_inverse_step.
  destruct (Z.eqb_spec (Z.rem (stride m) (shape s)) 0); cbn; (split; [repeat split; apply small; lia|]); [|discriminate].
  intros n E. injection E as <-. cbn. split; [auto|lia].
Qed.
Theorem nullspace_stays ms : keeps_limits ms ->
  along (fun s m => Some (next (nullspace_step s m))) nullspace_step_stays ms 1.
Proof.
  intros (P & S & _). apply (along_by _ _ (fun ms s => Forall positive ms /\ 1 <= s /\ s * size ms <= limit));
    [|split; [auto|lia]].
  clear. intros m t s (G & S1 & S2). inversion_clear G as [|? ? Pm Pt]. unfold positive in Pm. cbn [size] in S2.
  pose proof (size_positive t Pt). assert (B : 1 <= s * shape m <= limit) by nia.
  assert (N : next (nullspace_step s m) = s * shape m).
  { unfold nullspace_step. destruct (stride m =? 0); [|reflexivity]. destruct (Z.eqb_spec (shape m) 1) as [O|]; [|reflexivity].
    cbn. rewrite O. lia. }
  rewrite N. split.
  - unfold nullspace_step_stays. destruct (stride m =? 0); [destruct (shape m =? 1)|]; repeat split; apply small; lia.
  - intros n E. injection E as <-. split; [auto|]. split; [lia|]. rewrite <- Z.mul_assoc. lia.
Qed.
Theorem first_gap_stays ms : keeps_limits ms -> Forall (fun m => 0 <= stride m) ms ->
  along (goes first_gap_step) first_gap_step_stays (sort ms) 1.
Proof.
  intros K D. pose proof (far_kept ms K) as F. pose proof (modes_kept ms K) as Km.
  assert (T : total far (sort ms) = total far ms).
  { pose proof (sort_permutes ms) as P. clear -P. induction P; cbn [total]; lia. }
  apply (Permutation_Forall (sort_permutes _)) in D. apply (Permutation_Forall (sort_permutes _)) in Km. rewrite <- T in F.
  apply (along_by _ _ (fun ms s => Forall kept ms /\ Forall (fun m => 0 <= stride m) ms /\ 1 <= s /\
    s + total far ms <= limit + 1)); [|repeat split; auto; lia].
  clear. intros m t s (G & D & S1 & S2). inversion_clear G as [|? ? [M1 M2] Gt]. inversion_clear D as [|? ? Dm Dt].
  cbn [total] in S2. pose proof (far_nonneg t (kept_positive _ Gt)) as Ft.
  assert (W : 0 <= (shape m - 1) * stride m) by nia.
  assert (E : far m = (shape m - 1) * stride m) by (unfold far; rewrite Z.abs_eq by lia; reflexivity). rewrite E in S2.
  unfold first_gap_step_stays, goes, first_gap_step.
  destruct (Z.eqb_spec (shape m) 1) as [O|O];
    [cbn; split; [exact I|]; intros n Q; injection Q as <-; split; [auto|]; split; [auto|]; unfold limit in *; lia|].
  destruct (Z.eqb_spec (stride m) 0) as [O'|O'];
    [cbn; split; [exact I|]; intros n Q; injection Q as <-; split; [auto|]; split; [auto|]; unfold limit in *; lia|].
  destruct (Z.ltb_spec s (stride m)); [split; [exact I|discriminate]|]. cbn. split.
  - unfold word, limit in *. repeat split; lia.
  - intros n Q. injection Q as <-. split; [auto|]. split; [auto|]. unfold limit in *. lia.
Qed.

(* ------------------------------------------------------------------------------------------------------- upcast *)

Theorem upcast_stays n ms : 1 <= n <= limit -> keeps_limits ms ->
  along (goes (upcast_step n)) (upcast_step_stays n) ms 0 /\
  along (goes (covering_upcast_step n)) (covering_upcast_step_stays n) ms 0.
Proof.
  intros Hn K. pose proof (far_kept ms K) as F. pose proof (modes_kept ms K) as Km.
  set (Inv := fun ms s => Forall kept ms /\ 0 <= s /\ s + total far ms <= limit).
  assert (I0 : Inv ms 0) by (repeat split; auto; lia).
  enough (G : forall m t s, Inv (m :: t) s ->
    (upcast_step_stays n s m /\ forall x, goes (upcast_step n) s m = Some x -> Inv t x) /\
    (covering_upcast_step_stays n s m /\ forall x, goes (covering_upcast_step n) s m = Some x -> Inv t x)).
  { split; apply (along_by _ _ Inv); auto; intros m t s I; apply (G m t s I). }
  clear ms K F Km I0. intros m t s (G & S1 & S2). inversion_clear G as [|? ? Km Gt]. pose proof (kept_stride m Km) as Dm.
  pose proof Km as [M1 M2]. cbn [total] in S2. pose proof (far_nonneg t (kept_positive _ Gt)) as Ft.
  assert (W : 0 <= far m) by (unfold far; nia).
  assert (Same : Inv t s) by (split; [auto|lia]).
  unfold upcast_step_stays, covering_upcast_step_stays, goes, upcast_step, covering_upcast_step.
  pose proof (quot_small (stride m) n ltac:(lia)). pose proof (rem_small (stride m) n ltac:(lia)).
  pose proof (quot_small (0 - stride m) n ltac:(lia)). pose proof (rem_small (0 - stride m) n ltac:(lia)).
  destruct (Z.ltb_spec (stride m) 0) as [L|L].
  { pose proof (rem_small n (0 - stride m) ltac:(lia)).
    destruct (Z.eqb_spec (Z.rem (0 - stride m) n) 0); [|destruct (shape m =? 1); [destruct (Z.rem n (0 - stride m) =? 0)|]];
      cbn [refuses why next]; (split; (split; [repeat split; apply small; lia|])); intros x Q; try discriminate; injection Q as <-; exact Same. }
  destruct (Z.eqb_spec (Z.rem (stride m) n) 0) as [R|R].
  { cbn [refuses why next]. split; (split; [repeat split; apply small; lia|]); intros x Q; injection Q as <-; exact Same. }
  assert (D1 : 1 <= stride m). { destruct (Z.eq_dec (stride m) 0) as [E|]; [rewrite E, Z.rem_0_l in R by lia; lia|lia]. }
  pose proof (quot_small n (stride m) ltac:(lia)) as Q1. pose proof (rem_small n (stride m) ltac:(lia)).
  destruct (Z.eqb_spec (shape m) 1) as [O|O].
  { destruct (Z.rem n (stride m) =? 0); cbn [refuses why next]; (split; (split; [repeat split; apply small; lia|])); intros x Q;
      injection Q as <-; exact Same. }
  destruct (Z.eqb_spec (Z.rem n (stride m)) 0) as [R'|R'].
  2:{ cbn [refuses why next]. split; (split; [repeat split; apply small; lia|discriminate]). }
  rewrite Z.quot_div_nonneg in Q1 by lia. rewrite (Z.quot_div_nonneg n (stride m)) by lia.
  rewrite (Z.rem_mod_nonneg n (stride m)) in R' by lia. pose proof (Z.div_mod n (stride m) ltac:(lia)) as Dn.
  rewrite R', Z.add_0_r in Dn. set (v := n / stride m) in *. assert (V : 1 <= v) by nia. clearbody v.
  assert (E : far m = (shape m - 1) * stride m) by (unfold far; rewrite Z.abs_eq by lia; reflexivity). rewrite E in *.
  pose proof (quot_small (shape m - 1) v ltac:(lia)). pose proof (rem_small (shape m) v ltac:(lia)).
  destruct (Z.ltb_spec (shape m) v) as [Lv|Lv].
  { cbn [refuses why next]. split; (split; [repeat split; apply small; lia|]); intros x Q; injection Q as <-; (split; [auto|]); lia. }
  assert (B : 0 <= (v - 1) * stride m <= (shape m - 1) * stride m).
  { split; [apply Z.mul_nonneg_nonneg; lia|apply Z.mul_le_mono_nonneg_r; lia]. }
  destruct (Z.rem (shape m) v =? 0); cbn [refuses why next];
    (split; (split; [repeat split; apply small; lia|])); intros x Q; try discriminate; injection Q as <-; (split; [auto|]); lia.
Qed.

(* The limits' own arithmetic, on any words. *)
Theorem fits_stay a b : word a -> word b -> product_fits_stays a b /\ sum_fits_stays a b.
Proof.
  unfold word. intros Wa Wb. split; unfold product_fits_stays, sum_fits_stays.
  - assert (Q : forall x, 0 < x -> word (Z.quot 4611686018427387904 x)).
    { intros x Hx. pose proof (quot_small 4611686018427387904 x ltac:(lia)). unfold word. lia. }
    each_comparison; repeat split; try (apply Q; lia); unfold word; lia.
  - each_comparison; repeat split; unfold word; lia.
Qed.
