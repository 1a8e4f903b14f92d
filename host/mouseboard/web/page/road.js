// A board that is a road of stones, its hue flowing along the way, with rooms and holes beside it.

import { distance, isBeside, roadOf, wayOf } from "./geometry.js";
import { drawMouse, drawSign } from "./pieces.js";
import { numberOf, signOf } from "./signs.js";
import { at, circle, group, path, rect, svg } from "./svg.js";

export class Print {
  heap = { right: 0.29, up: 0.29, size: 9, most: 5 };
  mouse = { scale: 1, down: -1.5 };

  constructor(view) {
    this.view = view;
    this.road = roadOf(view.places, view.pitch);
  }

  /** The road itself, with a chevron between each two stones, and what leads from a hole down to its room. */
  under() {
    const { pitch, places, unit, byName } = this.view;
    const line = (kind) => ([one, other], n) =>
      svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: kind, "--hue": this.#hue(n) });
    const marks = this.road.map(([one, other]) =>
      svg("path", { d: "M-1.3-3 1.3 0-1.3 3", class: "way-on", transform: at((one.x + other.x) / 2, (one.y + other.y) / 2, unit, angle(one, other)) }));
    const leading = places.filter(({ kind }) => kind === "hole" || kind === "entry").map((place) => [place, byName.get(place.to)]);
    const near = leading.filter(([one, other]) => other && distance(one, other) < 1.5 * pitch);
    return [
      group({ class: "road", "--road": 0.87 * pitch }, this.road.map(line("road-edge")), this.road.map(line("road-bed")), marks),
      group({}, near.map(([one, other]) => path(`M${one.x} ${one.y}L${other.x} ${other.y}`, "passage"))),
    ];
  }

  #hue(n) {
    return Math.round(38 + (n * 250) / Math.max(this.road.length, 40));
  }

  /** A stone on the road, or a room beside it. */
  spot(place, n) {
    const attributes = { transform: at(place.x, place.y, this.view.unit), "--hue": this.#hue(n) };
    if (isBeside(place)) return group({ class: "p-room", ...attributes }, rect(-18.5, -17, 37, 37, 9, "rim"), rect(-18.5, -18.5, 37, 37, 9, "face"));
    const big = place.name === "cheese" || place.kind === "wheel";
    return group({ class: "p-stone", ...attributes }, circle(0, 1.6, 16.4, "rim"), circle(0, 0, 16.4, big ? "face big" : "face"));
  }

  /** Its sign, its number, where it leads. */
  printed(place) {
    const sign = signOf(place);
    return group({ transform: at(place.x, place.y, this.view.unit) }, isBeside(place) ? room(place, sign) : this.#stone(place, sign));
  }

  #stone(place, sign) {
    const number = sign && numberOf(place);
    const short = place.kind && !sign ? place.short : "";
    const turn = place.kind === "back" || place.kind === "ahead" ? this.#towards(place) : 0;
    const size = number ? 0.72 : place.kind === "build" ? 0.78 : 0.98;
    const full = sign || short;
    return [
      sign && group({ transform: at(0, number ? 1.1 : -1.5, size, turn) }, drawSign(sign)),
      number && text(number, 0, -6.6, "number"),
      short && text(short, 0, 2, "word"),
      place.players && dots(place.players.length + 1),
      /^\d+$/.test(place.name) && text(place.name, 0, full ? 14.2 : 4, full ? "name" : "name alone"),
    ];
  }

  /** The angle to the place that this one leads to, for arrows that show the way. */
  #towards(place) {
    const to = this.view.byName.get(place.to);
    return to ? angle(place, to) + (place.kind === "back" ? 180 : 0) : 0;
  }

  /** How far a point is from the face of a place, in pitches. */
  reach(place, point) {
    return Math.max(distance(place, point) / this.view.pitch - 0.36, 0);
  }

  ring(place) {
    return isBeside(place) ? rect(-20.3, -20.3, 40.6, 40.6, 10, "ring") : circle(0, 0, 18.2, "ring");
  }

  piece(name) {
    return drawMouse(name);
  }

  way(from, to) {
    return wayOf(this.road, from, to);
  }
}

const text = (words, x, y, kind) => svg("text", { x, y, class: kind }, words);
const angle = (one, other) => (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;

/** Where the die leads from a room: on by a six along the green arrow, else by the red one. */
const room = ({ green, red }, sign) => [
  sign && group({ transform: at(0, -4, 1.02) }, drawSign(sign)),
  green && text(`6▸${green}`, -8.8, 16, "leads green"),
  red && text(red === "trap" ? "▸✕" : `▸${red}`, 9.6, 16, "leads red"),
];

/** For how many players a build space counts: small dots round its head. */
const dots = (n) => Array.from({ length: n }, (_, i) => circle((i - (n - 1) / 2) * 4.2, -12.6, 1.25, "dot"));
