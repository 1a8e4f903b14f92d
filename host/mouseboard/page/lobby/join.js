// Coming in: by the code on the big screen, then by picking a mouse and a name. Nobody meets a dead end: computers' seats
// and those of sleeping phones can be taken, and where there is none, one may watch or ask.

import { script } from "../kit/ask.js";
import { FACES, animal, keepName } from "../kit/faces.js";
import { sign } from "../kit/sheet-icons.js";
import { keep, kept } from "../kit/kept.js";
import { portrait } from "../board/pieces.js";
import { learnShapes } from "../board/sides.js";
import { post } from "../stream.js";
import { html, styled } from "../kit/svg.js";
import { languageChoice } from "../kit/tongues.js";
import { speakSheets, t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await Promise.all([styled("lobby/join.css", "join", "pick"), styled("kit/faces.css"), speakSheets()]);

/** @type {{ [state: string]: [string, string] }} */
const KINDS = { free: ["plus", "free"], here: ["hand", "at the table"], computer: ["robot", "swap in"], asleep: ["sleep", "asleep"], phone: ["phone", "playing"] };
const TAKEN = new Set(["phone", "asleep"]);

/**
 * @typedef {LobbySeat | (SeatShown & { word?: string })} AnySeat a seat of the lobby or of a game
 * @typedef {{ mouse: string, shape?: string, name: string, face?: string, state: string, n: number, isNamed?: boolean, isLeft?: boolean }} Chair
 */

const NEVER = 9; // the rank of a mouse that is not offered

/** Return how well a mouse suits whoever comes: one with their name first; never that of somebody at the table. @param {Chair} seat @param {string} called @param {boolean} isGame */
function rank(seat, called, isGame) {
  const { state, name, isNamed, isLeft } = seat;
  if (TAKEN.has(state) && !isLeft) return NEVER;
  if (isNamed && name === called) return 0;
  if (state === "here") return isNamed ? NEVER : isGame ? 3 : 1; // in a game somebody plays there already
  return state === "computer" ? 2 : state === "free" ? 3 : 4;
}

const CODE = 5; // characters that somebody types; a link has a secret behind them

/** Ask for the code until it is right, then call `done`. `code` is what the link has, or empty. `forgotten`: it was right, yet the server does not know us. */
export function askCode(box, code, forgotten, done) {
  const wrong = html("p", { class: "wrong", role: "alert" }, forgotten || !navigator.cookieEnabled ? t("cookies") : null);
  const input = html("input", { id: "code", name: "code", value: code.slice(0, CODE), autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
  const send = async (event) => {
    event?.preventDefault();
    const typed = input.value.trim().toUpperCase();
    const said = await post("join", { code: code.toUpperCase().startsWith(typed) ? code : typed });
    if (said.ok) done();
    else wrong.textContent = said.error;
  };
  box.replaceChildren(
    html("form", { class: "card coming", onsubmit: send }, [
      html("h1", {}, t("join")),
      html("label", { for: "code" }, t("code")),
      input,
      wrong,
      html("button", { class: "btn go" }, t("come in")),
      html("p", {}, t("no code")),
      html("button", { class: "btn", type: "button", id: "host", onclick: async () => (await script("sheets/host.js")).openHost(done) }, sign("hand"), t("at the table now")),
    ]),
  );
  if (code) send();
}

/** Picks a mouse, in the lobby or in a game. */
export class Joining {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.face = kept("face") ?? "";
    this.name = kept("name") ?? "";
    this.hadSeat = false;
    this.shown = ""; // a key of what is shown
    /** @type {number} */
    this.picked = undefined; // the number of the mouse
    /** @type {Chair[]} */
    this.seats = [];
  }

  /** Show what can be picked. What is being typed or is picked stays. @param {Picture | LobbyPicture} picture */
  async show(picture) {
    await learnShapes(picture.seats);
    if (this.page.newest !== picture) return;
    this.isGame = picture.at === "game";
    /** @param {AnySeat} seat */
    const isNamed = ({ name, word, who, kind }) => (this.isGame ? who !== kind : Boolean(name) && name !== word);
    const { asks, may } = this.page.you;
    // The phone of a seat has closed the page: it sleeps, or it has come back as somebody unknown.
    /** @param {AnySeat} seat @param {number} n */
    const isLeft = (seat, n) => (this.isGame ? TAKEN.has(seat.state) && may.play_for.includes(n) : seat.state === "asleep");
    /** @type {AnySeat[]} */
    const given = picture.seats;
    const free = picture.at === "lobby" ? picture.free.slice(0, 1) : [];
    /** @type {Chair[]} */
    const seats = [
      ...given.map((seat, n) => ({ ...seat, n, name: seat.name || seat.word || "", isNamed: isNamed(seat), isLeft: isLeft(seat, n) })),
      ...free.map(({ name, title }) => ({ mouse: name, name: title, state: "free", n: given.length })),
    ];
    const key = JSON.stringify([seats.map((seat) => [seat.mouse, seat.name, seat.state, seat.isLeft]), picture.language, picture.at, asks]);
    if (key === this.shown && this.root.querySelector(".picking")) return;
    this.shown = key;
    this.hadSeat ||= this.page.former !== undefined;
    const open = seats.filter(({ state }) => !TAKEN.has(state));
    const mayPick = (n) => [...open, ...seats.filter((seat) => seat.isLeft)].some((seat) => seat.n === n);
    const order = (seat) => rank(seat, this.name, this.isGame);
    const suits = seats.filter((seat) => order(seat) < NEVER).sort((one, other) => order(one) - order(other));
    if (suits.some(({ n }) => n === this.page.former)) [this.picked, this.page.former] = [this.page.former, undefined];
    else if (!mayPick(this.picked)) this.picked = suits[0]?.n;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.id : "";
    this.seats = seats;
    this.root.replaceChildren(open.length ? this.#picking() : this.#full());
    if (focused) document.getElementById(focused)?.focus();
  }

  #picking() {
    const { seats } = this;
    return html("form", { class: "picking", onsubmit: (event) => this.#sit(event) }, [
      html("header", {}, html("div", {}, html("h1", {}, t("who to be")), this.hadSeat ? html("p", { role: "status" }, t("no seat now")) : null), this.#tongue()),
      html("div", { class: "mice", role: "radiogroup", "aria-label": t("who to be") }, [seats.map((seat) => this.#mouse(seat))]),
      html("h2", {}, html("label", { for: "name" }, t("your name"))),
      this.#named(),
      html("p", { class: "or" }, t("pick a face")),
      html("div", { class: "animals", role: "radiogroup", "aria-label": t("pick a face") }, [FACES.map((face) => this.#animal(face))]),
      this.#go(),
      html("button", { class: "btn quiet", type: "button", id: "watch", onclick: () => this.#watch() }, sign("eye"), t("just watch")),
    ]);
  }

  #tongue() {
    return html("label", { class: "tongue" }, sign("lang"), languageChoice(this.page, "tongue"));
  }

  /** @param {Chair} seat */
  #mouse(seat) {
    const { mouse, name, state, n } = seat;
    const isMine = n === this.picked;
    const isTaken = TAKEN.has(state) && !seat.isLeft;
    const [picture, words] = seat.isLeft ? ["sleep", "that is me"] : KINDS[state];
    const pick = () => {
      this.picked = n;
      this.#again();
    };
    const label = [name, isMine ? t("you!") : words && t(words)].filter(Boolean).join(", ");
    const look = { class: `mouse-pick c-${mouse} ${isTaken ? "taken" : ""}`, role: "radio", "aria-checked": String(isMine), "aria-label": label };
    return html("button", { ...look, type: "button", id: `mouse-${n}`, disabled: isTaken, "data-seat": n, onclick: pick }, [
      portrait(seat),
      html("b", {}, isMine ? t("you!") : name),
      html("small", {}, isMine ? "" : words ? t(words) : ""),
      html("i", {}, sign(isMine ? "tick" : picture)),
    ]);
  }

  #named() {
    const typed = ({ target }) => {
      this.name = target.value;
      if (this.#chosen) this.root.querySelector(".go span").textContent = this.#words();
    };
    return html("div", { class: "name" }, sign("person"), html("input", { id: "name", value: this.name, placeholder: t("type it"), maxlength: 24, autocomplete: "nickname", oninput: typed }));
  }

  #animal(face) {
    const owner = this.seats.find((seat) => seat.face === face && seat.n !== this.picked);
    const pick = () => {
      this.face = face;
      this.picked = owner?.n ?? this.picked; // whoever picks the animal of a phone that has left is its owner
      this.#again();
    };
    const isTaken = owner && !owner.isLeft;
    const look = { role: "radio", "aria-checked": String(this.face === face), "aria-label": t(face) };
    return html("button", { ...look, type: "button", id: `face-${face}`, disabled: isTaken, "data-face": face, onclick: pick }, animal(face));
  }

  /** Draw again, with the focus where it was. */
  #again() {
    const focused = document.activeElement?.id;
    this.root.replaceChildren(this.#picking());
    if (focused) document.getElementById(focused)?.focus();
  }

  #words() {
    if (this.#chosen.isLeft) return t("that is me");
    const called = this.name || (this.face ? t(this.face) : "");
    return called ? t("i am", { name: called }) : t("i play");
  }

  /** The seat that is picked. */
  get #chosen() {
    return this.seats.find(({ n }) => n === this.picked);
  }

  #go() {
    if (!this.#chosen) return html("button", { class: "btn go", id: "sit", disabled: true }, t("who to be"));
    return html("button", { class: `btn go mine c-${this.#chosen.mouse}`, id: "sit" }, portrait(this.#chosen), this.face ? animal(this.face) : null, html("span", {}, this.#words()));
  }

  /** Play on for a phone that has left, perhaps this one under another cookie. */
  #return(seat) {
    return this.isGame ? this.page.send("seats", { seat, stand_in: true }) : this.page.send("join", { seat });
  }

  #sit(event) {
    event.preventDefault();
    const name = keepName(this.name, this.face);
    keep("face", this.face);
    if (this.#chosen.isLeft && this.isGame) return this.#return(this.picked);
    return this.page.send("join", { seat: this.picked, name: name || null, face: this.face || null });
  }

  /** Watch, and ask for a seat no more. */
  #watch() {
    this.page.watch();
    return post("join", { ask: false });
  }

  /** All seats are taken: play on where a phone has left, watch, or ask. */
  #full() {
    const rows = this.seats.map((seat) => {
      const { mouse, name, face, n } = seat;
      const state = seat.isLeft ? "asleep" : seat.state;
      return html("li", { class: `c-${mouse} ${state}` }, [
        portrait(seat),
        face ? animal(face) : null,
        html("span", {}, html("b", {}, name), html("small", {}, sign(KINDS[state][0]), t(KINDS[state][1]))),
        seat.isLeft ? html("button", { class: "btn", "data-stand-in": n, "aria-label": `${t("that is me")} ${name}`, onclick: () => this.#return(n) }, t("that is me")) : null,
      ]);
    });
    const { asks } = this.page.you;
    const ask = async () => {
      if (asks) await post("join", { ask: false }); // so that the host hears it again
      return this.page.send("join", { ask: true, name: this.name || (this.face ? t(this.face) : "") });
    };
    return html("div", { class: "picking full" }, [
      html("header", {}, html("div", { role: "status" }, html("h1", {}, t("all taken")), asks || this.hadSeat ? html("p", {}, asks ? t("asked") : t("no seat now")) : null), this.#tongue()),
      html("ul", {}, rows),
      html("p", {}, t("watch now")),
      html("button", { class: "btn", id: "ask", onclick: ask }, sign(asks ? "again" : "hand"), asks ? t("ask again") : t("ask for a seat")),
      html("button", { class: "btn go", id: "watch", onclick: () => this.#watch() }, sign("eye"), t("watch the game")),
    ]);
  }
}
