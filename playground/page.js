// SPDX-License-Identifier: MIT
// The page asks the tool by command lines, as a shell does, and shows what comes back. A pane says which.
"use strict";

const LIMIT_MS = 2000;       // then an answer is cut off
const MOST_CELLS = 12288;    // of the tables on the page; more are left to Save SVG
const CELLS_AT_ONCE = 512;   // of a picture: these are shown first, and the others so many at a time
const LONGEST_LINK = 4000;   // letters of the state that the address holds
const STOOD_MS = 1000;       // a state that stood so long is one that Back returns to

// ------------------------------------------------------------------------------------------------------- panes

const layoutField = (name, label, value) => ({name, label, value, wide: true});
const choice = (name, label, options, value = options[0]) => ({name, label, options, value});
const textField = (name, label, value) => ({name, label, value, wide: true, lines: 8});
const given = (name, value) => value ? [name, value] : [];
const DIVIDES = ["logical", "zipped", "tiled", "flat"].map((kind) => kind + "_divide");
const PRODUCTS = ["logical", "zipped", "tiled", "flat", "blocked", "raked"].map((kind) => kind + "_product");
const access = (f) => [f.access, "--on", f.on, "--element", f.element, "--width", f.width, ...(f.direction === "store" ? ["--store"] : []), ...(f.lanes ? ["--lanes", f.lanes] : [])];

/// `answer`, `explain` and the entries of `pictures`, `facts`: words of a command line. `drawn` is the one picture
/// that can be saved, and that is shown of a refusal; `pictures` are told the answer. `text`: what the file `text` of the command line holds. `lists`: its fields need the names of targets and atoms. `asked`: the fields whose texts the tool reads, in its order.
const PANES = {
  layout: {
    title: "Layout", asked: ["L"], fields: [layoutField("L", "Layout or expression", "(4,(2,3)):(2,(1,8))")],
    answer: (f) => ["expression", f.L],
    drawn: (f) => [f.L],
    explain: (f) => ["explain", "coalesce", f.L],
    facts: (f) => ["size", "cosize", "coalesce", "injective", "contiguous", "right_inverse"].map((op) => [op, f.L]),
  },
  composition: {
    title: "Composition", asked: ["A", "B"], linked: true,
    fields: [layoutField("A", "A", "(6,8):(8,1)"), layoutField("B", "B", "(4,3):(3,12)")],
    answer: (f) => ["composition", f.A, f.B],
    drawn: (f) => ["composition", f.A, f.B],
    pictures: (f) => [[f.A], [f.B], [`composition(${f.A}, ${f.B})`]],
    explain: (f) => ["explain", "composition", f.A, f.B],
  },
  tiles: {
    title: "Divide, product", asked: ["A", "T"],
    fields: [choice("op", "Operation", [...DIVIDES, ...PRODUCTS], "zipped_divide"), layoutField("A", "A", "(6,8):(1,6)"),
             layoutField("T", "Tiler, or B of a product", "<3,4>")],
    answer: (f) => [f.op, f.A, f.T],
    drawn: (f) => [f.op, f.A, f.T],
    explain: (f) => ["explain", f.op, f.A, f.T],
  },
  complement: {
    title: "Complement", asked: ["A", "M"], fields: [layoutField("A", "A", "8:2"), {name: "M", label: "M, the cotarget", value: "32"}],
    answer: (f) => ["complement", f.A, f.M],
    drawn: (f) => ["complement", f.A, f.M],
    explain: (f) => ["explain", "complement", f.A, f.M],
  },
  banks: {
    title: "Swizzle, banks", lists: true, asked: ["access"],
    fields: [layoutField("access", "Access: (lane, step) to element, may be swizzled", "Sw<3,3,3> o 0 o (32,8):(64,8)"),
             choice("on", "Target", ["sm90", "gfx942"]), choice("element", "Bytes of an element", ["1", "2", "4", "8"], "2"),
             choice("width", "Bytes of an access", ["1", "2", "4", "8", "16"], "16"), choice("direction", "Direction", ["load", "store"]), {name: "lanes", label: "Lanes, if not all", value: ""}],
    answer: (f) => ["banks", ...access(f)],
    drawn: (f) => ["banks", ...access(f)],
    pictures: (f) => [["banks", ...access(f)], [f.access]],
    explain: (f) => ["swizzle", (f.access.match(/S[w]?<[^>]*>/) || [""])[0], "--element", f.element],
    facts: (f) => [["find_swizzle", f.direction === "store" ? "--write" : "--read", ...access(f).filter((w) => w !== "--store")]],
  },
  tv: {
    title: "Thread, value", lists: true, asked: ["tv", "tile"], same: true,
    fields: [{name: "atom", label: "Atom (fills the rest)", value: "SM80_16x8x16_F32F16F16F32_TN", list: "atoms", wide: true},
             choice("operand", "Operand", ["A", "B", "C"], "C"), layoutField("tv", "(thread, value) to element", "((4,8),(2,2)):((32,1),(16,8))"),
             {name: "tile", label: "Tile", value: "(16,8)"}],
    answer: (f) => ["expression", `bijective(${f.tv}, size(${f.tile}))`],
    drawn: (f) => ["tv", f.tv, f.tile],
    facts: (f) => [["right_inverse", f.tv], ["coalesce", f.tv]],
  },
  map: {
    title: "Index map", asked: ["map", "is"],
    fields: [layoutField("map", "Coordinates -> expression", "(i<32, j<8) -> i*32 + (j ^ (i % 8))"), layoutField("is", "The layout that was meant", "")],
    answer: (f) => ["map", f.map, ...given("--is", f.is)],
    drawn: (f) => [f.map],
  },
  coalescing: {
    title: "Global memory", lists: true, asked: ["access"],
    fields: [layoutField("access", "Access: (lane, step) to element", "(t<32, s<2) -> t*33 + s"), choice("on", "Target", ["sm90", "gfx942"]),
             choice("element", "Bytes of an element", ["1", "2", "4", "8"], "4"), {name: "address", label: "The first byte, if not 0", value: ""}],
    answer: (f) => ["coalescing", f.access, "--on", f.on, "--element", f.element, ...given("--address", f.address)],
    drawn: (f) => [f.access],
  },
  tma: {
    title: "TMA", asked: ["tensor"],
    fields: [layoutField("tensor", "Tensor", "(16,32):(32,1)"), {name: "box", label: "Box", value: "(8,16)"},
             choice("swizzle", "Swizzle", ["none", "32", "64", "128", "128_atom_32", "128_atom_64"], "64"), {name: "element", label: "Element", value: "f32"},
             {name: "at", label: "Where the box begins", value: ""}],
    answer: (f) => ["tma", f.tensor, "--box", f.box, "--element", f.element, "--swizzle", f.swizzle, ...given("--at", f.at)],
    drawn: (f) => [f.tensor],
    pictures: (f, said = "") => [f.tensor, said.split("\n")[0]].filter(Boolean).map((layout) => [layout]),  // and where the box lands
  },
  descriptor: {
    title: "Descriptor", asked: ["operand"],
    fields: [layoutField("operand", "Operand in shared memory, or a descriptor's bits", "Sw<3,3,3> o 0 o (64,64):(64,1)"), choice("on", "Target", ["sm90", "sm100"]),
             choice("element", "Bytes of an element", ["1", "2", "4"], "2")],
    answer: (f) => ["descriptor", f.operand, "--on", f.on, "--element", f.element],
    drawn: (f) => /^0x/.test(f.operand) ? null : [f.operand],
  },
  races: {
    title: "Races", asked: ["write", "read"], same: true,
    fields: [layoutField("write", "Written between two barriers: (thread, step) to element", "(32,4):(1,32)"), layoutField("read", "Read", "(32,4):(4,1)"),
             choice("element", "Bytes of an element", ["1", "2", "4", "8"], "4")],
    answer: (f) => ["race_free", ...given("--write", f.write), ...given("--read", f.read), "--element", f.element],
    drawn: (f) => f.write ? [f.write] : null,
    pictures: (f) => [f.write, f.read].filter(Boolean).map((layout) => [layout]),
  },
  predicate: {
    title: "Predicate", asked: ["map"],
    fields: [layoutField("map", "Access: coordinates -> its first element", "(b<4, t<8) -> (4*b + t/2, t%2*8)"), {name: "holds", label: "Predicate", value: "4*b + t/2 < 10", wide: true},
             {name: "tensor", label: "Tensor's shape", value: "(10,14)"}, {name: "width", label: "Elements that it moves", value: "8"},
             {name: "given", label: "Another predicate that is given", value: "", wide: true}],
    answer: (f) => ["predicate", f.map, f.holds, ...given("--tensor", f.tensor), ...given("--width", f.width), ...given("--given", f.given)],
    drawn: (f) => [f.map],
  },
  copy: {
    title: "Tiled copy", asked: ["threads", "values", "tensor"],
    fields: [{name: "threads", label: "Threads", value: "(32,4):(4,1)"}, {name: "values", label: "Values of each", value: "(1,8):(8,1)"},
             layoutField("tensor", "Tensor", "Sw<3,3,3> o 0 o (128,64):(64,1)"), choice("element", "Bytes of an element", ["1", "2", "4", "8"], "2")],
    answer: (f) => ["tiled_copy", f.threads, f.values, ...(f.tensor ? ["--tensor", f.tensor, "--element", f.element] : [])],
    drawn: (f) => ["tiled_copy", f.threads, f.values],
  },
  mma: {
    title: "Tiled MMA", lists: true, asked: [],
    fields: [{name: "instruction", label: "Atom", value: "SM80_16x8x16_F32F16F16F32_TN", list: "atoms", wide: true}, {name: "waves", label: "Atoms along M and N", value: "(2,2):(2,1)"},
             {name: "tile", label: "Tile, may be permuted", value: "<(4,4,2):(1,8,4),32,16>"}],
    answer: (f) => ["tiled_mma", f.instruction, ...given("--atoms", f.waves), ...given("--tile", f.tile)],
    drawn: (f) => ["atom", f.instruction],
    facts: (f) => [["atoms", f.instruction]],
  },
  scales: {
    title: "Scales", asked: [],
    fields: [choice("format", "Format", ["mxfp8", "nvfp4", "fp8_128x128"]), {name: "rows", label: "Rows", value: "256"}, {name: "columns", label: "Columns", value: "512"}],
    answer: (f) => ["scales", f.format, f.rows, f.columns],
    drawn: () => null,
  },
  paste: {
    title: "Paste", asked: [], text: (f) => f.text,
    fields: [textField("text", "Source, a print or an IR with layouts", "sA = cute.make_layout((64, n), stride=(1, 64))\nLayout<Shape<_4,_8>>\n#ttg.linear<{register = [[1], [2]], lane = [[4]], warp = [[8]], block = []}>")],
    answer: () => ["import", "text"],
    drawn: () => null,
  },
  file: {
    title: "Questions", asked: [], text: (f) => f.text,
    fields: [textField("text", "Questions and their answers, one a line", "composition((4,8):(8,1), 4:2) == (2,2):(16,1)\ninjective((4,8):(8,1)) == yes")],
    answer: () => ["check", "text"],
    drawn: () => null,
  },
  plan: {
    title: "Tile plan", asked: [], text: (f) => f.text,
    fields: [textField("text", "The stages of a block of a GEMM; ? is searched", JSON.stringify({on: "sm80", atom: "SM80_16x8x16_F32BF16BF16F32_TN", atoms: "(2,2)",
      tile: "(128,128,32)", stages: 3, ...Object.fromEntries(["A", "B"].map((name) => [name, {global: "(128,32):(4096,1)",
        copy: {threads: "(32,4):(4,1)", values: "(1,8):(8,1)", by: "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"}, shared: "(128,32):(32,1)", swizzle: "?",
        load: "SM75_U32x4_LDSM_N"}])), C: {global: "(128,128):(4096,1)", element: 4}}, null, 1))],
    answer: () => ["plan", "text"],
    drawn: () => ["plan", "text"],
  },
  command: {
    title: "Command", asked: [], fields: [layoutField("line", "Any command of the tool", "logical_divide '(24):(2)' '4:2'")],
    answer: (f) => words(f.line),
    drawn: (f) => { const w = words(f.line); return w[0] === "draw" ? w.slice(1) : null; },
  },
};

const EXAMPLES = [
  ["Three libraries answer (3,2):(20,30); it is wrong at index 5", "composition", {A: "(4,6,8):(1,10,100)", B: "(3,2):(8,12)"}],
  ["CuTe answers (2,2):(120,120); the right layout", "composition", {A: "(8,8):(24,5)", B: "4:5"}],
  ["pycute refuses; there is an answer", "composition", {A: "(4,6,8,10):(2,3,5,7)", B: "6:12"}],
  ["A published claim: every chain has a complement", "complement", {A: "4:3", M: "16"}],
  ["CuTe takes it for non-injective; it has a left inverse", "layout", {L: "left_inverse((2,2):(2,3))"}],
  ["A swizzle that reaches beyond the cosize", "layout", {L: "Sw<2,0,3> o 0 o 9:1"}],
  ["Tiles of a matrix", "tiles", {op: "zipped_divide", A: "(6,8):(1,6)", T: "<3,4>"}],
  ["Blocked and raked products", "tiles", {op: "raked_product", A: "(2,2):(1,2)", T: "(3,2):(1,3)"}],
  ["Rows of 64 halves without a swizzle: 8 lanes on one bank", "banks", {access: "(32,8):(64,8)", on: "sm90", element: "2", width: "16", direction: "load"}],
  ["The accumulator of an MMA", "tv", {}],
];

/// The words of a command line; quotes keep spaces.
function words(line) {
  const found = [];
  for (const m of line.replace(/^\s*colex\s+/, "").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) found.push(m[0].replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return found;
}
const quoted = (word) => /^[\w.,:+=@-]+$/.test(word) ? word : `'${word}'`;

// ------------------------------------------------------------------------------------------------------ engine

const source = ["engine", "worker"].map((id) => document.getElementById(id).textContent.replaceAll("<\\/script", "</script")).join("\n");
const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
const engine = {worker: null, ready: false, busy: null, waiting: null, timer: 0};

function start() {
  engine.worker = new Worker(address);
  engine.ready = false;
  engine.worker.onmessage = ({data}) => {
    if (data.ready) engine.ready = true;
    else finish(data.results);
    next();
  };
  engine.worker.onerror = (event) => { event.preventDefault(); cut("The tool has stopped: " + event.message); };
}
function finish(results) {
  const {done} = engine.busy;
  clearTimeout(engine.timer);
  engine.busy = null;
  done(results);
}
function cut(why) {
  engine.worker.terminate();
  start();
  if (engine.busy) finish({cut: why});
}
/// Only the latest question waits; one that was typed over is not asked.
function next() {
  if (!engine.ready || engine.busy || !engine.waiting) return;
  engine.busy = engine.waiting, engine.waiting = null;
  engine.worker.postMessage({id: 0, commands: engine.busy.commands});
  engine.timer = setTimeout(() => cut(`Cut off after ${LIMIT_MS / 1000} seconds. The tool itself has no such limit.`), LIMIT_MS);
}
function ask(commands, done) {
  engine.waiting = {commands, done};
  next();
}

// ---------------------------------------------------------------------------------------------------- pictures

const $ = (id) => document.getElementById(id);
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const product = (numbers) => numbers.reduce((a, b) => a * b, 1);
let figures = [];  // {grid, table, rows, columns, shown: how many rows are in the table}

/// The index of the point at a cell: a layout of one mode is wrapped, its rows named by their first index.
const indexAt = ({grid, rows}, r, c) => grid.rows.names && !isNaN(grid.rows.names[r]) ? Number(grid.rows.names[r]) + c : r + c * rows;

function headersAbove(axis, pad) {
  const count = product(axis.extents), lines = [];
  let length = count;
  for (const extent of [...axis.extents].reverse()) {
    length /= extent;
    let line = "";
    for (let k = 0; k < count / length; ++k) line += `<th scope="col" colspan="${length}">${axis.names ? escaped(axis.names[k]) : k % extent}</th>`;
    lines.push(`<tr>${"<td hidden></td>"}<th colspan="${pad}"></th>${line}</tr>`.replace("<td hidden></td>", ""));
  }
  return lines.join("");
}
function headersBeside(axis, r) {
  let out = "", length = product(axis.extents);
  for (const extent of [...axis.extents].reverse()) {
    length /= extent;
    if (r % length === 0) out += `<th scope="row" rowspan="${length}">${axis.names ? escaped(axis.names[r]) : (r / length) % extent}</th>`;
  }
  return out;
}
/// The rows from the one numbered `from` up to the one numbered `to`.
function rowsOf(grid, from, to) {
  const {rows, columns, cells} = grid, shade = grid.palette[0];
  const inner = (axis, k) => axis.extents.length > 1 && k % axis.extents[0] === 0;
  const differs = (cell, other) => other && (cell.region ?? -1) !== (other.region ?? -1);
  const regions = cells.some((row) => row.some((cell) => cell.region >= 0));
  let html = "";
  for (let r = from; r < to; ++r) {
    html += `<tr>${headersBeside(rows, r)}`;
    cells[r].forEach((cell, c) => {
      const kind = [cell.colour >= 0 ? shade + cell.colour : "", cell.wrong ? "wrong" : "",
        r > 0 && (regions ? differs(cell, cells[r - 1][c]) : inner(rows, r)) ? "top" : "",
        c > 0 && (regions ? differs(cell, cells[r][c - 1]) : inner(columns, c)) ? "left" : ""].filter(Boolean).join(" ");
      html += `<td class="${kind}" data-at="${r},${c}">${escaped(cell.label)}${cell.below ? `<small>${escaped(cell.below)}</small>` : ""}</td>`;
    });
    html += "</tr>";
  }
  return html;
}

function show(picture) {
  const box = document.createElement("div");
  box.innerHTML = `<h2>${escaped(picture.title)}</h2>`;
  for (const grid of picture.grids) {
    const figure = document.createElement("figure");
    const table = document.createElement("table");
    table.tabIndex = 0;
    table.setAttribute("aria-label", `${picture.title} ${grid.caption}`.trim());
    table.innerHTML = headersAbove(grid.columns, grid.rows.extents.length);
    const longest = Math.max(...grid.cells.map((row) => Math.max(...row.map((cell) => cell.label.length))));
    table.style.setProperty("--label", longest + "ch");  // so that rows shown later widen no column
    if (grid.caption) figure.innerHTML = `<figcaption>${escaped(grid.caption)}</figcaption>`;
    figure.append(table);
    figures.push({grid, table, rows: grid.cells.length, columns: grid.cells[0].length, shown: 0, name: grid.caption || picture.title});
    box.append(figure);
  }
  const legend = picture.legend.map((m) => `<span class="g${m.colour}"></span>${escaped(m.text)}`).join(" ");
  box.insertAdjacentHTML("beforeend", `<p class="legend">${legend}</p>` + picture.notes.map((note) => `<p>${escaped(note)}</p>`).join(""));
  $("pictures").append(box);
}

/// The next rows of the pictures; whether more are to come.
function show_rows() {
  let room = CELLS_AT_ONCE;
  for (const figure of figures) {
    const to = Math.min(figure.rows, figure.shown + Math.ceil(room / figure.columns));
    if (to > figure.shown) figure.table.tBodies[0].insertAdjacentHTML("beforeend", rowsOf(figure.grid, figure.shown, to));
    room = Math.max(0, room - (to - figure.shown) * figure.columns);
    figure.shown = to;
  }
  return figures.some((figure) => figure.shown < figure.rows);
}

/// Marks a cell, and in the other tables what belongs to it.
function mark(figure, r, c) {
  for (const cell of document.querySelectorAll("td.on")) cell.classList.remove("on");
  const cell = figure.grid.cells[r][c], pane = PANES[state.pane];
  const light = (f, k, l) => f.table.querySelector(`[data-at="${k},${l}"]`)?.classList.add("on");
  const lightWhere = (f, wanted) => f.grid.cells.forEach((row, k) => row.forEach((other, l) => wanted(other, k, l) && light(f, k, l)));
  let said = `${figure.name}: index ${indexAt(figure, r, c)}, ${cell.label}${cell.below ? " " + cell.below : ""}`;
  light(figure, r, c);
  if (pane.linked && figures.length === 3) {
    const [a, b, ab] = figures, inside = figure === a ? null : b.grid.cells[r]?.[c];
    if (figure === a) {
      const wanted = String(indexAt(a, r, c));
      lightWhere(b, (other, k, l) => other.label === wanted && (light(ab, k, l), true));
    } else if (inside) {
      light(b, r, c), light(ab, r, c);
      lightWhere(a, (other, k, l) => indexAt(a, k, l) === Number(inside.label));
      said = `i = ${indexAt(b, r, c)}: B(i) = ${inside.label}, A(B(i)) = ${ab.grid.cells[r][c].label}`;
    }
  } else if (pane.same) {
    for (const other of figures) lightWhere(other, (one) => cell.label !== "" && one.label === cell.label);
  } else {
    for (const other of figures) if (other.rows === figure.rows && other.columns === figure.columns) light(other, r, c);
  }
  figure.at = [r, c];
  $("hovered").textContent = said;
}
function figureOf(element) { return figures.find((f) => f.table === element?.closest("table")); }
$("pictures").addEventListener("pointerover", ({target}) => {
  const cell = target.closest("td[data-at]"), figure = figureOf(cell);
  if (figure) mark(figure, ...cell.dataset.at.split(",").map(Number));
});
$("pictures").addEventListener("keydown", (event) => {
  const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key], figure = figureOf(event.target);
  if (!step || !figure) return;
  event.preventDefault();
  const [r, c] = figure.at ? [figure.at[0] + step[0], figure.at[1] + step[1]] : [0, 0];
  if (r >= 0 && c >= 0 && r < figure.rows && c < figure.columns) mark(figure, r, c);
});

/// The classes of colours in the tool's SVG, for cells of tables.
function takeColours(svg) {
  const [light, dark] = svg.match(/<style>([^]*?)<\/style>/)[1].split("@media");
  const rules = (css) => [...css.matchAll(/\.([rg]\d)\{fill:(#\w+)\}/g)].map(([, name, colour]) => `.${name}{background:${colour}}`).join("");
  const style = document.createElement("style");
  style.textContent = `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}`;
  document.head.append(style);
}

// --------------------------------------------------------------------------------------------- asking, showing

const state = {pane: "layout", values: {}, read: {}, turn: 0};  // read: the values as they were asked
const plain = (result) => (result.out || result.err).trim();
const picture = (result) => { try { return JSON.parse(result.out); } catch { return null; } };
const drawing = (word, more) => ["draw", ...word, ...more, ...($("coordinates").checked ? ["--coordinates"] : [])];

/// Whether a name stands for a number that is not known: a capital letter, or a word that begins with one.
const has_unknown = (words) => words.some((word) => /(?<![\w@])[A-Z]\w*(?![\w<])/.test(word));
/// What the page says of a refused command line with such names: it has no solver.
const for_the_tool = (words) => `Unknowns such as K are answered by the tool, built with Z3:\ncolex ${words.map(quoted).join(" ")}`;

/// Whether a text is one of CuTe's types, prints or calls, or of a DSL, which `colex import` reads and an expression does not hold.
const is_foreign = (text) => /\b(Layout|ComposedLayout|Swizzle|Shape|Int)\s*<|\bmake_(shape|stride)\b|\bptr\b|_ptr\[|\b(cute|fx|ct)\.|[#!](cute|fly|ttg|triton)/.test(text);
/// The fields' values, a foreign text replaced by the first layout in it.
function own(values, names, found) {
  const layouts = Array.isArray(found) ? found.map((one) => picture(one)?.find?.((l) => l.value)?.layout) : [];
  return {...values, ...Object.fromEntries(names.map((name, k) => [name, layouts[k] ?? values[name]]))};
}

/// Where a message names a line and a column of what was typed: that line, and a mark below it.
function marked(message, pane) {
  const at = message.match(/^(?:colex: )?(.+?):(\d+):(\d+): /);
  for (const input of $("fields").elements) input.removeAttribute("aria-invalid");
  if (!at || !pane.asked.length) return message;
  const number = at[1].match(/^argument (\d+)$/), name = pane.asked[number ? Number(number[1]) - 1 : 0];
  const text = String(state.values[name] ?? "").split("\n")[Number(at[2]) - 1] ?? "";
  $("fields").elements[name]?.setAttribute("aria-invalid", "true");
  const column = Number(at[3]) - 1, from = Math.max(0, column - 40);
  return `${message}\n${text.slice(from, from + 80)}\n${" ".repeat(column - from)}^`;
}

/// The answer is shown first, then the pictures, row by row, and the reasons; what is typed meanwhile ends this.
function ask_pane() {
  const pane = PANES[state.pane], turn = ++state.turn, begun = performance.now();
  const then = (commands, show) => {
    if (turn !== state.turn) return;
    if (commands.length) ask(commands, (results) => turn === state.turn && show(results));
    else show([]);
  };
  remember();
  const names = pane.asked.filter((name) => is_foreign(state.values[name]));
  then(names.map((name) => ({words: ["import", "text", "--json"], text: state.values[name]})),
       (found) => answer_pane(pane, own(state.values, names, found), then, turn, begun));
}
function answer_pane(pane, f, then, turn, begun) {
  state.read = f;
  const data = $("panel").dataset, answer = pane.answer(f), drawn = pane.drawn(f), facts = pane.facts ? pane.facts(f) : [];
  const command = pane.text ? {words: answer, text: pane.text(f)} : answer;
  $("svg").hidden = $("coordinates").parentElement.hidden = !drawn;
  $("command").textContent = "colex " + answer.map(quoted).join(" ").slice(0, 300);
  then([command], (results) => {
    const first = results.cut ? {status: 2, out: "", err: results.cut} : results[0], refused = first.status !== 0, error = refused ? first.err.trim() : "";
    $("answer").textContent = first.out.trim().slice(0, 20000);
    $("answer").classList.toggle("no", refused && first.out.trim() !== "");
    $("answer").classList.toggle("long", first.out.trim().split("\n").length > 3);
    const beyond = first.status === 2 && has_unknown(answer.slice(1)) ? "\n" + for_the_tool(answer) : "";
    $("refusal").hidden = !error;
    $("refusal").textContent = marked(error, pane) + (error ? beyond : "");
    data.took = performance.now() - begun;
    if (!data.first) data.first = performance.now();
    const pictures = error || !pane.pictures ? [drawn].filter(Boolean) : pane.pictures(f, first.out);
    then(results.cut ? [] : pictures.map((p) => drawing(p, ["--json"])), (shown) => {
      const placed = (shown[0]?.err ?? "").trim();  // the drawing may name a column where the answer does not
      if (error && /:\d+:\d+: /.test(placed)) $("refusal").textContent = marked(placed, pane) + beyond;
      show_pictures(shown.cut ? [] : shown.map(picture).filter(Boolean));
      let missing = 2;  // the other rows, the reasons
      const complete = () => { if (--missing === 0) data.answered = Number(data.answered ?? 0) + 1; };
      const other_rows = () => {
        if (turn !== state.turn) return;
        if (show_rows()) setTimeout(other_rows);
        else complete();
      };
      other_rows();
      data.drawn = performance.now() - begun;
      const reasons = [...(pane.explain ? [pane.explain(f)] : []), ...(refused ? [] : facts)];
      then(results.cut ? [] : reasons, (rest) => {
        const why = pane.explain ? rest[0] : null, found = rest.slice(pane.explain ? 1 : 0);
        $("explanation").hidden = !why || why.status === 2;
        $("explanation").lastElementChild.textContent = why?.out ?? "";
        $("facts").innerHTML = found.map((one, k) => one.status !== 2 ? `<dt>${facts[k][0]}</dt><dd>${escaped(plain(one)).slice(0, 2000)}</dd>` : "").join("");
        complete();
      });
    });
  });
}
function show_pictures(list) {
  $("pictures").replaceChildren(), figures = [];
  for (const p of list) {
    const cells = p.grids.reduce((n, grid) => n + grid.cells.length * grid.cells[0].length, 0);
    if (cells <= MOST_CELLS) show(p);
    else $("pictures").append(`${p.title}: ${cells} cells. Save SVG has the picture.`);
  }
}

// ------------------------------------------------------------------------------------------- fields, tabs, links

let shown_at = Infinity;  // when the state became this one; the address's own state adds no step of the history
function remember() {
  const text = new URLSearchParams({pane: state.pane, ...state.values}).toString(), now = performance.now();
  if (text.length <= LONGEST_LINK) history[now - shown_at > STOOD_MS ? "pushState" : "replaceState"](null, "", "#" + text);
  shown_at = now;
}
function choose(name, values = {}) {
  const pane = PANES[name];
  state.pane = name;
  state.values = Object.fromEntries(pane.fields.map((field) => [field.name, values[field.name] ?? field.value]));
  $("fields").innerHTML = pane.fields.map(({name, label, options, list, wide, lines}) => `<label class="${wide ? "wide" : ""}">${escaped(label)}` + (options
    ? `<select name="${name}">${options.map((o) => `<option>${escaped(o)}</option>`).join("")}</select>`
    : lines ? `<textarea name="${name}" rows="${lines}" spellcheck="false"></textarea>`
    : `<input name="${name}" autocapitalize="off" autocorrect="off" spellcheck="false"${list ? ` list="${list}"` : ""}>`) + "</label>").join("");
  for (const field of pane.fields) {
    const input = $("fields").elements[field.name];
    if (field.name === "on") fillTargets(input);
    input.value = state.values[field.name];
  }
  for (const tab of $("tabs").children) {
    const mine = tab.dataset.pane === name;
    tab.setAttribute("aria-selected", mine);
    tab.tabIndex = mine ? 0 : -1;
    if (mine) $("panel").setAttribute("aria-labelledby", tab.id);
  }
  if (pane.lists && !atoms.length) fetchLists(() => choose(name, values));
  else ask_pane();
}
function fromAddress() {
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  shown_at = Infinity;
  choose(Object.hasOwn(PANES, given.pane ?? "") ? given.pane : "layout", given);
}
let targets = [], atoms = [];
function fetchLists(done) {
  ++state.turn;
  ask([["banks", "--cards", "--json"], ["atoms", "--json"]], (found) => {
    targets = JSON.parse(found[0].out).map((one) => one.card);
    atoms = JSON.parse(found[1].out).filter((atom) => atom.C);
    $("atoms").innerHTML = atoms.map((atom) => `<option value="${escaped(atom.name)}">${escaped(atom.target)}</option>`).join("");
    done();
  });
}
function fillTargets(select) {
  for (const target of targets) if (![...select.options].some((o) => o.value === target)) select.add(new Option(target));
}
/// Of the atom that is named: the layout of its operand, and the tile on which that is a map.
function fromAtom() {
  const atom = atoms.find((a) => a.name === state.values.atom), operand = state.values.operand;
  if (!atom?.[operand]) return;
  const [m, n, k] = atom.shape;
  state.values.tv = atom[operand];
  state.values.tile = `(${{A: [m, k], B: [n, k], C: [m, n]}[operand]})`;
  for (const name of ["tv", "tile"]) $("fields").elements[name].value = state.values[name];
}

$("fields").addEventListener("submit", (event) => event.preventDefault());
$("fields").addEventListener("input", ({target}) => {
  state.values[target.name] = target.value;
  if (target.name === "atom" || target.name === "operand") fromAtom();
  ask_pane();
});
for (const [name, pane] of Object.entries(PANES)) {
  const tab = Object.assign(document.createElement("button"), {type: "button", textContent: pane.title, id: "tab-" + name});
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", "panel");
  tab.dataset.pane = name;
  $("tabs").append(tab);
}
$("tabs").addEventListener("click", ({target}) => target.dataset.pane && choose(target.dataset.pane));
$("tabs").addEventListener("keydown", (event) => {
  const names = Object.keys(PANES), at = names.indexOf(state.pane);
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  choose(names[(to + names.length) % names.length]);
  $("tab-" + state.pane).focus();
});
EXAMPLES.forEach(([title], k) => $("examples").add(new Option(title, k)));
$("examples").addEventListener("change", ({target}) => {
  if (target.value === "") return;
  const [, pane, values] = EXAMPLES[target.value];
  choose(pane, values);
});
$("coordinates").addEventListener("change", ask_pane);
$("svg").addEventListener("click", () => {
  const drawn = PANES[state.pane].drawn(state.read);
  ++state.turn;
  if (drawn) ask([drawing(drawn, ["--svg"])], (results) => {
    const svg = results[0]?.out ?? "";
    if (!svg.startsWith("<svg")) return;
    const url = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
    Object.assign(document.createElement("a"), {href: url, download: `colex-${state.pane}.svg`}).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
});
$("link").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("hovered").textContent = "The link is copied.";
  } catch {
    $("hovered").textContent = "The address of this page is the link.";
  }
});
addEventListener("hashchange", fromAddress);

start();
ask([["draw", "1:0", "--svg"]], (results) => {
  takeColours(results[0].out);
  fromAddress();
});
