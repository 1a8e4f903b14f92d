// All round the board: whose turn it is, what to do, what has happened, what this phone may answer, who plays.

import { script } from "../kit/ask.js";
import { Choices, decider, drawDevice, playedBy, questionFor } from "../choices/choices.js";
import { sign } from "../kit/icons.js";
import { drawAbout, drawDie, portrait } from "../board/pieces.js";
import { drawScore, isCaught } from "./scores.js";
import { html, memory } from "../kit/svg.js";
import { byName, t } from "../kit/words.js";
/** @import { Page } from "../app.js" */
/** @import { BoardView } from "../board/board.js" */
/** @import { Sleeper } from "./notices.js" */
/** @import { Foot } from "./foot.js" */

const LONG = 90; // letters of a sentence that takes the room of all else, such as why the trap did not go
const LENGTHY = 55; // letters of a happening that takes more than two lines in large letters
const AMISS = new Set(["mend", "suspect", "who", "missing", "trouble", "paused", "consent"]);
const ALARM = new Set(["lost", "fault"]);
const DECIDES = new Set(["roll", "choose", "which", "missing"]); // prompts that ask one seat
const NOBODY = new Set(["paused", "lost", "fault", "past", "consent"]); // prompts that are about nobody

/** The icon for each kind of prompt, for people who cannot read. */
const SIGNS = {
  choose: "hand",
  which: "ask",
  suspect: "ask",
  who: "ask",
  consent: "ask",
  move: "hand",
  do: "hand",
  mend: "alert",
  missing: "alert",
  trouble: "alert",
  fault: "alert",
  lost: "alert",
  paused: "pause",
  watch: "eye",
  think: "dots",
  over: "cup",
};

/** Whether the screen is wide enough for what a TV shows beside the board. */
export const WIDE = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 761px) and (min-height: 501px)");

export class Panel {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    this.differs = memory();
    /** @type {(selector: string) => HTMLElement} */
    const find = (selector) => root.querySelector(selector);
    this.turn = find(".turn");
    this.disc = find(".disc");
    this.status = find(".status");
    this.sign = find(".sign");
    this.event = find(".event");
    this.notice = find(".notice");
    this.seats = find(".seats");
    this.foot = find(".foot");
    this.title = find("h1");
    this.choices = new Choices(find(".choices"), page);
    /** @type {[Picture, You, BoardView]} */
    this.shown = null;
    this.noticed = null; // what the notice shown, or about to be, is known by
    /** @type {Foot} */
    this.footing = null;
    WIDE.addEventListener("change", () => this.shown && this.show(...this.shown));
    addEventListener("resize", () => this.#fit());
  }

  /** Resolves when all of it is laid out. @param {Picture} picture @param {You} you @param {BoardView} view */
  show(picture, you, view) {
    this.shown = [picture, you, view];
    this.#showTurn(picture, you);
    this.#showEvent(picture, view);
    this.choices.show(picture, you, view.board);
    this.#fit();
    this.#showSeats(picture, you);
    return Promise.all([this.#showNotice(picture, you), this.#showFoot(picture, you, view), this.status.matches(".long") && script("game/long.js")]);
  }

  /** Write smaller in the bar what it has no room for. */
  #fit() {
    this.turn.classList.remove("tight");
    const { scrollHeight, clientHeight } = this.status.parentElement;
    this.turn.classList.toggle("tight", scrollHeight > clientHeight + 4);
  }

  /** @param {Picture} picture @param {You} you */
  #showTurn(picture, you) {
    const { seats, sign: kind, hands } = picture;
    const ask = questionFor(picture, you);
    const drawn = ["do", "move"].includes(kind) && hands === "table" ? "wait" : SIGNS[kind];
    const at = ask ? aboutWhom(ask, seats) : NOBODY.has(kind) ? null : (inHand(picture) ?? picture.winners[0] ?? picture.turn);
    const who = seats[at];
    const isMine = you.seats.includes(at);
    const [title, said] = this.#words(picture, you, ask);
    const verb = kind === "choose" ? verbOf(picture.options) : null;
    if (this.differs("turn", drawn, kind, at, who, isMine, picture.actor, picture.language, you.seats, title, verb)) {
      const mood = ALARM.has(kind) ? "alarm" : ask || AMISS.has(kind) ? "amiss" : picture.winners.length ? "won" : "";
      const others = who && !isMine && !ask;
      const icon = ask ? sign("ask") : kind === "roll" ? drawDevice(picture.device) : verb ? drawAbout(verb) : drawn ? sign(drawn) : "";
      this.turn.className = `turn ${mood} c-${who?.mouse ?? "none"} ${others ? "others" : ""} k-${kind}`;
      this.disc.replaceChildren(who ? portrait(who) : icon);
      this.sign.replaceChildren(who && !ask ? icon : "");
      this.title.replaceChildren(...(title ? [title] : who ? titles(who, isMine, picture) : [html("span", { class: "hush" }, picture.game.title)]));
      this.title.classList.toggle("asks", !!title && kind !== "paused");
      this.title.classList.toggle("long", !title && who?.name.length > 12);
    }
    if (!this.differs("status", title, said, who?.name)) return;
    const [called, rest] = title ? [`${title} `, said] : addressed(said, who?.name);
    this.status.classList.toggle("long", rest.length > LONG);
    this.status.replaceChildren(html("span", { class: "called hush" }, called), html("span", { class: "said" }, byName(rest, seats)));
  }

  /** Return the title of a question or a pause, or none; and what to do. @param {Picture} picture @param {You} you @param {QuestionShown} ask */
  #words(picture, you, ask) {
    const { prompt, notes, doubts, seats, sign: kind } = picture;
    if (ask) {
      const watches = !you.may.answer && ask.places.length && !ask.steps.length; // it has pictures, and none can be tapped
      const said = !watches ? ask.text : DECIDES.has(kind) ? t("tap picture", { name: seats[decider(picture)]?.name }) : "";
      return [byName(ask.title, seats), said];
    }
    const [, title = "", rest = prompt] = (kind === "paused" && prompt.match(/^¡?(.+?)\s*! (.+)$/)) || [];
    return [title, [rest, ...notes, ...doubts.map(({ text }) => text)].join(" ").replaceAll(" –", "\u00a0–")]; // no line begins with a dash
  }

  /** Show the last happening, in one large sentence. @param {Picture} picture @param {BoardView} view */
  #showEvent({ event, seats, winners, language }, { print }) {
    const names = seats.map(({ name }) => name);
    if (!this.differs("event", event, names, winners, language)) return;
    const who = seats[event?.seat ?? event?.to];
    const told = event && !winners.length ? byName(event.text, seats) : "";
    const words = told ? [html("p", { class: told.length > LENGTHY ? "long" : "" }, told)] : [];
    const drawn = !words.length ? null : event.face ? drawDie(event.face) : event.card ? print.drawn?.(event.card) : event.sign ? drawAbout(event.sign) : null;
    drawn?.classList.add("die", `c-${who?.mouse}`);
    this.event.replaceChildren(...[words.length && who ? portrait(who) : null, ...words, drawn].filter(Boolean));
  }

  /** @param {Picture} picture @param {You} you */
  #showSeats(picture, you) {
    if (!this.differs("seats", you.host, you.own, you.seats, you.may.play_for, picture.seats, picture.shared, picture.turn, picture.winners, picture.language)) return;
    const count = picture.seats.length;
    this.seats.className = `seats ${count > 4 ? "many crowd" : count > 3 ? "many" : count < 3 ? "few" : ""}`;
    const shared = picture.shared.map((score) => html("li", { class: `shared ${score.key === "at risk" ? "vital" : ""}` }, drawScore(score)));
    const focused = [...this.seats.children].indexOf(document.activeElement.closest(".seat"));
    this.seats.replaceChildren(...picture.seats.map((seat, n) => this.#seat(seat, n, picture, you)), ...shared);
    this.seats.children[focused]?.querySelector("button")?.focus();
  }

  /** @param {SeatShown} seat @param {number} n @param {Picture} picture @param {You} you */
  #seat(seat, n, { turn, winners }, you) {
    const isMine = !you.host && playedBy(you) === n;
    const asleep = typeof seat.away === "number" && !seat.stand_in;
    const mayOpen = you.may.change.includes(n) || isMine || you.may.play_for.includes(n);
    const state = [n === turn && "now", winners.includes(n) && "won", isCaught(seat) && "captured", asleep && "asleep"].filter(Boolean).join(" ");
    const mouse = this.page.view.board.pieces.find(({ name }) => name === seat.mouse)?.word ?? seat.name;
    const opens = async () => (await this.page.loaded("sheets/seat.js")).openSeat(this.page, n);
    const word = asleep ? t("away") : seat.kind === "computer" ? t("computer") : "";
    const note = word && html("small", { class: "note", title: word }, sign(asleep ? "sleep" : "robot"), html("span", { class: "hush" }, word));
    const scores = seat.scores.filter(({ key, value }) => key !== "captured" || value);
    return html("li", { class: `seat c-${seat.mouse} ${state}`, "aria-current": n === turn ? "true" : undefined }, [
      html("span", { class: "head" }, portrait(seat), this.#face(seat)),
      html("b", { class: "name" }, isMine ? [html("span", { class: "hush" }, seat.name), t("you")] : seat.name),
      note,
      html("span", { class: "scores" }, [scores.map((score) => drawScore(score, () => this.page.view.print.man?.(n)))]),
      mayOpen && html("button", { class: "opens", "aria-label": t("who sits", { mouse }), "aria-haspopup": "dialog", onclick: opens }),
    ]);
  }

  /** Return the animal beside a mouse, drawn once its module is loaded. @param {SeatShown} seat */
  #face({ face }) {
    const spot = face && html("i", { class: "face" });
    if (face) script("kit/faces.js").then(({ animal }) => spot.append(animal(face)));
    return spot;
  }

  /** Show what somebody ought to know first: a phone that sleeps when it is its turn, or what this phone has missed. @param {Picture} picture @param {You} you */
  async #showNotice(picture, you) {
    const { missed } = this.page;
    const asleep = DECIDES.has(picture.sign) && (you.host || !you.seats.includes(picture.turn)) ? sleeper(picture) : null;
    const asking = you.host && !asleep && WIDE.matches ? you.asking : []; // elsewhere among the players: a card would take the board's room
    if (!this.differs("notice", asleep, missed, asking, you.may.change, you.may.play_for, you.spectator, picture.language)) return;
    const mine = (this.noticed = {});
    const { card } = asleep || asking.length || missed ? await script("game/notices.js") : {};
    if (this.noticed !== mine) return; // something else is to be shown by now
    this.notice.replaceChildren(card?.(asleep, asking, picture, you, this.page) ?? "");
  }

  /** Show what only a wide screen has room for. @param {Picture} picture @param {You} you @param {BoardView} view */
  async #showFoot(picture, you, view) {
    if (!WIDE.matches) return;
    const { Foot } = await script("game/foot.js").catch(() => ({})); // the server is away: the next picture asks again
    if (!Foot) return;
    this.footing ??= new Foot(this.foot);
    return this.footing.show(picture, you, view);
  }
}

/** Return the seat whose mouse must be moved now: the turn may have passed to the next seat already. @param {Picture} picture */
function inHand({ sign: kind, steps, seats }) {
  const seat = ["move", "mend"].includes(kind) ? seats.findIndex(({ mouse }) => mouse === steps[0]?.piece) : -1;
  return seat < 0 ? null : seat;
}

/** Return the seat that a question is about: it asks the others, or its mouse must be moved. @param {QuestionShown} ask @param {SeatShown[]} seats */
function aboutWhom({ seat, steps }, seats) {
  const about = seat ?? seats.findIndex(({ mouse }) => mouse === steps[0]?.piece);
  return about < 0 ? null : about;
}

/** Return the name of the picture of what there is to choose; undefined if it is only a way to go. @param {OptionShown[]} options */
const verbOf = (options) => options.find((option) => option.sign)?.sign ?? (options.some(({ cheese }) => cheese > 0) ? "cheese" : undefined);

/** Return the title twice: the name for a TV, and for a phone whether it is its turn. @param {SeatShown} seat @param {boolean} isMine @param {Picture} picture */
function titles({ name }, isMine, { sign: kind, device }) {
  const turn = !DECIDES.has(kind) ? name : isMine ? t("your turn", { name }) : kind === "roll" && device === "die" ? t("is rolling", { name }) : t("waiting", { name });
  return [html("span", { class: "wide" }, name), html("span", { class: "tall" }, turn)];
}

/** Split a sentence after whom it calls: `Ben (Blue), ` and `roll the die!` */
function addressed(said, name) {
  const [called = ""] = (name && said.startsWith(name) && said.slice(name.length).match(/^( \([^)]*\))?, /)) || [];
  const length = called && name.length + called.length;
  return [said.slice(0, length), said.slice(length)];
}

/** Return the seat whose turn it is if nobody acts for it. @param {Picture} picture @returns {Sleeper} */
function sleeper({ seats, turn }) {
  const seat = seats[turn];
  return seat && typeof seat.away === "number" && !seat.stand_in ? { seat: turn, name: seat.name, mouse: seat.mouse, shape: seat.shape, state: seat.state } : null;
}
