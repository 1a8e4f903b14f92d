// Elements in one call each: svg("circle", {r: 5, class: "stone"}), html("button", {type: "button"}, "Roll").
// Text goes in as text nodes only, so that no name can ever be markup.

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value); // a style attribute is refused by our policy
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

export const path = (d, kind) => svg("path", { d, class: kind });
export const circle = (cx, cy, r, kind) => svg("circle", { cx, cy, r, class: kind });
export const rect = (x, y, width, height, rx, kind) => svg("rect", { x, y, width, height, rx, class: kind });
export const group = (attributes, ...children) => svg("g", attributes, ...children);
export const at = (x, y, scale = 1, turn = 0) =>
  `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}${scale === 1 ? "" : ` scale(${scale})`}`;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Load a style sheet that not every page needs; whoever waits for it draws nothing without. */
export const styled = (name) => new Promise((done) => document.head.append(html("link", { rel: "stylesheet", href: `/page/${name}`, onload: done, onerror: done })));
