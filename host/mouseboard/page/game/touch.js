// Touch, mouse and keyboard on the picture: choose a place or a gap, walk with the arrow keys.

import { isBar, neighbour } from "../board/geometry.js";
import { isFresh } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Placed } from "../board/geometry.js" */
/** @import { Page } from "../app.js" */

const SHAKING = 700; // milliseconds
const NEAR = 0.34; // pitches by which a pointer may miss a place
const NEAR_GAP = 0.45; // those by which a finger, which taps twice, may miss a gap: all but the middle of a square
const MEANT = "button, summary, input, label, .board, .story"; // what takes its taps itself
/** @type {{ [key: string]: [number, number] }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touch {
  /** @param {Page} page */
  constructor(page) {
    /** @type {(event: PointerEvent, piece: string) => void} */
    this.drag = null; // starts to drag a piece, if the page has hands at the table
    this.page = page;
    this.view = page.view;
    /** @type {Set<string>} */
    this.offered = new Set();
    this.root = this.view.root;
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.root.addEventListener("click", (event) => event.detail || this.#press(event)); // without a pointer: a screen reader presses
    // not on the picture itself: browsers let Tab stop at an SVG that listens for focus
    this.root.parentElement.addEventListener("focusin", (event) => this.#remember(event.target.dataset?.place));
    this.game = this.root.closest(".game");
    this.game.addEventListener("click", ({ target }) => target.closest(MEANT) || this.shake());
  }

  /** Prepare the places of a board that has just been drawn. */
  drawn() {
    for (const [name, spot] of this.view.spots) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
      if (isBar(this.view.byName.get(name))) spot.setAttribute("aria-hidden", "true");
    }
    this.#remember(this.view.places[0].name);
  }

  /** Mark the places that can be chosen now, and label all places for screen readers. @param {Picture} picture @param {Set<string>} offered */
  show(picture, offered) {
    this.offered = offered;
    for (const place of this.view.places) {
      const spot = this.view.spots.get(place.name);
      const can = offered.has(place.name);
      spot.classList.toggle("offered", can);
      if (isBar(place)) set(spot, "aria-hidden", can ? "false" : "true");
      set(spot, "aria-label", this.#nameOf(place, this.view.standing.get(place.name) ?? [], picture));
    }
  }

  /** @param {Placed} place @param {string[]} pieces @param {Picture} picture */
  #nameOf(place, pieces, picture) {
    const label = picture.tiles?.[place.name]?.label ?? place.label ?? "";
    const called = (piece) => {
      const word = this.view.board.pieces.find(({ name }) => name === piece)?.word ?? piece;
      const owner = picture.seats?.find(({ mouse }) => mouse === piece)?.name ?? word;
      return owner === word ? word : `${owner} (${word})`;
    };
    const lamp = picture.lamps[place.name]?.pattern;
    const word = place.word ?? place.name;
    const piece = pieces.map(called).join(", ");
    const isAlike = piece && areAlike(this.view.board.pieces); // then kings are named as men are
    const parts = [
      isBar(place) ? t("gap", { name: place.name }) : isAlike ? t("piece on", { piece, place: word }) : word,
      label !== word && label,
      isAlike ? "" : piece,
      picture.cheese?.[place.name] && t("cheese here", { n: picture.cheese[place.name] }),
      this.offered.has(place.name) ? t("may choose") : "blink flash".includes(lamp) && t(`lamp ${lamp}`),
      picture.blind.includes(place.name) && t("not felt"),
    ];
    return parts.filter(Boolean).join(", ");
  }

  /** Make a place the one that Tab reaches. */
  #remember(name) {
    if (!name || !this.view.spots.has(name)) return;
    this.view.spots.get(this.current ?? name)?.setAttribute("tabindex", "-1");
    this.view.spots.get(name).setAttribute("tabindex", "0");
    this.current = name;
  }

  /** Choose the place that has the focus, or tell what is printed there. */
  #press({ target }) {
    const name = target.closest("[data-place]")?.dataset.place;
    if (name) this.page[this.offered.has(name) ? "choose" : "tell"](name);
  }

  /** Shake all that can be tapped now; if there is nothing, the seat whose turn it is. */
  shake() {
    clearTimeout(this.shaking);
    this.game.classList.add("shaken");
    this.shaking = setTimeout(() => this.game.classList.remove("shaken"), SHAKING);
  }

  #key(event) {
    const name = event.target.dataset?.place;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#press(event);
    } else if (ARROWS[event.key]) {
      const walked = this.view.places.filter((place) => !isBar(place) || this.offered.has(place.name));
      const next = neighbour(walked, this.view.byName.get(name), ...ARROWS[event.key], this.view.pitch);
      if (!next) return; // at the edge the key may leave the board
      event.preventDefault();
      this.view.spots.get(next.name).focus();
    }
  }

  #down(event) {
    if (event.button !== 0) return;
    const piece = event.target.closest?.("[data-piece]")?.dataset.piece;
    if (piece && this.drag && !isBar(this.view.byName.get(this.view.pieces.get(piece)?.place))) this.drag(event, piece);
    else this.#aim(event);
  }

  /** Follow a finger until it lifts; until then it may still slide to the right place. */
  #aim(event) {
    const { choices } = this.page.panel;
    const planned = choices.ripe;
    choices.plan(null);
    const look = (moved) => {
      const found = this.#nearest(moved);
      this.view.aim([found]);
      return found;
    };
    if (!look(event)) return this.page.tell(event.target.closest?.("[data-place]")?.dataset.place);
    const leave = () => this.view.aim([]);
    const choose = (ended) => {
      leave();
      this.chooseAt(ended, planned);
    };
    return this.follow(event, look, choose, leave);
  }

  /** Return the offered place under or next to a pointer, or null. */
  #nearest(event) {
    const { byName, print } = this.view;
    const point = this.view.spotAt(event);
    const isFinger = event.pointerType !== "mouse";
    let best = null;
    let least = NEAR_GAP;
    for (const name of this.offered) {
      const place = byName.get(name);
      const far = print.reach(place, point);
      if (far < least && (far < NEAR || (isFinger && isBar(place)))) [best, least] = [name, far];
    }
    return best;
  }

  /** Choose the offered place next to a pointer, if there is one. A gap is smaller than a finger, which must tap twice. */
  chooseAt(ended, planned = null) {
    if (isFresh()) return; // a man that can be dragged is never out of reach, and a finger may have come down before
    const found = this.#nearest(ended);
    if (!found) this.shake();
    else if (found === planned || ended.pointerType === "mouse" || !isBar(this.view.byName.get(found))) this.page.choose(found);
    else this.page.panel.choices.plan(found);
  }

  /** Follow a pointer that is down: call `moved` for each move, then `ended`, or `lost` if the browser cancels it. */
  follow(event, moved, ended, lost) {
    const { root } = this;
    const watch = new AbortController();
    const own = (then) => (next) => {
      if (next.pointerId === event.pointerId) then(next);
    };
    const finish = (then) =>
      own((next) => {
        watch.abort();
        then(next);
      });
    event.preventDefault();
    try {
      root.setPointerCapture(event.pointerId);
    } catch {
      // the pointer is gone already, or made up by a test
    }
    root.addEventListener("pointermove", own(moved), watch);
    root.addEventListener("pointerup", finish(ended), watch);
    root.addEventListener("pointercancel", finish(lost), watch);
  }
}

/** Whether some pieces are called alike. @param {PieceShown[]} pieces */
const areAlike = (pieces) => new Set(pieces.map(({ word }) => word)).size < pieces.length;

function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
