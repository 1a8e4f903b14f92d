// A maze of cards and the mouse in it, seen from above. Loaded with the first board that is a maze.

import { AnyPrint } from "./board.js";
import { drawSign } from "./pieces.js";
import { SIGNS, learn, signOf } from "./signs.js";
import { at, group, icon, memory, path, rect, styled, svg } from "../kit/svg.js";
/** @import { Placed } from "./geometry.js" */

await Promise.all([styled("board/maze.css"), learn("board/maze.json")]);

export class Print extends AnyPrint {
  heap = { right: 0.27, up: 0.21, size: 13, most: 2 };
  mouse = { scale: 0.62, down: -4 };
  laid = group({ class: "cards" });
  differs = memory();

  /** Draw an empty cell. @param {Placed} place */
  spot(place) {
    return group({ class: "p-cell", transform: at(place.x, place.y, this.view.unit) }, rect(-18.8, -18.8, 37.6, 37.6, 4, "face"));
  }

  ring() {
    return rect(-19, -19, 38, 38, 5, "ring");
  }

  piece() {
    return drawRunner();
  }

  /** Draw a card that was drawn, to go beside words. @param {CardShown} card */
  drawn(card) {
    return icon("-32 -34 64 68", "die", drawCard(card, 60));
  }

  /** Show the cards that lie on the board now. @param {Picture} picture */
  show({ tiles }) {
    if (!this.differs("tiles", tiles)) return;
    this.laid.replaceChildren(...Object.entries(tiles).map(([name, tile]) => this.#card(this.view.byName.get(name), tile)));
  }

  /** @param {Placed} place @param {CardShown} tile */
  #card({ x, y }, tile) {
    const side = 0.93 * this.view.pitch;
    const words = fold(tile.short || tile.label);
    const lines = words.map((word, n) => svg("text", { y: side / 2 - 6 - 8.5 * (words.length - 1 - n), class: "card-word" }, word));
    return group({ transform: at(x, y) }, drawCard(tile, side), lines);
  }
}

/** Fold words into one line, or two if they are long. */
function fold(words) {
  if (words.length < 10) return [words];
  const [first, ...others] = words.split(" ");
  return others.length ? [first, others.join(" ")] : [first];
}

/** Draw the mouse that all players steer, seen from above: its nose shows its heading. */
function drawRunner() {
  return group({ class: "runner" }, path("M0 12C3 18-5 18-3 24", "tail"), drawSign(SIGNS.runner));
}

/** Draw a card in its cell. Its top and arrows turn with it; its sign and words stay upright, the sign above. @param {CardShown} tile @param {number} side */
function drawCard(tile, side) {
  const half = side / 2;
  const turned = `rotate(${90 * tile.heading})`;
  const sign = tile.kind === "move" ? [] : (signOf({ kind: tile.kind }) ?? []);
  const reach = sign.length ? 15 : 5;
  return group({ class: `card f-${tile.kind.replace(" ", "-")}` }, [
    rect(-half, -half + 1.8, side, side, 7, "edge"),
    rect(-half, -half, side, side, 7, "paper"),
    group({ transform: turned }, path(`M-7 ${2 - half}H7L0 ${-half - 3.2}z`, "top")),
    group({ transform: at(0, -8, 1, 90 * tile.heading) }, [tile.arrows.map((arrow) => drawWay(arrow, tile, reach))]),
    sign.length ? group({ transform: at(0, -8, tile.arrows.length ? 0.85 : 1.2) }, drawSign(sign)) : null,
  ]);
}

const TURNS = { ahead: 0, right: 90, back: 180, left: 270 };

/** Draw an arrow on a card, with a chevron for each step. @param {string} arrow @param {CardShown} tile @param {number} reach */
function drawWay(arrow, tile, reach) {
  const steps = tile.kind === "move" ? tile.count : 1;
  const chevrons = Array.from({ length: steps }, (_, n) => path(`M-5.5 ${-reach - 6 * n}L0 ${-reach - 5 - 6 * n} 5.5 ${-reach - 6 * n}`, "way"));
  return group({ transform: `rotate(${TURNS[arrow]})` }, chevrons);
}
