// How this game is played: the game's own paragraphs, and what is printed on the board, drawn by the page's own view.

import { isBar } from "./geometry.js";
import { html } from "./svg.js";
import { t } from "./words.js";

/** Show the page over the game; `view` has drawn its board. */
export function showHow(view) {
  const { title, edition, how } = view.board;
  const close = html("button", { type: "button", class: "close", onclick: () => dialog.close() }, t("close"));
  const dialog = html(
    "dialog",
    { class: "sheet how", "aria-label": t("how") },
    html("h2", {}, title),
    html("div", { class: "prose" }, how.map((paragraph) => html("p", {}, paragraph))),
    legend(view),
    html("p", { class: "hint" }, edition),
    close,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
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
