// Confetti for the winner.

import { at, group, rect } from "../kit/svg.js";
/** @import { BoardView } from "../board/board.js" */

const COLOURS = ["red", "blue", "green", "yellow", "purple"];

/** Throw confetti over the whole board. @param {BoardView} view */
export function party(view) {
  const { x, y, width, height } = view.frame;
  for (let n = 0; n < 70; n++) {
    const bit = rect(-2.5, -4, 5, 8, 1.5, `bit c-${COLOURS[n % COLOURS.length]}`);
    view.layers.front.append(group({ transform: at(x + Math.random() * width, y) }, bit));
    const fall = (share) => `translate(${(20 * Math.sin(n + 6 * share)).toFixed(1)}px, ${share * height * 1.05}px) rotate(${share * (400 + 60 * (n % 9))}deg)`;
    const frames = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ transform: fall(share), opacity: share < 1 ? 1 : 0 }));
    const falling = bit.animate(frames, { duration: 2200 + 40 * (n % 23), delay: 45 * (n % 31), fill: "backwards" });
    falling.finished.finally(() => bit.parentNode.remove()).catch(() => undefined);
  }
}
