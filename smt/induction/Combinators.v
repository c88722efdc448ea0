(* SPDX-License-Identifier: MIT *)
(* The loops by name, of which a program composes whole functions (Loops.v): folds, walks over one list or two, searches over
   indices, and modes that come one a turn. colex/loops.hpp has each by its name here, and `exists`, `for_all`, `those` for existsb, forallb, filter. *)
From Coq Require Import ZArith String List Lia Bool.
Require Import Colex.Fold Colex.Nested.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Definition is_empty {A} (l : list A) : bool := match l with [] => true | _ => false end.
Definition first_extent (ms : list mode) : Z := match ms with [] => 1 | m :: _ => shape m end.

(* A fold that stops where a step refuses: what it has emitted, the last state, and whether it stops. *)
Fixpoint emissions {state} (step : state -> mode -> result state) (ms : list mode) (s : state) : list mode :=
  match ms with [] => [] | m :: t => let r := step s m in if refuses r then [] else emitted r ++ emissions step t (next r) end.
Fixpoint emissions_with {state} (step : state -> mode -> Z -> result state) (ms ps : list mode) (s : state) : list mode :=
  match ms, ps with
  | m :: t, p :: q => let r := step s m (shape p) in
                      if refuses r then [] else emitted r ++ emissions_with step t q (next r)
  | _, _ => []
  end.
Fixpoint reached {state} (step : state -> mode -> result state) (ms : list mode) (s : state) : state :=
  match ms with [] => s | m :: t => let r := step s m in if refuses r then s else reached step t (next r) end.
Fixpoint stops {state} (step : state -> mode -> result state) (ms : list mode) (s : state) : bool :=
  match ms with [] => false | m :: t => let r := step s m in if refuses r then true else stops step t (next r) end.

(* Two lists, mode by mode. *)
Fixpoint pairwise (holds : mode -> mode -> bool) (a b : list mode) : bool :=
  match a, b with [], [] => true | m :: t, n :: u => if holds m n then pairwise holds t u else false | _, _ => false end.
(* A state that each mode changes, or ends; and what is asked of the last. *)
Fixpoint through {state} (turn : mode -> state -> option state) (ends : state -> bool) (ms : list mode) (s : state) : bool :=
  match ms with [] => ends s | m :: t => match turn m s with Some s' => through turn ends t s' | None => false end end.
(* The same of each mode and the one after it. *)
Fixpoint linked {state} (turn : mode -> mode -> state -> option state) (ms : list mode) (s : state) : bool :=
  match ms with
  | m :: t => match t with
              | n :: _ => match turn m n s with Some s' => linked turn t s' | None => false end
              | [] => true
              end
  | [] => true
  end.

(* Turns that go on with a state, or leave the loop with what follows it. *)
Fixpoint walk {A state answer} (turn : A -> state -> state + answer) (l : list A) (s : state) : state + answer :=
  match l with [] => inl s | x :: t => match turn x s with inl s' => walk turn t s' | inr a => inr a end end.

(* A yes, or a no and the two numbers that it names; or neither. *)
Definition is_none (r : option refusal) : bool := match r with Some _ => false | None => true end.
Definition is_undecided (r : option refusal) : bool := match r with Some w => String.eqb (condition w) "undecided" | None => false end.
Definition left_of (r : option refusal) : Z := match r with Some w => shown w | None => 0 end.
Definition right_of (r : option refusal) : Z := match r with Some w => against w | None => 0 end.

(* What the search for a coordinate says of a layout's offsets: before it has ended with its part of a budget, and after; whether it has
   ended so, and whether all has; and the offsets in order, where they are cut into halves. *)
Record search := Search { at_first : Z -> bool; at_last : Z -> bool; ended : bool; exhausted : bool; in_order : option (list Z) }.
Definition numbers_of (r : option (list Z)) : list Z := match r with Some l => l | None => [] end.

(* The modes of an answer; and a number that is put in its place. *)
Definition shown_in (r : option (Z * Z)) : Z * Z := match r with Some p => p | None => (0, 0) end.
Definition is_nothing {A} (r : option A) : bool := match r with Some _ => false | None => true end.
Definition modes_of (r : option (list mode)) : list mode := match r with Some ms => ms | None => [] end.
Fixpoint put_at {A} (k : nat) (x : A) (l : list A) : list A :=
  match l, k with [], _ => [] | _ :: t, O => x :: t | y :: t, S j => y :: put_at j x t end.

(* A map over GF(2), or why there is none; slots past its columns hold 0. *)
Definition columns_in (r : list Z + refusal) : list Z := match r with inl l => l | inr _ => [] end.
Definition refused_in (r : list Z + refusal) : option refusal := match r with inl _ => None | inr why => Some why end.
Fixpoint put_padded (k : nat) (x : Z) (l : list Z) : list Z :=
  match k with O => x :: tl l | S j => hd 0 l :: put_padded j x (tl l) end.
Definition resized (n : Z) (l : list Z) : list Z := firstn (Z.to_nat n) (l ++ repeat 0 (Z.to_nat n)).

(* crd2idx(), one entry after another: the products and the sums must fit. *)
Fixpoint offset_of (product_fits sum_fits : Z -> Z -> bool) (c : list Z) (ms : list mode) (offset : Z) : option Z :=
  match c, ms with
  | [], [] => Some offset
  | x :: y, m :: t =>
      if product_fits x (stride m) then
        if sum_fits offset (x * stride m) then offset_of product_fits sum_fits y t (offset + x * stride m) else None
      else None
  | _, _ => None
  end.
Definition offset_in (r : option Z) : Z := match r with Some x => x | None => 0 end.

(* Trees, as structure.hpp takes them apart and puts them together: a leaf is one entry, itself. A tuple that is made of another number of
   entries than it was opened for is none, and counts as empty. *)
Definition is_leaf {A} (t : tree A) : bool := match t with Leaf _ => true | Tuple _ => false end.
Definition leaf_of (t : tree Z) : Z := match t with Leaf x => x | Tuple _ => 0 end.
Definition keep_of (t : tree bool) : bool := match t with Leaf keep => keep | Tuple _ => false end.
Definition entries {A} (t : tree A) : list (tree A) := match t with Leaf _ => [t] | Tuple es => es end.
Definition rank {A} (t : tree A) : Z := Z.of_nat (length (entries t)).
Definition nth_entry {A} (t : tree A) (k : nat) : tree A := nth k (entries t) t.
Definition tuple_of {A} (n : Z) (es : list (tree A)) : tree A := if n =? Z.of_nat (length es) then Tuple es else Tuple [].
Definition alike (a b : list Z) : bool := if list_eq_dec Z.eq_dec a b then true else false.
Definition tree_in {A} (r : option (tree A)) : tree A := match r with Some t => t | None => Tuple [] end.
Definition holds (r : option bool) : bool := match r with Some b => b | None => false end.
Definition placed_in {A} (r : option (tree A * Z)) : tree A * Z := match r with Some p => p | None => (Tuple [], 0) end.
(* Trees of the same form: each leaf by itself, or from the left those of a list; a tree filled up to a rank. *)
Fixpoint mapped {A B} (f : A -> B) (t : tree A) : tree B := match t with Leaf x => Leaf (f x) | Tuple es => Tuple (map (mapped f) es) end.
Fixpoint with_leaves {A} (l : list Z) (t : tree A) : tree Z :=
  match t with
  | Leaf _ => Leaf (hd 0 l)
  | Tuple es => Tuple ((fix each l es := match es with [] => [] | e :: u => with_leaves l e :: each (skipn (length (leaves e)) l) u end) l es)
  end.
Definition append_to {A} (t : tree A) (n : Z) (x : tree A) : tree A :=
  if rank t <? n then Tuple (entries t ++ repeat x (Z.to_nat (n - rank t))) else t.
(* lexicographic.hpp: each tuple's entries in the opposite order. *)
Fixpoint reversed {A} (t : tree A) : tree A := match t with Leaf x => Leaf x | Tuple es => Tuple (rev (map reversed es)) end.

(* Indices from 0 on; from `from` on, `by` apart; the first of which `stop` is true. *)
Definition below (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
(* From s on, twice as far each turn, as long as it is below n. *)
Fixpoint doubling (left_ : nat) (s n : Z) : list Z := match left_ with O => [] | S k => if s <? n then s :: doubling k (s * 2) n else [] end.
Definition powers_below (n : Z) : list Z := doubling (Z.to_nat n) 1 n.
Definition every (from to by_ : Z) (holds : Z -> bool) : bool :=
  forallb (fun q => holds (from + q * by_)) (below ((to - from + by_ - 1) / by_)).
Fixpoint first_index_of (fuel : nat) (from to : Z) (stop : Z -> bool) : Z :=
  match fuel with O => from | S k => if from <? to then if stop from then from else first_index_of k (from + 1) to stop else from end.
(* The first index that fails; nothing is said of it where none does. *)
Definition first_failing (from to by_ : Z) (holds : Z -> bool) : Z :=
  match find (fun q => negb (holds (from + q * by_))) (below ((to - from + by_ - 1) / by_)) with Some q => from + q * by_ | None => to end.
Definition first_index (from to : Z) (stop : Z -> bool) : Z := first_index_of (Z.to_nat to) from to stop.

(* Modes, one a turn, until there are no more or none is right: then an index, and what the modes have there. *)
Inductive turn (state : Type) := Done | Stuck (index got : Z) | On (m : mode) (s : state).
Arguments Done {state}. Arguments Stuck {state}. Arguments On {state}.
Fixpoint turns {state} (most : nat) (go : state -> turn state) (s : state) : option (list mode) :=
  match most with
  | O => None
  | S k => match go s with
           | Done => Some []
           | Stuck _ _ => None
           | On m s' => match turns k go s' with Some ms => Some (m :: ms) | None => None end
           end
  end.
Fixpoint stuck {state} (most : nat) (go : state -> turn state) (s : state) : option (Z * Z) :=
  match most with
  | O => None
  | S k => match go s with Done => None | Stuck index got => Some (index, got) | On _ s' => stuck k go s' end
  end.
Definition and_then {A B} (a : option A) (f : A -> option B) : option B := match a with Some x => f x | None => None end.
Definition either {A} (a : option A) (holds : A -> bool) (other : option A) : option A :=
  match a with Some x => if holds x then a else other | None => other end.
Definition otherwise {A B} (a : option A) (holds : A -> bool) (other : option B) : option B :=
  match a with Some x => if holds x then None else other | None => other end.

(* What the loops are. *)
Lemma forallb_alike {A} (p q : A -> bool) l : (forall x, In x l -> p x = q x) -> forallb p l = forallb q l.
Proof.
  induction l as [|x t IH]; intros H; cbn [forallb]; [reflexivity|]. rewrite (H x ltac:(now left)), IH; [reflexivity|].
  intros; apply H; now right.
Qed.
Lemma one_apart from to holds : every from to 1 holds = forallb (fun q => holds (from + q)) (below (to - from)).
Proof.
  unfold every. replace ((to - from + 1 - 1) / 1) with (to - from) by (rewrite Z.div_1_r; ring). apply forallb_alike.
  intros q _. now rewrite Z.mul_1_r.
Qed.
Lemma a_fold_is_a_loop {state} (step : state -> mode -> result state) ms : forall s out,
  loop step ms s out = if stops step ms s then None else Some (reached step ms s, out ++ emissions step ms s).
Proof.
  induction ms as [|m t IH]; intros s out; cbn [loop emissions reached stops]; [now rewrite app_nil_r|].
  destruct (refuses (step s m)); [reflexivity|]. rewrite IH, <- app_assoc. reflexivity.
Qed.
Lemma first_is from to stop : 0 <= from <= to -> from <= first_index from to stop <= to /\
  (forall i, from <= i < first_index from to stop -> stop i = false) /\
  (first_index from to stop < to -> stop (first_index from to stop) = true).
Proof.
  unfold first_index. intros H. assert (F : to - from <= Z.of_nat (Z.to_nat to)) by lia. revert from H F. generalize (Z.to_nat to) as fuel.
  induction fuel as [|k IH]; intros from H F; cbn [first_index_of]; [repeat split; intros; lia|].
  destruct (Z.ltb_spec from to); [|repeat split; intros; lia]. destruct (stop from) eqn:S; [repeat split; intros; auto; lia|].
  destruct (IH (from + 1)) as (A & B & C); [lia|lia|]. repeat split; [lia|lia| |exact C].
  intros i I. destruct (Z.eq_dec i from) as [->|]; [exact S|]. apply B. lia.
Qed.
