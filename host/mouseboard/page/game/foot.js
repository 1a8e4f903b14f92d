// Below the panel of a wide screen: the race, the trap or the last moves, and the code for phones if this screen may show it.

import { script } from "../kit/ask.js";
import { drawAbout, portrait } from "../board/pieces.js";
import { drawCode } from "../kit/qr.js";
import { get } from "../stream.js";
import { html, memory, styled } from "../kit/svg.js";
import { speakSheets, t } from "../kit/words.js";
import "../walk.js";
/** @import { BoardView } from "../board/board.js" */

await Promise.all([styled("game/foot.css", "game"), speakSheets()]);

const PARTS = 24; // of the trap
const LOOK_AGAIN = 30_000; // milliseconds until the code is asked for again: the address may have changed

export class Foot {
  constructor(root) {
    this.differs = memory();
    this.state = html("section", { class: "card" });
    this.code = html("aside", { class: "invited" });
    root.replaceChildren(this.state, this.code);
  }

  /** @param {Picture} picture @param {You} you @param {BoardView} view */
  show(picture, you, view) {
    return Promise.all([this.#showCode(you), this.#showState(picture, view)]);
  }

  /** @param {Picture} picture @param {BoardView} view */
  async #showState(picture, view) {
    if (view.board.sort === "men") return (await script("game/moves.js")).showMoves(this.state, picture, view);
    if (!this.differs("state", picture.seats, picture.race, picture.parts, picture.shared, picture.language)) return;
    const isBuilt = picture.shared.some(({ key }) => key === "parts built");
    const [kind, ...parts] = picture.race ? race(picture) : isBuilt ? trap(picture) : piles(picture);
    this.state.className = `card ${kind}`;
    this.state.replaceChildren(...parts);
    this.state.hidden = !parts.length;
  }

  /** Show the code, if this screen may know it. @param {You} you */
  async #showCode(you) {
    this.code.hidden = !you.code || !this.code.hasChildNodes();
    if (!you.code || Date.now() < this.asked + LOOK_AGAIN) return;
    this.asked = Date.now();
    /** @type {Invitation} */
    const invited = await get("invite");
    if (!invited?.phones) return;
    this.code.replaceChildren(drawCode(invited), html("p", {}, html("span", {}, t("join in")), html("b", {}, invited.code)));
    this.code.hidden = false;
  }
}

/** @param {Picture} picture */
function race({ seats, race: whole }) {
  const longest = Math.max(whole, ...seats.map(({ to_go }) => to_go));
  const lanes = seats.map((seat) =>
    html("li", { class: `c-${seat.mouse}` }, [
      html("span", { class: "hush" }, seat.name),
      html("span", { class: "lane", "--at": 1 - seat.to_go / longest }, portrait(seat)),
      html("b", {}, t("to go", { n: seat.to_go })),
    ]),
  );
  return [`race r${seats.length}`, html("h2", {}, t("race")), html("ul", {}, lanes)];
}

/** @param {Picture} picture */
function trap({ parts }) {
  const pegs = Array.from({ length: PARTS }, (_, n) => html("i", { class: n < parts ? "in" : n === parts ? "following" : "" }));
  return [
    "trap",
    html("h2", {}, t("trap")),
    html("p", { class: "pegs", "aria-hidden": "true" }, pegs),
    html("p", {}, html("b", {}, parts < PARTS ? t("parts to go", { n: PARTS - parts }) : t("trap ready"))),
  ];
}

/** Show the cheese that belongs to all, beside the flag if it lies on Start. @param {Picture} picture */
function piles({ shared }) {
  return ["piles", ...shared.map(({ key, name, value }) => html("p", {}, drawAbout(key === "on Start" ? "start" : "cheese"), name, html("b", {}, String(value))))];
}
