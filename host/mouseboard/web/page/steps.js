// A long list that is made of a few small choices (120 ways to lay a card): one row each, and the last one answers.

import "./sheet.js";
import { html } from "./svg.js";

/** Ask in `box`; the words of all options have as many parts, set apart by commas. `done` gets the action. */
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
      const buttons = parts.map((part) => html("button", { type: "button", "data-part": part, "aria-pressed": String(chosen[row] === part), onclick: () => choose(row, part) }, part));
      return html("div", { class: "row", role: "group" }, buttons);
    });
    box.replaceChildren(...rows);
  };
  draw();
}
