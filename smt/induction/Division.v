(* SPDX-License-Identifier: MIT *)
(* Division and scaling of trees of any form, over the generated division of two numbers. Law: division_rounds. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits Colex.Trees.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Notation tree := (Nested.tree Z).

(* ------------------------------------------------------------------------------------------------- of two numbers *)

Theorem ceil_div_step_rounds_up x y c : ceil_div_step x y = Some c -> 0 <= x /\ 1 <= y /\ ceiling x y c.
Proof.
  unfold ceil_div_step, ceiling. destruct (Z.ltb_spec x 0); [discriminate|]. destruct (Z.ltb_spec y 1); [discriminate|].
  destruct (Z.eqb_spec x 0) as [->|]; intros E; injection E as <-.
  - repeat split; intros; nia.
  - rewrite Z.quot_div_nonneg by lia. pose proof (Z.div_mod (x - 1) y ltac:(lia)).
    pose proof (Z.mod_pos_bound (x - 1) y ltac:(lia)). repeat split; intros; nia.
Qed.
Theorem ceil_div_step_refuses x y : ceil_div_step x y = None <-> x < 0 \/ y < 1.
Proof.
  unfold ceil_div_step. destruct (Z.ltb_spec x 0), (Z.ltb_spec y 1), (x =? 0); split; intros; try discriminate; auto; lia.
Qed.
Theorem shape_div_step_is_exact x y q : shape_div_step x y = Some q ->
  1 <= x /\ 1 <= y /\ (q * y = x \/ q = 1 /\ y mod x = 0).
Proof.
  unfold shape_div_step. destruct (Z.ltb_spec x 1); [discriminate|]. destruct (Z.ltb_spec y 1); [discriminate|].
  rewrite !Z.rem_mod_nonneg, Z.quot_div_nonneg by lia. destruct (Z.eqb_spec (x mod y) 0) as [E|E].
  - intros Q. injection Q as <-. pose proof (Z.div_mod x y ltac:(lia)). lia.
  - destruct (Z.eqb_spec (y mod x) 0); [|discriminate]. intros Q. injection Q as <-. lia.
Qed.
Theorem shape_div_step_refuses x y : shape_div_step x y = None <-> x < 1 \/ y < 1 \/ x mod y <> 0 /\ y mod x <> 0.
Proof.
  unfold shape_div_step. destruct (Z.ltb_spec x 1); [intuition|]. destruct (Z.ltb_spec y 1); [intuition|].
  rewrite !Z.rem_mod_nonneg by lia. destruct (Z.eqb_spec (x mod y) 0), (Z.eqb_spec (y mod x) 0); split; intros;
    try discriminate; auto; lia.
Qed.
Theorem division_steps_divide_by_no_zero x y : ceil_div_step_divides x y /\ shape_div_step_divides x y.
Proof.
  unfold ceil_div_step_divides, shape_div_step_divides.
  split; repeat match goal with
    | |- context [?a <? ?b] => destruct (Z.ltb_spec a b) | |- context [?a =? ?b] => destruct (Z.eqb_spec a b) end;
    repeat split; auto; lia.
Qed.
Theorem division_steps_stay_in_words x y : word x -> word y -> ceil_div_step_stays x y /\ shape_div_step_stays x y.
Proof.
  unfold word. intros Hx Hy. unfold ceil_div_step_stays, shape_div_step_stays, word. split.
  - destruct (Z.ltb_spec x 0); [auto|]. destruct (Z.ltb_spec y 1); [auto|]. destruct (Z.eqb_spec x 0); [auto|].
    rewrite Z.quot_div_nonneg by lia. pose proof (Z.div_pos (x - 1) y). pose proof (Z.div_le_upper_bound (x - 1) y (x - 1)).
    repeat split; nia.
  - destruct (Z.ltb_spec x 1); [auto|]. destruct (Z.ltb_spec y 1); [auto|]. rewrite !Z.rem_mod_nonneg, Z.quot_div_nonneg by lia.
    pose proof (Z.mod_pos_bound x y). pose proof (Z.mod_pos_bound y x). pose proof (Z.div_pos x y).
    pose proof (Z.div_le_upper_bound x y x).
    destruct (Z.eqb_spec (x mod y) 0); repeat split; nia.
Qed.

(* ---------------------------------------------------------------------------------------- division.hpp: tree by tree *)

Section Divide.
  Variable step : Z -> Z -> option Z.
  Fixpoint divide (a b : tree) {struct a} : option tree :=
    match a with
    | Leaf x => match product (leaves b) with Some p => option_map Leaf (step x p) | None => None end
    | Tuple u =>
        match b with
        | Leaf y => option_map Tuple ((fix along (u : list tree) (rest_ : Z) : option (list tree) :=
            match u with
            | [] => Some []
            | x :: t =>
                match divide x (Leaf rest_), match product (leaves x) with Some p => step rest_ p | None => None end with
                | Some q, Some left_ => option_map (cons q) (along t left_)
                | _, _ => None
                end
            end) u y)
        | Tuple v =>
            if (length u <? length v)%nat then None else
            option_map Tuple ((fix each (u v : list tree) {struct u} : option (list tree) :=
              match u, v with
              | [], _ => Some []
              | x :: t, [] => option_map (cons x) (each t [])
              | x :: t, y :: w => match divide x y with Some q => option_map (cons q) (each t w) | None => None end
              end) u v)
        end
    end.

  (* By a tree of the same form: leaf by leaf, in that form. *)
  Theorem divide_leaf_by_leaf a : forall b r, congruent a b -> divide a b = Some r ->
    congruent a r /\ entrywise (fun x y z => step x y = Some z) (leaves a) (leaves b) (leaves r).
  Proof.
    induction a as [x|u IH] using tree_induction; intros b r C E; inversion C as [? y|? v F]; subst; cbn [divide] in E.
    - cbn [leaves] in E. destruct (product [y]) as [p|] eqn:P; [|discriminate]. apply product_is in P. cbn in P.
      rewrite Z.mul_1_r in P. subst p. destruct (step x y) as [q|] eqn:S; [|discriminate]. injection E as <-.
      split; [constructor|]. cbn. now repeat constructor.
    - destruct (length u <? length v)%nat; [discriminate|].
      match type of E with option_map Tuple ?e = _ => destruct e as [w|] eqn:W; [|discriminate] end. injection E as <-.
      cbn [leaves].
      enough (G : Forall2 congruent u w /\
                  entrywise (fun x y z => step x y = Some z) (flat_map leaves u) (flat_map leaves v) (flat_map leaves w)).
      { destruct G. split; [now constructor|auto]. }
      clear C. revert w W. induction F as [|x y t s C F IHF]; intros w W; [injection W as <-; split; constructor|].
      inversion_clear IH as [|? ? Hx Ht]. destruct (divide x y) as [q|] eqn:Q; [|discriminate].
      match type of W with option_map _ ?e = _ => destruct e as [z|] eqn:Z0; [|discriminate] end. injection W as <-.
      destruct (Hx y q C Q) as [C1 E1]. destruct (IHF Ht z eq_refl) as [C2 E2].
      split; [now constructor|]. cbn [flat_map]. now apply entrywise_app.
  Qed.
  (* By a tuple of more entries: refused. A number by a tree: by its product. *)
  Theorem divide_refuses_more u v : (length u < length v)%nat -> divide (Tuple u) (Tuple v) = None.
  Proof. intros L. cbn [divide]. apply Nat.ltb_lt in L. now rewrite L. Qed.
  Theorem divide_number x b r : divide (Leaf x) b = Some r ->
    exists q, r = Leaf q /\ step x (points (leaves b)) = Some q.
  Proof.
    cbn [divide]. destruct (product (leaves b)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
    destruct (step x _) as [q|]; [|discriminate]. intros E. injection E as <-. now exists q.
  Qed.
End Divide.

(* The printed functions. divide() is its own text, with its name for `again`; and what is so is divide(). *)
Lemma product_as_printed l : forall s,
  walk (fun m1 x2 => if product_fits x2 m1 then inl (x2 * m1) else inr (@None Z)) l s =
  match fold_left times l (Some s) with Some p => inl p | None => inr None end.
Proof.
  induction l as [|x t IH]; intros s; cbn [walk fold_left times]; [reflexivity|]. destruct (product_fits s x); [apply IH|].
  now rewrite times_none.
Qed.
Theorem printed_product l : Headers.product l = product l.
Proof. unfold Headers.product, product. rewrite product_as_printed. now destruct (fold_left _ _ _). Qed.

Section Printed.
  Variables (step : Z -> Z -> option Z) (self : tree -> tree -> option tree).
  Lemma along_is_printed : (forall y b, self (Leaf y) b = divide step (Leaf y) b) -> forall u l y,
    Forall (fun x => forall b, self x b = divide step x b) u ->
    match divide step (Tuple u) (Leaf y) with
    | Some r => exists w t, r = Tuple w /\ length w = length u /\
        walk (fun m1 '(l2, t3) => if is_nothing (self m1 t3) then inr (@None tree) else if is_nothing (self t3 m1) then inr None
                                  else inl (l2 ++ [tree_in (self m1 t3)], tree_in (self t3 m1))) u (l, Leaf y) = inl (l ++ w, t)
    | None =>
        walk (fun m1 '(l2, t3) => if is_nothing (self m1 t3) then inr (@None tree) else if is_nothing (self t3 m1) then inr None
                                  else inl (l2 ++ [tree_in (self m1 t3)], tree_in (self t3 m1))) u (l, Leaf y) = inr None
    end.
  Proof.
    intros Number. induction u as [|x t IH]; intros l y H.
    - exists [], (Leaf y). cbn. now rewrite app_nil_r.
    - inversion_clear H as [|? ? Hx Ht]. cbn [walk]. rewrite Hx, Number. cbn [divide].
      destruct (divide step x (Leaf y)) as [q|]; [|reflexivity]. cbn [is_nothing tree_in].
      destruct (product (leaves x)) as [p|]; [|reflexivity]. destruct (step y p) as [z|]; [|reflexivity].
      cbn [option_map is_nothing tree_in]. specialize (IH (l ++ [q]) z Ht). cbn [divide] in IH.
      match type of IH with match option_map Tuple ?e with _ => _ end => destruct e as [w|] end; cbn [option_map] in *; [|exact IH].
      destruct IH as (w' & t' & [= <-] & L & W). exists (q :: w), t'. rewrite W, <- app_assoc. cbn [length]. auto.
  Qed.
  Lemma each_is_printed v : forall u k l, Forall (fun x => forall b, self x b = divide step x b) u ->
    match divide step (Tuple u) (Tuple (skipn k (entries v))) with
    | Some r => exists w, r = Tuple w /\ length w = length u /\
        walk (fun '(m1, k1) l2 => if rank v <=? Z.of_nat k1 then inl (l2 ++ [m1])
          else if is_nothing (self m1 (nth_entry v k1)) then inr (@None tree) else inl (l2 ++ [tree_in (self m1 (nth_entry v k1))]))
          (combine u (seq k (length u))) l = inl (l ++ w)
    | None => (length u < length (skipn k (entries v)))%nat \/
        walk (fun '(m1, k1) l2 => if rank v <=? Z.of_nat k1 then inl (l2 ++ [m1])
          else if is_nothing (self m1 (nth_entry v k1)) then inr (@None tree) else inl (l2 ++ [tree_in (self m1 (nth_entry v k1))]))
          (combine u (seq k (length u))) l = inr None
    end.
  Proof.
    unfold rank, nth_entry. generalize (entries v) as es. intros es. induction u as [|x t IH]; intros k l H.
    - cbn [divide length]. destruct (skipn k es); cbn [length Nat.ltb Nat.leb]; [|left; lia]. exists []. cbn. now rewrite app_nil_r.
    - inversion_clear H as [|? ? Hx Ht]. cbn [length seq combine walk].
      destruct (Z.leb_spec (Z.of_nat (length es)) (Z.of_nat k)) as [K|K].
      + specialize (IH (S k) (l ++ [x]) Ht). rewrite skipn_all2 in IH |- * by lia. cbn [divide length Nat.ltb Nat.leb] in IH |- *.
        match type of IH with match option_map Tuple ?e with _ => _ end => destruct e as [w|] end; cbn [option_map] in *.
        * destruct IH as (w' & [= <-] & L & W). exists (x :: w). rewrite W, <- app_assoc. cbn [length]. auto.
        * destruct IH as [F|F]; [lia|now right].
      + rewrite (skipn_here v), Hx by lia. cbn [divide length]. specialize (IH (Datatypes.S k)). cbn [divide] in IH.
        change (Datatypes.S (length t) <? Datatypes.S (length (skipn (Datatypes.S k) es)))%nat with (length t <? length (skipn (Datatypes.S k) es))%nat.
        destruct (Nat.ltb_spec (length t) (length (skipn (Datatypes.S k) es))) as [L|L]; [left; cbn [length]; lia|].
        destruct (divide step x (nth k es v)) as [q|]; [|now right]. cbn [is_nothing tree_in]. specialize (IH (l ++ [q]) Ht).
        match type of IH with match option_map Tuple ?e with _ => _ end => destruct e as [w|] end; cbn [option_map] in *.
        * destruct IH as (w' & [= <-] & M & W). exists (q :: w). rewrite W, <- app_assoc. cbn [length]. auto.
        * destruct IH as [F|F]; [lia|now right].
  Qed.
  Lemma one_text a b : (forall y b, self (Leaf y) b = divide step (Leaf y) b) ->
    Forall (fun x => forall b, self x b = divide step x b) (match a with Leaf _ => [] | Tuple u => u end) ->
    Headers.divide step self a b = divide step a b.
  Proof.
    intros Number H. unfold Headers.divide. rewrite !printed_product. destruct a as [x|u]; cbn [is_leaf leaf_of].
    - cbn [divide]. destruct (product (leaves b)) as [p|]; [|reflexivity]. cbn [is_nothing offset_in].
      destruct (step x p); reflexivity.
    - destruct b as [y|v]; cbn [is_leaf].
      + pose proof (along_is_printed Number u [] y H) as W. cbn [entries]. destruct (divide step (Tuple u) (Leaf y)) as [r|].
        * destruct W as (w & t & -> & L & ->). unfold tuple_of, rank. cbn [entries app]. now rewrite L, Z.eqb_refl.
        * now rewrite W.
      + pose proof (each_is_printed (Tuple v) u 0 [] H) as W. cbn [entries skipn] in W |- *.
        destruct (Z.ltb_spec (rank (Tuple u)) (rank (Tuple v))) as [L|L]; unfold rank in L; cbn [entries] in L.
        { symmetry. apply divide_refuses_more. lia. }
        destruct (divide step (Tuple u) (Tuple v)) as [r|].
        * destruct W as (w & -> & M & ->). unfold tuple_of, rank. cbn [entries app]. now rewrite M, Z.eqb_refl.
        * destruct W as [M|W]; [lia|now rewrite W].
  Qed.
  Theorem printed_divide : (forall a b, self a b = Headers.divide step self a b) -> forall a b, self a b = divide step a b.
  Proof.
    intros Own. assert (Number : forall y b, self (Leaf y) b = divide step (Leaf y) b).
    { intros y b. rewrite Own. unfold Headers.divide. rewrite !printed_product. cbn [is_leaf leaf_of divide].
      destruct (product (leaves b)) as [p|]; [|reflexivity]. cbn [is_nothing offset_in]. destruct (step y p); reflexivity. }
    induction a as [x|u IH] using tree_induction; intros b; rewrite Own; apply one_text; auto.
  Qed.
End Printed.
Theorem divide_is_printed step a b : divide step a b = Headers.divide step (divide step) a b.
Proof.
  symmetry. apply one_text; [reflexivity|]. destruct a as [x|u]; [constructor|]. apply Forall_forall. reflexivity.
Qed.

(* A tuple by a number, rounding up: leaf x is divided by what is left of the number after the leaves before it. *)
Lemma ceil_is x y : 1 <= y -> forall c, ceiling x y c <-> c = ceil x y.
Proof.
  intros Hy. assert (G : ceiling x y (ceil x y)).
  { unfold ceiling, ceil. pose proof (Z.div_mod (x + y - 1) y ltac:(lia)). pose proof (Z.mod_pos_bound (x + y - 1) y ltac:(lia)).
    split; [nia|]. intros d Hd. nia. }
  intros c. split; [|now intros ->]. intros [A B]. destruct G as [C D]. specialize (B _ C). specialize (D _ A). lia.
Qed.
Lemma step_is_ceil x y c : ceil_div_step x y = Some c -> 0 <= x /\ 1 <= y /\ c = ceil x y.
Proof. intros H. destruct (ceil_div_step_rounds_up _ _ _ H) as (A & B & C). repeat split; auto. now apply ceil_is. Qed.
Lemma ceil_ceil d a b : 1 <= a -> 1 <= b -> ceil (ceil d a) b = ceil d (a * b).
Proof.
  intros Ha Hb. apply ceil_is; [nia|]. destruct (proj2 (ceil_is d a Ha _) eq_refl) as [A1 A2].
  destruct (proj2 (ceil_is (ceil d a) b Hb _) eq_refl) as [B1 B2]. split; [nia|].
  intros e He. apply B2. apply A2. nia.
Qed.
Lemma ceil_one d : ceil d 1 = d.
Proof. unfold ceil. rewrite Z.div_1_r. lia. Qed.
Lemma running_app a : Forall (Z.le 1) a -> forall b d, quotients (a ++ b) d = quotients a d ++ quotients b (ceil d (points a)).
Proof.
  induction 1 as [|x t Hx Ht IH]; intros b d; cbn [app quotients points]; [now rewrite ceil_one|].
  rewrite IH. now rewrite ceil_ceil by (auto; now apply points_at_least_one).
Qed.
Theorem ceil_div_by_a_number a : forall d r, Forall (Z.le 1) (leaves a) -> divide ceil_div_step a (Leaf d) = Some r ->
  congruent a r /\ leaves r = quotients (leaves a) d.
Proof.
  induction a as [x|u IH] using tree_induction; intros d r H E.
  - destruct (divide_number _ _ _ _ E) as (q & -> & S). split; [constructor|]. cbn in S. rewrite Z.mul_1_r in S.
    destruct (step_is_ceil _ _ _ S) as (_ & _ & ->). reflexivity.
  - cbn [divide] in E. match type of E with option_map Tuple ?e = _ => destruct e as [w|] eqn:W; [|discriminate] end.
    injection E as <-. cbn [leaves] in *.
    enough (G : Forall2 congruent u w /\ flat_map leaves w = quotients (flat_map leaves u) d).
    { destruct G. split; [now constructor|auto]. }
    revert d w W. induction IH as [|x t Hx Ht IHt]; intros d w W; [injection W as <-; split; constructor|].
    cbn [flat_map] in H. apply Forall_app in H. destruct H as [H1 H2].
    destruct (divide _ x (Leaf d)) as [q|] eqn:Q; [|discriminate].
    destruct (product (leaves x)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
    destruct (ceil_div_step d _) as [l|] eqn:L; [|discriminate].
    match type of W with option_map _ ?e = _ => destruct e as [z|] eqn:Z0; [|discriminate] end. injection W as <-.
    destruct (Hx d q H1 Q) as [C1 E1]. destruct (IHt H2 l z Z0) as [C2 E2]. split; [now constructor|].
    cbn [flat_map]. rewrite running_app by auto. destruct (step_is_ceil _ _ _ L) as (_ & _ & <-). now rewrite E1, E2.
Qed.

(* round_up: as many leaves, each times the divisor's; evenly_divides: whether the tiles have as many points. *)
Fixpoint multiplied (a b : list Z) : option (list Z) :=
  match a, b with
  | x :: t, y :: u => if product_fits x y then option_map (cons (x * y)) (multiplied t u) else None
  | _, _ => Some []
  end.
Lemma one_code (a : tree) : forall b r s, code a ++ r = code b ++ s -> congruent a b /\ r = s.
Proof.
  induction a as [x|u IH] using tree_induction; intros [y|v] r s E; cbn [code app] in E; [| exfalso | exfalso |].
  - injection E as <-. split; [constructor|reflexivity].
  - apply (f_equal (hd 0)) in E. cbn [hd] in E. lia.
  - apply (f_equal (hd 0)) in E. cbn [hd] in E. lia.
  - assert (L : 1 + Z.of_nat (length u) = 1 + Z.of_nat (length v)) by exact (f_equal (hd 0) E). apply (f_equal (@tl Z)) in E. cbn [tl] in E. assert (G : Forall2 congruent u v /\ r = s).
    { assert (N : length u = length v) by lia. clear L. revert v N r s E.
      induction IH as [|x t Hx Ht IHt]; intros [|y w] N r s E; try discriminate; [split; [constructor|exact E]|].
      cbn [flat_map] in E. rewrite <- !app_assoc in E. destruct (Hx y _ _ E) as [C F]. cbn [length] in N.
      destruct (IHt w ltac:(lia) r s F) as [Cs R]. split; [now constructor|exact R]. }
    destruct G. split; [now constructor|assumption].
Qed.
Lemma alike_is (a b : tree) : alike (code a) (code b) = true -> congruent a b.
Proof.
  unfold alike. destruct (list_eq_dec Z.eq_dec (code a) (code b)) as [E|]; [|discriminate]. intros _.
  apply (one_code a b [] []). now rewrite E.
Qed.
Lemma as_many_leaves a : forall b, congruent a b -> length (leaves a) = length (leaves b).
Proof.
  induction a as [x|u IH] using tree_induction; intros b C; inversion C as [|? v F]; subst; [reflexivity|]. cbn [leaves]. clear C.
  induction F as [|x y t w H F IHF]; [reflexivity|]. inversion_clear IH. cbn [flat_map]. rewrite !app_length. auto.
Qed.
Lemma multiplied_in_place b : forall pre a, length a = length b ->
  walk (fun '(m1, k1) l2 => if product_fits (nth k1 l2 0) m1 then inl (put_at k1 (nth k1 l2 0 * m1) l2) else inr (@None (list Z)))
    (combine b (seq (length pre) (length b))) (pre ++ a) =
  match multiplied a b with Some w => inl (pre ++ w) | None => inr None end.
Proof.
  induction b as [|y u IH]; intros pre [|x t] L; try discriminate; [reflexivity|]. cbn [length seq combine walk multiplied] in *.
  rewrite nth_middle. destruct (product_fits x y); [|reflexivity].
  assert (P : put_at (length pre) (x * y) (pre ++ x :: t) = (pre ++ [x * y]) ++ t).
  { rewrite <- app_assoc. clear. induction pre as [|z p IH]; cbn [length app put_at]; [reflexivity|]. now rewrite IH. }
  rewrite P. specialize (IH (pre ++ [x * y]) t ltac:(congruence)). rewrite app_length, Nat.add_1_r in IH. rewrite IH.
  destruct (multiplied t u) as [w|]; [|reflexivity]. cbn [option_map]. now rewrite <- app_assoc.
Qed.
Theorem round_up_is c : (forall a b, c a b = Headers.ceil_div divide a b) -> forall a b r, Headers.round_up c a b = Some r ->
  congruent a b /\ entrywise (fun x y z => z = ceil x y * y) (leaves a) (leaves b) r.
Proof.
  intros C a b r. unfold Headers.round_up. rewrite C. unfold Headers.ceil_div.
  destruct (divide ceil_div_step a b) as [q|] eqn:Q; [|discriminate]. cbn [is_nothing tree_in].
  destruct (alike (code a) (code b)) eqn:F; [|discriminate]. apply alike_is in F.
  destruct (divide_leaf_by_leaf _ a b q F Q) as [G E].
  pose proof (multiplied_in_place (leaves b) [] (leaves q)) as M. cbn [length app] in M.
  rewrite M by (rewrite <- (as_many_leaves a q G); now apply as_many_leaves). clear M. intros M. split; [exact F|].
  destruct (multiplied (leaves q) (leaves b)) as [w|] eqn:W; [|discriminate]. injection M as <-. revert w W.
  induction E as [|x y z t u v Hx Ht IH]; intros r M; cbn [multiplied] in M; [injection M as <-; constructor|].
  destruct (product_fits z y); [|discriminate]. destruct (multiplied v u) as [w|]; [|discriminate]. injection M as <-.
  destruct (step_is_ceil _ _ _ Hx) as (_ & _ & ->). constructor; auto.
Qed.

Lemma running_at_least_one l : Forall (Z.le 1) l -> forall d, 1 <= d -> Forall (Z.le 1) (quotients l d).
Proof.
  induction 1 as [|x t Hx Ht IH]; intros d Hd; cbn [quotients]; constructor.
  - pose proof (proj2 (ceil_is x d Hd _) eq_refl) as [A B]. nia.
  - apply IH. pose proof (proj2 (ceil_is d x Hx _) eq_refl) as [A B]. nia.
Qed.
Lemma fits_is a b : 1 <= a -> 1 <= b -> (product_fits a b = true <-> a * b <= limit).
Proof. intros. rewrite product_fits_is by (unfold limit; lia). now rewrite Z.abs_eq by nia. Qed.
Lemma product_is_small l : Forall (Z.le 1) l -> forall s p, 1 <= s <= limit -> fold_left times l (Some s) = Some p -> p <= limit.
Proof.
  induction 1 as [|x t Hx Ht IH]; intros s p Hs E; cbn [fold_left times] in E; [injection E; lia|].
  destruct (product_fits s x) eqn:F; [|now rewrite times_none in E].
  apply fits_is in F; [|lia|lia]. apply (IH (s * x) p); [nia|exact E].
Qed.
Theorem evenly_divides_a_number c e : (forall a b, c a b = Headers.ceil_div divide a b) ->
  (forall a b, e a b = Headers.evenly_divides c e a b) ->
  forall a y yes, Forall (Z.le 1) (leaves a) -> 1 <= y -> e a (Leaf y) = Some yes ->
  (yes = true <-> points (quotients (leaves a) y) * y = points (leaves a)).
Proof.
  intros C O a y yes H Hy. rewrite O. unfold Headers.evenly_divides. cbn [is_leaf leaf_of]. rewrite C. unfold Headers.ceil_div.
  destruct (divide ceil_div_step a (Leaf y)) as [t|] eqn:T; [|discriminate]. cbn [is_nothing tree_in]. rewrite !printed_product.
  destruct (product (leaves a)) as [n|] eqn:N; [|discriminate]. cbn [is_nothing offset_in]. intros E.
  assert (E' : yes = match product (leaves t) with Some c => if product_fits c y then c * y =? n else false | None => false end).
  { destruct (product (leaves t)) as [c'|]; cbn [is_nothing offset_in] in E; [|now injection E].
    destruct (product_fits c' y); [|now injection E]. destruct (c' * y =? n); now injection E. }
  subst yes. clear E.
  assert (L : n <= limit) by (apply (product_is_small _ H 1 n); [unfold limit; lia|exact N]).
  apply product_is in N. subst n. destruct (ceil_div_by_a_number a y t H T) as [_ R]. rewrite <- R.
  pose proof (running_at_least_one _ H y Hy) as P. rewrite <- R in P. pose proof (points_at_least_one _ P).
  destruct (product (leaves t)) as [c'|] eqn:K.
  - apply product_is in K. subst c'. destruct (product_fits _ y) eqn:F; [apply Z.eqb_eq|].
    split; [discriminate|]. intros Q. rewrite <- F. apply fits_is; lia.
  - apply product_refuses in K; [|exact P]. split; [discriminate|]. nia.
Qed.

Lemma scaled_entries self : (forall a b, self a b = Headers.elem_scale self a b) -> forall u k v l w,
  Forall (fun a => forall b r, self a b = Some r -> scaled a b r) u -> length u = length (skipn k (entries v)) ->
  walk (fun '(m1, k1) l2 => if is_nothing (self m1 (nth_entry v k1)) then inr (@None tree) else inl (l2 ++ [tree_in (self m1 (nth_entry v k1))]))
    (combine u (seq k (length u))) l = inl w -> exists x, w = l ++ x /\ entrywise scaled u (skipn k (entries v)) x.
Proof.
  intros Own. induction u as [|a t IH]; intros k v l w H L; cbn [length seq combine walk].
  - intros [= <-]. exists []. rewrite app_nil_r. split; [reflexivity|]. destruct (skipn k (entries v)); [constructor|discriminate].
  - inversion_clear H as [|? ? Ha Ht].
    destruct (self a (nth_entry v k)) as [q|] eqn:Q; [|discriminate]. cbn [is_nothing tree_in]. intros W.
    assert (K : (k < length (entries v))%nat) by (cbn [length] in L; rewrite skipn_length in L; lia).
    rewrite (skipn_here v _ k K) in L |- *. fold (nth_entry v k). cbn [length] in L. destruct (IH (Datatypes.S k) v _ w Ht ltac:(congruence) W) as (x & -> & E).
    exists (q :: x). rewrite <- app_assoc. split; [reflexivity|]. constructor; auto.
Qed.
Theorem elem_scale_is self : (forall a b, self a b = Headers.elem_scale self a b) -> forall a b r, self a b = Some r -> scaled a b r.
Proof.
  intros Own a. induction a as [x|u IH] using tree_induction; intros b r E; rewrite Own in E; unfold Headers.elem_scale in E; cbn [is_leaf leaf_of] in E.
  - rewrite printed_product in E. destruct (product (leaves b)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
    cbn [is_nothing offset_in] in E. destruct (product_fits x _); [|discriminate]. injection E as <-. constructor.
  - destruct b as [y|v]; [discriminate|]. cbn [is_leaf] in E. unfold rank in E. cbn [entries] in E.
    destruct (Z.eqb_spec (Z.of_nat (length u)) (Z.of_nat (length v))) as [L|]; [|discriminate].
    match type of E with match ?e with inl _ => _ | inr _ => _ end = _ => destruct e as [w|o] eqn:W end.
    + destruct (scaled_entries self Own u 0 (Tuple v) [] w IH ltac:(cbn [skipn entries]; lia) W) as (q & -> & F).
      cbn [app skipn entries] in *. injection E as <-. unfold tuple_of.
      assert (N : length q = length u) by (clear -F; induction F; cbn [length]; congruence).
      rewrite N, Z.eqb_refl. now constructor.
    + exfalso. subst o. match type of W with walk ?F _ _ = _ => set (turn := F) in W end.
      assert (G : forall t k l, walk turn (combine t (seq k (length t))) l <> inr (Some r)).
      { clear. induction t as [|x t IH]; intros k l; cbn [length seq combine walk]; [discriminate|]. unfold turn at 1.
        destruct (is_nothing _); [discriminate|]. apply IH. }
      now apply G in W.
Qed.

(* There are such functions. *)
Theorem elem_scale_exists : exists self, forall a b, self a b = Headers.elem_scale self a b.
Proof.
  apply (own_text_of_two None (fun a _ => weight a)). intros f g a b H. unfold Headers.elem_scale.
  destruct a as [x|u]; [reflexivity|]. cbn [is_leaf entries].
  rewrite (walk_alike _ (fun '(m1, k1) l2 => if is_nothing (g m1 (nth_entry b k1)) then inr None
    else inl (l2 ++ [tree_in (g m1 (nth_entry b k1))]))); [reflexivity|].
  intros [m k] s I. apply in_combine_l in I. rewrite H; [reflexivity|]. now apply an_entry_weighs_less.
Qed.
Theorem evenly_divides_exists c : exists self, forall a b, self a b = Headers.evenly_divides c self a b.
Proof.
  apply (own_text_of_two None (fun _ b => weight b)). intros f g a b H. unfold Headers.evenly_divides.
  destruct b as [x|u]; [reflexivity|]. cbn [is_leaf entries].
  erewrite walk_alike; [reflexivity|]. intros [m k] s I. apply in_combine_l in I. cbv beta iota.
  rewrite H; [reflexivity|]. now apply an_entry_weighs_less.
Qed.

(* By a number, with either step: the first entry by it, the others by what is left of it. *)
Theorem divide_by_what_is_left step x t d r : divide step (Tuple (x :: t)) (Leaf d) = Some r ->
  exists q left_ v, divide step x (Leaf d) = Some q /\ step d (points (leaves x)) = Some left_ /\
    divide step (Tuple t) (Leaf left_) = Some (Tuple v) /\ r = Tuple (q :: v).
Proof.
  cbn [divide]. destruct (divide step x (Leaf d)) as [q|]; [|discriminate].
  destruct (product (leaves x)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
  destruct (step d _) as [l|]; [|discriminate].
  match goal with |- option_map Tuple (option_map _ ?e) = _ -> _ => destruct e as [v|] eqn:V end; [|discriminate].
  intros E. injection E as <-. exists q, l, v. repeat split. now rewrite V.
Qed.
