// The lobby: one screen with a shelf of games, who is playing, the code to scan, and one button. It lives in the server:
// the host's screen and the first phone choose, and everybody sees what they choose.

import { LONG, script } from "../kit/ask.js";
import { Choosing } from "./choosing.js";
import { cover, lasts, leftAs } from "./covers.js";
import { sign } from "../kit/sheet-icons.js";
import { drawAbout, portrait } from "../board/pieces.js";
import { drawCode } from "../kit/qr.js";
import { learnShapes } from "../board/sides.js";
import { get } from "../stream.js";
import { html, styled } from "../kit/svg.js";
import { nameOf, speakSheets, t } from "../kit/words.js";
import "../walk.js";
/** @import { Page } from "../app.js" */

await Promise.all([styled("lobby/lobby.css", "lobby"), speakSheets()]);

const RETRY = 2000; // milliseconds until a request that failed is repeated
const LOOK_AGAIN = 5000; // milliseconds between two requests for the page's URLs
const LUCK = ["no luck", "a bit of luck", "luck and wits", "mostly luck"];
const STATES = { phone: ["phone", "on a screen"], asleep: ["sleep", "asleep"], here: ["hand", "at the table"], computer: ["robot", "computer"] };

export class Lobby extends Choosing {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
    this.minis = {}; // by number, the boards of games that were left
    /** @type {Invitation} */
    this.invited = null;
    /** @type {(seat: LobbySeat, n: number) => boolean} */
    this.fresh = null; // whether a phone has just sat down there
    this.faces = null; // the script that draws animals
    this.looking = null; // a timer that follows this computer's URLs
  }

  /** Show the lobby; `you` tells whether this screen may choose. @param {LobbyPicture} picture @param {You} you */
  async show(picture, you) {
    const { differs } = this;
    const asks = differs("offer", picture.language, you.leads, you.code) || !this.data;
    if (asks) {
      [this.data, this.invited] = await Promise.all([get("lobby"), you.code ? get("invite") : null]);
      if (this.page.newest !== picture) return undefined;
      if (!this.data || (you.code && !this.invited)) {
        this.data = null;
        return setTimeout(() => this.page.newest === picture && this.show(picture, this.page.you), RETRY);
      }
    }
    const before = this.picture?.seats ?? [];
    this.picture = picture;
    this.you = you;
    this.fresh = (seat, n) => seat.state === "phone" && before.length > 0 && before[n]?.state !== "phone";
    if (picture.seats.some(({ face }) => face)) this.faces = await script("kit/faces.js");
    await learnShapes([...picture.seats, ...this.data.resumable.flatMap(({ seats }) => seats)]);
    if (this.page.newest !== picture) return undefined;
    if (asks || !this.drawn?.isConnected || differs("drawn", picture.wish, picture.seats, picture.free, picture.leader, picture.prompt)) this.#draw();
    this.sheet?.show(this);
    this.#lookForUrls();
    return undefined;
  }

  #draw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.getAttribute("data-focus") : "";
    const { shelf } = this;
    const scrolled = shelf?.scrollLeft;
    this.root.replaceChildren(
      (this.drawn = html("div", { class: "lobby" }, [
        html("header", {}, html("h1", {}, portrait(), t("lobby")), this.#carryOn(), this.picture.prompt ? html("p", { role: "alert", class: "wrong" }, this.picture.prompt) : null),
        (this.shelf = this.#shelf()),
        html("div", { class: "parts" }, this.#about(), this.#players(), this.you.code ? this.#scan() : null),
      ])),
    );
    this.shelf.scrollLeft = scrolled ?? 0;
    if (this.differs("chosen", this.picture.wish.game)) this.#showChosen();
    this.focus(focused);
  }

  /** Scroll the shelf, and not the page, until the chosen game is in its middle. */
  #showChosen() {
    const { shelf } = this;
    const chosen = shelf.querySelector("[aria-checked=true]");
    if (chosen) shelf.scrollLeft = chosen.offsetLeft - shelf.offsetLeft - (shelf.clientWidth - chosen.offsetWidth) / 2;
  }

  // Games that were left.

  #carryOn() {
    const left = this.data.resumable;
    if (!left.length || !this.you.leads) return null;
    const shown = left.slice(0, 2).map((one) => this.carry(one));
    const open = async () => this.open((await script("lobby/lobby-left.js")).openLeft);
    const more = left.length > 2 ? html("button", { class: "btn more", "data-focus": "more", onclick: open, "aria-label": t("more games", { n: left.length - 2 }) }, `+${left.length - 2}`) : null;
    return html("div", { class: "carries", role: "group", "aria-label": t("go on") }, html("span", { class: "tag" }, t("go on")), shown, more);
  }

  /** Return a game that was left, as a button that goes on with it. @param {ToGoOn} left */
  carry({ number, title, last, seats, turn }, mini = (this.minis[number] ??= leftAs(number))) {
    const next = seats[turn];
    const whose = next ? [html("span", { class: "mover" }, portrait(next)), html("small", {}, t("turn of", { name: nameOf(next) }))] : [];
    const others = seats.filter((seat) => seat !== next).map((seat) => portrait(seat));
    const names = seats
      .filter(({ name }) => name)
      .map(({ name }) => name)
      .join(", ");
    return html("button", { class: "carry", "data-resume": number, "data-focus": `resume ${number}`, onclick: () => this.#play({ resume: number, table: this.picture.wish.table }) }, [
      html("span", { class: "mini" }, mini),
      html("span", { class: "what" }, html("b", {}, title), html("small", {}, when(last), names && html("span", { class: "hush" }, ` · ${names}`)), html("span", { class: "faces" }, whose, others)),
      sign("play"),
    ]);
  }

  // The shelf.

  #shelf() {
    const tiles = this.data.games.map((game) => this.#tile(game));
    const walk = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const n = tiles.indexOf(document.activeElement);
      if (!step || n < 0) return;
      event.preventDefault();
      tiles[(n + step + tiles.length) % tiles.length].click();
      tiles[(n + step + tiles.length) % tiles.length].focus();
    };
    return html("div", { class: "shelf", role: "radiogroup", "aria-label": t("which game"), onkeydown: walk }, tiles);
  }

  /** @param {GameOffered} game */
  #tile(game) {
    const { name, title } = game;
    const { leads } = this.you;
    const isChosen = name === this.picture.wish.game;
    const took = lasts(game, this.picture.seats.length);
    const label = [title, t("players n", { n: counted(game.seat_counts) }), took].filter(Boolean).join(", ");
    const look = { class: "tile", role: "radio", "aria-checked": String(isChosen), "aria-label": label, "aria-disabled": String(!leads), tabindex: isChosen ? "0" : "-1" };
    return html("button", { ...look, "data-game": name, "data-focus": `game ${name}`, onclick: () => leads && this.wish({ game: name }) }, [
      html("span", { class: "cover" }, (this.covers[name] ??= cover(name, game.cover))),
      html("span", { class: "name" }, title),
      html("span", { class: "facts" }, html("span", {}, sign("people"), counted(game.seat_counts, ", ")), took && html("span", {}, sign("clock"), took)),
      html("span", { class: "picked", "aria-hidden": "true" }, sign("tick")),
    ]);
  }

  #about() {
    const { game } = this;
    const explain = async () => (await this.page.loaded("sheets/how.js")).showHow(`how/${game.name}`, this.page);
    return html("section", { class: "card about", "aria-label": game.title }, [
      html("p", { class: "aim" }, game.summary),
      html("p", { class: "chips" }, this.#chips(game)),
      this.#fairness(game),
      html("ol", { class: "in-short" }, game.in_short.map(step)),
      html("div", { class: "more" }, [
        html("button", { class: "btn", id: "explain", "data-focus": "explain", onclick: explain }, sign("book"), t("how")),
        this.you.may.rules ? html("button", { class: "btn", id: "rules", "data-focus": "rules", onclick: () => this.openRules() }, sign("gear"), t("house rules")) : null,
      ]),
    ]);
  }

  /** Return in few words how long a game takes, how old one must be, and how much luck decides. @param {GameOffered} game */
  #chips(game) {
    const age = game.age ? [t("age", { n: game.age })] : [];
    const luck = game.luck === null ? [] : [sign("dice"), t(LUCK[game.luck])];
    const took = lasts(game, this.picture.seats.length);
    return [took ? [sign("clock"), took] : [], age, luck].filter(({ length }) => length).map((parts) => html("span", { class: "chip" }, parts.flat()));
  }

  /** Offer what makes an unfair game about even. @param {GameOffered} game */
  #fairness({ remedy }) {
    const found = remedy?.[this.picture.seats.length];
    if (!found || !this.you.may.rules) return null;
    const { options } = this.picture.wish;
    if (Object.entries(found.options).every(([name, value]) => options[name] === value)) return null;
    return html("div", { class: "fair" }, [
      sign("scale"),
      html("p", {}, html("b", {}, t("unfair")), " ", found.text),
      html("button", { class: "btn", id: "even", "data-focus": "even", onclick: () => this.wish({ options: found.options }) }, t("even it up")),
    ]);
  }

  // Who is playing.

  #players() {
    const { seats, free, leader } = this.picture;
    const chairs = [...seats.map((seat, n) => this.#seat(seat, n)), ...free.map((mouse, n) => this.#free(mouse, seats.length + n))];
    const starter = this.you.host && seats[leader] ? html("small", {}, sign("phone"), t("leader starts", { name: nameOf(seats[leader]) })) : null;
    const others = [
      html("p", { class: "waits", role: "status" }, seats[leader] ? t("leader picks", { name: nameOf(seats[leader]) }) : t("starts soon")),
      this.mayComeIn ? html("button", { class: "btn go", id: "come-in", "data-focus": "come-in", onclick: () => this.page.watch(false) }, t("pick")) : null,
    ];
    return html("section", { class: "who", "aria-label": t("who plays") }, [
      html("h2", {}, t("who plays")),
      html("ul", { class: `seats n${chairs.length}` }, chairs),
      this.you.leads ? html("button", { class: "btn go", id: "play", "data-focus": "play", onclick: () => this.#play({ play: true }) }, sign("play"), html("span", {}, t("play"), starter)) : others,
    ]);
  }

  /** Whether this is the phone of somebody who watches, and may sit down after all. */
  get mayComeIn() {
    return this.you.may.sit;
  }

  /** @param {LobbySeat} seat @param {number} n */
  #seat(seat, n) {
    const [picture, words] = STATES[seat.state];
    const how = this.#level(seat) ?? t(words);
    const isFresh = this.fresh(seat, n);
    const may = this.you.may.change.includes(n) || (this.mayComeIn && seat.state !== "phone");
    const label = [...new Set([nameOf(seat), seat.word, t(words), how])].join(", ");
    return html("li", { class: isFresh ? "bounce" : "" }, [
      html(
        "button",
        { class: `seat c-${seat.mouse} ${seat.state}`, "data-seat": n, "data-focus": `seat ${n}`, "aria-disabled": String(!may), "aria-label": label, onclick: () => may && this.#chooseSeat(n) },
        [
          html("span", { class: "head" }, portrait(seat), seat.face ? this.faces.animal(seat.face) : null),
          html("b", {}, nameOf(seat)),
          isFresh ? html("small", { class: "bubble" }, t("i am in")) : html("small", {}, sign(picture), how),
        ],
      ),
    ]);
  }

  /** Return what a kind of computer player is called; undefined for a person. @param {LobbySeat} seat */
  #level({ state, kind }) {
    return state === "computer" ? this.game.levels.find(({ name }) => name === kind)?.title.split(": ")[0] : undefined;
  }

  /** @param {Named} mouse @param {number} n */
  #free({ name, title }, n) {
    const opens = this.you.may.change.includes(n);
    const may = this.mayComeIn || opens;
    const label = `${title}, ${t("free")}`;
    return html("li", {}, [
      html("button", { class: `seat free c-${name}`, "data-seat": n, "data-focus": `seat ${n}`, "aria-disabled": String(!may), "aria-label": label, onclick: () => may && this.#chooseSeat(n) }, [
        portrait({ mouse: name }),
        html("b", {}, t("free")),
        html("small", {}, opens ? t("scan or tap") : ""),
      ]),
    ]);
  }

  #chooseSeat(n) {
    if (!this.mayComeIn) return this.openSeat(n);
    this.page.former = Math.min(n, this.picture.seats.length); // the first free mouse is offered for all of them
    return this.page.watch(false);
  }

  // The code to scan.

  #scan() {
    const { invited } = this;
    const words = invited.phones
      ? html("p", { class: "code" }, [
          html("small", {}, t("or go to"), " "),
          html("b", {}, new URL(invited.address).host),
          html("small", {}, ` ${t("and type")} `),
          html("strong", { class: "join-code" }, invited.code),
        ])
      : html("p", { class: "code" }, [invited.why.split(/(--\w+)/).map((part, n) => (n % 2 ? html("b", {}, part) : part))]);
    const more = async () => (await this.page.loaded("sheets/people.js")).showPeople(this.page);
    return html("aside", { class: `scan ${invited.phones ? "" : "closed"}`, "aria-label": t("scan") }, [
      html("header", {}, [
        html("h2", {}, sign("phone"), t("scan")),
        html("button", { class: "links", id: "people-lobby", "data-focus": "links", title: t("more links"), "aria-label": t("more links"), onclick: more }, sign("dots")),
      ]),
      html("div", { class: "qr-box" }, invited.phones ? drawCode(invited) : null),
      words,
    ]);
  }

  /** Follow this computer's URLs while the lobby is shown: Wi-Fi may come late. */
  #lookForUrls() {
    this.looking ??= setInterval(async () => {
      if (document.body.dataset.at !== "lobby" || !this.you.code) return;
      /** @type {Invitation} */
      const invited = await get("invite");
      if (!invited || JSON.stringify(invited) === JSON.stringify(this.invited)) return;
      this.invited = invited;
      this.root.querySelector(".scan")?.replaceWith(this.#scan());
    }, LOOK_AGAIN);
  }

  async #play(what) {
    const buttons = this.root.querySelectorAll("#play, .carry");
    for (const button of buttons) button.disabled = true;
    await this.page.send("lobby", { ...what, serial: this.picture.serial }, LONG);
    for (const button of buttons) button.disabled = false;
  }
}

/** Draw what players do, with a word. @param {StepShown} step */
const step = ({ sign: name, word }) => html("li", {}, drawAbout(name), word);

/** Write the numbers of players: 2–4, or `2 or 4` if there are gaps. Intl.ListFormat would take longer than all else here. @param {number[]} counts */
function counted(counts, between = ` ${t("or")} `) {
  const isRange = counts.length > 2 && counts.at(-1) - counts[0] === counts.length - 1;
  return isRange ? `${counts[0]}–${counts.at(-1)}` : counts.join(between);
}

/** Write when something was, by day and hour, in this phone's time and language. */
export function when(text) {
  const moment = new Date(text);
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.round((new Date(moment).setHours(0, 0, 0, 0) - midnight) / 86_400_000);
  const language = document.documentElement.lang;
  const hour = moment.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
  if (days > -2) return `${new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")}, ${hour}`;
  return moment.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
}
