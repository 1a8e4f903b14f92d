// A seat of the lobby was tapped: who is to sit there? Large answers, and one switch for hints.

import { sign } from "../kit/sheet-icons.js";
import { drawCheese, portrait } from "../board/pieces.js";
import { openSheet } from "../sheets/sheet.js";
import { at, group, html, icon, styled } from "../kit/svg.js";
import { nameOf, t } from "../kit/words.js";
/** @import { Choosing } from "./choosing.js" */

await styled("lobby/lobby-sheets.css", "lobby");

const cheeses = (n) =>
  icon(
    `0 0 ${6 + 15 * n} 22`,
    "cheeses",
    Array.from({ length: n }, (_, k) => group({ transform: at(10 + 15 * k, 12, 0.82) }, drawCheese(1, 22))),
  );

/** Open the sheet for a seat, or for the next free mouse. @param {Choosing} lobby @param {number} n */
export function openSeat(lobby, n) {
  const box = html("div", { class: "answers" });
  const mouse = lobby.picture.seats[n]?.mouse ?? lobby.picture.free[0].name;
  const word = lobby.picture.seats[n]?.word ?? lobby.picture.free[0].title;
  const dialog = openSheet(`pop c-${mouse}`, t("who sits", { mouse: word }), box);
  dialog.querySelector("h2").prepend(portrait(lobby.picture.seats[n] ?? { mouse }));
  const done = async (what) => {
    dialog.close();
    await lobby.seat(n, what, was);
  };
  const was = playerOf(lobby, n);
  const show = () => draw(box, lobby, n, done);
  const follow = () => {
    if (playerOf(lobby, n) !== was)
      dialog.close(); // somebody else has changed the seat
    else if (!box.contains(document.activeElement)) show();
  };
  show();
  return { dialog, show: follow };
}

/** Return who plays on a seat; it is empty for a seat that is free. @param {Choosing} lobby @param {number} n */
const playerOf = (lobby, n) => lobby.picture.seats[n]?.who ?? "";

/** @param {any} box @param {Choosing} lobby @param {number} n @param {(what: any) => void} done */
function draw(box, lobby, n, done) {
  const seat = lobby.picture.seats[n];
  const state = seat?.state ?? "free";
  const name = html("input", { id: "name-here", value: state === "here" ? seat.name : "", maxlength: 24, placeholder: t("name"), "aria-label": t("name") });
  const here = (event) => {
    event.preventDefault();
    done({ kind: "person", name: name.value, ...(state === "phone" || state === "asleep" ? { free: true } : {}) });
  };
  const phone = ["phone", "asleep"].includes(state)
    ? answer("phone", nameOf(seat), t(state === "phone" ? "on a screen" : "asleep"), true, () => done({}))
    : html("div", { class: "answer told" }, sign("phone"), html("span", {}, html("b", {}, t("with a phone")), html("small", {}, t("scan waits"))));
  const levels = lobby.game.levels.map(({ name: kind, title }, k) => {
    const [called, how] = title.split(": ");
    return html("button", { class: "level", "data-kind": kind, "aria-pressed": String(seat?.kind === kind), onclick: () => done({ kind }) }, [
      cheeses(k + 1),
      html("b", {}, called),
      how ? html("small", {}, how) : null,
    ]);
  });
  const isNeeded = seat && !lobby.game.seat_counts.includes(lobby.picture.seats.length - 1);
  box.replaceChildren(
    phone,
    html("form", { class: `answer ${state === "here" ? "on" : ""}`, onsubmit: here }, [
      sign("hand"),
      html("span", {}, html("b", {}, t("without a phone")), html("span", { class: "row" }, name, html("button", { class: "btn", id: "sit-here" }, t("ok")))),
    ]),
    html("div", { class: "levels" }, html("p", {}, sign("robot"), html("b", {}, t("a computer"))), html("div", { class: "pick" }, levels)),
    ...(seat && !isNeeded ? [answer("cross", t("nobody"), t("without this mouse"), false, () => done({ kind: "nobody" }))] : []),
    ...(seat?.kind === "person" ? [helps(lobby, n, seat)] : []),
  );
}

const answer = (picture, name, words, isOn, then) =>
  html("button", { class: `answer ${isOn ? "on" : ""}`, onclick: then }, sign(picture), html("span", {}, html("b", {}, name), html("small", {}, words)), isOn ? sign("tick") : null);

/** Return three buttons for how much help somebody gets. @param {Choosing} lobby @param {number} n @param {LobbySeat} seat */
function helps(lobby, n, seat) {
  const buttons = ["none", "hints", "warnings"].map((help) =>
    html(
      "button",
      { class: "btn", "aria-pressed": String(seat.help === help), "data-help": help, onclick: ({ currentTarget }) => lobby.seat(n, { help }, playerOf(lobby, n)).then(() => currentTarget.blur()) },
      t(`help ${help}`),
    ),
  );
  return html("div", { class: "helps", role: "group", "aria-label": t("help for", { mouse: nameOf(seat) }) }, [
    html("p", {}, sign("bulb"), t("help for", { mouse: nameOf(seat) })),
    html("div", { class: "pick" }, buttons),
  ]);
}
