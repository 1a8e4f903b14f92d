// A phone in the lobby that has its mouse: its picture, the game that is about to be played, its house rules, who plays,
// and for the first phone a way to choose the game and to start.

import { LONG, script } from "../kit/ask.js";
import { Choosing } from "./choosing.js";
import { cover, lasts, leftAs } from "./covers.js";
import { sign } from "../kit/sheet-icons.js";
import { portrait } from "../board/pieces.js";
import { learnShapes } from "../board/sides.js";
import { get, post } from "../stream.js";
import { html, styled } from "../kit/svg.js";
import { nameOf, speakSheets, t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await Promise.all([styled("lobby/join.css", "lobby"), speakSheets()]);

const SEEN = 400; // milliseconds until a game that has just been shown has been seen: a second tap on an arrow skips none

export class Waiting extends Choosing {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
    /** @type {{ name: string, why: string, wanted: string }} */
    this.refused = null; // a game that was wished for and cannot be, and why
    this.wanted = ""; // a key of the wish and of who is there
    this.seeing = null; // a timer while the game shown is new
    this.mini = null; // the board of the game that was left
    this.led = false; // whether this phone has led
  }

  /** The newest game that was left, for those who may carry on with it. */
  get left() {
    return this.data?.resumable[0];
  }

  /** @param {LobbyPicture} picture @param {You} you */
  async show(picture, you) {
    const mine = picture.seats[you.own];
    if (!mine) return; // a picture with this phone's new seat is on its way
    if (this.differs("offer", picture.language, you.leads) || !this.data) this.data = await get("lobby");
    const wanted = JSON.stringify([picture.wish.game, picture.seats.map(({ who }) => who)]);
    if (this.refused?.wanted !== wanted) this.refused = null;
    this.wanted = wanted;
    await learnShapes([...picture.seats, ...(this.left?.seats ?? [])]);
    const faces = mine.face ? await script("kit/faces.js") : null;
    if (this.page.newest !== picture || this.page.you !== you) return;
    this.led ||= you.leads;
    this.picture = picture;
    this.you = you;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.getAttribute("data-focus") : "";
    const starter = picture.seats[picture.leader];
    const open = async () => (await this.page.loaded("sheets/myself.js")).openMyself(this.page, you.own, picture.seats);
    this.root.replaceChildren(
      html("div", { class: "waiting" }, [
        html("header", { class: `bar c-${mine.mouse}` }, portrait(mine), html("div", {}, html("h1", {}, t("you are in", { name: nameOf(mine) })), html("p", {}, t("you play", { mouse: mine.word })))),
        html(
          "button",
          { class: `hero c-${mine.mouse}`, id: "myself", "data-focus": "myself", "aria-label": nameOf(mine), "aria-haspopup": "dialog", onclick: open },
          portrait(mine),
          faces?.animal(mine.face),
        ),
        html("p", { class: "said", role: "status" }, you.leads ? t("you start") : starter ? t("leader chooses", { name: nameOf(starter) }) : t("wait for the game")),
        this.#game(picture, you),
        this.left && you.leads ? this.#carryOn(picture) : null,
        this.#players(picture, you),
        you.leads
          ? html("button", { class: "btn go", id: "play", "data-focus": "play", disabled: this.refused !== null, onclick: ({ currentTarget }) => this.#play(picture, currentTarget) }, [
              sign("play"),
              html("span", {}, t("play")),
            ])
          : this.led && starter
            ? html("button", { class: "btn go", id: "play", disabled: true }, html("small", {}, t("leader picks", { name: nameOf(starter) })))
            : null,
        html("button", { class: "btn quiet", id: "stand", "data-focus": "stand", onclick: () => this.page.send("seats", { seat: you.own, free: true, was: mine.who }) }, sign("door"), t("leave seat")),
      ]),
    );
    this.focus(focused);
    this.sheet?.show(this);
  }

  /** Who plays; whoever may change that taps a seat, or the next free one. @param {LobbyPicture} picture @param {You} you */
  #players({ seats, free }, { may }) {
    const seat = (one, n, name, state) => {
      const opens = this.data && may.change.includes(n);
      const shown = [portrait(one), html("small", {}, name)];
      const open = { class: "btn", "data-seat": n, "data-focus": `seat ${n}`, "aria-haspopup": "dialog", onclick: () => this.openSeat(n) };
      return html("li", { class: `c-${one.mouse} ${state}` }, opens ? html("button", open, shown) : shown);
    };
    return html("ul", { class: "in", "aria-label": t("who plays") }, [
      seats.map((one, n) => seat(one, n, nameOf(one), one.state)),
      free.slice(0, may.change.includes(seats.length) ? 1 : 0).map(({ name }) => seat({ mouse: name }, seats.length, t("free"), "free")),
    ]);
  }

  /** Show the game that is wished for; or one that cannot be, because there are too many phones, and why. @param {LobbyPicture} picture @param {You} you */
  #game(picture, you) {
    const { wish, seats } = picture;
    const { refused } = this;
    const games = this.data?.games;
    const game = games?.find(({ name }) => name === (refused?.name ?? wish.game));
    const walk = async (step) => {
      const next = games[(games.indexOf(game) + step + games.length) % games.length];
      const phones = seats.filter(({ state }) => state === "phone" || state === "asleep").length;
      const what = { wish: { game: next.name } };
      if (phones <= Math.max(...next.seat_counts)) this.refused = (await this.page.send("lobby", what)).ok ? null : this.refused;
      else {
        const { ok, error } = await post("lobby", what);
        this.refused = ok ? null : { name: next.name, why: error, wanted: this.wanted };
      }
      this.page.show(this.page.newest, false);
    };
    if (this.differs("shown", refused?.name ?? wish.game)) this.#isNew();
    const took = game && lasts(game, seats.length);
    const arrow = (id, step, words) => (you.leads && games ? html("button", { class: `btn ${id}`, id, "data-focus": id, "aria-label": words, onclick: () => walk(step) }, sign("back")) : null);
    const name = game?.name ?? wish.game;
    const { title, cover: isThere } = game ? game : wish;
    const rules = () => html("button", { class: "btn", id: "rules", "data-focus": "rules", "aria-haspopup": "dialog", onclick: () => this.openRules() }, sign("gear"), t("house rules"));
    const about = refused ? html("small", { role: "alert" }, refused.why) : html("small", {}, [t("players n", { n: seats.length }), took].filter(Boolean).join(" · "));
    return html("div", { class: `pickgame ${refused ? "refused" : ""} ${this.seeing ? "unseen" : ""}` }, [
      arrow("earlier", -1, t("earlier game")),
      html("div", {}, html("span", { class: "cover" }, (this.covers[name] ??= cover(name, isThere))), html("b", {}, title), about, you.may.rules && game && !refused ? rules() : null),
      arrow("later", 1, t("next game")),
    ]);
  }

  /** Let nobody walk on from a game before they have seen it. */
  #isNew() {
    clearTimeout(this.seeing);
    this.seeing = setTimeout(() => {
      this.seeing = null;
      this.root.querySelector(".unseen")?.classList.remove("unseen");
    }, SEEN);
  }

  /** Return the newest game that was left, as a button that goes on with it. @param {LobbyPicture} picture */
  #carryOn(picture) {
    const { number, title, seats, turn } = this.left;
    this.mini ??= leftAs(number);
    const whose = seats[turn] ? html("small", {}, portrait(seats[turn]), t("turn of", { name: nameOf(seats[turn]) })) : null;
    const play = ({ currentTarget }) => this.#play(picture, currentTarget, { resume: number, table: picture.wish.table });
    const words = html("span", {}, html("b", {}, t("go on")), whose);
    return html(
      "button",
      { class: "btn carry", id: "carry", "data-focus": "carry", "aria-label": `${t("go on")}: ${title}`, onclick: play },
      html("span", { class: "mini" }, this.mini),
      words,
      sign("play"),
    );
  }

  /** @param {LobbyPicture} picture @param {any} button @param {any} what */
  async #play(picture, button, what = { play: true }) {
    button.disabled = true;
    await this.page.send("lobby", { ...what, serial: picture.serial }, LONG);
    button.disabled = false;
  }
}
