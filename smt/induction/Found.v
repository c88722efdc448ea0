(* SPDX-License-Identifier: MIT *)
(* The swizzle of two masks, of rows of blocks, and of a map of any number of columns: what is answered is that swizzle, and where
   none is answered there is none. Of the printed functions (Headers.v). Law: swizzles_are_found_exactly. *)
From Coq Require Import ZArith List Lia Bool Btauto String.
Require Import Colex.Fold Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Swizzles Colex.Bits.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* swizzle.hpp. What refuses is the condition. *)
Definition admissible (s : swizzle) : string := swizzle_condition (bits s) (base s) (shift s).
Definition from_numbers (n : Z * Z * Z) : swizzle := let '(b, a, s) := n in Swizzle b a s.
Lemma printed_admissible s : is_none (Headers.admissible (bits s) (base s) (shift s)) = String.eqb (admissible s) "none".
Proof.
  unfold Headers.admissible, admissible, swizzle_condition.
  repeat match goal with |- context [?a <? ?b] => destruct (a <? b) end; reflexivity.
Qed.
Lemma printed_make_swizzle source target : Headers.make_swizzle source target =
  let from := if source <? 0 then 0 else trailing_zeros source in
  let to := if target <? 0 then 0 else trailing_zeros target in
  let n := swizzle_numbers (trailing_ones (Z.shiftr source from)) from to in let s := from_numbers n in
  if String.eqb (admissible s) "none" then
    if source_mask (bits s) (base s) (shift s) =? source then
      if target_mask (bits s) (base s) (shift s) =? target then Some n else None
    else None
  else None.
Proof.
  unfold Headers.make_swizzle. rewrite <- !zeros_driver_62, <- !ones_driver_62.
  destruct (source <? 0), (target <? 0); cbv zeta; destruct (swizzle_numbers _ _ _) as [[b a] s];
    pose proof (printed_admissible (Swizzle b a s)) as P; cbn [from_numbers bits base shift fst snd] in *; rewrite P; reflexivity.
Qed.
Lemma printed_swizzle_xor16 n : let s := Swizzle (trailing_zeros n) 4 (trailing_zeros n) in Headers.swizzle_xor16 n =
  if is_power_of_two n then if String.eqb (admissible s) "none" then Some (bits s, base s, shift s) else None else None.
Proof. cbv zeta. unfold Headers.swizzle_xor16. rewrite <- zeros_driver_62, <- printed_admissible. reflexivity. Qed.

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
  swizzles s x = moves_run (bits s) (base s + Z.max 0 (shift s)) (base s - Z.min 0 (shift s)) x.
Proof.
  intros Hb Ha. unfold swizzles, swizzled, moves_run, run.
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
Lemma no_bits_no_move from to x : moves_run 0 from to x = x.
Proof.
  unfold moves_run, run. change (Z.shiftl 1 0 - 1) with 0. rewrite Z.shiftl_0_l, Z.land_0_r.
  destruct (to <=? from); rewrite ?Z.shiftr_0_l, ?Z.shiftl_0_l; apply Z.lxor_0_r.
Qed.

(* -------------------------------------------------------------------------------------------------- of two masks *)

Theorem the_masks_swizzle source target n : Headers.make_swizzle source target = Some n -> let s := from_numbers n in
  admissible s = "none"%string /\ Z.land source target = 0 /\ moved source (shift s) source = target /\
  forall x, swizzles s x = Z.lxor x (moved source (shift s) x).
Proof.
  rewrite printed_make_swizzle. cbv zeta. set (t := from_numbers _). destruct (String.eqb_spec (admissible t) "none") as [A|]; [|discriminate].
  destruct (Z.eqb_spec (source_mask (bits t) (base t) (shift t)) source) as [S|]; [|discriminate].
  destruct (Z.eqb_spec (target_mask (bits t) (base t) (shift t)) target) as [T|]; [|discriminate].
  intros E. injection E as <-. fold t. clearbody t. split; [exact A|]. apply admissible_is in A.
  destruct (masks_are (bits t) (base t) (shift t)) as [MS MT]. rewrite MS in S. rewrite MT in T. subst source target. repeat split.
  - apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, !run_bit, Z.bits_0 by lia. lia.
  - unfold moved. rewrite Z.land_diag. apply Z.bits_inj'. intros n Hn. rewrite run_bit by lia.
    destruct (Z.ltb_spec (shift t) 0); [rewrite Z.shiftl_spec by auto|rewrite Z.shiftr_spec, run_bit by lia; lia].
    destruct (Z.ltb_spec n (- shift t)) as [L|L]; [rewrite Z.testbit_neg_r by lia; lia|rewrite run_bit by lia; lia].
  - intros x. rewrite swizzles_moves by lia. unfold moves_run, moved.
    destruct (Z.leb_spec (base t - Z.min 0 (shift t)) (base t + Z.max 0 (shift t))), (Z.ltb_spec (shift t) 0); try lia;
      do 2 f_equal; lia.
Qed.
Theorem no_swizzle_of_the_masks source target : Headers.make_swizzle source target = None ->
  forall count from to, is_swizzle count from to 62 -> ~ (run count from = source /\ run count to = target).
Proof.
  intros None_ count from to (Hc & Hf & Ht & Ef & Et & Apart) [S T].
  revert None_. rewrite printed_make_swizzle. cbv zeta.
  assert (C0 : count = 0 \/ 0 < count) by lia. destruct C0 as [->|C0].
  { unfold run in S, T. change (Z.shiftl 1 0 - 1) with 0 in *. rewrite Z.shiftl_0_l in *. subst. vm_compute. discriminate. }
  assert (P : forall at_, 0 <= at_ -> 0 <= run count at_).
  { intros at_ H. unfold run. apply Z.shiftl_nonneg. rewrite Z.shiftl_1_l. pose proof (Z.pow_pos_nonneg 2 count). lia. }
  assert (Z_ : forall at_, 0 <= at_ -> count + at_ <= 62 -> trailing_zeros (run count at_) = at_).
  { intros at_ H E. apply trailing_zeros_is; [lia| |intros i Hi]; rewrite run_bit by lia; lia. }
  rewrite <- S, <- T. destruct (Z.ltb_spec (run count from) 0) as [L|_]; [specialize (P from); lia|].
  destruct (Z.ltb_spec (run count to) 0) as [L|_]; [specialize (P to); lia|]. rewrite !Z_ by lia.
  replace (trailing_ones _) with count.
  2:{ symmetry. apply trailing_ones_is; [lia| |intros i Hi]; rewrite Z.shiftr_spec, run_bit by lia; lia. }
  destruct (numbers_are count from to) as (NB & _ & NN). destruct NN as [NA NS]; [lia|].
  set (s := from_numbers _) in *. clearbody s. destruct (masks_are (bits s) (base s) (shift s)) as [-> ->].
  replace (admissible s) with "none"%string by (symmetry; apply admissible_is; lia). cbn [String.eqb]. change (String.eqb "none" "none") with true.
  replace (run (bits s) (base s + Z.max 0 (shift s))) with (run count from) by (f_equal; lia).
  replace (run (bits s) (base s - Z.min 0 (shift s))) with (run count to) by (f_equal; lia). rewrite !Z.eqb_refl. discriminate.
Qed.

(* --------------------------------------------------------------------------------------------- of rows of blocks *)

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
  intros Hk row byte Hr Hb. replace (2 ^ k * 16) with (2 ^ (k + 4)) in * by (rewrite Z.pow_add_r by lia; reflexivity).
  assert (M : 0 <= row mod 2 ^ k * 16 < 2 ^ (k + 4)).
  { pose proof (Z.mod_pos_bound row (2 ^ k) ltac:(apply Z.pow_pos_nonneg; lia)). rewrite Z.pow_add_r by lia. lia. }
  rewrite swizzles_moves by (cbn; lia). cbn [bits base shift]. rewrite Z.max_r, Z.min_l, Z.sub_0_r by lia.
  unfold moves_run. destruct (Z.leb_spec 4 (4 + k)); [|lia]. replace (4 + k - 4) with k by lia.
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
Theorem the_rows_swizzle n r : Headers.swizzle_xor16 n = Some r -> let s := from_numbers r in
  admissible s = "none"%string /\ n = 2 ^ bits s /\ moves_blocks (swizzles s) n.
Proof.
  rewrite printed_swizzle_xor16. destruct (is_power_of_two n) eqn:P; [|discriminate]. apply is_power_of_two_is in P.
  destruct P as (k & Hk & ->). set (t := Swizzle _ 4 _). destruct (String.eqb_spec (admissible t) "none") as [A|]; [|discriminate].
  intros E. injection E as <-. cbn [from_numbers]. fold t. split; [exact A|]. apply admissible_is in A. unfold t in A. cbn [bits base shift] in A.
  assert (K : k <= 62).
  { destruct (Z.le_gt_cases k 62) as [L|G]; [exact L|exfalso].
    assert (Q : trailing_zeros (2 ^ k) = 62); [|lia]. unfold trailing_zeros.
    enough (forall fuel m, 0 <= m -> m + Z.of_nat fuel <= k -> zeros_from fuel m (2 ^ k) = m + Z.of_nat fuel) as W by (rewrite W; lia).
    induction fuel as [|f IH]; intros m Hm Hf; cbn [zeros_from]; [lia|]. rewrite bit_clear, Z.pow2_bits_false by lia. cbn [negb].
    rewrite IH; lia. }
  unfold t. rewrite trailing_zeros_of_power by lia. cbn [bits]. split; [reflexivity|]. now apply power_moves_blocks.
Qed.
(* Where n is no power of two, not even a linear function moves the blocks; where it is one too large, no swizzle of 62 bits. *)
Theorem no_swizzle_of_the_rows n : 1 <= n -> Headers.swizzle_xor16 n = None ->
  forall s, admissible s = "none"%string -> ~ moves_blocks (swizzles s) n.
Proof.
  intros Hn E s A M. rewrite printed_swizzle_xor16 in E. destruct (is_power_of_two n) eqn:P.
  - apply is_power_of_two_is in P. destruct P as (k & Hk & ->). set (t := Swizzle _ 4 _) in E.
    destruct (String.eqb_spec (admissible t) "none") as [|N]; [discriminate|]. clear E.
    assert (K : 29 < k).
    { destruct (Z.le_gt_cases k 29) as [L|G]; [exfalso|exact G]. apply N. unfold t. rewrite trailing_zeros_of_power by lia.
      apply admissible_is. cbn [bits base shift]. lia. }
    apply admissible_is in A. pose proof (Z.pow_pos_nonneg 2 (k - 1) ltac:(lia) ltac:(lia)).
    specialize (M (2 ^ (k - 1)) 0 ltac:(lia) ltac:(lia)).
    rewrite Z.mod_small in M by (split; [lia|apply Z.pow_lt_mono_r; lia]). rewrite Z.add_0_r, Z.lxor_0_l in M.
    replace (2 ^ (k - 1) * (2 ^ k * 16)) with (2 ^ (k + k + 3)) in M.
    2:{ replace (k + k + 3) with ((k - 1) + k + 4) by lia. rewrite !Z.pow_add_r by lia. change (2 ^ 4) with 16. ring. }
    rewrite swizzles_moves in M by lia. unfold moves_run in M.
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
      intros k Hk. specialize (M 0 (2 ^ k) ltac:(lia)). rewrite Z.mod_0_l, Z.mul_0_l, Z.lxor_0_r in M by lia.
      cbn [Z.add Z.mul] in M. apply M. split; [apply Z.pow_nonneg; lia|].
      apply (Z.le_lt_trans _ (2 ^ (a + 4))); [apply Z.pow_le_mono_r; lia|]. rewrite Z.pow_add_r by lia. change (2 ^ 4) with 16. lia. }
    specialize (M 1 0 ltac:(lia) ltac:(lia)). rewrite Z.add_0_r, Z.mul_1_l, I in M by lia.
    rewrite Z.lxor_0_l, Z.mod_small in M; [lia|]. specialize (N 0 ltac:(lia)). cbn in N. lia.
Qed.

(* ------------------------------------------------------------------------------------------------------ of a map *)

Lemma alike_is a b : alike a b = true <-> a = b.
Proof. unfold alike. destruct (list_eq_dec Z.eq_dec a b); split; auto; discriminate. Qed.
Lemma in_below n k : In k (below n) <-> 0 <= k < n.
Proof. split; [apply in_places|]. intros H. unfold below. apply in_map_iff. exists (Z.to_nat k). split; [lia|apply in_seq; lia]. Qed.
Lemma in_shifts n s : In s (map (Z.add (0 - n)) (below (n + 1 - (0 - n)))) <-> - n <= s <= n.
Proof.
  rewrite in_map_iff. split; [intros (k & <- & K); apply in_below in K; lia|]. intros H. exists (s + n). split; [lia|apply in_below; lia].
Qed.
(* All of one shift. *)
Definition tried (m : list Z) (n s b a : Z) (_ : unit) : unit + (unit + (unit + option (Z * Z * Z))) :=
  if alike (Headers.swizzle_map b a s n) m then inr (inr (inr (Some (b, a, s)))) else inl tt.
Lemma of_one_shift m n s far : match walk (fun b _ => match walk (tried m n s b) (below (n - b - far + 1)) tt with inl _ => inl tt | inr r => r end)
    (below (far + 1)) tt with
  | inl _ => forall b a, 0 <= b <= far -> 0 <= a <= n - b - far -> swizzle_map (Swizzle b a s) n <> m
  | inr r => exists b a, 0 <= b <= far /\ 0 <= a <= n - b - far /\ swizzle_map (Swizzle b a s) n = m /\ r = inr (Some (b, a, s))
  end.
Proof.
  set (turn := fun (b : Z) _ => _). pose proof (walk_some turn (below (far + 1))) as W. destruct (walk turn _ tt) as [u|r].
  - intros b a B A E. assert (I : In b (below (far + 1))) by (apply in_below; lia). specialize (W b I). unfold turn in W.
    pose proof (walk_some (tried m n s b) (below (n - b - far + 1))) as X. destruct (walk (tried m n s b) _ tt) as [v|r].
    + assert (J : In a (below (n - b - far + 1))) by (apply in_below; lia). specialize (X a J). unfold tried in X. rewrite printed_swizzle_map, E in X.
      rewrite (proj2 (alike_is m m) eq_refl) in X. discriminate.
    + destruct X as (x & _ & X). unfold tried in X. destruct (alike _ _); [|discriminate]. injection X as <-. discriminate.
  - destruct W as (b & B & W). apply in_below in B. unfold turn in W.
    pose proof (walk_some (tried m n s b) (below (n - b - far + 1))) as X. destruct (walk (tried m n s b) _ tt) as [v|q]; [discriminate|].
    destruct X as (a & A & X). apply in_below in A. unfold tried in X. destruct (alike _ _) eqn:L; [|discriminate]. injection X as <-.
    injection W as <-. apply alike_is in L. rewrite printed_swizzle_map in L. exists b, a. repeat split; auto; lia.
Qed.
Lemma swizzle_of_is m : let n := Z.of_nat (List.length m) in match Headers.swizzle_of m with
  | Some r => let s := from_numbers r in
      0 <= bits s <= Z.abs (shift s) /\ 0 <= base s <= n - bits s - Z.abs (shift s) /\ swizzle_map s n = m
  | None => forall s, - n <= shift s <= n -> 0 <= bits s <= Z.abs (shift s) -> 0 <= base s <= n - bits s - Z.abs (shift s) -> swizzle_map s n <> m
  end.
Proof.
  intros n. unfold Headers.swizzle_of. fold n. set (turn := fun (k : Z) (_ : unit) => _).
  assert (T : forall s, turn s tt = match walk (fun b _ => match walk (tried m n s b) (below (n - b - Z.abs s + 1)) tt with
    inl _ => inl tt | inr r => r end) (below (Z.abs s + 1)) tt with inl _ => inl tt | inr r => r end).
  { intros s. unfold turn. destruct (Z.ltb_spec s 0); [rewrite Z.abs_neq by lia; change (- s) with (0 - s)|rewrite Z.abs_eq by lia]; reflexivity. }
  clearbody turn. pose proof (walk_some turn (map (Z.add (0 - n)) (below (n + 1 - (0 - n))))) as W. destruct (walk turn _ tt) as [u|r].
  - intros s S B A. apply in_shifts in S. specialize (W _ S). rewrite T in W.
    pose proof (of_one_shift m n (shift s) (Z.abs (shift s))) as X. destruct (walk _ (below (Z.abs _ + 1)) tt) as [v|q].
    + specialize (X (bits s) (base s) B A). now destruct s.
    + destruct X as (b & a & _ & _ & _ & ->). discriminate.
  - destruct W as (s & _ & W). rewrite T in W. pose proof (of_one_shift m n s (Z.abs s)) as X.
    destruct (walk _ (below (Z.abs _ + 1)) tt) as [v|q]; [discriminate|]. destruct X as (b & a & B & A & X & ->). injection W as <-. auto.
Qed.
Theorem the_maps_swizzle m r : Headers.swizzle_of m = Some r -> let s := from_numbers r in
  0 <= bits s <= Z.abs (shift s) /\ 0 <= base s /\ reach_bits s <= Z.of_nat (List.length m) /\
  forall x, 0 <= x < 2 ^ Z.of_nat (List.length m) -> swizzles s x = bit_map m x.
Proof.
  intros E s. pose proof (swizzle_of_is m) as I. rewrite E in I. cbv zeta in I. fold s in I. set (n := Z.of_nat _) in *. destruct I as (B & A & S).
  unfold reach_bits. repeat split; try lia. intros x Hx. rewrite <- S. unfold swizzle_map.
  rewrite map_of_a_linear_function by (try apply swizzled_is_linear; lia). now rewrite Z.mod_small.
Qed.
Theorem no_swizzle_is_the_map m : Headers.swizzle_of m = None ->
  forall count from to, is_swizzle count from to (Z.of_nat (List.length m)) ->
  exists k, 0 <= k < Z.of_nat (List.length m) /\ moves_run count from to (2 ^ k) <> nth (Z.to_nat k) m 0.
Proof.
  intros E. pose proof (swizzle_of_is m) as F. rewrite E in F. cbv zeta in F. set (n := Z.of_nat _) in *. intros count from to (Hc & Hf & Ht & Ef & Et & Apart).
  set (s := from_numbers (swizzle_numbers count from to)). destruct (numbers_are count from to) as (NB & N0 & NN). fold s in NB, N0, NN.
  assert (I : - n <= shift s <= n /\ 0 <= bits s <= Z.abs (shift s) /\ 0 <= base s <= n - bits s - Z.abs (shift s)).
  { destruct (Z.eq_dec count 0) as [->|D]; [destruct N0; auto; lia|destruct NN; auto; lia]. }
  assert (Q : forall x, swizzles s x = moves_run count from to x).
  { intros x. destruct (Z.eq_dec count 0) as [->|D].
    - rewrite no_bits_no_move, swizzles_moves, NB by (destruct N0; lia). apply no_bits_no_move.
    - destruct NN as [NA NS]; [exact D|]. rewrite swizzles_moves by lia. rewrite NB. f_equal; lia. }
  destruct I as (I1 & I2 & I3). specialize (F s I1 I2 I3).
  destruct (existsb (fun k => negb (moves_run count from to (2 ^ k) =? nth (Z.to_nat k) m 0)) (places n)) eqn:X.
  - apply existsb_exists in X. destruct X as (k & K & D). exists k. split; [now apply in_places|].
    destruct (Z.eqb_spec (moves_run count from to (2 ^ k)) (nth (Z.to_nat k) m 0)); [discriminate|assumption].
  - exfalso. apply F.
    assert (G : forall k, In k (places n) -> moves_run count from to (2 ^ k) = nth (Z.to_nat k) m 0).
    { intros k K. destruct (Z.eqb_spec (moves_run count from to (2 ^ k)) (nth (Z.to_nat k) m 0)) as [W|W]; [exact W|exfalso].
      enough (existsb (fun k => negb (moves_run count from to (2 ^ k) =? nth (Z.to_nat k) m 0)) (places n) = true) by congruence.
      apply existsb_exists. exists k. split; [exact K|]. now rewrite (proj2 (Z.eqb_neq _ _) W). }
    unfold swizzle_map, images. rewrite (map_ext_in _ (fun k => nth (Z.to_nat k) m 0)).
    + unfold places, n. rewrite map_map, Nat2Z.id. rewrite (map_ext _ (fun k => nth k m 0)) by (intros; now rewrite Nat2Z.id).
      clear. induction m as [|c t IH]; [reflexivity|]. cbn [List.length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
    + intros k K. rewrite Q, Z.shiftl_1_l. now apply G.
Qed.
