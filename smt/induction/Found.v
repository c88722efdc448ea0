(* SPDX-License-Identifier: MIT *)
(* The swizzle of two masks, of rows of blocks, and of a map of any number of columns: what is answered is that swizzle, and where
   none is answered there is none. From the generated steps. Law: swizzles_are_found_exactly. *)
From Coq Require Import ZArith List Lia Bool Btauto String.
Require Import Colex.Fold Colex.Steps Colex.Swizzles Colex.Bits.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* swizzle.hpp. What refuses is the condition. *)
Definition admissible (s : swizzle) : string := swizzle_condition (bits s) (base s) (shift s).
Definition from_numbers (n : Z * Z * Z) : swizzle := let '(b, a, s) := n in Swizzle b a s.
Definition make_swizzle (source target : Z) : option swizzle :=
  let from := if source <? 0 then 0 else trailing_zeros source in
  let to := if target <? 0 then 0 else trailing_zeros target in
  let s := from_numbers (swizzle_numbers (trailing_ones (Z.shiftr source from)) from to) in
  if String.eqb (admissible s) "none" then
    if source_mask (bits s) (base s) (shift s) =? source then
      if target_mask (bits s) (base s) (shift s) =? target then Some s else None
    else None
  else None.
Definition swizzle_xor16 (blocks : Z) : swizzle + string :=
  if is_power_of_two blocks then
    let s := Swizzle (trailing_zeros blocks) 4 (trailing_zeros blocks) in
    if String.eqb (admissible s) "none" then inl s else inr (admissible s)
  else inr "power_of_two"%string.
Definition span (low high : Z) : list Z := map (fun k => low + Z.of_nat k) (seq 0 (Z.to_nat (high - low + 1))).
Definition candidates (n : Z) : list swizzle :=
  flat_map (fun s => flat_map (fun b => map (fun a => Swizzle b a s) (span 0 (n - b - Z.abs s))) (span 0 (Z.abs s))) (span (- n) n).
Fixpoint same_columns (x y : list Z) : bool :=
  match x, y with [], [] => true | a :: t, b :: u => if a =? b then same_columns t u else false | _, _ => false end.
Definition swizzle_of (columns : list Z) : option swizzle :=
  let n := Z.of_nat (List.length columns) in find (fun s => same_columns (swizzle_map s n) columns) (candidates n).

(* Any swizzle, by the bits that it moves: `count` of them, from `from` on, into those from `to` on, which do not overlap. *)
Definition run (count from : Z) : Z := Z.shiftl (Z.shiftl 1 count - 1) from.
Definition moves (count from to x : Z) : Z :=
  let bits_read := Z.land x (run count from) in
  if to <=? from then Z.lxor x (Z.shiftr bits_read (from - to)) else Z.lxor x (Z.shiftl bits_read (to - from)).
Definition is_swizzle (count from to n : Z) : Prop :=
  0 <= count /\ 0 <= from /\ 0 <= to /\ count + from <= n /\ count + to <= n /\ (count = 0 \/ count <= Z.abs (from - to)).

Lemma run_bit count from n : 0 <= count -> 0 <= n -> Z.testbit (run count from) n = (from <=? n) && (n <? from + count).
Proof.
  intros Hc Hn. unfold run. rewrite Z.shiftl_spec, Z.shiftl_1_l by auto. rewrite Z.sub_1_r, <- Z.ones_equiv.
  destruct (Z.leb_spec from n), (Z.ltb_spec n (from + count)); cbn [andb].
  - apply Z.ones_spec_low. lia.
  - apply Z.ones_spec_high. lia.
  - apply Z.testbit_neg_r. lia.
  - apply Z.testbit_neg_r. lia.
Qed.
Lemma admissible_is s : admissible s = "none"%string <->
  0 <= bits s /\ 0 <= base s /\ bits s <= Z.abs (shift s) /\ bits s + base s + Z.abs (shift s) <= 62.
Proof.
  unfold admissible, swizzle_condition. split.
  - repeat match goal with |- context [?a <? ?b] => destruct (Z.ltb_spec a b) end; intros E; try discriminate; lia.
  - intros H. repeat match goal with |- context [?a <? ?b] => destruct (Z.ltb_spec a b) end; try lia; reflexivity.
Qed.
Lemma masks_are b a s : source_mask b a s = run b (a + Z.max 0 s) /\ target_mask b a s = run b (a - Z.min 0 s).
Proof.
  unfold source_mask, target_mask, run. destruct (Z.ltb_spec 0 s), (Z.ltb_spec s 0); split; do 2 f_equal; lia.
Qed.
(* The three numbers, and the two runs of bits. *)
Lemma swizzles_moves s x : 0 <= bits s -> 0 <= base s ->
  swizzles s x = moves (bits s) (base s + Z.max 0 (shift s)) (base s - Z.min 0 (shift s)) x.
Proof.
  intros Hb Ha. unfold swizzles, swizzled, moves, run.
  destruct (Z.leb_spec 0 (shift s)), (Z.leb_spec (base s - Z.min 0 (shift s)) (base s + Z.max 0 (shift s))); try lia;
    f_equal; f_equal; try lia; f_equal; f_equal; lia.
Qed.
Lemma numbers_are count from to : let s := from_numbers (swizzle_numbers count from to) in
  bits s = count /\ (count = 0 -> base s = 0 /\ shift s = 0) /\
  (count <> 0 -> base s = Z.min from to /\ shift s = from - to).
Proof.
  unfold swizzle_numbers. destruct (Z.eqb_spec count 0) as [->|D]; cbn; [repeat split; lia|].
  destruct (Z.ltb_spec from to); cbn; repeat split; lia.
Qed.
Lemma no_bits_no_move from to x : moves 0 from to x = x.
Proof.
  unfold moves, run. change (Z.shiftl 1 0 - 1) with 0. rewrite Z.shiftl_0_l, Z.land_0_r.
  destruct (to <=? from); rewrite ?Z.shiftr_0_l, ?Z.shiftl_0_l; apply Z.lxor_0_r.
Qed.

(* -------------------------------------------------------------------------------------------------- of two masks *)

(* The bits of `source` in y, moved by `shift`. *)
Definition moved (source shift y : Z) : Z :=
  if shift <? 0 then Z.shiftl (Z.land y source) (- shift) else Z.shiftr (Z.land y source) shift.
Theorem the_masks_swizzle source target s : make_swizzle source target = Some s ->
  admissible s = "none"%string /\ Z.land source target = 0 /\ moved source (shift s) source = target /\
  forall x, swizzles s x = Z.lxor x (moved source (shift s) x).
Proof.
  unfold make_swizzle. set (t := from_numbers _). destruct (String.eqb_spec (admissible t) "none") as [A|]; [|discriminate].
  destruct (Z.eqb_spec (source_mask (bits t) (base t) (shift t)) source) as [S|]; [|discriminate].
  destruct (Z.eqb_spec (target_mask (bits t) (base t) (shift t)) target) as [T|]; [|discriminate].
  intros E. injection E as <-. clearbody t. split; [exact A|]. apply admissible_is in A.
  destruct (masks_are (bits t) (base t) (shift t)) as [MS MT]. rewrite MS in S. rewrite MT in T. subst source target. repeat split.
  - apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, !run_bit, Z.bits_0 by lia. lia.
  - unfold moved. rewrite Z.land_diag. apply Z.bits_inj'. intros n Hn. rewrite run_bit by lia.
    destruct (Z.ltb_spec (shift t) 0); [rewrite Z.shiftl_spec by auto|rewrite Z.shiftr_spec, run_bit by lia; lia].
    destruct (Z.ltb_spec n (- shift t)) as [L|L]; [rewrite Z.testbit_neg_r by lia; lia|rewrite run_bit by lia; lia].
  - intros x. rewrite swizzles_moves by lia. unfold moves, moved.
    destruct (Z.leb_spec (base t - Z.min 0 (shift t)) (base t + Z.max 0 (shift t))), (Z.ltb_spec (shift t) 0); try lia;
      do 2 f_equal; lia.
Qed.
Theorem no_swizzle_of_the_masks source target : make_swizzle source target = None ->
  forall count from to, is_swizzle count from to 62 -> ~ (run count from = source /\ run count to = target).
Proof.
  intros None_ count from to (Hc & Hf & Ht & Ef & Et & Apart) [S T].
  assert (R : make_swizzle source target = Some (from_numbers (swizzle_numbers count from to))); [|congruence]. clear None_.
  assert (C0 : count = 0 \/ 0 < count) by lia. destruct C0 as [->|C0].
  { unfold run in S, T. change (Z.shiftl 1 0 - 1) with 0 in *. rewrite Z.shiftl_0_l in *. subst. reflexivity. }
  assert (P : forall at_, 0 <= at_ -> 0 <= run count at_).
  { intros at_ H. unfold run. apply Z.shiftl_nonneg. rewrite Z.shiftl_1_l. pose proof (Z.pow_pos_nonneg 2 count). lia. }
  assert (Z_ : forall at_, 0 <= at_ -> count + at_ <= 62 -> trailing_zeros (run count at_) = at_).
  { intros at_ H E. apply trailing_zeros_is; [lia| |intros i Hi]; rewrite run_bit by lia; lia. }
  unfold make_swizzle. rewrite <- S, <- T. destruct (Z.ltb_spec (run count from) 0) as [L|_]; [specialize (P from); lia|].
  destruct (Z.ltb_spec (run count to) 0) as [L|_]; [specialize (P to); lia|]. rewrite !Z_ by lia.
  replace (trailing_ones _) with count.
  2:{ symmetry. apply trailing_ones_is; [lia| |intros i Hi]; rewrite Z.shiftr_spec, run_bit by lia; lia. }
  destruct (numbers_are count from to) as (NB & _ & NN). destruct NN as [NA NS]; [lia|].
  set (s := from_numbers _) in *. clearbody s. destruct (masks_are (bits s) (base s) (shift s)) as [-> ->].
  replace (admissible s) with "none"%string by (symmetry; apply admissible_is; lia). cbn [String.eqb]. change (String.eqb "none" "none") with true.
  replace (run (bits s) (base s + Z.max 0 (shift s))) with (run count from) by (f_equal; lia).
  replace (run (bits s) (base s - Z.min 0 (shift s))) with (run count to) by (f_equal; lia). now rewrite !Z.eqb_refl.
Qed.

(* --------------------------------------------------------------------------------------------- of rows of blocks *)

(* Of rows of n blocks of 16 bytes: block k of row r goes to block k XOR r mod n. *)
Definition block_moved (n row byte : Z) : Z := row * (n * 16) + Z.lxor byte (row mod n * 16).
Definition moves_blocks (f : Z -> Z) (n : Z) : Prop :=
  forall row byte, 0 <= row -> 0 <= byte < n * 16 -> f (row * (n * 16) + byte) = block_moved n row byte.
Lemma trailing_zeros_of_power k : 0 <= k <= 62 -> trailing_zeros (2 ^ k) = k.
Proof.
  intros H. destruct (Z.eq_dec k 62) as [->|D]; [reflexivity|].
  apply trailing_zeros_is; [lia|apply Z.pow2_bits_true; lia|intros i Hi; apply Z.pow2_bits_false; lia].
Qed.
Lemma above_the_bits low high p n : 0 <= p -> 0 <= low < 2 ^ p -> 0 <= n ->
  Z.testbit (high * 2 ^ p + low) n = if n <? p then Z.testbit low n else Z.testbit high (n - p).
Proof.
  intros Hp Hl Hn. destruct (Z.ltb_spec n p).
  - rewrite <- (Z.mod_pow2_bits_low _ p n) by lia. now rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia.
  - replace n with ((n - p) + p) at 1 by lia. rewrite <- Z.div_pow2_bits by lia.
    now rewrite Z.div_add_l, Z.div_small, Z.add_0_r by lia.
Qed.
Lemma power_moves_blocks k : 0 <= k -> moves_blocks (swizzles (Swizzle k 4 k)) (2 ^ k).
Proof.
  intros Hk row byte Hr Hb. unfold block_moved. replace (2 ^ k * 16) with (2 ^ (k + 4)) in * by (rewrite Z.pow_add_r by lia; reflexivity).
  assert (M : 0 <= row mod 2 ^ k * 16 < 2 ^ (k + 4)).
  { pose proof (Z.mod_pos_bound row (2 ^ k) ltac:(apply Z.pow_pos_nonneg; lia)). rewrite Z.pow_add_r by lia. lia. }
  rewrite swizzles_moves by (cbn; lia). cbn [bits base shift]. rewrite Z.max_r, Z.min_l, Z.sub_0_r by lia.
  unfold moves. destruct (Z.leb_spec 4 (4 + k)); [|lia]. replace (4 + k - 4) with k by lia.
  apply Z.bits_inj'. intros n Hn.
  rewrite Z.lxor_spec, Z.shiftr_spec, Z.land_spec, run_bit, (above_the_bits byte), (above_the_bits byte) by lia.
  rewrite above_the_bits by (try lia; apply lxor_below; lia).
  replace (row mod 2 ^ k * 16) with (Z.shiftl (row mod 2 ^ k) 4) by now rewrite Z.shiftl_mul_pow2.
  destruct (Z.ltb_spec n (k + 4)) as [L|L].
  - rewrite Z.lxor_spec, Z.shiftl_spec by auto. f_equal. destruct (Z.ltb_spec (n + k) (k + 4)) as [Q|Q].
    + rewrite (Z.testbit_neg_r _ (n - 4)) by lia. destruct (Z.leb_spec (4 + k) (n + k)); [lia|]. cbn [andb]. apply andb_false_r.
    + rewrite Z.mod_pow2_bits_low by lia. replace (n + k - (k + 4)) with (n - 4) by lia.
      destruct (Z.leb_spec (4 + k) (n + k)), (Z.ltb_spec (n + k) (4 + k + k)); try lia. apply andb_true_r.
  - destruct (Z.leb_spec (4 + k) (n + k)), (Z.ltb_spec (n + k) (4 + k + k)); try lia. cbn [andb]. now rewrite andb_false_r, xorb_false_r.
Qed.
Theorem the_rows_swizzle n s : swizzle_xor16 n = inl s ->
  admissible s = "none"%string /\ n = 2 ^ bits s /\ moves_blocks (swizzles s) n.
Proof.
  unfold swizzle_xor16. destruct (is_power_of_two n) eqn:P; [|discriminate]. apply is_power_of_two_is in P.
  destruct P as (k & Hk & ->). set (t := Swizzle _ 4 _). destruct (String.eqb_spec (admissible t) "none") as [A|]; [|discriminate].
  intros E. injection E as <-. split; [exact A|]. apply admissible_is in A. unfold t in A. cbn [bits base shift] in A.
  assert (K : k <= 62).
  { destruct (Z.le_gt_cases k 62) as [L|G]; [exact L|exfalso].
    assert (Q : trailing_zeros (2 ^ k) = 62); [|lia]. unfold trailing_zeros.
    enough (forall fuel m, 0 <= m -> m + Z.of_nat fuel <= k -> zeros_from fuel m (2 ^ k) = m + Z.of_nat fuel) as W by (rewrite W; lia).
    induction fuel as [|f IH]; intros m Hm Hf; cbn [zeros_from]; [lia|]. rewrite bit_clear, Z.pow2_bits_false by lia. cbn [negb].
    rewrite IH; lia. }
  unfold t. rewrite trailing_zeros_of_power by lia. cbn [bits]. split; [reflexivity|]. now apply power_moves_blocks.
Qed.
(* Where n is no power of two, not even a linear function moves the blocks; where it is one too large, no swizzle of 62 bits. *)
Theorem no_swizzle_of_the_rows n why : 1 <= n -> swizzle_xor16 n = inr why ->
  forall s, admissible s = "none"%string -> ~ moves_blocks (swizzles s) n.
Proof.
  intros Hn E s A M. unfold swizzle_xor16 in E. destruct (is_power_of_two n) eqn:P.
  - apply is_power_of_two_is in P. destruct P as (k & Hk & ->). set (t := Swizzle _ 4 _) in E.
    destruct (String.eqb_spec (admissible t) "none") as [|N]; [discriminate|]. clear E.
    assert (K : 29 < k).
    { destruct (Z.le_gt_cases k 29) as [L|G]; [exfalso|exact G]. apply N. unfold t. rewrite trailing_zeros_of_power by lia.
      apply admissible_is. cbn [bits base shift]. lia. }
    apply admissible_is in A. pose proof (Z.pow_pos_nonneg 2 (k - 1) ltac:(lia) ltac:(lia)).
    specialize (M (2 ^ (k - 1)) 0 ltac:(lia) ltac:(lia)). unfold block_moved in M.
    rewrite Z.mod_small in M by (split; [lia|apply Z.pow_lt_mono_r; lia]). rewrite Z.add_0_r, Z.lxor_0_l in M.
    replace (2 ^ (k - 1) * (2 ^ k * 16)) with (2 ^ (k + k + 3)) in M.
    2:{ replace (k + k + 3) with ((k - 1) + k + 4) by lia. rewrite !Z.pow_add_r by lia. change (2 ^ 4) with 16. ring. }
    rewrite swizzles_moves in M by lia. unfold moves in M.
    assert (Q : Z.land (2 ^ (k + k + 3)) (run (bits s) (base s + Z.max 0 (shift s))) = 0).
    { apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, run_bit, Z.bits_0 by lia.
      destruct (Z.eq_dec (k + k + 3) i) as [<-|D]; [rewrite Z.pow2_bits_true by lia; lia|now rewrite Z.pow2_bits_false by lia]. }
    rewrite Q, Z.shiftr_0_l, Z.shiftl_0_l, Z.lxor_0_r in M. destruct (_ <=? _); lia.
  - assert (N : forall k, 0 <= k -> n <> 2 ^ k).
    { intros k Hk ->. enough (is_power_of_two (2 ^ k) = true) by congruence. apply is_power_of_two_is. now exists k. }
    destruct (swizzled_is_linear s) as [Z0 L]. pose proof (Z.log2_spec n ltac:(lia)) as [L1 L2]. rewrite Z.pow_succ_r in L2 by apply Z.log2_nonneg.
    pose proof (Z.log2_nonneg n). set (a := Z.log2 n) in *. specialize (N a ltac:(lia)) as D.
    assert (S4 : 2 ^ (a + 5) = 2 * 2 ^ a * 16) by (rewrite Z.pow_add_r by lia; change (2 ^ 5) with 32; ring).
    assert (I : forall x, 0 <= x < 2 ^ (a + 5) -> swizzles s x = x).
    { apply (linear_by_bits (swizzles s) (fun x => x) (a + 5)); [apply swizzled_is_linear|split; auto|lia|].
      intros k Hk. specialize (M 0 (2 ^ k) ltac:(lia)). unfold block_moved in M. rewrite Z.mod_0_l, Z.mul_0_l, Z.lxor_0_r in M by lia.
      cbn [Z.add Z.mul] in M. apply M. split; [apply Z.pow_nonneg; lia|].
      apply (Z.le_lt_trans _ (2 ^ (a + 4))); [apply Z.pow_le_mono_r; lia|]. rewrite Z.pow_add_r by lia. change (2 ^ 4) with 16. lia. }
    specialize (M 1 0 ltac:(lia) ltac:(lia)). unfold block_moved in M. rewrite Z.add_0_r, Z.mul_1_l, I in M by lia.
    rewrite Z.lxor_0_l, Z.mod_small in M; [lia|]. specialize (N 0 ltac:(lia)). cbn in N. lia.
Qed.

(* ------------------------------------------------------------------------------------------------------ of a map *)

Lemma in_span low high k : In k (span low high) <-> low <= k <= high.
Proof.
  unfold span. rewrite in_map_iff. split.
  - intros (i & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat (k - low)). split; [lia|]. apply in_seq. lia.
Qed.
Lemma in_candidates n s : In s (candidates n) <->
  - n <= shift s <= n /\ 0 <= bits s <= Z.abs (shift s) /\ 0 <= base s <= n - bits s - Z.abs (shift s).
Proof.
  unfold candidates. rewrite in_flat_map. split.
  - intros (t & T & H). apply in_flat_map in H. destruct H as (b & B & H). apply in_map_iff in H.
    destruct H as (a & <- & A). apply in_span in T, B, A. cbn. lia.
  - intros (T & B & A). exists (shift s). split; [now apply in_span|]. apply in_flat_map. exists (bits s). split; [now apply in_span|].
    apply in_map_iff. exists (base s). split; [now destruct s|now apply in_span].
Qed.
Lemma same_columns_is x : forall y, same_columns x y = true <-> x = y.
Proof.
  induction x as [|a t IH]; intros [|b u]; cbn [same_columns]; try (split; [discriminate|discriminate]); [tauto|].
  destruct (Z.eqb_spec a b) as [->|D]; [rewrite IH; split; congruence|split; [discriminate|congruence]].
Qed.
Theorem the_maps_swizzle m s : swizzle_of m = Some s ->
  0 <= bits s <= Z.abs (shift s) /\ 0 <= base s /\ reach_bits s <= Z.of_nat (List.length m) /\
  forall x, 0 <= x < 2 ^ Z.of_nat (List.length m) -> swizzles s x = bit_map m x.
Proof.
  unfold swizzle_of. set (n := Z.of_nat _). intros E. apply find_some in E. destruct E as [I S]. apply in_candidates in I.
  apply same_columns_is in S. unfold reach_bits. repeat split; try lia. intros x Hx. rewrite <- S. unfold swizzle_map.
  rewrite map_of_a_linear_function by (try apply swizzled_is_linear; lia). now rewrite Z.mod_small.
Qed.
Theorem no_swizzle_is_the_map m : swizzle_of m = None ->
  forall count from to, is_swizzle count from to (Z.of_nat (List.length m)) ->
  exists k, 0 <= k < Z.of_nat (List.length m) /\ moves count from to (2 ^ k) <> nth (Z.to_nat k) m 0.
Proof.
  unfold swizzle_of. set (n := Z.of_nat _). intros E count from to (Hc & Hf & Ht & Ef & Et & Apart).
  set (s := from_numbers (swizzle_numbers count from to)). destruct (numbers_are count from to) as (NB & N0 & NN). fold s in NB, N0, NN.
  assert (I : In s (candidates n)).
  { apply in_candidates. destruct (Z.eq_dec count 0) as [->|D]; [destruct N0; auto; lia|destruct NN; auto; lia]. }
  assert (Q : forall x, swizzles s x = moves count from to x).
  { intros x. destruct (Z.eq_dec count 0) as [->|D].
    - rewrite no_bits_no_move, swizzles_moves, NB by (destruct N0; lia). apply no_bits_no_move.
    - destruct NN as [NA NS]; [exact D|]. rewrite swizzles_moves by lia. rewrite NB. f_equal; lia. }
  pose proof (find_none _ _ E s I) as F. cbv beta in F.
  destruct (existsb (fun k => negb (moves count from to (2 ^ k) =? nth (Z.to_nat k) m 0)) (places n)) eqn:X.
  - apply existsb_exists in X. destruct X as (k & K & D). exists k. split; [now apply in_places|].
    destruct (Z.eqb_spec (moves count from to (2 ^ k)) (nth (Z.to_nat k) m 0)); [discriminate|assumption].
  - exfalso. enough (swizzle_map s n = m) by (rewrite (proj2 (same_columns_is _ _)) in F; congruence).
    assert (G : forall k, In k (places n) -> moves count from to (2 ^ k) = nth (Z.to_nat k) m 0).
    { intros k K. destruct (Z.eqb_spec (moves count from to (2 ^ k)) (nth (Z.to_nat k) m 0)) as [W|W]; [exact W|exfalso].
      enough (existsb (fun k => negb (moves count from to (2 ^ k) =? nth (Z.to_nat k) m 0)) (places n) = true) by congruence.
      apply existsb_exists. exists k. split; [exact K|]. now rewrite (proj2 (Z.eqb_neq _ _) W). }
    unfold swizzle_map, images. rewrite (map_ext_in _ (fun k => nth (Z.to_nat k) m 0)).
    + unfold places, n. rewrite map_map, Nat2Z.id. rewrite (map_ext _ (fun k => nth k m 0)) by (intros; now rewrite Nat2Z.id).
      clear. induction m as [|c t IH]; [reflexivity|]. cbn [List.length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
    + intros k K. rewrite Q, Z.shiftl_1_l. now apply G.
Qed.

(* The search is the shipped one for maps of one column and of two. *)
Definition numbers (s : option swizzle) : option (Z * Z * Z) := option_map (fun s => (bits s, base s, shift s)) s.
Ltac computed n :=
  let c := eval vm_compute in (candidates n) in change (candidates n) with c; cbn [find];
  repeat match goal with |- context [swizzle_map ?s n] =>
    let c := eval vm_compute in (swizzle_map s n) in change (swizzle_map s n) with c end;
  cbn [same_columns];
  repeat match goal with |- context [?x =? ?y] => destruct (x =? y) end; reflexivity.
Theorem swizzle_of_driver_1 a : numbers (swizzle_of [a]) = swizzle_of_1 a.
Proof. unfold swizzle_of, swizzle_of_1. change (Z.of_nat (List.length [a])) with 1. computed 1. Qed.
Theorem swizzle_of_driver_2 a b : numbers (swizzle_of [a; b]) = swizzle_of_2 a b.
Proof. unfold swizzle_of, swizzle_of_2. change (Z.of_nat (List.length [a; b])) with 2. computed 2. Qed.

Definition swizzles_are_found_exactly := (the_masks_swizzle, no_swizzle_of_the_masks, the_rows_swizzle, no_swizzle_of_the_rows,
  the_maps_swizzle, no_swizzle_is_the_map).
Definition drivers := (swizzle_of_driver_1, swizzle_of_driver_2).
Definition theorems :=
  (@swizzles_are_found_exactly, @drivers).
Print Assumptions theorems.
