// Animals for those who cannot write yet: a child picks one, and its word is the name.

import { keep } from "./kept.js";
import { icon, svg } from "./svg.js";
import { t } from "./words.js";

const dot = (cx, cy, r, fill, stroke = true) => svg("circle", { cx, cy, r, fill, class: stroke ? "edge" : "" });
const form = (d, fill, stroke = true) => svg("path", { d, fill, class: stroke ? "edge" : "" });
const eyes = (x, y, r = 1.5) => [dot(-x, y, r, "#1f1610", false), dot(x, y, r, "#1f1610", false), dot(-x + 0.5, y - 0.5, r * 0.35, "#fff", false), dot(x + 0.5, y - 0.5, r * 0.35, "#fff", false)];
const smile = (y) => svg("path", { d: `M-3 ${y}Q-1.5 ${y + 2.4} 0 ${y}Q1.5 ${y + 2.4} 3 ${y}`, class: "mouth" });
const ANIMALS = {
  fox: () => [
    form("M-9-2-9.5-11-3-7zM9-2 9.5-11 3-7z", "#e8792b"),
    form("M0-8C8-8 11-2 10 2 8 7 3 10 0 10S-8 7-10 2C-11-2-8-8 0-8z", "#e8792b"),
    form("M-10 2C-7 0-3 2 0 10-5 9-9 6-10 2zM10 2C7 0 3 2 0 10 5 9 9 6 10 2z", "#fff4e2", false),
    ...eyes(4, -0.5),
    dot(0, 8.2, 1.8, "#1f1610", false),
  ],
  bear: () => [
    dot(-7.5, -7, 4, "#9a6a3c"),
    dot(7.5, -7, 4, "#9a6a3c"),
    dot(-7.5, -7, 2, "#d9a878", false),
    dot(7.5, -7, 2, "#d9a878", false),
    dot(0, 1, 10, "#9a6a3c"),
    svg("ellipse", { cx: 0, cy: 5, rx: 5, ry: 4, fill: "#e3bd92" }),
    ...eyes(4, -1),
    svg("ellipse", { cx: 0, cy: 3.4, rx: 1.9, ry: 1.3, fill: "#1f1610" }),
    smile(5.6),
  ],
  owl: () => [
    form("M-10-10-4-7H4L10-10 9 4C8 9 4 11 0 11S-8 9-9 4z", "#8b6fb8"),
    dot(-4.3, -1.5, 4.4, "#fff8e8"),
    dot(4.3, -1.5, 4.4, "#fff8e8"),
    ...eyes(4.1, -1.3, 2),
    form("M-1.8 1.5H1.8L0 5z", "#f5b90f"),
  ],
  frog: () => [
    dot(-6, -7, 4.2, "#5cb04f"),
    dot(6, -7, 4.2, "#5cb04f"),
    svg("ellipse", { cx: 0, cy: 2, rx: 11, ry: 8.5, fill: "#5cb04f", class: "edge" }),
    dot(-6, -7, 2.6, "#fff", false),
    dot(6, -7, 2.6, "#fff", false),
    ...eyes(6, -6.8, 1.5),
    svg("path", { d: "M-6.5 3.5Q0 8.5 6.5 3.5", class: "mouth" }),
    dot(-8, 2.5, 1.5, "#f6a5a0", false),
    dot(8, 2.5, 1.5, "#f6a5a0", false),
  ],
  rabbit: () => [
    form("M-6-4C-9-12-5-15-3.5-11-3-8-2.5-6-2-4zM6-4C9-12 5-15 3.5-11 3-8 2.5-6 2-4z", "#e9e2d8"),
    dot(0, 2.5, 8.8, "#e9e2d8"),
    ...eyes(3.6, 1),
    form("M-1.6 4H1.6L0 5.8z", "#f08a8a", false),
    smile(6),
    dot(-6, 4.5, 1.5, "#f9c3bd", false),
    dot(6, 4.5, 1.5, "#f9c3bd", false),
  ],
  panda: () => [
    dot(-7.5, -6.5, 4, "#2b2622"),
    dot(7.5, -6.5, 4, "#2b2622"),
    dot(0, 1, 10, "#fffdf6"),
    svg("ellipse", { cx: -4.2, cy: 0, rx: 2.8, ry: 3.4, fill: "#2b2622", transform: "rotate(18 -4.2 0)" }),
    svg("ellipse", { cx: 4.2, cy: 0, rx: 2.8, ry: 3.4, fill: "#2b2622", transform: "rotate(-18 4.2 0)" }),
    dot(-3.8, 0, 1.1, "#fff", false),
    dot(3.8, 0, 1.1, "#fff", false),
    svg("ellipse", { cx: 0, cy: 4, rx: 1.8, ry: 1.2, fill: "#2b2622" }),
    smile(6),
  ],
  chick: () => [
    form("M-1.5-10C-3-13 1-13 0-10 2-13 4-11 1.5-9z", "#f5b90f"),
    dot(0, 1, 9.8, "#ffd75e"),
    ...eyes(4, -1),
    form("M-2.6 2.2 0 1 2.6 2.2 0 5z", "#ee8a2a"),
    dot(-6.5, 3.5, 1.6, "#f7b27a", false),
    dot(6.5, 3.5, 1.6, "#f7b27a", false),
  ],
  koala: () => [
    dot(-8.5, -4.5, 4.8, "#96a3ae"),
    dot(8.5, -4.5, 4.8, "#96a3ae"),
    dot(-8.5, -4.5, 2.4, "#f3c7c2", false),
    dot(8.5, -4.5, 2.4, "#f3c7c2", false),
    dot(0, 1, 9.6, "#96a3ae"),
    svg("ellipse", { cx: 0, cy: 2.4, rx: 2.4, ry: 3.4, fill: "#2b2622" }),
    ...eyes(4.6, -1),
    smile(6.6),
  ],
};

export const FACES = Object.keys(ANIMALS);

/** Return the face of an animal, to go beside a mouse. */
export const animal = (name) => icon("-13 -14 26 26", "animal", ANIMALS[name]());

/**
 * Keep the name that somebody has typed, and return it; without one the word of their animal. That word is kept apart, as
 * it changes with the animal, and a typed name never does.
 */
export function keepName(typed, face) {
  const called = !typed && face ? t(face) : "";
  keep("name", typed ?? "");
  keep("called", called);
  return typed || called;
}
