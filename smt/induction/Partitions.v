(* SPDX-License-Identifier: MIT *)
(* The parts of a layout that a tiler divides, strict, at every rank: at all coordinates of the grid, or of the tile, they show
   together what the layout shows, each offset as often. From the generated steps. Law: partitions_cover_once. *)
From Coq Require Import ZArith List Lia Permutation.
Require Import Colex.Fold Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Complement Colex.Covers Colex.Find Colex.Along Colex.Whole
  Colex.Composed Colex.Divided.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------ what a layout shows, and how often *)

Definition values (L : list mode) : list Z := map (evaluate L) (upto (size L)).
Definition shows (a b : list mode) : Prop := Permutation (values a) (values b).

Lemma upto_more m n : 0 <= m -> 0 <= n -> upto (m + n) = upto m ++ map (Z.add m) (upto n).
Proof.
  intros Hm Hn. unfold upto. rewrite Z2Nat.inj_add, seq_app, map_app, map_map by auto. f_equal. cbn [Nat.add].
  assert (G : forall k s, map Z.of_nat (seq (Z.to_nat m + s) k) = map (fun x => m + Z.of_nat x) (seq s k)).
  { induction k as [|k IH]; intros s; cbn [seq map]; [reflexivity|]. f_equal; [lia|]. now rewrite <- IH, Nat.add_succ_r. }
  rewrite <- (G _ 0%nat). now rewrite Nat.add_0_r.
Qed.
Lemma flat_map_app {X Y} (f : X -> list Y) a b : flat_map f (a ++ b) = flat_map f a ++ flat_map f b.
Proof. induction a as [|x a IH]; cbn; [reflexivity|]. now rewrite IH, app_assoc. Qed.
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
Lemma values_app A B : Forall positive A -> Forall positive B ->
  values (A ++ B) = flat_map (fun y => map (Z.add y) (values A)) (values B).
Proof.
  intros PA PB. pose proof (size_positive A PA) as SA. pose proof (size_positive B PB) as SB. unfold values.
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
  intros PA PB PC PD S T. unfold shows. rewrite !values_app by auto.
  eapply perm_trans; [|exact (Permutation_flat_map _ T)]. apply flat_map_same. intros y _. now apply Permutation_map.
Qed.
Lemma shows_permuted a b : Forall positive a -> Permutation a b -> shows a b.
Proof.
  intros PA P. destruct (reindexes_permutation a b P PA) as [S (f & g & F & G)]. pose proof (size_positive a PA) as SA.
  unfold shows, values. rewrite <- S.
  destruct (permutes f (size a) (size a)) as [Q _]; try lia.
  - intros i Hi. apply (F i Hi).
  - intros i j Hi Hj E. destruct (F i Hi) as (_ & <- & _), (F j Hj) as (_ & <- & _). now rewrite E.
  - intros y Hy. exists (g y). destruct (G y Hy). auto.
  - eapply perm_trans; [|exact (Permutation_map (evaluate b) Q)]. rewrite map_map.
    erewrite map_ext_in; [apply Permutation_refl|]. intros i I. apply upto_in in I. symmetry. apply (F i I).
Qed.
Lemma shows_size a b : Forall positive a -> Forall positive b -> shows a b -> size a = size b.
Proof.
  intros PA PB H. apply Permutation_length in H. unfold values in H. rewrite !map_length, !upto_length in H.
  pose proof (size_positive a PA). pose proof (size_positive b PB). lia.
Qed.

(* ---------------------------------------------------------------------------- zipped_divide(), one mode after another *)

(* What a tiler has for a mode of A, down to where it does not go by mode: a tile, `_` as CuTe has it over a pair, `_`, or nothing,
   beyond its end. *)
Inductive place :=
  | tiled (along : mode -> option (list mode)) (witness : Z) (others : list mode) (top : mode) (B : list mode)
  | pair_kept (tile grid : list mode)
  | kept (modes : list mode)
  | beyond (modes : list mode).

Definition modes_of (p : place) : list mode :=
  match p with tiled _ _ others top _ => others ++ [top] | pair_kept t g => t ++ g | kept m | beyond m => m end.
Definition sound (p : place) : Prop :=
  Forall positive (modes_of p) /\
  match p with tiled along _ others top B => Forall positive B /\ reads_along others top along | _ => True end.
Definition tile_points (p : place) : Z :=
  match p with tiled _ _ _ _ B => size B | pair_kept t _ => size t | kept m => size m | beyond _ => 1 end.

(* logical_divide() answers A o (B, R): the modes of A o B are the tile, the others the grid. Then unzip(): the entries of the
   tile, and those of the grid. *)
Definition tile_and_grid (p : place) : option (list (list mode) * list (list mode)) :=
  match p with
  | tiled along witness others top B =>
      let A := outer others top in
      match divide along witness others top B, compose_modes (front A) (back A) along B with
      | Some D, Some tile => let k := length (joined tile) in Some ([firstn k D], [skipn k D])
      | _, _ => None
      end
  | pair_kept t g => Some ([t], [g])
  | kept m => Some ([m], [[Mode 1 0]])
  | beyond m => Some ([], [m])
  end.
Fixpoint zipped (ps : list place) : option (list (list mode) * list (list mode)) :=
  match ps with
  | [] => Some ([], [])
  | p :: t => match tile_and_grid p, zipped t with
              | Some (T, G), Some (Ts, Gs) => Some (T ++ Ts, G ++ Gs)
              | _, _ => None
              end
  end.
Definition whole (ps : list place) : list mode := flat_map modes_of ps.
Fixpoint points_of_tile (ps : list place) : Z := match ps with [] => 1 | p :: t => tile_points p * points_of_tile t end.

Lemma compose_modes_app init last along B R qs : compose_modes init last along (B ++ R) = Some qs ->
  exists ps rs, qs = ps ++ rs /\ compose_modes init last along B = Some ps /\ compose_modes init last along R = Some rs.
Proof.
  revert qs. induction B as [|b t IH]; intros qs E; cbn [app compose_modes] in *; [exists [], qs; auto|].
  destruct (compose_mode init last along b) as [p|]; [|discriminate].
  destruct (compose_modes init last along (t ++ R)) as [us|]; [|discriminate]. injection E as <-.
  destruct (IH us eq_refl) as (ps & rs & -> & E1 & E2). exists (p :: ps), rs. now rewrite E1.
Qed.
Lemma answer_is_joined init last along witness B R : composition init last along witness B = Some R ->
  exists ps, compose_modes init last along B = Some ps /\ R = joined ps.
Proof.
  unfold composition. destruct (compose_modes init last along B) as [ps|]; [|discriminate]. intros E. exists ps. split; [auto|].
  unfold compare_points in E. destruct B as [|b [|c t]]; try congruence.
  all: repeat match type of E with (if ?c then _ else _) = _ => destruct c end; congruence.
Qed.

Lemma tile_and_grid_is p T G : sound p -> tile_and_grid p = Some (T, G) ->
  let tile := concat T in let grid := concat G in
  Forall positive tile /\ Forall positive grid /\ size tile = tile_points p /\ shows (tile ++ grid) (modes_of p).
Proof.
  intros [PM S] E. destruct p as [along witness others top B|t g|m|m]; cbn [tile_and_grid modes_of tile_points] in *.
  - destruct S as [PB Reads]. destruct (divide along witness others top B) as [D|] eqn:Div; [|discriminate].
    destruct (compose_modes _ _ along B) as [tile|] eqn:C; [|discriminate].
    apply Forall_app in PM. destruct PM as [PO PT]. inversion_clear PT as [|? ? PT' _].
    destruct (divide_permutes_the_layout along witness others top B D PO PT' PB Reads Div) as (P & Perm & SD & _ & Val & _).
    unfold divide in Div. destruct (complement strict B (size (others ++ [top]))) as [R|] eqn:CR; [|discriminate].
    destruct (divided_by others top B R PO PT' PB CR) as (PR & UP & _).
    destruct (composition_evaluates_pointwise others top along witness PO PT' Reads (B ++ R) D UP Div) as (PD & _).
    destruct (answer_is_joined _ _ _ _ _ _ Div) as (qs & Q & ->).
    destruct (compose_modes_app _ _ _ _ _ _ Q) as (ps & rs & -> & E1 & E2). rewrite C in E1. injection E1 as <-.
    assert (J : joined (tile ++ rs) = joined tile ++ joined rs) by (unfold joined; now rewrite map_app, concat_app).
    rewrite J in *. rewrite firstn_app, Nat.sub_diag, firstn_all, skipn_app, Nat.sub_diag, skipn_all in E.
    cbn [firstn skipn app] in E. rewrite app_nil_r in E. injection E as <- <-. cbn [concat]. rewrite !app_nil_r.
    apply Forall_app in PD. destruct PD as [P1 P2].
    split; [exact P1|]. split; [exact P2|]. split.
    + destruct (pieces others top along PO PT' Reads) as (F1 & F2 & F3).
      apply Forall_app in UP. destruct UP as [UB _].
      pose proof (pieces_are _ _ along F1 F3 B (upward_stays others top B UB) tile C) as Each.
      now destruct (joined_is _ _ _ _ Each) as (_ & Sz & _).
    + unfold shows, values. rewrite SD. eapply perm_trans; [|exact (Permutation_map (evaluate (others ++ [top])) Perm)].
      rewrite map_map. erewrite map_ext_in; [apply Permutation_refl|]. intros i I. apply Val. now apply upto_in.
  - injection E as <- <-. cbn [concat]. rewrite !app_nil_r. apply Forall_app in PM. destruct PM. repeat split; auto.
    apply Permutation_refl.
  - injection E as <- <-. assert (P1 : Forall positive [Mode 1 0]) by (repeat constructor; unfold positive; cbn; lia).
    cbn [concat]. rewrite !app_nil_r. repeat split; auto. unfold shows. rewrite values_app by auto.
    change (values [Mode 1 0]) with [0]. cbn [flat_map]. rewrite app_nil_r.
    rewrite map_ext with (g := fun x => x) by reflexivity. rewrite map_id. apply Permutation_refl.
  - injection E as <- <-. cbn [concat]. rewrite !app_nil_r. repeat split; auto. apply Permutation_refl.
Qed.
Lemma zipped_is ps T G : Forall sound ps -> zipped ps = Some (T, G) -> let tile := concat T in let grid := concat G in
  Forall positive tile /\ Forall positive grid /\ Forall positive (whole ps) /\ size tile = points_of_tile ps /\
  shows (tile ++ grid) (whole ps).
Proof.
  intros H. revert T G. induction H as [|p t [Pm Sp] Ht IH]; intros T G E; cbn [zipped whole flat_map points_of_tile] in *.
  - injection E as <- <-. split; [constructor|]. split; [constructor|]. split; [constructor|]. split; [reflexivity|].
    apply Permutation_refl.
  - destruct (tile_and_grid p) as [[T1 G1]|] eqn:E1; [|discriminate]. destruct (zipped t) as [[T2 G2]|]; [|discriminate].
    injection E as <- <-. destruct (tile_and_grid_is p T1 G1 (conj Pm Sp) E1) as (PT1 & PG1 & S1 & V1).
    destruct (IH T2 G2 eq_refl) as (PT2 & PG2 & PW & S2 & V2). fold (whole t). rewrite !concat_app.
    assert (P : Forall positive (modes_of p ++ whole t)) by (apply Forall_app; auto).
    split; [apply Forall_app; auto|]. split; [apply Forall_app; auto|]. split; [exact P|].
    split; [rewrite size_app; congruence|]. unfold shows.
    eapply perm_trans; [|apply (shows_app (concat T1 ++ concat G1) (concat T2 ++ concat G2)); auto; apply Forall_app; auto].
    apply shows_permuted; [repeat (apply Forall_app; split); auto|]. rewrite <- !app_assoc. apply Permutation_app_head.
    rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
Qed.

(* ------------------------------------------------------------------------------------------- cut(), at a coordinate *)

(* crd2idx() of a number under an entry, whose last mode runs on; entries without a number count as 0. *)
Definition under (entry : list mode) (c : Z) : Z :=
  match entry with [] => 0 | m :: _ => shipped_extended (removelast entry) (last entry m) c end.
Fixpoint start (entries : list (list mode)) (at_ : list Z) (offset : Z) : Z :=
  match entries, at_ with e :: t, c :: u => start t u (offset + under e c) | _, _ => offset end.
Definition cut (side : list mode) (entries : list (list mode)) (at_ : list Z) : list mode * Z :=
  (side ++ concat (skipn (length at_) entries), start entries at_ 0).
Definition shown (part : list mode * Z) : list Z := map (Z.add (snd part)) (values (fst part)).

(* The coordinates of these entries. *)
Fixpoint coordinates_of (entries : list (list mode)) : list (list Z) :=
  match entries with
  | [] => [[]]
  | e :: t => flat_map (fun u => map (fun c => c :: u) (upto (size e))) (coordinates_of t)
  end.

Lemma under_is e c : Forall positive e -> 0 <= c < size e -> under e c = evaluate e c.
Proof.
  intros P Hc. destruct e as [|m t]; [reflexivity|]. unfold under.
  assert (NE : m :: t <> []) by discriminate. pose proof (app_removelast_last m NE) as S.
  set (others := removelast (m :: t)) in *. set (top := last (m :: t) m) in *. rewrite S in *. clearbody others top.
  apply Forall_app in P. destruct P as [PO PT]. inversion_clear PT.
  rewrite shipped_extended_is by (auto; lia). now apply inside_extended.
Qed.
Lemma start_from entries : forall at_ offset, start entries at_ offset = offset + start entries at_ 0.
Proof.
  induction entries as [|e t IH]; intros [|c u] offset; cbn [start]; try lia. rewrite IH, (IH u (0 + _)). lia.
Qed.
Lemma starts entries : Forall (Forall positive) entries ->
  map (fun at_ => start entries at_ 0) (coordinates_of entries) = values (concat entries).
Proof.
  induction 1 as [|e t Pe Pt IH]; cbn [coordinates_of concat]; [reflexivity|].
  assert (PC : Forall positive (concat t)) by now apply Forall_concat.
  rewrite values_app, <- IH, map_flat_map, flat_map_map by auto. apply flat_map_ext. intros u. unfold values. rewrite !map_map.
  apply map_ext_in. intros c I. apply upto_in in I. cbn [start]. rewrite start_from, under_is by auto. lia.
Qed.
Lemma coordinate_length entries : forall at_, In at_ (coordinates_of entries) -> length at_ = length entries.
Proof.
  induction entries as [|e t IH]; intros at_ I; cbn [coordinates_of] in I; [destruct I as [<-|[]]; reflexivity|].
  apply in_flat_map in I. destruct I as (u & Iu & I). apply in_map_iff in I. destruct I as (c & <- & _). cbn. now rewrite IH.
Qed.

(* A layout that is cut at all coordinates of its first entries on one side. *)
Lemma parts_show side fixed free : Forall positive side -> Forall (Forall positive) fixed -> Forall (Forall positive) free ->
  Permutation (flat_map (fun at_ => shown (cut side (fixed ++ free) at_)) (coordinates_of fixed))
              (values (side ++ concat (fixed ++ free))).
Proof.
  intros PS PF PR. assert (PCF : Forall positive (concat fixed)) by now apply Forall_concat.
  assert (PCR : Forall positive (concat free)) by now apply Forall_concat.
  assert (PSR : Forall positive (side ++ concat free)) by (apply Forall_app; auto).
  eapply perm_trans; [|apply (shows_permuted ((side ++ concat free) ++ concat fixed))].
  - rewrite values_app, <- starts, flat_map_map by auto. apply flat_map_same. intros at_ I.
    pose proof (coordinate_length _ _ I) as L. unfold shown, cut. cbn [fst snd].
    rewrite skipn_app, L, Nat.sub_diag, <- L, skipn_all2 by lia.
    cbn [skipn app].
    enough (E : forall offset, start (fixed ++ free) at_ offset = start fixed at_ offset) by (rewrite E; apply Permutation_refl).
    clear - L. revert at_ L. induction fixed as [|e t IH]; intros [|c u] L offset; try discriminate; cbn [app start].
    + destruct free; reflexivity.
    + apply IH. now injection L.
  - apply Forall_app; auto.
  - rewrite concat_app, <- app_assoc. apply Permutation_app_head. apply Permutation_app_comm.
Qed.

(* inner_partition() keeps the tile and is cut in the grid, outer_partition() the other way; entries that the coordinate does not
   reach are kept. The law for any grouping of the modes into entries: a coordinate may be nested, or count all as one. *)
Definition inner_partition (ps : list place) (at_ : list Z) : option (list mode * Z) :=
  option_map (fun z => cut (concat (fst z)) (snd z) at_) (zipped ps).
Definition outer_partition (ps : list place) (at_ : list Z) : option (list mode * Z) :=
  option_map (fun z => cut (concat (snd z)) (fst z) at_) (zipped ps).

Theorem partitions_cover_once ps T G : Forall sound ps -> zipped ps = Some (T, G) ->
  (forall fixed free, concat (fixed ++ free) = concat G -> Permutation
     (flat_map (fun at_ => shown (cut (concat T) (fixed ++ free) at_)) (coordinates_of fixed)) (values (whole ps))) /\
  (forall fixed free, concat (fixed ++ free) = concat T -> Permutation
     (flat_map (fun at_ => shown (cut (concat G) (fixed ++ free) at_)) (coordinates_of fixed)) (values (whole ps))) /\
  size (concat T) = points_of_tile ps /\ size (concat T) * size (concat G) = size (whole ps).
Proof.
  intros H E. destruct (zipped_is ps T G H E) as (PT & PG & PW & ST & V).
  assert (Entries : forall es a, Forall positive a -> concat es = a -> Forall (Forall positive) es).
  { induction es as [|e t IH]; intros a Pa <-; cbn [concat] in *; constructor; apply Forall_app in Pa; [tauto|].
    now apply (IH (concat t)). }
  split; [|split; [|split; [exact ST|]]].
  - intros fixed free Q. pose proof (Entries _ _ PG Q) as F. apply Forall_app in F. destruct F as [F1 F2].
    eapply perm_trans; [now apply parts_show|]. now rewrite Q.
  - intros fixed free Q. pose proof (Entries _ _ PT Q) as F. apply Forall_app in F. destruct F as [F1 F2].
    eapply perm_trans; [now apply parts_show|]. rewrite Q. eapply perm_trans; [|exact V].
    apply shows_permuted; [apply Forall_app; auto|apply Permutation_app_comm].
  - rewrite <- size_app. apply shows_size; auto. apply Forall_app; auto.
Qed.

(* An offset that a part has is one of the layout's, so it is below what extent() counts. *)
Theorem parts_stay_below_the_extent ps T G : Forall sound ps -> zipped ps = Some (T, G) ->
  forall fixed free at_ x, In at_ (coordinates_of fixed) ->
  concat (fixed ++ free) = concat G /\ In x (shown (cut (concat T) (fixed ++ free) at_)) \/
  concat (fixed ++ free) = concat T /\ In x (shown (cut (concat G) (fixed ++ free) at_)) -> x < shipped_extent (whole ps).
Proof.
  intros H E fixed free at_ x I Q. destruct (zipped_is ps T G H E) as (_ & _ & PW & _).
  destruct (partitions_cover_once ps T G H E) as (Inner & Outer & _). enough (V : In x (values (whole ps))).
  { unfold values in V. apply in_map_iff in V. destruct V as (i & <- & _). rewrite evaluate_adds_up.
    apply extent_is_past_every_offset. now apply digits_are_in_the_box. }
  destruct Q as [[Q X]|[Q X]]; [apply (Permutation_in x (Inner fixed free Q))|apply (Permutation_in x (Outer fixed free Q))];
    apply in_flat_map; exists at_; auto.
Qed.

(* No offset is written twice exactly where the destination is one to one on the indices that are written. *)
Lemma written_once (f : Z -> Z) l : NoDup l -> (NoDup (map f l) <-> forall x y, In x l -> In y l -> f x = f y -> x = y).
Proof.
  induction 1 as [|x l NI N IH]; cbn [map]; [split; [intros _ x y []|constructor]|]. split.
  - intros D. inversion_clear D as [|? ? NF D']. intros y z [<-|Iy] [<-|Iz] E; auto; [| |now apply IH].
    + destruct NF. rewrite E. now apply in_map.
    + destruct NF. rewrite <- E. now apply in_map.
  - intros Inj. constructor.
    + intros I. apply in_map_iff in I. destruct I as (y & E & I). apply NI. rewrite (Inj x y); auto; [now left|now right].
    + apply IH. intros y z Iy Iz. apply Inj; now right.
Qed.
(* A layout of (thread, value) covers M elements once exactly where it is a bijection onto [0, M). *)
Theorem covers_once L M : Forall positive L -> 0 <= M -> (Permutation (values L) (upto M) <->
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

(* The hand-made functions are the shipped ones on the forms ((a,b),(c,d),e) and ((a,b),(c,(d,e))), but for limits. *)
Theorem unzip_driver_3 a b c d e : option_map (fun z => concat (fst z ++ snd z))
  (zipped [pair_kept [a] [b]; pair_kept [c] [d]; beyond [e]]) = Some (unzip_3 a b c d e).
Proof. reflexivity. Qed.
Theorem unzip_driver_kept a b c d e : option_map (fun z => concat (fst z ++ snd z))
  (zipped [pair_kept [a] [b]; kept [c; d]; beyond [e]]) = Some (unzip_kept a b c d e).
Proof. reflexivity. Qed.
Ltac cut_driver :=
  cbv [cut start under shipped_extended removelast last fold_left evaluate_step rest offset skipn length concat app];
  repeat match goal with |- (if ?c then _ else _) = _ -> _ => destruct c end; try discriminate;
  intros E; injection E as <-; f_equal; change (Z.rem 0) with (fun _ : Z => 0); change (Z.quot 0) with (fun _ : Z => 0);
  cbv beta; ring.
Theorem cut_driver_2 a b c d e x y r : cut_2 a b c d e x y = Some r -> r = cut [a; b] [[c]; [d; e]] [x; y].
Proof. unfold cut_2. cut_driver. Qed.
Theorem cut_driver_1 a b c d e x r : cut_1 a b c d e x = Some r -> r = cut [a; b] [[c]; [d; e]] [x].
Proof. unfold cut_1. cut_driver. Qed.

Definition theorems :=
  (@partitions_cover_once, @parts_stay_below_the_extent, @covers_once, @unzip_driver_3, @unzip_driver_kept,
   @cut_driver_2, @cut_driver_1).
Print Assumptions theorems.
