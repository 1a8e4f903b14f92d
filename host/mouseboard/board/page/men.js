// A board of lines or of a chequer, with men. A man is chosen first, by a touch, and then where it goes. Men that are off
// the board lie along the edges: at a side's edge its own that wait at the left, and those that it has taken at the right.

import { AnyPrint } from "./board.js";
import { frameOf } from "./geometry.js";
import { drawSign } from "./pieces.js";
import { SIGNS, learn, shapeOf, signOf } from "./signs.js";
import { at, circle, group, html, icon, memory, path, rect, styled, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { BoardView } from "./board.js" */
/** @import { Placed } from "./geometry.js" */

await Promise.all([styled("board/men.css"), learn("board/men.json")]);

const CROWN = "M-7 4-7.6-4-3.6-.6 0-6 3.6-.6 7.6-4 7 4z";
const HEXAGON = "M-5 0-2.5-4.4H2.5L5 0 2.5 4.4H-2.5z"; // the shape of black, which no mouse has
const CROSS = "M-6-6 6 6M6-6-6 6";
const NAME = /^([a-z]+)(\d+)$/; // a column and a row
const TRAY = 0.6; // height of the strip along an edge where men lie, in pitches
const SMALL = 0.86; // scale of a man that lies there
const REACH = 0.78; // width and height in which a finger finds it, in pitches: 24 pixels on the smallest phone
const INSET = 0.36; // from the edge to the middle of those men, in pitches
const LEAST = 0.1; // between men of a pile, in pitches
const MARGIN = 0.34; // width of the rim where columns and rows are named, in pitches
const NAMED = 0.72; // from the middle of the outermost places to those names, in pitches

export class Print extends AnyPrint {
  mouse = { scale: 1.1, down: 0 };
  /** @type {string} */
  lifted = null; // the place of the man that was touched
  /** @type {string[]} */
  passed = []; // the landings touched since, if it may jump on in several ways
  /** @type {Set<string>} */
  crowned = new Set();
  positions = NaN;
  /** @type {string} */
  held = null; // the man that a finger drags
  told = html("p", { class: "called hush", "aria-live": "polite" }); // what a screen reader hears of the man that was touched
  laid = group({ "aria-hidden": "true" }); // the last move, and the men beside the board
  differs = memory();

  /** @param {BoardView} view */
  constructor(view) {
    super(view);
    const { board, places, pitch } = view;
    this.pieces = new Map(board.pieces.map((piece) => [piece.name, piece]));
    this.onLines = board.lines.length > 0;
    this.turned = `${board.mine}` === "1" && board.pieces.every(({ seat }) => seat < 2); // the second of two sits at the far edge
    if (this.turned) for (const place of places) Object.assign(place, { x: board.size[0] - place.x, y: board.size[1] - place.y });
    const [{ x, y, width, height }, margin, tray] = [frameOf(places, pitch), MARGIN * pitch, TRAY * pitch];
    this.inner = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
    view.frame = { ...this.inner, y: y - tray, height: height + margin + 2 * tray }; // at the far edge nothing is named
  }

  under() {
    return group({ class: "lines" }, [this.view.board.lines.map((names) => this.#line(names))]);
  }

  #line(names, kind) {
    const spots = names.map((name) => this.view.byName.get(name));
    return path(`M${spots.map(({ x, y }) => `${x} ${y}`).join("L")}`, kind);
  }

  /** @param {Placed} place */
  spot({ x, y, shade }) {
    const transform = at(x, y, this.view.unit);
    if (this.onLines) return group({ class: "p-point", transform }, circle(0, 0, 18.5, "touch"), circle(0, 0, 5.5, "face"));
    return group({ class: `p-shade ${shade}`, transform }, rect(-20, -20, 40, 40, 1.6, "face"), circle(0, 0, 6.5, "dot"));
  }

  /** Print the sign of a square, or else its word. @param {Placed} place */
  printed(place) {
    const sign = signOf(place);
    const word = !sign && !this.onLines && place.short && svg("text", { y: 3.2, class: "coordinate short" }, place.short);
    return group({ transform: at(place.x, place.y, this.view.unit) }, group({ transform: "scale(.8)" }, drawSign(sign ?? [])), word);
  }

  /** Name columns and rows in the margin, at the near and the left edge. Without them name each point beside itself, over the men. */
  over() {
    const { places, unit, pitch } = this.view;
    const [columns, rows] = [this.#named("x", 1), this.#named("y", 2)];
    if (!columns || !rows) return this.onLines ? places.map(({ x, y, name }) => write(name, x + 15.2 * unit, y + 21.5 * unit, unit, "point")) : [];
    const [left, near] = [Math.min(...places.map(({ x }) => x)) - NAMED * pitch, Math.max(...places.map(({ y }) => y)) + NAMED * pitch];
    return [...columns.map(([name, x]) => write(name, x, near, unit)), ...rows.map(([name, y]) => write(name, left, y, unit))];
  }

  /** Return each column or row with where it is, if the places are named after them. @param {"x" | "y"} axis @param {number} part of their names */
  #named(axis, part) {
    const found = new Map();
    for (const place of this.view.places) {
      const name = place.name.match(NAME)?.[part];
      if (!name || Math.abs((found.get(name) ?? place[axis]) - place[axis]) > this.view.pitch / 2) return null;
      found.set(name, place[axis]);
    }
    return [...found];
  }

  ring() {
    return this.onLines ? circle(0, 0, 17, "ring round-men") : rect(-18, -18, 36, 36, 5, "ring round-men");
  }

  /** Draw a mouse or a chessman; or a man, a turned disc with the shape of its side, and with a crowned one on top once it is a king. */
  piece(name) {
    const [{ shape: usual }] = this.view.board.pieces;
    const { colour, shape } = this.pieces.get(name) ?? { colour: name, shape: usual && "man" }; // something is felt, and nobody knows what
    if (!shape) return super.piece(name); // a mouse, as in most games
    if (SIGNS[shape]) return group({ class: `man c-${colour}` }, svg("ellipse", { cx: 0, cy: 13.6, rx: 11.5, ry: 3, class: "shade" }), drawSign(SIGNS[shape]));
    const kind = `man c-${colour} ${this.crowned.has(name) ? "king" : ""}`;
    return group({ class: kind }, [
      svg("ellipse", { cx: 0, cy: 4.6, rx: 14.6, ry: 13.4, class: "shade" }),
      drawDisc(),
      path(shapeOf(colour) || HEXAGON, "shape"),
      group({ class: "crown" }, drawDisc(), path(CROWN, "gold")),
    ]);
  }

  /** Draw what stands for the men of a seat where they are counted. @param {number} seat */
  man(seat) {
    const men = [...this.pieces.values()].filter((piece) => piece.seat === seat);
    const man = men.find(({ shape }) => shape === "pawn") ?? men[0];
    const drawn = man && icon("-16 -15 32 33", "counted", this.piece(man.name));
    drawn?.firstChild.classList.remove("king");
    return drawn;
  }

  /** @param {Picture} picture */
  show(picture) {
    const { crowned, marked, positions, beside, last, standing, placement, actor, options, doubts } = picture;
    if (positions !== this.positions) this.#drop();
    this.positions = positions;
    this.crowned = new Set(crowned);
    for (const [name, { element }] of this.view.pieces) element.firstChild.classList.toggle("king", this.crowned.has(name));
    const owners = new Map(Object.entries(standing).map(([name, place]) => [place, this.pieces.get(name)?.seat]));
    for (const [name, { classList }] of this.view.spots) {
      classList.toggle("held", owners.has(name));
      classList.toggle("theirs", owners.has(name) && owners.get(name) !== actor);
    }
    this.view.root.classList.toggle("chooses", options.length > 0 && !doubts.length);
    if (this.differs("laid", beside, last, marked, standing, placement))
      this.laid.replaceChildren(...this.#trail(picture), ...this.#marked(marked), ...this.#tray(picture, true), ...this.#tray(picture, false));
  }

  /** Mark the places of the last turn's ways, and those of the men that it took. @param {Picture} picture */
  #trail({ last, placement }) {
    const ways = Object.entries(last).map(([piece, names]) => ({ names, isTaken: names.length === 1 && !(piece in placement) }));
    const passed = new Set(ways.flatMap(({ names, isTaken }) => (isTaken ? [] : names)));
    const taken = ways.flatMap(({ names, isTaken }) => (isTaken && !passed.has(names[0]) ? names : []));
    const lines = this.onLines ? ways.map(({ names }) => this.#line(names, "trail-line")) : [];
    const drawPassed = () => (this.onLines ? circle(0, 0, 18.5, "trail") : rect(-20, -20, 40, 40, 1.6, "trail"));
    return [...lines, ...this.#marks([...passed], drawPassed), ...this.#marks(taken, () => path(CROSS, "gone"))];
  }

  /** Mark the places that people should look at, and the lines that lead through no others. */
  #marked(names) {
    const lines = this.view.board.lines.filter((line) => line.every((name) => names.includes(name)));
    return [...lines.map((line) => this.#line(line, "look-line")), ...this.#marks(names, () => circle(0, 0, 18.5, "look-at"))];
  }

  #marks(names, draw) {
    return names.map((name) => {
      const { x, y } = this.view.byName.get(name);
      return group({ transform: at(x, y, this.view.unit) }, draw());
    });
  }

  /** Take a man into the hand, or with null put it down: meanwhile it does not lie beside the board. */
  hold(name) {
    this.held = name;
    // the same element stays: browsers scroll instead if a finger's is gone
    for (const { classList, dataset } of this.laid.querySelectorAll(".lies")) classList.toggle("away", dataset.piece === name);
  }

  /**
   * Lay the men off the board along the near or the far edge: the side's own from the left, those that it took from the right.
   * @param {Picture} picture @param {boolean} isNear
   */
  #tray({ beside, standing }, isNear) {
    const {
      pitch,
      unit,
      frame: { x, y, width, height },
    } = this.view;
    const lying = [...this.pieces.values()].filter(({ name }) => name in beside && !(name in standing) && (beside[name] === Number(this.turned)) === isNear);
    const isOwn = ({ name, seat }) => seat === beside[name];
    const [own, taken] = [lying.filter(isOwn), lying.filter((piece) => !isOwn(piece)).reverse()];
    const middle = isNear ? y + height - INSET * pitch : y + INSET * pitch;
    const spread = spreader([own, taken], width / pitch - REACH);
    const lay = (men, edge, way) => spread(men).map((far, n) => this.#lying(men[n].name, at(edge + way * (far + REACH / 2) * pitch, middle, unit)));
    return [...lay(own, x, 1), ...lay(taken, x + width, -1)];
  }

  #lying(name, transform) {
    const kind = `lies ${name === this.held ? "away" : ""}`;
    const reach = REACH * 40;
    const small = group({ transform: `scale(${SMALL})` }, this.piece(name));
    return group({ class: kind, "data-piece": name, transform }, rect(-reach / 2, -reach / 2, reach, reach, 0, "reach"), small);
  }

  /** The men that may go, and where the one that was touched may go; or places, if no man goes. @param {OptionShown[]} options */
  offered(options) {
    for (const { from } of options) this.view.spots.get(from)?.setAttribute("aria-pressed", from === this.lifted);
    for (const name of this.passed) this.view.spots.get(name).setAttribute("aria-pressed", true);
    const next = this.#goals(options).flatMap(({ places, via = [] }) => [...places, ...via.slice(this.passed.length, this.passed.length + 1)]);
    return [...options.flatMap(({ from, places }) => (from ? [from] : places)), ...next];
  }

  /** A landing means the only chain that passes it; with several, the touch only begins to choose. @param {string} place @param {OptionShown[]} options */
  meant(place, options) {
    const goals = this.#goals(options);
    const ends = goals.filter(({ places }) => places.includes(place));
    const through = goals.filter(({ via }) => via?.includes(place));
    if (ends.length || through.length === 1) return ends.length ? ends : through;
    const free = options.filter(({ from, places }) => !from && places.includes(place));
    if (through.length) this.pass(through, place);
    else if (!free.length) this.#lift(place, options);
    return free;
  }

  /** Choose a landing of several chains of one man: which of them is meant is still open. @param {OptionShown[]} chains @param {string} place */
  pass(chains, place) {
    const [{ from, via }] = chains;
    this.#lift(from, chains, via.slice(0, via.indexOf(place) + 1));
  }

  /**
   * Choose a man, or the landings of one, and tell a screen reader where it may go.
   * @param {string} place @param {OptionShown[]} options @param {string[]} passed
   */
  #lift(place, options, passed = []) {
    this.#drop();
    this.lifted = place;
    this.passed = passed;
    const { root, board, byName, standing } = this.view;
    const called = (name) => byName.get(name).word ?? name;
    const piece = board.pieces.find(({ name }) => standing.get(place)?.includes(name))?.word;
    const goals = new Set(this.#goals(options).map(({ places }) => called(places[0])));
    root.parentElement.querySelector(".called")?.remove(); // that of an earlier board
    root.after(this.told);
    this.told.textContent = piece && t("may go", { man: t("piece on", { piece, place: called(place) }), places: [...goals].join(", ") });
  }

  #drop() {
    this.lifted = null;
    this.passed = [];
    this.told.textContent = "";
    for (const spot of this.view.spots.values()) spot.removeAttribute("aria-pressed");
  }

  /** @param {OptionShown[]} options */
  #goals(options) {
    return options.filter(({ from, via }) => from && from === this.lifted && this.passed.every((name, n) => via?.[n] === name));
  }
}

/**
 * Return a function that spreads men along an edge: how far each is from the first, in pitches. If all of them do not fit
 * into the room, men that look alike lie in piles: a touch takes the uppermost, and which one makes no difference.
 */
function spreader(rows, room) {
  const isAlike = (man, n, row) => n > 0 && man.colour === row[n - 1].colour && man.shape === row[n - 1].shape;
  const men = rows.flat().length;
  const alike = rows.flatMap((row) => row.filter(isAlike)).length;
  const piled = (room - (men - 1 - alike) * REACH) / alike;
  const [apart, near] = piled < LEAST || !alike ? [room / (men - 1), room / (men - 1)] : [REACH, piled];
  return (row) => {
    let far = 0;
    return row.map((man, n) => (far += n && Math.min(REACH, isAlike(man, n, row) ? near : apart)));
  };
}

const write = (word, x, y, unit, kind = "") => svg("text", { y: 4.6, class: `coordinate ${kind}`, transform: at(x, y, unit) }, word);

const drawDisc = () => [circle(0, 2.4, 13.4, "side"), circle(0, 0, 13.4, "top"), circle(0, 0, 9.8, "groove"), path("M-8.6-6.4A10.8 10.8 0 0 1 0-10.9", "gleam")];
