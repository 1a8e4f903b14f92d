// How this game is played: the game's own paragraphs, and what is printed on the board, drawn by the page's own view.

import { isBar } from "./geometry.js";
import { openSheet } from "./sheet.js";
import { get } from "./stream.js";
import { html } from "./svg.js";
import { t } from "./words.js";

/** Show it over the game; `view` has drawn its board. */
export async function showHow(view, say) {
  const told = await get("/how");
  if (!told) return say(t("not reached"));
  const { title, edition, how } = told;
  const prose = html("div", { class: "prose" }, how.map((paragraph) => html("p", {}, paragraph)));
  return openSheet("how", title, prose, legend(view), html("p", { class: "hint" }, edition));
}

/** Each kind of place once, with the words that are printed there. */
function legend(view) {
  const kinds = new Map();
  for (const place of view.places) {
    if (isBar(place) || !place.label || place.label === place.name) continue;
    const key = place.kind === "room" ? place.name : place.kind;
    if (!kinds.has(key)) kinds.set(key, place);
  }
  if (!kinds.size) return null;
  const rows = [...kinds.values()].map((place) => html("li", {}, view.pictureOf(place), html("span", {}, place.label)));
  return html("ul", { class: "legend" }, rows);
}
