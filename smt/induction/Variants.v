(* SPDX-License-Identifier: MIT *)
(* Zipped, tiled and flat divides and products, blocked and raked products, of any rank and nesting: a layout that is regrouped has
   at a coordinate that is regrouped alike the offset that it had, and what a tiler keeps is whole in the tile.
   Laws: variants_regroup_the_modes, kept_modes_stay_whole. *)
From Coq Require Import ZArith List Lia Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Edits.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------- offsets *)

(* coordinate.hpp, add_offset() of a number: the last mode runs on. *)
Fixpoint add_index (ms : list mode) (at_ : position) : option Z :=
  match ms with
  | [] => Some (offset at_)
  | [m] =>
      if product_fits (rest at_) (stride m) then
        if sum_fits (offset at_) (rest at_ * stride m) then Some (offset at_ + rest at_ * stride m) else None
      else None
  | m :: t => add_index t (evaluate_step at_ m)
  end.
(* And of a tuple: entry after entry. *)
Fixpoint add_offset (c : tree Z) (t : tree mode) (so_far : Z) {struct c} : option Z :=
  match c with
  | Leaf i => add_index (leaves t) (At i so_far)
  | Tuple cs =>
      match t with
      | Leaf _ => None
      | Tuple ts => (fix each (cs : list (tree Z)) (ts : list (tree mode)) (so_far : Z) {struct cs} : option Z :=
          match cs, ts with
          | [], [] => Some so_far
          | c :: u, t :: v => match add_offset c t so_far with Some sum => each u v sum | None => None end
          | _, _ => None
          end) cs ts so_far
      end
  end.
Definition crd2idx (c : tree Z) (t : tree mode) : option Z := add_offset c t 0.

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

Lemma add_index_is ms : forall i so_far v, add_index ms (At i so_far) = Some v -> v = so_far + running ms i.
Proof.
  induction ms as [|m t IH]; intros i so_far v E; [injection E as <-; cbn; lia|]. destruct t as [|n u].
  - cbn [add_index rest offset running] in *. destruct (product_fits _ _); [|discriminate].
    destruct (sum_fits _ _); [|discriminate]. now injection E as <-.
  - change (add_index (n :: u) (evaluate_step (At i so_far) m) = Some v) in E.
    change (v = so_far + (offset (evaluate_step (At i 0) m) + running (n :: u) (rest (evaluate_step (At i 0) m)))).
    unfold evaluate_step in *. cbn [rest offset] in *. apply IH in E. lia.
Qed.
Theorem add_offset_is c : forall t so_far v, add_offset c t so_far = Some v -> exists w, adds t c w /\ v = so_far + w.
Proof.
  induction c as [i|cs IH] using tree_induction; intros t so_far v E; cbn [add_offset] in E.
  - exists (running (leaves t) i). split; [constructor|]. now apply add_index_is.
  - destruct t as [m|ts]; [discriminate|].
    enough (G : exists vs, entrywise adds ts cs vs /\ v = so_far + sum vs).
    { destruct G as (vs & A & W). exists (sum vs). split; [now constructor|auto]. }
    revert ts so_far E. induction IH as [|c u Hc Hu IHu]; intros [|t w] so_far E; try discriminate.
    + injection E as <-. exists []. split; [constructor|]. cbn. lia.
    + destruct (add_offset c t so_far) as [s|] eqn:F; [|discriminate]. destruct (Hc _ _ _ F) as (x & X & ->).
      destruct (IHu _ _ E) as (vs & A & ->). exists (x :: vs). split; [now constructor|]. cbn [sum fold_right].
      change (fold_right Z.add 0 vs) with (sum vs). lia.
Qed.
Lemma adds_once c : forall t v w, adds t c v -> adds t c w -> v = w.
Proof.
  induction c as [i|cs IH] using tree_induction; intros t v w V W; inversion V; inversion W; subst; auto.
  match goal with H : Tuple _ = Tuple _ |- _ => injection H as -> end. f_equal.
  match goal with A : entrywise adds ?t cs ?v, B : entrywise adds ?t cs ?w |- _ => clear V W; revert t v w A B end.
  induction IH as [|c u Hc Hu IHu]; intros ts v w A B; inversion A; inversion B; subst; auto.
  match goal with H : _ :: _ = _ :: _ |- _ => injection H as -> -> end. f_equal; eauto.
Qed.

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

(* tiler.hpp, unzip_at(), of a tiler that has no more entries than the layout. *)
Section Unzip.
  Context {A : Type} (one : A).
  Fixpoint unzip_at (by_ : tree mark) (t : tree A) {struct by_} : tree A * tree A :=
    match unzip_step (is_tile by_) (is_keep by_) (rank t) with
    | Pair => (nth 0 (entries t) t, nth 1 (entries t) t)
    | All_tile => (t, Leaf one)
    | By_entry =>
        let tiled := match by_ with Leaf _ => [by_] | Tuple bs => bs end in
        let reached := match by_ with
          | Leaf _ => []
          | Tuple bs => (fix each (bs : list (tree mark)) (ts : list (tree A)) {struct bs} :=
              match bs, ts with b :: u, t :: v => unzip_at b t :: each u v | _, _ => [] end) bs (entries t)
          end in
        (tuple_of (rank by_) (map fst reached), tuple_of (rank t) (map snd reached ++ skipn (length tiled) (entries t)))
    end.
  Definition unzip (by_ : tree mark) (t : tree A) : tree A :=
    match unzip_step (is_tile by_) (is_keep by_) (rank t) with
    | Pair => t
    | _ => let (tile, grid) := unzip_at by_ t in Tuple [tile; grid]
    end.
End Unzip.

(* A layout and a coordinate that a tiler takes apart: pairs at its tiles, anything at `_`, and at CuTe's pairs or what is none. *)
Inductive fits : tree mark -> tree mode -> tree Z -> Prop :=
  | at_tile a b x y : fits (Leaf Tile) (Tuple [a; b]) (Tuple [x; y])
  | at_kept t c : fits (Leaf Keep) t c
  | at_pair a b x y : fits (Leaf Keep_pair) (Tuple [a; b]) (Tuple [x; y])
  | at_single t c : rank t <> 2 -> rank c <> 2 -> fits (Leaf Keep_pair) t c
  | at_each bs ts cs us ds : entrywise fits bs ts cs -> fits (Tuple bs) (Tuple (ts ++ us)) (Tuple (cs ++ ds)).

Local Notation once := (Mode 1 0).
Lemma entrywise_split {A B C} (R : A -> B -> C -> Prop) a b : length a = length b -> forall c d r,
  entrywise R (a ++ c) (b ++ d) r -> exists s t, r = s ++ t /\ entrywise R a b s /\ entrywise R c d t.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] L c d r E; try discriminate; cbn [app] in E.
  - exists [], r. repeat split; [constructor|exact E].
  - inversion E as [|? ? z ? ? v P F]; subst. injection L as L. destruct (IH b L c d v F) as (s & t & -> & S & T).
    exists (z :: s), t. repeat split; auto. now constructor.
Qed.
Theorem unzip_at_keeps by_ : forall t c v, fits by_ t c -> adds t c v -> exists p q,
  adds (fst (unzip_at once by_ t)) (fst (unzip_at 0 by_ c)) p /\ adds (snd (unzip_at once by_ t)) (snd (unzip_at 0 by_ c)) q /\
  v = p + q.
Proof.
  induction by_ as [b|bs IH] using tree_induction; intros t c v F V; inversion F; subst; cbn [unzip_at is_tile is_keep].
  - apply adds_two_inv in V. exact V.
  - cbn [unzip_step fst snd]. exists v, 0. split; [exact V|]. split; [|lia]. exact (at_number (Leaf once) 0).
  - apply adds_two_inv in V. exact V.
  - unfold unzip_step. destruct (Z.eqb_spec (rank t) 2); [contradiction|]. destruct (Z.eqb_spec (rank c) 2); [contradiction|].
    cbn [fst snd]. exists v, 0. split; [exact V|]. split; [|lia]. exact (at_number (Leaf once) 0).
  - unfold unzip_step. cbn [entries]. cbv zeta.
    match goal with H : entrywise fits bs _ _ |- _ => rename H into Fs end.
    set (each_mode := fix each (bs : list (tree mark)) (ts : list (tree mode)) {struct bs} :=
      match bs, ts with b :: u, t :: v => unzip_at once b t :: each u v | _, _ => [] end).
    set (each_number := fix each (bs : list (tree mark)) (ts : list (tree Z)) {struct bs} :=
      match bs, ts with b :: u, t :: v => unzip_at 0 b t :: each u v | _, _ => [] end).
    assert (L : length bs = length ts /\ length bs = length cs).
    { clear -Fs. induction Fs; cbn [length]; intuition. }
    destruct L as [L1 L2]. inversion V as [|? ? vs W]; subst.
    destruct (entrywise_split adds ts cs ltac:(congruence) us ds vs W) as (vs1 & vs2 & -> & W1 & W2).
    assert (K1 : skipn (length bs) (ts ++ us) = us) by (rewrite L1, skipn_app, skipn_all, Nat.sub_diag; reflexivity).
    assert (K2 : skipn (length bs) (cs ++ ds) = ds) by (rewrite L2, skipn_app, skipn_all, Nat.sub_diag; reflexivity).
    rewrite K1, K2. cbn [fst snd]. clear K1 K2.
    assert (N1 : length (each_mode bs (ts ++ us)) = length bs).
    { unfold each_mode. clear -L1. revert ts L1. induction bs as [|b bs IH]; intros [|t ts] L; try discriminate; [reflexivity|].
      cbn [length app] in *. f_equal. apply IH. congruence. }
    assert (N2 : length (each_number bs (cs ++ ds)) = length bs).
    { unfold each_number. clear -L2. revert cs L2. induction bs as [|b bs IH]; intros [|t ts] L; try discriminate; [reflexivity|].
      cbn [length app] in *. f_equal. apply IH. congruence. }
    rewrite !tuple_made by (unfold rank; cbn [entries]; rewrite ?app_length, ?map_length; lia). clear N1 N2.
    enough (G : exists ps qs, entrywise adds (map fst (each_mode bs (ts ++ us))) (map fst (each_number bs (cs ++ ds))) ps /\
      entrywise adds (map snd (each_mode bs (ts ++ us))) (map snd (each_number bs (cs ++ ds))) qs /\ sum vs1 = sum ps + sum qs).
    { destruct G as (ps & qs & P & Q & S). exists (sum ps), (sum (qs ++ vs2)). split; [now constructor|]. split.
      - constructor. now apply entrywise_app.
      - rewrite !sum_app. lia. }
    clear F V W W2 L1 L2. revert vs1 W1. induction Fs as [|b t c bs ts cs H Fs IHFs]; intros vs1 W1; inversion W1; subst.
    + exists [], []. repeat split; constructor.
    + inversion_clear IH as [|? ? Hb Hbs].
      match goal with X : adds t c _, Y : entrywise adds ts cs _ |- _ =>
        destruct (Hb _ _ _ H X) as (p & q & P & Q & S); destruct (IHFs Hbs _ Y) as (ps & qs & Ps & Qs & T) end.
      exists (p :: ps), (q :: qs). cbn [app each_mode each_number map]. fold each_mode. fold each_number.
      split; [now constructor|]. split; [now constructor|]. cbn [sum fold_right] in *. unfold sum in *. lia.
Qed.
Theorem unzip_keeps by_ t c v : fits by_ t c -> adds t c v -> adds (unzip once by_ t) (unzip 0 by_ c) v.
Proof.
  intros F V. destruct (unzip_at_keeps by_ t c v F V) as (p & q & P & Q & ->). unfold unzip.
  inversion F; subst; cbn [is_tile is_keep]; unfold unzip_step in *; cbn [rank entries length] in *; try exact V.
  - destruct (unzip_at once _ t), (unzip_at 0 _ c). now apply adds_two.
  - destruct (Z.eqb_spec (rank t) 2); [contradiction|]. destruct (Z.eqb_spec (rank c) 2); [contradiction|].
    destruct (unzip_at once _ t), (unzip_at 0 _ c). now apply adds_two.
  - destruct (unzip_at once _ _), (unzip_at 0 _ _). now apply adds_two.
Qed.

(* The printed unzip_at(), where it is its own text with its name for `again`. *)
Section Printed.
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
    - assert (Sk : skipn k bs = nth k bs (Tuple bs) :: skipn (S k) bs).
      { clear -L. revert k L. generalize (Tuple bs) as z. induction bs as [|b c IH]; intros z [|k] L; cbn [length] in L; try lia; [reflexivity|].
        cbn [nth]. change (skipn k c = nth k c z :: skipn (S k) c). apply IH. lia. }
      rewrite Sk. cbn [combine map]. replace (length bs - k)%nat with (S (length bs - S k)) by lia. cbn [skipn].
      rewrite <- !app_assoc. reflexivity.
    - rewrite (skipn_all2 bs (n := k)), (skipn_all2 bs (n := S k)) by lia. cbn [combine map app].
      replace (length bs - k)%nat with 0%nat by lia. replace (length bs - S k)%nat with 0%nat by lia. cbn [skipn].
      now rewrite !app_nil_r, <- app_assoc.
  Qed.
  Lemma unzipped_entries bs ts us : length bs = length ts -> self (Tuple bs) (Tuple (ts ++ us)) =
    (Tuple (map fst (map both (combine bs ts))), Tuple (map snd (map both (combine bs ts)) ++ us)).
  Proof.
    intros L. assert (C : combine bs (ts ++ us) = combine bs ts).
    { clear -L. revert ts L. induction bs as [|b bs IH]; intros [|t ts] L; cbn [length] in L; try discriminate; [now destruct us|].
      cbn [combine app]. now rewrite IH by congruence. }
    rewrite Own. unfold Headers.unzip_at. cbn [is_keep is_tile entries].
    rewrite (entries_are_split bs (ts ++ us) 0 [] []). cbv zeta. cbn [app skipn]. rewrite Nat.sub_0_r, C.
    replace (skipn (length bs) (ts ++ us)) with us by (now rewrite L, skipn_app, skipn_all, Nat.sub_diag).
    apply f_equal2; apply tuple_made; unfold rank; cbn [entries]; rewrite ?app_length, !map_length, combine_length; lia.
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
      rewrite unzipped_entries by exact L. cbn [fst snd at_path].
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
End Printed.
Theorem unzip_at_is_printed by_ t : unzip_at once by_ t = Headers.unzip_at (unzip_at once) by_ t.
Proof.
  unfold Headers.unzip_at. destruct by_ as [[| |]|bs]; try reflexivity.
  - cbn [is_keep is_tile unzip_at]. unfold unzip_step. now destruct (rank t =? 2).
  - cbn [is_keep is_tile unzip_at]. unfold unzip_step. cbv zeta. rewrite (entries_are_split (unzip_at once) bs (entries t) 0 [] []). cbv zeta.
    cbn [app skipn]. rewrite Nat.sub_0_r.
    set (each := fix each (bs : list (tree mark)) (ts : list (tree mode)) {struct bs} :=
      match bs, ts with b :: u, t :: v => unzip_at once b t :: each u v | _, _ => [] end).
    enough (E : forall bs ts, map (fun p => unzip_at once (fst p) (snd p)) (combine bs ts) = each bs ts) by (now rewrite E).
    induction bs0 as [|b u IH]; intros [|x v]; cbn [combine map each]; try reflexivity. f_equal. apply IH.
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

(* Where both offsets are within the limits. *)
Lemma same_offset t c u d v x y : adds t c v -> adds u d v -> crd2idx c t = Some x -> crd2idx d u = Some y -> y = x.
Proof.
  unfold crd2idx. intros V W E F. apply add_offset_is in E, F. destruct E as (p & P & ->), F as (q & Q & ->).
  rewrite (adds_once c t p v P V), (adds_once d u q v Q W). reflexivity.
Qed.
Theorem variants_regroup_the_modes by_ pairs c x : fits by_ pairs c -> crd2idx c pairs = Some x ->
  (forall y, crd2idx (unzip 0 by_ c) (unzip once by_ pairs) = Some y -> y = x) /\
  forall tile grid t g tile_too flat_layout flat_coordinate y,
    unzip once by_ pairs = Tuple [tile; grid] -> unzip 0 by_ c = Tuple [t; g] -> rank tile = rank t -> rank grid = rank g ->
    Headers.unpack (Tuple [tile; grid]) tile_too = flat_layout -> Headers.unpack (Tuple [t; g]) tile_too = flat_coordinate ->
    crd2idx flat_coordinate flat_layout = Some y -> y = x.
Proof.
  intros F E. pose proof (add_offset_is c pairs 0 x E) as (v & V & _). pose proof (unzip_keeps by_ pairs c v F V) as Z.
  split; [intros y Y; exact (same_offset _ _ _ _ v x y V Z E Y)|].
  intros tile grid t g tile_too fl fc y U W R S L C Y. rewrite U, W in Z. rewrite unpack_is in L. rewrite unpack_is in C. subst fl fc.
  exact (same_offset _ _ _ _ v x y V (unpack_keeps _ _ _ _ _ tile_too Z R S) E Y).
Qed.
Theorem pairs_regroup_the_modes a b s t x a_first : crd2idx (Tuple [s; t]) (Tuple [a; b]) = Some x ->
  (forall layout coordinate y, rank a = rank b -> rank s = rank a -> rank t = rank b ->
    Headers.paired (rank a) a b false a_first = layout -> Headers.paired (rank s) s t false a_first = coordinate ->
    crd2idx coordinate layout = Some y -> y = x) /\
  forall layout coordinate y, Headers.paired 1 a b true a_first = layout ->
    Headers.paired 1 s t true a_first = coordinate -> crd2idx coordinate layout = Some y -> y = x.
Proof.
  intros E. pose proof (add_offset_is _ _ 0 x E) as (v & V & _). split; intros l c y.
  - intros R RX RY L C Y. rewrite paired_is in L by congruence. rewrite paired_is in C by congruence. subst l c.
    exact (same_offset _ _ _ _ v x y V (pairs_keep _ _ _ _ _ a_first V R RX RY) E Y).
  - intros L C Y. rewrite paired_whole_is in L. rewrite paired_whole_is in C. subst l c.
    exact (same_offset _ _ _ _ v x y V (whole_pair_keeps _ _ _ _ _ a_first V) E Y).
Qed.

(* The functions are the shipped ones on these forms. *)
Theorem unzip_form_is a b c d e f g :
  encoded (unzip once (Tuple [Leaf Keep; Tuple [Leaf Tile; Leaf Keep]])
    (Tuple [Tuple [Leaf a; Leaf b]; Tuple [Tuple [Leaf c; Tuple [Leaf d; Leaf e]]; Leaf f]; Leaf g])) = unzip_form a b c d e f g.
Proof. reflexivity. Qed.
Theorem unzip_pairs_form_is a b c d e f g :
  encoded (unzip once (Tuple [Leaf Keep_pair; Tuple [Leaf Tile; Leaf Keep_pair]])
    (Tuple [Tuple [Leaf a; Leaf b]; Tuple [Tuple [Leaf c; Tuple [Leaf d; Leaf e]]; Leaf f]; Leaf g])) =
  unzip_pairs_form a b c d e f g.
Proof. reflexivity. Qed.
Local Arguments product_fits _ _ : simpl never.
Local Arguments sum_fits _ _ : simpl never.
Theorem crd2idx_form_is a b c i j :
  crd2idx (Tuple [Leaf i; Leaf j]) (Tuple [Leaf a; Tuple [Leaf b; Leaf c]]) = crd2idx_form a b c i j.
Proof.
  unfold crd2idx_form. cbn. repeat match goal with |- context [if ?x then _ else _] => decide_one x end; reflexivity.
Qed.

Definition theorems :=
  (@add_offset_is, @unzip_keeps, @unpack_is, @unpack_keeps, @pairs_keep, @whole_pair_keeps,
   @variants_regroup_the_modes, @pairs_regroup_the_modes, @kept_modes_stay_whole).
Print Assumptions theorems.
