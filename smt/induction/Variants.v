(* SPDX-License-Identifier: MIT *)
(* Zipped, tiled and flat divides and products, blocked and raked products, of any rank and nesting, as they are printed: a layout that is
   regrouped has at a coordinate that is regrouped alike the offset that it had, and what a tiler keeps is whole in the tile.
   Laws: variants_regroup_the_modes, kept_modes_stay_whole. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Trees Colex.Edits.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------- offsets *)

Local Notation once := (Mode 1 0).
(* The offset without the limits: what is added does not depend on what was added before. *)
Fixpoint running (ms : list mode) (i : Z) : Z :=
  match ms with
  | [] => 0
  | [m] => i * stride m
  | m :: t => offset (evaluate_step (At i 0) m) + running t (rest (evaluate_step (At i 0) m))
  end.
Definition sum (vs : list Z) : Z := fold_right Z.add 0 vs.
Inductive adds : tree mode -> tree Z -> Z -> Prop :=
  | at_number t i : adds t (Leaf i) (running (leaves t) i)
  | at_entries ts cs vs : entrywise adds ts cs vs -> adds (Tuple ts) (Tuple cs) (sum vs).

Lemma by_their_numbers {S} (turn : S -> Z -> S) f (a b : list mode) :
  (forall s k, turn s k = f s (nth (Z.to_nat k) (a ++ b) once)) ->
  forall s, fold_left turn (map (Z.add 0) (below (Z.of_nat (length a)))) s = fold_left f a s.
Proof.
  intros T. unfold below. rewrite map_map, Nat2Z.id.
  enough (G : forall pre u, pre ++ u = a -> forall s, fold_left turn (map (fun k => 0 + Z.of_nat k) (seq (length pre) (length u))) s =
    fold_left f u s) by exact (G [] a eq_refl).
  intros pre u. revert pre. induction u as [|m t IH]; intros pre E s; cbn [length seq map fold_left]; [reflexivity|].
  rewrite T, Z.add_0_l, Nat2Z.id, <- E, <- app_assoc. cbn [app]. rewrite nth_middle.
  specialize (IH (pre ++ [m])). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. now apply IH.
Qed.
Lemma runs_on m t : forall i so_far,
  let '(x, y) := fold_left (fun '(x, y) n => (Z.quot x (shape n), y + Z.rem x (shape n) * stride n)) t (i, so_far) in
  y + x * stride m = so_far + running (t ++ [m]) i.
Proof.
  induction t as [|n t IH]; intros i so_far; cbn [fold_left app]; [cbn; lia|].
  specialize (IH (Z.quot i (shape n)) (so_far + Z.rem i (shape n) * stride n)).
  destruct (fold_left _ t _) as [x y]. rewrite IH. destruct (t ++ [m]) eqn:E; [now destruct t|].
  cbn [running offset rest evaluate_step]. unfold evaluate_step. cbn [offset rest]. lia.
Qed.
Lemma add_index_is ms i so_far v : Headers.add_index ms 0 (Z.of_nat (length ms)) i so_far = Some v -> v = so_far + running ms i.
Proof.
  unfold Headers.add_index. destruct (Z.eqb_spec 0 (Z.of_nat (length ms))) as [L|L].
  { destruct ms; [|cbn [length] in L; lia]. intros E. injection E as <-. cbn. lia. }
  destruct (exists_last (l := ms)) as (t & m & ->); [intros ->; now apply L|]. rewrite app_length, Nat2Z.inj_add. cbn [length].
  change (Z.of_nat 1) with 1. replace (Z.of_nat (length t) + 1 - 1) with (Z.of_nat (length t)) by lia. rewrite Z.sub_0_r, Nat2Z.id, nth_middle.
  pose proof (runs_on m t i so_far) as R. rewrite (by_their_numbers _
    (fun '(x, y) n => (Z.quot x (shape n), y + Z.rem x (shape n) * stride n)) t [m]) by now intros [x y] k.
  destruct (fold_left _ t _) as [x y]. destruct (product_fits _ _); [|discriminate].
  destruct (sum_fits _ _); [|discriminate]. intros E. injection E as <-. exact R.
Qed.
Section Offsets.
  Variable self : tree Z -> tree mode -> Z -> option Z.
  Hypothesis Own : forall c t so_far, self c t so_far = Headers.add_offset self c t so_far.

  Theorem add_offset_is c : forall t so_far v, self c t so_far = Some v -> exists w, adds t c w /\ v = so_far + w.
  Proof.
    induction c as [i|cs IH] using tree_induction; intros t so_far v; rewrite Own; unfold Headers.add_offset; cbn [is_leaf leaf_of].
    - destruct (Headers.add_index _ _ _ _ _) as [w|] eqn:E; [|discriminate]. cbn [is_nothing offset_in]. intros F. injection F as <-.
      exists (running (leaves t) i). split; [constructor|]. now apply add_index_is.
    - destruct t as [m|ts]; [discriminate|]. cbn [is_leaf]. unfold rank. cbn [entries].
      destruct (Z.eqb_spec (Z.of_nat (length ts)) (Z.of_nat (length cs))) as [L|]; [|discriminate].
      match goal with |- context [walk ?F (combine cs ?l) so_far] => replace (walk F (combine cs l) so_far) with
        (walk (fun p x => if is_nothing (self (fst p) (snd p) x) then inr (@None Z) else inl (offset_in (self (fst p) (snd p) x)))
          (combine cs ts) so_far) end.
      2: { rewrite (combine_numbered (Tuple ts) ts cs) by lia. rewrite walk_map. apply walk_alike. now intros [m k] s _. }
      intros E. enough (G : exists vs, entrywise adds ts cs vs /\ v = so_far + sum vs).
      { destruct G as (vs & A & W). exists (sum vs). split; [now constructor|exact W]. }
      revert ts so_far L E. induction IH as [|c u Hc Hu IHu]; intros [|t w] so_far L; cbn [length] in L; try lia; cbn [combine walk fst snd].
      + intros E. injection E as <-. exists []. split; [constructor|]. cbn. lia.
      + destruct (self c t so_far) as [s|] eqn:F; [|discriminate]. cbn [is_nothing offset_in]. intros E. destruct (Hc _ _ _ F) as (x & X & ->).
        destruct (IHu w _ ltac:(lia) E) as (vs & A & ->). exists (x :: vs). split; [now constructor|]. cbn [sum fold_right].
        change (fold_right Z.add 0 vs) with (sum vs). lia.
  Qed.
  Lemma crd2idx_is c t v : Headers.crd2idx_nested self c t = Some v -> adds t c v.
  Proof.
    change (Headers.crd2idx_nested self c t) with (Headers.add_offset self c t 0). rewrite <- Own. intros E.
    now destruct (add_offset_is c t 0 v E) as (w & A & ->).
  Qed.
End Offsets.
Theorem add_offset_exists : exists self, forall c t so_far, self c t so_far = Headers.add_offset self c t so_far.
Proof.
  destruct (own_text (tree Z * tree mode * Z) (option Z) None (fun p => weight (fst (fst p)))
    (fun self p => Headers.add_offset (fun c t x => self (c, t, x)) (fst (fst p)) (snd (fst p)) (snd p))) as [f F].
  - intros f g [[c t] x] H. cbn [fst snd] in *. unfold Headers.add_offset. destruct c as [i|cs]; [reflexivity|]. cbn [is_leaf entries].
    erewrite walk_alike; [reflexivity|]. intros [m k] s I. apply in_combine_l in I. cbv beta iota.
    rewrite H; [reflexivity|]. now apply an_entry_weighs_less.
  - exists (fun c t x => f (c, t, x)). intros c t x. exact (F (c, t, x)).
Qed.
Lemma adds_once c : forall t v w, adds t c v -> adds t c w -> v = w.
Proof.
  induction c as [i|cs IH] using tree_induction; intros t v w V W; inversion V; inversion W; subst; auto.
  match goal with H : Tuple _ = Tuple _ |- _ => injection H as -> end. f_equal.
  match goal with A : entrywise adds ?t cs ?v, B : entrywise adds ?t cs ?w |- _ => clear V W; revert t v w A B end.
  induction IH as [|c u Hc Hu IHu]; intros ts v w A B; inversion A; inversion B; subst; auto.
  match goal with H : _ :: _ = _ :: _ |- _ => injection H as -> -> end. f_equal; eauto.
Qed.

Lemma the_unit_adds i : adds (Leaf once) (Leaf i) 0.
Proof. pose proof (at_number (Leaf once) i) as H. cbn [leaves running stride] in H. now rewrite Z.mul_0_r in H. Qed.
Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a as [|x a IH]; cbn [app sum fold_right] in *; [reflexivity|]. unfold sum in *. lia. Qed.
Lemma adds_two a b x y v w : adds a x v -> adds b y w -> adds (Tuple [a; b]) (Tuple [x; y]) (v + w).
Proof.
  intros H K. replace (v + w) with (sum [v; w]) by (cbn; lia). constructor. repeat constructor; assumption.
Qed.
Lemma adds_two_inv a b x y v : adds (Tuple [a; b]) (Tuple [x; y]) v -> exists p q, adds a x p /\ adds b y q /\ v = p + q.
Proof.
  inversion 1 as [|? ? vs E]; subst. inversion E as [|? ? p ? ? ? P F]; subst. inversion F as [|? ? q ? ? ? Q G]; subst.
  inversion G; subst. exists p, q. repeat split; auto. cbn. lia.
Qed.
(* Entry by entry, a leaf counting as a tuple of itself. *)
Lemma entries_add t c v : adds t c v -> rank t = rank c ->
  exists vs, entrywise adds (entries t) (entries c) vs /\ v = sum vs.
Proof.
  unfold rank. intros [u i|ts cs vs E] R; cbn [entries] in *.
  - destruct u as [m|us]; cbn [entries length] in *.
    + exists [running [m] i]. split; [repeat constructor|]. cbn. lia.
    + destruct us as [|u [|]]; cbn [length] in R; try lia. exists [running (leaves u) i]. split; [repeat constructor|].
      cbn [leaves flat_map sum fold_right]. rewrite app_nil_r. lia.
  - now exists vs.
Qed.

(* ------------------------------------------------------------------------------------------------- unzip *)

Section Unzip.
  Variable self : tree mark -> tree mode -> tree mode * tree mode.
  Hypothesis Own : forall by_ t, self by_ t = Headers.unzip_at self by_ t.
  Let both (p : tree mark * tree mode) := self (fst p) (snd p).

  Lemma entries_are_split bs ts : forall k tiles grids,
    fold_left (fun '(l2, l3) '(m1, k1) => if Z.of_nat k1 <? rank (Tuple bs)
        then (l2 ++ [fst (self (nth_entry (Tuple bs) k1) m1)], l3 ++ [snd (self (nth_entry (Tuple bs) k1) m1)])
        else (l2, l3 ++ [m1])) (combine ts (seq k (length ts))) (tiles, grids) =
    let pairs := map both (combine (skipn k bs) ts) in (tiles ++ map fst pairs, grids ++ map snd pairs ++ skipn (length bs - k) ts).
  Proof.
    unfold rank, nth_entry. cbn [entries].
    induction ts as [|t u IH]; intros k tiles grids; cbn [length seq combine fold_left].
    { replace (combine (skipn k bs) (@nil (tree mode))) with (@nil (tree mark * tree mode)) by (now destruct (skipn k bs)).
      cbn [map]. now rewrite skipn_nil, !app_nil_r. }
    destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (length bs))) as [L|L]; rewrite IH; cbv zeta.
    - rewrite (skipn_here (Tuple bs) bs k) by lia. cbn [combine map]. replace (length bs - k)%nat with (S (length bs - S k)) by lia. cbn [skipn].
      rewrite <- !app_assoc. reflexivity.
    - rewrite (skipn_all2 bs (n := k)), (skipn_all2 bs (n := S k)) by lia. cbn [combine map app].
      replace (length bs - k)%nat with 0%nat by lia. replace (length bs - S k)%nat with 0%nat by lia. cbn [skipn].
      now rewrite !app_nil_r, <- app_assoc.
  Qed.
  Lemma unzipped_entries bs ts : (length bs <= length ts)%nat -> self (Tuple bs) (Tuple ts) =
    (Tuple (map fst (map both (combine bs ts))), Tuple (map snd (map both (combine bs ts)) ++ skipn (length bs) ts)).
  Proof.
    intros L. rewrite Own. unfold Headers.unzip_at. cbn [is_keep is_tile entries].
    rewrite (entries_are_split bs ts 0 [] []). cbv zeta. cbn [app skipn]. rewrite Nat.sub_0_r.
    apply f_equal2; apply tuple_made; unfold rank; cbn [entries]; rewrite ?app_length, !map_length, combine_length, ?skipn_length; lia.
  Qed.

  Lemma as_many bs ts cs xs ys : all_at_pairs bs ts cs xs ys -> (length bs <= length ts)%nat.
  Proof. induction 1; cbn [length]; lia. Qed.
  Theorem unzip_at_keeps by_ : forall t c x y v, at_pairs by_ t c x y -> adds t c v ->
    exists p q, adds (fst (self by_ t)) x p /\ adds (snd (self by_ t)) y q /\ v = p + q.
  Proof.
    induction by_ as [b|bs IH] using tree_induction; intros t c x y v F V; inversion F; subst.
    - rewrite Own. apply adds_two_inv in V. exact V.
    - rewrite Own. exists v, 0. split; [exact V|]. split; [|lia]. apply the_unit_adds.
    - rewrite Own. apply adds_two_inv in V. exact V.
    - rewrite Own. unfold Headers.unzip_at. cbn [is_keep is_tile]. destruct (Z.eqb_spec (rank t) 2); [contradiction|].
      exists v, 0. split; [exact V|]. split; [|lia]. apply the_unit_adds.
    - match goal with H : all_at_pairs _ _ _ _ _ |- _ => rename H into Fs end. inversion V as [|? ? vs W]; subst.
      rewrite unzipped_entries by (eapply as_many; exact Fs). cbn [fst snd].
      enough (G : exists ps qs, entrywise adds (map fst (map both (combine bs ts))) xs ps /\
        entrywise adds (map snd (map both (combine bs ts)) ++ skipn (length bs) ts) ys qs /\ sum vs = sum ps + sum qs).
      { destruct G as (ps & qs & P & Q & ->). exists (sum ps), (sum qs). now repeat split; constructor. }
      clear F V. revert vs W. induction Fs as [ts cs|b t c x y bs ts cs xs ys H Fs IHFs]; intros vs W.
      + exists [], vs. cbn [combine map app length skipn]. repeat split; [constructor|exact W].
      + inversion_clear IH as [|? ? Hb Hbs]. inversion W; subst.
        match goal with X : adds t c _, Y : entrywise adds ts cs _ |- _ =>
          destruct (Hb _ _ _ _ _ H X) as (p & q & P & Q & S); destruct (IHFs Hbs _ Y) as (ps & qs & Ps & Qs & T) end.
        exists (p :: ps), (q :: qs). cbn [combine map app length skipn]. split; [now constructor|]. split; [now constructor|].
        cbn [sum fold_right] in *. unfold sum in *. lia.
  Qed.
  Theorem unzip_keeps by_ t c x y v : at_pairs by_ t c x y -> adds t c v -> adds (Headers.unzip self by_ t) (Tuple [x; y]) v.
  Proof.
    intros F V. destruct (unzip_at_keeps by_ t c x y v F V) as (p & q & P & Q & ->). unfold Headers.unzip.
    inversion F; subst; cbn [is_tile is_keep]; try exact V; try (now apply adds_two).
    destruct (Z.eqb_spec (rank t) 2); [contradiction|]. now apply adds_two.
  Qed.
  (* A mode under `_`, however deep, is whole in the tile, and the grid has 1:0 there. *)
  Theorem kept_modes_stay_whole path : forall by_ t u, tiles_part by_ t -> at_path path by_ = Some (Leaf Keep) ->
    at_path path t = Some u ->
    at_path path (fst (self by_ t)) = Some u /\ at_path path (snd (self by_ t)) = Some (Leaf (Mode 1 0)).
  Proof.
    induction path as [|k path IH]; intros by_ t u F B T; cbn [at_path] in B, T.
    - injection B as ->. injection T as ->. rewrite Own. split; reflexivity.
    - destruct F as [m t|bs ts us F]; [discriminate|].
      assert (L : length bs = length ts) by (clear -F; induction F; cbn [length]; congruence).
      assert (C : combine bs (ts ++ us) = combine bs ts).
      { clear -L. revert ts L. induction bs as [|b bs IH]; intros [|t ts] L; cbn [length] in L; try discriminate; [now destruct us|].
        cbn [combine app]. now rewrite IH by congruence. }
      rewrite unzipped_entries by (rewrite app_length; lia). rewrite C. cbn [fst snd at_path].
      destruct (nth_error bs k) as [b|] eqn:Bk; [|discriminate].
      assert (K : (k < length ts)%nat) by (rewrite <- L; apply nth_error_Some; congruence).
      rewrite nth_error_app1 in T by exact K. destruct (nth_error ts k) as [w|] eqn:Tk; [|discriminate].
      assert (E : nth_error (combine bs ts) k = Some (b, w) /\ tiles_part b w).
      { clear -F Bk Tk. revert k Bk Tk. induction F as [|x y bs ts H F IHF]; intros [|k] Bk Tk; try discriminate; cbn [nth_error combine] in *.
        - injection Bk as <-. injection Tk as <-. auto.
        - now apply IHF. }
      destruct E as [E G]. rewrite nth_error_app1 by (rewrite !map_length, combine_length; lia).
      rewrite !(map_nth_error _ _ _ (map_nth_error both _ _ E)). now apply (IH b w).
  Qed.
End Unzip.
Lemma fold_alike {X S} (p q : S -> X -> S) l : (forall s x, In x l -> p s x = q s x) -> forall s, fold_left p l s = fold_left q l s.
Proof. induction l as [|x t IH]; intros H s; [reflexivity|]. cbn [fold_left]. rewrite H by now left. apply IH. intros. apply H. now right. Qed.
Theorem unzip_at_exists : exists self, forall by_ t, self by_ t = Headers.unzip_at self by_ t.
Proof.
  apply (own_text_of_two (Leaf once, Leaf once) (fun by_ _ => weight by_)). intros f g by_ t H. unfold Headers.unzip_at.
  destruct by_ as [[| |]|bs]; try reflexivity. cbn [is_keep is_tile].
  erewrite fold_alike; [reflexivity|]. intros [l l'] [m k] _. cbv beta iota.
  destruct (Z.ltb_spec (Z.of_nat k) (rank (Tuple bs))) as [K|K]; [|reflexivity].
  rewrite H; [reflexivity|]. apply an_entry_weighs_less, nth_In. unfold rank in K. cbn [entries] in *. lia.
Qed.

(* ------------------------------------------------------------------------------------------------- unpack and pairs *)

Definition side {A} (t : tree A) : list (tree A) := if rank t =? 1 then [t] else entries t.
Lemma side_length {A} (t : tree A) : Z.of_nat (length (side t)) = rank t.
Proof. unfold side. destruct (Z.eqb_spec (rank t) 1) as [->|]; reflexivity. Qed.
Lemma of_side {A} (t : tree A) k x : nth_error (side t) k = Some x -> (if rank t =? 1 then t else nth_entry t k) = x.
Proof. unfold side. destruct (rank t =? 1); [destruct k as [|[|]]; cbn; congruence|apply named_entry]. Qed.
Theorem unpack_is {A} (tile grid : tree A) tile_too : Headers.unpack (Tuple [tile; grid]) tile_too =
  Tuple ((if tile_too then side tile else [tile]) ++ side grid).
Proof.
  unfold Headers.unpack. change (nth_entry (Tuple [tile; grid]) 0) with tile. change (nth_entry (Tuple [tile; grid]) 1) with grid.
  assert (G : forall tiles first named turn, Z.of_nat (length first) = tiles -> (forall k x, nth_error first k = Some x -> named (Z.of_nat k) = x) ->
    (forall l k, turn l k = l ++ [if k <? tiles then named k else if rank grid =? 1 then grid else nth_entry grid (Z.to_nat (k - tiles))]) ->
    tuple_of (tiles + rank grid) (fold_left turn (below (tiles + rank grid)) []) = Tuple (first ++ side grid)).
  { intros tiles first named turn <- N T. apply (gathered turn _ _ _ T); [rewrite app_length, <- side_length; lia|]. intros k x E.
    destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (length first))) as [K|K].
    - rewrite nth_error_app1 in E by lia. now apply N.
    - rewrite nth_error_app2 in E by lia. replace (Z.to_nat (Z.of_nat k - Z.of_nat (length first))) with (k - length first)%nat by lia.
      now apply of_side. }
  destruct tile_too; cbv zeta.
  - apply (G _ _ (fun k => if rank tile =? 1 then tile else nth_entry tile (Z.to_nat k))); [apply side_length| |].
    + intros k x E. rewrite Nat2Z.id. now apply of_side.
    + intros l k. destruct (k <? rank tile); [now destruct (rank tile =? 1)|now destruct (rank grid =? 1)].
  - apply (G _ [tile] (fun _ => tile)); [reflexivity| |].
    + intros [|[|]] x E; cbn in E; congruence.
    + intros l k. destruct (k <? 1); [reflexivity|now destruct (rank grid =? 1)].
Qed.
Lemma side_adds t c v : adds t c v -> rank t = rank c -> exists vs, entrywise adds (side t) (side c) vs /\ v = sum vs.
Proof.
  intros V R. unfold side. rewrite R. destruct (Z.eqb_spec (rank c) 1) as [N|N]; [|now apply entries_add].
  exists [v]. split; [repeat constructor; auto|]. cbn. lia.
Qed.
Theorem unpack_keeps tile grid x y v (tile_too : bool) : adds (Tuple [tile; grid]) (Tuple [x; y]) v ->
  rank tile = rank x -> rank grid = rank y ->
  adds (Tuple ((if tile_too then side tile else [tile]) ++ side grid)) (Tuple ((if tile_too then side x else [x]) ++ side y)) v.
Proof.
  intros V R T. apply adds_two_inv in V. destruct V as (p & q & P & Q & ->). destruct (side_adds _ _ _ Q T) as (qs & Qs & ->).
  destruct tile_too.
  - destruct (side_adds _ _ _ P R) as (ps & Ps & ->). rewrite <- sum_app. constructor. now apply entrywise_app.
  - replace (p + sum qs) with (sum ([p] ++ qs)) by reflexivity. constructor. apply entrywise_app; [repeat constructor; auto|auto].
Qed.

(* product.hpp, pair_entries(): paired() of the two entries. *)
Theorem pairs_keep a b x y v a_first : adds (Tuple [a; b]) (Tuple [x; y]) v ->
  rank a = rank b -> rank x = rank a -> rank y = rank b ->
  adds (Tuple (map (pair_up a_first) (combine (entries a) (entries b))))
    (Tuple (map (pair_up a_first) (combine (entries x) (entries y)))) v.
Proof.
  intros V R RX RY. apply adds_two_inv in V. destruct V as (p & q & P & Q & ->).
  destruct (entries_add _ _ _ P) as (ps & Ps & ->); [congruence|]. destruct (entries_add _ _ _ Q) as (qs & Qs & ->); [congruence|].
  assert (L : length (entries a) = length (entries b)) by (unfold rank in R; lia).
  enough (G : exists vs, entrywise adds (map (pair_up a_first) (combine (entries a) (entries b)))
    (map (pair_up a_first) (combine (entries x) (entries y))) vs /\ sum ps + sum qs = sum vs).
  { destruct G as (vs & E & ->). now constructor. }
  clear R RX RY P Q. revert qs Qs L. generalize (entries b) as us, (entries y) as ys.
  induction Ps as [|t c w ts cs ps H Ps IH]; intros us ys qs Qs L.
  - exists []. destruct us; [|discriminate]. inversion Qs; subst. split; [constructor|reflexivity].
  - destruct us as [|u us]; [discriminate|]. injection L as L. inversion Qs as [|? d z ? ds qs' K Qs']; subst.
    destruct (IH us ds qs' Qs' L) as (vs & E & S). exists (w + z :: vs). cbn [combine map]. split.
    + constructor; [|exact E]. unfold pair_up. destruct a_first; [|rewrite Z.add_comm]; now apply adds_two.
    + cbn [sum fold_right]. unfold sum in *. lia.
Qed.
Theorem whole_pair_keeps a b x y v a_first : adds (Tuple [a; b]) (Tuple [x; y]) v ->
  adds (Tuple [pair_up a_first (a, b)]) (Tuple [pair_up a_first (x, y)]) v.
Proof.
  intros V. apply adds_two_inv in V. destruct V as (p & q & P & Q & ->).
  replace (p + q) with (sum [p + q]) by (cbn; lia). constructor. constructor; [|constructor].
  unfold pair_up. destruct a_first; [|rewrite Z.add_comm]; now apply adds_two.
Qed.

(* ------------------------------------------------------------------------------------------------- the law *)

Section Law.
  Variables (add_offset : tree Z -> tree mode -> Z -> option Z) (unzip_at : tree mark -> tree mode -> tree mode * tree mode).
  Hypothesis Adds : forall c t so_far, add_offset c t so_far = Headers.add_offset add_offset c t so_far.
  Hypothesis Unzips : forall by_ t, unzip_at by_ t = Headers.unzip_at unzip_at by_ t.
  Let offset c t := Headers.crd2idx_nested add_offset c t.

  (* Where both offsets are within the limits. *)
  Lemma same_offset t v d u y : adds u d v -> offset t u = Some y -> d = t -> y = v.
  Proof. intros V F ->. exact (adds_once t u y v (crd2idx_is _ Adds t u y F) V). Qed.
  Theorem variants_regroup_the_modes by_ pairs c t g x : at_pairs by_ pairs c t g -> offset c pairs = Some x ->
    (forall y, offset (Tuple [t; g]) (Headers.unzip unzip_at by_ pairs) = Some y -> y = x) /\
    forall tile grid tile_too y, Headers.unzip unzip_at by_ pairs = Tuple [tile; grid] -> rank tile = rank t -> rank grid = rank g ->
      offset (Headers.unpack (Tuple [t; g]) tile_too) (Headers.unpack (Tuple [tile; grid]) tile_too) = Some y -> y = x.
  Proof.
    intros F E. pose proof (crd2idx_is _ Adds c pairs x E) as V. pose proof (unzip_keeps _ Unzips by_ pairs c t g x F V) as Z.
    split; [intros y Y; exact (same_offset _ _ _ _ y Z Y eq_refl)|].
    intros tile grid tile_too y U R S Y. rewrite U in Z. rewrite !unpack_is in Y.
    exact (same_offset _ _ _ _ y (unpack_keeps _ _ _ _ _ tile_too Z R S) Y eq_refl).
  Qed.
  Theorem pairs_regroup_the_modes a b s t x a_first : offset (Tuple [s; t]) (Tuple [a; b]) = Some x ->
    (forall y, rank a = rank b -> rank s = rank a -> rank t = rank b ->
       offset (Headers.paired (rank s) s t false a_first) (Headers.paired (rank a) a b false a_first) = Some y -> y = x) /\
    forall y, offset (Headers.paired 1 s t true a_first) (Headers.paired 1 a b true a_first) = Some y -> y = x.
  Proof.
    intros E. pose proof (crd2idx_is _ Adds _ _ x E) as V. split; intros y.
    - intros R RX RY Y. rewrite !paired_is in Y by congruence.
      exact (same_offset _ _ _ _ y (pairs_keep _ _ _ _ _ a_first V R RX RY) Y eq_refl).
    - intros Y. rewrite !paired_whole_is in Y. exact (same_offset _ _ _ _ y (whole_pair_keeps _ _ _ _ _ a_first V) Y eq_refl).
  Qed.
End Law.
