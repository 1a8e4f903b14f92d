// A rolled die, shown for a moment where its number is told next: it covers no piece and nothing that can be pressed.

import { drawDie } from "../board/pieces.js";
import { html } from "../kit/svg.js";

const ROLLS = 1000; // milliseconds until the die rests
const READ = 300; // milliseconds for which it rests before its number is told
const FADES = 200; // milliseconds in which it disappears while that is told
const SMALLEST = 24; // pixels of the side of a die that can be read
const ROOM = 1.7; // sides of a die that has room to turn, while it is a little larger
const EM = 2.8; // of its letters that a die is wide
const random = () => drawDie(1 + Math.floor(6 * Math.random()));
const passed = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const px = (length) => `${length}px`;

/**
 * Let the die of a mouse tumble above what can be pressed, and rest on its number. Resolves when that has been read.
 * @param {HTMLElement} act @param {number} number @param {string} mouse
 */
export async function rollDie(act, number, mouse) {
  const { left, top, width, height } = clearing(act);
  const size = Math.min(width / 5, height / ROOM);
  if (size < SMALLEST) return;
  const rolled = html("div", { class: `rolled c-${mouse}` }, random());
  const [x, y] = [left + (width - size) / 2, top + (height - size) / 2];
  Object.assign(rolled.style, { position: "fixed", left: px(x), top: px(y), fontSize: px(size / EM) });
  const [across, up] = [(width - ROOM * size) / 2, (height - ROOM * size) / 2];
  const spot = (right, down, turn, scale) => `translate(${px(right * across)}, ${px(down * up)}) rotate(${turn}deg) scale(${scale})`;
  const frames = [
    { transform: spot(-1, 0.8, -500, 0.7), opacity: 0, easing: "ease-out" },
    { transform: spot(-0.5, -1, -320, 1.15), opacity: 1, offset: 0.4, easing: "ease-in" },
    { transform: spot(-0.2, 1, -150, 1), offset: 0.75, easing: "ease-out" },
    { transform: spot(0, 0, 0, 1.15) },
  ];
  /** @type {HTMLElement} */
  const before = act.querySelector(".event");
  before.hidden = true;
  act.append(rolled);
  rolled.animate(frames, { duration: ROLLS, fill: "forwards" });
  const change = setInterval(() => rolled.replaceChildren(random()), 110);
  await passed(ROLLS);
  clearInterval(change);
  rolled.replaceChildren(drawDie(number));
  await passed(READ);
  before.hidden = false;
  rolled.animate({ opacity: 0 }, { duration: FADES, fill: "forwards" }).finished.finally(() => rolled.remove());
}

/** Return the room above what can be pressed. @param {HTMLElement} act */
function clearing(act) {
  const { left, top, width, bottom } = act.getBoundingClientRect();
  const others = [...act.children].filter((one) => !one.matches(".event, .rolled")).map((one) => one.getBoundingClientRect());
  const end = Math.min(bottom, ...others.filter(({ height }) => height).map((one) => one.top));
  return { left, top, width, height: end - top };
}
