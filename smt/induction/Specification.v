(* SPDX-License-Identifier: MIT *)
(* The words in which Algebra.v states the laws. A layout is a function: `evaluate A i` (Fold.v) splits i into digits, the
   first extent first, and adds each digit times its stride; `size A` is the product of the extents.
   The functions after the first section are the shipped ones as the other files have them: loops over steps that a program
   prints from the headers (Steps.v). A relation `f x answer` says that f(x) answers `answer` by one of its routes. *)
From Coq Require Import ZArith List Lia.
Require Import Colex.Fold Colex.Nested Colex.Vocabulary Colex.Steps Colex.Evaluate.
Require Colex.Headers Colex.Coalesce Colex.Along Colex.Composed Colex.Loops Colex.Division Colex.Edits Colex.Compact Colex.Variants Colex.Partitions.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------- layouts as functions *)

Definition layout : Type := list mode.  (* its leaves in order, each an extent and a stride *)
Definition is_layout (A : layout) : Prop := Forall positive A.  (* no extent is below 1 *)
Definition values (f : Z -> Z) (n : Z) (R : layout) : Prop :=  (* R is f on [0, n) *)
  is_layout R /\ size R = n /\ forall i, 0 <= i < n -> evaluate R i = f i.
Definition same (A B : layout) : Prop := size A = size B /\ forall i, 0 <= i < size A -> evaluate A i = evaluate B i.
Definition increasing (A : layout) : Prop := forall i j, 0 <= i < j -> j < size A -> evaluate A i < evaluate A j.
Definition one_to_one (A : layout) : Prop := forall i j, 0 <= i < size A -> 0 <= j < size A -> evaluate A i = evaluate A j -> i = j.
(* A o R is 0, 1, 2, ... *)
Definition counts (A R : layout) : Prop := forall k, 0 <= k < size R -> evaluate A (evaluate R k) = k.
(* R does so for all of As, and no layout does for more points. *)
Definition longest (As : list layout) (R : layout) : Prop := Forall (fun A => counts A R) As /\
  forall S, is_layout S -> Forall (fun A => counts A S) As -> size S <= size R.
Definition has (A : layout) (x : Z) : Prop := exists i, 0 <= i < size A /\ evaluate A i = x.
(* (i, c) -> A(i) + c is one to one from [0, |A|) x C onto [0, M), C a set of offsets with 0 in it. *)
Definition completes (A : layout) (C : Z -> Prop) (M : Z) : Prop :=
  C 0 /\ (forall i c, 0 <= i < size A -> C c -> 0 <= evaluate A i + c < M) /\
  (forall i c j d, 0 <= i < size A -> C c -> 0 <= j < size A -> C d -> evaluate A i + c = evaluate A j + d -> i = j) /\
  forall y, 0 <= y < M -> exists i c, 0 <= i < size A /\ C c /\ evaluate A i + c = y.
(* (i, j) -> A(i) + R(j) is one to one from [0, |A|) x [0, |R|) onto [0, M). *)
Definition tiles (A R : layout) (M : Z) : Prop :=
  (forall i j, 0 <= i < size A -> 0 <= j < size R -> 0 <= evaluate A i + evaluate R j < M) /\
  (forall i j k l, 0 <= i < size A -> 0 <= j < size R -> 0 <= k < size A -> 0 <= l < size R ->
     evaluate A i + evaluate R j = evaluate A k + evaluate R l -> i = k /\ j = l) /\
  forall y, 0 <= y < M -> exists i j, 0 <= i < size A /\ 0 <= j < size R /\ evaluate A i + evaluate R j = y.

(* A at any x >= 0: its last mode runs on past its extent. *)
Definition others (A : layout) : layout := removelast A.
Definition top (A : layout) : mode := List.last A (Mode 1 0).
Definition reads (A : layout) (x : Z) : Z := extended (others A) (top A) x.
(* The last mode fastest: the leaves read in the opposite order. *)
Definition lex_evaluate (A : layout) (i : Z) : Z := evaluate (rev A) i.
Definition counts_up (B : layout) : Prop := Forall (fun b => 0 <= stride b \/ shape b = 1) B.
(* For each mode of B one layout of as many points. *)
Definition nested_as (Ls : list layout) (B : layout) : Prop := Forall2 (fun L b => is_layout L /\ size L = shape b) Ls B.
(* A coalesces to one mode, which may be read below 0 as well. *)
Definition is_a_line (A : layout) : Prop := exists m, Headers.coalesce_extended A = [m].
(* Where A is read: from 0 on, or it is a line. Elsewhere composition() is refused as `in_domain`. *)
Definition in_domain (A B : layout) : Prop := is_a_line A \/ counts_up B.

(* A statement of which the law says more; Algebra.v says beside it what is left out. Status and bound are read off this word. *)
Definition in_part (statement : Prop) : Prop := statement.

(* ------------------------------------------------------------------------------------------ what the functions answer *)

Definition coalesce : layout -> layout := Headers.coalesce.
Definition complement (c : cover) (A : layout) (M : Z) : option layout :=
  match c with
  | strict => Headers.strict_complement A M
  | at_least => Headers.covering_complement A M
  | disjoint => Headers.disjoint_complement A M
  end.
(* What `along` answers of A at multiples of a stride, where it does not give up: the layout of these values, or that there is none. The
   stairs are so (stairs_show, below). *)
Definition reads_along (A : layout) (along : mode -> option layout) (gave_up : mode -> bool) : Prop :=
  forall b, positive b -> 0 <= stride b -> gave_up b = false ->
    match along b with
    | Some R => values (fun i => reads A (i * stride b)) (shape b) R
    | None => forall L, ~ values (fun i => reads A (i * stride b)) (shape b) L
    end.
(* `first` is the index that is looked at before the others; any will do. *)
Definition composition (A B : layout) (answer : option layout) : Prop := exists along gave_up first,
  reads_along A along gave_up /\ 0 <= first /\ Loops.composition along gave_up first A B = answer.
(* Divides and products compose what they make of A, and read that. *)
Definition reads_each (along : layout -> mode -> option layout) (gave_up : layout -> mode -> bool) : Prop :=
  forall L, is_layout L -> reads_along L (along L) (gave_up L).
Definition logical_divide (A B : layout) (answer : option layout) : Prop := exists along gave_up first,
  reads_each along gave_up /\ 0 <= first /\ Loops.divide along gave_up first A B = answer.
Definition logical_product (A B : layout) (answer : option layout) : Prop := exists along gave_up first,
  reads_each along gave_up /\ 0 <= first /\ Loops.product along gave_up first A B = answer.
(* Not strict: `at_least` or `disjoint`. `found` is what the search of surjective() says. *)
Definition covering_divide (c : cover) (A B : layout) (answer : option layout) : Prop := exists found along gave_up first,
  reads_each along gave_up /\ 0 <= first /\
  match c with at_least => Loops.covering_divide | _ => Loops.disjoint_divide end found along gave_up first A B = answer.
(* What the refusal of a table f of n values shows: an index at which the modes that f forces are not f, and what they are there. *)
Definition shows_where (shown : option (Z * Z)) (f : Z -> Z) (n : Z) : Prop := exists i got,
  shown = Some (i, got) /\ 0 <= i < n /\ got <> f i.
(* The stairs besides: where no layout is A along b, an index at which what is shown is not A. They are so (stairs_show). *)
Definition shows_along (A : layout) (along : mode -> option layout) (along_shows : mode -> option (Z * Z)) (gave_up : mode -> bool) : Prop :=
  reads_along A along gave_up /\ forall b, positive b -> 0 <= stride b -> gave_up b = false -> along b = None ->
    shows_where (along_shows b) (fun i => reads A (i * stride b)) (shape b).
(* `found` is whatever the searches have found: it is answered with a certificate. *)
Definition whole_modes : layout -> layout := Loops.whole_modes.
Definition right_inverse (A : layout) (answer : option layout) : Prop := exists found,
  Loops.right_inverse A found = answer.
Definition max_common_layout (A B : layout) (answer : option layout) : Prop := exists start found,
  Loops.common_inverse A B start found = answer.

(* `one` is what the search for two indices of one offset says, `found` what the search over chains has found. *)
Definition left_inverse (A : layout) (answer : option layout) : Prop := exists one found,
  Loops.left_inverse one A found = answer.

(* The last mode fastest. *)
Definition lex_composition (A B : layout) (answer : option layout) : Prop := exists along gave_up first,
  reads_each along gave_up /\ 0 <= first /\ Loops.lex_composition along gave_up first A B = answer.
Definition lex_right_inverse (A : layout) (answer : option layout) : Prop := exists found, Loops.lex_right_inverse A found = answer.
Definition lex_left_inverse (A : layout) (answer : option layout) : Prop := exists one found,
  Loops.lex_left_inverse one A found = answer.

(* Functions that ask themselves, of trees: each is its own printed text, in which `again` is its name. *)
Definition divides_by (step : Z -> Z -> option Z) (divide : tree Z -> tree Z -> option (tree Z)) : Prop :=
  forall a b, divide a b = Headers.divide step divide a b.
Definition ceil_divides (ceil_div : tree Z -> tree Z -> option (tree Z)) : Prop := exists divide,
  (forall step, divides_by step (divide step)) /\ forall a b, ceil_div a b = Headers.ceil_div divide a b.
Definition unzips (unzip_at : tree mark -> tree mode -> tree mode * tree mode) : Prop :=
  forall by_ t, unzip_at by_ t = Headers.unzip_at unzip_at by_ t.
Definition adds_offsets (add_offset : tree Z -> tree mode -> Z -> option Z) : Prop :=
  forall c t offset, add_offset c t offset = Headers.add_offset add_offset c t offset.
(* What divides a mode by a tile: its answers are nested as a pair, the tile and the grid, over the modes of logical_divide(). *)
Definition divides_whole (divide : tree mode -> tree mode -> option (tree mode)) : Prop :=
  forall A B, logical_divide (leaves A) (leaves B) (option_map leaves (divide A B)) /\
    forall R, divide A B = Some R -> exists tile grid, R = Tuple [tile; grid].
Definition applies (divide : tree mode -> tree mode -> option (tree mode)) (apply_at : tree mark -> tree mode -> option (tree mode)) : Prop :=
  forall by_ t, apply_at by_ t = Headers.apply_at apply_at divide by_ t.
Definition tiles_are_layouts (by_ : tree mark) : Prop := forall B, In (Tile B) (leaves by_) -> is_layout (leaves B).
Definition collects (collect : tree bool -> tree mode -> bool -> tree mode -> option (tree mode)) : Prop :=
  forall slicer t kept out, collect slicer t kept out = Headers.collect collect slicer t kept out.
Definition opens (weakly_congruent : tree Z -> tree Z -> bool) : Prop :=
  forall a b, weakly_congruent a b = Headers.weakly_congruent weakly_congruent a b.
Definition spreads (spread : tree Z -> tree Z -> list Z -> list Z) : Prop :=
  forall order shape out, spread order shape out = Headers.spread spread order shape out.
Lemma there_are_such : (exists ceil_div, ceil_divides ceil_div) /\ (exists unzip_at, unzips unzip_at) /\ (exists add_offset, adds_offsets add_offset) /\
  (forall divide, exists apply_at, applies divide apply_at) /\
  (exists collect, collects collect) /\ (exists weakly_congruent, opens weakly_congruent) /\ (exists spread, spreads spread) /\
  (forall c, exists self, forall a b, self a b = Headers.evenly_divides c self a b) /\
  exists self, forall a b, self a b = Headers.elem_scale self a b.
Proof.
  split; [exists (Headers.ceil_div Division.divide), Division.divide; split; [exact Division.divide_is_printed|reflexivity]|].
  split; [exact Variants.unzip_at_exists|]. split; [exact Variants.add_offset_exists|]. split; [exact Partitions.apply_at_exists|].
  split; [exact Edits.collect_exists|]. split; [exact Compact.weakly_congruent_exists|]. split; [exact Compact.spread_exists|].
  exact (conj Division.evenly_divides_exists Division.elem_scale_exists).
Qed.

(* A search that tries each index is exact. *)
Lemma there_is_a_search A : is_layout A -> exists s, searches (has A) s.
Proof.
  intros H. set (f := fun v => existsb (fun i => evaluate A i =? v) (upto (size A))). pose proof (size_positive A H).
  assert (F : forall v, f v = true <-> has A v).
  { intros v. unfold f. rewrite existsb_exists. unfold upto, has. setoid_rewrite in_map_iff. setoid_rewrite in_seq. setoid_rewrite Z.eqb_eq. split.
    - intros (i & (j & <- & J) & E). exists (Z.of_nat j). split; [lia|exact E].
    - intros (i & I & E). exists i. split; [exists (Z.to_nat i); lia|exact E]. }
  exists (Combinators.Search f f false false None). repeat split; intros; try (now apply F); try discriminate.
Qed.

(* Each relation has an answer: the stairs read A exactly, and show where it is no layout. *)
Definition stairs (A : layout) : mode -> option layout := Along.modes_along (Headers.coalesce_extended A).
Lemma others_are A : is_layout A -> Forall positive (others A) /\ positive (top A) /\
  size (others A ++ [top A]) = size A /\ forall i, evaluate (others A ++ [top A]) i = evaluate A i.
Proof.
  unfold is_layout, others, top. intros H. destruct A as [|a t].
  - cbn [removelast List.last app size shape]. repeat split; [constructor|cbv; intros Q; discriminate Q|].
    intros i. rewrite evaluate_cons. cbn [shape stride]. now rewrite Z.mul_0_r.
  - pose proof (app_removelast_last (Mode 1 0) (l := a :: t) ltac:(discriminate)) as E. rewrite E in H. apply Forall_app in H.
    destruct H as [H1 H2]. inversion_clear H2. rewrite <- E. auto.
Qed.
Lemma stairs_show A : is_layout A -> shows_along A (stairs A) (Along.along_shows (Headers.coalesce_extended A)) (fun _ => false).
Proof.
  intros H. unfold stairs. rewrite Coalesce.printed_extended. destruct (others_are A H) as (P1 & P2 & _).
  destruct (Composed.outer_is (others A) (top A) P1 P2) as (PO & _ & W). set (O := Composed.outer (others A) (top A)) in *.
  change (Coalesce.coalesce_extended _ _) with O.
  assert (V : forall b, positive b -> 0 <= stride b -> forall i, 0 <= i < shape b -> Along.runs_on O (i * stride b) = reads A (i * stride b))
    by (intros b _ Sb i I; apply W; nia).
  split; intros b Pb Sb _; specialize (V b Pb Sb); pose proof (Along.modes_along_is_exact O b PO Pb Sb) as X; destruct (Along.modes_along O b) as [R|].
  - destruct X as (X1 & X2 & X3). split; [exact X1|]. split; [exact X2|]. intros i I. now rewrite <- V, X3.
  - intros L (L1 & L2 & L3). apply (proj1 X L L1 L2). intros i I. now rewrite V, L3.
  - discriminate.
  - intros _. destruct X as (_ & i & got & Q & I & N). cbv beta in N. rewrite V in N by exact I. exists i, got. auto.
Qed.
Lemma divide_exists : exists divide, divides_whole divide.
Proof.
  assert (Each : reads_each stairs (fun _ _ => false)) by (intros L H; exact (proj1 (stairs_show L H))).
  assert (F : forall l : layout, flat_map leaves (map Leaf l) = l) by (induction l as [|m t IH]; [reflexivity|]; cbn [map flat_map leaves app]; now f_equal).
  exists (fun A B => option_map (fun D => Tuple [Tuple []; Tuple (map Leaf D)]) (Loops.divide stairs (fun _ _ => false) 0 (leaves A) (leaves B))).
  intros A B. split.
  - exists stairs, (fun _ _ => false), 0. split; [exact Each|]. split; [lia|]. destruct (Loops.divide _ _ _ _ _) as [D|]; [|reflexivity].
    cbn [option_map leaves flat_map app]. now rewrite F, app_nil_r.
  - intros R. destruct (Loops.divide _ _ _ _ _) as [D|]; [|discriminate]. intros E. injection E as <-. eauto.
Qed.
Lemma composition_answers A B : is_layout A -> exists answer, composition A B answer.
Proof.
  intros H. eexists _, _, (fun _ => false), 0. split; [exact (proj1 (stairs_show A H))|]. split; [lia|reflexivity].
Qed.
