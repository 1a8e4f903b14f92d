// The end of a game: first the winner, large; then "Again!" with the same people. On a phone it is about its own mouse.

import { LONG, script } from "../kit/ask.js";
import { sign } from "../kit/sheet-icons.js";
import { drawCheese, drawDie, portrait } from "../board/pieces.js";
import { at, calm, circle, goTo, group, html, icon, memory, path, rect, styled, svg } from "../kit/svg.js";
import { byName, language, speakSheets, t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

await Promise.all([styled("end/end.css", "end"), speakSheets()]);

const COLOURS = ["red", "blue", "green", "yellow", "purple"];
const BITS = 70; // pieces of confetti
const SEEN = 2500; // milliseconds for the last move and its confetti, before the winner fills the screen
const STEPS = 3; // mice on the podium; further ones stand beside it
const BADGES = { phone: "…", asleep: "sleep", computer: "robot" };

const pearls = () => [-13, 0, 13].map((x) => circle(x, x ? -5 : -10, 1.9, "gold"));
const crown = (kind) => icon("-14 -11 28 20", `crown ${kind}`, path("M-12 7-13-5-6.5 0 0-10 6.5 0 13-5 12 7z", "gold"), path("M-12 7H12V9.5H-12z", "gold band"), pearls());
const medal = (n) => icon("-12 -16 24 32", "medal", path("M-6-15-2-3H2L6-15z", "ribbon"), circle(0, 5, 9, `coin k${n}`), svg("text", { x: 0, y: 9.2 }, String(n)));
const cheese = () => icon("-12 -12 24 24", "i", drawCheese(1, 22));

/** @type {{ [kind: string]: (fact: { value: number, seat: SeatShown }) => [any, any, string] }} */
const FACTS = {
  minutes: ({ value }) => [sign("clock"), t("minutes", { n: value }), t("fact minutes")],
  catches: ({ value, seat }) => [portrait(seat), value, t("fact catches", seat)],
  cheese: ({ value, seat }) => [cheese(), value, t("fact cheese", seat)],
  sixes: ({ value, seat }) => [drawDie(6), value, t("fact sixes", seat)],
  barriers: ({ value, seat }) => [portrait(seat), value, t("fact barriers", seat)],
  turns: ({ value }) => [sign("again"), value, t("fact turns", { n: value })],
};

/** Show the end of the game; if it is news, after the last move and its confetti. A stream's overlay keeps the board. @param {Page} page @param {boolean} isNews */
export async function showEnd(page, isNews) {
  if (document.documentElement.classList.contains("overlay")) return;
  if (isNews && !calm()) await new Promise((seen) => setTimeout(seen, SEEN));
  const { newest, you } = page;
  if (newest.at !== "game" || !newest.end) return;
  const isFirst = !page.ending;
  page.ending ??= new End(document.querySelector("#lobby"), page);
  if (isFirst) goTo("end");
  await page.ending.show(newest, you);
}

/** Go from the board to the winner. @param {Page} page */
export async function openEnd(page) {
  await showEnd(page, false);
  page.ending?.open();
}

class End {
  /** @param {any} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.differs = memory();
    /** @type {Picture} */
    this.picture = null;
    /** @type {You} */
    this.you = null;
    this.faces = null; // the script that draws animals, if anybody has one
    /** @type {number} */
    this.left = undefined; // the seat that was just left
  }

  /** Show the winner, and no longer the board. */
  open() {
    goTo("end");
    this.page.story?.look(null);
    this.box.querySelector("h1").focus({ preventScroll: true });
  }

  /** @param {Picture} picture @param {You} you */
  async show(picture, you) {
    const faces = picture.seats.some(({ face }) => face) ? await script("kit/faces.js") : null;
    if (this.page.newest !== picture) return;
    this.picture = picture;
    this.you = you;
    this.faces = faces;
    const first = !this.box?.isConnected;
    if (first) this.#enter();
    if (first || this.differs("end", picture.end, picture.seats, picture.prompt, picture.undoable, you, this.left)) this.#draw(first);
  }

  #enter() {
    const mine = this.mine;
    const { winners } = this.picture;
    const won = winners.includes(mine ?? winners[0]);
    this.box = html("div", { class: "ending" });
    this.root.replaceChildren(this.box);
    if (won) this.root.prepend(confetti());
  }

  /** The seat of this phone, or null for a screen that everybody looks at. */
  get mine() {
    const { you } = this;
    return you.host ? null : you.own;
  }

  #draw(first) {
    const { mine, picture } = this;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.id : "";
    const { mouse } = picture.seats[mine ?? picture.winners[0]] ?? { mouse: "none" };
    this.box.className = `ending c-${mouse} ${mine === null ? "" : "personal"}`;
    this.box.replaceChildren(
      html("header", {}, html("h1", { id: "won", tabindex: -1 }, this.#title()), this.#how()),
      ...(mine === null ? [] : [this.#hero(mine)]),
      this.#podium(),
      this.#facts(),
      this.#after(),
    );
    const kept = focused && document.getElementById(focused);
    if (kept) kept.focus();
    else if (first || focused) (this.box.querySelector("#again:enabled") ?? this.box.querySelector("h1")).focus({ preventScroll: true });
  }

  #title() {
    const { mine } = this;
    const { seats, winners } = this.picture;
    if (!winners.length || mine === null) return this.#result();
    return winners.includes(mine) ? t("you win", seats[mine]) : t("well played", seats[mine]);
  }

  /** Say who has won, as games do in their last words. */
  #result() {
    const { seats, winners } = this.picture;
    const names = new Intl.ListFormat(language).format(winners.map((seat) => seats[seat].name));
    return !winners.length ? t("draw") : winners.length > 1 ? t("win together", { names }) : t("wins", seats[winners[0]]);
  }

  /** Say how the game has ended, without the result if the title says it already. */
  #how() {
    const { mine } = this;
    const { prompt, seats, winners } = this.picture;
    const told = byName(prompt, seats);
    const isTold = mine === null || !winners.length || winners.includes(mine);
    const rest = isTold ? told.replace(this.#result(), "").trim() : told;
    return rest && html("p", { class: "how", role: "status" }, rest);
  }

  // The mice.

  #hero(mine) {
    const { end, seats, winners } = this.picture;
    const place = end.places[mine];
    const won = winners.includes(mine);
    return html("div", { class: `hero ${won ? "won" : ""}` }, [
      html("div", { class: "stand" }, won ? crown("") : null, portrait(seats[mine]), seats[mine].face ? this.faces.animal(seats[mine].face) : null, place > 1 && place <= STEPS ? medal(place) : null),
      place > 1 ? html("h2", {}, [t("second"), t("third")][place - 2] ?? t("place n", { n: place })) : null,
      this.#tonight(mine),
    ]);
  }

  #podium() {
    const { end, seats } = this.picture;
    const order = seats.map((_, n) => n).sort((one, other) => (end.places[one] ?? seats.length) - (end.places[other] ?? seats.length));
    const steps = order.filter((n, rank) => rank < STEPS && (seats.length <= STEPS || end.places[n] !== null));
    const beside = order.filter((n) => !steps.includes(n));
    return html("div", { class: "places" }, [
      html("ol", { class: "podium" }, [steps.map((n, rank) => this.#step(n, rank))]),
      beside.length
        ? html("ol", { class: "beside" }, [
            beside.map((n) => html("li", { class: `c-${seats[n].mouse}` }, portrait(seats[n]), html("span", {}, end.places[n] ? html("strong", {}, `${end.places[n]} `) : null, seats[n].name))),
          ])
        : null,
    ]);
  }

  #step(n, rank) {
    const { end, seats, winners } = this.picture;
    const { mouse, name, face, scores } = seats[n];
    const won = winners.includes(n);
    const score = scores.find(({ key, value }) => key !== "captured" && (value > 0 || rank > 0));
    return html("li", { class: `step r${rank} p${end.places[n] ?? 0} c-${mouse} ${won ? "won" : ""}` }, [
      html("span", { class: "stand" }, won ? crown("") : null, portrait(seats[n]), face ? this.faces.animal(face) : null),
      html("div", { class: "block" }, [
        end.places[n] ? html("strong", {}, String(end.places[n])) : null,
        html("b", {}, name),
        score ? html("small", {}, `${score.value} ${score.name}`) : null,
        this.#tonight(n),
      ]),
    ]);
  }

  /** Show how many games somebody has won tonight, as crowns. */
  #tonight(n) {
    const crowns = this.picture.end.tonight[n];
    return crowns
      ? html("small", { class: "tonight", role: "img", "aria-label": t("tonight n", { n: crowns }) }, [
          Array.from({ length: Math.min(crowns, 5) }, () => crown("mini")),
          crowns > 5 ? ` ${crowns}` : "",
          html("span", {}, t("tonight")),
        ])
      : null;
  }

  #facts() {
    const { mine, picture } = this;
    const rows = picture.end.facts.map((fact) => {
      const [drawn, value, words] = FACTS[fact.kind]({ value: fact.value, seat: picture.seats[fact.seat] });
      const foreign = fact.seat !== null && fact.seat !== mine;
      return html("li", { class: foreign ? "foreign" : "" }, html("span", {}, drawn), html("b", {}, String(value)), html("span", {}, words));
    });
    return html("section", { class: "card facts" }, html("h2", {}, t("what a game")), html("ul", {}, rows));
  }

  // What may follow.

  #after() {
    const { mine, page, picture, you } = this;
    const { end, seats } = picture;
    const mayAgain = you.lobby && you.may.again;
    const isReady = !you.leads && mine !== null && end.ready.includes(mine);
    const button = (id, drawn, words, then, kind = "") => html("button", { class: `btn ${kind}`, id, title: words, onclick: then }, sign(drawn), html("span", {}, words));
    return html("section", { class: "card after" }, [
      you.lobby ? html("h2", {}, sign("again"), t("again asked")) : null,
      you.lobby ? this.#next() : null,
      this.#readies(),
      mayAgain
        ? html("button", { class: "btn go", id: "again", "aria-describedby": "won", disabled: isReady, onclick: ({ currentTarget }) => this.#again(currentTarget) }, [
            picture.buttons && you.leads ? html("kbd", {}, "B") : null,
            sign(isReady ? "tick" : "again"),
            html("span", {}, isReady ? t("you are ready") : t("again")),
          ])
        : null,
      html("div", { class: "others" }, [
        you.lobby && you.leads ? button("another", "cards", t("another game"), () => page.send("lobby", { leave: true, serial: picture.serial })) : null,
        mine !== null ? button("done", "door", t("i am done"), () => this.#leave(mine)) : null,
        mine === null && !you.host && this.left !== undefined ? button("stay", "play", t("play on"), () => this.#stay()) : null,
      ]),
      html("div", { class: "others" }, [
        you.may.undo ? button("back", "undo", t("undo"), () => this.#takeBack(), "quiet") : null,
        button("see", "eye", t("see the board"), () => goTo("game"), "quiet"),
      ]),
      (you.host || you.spectator) && you.lobby && seats.some(({ state }) => state === "phone") ? html("p", { class: "same" }, you.host ? t("or tap again") : t("tap again")) : null,
      mine === null && !you.host && !you.spectator ? html("p", { class: "same" }, t("next round")) : null,
    ]);
  }

  /** Tell who begins the next game, or that two swap seats, unless the game decides that. */
  #next() {
    const { end, seats } = this.picture;
    const starter = seats[end.beginner];
    const kept = starter ? t("next starts", starter) : t("same seats");
    return html("p", { class: "same" }, end.swaps ? t("swap sides") : kept);
  }

  /** Show who is ready: people with phones; and who need not be asked. */
  #readies() {
    const { end, seats } = this.picture;
    if (!this.you.lobby || !seats.some(({ state }) => state === "phone")) return null;
    const face = (seat, n) => {
      const { mouse, name, state } = seat;
      const isReady = end.ready.includes(n);
      const badge = isReady ? "tick" : BADGES[state];
      return html("li", { class: `c-${mouse} ${isReady ? "yes" : state}` }, [
        portrait(seat),
        badge ? html("i", { "aria-hidden": "true" }, badge.length > 1 ? sign(badge) : badge) : null,
        html("span", { class: "unseen" }, isReady ? t("is ready", { name }) : name),
      ]);
    };
    return html("ul", { class: "readies", "aria-label": t("players") }, seats.map(face));
  }

  async #again(button) {
    button.disabled = true;
    const { ok } = await this.page.send("lobby", { again: true, serial: this.picture.serial }, LONG);
    if (!ok) button.disabled = false;
  }

  /** Take the last move back, after a question that stays until it is answered. */
  async #takeBack() {
    const { page } = this;
    const { game } = this.picture;
    const { askSure } = await page.loaded("sheets/sure.js");
    /** @param {Picture} now */
    const isOpen = (now) => now.end && now.game.number === game.number;
    askSure(page, t("not won"), ["undo", t("undo")], () => page.answer({ undo: true }), { isOpen, no: ["cross", t("no it is over")] });
  }

  async #leave(seat) {
    this.left = seat;
    await this.page.send("seats", { seat, free: true, was: this.picture.seats[seat].who });
  }

  /** Take the seat again that was just left. */
  async #stay() {
    const { ok } = await this.page.send("join", { seat: this.left });
    if (ok) this.left = undefined;
  }
}

/** Return confetti that hangs over the whole screen, and sways if the phone allows motion. */
function confetti() {
  const bits = Array.from({ length: BITS }, (_, n) => {
    const [x, y] = [Math.random() * 1600, Math.random() * 900];
    const kind = `bit c-${COLOURS[n % COLOURS.length]}`;
    const bit = group({ class: "sway" }, n % 3 ? rect(-5, -8, 10, 16, 2, kind) : circle(0, 0, 6, kind));
    bit.style.setProperty("--late", `${-Math.random() * 3}s`);
    return group({ transform: at(x, y, 0.7 + Math.random() * 0.8, Math.random() * 180) }, bit);
  });
  return svg("svg", { viewBox: "0 0 1600 900", class: `confetti ${calm() ? "" : "moves"}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, bits);
}
