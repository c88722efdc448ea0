(* SPDX-License-Identifier: MIT *)
(* Layouts as maps over GF(2), maps as layouts, and tables as maps, at every rank and for any number of columns: an answer has the
   values it is made from, and where none is answered no map, or no layout, has them. Of the printed functions (Headers.v).
   Law: bit_maps_are_layouts_exactly. *)
From Coq Require Import ZArith List Lia Bool String Znumtheory Zpow_facts.
Require Import Colex.Fold Colex.Combinators Colex.Steps Colex.Evaluate Colex.Limits Colex.Coalesce Colex.Swizzles Colex.Bits.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------ sums without a carry *)

Definition twos : list Z -> list mode := map (Mode 2).
Definition bits_used (used : Z) (cs : list Z) : Z := fold_left Z.lor cs used.
Fixpoint all_apart (used : Z) (cs : list Z) : Prop :=
  match cs with [] => True | c :: t => Z.land used c = 0 /\ all_apart (Z.lor used c) t end.

Lemma all_apart_app a b : forall used, all_apart used (a ++ b) <-> all_apart used a /\ all_apart (bits_used used a) b.
Proof. induction a as [|c t IH]; intros used; cbn [app all_apart bits_used fold_left]; [tauto|]. rewrite IH. unfold bits_used. tauto. Qed.
Lemma twos_positive cs : Forall positive (twos cs).
Proof. unfold twos. rewrite Forall_map. apply Forall_forall. intros c _. unfold positive. cbn. lia. Qed.
Lemma twos_size cs : size (twos cs) = 2 ^ Z.of_nat (List.length cs).
Proof.
  induction cs as [|c t IH]; [reflexivity|]. cbn [twos map size shape List.length]. fold (twos t). rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.
Lemma lxor_is_sum a b : a + b = Z.lxor a b + 2 * Z.land a b.
Proof.
  assert (A : forall x y, x = Z.ldiff x y + Z.land x y).
  { intros x y. rewrite Z.add_nocarry_lxor; apply Z.bits_inj'; intros n Hn;
      rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.ldiff_spec, ?Z.land_spec, ?Z.bits_0; destruct (Z.testbit x n), (Z.testbit y n); reflexivity. }
  assert (X : Z.lxor a b = Z.ldiff a b + Z.ldiff b a).
  { rewrite Z.add_nocarry_lxor; apply Z.bits_inj'; intros n Hn;
      rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.ldiff_spec, ?Z.bits_0; destruct (Z.testbit a n), (Z.testbit b n); reflexivity. }
  rewrite X. pose proof (A a b). pose proof (A b a) as B. rewrite (Z.land_comm b a) in B. lia.
Qed.
Lemma apart_of_used sum used c : Z.lor used sum = used -> Z.land used c = 0 ->
  Z.lxor sum c = sum + c /\ Z.lor (Z.lor used c) (Z.lxor sum c) = Z.lor used c /\ Z.lor (Z.lor used c) sum = Z.lor used c.
Proof.
  intros S D. assert (Z.land sum c = 0).
  { apply Z.bits_inj'. intros n Hn. apply (f_equal (fun y => Z.testbit y n)) in S, D. rewrite Z.land_spec, Z.bits_0 in *. rewrite Z.lor_spec in S.
    destruct (Z.testbit used n), (Z.testbit sum n), (Z.testbit c n); auto. }
  split; [pose proof (lxor_is_sum sum c); lia|]. split; apply Z.bits_inj'; intros n Hn; apply (f_equal (fun y => Z.testbit y n)) in S;
    rewrite ?Z.lor_spec, ?Z.lxor_spec in *; destruct (Z.testbit used n), (Z.testbit sum n), (Z.testbit c n); auto.
Qed.
(* Columns that are apart: the XOR is the sum. *)
Lemma apart_columns_add cs : forall k used sum x, 0 <= k -> Z.lor used sum = used -> all_apart used cs ->
  map_from k cs sum x = sum + evaluate (twos cs) (x / 2 ^ k).
Proof.
  induction cs as [|c t IH]; intros k used sum x Hk S A; cbn [map_from twos map]; [rewrite evaluate_nil; lia|].
  fold (twos t). destruct A as [D A]. destruct (apart_of_used sum used c S D) as (X & U & V).
  rewrite evaluate_cons. cbn [shape stride]. rewrite <- (Z.testbit_spec' x k) by auto.
  replace (x / 2 ^ k / 2) with (x / 2 ^ (k + 1)) by
    (rewrite Z.pow_add_r, Z.div_div by (try lia; apply Z.pow_nonzero; lia); reflexivity).
  rewrite bit_step_is by auto. destruct (Z.testbit x k); cbn [Z.b2z].
  - rewrite (IH (k + 1) (Z.lor used c)); auto; lia.
  - rewrite (IH (k + 1) (Z.lor used c)); auto; lia.
Qed.
Theorem apart_is_a_layout cs x : all_apart 0 cs -> bit_map cs x = evaluate (twos cs) x.
Proof. intros A. unfold bit_map. rewrite (apart_columns_add cs 0 0 0 x) by (auto; lia). now rewrite Z.pow_0_r, Z.div_1_r. Qed.

(* Columns that are not have two that share a bit. *)
Definition share (cs : list Z) : Prop := exists i j, (i < j < List.length cs)%nat /\ Z.land (nth i cs 0) (nth j cs 0) <> 0.
Lemma used_by cs : forall used c, Z.land (bits_used used cs) c <> 0 ->
  Z.land used c <> 0 \/ exists i, (i < List.length cs)%nat /\ Z.land (nth i cs 0) c <> 0.
Proof.
  induction cs as [|a t IH]; intros used c H; cbn [bits_used fold_left] in H; [now left|]. fold (bits_used (Z.lor used a) t) in H.
  destruct (IH _ _ H) as [G|(i & Hi & G)].
  - rewrite Z.land_comm, Z.land_lor_distr_r, !(Z.land_comm c) in G.
    destruct (Z.eq_dec (Z.land used c) 0) as [E|]; [right|now left]. exists 0%nat. cbn. split; [lia|]. rewrite E, Z.lor_0_l in G. exact G.
  - right. exists (S i). cbn. split; [lia|exact G].
Qed.
Lemma not_apart_share cs : ~ all_apart 0 cs -> share cs.
Proof.
  intros N. induction cs as [|c cs IH] using rev_ind; [now destruct N|].
  assert (D : all_apart 0 cs \/ ~ all_apart 0 cs).
  { clear. generalize 0. induction cs as [|a t IH]; intros u; cbn [all_apart]; [tauto|]. destruct (IH (Z.lor u a)), (Z.eq_dec (Z.land u a) 0); tauto. }
  rewrite all_apart_app in N. cbn [all_apart] in N. unfold share. rewrite app_length. cbn [List.length].
  destruct D as [D|D].
  - assert (U : Z.land (bits_used 0 cs) c <> 0) by tauto. destruct (used_by cs 0 c U) as [E|(i & Hi & E)]; [now rewrite Z.land_0_l in E|].
    exists i, (List.length cs). split; [lia|]. rewrite app_nth1, nth_middle by lia. exact E.
  - destruct (IH D) as (i & j & H & E). exists i, j. split; [lia|]. rewrite !app_nth1 by lia. exact E.
Qed.

(* A layout of 2^n points is a sum of its values at the bits. *)
Definition power (m : mode) : Prop := exists k, 0 <= k /\ shape m = 2 ^ k.
Lemma powers_of_a_power ms n : Forall positive ms -> 0 <= n -> size ms = 2 ^ n -> Forall power ms.
Proof.
  intros P Hn S. apply Forall_forall. intros m I. rewrite Forall_forall in P. specialize (P m I). unfold positive in P.
  assert (D : (shape m | size ms)).
  { clear -I. induction ms as [|a t IH]; [destruct I|]. cbn [size]. destruct I as [->|I]; [apply Z.divide_factor_l|].
    apply Z.divide_mul_r. now apply IH. }
  rewrite S in D. destruct (Zdivide_power_2 (shape m) 2 n) as (k & E); [lia|lia|apply prime_2|exact D|].
  exists k. split; [|exact E]. destruct (Z.lt_ge_cases k 0) as [L|]; [|assumption]. rewrite Z.pow_neg_r in E by auto. lia.
Qed.
Lemma two_bits_add ms : Forall power ms -> forall i j, 0 <= i < j -> 2 ^ i + 2 ^ j < size ms ->
  evaluate ms (2 ^ i + 2 ^ j) = evaluate ms (2 ^ i) + evaluate ms (2 ^ j).
Proof.
  induction 1 as [|m t (k & Hk & E) Ht IH]; intros i j H L; [now rewrite !evaluate_nil|]. cbn [size] in L. rewrite !evaluate_cons, E in *.
  pose proof (Z.pow_pos_nonneg 2 i ltac:(lia) ltac:(lia)) as Pi. pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) ltac:(lia)) as Pk.
  assert (Up : forall a, k <= a -> 2 ^ a = 2 ^ k * 2 ^ (a - k)) by (intros a Ha; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Low : forall a, 0 <= a < k -> 0 <= 2 ^ a < 2 ^ k) by (intros a Ha; split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia]).
  assert (Q : forall a, k <= a -> 2 ^ a mod 2 ^ k = 0 /\ 2 ^ a / 2 ^ k = 2 ^ (a - k)).
  { intros a Ha. rewrite (Up a Ha), (Z.mul_comm (2 ^ k)). split; [apply Z.mod_mul; lia|apply Z.div_mul; lia]. }
  destruct (Z.lt_ge_cases j k) as [J|J]; [|destruct (Z.lt_ge_cases i k) as [I|I]].
  - assert (S2 : 2 ^ i + 2 ^ j < 2 ^ k).
    { apply (Z.lt_le_trans _ (2 ^ (j + 1))); [rewrite Z.pow_add_r, Z.pow_1_r by lia; pose proof (Z.pow_lt_mono_r 2 i j); lia|apply Z.pow_le_mono_r; lia]. }
    rewrite !Z.mod_small, !Z.div_small, evaluate_zero by (pose proof (Low j); pose proof (Low i); lia). ring.
  - destruct (Q j J) as [Q1 Q2]. rewrite Q1, Q2, (Z.mod_small (2 ^ i)), (Z.div_small (2 ^ i)), evaluate_zero by (apply Low; lia).
    rewrite (Up j J), (Z.mul_comm (2 ^ k)), Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by (try apply Low; lia). rewrite Z.add_0_l. ring.
  - destruct (Q j J) as [Q1 Q2], (Q i I) as [Q3 Q4]. rewrite Q1, Q2, Q3, Q4.
    replace (2 ^ i + 2 ^ j) with ((2 ^ (i - k) + 2 ^ (j - k)) * 2 ^ k) by (rewrite (Up i I), (Up j J); ring).
    rewrite Z.mod_mul, Z.div_mul by lia. rewrite IH; [ring|lia|]. rewrite (Up i I), (Up j J) in L. nia.
Qed.
Lemma two_bits_xor f i j : linear f -> 0 <= i < j -> f (2 ^ i + 2 ^ j) = Z.lxor (f (2 ^ i)) (f (2 ^ j)).
Proof.
  intros [_ L] H. rewrite <- L. f_equal. rewrite lxor_is_sum. enough (Z.land (2 ^ i) (2 ^ j) = 0) by lia.
  apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, Z.bits_0. destruct (Z.eq_dec i n) as [->|D].
  - rewrite (Z.pow2_bits_false j) by lia. apply andb_false_r.
  - now rewrite Z.pow2_bits_false by lia.
Qed.
Lemma two_bits_below i j n : 0 <= i < j -> j < n -> 2 ^ i + 2 ^ j < 2 ^ n.
Proof.
  intros H J. apply (Z.lt_le_trans _ (2 ^ (j + 1))); [|apply Z.pow_le_mono_r; lia].
  rewrite Z.pow_add_r, Z.pow_1_r by lia. pose proof (Z.pow_lt_mono_r 2 i j). lia.
Qed.
(* Values that a layout of 2^n points and a linear function both have: no two columns share a bit. *)
Lemma not_both_ways ms g n : Forall positive ms -> 0 <= n -> size ms = 2 ^ n -> linear g ->
  (forall x, 0 <= x < 2 ^ n -> evaluate ms x = g x) -> forall i j, 0 <= i < j -> j < n -> Z.land (g (2 ^ i)) (g (2 ^ j)) = 0.
Proof.
  intros P Hn S L E i j H J. pose proof (two_bits_below i j n H J) as B. pose proof (powers_of_a_power ms n P Hn S) as W.
  pose proof (Z.pow_pos_nonneg 2 i ltac:(lia) ltac:(lia)). pose proof (Z.pow_pos_nonneg 2 j ltac:(lia) ltac:(lia)).
  pose proof (two_bits_add ms W i j H ltac:(lia)) as A. rewrite !E, two_bits_xor in A by (auto; lia).
  pose proof (lxor_is_sum (g (2 ^ i)) (g (2 ^ j))). lia.
Qed.

(* ---------------------------------------------------------------------------------------- the layout that a map is *)

Lemma layout_of_map_is cs : Headers.layout_of_map cs = None /\ ~ all_apart 0 cs \/
  all_apart 0 cs /\ Headers.layout_of_map cs = Some (shipped_coalesce (twos cs)).
Proof.
  unfold Headers.layout_of_map. match goal with |- context [walk ?f cs _] => set (turn := f) end.
  assert (T : forall c out used x y, turn c (out, used, x, y) = let r := coalesce_step (Mode x y) (Mode 2 c) in
    if Z.land used c =? 0 then inl (out ++ emitted r, Z.lor used c, shape (next r), stride (next r)) else inr None).
  { intros. unfold turn, coalesce_step. cbn. destruct (_ =? 0); [|reflexivity].
    destruct (x =? 1); [|destruct (c =? x * y)]; cbn; now rewrite ?app_nil_r. }
  enough (G : forall used p out, walk turn cs (out, used, shape p, stride p) = inr None /\ ~ all_apart used cs \/
    all_apart used cs /\ exists q o u, loop coalesce_step (twos cs) p out = Some (q, o) /\
      walk turn cs (out, used, shape p, stride p) = inl (o, u, shape q, stride q)).
  { destruct (coalesce_runs (twos cs)) as (p & out & L & ->). destruct (G 0 (Mode 1 0) []) as [[E N]|[A ([x y] & o & u & Q & E)]];
      cbn [shape stride] in E; rewrite E; [now left|]. rewrite L in Q. injection Q as -> ->. now right. }
  clearbody turn. induction cs as [|c t IH]; intros used [x y] out; cbn [all_apart twos map loop walk].
  { right. split; [exact I|]. now exists (Mode x y), out, used. }
  fold (twos t). cbn [shape stride]. rewrite T, coalesce_step_total. destruct (Z.eqb_spec (Z.land used c) 0) as [D|D]; [|left; tauto].
  cbv zeta. destruct (IH (Z.lor used c) (next (coalesce_step (Mode x y) (Mode 2 c))) (out ++ emitted (coalesce_step (Mode x y) (Mode 2 c)))) as [[E N]|[A R]];
    [left; tauto|right; auto].
Qed.
Theorem the_maps_layout columns R : Headers.layout_of_map columns = Some R -> Forall positive R /\
  size R = 2 ^ Z.of_nat (List.length columns) /\ forall x, 0 <= x -> evaluate R x = bit_map columns x.
Proof.
  intros E. destruct (layout_of_map_is columns) as [[F _]|[A F]]; [congruence|]. assert (C : R = shipped_coalesce (twos columns)) by congruence.
  destruct (shipped_coalesce_preserves_the_map _ (twos_positive columns)) as (P & S & V). rewrite <- C in P, S, V.
  rewrite twos_size in S. repeat split; auto. intros x Hx. now rewrite V, apart_is_a_layout.
Qed.
Theorem no_layout_is_the_map columns : Headers.layout_of_map columns = None ->
  forall ms, Forall positive ms -> size ms = 2 ^ Z.of_nat (List.length columns) ->
  ~ forall x, 0 <= x < size ms -> evaluate ms x = bit_map columns x.
Proof.
  intros E ms P S V. destruct (layout_of_map_is columns) as [[_ N]|[_ F]]; [|congruence].
  destruct (not_apart_share columns N) as (i & j & H & D). rewrite S in V. apply D.
  pose proof (not_both_ways ms (bit_map columns) (Z.of_nat (List.length columns)) P ltac:(lia) S (bit_map_is_linear columns) V (Z.of_nat i) (Z.of_nat j) ltac:(lia) ltac:(lia)) as Q.
  now rewrite !bit_map_of_bit, !Nat2Z.id in Q by lia.
Qed.

(* --------------------------------------------------------------------------------------- the map that a layout is *)

Definition columns_from (j count : nat) (d : Z) : list Z := map (fun i => 2 ^ Z.of_nat i * d) (seq j count).
Definition columns_of (m : mode) : list Z := columns_from 0 (Z.to_nat (Z.log2 (shape m))) (stride m).
Definition all_columns : list mode -> list Z := flat_map columns_of.
Lemma columns_length m k : 0 <= k -> shape m = 2 ^ k -> List.length (columns_of m) = Z.to_nat k.
Proof. intros Hk E. unfold columns_of, columns_from. now rewrite map_length, seq_length, E, Z.log2_pow2. Qed.
Lemma columns_from_add d count : forall j x, evaluate (twos (columns_from j count d)) x = x mod 2 ^ Z.of_nat count * (2 ^ Z.of_nat j * d).
Proof.
  induction count as [|n IH]; intros j x; unfold columns_from; cbn [seq map twos].
  - rewrite evaluate_nil. change (2 ^ Z.of_nat 0) with 1. now rewrite Z.mod_1_r.
  - fold (columns_from (S j) n d). fold (twos (columns_from (S j) n d)). rewrite evaluate_cons, IH. cbn [shape stride].
    rewrite !Nat2Z.inj_succ, !Z.pow_succ_r by lia. rewrite Z.rem_mul_r by (try lia; apply Z.pow_pos_nonneg; lia). ring.
Qed.
Lemma all_columns_add ms : Forall power ms -> forall x, 0 <= x -> evaluate (twos (all_columns ms)) x = evaluate ms x /\
  size (twos (all_columns ms)) = size ms.
Proof.
  induction 1 as [|m t (k & Hk & E) Ht IH]; intros x Hx; [now split|]. cbn [all_columns flat_map]. fold (all_columns t).
  unfold twos. rewrite map_app. fold (twos (columns_of m)) (twos (all_columns t)).
  assert (S : size (twos (columns_of m)) = shape m) by (rewrite twos_size, (columns_length m k), Z2Nat.id by auto; auto).
  rewrite size_app, evaluate_app, S by apply twos_positive. cbn [size]. rewrite evaluate_cons.
  destruct (IH (x / shape m)) as [-> ->]; [apply Z.div_pos; [lia|rewrite E; apply Z.pow_pos_nonneg; lia]|]. split; [|reflexivity].
  unfold columns_of. rewrite columns_from_add, E, Z.log2_pow2, Z2Nat.id by auto. change (2 ^ Z.of_nat 0) with 1. ring.
Qed.
(* A mode's columns, and all modes': as far as the first that is no power of two, goes down, or shares a bit. *)
Definition column_turn {A} (m : mode) (j : Z) '(cs, used) : list Z * Z + (A + (list Z + refusal)) :=
  if Z.land used (j * stride m) =? 0 then
    if Nat.eqb (List.length cs) 62 then inr (inr (inr (Refused "capacity" 0 0))) else inl (cs ++ [j * stride m], Z.lor used (j * stride m))
  else inr (inr (inr (Refused "linear" (j * stride m) used))).
Definition mode_turn (m : mode) '(cs, used) : list Z * Z + (list Z + refusal) :=
  if is_power_of_two (shape m) then
    if (1 <? shape m) && (stride m <? 0) then inr (inr (Refused "not_negative" (stride m) 0))
    else match walk (column_turn m) (powers_below (shape m)) (cs, used) with inl s => inl s | inr a => a end
  else inr (inr (Refused "power_of_two" (shape m) 0)).
Lemma map_of_layout_is ms : Headers.map_of_layout ms =
  if String.eqb (Headers.well_formed ms) "none" then match walk mode_turn ms ([], 0) with inl (cs, _) => inl cs | inr a => a end
  else inr (Refused "overflow" 0 0).
Proof.
  unfold Headers.map_of_layout. destruct (String.eqb _ _); [|reflexivity]. set (turn := fun (m1 : mode) _ => _).
  enough (T : forall m s, turn m s = mode_turn m s).
  { clearbody turn. generalize (@nil Z, 0) as s. induction ms as [|m t IH]; intros s; cbn [walk]; [reflexivity|]. rewrite T. destruct (mode_turn m s); auto. }
  intros m [cs used]. unfold turn, mode_turn, powers_below. destruct (is_power_of_two _) eqn:P; [|reflexivity]. destruct (Z.ltb_spec 1 (shape m)); cbn [andb].
  - destruct (_ <? 0); [reflexivity|]. unfold column_turn. now destruct (walk _ _ _) as [[l u]|a].
  - apply is_power_of_two_is in P. destruct P as (k & Hk & E). pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk).
    replace (shape m) with 1 by lia. reflexivity.
Qed.
Lemma doubled_is {A} m k : 0 <= k -> shape m = 2 ^ k -> forall left_ j used cs, (Z.of_nat j <= k) -> (k < Z.of_nat (j + left_)) ->
  let more := columns_from j (Z.to_nat k - j) (stride m) in
  match walk (@column_turn A m) (doubling left_ (2 ^ Z.of_nat j) (shape m)) (cs, used) with
  | inl (r, u) => r = cs ++ more /\ u = bits_used used more /\ all_apart used more
  | inr (inr (inr (Refused c _ _))) => c = "linear"%string /\ ~ all_apart used more \/ c = "capacity"%string /\ 62 < Z.of_nat (List.length cs) + k - Z.of_nat j
  | inr _ => False
  end.
Proof.
  intros Hk E. induction left_ as [|n IH]; intros j used cs Hj Hf; [lia|]. cbn [doubling]. cbv zeta. rewrite E in *.
  destruct (Z.ltb_spec (2 ^ Z.of_nat j) (2 ^ k)) as [L|L].
  - assert (J : Z.of_nat j < k) by (apply Z.pow_lt_mono_r_iff in L; lia).
    replace (Z.to_nat k - j)%nat with (S (Z.to_nat k - S j)) by lia. unfold columns_from. cbn [seq map all_apart bits_used fold_left walk].
    fold (columns_from (S j) (Z.to_nat k - S j) (stride m)). unfold column_turn at 1. set (c := 2 ^ Z.of_nat j * stride m).
    destruct (Z.eqb_spec (Z.land used c) 0) as [D|D]; [|left; tauto].
    destruct (Nat.eqb_spec (List.length cs) 62) as [F|F]; [right; split; [reflexivity|lia]|].
    specialize (IH (S j) (Z.lor used c) (cs ++ [c]) ltac:(lia) ltac:(lia)). cbv zeta in IH.
    replace (2 ^ Z.of_nat (S j)) with (2 ^ Z.of_nat j * 2) in IH by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; ring).
    destruct (walk _ (doubling n _ _) _) as [[r u]|[a|[a|[c' x y]]]]; try exact IH.
    + destruct IH as (-> & -> & B). rewrite <- app_assoc. auto.
    + destruct IH as [[W N]|[W N]]; [left; tauto|right]. rewrite app_length in N. cbn [List.length] in N. split; [exact W|lia].
  - assert (J : Z.of_nat j = k).
    { destruct (Z.eq_dec (Z.of_nat j) k) as [|D]; [assumption|]. pose proof (Z.pow_lt_mono_r 2 (Z.of_nat j) k). lia. }
    replace (Z.to_nat k - j)%nat with 0%nat by lia. unfold columns_from. cbn. rewrite app_nil_r. auto.
Qed.
Lemma all_columns_app a b : all_columns (a ++ b) = all_columns a ++ all_columns b. Proof. apply flat_map_app. Qed.

(* What shows that there is none: a mode that stands behind `before`. *)
Definition shows (why : refusal) (before : list mode) (m : mode) : Prop :=
  condition why = "linear"%string /\ power m /\ ~ all_apart 0 (all_columns (before ++ [m])) \/
  condition why = "power_of_two"%string /\ shown why = shape m /\ ~ power m \/
  condition why = "not_negative"%string /\ shown why = stride m /\ stride m < 0 /\ 1 < shape m.
Lemma map_from_modes_is ms : Forall positive ms -> forall before, Forall power before -> all_apart 0 (all_columns before) ->
  2 ^ Z.of_nat (List.length (all_columns before)) * size ms <= 2 ^ 62 ->
  match walk mode_turn ms (all_columns before, bits_used 0 (all_columns before)) with
  | inl (r, _) => Forall power ms /\ r = all_columns (before ++ ms) /\ all_apart 0 r
  | inr (inl _) => False
  | inr (inr why) => exists b m after_, ms = b ++ m :: after_ /\ Forall power b /\ shows why (before ++ b) m
  end.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros before W A B; cbn [walk mode_turn].
  { rewrite app_nil_r. auto. }
  unfold positive in Hm. cbn [size] in B. pose proof (size_positive t Ht) as T.
  destruct (is_power_of_two (shape m)) eqn:P.
  2:{ exists [], m, t. split; [reflexivity|]. split; [constructor|]. right. left. cbn. repeat split. intros Q. apply is_power_of_two_is in Q. congruence. }
  apply is_power_of_two_is in P. destruct P as (k & Hk & E).
  destruct (Z.ltb_spec 1 (shape m)) as [S1|S1], (Z.ltb_spec (stride m) 0) as [N|N]; cbn [andb].
  1:{ exists [], m, t. split; [reflexivity|]. split; [constructor|]. right. right. cbn. auto. }
  all: set (cs := all_columns before) in *;
    assert (L : Z.of_nat (List.length cs) + k <= 62) by
      (assert (G : 2 ^ (Z.of_nat (List.length cs) + k) <= 2 ^ 62) by (rewrite Z.pow_add_r, <- E by lia; pose proof (Z.pow_pos_nonneg 2 (Z.of_nat (List.length cs))); nia);
       apply Z.pow_le_mono_r_iff in G; lia);
    pose proof (Z.pow_gt_lin_r 2 k ltac:(lia) Hk);
    pose proof (@doubled_is (list Z * Z) m k Hk E (Z.to_nat (shape m)) 0 (bits_used 0 cs) cs ltac:(lia) ltac:(lia)) as D; cbv zeta in D;
    change (2 ^ Z.of_nat 0) with 1 in D; rewrite Nat.sub_0_r in D; fold (powers_below (shape m)) in D;
    assert (M : columns_from 0 (Z.to_nat k) (stride m) = columns_of m) by (unfold columns_of; now rewrite E, Z.log2_pow2);
    rewrite M in D;
    assert (One : all_columns (before ++ [m]) = cs ++ columns_of m) by (rewrite all_columns_app; cbn [all_columns flat_map]; now rewrite app_nil_r);
    destruct (walk _ (powers_below _) _) as [[r u]|[a|[a|[c x y]]]]; try contradiction.
  all: try (destruct D as (-> & -> & D);
    specialize (IH (before ++ [m])); rewrite One in IH; unfold bits_used in *; rewrite fold_left_app in IH;
    assert (X : match walk mode_turn t (cs ++ columns_of m, fold_left Z.lor (columns_of m) (fold_left Z.lor cs 0)) with
      | inl (r, _) => Forall power t /\ r = all_columns ((before ++ [m]) ++ t) /\ all_apart 0 r
      | inr (inl _) => False
      | inr (inr why) => exists b m0 after_, t = b ++ m0 :: after_ /\ Forall power b /\ shows why ((before ++ [m]) ++ b) m0 end);
    [apply IH;
      [apply Forall_app; split; [exact W|constructor; [now exists k|constructor]]
      |now apply all_apart_app
      |rewrite app_length, (columns_length m k), Nat2Z.inj_add, Z2Nat.id, Z.pow_add_r, <- E by lia; lia]
    |clear IH];
    destruct (walk mode_turn t _) as [[r u]|[r|why]]; try contradiction;
    [destruct X as (Q1 & Q2 & Q3); rewrite <- app_assoc in Q2; split; [constructor; [now exists k|exact Q1]|auto]
    |destruct X as (b & m0 & after_ & -> & Q1 & Q2); exists (m :: b), m0, after_; rewrite <- app_assoc in Q2;
      split; [reflexivity|split; [constructor; [now exists k|exact Q1]|exact Q2]]]).
  all: exists [], m, t; split; [reflexivity|]; split; [constructor|]; left; rewrite app_nil_r, One; cbn [condition];
    destruct D as [[-> D]|[_ D]]; [|lia]; split; [reflexivity|]; split; [now exists k|]; rewrite all_apart_app; tauto.
Qed.

Lemma answered ms : (exists m, Headers.map_of_layout ms = inl m) -> Headers.well_formed ms = "none"%string.
Proof. rewrite map_of_layout_is. intros [m E]. destruct (String.eqb_spec (Headers.well_formed ms) "none"); [assumption|discriminate]. Qed.
Theorem the_layouts_map ms columns : keeps_limits ms -> Headers.map_of_layout ms = inl columns ->
  size ms = 2 ^ Z.of_nat (List.length columns) /\ forall x, 0 <= x -> bit_map columns x = evaluate ms x.
Proof.
  intros (P & S & _) E. pose proof (answered ms (ex_intro _ columns E)) as F. rewrite map_of_layout_is, F in E. cbn [String.eqb] in E.
  change (String.eqb "none" "none") with true in E. cbv iota in E.
  pose proof (map_from_modes_is ms P [] (Forall_nil _) I ltac:(cbn [all_columns flat_map List.length]; change (2 ^ Z.of_nat 0) with 1; unfold limit in S; lia)) as H.
  cbn [all_columns flat_map bits_used fold_left app] in H.
  destruct (walk mode_turn ms ([], 0)) as [[r u]|[r|why]]; try contradiction; [|discriminate]. injection E as ->. destruct H as (W & -> & A).
  fold (all_columns ms). fold (all_columns ms) in A. split.
  - destruct (all_columns_add ms W 0 ltac:(lia)) as [_ <-]. apply twos_size.
  - intros x Hx. rewrite apart_is_a_layout by auto. now destruct (all_columns_add ms W x Hx).
Qed.
(* No linear function has its values, or one of them is negative, or it has not 2^n points. *)
Definition no_map (ms : list mode) : Prop := forall g, linear g -> ~ forall x, 0 <= x < size ms -> g x = evaluate ms x.
Theorem no_map_is_the_layout ms why : keeps_limits ms -> Headers.map_of_layout ms = inr why -> Headers.well_formed ms = "none"%string ->
  exists before m after_, ms = before ++ m :: after_ /\
  (condition why = "linear"%string /\ no_map (before ++ [m]) /\ no_map ms \/
   condition why = "power_of_two"%string /\ shown why = shape m /\ ~ power m /\ (forall n, 0 <= n -> size ms <> 2 ^ n) \/
   condition why = "not_negative"%string /\ shown why = stride m /\ stride m < 0 /\ 1 < shape m /\ exists x, 0 <= x < size ms /\ evaluate ms x < 0).
Proof.
  intros (P & S & _) E F. rewrite map_of_layout_is, F in E. change (String.eqb "none" "none") with true in E. cbv iota in E.
  pose proof (map_from_modes_is ms P [] (Forall_nil _) I ltac:(cbn [all_columns flat_map List.length]; change (2 ^ Z.of_nat 0) with 1; unfold limit in S; lia)) as H.
  cbn [all_columns flat_map bits_used fold_left app] in H.
  destruct (walk mode_turn ms ([], 0)) as [[r u]|[r|w]]; try contradiction; [discriminate|]. injection E as ->. destruct H as (b & m & after_ & Q & W & Sh).
  exists b, m, after_. split; [exact Q|]. pose proof P as PQ. rewrite Q in PQ. apply Forall_app in PQ. destruct PQ as [Pb Pm].
  inversion_clear Pm as [|? ? P1 Pa]. pose proof (size_positive _ Pb) as Sb. pose proof (size_positive _ Pa) as Sa. unfold positive in P1.
  assert (Sz : size ms = size b * shape m * size after_) by (rewrite Q, size_app; cbn [size]; ring).
  destruct Sh as [(C & K & N)|[(C & D & N)|(C & D & N & S1)]].
  - left. split; [exact C|]. enough (NF : no_map (b ++ [m])).
    { split; [exact NF|]. intros g L V. apply (NF g L). intros x X. rewrite size_app in X. cbn [size] in X. rewrite V by nia.
      rewrite Q. replace (b ++ m :: after_) with ((b ++ [m]) ++ after_) by now rewrite <- app_assoc.
      assert (Pf : Forall positive (b ++ [m])) by (apply Forall_app; split; [exact Pb|constructor; [exact P1|constructor]]).
      rewrite evaluate_app, Z.div_small, evaluate_zero by (rewrite ?size_app; cbn [size]; auto; lia). ring. }
    intros g L V. set (front := b ++ [m]) in *. assert (Pf : Forall positive front) by (apply Forall_app; split; [exact Pb|constructor; [exact P1|constructor]]).
    assert (Wf : Forall power front) by (apply Forall_app; split; [exact W|constructor; [exact K|constructor]]).
    assert (Sf : size front = size b * shape m) by (unfold front; rewrite size_app; cbn [size]; ring).
    pose proof (twos_size (all_columns front)) as T. destruct (all_columns_add front Wf 0 ltac:(lia)) as [_ T2]. rewrite T2 in T.
    destruct (not_apart_share _ N) as (i & j & H & D). apply D.
    assert (V2 : forall x, 0 <= x < 2 ^ Z.of_nat (List.length (all_columns front)) -> evaluate front x = g x).
    { intros x Hx. rewrite <- T in Hx. now rewrite V. }
    pose proof (not_both_ways front g (Z.of_nat (List.length (all_columns front))) Pf ltac:(lia) T L V2 (Z.of_nat i) (Z.of_nat j) ltac:(lia) ltac:(lia)) as R.
    assert (G : forall a, (a < List.length (all_columns front))%nat -> g (2 ^ Z.of_nat a) = nth a (all_columns front) 0).
    { intros a Ha. rewrite <- V2 by (split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia]).
      destruct (all_columns_add front Wf (2 ^ Z.of_nat a)) as [<- _]; [apply Z.pow_nonneg; lia|].
      generalize (all_columns front) Ha. clear. intros cs Ha. revert a Ha. induction cs as [|c t IH]; intros a Ha; cbn [List.length] in Ha; [lia|].
      cbn [twos map]. fold (twos t). rewrite evaluate_cons. cbn [shape stride]. destruct a as [|a].
      - change (2 ^ Z.of_nat 0) with 1. change (1 / 2) with 0. rewrite evaluate_zero. cbn [nth]. change (1 mod 2) with 1. ring.
      - rewrite Nat2Z.inj_succ, Z.pow_succ_r, (Z.mul_comm 2), Z.mod_mul, Z.div_mul by lia. cbn [nth]. rewrite IH by lia. ring. }
    now rewrite !G in R by lia.
  - right. left. split; [exact C|]. split; [exact D|]. split; [exact N|]. intros n Hn Sn. apply N. pose proof (powers_of_a_power ms n P Hn Sn) as A.
    rewrite Forall_forall in A. apply A. rewrite Q. apply in_or_app. right. now left.
  - right. right. split; [exact C|]. split; [exact D|]. split; [exact N|]. split; [exact S1|]. exists (size b). split.
    { rewrite Sz. split; [lia|]. assert (size b * 2 <= size b * shape m) by nia. nia. }
    rewrite Q, evaluate_app, Z.div_same, evaluate_cons by (auto; lia).
    rewrite <- (evaluate_wraps b Pb), Z.mod_same, evaluate_zero, Z.mod_small, Z.div_small, evaluate_zero by lia. lia.
Qed.

(* ------------------------------------------------------------------------------------------ the map that a table is *)

Lemma powers_are k : 0 <= k -> forall left_ j, Z.of_nat j <= k -> k - Z.of_nat j <= Z.of_nat left_ ->
  doubling left_ (2 ^ Z.of_nat j) (2 ^ k) = map (fun i => 2 ^ Z.of_nat i) (seq j (Z.to_nat k - j)).
Proof.
  intros Hk. induction left_ as [|n IH]; intros j Hj Hf; cbn [doubling].
  - now replace (Z.to_nat k - j)%nat with 0%nat by lia.
  - destruct (Z.ltb_spec (2 ^ Z.of_nat j) (2 ^ k)) as [L|L].
    + assert (J : Z.of_nat j < k) by (apply Z.pow_lt_mono_r_iff in L; lia).
      replace (Z.to_nat k - j)%nat with (S (Z.to_nat k - S j)) by lia. cbn [seq map]. f_equal. rewrite <- IH by lia.
      f_equal. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
    + assert (J : Z.of_nat j = k).
      { destruct (Z.eq_dec (Z.of_nat j) k) as [|D]; [assumption|]. pose proof (Z.pow_lt_mono_r 2 (Z.of_nat j) k). lia. }
      now replace (Z.to_nat k - j)%nat with 0%nat by lia.
Qed.
Lemma columns_of_table f k : 0 <= k -> map f (powers_below (2 ^ k)) = images f k.
Proof.
  intros Hk. pose proof (Z.pow_gt_lin_r 2 k ltac:(lia) Hk). unfold powers_below. change 1 with (2 ^ Z.of_nat 0) at 1.
  rewrite powers_are, Nat.sub_0_r, map_map by lia. unfold images, places. rewrite map_map. apply map_ext. intros i. now rewrite Z.shiftl_1_l.
Qed.
Lemma find_bit_map_is f n : let m := map f (powers_below n) in
  match find (fun i => negb (f i =? bit_map m i)) (places n) with
  | Some i => is_power_of_two n = true -> f 0 = 0 -> Headers.find_bit_map f n = inr (Refused "linear" (bit_map m i) (f i)) /\
      Headers.find_bit_map_shows f n = Some (i, bit_map m i)
  | None => is_power_of_two n = true -> f 0 = 0 -> Headers.find_bit_map f n = inl m
  end.
Proof.
  intros m. unfold Headers.find_bit_map, Headers.find_bit_map_shows. rewrite (pushed f). cbn [app]. fold m.
  rewrite (walk_finds (fun i => negb (f i =? bit_map m i)) _ (fun i => inr (Refused "linear" (bit_map m i) (f i))))
    by (intros i; rewrite printed_image; now destruct (_ =? _)).
  rewrite (walk_finds (fun i => negb (f i =? bit_map m i)) _ (fun i => Some (i, bit_map m i)))
    by (intros i; rewrite printed_image; now destruct (_ =? _)).
  change (Combinators.below n) with (places n). destruct (find _ _); intros -> ->; auto.
Qed.
Theorem the_tables_map f n m : Headers.find_bit_map f n = inl m ->
  n = 2 ^ Z.of_nat (List.length m) /\ forall x, 0 <= x < n -> bit_map m x = f x.
Proof.
  intros E. pose proof (find_bit_map_is f n) as F. cbv zeta in F. destruct (is_power_of_two n) eqn:P; [|unfold Headers.find_bit_map in E; rewrite P in E; discriminate].
  destruct (Z.eqb_spec (f 0) 0) as [Z0|Z0]; [|unfold Headers.find_bit_map in E; apply Z.eqb_neq in Z0; rewrite P, Z0 in E; discriminate].
  apply is_power_of_two_is in P. destruct P as (k & Hk & ->). destruct (find _ _) eqn:G; specialize (F eq_refl Z0); [destruct F; congruence|].
  assert (M : m = map f (powers_below (2 ^ k))) by congruence. split.
  - rewrite M, columns_of_table by auto. unfold images, places. rewrite !map_length, seq_length, Z2Nat.id by lia. reflexivity.
  - intros x Hx. assert (I : In x (places (2 ^ k))) by (unfold places; apply in_map_iff; exists (Z.to_nat x); split; [lia|apply in_seq; lia]).
    pose proof (find_none _ _ G x I) as Q. cbv beta in Q. apply negb_false_iff, Z.eqb_eq in Q. now rewrite M, Q.
Qed.
Theorem no_map_is_the_table f n why : Headers.find_bit_map f n = inr why ->
  condition why = "power_of_two"%string /\ shown why = n /\ (forall k, 0 <= k -> n <> 2 ^ k) \/
  exists k, 0 <= k /\ n = 2 ^ k /\ (forall g, linear g -> ~ forall x, 0 <= x < n -> g x = f x) /\
  (condition why = "starts_at_zero"%string /\ shown why = f 0 /\ f 0 <> 0 \/
   condition why = "linear"%string /\ exists i, Headers.find_bit_map_shows f n = Some (i, shown why) /\ 0 <= i < n /\ against why = f i /\
     shown why <> f i /\ shown why = bit_map (images f k) i).
Proof.
  intros E. pose proof (find_bit_map_is f n) as F. cbv zeta in F. destruct (is_power_of_two n) eqn:P.
  2:{ unfold Headers.find_bit_map in E. rewrite P in E. injection E as <-. left. cbn [condition shown]. repeat split. intros k Hk ->.
      enough (is_power_of_two (2 ^ k) = true) by congruence. apply is_power_of_two_is. now exists k. }
  right. pose proof P as Q. apply is_power_of_two_is in Q. destruct Q as (k & Hk & ->). pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk) as Pk.
  exists k. split; [exact Hk|]. split; [reflexivity|]. destruct (Z.eqb_spec (f 0) 0) as [F0|F0].
  - destruct (find _ _) as [i|] eqn:G; specialize (F eq_refl F0); [|congruence]. destruct F as [F ->]. rewrite F in E. injection E as <-.
    cbn [condition shown against]. apply find_some in G. destruct G as [I D]. apply in_places in I. apply negb_true_iff, Z.eqb_neq in D.
    rewrite columns_of_table in * by auto. split.
    + intros g L V. apply D. rewrite <- (V i I). symmetry.
      rewrite <- (Z.mod_small i (2 ^ k)) at 2 by exact I. rewrite <- (map_of_a_linear_function g k i L Hk). f_equal. unfold images. apply map_ext_in.
      intros a Ha. apply in_places in Ha. symmetry. rewrite Z.shiftl_1_l. apply V. split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia].
    + right. split; [reflexivity|]. exists i. repeat split; auto; lia.
  - unfold Headers.find_bit_map in E. rewrite P, (proj2 (Z.eqb_neq _ _) F0) in E. injection E as <-. cbn [condition shown against].
    split; [|now left]. intros g [G0 _] V. apply F0. rewrite <- V by lia. exact G0.
Qed.
