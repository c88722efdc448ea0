(* SPDX-License-Identifier: MIT *)
(* Maps over GF(2) of any number of columns, and swizzles: the map of a swizzle is the swizzle, and the composition of two such
   maps is one swizzle after the other. From the generated steps. Law: swizzles_compose_over_gf2. *)
From Coq Require Import ZArith List Lia Bool Btauto.
Require Import Colex.Fold Colex.Combinators Colex.Steps.
Require Colex.Vocabulary Colex.Headers.
Import ListNotations.
Open Scope Z_scope.

(* bits.hpp: a map folds its step over the columns; a composition maps the columns. *)
Fixpoint map_from (k : Z) (columns : list Z) (sum x : Z) : Z :=
  match columns with [] => sum | c :: t => map_from (k + 1) t (bit_step sum c x k) x end.
Definition bit_map (columns : list Z) (x : Z) : Z := map_from 0 columns 0 x.
Definition compose_maps (a b : list Z) : list Z := map (bit_map a) b.

(* swizzle.hpp: the images of single bits, as many as the wider of two swizzles reaches. *)
Record swizzle := Swizzle { bits : Z; base : Z; shift : Z }.
Definition swizzles (s : swizzle) (x : Z) : Z := swizzled (bits s) (base s) (shift s) x.
Definition places (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition images (f : Z -> Z) (n : Z) : list Z := map (fun k => f (Z.shiftl 1 k)) (places n).
Definition swizzle_map (s : swizzle) (n : Z) : list Z := images (swizzles s) n.
Definition reach_bits (s : swizzle) : Z := bits s + base s + Z.abs (shift s).
Definition inputs (a b : swizzle) : Z := if reach_bits a <? reach_bits b then reach_bits b else reach_bits a.
Definition composition (a b : swizzle) : list Z :=
  compose_maps (swizzle_map a (inputs a b)) (swizzle_map b (inputs a b)).

(* --------------------------------------------------------------------------- any number of columns: f is linear *)

Notation linear := Vocabulary.linear.

Lemma bit_step_is sum c x k : 0 <= k -> bit_step sum c x k = if Z.testbit x k then Z.lxor sum c else sum.
Proof.
  intros Hk. unfold bit_step. change 1 with (Z.ones 1). rewrite Z.land_ones, Z.shiftr_div_pow2 by lia.
  change (2 ^ 1) with 2. rewrite <- Z.testbit_spec' by auto. now destruct (Z.testbit x k).
Qed.
(* One bit more of x. *)
Lemma one_bit_more x k : 0 <= k ->
  x mod 2 ^ (k + 1) = if Z.testbit x k then Z.lxor (x mod 2 ^ k) (Z.shiftl 1 k) else x mod 2 ^ k.
Proof.
  intros Hk. apply Z.bits_inj'. intros n Hn. rewrite Z.shiftl_1_l.
  assert (D : n < k \/ n = k \/ k < n) by lia. destruct D as [D|[->|D]].
  - rewrite Z.mod_pow2_bits_low by lia. destruct (Z.testbit x k); rewrite ?Z.lxor_spec, Z.mod_pow2_bits_low by lia;
      rewrite ?Z.pow2_bits_false by lia; now rewrite ?xorb_false_r.
  - rewrite Z.mod_pow2_bits_low by lia. destruct (Z.testbit x k) eqn:E; rewrite ?Z.lxor_spec, Z.mod_pow2_bits_high by lia;
      rewrite ?Z.pow2_bits_true by lia; reflexivity.
  - rewrite Z.mod_pow2_bits_high by lia. destruct (Z.testbit x k); rewrite ?Z.lxor_spec, Z.mod_pow2_bits_high by lia;
      rewrite ?Z.pow2_bits_false by lia; reflexivity.
Qed.
Lemma linear_one_more f x k : linear f -> 0 <= k ->
  bit_step (f (x mod 2 ^ k)) (f (Z.shiftl 1 k)) x k = f (x mod 2 ^ (k + 1)).
Proof.
  intros [_ L] Hk. rewrite bit_step_is, one_bit_more by auto. destruct (Z.testbit x k); [symmetry; apply L|reflexivity].
Qed.
Lemma linear_from f x : linear f -> forall count from,
  map_from (Z.of_nat from) (map (fun k => f (Z.shiftl 1 k)) (map Z.of_nat (seq from count))) (f (x mod 2 ^ Z.of_nat from)) x =
  f (x mod 2 ^ Z.of_nat (from + count)).
Proof.
  intros L. induction count as [|n IH]; intros from; cbn [seq map map_from]; [now rewrite Nat.add_0_r|].
  rewrite linear_one_more by (auto; lia). replace (Z.of_nat from + 1) with (Z.of_nat (S from)) by lia.
  rewrite IH. do 3 f_equal. lia.
Qed.
Theorem map_of_a_linear_function f n x : linear f -> 0 <= n -> bit_map (images f n) x = f (x mod 2 ^ n).
Proof.
  intros L Hn. pose proof (linear_from f x L (Z.to_nat n) 0) as E. cbn [Z.of_nat Nat.add] in E.
  change (2 ^ 0) with 1 in E. rewrite Z.mod_1_r, (proj1 L), Z2Nat.id in E by auto. exact E.
Qed.

(* The composition of two of them, where the second stays below 2^n. *)
Lemma in_places n k : In k (places n) -> 0 <= k < n.
Proof. unfold places. intros H. apply in_map_iff in H. destruct H as (j & <- & H). apply in_seq in H. lia. Qed.
Theorem maps_compose f g n x : linear f -> linear g -> 0 <= n ->
  (forall y, 0 <= y < 2 ^ n -> 0 <= g y < 2 ^ n) -> 0 <= x < 2 ^ n ->
  bit_map (compose_maps (images f n) (images g n)) x = f (g x).
Proof.
  intros F G Hn Stays Hx. unfold compose_maps.
  replace (map (bit_map (images f n)) (images g n)) with (images (fun y => f (g y)) n).
  - rewrite map_of_a_linear_function, Z.mod_small; auto. destruct F as [F0 F], G as [G0 G].
    split; [now rewrite G0|]. intros y z. now rewrite G, F.
  - unfold images. rewrite map_map. apply map_ext_in. intros k Hk. apply in_places in Hk.
    fold (images f n). rewrite map_of_a_linear_function by auto. rewrite Z.mod_small; auto. apply Stays.
    rewrite Z.shiftl_1_l. split; [apply Z.pow_nonneg; lia|]. apply Z.pow_lt_mono_r; lia.
Qed.

(* ---------------------------------------------------------------------------------------------------- swizzles *)

Lemma swizzled_is_linear s : linear (swizzles s).
Proof.
  unfold swizzles, swizzled. split.
  - destruct (0 <=? shift s); rewrite Z.land_0_l, ?Z.shiftr_0_l, ?Z.shiftl_0_l; reflexivity.
  - intros x y. destruct (0 <=? shift s); apply Z.bits_inj'; intros n Hn;
      rewrite ?Z.lxor_spec, ?Z.shiftr_spec, ?Z.shiftl_spec, ?Z.land_spec, ?Z.lxor_spec by auto; btauto.
Qed.
(* No bit of the mask lies past its last one. *)
Lemma mask_ends count from n : 0 <= count -> 0 <= n -> count + from <= n ->
  Z.testbit (Z.shiftl (Z.shiftl 1 count - 1) from) n = false.
Proof.
  intros Hc Hn H. rewrite Z.shiftl_spec by auto. rewrite Z.shiftl_1_l, Z.sub_1_r. rewrite <- Z.ones_equiv.
  apply Z.ones_spec_high. lia.
Qed.
Lemma high_bits_are_none x n m : 0 <= x < 2 ^ n -> 0 <= n <= m -> Z.testbit x m = false.
Proof. intros Hx Hn. rewrite <- (Z.mod_small x (2 ^ n)) by auto. apply Z.mod_pow2_bits_high. lia. Qed.
Theorem swizzled_stays_below s n x : 0 <= bits s -> 0 <= base s -> reach_bits s <= n -> 0 <= x < 2 ^ n ->
  0 <= swizzles s x < 2 ^ n.
Proof.
  intros Hb Ha Hr Hx. unfold reach_bits in Hr. assert (Hn : 0 <= n) by lia.
  replace (swizzles s x) with (swizzles s x mod 2 ^ n); [apply Z.mod_pos_bound; apply Z.pow_pos_nonneg; lia|].
  apply Z.bits_inj'. intros m Hm. destruct (Z.lt_ge_cases m n) as [L|L]; [now rewrite Z.mod_pow2_bits_low by auto|].
  rewrite Z.mod_pow2_bits_high by lia. unfold swizzles, swizzled. symmetry.
  destruct (Z.leb_spec 0 (shift s)).
  - rewrite Z.lxor_spec, Z.shiftr_spec, Z.land_spec by auto.
    now rewrite !(high_bits_are_none x n) by (auto; lia).
  - rewrite Z.lxor_spec, Z.shiftl_spec, Z.land_spec by auto. rewrite (high_bits_are_none x n) by (auto; lia).
    now rewrite mask_ends, andb_false_r by lia.
Qed.

Theorem swizzles_compose_over_gf2 a b x : 0 <= bits a -> 0 <= base a -> 0 <= bits b -> 0 <= base b ->
  0 <= x < 2 ^ inputs a b -> bit_map (composition a b) x = swizzles a (swizzles b x).
Proof.
  intros Ha Ba Hb Bb Hx. assert (R : reach_bits a <= inputs a b /\ reach_bits b <= inputs a b).
  { unfold inputs. destruct (Z.ltb_spec (reach_bits a) (reach_bits b)); lia. }
  apply maps_compose; auto; try apply swizzled_is_linear.
  - unfold reach_bits in R. lia.
  - intros y Hy. now apply swizzled_stays_below.
Qed.

(* The functions as a program has printed them, their loops included. *)
Lemma image_from m x : forall k sum, fold_left (fun s '(c, i) => bit_step s c x (Z.of_nat i)) (combine m (seq k (length m))) sum =
  map_from (Z.of_nat k) m sum x.
Proof.
  induction m as [|c t IH]; intros k sum; cbn [length seq combine fold_left map_from]; [reflexivity|].
  rewrite IH. f_equal. lia.
Qed.
Theorem printed_image m x : Headers.image m x = bit_map m x. Proof. apply (image_from m x 0%nat 0). Qed.
Lemma pushed {A B} (f : A -> B) l : forall out, fold_left (fun o c => o ++ [f c]) l out = out ++ map f l.
Proof. induction l as [|c t IH]; intros out; cbn [fold_left map]; [now rewrite app_nil_r|]. rewrite IH. now rewrite <- app_assoc. Qed.
Lemma walk_some {T answer} (turn : T -> unit -> unit + answer) l : match walk turn l tt with
  | inl _ => forall x, In x l -> turn x tt = inl tt
  | inr a => exists x, In x l /\ turn x tt = inr a
  end.
Proof.
  induction l as [|x t IH]; cbn [walk]; [intros x []|]. destruct (turn x tt) as [[]|a] eqn:E; [|exists x; split; [now left|exact E]].
  destruct (walk turn t tt); [intros y [<-|Y]; auto|]. destruct IH as (y & Y & Q). exists y. split; [now right|exact Q].
Qed.
Lemma walk_finds {T answer} (bad : T -> bool) (turn : T -> unit -> unit + answer) why l :
  (forall c, turn c tt = if bad c then inr (why c) else inl tt) ->
  walk turn l tt = match find bad l with Some c => inr (why c) | None => inl tt end.
Proof. intros H. induction l as [|c t IH]; cbn [walk find]; [reflexivity|]. rewrite H. destruct (bad c); auto. Qed.
Theorem printed_compose_maps a b : Headers.compose_maps a b = compose_maps a b.
Proof. unfold Headers.compose_maps, compose_maps. rewrite (pushed (Headers.image a)). apply map_ext. intros x. apply printed_image. Qed.
Theorem printed_swizzle_map b a s n : Headers.swizzle_map b a s n = swizzle_map (Swizzle b a s) n.
Proof. unfold Headers.swizzle_map. now rewrite (pushed (fun k => swizzled b a s (Z.shiftl 1 k))). Qed.
Theorem printed_reach_bits b a s : Headers.reach_bits b a s = reach_bits (Swizzle b a s).
Proof. unfold Headers.reach_bits, reach_bits. cbn. destruct (Z.ltb_spec s 0); lia. Qed.
Theorem printed_composition b a s d c t :
  Headers.compose_swizzles b a s d c t = composition (Swizzle b a s) (Swizzle d c t).
Proof.
  unfold Headers.compose_swizzles, composition, inputs. rewrite !printed_reach_bits.
  destruct (_ <? _); now rewrite printed_compose_maps, !printed_swizzle_map.
Qed.
