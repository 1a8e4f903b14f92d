// Beside the board: whose turn it is, what to do, what can be chosen, who has what, what happened.

import { BARS } from "./geometry.js";
import { drawCheese, drawMouse } from "./pieces.js";
import { html, icon, circle, path, rect, group, at } from "./svg.js";
import { t } from "./words.js";

const FEW = 14; // options that each get a large button
const PRIMARY = new Set(["roll", "do", "paused", "trouble", "suspect", "consent"]);
const AMISS = new Set(["mend", "suspect", "missing", "trouble"]);
const ALARM = new Set(["lost", "fault"]);

// What kind of thing is to be done, as a sign of 24 x 24.
const HAND = "M7 21V12.5L5 10.5C4 9 6 7.5 7.5 9L9 10.5V4.5C9 3 11 3 11 4.5V9 3.5C11 2 13.5 2 13.5 3.5V9 4.5C13.5 3 15.5 3 15.5 4.5V10 7C15.5 5.5 17.5 5.5 17.5 7V15L16 21z";
const ASK = "M8 8.5C8 3 16.5 3 16.5 8.5 16.5 12 12 12 12 15.5M12 20V20.2";
const SHRIEK = "M12 3.5 21.5 20H2.5zM12 9.5V14M12 17V17.2";
const SIGNS = {
  roll: "M4.5 4.5H19.5V19.5H4.5zM9 9V9.1M15 15V15.1M12 12V12.1M15 9V9.1M9 15V15.1",
  choose: ASK, which: ASK, suspect: ASK, consent: ASK,
  move: HAND, do: HAND,
  mend: SHRIEK, missing: SHRIEK, trouble: SHRIEK, fault: SHRIEK, lost: SHRIEK,
  paused: "M9 5V19M15 5V19",
  watch: "M2 12C6 5.5 18 5.5 22 12 18 18.5 6 18.5 2 12zM12 9.5A2.5 2.5 0 1 0 12 14.5 2.5 2.5 0 1 0 12 9.5",
  think: "M5 12V12.1M12 12V12.1M19 12V12.1",
  over: "M7 4H17V10A5 5 0 0 1 7 10zM7 6H3.5C3.5 9.5 5 10.5 7 10.5M17 6H20.5C20.5 9.5 19 10.5 17 10.5M12 15V19M8 20H16",
};

const portrait = (mouse) => icon("-18 -18 36 36", "portrait", drawMouse(mouse));

/** Whether this phone may answer what is asked now: the seat's own, or anybody where hands are meant. */
export function mayAnswer(picture, you) {
  const seat = picture.actor === "chance" ? picture.turn : picture.actor;
  const decides = ["roll", "choose", "which", "missing"].includes(picture.sign);
  return you.seats.length > 0 && (!decides || seat === null || you.seats.includes(seat));
}

/** The panel; `on` is told what is chosen: on.answer(body), on.aim(option or null), on.position(k or null). */
export class Panel {
  constructor(root, on) {
    this.on = on;
    const part = (name) => root.querySelector(`.${name}`);
    this.turn = part("turn");
    this.status = part("status");
    this.sign = part("sign");
    this.choices = part("choices");
    this.seats = part("seats");
    this.story = part("story");
    this.shown = {};
  }

  show(picture, you, board) {
    this.#showTurn(picture);
    this.#showChoices(picture, you, board);
    this.#showSeats(picture, you);
    this.#showStory(picture);
  }

  #changed(what, ...values) {
    const text = JSON.stringify(values);
    const changed = this.shown[what] !== text;
    this.shown[what] = text;
    return changed;
  }

  #showTurn(picture) {
    const who = picture.seats[inHand(picture) ?? picture.winners[0] ?? picture.turn ?? -1];
    const mood = ALARM.has(picture.sign) ? "alarm" : AMISS.has(picture.sign) ? "amiss" : picture.winners.length ? "won" : "";
    if (this.#changed("sign", picture.sign)) {
      const d = SIGNS[picture.sign];
      this.sign.replaceChildren(d ? icon("0 0 24 24", "", path(d, "on")) : "");
    }
    if (this.#changed("turn", who?.mouse, who?.name, mood)) {
      this.turn.className = `turn ${mood} ${who ? `c-${who.mouse}` : "c-none"}`;
      this.turn.querySelector(".who").replaceChildren(...(who ? [portrait(who.mouse), html("h1", {}, who.name)] : []));
    }
    const words = [picture.prompt, ...picture.notes, ...picture.doubts.map(({ text }) => text)].join(" ");
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  #showChoices(picture, you, board) {
    const may = mayAnswer(picture, you);
    if (!this.#changed("choices", picture.sign, picture.options, picture.press, picture.pointed, picture.face, picture.figures, may, picture.language)) return;
    const focused = this.choices.contains(document.activeElement);
    const parts = !may ? this.#watching(picture, you) : picture.sign === "over" ? [figures(picture)] : this.#answers(picture, board);
    this.choices.replaceChildren(...parts.filter(Boolean));
    if (focused) this.choices.querySelector("button, summary")?.focus();
  }

  #watching(picture, you) {
    if (picture.sign === "over") return [figures(picture)];
    const seat = picture.actor === "chance" ? picture.turn : picture.actor;
    return [seat === null ? null : html("p", { class: "waits" }, t("waiting", { name: picture.seats[seat]?.name }))];
  }

  #answers(picture, board) {
    const { options, press, sign, device } = picture;
    const bars = new Set(board.places.filter(({ kind }) => BARS.has(kind)).map(({ name }) => name));
    const laid = options.filter(({ places }) => places.some((place) => bars.has(place)));
    const others = options.filter((option) => !laid.includes(option));
    const main = press.b && PRIMARY.has(sign) ? this.#press("b", press.b, sign === "roll" ? drawDevice(device, picture.face) : null) : null;
    return [
      main,
      sign === "roll" && others.length > 1 ? this.#outcomes(others) : this.#list(others, picture.pointed),
      laid.length ? html("p", { class: "hint" }, t("touch gap")) : null,
      laid.length ? this.#folded(t("all barriers", { n: laid.length }), laid) : null,
      this.#buttons(press, main),
    ];
  }

  #press(button, words, picture) {
    return html("button", { class: `big${picture ? " pictured" : ""}`, "data-press": button, onclick: () => this.on.answer({ press: button }) }, picture, html("span", {}, words));
  }

  /** A and B as the table has them. */
  #buttons(press, main) {
    const rows = ["a", "b"].filter((name) => press[name] && !(main && name === "b"));
    if (!rows.length) return null;
    return html(
      "div",
      { class: "ab" },
      rows.map((name) => html("button", { "data-press": name, onclick: () => this.on.answer({ press: name }) }, html("kbd", {}, name.toUpperCase()), html("span", {}, press[name]))),
    );
  }

  /** What the wooden die shows, or which card was drawn. */
  #outcomes(options) {
    if (options.every(({ number }) => number)) {
      const dice = options.map((option) => this.#choice(option, "die-face", drawDie(option.number)));
      return html("div", { class: "outcomes", role: "group", "aria-label": t("own die") }, html("p", { class: "hint" }, t("own die")), html("div", { class: "dice" }, dice));
    }
    const words = t("own outcome");
    if (isComposed(options)) return html("details", { class: "folded" }, html("summary", {}, words), this.#steps(options));
    return options.length > 3 ? this.#folded(words, options) : html("div", { class: "outcomes" }, html("p", { class: "hint" }, words), this.#list(options));
  }

  #list(options, pointed) {
    if (!options.length) return null;
    if (isComposed(options)) return this.#steps(options);
    if (options.length > FEW) return this.#folded(t("all choices", { n: options.length }), options);
    return html("div", { class: "list" }, options.map((option, n) => this.#choice(option, pointed === n ? "pointed" : "")));
  }

  #folded(words, options) {
    return html("details", { class: "folded" }, html("summary", {}, words), html("div", { class: "list small" }, options.map((option) => this.#choice(option, ""))));
  }

  #choice(option, kind, picture = null) {
    const aim = () => this.on.aim(option);
    const leave = () => this.on.aim(null);
    const name = picture ? { "aria-label": option.text, title: option.text } : {};
    const attributes = { class: `choice ${kind}`, "data-action": option.action, ...name };
    const tells = { onclick: () => this.on.answer({ action: option.action }), onmouseenter: aim, onmouseleave: leave, onfocus: aim, onblur: leave };
    return html("button", { ...attributes, ...tells }, picture ?? option.text);
  }

  /** A long list that is made of a few small choices is asked for step by step. */
  #steps(options) {
    const box = html("div", { class: "steps" });
    import("./steps.js").then(({ ask }) => ask(box, options, (action) => this.on.answer({ action })));
    return box;
  }

  #showSeats(picture, you) {
    if (!this.#changed("seats", picture.seats, picture.shared, picture.turn, picture.winners, you.seats, picture.language)) return;
    const rows = picture.seats.map((seat, n) => this.#seat(seat, n, picture, you));
    const shared = picture.shared.map((score) => html("li", { class: "shared" }, html("span", { class: "name" }, score.name), ...amount(score)));
    this.seats.replaceChildren(...rows, ...shared);
  }

  #seat(seat, n, picture, you) {
    const scores = seat.scores.filter(({ key, value }) => key !== "captured" || value);
    const state = [n === picture.turn ? "now" : "", picture.winners.includes(n) ? "won" : "", seat.scores.some(({ key, value }) => key === "captured" && value) ? "captured" : ""];
    const notes = [seat.kind === "computer" ? t("computer") : "", seat.kind === "person" && you.seats.length === 1 && you.seats[0] === n ? t("you") : ""].filter(Boolean);
    return html(
      "li",
      { class: `seat c-${seat.mouse} ${state.join(" ")}`, "aria-current": n === picture.turn ? "true" : undefined },
      portrait(seat.mouse),
      html("span", { class: "name" }, seat.name, notes.length ? html("small", {}, notes.join(", ")) : null),
      html("span", { class: "scores" }, scores.map((score) => html("span", { class: "score" }, ...amount(score)))),
    );
  }

  #showStory(picture) {
    if (!this.#changed("story", picture.story, picture.positions, picture.language)) return;
    const list = this.story.querySelector("ol");
    const rows = picture.story.slice(-60).reverse().map(({ text, by, position }) => {
      const mouse = by === null || by === undefined ? "none" : picture.seats[by]?.mouse;
      return html("li", { class: `c-${mouse}` }, html("button", { "data-position": position, onclick: () => this.on.position(position) }, text));
    });
    list.replaceChildren(...rows);
    const range = this.story.querySelector("input");
    range.max = picture.positions;
    if (!document.body.classList.contains("past")) range.value = picture.positions;
  }
}

/** Whether a long list is made of a few small choices: `Card 10, side a, top to the east`. */
function isComposed(options) {
  const parts = options.map(({ text }) => text.split(", ").length);
  return options.length > FEW && parts[0] > 1 && parts.every((count) => count === parts[0]);
}

/** Whose mouse hands are to move now: the turn may be the next one's already. */
function inHand({ sign, steps, seats }) {
  const seat = sign === "move" ? seats.findIndex(({ mouse }) => mouse === steps[0]?.piece) : -1;
  return seat < 0 ? null : seat;
}

/** A number of the score: cheese that can be counted, or a figure with its name. */
function amount({ key, name, value }) {
  const figure = html("b", {}, String(value));
  if (!/cheese|pile|safe|at risk/.test(key) || /squares/.test(key) || value === 0) return [figure, html("small", {}, name)];
  const shown = value > 12 ? 1 : value; // more cannot be counted at a glance
  const wide = Math.min(shown, 6);
  const rows = Math.ceil(shown / 6);
  const pieces = Array.from({ length: shown }, (_, n) => group({ transform: at(9 + (n % 6) * 15, 9 + Math.floor(n / 6) * 12, 0.72) }, drawCheese(1, 22)));
  const picture = icon(`0 0 ${wide * 15 + 4} ${rows * 12 + 6}`, rows > 1 ? "heap two" : "heap", pieces);
  return [picture, figure, html("small", {}, name)];
}

/** How the game ended, in a few figures. */
function figures(picture) {
  return html("dl", { class: "figures" }, picture.figures.flatMap(({ name, value }) => [html("dt", {}, name), html("dd", {}, String(value))]));
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export function drawDie(number) {
  const pips = (PIPS[number] ?? []).map((n) => circle(7 + (n % 3) * 7, 7 + Math.floor(n / 3) * 7, 2.4, "pip"));
  return icon("0 0 28 28", "die", rect(1.5, 2.5, 25, 25, 6, "die-edge"), rect(1.5, 1, 25, 25, 6, "die-top"), pips);
}

function drawDevice(device, face) {
  if (device === "die") return drawDie(typeof face === "number" ? face : 5);
  if (device !== "draw") return null;
  return icon("0 0 28 28", "die", rect(3, 4, 18, 23, 3, "die-edge"), rect(6, 1.5, 18, 23, 3, "card-back"), group({ transform: at(15, 13, 0.6) }, drawCheese(1, 22)));
}
