// The picture of the table: the printed board, with pieces and lamps over it. It knows no game's rules. It draws the
// data of a board and a picture, and animates what has changed.

import { script } from "../kit/ask.js";
import { distance, frameOf, freeBox, isBar, pitchOf, placed, together } from "./geometry.js";
import { drawCheese, drawMouse, drawSign } from "./pieces.js";
import { SIGNS } from "./signs.js";
import { at, calm, circle, group, memory, path, rect } from "../kit/svg.js";
/** @import { Placed } from "./geometry.js" */

const STEP = 170; // milliseconds of a hop from stone to stone
const REST = 700; // milliseconds that a mouse rests where it is about to be sent on
const WHOLE = 24; // parts of a machine that is complete from the start

/** The module that draws each sort of board, loaded with the first board of that sort. */
const PRINTS = { road: () => script("board/road.js"), raster: () => script("board/raster.js"), maze: () => script("board/maze.js"), men: () => script("board/men.js") };

/** @typedef {Board & { mine?: number[] }} OwnBoard a board, and the seats of whoever looks at it */

/** Load the modules that draw a board. @param {Board} board */
export async function loadPrint(board) {
  const { Machine } = board.machine ? await script("board/machine.js") : {};
  if (board.places.some(({ kind }) => kind === "room")) await script("board/rooms.js");
  const { drawEmblem } = board.sort === "road" && !board.machine ? await script("board/emblem.js") : {};
  const { Print } = await PRINTS[board.sort]();
  return { Machine, drawEmblem, Print };
}

/** The base of all sorts of boards. */
export class AnyPrint {
  heap = { right: 0.29, up: 0.29, size: 9, most: 5 };
  mouse = { scale: 1, down: -1.5 };

  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
  }

  /** Return how large a mouse is on a place, and how far below its middle, so that what is printed can be read. @param {Placed} _place */
  mouseOn(_place) {
    return this.mouse;
  }

  /** Return the distance of a point from the face of a place, in pitches; 0 on the face. @param {Placed} place @param {{ x: number, y: number }} point */
  reach(place, point) {
    return Math.max(distance(place, point) / this.view.pitch - 0.36, 0);
  }

  /** @param {string} name @param {any} [_place] */
  piece(name, _place) {
    return drawMouse(name);
  }

  /** Return the places that can be touched for these options. @param {OptionShown[]} options */
  offered(options) {
    return options.flatMap(({ places }) => places);
  }

  /** Return the options that the touch of a place means; none if it only begins to choose. @param {string} place @param {OptionShown[]} options */
  meant(place, options) {
    return options.filter(({ places }) => places.includes(place));
  }
}

export class BoardView {
  constructor(root) {
    this.root = root;
    /** @type {Placed[]} */
    this.places = [];
    /** @type {any} */
    this.print = null; // draws what its sort of board has
    this.picture = null;
    this.moving = null; // a promise while a piece hops
  }

  /** Draw a board, in place of any other. @param {OwnBoard} board @param {any} print */
  draw(board, { Machine, drawEmblem, Print }) {
    this.board = board;
    this.places = placed(board);
    this.byName = new Map(this.places.map((place) => [place.name, place]));
    this.pitch = pitchOf(this.places);
    this.unit = this.pitch / 40;
    this.frame = frameOf(this.places, this.pitch);
    this.print = new Print(this);
    const { x, y, width, height } = this.frame;
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.spots = new Map(this.places.map((place, n) => [place.name, this.#spot(place, n)]));
    const layer = (name) => group({ class: name, "aria-hidden": "true" });
    this.layers = { cheese: layer("lying"), lamps: layer("lamps"), ways: layer("ways"), pieces: group({}), front: layer("front") };
    this.machine = Machine ? this.#machine(Machine) : null;
    this.pieces = new Map();
    this.stations = {}; // where pieces have yet to stop before they arrive
    this.positions = NaN;
    this.differs = memory();
    this.root.replaceChildren(
      rect(x, y, width, height, 0.3 * this.pitch, "wood"),
      ...grain(this.frame),
      group({ "aria-hidden": "true" }, this.print.under?.(), drawEmblem?.(this)),
      ...(this.machine ? [this.machine.post, this.machine.under] : []),
      group({}, [...this.spots.values()]),
      group({ class: "printed", "aria-hidden": "true" }, [this.places.map((place) => this.print.printed?.(place))]),
      group({}, this.print.laid),
      this.layers.lamps,
      this.layers.cheese,
      this.layers.ways,
      this.layers.pieces,
      ...(this.machine ? [this.machine.over] : []),
      group({ "aria-hidden": "true" }, this.print.over?.()),
      this.layers.front,
    );
  }

  /** @param {Placed} place @param {number} n */
  #spot(place, n) {
    const spot = this.print.spot(place, n);
    spot.classList.add("place");
    spot.dataset.place = place.name;
    return spot;
  }

  #machine(Machine) {
    const cage = this.places.find((place) => ["wheel", "cage"].includes(place.kind));
    const box = cage && freeBox(this.places, this.pitch, this.frame);
    return box ? new Machine(this.board, box, cage, this.pitch) : null;
  }

  /** Show the pieces and lamps of a picture. With `lively`, changes are animated. @param {Picture} picture */
  show(picture, lively = false) {
    this.picture = picture;
    this.print.show?.(picture);
    this.#showCheese(picture.cheese);
    this.#showLamps(picture);
    this.#showWays(picture);
    this.#showPieces(picture, lively && !calm());
    this.#showMachine(picture, lively);
  }

  /** @param {Picture["cheese"]} cheese */
  #showCheese(cheese) {
    if (!this.differs("cheese", cheese)) return;
    const { right, up, size, most } = this.print.heap;
    const heaps = Object.entries(cheese).map(([name, count]) => {
      const { x, y } = this.byName.get(name);
      return group({ transform: at(x + right * this.pitch, y - up * this.pitch) }, drawCheese(count, size, most));
    });
    this.layers.cheese.replaceChildren(...heaps);
  }

  /** @param {Picture} picture */
  #showLamps({ lamps, blind, options, pointed }) {
    if (!this.differs("lamps", lamps, blind, options, pointed)) return;
    const signs = new Map(options.flatMap(({ places, sign }) => places.map((name) => [name, SIGNS[sign]])));
    const badges = []; // over all rings
    const rings = Object.entries(ringed(lamps, options, options[pointed])).flatMap(([name, { colour, pattern }]) => {
      const place = this.byName.get(name);
      if (!place || isBar(place)) return [];
      const transform = at(place.x, place.y, this.unit);
      if (signs.get(name)) badges.push(group({ transform }, badge(signs.get(name))));
      return [group({ class: `lamp c-${colour} l-${pattern}`, transform }, this.print.ring(place))];
    });
    const unfelt = blind
      .filter((name) => this.byName.has(name))
      .map((name) => {
        const { x, y } = this.byName.get(name);
        const corner = at(x + 0.34 * this.pitch, y - 0.34 * this.pitch, this.unit);
        return group({ class: "unfelt", transform: corner }, circle(0, 0, 5, "plate"), path("M-3 0Q-1.5-3 0 0T3 0", "line"));
      });
    this.layers.lamps.replaceChildren(...rings, ...badges, ...unfelt);
  }

  /** Show the next move of the hands as dotted arcs, over a man's landings; one move, because several would cross each other. @param {Picture} picture */
  #showWays({ steps, last }) {
    if (!this.differs("ways", steps, last)) return;
    const { piece, source, target } = steps.find((step) => this.byName.has(step.source) && this.byName.has(step.target) && step.source !== step.target) ?? {};
    const way = last[piece] ?? [];
    const isAlong = way.at(-1) === target && way.includes(source);
    const names = !piece ? [] : isAlong ? way.slice(way.indexOf(source)) : [source, target];
    const stops = names.map((name) => this.byName.get(name));
    this.layers.ways.replaceChildren(...stops.slice(1).map((stop, n) => path(arc(stops[n], stop), "arc")));
  }

  /** @param {Picture} picture @param {boolean} lively */
  #showPieces(picture, lively) {
    if (picture.positions !== this.positions) this.stations = picture.positions > this.positions ? { ...picture.stations } : {};
    this.positions = picture.positions;
    this.standing = new Map(); // the pieces on each place
    for (const [piece, place] of Object.entries(picture.standing)) {
      if (!this.byName.has(place)) continue;
      this.standing.set(place, [...(this.standing.get(place) ?? []), piece]);
    }
    for (const [name, pieces] of this.standing) {
      const place = this.byName.get(name);
      const spots = together(pieces.length, this.pitch);
      for (const [n, piece] of pieces.entries()) this.#standsAt(piece, place, spots[n], picture, lively);
    }
    for (const [piece, { element }] of this.pieces) {
      if (this.byName.has(picture.standing[piece])) continue;
      element.remove();
      this.pieces.delete(piece);
    }
  }

  /** @param {string} piece @param {Placed} place @param {any} spot @param {Picture} picture @param {boolean} lively */
  #standsAt(piece, place, spot, picture, lively) {
    const known = this.pieces.get(piece);
    const element = known?.element ?? this.#newPiece(piece, place);
    const target = this.#standOn(place, spot);
    element.setAttribute("transform", at(target.x, target.y, target.size));
    element.dataset.on = place.name;
    const turn = picture.nose?.[piece];
    if (turn !== undefined) element.firstChild.style.setProperty("--turn", `${90 * turn}deg`);
    element.classList.toggle("winner", picture.winners?.some((seat) => picture.seats?.[seat]?.mouse === piece) ?? false);
    element.classList.toggle("weak", picture.weak?.includes(piece) ?? false);
    const hasArrived = place.name === picture.placement[piece];
    const stations = (hasArrived && this.stations[piece]) || [];
    if (hasArrived) delete this.stations[piece];
    if (lively && known && (stations.length || known.place !== place.name)) this.#hop(element, known, [...stations, place.name], target);
    this.pieces.set(piece, { element, place: place.name, ...target });
  }

  /** Return where and how large a piece is drawn on a place. @param {Placed} place */
  #standOn(place, spot = { x: 0, y: 0, scale: 1 }) {
    const { scale, down } = this.print.mouseOn(place);
    return { x: place.x + spot.x * scale, y: place.y + spot.y * scale + down * this.unit, size: isBar(place) ? 1 : this.unit * scale * spot.scale };
  }

  #newPiece(piece, place) {
    const element = group({ class: "piece", "data-piece": piece }, this.print.piece(piece, place));
    this.layers.pieces.append(element);
    return element;
  }

  /** Animate a piece from stone to stone along the road, in small jumps. It rests at each place before it goes on to the next. */
  #hop(element, from, names, to) {
    this.layers.pieces.append(element); // last, so that it is drawn over the others
    const frames = [frame(from, 0)];
    let [time, last, here] = [0, from, this.byName.get(from.place)];
    for (const [n, name] of names.entries()) {
      const place = this.byName.get(name);
      const way = this.print.way?.(here, place) ?? [place];
      if (n) frames.push(frame(last, (time += REST)));
      for (const stone of way) {
        const stop = stone === place && n === names.length - 1 ? to : this.#standOn(stone);
        const height = Math.min(0.45 * distance(last, stop), 30) + 3;
        const lasts = way.length === 1 ? Math.min(250 + 3 * distance(last, stop), 900) : STEP;
        const top = { x: (last.x + stop.x) / 2, y: (last.y + stop.y) / 2 - height, size: stop.size * 1.12 };
        frames.push(frame(top, time + lasts / 2), frame(stop, (time += lasts)));
        last = stop;
      }
      here = place;
    }
    this.moving = element.animate(
      frames.map(({ offset, ...drawn }) => ({ offset: offset / time, ...drawn })),
      time,
    ).finished;
  }

  /** @param {Picture} picture @param {boolean} lively */
  #showMachine(picture, lively) {
    if (!this.machine) return;
    this.machine.build(this.machine.cranked ? picture.parts : WHOLE, lively);
    const { trap } = picture;
    const isNew = trap !== this.trap;
    this.trap = trap;
    if (trap === "idle") {
      if (isNew) this.machine.reset();
      this.machine.setCage(picture.cage_down);
    } else if (isNew && trap === "running") this.run = lively ? this.machine.run() : Promise.resolve();
    else if (isNew) this.#trapEnds(trap === "caught", lively);
  }

  /** Show the trap's real result, after the diver is in the tub. */
  async #trapEnds(caught, lively) {
    if (lively) await (this.run ?? this.machine.run());
    if (this.trap !== (caught ? "caught" : "missed")) return;
    await this.machine.end(caught);
    this.run = undefined;
  }

  /** Take a piece into the hand, to `carry` and to `leave`. The next picture then draws it where it is. */
  take(piece, spot) {
    const known = this.pieces.get(piece);
    const element = known?.element ?? this.#newPiece(piece, spot);
    const size = known?.size ?? this.unit;
    element.classList.add("held");
    const carry = (x, y, scale = 1.15) => element.setAttribute("transform", at(x, y, size * scale));
    const leave = () => {
      element.classList.remove("held");
      if (known) carry(known.x, known.y, 1);
      else element.remove();
    };
    return { carry: (x, y) => carry(x, y - 4), leave };
  }

  /** Mark the places that a hint or a finger points to, and no others. */
  aim(places) {
    for (const [name, spot] of this.spots) spot.classList.toggle("aimed", places.includes(name));
  }

  /** Return the point under a pointer, in millimetres. */
  spotAt(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }
}

const frame = ({ x, y, size }, offset) => ({ offset, transform: `translate(${x}px, ${y}px) scale(${size})` });

const grain = ({ x, y, width, height }) => [0.13, 0.31, 0.52, 0.7, 0.88].map((part, n) => path(`M${x} ${y + part * height}q${width / 4} ${n % 2 ? 9 : -7} ${width / 2} 0t${width / 2} 0`, "grain"));

/** Draw in the corner of a ring what is put or done there. */
const badge = (drawn) => group({ transform: at(-14, -14) }, circle(0, 0, 7, "arrow-face"), group({ transform: at(0, 0, 0.45) }, drawSign(drawn)));

/**
 * Return the rings: the card that is turned has one, and not those that its top may point to, unless buttons point there.
 * @param {Picture["lamps"]} lamps @param {OptionShown[]} options @param {OptionShown} pointed
 */
function ringed(lamps, options, pointed) {
  const turns = options.filter(({ turn }) => turn);
  const around = turns.filter((option) => option !== pointed).flatMap(({ places }) => places);
  const others = Object.entries(lamps).filter(([name]) => !around.includes(name));
  return Object.fromEntries([...others, ...turns.slice(0, 1).map(({ from }) => [from, { colour: "white", pattern: "pulse" }])]);
}

function arc(one, other) {
  const bend = 0.22;
  const [x, y] = [(one.x + other.x) / 2 - (other.y - one.y) * bend, (one.y + other.y) / 2 + (other.x - one.x) * bend];
  return `M${one.x} ${one.y}Q${x} ${y} ${other.x} ${other.y}`;
}
