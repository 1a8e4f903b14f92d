// Beside a board of men, on a wide screen: the last moves in notation, a row for each round, and the men that were taken.

import { html, icon, styled } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { BoardView } from "../board/board.js" */

await styled("game/moves.css", "game");

/** @param {any} box @param {Picture} picture @param {BoardView} view */
export function showMoves(box, picture, view) {
  const { seats, moves } = picture;
  const order = seats.map((_, n) => (starter(picture) + n) % seats.length);
  box.className = "card moves";
  box.replaceChildren(
    html("h2", {}, t("last moves")),
    html("p", { class: "heads", "aria-hidden": "true" }, [order.map((seat) => html("span", {}, view.print.man(seat), html("b", {}, seats[seat].name)))]),
    html("ol", { "aria-label": t("last moves") }, [rounds(moves, seats.length).map((round) => row(round, picture))]),
    html("ul", {}, [order.map((seat) => taken(seat, picture, view))]),
  );
}

/** Return the seat that began. @param {Picture} picture */
function starter({ seats, moves, turn }) {
  const last = moves.at(-1);
  return last ? (last.seat + (seats.length - 1) * (last.n - 1)) % seats.length : (turn ?? 0);
}

/** Return the moves by rounds, from the first whole one. @param {Made[]} moves @param {number} count */
function rounds(moves, count) {
  const whole = moves.slice(moves.findIndex(({ n }) => n % count === 1));
  return whole.flatMap((_, n) => (n % count ? [] : [whole.slice(n, n + count)]));
}

/** @param {Made[]} round @param {Picture} picture */
function row(round, { seats }) {
  const number = Math.ceil(round[0].n / seats.length);
  const cells = round.map(({ seat, text }) => html("span", {}, html("span", { class: "hush" }, `${seats[seat].name}: `), text));
  return html("li", { value: number }, html("small", { "aria-hidden": "true" }, `${number}.`), cells);
}

/** Draw the men that a seat has taken, and their number. @param {number} seat @param {Picture} picture @param {BoardView} view */
function taken(seat, { beside, seats }, { board, print }) {
  const men = board.pieces.filter((piece) => beside[piece.name] === seat && piece.seat !== seat);
  const drawn = men.map(({ name }) => icon("-16 -15 32 33", "counted", print.piece(name)));
  const told = html("span", { class: "hush" }, t("has taken", { name: seats[seat].name, n: men.length }));
  return html("li", {}, told, drawn, men.length > 0 && html("b", { "aria-hidden": "true" }, `× ${men.length}`));
}
