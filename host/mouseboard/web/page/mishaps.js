// What can befall the simulated table, for practising: each is a line of the scenario language.

import { openSheet } from "./sheet.js";
import { post } from "./stream.js";
import { html } from "./svg.js";
import { t } from "./words.js";

const PAIRS = [["unplug", "replug"], ["power cut", "power on"], ["jam crank", "free crank"], ["cage down", "cage up"], ["noise 0.05", "noise 0"]];

/** The menu of mishaps over the game; `say` shows what was refused. */
export function showMishaps(view, picture, say) {
  const run = (line) => async () => {
    const said = await post("/mishap", { line });
    if (!said.ok) say(said.error ?? t("not reached"));
  };
  const row = (...lines) => html("div", { class: "row" }, lines.map((line) => html("button", { type: "button", "data-line": line.line ?? line, onclick: run(line.line ?? line) }, line.text ?? t(line))));
  const mice = view.board.pieces.filter(({ name }) => picture.standing[name] && view.byName.get(picture.standing[name])?.input !== undefined);
  const pieces = mice.map(({ name, word }) =>
    row(
      { line: `knock ${name} over`, text: t("knock over", { piece: word }) },
      { line: `shove ${name}`, text: t("shove", { piece: word }) },
      { line: `weak magnet ${name}`, text: t("weak magnet", { piece: word }) },
      { line: `good magnet ${name}`, text: t("good magnet", { piece: word }) },
    ),
  );
  const places = view.places.filter(({ input }) => input !== undefined);
  const reeds = places.length ? [reedRow(places, run)] : [];
  openSheet("mishaps", t("mishaps"), html("p", { class: "hint" }, t("mishaps are")), ...PAIRS.map((pair) => row(...pair)), ...pieces, ...reeds);
}

/** A reed that is stuck, dead or good again, by the place it lies under. */
function reedRow(places, run) {
  const choice = html("select", { "aria-label": t("reed under") }, places.map(({ name, input }) => html("option", { value: input }, name)));
  const button = (word) => html("button", { type: "button", onclick: () => run(`${word} reed ${choice.value}`)() }, t(`${word} reed`));
  return html("div", { class: "row" }, html("span", {}, t("reed under")), choice, ["stuck", "dead", "good"].map(button));
}
