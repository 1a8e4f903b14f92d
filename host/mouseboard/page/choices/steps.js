// A long list of options made of a few small choices, such as 120 ways to lay a card. Each choice has a row, and the
// last one sends the answer.

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
    const [only, ...others] = within(chosen.length);
    if (!others.length && chosen.length === only.path.length) done(only.action);
    else draw();
    box.querySelector(".row:last-child button")?.focus();
  };
  const draw = () => {
    const rows = options[0].path.slice(0, chosen.length + 1).map((_, row) => {
      const parts = [...new Set(within(row).map(({ path }) => path[row]))];
      const buttons = parts.map((part) => html("button", { "data-part": part, "aria-pressed": String(chosen[row] === part), onclick: () => choose(row, part) }, part));
      return html("div", { class: "row", role: "group" }, buttons);
    });
    box.replaceChildren(...rows);
  };
  draw();
}
