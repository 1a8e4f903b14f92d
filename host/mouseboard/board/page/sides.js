// The pieces of sides that are no mice, for screens without a board.

import { SIGNS, learn } from "./signs.js";

/** Load the pieces that these seats play with. @param {{ shape: string }[]} seats */
export async function learnShapes(seats) {
  if (seats.some(({ shape }) => shape && !SIGNS[shape])) await learn("board/men.json");
}
