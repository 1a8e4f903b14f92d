// The photograph with all clicked spots. It can be zoomed and moved by mouse, touch or keyboard.

import { circle, group, path, svg } from "../page/kit/svg.js";
/** @import { Work } from "./photo.js" */

const TAP = 6; // CSS pixels that a tap may slip
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGEST = 40; // most CSS pixels for one pixel of the photograph

export class View {
  /** @param {any} root @param {HTMLImageElement} picture @param {Work} work */
  constructor(root, picture, work) {
    this.root = root;
    this.work = work;
    this.size = [picture.naturalWidth, picture.naturalHeight];
    this.down = new Map(); // pointers that are down
    this.over = group({});
    this.aim = path("M-14 0H-4M4 0H14M0-14V-4M0 4V14", "aim");
    root.append(svg("image", { href: picture.src, width: this.size[0], height: this.size[1] }), this.over, this.aim);
    root.addEventListener("pointerdown", (event) => this.#begins(event));
    root.addEventListener("pointermove", (event) => this.#moves(event));
    root.addEventListener("pointerup", (event) => this.#ends(event));
    root.addEventListener("pointercancel", (event) => this.down.delete(event.pointerId));
    root.addEventListener("wheel", (event) => this.#wheels(event), { passive: false });
    root.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.show()).observe(root);
    this.whole();
  }

  whole() {
    const [width, height] = this.size;
    this.box = { x: -0.03 * width, y: -0.03 * height, width: 1.06 * width, height: 1.06 * height };
    this.show();
  }

  /** Zoom about a point of the photograph: by default the chosen spot, else the middle. @param {number} factor @param {number[]} spot */
  zoom(factor, [x, y] = this.work.spots[this.work.chosen]?.pixel ?? this.middle()) {
    const [least, most] = [this.box.width / (4 * this.size[0]), Math.max(this.unit() * LARGEST, 1)];
    const by = Math.min(Math.max(factor, least), most);
    const box = this.box;
    this.box = { x: x - (x - box.x) / by, y: y - (y - box.y) / by, width: box.width / by, height: box.height / by };
    this.show();
  }

  /** @returns {[number, number]} */
  middle() {
    return [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2];
  }

  /** Return the pixels of the photograph for one CSS pixel. */
  unit() {
    const { width, height } = this.root.getBoundingClientRect();
    return Math.max(this.box.width / (width || 1), this.box.height / (height || 1));
  }

  /** @returns {[number, number]} */
  at(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [x, y];
  }

  show() {
    const { x, y, width, height } = this.box;
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const { found, sketch, step, chosen } = this.work;
    if (!sketch) return;
    const unit = this.unit();
    const lines = (found.grid ?? []).map((line) => path(`M${line.map((point) => point.join(" ")).join("L")}`, "lattice"));
    const trail = sketch.places.length > 1 && path(`M${sketch.places.map(({ pixel }) => pixel.join(" ")).join("L")}`, "trail");
    const marks = (spots, kind, mine) => spots.map((spot, n) => spot.pixel && this.#mark(spot, n, `spot ${kind}`, unit, mine, mine && n === chosen));
    this.over.replaceChildren(
      ...lines,
      ...(trail ? [trail] : []),
      group({ opacity: step === "points" ? 1 : 0.5 }, marks(sketch.points, "known", step === "points")),
      group({}, marks(sketch.places, "place", step === "places")),
    );
    const [mx, my] = this.middle();
    this.aim.setAttribute("transform", `translate(${mx} ${my}) scale(${unit})`);
  }

  #mark({ pixel: [x, y], name }, n, kind, unit, mine, chosen) {
    return group({ class: chosen ? `${kind} chosen` : kind, transform: `translate(${x} ${y}) scale(${unit})`, "data-spot": mine ? n : null }, [
      circle(0, 0, 22, "halo"),
      circle(0, 0, 9, "mark"),
      path("M-9 0H9M0-9V9", "cross"),
      svg("text", { x: 12, y: -8 }, name?.trim() || String(n + 1)),
    ]);
  }

  #begins(event) {
    this.root.setPointerCapture(event.pointerId);
    const spot = event.target.closest("[data-spot]");
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY, spot: spot ? Number(spot.dataset.spot) : null, slipped: false });
    if (this.down.size > 1) for (const held of this.down.values()) held.slipped = true; // two fingers zoom and never tap
  }

  #moves(event) {
    const held = this.down.get(event.pointerId);
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.slipped && Math.hypot(dx, dy) < TAP) return;
    if (this.down.size === 2) this.#pinch(event, held);
    else if (held.spot !== null) this.#carry(event, held);
    else this.#push(dx, dy);
    Object.assign(held, { x: event.clientX, y: event.clientY, slipped: true });
  }

  #push(dx, dy) {
    const unit = this.unit();
    this.box = { ...this.box, x: this.box.x - dx * unit, y: this.box.y - dy * unit };
    this.show();
  }

  #pinch(event, held) {
    const [other] = [...this.down.values()].filter((one) => one !== held);
    const before = Math.hypot(held.x - other.x, held.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const about = this.at({ clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 });
    this.#push((event.clientX - held.x) / 2, (event.clientY - held.y) / 2);
    if (before && now) this.zoom(now / before, about);
  }

  #carry(event, held) {
    const spot = this.work.spots[held.spot];
    held.from ??= spot.pixel;
    spot.pixel = this.at(event);
    this.show();
  }

  #ends(event) {
    const held = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (!held) return;
    if (held.from) {
      const spot = this.work.spots[held.spot];
      const to = spot.pixel;
      spot.pixel = held.from; // put it back first, so that the move can be undone
      this.work.move(held.spot, to);
      this.work.choose(held.spot);
    } else if (!held.slipped && held.spot !== null) this.work.choose(held.spot === this.work.chosen ? null : held.spot);
    else if (!held.slipped) this.work.add(this.#inside(this.at(event)));
  }

  /** @param {number[]} pixel @returns {[number, number]} */
  #inside([x, y]) {
    return [Math.min(Math.max(x, 0), this.size[0]), Math.min(Math.max(y, 0), this.size[1])];
  }

  #wheels(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), this.at(event));
  }

  /** Handle keys: arrows move the chosen spot by a pixel, or else the photograph; Enter clicks in the middle. */
  #key(event) {
    const arrow = ARROWS[event.key];
    const { work } = this;
    if (arrow && work.chosen !== null && work.spots[work.chosen]?.pixel) {
      const step = event.shiftKey ? 10 : 1;
      const [x, y] = work.spots[work.chosen].pixel;
      work.move(work.chosen, [x + step * arrow[0], y + step * arrow[1]]);
    } else if (arrow) this.#push(-arrow[0] * (event.shiftKey ? 4 : 24), -arrow[1] * (event.shiftKey ? 4 : 24));
    else if (event.key === "Enter") work.add(this.#inside(this.middle()));
    else if (event.key === "+") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "Delete" || event.key === "Backspace") work.remove();
    else if (event.key === "Escape") work.choose(null);
    else return;
    event.preventDefault();
  }
}
