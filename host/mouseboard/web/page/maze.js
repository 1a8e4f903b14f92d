// A maze of cards and the mouse in it, seen from above; loaded where a board is one.

import { drawSign } from "./pieces.js";
import { SIGNS, SNAP, STOP, WEDGE, signOf } from "./signs.js";
import { at, circle, group, path, rect } from "./svg.js";

const FLIP = [["arrow-back", "M-9-2C-6-9 6-9 9-2M9.5-8 9-1.5 3-2.5M9 3C6 10-6 10-9 3M-9.5 9-9 2.5-3 3.5"]];
const TURN = [["arrow-back", "M7.5-5A9 9 0 1 0 9 1.5M9-9.5 8-4 2.5-5"]];

Object.assign(SIGNS, {
  "go to": [["arrow-ahead", "M-9 5C-6-6 2-8 8-3M2.5-7 8.5-2.5 3 2.5"]],
  place: WEDGE,
  trapped: SNAP,
  "turn this": TURN,
  "turn either": TURN,
  "flip either": FLIP,
  "flip front": FLIP,
  "flip behind": FLIP,
  "end turn": [STOP, ["paper", "M-5.5-1.7H5.5V1.7H-5.5z"]],
});

/** The mouse that all steer, seen from above: its nose shows where it looks. */
export function drawRunner(heading) {
  const runner = group(
    { class: "runner" },
    path("M0 12C3 18-5 18-3 24", "tail"),
    path("M0-16C5-11 10-4 10 4 10 10 6 13 0 13S-10 10-10 4C-10-4-5-11 0-16z", "fur"),
    circle(-7, -5, 4.6, "fur"),
    circle(7, -5, 4.6, "fur"),
    circle(-7, -5, 2.5, "ear"),
    circle(7, -5, 2.5, "ear"),
    circle(-2.6, -10.4, 1.2, "eye"),
    circle(2.6, -10.4, 1.2, "eye"),
    circle(0, -15.4, 1.6, "nose"),
    path("M-1-14-7-15.5M1-14 7-15.5", "whisker"),
  );
  runner.style.setProperty("--turn", `${90 * (heading ?? 0)}deg`);
  return runner;
}

/** A card of the maze in its cell: top and arrows turn as it lies, sign and words stay upright, above its words. */
export function drawCard(tile, side) {
  const half = side / 2;
  const turned = `rotate(${90 * tile.heading})`;
  const sign = tile.kind === "move" ? [] : (signOf({ kind: tile.kind }) ?? []);
  const reach = sign.length ? 15 : 5;
  return group(
    { class: `card f-${tile.kind.replace(" ", "-")}` },
    rect(-half, -half + 1.8, side, side, 7, "edge"),
    rect(-half, -half, side, side, 7, "paper"),
    group({ transform: turned }, path(`M-7 ${2 - half}H7L0 ${-half - 3.2}z`, "top")),
    group({ transform: at(0, -8, 1, 90 * tile.heading) }, tile.arrows.map((arrow) => drawWay(arrow, tile, reach))),
    sign.length ? group({ transform: at(0, -8, tile.arrows.length ? 0.85 : 1.2) }, drawSign(sign)) : null,
  );
}

const TURNS = { ahead: 0, right: 90, back: 180, left: 270 };

/** An arrow on a card: a chevron for each step. */
function drawWay(arrow, tile, reach) {
  const steps = tile.kind === "move" ? tile.count : 1;
  const chevrons = Array.from({ length: steps }, (_, n) => path(`M-5.5 ${-reach - 6 * n}L0 ${-reach - 5 - 6 * n} 5.5 ${-reach - 6 * n}`, "way"));
  return group({ transform: `rotate(${TURNS[arrow]})` }, chevrons);
}
