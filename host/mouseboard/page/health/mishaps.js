// Mishaps at the simulated table, for practice. Each is a line of the scenario language.

import { openSheet } from "../sheets/sheet.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */
/** @import { Placed } from "../board/geometry.js" */

const PAIRS = [
  ["unplug", "replug"],
  ["power cut", "power on"],
  ["jam crank", "free crank"],
  ["cage down", "cage up"],
  ["noise 0.05", "noise 0"],
];

/** Show the menu of mishaps over the game. @param {Page} page */
export function showMishaps(page) {
  const { view, now } = page;
  const run = (line) => page.send("mishap", { line });
  /** @param {any[]} lines */
  const row = (...lines) => html("div", { class: "row" }, [lines.map((line) => html("button", { "data-line": line.line ?? line, onclick: () => run(line.line ?? line) }, line.text ?? t(line)))]);
  const mice = view.board.pieces.filter(({ name }) => now.standing[name] && view.byName.get(now.standing[name])?.input !== undefined);
  const pieces = mice.map(({ name, word }) =>
    row(
      { line: `knock ${name} over`, text: capital(t("knock over", { piece: word })) },
      { line: `shove ${name}`, text: capital(t("shove", { piece: word })) },
      { line: `weak magnet ${name}`, text: capital(t("weak magnet", { piece: word })) },
      { line: `good magnet ${name}`, text: capital(t("good magnet", { piece: word })) },
    ),
  );
  const places = view.places.filter(({ input }) => input !== undefined);
  const reeds = places.length ? [reedRow(places, run)] : [];
  openSheet("mishaps", t("mishaps"), html("p", { class: "hint" }, t("mishaps are")), ...PAIRS.map((pair) => row(...pair)), ...pieces, ...reeds);
}

const capital = (text) => text.replace(/^./, (first) => first.toUpperCase());

/** Return the controls that make the reed under a place stuck, dead or good again. @param {Placed[]} places @param {(line: string) => any} run */
function reedRow(places, run) {
  const choice = html("select", { "aria-label": t("reed under") }, [places.map(({ name, input }) => html("option", { value: input }, name))]);
  const button = (word) => html("button", { onclick: () => run(`${word} reed ${choice.value}`) }, t(`${word} reed`));
  return html("div", { class: "row" }, html("span", {}, t("reed under")), choice, ["stuck", "dead", "good"].map(button));
}
