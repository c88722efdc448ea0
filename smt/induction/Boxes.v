(* SPDX-License-Identifier: MIT *)
(* A mode of B whose points fill a box of A's digits composes, at every rank of A: a box of digits is a layout, so an answer
   exists, and the shipped composition answers where one does. Law: box_modes_compose. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Find Colex.Composed.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------ counting numbers *)

Lemma different_within p q : incl p q -> different p <= different q.
Proof.
  intros H. unfold different. apply inj_le. apply NoDup_incl_length; [apply NoDup_nodup|]. intros x I.
  apply nodup_In. apply H. now apply nodup_In in I.
Qed.
Lemma different_some x p : In x p -> 1 <= different p.
Proof.
  intros I. unfold different. apply (nodup_In Z.eq_dec) in I. destruct (nodup Z.eq_dec p); [destruct I|]. cbn [length]. lia.
Qed.
Lemma different_all p : NoDup p -> different p = Z.of_nat (length p).
Proof. intros H. unfold different. now rewrite (nodup_fixed_point Z.eq_dec). Qed.
Lemma same_box others : forall place p q, incl p q -> incl q p -> box others place p = box others place q.
Proof.
  assert (D : forall (f : Z -> Z) p q, incl p q -> incl q p -> different (map f p) = different (map f q)).
  { intros f p q H G. apply Z.le_antisymm; apply different_within; now apply incl_map. }
  induction others as [|m t IH]; intros place p q H G; cbn [box]; [auto|]. f_equal; auto.
Qed.
Lemma box_above others : Forall positive others -> forall place p, 1 <= place ->
  box others place p = box others 1 (map (fun x => x / place) p).
Proof.
  induction 1 as [|m t Hm Ht IH]; intros place p H; cbn [box]; rewrite map_map.
  - f_equal. apply map_ext. intros x. now rewrite Z.div_1_r.
  - unfold positive in Hm. f_equal; [f_equal; apply map_ext; intros x; now rewrite Z.div_1_r|].
    rewrite IH, (IH (1 * shape m)) by nia. f_equal. rewrite map_map. apply map_ext. intros x.
      now rewrite Z.mul_1_l, Z.div_div by lia.
Qed.

(* Numbers in two digits: as many as pairs of digits at most; and where as many, each pair is one of them. *)
Definition low (n : Z) (p : list Z) : list Z := map (fun x => x mod n) p.
Definition high (n : Z) (p : list Z) : list Z := map (fun x => x / n) p.
Lemma in_digits n p : 1 <= n -> let pairs := map (fun x => (x mod n, x / n)) (nodup Z.eq_dec p) in
  NoDup pairs /\ incl pairs (list_prod (nodup Z.eq_dec (low n p)) (nodup Z.eq_dec (high n p))).
Proof.
  intros H pairs. split.
  - apply FinFun.Injective_map_NoDup; [|apply NoDup_nodup]. intros x y E. injection E as E1 E2.
    rewrite (Z.div_mod x n), (Z.div_mod y n) by lia. congruence.
  - intros [c q] I. apply in_map_iff in I. destruct I as (x & E & I). apply nodup_In in I. injection E as <- <-.
    apply in_prod; apply nodup_In; unfold low, high; [now apply (in_map (fun x => x mod n))|now apply (in_map (fun x => x / n))].
Qed.
Lemma no_more_than_pairs n p : 1 <= n -> different p <= different (low n p) * different (high n p).
Proof.
  intros H. destruct (in_digits n p H) as [N I]. apply (NoDup_incl_length N) in I. rewrite map_length, prod_length in I.
  unfold different. lia.
Qed.
Lemma each_pair n p c q : 1 <= n -> different (low n p) * different (high n p) <= different p ->
  In c (low n p) -> In q (high n p) -> In (c + n * q) p.
Proof.
  intros H L Ic Iq. destruct (in_digits n p H) as [N I].
  apply NoDup_length_incl in I; [|exact N|rewrite map_length, prod_length; unfold different in L; lia].
  specialize (I (c, q)). rewrite in_map_iff in I. destruct I as (x & E & Ix).
  { apply in_prod; now apply nodup_In. }
  injection E as <- <-. apply nodup_In in Ix. replace (x mod n + n * (x / n)) with x; [exact Ix|].
  rewrite Z.add_comm. now apply Z.div_mod; lia.
Qed.
Lemma no_more_than_box others : Forall positive others -> forall p, different p <= box others 1 p.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros p; cbn [box].
  - apply different_within. intros x I. apply in_map_iff. exists x. now rewrite Z.div_1_r.
  - unfold positive in Hm. rewrite (box_above t Ht) by lia. rewrite Z.mul_1_l.
    replace (map (fun x => x / 1 mod shape m) p) with (low (shape m) p) by (apply map_ext; intros; now rewrite Z.div_1_r).
    fold (high (shape m) p). specialize (IH (high (shape m) p)). pose proof (no_more_than_pairs (shape m) p Hm).
    pose proof (Zle_0_nat (length (nodup Z.eq_dec (low (shape m) p)))). unfold different in *. nia.
Qed.

(* ----------------------------------------------------------------------------------- a box of digits is a layout *)

Lemma in_points s e x : In x (points_of (Mode s e)) <-> exists i, 0 <= i < s /\ x = i * e.
Proof.
  unfold points_of. rewrite in_map_iff. cbn [shape stride]. split; intros (i & A & B).
  - exists i. split; [now apply upto_in|auto].
  - exists i. split; [auto|now apply in_upto].
Qed.
Lemma points_differ s e : 0 <= s -> 1 <= e -> different (points_of (Mode s e)) = s.
Proof.
  intros Hs He. unfold points_of. cbn [shape stride]. rewrite different_all.
  - rewrite map_length, upto_length. lia.
  - apply FinFun.Injective_map_NoDup; [intros x y E; nia|apply upto_nodup].
Qed.
Lemma extended_cons m t top x : positive m -> Forall positive t ->
  extended (m :: t) top x = x mod shape m * stride m + extended t top (x / shape m).
Proof.
  intros Hm Ht. pose proof (size_positive t Ht). unfold positive in Hm. rewrite !extended_is_evaluate by (auto; constructor; auto).
  rewrite evaluate_cons. cbn [size]. rewrite Z.div_div by lia. ring.
Qed.
Lemma extended_zero others top : Forall positive others -> extended others top 0 = 0.
Proof. intros H. rewrite extended_is_evaluate, evaluate_zero, Zdiv_0_l by auto. reflexivity. Qed.

Theorem a_box_is_a_layout others top : Forall positive others -> forall s e, 1 <= s -> 1 <= e -> fills_a_box others (Mode s e) ->
  exists L, Forall positive L /\ size L = s /\ forall i, 0 <= i < s -> evaluate L i = extended others top (i * e).
Proof.
  unfold fills_a_box. cbn [shape]. induction 1 as [|m t Hm Ht IH]; intros s e Hs He F.
  - exists [Mode s (e * stride top)]. split; [repeat constructor; exact Hs|]. split; [cbn; lia|]. intros i Hi.
    rewrite evaluate_cons, evaluate_nil, extended_is_evaluate, evaluate_nil by constructor. cbn [size shape stride].
    rewrite Z.mod_small, Z.div_1_r by auto. ring.
  - pose proof Hm as Hn. unfold positive in Hn. set (n := shape m) in *. set (p := points_of (Mode s e)) in *.
    set (k := (n - 1) / e + 1). pose proof (Z.div_mod (n - 1) e ltac:(lia)) as Dk.
      pose proof (Z.mod_pos_bound (n - 1) e ltac:(lia)) as Bk.
    assert (K : 1 <= k /\ (k - 1) * e < n <= k * e) by (pose proof (Z.div_pos (n - 1) e ltac:(lia) ltac:(lia)); nia).
    destruct (Z.le_gt_cases s k) as [One|Two].
    + exists [Mode s (e * stride m)]. split; [repeat constructor; exact Hs|]. split; [cbn; lia|]. intros i Hi.
      rewrite evaluate_cons, evaluate_nil, (extended_cons m t top (i * e) Hm Ht). cbn [shape stride]. fold n.
      assert (0 <= i * e < n) by nia. rewrite (Z.mod_small i), Z.mod_small, Z.div_small, extended_zero by auto. ring.
    + cbn [box] in F. rewrite (box_above t Ht), Z.mul_1_l in F by lia. fold n in F. fold (high n p) in F.
      replace (map (fun x => x / 1 mod n) p) with (low n p) in F by (apply map_ext; intros; now rewrite Z.div_1_r).
      pose proof (points_differ s e ltac:(lia) He) as S. fold p in S.
      pose proof (no_more_than_pairs n p Hn) as P. pose proof (no_more_than_box t Ht (high n p)) as Q.
      assert (Zero : In 0 p) by (apply in_points; exists 0; lia).
      assert (L1 : 1 <= different (low n p)) by (apply (different_some (0 mod n)); unfold low;
        now apply (in_map (fun x => x mod n))).
      assert (B : box t 1 (high n p) = different (high n p)) by nia.
      assert (Pair : forall i j, 0 <= i < s -> 0 <= j < s -> exists l, 0 <= l < s /\ i * e mod n + n * (j * e / n) = l * e).
      { intros i j Hi Hj. apply in_points. apply each_pair; [exact Hn|fold p; nia| |]; unfold low, high.
        - apply (in_map (fun x => x mod n)). apply in_points. eauto.
        - apply (in_map (fun x => x / n)). apply in_points. eauto. }
      set (q := k * e / n). assert (E : n * q = k * e /\ 1 <= q).
      { destruct (Pair 0 k ltac:(lia) ltac:(lia)) as (j & Hj & Ej). rewrite Z.mul_0_l, Zmod_0_l in Ej. fold q in Ej.
        pose proof (Z.div_mod (k * e) n ltac:(lia)) as D. pose proof (Z.mod_pos_bound (k * e) n ltac:(lia)) as R. fold q in D.
        assert (1 <= q) by (apply Z.div_le_lower_bound; lia). split; [|auto]. assert (j = k) by nia. subst j. lia. }
      destruct E as [E Hq]. assert (Digit : forall i, i * e mod n = i mod k * e /\ i * e / n = i / k * q).
      { intros i. pose proof (Z.div_mod i k ltac:(lia)) as D. pose proof (Z.mod_pos_bound i k ltac:(lia)) as R.
        set (u := i / k) in *. set (v := i mod k) in *. clearbody u v.
        replace (i * e) with (v * e + n * (u * q)) by (rewrite D; transitivity (v * e + u * (n * q)); [ring|rewrite E; ring]).
        apply (digits n). nia. }
      set (r := (s - 1) / k). pose proof (Z.div_mod (s - 1) k ltac:(lia)) as D.
        pose proof (Z.mod_pos_bound (s - 1) k ltac:(lia)) as R.
      fold r in D. assert (Hr : 1 <= r) by (apply Z.div_le_lower_bound; lia).
      assert (Whole : k * (r + 1) = s).
      { destruct (Pair (k - 1) (k * r) ltac:(lia) ltac:(nia)) as (l & Hl & El).
        destruct (Digit (k - 1)) as [A _]. destruct (Digit (k * r)) as [_ C].
        rewrite A, C, Z.mod_small, (Z.mul_comm k r), Z.div_mul in El by lia.
        assert (l * e = (k - 1 + k * r) * e) by nia. nia. }
      assert (Same : incl (points_of (Mode (r + 1) q)) (high n p) /\ incl (high n p) (points_of (Mode (r + 1) q))).
      { split; intros x I.
        - apply in_points in I. destruct I as (i & Hi & ->). destruct (Digit (i * k)) as [_ C].
          rewrite Z.div_mul in C by lia. rewrite <- C. apply (in_map (fun x => x / n)). apply in_points. exists (i * k).
            split; [nia|auto].
        - apply in_map_iff in I. destruct I as (y & <- & I). apply in_points in I. destruct I as (i & Hi & ->).
            destruct (Digit i) as [_ ->].
          apply in_points. exists (i / k). split; [split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia|auto]. }
      destruct Same as [Sub Sup]. destruct (IH (r + 1) q) as (L & PL & SL & VL); [lia|lia| |].
      { rewrite (same_box t 1 _ (high n p) Sub Sup), B. transitivity (different (points_of (Mode (r + 1) q))).
        - apply Z.le_antisymm; now apply different_within.
        - apply points_differ; lia. }
      exists (Mode k (e * stride m) :: L). split; [constructor; [unfold positive; cbn; lia|auto]|].
      split; [cbn [size shape]; rewrite SL; exact Whole|]. intros i Hi.
      rewrite evaluate_cons, (extended_cons m t top (i * e) Hm Ht). cbn [shape stride]. fold n. destruct (Digit i) as [-> ->].
      rewrite VL; [ring|]. split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia.
Qed.

(* holds() of the law: an answer, of mode's size, with A's values at its points. *)
Theorem box_modes_compose others top b answer : Forall positive others -> positive b -> 1 <= stride b -> fills_a_box others b ->
  composed (extended others top) [b] answer ->
  exists R, answer = Some R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = extended others top (i * stride b).
Proof.
  intros PO Pb Sb F C. destruct b as [s e]. cbn [shape stride] in *. unfold positive in Pb. cbn [shape] in Pb.
  destruct (a_box_is_a_layout others top PO s e Pb Sb F) as (L & PL & SL & VL).
  assert (V : forall i, 0 <= i < s -> evaluate [Mode s e] i = i * e).
  { intros i Hi. rewrite evaluate_cons, evaluate_nil. cbn [shape stride]. rewrite Z.mod_small by auto. ring. }
  destruct (composed_answers _ _ _ [L] C) as [R ->]; [repeat constructor; auto| |].
  - cbn [size shape concat]. rewrite Z.mul_1_r, app_nil_r. intros i Hi. now rewrite VL, V.
  - exists R. destruct (composed_values _ _ _ C) as (_ & S & W). cbn [size shape] in S, W. rewrite Z.mul_1_r in S, W.
    split; [reflexivity|]. split; [exact S|]. intros i Hi. now rewrite W, V.
Qed.
