// The picture of the table: the board as it is printed, and over it what stands and shines. It knows no game: it draws
// what a board's data and a picture say, and moves what has changed.

import { distance, frameOf, freeBox, isBar, pitchOf, placed, roadOf, together, wayOf } from "./geometry.js";
import { drawBarrier, drawCheese, drawMouse, drawSign } from "./pieces.js";
import { numberOf, signOf } from "./signs.js";
import { at, calm, circle, group, path, rect, svg } from "./svg.js";

const STEP = 170; // milliseconds from stone to stone
const COLOURS = new Set(["red", "blue", "green", "yellow", "white", "purple"]);
const WHOLE = 24; // parts of a machine that stands from the start

export class BoardView {
  constructor(root) {
    this.root = root;
    this.places = [];
  }

  /** What is printed: drawn anew for another board. What only some boards need is loaded with them. */
  async draw(board) {
    const maze = board.places.every(({ kind }) => !kind);
    const { Machine } = board.machine ? await import("./machine.js") : {};
    this.mazeDrawing = maze ? await import("./maze.js") : null;
    if (board.places.some(({ kind }) => kind === "room")) await import("./rooms.js");
    this.board = board;
    this.places = placed(board);
    this.byName = new Map(this.places.map((place) => [place.name, place]));
    this.pitch = pitchOf(this.places);
    this.unit = this.pitch / 40;
    this.road = roadOf(this.places, this.pitch);
    const frame = frameOf(this.places, this.pitch);
    this.frame = frame;
    this.raster = this.places.some(isBar);
    this.maze = maze;
    this.root.setAttribute("viewBox", `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
    this.spots = new Map();
    this.layers = {
      cards: group({ class: "cards" }),
      cheese: group({ class: "lying" }),
      lamps: group({ class: "lamps", "aria-hidden": "true" }),
      ways: group({ class: "ways", "aria-hidden": "true" }),
      pieces: group({ class: "pieces" }),
      front: group({ class: "front", "aria-hidden": "true" }),
    };
    this.machine = Machine ? this.#machine(Machine, frame) : null;
    this.pieces = new Map();
    this.before = {};
    const stones = this.places.filter((place) => !isBar(place)).map((place, n) => this.#place(place, n));
    const gaps = this.places.filter(isBar).map((place) => this.#gap(place));
    const printed = this.maze ? [] : this.places.filter((place) => !isBar(place)).map((place) => this.#printed(place));
    this.root.replaceChildren(
      rect(frame.x, frame.y, frame.width, frame.height, 0.3 * this.pitch, "wood"),
      ...grain(frame),
      this.#road(),
      ...(this.machine ? [this.machine.post, this.machine.under] : []),
      this.#passages(),
      this.#homes(frame),
      group({ class: "places" }, stones, gaps),
      group({ class: "prints", "aria-hidden": "true" }, printed),
      this.layers.cards,
      this.layers.lamps,
      this.layers.cheese,
      this.layers.ways,
      this.layers.pieces,
      ...(this.machine ? [this.machine.over] : []),
      this.layers.front,
    );
  }

  #machine(Machine, frame) {
    const cage = this.places.find((place) => ["wheel", "cage"].includes(place.kind));
    const box = cage && freeBox(this.places, this.pitch, frame);
    return box ? new Machine(this.board, box, cage, this.pitch) : null;
  }

  /** One thick line under the stones, its hue flowing along the way, with a chevron between each two. */
  #road() {
    const line = (kind) => ([one, other], n) =>
      svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: kind, "--hue": hue(n, this.road.length) });
    const marks = this.road.map(([one, other]) => {
      const angle = (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
      const middle = at((one.x + other.x) / 2, (one.y + other.y) / 2, this.unit, angle);
      return svg("path", { d: "M-1.3-3 1.3 0-1.3 3", class: "way-on", transform: middle });
    });
    const width = 0.87 * this.pitch;
    return group(
      { class: "road", "aria-hidden": "true", "--road": width },
      this.road.map(line("road-edge")),
      this.road.map(line("road-bed")),
      marks,
    );
  }

  /** What leads from a hole down to the room or trap beside it. */
  #passages() {
    const pairs = this.places.filter(({ kind }) => kind === "hole" || kind === "entry").map((place) => [place, this.byName.get(place.to)]);
    const near = pairs.filter(([one, other]) => other && distance(one, other) < 1.5 * this.pitch);
    return group({ class: "passages", "aria-hidden": "true" }, near.map(([one, other]) => path(`M${one.x} ${one.y}L${other.x} ${other.y}`, "passage")));
  }

  /** On a raster each mouse's own side is painted in its colour. */
  #homes(frame) {
    const homes = this.raster ? this.board.pieces.filter(({ home }) => this.byName.has(home)) : [];
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    const [across, up] = [frame.width / 2 - 3.5, frame.height / 2 - 3.5];
    return group(
      { class: "homes", "aria-hidden": "true" },
      homes.map(({ home, name }) => {
        const { x, y } = this.byName.get(home);
        const sideways = Math.abs(x - middle.x) > Math.abs(y - middle.y);
        const half = 0.36 * frame.width;
        const line = sideways
          ? `M${middle.x + Math.sign(x - middle.x) * across} ${middle.y - half}v${2 * half}`
          : `M${middle.x - half} ${middle.y + Math.sign(y - middle.y) * up}h${2 * half}`;
        return path(line, `home c-${name}`);
      }),
    );
  }

  /** A place: a stone on the road, a room beside it, a square of a raster, a cell of a maze. */
  #place(place, n) {
    const sort = this.#sort(place);
    const spot = group({ class: `place p-${sort} k-${place.kind.replace(" ", "-") || "plain"}`, transform: at(place.x, place.y, place.kind === "slot" ? 0.55 * this.unit : this.unit), "--hue": hue(n, this.road.length || 40) });
    if (sort === "stone") {
      const big = place.name === "cheese" || place.kind === "wheel";
      spot.append(circle(0, 1.6, 16.4, "rim"), circle(0, 0, 16.4, big ? "face big" : "face"));
    } else if (sort === "room") {
      spot.append(rect(-18.5, -17, 37, 37, 9, "rim"), rect(-18.5, -18.5, 37, 37, 9, "face"));
    } else if (sort === "square") {
      spot.append(rect(-14.5, -13, 29, 29, 6, "rim"), rect(-14.5, -14.5, 29, 29, 6, "face"));
    } else spot.append(rect(-18.8, -18.8, 37.6, 37.6, 4, "face"));
    this.#addSpot(place, spot);
    return spot;
  }

  #sort(place) {
    if (this.maze) return "cell";
    if (this.raster) return "square";
    return place.kind === "room" || place.kind === "trap" ? "room" : "stone";
  }

  /** A place alone, as a little picture. */
  pictureOf(place) {
    const spot = this.spots.get(place.name).cloneNode(true);
    for (const name of ["role", "tabindex", "aria-label", "aria-disabled", "data-place"]) spot.removeAttribute(name);
    const half = 0.55 * this.pitch;
    const box = `${place.x - half} ${place.y - half} ${2 * half} ${2 * half}`;
    return svg("svg", { viewBox: box, class: "table sample", "aria-hidden": "true" }, spot, this.#printed(place));
  }

  /** What is printed on a place: its sign, its number, where it leads. */
  #printed(place) {
    const sort = this.#sort(place);
    const printed = group({ class: "printed", transform: at(place.x, place.y, this.unit) });
    const text = (words, x, y, kind) => svg("text", { x, y, class: kind }, words);
    const sign = signOf(place);
    if (sort === "square") {
      printed.append(text(place.name, -11, 12, "name corner"));
      return printed;
    }
    if (sort === "room") {
      printed.append(group({ transform: at(0, -4, 1.02) }, drawSign(sign ?? [])));
      if (place.green) printed.append(text(`6▸${place.green}`, -8.8, 16, "leads green"));
      if (place.red) printed.append(text(place.red === "trap" ? "▸✕" : `▸${place.red}`, 9.6, 16, "leads red"));
      return printed;
    }
    const number = numberOf(place);
    const short = place.kind && !sign ? (place.short ?? "") : "";
    const own = /^\d+$/.test(place.name);
    const turn = sign && (place.kind === "back" || place.kind === "ahead") ? this.#towards(place) : 0;
    const y = number ? -0.5 : -1.5;
    if (sign && number) {
      printed.append(group({ transform: at(0, y + 1.6, 0.72, turn) }, drawSign(sign)), text(number, 0, -6.6, "number"));
    } else if (sign) printed.append(group({ transform: at(0, y, place.kind === "build" ? 0.78 : 0.98) }, drawSign(sign)));
    else if (short) printed.append(text(short, 0, 2, "word"));
    if (place.players) printed.append(...dots(place.players.length + 1));
    if (own) printed.append(text(place.name, 0, sign || short ? 14.2 : 4, sign || short ? "name" : "name alone"));
    return printed;
  }

  /** The angle to the place that this one leads to, for arrows that show the way. */
  #towards(place) {
    const to = this.byName.get(place.to);
    if (!to) return 0;
    const angle = (Math.atan2(to.y - place.y, to.x - place.x) * 180) / Math.PI;
    return place.kind === "back" ? angle + 180 : angle;
  }

  /** The gap in which a barrier may lie. */
  #gap(place) {
    const [long, wide] = [this.pitch, 0.36 * this.pitch];
    const lies = place.kind === "horizontal";
    const spot = group(
      { class: "place p-gap", transform: at(place.x, place.y) },
      rect(-(lies ? long : wide) / 2, -(lies ? wide : long) / 2, lies ? long : wide, lies ? wide : long, 4, "touch"),
      group({ class: "ghost" }, drawBarrier(lies, this.pitch)),
    );
    this.#addSpot(place, spot);
    return spot;
  }

  #addSpot(place, spot) {
    spot.dataset.place = place.name;
    this.spots.set(place.name, spot);
  }

  /** What stands and shines now. With `lively`, what has changed moves there. */
  show(picture, lively = false) {
    this.picture = picture;
    this.#showCards(picture.tiles ?? {});
    this.#showCheese(picture.cheese ?? {});
    this.#showLamps(picture.lamps ?? {}, new Set(picture.blind));
    this.#showWays(picture.steps ?? []);
    this.#showPieces(picture, lively && !calm());
    this.#showMachine(picture, lively);
  }

  #same(what, value) {
    const text = JSON.stringify(value);
    const same = this.before[what] === text;
    this.before[what] = text;
    return same;
  }

  #showCards(tiles) {
    if (this.#same("tiles", tiles)) return;
    const side = 0.93 * this.pitch;
    this.layers.cards.replaceChildren(
      ...Object.entries(tiles).map(([name, tile]) => {
        const { x, y } = this.byName.get(name);
        const words = fold(tile.short || tile.label);
        return group(
          { transform: at(x, y), class: "lies" },
          this.mazeDrawing.drawCard(tile, side),
          ...words.map((word, n) => svg("text", { y: side / 2 - 6 - 8.5 * (words.length - 1 - n), class: "card-word" }, word)),
        );
      }),
    );
  }

  #showCheese(cheese) {
    if (this.#same("cheese", cheese)) return;
    const side = 0.32 * this.pitch;
    this.layers.cheese.replaceChildren(
      ...Object.entries(cheese).map(([name, count]) => {
        const { x, y } = this.byName.get(name);
        const spot = this.maze ? at(x + 0.27 * this.pitch, y - 0.21 * this.pitch) : at(x + side * 0.9, y - side * 0.9);
        return group({ transform: spot }, drawCheese(count, this.maze ? 13 : 9, this.maze ? 2 : 5));
      }),
    );
  }

  #showLamps(lamps, blind) {
    if (this.#same("lamps", [lamps, [...blind]])) return;
    const rings = Object.entries(lamps).flatMap(([name, { colour, pattern }]) => {
      const place = this.byName.get(name);
      if (!place || isBar(place)) return [];
      const spot = { class: `lamp c-${colour} l-${pattern}`, transform: at(place.x, place.y, this.unit) };
      return [group(spot, this.maze ? rect(-19, -19, 38, 38, 5, "ring") : this.#ring(place))];
    });
    const unfelt = [...blind].filter((name) => this.byName.has(name)).map((name) => {
      const { x, y } = this.byName.get(name);
      return group({ class: "unfelt", transform: at(x + 0.34 * this.pitch, y - 0.34 * this.pitch, this.unit) }, circle(0, 0, 5, "plate"), path("M-3 0Q-1.5-3 0 0T3 0", "line"));
    });
    this.layers.lamps.replaceChildren(...rings, ...unfelt);
    for (const place of this.places.filter(isBar)) {
      const lamp = lamps[place.name];
      this.spots.get(place.name).classList.toggle("lit", Boolean(lamp));
    }
  }

  #ring(place) {
    const sort = this.spots.get(place.name).classList;
    if (sort.contains("p-square")) return rect(-16.5, -16.5, 33, 33, 8, "ring");
    if (sort.contains("p-room")) return rect(-20.3, -20.3, 40.6, 40.6, 10, "ring");
    return circle(0, 0, 18.2, "ring");
  }

  /** Dotted arcs for what hands are to do: shown only then, for all at once would cross everything. */
  #showWays(steps) {
    if (this.#same("ways", steps)) return;
    const ends = steps.map(({ source, target }) => [this.byName.get(source), this.byName.get(target)]);
    const arcs = ends.filter(([one, other]) => one && other && one !== other);
    this.layers.ways.replaceChildren(...arcs.slice(0, 1).map(([one, other]) => path(arc(one, other), "arc")));
  }

  #showPieces(picture, lively) {
    const stand = new Map();
    for (const [piece, place] of Object.entries(picture.standing ?? picture.placement)) {
      if (!this.byName.has(place)) continue;
      stand.set(place, [...(stand.get(place) ?? []), piece]);
    }
    const kept = new Set();
    for (const [name, pieces] of stand) {
      const place = this.byName.get(name);
      const spots = together(pieces.length, this.pitch);
      pieces.forEach((piece, n) => {
        kept.add(piece);
        this.#standsAt(piece, place, spots[n], picture, lively);
      });
    }
    for (const [piece, { element }] of this.pieces) {
      if (kept.has(piece)) continue;
      element.remove();
      this.pieces.delete(piece);
    }
  }

  #standsAt(piece, place, spot, picture, lively) {
    const known = this.pieces.get(piece);
    const element = known?.element ?? this.#newPiece(piece, place);
    const size = (isBar(place) ? 1 : this.unit * (this.maze ? 0.62 : 1)) * spot.scale;
    const down = (this.maze ? -4 : -1.5) * this.unit; // what is written below stays readable
    const target = { x: place.x + spot.x, y: place.y + spot.y + down, size };
    element.setAttribute("transform", at(target.x, target.y, size));
    element.dataset.on = place.name;
    const turn = picture.nose?.[piece];
    if (turn !== undefined) element.firstChild.style.setProperty("--turn", `${90 * turn}deg`);
    element.classList.toggle("winner", picture.winners?.some((seat) => picture.seats?.[seat]?.mouse === piece) ?? false);
    element.classList.toggle("weak", picture.weak?.includes(piece) ?? false);
    if (lively && known && known.place !== place.name) this.#hop(element, known, place, target);
    this.pieces.set(piece, { element, place: place.name, ...target });
  }

  /** A mouse by itself. */
  mouseOf(piece) {
    return this.maze ? this.mazeDrawing.drawRunner(0) : drawMouse(COLOURS.has(piece) ? piece : "white");
  }

  #newPiece(piece, place) {
    const drawn = isBar(place) ? drawBarrier(place.kind === "horizontal", this.pitch) : this.mouseOf(piece);
    const element = group({ class: "piece", "data-piece": piece }, drawn);
    this.layers.pieces.append(element);
    return element;
  }

  /** From stone to stone along the road, a little jump each. */
  #hop(element, from, place, to) {
    this.layers.pieces.append(element); // over the others
    const way = wayOf(this.road, this.byName.get(from.place), place);
    const stops = [...way.slice(0, -1).map(({ x, y }) => ({ x, y, size: this.unit * 0.9 })), to];
    const frames = [frame(from)];
    let last = from;
    for (const stop of stops) {
      const height = Math.min(0.45 * distance(last, stop), 30) + 3;
      frames.push(frame({ x: (last.x + stop.x) / 2, y: (last.y + stop.y) / 2 - height, size: stop.size * 1.12 }), frame(stop));
      last = stop;
    }
    const duration = stops.length === 1 ? Math.min(250 + 3 * distance(from, to), 900) : STEP * stops.length;
    element.animate(frames, { duration, easing: "linear" });
  }

  #showMachine(picture, lively) {
    if (!this.machine) return;
    this.machine.build(this.machine.cranked ? picture.parts : WHOLE, lively);
    const trap = picture.trap ?? "idle";
    if (trap === this.trap) {
      if (trap === "idle") this.machine.setCage(picture.cage_down ?? false);
      return;
    }
    this.trap = trap;
    if (trap === "running") this.run = lively ? this.machine.run() : Promise.resolve();
    else if (trap === "idle") {
      this.machine.reset();
      this.machine.setCage(picture.cage_down ?? false);
    } else this.#trapEnds(trap === "caught", lively);
  }

  /** The trap's real result, told after the diver is in the tub. */
  async #trapEnds(caught, lively) {
    if (lively) await (this.run ?? this.machine.run());
    if (this.trap !== (caught ? "caught" : "missed")) return;
    await this.machine.end(caught);
    this.run = undefined;
  }

  /** A piece as a hand has it: to be carried about, and left; then it is drawn where the next picture has it. */
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

  /** Millimetres under a pointer. */
  spotAt(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }
}

const frame = ({ x, y, size }) => ({ transform: `translate(${x}px, ${y}px) scale(${size})` });
const hue = (n, length) => Math.round(38 + (n * 250) / Math.max(length, 40));

const grain = ({ x, y, width, height }) =>
  [0.13, 0.31, 0.52, 0.7, 0.88].map((part, n) =>
    path(`M${x} ${y + part * height}q${width / 4} ${n % 2 ? 9 : -7} ${width / 2} 0t${width / 2} 0`, "grain"));

/** For how many players a build space counts: small dots round its foot. */
const dots = (n) => Array.from({ length: n }, (_, i) => circle((i - (n - 1) / 2) * 4.2, -12.6, 1.25, "dot"));

function arc(one, other) {
  const bend = 0.22;
  const [x, y] = [(one.x + other.x) / 2 - (other.y - one.y) * bend, (one.y + other.y) / 2 + (other.x - one.x) * bend];
  return `M${one.x} ${one.y}Q${x} ${y} ${other.x} ${other.y}`;
}

/** One line, or two where it is long. */
function fold(words) {
  if (words.length < 10) return [words];
  const [first, ...others] = words.split(" ");
  return others.length ? [first, others.join(" ")] : [first];
}
