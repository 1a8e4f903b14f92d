// A sheet that lies over the game until it is closed.

import { sign } from "../kit/icons.js";
import { post } from "../stream.js";
import { html, settle, styled } from "../kit/svg.js";
import { speakSheets, t } from "../kit/words.js";

await Promise.all([styled("sheets/sheet.css"), speakSheets()]);

/** Return a button that stops the trap, shown while that runs: what lies over the game has one of its own. */
export const halt = () => html("button", { class: "btn halt", onclick: () => post("answer", { stop: true }) }, sign("hand"), t("stop"));

export function openSheet(kind, title, ...parts) {
  const close = html("button", { class: "close", "aria-label": t("close"), onclick: () => dialog.close() }, sign("cross"));
  const dialog = html("dialog", { class: `sheet ${kind}`, "aria-label": title }, html("header", { role: "none" }, html("h2", {}, title), halt(), close), ...parts);
  dialog.addEventListener("close", () => {
    dialog.remove();
    settle(); // the finger that closed it is over the game now
  });
  document.body.append(dialog);
  dialog.showModal();
  settle();
  return dialog;
}
