// A TV's remote has arrow keys and OK alone: an arrow that nothing else takes moves the focus to what lies that way.

import { neighbour } from "./board/geometry.js";

/** @type {{ [key: string]: [number, number] }} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STOPS = ":is(button, input, select, summary, a[href], [tabindex='0']):not(:disabled, [tabindex='-1'], [aria-disabled='true'])";
const CARD = ".notice .btn";

/** Whether what has the focus takes arrows itself. A name that is typed takes those along its line. @param {Element} element @param {string} key */
const takes = (element, key) => element.matches("select, [type='range'], [type='radio']") || (element.matches("input") && ["ArrowLeft", "ArrowRight"].includes(key));

/** @param {KeyboardEvent} event */
function walk(event) {
  const focused = document.activeElement;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !WAYS[event.key] || takes(focused, event.key)) return;
  event.stopPropagation();
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const spots = [...root.querySelectorAll(STOPS)].filter((one) => one.checkVisibility() && !one.closest("[inert]")).map(spotOf);
  const here = spots.find(({ one }) => one === focused);
  const next = here ? neighbour(spots, here, ...WAYS[event.key], 0) : (spots.find(({ one }) => one.matches(CARD)) ?? spots[0]);
  if (!next) return; // the key may still scroll
  event.preventDefault();
  next.one.focus();
}

/** @param {any} one @returns {any} */
function spotOf(one) {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { one, x: x + width / 2, y: y + height / 2 };
}

addEventListener("keydown", walk);
// while a card asks who plays, an arrow leads to its buttons and chooses nothing; on the board it still walks over places
addEventListener("keydown", (event) => document.querySelector(CARD) && !document.activeElement.matches("[data-place]") && walk(event), true);
