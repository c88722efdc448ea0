(* SPDX-License-Identifier: MIT *)
(* The text form, of trees of any form: what is written is read back. text.hpp and write.hpp over the generated steps of one digit.
   Law: text_reads_back. *)
From Coq Require Import ZArith List Lia Bool String.
Require Import Colex.Fold Colex.Nested Colex.Vocabulary Colex.Steps Colex.Evaluate Colex.Limits Colex.Trees.
Require Colex.Headers.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* A text is the list of its characters' codes. *)
Definition chars : Type := list Z.
Notation opening := 40. Notation closing := 41. Notation comma := 44. Notation minus := 45. Notation zero := 48.
Notation colon := 58. Notation underscore := 95.

(* ------------------------------------------------------------------------------------------ digits.hpp and write.hpp *)

(* 64 bits have up to 19 digits. *)
Fixpoint unit_from (most : nat) (value unit : Z) : Z :=
  match most with
  | O => unit
  | S k => if (10 <=? Z.quot value unit) || (Z.quot value unit <=? -10) then unit_from k value (unit * 10) else unit
  end.
Fixpoint digits_from (most : nat) (value unit : Z) : chars :=
  match most with
  | O => []
  | S k => if 0 <? unit then zero + written_digit value unit :: digits_from k value (Z.quot unit 10) else []
  end.
Definition write_number (value : Z) : chars :=
  (if value <? 0 then [minus] else []) ++ digits_from 20 value (unit_from 19 value 1).
Fixpoint write_tuple (t : tree Z) : chars :=
  match t with
  | Leaf x => write_number x
  | Tuple entries => opening :: match entries with [] => [] | e :: more => write_tuple e ++ flat_map (fun e => comma :: write_tuple e) more end
                     ++ [closing]
  end.
Fixpoint mapped {A B} (f : A -> B) (t : tree A) : tree B :=
  match t with Leaf x => Leaf (f x) | Tuple entries => Tuple (map (mapped f) entries) end.
Definition write_layout (t : tree mode) : chars := write_tuple (mapped shape t) ++ colon :: write_tuple (mapped stride t).

(* -------------------------------------------------------------------------------------------------------- text.hpp *)

Definition is_blank (c : Z) : bool := (c =? 32) || (c =? 9).
Definition is_digit (c : Z) : bool := (zero <=? c) && (c <=? 57).
Fixpoint skip_blanks (s : chars) : chars := match s with c :: t => if is_blank c then skip_blanks t else s | [] => [] end.
Definition take (c : Z) (s : chars) : option chars :=
  match skip_blanks s with d :: t => if d =? c then Some t else None | [] => None end.
Fixpoint more_digits (value : Z) (s : chars) : option (Z * chars) :=
  match s with
  | c :: t => if is_digit c then match read_digit value (c - zero) with Some longer => more_digits longer t | None => None end
              else Some (value, s)
  | [] => Some (value, [])
  end.
Definition digits (s : chars) : option (Z * chars) :=
  match s with c :: _ => if is_digit c then more_digits 0 s else None | [] => None end.
Definition after (c : Z) (s : chars) : bool * chars := match take c s with Some t => (true, t) | None => (false, s) end.
Definition integer (s : chars) : option (Z * chars) :=
  match s with
  | c :: _ => if (c =? underscore) || (c =? minus)
              then let '(negative, t) := after minus (snd (after underscore s)) in
                   match digits (skip_blanks t) with Some (v, u) => Some (if negative then - v else v, u) | None => None end
              else digits s
  | [] => None
  end.

(* `open`: the nodes of the tuples that are not closed, the last one first. *)
Fixpoint bump (n : nat) (nodes : list Z) : list Z :=
  match nodes, n with [], _ => [] | k :: t, O => k + 1 :: t | k :: t, S m => k :: bump m t end.
Inductive closed := Done (s : chars) (nodes : list Z) | More (s : chars) (nodes : list Z) (open : list nat) | Wrong.
Fixpoint closes (s : chars) (nodes : list Z) (open : list nat) : closed :=
  match open with
  | [] => Done s nodes
  | n :: up =>
      match s with
      | c :: t => if is_blank c then closes t nodes open
                  else if c =? comma then More t (bump n nodes) open
                  else if c =? closing then closes t (bump n nodes) up else Wrong
      | [] => Wrong
      end
  end.
(* `room`: for so many nodes more. *)
Fixpoint entries (room : nat) (s : chars) (nodes items : list Z) (open : list nat) : option (chars * coded Z) :=
  match room with
  | O => None
  | S fewer =>
      let behind s nodes items open :=
        match closes s nodes open with
        | Done s nodes => Some (s, Coded nodes items)
        | More s nodes open => entries fewer s nodes items open
        | Wrong => None
        end in
      match skip_blanks s with
      | [] => None
      | c :: t =>
          if c =? opening
          then match take closing t with
               | Some u => behind u (nodes ++ [1]) items open
               | None => entries fewer t (nodes ++ [1]) items (List.length nodes :: open)
               end
          else match integer (c :: t) with
               | Some (v, u) => if Z.of_nat (List.length items) =? most_leaves then None
                                else behind u (nodes ++ [0]) (items ++ [v]) open
               | None => None
               end
      end
  end.
Definition tuple (s : chars) : option (chars * coded Z) := entries (Z.to_nat most_nodes) s [] [] [].
Definition done {A} (s : chars) (x : A) : option A := match skip_blanks s with [] => Some x | _ => None end.
Definition parse_tuple (s : chars) : option (coded Z) := match tuple s with Some (t, x) => done t x | None => None end.
Definition make_layout (shape_ stride_ : coded Z) : option (coded mode) :=
  if list_eq_dec Z.eq_dec (nodes shape_) (nodes stride_)
  then let ms := map (fun p => Mode (fst p) (snd p)) (combine (items shape_) (items stride_)) in
       if String.eqb (well_formed ms) "none" then Some (Coded (nodes shape_) ms) else None
  else None.
Definition parse_layout (s : chars) : option (coded mode) :=
  match tuple s with
  | None => None
  | Some (t, shape_) =>
      if forallb (Z.leb 1) (items shape_)
      then match match take colon t with
                 | Some u => tuple u
                 | None => Some (skip_blanks t, Coded (nodes shape_) (Headers.compact_col_major (items shape_) 1))
                 end with
           | Some (u, stride_) => match make_layout shape_ stride_ with Some l => done u l | None => None end
           | None => None
           end
      else None
  end.

(* ------------------------------------------------------------------------------------------------------------ numbers *)

Lemma written_digit_is v u : 0 < u -> written_digit v u = (Z.abs v / u) mod 10.
Proof.
  intros U. unfold written_digit. rewrite <- (Z.rem_mod_nonneg (Z.abs v / u) 10), <- Z.quot_div_nonneg by (try apply Z.div_pos; lia).
  destruct (Z.le_gt_cases 0 v) as [V|V].
  - rewrite Z.abs_eq by lia. pose proof (Z.quot_pos v u V U). pose proof (Z.rem_nonneg (Z.quot v u) 10 ltac:(lia) ltac:(lia)).
    destruct (Z.ltb_spec (Z.rem (Z.quot v u) 10) 0); lia.
  - rewrite Z.abs_neq, Z.quot_opp_l, Z.rem_opp_l by lia.
    pose proof (Z.quot_pos (- v) u ltac:(lia) U) as Q. rewrite Z.quot_opp_l in Q by lia.
    pose proof (Z.rem_nonneg (- Z.quot v u) 10 ltac:(lia) ltac:(lia)) as R. rewrite Z.rem_opp_l in R by lia.
    destruct (Z.ltb_spec (Z.rem (Z.quot v u) 10) 0); lia.
Qed.
Lemma read_digit_is value d : 0 <= value -> 0 <= d <= 9 -> value * 10 + d <= limit -> read_digit value d = Some (value * 10 + d).
Proof.
  intros V D L. unfold read_digit. change 4611686018427387904 with limit in *. rewrite Z.quot_div_nonneg by (unfold limit in *; lia).
  assert (value <= (limit - d) / 10) by (apply Z.div_le_lower_bound; lia).
  destruct (Z.ltb_spec ((limit - d) / 10) value); [lia|reflexivity].
Qed.
(* What stands behind a number or a tuple. *)
Definition ends (s : chars) : Prop := match s with c :: _ => is_digit c = false | [] => True end.

Lemma units k : 0 < 10 ^ Z.of_nat k. Proof. apply Z.pow_pos_nonneg; lia. Qed.
Lemma next_unit k : 10 ^ Z.of_nat (S k) = 10 ^ Z.of_nat k * 10.
Proof. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring. Qed.
Lemma one_digit v u t : 0 < u -> Z.abs v <= limit -> is_digit (zero + written_digit v u) = true /\
  more_digits (Z.abs v / u / 10) (zero + written_digit v u :: t) = more_digits (Z.abs v / u) t.
Proof.
  intros U L. rewrite written_digit_is by exact U. pose proof (Z.div_pos (Z.abs v) u ltac:(lia) U).
  assert (Z.abs v / u <= Z.abs v) by (apply Z.div_le_upper_bound; nia). set (q := Z.abs v / u) in *. clearbody q.
  pose proof (Z.div_mod q 10 ltac:(lia)). pose proof (Z.mod_pos_bound q 10 ltac:(lia)). pose proof (Z.div_pos q 10 ltac:(lia) ltac:(lia)).
  assert (D : is_digit (48 + q mod 10) = true) by (unfold is_digit; apply andb_true_intro; split; apply Z.leb_le; lia).
  split; [exact D|]. cbn [more_digits]. rewrite D. replace (48 + q mod 10 - 48) with (q mod 10) by ring. rewrite read_digit_is by lia.
  f_equal. lia.
Qed.
Lemma digits_are_read v rest : Z.abs v <= limit -> ends rest -> forall k most, (k < most)%nat ->
  more_digits (Z.abs v / 10 ^ Z.of_nat (S k)) (digits_from most v (10 ^ Z.of_nat k) ++ rest) = Some (Z.abs v, rest) /\
  exists d t, digits_from most v (10 ^ Z.of_nat k) = d :: t /\ is_digit d = true.
Proof.
  intros L E. induction k as [|k IH]; intros [|most] K; try lia; cbn [digits_from].
  - change (10 ^ Z.of_nat 0) with 1. change (10 ^ Z.of_nat 1) with (1 * 10). change (Z.quot 1 10) with 0. change (0 <? 1) with true. cbv iota.
    rewrite <- Z.div_div by lia. destruct (one_digit v 1 (digits_from most v 0 ++ rest) ltac:(lia) L) as [D R].
    split; [|eauto]. cbn [app]. rewrite R, Z.div_1_r.
    destruct most; cbn [digits_from]; [|change (0 <? 0) with false; cbv iota]; destruct rest as [|c s]; cbn [app more_digits]; try reflexivity;
      cbn [ends] in E; now rewrite E.
  - pose proof (units (S k)) as U. pose proof (units k) as U'. rewrite (next_unit (S k)), <- Z.div_div by lia. destruct (Z.ltb_spec 0 (10 ^ Z.of_nat (S k))); [|lia].
    destruct (one_digit v (10 ^ Z.of_nat (S k)) (digits_from most v (Z.quot (10 ^ Z.of_nat (S k)) 10) ++ rest) U L) as [D R].
    split; [|eauto]. cbn [app]. rewrite R. replace (Z.quot (10 ^ Z.of_nat (S k)) 10) with (10 ^ Z.of_nat k).
    + apply (IH most). lia.
    + now rewrite next_unit, Z.quot_mul by lia.
Qed.
Lemma unit_is v most : forall j, Z.abs v / 10 ^ Z.of_nat j < 10 ^ Z.of_nat most -> exists k, (k <= j + most)%nat /\
  unit_from most v (10 ^ Z.of_nat j) = 10 ^ Z.of_nat k /\ Z.abs v / 10 ^ Z.of_nat (S k) = 0.
Proof.
  induction most as [|most IH]; intros j L; cbn [unit_from]; pose proof (units j) as U.
  - change (10 ^ Z.of_nat 0) with 1 in L. pose proof (Z.div_pos (Z.abs v) _ ltac:(lia) U). exists j. split; [lia|]. split; [reflexivity|].
    rewrite next_unit, <- Z.div_div by lia. replace (Z.abs v / 10 ^ Z.of_nat j) with 0 by lia. reflexivity.
  - set (u := 10 ^ Z.of_nat j) in *. pose proof (Z.div_pos (Z.abs v) u ltac:(lia) U) as P.
    assert (Q : Z.abs (Z.quot v u) = Z.abs v / u).
    { rewrite <- Z.quot_abs, Z.quot_div_nonneg by lia. now rewrite (Z.abs_eq u) by lia. }
    destruct (Z.leb_spec 10 (Z.quot v u)), (Z.leb_spec (Z.quot v u) (-10)); cbn [orb].
    4: { exists j. split; [lia|]. split; [reflexivity|]. rewrite next_unit, <- Z.div_div by lia. apply Z.div_small. fold u. lia. }
    all: unfold u; rewrite <- next_unit; destruct (IH (S j)) as (k & K & E & F);
      [rewrite next_unit, <- Z.div_div by lia; fold u; rewrite next_unit in L; apply Z.div_lt_upper_bound; lia|].
    all: exists k; split; [lia|]; now split.
Qed.
Definition kept (x : Z) : Prop := Z.abs x <= limit.
Theorem a_number_is_read_back v rest : kept v -> ends rest -> integer (write_number v ++ rest) = Some (v, rest) /\
  exists c t, write_number v = c :: t /\ is_blank c = false /\ c <> opening /\ c <> closing.
Proof.
  intros L E. unfold kept in L. destruct (unit_is v 19 0) as (k & K & U & Z0).
  { change (10 ^ Z.of_nat 0) with 1. rewrite Z.div_1_r. apply (Z.le_lt_trans _ limit); [exact L|]. unfold limit. reflexivity. }
  unfold write_number. change (unit_from 19 v 1) with (unit_from 19 v (10 ^ Z.of_nat 0)). rewrite U.
  destruct (digits_are_read v rest L E k 20 ltac:(lia)) as [R (d & t & W & D)]. rewrite Z0 in R. rewrite W in *.
  assert (N : 48 <= d <= 57) by (unfold is_digit in D; apply andb_prop in D; rewrite !Z.leb_le in D; exact D).
  assert (J : digits ((d :: t) ++ rest) = Some (Z.abs v, rest)) by (cbn [app digits]; now rewrite D).
  assert (Bl : is_blank d = false) by (unfold is_blank; destruct (Z.eqb_spec d 32), (Z.eqb_spec d 9); cbn; try reflexivity; lia).
  destruct (Z.ltb_spec v 0); cbn [app] in *.
  - split; [|exists 45, (d :: t); repeat split; try reflexivity; lia]. unfold integer. cbn [Z.eqb orb].
    unfold after, Text.take. cbn. rewrite Bl. rewrite J. now rewrite Z.abs_neq, Z.opp_involutive by lia.
  - split; [|exists d, t; repeat split; auto; lia]. unfold integer.
    destruct (Z.eqb_spec d 95), (Z.eqb_spec d 45); cbn [orb]; try lia. rewrite J. now rewrite Z.abs_eq by lia.
Qed.

(* --------------------------------------------------------------------------------------------------------------- trees *)

(* How reading goes on behind an entry. *)
Definition go_on (room : nat) (s : chars) (nodes items : list Z) (open : list nat) : option (chars * coded Z) :=
  match closes s nodes open with
  | Done s nodes => Some (s, Coded nodes items)
  | More s nodes open => entries room s nodes items open
  | Wrong => None
  end.
Lemma bump_here N k M : bump (List.length N) (N ++ k :: M) = N ++ k + 1 :: M.
Proof. induction N as [|x N IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma starts t rest : Forall kept (leaves t) -> exists c u, write_tuple t ++ rest = c :: u /\ is_blank c = false /\ c <> closing.
Proof.
  destruct t as [x|es]; cbn [write_tuple leaves]; intros H.
  - inversion_clear H as [|? ? K _]. destruct (a_number_is_read_back x [] K I) as [_ (c & t & -> & B & _ & C)]. cbn [app]. eauto.
  - eexists _, _. split; [reflexivity|]. split; [reflexivity|discriminate].
Qed.
Lemma tree_is_read t : forall room rest N L O, Forall kept (leaves t) -> ends rest ->
  Z.of_nat (List.length L + List.length (leaves t)) <= most_leaves ->
  entries (List.length (code t) + room) (write_tuple t ++ rest) N L O = go_on room rest (N ++ code t) (L ++ leaves t) O.
Proof.
  induction t as [x|es IH] using tree_induction; intros room rest N L O K E M.
  - cbn [leaves code write_tuple List.length Nat.add] in *. inversion_clear K as [|? ? Kx _].
    destruct (a_number_is_read_back x rest Kx E) as [R (c & t & W & B & C & _)]. rewrite W in R |- *. cbn [app entries skip_blanks] in *.
    rewrite B. destruct (Z.eqb_spec c 40); [contradiction|]. rewrite R.
    destruct (Z.eqb_spec (Z.of_nat (List.length L)) most_leaves); [lia|reflexivity].
  - cbn [code write_tuple leaves List.length Nat.add] in *. destruct es as [|e es].
    + rewrite !app_nil_r. reflexivity.
    + cbn [entries app skip_blanks]. change (is_blank opening) with false. change (opening =? opening) with true. cbv iota.
      (* the entries behind the first, each after a comma *)
      assert (Rest : forall es, Forall (fun t => forall room rest N L O, Forall kept (leaves t) -> ends rest ->
          Z.of_nat (List.length L + List.length (leaves t)) <= most_leaves ->
          entries (List.length (code t) + room) (write_tuple t ++ rest) N L O = go_on room rest (N ++ code t) (L ++ leaves t) O) es ->
        forall k N' L, Forall kept (flat_map leaves es) -> Z.of_nat (List.length L + List.length (flat_map leaves es)) <= most_leaves ->
        go_on (List.length (flat_map code es) + room) (flat_map (fun e => comma :: write_tuple e) es ++ closing :: rest) (N ++ k :: N') L (List.length N :: O) =
        go_on room rest (N ++ k + 1 + Z.of_nat (List.length es) :: N' ++ flat_map code es) (L ++ flat_map leaves es) O).
      { clear - E. induction 1 as [|t u Ht Hu IHu]; intros k N' L K M; cbn [flat_map app List.length] in *.
        - unfold go_on at 1. cbn [closes]. change (is_blank closing) with false. change (closing =? comma) with false. change (closing =? closing) with true. cbv iota.
          rewrite bump_here, Z.add_0_r, !app_nil_r. reflexivity.
        - apply Forall_app in K. destruct K as [Kt Ku]. rewrite app_length in M. unfold go_on at 1. cbn [closes].
          change (is_blank comma) with false. change (comma =? comma) with true. cbv iota. rewrite bump_here, app_length, <- Nat.add_assoc, <- app_assoc. rewrite Ht; [|exact Kt| |lia].
          + rewrite <- app_assoc. cbn [app]. rewrite IHu; [|exact Ku|rewrite app_length; lia].
            rewrite <- !app_assoc. do 2 f_equal. f_equal. lia.
          + destruct u; reflexivity. }
      inversion_clear IH as [|? ? He Hes]. cbn [flat_map] in *. apply Forall_app in K. destruct K as [Ke Kes]. rewrite app_length in M.
      rewrite <- !app_assoc. destruct (starts e (flat_map (fun e => comma :: write_tuple e) es ++ [closing] ++ rest) Ke) as (c & u & W & B & C).
      unfold take. rewrite W. cbn [skip_blanks]. rewrite B. destruct (Z.eqb_spec c closing); [contradiction|]. rewrite <- W.
      rewrite app_length, <- Nat.add_assoc, He; [|exact Ke|destruct es; reflexivity|lia].
      rewrite <- app_assoc. cbn [app]. rewrite (Rest es Hes); [|exact Kes|rewrite app_length; lia].
      cbn [List.length]. rewrite <- !app_assoc.
      replace (1 + 1 + Z.of_nat (List.length es)) with (1 + Z.of_nat (S (List.length es))) by lia. reflexivity.
Qed.

Definition has_room {A} (t : tree A) : Prop := Z.of_nat (List.length (code t)) <= most_nodes /\ Z.of_nat (List.length (leaves t)) <= most_leaves.
Lemma tuple_is_read t rest : has_room t -> Forall kept (leaves t) -> ends rest -> tuple (write_tuple t ++ rest) = Some (rest, encoded t).
Proof.
  intros [N L] K E. unfold tuple. replace (Z.to_nat most_nodes) with (List.length (code t) + (Z.to_nat most_nodes - List.length (code t)))%nat by lia.
  rewrite tree_is_read; [unfold go_on; destruct rest; reflexivity|exact K|exact E|exact L].
Qed.
Theorem a_tuple_is_read_back t : has_room t -> Forall kept (leaves t) -> parse_tuple (write_tuple t) = Some (encoded t).
Proof. intros R K. unfold parse_tuple. rewrite <- (app_nil_r (write_tuple t)), tuple_is_read; auto. exact I. Qed.

Lemma mapped_leaves {A B} (f : A -> B) t : leaves (mapped f t) = map f (leaves t).
Proof.
  induction t as [x|es IH] using tree_induction; cbn [mapped leaves]; [reflexivity|].
  induction IH as [|t u Ht Hu IHu]; cbn [map flat_map]; [reflexivity|]. now rewrite Ht, IHu, map_app.
Qed.
Lemma mapped_code {A B} (f : A -> B) t : code (mapped f t) = code t.
Proof.
  induction t as [x|es IH] using tree_induction; cbn [mapped code]; [reflexivity|]. rewrite map_length. f_equal.
  induction IH as [|t u Ht Hu IHu]; cbn [map flat_map]; [reflexivity|]. now rewrite Ht, IHu.
Qed.
Lemma joined (ms : list mode) : map (fun p => Mode (fst p) (snd p)) (combine (map shape ms) (map stride ms)) = ms.
Proof. induction ms as [|[s d] t IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Theorem a_layout_is_read_back t : has_room t -> well_formed (leaves t) = "none"%string -> parse_layout (write_layout t) = Some (encoded t).
Proof.
  intros R W. destruct (well_formed_keeps_limits _ W) as (P & S & F & _).
  assert (Room : forall f : mode -> Z, has_room (mapped f t)).
  { intros f. unfold has_room. rewrite mapped_code, mapped_leaves, map_length. exact R. }
  assert (Each : forall m, In m (leaves t) -> 1 <= shape m <= limit /\ kept (stride m)).
  { intros m I. rewrite Forall_forall in P, F. specialize (P m I). specialize (F m I). unfold positive in P. unfold kept.
    assert (shape m <= size (leaves t)); [|nia]. clear - I P W. destruct (well_formed_keeps_limits _ W) as (Q & _).
    induction (leaves t) as [|n u IH]; [contradiction|]. inversion_clear Q as [|? ? Qn Qu]. pose proof (size_positive u Qu). unfold positive in Qn.
    cbn [size]. destruct I as [<-|I]; [nia|]. assert (shape m <= size u); [|nia]. clear W. revert I Qu. clear - P.
    induction u as [|n u IH]; [contradiction|]. intros I Q. inversion_clear Q as [|? ? Qn Qu]. pose proof (size_positive u Qu). unfold positive in Qn.
    cbn [size]. destruct I as [<-|I]; [nia|]. specialize (IH I Qu). nia. }
  unfold parse_layout, write_layout. rewrite tuple_is_read; [|apply Room| |reflexivity].
  2: { rewrite mapped_leaves. apply Forall_map, Forall_forall. intros m I. unfold kept. specialize (Each m I). lia. }
  cbn [items nodes encoded]. rewrite mapped_leaves, mapped_code.
  replace (forallb (Z.leb 1) (map shape (leaves t))) with true.
  2: { symmetry. apply forallb_forall. intros x I. apply in_map_iff in I. destruct I as (m & <- & I). specialize (Each m I). apply Z.leb_le. lia. }
  unfold take. cbn [skip_blanks]. change (is_blank colon) with false. cbv iota. change (colon =? colon) with true. cbv iota.
  rewrite <- (app_nil_r (write_tuple (mapped stride t))), tuple_is_read; [|apply Room| |exact I].
  2: { rewrite mapped_leaves. apply Forall_map, Forall_forall. intros m I. apply Each, I. }
  unfold make_layout. cbn [items nodes encoded]. rewrite !mapped_leaves, !mapped_code, joined, W.
  destruct (list_eq_dec Z.eq_dec (code t) (code t)); [reflexivity|contradiction].
Qed.

(* What the headers read, and write of that. *)
Theorem the_texts_are_read : map (fun one => option_map (fun t => (encoded t, write_layout t)) (option_map fst (snd one))) texts_read =
  map (fun one => option_map (fun l => (l, match snd one with Some (_, again) => again | None => [] end)) (parse_layout (fst one))) texts_read.
Proof. vm_compute. reflexivity. Qed.
