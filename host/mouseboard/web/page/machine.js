// The mouse trap: every part is there from the start as a dashed plan; built, it drops in and takes its colour; at the
// crank it runs step by step to the cage. It is drawn in a box of 240 x 240 and laid into the board's free middle.

import { at, calm, circle, group, path, rect, styled, svg } from "./svg.js";

await styled("machine.css");

const BOX = 240;
const CRANKED = new Set([1, 2, 3, 4]); // what only the machine with a crank has: gears, their stand, the crank
const SECOND_MARBLE = 16;

const gear = (teeth, r) => {
  const points = Array.from({ length: teeth * 4 }, (_, n) => {
    const angle = ((n - 0.5) / (teeth * 4)) * 2 * Math.PI;
    const reach = n % 4 < 2 ? r + 3 : r - 2.5;
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
};
const slab = (x, width) => rect(x, 0, width, 10, 4, "m-wood");
const marble = () => [circle(0, 0, 5.2, "m-steel"), circle(-1.6, -1.8, 1.4, "m-glint")];

// In building order: where a part stands, and what it looks like round that point.
const PARTS = [
  [0, 228, () => slab(2, 98)],
  [32, 228, () => path("M-9 0-3-34H3L9 0z", "m-wood")],
  [32, 192, () => [path(gear(10, 18), "m-blue"), circle(0, 0, 6, "m-paper"), circle(0, 0, 2.2, "m-ink")]],
  [32, 192, () => [path("M0 0-17-24", "m-rod m-red"), circle(-17, -24, 5, "m-red"), circle(0, 0, 3.4, "m-red")]],
  [63, 180, () => [path(gear(8, 12.5), "m-yellow"), circle(0, 0, 4.2, "m-paper"), circle(0, 0, 1.6, "m-ink")]],
  [84, 228, () => [path("M0 0V-98", "m-rod m-red"), path("M-5.5-123H5.5L13-115.5V-104.5L5.5-97H-5.5L-13-104.5V-115.5z", "m-red"), rect(-8, -112, 16, 4.4, 1, "m-paper"), path("M0-70Q-10-50-22-48", "m-band")]],
  [12, 228, () => [path("M0 0V-188M0-178H34V-172", "m-rod m-green"), path("M-8-188H8L5-196H-5z", "m-green"), circle(0, -203, 8, "m-lamp")]],
  [52, 76, () => [path("M-38 10V4H2V0", "m-rod m-brown"), path("M-4 0H5V20C12 21 20 22 20 28V31H-4z", "m-brown"), path("M-5 30H21V34H-5z", "m-ink"), path("M0 6H5M0 12H5", "m-lace")]],
  [70, 52, () => [path("M28 34V176", "m-rod m-wood"), path("M0 0H14V12H26V24H38V36H50V48H62V60H74V68H62L0 10z", "m-wood"), path("M1 1H14M15 13H26M27 25H38M39 37H50M51 49H62", "m-edge")]],
  [46, 52, () => [path("M-11-18H11L8 6H-8z", "m-blue"), path("M-11-18C-9-32 9-32 11-18", "m-handle"), path("M-10-12H10", "m-edge")]],
  [46, 32, marble],
  [0, 228, () => slab(160, 78)],
  [132, 108, () => [path("M0 2 84 20V27L0 9z", "m-metal"), path("M4 4 82 21", "m-edge")]],
  [224, 128, () => [path("M4 20V100", "m-rod m-green"), path("M-6 0H6V22C6 34-2 38-12 38", "m-pipe"), path("M-4 4V22C-4 28-6 30-10 31", "m-edge")]],
  [206, 228, () => [path("M0 0V-66", "m-rod m-skin"), path("M-8-66C-11-74-10-82-9-86-8-90-5-89-5-85V-80-88C-5-92-1-92-1-88V-80-89C-1-93 3-93 3-89V-80-86C3-90 7-89 7-85V-74C10-78 13-76 11-72L6-64z", "m-skin")]],
  [186, 162, () => [path("M-11-9-6 8H6L11-9", "m-funnel"), path("M-11-9H11", "m-rod m-purple"), path("M-8 2H8", "m-edge")]],
  [204, 138, marble],
  [184, 188, () => [path("M-18-8H18C18 4 14 8 9 8H-9C-14 8-18 4-18-8z", "m-paper m-out"), path("M-20-8H20", "m-rim"), path("M-11 8-13 13M11 8 13 13", "m-rim")]],
  [168, 228, () => [path("M-8 0 0-15 8 0z", "m-yellow"), rect(-21, -18.5, 42, 4, 2, "m-yellow m-go")]],
  [153, 209, () => [circle(0, -20, 4.4, "m-skin m-out"), path("M-4-15.5H4L5-6H-5z", "m-red"), path("M-3-6V0M3-6V0M-4-14-7-8M4-14 7-8", "m-limb")]],
  [0, 228, () => slab(92, 66)],
  [117, 228, () => [path("M-20-26H20L16 0H-16z", "m-metal"), path("M-18.5-20Q-14-24-9-20T0-20 9-20 18.5-20L16 0H-16z", "m-water"), path("M-21-26H21", "m-rim")]],
];

/** The machine on a board, or null where none fits. */
export class Machine {
  constructor(board, box, cage, pitch) {
    this.cranked = board.machine === "classic";
    const scale = Math.min(box.width, box.height) / BOX;
    const place = (x, y) => ({ x: box.x + x * scale, y: box.y + box.height - (BOX - y) * scale });
    this.parts = PARTS.map(([x, y, draw], n) => this.#part(n, x, y, draw()));
    if (!this.cranked) this.parts[14].lastChild.replaceChildren(...broom());
    const shown = this.parts.filter((_, n) => this.cranked || !(CRANKED.has(n) || n === SECOND_MARBLE));
    this.splash = path("M-16-4Q-20-20-24-24M-6-8Q-8-26-10-30M6-8Q8-26 10-30M16-4Q20-20 24-24", "m-splash");
    const origin = place(0, 0);
    this.under = group(
      { class: "machine", transform: at(origin.x, origin.y, scale), "aria-hidden": "true" },
      shown,
      group({ transform: at(117, 202) }, this.splash),
    );
    const floor = place(0, 232).y;
    const hangs = { x: cage.x, y: cage.y - 0.34 * pitch };
    const foot = { x: cage.x - 0.7 * pitch, y: Math.max(floor, hangs.y + pitch) === floor ? floor : cage.y };
    this.drop = 0.5 * pitch;
    const post = this.#part(22, 0, 0, [
      path(`M${foot.x} ${Math.min(foot.y, cage.y > floor ? floor : foot.y)}V${hangs.y - this.drop - 23}H${hangs.x}V${hangs.y - this.drop - 20}`, "m-post"),
    ]);
    this.cage = this.#part(23, hangs.x, hangs.y, [
      path("M-15 17V-2A15 15 0 0 1 15-2V17", "m-mesh"),
      path("M-15 17V-2A15 15 0 0 1 15-2V17M-7.5 17V-15M0 17V-17M7.5 17V-15M-15-2H15M-15 8H15", "m-bar"),
      rect(-17.5, 15, 35, 5, 2.5, "m-red"),
      circle(0, -18.5, 2.6, "m-red"),
    ]);
    this.post = group({ class: "machine", "aria-hidden": "true" }, post);
    this.over = group({ class: "machine", "aria-hidden": "true" }, this.cage);
    this.parts.push(post, this.cage);
    this.running = [];
    this.built = -1;
    this.setCage(false);
  }

  #part(n, x, y, drawn) {
    const moving = group({ class: "go" }, drawn);
    return group({ class: "part", "data-part": n, transform: at(x, y) }, moving);
  }

  /** So many parts stand; what is new drops in. */
  build(count, lively) {
    if (count === this.built) return;
    const before = this.built;
    this.parts.forEach((part, n) => {
      part.classList.toggle("built", n < count);
      part.classList.toggle("next", n === count);
      if (lively && before >= 0 && n >= before && n < count && !calm()) {
        const drop = [
          { transform: "translateY(-60px) rotate(-8deg)", opacity: 0, easing: "ease-in" },
          { transform: "translateY(0)", opacity: 1, offset: 0.55, easing: "ease-out" },
          { transform: "translateY(-9px) rotate(2deg)", offset: 0.72, easing: "ease-in" },
          { transform: "translateY(0)", opacity: 1 },
        ];
        const kept = n === 23 ? drop.map((frame) => ({ ...frame, transform: `translateY(${-this.drop}px) ${frame.transform}` })) : drop;
        part.firstChild.animate(kept, { duration: 700, delay: 250 * (n - before) });
      }
    });
    this.built = count;
  }

  /** The cage up on its post, or down over the mice. */
  setCage(down) {
    this.cage.firstChild.style.setProperty("transform", `translateY(${down ? 0 : -this.drop}px)`);
    this.over.classList.toggle("down", down);
  }

  /** Everything back where it was before the run. */
  reset() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
  }

  /** The run up to the washtub; a promise that is kept when the diver is in. */
  async run() {
    this.reset();
    const quick = calm();
    const from = this.cranked ? 0 : -900;
    const go = (n, begin, duration, frames, options = {}) => {
      const part = this.parts[n].firstChild;
      const timing = { delay: Math.max(begin + from, 0), duration, fill: "both", ...options };
      this.running.push((options.inner ?? part).animate(frames, quick ? { duration: 1, fill: "both" } : timing));
    };
    const turn = (degrees) => ({ transform: `rotate(${degrees}deg)` });
    const swing = (degrees) => [turn(0), { ...turn(degrees), offset: 0.45, easing: "ease-in" }, turn(0)];
    if (this.cranked) {
      for (const [n, way] of [[2, 1], [3, 1], [4, -1.4]]) go(n, 0, 1700, [turn(0), turn(360 * way)], { easing: "ease-in-out" });
    }
    go(5, 1100, 700, swing(this.cranked ? -9 : 16));
    go(7, 1400, 600, swing(28));
    go(9, 1600, 450, [turn(0), turn(118)], { easing: "ease-in" });
    go(10, 1750, 2100, along(this.cranked ? FIRST_MARBLE : WHOLE_WAY), this.cranked ? {} : { duration: 2900 });
    if (this.cranked) {
      go(14, 3750, 500, [turn(0), turn(5), turn(-4), turn(0)]);
      go(SECOND_MARBLE, 3900, 800, along(SECOND_WAY));
    } else go(14, 3600, 900, [turn(0), turn(-34), turn(-26)], { easing: "ease-in" });
    go(18, 4650, 160, [turn(-8), turn(9)], { inner: this.parts[18].querySelector(".m-go") });
    go(19, 4700, 900, along(DIVE));
    this.running.push(this.splash.animate([{ opacity: 0, transform: "scale(.3)" }, { opacity: 1, offset: 0.3 }, { opacity: 0, transform: "scale(1.3)" }], quick ? 1 : { delay: 5500 + from, duration: 600 }));
    go(22, 5600, 400, ["-1.5px", "1.5px", "-1px", "0px"].map((x) => ({ transform: `translateX(${x})` })));
    await Promise.allSettled(this.running.map((animation) => animation.finished));
  }

  /** How it ended: the cage is down over the mice, or hangs askew. */
  async end(caught) {
    const cage = this.cage.firstChild;
    const up = `translateY(${-this.drop}px)`;
    const frames = caught
      ? [{ transform: up, easing: "ease-in" }, { transform: "translateY(0)", offset: 0.5 }, { transform: "translateY(-7px)", offset: 0.7 }, { transform: "translateY(0)" }]
      : [{ transform: up }, { transform: `${up} rotate(14deg)`, offset: 0.3 }, { transform: `${up} rotate(-9deg)`, offset: 0.6 }, { transform: `${up} rotate(7deg)` }];
    const falling = cage.animate(frames, { duration: calm() ? 1 : 800, fill: caught ? "none" : "both" });
    this.running.push(falling);
    this.setCage(caught);
    await falling.finished.catch(() => undefined); // cancelled: the next game has begun
  }
}

const broom = () => [
  path("M8 0V-84M-2 0V-84M-2-14H8M-2-30H8M-2-46H8M-2-62H8M-2-78H8", "m-ladder"),
  path("M3-80-14-34", "m-rod m-brown"),
  path("M-11-44-26-16-8-10-6-40z", "m-yellow"),
];

// Ways of what rolls and falls: [x, y, share of the time, turn], from where it lies.
const FIRST_MARBLE = [[0, 0, 0], [18, 2, 0.1], [32, 14, 0.16], [33, 16, 0.2], [44, 34, 0.26], [45, 28, 0.3], [56, 46, 0.36], [57, 40, 0.4], [68, 58, 0.46], [69, 52, 0.5], [80, 72, 0.56], [88, 84, 0.6], [170, 103, 0.85], [178, 112, 0.9], [178, 128, 0.94], [168, 140, 1]];
const WHOLE_WAY = [...FIRST_MARBLE.map(([x, y, share]) => [x, y, share * 0.75]), [148, 142, 0.82], [140, 150, 0.9], [134, 181, 1]];
const SECOND_WAY = [[0, 0, 0], [-9, 4, 0.2], [-18, 14, 0.4], [-18, 32, 0.6], [-18, 46, 0.75], [-21, 67, 1]];
const DIVE = [[0, 0, 0, 0], [-8, -40, 0.25, -60], [-20, -54, 0.5, -140], [-32, -34, 0.75, -190], [-36, 4, 1, -180]];

const along = (way) =>
  way.map(([x, y, offset, turn = 0]) => ({ transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, offset }));
