(* SPDX-License-Identifier: MIT *)
(* Division and scaling of trees of any form, over the generated division of two numbers. Law: division_rounds. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Steps Colex.Evaluate Colex.Limits Colex.Trees.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Local Notation tree := (Nested.tree Z).

(* ------------------------------------------------------------------------------------------------- of two numbers *)

Definition ceiling (x y c : Z) : Prop := x <= c * y /\ forall d, x <= d * y -> c <= d.
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
  (* By a tuple of fewer entries: those beyond stay. By one of more: refused. A number by a tree: by its product. *)
  Theorem divide_beyond u v w r : divide (Tuple u) (Tuple v) = Some (Tuple r) -> length u = length v ->
    divide (Tuple (u ++ w)) (Tuple v) = Some (Tuple (r ++ w)).
  Proof.
    cbn [divide]. intros E L. replace (length (u ++ w) <? length v)%nat with false
      by (symmetry; apply Nat.ltb_ge; rewrite app_length; lia).
    destruct (length u <? length v)%nat; [discriminate|].
    match type of E with option_map Tuple ?e = _ => destruct e as [z|] eqn:Z0; [|discriminate] end. injection E as <-.
    f_equal. match goal with |- option_map Tuple ?e = _ => enough (G : e = Some (z ++ w)) by now rewrite G end.
    revert v L z Z0. induction u as [|x t IH]; intros [|y s] L z Z0; try discriminate L.
    - injection Z0 as <-. cbn [app]. clear. induction w as [|x t IH]; [auto|]. now rewrite IH.
    - cbn [app]. destruct (divide x y) as [q|]; [|discriminate].
      match type of Z0 with option_map _ ?e = _ => destruct e as [c|] eqn:C; [|discriminate] end. injection Z0 as <-.
      rewrite (IH s ltac:(cbn in L; lia) c C). reflexivity.
  Qed.
  Theorem divide_refuses_more u v : (length u < length v)%nat -> divide (Tuple u) (Tuple v) = None.
  Proof. intros L. cbn [divide]. apply Nat.ltb_lt in L. now rewrite L. Qed.
  Theorem divide_number x b r : divide (Leaf x) b = Some r ->
    exists q, r = Leaf q /\ step x (points (leaves b)) = Some q.
  Proof.
    cbn [divide]. destruct (product (leaves b)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
    destruct (step x _) as [q|]; [|discriminate]. intros E. injection E as <-. now exists q.
  Qed.
End Divide.

(* A tuple by a number, rounding up: leaf x is divided by what is left of the number after the leaves before it. *)
Definition ceil (x y : Z) : Z := (x + y - 1) / y.
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
Fixpoint running (l : list Z) (d : Z) : list Z := match l with [] => [] | x :: t => ceil x d :: running t (ceil d x) end.
Lemma ceil_one d : ceil d 1 = d.
Proof. unfold ceil. rewrite Z.div_1_r. lia. Qed.
Lemma running_app a : Forall (Z.le 1) a -> forall b d, running (a ++ b) d = running a d ++ running b (ceil d (points a)).
Proof.
  induction 1 as [|x t Hx Ht IH]; intros b d; cbn [app running points]; [now rewrite ceil_one|].
  rewrite IH. now rewrite ceil_ceil by (auto; now apply points_at_least_one).
Qed.
Theorem ceil_div_by_a_number a : forall d r, Forall (Z.le 1) (leaves a) -> divide ceil_div_step a (Leaf d) = Some r ->
  congruent a r /\ leaves r = running (leaves a) d.
Proof.
  induction a as [x|u IH] using tree_induction; intros d r H E.
  - destruct (divide_number _ _ _ _ E) as (q & -> & S). split; [constructor|]. cbn in S. rewrite Z.mul_1_r in S.
    destruct (step_is_ceil _ _ _ S) as (_ & _ & ->). reflexivity.
  - cbn [divide] in E. match type of E with option_map Tuple ?e = _ => destruct e as [w|] eqn:W; [|discriminate] end.
    injection E as <-. cbn [leaves] in *.
    enough (G : Forall2 congruent u w /\ flat_map leaves w = running (flat_map leaves u) d).
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
Theorem running_is l : Forall (Z.le 1) l -> forall d k, (k < length l)%nat ->
  nth k (running l d) 0 = ceil (nth k l 0) (ceil d (points (firstn k l))).
Proof.
  induction 1 as [|x t Hx Ht IH]; intros d k Hk; cbn [length] in Hk; [lia|]. destruct k as [|k]; cbn [running nth firstn].
  - now rewrite ceil_one.
  - rewrite IH by lia. cbn [points]. rewrite ceil_ceil; [auto|auto|].
    apply points_at_least_one. rewrite <- (firstn_skipn k t) in Ht. now apply Forall_app in Ht.
Qed.

(* round_up: as many leaves, each times the divisor's; evenly_divides: whether the tiles have as many points. *)
Fixpoint multiplied (a b : list Z) : option (list Z) :=
  match a, b with
  | x :: t, y :: u => if product_fits x y then option_map (cons (x * y)) (multiplied t u) else None
  | _, _ => Some []
  end.
Fixpoint same_form (a b : tree) : bool :=
  match a, b with
  | Leaf _, Leaf _ => true
  | Tuple u, Tuple v => (fix each (u v : list tree) : bool :=
      match u, v with [], [] => true | x :: t, y :: w => same_form x y && each t w | _, _ => false end) u v
  | _, _ => false
  end.
Lemma same_form_is a : forall b, same_form a b = true -> congruent a b.
Proof.
  induction a as [x|u IH] using tree_induction; intros [y|v] E; cbn [same_form] in E; try discriminate; constructor.
  revert v E. induction IH as [|x t Hx Ht IHt]; intros [|y w] E; try discriminate; constructor;
    apply andb_true_iff in E; destruct E as [E1 E2]; auto.
Qed.
Definition round_up (a b : tree) : option (list Z) :=
  match divide ceil_div_step a b with
  | Some r => if same_form a b then multiplied (leaves r) (leaves b) else None
  | None => None
  end.
Theorem round_up_is a b r : round_up a b = Some r ->
  congruent a b /\ entrywise (fun x y z => z = ceil x y * y) (leaves a) (leaves b) r.
Proof.
  unfold round_up. destruct (divide ceil_div_step a b) as [q|] eqn:Q; [|discriminate].
  destruct (same_form a b) eqn:F; [|discriminate]. apply same_form_is in F. intros M. split; [exact F|].
  destruct (divide_leaf_by_leaf _ a b q F Q) as [_ E]. revert r M.
  induction E as [|x y z t u v Hx Ht IH]; intros r M; cbn [multiplied] in M; [injection M as <-; constructor|].
  destruct (product_fits z y); [|discriminate]. destruct (multiplied v u) as [w|]; [|discriminate]. injection M as <-.
  destruct (step_is_ceil _ _ _ Hx) as (_ & _ & ->). constructor; auto.
Qed.

Fixpoint evenly_divides (a b : tree) {struct b} : option bool :=
  match b with
  | Leaf y =>
      match divide ceil_div_step a (Leaf y), product (leaves a) with
      | Some t, Some n => Some (match product (leaves t) with
                                | Some c => if product_fits c y then c * y =? n else false | None => false end)
      | _, _ => None
      end
  | Tuple v =>
      let u := match a with Leaf _ => [a] | Tuple u => u end in
      if (length u <? length v)%nat then Some false else
      (fix each (u v : list tree) {struct v} : option bool :=
         match u, v with
         | x :: t, y :: w => match evenly_divides x y with Some true => each t w | other => other end
         | _, _ => Some true
         end) u v
  end.
Lemma running_at_least_one l : Forall (Z.le 1) l -> forall d, 1 <= d -> Forall (Z.le 1) (running l d).
Proof.
  induction 1 as [|x t Hx Ht IH]; intros d Hd; cbn [running]; constructor.
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
Theorem evenly_divides_a_number a y yes : Forall (Z.le 1) (leaves a) -> 1 <= y -> evenly_divides a (Leaf y) = Some yes ->
  (yes = true <-> points (running (leaves a) y) * y = points (leaves a)).
Proof.
  intros H Hy. cbn [evenly_divides]. destruct (divide ceil_div_step a (Leaf y)) as [t|] eqn:T; [|discriminate].
  destruct (product (leaves a)) as [n|] eqn:N; [|discriminate]. intros E. injection E as <-.
  assert (L : n <= limit) by (apply (product_is_small _ H 1 n); [unfold limit; lia|exact N]).
  apply product_is in N. subst n. destruct (ceil_div_by_a_number a y t H T) as [_ R]. rewrite <- R.
  pose proof (running_at_least_one _ H y Hy) as P. rewrite <- R in P. pose proof (points_at_least_one _ P).
  destruct (product (leaves t)) as [c|] eqn:C.
  - apply product_is in C. subst c. destruct (product_fits _ y) eqn:F; [apply Z.eqb_eq|].
    split; [discriminate|]. intros Q. rewrite <- F. apply fits_is; lia.
  - apply product_refuses in C; [|exact P]. split; [discriminate|]. nia.
Qed.
(* By a tuple: no more entries than the shape has, a number being one, and each divides its own. *)
Theorem evenly_divides_a_tuple a v yes : evenly_divides a (Tuple v) = Some yes ->
  let u := match a with Leaf _ => [a] | Tuple u => u end in
  (yes = true <-> (length v <= length u)%nat /\
     forall k, (k < length v)%nat -> evenly_divides (nth k u a) (nth k v (Tuple v)) = Some true).
Proof.
  intros E u. cbn [evenly_divides] in E. fold u in E. destruct (Nat.ltb_spec (length u) (length v)) as [L|L].
  - injection E as <-. split; [discriminate|]. lia.
  - revert E L. generalize (Tuple v) as z. intros z. revert yes. generalize u at 1 2 3 4. clear u.
    induction v as [|y w IH]; intros u yes E L.
    + destruct u; injection E as <-; (split; [intros _; split; [cbn; lia|intros k Hk; cbn in Hk; lia]|auto]).
    + destruct u as [|x t]; [cbn in L; lia|]. destruct (evenly_divides x y) as [[|]|] eqn:Q; [| |discriminate].
      * rewrite (IH t yes E) by (cbn in L; lia). cbn [length]. split; intros [A B]; split; try lia; intros k Hk.
        -- destruct k as [|k]; [exact Q|]. apply B. lia.
        -- apply (B (S k)). lia.
      * injection E as <-. split; [discriminate|]. intros [_ B]. specialize (B 0%nat ltac:(cbn; lia)). cbn [nth] in B. congruence.
Qed.

(* elem_scale: each number times the points of the entry in its place. *)
Fixpoint elem_scale (a b : tree) {struct a} : option tree :=
  match a with
  | Leaf x =>
      match product (leaves b) with Some p => if product_fits x p then Some (Leaf (x * p)) else None | None => None end
  | Tuple u =>
      match b with
      | Leaf _ => None
      | Tuple v => option_map Tuple ((fix each (u v : list tree) {struct u} : option (list tree) :=
          match u, v with
          | [], [] => Some []
          | x :: t, y :: w => match elem_scale x y with Some q => option_map (cons q) (each t w) | None => None end
          | _, _ => None
          end) u v)
      end
  end.
Inductive scaled : tree -> tree -> tree -> Prop :=
  | scaled_number x b : scaled (Leaf x) b (Leaf (x * points (leaves b)))
  | scaled_tuple u v w : entrywise scaled u v w -> scaled (Tuple u) (Tuple v) (Tuple w).
Theorem elem_scale_is a : forall b r, elem_scale a b = Some r -> scaled a b r.
Proof.
  induction a as [x|u IH] using tree_induction; intros b r E; cbn [elem_scale] in E.
  - destruct (product (leaves b)) as [p|] eqn:P; [|discriminate]. apply product_is in P. subst p.
    destruct (product_fits x _); [|discriminate]. injection E as <-. constructor.
  - destruct b as [y|v]; [discriminate|].
    match type of E with option_map Tuple ?e = _ => destruct e as [w|] eqn:W; [|discriminate] end. injection E as <-.
    constructor. revert v w W. induction IH as [|x t Hx Ht IHt]; intros [|y v] w W; try discriminate;
      [injection W as <-; constructor|].
    destruct (elem_scale x y) as [q|] eqn:Q; [|discriminate].
    match type of W with option_map _ ?e = _ => destruct e as [z|] eqn:Z0; [|discriminate] end. injection W as <-.
    constructor; eauto.
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

(* The functions are the shipped ones on these forms. *)
Definition answer (r : option tree) : option (list Z) := option_map leaves r.
Theorem ceil_div_each_driver a b c d e f :
  answer (divide ceil_div_step (form a b c) (form d e f)) = ceil_div_each a b c d e f.
Proof. unfold answer, ceil_div_each, ceil_div_step, product. same_as_shipped. Qed.
Theorem ceil_div_along_driver a b d :
  answer (divide ceil_div_step (Tuple [Leaf a; Leaf b]) (Leaf d)) = ceil_div_along a b d.
Proof. unfold answer, ceil_div_along, ceil_div_step, product. same_as_shipped. Qed.
Theorem ceil_div_number_driver a b c :
  answer (divide ceil_div_step (Leaf a) (Tuple [Leaf b; Leaf c])) = ceil_div_number a b c.
Proof. unfold answer, ceil_div_number, ceil_div_step, product. same_as_shipped. Qed.
Theorem shape_div_along_driver a b d :
  answer (divide shape_div_step (Tuple [Leaf a; Leaf b]) (Leaf d)) = shape_div_along a b d.
Proof. unfold answer, shape_div_along, shape_div_step, product. same_as_shipped. Qed.
Theorem round_up_driver a b c d :
  round_up (Tuple [Leaf a; Leaf b]) (Tuple [Leaf c; Leaf d]) = round_up_2 a b c d.
Proof. unfold round_up, round_up_2, ceil_div_step, product. same_as_shipped. Qed.
Theorem elem_scale_driver a b c d :
  answer (elem_scale (Tuple [Leaf a; Leaf b]) (form c c d)) = elem_scale_2 a b c d.
Proof. unfold answer, elem_scale_2, product. same_as_shipped. Qed.

Definition theorems :=
  (@ceil_div_step_rounds_up, @ceil_div_step_refuses, @shape_div_step_is_exact, @shape_div_step_refuses,
   @divide_leaf_by_leaf, @divide_by_what_is_left, @ceil_div_by_a_number, @running_is, @round_up_is,
   @evenly_divides_a_number, @elem_scale_is).
Print Assumptions theorems.
