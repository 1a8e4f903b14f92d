// How to play a game: its own paragraphs, a picture of a moment, and a legend of its board, drawn as on the page.

import { BoardView, loadPrint } from "../board/board.js";
import { isBar } from "../board/geometry.js";
import { openSheet } from "./sheet.js";
import { get } from "../stream.js";
import { group, html, icon, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */
/** @import { Placed } from "../board/geometry.js" */

/** Show how to play over the page; `where` is the path to ask, `how` or `how/GAME`. @param {string} where @param {Page} page */
export async function showHow(where, page) {
  /** @type {HowPlayed} */
  const told = await get(where);
  if (!told) return page.say(t("not reached"));
  const { how, board, moment } = told;
  const view = new BoardView(svg("svg", { class: "table", role: "img", "aria-label": board.title }));
  view.draw(board, await loadPrint(board));
  view.show(moment);
  const [aim, ...turns] = how.map((paragraph) => html("p", {}, paragraph));
  return openSheet(
    "how",
    moment.game.title,
    html("div", { class: "prose aim" }, aim),
    html("div", { class: "moment" }, view.root),
    html("div", { class: "prose" }, turns),
    legend(view),
    html("p", { class: "hint" }, `${board.title}, ${board.edition}`),
  );
}

/** Return each kind of place once, with the words printed there. @param {BoardView} view */
function legend(view) {
  const kinds = new Map();
  for (const place of view.places) {
    if (isBar(place) || !place.label || place.label === place.name) continue;
    const key = place.kind === "room" ? place.name : place.kind;
    if (!kinds.has(key)) kinds.set(key, place);
  }
  if (!kinds.size) return null;
  const rows = [...kinds.values()].map((place) => html("li", {}, sample(place, view), html("span", {}, place.label)));
  return html("ul", { class: "legend" }, rows);
}

/** Return a small picture of one place alone. @param {Placed} place @param {BoardView} view */
function sample(place, { spots, pitch, print }) {
  const spot = spots.get(place.name).cloneNode(true);
  for (const name of ["role", "tabindex", "aria-label", "data-place"]) spot.removeAttribute(name);
  const half = 0.55 * pitch;
  return icon(`${place.x - half} ${place.y - half} ${2 * half} ${2 * half}`, "table sample", spot, group({ class: "printed" }, print.printed?.(place)));
}
