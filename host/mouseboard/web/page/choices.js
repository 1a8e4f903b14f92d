// What this phone can answer now: large buttons, the die, lists of options, and the table's buttons.

import { BARS } from "./geometry.js";
import { drawCheese, drawDie } from "./pieces.js";
import { at, group, html, icon, memory, rect } from "./svg.js";
import { t } from "./words.js";

const FEW = 14; // most options that each get a large button
const PRIMARY = new Set(["roll", "do", "paused", "trouble", "suspect", "who", "consent"]);

/** Return whether this phone may answer: the seat that is asked, or if hands must act, the host and all players. */
export function mayAnswer(picture, you) {
  const seat = picture.actor === "chance" ? picture.turn : picture.actor;
  const decides = ["roll", "choose", "which", "missing"].includes(picture.sign);
  return (you.host || you.seats.length > 0) && (!decides || seat === null || you.seats.includes(seat));
}

export class Choices {
  constructor(root, page) {
    Object.assign(this, { root, page, differs: memory(), lists: new Map() });
  }

  show(picture, you, board) {
    const may = mayAnswer(picture, you);
    if (!this.differs("choices", picture.sign, picture.options, picture.press, picture.pointed, picture.face, may, picture.language)) return;
    if (this.differs("decision", picture.positions)) this.lists.clear();
    const focused = document.activeElement;
    const within = this.root.contains(focused);
    const parts = picture.sign === "over" ? [html("button", { class: "big", id: "winner", onclick: () => this.page.ending?.open() }, t("to the winner"))] : may ? this.#answers(picture, board) : this.#watching(picture);
    this.root.replaceChildren(...parts.filter(Boolean));
    if (within) (focused.isConnected ? focused : this.root.querySelector("button, summary"))?.focus();
  }

  #watching(picture) {
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
    return html("button", { class: `big${picture ? " pictured" : ""}`, "data-press": button, onclick: () => this.page.answer({ press: button }) }, picture, html("span", {}, words));
  }

  /** Show the table's buttons A and B. */
  #buttons(press, main) {
    const rows = ["a", "b"].filter((name) => press[name] && !(main && name === "b"));
    if (!rows.length) return null;
    return html(
      "div",
      { class: "ab" },
      rows.map((name) => html("button", { "data-press": name, onclick: () => this.page.answer({ press: name }) }, html("kbd", {}, name.toUpperCase()), html("span", {}, press[name]))),
    );
  }

  /** Show the number on the wooden die, or the card that was drawn. */
  #outcomes(options) {
    if (options.every(({ number }) => number)) {
      const dice = options.map((option) => this.#choice(option, "die-face", drawDie(option.number)));
      return html("div", { class: "outcomes", role: "group", "aria-label": t("own die") }, html("p", { class: "hint" }, t("own die")), html("div", { class: "dice" }, dice));
    }
    const words = t("own outcome");
    return options.length > 3 ? this.#folded(words, options, isComposed(options)) : html("div", { class: "outcomes" }, html("p", { class: "hint" }, words), this.#list(options));
  }

  #list(options, pointed) {
    if (!options.length) return null;
    if (isComposed(options)) return this.#lasting("", options, () => this.#steps(options));
    if (options.length > FEW) return this.#folded(t("all choices", { n: options.length }), options);
    return html("div", { class: "list" }, options.map((option, n) => this.#choice(option, pointed === n ? "pointed" : "")));
  }

  #folded(words, options, asked = false) {
    return this.#lasting(words, options, () => {
      const list = asked ? this.#steps(options) : html("div", { class: "list small" }, options.map((option) => this.#choice(option, "")));
      return html("details", { class: "folded" }, html("summary", {}, words), list);
    });
  }

  /** Show the options. Those offered already stay unfolded and half answered, whatever pictures come meanwhile. */
  #lasting(words, options, make) {
    const key = JSON.stringify([words, options]);
    if (!this.lists.has(key)) this.lists.set(key, make());
    return this.lists.get(key);
  }

  #choice(option, kind, picture = null) {
    const aim = () => this.page.view.aim(option.places);
    const leave = () => this.page.view.aim([]);
    const name = picture ? { "aria-label": option.text, title: option.text } : {};
    const attributes = { class: `choice ${kind}`, "data-action": option.action, ...name };
    const tells = { onclick: () => this.page.answer({ action: option.action }), onmouseenter: aim, onmouseleave: leave, onfocus: aim, onblur: leave };
    return html("button", { ...attributes, ...tells }, picture ?? option.text);
  }

  /** Show a long list: step by step if it is made of a few small choices. */
  #steps(options) {
    const box = html("div", { class: "steps" });
    import("./steps.js").then(({ ask }) => ask(box, options, (action) => this.page.answer({ action })));
    return box;
  }
}

/** Return whether the options are made of a few small choices: `Card 10, side a, top to the east`. */
function isComposed(options) {
  const parts = options.map(({ text }) => text.split(", ").length);
  return options.length > FEW && parts[0] > 1 && parts.every((count) => count === parts[0]);
}

function drawDevice(device, face) {
  if (device === "die") return drawDie(typeof face === "number" ? face : 5);
  if (device !== "draw") return null;
  return icon("0 0 28 28", "die", rect(3, 4, 18, 23, 3, "die-edge"), rect(6, 1.5, 18, 23, 3, "card-back"), group({ transform: at(15, 13, 0.6) }, drawCheese(1, 22)));
}
