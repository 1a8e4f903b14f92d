// What is shown over the board for a moment: the die that was rolled, and confetti for the winner.

import { drawDie } from "./panel.js";
import { at, group, rect } from "./svg.js";

const COLOURS = ["red", "blue", "green", "yellow", "purple"];

/** The die tumbles over the board and comes to rest on its number; then it goes. */
export function rollDie(view, number) {
  const { x, y, width, height } = view.frame;
  const size = width / 7;
  const die = (face) => {
    const drawn = drawDie(face);
    for (const [name, value] of Object.entries({ x: -size / 2, y: -size / 2, width: size, height: size })) drawn.setAttribute(name, value);
    return drawn;
  };
  const rolled = group({ class: "rolled" }, die(1 + Math.floor(6 * Math.random())));
  view.layers.front.append(group({ transform: at(x + width / 2, y + height / 2) }, rolled));
  const spot = (left, up, turn, scale) => `translate(${left * width}px, ${up * height}px) rotate(${turn}deg) scale(${scale})`;
  const frames = [
    { transform: spot(-0.5, 0.3, -500, 0.7), opacity: 0, easing: "ease-out" },
    { transform: spot(-0.25, -0.12, -320, 1.5), opacity: 1, offset: 0.25, easing: "ease-in" },
    { transform: spot(-0.1, 0.1, -150, 1), offset: 0.45, easing: "ease-out" },
    { transform: spot(0, 0, 0, 1.15), offset: 0.6 },
    { transform: spot(0, 0, 0, 1.15), opacity: 1, offset: 0.88 },
    { transform: spot(0, 0, 0, 0.6), opacity: 0 },
  ];
  const change = setInterval(() => rolled.replaceChildren(die(1 + Math.floor(6 * Math.random()))), 110);
  setTimeout(() => {
    clearInterval(change);
    rolled.replaceChildren(die(number));
  }, 850);
  rolled.animate(frames, { duration: 1700 }).finished.finally(() => rolled.parentNode.remove()).catch(() => undefined);
}

/** Confetti over the whole board. */
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
