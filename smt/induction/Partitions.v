(* SPDX-License-Identifier: MIT *)
(* The parts of a layout that a tiler divides, strict, at every rank and nesting, as they are printed: at all coordinates of the grid, or of the
   tile, they show together what the layout shows, each offset as often. Law: partitions_cover_once. *)
From Coq Require Import ZArith List Lia Permutation Bool.
Require Import Colex.Fold Colex.Nested Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Complement Colex.Covers Colex.Find Colex.Divided Colex.Trees
  Colex.Edits Colex.Variants.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------ what a layout shows, and how often *)

Definition shows (a b : list mode) : Prop := Permutation (offsets a) (offsets b).

Lemma upto_more m n : 0 <= m -> 0 <= n -> upto (m + n) = upto m ++ map (Z.add m) (upto n).
Proof.
  intros Hm Hn. unfold upto. rewrite Z2Nat.inj_add, seq_app, map_app, map_map by auto. f_equal. cbn [Nat.add].
  assert (G : forall k s, map Z.of_nat (seq (Z.to_nat m + s) k) = map (fun x => m + Z.of_nat x) (seq s k)).
  { induction k as [|k IH]; intros s; cbn [seq map]; [reflexivity|]. f_equal; [lia|]. now rewrite <- IH, Nat.add_succ_r. }
  rewrite <- (G _ 0%nat). now rewrite Nat.add_0_r.
Qed.
Lemma flat_map_map {X Y W} (f : Y -> list W) (g : X -> Y) l : flat_map f (map g l) = flat_map (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma map_flat_map {X Y W} (f : Y -> W) (g : X -> list Y) l : map f (flat_map g l) = flat_map (fun x => map f (g x)) l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. now rewrite map_app, IH. Qed.
Lemma flat_map_same {X Y} (f g : X -> list Y) l : (forall x, In x l -> Permutation (f x) (g x)) ->
  Permutation (flat_map f l) (flat_map g l).
Proof.
  induction l as [|x l IH]; intros H; cbn; [constructor|]. apply Permutation_app; [apply H; now left|].
  apply IH. intros y I. apply H. now right.
Qed.

(* Two layouts side by side: the left one from each offset of the right one on. *)
Lemma offsets_app A B : Forall positive A -> Forall positive B ->
  offsets (A ++ B) = flat_map (fun y => map (Z.add y) (offsets A)) (offsets B).
Proof.
  intros PA PB. pose proof (size_positive A PA) as SA. pose proof (size_positive B PB) as SB. unfold offsets.
  rewrite size_app, flat_map_map.
  assert (G : forall n, 0 <= n -> map (evaluate (A ++ B)) (upto (size A * n)) =
    flat_map (fun j => map (Z.add (evaluate B j)) (map (evaluate A) (upto (size A)))) (upto n)).
  { apply natlike_ind; [rewrite Z.mul_0_r; reflexivity|]. intros n Hn IH. rewrite Z.mul_succ_r, upto_more by nia.
    rewrite map_app, IH. unfold Z.succ. rewrite upto_more, flat_map_app by lia. f_equal.
    change (upto 1) with [0]. cbn [map flat_map]. rewrite app_nil_r, Z.add_0_r, !map_map. apply map_ext_in. intros i I.
    apply upto_in in I. rewrite evaluate_app by auto. rewrite <- (evaluate_wraps A PA (_ + i)), (Z.add_comm _ i).
    destruct (digits (size A) i n I) as [-> ->]. lia. }
  apply G. lia.
Qed.
Lemma shows_app a b c d : Forall positive a -> Forall positive b -> Forall positive c -> Forall positive d ->
  shows a c -> shows b d -> shows (a ++ b) (c ++ d).
Proof.
  intros PA PB PC PD S T. unfold shows. rewrite !offsets_app by auto.
  eapply perm_trans; [|exact (Permutation_flat_map _ T)]. apply flat_map_same. intros y _. now apply Permutation_map.
Qed.
Lemma shows_permuted a b : Forall positive a -> Permutation a b -> shows a b.
Proof.
  intros PA P. destruct (reindexes_permutation a b P PA) as [S (f & g & F & G)]. pose proof (size_positive a PA) as SA.
  unfold shows, offsets. rewrite <- S.
  destruct (permutes f (size a) (size a)) as [Q _]; try lia.
  - intros i Hi. apply (F i Hi).
  - intros i j Hi Hj E. destruct (F i Hi) as (_ & <- & _), (F j Hj) as (_ & <- & _). now rewrite E.
  - intros y Hy. exists (g y). destruct (G y Hy). auto.
  - eapply perm_trans; [|exact (Permutation_map (evaluate b) Q)]. rewrite map_map.
    erewrite map_ext_in; [apply Permutation_refl|]. intros i I. apply upto_in in I. symmetry. apply (F i I).
Qed.
(* ------------------------------------------------------------------------------------------------- offsets in a tree *)

Lemma running_is ms : Forall positive ms -> forall i, 0 <= i < size ms -> running ms i = evaluate ms i.
Proof.
  induction 1 as [|m t Hm Ht IH]; intros i I; [now rewrite evaluate_nil|]. unfold positive in Hm. cbn [size] in I. rewrite evaluate_cons.
  destruct t as [|n u].
  - cbn [size running] in *. rewrite evaluate_nil, Z.mod_small by lia. lia.
  - change (running (m :: n :: u) i) with (0 + Z.rem i (shape m) * stride m + running (n :: u) (Z.quot i (shape m))).
    rewrite Z.rem_mod_nonneg, Z.quot_div_nonneg by lia. rewrite IH; [lia|]. pose proof (size_positive _ Ht). split; [apply Z.div_pos; lia|].
    apply Z.div_lt_upper_bound; lia.
Qed.
Fixpoint offset_of_tree (c : tree Z) (t : tree mode) : Z :=
  match c with
  | Leaf i => running (leaves t) i
  | Tuple cs => match t with
      | Leaf _ => 0
      | Tuple ts => (fix each cs ts := match cs, ts with c :: u, t :: v => offset_of_tree c t + each u v | _, _ => 0 end) cs ts
      end
  end.
Definition each_offset (cs : list (tree Z)) (ts : list (tree mode)) : Z := offset_of_tree (Tuple cs) (Tuple ts).
Lemma adds_is c : forall t v, adds t c v -> v = offset_of_tree c t.
Proof.
  induction c as [i|cs IH] using tree_induction; intros t v A; inversion A; subst; [reflexivity|].
  match goal with H : entrywise adds _ _ _ |- _ => rename H into E end. clear A.
  change (sum vs = each_offset cs ts). induction E as [|t c v ts cs vs H E IHE]; [reflexivity|]. inversion_clear IH as [|? ? Hc Hcs].
  change (v + sum vs = offset_of_tree c t + each_offset cs ts). now rewrite (Hc _ _ H), IHE.
Qed.
Lemma counted_from_a_number t : Forall positive (leaves t) ->
  map (fun c => offset_of_tree c t) (coordinates (Leaf (size (leaves t)))) = offsets (leaves t).
Proof.
  intros P. unfold offsets. cbn [coordinates]. rewrite map_map. apply map_ext_in. intros i I. apply upto_in in I. cbn [offset_of_tree].
  now apply running_is.
Qed.
Lemma counted_entries ns ts : Forall2 counts_all ns ts -> Forall positive (flat_map leaves ts) ->
  Forall (fun n => forall t, Forall positive (leaves t) -> counts_all n t -> map (fun c => offset_of_tree c t) (coordinates n) = offsets (leaves t)) ns ->
  map (fun cs => each_offset cs ts) (choices (map coordinates ns)) = offsets (flat_map leaves ts).
Proof.
  induction 1 as [|n t ns ts C Cs IH]; intros P All; [reflexivity|]. inversion_clear All as [|? ? A As]. cbn [flat_map] in *.
  apply Forall_app in P. destruct P as [P1 P2]. cbn [map choices]. rewrite map_flat_map, offsets_app, <- IH, flat_map_map by auto.
  apply flat_map_ext. intros u. rewrite <- (A t P1 C), !map_map. apply map_ext. intros c.
  change (offset_of_tree c t + each_offset u ts = each_offset u ts + offset_of_tree c t). lia.
Qed.
Theorem counted n : forall t, Forall positive (leaves t) -> counts_all n t ->
  map (fun c => offset_of_tree c t) (coordinates n) = offsets (leaves t).
Proof.
  induction n as [k|ns IH] using tree_induction; intros t P C; inversion C; subst; [now apply counted_from_a_number|].
  cbn [coordinates]. rewrite map_map. now apply (counted_entries ns ts).
Qed.
Lemma as_many_numbers ns : forall cs, In cs (choices (map coordinates ns)) -> length cs = length ns.
Proof.
  induction ns as [|n ns IH]; intros cs I; cbn [map choices] in I; [destruct I as [<-|[]]; reflexivity|].
  apply in_flat_map in I. destruct I as (u & U & I). apply in_map_iff in I. destruct I as (c & <- & _). cbn [length]. f_equal. auto.
Qed.
Lemma leaves_mapped {X Y} (f : X -> Y) t : leaves (mapped f t) = map f (leaves t).
Proof.
  induction t as [x|ts IH] using tree_induction; [reflexivity|]. cbn [mapped leaves]. induction IH as [|t u Ht Hu IHu]; [reflexivity|].
  cbn [map flat_map]. now rewrite map_app, Ht, IHu.
Qed.
(* The natural coordinate of an index. *)
Lemma natural t : forall l, length l = length (leaves t) ->
  adds t (with_leaves l (mapped shape t)) (adds_up (leaves t) l).
Proof.
  induction t as [m|ts IH] using tree_induction; intros l L.
  - destruct l as [|x [|]]; try discriminate. cbn [mapped with_leaves hd leaves adds_up].
    replace (x * stride m + 0) with (running (leaves (Leaf m)) x) by (cbn; lia). constructor.
  - cbn [mapped with_leaves]. set (each := fix each (l : list Z) (es : list (tree Z)) := match es with [] => [] | e :: u =>
      with_leaves l e :: each (skipn (length (leaves e)) l) u end).
    enough (G : exists vs, entrywise adds ts (each l (map (mapped shape) ts)) vs /\ adds_up (flat_map leaves ts) l = sum vs).
    { destruct G as (vs & E & S). cbn [leaves]. rewrite S. now constructor. }
    cbn [leaves] in L. revert l L. induction IH as [|t u Ht Hu IHu]; intros l L.
    + exists []. cbn [flat_map length] in L. destruct l; [|discriminate]. split; [constructor|reflexivity].
    + cbn [flat_map] in *. rewrite app_length in L.
      assert (M : length (leaves (mapped shape t)) = length (leaves t)) by now rewrite leaves_mapped, map_length.
      destruct (IHu (skipn (length (leaves t)) l)) as (vs & E & S); [rewrite skipn_length; lia|].
      assert (F : length (firstn (length (leaves t)) l) = length (leaves t)) by (rewrite firstn_length; lia).
      exists (adds_up (leaves t) (firstn (length (leaves t)) l) :: vs). cbn [map each]. fold each. rewrite M. split.
      * constructor; [|exact E]. rewrite <- (firstn_skipn (length (leaves t)) l) at 1.
        enough (G : with_leaves (firstn (length (leaves t)) l ++ skipn (length (leaves t)) l) (mapped shape t) =
          with_leaves (firstn (length (leaves t)) l) (mapped shape t)) by (rewrite G; now apply Ht).
        rewrite <- M in F at 2. revert F. generalize (mapped shape t) as s. intros s F. generalize (skipn (length (leaves t)) l) as more.
        revert F. generalize (firstn (length (leaves t)) l) as k. clear. intros k F. revert k F.
        induction s as [x|es IH] using tree_induction; intros k F more; cbn [with_leaves].
        -- cbn [leaves length] in F. destruct k; [discriminate|reflexivity].
        -- f_equal. cbn [leaves] in F. revert k F. induction IH as [|e u He Hu IHu]; intros k F; [reflexivity|].
           cbn [flat_map] in F. rewrite app_length in F.
           rewrite <- (firstn_skipn (length (leaves e)) k), <- app_assoc, !He by (rewrite firstn_length; lia). f_equal.
           rewrite !skipn_app, !skipn_all2 by (rewrite firstn_length; lia). cbn [app].
           rewrite firstn_length, Nat.min_l, Nat.sub_diag by lia. cbn [skipn]. apply IHu. rewrite skipn_length. lia.
      * cbn [sum fold_right]. change (fold_right Z.add 0 vs) with (sum vs). rewrite <- S.
        rewrite <- (firstn_skipn (length (leaves t)) l) at 1. clear -F.
        revert F. generalize (firstn (length (leaves t)) l) as a. generalize (skipn (length (leaves t)) l) as b. generalize (leaves t) as ms.
        induction ms as [|m ms IH]; intros b [|x a] F; try discriminate; cbn [app adds_up]; [lia|]. rewrite IH by (cbn [length] in F; congruence). lia.
Qed.

(* ------------------------------------------------------------------------------------------------- zipped_divide() *)

Lemma leaves_of_entries {A} (t : tree A) : leaves t = flat_map leaves (entries t).
Proof. destruct t; reflexivity. Qed.
Section Parts.
  Variables (divide : tree mode -> tree mode -> option (tree mode)) (apply_at : tree mark -> tree mode -> option (tree mode))
    (unzip_at : tree mark -> tree mode -> tree mode * tree mode)
    (collect : tree bool -> tree mode -> bool -> tree mode -> option (tree mode)) (add_offset : tree Z -> tree mode -> Z -> option Z).
  Hypothesis Divides : forall A B R, Forall positive (leaves A) -> Forall positive (leaves B) -> divide A B = Some R ->
    exists T G, R = Tuple [T; G] /\ Forall positive (leaves T ++ leaves G) /\ shows (leaves T ++ leaves G) (leaves A).
  Hypothesis Applies : forall by_ t, apply_at by_ t = Headers.apply_at apply_at divide by_ t.
  Hypothesis Unzips : forall by_ t, unzip_at by_ t = Headers.unzip_at unzip_at by_ t.
  Hypothesis Collects : forall slicer t kept out, collect slicer t kept out = Headers.collect collect slicer t kept out.
  Hypothesis Adds : forall c t so_far, add_offset c t so_far = Headers.add_offset add_offset c t so_far.
  Let both (p : tree mark * tree mode) := unzip_at (fst p) (snd p).

  Lemma applied_entries bs n ts : forall k l P, (match walk (fun '(m1, k1) l2 => if Z.of_nat k1 <? rank (Tuple bs)
        then let o := apply_at (nth_entry (Tuple bs) k1) m1 in if is_nothing o then inr None else inl (l2 ++ [tree_in o])
        else inl (l2 ++ [m1])) (combine ts (seq k (length ts))) l with inl l1 => Some (tuple_of n l1) | inr a => a end) = Some P ->
    exists ps, P = tuple_of n (l ++ ps ++ skipn (length bs - k) ts) /\
      Forall2 (fun p u => apply_at (fst p) (snd p) = Some u) (combine (skipn k bs) ts) ps.
  Proof.
    unfold rank at 1, nth_entry. cbn [entries]. induction ts as [|t u IH]; intros k l P; cbn [length seq combine walk].
    { intros E. injection E as <-. exists []. rewrite skipn_nil. cbn [app]. rewrite app_nil_r. split; [reflexivity|]. destruct (skipn k bs); constructor. }
    destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (length bs))) as [L|L].
    - cbv zeta. destruct (apply_at (nth k bs (Tuple bs)) t) as [p|] eqn:Q; cbn [is_nothing tree_in]; [|discriminate].
      intros E. destruct (IH _ _ _ E) as (ps & -> & F). exists (p :: ps). rewrite <- app_assoc.
      rewrite (skipn_here (Tuple bs) bs k) by lia. replace (length bs - k)%nat with (S (length bs - S k)) by lia. cbn [combine skipn app]. split; [reflexivity|]. now constructor.
    - intros E. destruct (IH _ _ _ E) as (ps & -> & F). rewrite (skipn_all2 bs (n := S k)) in F by lia. cbn [combine] in F. inversion F; subst.
      exists []. rewrite (skipn_all2 bs) by lia. replace (length bs - k)%nat with 0%nat by lia. replace (length bs - S k)%nat with 0%nat by lia.
      cbn [combine skipn app]. rewrite <- app_assoc. split; [reflexivity|constructor].
  Qed.
  Lemma a_unit_shows l : Forall positive l -> Forall positive [Mode 1 0] /\ shows (l ++ [Mode 1 0]) l.
  Proof.
    intros P. assert (P1 : Forall positive [Mode 1 0]) by (repeat constructor; unfold positive; cbn; lia). split; [exact P1|].
    unfold shows. rewrite offsets_app by auto. change (offsets [Mode 1 0]) with [0]. cbn [flat_map]. rewrite app_nil_r.
    rewrite map_ext with (g := fun x => x) by reflexivity. rewrite map_id. apply Permutation_refl.
  Qed.
  Definition tiles_are_layouts (by_ : tree mark) := forall B, In (Tile B) (leaves by_) -> Forall positive (leaves B).
  Theorem pairs_show by_ : forall t P, tiles_are_layouts by_ -> Forall positive (leaves t) -> apply_at by_ t = Some P ->
    let z := unzip_at by_ P in Forall positive (leaves (fst z) ++ leaves (snd z)) /\ shows (leaves (fst z) ++ leaves (snd z)) (leaves t).
  Proof.
    induction by_ as [b|bs IH] using tree_induction; intros t P HB HT; rewrite Applies; unfold Headers.apply_at.
    - rewrite Unzips. unfold Headers.unzip_at. destruct b as [B| |]; cbn [is_keep is_tile tile_of].
      + destruct (divide t B) as [R|] eqn:D; [|discriminate]. cbn [is_nothing tree_in]. intros E. injection E as <-.
        destruct (Divides t B R HT ltac:(apply HB; now left) D) as (T & G & -> & Q). exact Q.
      + intros E. injection E as <-. destruct (a_unit_shows _ HT) as [U V]. split; [apply Forall_app; split; auto|exact V].
      + intros E. injection E as <-. destruct (Z.eqb_spec (rank t) 2) as [R|R].
        * destruct t as [m|[|a [|b [|]]]]; unfold rank in R; cbn [entries length] in R; try lia. cbn [leaves flat_map] in *. rewrite app_nil_r in *.
          split; [exact HT|apply Permutation_refl].
        * destruct (a_unit_shows _ HT) as [U V]. split; [apply Forall_app; split; auto|exact V].
    - cbn [is_keep is_tile]. destruct (Z.ltb_spec (rank t) (rank (Tuple bs))) as [L|L]; [discriminate|]. intros E.
      apply (applied_entries bs (rank t) (entries t) 0 [] P) in E. destruct E as (ps & E & F). rewrite Nat.sub_0_r in E. cbn [app skipn] in E, F.
      unfold rank in L. cbn [entries] in L.
      assert (N : length ps = length bs).
      { assert (N : length (combine bs (entries t)) = length ps) by (clear -F; induction F; cbn [length]; congruence).
        rewrite combine_length in N. lia. }
      rewrite tuple_made in E by (unfold rank; rewrite app_length, skipn_length; lia). subst P.
      rewrite (unzipped_entries unzip_at Unzips) by (rewrite app_length; lia). cbn [fst snd leaves].
      assert (C : combine bs (ps ++ skipn (length bs) (entries t)) = combine bs ps).
      { rewrite <- N. clear -N. revert ps N. induction bs as [|b bs IH]; intros [|p ps] N; try discriminate; [now destruct (skipn _ _)|].
        cbn [combine app]. f_equal. cbn [length] in *. generalize (skipn (S (length ps)) (entries t)) as us. intros us.
        injection N as N. clear IH. revert ps N. induction bs as [|b' bs IH]; intros [|p' ps] N; try discriminate; [now destruct us|].
        cbn [combine app]. f_equal. apply IH. now injection N. }
      rewrite C, skipn_app, N, Nat.sub_diag, <- N, skipn_all. cbn [app skipn]. rewrite N. clear C.
      rewrite (leaves_of_entries t) in *. revert HT L F. generalize (entries t) as ts. intros ts HT L F. clear t. rewrite flat_map_app.
      enough (G : Forall positive (flat_map leaves (map fst (map both (combine bs ps)))) /\
        Forall positive (flat_map leaves (map snd (map both (combine bs ps))) ++ flat_map leaves (skipn (length bs) ts)) /\
        shows (flat_map leaves (map fst (map both (combine bs ps))) ++
          flat_map leaves (map snd (map both (combine bs ps))) ++ flat_map leaves (skipn (length bs) ts)) (flat_map leaves ts)).
      { destruct G as (G1 & G2 & G3). split; [apply Forall_app; now split|exact G3]. }
      clear N. revert ts ps HT L F. induction IH as [|b bs Hb Hbs IHbs]; intros ts ps HT L F.
      + cbn [combine] in F. inversion F; subst. cbn [combine map flat_map length skipn app]. repeat split; auto. apply Permutation_refl.
      + destruct ts as [|t ts]; [cbn [length] in L; lia|]. cbn [combine] in F. inversion F as [|? p ? ps' A As]; subst.
        cbn [flat_map] in HT. apply Forall_app in HT. destruct HT as [T1 T2]. cbn [fst snd] in A.
        destruct (Hb t p ltac:(intros B I; apply HB; cbn [leaves flat_map]; apply in_or_app; now left) T1 A) as [P1 S1].
        destruct (IHbs ltac:(intros B I; apply HB; cbn [leaves flat_map]; apply in_or_app; now right) ts ps' T2 ltac:(cbn [length] in L; lia) As) as (P2 & P3 & S2).
        cbn [combine map flat_map length skipn]. change (both (b, p)) with (unzip_at b p). apply Forall_app in P1. destruct P1 as [P0 P1].
        split; [apply Forall_app; now split|]. split; [rewrite <- app_assoc; apply Forall_app; now split|].
        unfold shows. eapply perm_trans; [|apply (shows_app _ _ _ _ ltac:(apply Forall_app; split; [exact P0|exact P1])
          ltac:(apply Forall_app; split; [exact P2|exact P3]) T1 T2 S1 S2)].
        apply shows_permuted; [repeat (apply Forall_app; split); auto; now apply Forall_app in P3|].
        rewrite <- !app_assoc. apply Permutation_app_head. rewrite !app_assoc. do 2 apply Permutation_app_tail. apply Permutation_app_comm.
  Qed.
  Theorem zipped_shows by_ t S : tiles_are_layouts by_ -> Forall positive (leaves t) ->
    Headers.zipped_divide apply_at unzip_at divide by_ t = Some S -> let T := leaves (nth_entry S 0) in let G := leaves (nth_entry S 1) in
    Forall positive T /\ Forall positive G /\ shows (T ++ G) (leaves t).
  Proof.
    intros HB HT. unfold Headers.zipped_divide. change (Headers.divide_by_mode apply_at divide by_ t) with (Headers.apply_at apply_at divide by_ t).
    rewrite <- Applies. destruct (apply_at by_ t) as [P|] eqn:A; [|discriminate]. cbn [is_nothing tree_in]. intros E. injection E as <-.
    destruct (pairs_show by_ t P HB HT A) as [Q V]. cbv zeta in *. apply Forall_app in Q.
    assert (W : nth_entry (Headers.unzip unzip_at by_ P) 0 = fst (unzip_at by_ P) /\ nth_entry (Headers.unzip unzip_at by_ P) 1 = snd (unzip_at by_ P)).
    { unfold Headers.unzip. destruct by_ as [[B| |]|bs]; cbn [is_keep is_tile]; try (split; reflexivity).
      - rewrite Unzips. split; reflexivity.
      - destruct (rank P =? 2) eqn:R; [|split; reflexivity]. rewrite Unzips. unfold Headers.unzip_at. cbn [is_keep is_tile]. rewrite R. split; reflexivity. }
    destruct W as [-> ->]. tauto.
  Qed.

  (* ----------------------------------------------------------------------------------------- cut(), at a coordinate *)

  Let origin := mapped (fun x : option Z => if is_nothing x then 0 else offset_in x).
  Lemma numbers_choose c : forall t l, chosen true (mapped (@is_nothing Z) (mapped Some c)) t l -> l = @nil (tree mode).
  Proof.
    induction c as [i|cs IH] using tree_induction; intros t l C; cbn [mapped] in C; inversion C; subst; try reflexivity.
    rewrite map_map in *. clear C. match goal with H : entrywise _ _ _ _ |- _ => revert H end. generalize ts.
    revert outs. induction IH as [|c u Hc Hu IHu]; intros outs us E; inversion E; subst; [reflexivity|].
    cbn [concat]. match goal with H : chosen _ _ _ _ |- _ => apply Hc in H; subst end. cbn [app]. now eapply IHu; eauto.
  Qed.
  Lemma numbers_are_the_origin c : origin (mapped Some c) = c.
  Proof.
    induction c as [i|cs IH] using tree_induction; [reflexivity|]. unfold origin in *. cbn [mapped]. f_equal. rewrite map_map.
    induction IH as [|c u Hc Hu IHu]; [reflexivity|]. cbn [map]. now rewrite Hc, IHu.
  Qed.
  Lemma sliced s t K off : Headers.slice_and_offset collect add_offset s t = Some (K, off) ->
    (exists l, chosen true (mapped (@is_nothing Z) s) t l /\ K = if is_leaf (mapped (@is_nothing Z) s) && negb (is_empty l) then t else Tuple l) /\
    adds t (origin s) off.
  Proof.
    unfold Headers.slice_and_offset. pose proof (slice_is collect Collects true (mapped (@is_nothing Z) s) t) as S.
    destruct (Headers.slice _ _ _ _) as [c|]; [|discriminate]. cbn [is_nothing tree_in].
    destruct (walk _ _ _) as [u|a] eqn:W.
    - destruct (Headers.crd2idx_nested _ _ _) as [v|] eqn:V; [|discriminate]. cbn [is_nothing offset_in]. intros E. injection E as <- <-.
      split; [exact S|]. exact (crd2idx_is _ Adds _ _ v V).
    - intros ->. exfalso. revert W. generalize (leaves s) as l. induction l as [|x l IH]; cbn [walk]; [discriminate|].
      destruct (is_nothing x); [exact IH|]. destruct (offset_in x <? 0); [discriminate|exact IH].
  Qed.
  Lemma put_after (K X : tree mode) :
    leaves (fold_left (fun t m => Headers.append t (nth_entry K (Z.to_nat m))) (below (rank K)) X) = leaves X ++ flat_map leaves (entries K).
  Proof.
    rewrite <- (numbered (fun m => nth_entry K (Z.to_nat m)) (entries K)) by (intros k t E; rewrite Nat2Z.id; now apply named_entry).
    change (Z.of_nat (length (entries K))) with (rank K). generalize (below (rank K)) as ks. intros ks. revert X.
    induction ks as [|k ks IH]; intros X; cbn [fold_left map flat_map]; [now rewrite app_nil_r|].
    rewrite IH, append_is. cbn [leaves]. rewrite flat_map_app. cbn [flat_map]. now rewrite app_nil_r, <- leaves_of_entries, <- app_assoc.
  Qed.
  (* What a cut answers is one side and what is kept of the other. *)
  Lemma cut_is split at_ keep_tile part : Headers.cut collect add_offset split at_ keep_tile = Some part ->
    let X := nth_entry split (if keep_tile then 0 else 1) in let Y := nth_entry split (if keep_tile then 1 else 0) in
    let s := Headers.fixed at_ (rank Y) in
    exists l, chosen true (mapped (@is_nothing Z) s) Y l /\ adds Y (origin s) (snd part) /\
      leaves (fst part) = leaves X ++ if is_leaf (mapped (@is_nothing Z) s) && negb (is_empty l) then leaves Y else flat_map leaves l.
  Proof.
    intros E X Y s. assert (F : (let o := Headers.slice_and_offset collect add_offset s Y in if is_nothing o then None else
      Some (fold_left (fun t m => Headers.append t (nth_entry (fst (placed_in o)) (Z.to_nat m))) (below (rank (fst (placed_in o)))) X, snd (placed_in o))) =
      Some part) by (unfold s, Y, X; destruct keep_tile; exact E).
    clear E. cbv zeta in F. destruct (Headers.slice_and_offset collect add_offset s Y) as [[K off]|] eqn:S; [|discriminate].
    cbn [is_nothing placed_in fst snd] in F. injection F as <-. destruct (sliced s Y K off S) as [(l & C & EK) A]. exists l. split; [exact C|].
    split; [exact A|]. cbn [fst]. rewrite put_after, EK. f_equal. destruct (is_leaf _ && _); [now rewrite <- leaves_of_entries|reflexivity].
  Qed.
  (* Numbers for the first entries, and the others kept. *)
  Lemma entries_cut cs ts us l off : length cs = length ts ->
    chosen true (mapped (@is_nothing Z) (Tuple (map (mapped Some) cs ++ repeat (Leaf None) (length us)))) (Tuple (ts ++ us)) l ->
    adds (Tuple (ts ++ us)) (origin (Tuple (map (mapped Some) cs ++ repeat (Leaf None) (length us)))) off ->
    l = us /\ off = each_offset cs ts.
  Proof.
    intros L C A. split.
    - cbn [mapped] in C. inversion C; subst. clear C A. match goal with H : entrywise _ _ _ _ |- _ => revert H end.
      revert ts outs L. induction cs as [|c cs IH]; intros [|t ts] outs L E; try discriminate; cbn [map app] in E.
      + revert outs E. induction us as [|u us IH]; intros outs E; inversion E; subst; [reflexivity|]. cbn [concat].
        match goal with H : chosen _ (Leaf true) _ _ |- _ => inversion H; subst end. cbn [app]. f_equal. auto.
      + inversion E; subst. cbn [concat]. match goal with H : chosen _ _ t _ |- _ => apply numbers_choose in H; subst end. cbn [app].
        apply (IH ts); [now injection L|assumption].
    - clear C. apply adds_is in A. subst off. unfold origin. cbn [mapped]. rewrite map_app, map_map.
      change (each_offset (map (fun c => origin (mapped Some c)) cs ++ map origin (repeat (Leaf None) (length us))) (ts ++ us) = each_offset cs ts).
      rewrite (map_ext _ (fun c => c)), map_id by (intros; apply numbers_are_the_origin). revert ts L.
      induction cs as [|c cs IH]; intros [|t ts] L; try discriminate; cbn [app].
      + change (each_offset [] []) with 0. induction us as [|u us IH]; [reflexivity|]. cbn [length repeat map].
        change (running (leaves u) 0 + each_offset (map origin (repeat (Leaf None) (length us))) us = 0). rewrite IH.
        enough (Z : forall ms, running ms 0 = 0) by (rewrite Z; lia). induction ms as [|m [|n t] IHm]; [reflexivity|cbn; lia|].
        change (running (m :: n :: t) 0) with (0 + Z.rem 0 (shape m) * stride m + running (n :: t) (Z.quot 0 (shape m))).
        change (Z.rem 0 (shape m)) with 0. change (Z.quot 0 (shape m)) with 0. rewrite IHm. lia.
      + change (offset_of_tree c t + each_offset (cs ++ map origin (repeat (Leaf None) (length us))) (ts ++ us) = offset_of_tree c t + each_offset cs ts).
        rewrite IH; [lia|]. now injection L.
  Qed.
  Lemma fixed_entries cs (ts us : list (tree mode)) : length cs = length ts -> (ts <> [] \/ length us <> 1%nat) ->
    Headers.fixed (Tuple cs) (rank (Tuple (ts ++ us))) = Tuple (map (mapped Some) cs ++ repeat (Leaf None) (length us)).
  Proof.
    intros L N. unfold Headers.fixed, rank. cbn [entries]. rewrite app_length, Nat2Z.inj_add.
    change (mapped (fun x1 : Z => Some x1) (Tuple cs)) with (Tuple (map (mapped Some) cs)).
    destruct (Z.eqb_spec (Z.of_nat (length ts) + Z.of_nat (length us)) 1) as [O|O].
    { assert (U : length us = 0%nat). { destruct ts; [destruct N; [congruence|cbn [length] in O; lia]|cbn [length] in O; lia]. }
      destruct us; [|discriminate]. cbn [length repeat]. now rewrite app_nil_r. }
    destruct (Z.leb_spec (Z.of_nat (length ts) + Z.of_nat (length us)) (Z.of_nat (length cs))) as [Q|Q].
    { destruct us; [|cbn [length] in Q; lia]. cbn [length repeat]. now rewrite app_nil_r. }
    unfold append_to, rank. cbn [entries]. rewrite map_length. destruct (Z.ltb_spec (Z.of_nat (length cs)) (Z.of_nat (length ts) + Z.of_nat (length us))); [|lia].
    do 3 f_equal. lia.
  Qed.

  Lemma parts_cover X Y frame parts fixed free off : Forall positive (leaves X) -> Forall positive (leaves Y) ->
    leaves Y = fixed ++ free -> map off (coordinates frame) = offsets fixed ->
    Forall2 (fun at_ part => leaves (fst part) = leaves X ++ free /\ snd part = off at_) (coordinates frame) parts ->
    Permutation (flat_map offsets_from parts) (offsets (leaves X ++ leaves Y)).
  Proof.
    intros PX PY E O F. rewrite E in *. apply Forall_app in PY. destruct PY as [P1 P2].
    assert (S : flat_map offsets_from parts = flat_map (fun y => map (Z.add y) (offsets (leaves X ++ free))) (map off (coordinates frame))).
    { clear O. induction F as [|a p l ps [F1 F2] F IH]; [reflexivity|]. cbn [map flat_map]. rewrite <- IH. f_equal. unfold offsets_from. now rewrite F1, F2. }
    rewrite S, O, <- offsets_app by (auto; apply Forall_app; auto). apply shows_permuted; [repeat (apply Forall_app; split); auto|].
    rewrite <- app_assoc. apply Permutation_app_head. apply Permutation_app_comm.
  Qed.
  Lemma alike_in {X Y} (R S : X -> Y -> Prop) a b : (forall x y, In x a -> R x y -> S x y) -> Forall2 R a b -> Forall2 S a b.
  Proof. intros H F. induction F; constructor; [apply H; [now left|assumption]|]. apply IHF. intros. apply H; [now right|assumption]. Qed.
  Lemma rank_mapped {X Y} (f : X -> Y) t : rank (mapped f t) = rank t.
  Proof. destruct t as [x|ts]; [reflexivity|]. unfold rank. cbn [mapped entries]. now rewrite map_length. Qed.
  Lemma rank_with_leaves {X} l (t : tree X) : rank (with_leaves l t) = rank t.
  Proof.
    destruct t as [x|ts]; [reflexivity|]. unfold rank. cbn [with_leaves entries]. f_equal. revert l. induction ts as [|t u IH]; intros l; [reflexivity|].
    cbn [length]. f_equal. apply IH.
  Qed.
  Lemma fixed_full c n : n <= rank c -> Headers.fixed c n = mapped Some c.
  Proof. intros R. unfold Headers.fixed. destruct (n =? 1); [reflexivity|]. destruct (Z.leb_spec n (rank c)); [reflexivity|lia]. Qed.
  Theorem partitions_cover_once by_ t (keep_tile : bool) split frame parts : tiles_are_layouts by_ -> Forall positive (leaves t) ->
    Headers.zipped_divide apply_at unzip_at divide by_ t = Some split ->
    counts_part (is_tile by_) frame (nth_entry split (if keep_tile then 1 else 0)) ->
    Forall2 (fun at_ part => Headers.partition apply_at unzip_at collect add_offset divide by_ t at_ keep_tile = Some part) (coordinates frame) parts ->
    Permutation (flat_map offsets_from parts) (offsets (leaves t)).
  Proof.
    intros HB HT D C F. destruct (zipped_shows by_ t split HB HT D) as (PT & PG & V).
    set (X := nth_entry split (if keep_tile then 0 else 1)). set (Y := nth_entry split (if keep_tile then 1 else 0)) in *.
    assert (PX : Forall positive (leaves X)) by (unfold X; now destruct keep_tile).
    assert (PY : Forall positive (leaves Y)) by (unfold Y; now destruct keep_tile).
    assert (W : Permutation (offsets (leaves X ++ leaves Y)) (offsets (leaves t))).
    { eapply perm_trans; [|exact V]. unfold X, Y. destruct keep_tile; [apply Permutation_refl|].
      apply shows_permuted; [apply Forall_app; auto|apply Permutation_app_comm]. }
    eapply perm_trans; [|exact W]. clear W V HT.
    set (asked at_ := if is_tile by_ && is_leaf at_ then with_leaves (Headers.idx2crd (leaf_of at_) (leaves (mapped shape Y))) (mapped shape Y) else at_).
    assert (F' : Forall2 (fun (at_ : tree Z) (part : tree mode * Z) => let s := Headers.fixed (asked at_) (rank Y) in exists l,
      chosen true (mapped (@is_nothing Z) s) Y l /\ adds Y (origin s) (snd part) /\ leaves (fst part) = leaves X ++
        if is_leaf (mapped (@is_nothing Z) s) && negb (is_empty l) then leaves Y else flat_map leaves l) (coordinates frame) parts).
    { revert F. apply alike_in. intros at_ part _ E. apply (cut_is split (asked at_) keep_tile part). unfold asked, Y. unfold Headers.partition in E.
      rewrite D in E. cbv zeta in E. cbn [is_nothing tree_in] in E.
      destruct keep_tile, (is_tile by_), (is_leaf at_); cbn [andb];
        (destruct (Headers.cut _ _ _ _ _) as [[q o]|]; [|discriminate]; cbn [is_nothing placed_in fst snd] in E; exact E). }
    clear F D. clearbody X Y. destruct C as [Y Q|t' u us Q|ns ts us Q].
    - apply (parts_cover X Y (Leaf (size (leaves Y))) parts (leaves Y) [] (fun c => offset_of_tree c Y) PX PY);
        [now rewrite app_nil_r|now apply counted_from_a_number|].
      revert F'. apply alike_in. intros at_ part I (l & C & A & L). cbn [coordinates] in I. apply in_map_iff in I. destruct I as (i & <- & I).
      apply upto_in in I. set (c := asked (Leaf i)) in *. assert (Full : rank Y <= rank c /\ forall v, adds Y c v -> v = offset_of_tree (Leaf i) Y).
      { unfold c, asked. cbn [is_leaf leaf_of]. destruct (is_tile by_); cbn [andb].
        - rewrite rank_with_leaves, rank_mapped. split; [lia|]. intros v V.
          rewrite leaves_mapped, printed_idx2crd, idx2crd_is_in_the_box in V by auto.
          pose proof (natural Y (digits_of (leaves Y) i)) as N. rewrite (adds_once _ _ _ _ V (N ltac:(clear; generalize i; induction (leaves Y); intros; cbn [digits_of length]; auto))).
          rewrite <- evaluate_adds_up. symmetry. now apply running_is.
        - destruct Q as [Q|Q]; [discriminate|]. split; [rewrite Q; now unfold rank|]. intros v V. now apply adds_is. }
      destruct Full as [R V]. rewrite fixed_full in * by exact R. apply numbers_choose in C. subst l. rewrite numbers_are_the_origin in A.
      split; [now rewrite L, andb_false_r|]. now apply V.
    - apply (parts_cover X (Tuple (t' :: u :: us)) (Leaf (size (leaves t'))) parts (leaves t') (flat_map leaves (u :: us)) (fun c => offset_of_tree c t') PX PY);
        [reflexivity|apply counted_from_a_number; cbn [leaves flat_map] in PY; now apply Forall_app in PY|].
      revert F'. apply alike_in. intros at_ part I (l & C & A & L). cbn [coordinates] in I. apply in_map_iff in I. destruct I as (i & <- & I).
      unfold asked in *. rewrite Q in *. cbn [andb] in *.
      assert (E : Headers.fixed (Leaf i) (rank (Tuple (t' :: u :: us))) = Tuple (map (mapped Some) [Leaf i] ++ repeat (Leaf None) (length (u :: us)))).
      { unfold Headers.fixed, append_to, rank. cbn [entries mapped length map app]. rewrite !Nat2Z.inj_succ. change (Z.of_nat 0) with 0.
        destruct (Z.eqb_spec (Z.succ (Z.succ (Z.of_nat (length us)))) 1); [lia|].
        destruct (Z.leb_spec (Z.succ (Z.succ (Z.of_nat (length us)))) (Z.succ 0)); [lia|].
        destruct (Z.ltb_spec (Z.succ 0) (Z.succ (Z.succ (Z.of_nat (length us))))); [|lia].
        replace (Z.to_nat (Z.succ (Z.succ (Z.of_nat (length us))) - Z.succ 0)) with (S (length us)) by lia. reflexivity. }
      rewrite E in *. destruct (entries_cut [Leaf i] [t'] (u :: us) l (snd part) eq_refl C A) as [-> O].
      split; [exact L|]. rewrite O. change (offset_of_tree (Leaf i) t' + 0 = offset_of_tree (Leaf i) t'). lia.
    - pose proof PY as PY'. cbn [leaves] in PY'. rewrite flat_map_app in PY'. apply Forall_app in PY'. destruct PY' as [P1 P2].
      apply (parts_cover X (Tuple (ts ++ us)) (Tuple ns) parts (flat_map leaves ts) (flat_map leaves us)
        (fun c => match c with Leaf _ => 0 | Tuple cs => each_offset cs ts end) PX PY); [apply flat_map_app| |].
      { cbn [coordinates]. rewrite map_map. apply (counted_entries ns ts Q P1). apply Forall_forall. intros n _ t'. apply counted. }
      revert F'. apply alike_in. intros at_ part I (l & C & A & L). cbn [coordinates] in I. apply in_map_iff in I. destruct I as (cs & <- & I).
      apply as_many_numbers in I. assert (N : length cs = length ts) by (rewrite I; clear -Q; induction Q; cbn [length]; congruence).
      unfold asked in *. cbn [is_leaf] in *. rewrite andb_false_r in *.
      assert (D : ts <> [] \/ length us <> 1%nat).
      { destruct ts; [|now left]. right. intros O. destruct us as [|u [|]]; try discriminate. destruct cs; [|discriminate].
        change (Headers.fixed (Tuple []) (rank (Tuple ([] ++ [u])))) with (Tuple (@nil (tree (option Z)))) in C. cbn [mapped map app] in C.
        inversion C as [| |? ? ? E]; subst. inversion E. }
      rewrite (fixed_entries cs ts us N D) in *. destruct (entries_cut cs ts us l (snd part) N C A) as [-> O]. split; [exact L|exact O].
  Qed.
  (* So an offset that a part has is below what extent() counts. *)
  Theorem parts_stay_below_the_extent by_ t (keep_tile : bool) split frame parts x : tiles_are_layouts by_ -> Forall positive (leaves t) ->
    Headers.zipped_divide apply_at unzip_at divide by_ t = Some split ->
    counts_part (is_tile by_) frame (nth_entry split (if keep_tile then 1 else 0)) ->
    Forall2 (fun at_ part => Headers.partition apply_at unzip_at collect add_offset divide by_ t at_ keep_tile = Some part) (coordinates frame) parts ->
    In x (flat_map offsets_from parts) -> x < Headers.extent (leaves t).
  Proof.
    intros HB HT D C F I. apply (Permutation_in x (partitions_cover_once by_ t keep_tile split frame parts HB HT D C F)) in I.
    unfold offsets in I. apply in_map_iff in I. destruct I as (i & <- & _). rewrite evaluate_adds_up.
    apply extent_is_past_every_offset. now apply digits_are_in_the_box.
  Qed.
End Parts.
Theorem apply_at_exists divide : exists self, forall by_ t, self by_ t = Headers.apply_at self divide by_ t.
Proof.
  apply (own_text_of_two None (fun by_ _ => weight by_)). intros f g by_ t H. unfold Headers.apply_at.
  destruct by_ as [[| |]|bs]; try reflexivity. cbn [is_keep is_tile].
  destruct (rank t <? rank (Tuple bs)); [reflexivity|]. erewrite walk_alike; [reflexivity|]. intros [m k] l _. cbv beta iota.
  destruct (Z.ltb_spec (Z.of_nat k) (rank (Tuple bs))) as [K|K]; [|reflexivity].
  rewrite H; [reflexivity|]. apply an_entry_weighs_less, nth_In. unfold rank in K. cbn [entries] in *. lia.
Qed.

(* A layout of (thread, value) covers M elements once exactly where it is a bijection onto [0, M). *)
Theorem covers_once L M : Forall positive L -> 0 <= M -> (Permutation (offsets L) (upto M) <->
  (forall i, 0 <= i < size L -> 0 <= evaluate L i < M) /\
  (forall i j, 0 <= i < size L -> 0 <= j < size L -> evaluate L i = evaluate L j -> i = j) /\
  (forall y, 0 <= y < M -> exists i, 0 <= i < size L /\ evaluate L i = y)).
Proof.
  intros PL HM. pose proof (size_positive L PL) as SL. split.
  - intros P. split; [|split].
    + intros i Hi. apply upto_in, (Permutation_in _ P). now apply in_map, in_upto.
    + intros i j Hi Hj. apply written_once with (l := upto (size L)); auto using in_upto, upto_nodup.
      apply (Permutation_NoDup (Permutation_sym P)), upto_nodup.
    + intros y Hy. pose proof (Permutation_in y (Permutation_sym P) (in_upto M y Hy)) as I. apply in_map_iff in I.
      destruct I as (i & E & I). exists i. split; [now apply upto_in|exact E].
  - intros (Range & Inj & Onto). destruct (permutes (evaluate L) (size L) M) as [P _]; auto; lia.
Qed.
