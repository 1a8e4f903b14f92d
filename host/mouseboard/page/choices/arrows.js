// Choices as arrows: on the board itself, as a pad under the thumb, and by the arrow keys. An option's `way` counts
// quarter turns clockwise from upwards; with a `turn` it turns a card. A piece that only turns is drawn as it will look.

import { at, circle, group, html, icon, path, rect } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { BoardView } from "../board/board.js" */
/** @import { Placed } from "../board/geometry.js" */

const KEYS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
const STRAIGHT = "M0-8.2 7.6 0H3.2V7.4H-3.2V0H-7.6z";
const BENT = { 1: "M-7 3A8 8 0 0 1 5-4M5.6-9.5 5.8-3.4-.2-3.6", 2: "M-6.5-4A7.6 7.6 0 0 1 6.5-4 7.6 7.6 0 0 1 0 7.6M4.6 3.4 0 7.8 4.4 11.6", 3: "M7 3A8 8 0 0 0-5-4M-5.6-9.5-5.8-3.4.2-3.6" };
const RIM = 0.43; // how far from the middle of its card an arrow lies, in pitches

/** @param {OptionShown} option */
const hasArrow = ({ way }) => typeof way === "number";
/** @param {OptionShown} option */
const isTurn = ({ turn }) => typeof turn === "number";

/** Draw where an option leads: a bent arrow turns a card, a straight one moves a piece, and a piece looks where it will look. @param {OptionShown} option @param {any} print */
function draw(option, print) {
  if (isTurn(option)) return path(BENT[option.turn], "arrow-bend");
  const drawn = option.looks ? group({ transform: "scale(.62)" }, print.piece(option.looks)) : path(STRAIGHT, "arrow-line");
  return group({ transform: `rotate(${90 * option.way})` }, drawn);
}

/** Return the options that are arrows, and the others. @param {OptionShown[]} options */
export function parted(options) {
  return [options.filter(hasArrow), options.filter((option) => !hasArrow(option))];
}

/**
 * Draw the arrows over the board in place of any others. `then` is called with the option whose arrow is touched.
 * @param {BoardView} view @param {OptionShown[]} options @param {(option: OptionShown) => void} then
 */
export function showArrows(view, options, then) {
  view.root.querySelector(".arrows")?.remove();
  if (!options.length || !view.byName.has(options[0].from)) return;
  const start = view.byName.get(options[0].from);
  const half = 0.465 * view.pitch;
  const frame = isTurn(options[0]) ? group({ transform: at(start.x, start.y) }, rect(-half, -half, 2 * half, 2 * half, 7, "arrow-frame")) : null;
  view.root.append(group({ class: "arrows", "aria-hidden": "true", "data-from": start.name }, [frame, options.map((option) => arrowOn(view, start, option, then))]));
}

/**
 * A step's arrow lies on the place that it leads to, which is touched like any other; a heading's arrow on the rim.
 * @param {BoardView} view @param {Placed} start @param {OptionShown} option @param {(option: OptionShown) => void} then
 */
function arrowOn(view, start, option, then) {
  const target = option.piece ? view.byName.get(option.places[0]) : null;
  const angle = (Math.PI / 2) * option.way;
  const { x, y } = target ?? { x: start.x + RIM * view.pitch * Math.sin(angle), y: start.y - RIM * view.pitch * Math.cos(angle) };
  const press = target ? {} : { onpointerdown: (event) => event.stopPropagation(), onclick: () => then(option) };
  const size = view.unit * (target ? Math.min(1, 1.4 * view.print.mouse.scale) : 0.6);
  return group({ class: `arrow ${target ? "step" : ""}`, "data-arrow": option.action, transform: at(x, y, size), ...press }, [
    circle(0, 0, 20, "arrow-touch"),
    circle(0, 1.8, 13, "arrow-rim"),
    circle(0, 0, 13, "arrow-face"),
    draw(option, view.print),
  ]);
}

/**
 * Return the arrows as large buttons, laid out as they point; turns of a card in a row.
 * @param {OptionShown[]} options @param {any} print @param {any} middle @param {(option: OptionShown) => void} then @param {(places: string[]) => void} aim
 */
export function pad(options, print, middle, then, aim) {
  const row = isTurn(options[0]);
  const sorted = row ? [...options].sort((one, other) => other.turn - one.turn) : options;
  const buttons = sorted.map((option) => {
    const word = row ? t(`turn ${option.turn}`) : option.piece ? option.text : t(`way ${option.way}`);
    const drawn = icon("-12 -12 24 24", "i arrow-sign", draw(option, print));
    const name = row ? {} : { "aria-label": word, title: word };
    const enter = () => aim(option.places);
    const leave = () => aim([]);
    const tells = { onclick: () => then(option), onmouseenter: enter, onmouseleave: leave, onfocus: enter, onblur: leave };
    return html("button", { class: `choice btn w${row ? "" : 2 * option.way}`, "data-action": option.action, ...name, ...tells }, drawn, row ? html("span", {}, word) : null);
  });
  return html("div", { class: row ? "turns" : "pad" }, buttons, row ? null : html("span", { class: "middle" }, middle));
}

/** Return whether what has the focus takes arrow keys itself. @param {EventTarget} target */
const isTaken = (target) => target instanceof Element && target.closest("input, select, summary, dialog, [data-place]");

/** Return the option that an arrow key means; nothing while the key is for what has the focus, or held down. @param {KeyboardEvent} event @param {OptionShown[]} options */
export function meant(event, options) {
  const { key, repeat, altKey, ctrlKey, metaKey, target } = event;
  if (repeat || altKey || ctrlKey || metaKey || isTaken(target)) return undefined;
  return KEYS.includes(key) ? options.find(({ way }) => way === KEYS.indexOf(key)) : undefined;
}
