(* SPDX-License-Identifier: MIT *)
(* The composition as a program has printed it of composition.hpp (Loops.v), at every rank of A and of B and by each of its routes: it has
   A(B(i)), nested as B, and is refused for what A and B are only where no layout nested as B has these values. *)
From Coq Require Import ZArith String List Lia Bool.
Require Import Colex.Fold Colex.Vocabulary Colex.Combinators Colex.Steps Colex.Evaluate Colex.Coalesce Colex.Find Colex.Composition Colex.Along
  Colex.Whole Colex.Composed Colex.Shown Colex.Sort Colex.Complement Colex.Covers Colex.Printed.
Require Colex.Headers Colex.Loops Colex.Divided Colex.Room Colex.Product Colex.Tiles.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(* ------------------------------------------------------------------------------------------------- A, which runs on *)

Lemma modes_before (A : list mode) : map snd (combine (skipn 1 A) A) = removelast A.
Proof.
  destruct A as [|a t]; [reflexivity|]. cbn [skipn]. revert a. induction t as [|b u IH]; intros a; [reflexivity|].
  change (combine (b :: u) (a :: b :: u)) with ((b, a) :: combine u (b :: u)). cbn [map snd]. now rewrite IH.
Qed.
Lemma steps_are_printed (l : list (mode * mode)) : forall x y,
  fold_left (fun '(x2, x3) '(_, n1) => (Z.quot x2 (shape n1), x3 + Z.rem x2 (shape n1) * stride n1)) l (x, y) =
  (rest (fold_left evaluate_step (map snd l) (At x y)), offset (fold_left evaluate_step (map snd l) (At x y))).
Proof. induction l as [|[m n] t IH]; intros x y; [reflexivity|]. cbn [fold_left map snd]. rewrite IH. reflexivity. Qed.
Theorem printed_evaluate_extended A x : Forall positive A -> 0 <= x \/ removelast A = [] ->
  Headers.evaluate_extended A x = runs_on A x.
Proof.
  intros P H. unfold Headers.evaluate_extended. rewrite steps_are_printed, modes_before. destruct A as [|a t]; [reflexivity|].
  cbn [is_empty]. assert (N : a :: t <> []) by discriminate. pose proof (app_removelast_last (Mode 1 0) N) as S.
  set (init := removelast (a :: t)) in *. set (l := List.last (a :: t) (Mode 1 0)) in *. rewrite S in P |- *. apply Forall_app in P.
  destruct P as [P _]. rewrite runs_on_is by exact P. destruct H as [H| ->]; [now apply shipped_extended_is|]. reflexivity.
Qed.

(* --------------------------------------------------------------------------------------------------- one mode of B *)

Lemma put_there (pre : list Z) d suf v : put_at (List.length pre) v (pre ++ d :: suf) = pre ++ v :: suf.
Proof. induction pre as [|x t IH]; cbn [List.length app put_at]; [reflexivity|]. now rewrite IH. Qed.

Notation takes no := (fun '(m3, k3) '(l4, l5, x6, x7) => if x7 =? 0 then inl (l4, l5, x6, x7) else
  if Z.rem x7 (shape m3) =? 0 then inl (l4, l5, x6, Z.quot x7 (shape m3)) else
  if Z.rem (shape m3) x7 =? 0 then
    if x6 <=? Z.quot (shape m3) x7 then inl (put_at k3 (nth k3 l4 0 + (x6 - 1) * x7) l4, l5 ++ [Mode x6 (stride m3 * x7)], 1, 0) else
    if Z.rem x6 (Z.quot (shape m3) x7) =? 0 then
      inl (put_at k3 (nth k3 l4 0 + (Z.quot (shape m3) x7 - 1) * x7) l4, l5 ++ [Mode (Z.quot (shape m3) x7) (stride m3 * x7)],
           Z.quot x6 (Z.quot (shape m3) x7), 1)
    else inr (no l4)
  else inr (no l4)).
(* A turn is the shipped step, and counts the largest digit that it leaves. *)
Lemma a_turn {answer} (no : list Z -> answer) m pre d suf out x y : (takes no) (m, List.length pre) (pre ++ d :: suf, out, x, y) =
  let r := composition_step (Mode x y) m in if refuses r then inr (no (pre ++ d :: suf))
  else inl (pre ++ (d + (size (emitted r) - 1) * y) :: suf, out ++ emitted r, shape (next r), stride (next r)).
Proof.
  assert (Pass : d + (size [] - 1) * y = d) by (cbn [size]; ring). unfold composition_step. cbn [shape stride].
  destruct (Z.eqb_spec y 0) as [->|Y].
  { replace (Z.rem 0 (shape m)) with 0 by (now destruct (shape m)). replace (Z.quot 0 (shape m)) with 0 by (now destruct (shape m)).
    cbn [Z.eqb refuses why next emitted shape stride]. now rewrite Pass, app_nil_r. }
  destruct (Z.rem y (shape m) =? 0); [cbn [refuses why next emitted shape stride]; now rewrite Pass, app_nil_r|].
  rewrite nth_middle, !put_there. destruct (Z.rem (shape m) y =? 0); [|reflexivity].
  destruct (x <=? Z.quot (shape m) y); [|destruct (Z.rem x (Z.quot (shape m) y) =? 0); [|reflexivity]];
    cbn [refuses why next emitted size shape stride]; now rewrite Z.mul_1_r.
Qed.
Lemma takes_is {answer} (no : list Z -> answer) t : Forall positive t -> forall pre suf out x y, 1 <= x -> 0 <= y ->
  List.length suf = List.length t ->
  match walk (takes no) (combine t (seq (List.length pre) (List.length t))) (pre ++ suf, out, x, y) with
  | inl (ds, all, x', y') => exists es more, ds = pre ++ more /\ List.length more = List.length t /\ all = out ++ es /\
      Forall positive es /\ size es * x' = x /\ 1 <= x' /\ 0 <= y' /\ forall i, 0 <= i < x ->
        evaluate t (y * i) = evaluate es i /\ y * i / size t = y' * (i / size es) /\
        forall ys, counted t ys suf -> counted t (ys ++ [y * i]) more
  | inr a => exists more, a = no (pre ++ more) /\ List.length more = List.length t /\
      forall ys, counted t ys suf -> counted t (ys ++ [0]) more
  end.
Proof.
  induction 1 as [|m t Pm Pt IH]; intros pre [|d suf] out x y X Y L; try discriminate.
  { cbn [walk combine]. exists [], []. rewrite !app_nil_r. repeat split; auto; try (cbn [size]; lia). cbn [size]. now rewrite !Z.div_1_r. }
  cbn [List.length seq combine walk] in *. injection L as L. rewrite a_turn. cbv zeta. set (r := composition_step (Mode x y) m).
  destruct (refuses r) eqn:NR.
  { exists (d :: suf). split; [reflexivity|]. split; [now cbn; rewrite L|]. intros ys. exact (counted_still (m :: t) ys (d :: suf)). }
  pose proof (fun i I => composition_step_reads (Mode x y) m i Y Pm I NR) as C. cbv zeta in C. fold r in C. cbn [shape stride] in C.
  destruct (C 0 ltac:(lia)) as (_ & _ & C3 & C4 & C5 & _ & C7 & _). pose proof (size_positive _ C7) as S1. unfold positive in Pm.
  assert (Digits : forall i, 0 <= i < x -> let j := i / size (emitted r) in 0 <= j < shape (next r) /\
    y * i / shape m = stride (next r) * j /\ (y * i) mod shape m * stride m = evaluate (emitted r) i /\
    (y * i) mod shape m <= (size (emitted r) - 1) * y).
  { intros i I. destruct (C i I) as (D1 & D2 & _ & _ & _ & D6 & _ & D8). rewrite read_rest in D2, D6 by exact C7.
    unfold take in D1, D2. cbn [rest offset] in D1, D2. rewrite Z.add_0_l in D1. auto. }
  specialize (IH (pre ++ [d + (size (emitted r) - 1) * y]) suf (out ++ emitted r) (shape (next r)) (stride (next r)) C4 C5 L).
  rewrite app_length, Nat.add_1_r, <- !app_assoc in IH. cbn [app] in IH.
  assert (Count : forall i more, 0 <= i < x -> (forall ys, counted t ys suf -> counted t (ys ++ [y * i / shape m]) more) ->
    forall ys, counted (m :: t) ys (d :: suf) -> counted (m :: t) (ys ++ [y * i]) (d + (size (emitted r) - 1) * y :: more)).
  { intros i more I G ys [H1 H2]. cbn [counted]. rewrite !map_app, sum_app. cbn [map sum]. destruct (Digits i I) as (_ & _ & _ & D).
    split; [lia|]. now apply G. }
  destruct (walk _ _ _) as [[[[ds all] x'] y']|a].
  - destruct IH as (es & more & -> & M & -> & PE & SE & X' & Y' & W). exists (emitted r ++ es), (d + (size (emitted r) - 1) * y :: more).
    rewrite <- !app_assoc. split; [reflexivity|]. split; [cbn; now rewrite M|]. split; [reflexivity|]. split; [now apply Forall_app|].
    split; [rewrite size_app, C3, <- SE; ring|]. split; [exact X'|]. split; [exact Y'|]. intros i I.
    destruct (Digits i I) as (J & D1 & D2 & _). destruct (W _ J) as (W1 & W2 & W3). split; [|split].
    + rewrite evaluate_cons, D2, D1, W1, evaluate_app by exact C7. reflexivity.
    + cbn [size]. pose proof (size_positive t Pt). pose proof (size_positive es PE). rewrite <- Z.div_div, D1, W2, size_app, Z.div_div by lia. reflexivity.
    + apply Count; [exact I|]. rewrite D1. exact W3.
  - destruct IH as (more & -> & M & W). exists (d + (size (emitted r) - 1) * y :: more). rewrite <- app_assoc.
    split; [reflexivity|]. split; [cbn; now rewrite M|]. rewrite <- (Z.mul_0_r y). apply Count; [lia|]. now rewrite Z.mul_0_r, Zdiv_0_l.
Qed.

Section Of_one_A.
  Variables (A : list mode) (along : mode -> option (list mode)) (gave_up : mode -> bool).
  Notation init := (removelast A).
  Notation last := (List.last A (Mode 1 0)).
  Notation beyond := (Loops.compose_beyond along gave_up A).
  Notation piece := (Whole.piece init last).
  Hypothesis Some_A : A <> [].
  Hypothesis P : Forall positive A.

  Lemma split_A : A = init ++ [last].
  Proof. now apply app_removelast_last. Qed.
  Lemma init_positive : Forall positive init.
  Proof. pose proof P as Q. rewrite split_A in Q. now apply Forall_app in Q. Qed.

  (* What is counted goes on to hold of b's points. *)
  Definition counts (b : mode) (ds ds' : list Z) : Prop :=
    forall ys c, 0 <= c < shape b -> counted init ys ds -> counted init (ys ++ [stride b * c]) ds'.
  Lemma one_point b ds ds' : shape b = 1 -> (forall ys, counted init ys ds -> counted init (ys ++ [0]) ds') -> counts b ds ds'.
  Proof. intros S H ys c C. assert (c = 0) as -> by lia. rewrite Z.mul_0_r. apply H. Qed.
  Lemma still_is b : shape b = 1 -> piece b [Mode 1 0].
  Proof.
    intros S. split; [repeat constructor; unfold positive; cbn; lia|]. split; [now rewrite S|]. intros i I. assert (i = 0) as -> by lia.
    unfold value. now rewrite Z.mul_0_r, value_zero.
  Qed.
  Lemma piece_coalesced b R : piece b R -> piece b (shipped_coalesce R).
  Proof.
    intros (PR & S & V). destruct (shipped_coalesce_preserves_the_map R PR) as (P1 & S1 & V1). split; [exact P1|]. split; [congruence|].
    intros i I. rewrite V1 by lia. now apply V.
  Qed.
  Theorem textbook_is b ds : inside_A init b -> 0 <= stride b \/ init = [] -> List.length ds = List.length init ->
    let r := Loops.textbook A b ds in List.length (snd r) = List.length init /\
    match fst r with
    | Some R => piece b R /\ counts b ds (snd r)
    | None => 0 <= stride b /\ forall ys, counted init ys ds -> counted init (ys ++ [0]) (snd r)
    end.
  Proof.
    intros [Pb _] D L. unfold positive in Pb. cbv zeta. unfold Loops.textbook.
    assert (W : match walk (takes (fun l => (@None (list mode), l))) (combine init (seq 0 (List.length init))) (ds, [], shape b, stride b) with
      | inl (ds', es, x, y) => List.length ds' = List.length init /\ Forall positive es /\ size es * x = shape b /\ 1 <= x /\ counts b ds ds' /\
          forall i, 0 <= i < shape b -> value init last (stride b * i) = evaluate es i + y * (i / size es) * stride last
      | inr (o, ds') => o = None /\ 0 <= stride b /\ List.length ds' = List.length init /\ forall ys, counted init ys ds -> counted init (ys ++ [0]) ds'
      end).
    { assert (V : forall x, value init last x = evaluate init x + x / size init * stride last).
      { intros x. unfold value, Whole.A. rewrite runs_on_is, extended_is_evaluate by exact init_positive. reflexivity. }
      destruct D as [D|D].
      - pose proof (takes_is (fun l => (@None (list mode), l)) init init_positive [] ds [] (shape b) (stride b) Pb D L) as W. cbn [app List.length] in W.
        destruct (walk _ _ _) as [[[[ds' es] x] y]|a].
        + destruct W as (es' & more & -> & M & -> & PE & SE & X & Y & H). cbn [app]. repeat split; auto.
          * intros ys c C. now apply H.
          * intros i I. destruct (H i I) as (H1 & H2 & _). now rewrite V, H1, H2.
        + destruct W as (more & -> & M & H). auto.
      - unfold counts. rewrite D in *. destruct ds; [|discriminate]. cbn [walk combine List.length seq]. repeat split; auto; try (cbn [size]; lia).
        intros i I. rewrite V. cbn [size]. rewrite Z.div_1_r. cbn. rewrite Z.div_1_r. reflexivity. }
    destruct (walk _ _ _) as [[[[ds' es] x] y]|[o ds']]; [|destruct W as (-> & W); cbn [fst snd]; tauto].
    destruct W as (Len & PE & SE & X & Cn & V). pose proof (size_positive es PE) as Ps.
    assert (Full : piece b (es ++ [Mode x (y * stride last)])).
    { split; [apply Forall_app; repeat constructor; auto|]. split; [rewrite size_app; cbn [size shape]; lia|]. intros i I.
      rewrite V, evaluate_app, evaluate_cons, evaluate_nil by auto. cbn [shape stride].
      rewrite Z.mod_small by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; nia]). ring. }
    assert (Short : x = 1 -> piece b es).
    { intros ->. split; [exact PE|]. split; [lia|]. intros i I. rewrite V, Z.div_small by lia. ring. }
    assert (One : is_empty es = true -> piece b [Mode x (y * stride last)]) by (intros E; destruct es; [exact Full|discriminate]).
    pose proof (piece_coalesced b _ Full). pose proof (fun E => piece_coalesced b es (Short E)).
    assert (Hd : Nat.eqb (List.length es) 1 = true -> x = 1 -> piece b [hd (Mode 1 0) es]).
    { intros E Q. destruct es as [|m [|]]; try discriminate. exact (Short Q). }
    destruct (shape b =? 1); [|destruct (Z.eqb_spec x 1); [destruct (Nat.eqb _ 1) eqn:?|]]; try destruct (is_empty es) eqn:?; cbn [fst snd]; auto.
  Qed.

  (* Where the stairs give up, a table is as exact. *)
  Lemma beyond_is_exact : (forall b, positive b -> 0 <= stride b -> gave_up b = false ->
      match along b with
      | Some R => Forall positive R /\ size R = shape b /\ forall i, 0 <= i < shape b -> evaluate R i = runs_on A (i * stride b)
      | None => forall L, Forall positive L -> size L = shape b -> ~ forall i, 0 <= i < shape b -> evaluate L i = runs_on A (i * stride b)
      end) -> exact_along A beyond.
  Proof.
    intros H b Pb Sb. unfold Loops.compose_beyond. unfold positive in Pb. destruct (gave_up b) eqn:G.
    - assert (V : forall i, 0 <= i -> Headers.evaluate_extended A (i * stride b) = runs_on A (i * stride b)).
      { intros i I. apply printed_evaluate_extended; [exact P|]. left. nia. }
      destruct (Loops.find_modes _ _) as [R|] eqn:E; cbn [is_nothing modes_of].
      + apply find_layout_is_exact in E; [|lia]. destruct E as (Q1 & Q2 & Q3). split; [exact Q1|]. split; [exact Q2|].
        intros i I. rewrite Q3 by exact I. apply V. lia.
      + intros L PL SL W. apply (find_layout_refuses_rightly _ (shape b) ltac:(lia) E L PL SL). intros i I. rewrite W by exact I.
        symmetry. apply V. lia.
    - specialize (H b ltac:(exact Pb) Sb G). destruct (along b); exact H.
  Qed.

  (* ------------------------------------------------------------------------------------------- the modes of B in turn *)

  Hypothesis Ex : exact_along A beyond.
  (* What a turn of the loop over B makes of a flag, the modes and the digits so far. The flag is 1 from where the textbook's fold refuses. *)
  Definition turned (b : mode) (h : Z) (L : list mode) (ds : list Z) (r : Z * list mode * list Z + option (list mode)) : Prop :=
    match r with
    | inl (h', L', ds') => (exists R, piece b R /\ L' = L ++ R) /\ (h' = 0 \/ h' = 1) /\ (h' = 0 -> h = 0 /\ counts b ds ds') /\
        List.length ds' = List.length init
    | inr a => a = None /\ forall R, ~ piece b R
    end.
  Lemma all_turns turn B : (forall b h L ds, In b B -> List.length ds = List.length init -> h = 0 \/ h = 1 -> turned b h L ds (turn b (h, L, ds))) ->
    Forall positive B -> forall h L ds, List.length ds = List.length init -> h = 0 \/ h = 1 ->
    match walk turn B (h, L, ds) with
    | inl (h', L', ds') => (exists Ls, along_each init last Ls B /\ L' = L ++ concat Ls) /\ (h' = 0 \/ h' = 1) /\
        (h' = 0 -> h = 0 /\ forall ys i, counted init ys ds -> counted init (ys ++ coordinates B i) ds')
    | inr a => a = None /\ forall Ls, ~ along_each init last Ls B
    end.
  Proof.
    intros T PB. induction PB as [|b t Pb Pt IH]; intros h L ds D H; cbn [walk].
    { split; [exists []; split; [constructor|now rewrite app_nil_r]|]. split; [exact H|]. intros ->. split; [reflexivity|].
      intros ys i. cbn [coordinates]. now rewrite app_nil_r. }
    pose proof (T b h L ds (or_introl eq_refl) D H) as One. destruct (turn b (h, L, ds)) as [[[h1 L1] ds1]|a]; cbn [turned] in One.
    2:{ destruct One as [-> No]. split; [reflexivity|]. intros Ls N. inversion N as [|R ? ? ? Q]; subst. exact (No R Q). }
    destruct One as ((R & Q & ->) & H1 & C1 & D1). specialize (IH (fun c h L ds I => T c h L ds (or_intror I)) h1 (L ++ R) ds1 D1 H1).
    destruct (walk turn t _) as [[[h2 L2] ds2]|a].
    - destruct IH as ((Ls & N & ->) & H2 & C2). split; [exists (R :: Ls); split; [now constructor|cbn [concat]; now rewrite app_assoc]|].
      split; [exact H2|]. intros Z2. destruct (C2 Z2) as [Z1 G2]. destruct (C1 Z1) as [Z0 G1]. split; [exact Z0|]. intros ys i C.
      cbn [coordinates]. replace (ys ++ stride b * (i mod shape b) :: coordinates t (i / shape b)) with
        ((ys ++ [stride b * (i mod shape b)]) ++ coordinates t (i / shape b)) by (now rewrite <- app_assoc).
      apply G2, G1; [|exact C]. apply Z.mod_pos_bound. unfold positive in Pb. lia.
    - destruct IH as [-> No]. split; [reflexivity|]. intros Ls N. inversion N; subst. eapply No; eauto.
  Qed.
  (* A turn with the textbook's fold, and beyond it. *)
  Lemma taken b h L ds : inside_A init b -> 0 <= stride b \/ init = [] -> List.length ds = List.length init -> h = 0 \/ h = 1 ->
    let p := Loops.textbook A b ds in turned b h L ds (if is_nothing (fst p)
      then if shape b =? 1 then inl (h, L ++ [Mode 1 0], snd p)
        else if is_nothing (beyond b) then inr None else inl (1, L ++ modes_of (beyond b), snd p)
      else inl (h, L ++ modes_of (fst p), snd p)).
  Proof.
    intros In_ D Len H p. destruct (textbook_is b ds In_ D Len) as [Q W]. fold p in Q, W. destruct (fst p) as [R|]; cbn [is_nothing modes_of].
    - destruct W as [W C]. split; [eauto|]. auto.
    - destruct W as [S C]. destruct (Z.eqb_spec (shape b) 1) as [O|O].
      + split; [exists [Mode 1 0]; split; [now apply still_is|reflexivity]|]. split; [exact H|]. split; [|exact Q]. intros ->. split; [reflexivity|].
        now apply one_point.
      + destruct In_ as [Pb _]. specialize (Ex b Pb S). destruct (beyond b) as [R|]; cbn [is_nothing modes_of turned].
        * destruct Ex as (E1 & E2 & E3). split; [|split; [now right|split; [discriminate|exact Q]]]. exists R. split; [|reflexivity].
          split; [exact E1|]. split; [exact E2|]. intros i I. rewrite E3 by exact I. unfold value, Whole.A. rewrite <- split_A. f_equal. ring.
        * split; [reflexivity|]. intros R (E1 & E2 & E3). apply (Ex R E1 E2). intros i I. rewrite E3 by exact I. unfold value, Whole.A.
          rewrite <- split_A. f_equal. ring.
  Qed.

  (* ------------------------------------------------------------------------------------ whether B's modes add up *)

  Lemma no_digit_is_full ms : forall ys ds more, counted ms ys ds ->
    fold_left (fun h1 '(m1, n1) => if h1 =? 0 then if shape n1 <=? m1 then 1 else 0 else 1) (combine ds (ms ++ more)) 0 = 0 -> no_carry ms ys.
  Proof.
    assert (One : forall l, fold_left (fun (h1 : Z) '(m1, n1) => if h1 =? 0 then if shape n1 <=? m1 then 1 else 0 else 1) l 1 = 1)
      by (induction l as [|[d n] t IH]; auto).
    induction ms as [|m t IH]; intros ys [|d e] more C E; cbn [counted no_carry] in *; auto; [tauto|]. destruct C as [C1 C2].
    cbn [app combine fold_left Z.eqb] in E. destruct (Z.leb_spec (shape m) d); [now rewrite One in E|]. split; [lia|]. now apply (IH _ e more).
  Qed.
  Variables (B : list mode) (Ls : list (list mode)).
  Hypothesis HB : Forall (inside_A init) B.
  Hypothesis Each : along_each init last Ls B.
  Lemma B_positive : Forall positive B.
  Proof. eapply Forall_impl; [|exact HB]. unfold inside_A. tauto. Qed.
  Lemma right_is_printed i : 0 <= i -> Headers.evaluate (concat Ls) i = evaluate (concat Ls) i /\
    Headers.evaluate_extended A (Headers.evaluate B i) = runs_on A (evaluate B i).
  Proof.
    intros I. destruct (joined_is _ _ _ _ Each) as (PR & _). pose proof B_positive as PB. rewrite !shipped_evaluate_is by auto.
    split; [reflexivity|]. apply printed_evaluate_extended; [exact P|]. destruct init as [|x y] eqn:E; [now right|left]. apply upward_above.
    eapply Forall_impl; [|exact HB]. intros b (Pb & [Q|[Q|Q]]); [split; auto|split; auto|discriminate].
  Qed.
  Lemma all_compared {answer} (no : answer) l a : walk (fun m1 (_ : unit) =>
      if Headers.evaluate (concat Ls) m1 =? Headers.evaluate_extended A (Headers.evaluate B m1) then inl tt else inr no) l tt = inl a ->
    forall i, In i l -> Headers.evaluate (concat Ls) i = Headers.evaluate_extended A (Headers.evaluate B i).
  Proof.
    induction l as [|x t IH]; intros E i I; [destruct I|]. cbn [walk] in E. destruct (Z.eqb_spec (Headers.evaluate (concat Ls) x) (Headers.evaluate_extended A (Headers.evaluate B x))); [|discriminate].
    destruct I as [<-|I]; auto.
  Qed.
  Theorem modes_add_up_is first textbook ds : 0 <= first -> (textbook = true -> forall i, counted init (coordinates B i) ds) ->
    let add_up := forall i, 0 <= i < size B -> evaluate (concat Ls) i = runs_on A (evaluate B i) in
    if Loops.modes_add_up first A B (concat Ls) textbook ds then add_up else ~ add_up.
  Proof.
    intros F C add_up. destruct (joined_is _ _ _ _ Each) as (PR & SR & VR). pose proof B_positive as PB.
    destruct (Loops.modes_add_up _ _ _ _ _ _) eqn:E.
    - assert (Sums : (forall i, runs_on A (sum (coordinates B i)) = sum (map (value init last) (coordinates B i))) -> add_up)
        by (intros H i I; now rewrite VR, evaluate_sums, H).
      assert (All : forall w : unit + bool, w = walk (fun m1 (_ : unit) => if Headers.evaluate (concat Ls) m1 =? Headers.evaluate_extended A (Headers.evaluate B m1)
        then inl tt else inr false) (Combinators.below (Headers.size B)) tt -> match w with inl _ => true | inr a => a end = true -> add_up).
      { intros w -> W i I. destruct (walk _ _ _) as [a|[]] eqn:G; [|exfalso|discriminate].
        - pose proof (all_compared false _ a G i) as Q. destruct (right_is_printed i ltac:(lia)) as [Q1 Q2]. rewrite <- Q1, <- Q2. apply Q.
          change (Headers.size B) with (shipped_size B). rewrite shipped_size_is. now apply (in_upto (size B)).
        - clear - G. revert G. generalize (Combinators.below (Headers.size B)). induction l as [|x t IH]; cbn [walk]; [discriminate|].
          destruct (_ =? _); [exact IH|discriminate]. }
      assert (One : Nat.eqb (List.length B) 1 = true -> add_up).
      { intros Q. apply Sums. intros i. destruct B as [|b [|]]; try discriminate. cbn [coordinates map sum]. rewrite !Z.add_0_r. unfold value, Whole.A.
        now rewrite <- split_A. }
      unfold Loops.modes_add_up in E. destruct textbook.
      + destruct (Nat.eqb _ 1) eqn:N; [now apply One|]. cbv zeta in E. match type of E with (if ?x =? 0 then _ else _) = _ => destruct (Z.eqb_spec x 0) as [Z0|] end.
        * apply Sums. intros i. rewrite split_A in Z0. pose proof (no_digit_is_full init _ ds [last] (C eq_refl i) Z0) as NC.
          assert (V : forall x, runs_on A x = extended init last x) by (intros x; rewrite split_A at 1; apply runs_on_is, init_positive).
          rewrite V, (additive init last init_positive _ NC). f_equal. apply map_ext. intros y. unfold value, Whole.A. now rewrite <- split_A, V.
        * destruct (_ =? _); [|discriminate]. now eapply All.
      + destruct (Nat.eqb _ 1) eqn:N; [now apply One|]. destruct (Loops.never_carries A B) eqn:NC; [|now eapply All]. apply Sums. intros i.
        pose proof (never_carries_is init last B HB) as G. unfold value, Whole.A in *. rewrite <- split_A in *.
        destruct B; [apply value_zero|]. now apply G.
    - intros H. destruct (adds_up_shows_where _ _ _ _ _ _ E) as (i & got & _ & I & -> & N). apply N. clear N.
      change (Headers.size B) with (shipped_size B) in I. rewrite shipped_size_is in I. assert (I0 : 0 <= i) by (destruct I; lia).
      destruct (right_is_printed i I0) as [-> ->]. rewrite <- (evaluate_wraps _ PR), <- (evaluate_wraps B PB), SR. apply H.
      apply Z.mod_pos_bound. pose proof (size_positive B PB). lia.
  Qed.
End Of_one_A.

(* ------------------------------------------------------------------------------------------------------- all of it *)

Lemma printed_inside (linear : bool) B : Loops.inside_domain linear B =
  forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb linear)) B.
Proof.
  unfold Loops.inside_domain. destruct linear.
  { symmetry. apply forallb_forall. intros b _. now rewrite andb_false_r. }
  enough (W : forall x, (exists y, walk (fun m1 x2 => if stride m1 <? 0 then if 1 <? shape m1 then inr false
    else inl (x2 + (shape m1 - 1) * (0 - stride m1)) else inl (x2 + (shape m1 - 1) * stride m1)) B x = inl y /\
      forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb false)) B = true) \/
    walk (fun m1 x2 => if stride m1 <? 0 then if 1 <? shape m1 then inr false
    else inl (x2 + (shape m1 - 1) * (0 - stride m1)) else inl (x2 + (shape m1 - 1) * stride m1)) B x = inr false /\
      forallb (fun b => negb ((stride b <? 0) && (1 <? shape b) && negb false)) B = false)
    by (destruct (W 0) as [(y & -> & ->)|[-> ->]]; reflexivity).
  induction B as [|b t IH]; intros x; cbn [walk forallb]; [left; eauto|].
  destruct (stride b <? 0); cbn [andb negb]; [|apply IH]. destruct (1 <? shape b); cbn [andb negb]; [now right|apply IH].
Qed.
Theorem composition_is along gave_up first A B answer : Forall positive (removelast A) -> positive (List.last A (Mode 1 0)) ->
  let O := Headers.coalesce_extended A in exact_along O (Loops.compose_beyond along gave_up O) ->
  Forall (inside_A (front O)) B -> 0 <= first -> Loops.composition along gave_up first A B = answer -> composed (runs_on O) B answer.
Proof.
  intros PI PL O Ex HB F <-. destruct (outer_is _ _ PI PL) as (PO & SO & _). unfold outer in *. rewrite <- printed_extended in *. fold O in PO, SO.
  unfold front, back in *. assert (NO : O <> []) by (intros Q; rewrite Q in SO; discriminate).
  set (init := removelast O) in *. set (last := List.last O (Mode 1 0)) in *.
  assert (PB : Forall positive B) by (eapply Forall_impl; [|exact HB]; unfold inside_A; tauto).
  assert (In_ : Loops.inside_domain (Nat.eqb (List.length O) 1) B = true).
  { rewrite printed_inside. apply forallb_forall. intros b I. rewrite Forall_forall in HB. destruct (HB b I) as (_ & [Q|[Q|Q]]).
    - now destruct (Z.ltb_spec (stride b) 0); [lia|].
    - rewrite Q. cbn [Z.ltb Z.compare Pos.compare Pos.compare_cont]. now rewrite andb_false_r.
    - rewrite SO, Q. cbn. now rewrite andb_false_r. }
  assert (End_ : forall turn, (forall b h L ds, In b B -> List.length ds = List.length init -> h = 0 \/ h = 1 -> turned O b h L ds (turn b (h, L, ds))) ->
    composed (runs_on O) B match walk turn B (0, [], repeat 0 (List.length init)) with
    | inl (h1, l1, l2) => if h1 =? 0 then if Loops.modes_add_up first O B l1 true l2 then Some l1 else None
                          else if Loops.modes_add_up first O B l1 false l2 then Some l1 else None
    | inr a => a
    end).
  { intros turn T. pose proof (all_turns O turn B T PB 0 [] (repeat 0 (List.length init)) (repeat_length _ _) (or_introl eq_refl)) as W.
    fold init last in W. destruct (walk _ _ _) as [[[h L] ds]|a].
    2:{ destruct W as [-> No]. intros Ls N V. apply (No Ls). apply nested_values; auto. intros i I. unfold value, Whole.A. rewrite <- SO. now apply V. }
    destruct W as ((Ls & Each & ->) & H & C). cbn [app].
    assert (Start : forall ms : list mode, counted ms [] (repeat 0 (List.length ms))) by (induction ms; cbn; auto with zarith).
    assert (Same : forall Ms, nested_as Ms B -> (forall i, 0 <= i < size B -> evaluate (concat Ms) i = runs_on O (evaluate B i)) ->
      forall i, 0 <= i < size B -> evaluate (concat Ls) i = runs_on O (evaluate B i)).
    { intros Ms N V i I. rewrite <- V by exact I. assert (Each' : along_each init last Ms B)
        by (apply nested_values; auto; intros j J; unfold value, Whole.A; rewrite <- SO; now apply V).
      destruct (joined_is _ _ _ _ Each) as (_ & _ & ->). now destruct (joined_is _ _ _ _ Each') as (_ & _ & ->). }
    assert (Done : forall textbook, (textbook = true -> h = 0) ->
      composed (runs_on O) B (if Loops.modes_add_up first O B (concat Ls) textbook ds then Some (concat Ls) else None)).
    { intros textbook Tb. assert (Cn : textbook = true -> forall i, counted init (coordinates B i) ds)
        by (intros Q i; exact (proj2 (C (Tb Q)) [] i (Start init))).
      pose proof (modes_add_up_is O NO PO B Ls HB Each first textbook ds F Cn) as W. cbv zeta in W. destruct (Loops.modes_add_up _ _ _ _ _ _).
      - exists Ls. split; [|split; [reflexivity|exact W]]. clear - Each. induction Each as [|L b Ls B (P & S & _) H IH]; constructor; auto.
      - intros Ms N V. apply W. exact (Same Ms N V). }
    destruct (Z.eqb_spec h 0); apply Done; auto. discriminate. }
  unfold Loops.composition. fold O. destruct (Nat.eqb (List.length O) 1) eqn:Line; rewrite In_; apply End_; intros b h L ds I D H;
    pose proof (proj1 (Forall_forall _ _) HB b I) as HI; cbv zeta.
  - assert (L1 : init = []) by (unfold init; destruct O as [|x [|]]; try discriminate; reflexivity).
    pose proof (taken O along gave_up NO PO Ex b h L ds HI (or_intror L1) D H) as T. cbv zeta in T.
    destruct H as [-> | ->]; cbn [Z.eqb]; destruct (shape b =? 1); destruct (is_nothing (fst _)); exact T.
  - destruct (Z.leb_spec 0 (stride b)) as [S|S].
    + pose proof (taken O along gave_up NO PO Ex b h L ds HI (or_introl S) D H) as T. cbv zeta in T.
      destruct H as [-> | ->]; cbn [Z.eqb]; destruct (shape b =? 1); destruct (is_nothing (fst _)); exact T.
    + assert (O1 : shape b = 1).
      { destruct HI as (_ & [Q|[Q|Q]]); [lia|exact Q|]. rewrite SO, Q in Line. discriminate. }
      rewrite O1. assert (T : turned O b h L ds (inl (h, L ++ [Mode 1 0], ds))).
      { split; [exists [Mode 1 0]; split; [now apply still_is|reflexivity]|]. split; [exact H|]. split; [|exact D]. intros ->. split; [reflexivity|].
        apply one_point; [exact O1|]. intros ys. apply counted_still. }
      destruct H as [-> | ->]; exact T.
Qed.
(* Where B leaves A nothing is answered. *)
Theorem answers_inside along gave_up first A B R : Forall positive B -> Loops.composition along gave_up first A B = Some R ->
  Forall (inside_A (front (Headers.coalesce_extended A))) B.
Proof.
  intros PB E. unfold Loops.composition in E. set (O := Headers.coalesce_extended A) in *.
  assert (In_ : Loops.inside_domain (Nat.eqb (List.length O) 1) B = true)
    by (destruct (Nat.eqb _ 1); destruct (Loops.inside_domain _ B); [reflexivity|discriminate|reflexivity|discriminate]).
  rewrite printed_inside, forallb_forall in In_. apply Forall_forall. intros b I. specialize (In_ b I). rewrite Forall_forall in PB.
  specialize (PB b I). split; [exact PB|]. unfold positive in PB. destruct (Z.ltb_spec (stride b) 0); [|auto].
  destruct (Z.ltb_spec 1 (shape b)); [|right; left; lia]. right; right. unfold front. destruct O as [|x [|]]; [reflexivity|reflexivity|discriminate].
Qed.

(* ---------------------------------------------------------------------------------------------- divides and products *)

(* To the composition, with R, of what the complement leaves of W's size. *)
Ltac rest_is complement B W :=
  change (Headers.size W) with (shipped_size W); rewrite shipped_size_is;
  destruct (complement B (size W)) as [R|]; cbn [is_nothing modes_of]; [|reflexivity].

Theorem printed_divide along gave_up first A B : Loops.divide along gave_up first A B =
  match Headers.strict_complement B (size A) with
  | None => None
  | Some R => Loops.composition (along A) (gave_up A) first A (B ++ R)
  end.
Proof.
  unfold Loops.divide. rest_is Headers.strict_complement B A. now destruct (Loops.composition _ _ _ A (B ++ R)).
Qed.
Theorem printed_covering_divide found along gave_up first A B : Loops.covering_divide found along gave_up first A B =
  match Headers.padded A B with
  | None => None
  | Some W =>
      match Headers.covering_complement B (size W) with
      | None => None
      | Some R => Loops.composition (along W) (gave_up W) first W (B ++ R)
      end
  end.
Proof.
  unfold Loops.covering_divide. destruct (Headers.padded A B) as [W|]; cbn [is_nothing modes_of]; [|reflexivity].
  rest_is Headers.covering_complement B W.
  now destruct (Loops.composition _ _ _ W (B ++ R)).
Qed.
Theorem printed_disjoint_divide found along gave_up first A B : Loops.disjoint_divide found along gave_up first A B =
  match Headers.padded A B with
  | None => None
  | Some W =>
      match Headers.disjoint_complement B (size W) with
      | None => None
      | Some R => if is_none (Headers.surjective found (B ++ R) (Tiles.last_in (Headers.coalesce_extended A) W + 1))
                  then Loops.composition (along W) (gave_up W) first W (B ++ R) else None
      end
  end.
Proof.
  unfold Loops.disjoint_divide. destruct (Headers.padded A B) as [W|]; cbn [is_nothing modes_of]; [|reflexivity].
  rest_is Headers.disjoint_complement B W.
  pose proof (Tiles.last_point_is (Headers.coalesce_extended A) W 0 1) as L. destruct (fold_left _ _ _) as [x p]. cbn [fst] in L.
  rewrite L, Z.mul_1_l, Z.add_0_l. destruct (is_none _); [|reflexivity]. now destruct (Loops.composition _ _ _ W (B ++ R)).
Qed.
Theorem printed_gaps A n : Headers.disjoint_gaps A n = gaps_of disjoint A n.
Proof.
  unfold Headers.disjoint_gaps, gaps_of.
  keeps_what_matters disjoint. destruct (forallb _ _); [|reflexivity]. unfold gaps. rewrite a_fold_is_a_loop. cbv zeta. cbn [step_of finish_of].
  destruct (stops disjoint_step _ 1); [reflexivity|]. cbn [app]. unfold covering_finish.
  now destruct (Z.rem n _ =? 0).
Qed.
Theorem printed_room A n : Headers.room_for_copies A n = Room.room_for_copies A n.
Proof.
  unfold Headers.room_for_copies, Room.room_for_copies. rewrite !printed_gaps.
  change (Headers.least_cotarget A) with (Room.least_cotarget A). change (Headers.size A) with (shipped_size A).
  destruct (gaps_of disjoint A (shipped_size A * n)) as [gs|]; cbn [is_nothing modes_of]; [|reflexivity].
  change (Headers.size gs) with (shipped_size gs). destruct (shipped_size gs <? n); [|reflexivity].
  now destruct (gaps_of disjoint A (Room.least_cotarget A * n)).
Qed.
Theorem printed_product along gave_up first A B : Loops.product along gave_up first A B =
  match Headers.room_for_copies A (shipped_cosize B) with
  | None => None
  | Some gs => let free := shipped_coalesce gs in option_map (app A) (Loops.composition (along free) (gave_up free) first free B)
  end.
Proof.
  unfold Loops.product. destruct (Headers.room_for_copies A (shipped_cosize B)) as [gs|]; cbn [is_nothing modes_of]; [|reflexivity].
  cbv zeta. now destruct (Loops.composition _ _ _ (Headers.coalesce gs) B).
Qed.
