// A question of the table about itself: pictures of the board to compare with it, large enough to need no words.

import { BoardView, loadPrint } from "../board/board.js";
import { sign } from "../kit/sheet-icons.js";
import "../sheets/sheet.js";
import { at, group, html, onceSeen, path, styled, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await styled("choices/questions.css", "game");

const MARK = { colour: "mark", pattern: "steady" }; // the ring round what is asked about
const SIGNS = { back: "undo", decline: "play", accept: "scale" }; // on the answer that agrees, or on an action
const EITHER = new Set(["doubt", "left"]); // questions whose two pictures say it all

/**
 * Show the question in a box: with its answers as buttons if this screen may answer, else only its pictures.
 * @param {any} box @param {Picture} picture @param {You} you @param {Page} page @param {boolean} may
 */
export async function put(box, picture, you, page, may) {
  const { ask, buttons, language } = picture;
  const print = await loadPrint(page.view.board);
  const draw = (standing, steps = []) => crop(page.view.board, print, picture, standing, steps);
  const isAsked = !ask.waiting.length || you.may.agree;
  const shown = ask.answers.filter(({ press }) => isAsked || (press === "a" && you.may.give_up));
  const answers = shown.map((answer, n) => {
    const pictured = Object.keys(answer.standing).length > 0 || !Object.keys(ask.standing).length;
    const letter = buttons && answer.press ? html("kbd", {}, answer.press.toUpperCase()) : null;
    const drawn = pictured ? html("span", { class: "shot" }, draw(answer.standing)) : sign(SIGNS[answer.action] ?? (answer.press === "a" ? "cross" : (SIGNS[ask.kind] ?? "tick")));
    const kind = pictured ? "pictured" : answer.press === "b" || answer.action === "decline" ? "go" : "";
    const words = EITHER.has(ask.kind) ? [t("like this"), t("or like this")][n] : answer.text;
    const inside = [drawn, html("span", { class: "caption" }, letter, words)];
    if (!may) return pictured ? html("div", { class: `answer ${kind}` }, inside) : "";
    const data = { "data-action": answer.action, "data-press": answer.press };
    return html("button", { class: `answer ${kind}`, disabled: true, ...data, "aria-label": answer.text, title: answer.text, onclick: () => page.answer(said(answer)) }, inside);
  });
  const isPictured = shown.some(({ standing }) => Object.keys(standing).length);
  const others = ask.waiting.filter((seat) => you.host || !you.seats.includes(seat));
  box.lang = language;
  box.replaceChildren(
    ask.kind === "mend" ? html("p", { class: "hint" }, t("ask feels")) : "",
    isPictured ? "" : html("div", { class: "shot" }, draw(ask.standing, ask.steps)),
    others.length ? html("p", { class: "hint" }, t("waits for", { names: others.map((seat) => picture.seats[seat].name).join(", ") })) : "",
    html("div", { class: `answers n${answers.length} ${isPictured ? "pictures" : ""}` }, answers),
  );
  if (may)
    onceSeen(() => {
      for (const answer of answers) answer.disabled = false;
    });
}

/** Return what an answer says; without an action or a button, that all is as it should be. @param {AnswerShown} answer */
const said = ({ action, press }) => (action ? { action } : press ? { press } : { as_is: true });

/**
 * Draw the part of the board that a question is about, as it would be with this standing.
 * @param {Board} board @param {any} print @param {Picture} picture @param {Picture["standing"]} standing @param {Step[]} steps
 */
function crop(board, print, picture, standing, steps) {
  const { ask, lamps } = picture;
  const view = new BoardView(svg("svg", { class: "table crop still", "aria-hidden": "true" }));
  view.draw(board, print);
  const arriving = Object.fromEntries(steps.filter(({ source, target }) => !source && target).map(({ piece, target }) => [piece, target]));
  const lit = Object.fromEntries(ask.places.map((name) => [name, (steps.length && lamps[name]) || MARK]));
  view.show({ ...picture, standing: { ...standing, ...arriving }, lamps: lit, steps: [], blind: [] });
  for (const piece of Object.keys(arriving)) view.pieces.get(piece)?.element.classList.add("coming");
  for (const { source, target } of steps) {
    const [one, other] = [view.byName.get(source), view.byName.get(target)];
    if (one && other) view.root.append(way(view, one, other));
    else if (one) view.root.append(group({ class: "off", transform: at(one.x, one.y, view.unit) }, path("M-13-13 13 13M13-13-13 13", "under"), path("M-13-13 13 13M13-13-13 13", "over")));
  }
  for (const drawn of view.root.querySelectorAll("[data-place], [data-piece]")) for (const name of ["place", "piece", "on"]) delete drawn.dataset[name]; // nothing to touch
  view.root.setAttribute("viewBox", boxOf(view, ask.places).join(" "));
  return view.root;
}

/** Return a square round places, within the board. @param {BoardView} view @param {string[]} names */
function boxOf(view, names) {
  const spots = names.map((name) => view.byName.get(name)).filter(Boolean);
  const { frame, pitch } = view;
  const [low, high] = ["min", "max"].map((end) => ["x", "y"].map((axis) => Math[end](...spots.map((spot) => spot[axis]))));
  const side = Math.min(Math.max(high[0] - low[0], high[1] - low[1]) + 1.7 * pitch, frame.width, frame.height);
  const fit = (axis, start, length) => Math.min(Math.max((low[axis] + high[axis]) / 2 - side / 2, start), start + length - side);
  return spots.length ? [fit(0, frame.x, frame.width), fit(1, frame.y, frame.height), side, side] : [frame.x, frame.y, frame.width, frame.height];
}

/** Draw the way of a hand: bent, from rim to rim. To a neighbour it swings out. */
function way(view, one, other) {
  const near = Math.hypot(other.x - one.x, other.y - one.y) < 1.3 * view.pitch;
  const bend = near ? 0.95 : 0.32;
  const [mx, my] = [(one.x + other.x) / 2 - (other.y - one.y) * bend, (one.y + other.y) / 2 + (other.x - one.x) * bend];
  const towards = (spot, far) => {
    const length = Math.hypot(mx - spot.x, my - spot.y);
    return { x: spot.x + ((mx - spot.x) * far * view.pitch) / length, y: spot.y + ((my - spot.y) * far * view.pitch) / length };
  };
  const [begin, end, head] = [towards(one, 0.46), towards(other, 0.66), towards(other, 0.46)];
  const turn = (Math.atan2(other.y - my, other.x - mx) * 180) / Math.PI + 90;
  const line = `M${begin.x} ${begin.y}Q${mx} ${my} ${end.x} ${end.y}`;
  const tip = (kind) => group({ transform: at(head.x, head.y, view.unit, turn) }, path("M0 0 8 11H-8z", kind));
  return group({ class: "hand-way" }, path(line, "under"), tip("under tip"), path(line, "over"), tip("over tip"));
}
