// What this phone can answer now: arrows, large buttons, the die, lists of options, and the table's questions.

import { meant, pad, parted, showArrows } from "./arrows.js";
import { script } from "../kit/ask.js";
import { BARS } from "../board/geometry.js";
import { sign } from "../kit/icons.js";
import { drawAbout, drawCheese, drawCube, drawDie, portrait } from "../board/pieces.js";
import { FRESH, at, group, html, icon, isFresh, memory, rect, settle, styled } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await styled("choices/choices.css", "game");

const FEW = 14; // most options that each get a large button
const FEW_LINES = 4; // most of those that can be touched on the board as well
const PRIMARY = new Set(["roll", "do", "paused", "trouble"]); // prompts with one thing to press
const PRESSED = { do: "tick", paused: "play", trouble: "again", deal: "deal", lot: "people" }; // pictures of button B

/** Return the seat that must decide; null if nobody must. @param {Picture} picture */
export const decider = ({ actor, turn }) => (actor === "chance" ? turn : actor);

/** Return the seat that somebody plays on: their own, or the only one that they act for. @param {You} you */
export const playedBy = ({ own, seats }) => own ?? (seats.length === 1 ? seats[0] : null);

/** Return the question that this screen shows: a phone if it may answer, and every TV. @param {Picture} picture @param {You} you */
export function questionFor(picture, you) {
  const { ask } = picture;
  return ask && !ask.waved && (you.host || you.spectator || you.may.answer) ? ask : null;
}

export class Choices {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.differs = memory();
    this.lists = new Map(); // the lists of options that are shown
    /** @type {OptionShown[]} */
    this.arrows = []; // the options that are arrows now
    /** @type {[Promise<any>, number]} */
    this.draws = null; // after a wish for a card: its answer, and the position at which it is drawn
    /** @type {string} */
    this.gap = null; // where a finger would put a barrier
    this.planned = 0; // when that was, in milliseconds
    /** @type {string[]} */
    this.gaps = []; // where barriers may be put
    this.stopped = false; // whether this screen has stopped the trap: people may go on tapping where the question comes up what it did
    addEventListener("pointerdown", () => this.stopped && isFresh() && settle(), true);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Picture} picture @param {You} you @param {Board} board */
  show(picture, you, board) {
    if (this.differs("decision", picture.positions)) this.#forget();
    const may = you.may.answer;
    const seat = playedBy(you);
    const next = !may && seat !== null && picture.next === seat;
    const { sign: kind, options, press, pointed, seats, ask, buttons, own_die, hands, language, positions, serial } = picture;
    const asks = you.may.stop ? null : questionFor(picture, you); // what else is asked waits until the trap has run
    const decides = this.differs("decides", may, positions, kind, asks?.kind, options.length) && may;
    if (!this.differs("choices", kind, options, press, pointed, seats, ask, buttons, own_die, hands, language, may, you.may.stop, next)) return this.#guard(decides);
    if (this.draws && kind === "roll") {
      const [said, when] = this.draws;
      this.draws = null;
      if (positions === when && may && press.b && !own_die) said.then(({ ok }) => ok && this.page.answer({ serial, press: "b" }));
    }
    const focused = document.activeElement;
    const within = this.root.contains(focused) || (this.page.keyed && focused === document.body);
    this.#make(!asks ? "" : asks.kind === "back" || (hands === null && asks.kind !== "draw") ? "whole" : "beside");
    this.#point(may && !asks ? parted(options)[0] : []);
    this.root.replaceChildren(...this.#parts(picture, you, board, next, asks).flat().filter(Boolean));
    if (within) (this.root.contains(focused) ? focused : this.root.querySelector("button, summary"))?.focus();
    this.#guard(decides);
  }

  /**
   * Return what this phone can answer now, or what it waits for.
   * @param {Picture} picture @param {You} you @param {Board} board @param {boolean} next @param {QuestionShown} asks
   */
  #parts(picture, you, board, next, asks) {
    const { answer, stop } = you.may;
    if (picture.sign === "over") return [this.#toWinner()];
    if (asks) return [this.#question(picture, you, answer)];
    if (stop) return [this.#stop()];
    if (answer) return this.#answers(picture, board);
    return next ? this.#watching(picture, playedBy(you)) : [];
  }

  #toWinner() {
    const open = async () => (await this.page.loaded("end/end.js")).openEnd(this.page);
    return html("button", { class: "big", id: "winner", onclick: open }, sign("cup"), t("to the winner"));
  }

  /** Let no tap decide that was meant for what was here before. While computers play, nothing is here. */
  #guard(decides) {
    if (decides && this.root.querySelector("button")) settle();
  }

  /** Make room for a question: on a phone the whole screen, unless the board is to be seen or touched meanwhile. */
  #make(room) {
    if (room) document.body.dataset.asks = room;
    else delete document.body.dataset.asks;
  }

  #key(event) {
    const option = meant(event, this.arrows);
    if (!option) return;
    event.preventDefault();
    this.#choose(option);
  }

  /** @param {OptionShown} option */
  #choose({ action, sign: name }) {
    const said = this.page.answer({ action });
    this.draws = name === "cards" ? [said, this.page.now.positions + 1] : null;
  }

  /** @param {OptionShown[]} arrows */
  #point(arrows) {
    this.arrows = arrows;
    showArrows(this.page.view, arrows, (option) => this.#choose(option));
  }

  /** Whoever has answered last may still be tapping what was here; everybody else can stop the trap at once. */
  #stop() {
    const stop = () => {
      this.stopped = performance.now() - this.page.answered > FRESH;
      if (this.stopped) this.page.send("answer", { stop: true });
    };
    return html("button", { class: "big halt", id: "stop", onclick: stop }, sign("hand"), t("stop"));
  }

  /** Promise a phone its turn; only some can buzz. @param {Picture} picture @param {number} mine */
  #watching({ seats }, mine) {
    const promise = navigator.vibrate && html("small", {}, t("buzzes"));
    return [html("div", { class: "soon" }, portrait(seats[mine]), html("p", {}, html("b", {}, t("next")), promise))];
  }

  /** Return what can be pressed. The lowest stays where it is, so what comes and goes is above it. @param {Picture} picture @param {Board} board */
  #answers(picture, board) {
    const { options, press, sign: kind, device, own_die, hands } = picture;
    if (kind === "do" && hands === "table") return [html("p", { class: "hint busy" }, sign("wait"), t("by itself"))];
    const bars = new Set(board.places.filter(({ kind: is }) => BARS.has(is)).map(({ name }) => name));
    const laid = options.filter(({ places }) => places.some((place) => bars.has(place)));
    this.gaps = laid.flatMap(({ places }) => places);
    const [arrows, others] = parted(options.filter((option) => !laid.includes(option)));
    const says = kind === "roll" && own_die; // people say what came up
    const main = press.b && PRIMARY.has(kind) && (!says || device === "deal") ? this.#press("b", press.b, kind === "roll" ? drawDevice(device) : sign(PRESSED[kind])) : null;
    return [
      this.#buttons(picture, main),
      laid.length ? this.#lays() : null,
      arrows.length
        ? pad(
            arrows,
            this.page.view.print,
            arrows[0].looks ? null : this.#mouse(picture, board),
            (option) => this.#choose(option),
            (places) => this.page.view.aim(places),
          )
        : null,
      kind !== "roll" ? this.#list(others, picture) : says ? this.#outcomes(others, picture) : null,
      main,
    ];
  }

  /** Show where a finger would put a barrier, until it taps there again or on the button; null shows none. */
  plan(gap) {
    this.gap = gap;
    this.planned = performance.now();
    this.page.view.aim([gap]);
    this.root.querySelector(".lays")?.replaceWith(this.#lays());
  }

  /** Where another tap puts the barrier: none yet if the first one may still bounce. */
  get ripe() {
    return performance.now() - this.planned < FRESH ? null : this.gap;
  }

  #lays() {
    if (!this.gap) return html("p", { class: "hint lays" }, sign("fence"), t("touch gap"));
    const { byName } = this.page.view;
    const { x, y } = byName.get(this.gap);
    const across = this.gaps.find((name) => name !== this.gap && byName.get(name).x === x && byName.get(name).y === y);
    return html("div", { class: "lays" }, [
      across ? html("button", { class: "btn", onclick: () => this.plan(across) }, sign("again"), t("turn it")) : null,
      html("button", { class: "big", onclick: () => this.page.choose(this.gap) }, sign("tick"), t("put here")),
    ]);
  }

  #forget() {
    this.stopped = false;
    this.lists.clear();
    this.plan(null);
  }

  /** Draw the mouse that the arrows are about: the only one on the board, or that of the seat that is asked. @param {Picture} picture @param {Board} board */
  #mouse({ seats, actor, nose }, { pieces: [{ name }, ...others] }) {
    if (!seats[actor]) return null;
    if (others.length) return portrait(seats[actor]);
    return icon("-18 -18 36 36", "portrait", group({ transform: at(0, 0, 0.8, 90 * (nose[name] ?? 0)) }, this.page.view.print.piece(name)));
  }

  #press(button, words, picture) {
    return html("button", { class: `big ${picture.matches(".die") ? "pictured" : ""}`, "data-press": button, onclick: () => this.page.answer({ press: button }) }, picture, html("span", {}, words));
  }

  /** Show what buttons A and B say beyond the options. With their letters only if the table has them. @param {Picture} picture @param {any} main */
  #buttons({ press, buttons, pointed, sign: kind, ask }, main) {
    const walks = ["choose", "which", "missing", "roll"].includes(kind) && !ask; // A walks through what can be touched here
    /** @type {(keyof Buttons)[]} */
    const letters = ["a", "b"];
    const names = letters.filter((name) => press[name] && !(main && name === "b") && (!walks || (buttons && pointed !== null)));
    if (!names.length) return null;
    return html("div", { class: "ab" }, [
      names.map((name) =>
        html("button", { "data-press": name, onclick: () => this.page.answer({ press: name }) }, [
          buttons ? html("kbd", {}, name.toUpperCase()) : null,
          name === "b" ? sign("tick") : null,
          html("span", {}, press[name]),
        ]),
      ),
    ]);
  }

  /** Ask what the table asks about itself, in pictures. @param {Picture} picture @param {You} you @param {boolean} may */
  #question(picture, you, may) {
    const box = html("div", { class: "question" });
    script("choices/questions.js").then(({ put }) => put(box, picture, you, this.page, may));
    return box;
  }

  /** Show the number on the wooden die, or the card that was drawn. @param {OptionShown[]} options @param {Picture} picture */
  #outcomes(options, picture) {
    if (options.every(({ number }) => number)) {
      const dice = options.map((option) => this.#choice(option, "die-face", drawDie(option.number)));
      return html("div", { class: "outcomes", role: "group", "aria-label": t("own die") }, html("p", { class: "hint" }, t("own die")), html("div", { class: "dice" }, dice));
    }
    const words = t("own outcome");
    return options.length > FEW ? this.#folded(words, options, isComposed(options)) : html("div", { class: "outcomes" }, html("p", { class: "hint" }, words), this.#list(options, picture));
  }

  /** @param {OptionShown[]} options @param {Picture} picture */
  #list(options, picture) {
    if (!options.length) return null;
    if (isComposed(options)) return this.#lasting("", options, () => this.#steps(options));
    if (options.length > FEW) return this.#folded(t("all choices"), options);
    const isTouched = options.every(({ places }) => places.length);
    if (isTouched && (options.length > FEW_LINES || (this.page.view.board.sort === "men" && !options[0].sign)))
      return [html("p", { class: "hint" }, drawAbout(options[0].sign || "hand"), options[0].from ? t("touch man") : t("touch place")), this.#folded(t("all choices"), options)];
    const pointed = (option) => (picture.pointed !== null && picture.options[picture.pointed] === option ? "pointed" : "");
    const drawn = new Map(options.map((option) => [option, drawOption(option, picture.seats)]));
    const pictured = options.filter((option) => drawn.get(option));
    const plain = options.filter((option) => !drawn.get(option));
    if (!pictured.length) return html("div", { class: "list" }, [plain.map((option) => this.#choice(option, pointed(option)))]);
    const refuses = options.length === 2 && plain.length ? plain.splice(0) : []; // as large as what it refuses
    const picks = [...pictured, ...refuses].map((option) => this.#pick(option, pointed(option), drawn.get(option) ?? sign("cross"), picture.seats));
    return html("div", { class: "outcomes" }, [html("div", { class: "picks" }, picks), plain.map((option) => this.#choice(option, `quiet ${pointed(option)}`))]);
  }

  /**
   * Show an option as a picture first: whose it is, the cheese that it brings.
   * @param {OptionShown} option @param {string} kind @param {any} drawn @param {SeatShown[]} seats
   */
  #pick(option, kind, drawn, seats) {
    const victim = option.cheese > 0 ? seats[option.seat]?.name : null;
    return this.#choice(option, `pick c-${seats[option.seat]?.mouse ?? "none"} ${option.sign === "cards" ? "dare" : ""} ${kind}`, [drawn, html("span", {}, victim ?? option.text)], Boolean(victim));
  }

  /** @param {string} words @param {OptionShown[]} options */
  #folded(words, options, asked = false) {
    return this.#lasting(words, options, () => {
      const list = asked ? this.#steps(options) : html("div", { class: "list small" }, [options.map((option) => this.#choice(option, ""))]);
      return html("details", { class: "folded", ontoggle: settle }, html("summary", {}, words), list);
    });
  }

  /**
   * Show the options. Those offered already stay unfolded and half answered, whatever pictures come meanwhile.
   * @param {string} words @param {OptionShown[]} options @param {() => any} make
   */
  #lasting(words, options, make) {
    const key = JSON.stringify([words, options]);
    if (!this.lists.has(key)) this.lists.set(key, make());
    return this.lists.get(key);
  }

  /** @param {OptionShown} option @param {string} kind */
  #choice(option, kind, picture = null, named = Boolean(picture)) {
    const aim = () => this.page.view.aim(option.places);
    const leave = () => this.page.view.aim([]);
    const name = named ? { "aria-label": option.text, title: option.text } : {};
    const attributes = { class: `choice ${kind}`, "data-action": option.action, ...name };
    const tells = { onclick: () => this.#choose(option), onmouseenter: aim, onmouseleave: leave, onfocus: aim, onblur: leave };
    return html("button", { ...attributes, ...tells }, picture ?? option.text);
  }

  /** Show a long list: step by step if it is made of a few small choices. @param {OptionShown[]} options */
  #steps(options) {
    const box = html("div", { class: "steps" });
    script("choices/steps.js").then(({ ask }) => ask(box, options, (action) => this.page.answer({ action })));
    return box;
  }
}

/** Return whether the options are made of a few small choices: `Card 10, side a, top to the east`. @param {OptionShown[]} options */
function isComposed(options) {
  const parts = options.map(({ text }) => text.split(", ").length);
  return options.length > FEW && parts[0] > 1 && parts.every((count) => count === parts[0]);
}

/**
 * Draw whom an option is about, the cheese that it brings, or what it does; null if it has no picture.
 * @param {OptionShown} option @param {SeatShown[]} seats
 */
function drawOption({ seat, cheese, sign: name }, seats) {
  const owner = seats[seat];
  const score = owner?.scores.find(({ key }) => key === "cheese")?.value;
  const count = cheese > 0 ? (owner ? score : cheese) : 0;
  if (!owner && !count) return name === "cards" ? drawDevice("draw") : name ? drawAbout(name) : null;
  return [owner ? portrait(owner) : null, count ? drawHeap(Math.min(count, 6)) : null];
}

const drawHeap = (count) => icon(`0 0 ${6 + 15 * count} 20`, "heap", group({ transform: at(3 + 7.5 * count, 11) }, drawCheese(count, 16, 6)));

/** Draw what decides by chance: the die, the pile of cards, the cards to lay, or whoever starts. */
export function drawDevice(device) {
  if (device === "die") return drawCube();
  if (device !== "draw") return sign(PRESSED[device] ?? "dice");
  return icon("0 0 28 28", "die", rect(3, 4, 18, 23, 3, "die-edge"), rect(6, 1.5, 18, 23, 3, "card-back"), group({ transform: at(15, 13, 0.6) }, drawCheese(1, 22)));
}
