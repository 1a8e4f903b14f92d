// The page of a running game: the stream's pictures go to the board and the panel, what is chosen goes back.

import { BoardView } from "./board.js";
import { Panel, mayAnswer } from "./panel.js";
import { Stream, get, post } from "./stream.js";
import { calm, html } from "./svg.js";
import { Touch } from "./touch.js";
import { keepLanguage, language, languages, speak, t } from "./words.js";

const HEARD = ["sound", "voice"]; // what is heard is loaded when it is wanted
const kept = (what) => localStorage.getItem(what) === "on";
const find = (selector) => document.querySelector(selector);
const body = document.body;

class Page {
  constructor() {
    this.you = { seats: [], host: false, spectator: true };
    this.view = new BoardView(find("#table"));
    this.touch = new Touch(this.view, { choose: (place) => this.choose(place), tell: (place) => this.tell(place) });
    this.panel = new Panel(find(".side"), {
      answer: (what) => this.answer(what),
      aim: (option) => this.aim(option),
      position: (k) => this.look(k),
    });
    this.stream = new Stream({
      you: (you) => this.youAre(you),
      picture: (picture, lively) => this.show(picture, lively),
      stranger: () => this.join(""),
      lost: (lost) => body.classList.toggle("lost", lost),
    });
    this.boardNow = "";
    this.now = null;
    this.handlers();
  }

  begin() {
    this.spoken = speak().then(() => this.write());
    if (new URLSearchParams(location.search).has("overlay")) document.documentElement.classList.add("overlay");
    const [, code] = location.pathname.match(/^\/j\/(\w+)$/) ?? [];
    if (code) this.join(code);
    else this.stream.open();
  }

  /** Somebody comes in with a code. */
  async join(code) {
    await this.spoken;
    body.dataset.at = "join";
    const { askCode } = await import("./join.js");
    askCode(find("#lobby"), code, () => {
      history.replaceState(null, "", "/");
      find("#lobby").replaceChildren();
      this.stream.open();
    });
  }

  /** The page's own words, wherever the document names them. */
  write() {
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
    for (const element of document.querySelectorAll("[data-t-label]")) {
      element.setAttribute("aria-label", t(element.dataset.tLabel));
      element.title = t(element.dataset.tLabel);
    }
    find("#language").replaceChildren(...Object.entries(languages).map(([code, name]) => html("option", { value: code, selected: code === language, lang: code }, name)));
    this.showSwitches();
  }

  showSwitches() {
    for (const what of HEARD) find(`#${what}`).setAttribute("aria-pressed", String(kept(what)));
    find("#voice").hidden = !(window.speechSynthesis?.getVoices().length > 0);
  }

  handlers() {
    const click = (selector, then) => find(selector).addEventListener("click", then);
    const say = (text) => this.say(text);
    click("#undo", () => this.answer({ undo: true }));
    click("#pause", () => this.answer({ pause: true }));
    click("#hint", () => this.hint());
    click("#how", async () => (await import("./how.js")).showHow("/how", say));
    click("#leave", () => this.leave());
    click("#people", async () => (await import("./people.js")).showPeople(this.now, say));
    click("#health", async () => (await import("./health.js")).showHealth(this.view, this.you, say));
    click("#mishaps", async () => (await import("./mishaps.js")).showMishaps(this.view, this.now, say));
    for (const what of HEARD) {
      click(`#${what}`, async () => {
        localStorage.setItem(what, kept(what) ? "off" : "on");
        this.showSwitches();
        (await import("./sound.js")).tried(what, this.now?.prompt);
      });
    }
    click("#present", () => this.look(null));
    find("#language").addEventListener("change", async ({ target }) => {
      keepLanguage(target.value);
      await speak();
      this.write();
      this.boardNow = "";
      this.stream.open();
    });
    find(".story input").addEventListener("input", ({ target }) => this.look(Number(target.value)));
    speechSynthesis?.addEventListener?.("voiceschanged", () => this.showSwitches());
  }

  youAre(you) {
    this.you = you;
    body.classList.toggle("spectator", you.spectator);
    this.seats();
    if (this.now && this.now.board === this.boardNow) this.draw(this.now, false);
  }

  /** The newest picture. While somebody looks at an earlier position, it waits. */
  async show(picture, lively) {
    if (picture.at !== "game") return this.lobby(picture);
    const before = this.now;
    this.now = picture;
    this.lobbyView = null; // the next lobby asks anew what there is
    await this.spoken;
    body.dataset.at = "game";
    if (!(await this.useBoard(picture)) || this.now !== picture) return;
    if (lively && before && !calm()) this.moment(before, picture);
    if (lively && before && HEARD.some(kept)) import("./sound.js").then(({ hear }) => hear(before, picture));
    if (this.past === undefined) this.draw(picture, lively);
    if (!before) this.seats();
    body.dataset.game = picture.game.name;
    body.dataset.ready = picture.serial;
  }

  /** What is worth a show over the board. */
  async moment(before, { device, face, positions, winners }) {
    const rolled = device === "die" && typeof face === "number" && positions > before.positions;
    const won = winners.length > before.winners.length;
    if (rolled) (await import("./rolled.js")).rollDie(this.view, face);
    if (won) (await import("./party.js")).party(this.view);
  }

  async seats() {
    const { you } = this;
    const wanted = !you.host && !you.spectator && !you.seats.length && you.free.length;
    if (!this.now?.seats || (!wanted && find("#seat").hidden)) return;
    const { offerSeats } = await import("./join.js");
    offerSeats(find("#seat"), this.now, this.you, (error) => this.say(error));
  }

  /** Whether the board of that picture is drawn. */
  async useBoard(picture) {
    if (picture.board === this.boardNow) return true;
    const board = await get(`/board/${picture.board}`);
    if (!board) return false; // the server is away, or another game on: the next picture asks again
    await this.view.draw(board);
    this.boardNow = picture.board;
    this.touch.drawn();
    document.title = `${picture.game.title} · Mouseboard`;
    find("#title").textContent = picture.game.title;
    find("#table").setAttribute("aria-label", board.title);
    return true;
  }

  draw(picture, lively) {
    this.view.show(picture, lively);
    const may = mayAnswer(picture, this.you) && this.past === undefined;
    const offered = new Set(may ? picture.options.flatMap(({ places }) => places) : []);
    this.touch.show(picture, offered);
    this.showHands(picture);
    this.panel.show(picture, this.you, this.view.board);
    const acts = !this.you.spectator;
    const { host, lobby } = this.you;
    const hints = may && picture.sign === "choose" && picture.seats[picture.actor]?.help !== "none";
    const tools = { undo: acts && picture.undoable, pause: acts && picture.pausable, leave: host && lobby, people: host, health: acts, mishaps: acts && picture.hands, hint: acts && hints };
    for (const [tool, is] of Object.entries(tools)) find(`#${tool}`).hidden = !is;
  }

  /** On a simulated table whoever plays may move mice, and says who else does. */
  async showHands(picture) {
    const wanted = Boolean(picture.hands) && this.you.seats.length > 0 && this.past === undefined;
    if (!wanted && !this.hands) return;
    const on = {
      move: (piece, to, via) => this.send("/hand", { piece, to, via }),
      give: (whose) => this.send("/hands", { whose }),
      once: () => this.send("/hands", { once: true }),
      say: (text) => this.say(text),
    };
    this.hands ??= import("./hands.js").then(({ Hands }) => new Hands(find(".hands"), this.view, this.touch, on));
    const hands = await this.hands.catch(() => null);
    if (hands) hands.show(picture, wanted);
    else this.hands = null; // the server is away: the next picture asks again
  }

  /** What is printed on a place that has nothing to choose. */
  tell(place) {
    const { name, label, word } = this.view.byName.get(place);
    this.say([word ?? name, this.now?.tiles[place]?.label ?? label].filter(Boolean).join(": "));
  }

  /** What a touched place means: its only option, or the choices that are left to pick from. */
  choose(place) {
    const options = this.now.options.filter(({ places }) => places.includes(place));
    if (options.length === 1) return this.answer({ action: options[0].action });
    const buttons = options.map(({ action }) => find(`[data-action="${CSS.escape(action)}"]`)).filter(Boolean);
    for (const button of document.querySelectorAll(".choice")) button.classList.toggle("meant", buttons.includes(button));
    buttons[0]?.closest("details")?.setAttribute("open", "");
    buttons[0]?.focus();
    return undefined;
  }

  aim(option) {
    for (const [name, spot] of this.view.spots) spot.classList.toggle("aimed", option?.places.includes(name) ?? false);
  }

  async answer(what) {
    const said = await post("/answer", { serial: this.now.serial, ...what });
    if (said.blunder) this.say(said.error, { label: t("do it anyway"), then: () => this.answer({ ...what, sure: true }) });
    else if (!said.ok) this.say(said.error ?? t("not reached"));
    return said;
  }

  /** Back to the lobby; the game can be gone on with there. */
  leave() {
    return this.send("/lobby", { leave: true });
  }

  /** Say something to the server; what it refuses is shown. */
  async send(where, what) {
    const said = await post(where, what);
    if (!said.ok) this.say(said.error ?? t("not reached"));
  }

  async hint() {
    const said = await this.answer({ hint: true });
    if (!said.ok) return;
    this.aim(this.now.options.find(({ action }) => action === said.action) ?? null);
    this.say(t("hint is", { text: said.text }));
  }

  /** An earlier position, or the present again. */
  async look(position) {
    const there = position !== null && position < this.now.positions ? position : undefined;
    this.past = there;
    body.classList.toggle("past", there !== undefined);
    const picture = there === undefined ? this.now : await get(`/position/${there}`);
    if (this.past !== there || !picture) return;
    this.draw({ ...picture, story: this.now.story, positions: this.now.positions }, false);
    find(".story input").value = there ?? this.now.positions;
  }

  /** A sentence that goes by itself. */
  say(text, action = null) {
    const button = action && html("button", { onclick: () => { find("#toast").replaceChildren(); action.then(); } }, action.label);
    find("#toast").replaceChildren(html("p", {}, text), ...(button ? [button] : []));
    clearTimeout(this.fading);
    this.fading = setTimeout(() => find("#toast").replaceChildren(), action ? 15000 : 5000);
  }

  async lobby(picture) {
    await this.spoken;
    body.dataset.at = picture.at;
    const { Lobby } = await import("./lobby.js");
    this.now = null;
    this.lobbyView ??= new Lobby(find("#lobby"), this);
    this.lobbyView.show(picture, this.you);
    body.dataset.ready = picture.serial;
  }
}

new Page().begin();
