// A seat of the game that is on, opened by a tap on its face: who else may play there; or one's own animal and name.

import { sign } from "../kit/sheet-icons.js";
import { computerOf } from "../game/notices.js";
import { portrait } from "../board/pieces.js";
import { openSheet } from "./sheet.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

/** Open the sheet of a seat. @param {Page} page @param {number} n */
export async function openSeat(page, n) {
  const { you } = page;
  const { game, seats } = page.now;
  const { name, kind, state, who, stand_in: isHelped } = seats[n];
  const row = (way, picture, words, then) => {
    const press = () => {
      sheet.close();
      then();
    };
    return html("button", { class: "line", "data-way": way, onclick: press }, sign(picture), html("span", {}, words));
  };
  const change = (way, picture, words, what) => row(way, picture, words, () => page.send("seats", { seat: n, was: who, ...what }));
  const isMine = you.seats.includes(n);
  if (isMine && !you.host && !isHelped) return (await page.loaded("sheets/myself.js")).openMyself(page, n, seats);
  const computer = computerOf(game);
  const mayChange = you.may.change.includes(n);
  const rows = [
    you.may.play_for.includes(n) && change("stand-in", "phone", t("stand in", { name }), { stand_in: true }),
    mayChange && (state === "phone" || state === "asleep") && change("free", "door", t("free seat"), { free: true }),
    mayChange && kind === "person" && computer && change("computer", "robot", t("let computer"), { kind: computer }),
    mayChange && kind === "computer" && change("person", "hand", t("without a phone"), { kind: "person" }),
    you.host && row("people", "people", t("people"), async () => (await page.loaded("sheets/people.js")).showPeople(page)),
  ];
  const sheet = openSheet("menu", name, ...rows.filter(Boolean), html("button", { class: "btn", onclick: () => sheet.close() }, t("now")));
  return sheet.querySelector("h2").prepend(portrait(seats[n]));
}
