// The hands at a simulated table: who moves the mice, mice that are dragged, and those that are in no place.

import { distance } from "./geometry.js";
import "./sheet.js";
import { html, svg } from "./svg.js";
import { t } from "./words.js";

const MOVES = new Set(["move", "mend"]);

export class Hands {
  /** `on.move(piece, place or null, via)`, `on.give("table" or "page")`, `on.once()`, `on.say(text)`. */
  constructor(box, view, touch, on) {
    Object.assign(this, { box, view, touch, on });
    touch.drag = (event, piece) => this.drag(event, piece);
  }

  /** What is to be seen of it; nothing where somebody only watches, or looks at the past. */
  show(picture, wanted) {
    this.view.root.classList.toggle("can-drag", wanted);
    this.box.hidden = !wanted;
    if (!wanted) return;
    const { hands } = picture;
    if (this.whose && this.whose !== hands) this.on.say(t(`hands now ${hands}`));
    this.whose = hands;
    const shown = JSON.stringify([hands, picture.sign, picture.steps, picture.placement, picture.standing, picture.seats, picture.language]);
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.id : "";
    const switches = ["table", "page"].map((whose) => html("button", { type: "button", id: `hands-${whose}`, "aria-pressed": String(whose === hands), onclick: () => this.on.give(whose) }, t(`hands ${whose}`)));
    const asks = hands === "page" && MOVES.has(picture.sign);
    this.box.replaceChildren(
      ...(asks ? [html("p", { class: "hint" }, this.#told(picture)), html("button", { type: "button", id: "once", onclick: () => this.on.once() }, t("hands once"))] : []),
      ...this.#beside(picture),
      html("div", { class: "row", role: "group", "aria-label": t("hands whose") }, html("span", { class: "hint" }, t("hands whose")), switches),
    );
    if (focused) find(focused)?.focus();
  }

  /** Whose mouse it is that people are to move. */
  #told({ steps, seats }) {
    const seat = seats.find(({ mouse }) => mouse === steps[0]?.piece);
    return seat?.kind === "computer" ? t("hands of computer", { name: seat.name }) : t("drag it");
  }

  /** Mice that are missing on the board, to be dragged onto it. */
  #beside({ placement, standing }) {
    const missing = this.view.board.pieces.filter(({ name }) => !standing[name] && this.view.byName.get(placement[name])?.input !== undefined);
    if (!missing.length) return [];
    const mice = missing.map(({ name, word }) => {
      const picture = svg("svg", { viewBox: "-18 -18 36 36", class: "portrait", role: "img", "aria-label": word }, this.view.mouseOf(name));
      picture.dataset.beside = name;
      picture.addEventListener("pointerdown", (event) => event.button === 0 && this.drag(event, name));
      return picture;
    });
    return [html("div", { class: "row beside" }, html("span", { class: "hint" }, t("beside")), mice)];
  }

  /** A piece in the hand: it goes where it is put, wherever that is. */
  drag(event, piece) {
    const { view } = this;
    const begin = view.spotAt(event);
    const held = view.take(piece, begin);
    const via = [];
    let moved = false;
    const carry = (now) => {
      const { x, y } = view.spotAt(now);
      if (!moved && distance(begin, { x, y }) < 0.15 * view.pitch) return;
      moved = true;
      held.carry(x, y);
      via.push([Math.round(x), Math.round(view.board.size[1] - y)]);
    };
    const put = (ended) => {
      held.leave();
      if (!moved) return this.touch.chooseAt(begin);
      const spot = view.spotAt(ended);
      const near = view.places.filter((place) => place.input !== undefined && distance(place, spot) < 0.5 * view.pitch);
      const [place] = near.sort((one, other) => distance(one, spot) - distance(other, spot));
      return this.on.move(piece, place?.name ?? null, via.filter((_, n) => n % 4 === 0).slice(-40));
    };
    this.touch.follow(event, carry, put, () => held.leave());
  }
}

const find = (id) => document.getElementById(id);
