// The photograph of a board: people click known points, then places. The server computes their millimetres.

import { enter } from "../page/kit/enter.js";
import { speak, t } from "../page/kit/words.js";
import { html } from "../page/kit/svg.js";
import { endForm, placesForm, pointsForm } from "./forms.js";
import { View } from "./view.js";

const CORNERS = [
  [0, 0],
  [0.5, 0],
  [1, 0],
  [1, 0.5],
  [1, 1],
  [0.5, 1],
  [0, 1],
  [0, 0.5],
  [0.5, 0.5],
]; // of the board
const MOST_UNDONE = 200;
const PAUSE = 150; // milliseconds without another change before the server is told

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);

export class Work {
  constructor({ games, sketch }, picture) {
    this.games = games;
    this.undone = [];
    /** @type {{ said?: string[], places?: number[][], grid?: number[][][], misses?: { [n: string]: number } }} */
    this.found = {}; // what the server measures
    this.step = "points";
    this.chosen = null;
    this.between = 0; // places that the next click adds on the way to it
    /** @type {string} */
    this.kind = undefined; // of the next places, once it was picked
    this.saved = null; // what was written
    /** @type {Sketch} */
    this.sketch = sketch ?? fresh(Object.keys(games), picture);
    this.view = new View(byId("view"), picture, this);
  }

  get spots() {
    return this.step === "points" ? this.sketch.points : this.sketch.places;
  }

  /** Change the sketch by calling `how`, so that it can be undone. @param {(sketch: Sketch) => void} how */
  change(how) {
    this.undone.push(JSON.stringify(this.sketch));
    if (this.undone.length > MOST_UNDONE) this.undone.shift();
    how(this.sketch);
    this.changed();
  }

  undo() {
    if (!this.undone.length) return;
    this.sketch = JSON.parse(this.undone.pop());
    this.choose(null);
    this.changed();
  }

  changed() {
    this.show();
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), PAUSE);
  }

  async tell() {
    const asked = JSON.stringify(this.sketch);
    const found = await this.post("sketch", this.sketch);
    if (!found || asked !== JSON.stringify(this.sketch)) return; // the sketch has changed since: a newer answer will come
    this.found = found;
    this.show();
  }

  async post(where, body) {
    const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(where, sent)
      .then(async (said) => [said.ok, await said.json()])
      .catch(() => [false, { error: t("away") }]);
    const [good, found] = answer;
    this.complain(good ? "" : found.error);
    return good ? found : null;
  }

  complain(words) {
    byId("trouble").textContent = words;
    byId("trouble").hidden = !words;
  }

  to(step) {
    this.step = step;
    this.choose(null);
  }

  choose(n) {
    this.chosen = n;
    this.show();
  }

  /** Handle a click on an empty spot: it sets the next known point, or adds a place. */
  async add(pixel) {
    if (this.step === "end") return;
    if (this.step === "points") {
      const free = this.chosen ?? this.sketch.points.findIndex((point) => !point.pixel);
      if (free < 0) return;
      this.change(({ points }) => (points[free].pixel = pixel));
      this.choose(null);
      return;
    }
    const { places } = this.sketch;
    const last = places.length - 1;
    const after = this.chosen ?? last; // a new place comes after the chosen one
    const added = [...(await this.onTheWay(places[after]?.pixel, pixel)), pixel];
    const kind = this.nextKind();
    this.change((sketch) => sketch.places.splice(after + 1, 0, ...added.map((one) => ({ pixel: one, name: "", kind, label: "", to: "" }))));
    this.between = 0;
    this.choose(after < last ? after + added.length : null);
  }

  /** Return the kind of the next place. If none was picked, the first is special and the others get the usual kind. */
  nextKind() {
    const { first, usual } = this.games[this.sketch.game] ?? {};
    return this.kind ?? (this.sketch.places.length ? usual : first) ?? "";
  }

  async onTheWay(source, target) {
    if (!this.between || !source) return [];
    const found = await this.post("line", { sketch: this.sketch, source, target, count: this.between });
    return found?.pixels ?? [];
  }

  /** Move a spot that is dragged or nudged. */
  move(n, pixel) {
    this.change(() => (this.spots[n].pixel = pixel));
  }

  remove() {
    if (this.chosen === null) return;
    const n = this.chosen;
    this.change((sketch) => {
      if (this.step === "points") sketch.points[n].pixel = null;
      else sketch.places.splice(n, 1);
    });
    this.choose(null);
  }

  async save() {
    const saved = await this.post("save", this.sketch);
    if (saved) this.saved = saved;
    this.show();
  }

  show() {
    this.view.show();
    for (const [step, form] of Object.entries({ points: pointsForm, places: placesForm, end: endForm })) {
      byId(step).hidden = this.step !== step;
      byId(`do-${step}`).setAttribute("aria-pressed", this.step === step);
      if (this.step === step) this.renew(byId(step), form);
    }
    byId("said").replaceChildren(...(this.found.said ?? []).map((words) => html("p", {}, words)));
    byId("undo").disabled = !this.undone.length;
    document.body.dataset.found = String((this.found.places ?? []).length);
  }

  /** Rebuild a form, but wait while something in it is pressed, so that it stays under the finger. */
  renew(root, form) {
    clearTimeout(this.waiting);
    if (root.querySelector(":active")) this.waiting = setTimeout(() => this.show(), PAUSE);
    else renewed(root, form(this));
  }
}

/** Replace the contents of a form; focus and scrolling stay, so that people can go on typing. */
function renewed(root, contents) {
  const key = root.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : undefined;
  const scrolled = [...root.querySelectorAll("[data-scroll]")].map((list) => list.scrollTop);
  root.replaceChildren(...contents.flat(Infinity).filter(Boolean));
  for (const [n, list] of root.querySelectorAll("[data-scroll]").entries()) list.scrollTop = scrolled[n] ?? 0;
  if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** @param {string[]} games @param {HTMLImageElement} picture @returns {Sketch} */
function fresh(games, { naturalWidth, naturalHeight }) {
  /** @type {[number, number]} */
  const size = [400, Math.round((400 * naturalHeight) / naturalWidth)];
  return {
    game: games.includes("revised") ? "revised" : games[0],
    title: "",
    size,
    picture: [naturalWidth, naturalHeight],
    points: CORNERS.map(([x, y]) => ({ at: [x * size[0], y * size[1]], pixel: null })),
    places: [],
    light: [0, 15],
    lamps: true,
  };
}

/** Load the photograph as browsers show it: upright. */
function loaded(address) {
  return new Promise((done, failed) => {
    const picture = new Image();
    picture.onload = () => done(picture);
    picture.onerror = failed;
    picture.src = address;
  });
}

async function begin() {
  await Promise.all([speak(), enter()]);
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
  for (const element of document.querySelectorAll("[data-t-label]")) element.setAttribute("aria-label", t(element.getAttribute("data-t-label")));
  const picture = await loaded("photo").catch(() => null);
  if (!picture) {
    byId("trouble").textContent = t("unreadable");
    byId("trouble").hidden = false;
    return;
  }
  const work = new Work(await fetch(`setup?lang=${document.documentElement.lang}`).then((said) => said.json()), picture);
  for (const step of ["points", "places", "end"]) byId(`do-${step}`).onclick = () => work.to(step);
  byId("undo").onclick = () => work.undo();
  byId("nearer").onclick = () => work.view.zoom(1.5);
  byId("farther").onclick = () => work.view.zoom(1 / 1.5);
  byId("whole").onclick = () => work.view.whole();
  addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !writing) {
      event.preventDefault();
      work.undo();
    }
  });
  work.changed();
  document.body.dataset.ready = "";
}

begin();
