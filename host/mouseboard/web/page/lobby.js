// The lobby, for whoever started the page: a game to go on with, or which game, who plays, with what rules, where.

import "./maze.js"; // one of its signs is the emblem of the card game
import { drawMouse, drawSign } from "./pieces.js";
import { drawBarrier } from "./raster.js";
import "./rooms.js"; // another is the house
import { invitation } from "./people.js";
import "./sheet.js";
import { SIGNS } from "./signs.js";
import { get, post } from "./stream.js";
import { group, html, icon } from "./svg.js";
import { t } from "./words.js";

const EMBLEMS = { classic: "crank", revised: "cage", cards: "turn this", souriciere: "house" };
const HELP = ["none", "hints", "warnings"];

const mouse = (colour) => icon("-18 -18 36 36", "portrait", drawMouse(colour));

function emblem(game) {
  if (game === "barriers") return icon("-26 -18 52 52", "emblem", drawMouse("blue"), group({ transform: "translate(0 22)" }, drawBarrier(true, 26)));
  const drawn = EMBLEMS[game] ? drawSign(SIGNS[EMBLEMS[game]]) : drawMouse("red");
  return icon(EMBLEMS[game] ? "-13 -13 26 26" : "-18 -18 36 36", "emblem", drawn);
}

export class Lobby {
  constructor(root, page) {
    this.root = root;
    this.page = page;
  }

  /** What there is before a game: for guests a sentence, for the host everything to choose. */
  async show(picture, you) {
    const trouble = picture.prompt ? html("p", { role: "alert", class: "wrong" }, picture.prompt) : null;
    if (picture.at === "waking" || !you.host) {
      this.shown = null;
      const words = picture.at === "waking" ? picture.prompt : t("wait for the game");
      this.root.replaceChildren(html("div", { class: "waking" }, mouse("red"), html("p", { role: "status" }, words)));
      return undefined;
    }
    if (this.shown === picture.language && !trouble) return undefined;
    this.shown = picture.language;
    [this.data, this.invited] = await Promise.all([get("/lobby"), get("/invite")]);
    if (!this.data || !this.invited) return (this.shown = null); // away for now; the next picture asks again
    this.wish = this.#remembered(this.data.last);
    return this.draw(trouble);
  }

  /** What was chosen last, as far as it is still to be had. */
  #remembered(last) {
    const game = this.#game(last?.game) ?? this.#game("classic") ?? this.data.games[0];
    const known = last && last.game === game.name ? last : null;
    const wish = { game: game.name, options: {}, layout: null, table: "sim", dice: "table", quiet: false, ...known };
    wish.seats = known?.seats ?? this.#seats(game, game.seat_counts[0], []);
    for (const { name, default: usual } of game.options) wish.options[name] ??= usual;
    if (!this.data.tables.some(({ name }) => name === wish.table)) wish.table = "sim";
    return wish;
  }

  /** How many would play a game: as many as now, where it takes as many. */
  #count(game, { length } = this.wish.seats) {
    return game.seat_counts.includes(length) ? length : game.seat_counts[0];
  }

  #game(name) {
    return this.data.games.find((game) => game.name === name);
  }

  /** So many seats: those that are known, then one person against computers. */
  #seats(game, count, known) {
    return Array.from({ length: count }, (_, n) => known[n] ?? { kind: n ? game.usual : "person", name: "", help: "none" });
  }

  draw(trouble = null) {
    const game = this.#game(this.wish.game);
    this.root.replaceChildren(
      html(
        "div",
        { class: "lobby" },
        html("h1", {}, mouse("red"), t("lobby")),
        ...(trouble ? [trouble] : []),
        this.#goOn(),
        this.#section("which game", this.#games(), html("button", { id: "explain", onclick: () => this.#explain() }, t("how"))),
        this.#section("who plays", this.#counts(game), this.#chairs(game)),
        this.#section("phones", invitation(this.invited)),
        this.#section("which rules", this.#options(game)),
        this.#section("which table", this.#table()),
        html("button", { id: "play", onclick: () => this.#send({ begin: this.wish }) }, t("play")),
      ),
    );
  }

  #section(title, ...parts) {
    return html("section", { class: "sheet", "aria-label": t(title) }, html("h2", {}, t(title)), ...parts);
  }

  #goOn() {
    if (!this.data.resumable.length) return "";
    const rows = this.data.resumable.slice(0, 4).map(({ number, game, title, turn }) =>
      html("button", { "data-resume": number, onclick: () => this.#send({ resume: number }) }, emblem(game), html("b", {}, title), html("small", {}, turn)));
    return this.#section("go on", html("div", { class: "games" }, rows));
  }

  #games() {
    const cards = this.data.games.map((game) =>
      html(
        "button",
        { "data-game": game.name, "aria-pressed": String(game.name === this.wish.game), onclick: () => this.#choose(game) },
        emblem(game.name),
        html("b", {}, game.title),
        html("small", {}, game.summary),
        html("small", { class: "studied" }, game.studied[this.#count(game)] ?? ""),
      ),
    );
    return html("div", { class: "games" }, cards);
  }

  /** How the chosen game is played. */
  async #explain() {
    (await import("./how.js")).showHow(`/how/${this.wish.game}`, (text) => this.page.say(text));
  }

  #choose(game) {
    const { last } = this.data;
    const { table, dice, quiet, seats } = this.wish;
    this.wish = this.#remembered(last?.game === game.name ? last : { game: game.name });
    if (last?.game !== game.name) {
      const levels = new Set(["person", ...game.levels.map(({ name }) => name)]);
      this.wish.seats = this.#seats(game, this.#count(game, seats), seats.filter(({ kind }) => levels.has(kind)));
    }
    Object.assign(this.wish, { table, dice, quiet });
    this.#redraw(`[data-game="${game.name}"]`);
  }

  /** Drawn anew, the focus where it was. */
  #redraw(focus) {
    this.draw();
    this.root.querySelector(focus)?.focus();
  }

  #counts(game) {
    const counts = game.seat_counts.map((count) =>
      html(
        "button",
        {
          "data-count": count,
          "aria-pressed": String(this.wish.seats.length === count),
          onclick: () => {
            this.wish.seats = this.#seats(game, count, this.wish.seats);
            this.#redraw(`[data-count="${count}"]`);
          },
        },
        t("players n", { n: count }),
      ),
    );
    return html("div", { class: "row" }, counts);
  }

  #chairs(game) {
    const kinds = [{ name: "person", title: t("person") }, ...game.levels];
    const helps = HELP.map((name) => ({ name, title: t(`help ${name}`) }));
    const rows = this.wish.seats.map((seat, n) => {
      const { name: colour, title } = this.data.mice[n];
      const name = html("input", { value: seat.name, maxlength: 24, placeholder: title, "aria-label": t("name of", { mouse: title }), oninput: () => (seat.name = name.value) });
      return html(
        "li",
        { class: `c-${colour}` },
        mouse(colour),
        name,
        this.#pick(t("who decides", { mouse: title }), kinds, seat.kind, (kind) => (seat.kind = kind)),
        this.#pick(t("help for", { mouse: title }), helps, seat.help, (help) => (seat.help = help)),
      );
    });
    return html("ul", { class: "chairs" }, rows);
  }

  #options(game) {
    const fields = game.options.map((option) => this.#field(option.title, this.#option(option)));
    const layouts = game.layouts.map(({ name, title }) => ({ name, title }));
    if (layouts.length > 1) fields.push(this.#field(t("layout"), this.#pick(t("layout"), layouts, this.wish.layout ?? layouts[0].name, (name) => (this.wish.layout = name))));
    return html("div", { class: "fields" }, fields);
  }

  #option({ name, title, allowed, meanings }) {
    const { options } = this.wish;
    if (!allowed.length) {
      const input = html("input", { value: options[name], "aria-label": title, oninput: () => (options[name] = input.value) });
      return input;
    }
    const choices = allowed.map((value, n) => ({ name: String(n), title: meanings[n] ?? String(value) }));
    return this.#pick(title, choices, String(allowed.indexOf(options[name])), (n) => (options[name] = allowed[Number(n)]));
  }

  #table() {
    const found = html("p", { class: "hint", role: "status" });
    const look = async (name) => {
      this.wish.table = name;
      found.textContent = name === "sim" ? t("simulated") : t("looking");
      if (name !== "sim") found.textContent = (await get(`/tables/${encodeURIComponent(name)}`))?.found ?? "";
    };
    const dice = ["table", "drawn"].map((name) => ({ name, title: t(`dice ${name}`) }));
    const quiet = html("input", { type: "checkbox", checked: this.wish.quiet, onchange: () => (this.wish.quiet = quiet.checked) });
    const table = this.#pick(t("which table"), this.data.tables, this.wish.table, look);
    look(this.wish.table);
    return html(
      "div",
      { class: "fields" },
      html("div", {}, this.#field(t("table"), table), found, html("button", { id: "examine", onclick: () => this.#examine() }, t("examine"))),
      this.#field(t("dice"), this.#pick(t("dice"), dice, this.wish.dice, (name) => (this.wish.dice = name))),
      html("label", { class: "check" }, quiet, t("quiet")),
    );
  }

  /** Put the table into service, or find out what is wrong with it. */
  async #examine() {
    (await import("./doctor.js")).showDoctor(this.wish.table, (text) => this.page.say(text));
  }

  #field(words, control) {
    return html("div", { class: "field" }, html("span", {}, words), control);
  }

  #pick(label, choices, chosen, then) {
    const options = choices.map(({ name, title }) => html("option", { value: name, selected: name === chosen }, title));
    const select = html("select", { "aria-label": label, onchange: () => then(select.value) }, options);
    return select;
  }

  async #send(what) {
    const button = this.root.querySelector("#play");
    button.disabled = true;
    const said = await post("/lobby", what);
    button.disabled = false;
    if (!said.ok) this.page.say(said.error ?? t("not reached"));
  }
}
