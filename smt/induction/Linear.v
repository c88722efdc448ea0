(* SPDX-License-Identifier: MIT *)
(* Layouts as maps over GF(2), maps as layouts, and tables as maps, at every rank and for any number of columns: an answer has the
   values it is made from, and where none is answered no map, or no layout, has them. From the generated steps.
   Law: bit_maps_are_layouts_exactly. *)
From Coq Require Import ZArith List Lia Bool String Znumtheory Zpow_facts.
Require Import Colex.Fold Colex.Steps Colex.Evaluate Colex.Limits Colex.Coalesce Colex.Swizzles Colex.Bits.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* bits.hpp. A layout of columns has a mode of two points for each, and is coalesced on the way. *)
Fixpoint layout_from (used : Z) (columns : list Z) (pending : mode) (out : list mode) : option (list mode) :=
  match columns with
  | [] => Some (out ++ [pending])
  | c :: t =>
      if snd (apart_step used c) then
        let r := coalesce_step pending (Mode 2 c) in layout_from (fst (apart_step used c)) t (next r) (out ++ emitted r)
      else None
  end.
Definition layout_of (columns : list Z) : option (list mode) := layout_from 0 columns (Mode 1 0) [].

Fixpoint doubled (left_ : nat) (s : Z) (m : mode) (used : Z) (columns : list Z) : (Z * list Z) + refusal :=
  match left_ with
  | O => inl (used, columns)
  | S n =>
      if s <? shape m then
        let c := s * stride m in
        if snd (apart_step used c) then
          if Nat.eqb (List.length columns) 62 then inr (Refused "capacity" 0 0)
          else doubled n (s * 2) m (fst (apart_step used c)) (columns ++ [c])
        else inr (Refused "linear" c used)
      else inl (used, columns)
  end.
Fixpoint map_from_modes (ms : list mode) (used : Z) (columns : list Z) : list Z + refusal :=
  match ms with
  | [] => inl columns
  | m :: t =>
      if is_power_of_two (shape m) then
        if (1 <? shape m) && (stride m <? 0) then inr (Refused "not_negative" (stride m) 0)
        else match doubled 63 1 m used columns with inl (u, cs) => map_from_modes t u cs | inr why => inr why end
      else inr (Refused "power_of_two" (shape m) 0)
  end.
Definition map_of_layout (ms : list mode) : list Z + refusal :=
  if String.eqb (well_formed ms) "none" then map_from_modes ms 0 [] else inr (Refused (well_formed ms) 0 0).

(* At the powers of two below `points`, and then at every point. *)
Fixpoint at_powers (left_ : nat) (f : Z -> Z) (s points : Z) : list Z :=
  match left_ with O => [] | S n => if s <? points then f s :: at_powers n f (s * 2) points else [] end.
Definition find_bit_map (f : Z -> Z) (points : Z) : list Z + refusal * option Z :=  (* with the index that shows it *)
  if is_power_of_two points then
    if f 0 =? 0 then
      let m := at_powers (Z.to_nat points) f 1 points in
      match find (fun i => negb (f i =? bit_map m i)) (places points) with
      | Some i => inr (Refused "linear" (bit_map m i) (f i), Some i)
      | None => inl m
      end
    else inr (Refused "starts_at_zero" (f 0) 0, None)
  else inr (Refused "power_of_two" points 0, None).

(* ------------------------------------------------------------------------------------------ sums without a carry *)

Definition twos : list Z -> list mode := map (Mode 2).
Definition bits_used (used : Z) (cs : list Z) : Z := fold_left Z.lor cs used.
Fixpoint all_apart (used : Z) (cs : list Z) : Prop :=
  match cs with [] => True | c :: t => Z.land used c = 0 /\ all_apart (Z.lor used c) t end.

Lemma apart_step_is used c : apart_step used c = (Z.lor used c, Z.land used c =? 0).
Proof. unfold apart_step. now destruct (Z.land used c =? 0). Qed.
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

Lemma layout_from_is cs : forall used p out, layout_from used cs p out = None /\ ~ all_apart used cs \/
  all_apart used cs /\ exists q o, loop coalesce_step (twos cs) p out = Some (q, o) /\ layout_from used cs p out = Some (o ++ [q]).
Proof.
  induction cs as [|c t IH]; intros used p out; cbn [layout_from all_apart twos map loop].
  { right. split; [exact I|]. now exists p, out. }
  fold (twos t). rewrite apart_step_is. cbn [fst snd]. rewrite coalesce_step_total. destruct (Z.eqb_spec (Z.land used c) 0) as [D|D]; [|left; tauto].
  destruct (IH (Z.lor used c) (next (coalesce_step p (Mode 2 c))) (out ++ emitted (coalesce_step p (Mode 2 c)))) as [[E N]|[A (q & o & F & E)]];
    [left; tauto|right]. split; [auto|]. now exists q, o.
Qed.
Theorem the_maps_layout columns R : layout_of columns = Some R -> Forall positive R /\
  size R = 2 ^ Z.of_nat (List.length columns) /\ forall x, 0 <= x -> evaluate R x = bit_map columns x.
Proof.
  intros E. unfold layout_of in E. destruct (layout_from_is columns 0 (Mode 1 0) []) as [[F _]|[A (q & o & L & F)]]; [congruence|].
  assert (C : R = shipped_coalesce (twos columns)) by (rewrite coalesce_is_the_loop; unfold coalesce; rewrite L; congruence).
  destruct (shipped_coalesce_preserves_the_map _ (twos_positive columns)) as (P & S & V). rewrite <- C in P, S, V.
  rewrite twos_size in S. repeat split; auto. intros x Hx. now rewrite V, apart_is_a_layout.
Qed.
Theorem no_layout_is_the_map columns : layout_of columns = None ->
  forall ms, Forall positive ms -> size ms = 2 ^ Z.of_nat (List.length columns) ->
  ~ forall x, 0 <= x < size ms -> evaluate ms x = bit_map columns x.
Proof.
  intros E ms P S V. unfold layout_of in E. destruct (layout_from_is columns 0 (Mode 1 0) []) as [[_ N]|[_ (q & o & _ & F)]]; [|congruence].
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
Lemma doubled_is m k : 0 <= k -> shape m = 2 ^ k -> forall left_ j used cs, (Z.of_nat j <= k) -> (k < Z.of_nat (j + left_)) ->
  let more := columns_from j (Z.to_nat k - j) (stride m) in
  match doubled left_ (2 ^ Z.of_nat j) m used cs with
  | inl (u, r) => r = cs ++ more /\ u = bits_used used more /\ all_apart used more
  | inr (Refused c _ _) => c = "linear"%string /\ ~ all_apart used more \/ c = "capacity"%string /\ 62 < Z.of_nat (List.length cs) + k - Z.of_nat j
  end.
Proof.
  intros Hk E. induction left_ as [|n IH]; intros j used cs Hj Hf; [lia|]. cbn [doubled]. cbv zeta. rewrite E.
  destruct (Z.ltb_spec (2 ^ Z.of_nat j) (2 ^ k)) as [L|L].
  - assert (J : Z.of_nat j < k) by (apply Z.pow_lt_mono_r_iff in L; lia).
    replace (Z.to_nat k - j)%nat with (S (Z.to_nat k - S j)) by lia. unfold columns_from. cbn [seq map all_apart bits_used fold_left].
    fold (columns_from (S j) (Z.to_nat k - S j) (stride m)). rewrite apart_step_is. cbn [fst snd]. set (c := 2 ^ Z.of_nat j * stride m).
    destruct (Z.eqb_spec (Z.land used c) 0) as [D|D]; [|left; tauto].
    destruct (Nat.eqb_spec (List.length cs) 62) as [F|F]; [right; split; [reflexivity|lia]|].
    specialize (IH (S j) (Z.lor used c) (cs ++ [c]) ltac:(lia) ltac:(lia)). cbv zeta in IH.
    replace (2 ^ Z.of_nat (S j)) with (2 ^ Z.of_nat j * 2) in IH by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; ring).
    destruct (doubled n _ m _ _) as [[u r]|[c' x y]].
    + destruct IH as (-> & -> & A). rewrite <- app_assoc. auto.
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
  match map_from_modes ms (bits_used 0 (all_columns before)) (all_columns before) with
  | inl r => Forall power ms /\ r = all_columns (before ++ ms) /\ all_apart 0 r
  | inr why => exists b m after_, ms = b ++ m :: after_ /\ Forall power b /\ shows why (before ++ b) m
  end.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros before W A B; cbn [map_from_modes].
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
    pose proof (doubled_is m k Hk E 63 0 (bits_used 0 cs) cs ltac:(lia) ltac:(lia)) as D; cbv zeta in D;
    change (2 ^ Z.of_nat 0) with 1 in D; rewrite Nat.sub_0_r in D;
    assert (M : columns_from 0 (Z.to_nat k) (stride m) = columns_of m) by (unfold columns_of; now rewrite E, Z.log2_pow2);
    rewrite M in D;
    assert (One : all_columns (before ++ [m]) = cs ++ columns_of m) by (rewrite all_columns_app; cbn [all_columns flat_map]; now rewrite app_nil_r);
    destruct (doubled 63 1 m _ cs) as [[u r]|[c x y]].
  all: try (destruct D as (-> & -> & D);
    specialize (IH (before ++ [m])); rewrite One in IH; unfold bits_used in *; rewrite fold_left_app in IH;
    assert (X : match map_from_modes t (fold_left Z.lor (columns_of m) (fold_left Z.lor cs 0)) (cs ++ columns_of m) with
      | inl r => Forall power t /\ r = all_columns ((before ++ [m]) ++ t) /\ all_apart 0 r
      | inr why => exists b m0 after_, t = b ++ m0 :: after_ /\ Forall power b /\ shows why ((before ++ [m]) ++ b) m0 end);
    [apply IH;
      [apply Forall_app; split; [exact W|constructor; [now exists k|constructor]]
      |now apply all_apart_app
      |rewrite app_length, (columns_length m k), Nat2Z.inj_add, Z2Nat.id, Z.pow_add_r, <- E by lia; lia]
    |clear IH];
    destruct (map_from_modes t _ _) as [r|why];
    [destruct X as (Q1 & Q2 & Q3); rewrite <- app_assoc in Q2; split; [constructor; [now exists k|exact Q1]|auto]
    |destruct X as (b & m0 & after_ & -> & Q1 & Q2); exists (m :: b), m0, after_; rewrite <- app_assoc in Q2;
      split; [reflexivity|split; [constructor; [now exists k|exact Q1]|exact Q2]]]).
  all: exists [], m, t; split; [reflexivity|]; split; [constructor|]; left; rewrite app_nil_r, One; cbn [condition];
    destruct D as [[-> D]|[_ D]]; [|lia]; split; [reflexivity|]; split; [now exists k|]; rewrite all_apart_app; tauto.
Qed.

Theorem the_layouts_map ms columns : map_of_layout ms = inl columns ->
  size ms = 2 ^ Z.of_nat (List.length columns) /\ forall x, 0 <= x -> bit_map columns x = evaluate ms x.
Proof.
  unfold map_of_layout. destruct (String.eqb_spec (well_formed ms) "none") as [F|]; [|discriminate]. intros E.
  destruct (well_formed_keeps_limits ms F) as (P & S & _).
  pose proof (map_from_modes_is ms P [] (Forall_nil _) I ltac:(cbn [all_columns flat_map List.length]; change (2 ^ Z.of_nat 0) with 1; unfold limit in S; lia)) as H.
  cbn [all_columns flat_map bits_used fold_left app] in H. rewrite E in H. destruct H as (W & -> & A).
  fold (all_columns ms). fold (all_columns ms) in A. split.
  - destruct (all_columns_add ms W 0 ltac:(lia)) as [_ <-]. apply twos_size.
  - intros x Hx. rewrite apart_is_a_layout by auto. now destruct (all_columns_add ms W x Hx).
Qed.
(* Of a well-formed layout: no linear function has its values, or one of them is negative, or it has not 2^n points. *)
Theorem no_map_is_the_layout ms why : map_of_layout ms = inr why -> well_formed ms = "none"%string ->
  exists before m after_, ms = before ++ m :: after_ /\ shows why before m /\
  (condition why = "linear"%string /\ (forall g, linear g -> ~ forall x, 0 <= x < size ms -> g x = evaluate ms x) \/
   condition why = "power_of_two"%string /\ (forall n, 0 <= n -> size ms <> 2 ^ n) \/
   condition why = "not_negative"%string /\ (exists x, 0 <= x < size ms /\ evaluate ms x < 0)).
Proof.
  unfold map_of_layout. intros E F. rewrite F in E. change (String.eqb "none" "none") with true in E. cbv iota in E.
  destruct (well_formed_keeps_limits ms F) as (P & S & _).
  pose proof (map_from_modes_is ms P [] (Forall_nil _) I ltac:(cbn [all_columns flat_map List.length]; change (2 ^ Z.of_nat 0) with 1; unfold limit in S; lia)) as H.
  cbn [all_columns flat_map bits_used fold_left app] in H. rewrite E in H. destruct H as (b & m & after_ & Q & W & Sh).
  exists b, m, after_. split; [exact Q|]. split; [exact Sh|]. pose proof P as PQ. rewrite Q in PQ. apply Forall_app in PQ. destruct PQ as [Pb Pm].
  inversion_clear Pm as [|? ? P1 Pa]. pose proof (size_positive _ Pb) as Sb. pose proof (size_positive _ Pa) as Sa. unfold positive in P1.
  assert (Sz : size ms = size b * shape m * size after_) by (rewrite Q, size_app; cbn [size]; ring).
  destruct Sh as [(C & K & N)|[(C & _ & N)|(C & _ & N & S1)]].
  - left. split; [exact C|]. intros g L V.
    set (front := b ++ [m]) in *. assert (Pf : Forall positive front) by (apply Forall_app; split; [exact Pb|constructor; [exact P1|constructor]]).
    assert (Wf : Forall power front) by (apply Forall_app; split; [exact W|constructor; [exact K|constructor]]).
    assert (Sf : size front = size b * shape m) by (unfold front; rewrite size_app; cbn [size]; ring).
    pose proof (twos_size (all_columns front)) as T. destruct (all_columns_add front Wf 0 ltac:(lia)) as [_ T2]. rewrite T2 in T.
    destruct (not_apart_share _ N) as (i & j & H & D). apply D.
    assert (V2 : forall x, 0 <= x < 2 ^ Z.of_nat (List.length (all_columns front)) -> evaluate front x = g x).
    { intros x Hx. rewrite <- T in Hx. rewrite V by nia. rewrite Q. replace (b ++ m :: after_) with (front ++ after_) by (unfold front; now rewrite <- app_assoc).
      rewrite evaluate_app, Z.div_small, evaluate_zero by auto. ring. }
    pose proof (not_both_ways front g (Z.of_nat (List.length (all_columns front))) Pf ltac:(lia) T L V2 (Z.of_nat i) (Z.of_nat j) ltac:(lia) ltac:(lia)) as R.
    assert (G : forall a, (a < List.length (all_columns front))%nat -> g (2 ^ Z.of_nat a) = nth a (all_columns front) 0).
    { intros a Ha. rewrite <- V2 by (split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia]).
      destruct (all_columns_add front Wf (2 ^ Z.of_nat a)) as [<- _]; [apply Z.pow_nonneg; lia|].
      generalize (all_columns front) Ha. clear. intros cs Ha. revert a Ha. induction cs as [|c t IH]; intros a Ha; cbn [List.length] in Ha; [lia|].
      cbn [twos map]. fold (twos t). rewrite evaluate_cons. cbn [shape stride]. destruct a as [|a].
      - change (2 ^ Z.of_nat 0) with 1. change (1 / 2) with 0. rewrite evaluate_zero. cbn [nth]. change (1 mod 2) with 1. ring.
      - rewrite Nat2Z.inj_succ, Z.pow_succ_r, (Z.mul_comm 2), Z.mod_mul, Z.div_mul by lia. cbn [nth]. rewrite IH by lia. ring. }
    now rewrite !G in R by lia.
  - right. left. split; [exact C|]. intros n Hn Sn. apply N. pose proof (powers_of_a_power ms n P Hn Sn) as A.
    rewrite Forall_forall in A. apply A. rewrite Q. apply in_or_app. right. now left.
  - right. right. split; [exact C|]. exists (size b). split.
    { rewrite Sz. split; [lia|]. assert (size b * 2 <= size b * shape m) by nia. nia. }
    rewrite Q, evaluate_app, Z.div_same, evaluate_cons by (auto; lia).
    rewrite <- (evaluate_wraps b Pb), Z.mod_same, evaluate_zero, Z.mod_small, Z.div_small, evaluate_zero by lia. lia.
Qed.

(* ------------------------------------------------------------------------------------------ the map that a table is *)

Lemma at_powers_is f k : 0 <= k -> forall left_ j, (Z.of_nat j <= k) -> (k - Z.of_nat j <= Z.of_nat left_) ->
  at_powers left_ f (2 ^ Z.of_nat j) (2 ^ k) = map (fun i => f (2 ^ Z.of_nat i)) (seq j (Z.to_nat k - j)).
Proof.
  intros Hk. induction left_ as [|n IH]; intros j Hj Hf; cbn [at_powers].
  - now replace (Z.to_nat k - j)%nat with 0%nat by lia.
  - destruct (Z.ltb_spec (2 ^ Z.of_nat j) (2 ^ k)) as [L|L].
    + assert (J : Z.of_nat j < k) by (apply Z.pow_lt_mono_r_iff in L; lia).
      replace (Z.to_nat k - j)%nat with (S (Z.to_nat k - S j)) by lia. cbn [seq map]. f_equal. rewrite <- IH by lia.
      f_equal. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
    + assert (J : Z.of_nat j = k).
      { destruct (Z.eq_dec (Z.of_nat j) k) as [|D]; [assumption|]. pose proof (Z.pow_lt_mono_r 2 (Z.of_nat j) k). lia. }
      now replace (Z.to_nat k - j)%nat with 0%nat by lia.
Qed.
Lemma columns_of_table f k : 0 <= k -> at_powers (Z.to_nat (2 ^ k)) f 1 (2 ^ k) = images f k.
Proof.
  intros Hk. pose proof (at_powers_is f k Hk (Z.to_nat (2 ^ k)) 0) as E. change (2 ^ Z.of_nat 0) with 1 in E.
  rewrite Nat.sub_0_r in E. rewrite E; [|lia|].
  - unfold images, places. rewrite map_map. apply map_ext. intros i. now rewrite Z.shiftl_1_l.
  - pose proof (Z.pow_gt_lin_r 2 k ltac:(lia) Hk). lia.
Qed.
Theorem the_tables_map f points columns : find_bit_map f points = inl columns ->
  points = 2 ^ Z.of_nat (List.length columns) /\ forall x, 0 <= x < points -> bit_map columns x = f x.
Proof.
  unfold find_bit_map. destruct (is_power_of_two points) eqn:P; [|discriminate]. apply is_power_of_two_is in P. destruct P as (k & Hk & ->).
  destruct (f 0 =? 0); [|discriminate]. destruct (find _ _) eqn:F; [discriminate|]. intros E. injection E as <-. split.
  - rewrite columns_of_table by auto. unfold images, places. rewrite !map_length, seq_length, Z2Nat.id by lia. reflexivity.
  - intros x Hx. assert (I : In x (places (2 ^ k))) by (unfold places; apply in_map_iff; exists (Z.to_nat x); split; [lia|apply in_seq; lia]).
    pose proof (find_none _ _ F x I) as Q. cbv beta in Q. apply negb_false_iff, Z.eqb_eq in Q. now rewrite Q.
Qed.
Theorem no_map_is_the_table f points why index : find_bit_map f points = inr (why, index) ->
  condition why = "power_of_two"%string /\ shown why = points /\ (forall n, 0 <= n -> points <> 2 ^ n) \/
  (exists n, 0 <= n /\ points = 2 ^ n) /\ (forall g, linear g -> ~ forall x, 0 <= x < points -> g x = f x) /\
  (condition why = "starts_at_zero"%string /\ shown why = f 0 /\ f 0 <> 0 \/
   condition why = "linear"%string /\ exists i, index = Some i /\ 0 <= i < points /\ against why = f i /\ shown why <> f i /\
     shown why = bit_map (at_powers (Z.to_nat points) f 1 points) i).
Proof.
  unfold find_bit_map. destruct (is_power_of_two points) eqn:P.
  2:{ intros E. injection E as <- <-. left. cbn [condition shown]. repeat split. intros n Hn ->.
      enough (is_power_of_two (2 ^ n) = true) by congruence. apply is_power_of_two_is. now exists n. }
  apply is_power_of_two_is in P. destruct P as (k & Hk & ->). pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk) as Pk.
  destruct (Z.eqb_spec (f 0) 0) as [F0|F0]; [destruct (find _ _) as [i|] eqn:F; [|discriminate]|]; intros E; injection E as <- <-; right; cbn [condition shown against];
    (split; [now exists k|]).
  - apply find_some in F. destruct F as [I D]. apply in_places in I. apply negb_true_iff, Z.eqb_neq in D. split.
    + intros g L V. apply D. rewrite columns_of_table by auto. rewrite <- (V i I). symmetry.
      rewrite <- (Z.mod_small i (2 ^ k)) at 2 by exact I. rewrite <- (map_of_a_linear_function g k i L Hk). f_equal. unfold images. apply map_ext_in.
      intros a Ha. apply in_places in Ha. symmetry. rewrite Z.shiftl_1_l. apply V. split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia].
    + right. split; [reflexivity|]. exists i. repeat split; auto; lia.
  - split; [|now left]. intros g [G0 _] V. apply F0. rewrite <- V by lia. exact G0.
Qed.

(* The loops are the shipped ones: three columns; a layout of extents 4, and 2 and 2; a table of up to four values. *)
Definition answer {T} (r : list Z + T) : option (list Z) := match r with inl m => Some m | inr _ => None end.
Ltac decided x := lazymatch x with context [if _ then _ else _] => fail | _ => idtac end.
Ltac decide_all := repeat (try unfold apart_step; cbn -[product_fits sum_fits]; match goal with
  | |- context [product_fits ?x ?y] => destruct (product_fits x y)
  | |- context [sum_fits ?x ?y] => decided x; destruct (sum_fits x y)
  | |- context [?x =? ?y] => decided x; destruct (x =? y)
  | |- context [?x <? ?y] => decided x; destruct (x <? y)
  end); reflexivity.
Theorem layout_of_driver_3 a b c : layout_of [a; b; c] = layout_of_3 a b c.
Proof.
  unfold layout_of, layout_of_3, coalesce_step, layout_from, apart_step. decide_all. 
Qed.

Theorem find_bit_map_driver_1 f : answer (find_bit_map f 1) = find_bit_map_1 f.
Proof. unfold find_bit_map, find_bit_map_1. change (is_power_of_two 1) with true. cbv beta iota zeta. change (places 1) with [0].
  change (at_powers (Z.to_nat 1) f 1 1) with (@nil Z). unfold bit_map, map_from.
  decide_all. Qed.
Theorem find_bit_map_driver_2 f : answer (find_bit_map f 2) = find_bit_map_2 f.
Proof. unfold find_bit_map, find_bit_map_2. change (is_power_of_two 2) with true. change (places 2) with [0; 1].
  change (at_powers (Z.to_nat 2) f 1 2) with [f 1]. unfold bit_map, map_from, bit_step. 
  decide_all. Qed.
Theorem find_bit_map_driver_3 f : answer (find_bit_map f 3) = find_bit_map_3 f. Proof. reflexivity. Qed.
Theorem find_bit_map_driver_4 f : answer (find_bit_map f 4) = find_bit_map_4 f.
Proof. unfold find_bit_map, find_bit_map_4. change (is_power_of_two 4) with true. change (places 4) with [0; 1; 2; 3].
  change (at_powers (Z.to_nat 4) f 1 4) with [f 1; f 2]. unfold bit_map, map_from, bit_step. 
  decide_all. Qed.

Theorem map_of_layout_driver_4 a : answer (map_of_layout [Mode 4 a]) = bit_map_of_4 a.
Proof.
  unfold map_of_layout, well_formed, well_formed_from, map_from_modes, farthest, magnitude, bit_map_of_4, apart_step.
  cbn [shape stride]. change (product_fits 1 4) with true. change (is_power_of_two 4) with true.
  decide_all. Qed.
Lemma doubled_once n d used cs : doubled (S (S n)) 1 (Mode 2 d) used cs =
  if Z.land used d =? 0 then
    if Nat.eqb (List.length cs) 62 then inr (Refused "capacity" 0 0) else inl (Z.lor used d, cs ++ [d])
  else inr (Refused "linear" d used).
Proof.
  cbn [doubled shape stride]. change (1 <? 2) with true. cbv iota zeta. rewrite Z.mul_1_l, apart_step_is. cbn [fst snd].
  change (1 * 2 <? 2) with false. cbv iota. reflexivity.
Qed.
Theorem map_of_layout_driver_2_2 a b : answer (map_of_layout [Mode 2 a; Mode 2 b]) = bit_map_of_2_2 a b.
Proof.
  unfold map_of_layout, well_formed, well_formed_from, map_from_modes, farthest, magnitude, bit_map_of_2_2.
  rewrite (doubled_once 61). cbn [shape stride andb List.length]. change (1 * 2) with 2. change (product_fits 1 2) with true.
  change (product_fits 2 2) with true. change (is_power_of_two 2) with true. change (2 <? 1) with false. change (2 =? 1) with false.
  change (1 <? 2) with true. change (2 - 1) with 1. change (Nat.eqb 0 62) with false. rewrite !Z.mul_1_l. cbn [andb]. cbv iota.
  destruct (product_fits 2 a); [|reflexivity]. destruct (sum_fits 0 a); [|destruct (product_fits 2 b); reflexivity].
  destruct (a <? 0); (destruct (product_fits 2 b); [|reflexivity]).
  - destruct (sum_fits (0 + (0 - a)) b); [|reflexivity]. destruct (b <? 0); reflexivity.
  - destruct (sum_fits (0 + a) b); [|reflexivity]. change (String.eqb "none" "none") with true. cbv iota.
    destruct (Z.land 0 a =? 0); [|destruct (b <? 0); reflexivity]. cbv iota beta. destruct (b <? 0); [reflexivity|].
    rewrite (doubled_once 61). destruct (Z.land (Z.lor 0 a) b =? 0); reflexivity.
Qed.

Definition bit_maps_are_layouts_exactly :=
  (the_maps_layout, no_layout_is_the_map, the_layouts_map, no_map_is_the_layout, the_tables_map, no_map_is_the_table).
Definition drivers := (layout_of_driver_3, map_of_layout_driver_4, map_of_layout_driver_2_2,
  find_bit_map_driver_1, find_bit_map_driver_2, find_bit_map_driver_3, find_bit_map_driver_4).
Definition theorems :=
  (@bit_maps_are_layouts_exactly, @drivers).
Print Assumptions theorems.
