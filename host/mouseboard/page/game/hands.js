// The hands at a simulated table: who moves the mice, dragging mice, and mice that are on no place.

import { script } from "../kit/ask.js";
import { distance } from "../board/geometry.js";
import "../sheets/sheet.js";
import { html, memory, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

const MOVES = new Set(["move", "mend"]);

export class Hands {
  /** @param {any} box @param {Page} page */
  constructor(box, page) {
    this.box = box;
    this.page = page;
    this.view = page.view;
    this.differs = memory();
    this.whose = null; // who moves the mice, as this phone was told last
    page.touch.drag = (event, piece) => this.drag(event, piece);
    // a finger on a piece must not scroll the page; browsers heed touch-action only on the whole picture
    page.view.root.addEventListener("touchstart", (event) => event.target.closest(".can-drag [data-piece]") && event.preventDefault(), { passive: false });
  }

  /** Show the controls, or nothing if they are not `wanted`: for spectators, and for a look at the past. @param {Picture} picture @param {boolean} wanted */
  show(picture, wanted) {
    this.view.root.classList.toggle("can-drag", wanted);
    this.box.hidden = !wanted;
    if (!wanted) return;
    const { hands } = picture;
    if (this.whose && this.whose !== hands) this.page.say(t(`hands now ${hands}`));
    this.whose = hands;
    if (!this.differs("hands", hands, picture.sign, picture.steps, picture.placement, picture.standing, picture.seats, picture.language)) return;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.id : "";
    const asks = hands === "page" && MOVES.has(picture.sign) && this.page.you.may.answer;
    this.box.replaceChildren(
      ...(asks ? [html("p", { class: "hint" }, this.#told(picture)), html("button", { id: "once", class: "btn", onclick: () => this.page.send("hands", { once: true }) }, t("hands once"))] : []),
      ...(hands === "page" && (asks || picture.sign !== "move") ? this.#beside(picture) : []),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Say whose mouse people must move. @param {Picture} picture */
  #told({ steps, seats }) {
    const seat = seats.find(({ mouse }) => mouse === steps[0]?.piece);
    return seat?.kind === "computer" ? t("hands of computer", { name: seat.name }) : steps[0]?.target === null ? t("drag off") : t("drag it");
  }

  /** Return the mice that are missing on the board, to be dragged onto it. @param {Picture} picture */
  #beside({ placement, standing }) {
    const missing = this.view.board.pieces.filter(({ name }) => !standing[name] && this.view.byName.get(placement[name])?.input !== undefined);
    if (!missing.length) return [];
    const mice = missing.map(({ name, word }) => {
      const isAlike = this.view.board.pieces.filter((piece) => piece.word === word).length > 1;
      const label = isAlike ? t("piece on", { piece: word, place: placement[name] }) : word;
      const picture = svg("svg", { viewBox: "-18 -18 36 36", class: "portrait", role: "img", "aria-label": label }, this.view.print.piece(name, {}));
      picture.dataset.beside = name;
      picture.addEventListener("pointerdown", (event) => event.button === 0 && this.drag(event, name));
      return picture;
    });
    return [html("div", { class: "row beside" }, html("span", { class: "hint" }, t("beside")), mice)];
  }

  /**
   * Drag a piece. People who move the pieces put it where they drop it, legal or not, and so does a host's hand that takes
   * over the mice. On other phones, and with men, the table moves the pieces: where one is dropped is a choice.
   * @param {PointerEvent} event @param {string} piece
   */
  drag(event, piece) {
    const { view, page } = this;
    const isHand = this.whose === "page" || (page.you.host && view.board.sort !== "men");
    const from = view.pieces.get(piece)?.place;
    const begin = view.spotAt(event);
    const held = view.take(piece, begin);
    view.print.hold?.(piece);
    if (!view.pieces.has(piece)) held.carry(begin.x, begin.y); // it comes from beside the board
    const via = [];
    const [width, height] = view.board.size;
    let moved = false;
    const carry = (now) => {
      const { x, y } = view.spotAt(now);
      if (!moved && distance(begin, { x, y }) < 0.15 * view.pitch) return;
      if (!moved && !isHand) view.aim(this.#choices(piece).flatMap(reached));
      moved = true;
      held.carry(x, y);
      via.push(view.print.turned ? [Math.round(width - x), Math.round(y)] : [Math.round(x), Math.round(height - y)]);
    };
    const leave = () => {
      held.leave();
      view.aim([]);
      view.print.hold?.(null);
    };
    const put = async (ended) => {
      leave();
      const to = this.#under(view.spotAt(ended), from);
      if (!moved || (!isHand && to === from)) return page.touch.chooseAt(ended);
      if (!isHand) return this.#choose(piece, to ?? from);
      const victim = view.board.sort === "men" && view.standing.get(to)?.find((other) => other !== piece);
      if (victim) await page.send("hand", { piece: victim, to: null });
      return page.send("hand", { piece: this.#meant(piece), to, via: via.filter((_, n) => n % 4 === 0).slice(-40) });
    };
    page.touch.follow(event, carry, put, leave);
  }

  /** Return the place under a point, or null. A finger that slips has not left the place that it came from. @param {{ x: number, y: number }} spot @param {string} from */
  #under(spot, from) {
    const { places, pitch } = this.view;
    const near = places.filter((place) => place.input !== undefined && distance(place, spot) < (place.name === from ? 0.75 : 0.5) * pitch);
    return near.sort((one, other) => distance(one, spot) - distance(other, spot))[0]?.name ?? null;
  }

  /** Return what this phone may choose by dragging a piece: where it goes, that it is put on the board, or that it is taken. @param {string} piece */
  #choices(piece) {
    const { now, you } = this.page;
    const place = this.view.pieces.get(piece)?.place;
    const isMeant = (option) => (option.piece ? option.piece === piece : !place || option.places.includes(place));
    return you.may.answer ? now.options.filter(isMeant) : [];
  }

  /** @param {string} piece @param {string} place */
  #choose(piece, place) {
    const { page } = this;
    const found = this.#choices(piece).filter((option) => reached(option).includes(place));
    if (found.length === 1) return page.answer({ action: found[0].action });
    if (!found.length) return page.touch.shake();
    if (!found.some(({ places }) => places.includes(place))) return this.#pass(found, place);
    return script("choices/several.js").then(({ highlight }) => highlight(found));
  }

  /** Choose a landing of several chains. @param {OptionShown[]} chains @param {string} place */
  #pass(chains, place) {
    this.view.print.pass(chains, place);
    this.page.draw(this.page.now);
  }

  /** Return the man that the game puts on the board next, for any that lies beside it and looks alike. @param {string} piece */
  #meant(piece) {
    const { placement, standing, beside, steps } = this.page.now;
    if (standing[piece] || this.view.board.sort !== "men") return piece;
    const { pieces } = this.view.board;
    const { word } = pieces.find(({ name }) => name === piece);
    const alike = pieces.filter((other) => other.word === word && !standing[other.name]).map(({ name }) => name);
    const awaited = steps.find((step) => step.source === null && alike.includes(step.piece));
    return awaited?.piece ?? alike.find((name) => beside[name] === beside[piece] && !placement[name]) ?? piece;
  }
}

/** Return the places of an option, with those where its man stops on the way. @param {OptionShown} option */
const reached = ({ places, via = [] }) => [...places, ...via];
