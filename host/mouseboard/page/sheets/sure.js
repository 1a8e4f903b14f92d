// A question before something that one tap must not do. It stays until it is answered, or is about nothing any more.

import { sign } from "../kit/sheet-icons.js";
import { openSheet } from "./sheet.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

/**
 * Ask, and call `then` after a yes. The question goes by itself once the game is left, or `isOpen` says no.
 * @param {Page} page @param {string} question @param {[string, string]} button @param {() => void} then @param {{ isOpen: (now: Picture) => any, no?: [string, string] }} how
 */
export function askSure(page, question, [picture, words], then, { isOpen, no = ["play", t("no play on")] }) {
  const yes = () => {
    sheet.close();
    then();
  };
  const sheet = openSheet(
    "menu sure",
    question,
    html("button", { class: "btn go", id: "no", onclick: () => sheet.close() }, sign(no[0]), no[1]),
    html("button", { class: "btn", id: "yes", onclick: yes }, sign(picture), words),
  );
  const watcher = new MutationObserver(() => (!page.now || !isOpen(page.now)) && sheet.close());
  watcher.observe(document.body, { attributeFilter: ["data-ready", "data-at"] });
  sheet.addEventListener("close", () => watcher.disconnect());
}

/** Ask whether somebody wants to leave their seat in the game that is on. @param {Page} page @param {number} seat */
export function askToLeave(page, seat) {
  const { game, seats } = page.now;
  const { who } = seats[seat];
  /** @param {Picture} now */
  const isOpen = (now) => now.game.number === game.number && now.seats[seat].who === who;
  askSure(page, t("leave asked"), ["door", t("leave seat")], () => page.send("seats", { seat, free: true, was: who }), { isOpen });
}
