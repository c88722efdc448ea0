(* SPDX-License-Identifier: MIT *)
(* A layout in room for fewer leaves: packed.hpp, as a program has printed it. How many leaves and nodes each room takes is what the header
   did when it ran with every number of them there is. Law: packed_layouts_are_whole. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Lemma packed_room_is room : 1 <= room <= most_leaves -> packed_room room = (room, Z.min (16 * room - 2) most_nodes).
Proof.
  unfold most_leaves. intros R. assert (G : forall n, (n < 32)%nat -> packed_room (Z.of_nat n + 1) = (Z.of_nat n + 1, Z.min (16 * (Z.of_nat n + 1) - 2) most_nodes)).
  { intros n N. do 32 (destruct n as [|n]; [reflexivity|]). lia. }
  specialize (G (Z.to_nat (room - 1)) ltac:(lia)). now replace (Z.of_nat (Z.to_nat (room - 1)) + 1) with room in G by lia.
Qed.
(* What is written place by place stands there, and what is read place by place is what was written. *)
Lemma written_in_place {A} (l : list A) : forall pre room, (length l <= length room)%nat ->
  fold_left (fun at_ '(x, k) => put_at k x at_) (combine l (seq (length pre) (length l))) (pre ++ room) = pre ++ l ++ skipn (length l) room.
Proof.
  induction l as [|x t IH]; intros pre [|y room] L; cbn [length] in L; try lia; cbn [length seq combine fold_left app skipn]; try reflexivity.
  assert (P : put_at (length pre) x (pre ++ y :: room) = (pre ++ [x]) ++ room).
  { rewrite <- app_assoc. clear. induction pre as [|z p IH]; cbn [length app put_at]; [reflexivity|]. now rewrite IH. }
  rewrite P. replace (S (length pre)) with (length (pre ++ [x])) by (rewrite app_length; cbn; lia).
  rewrite IH by lia. now rewrite <- !app_assoc.
Qed.
Lemma read_in_order {A} (l : list A) : forall out, fold_left (fun out x => out ++ [x]) l out = out ++ l.
Proof. induction l as [|x t IH]; intros out; cbn [fold_left]; [now rewrite app_nil_r|]. now rewrite IH, <- app_assoc. Qed.
Lemma what_was_written {A} (l room : list A) : firstn (length l) (l ++ room) = l.
Proof. now rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all. Qed.

Theorem packed_is_whole room t p : 1 <= room <= most_leaves -> Headers.packed room (encoded t) = Some p -> Headers.unpacked p = encoded t.
Proof.
  intros R. unfold Headers.packed. rewrite packed_room_is by exact R. unfold most_leaves, most_nodes in *. cbn [encoded items nodes].
  destruct (Z.ltb_spec room (Z.of_nat (length (leaves t)))) as [L|L]; [discriminate|].
  destruct (Z.ltb_spec (Z.min (16 * room - 2) 64) (Z.of_nat (length (code t)))) as [N|N]; [discriminate|].
  pose proof (written_in_place (leaves t) [] (repeat (Mode 0 0) (Z.to_nat room)) ltac:(rewrite repeat_length; lia)) as W1.
  pose proof (written_in_place (code t) [] (1 :: repeat 0 (Z.to_nat (Z.min (16 * room - 2) 64) - 1))
    ltac:(cbn [length]; rewrite repeat_length; lia)) as W2.
  cbn [length app] in W1, W2. rewrite W1, W2. intros E. injection E as <-.
  unfold Headers.unpacked. cbn [mode_places node_places leaf_count node_count].
  rewrite !Z.mod_small, !Nat2Z.id, !what_was_written, !read_in_order by lia. reflexivity.
Qed.
Theorem packed_refuses room (c : coded mode) : 1 <= room <= most_leaves -> Z.of_nat (length (nodes c)) <= most_nodes ->
  (Headers.packed room c = None <-> room < Z.of_nat (length (items c)) \/ 16 * room - 2 < Z.of_nat (length (nodes c))).
Proof.
  intros R M. unfold Headers.packed. rewrite packed_room_is by exact R.
  destruct (Z.ltb_spec room (Z.of_nat (length (items c)))); [split; auto|].
  destruct (Z.ltb_spec (Z.min (16 * room - 2) most_nodes) (Z.of_nat (length (nodes c)))); split; intros Q; auto; try discriminate; lia.
Qed.
