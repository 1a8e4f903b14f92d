// A long list of options made of a few small choices, such as 120 ways to lay a card. Each choice has a row, and the
// last one sends the answer. All rows are there from the start, so that none moves.

import "../sheets/sheet.js";
import { html } from "../kit/svg.js";

/**
 * Ask in `box`. All options have the same number of parts, separated by commas. `done` is called with the action.
 * @param {any} box @param {OptionShown[]} composed @param {(action: string) => void} done
 */
export function ask(box, composed, done) {
  const options = composed.map(({ action, text }) => ({ action, path: text.split(", ") }));
  const chosen = [];
  const within = (depth) => options.filter(({ path }) => chosen.slice(0, depth).every((part, n) => path[n] === part));
  const choose = (row, part) => {
    chosen.splice(row, Infinity, part);
    if (chosen.length === rows.length) return done(within(chosen.length)[0].action);
    draw();
    rows[chosen.length].querySelector("button:enabled").focus();
  };
  const rows = options[0].path.map((_, row) => {
    const parts = [...new Set(options.map(({ path }) => path[row]))];
    const buttons = parts.map((part) => html("button", { "data-part": part, onclick: () => choose(row, part) }, part));
    return html("div", { class: "row", role: "group" }, buttons);
  });
  const draw = () => {
    for (const [row, { children }] of rows.entries()) {
      const parts = new Set(row > chosen.length ? [] : within(row).map(({ path }) => path[row]));
      for (const button of children) {
        button.disabled = !parts.has(button.dataset.part);
        button.setAttribute("aria-pressed", String(chosen[row] === button.dataset.part));
      }
    }
  };
  draw();
  box.replaceChildren(...rows);
}
