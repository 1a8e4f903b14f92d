// The code to scan, as the server computed it.

import { path, rect, svg } from "./svg.js";

/** Draw the code of an invitation. @param {Links} links */
export function drawCode({ qr, join }) {
  const { side, dark } = qr;
  return svg("svg", { viewBox: `-2 -2 ${side + 4} ${side + 4}`, class: "qr", role: "img", "aria-label": join }, rect(-2, -2, side + 4, side + 4, 1, "qr-light"), path(dark, "qr-dark"));
}
