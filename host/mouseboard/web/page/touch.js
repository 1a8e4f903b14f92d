// Fingers, mouse and keys on the picture: choose a place or a gap, walk with the arrow keys.

import { isBar, neighbour } from "./geometry.js";
import { t } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touch {
  /** `on.choose(place)`, `on.tell(place)`; places that can be chosen come with each picture. */
  constructor(view, on) {
    this.drag = null; // what takes a piece into the hand, on a table where the page has hands
    this.view = view;
    this.on = on;
    this.offered = new Set();
    this.root = view.root;
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.root.addEventListener("focusin", (event) => this.#remember(event.target.dataset?.place));
  }

  /** A board has been drawn anew. */
  drawn() {
    for (const [name, spot] of this.view.spots) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
      if (isBar(this.view.byName.get(name))) spot.setAttribute("aria-hidden", "true");
    }
    this.#remember(this.view.places[0].name);
  }

  /** Which places answer something now, and what they are called. */
  show(picture, offered) {
    this.offered = offered;
    const standing = new Map();
    for (const [piece, place] of Object.entries(picture.standing)) standing.set(place, [...(standing.get(place) ?? []), piece]);
    for (const place of this.view.places) {
      const spot = this.view.spots.get(place.name);
      const can = offered.has(place.name);
      spot.classList.toggle("offered", can);
      set(spot, "aria-disabled", can ? "false" : "true");
      if (isBar(place)) set(spot, "aria-hidden", can ? "false" : "true");
      set(spot, "aria-label", this.#nameOf(place, standing.get(place.name) ?? [], picture));
    }
  }

  #nameOf(place, pieces, picture) {
    const label = picture.tiles?.[place.name]?.label ?? place.label ?? "";
    const called = (piece) => {
      const word = this.view.board.pieces.find(({ name }) => name === piece)?.word ?? piece;
      const owner = picture.seats?.find(({ mouse }) => mouse === piece)?.name ?? word;
      return owner === word ? word : `${owner} (${word})`;
    };
    const lamp = picture.lamps[place.name]?.pattern;
    const parts = [
      isBar(place) ? t("gap", { name: place.name }) : (place.word ?? place.name),
      label !== (place.word ?? place.name) ? label : "",
      pieces.length ? pieces.map(called).join(", ") : "",
      picture.cheese?.[place.name] ? t("cheese here", { n: picture.cheese[place.name] }) : "",
      lamp && lamp !== "steady" ? t(`lamp ${lamp}`) : "",
      picture.blind.includes(place.name) ? t("not felt") : "",
    ];
    return parts.filter(Boolean).join(", ");
  }

  /** The one place that Tab comes to. */
  #remember(name) {
    if (!name || !this.view.spots.has(name)) return;
    this.view.spots.get(this.current ?? name)?.setAttribute("tabindex", "-1");
    this.view.spots.get(name).setAttribute("tabindex", "0");
    this.current = name;
  }

  #key(event) {
    const name = event.target.dataset?.place;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on[this.offered.has(name) ? "choose" : "tell"](name);
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      const walked = this.view.places.filter((place) => !isBar(place) || this.offered.has(place.name));
      const next = neighbour(walked, this.view.byName.get(name), ...ARROWS[event.key]);
      if (next) this.view.spots.get(next.name).focus();
    }
  }

  #down(event) {
    if (event.button !== 0) return;
    const piece = event.target.closest?.("[data-piece]")?.dataset.piece;
    if (piece && this.drag && !isBar(this.view.byName.get(this.view.pieces.get(piece).place))) this.drag(event, piece);
    else this.#aim(event);
  }

  /** From touching to letting go the finger may still look for the right place. */
  #aim(event) {
    const look = (moved) => {
      const found = this.#nearest(this.view.spotAt(moved));
      this.#mark(found);
      return found;
    };
    if (!look(event)) {
      const name = event.target.closest?.("[data-place]")?.dataset.place;
      if (name) this.on.tell(name);
      return;
    }
    this.follow(event, look, (ended) => {
      this.#mark(null);
      this.chooseAt(this.view.spotAt(ended));
    }, () => this.#mark(null));
  }

  #mark(name) {
    for (const [other, spot] of this.view.spots) spot.classList.toggle("aimed", other === name);
  }

  /** The offered place under or next to a point. */
  #nearest(point) {
    const { pitch, byName } = this.view;
    let best = null;
    let least = 0.34;
    for (const name of this.offered) {
      const away = reach(byName.get(name), point, pitch);
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  /** Choose the offered place next to a point, if there is one. */
  chooseAt(point) {
    const found = this.#nearest(point);
    if (found) this.on.choose(found);
  }

  /** What becomes of a finger that is down: it moves, and it ends or is lost. */
  follow(event, moved, ended, lost) {
    const { root } = this;
    const watch = new AbortController();
    const own = (then) => (next) => {
      if (next.pointerId === event.pointerId) then(next);
    };
    const finish = (then) => own((next) => {
      watch.abort();
      then(next);
    });
    event.preventDefault();
    try {
      root.setPointerCapture(event.pointerId);
    } catch {
      // a pointer that is gone already, or a test's
    }
    root.addEventListener("pointermove", own(moved), watch);
    root.addEventListener("pointerup", finish(ended), watch);
    root.addEventListener("pointercancel", finish(lost), watch);
  }
}

function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** How far a point is from a place, in pitches: from the face of a stone, from the middle line of a gap. */
function reach(place, point, pitch) {
  const [dx, dy] = [Math.abs(place.x - point.x) / pitch, Math.abs(place.y - point.y) / pitch];
  if (place.kind === "horizontal") return Math.hypot(Math.max(dx - 0.45, 0), dy);
  if (place.kind === "vertical") return Math.hypot(dx, Math.max(dy - 0.45, 0));
  return Math.max(Math.hypot(dx, dy) - 0.36, 0);
}
