(* SPDX-License-Identifier: MIT *)
(* Tiles that need not come out even, and words that begin anywhere: ragged.hpp's functions, which have no loop. Laws:
   ragged_tiles_hold_each_point_once, residues_follow_the_strides, shifted_tiles_hold_each_word_once. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Steps.
Open Scope Z_scope.

Lemma tiles_along_is n T : 0 <= n -> 1 <= T -> tiles_along n T = (n + T - 1) / T.
Proof. intros N P. unfold tiles_along. now rewrite Z.quot_div_nonneg by lia. Qed.
Theorem tiles_are_enough n T : 0 <= n -> 1 <= T -> n <= tiles_along n T * T < n + T.
Proof.
  intros N P. rewrite tiles_along_is by auto. pose proof (Z.div_mod (n + T - 1) T ltac:(lia)).
  pose proof (Z.mod_pos_bound (n + T - 1) T ltac:(lia)). lia.
Qed.
Theorem points_inside_is first T n p : 0 <= first -> 0 <= p < T -> (p < points_inside first T n <-> first + p < n).
Proof. intros F P. unfold points_inside. destruct (Z.leb_spec n first); [lia|]. destruct (Z.ltb_spec (n - first) T); lia. Qed.
Theorem points_inside_bounds first T n : 0 <= first -> 1 <= T -> 0 <= points_inside first T n <= T.
Proof. intros F P. unfold points_inside. destruct (Z.leb_spec n first); [lia|]. destruct (Z.ltb_spec (n - first) T); lia. Qed.
Lemma tile_of_place t T p : 0 <= p < T -> (t * T + p) / T = t /\ (t * T + p) mod T = p.
Proof.
  intros P. rewrite Z.add_comm, Z.div_add, Z.mod_add, Z.div_small, Z.mod_small by lia. lia.
Qed.
Theorem a_point_is_in_a_tile n T e : 1 <= T -> 0 <= e < n -> 0 <= e / T < tiles_along n T /\ 0 <= e mod T < points_inside (e / T * T) T n.
Proof.
  intros P E. pose proof (Z.div_mod e T ltac:(lia)). pose proof (Z.mod_pos_bound e T ltac:(lia)).
  pose proof (Z.div_pos e T ltac:(lia) ltac:(lia)). pose proof (tiles_are_enough n T ltac:(lia) P).
  split; [nia|]. split; [lia|]. apply points_inside_is; nia.
Qed.

Lemma misalignment_is a d c W : 0 <= a -> 0 <= d -> 0 <= c -> 1 <= W -> misalignment a d c W = (a + d * c) mod W.
Proof. intros. unfold misalignment. rewrite Z.rem_mod_nonneg by nia. reflexivity. Qed.
Theorem what_is_left_is_words a d c W k : 0 <= a -> 0 <= d -> 0 <= c -> 1 <= W ->
  (a + d * c - misalignment a d c W + k * W) mod W = 0.
Proof.
  intros. rewrite misalignment_is, Z.mod_add by lia. rewrite Zminus_mod_idemp_r, Z.sub_diag. apply Z.mod_0_l. lia.
Qed.

Lemma word_of x W k : 1 <= W -> (k * W <= x < k * W + W <-> k = x / W).
Proof.
  intros P. pose proof (Z.div_mod x W ltac:(lia)). pose proof (Z.mod_pos_bound x W ltac:(lia)). split; [nia|intros ->; lia].
Qed.
Theorem a_word_is_in_its_tile W u k : 1 <= W -> 1 <= u -> 0 <= k ->
  0 <= k mod u * W /\ k mod u * W + W <= u * W /\ k * W / (u * W) = k / u /\ (k * W) mod (u * W) = k mod u * W.
Proof.
  intros P U K. pose proof (Z.mod_pos_bound k u ltac:(lia)). rewrite Z.div_mul_cancel_r, Z.mul_mod_distr_r by lia. repeat split; nia.
Qed.
Theorem its_tile_is_in_the_grid n W u s R y k : 1 <= W -> 1 <= u -> 0 <= s < R -> 0 <= y < n -> 0 <= k -> k * W <= y + s ->
  0 <= k / u < tiles_along (n + R - 1) (u * W).
Proof.
  intros P U S Y K L. pose proof (Z.div_mod k u ltac:(lia)). pose proof (Z.mod_pos_bound k u ltac:(lia)).
  pose proof (Z.div_pos k u ltac:(lia) ltac:(lia)). split; [assumption|].
  assert (T : 1 <= u * W) by nia. pose proof (tiles_are_enough (n + R - 1) (u * W) ltac:(lia) T).
  assert (k / u * (u * W) <= k * W) by nia. nia.
Qed.
