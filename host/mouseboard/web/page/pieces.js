// What stands and lies on the table: mice, barriers, cheese.

import { at, circle, group, path, rect, svg } from "./svg.js";
import { SIGNS, shapeOf } from "./signs.js";

/** A sign in its box of 24, as paths. */
export const drawSign = (sign) => sign.map(([kind, d]) => path(d, `s-${kind}`));

/** A mouse seen from the front: ears, a face, and a white shape that says its colour. About 30 wide and high. */
export function drawMouse(colour) {
  return group(
    { class: `mouse c-${colour}` },
    svg("ellipse", { cx: 0, cy: 13.5, rx: 11, ry: 3, class: "shade" }),
    circle(-8.5, -9, 6.5, "fur"),
    circle(8.5, -9, 6.5, "fur"),
    circle(-8.5, -8.6, 3.7, "ear"),
    circle(8.5, -8.6, 3.7, "ear"),
    path("M0-12C8.5-12 13-5.5 13 2.5 13 10.5 7.5 14 0 14S-13 10.5-13 2.5C-13-5.5-8.5-12 0-12z", "fur"),
    path("M-9.5-3.5C-8-8-4-10 0-10", "shine"),
    circle(-4.6, -4.6, 2, "eye"),
    circle(4.6, -4.6, 2, "eye"),
    circle(-4, -5.2, 0.7, "glint"),
    circle(5.2, -5.2, 0.7, "glint"),
    svg("ellipse", { cx: 0, cy: -1.4, rx: 1.7, ry: 1.2, class: "nose" }),
    path("M-2.5-1.2-9.5-2.2M-2.5-.4-9.2 1M2.5-1.2 9.5-2.2M2.5-.4 9.2 1", "whisker"),
    svg("path", { d: shapeOf(colour), class: "shape", transform: at(0, 6.6, 1.08) }),
  );
}

/** A barrier: a little fence along its gap, as long as two squares. */
export function drawBarrier(lies, pitch) {
  const length = 1.82 * pitch;
  const posts = [-0.46, -0.155, 0.155, 0.46].map((part) => rect(part * length - 2, -5.2, 4, 10.4, 1.6, "post"));
  return group(
    { class: "barrier", transform: lies ? undefined : "rotate(90)" },
    rect(-length / 2, -3.4, length, 6.8, 2.6, "rail"),
    path(`M${-length / 2 + 3}-1.4H${length / 2 - 3}`, "shine"),
    posts,
  );
}

/** So many pieces of cheese in rows, to be counted, growing upwards from the middle of the lowest row. */
export function drawCheese(count, size, most = 5) {
  const columns = Math.min(count, most);
  return group(
    { class: "pieces" },
    Array.from({ length: count }, (_, n) =>
      group(
        { transform: at(((n % most) - (columns - 1) / 2) * size * 0.95, -Math.floor(n / most) * size * 0.62, size / 22) },
        drawSign(SIGNS.take),
      ),
    ),
  );
}
