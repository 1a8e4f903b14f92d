// What somebody may change about themselves, in the lobby or in a game: the animal, the name, and last that they sit there.

import { FACES, animal, keepName } from "../kit/faces.js";
import { sign } from "../kit/sheet-icons.js";
import { keep, kept } from "../kit/kept.js";
import { portrait } from "../board/pieces.js";
import { openSheet } from "./sheet.js";
import { html, styled } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { AnySeat } from "../lobby/join.js" */
/** @import { Page } from "../app.js" */

await styled("kit/faces.css");

/** Open the sheet of one's own seat. @param {Page} page @param {number} n @param {SeatShown[] | LobbySeat[]} seats */
export function openMyself(page, n, seats) {
  /** @type {AnySeat} */
  const seat = seats[n];
  const { mouse, name, face: mine, who, word = page.view?.board.pieces.find((piece) => piece.name === mouse)?.word } = seat;
  const input = html("input", { value: name, maxlength: 24, autocomplete: "nickname" });
  let isTyped = false; // also if the name stays as it was: Enter says that it is the right one
  const type = () => {
    isTyped = true;
  };
  const drop = () => {
    input.value = name;
    isTyped = false;
  };
  const tell = (where, what) => {
    drop();
    sheet.close();
    if (page.you.seats.includes(n)) page.send(where, { seat: n, ...what }); // otherwise somebody else plays there by now
  };
  const keepTyped = () => {
    if (isTyped && (input.value !== name || name !== word)) keepName(input.value);
  };
  const pick = (face) => {
    keepTyped();
    keep("face", face);
    const isOwn = !["", word, kept("called")].includes(input.value);
    tell("join", { face, name: isOwn ? input.value : keepName(kept("name"), face) });
  };
  const call = () => {
    keepTyped();
    if (input.value !== name) tell("join", { name: input.value });
  };
  const leave = async () => {
    if (!page.now) return tell("seats", { free: true, was: who });
    sheet.close();
    return (await page.loaded("sheets/sure.js")).askToLeave(page, n);
  };
  const claim = async () => {
    sheet.close();
    (await page.loaded("sheets/host.js")).openHost(() => page.stream.joined());
  };
  const faces = FACES.map((face) => {
    const isTaken = seats.some((seat, other) => seat.face === face && other !== n);
    return html("button", { role: "radio", "aria-checked": String(face === mine), "aria-label": t(face), "data-face": face, disabled: isTaken, onclick: () => pick(face) }, animal(face));
  });
  const sheet = openSheet(
    "menu",
    name || word,
    html("div", { class: "animals", role: "radiogroup", "aria-label": t("pick a face") }, faces),
    html("form", { method: "dialog", oninput: type, onsubmit: type }, html("label", { class: "line" }, sign("person"), html("span", {}, t("your name")), input)),
    page.you.host || page.now?.hands ? null : html("button", { class: "line", id: "host", onclick: claim }, sign("hand"), html("span", {}, t("at the table now"))),
    html("button", { class: "btn quiet", "data-way": "leave", onclick: leave }, sign("door"), t("leave seat")),
  );
  sheet.querySelector("h2").prepend(portrait(seats[n]));
  sheet.addEventListener("cancel", drop);
  sheet.addEventListener("close", call);
}
