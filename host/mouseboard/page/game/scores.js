// A score: what is counted as a small picture where there is one, the number, and its name.

import { sign } from "../kit/icons.js";
import { drawAbout, drawCheese } from "../board/pieces.js";
import { at, group, html, icon } from "../kit/svg.js";

const CHEESE = /^(cheese|pieces of cheese|safe|at risk|in the maze|on Start|pile)$/;

const MEN = /^(men|pieces)$/;

/**
 * Draw a score. `man` draws what stands for the men of its seat. The name of cheese that somebody has is only heard, that
 * of cheese at risk seen, too, and on a wide screen that of men.
 * @param {Figure} score @param {() => any} [man]
 */
export function drawScore({ key, name, value }, man) {
  const isFar = key.startsWith("squares"); // fewer are better
  const isMen = MEN.test(key);
  const drawn = isMen
    ? man?.()
    : CHEESE.test(key)
      ? icon("0 0 20 18", "cheeses", group({ transform: at(10, 10, 0.82) }, drawCheese(1, 22)))
      : key === "barriers left"
        ? sign("fence")
        : isFar
          ? drawAbout("start")
          : null;
  return html("span", { class: `score ${isFar ? "far" : ""}` }, drawn, html("b", {}, String(value)), html("small", { class: drawn && !isFar && !isMen && key !== "at risk" ? "hush" : "" }, name));
}

/** Whether the mouse of a seat has been caught. @param {SeatShown} seat */
export const isCaught = ({ scores }) => scores.some(({ key, value }) => key === "captured" && value);
