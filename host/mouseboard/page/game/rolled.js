// A rolled die, shown over the board for a moment.

import { drawDie } from "../board/pieces.js";
import { at, group } from "../kit/svg.js";
/** @import { BoardView } from "../board/board.js" */

const LASTS = 1700; // milliseconds until the die disappears
const RESTS = 0.6; // the part of them after which it rests

/** Let the die of a mouse tumble over the board, rest on its number, and disappear. Resolves when it rests. @param {BoardView} view @param {number} number @param {string} mouse */
export function rollDie(view, number, mouse) {
  const { x, y, width, height } = view.frame;
  const size = width / 7;
  const die = (face) => {
    const drawn = drawDie(face);
    for (const [name, value] of Object.entries({ x: -size / 2, y: -size / 2, width: size, height: size })) drawn.setAttribute(name, value);
    return drawn;
  };
  const rolled = group({ class: `rolled c-${mouse}` }, die(1 + Math.floor(6 * Math.random())));
  view.layers.front.append(group({ transform: at(x + width / 2, y + height / 2) }, rolled));
  const spot = (left, up, turn, scale) => `translate(${left * width}px, ${up * height}px) rotate(${turn}deg) scale(${scale})`;
  const frames = [
    { transform: spot(-0.5, 0.3, -500, 0.7), opacity: 0, easing: "ease-out" },
    { transform: spot(-0.25, -0.12, -320, 1.5), opacity: 1, offset: 0.25, easing: "ease-in" },
    { transform: spot(-0.1, 0.1, -150, 1), offset: 0.45, easing: "ease-out" },
    { transform: spot(0, 0, 0, 1.15), offset: RESTS },
    { transform: spot(0, 0, 0, 1.15), opacity: 1, offset: 0.88 },
    { transform: spot(0, 0, 0, 0.6), opacity: 0 },
  ];
  const change = setInterval(() => rolled.replaceChildren(die(1 + Math.floor(6 * Math.random()))), 110);
  rolled
    .animate(frames, { duration: LASTS })
    .finished.finally(() => rolled.parentNode.remove())
    .catch(() => undefined);
  return new Promise((rests) =>
    setTimeout(() => {
      clearInterval(change);
      rolled.replaceChildren(die(number));
      rests(undefined);
    }, RESTS * LASTS),
  );
}
