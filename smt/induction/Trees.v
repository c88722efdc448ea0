(* SPDX-License-Identifier: MIT *)
(* Trees of any form: products and orders of their numbers. Law: division_rounds. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* nested.hpp's, of numbers. *)
Local Notation tree := (Nested.tree Z).
Lemma points_app a b : points (a ++ b) = points a * points b.
Proof. induction a as [|x t IH]; cbn [app points]; [lia|]. rewrite IH. ring. Qed.

(* A text that asks itself of less only: there is a function that is so. *)
Section Own.
  Variables (A R : Type) (none : R) (weight : A -> nat) (body : (A -> R) -> A -> R).
  Hypothesis Less : forall f g a, (forall x, (weight x < weight a)%nat -> f x = g x) -> body f a = body g a.
  Theorem own_text : exists f, forall a, f a = body f a.
  Proof.
    set (F := fix F (n : nat) (a : A) := match n with O => none | S k => body (F k) a end).
    assert (G : forall n m a, (weight a < n)%nat -> (weight a < m)%nat -> F n a = F m a).
    { induction n as [|n IH]; intros [|m] a N M; try lia. cbn [F]. apply Less. intros x L. apply IH; lia. }
    exists (fun a => F (S (weight a)) a). intros a.
    change (body (F (weight a)) a = body (fun x => F (S (weight x)) x) a). apply Less. intros x L. apply G; lia.
  Qed.
End Own.
Fixpoint weight {A} (t : Nested.tree A) : nat := match t with Leaf _ => 1%nat | Tuple es => S (list_sum (map weight es)) end.
Lemma an_entry_weighs_less {A} (x : Nested.tree A) es : In x es -> (weight x < weight (Tuple es))%nat.
Proof.
  intros I. enough ((weight x <= list_sum (map weight es))%nat) by (cbn [weight]; lia).
  induction es as [|y t IH]; [destruct I|]. change (list_sum (map weight (y :: t))) with (weight y + list_sum (map weight t))%nat.
  destruct I as [->|I]; [|specialize (IH I)]; lia.
Qed.
Lemma walk_alike {X state answer} (p q : X -> state -> state + answer) l : (forall x s, In x l -> p x s = q x s) ->
  forall s, walk p l s = walk q l s.
Proof.
  induction l as [|x t IH]; intros H s; cbn [walk]; [reflexivity|]. rewrite (H x s) by now left. destruct (q x s); [|reflexivity].
  apply IH. intros y z I. apply H. now right.
Qed.

(* Entries by their numbers, beside those of another tree. *)
Lemma walk_map {X Y state answer} (g : X -> Y) (p : Y -> state -> state + answer) l : forall s,
  walk p (map g l) s = walk (fun x => p (g x)) l s.
Proof. induction l as [|x t IH]; intros s; [reflexivity|]. cbn [map walk]. destruct (p (g x) s); [apply IH|reflexivity]. Qed.
Lemma combine_numbered {X Y} d (vs : list Y) : forall us : list X, length us = length vs ->
  combine us vs = map (fun p => (fst p, nth (snd p) vs d)) (combine us (seq 0 (length us))).
Proof.
  induction vs as [|v w IH]; intros [|u t] L; try discriminate; [reflexivity|]. cbn [length seq combine map fst snd nth]. f_equal.
  rewrite (IH t) by (cbn [length] in L; congruence). rewrite <- seq_shift. clear.
  generalize (seq 0 (length t)) as ks. intros ks. revert ks. induction t as [|u t IH]; intros [|k ks]; try reflexivity.
  cbn [map combine fst snd nth]. f_equal. apply IH.
Qed.
Lemma numbered_entries {X Y} (a : Nested.tree X) (b : Nested.tree Y) : rank a = rank b ->
  combine (entries a) (entries b) = map (fun k => (nth_entry a (Z.to_nat k), nth_entry b (Z.to_nat k))) (below (rank a)).
Proof.
  unfold rank, nth_entry, below. intros L. rewrite Nat2Z.id, map_map, (combine_numbered b) by lia.
  transitivity (map (fun k => (nth k (entries a) a, nth k (entries b) b)) (seq 0 (length (entries a))));
    [|apply map_ext; intros k; now rewrite Nat2Z.id].
  generalize (entries b) as es. intros es. clear. generalize (entries a) as us. intros us.
  enough (G : forall n vs, skipn n vs = us -> map (fun p => (fst p, nth (snd p) es b)) (combine us (seq n (length us))) =
    map (fun k => (nth k vs a, nth k es b)) (seq n (length us))) by now apply G.
  induction us as [|u t IH]; intros n vs S; [reflexivity|]. cbn [length seq combine map fst snd].
  assert (N : nth n vs a = u /\ skipn (Datatypes.S n) vs = t).
  { clear -S. revert vs S. induction n as [|n IH]; intros [|v vs] S; try discriminate; cbn in *; [injection S as -> ->; auto|now apply IH]. }
  destruct N as [-> N]. f_equal. now apply IH.
Qed.

(* ----------------------------------------------------------------------------------- tuple.hpp: products and orders *)

Definition times (so_far : option Z) (x : Z) : option Z :=
  match so_far with Some p => if product_fits p x then Some (p * x) else None | None => None end.
Definition product (l : list Z) : option Z := fold_left times l (Some 1).
Fixpoint prefix_product (next : Z) (l : list Z) : option (list Z) :=
  match l with
  | [] => Some []
  | [_] => Some [next]
  | x :: t => if product_fits next x then option_map (cons next) (prefix_product (next * x) t) else None
  end.
Definition suffix_product (start : Z) (l : list Z) : option (list Z) := option_map (@rev Z) (prefix_product start (rev l)).
Fixpoint inner_product (sum : Z) (a b : list Z) : option Z :=
  match a, b with
  | x :: t, y :: u =>
      if product_fits x y then if sum_fits sum (x * y) then inner_product (sum + x * y) t u else None else None
  | _, _ => Some sum
  end.
Fixpoint elem_less (a b : list Z) : bool :=
  match a, b with x :: t, y :: u => if x <? y then elem_less t u else false | _, _ => true end.
Fixpoint lex_less (a b : list Z) : bool :=
  match a, b with x :: t, y :: u => if x =? y then lex_less t u else x <? y | _, _ => false end.
Definition colex_less (a b : list Z) : bool := lex_less (rev a) (rev b).

Lemma times_none l : fold_left times l None = None.
Proof. induction l; auto. Qed.
Lemma product_from l : forall start p, fold_left times l (Some start) = Some p -> p = start * points l.
Proof.
  induction l as [|x t IH]; intros s p H; cbn [fold_left points times] in *; [injection H; lia|].
  destruct (product_fits s x); [|now rewrite times_none in H]. rewrite (IH _ _ H). ring.
Qed.
Theorem product_is l p : product l = Some p -> p = points l.
Proof. intros H. rewrite (product_from l 1 p H). ring. Qed.
Lemma points_at_least_one l : Forall (Z.le 1) l -> 1 <= points l.
Proof. induction 1; cbn [points]; nia. Qed.
Theorem product_refuses l : Forall (Z.le 1) l -> product l = None -> limit < points l.
Proof.
  unfold product. intros H. enough (G : forall s, 1 <= s -> fold_left times l (Some s) = None -> limit < s * points l).
  { intros E. specialize (G 1 ltac:(lia) E). lia. }
  induction H as [|x t Hx Ht IH]; intros s Hs E; cbn [fold_left times points] in *; [discriminate|].
  pose proof (points_at_least_one t Ht). destruct (product_fits s x) eqn:F.
  - specialize (IH (s * x) ltac:(nia) E). lia.
  - assert (limit < s * x); [|nia]. apply Z.lt_nge. intros L. unfold limit in *.
    assert (product_fits s x = true) by (apply product_fits_is; unfold limit; [lia|lia|rewrite Z.abs_eq by nia; lia]).
    congruence.
Qed.

Theorem prefix_product_is l : forall start r, prefix_product start l = Some r ->
  length r = length l /\ forall k, (k < length l)%nat -> nth k r 0 = start * points (firstn k l).
Proof.
  induction l as [|x t IH]; intros s r H; cbn [prefix_product] in H; [injection H as <-; split; [auto|intros k Hk; cbn in Hk; lia]|].
  destruct t as [|y u].
  - injection H as <-. split; [auto|]. intros [|k] Hk; cbn in *; [ring|lia].
  - destruct (product_fits s x); [|discriminate]. destruct (prefix_product (s * x) (y :: u)) as [q|] eqn:E; [|discriminate].
    injection H as <-. destruct (IH _ _ E) as [L V]. split; [cbn [length] in *; lia|].
    intros [|k] Hk; [cbn; ring|]. cbn [nth firstn]. rewrite V by (cbn [length] in *; lia).
    cbn [points]. ring.
Qed.
Lemma points_rev l : points (rev l) = points l.
Proof.
  induction l as [|x t IH]; [auto|]. cbn [rev]. rewrite points_app, IH. cbn [points]. ring.
Qed.
Theorem suffix_product_is l start r : suffix_product start l = Some r ->
  length r = length l /\ forall k, (k < length l)%nat -> nth k r 0 = start * points (skipn (S k) l).
Proof.
  unfold suffix_product. destruct (prefix_product start (rev l)) as [q|] eqn:E; [|discriminate]. intros H. injection H as <-.
  destruct (prefix_product_is _ _ _ E) as [L V]. rewrite rev_length in *. split; [auto|]. intros k Hk.
  rewrite rev_nth, L, V by lia. f_equal. rewrite firstn_rev, points_rev. do 2 f_equal. lia.
Qed.
Theorem inner_product_is a : forall b sum r, inner_product sum a b = Some r ->
  r = sum + fold_right Z.add 0 (map (fun p => fst p * snd p) (combine a b)).
Proof.
  induction a as [|x t IH]; intros [|y u] s r H; cbn [inner_product combine map fold_right fst snd] in *;
    try (injection H as <-; lia).
  destruct (product_fits x y); [|discriminate]. destruct (sum_fits s (x * y)); [|discriminate]. rewrite (IH _ _ _ H). lia.
Qed.
Theorem elem_less_is a : forall b, length a = length b -> (elem_less a b = true <-> Forall2 Z.lt a b).
Proof.
  induction a as [|x t IH]; intros [|y u] L; cbn [elem_less length] in *; try discriminate; [intuition|].
  destruct (Z.ltb_spec x y).
  - rewrite IH by lia. split; [intros; now constructor|intros F; now inversion F].
  - split; [discriminate|]. intros F. inversion F. lia.
Qed.
Definition first_difference (a b : list Z) : Prop := exists p x y t u, a = p ++ x :: t /\ b = p ++ y :: u /\ x < y.
Theorem lex_less_is a : forall b, length a = length b -> (lex_less a b = true <-> first_difference a b).
Proof.
  unfold first_difference. induction a as [|x t IH]; intros [|y u] L; cbn [lex_less length] in *; try discriminate.
  - split; [discriminate|]. intros ([|? ?] & ? & ? & ? & ? & H & _); discriminate.
  - destruct (Z.eqb_spec x y) as [<-|N].
    + rewrite IH by lia. split.
      * intros (p & v & w & c & d & -> & -> & H). now exists (x :: p), v, w, c, d.
      * intros ([|z p] & v & w & c & d & A & B & H); [injection A as -> _; injection B as -> _; lia|].
        injection A as _ ->. injection B as _ ->. now exists p, v, w, c, d.
    + rewrite Z.ltb_lt. split.
      * intros H. now exists [], x, y, t, u.
      * intros ([|z p] & v & w & c & d & A & B & H); [injection A as -> _; injection B as -> _; lia|].
        injection A as -> _. injection B as -> _. contradiction.
Qed.
Theorem colex_less_is a b : length a = length b -> (colex_less a b = true <-> first_difference (rev a) (rev b)).
Proof. intros L. apply lex_less_is. now rewrite !rev_length. Qed.

(* Orders of shapes: b is a with numbers opened into tuples; and then of as many points. *)
Section Opened.
  Variable opens : Z -> tree -> bool.
  Fixpoint opened (a b : tree) {struct a} : bool :=
    match a with
    | Leaf x => opens x b
    | Tuple u =>
        match b with
        | Leaf _ => false
        | Tuple v => (fix each (u v : list tree) {struct u} : bool :=
            match u, v with [], [] => true | x :: t, y :: w => if opened x y then each t w else false | _, _ => false end) u v
        end
    end.
  Inductive is_opened : tree -> tree -> Prop :=
    | number_opened x b : opens x b = true -> is_opened (Leaf x) b
    | tuple_opened u v : Forall2 is_opened u v -> is_opened (Tuple u) (Tuple v).
  Theorem opened_is a : forall b, opened a b = true <-> is_opened a b.
  Proof.
    induction a as [x|u IH] using tree_induction; intros b; cbn [opened].
    - split; [now constructor|]. now inversion 1.
    - destruct b as [y|v]; [split; [discriminate|now inversion 1]|].
      assert (G : forall v, (fix each (u v : list tree) {struct u} : bool :=
        match u, v with [], [] => true | x :: t, y :: w => if opened x y then each t w else false | _, _ => false end) u v
        = true <-> Forall2 is_opened u v).
      { induction IH as [|x t Hx Ht IHt]; intros [|y w]; try (split; [discriminate|now inversion 1]).
        - split; auto.
        - destruct (opened x y) eqn:O.
          + apply Hx in O. rewrite IHt. split; [now constructor|now inversion 1].
          + split; [discriminate|]. intros F. inversion_clear F as [|? ? ? ? F1 _]. apply Hx in F1. congruence. }
      rewrite G. split; [now constructor|now inversion 1].
  Qed.
End Opened.
Definition compatible : tree -> tree -> bool :=
  opened (fun x b => match product (leaves b) with Some p => x =? p | None => false end).

(* The functions are the shipped ones on these forms. *)
Local Arguments product_fits _ _ : simpl never.
Local Arguments sum_fits _ _ : simpl never.
Ltac alike := repeat (cbn; match goal with
  | H : ?c = true |- context [?c] => rewrite H
  | H : ?c = false |- context [?c] => rewrite H
  | |- context [product_fits 1 1] => change (product_fits 1 1) with true
  | |- context [product_fits ?x ?y] => destruct (product_fits x y) eqn:?
  | |- context [sum_fits ?x ?y] => destruct (sum_fits x y) eqn:?
  | |- context [?x =? ?y] => decide_one (x =? y)
  | |- context [?x <? ?y] => decide_one (x <? y)
  end); reflexivity.
Notation form a b c := (Tuple [Leaf a; Tuple [Leaf b; Leaf c]]).
Theorem product_driver a b c : product (leaves (form a b c)) = product_3 a b c.
Proof. unfold product, product_3. alike. Qed.
Theorem prefix_product_driver a b c d : prefix_product d (leaves (form a b c)) = prefix_product_3 a b c d.
Proof. unfold prefix_product_3. alike. Qed.
Theorem suffix_product_driver a b c d : suffix_product d (leaves (form a b c)) = suffix_product_3 a b c d.
Proof. unfold suffix_product, suffix_product_3. alike. Qed.
Theorem inner_product_driver a b c d : inner_product 0 [a; b] [c; d] = inner_product_2 a b c d.
Proof. unfold inner_product_2. alike. Qed.
Theorem elem_less_driver a b c d e f : elem_less [a; b; c] [d; e; f] = elem_less_3 a b c d e f.
Proof. unfold elem_less_3. alike. Qed.
Theorem lex_less_driver a b c d e f : lex_less [a; b; c] [d; e; f] = lex_less_3 a b c d e f.
Proof. unfold lex_less_3. alike. Qed.
Theorem colex_less_driver a b c d e f : colex_less [a; b; c] [d; e; f] = colex_less_3 a b c d e f.
Proof. unfold colex_less, colex_less_3. alike. Qed.
Theorem compatible_driver a b c d : compatible (Tuple [Leaf a; Leaf b]) (form c c d) = compatible_2 a b c d.
Proof. unfold compatible, compatible_2, product. alike. Qed.

Definition theorems :=
  (@product_is, @prefix_product_is, @suffix_product_is, @inner_product_is, @elem_less_is, @lex_less_is, @opened_is).
Print Assumptions theorems.
