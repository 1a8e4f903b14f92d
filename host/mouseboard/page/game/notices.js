// Cards over what can be done: a phone that sleeps while it is asked, who would like a seat, and what this phone has missed.

import { sign } from "../kit/sheet-icons.js";
import { portrait } from "../board/pieces.js";
import { html, styled } from "../kit/svg.js";
import { byName, speakSheets, t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await Promise.all([styled("game/notices.css", "game"), speakSheets()]);

const MISSED = 3; // most sentences told to a phone that comes back

/** Return the kind of computer that plays for a person. @param {GameOn} game */
export const computerOf = ({ levels }) => (levels.includes("sensible") ? "sensible" : levels.at(-1));

/** @typedef {Pick<SeatShown, "name" | "mouse" | "shape" | "state"> & { seat: number }} Sleeper a seat that nobody acts for */

/** Return the most important card. @param {Sleeper} asleep @param {string[]} asking @param {Picture} picture @param {You} you @param {Page} page */
export function card(asleep, asking, picture, you, page) {
  return asleep ? asleepCard(asleep, picture, you, page) : asking.length ? askingCard(asking, page) : missedCard(page.missed);
}

/** Tell that a phone sleeps or that a seat was left, and who may play for it. @param {Sleeper} sleeper @param {Picture} picture @param {You} you @param {Page} page */
function asleepCard({ seat, name, mouse, shape, state }, { game }, you, page) {
  const way = (picture, words, what) => html("button", { class: "btn", onclick: () => page.send("seats", { seat, ...what }) }, sign(picture), words);
  const computer = computerOf(game);
  const ways = you.may.play_for.includes(seat) ? [way("phone", t("stand in", { name }), { stand_in: true })] : [];
  if (you.may.change.includes(seat) && computer) ways.push(way("robot", t("let computer"), { kind: computer }));
  return html("section", { class: `sleeps c-${mouse}`, role: "alert" }, [
    html("span", { class: "disc" }, portrait({ mouse, shape }), sign("sleep")),
    html("div", {}, [
      html("h2", {}, state === "asleep" ? t("screen asleep", { name }) : t("who sits", { mouse: name })),
      state === "asleep" && html("p", {}, you.spectator ? t("wake it elsewhere") : t("wake it")),
      html("p", { class: "ways" }, ways),
    ]),
  ]);
}

/** Tell who would like a seat, as long as they would. @param {string[]} names @param {Page} page */
function askingCard(names, page) {
  const open = async () => (await page.loaded("sheets/people.js")).showPeople(page);
  return html("section", { class: "sleeps asking" }, [
    html("div", {}, [
      [...new Set(names)].map((name) => html("h2", {}, t("asks", { name: name || t("somebody") }))),
      html("p", { class: "ways" }, html("button", { class: "btn", onclick: open }, sign("people"), t("people"))),
    ]),
  ]);
}

/** Tell what happened while this phone was away. @param {Page["missed"]} missed */
function missedCard([seen, picture]) {
  const { seats } = picture;
  const told = lasting(JSON.parse(seen), picture).slice(-MISSED);
  const rows = told.map(({ text, by }) => html("li", {}, seats[by] ? portrait(seats[by]) : "", html("span", {}, byName(text, seats))));
  return rows.length ? html("section", { class: "missed" }, html("h2", {}, sign("tick"), t("missed")), html("ul", {}, rows)) : "";
}

/**
 * Return what was told since, and still holds. A takeback leads to an earlier position: it counts if what it undoes was seen.
 * @param {[number, string, number, number]} seen @param {Picture} picture
 */
function lasting([number, run, last, position], { game, start, story }) {
  const kept = [];
  for (const told of number === game.number ? story : []) {
    if (run === start ? told.n <= last : told.position <= position) continue; // another run of the server counts anew
    const undone = kept.findIndex((other) => other.position > told.position);
    if (undone >= 0) kept.splice(undone);
    if (undone < 0 || told.position < position) kept.push(told);
    position = Math.min(position, told.position);
  }
  return kept;
}
