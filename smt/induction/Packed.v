(* SPDX-License-Identifier: MIT *)
(* A layout in room for fewer leaves: packed.hpp. How many leaves and nodes each room takes is what the header did when it ran with
   every number of them there is. Law: packed_layouts_are_whole. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Steps.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Record packing := Packing { slots : list mode; places : list Z; leaf_count : Z; node_count : Z }.  (* counts are bytes *)
Definition filled {A} (n : Z) (x : A) (l : list A) : list A := l ++ repeat x (Z.to_nat n - length l).
Definition packed (room : Z) (c : coded mode) : option packing :=
  let leaves := Z.of_nat (length (items c)) in let nodes_ := Z.of_nat (length (nodes c)) in
  let '(most_items, most_codes) := packed_room room in
  if (leaves <=? most_items) && (nodes_ <=? most_codes)
  then Some (Packing (filled room (Mode 0 0) (items c)) (filled most_codes 0 (nodes c)) (leaves mod 256) (nodes_ mod 256))
  else None.
Definition unpacked (p : packing) : coded mode :=
  Coded (firstn (Z.to_nat (node_count p)) (places p)) (firstn (Z.to_nat (leaf_count p)) (slots p)).

Lemma packed_room_is room : 1 <= room <= most_leaves -> packed_room room = (room, Z.min (16 * room - 2) most_nodes).
Proof.
  unfold most_leaves. intros R. assert (G : forall n, (n < 32)%nat -> packed_room (Z.of_nat n + 1) = (Z.of_nat n + 1, Z.min (16 * (Z.of_nat n + 1) - 2) most_nodes)).
  { intros n N. do 32 (destruct n as [|n]; [reflexivity|]). lia. }
  specialize (G (Z.to_nat (room - 1)) ltac:(lia)). now replace (Z.of_nat (Z.to_nat (room - 1)) + 1) with room in G by lia.
Qed.
Lemma filled_firstn {A} n (x : A) l : firstn (length l) (filled n x l) = l.
Proof. unfold filled. rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r. apply firstn_all. Qed.

Theorem packed_is_whole room t p : 1 <= room <= most_leaves -> packed room (encoded t) = Some p -> unpacked p = encoded t.
Proof.
  intros R. unfold packed. rewrite packed_room_is by exact R. unfold most_leaves, most_nodes in *. cbn [encoded items nodes].
  destruct (Z.leb_spec (Z.of_nat (length (leaves t))) room) as [L|L]; [|discriminate].
  destruct (Z.leb_spec (Z.of_nat (length (code t))) (Z.min (16 * room - 2) 64)) as [N|N]; [|discriminate].
  intros E. injection E as <-. unfold unpacked. cbn [slots places leaf_count node_count]. rewrite !Z.mod_small, !Nat2Z.id, !filled_firstn by lia. reflexivity.
Qed.
Theorem packed_refuses room (c : coded mode) : 1 <= room <= most_leaves -> Z.of_nat (length (nodes c)) <= most_nodes ->
  (packed room c = None <-> room < Z.of_nat (length (items c)) \/ 16 * room - 2 < Z.of_nat (length (nodes c))).
Proof.
  intros R M. unfold packed. rewrite packed_room_is by exact R.
  destruct (Z.leb_spec (Z.of_nat (length (items c))) room); cbn [andb]; [|split; auto].
  destruct (Z.leb_spec (Z.of_nat (length (nodes c))) (Z.min (16 * room - 2) most_nodes)); split; intros Q; auto; try discriminate; lia.
Qed.

Definition theorems :=
  (@packed_is_whole, @packed_refuses).
Print Assumptions theorems.
