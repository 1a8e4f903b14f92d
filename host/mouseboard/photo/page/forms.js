// The forms beside the photograph, one for each step. Each is rebuilt from the work whenever that changes.

import { drawSign } from "../page/board/pieces.js";
import { SIGNS } from "../page/board/signs.js";
import { circle, html, icon, rect, svg } from "../page/kit/svg.js";
import { t } from "../page/kit/words.js";
import "../page/board/rooms.js";
/** @import { Work } from "./photo.js" */

const mm = (value) => Math.round(10 * value) / 10;
const shown = (value) => mm(value).toLocaleString(document.documentElement.lang, { useGrouping: false });

function number(key, label, value, set) {
  const input = html("input", { type: "number", step: "any", value: mm(value), "data-key": key, onchange: () => Number.isFinite(input.valueAsNumber) && set(input.valueAsNumber) });
  return html("label", {}, label, input);
}

function words(key, label, value, set, more = {}) {
  const input = html("input", { value, maxlength: 200, "data-key": key, onchange: () => set(input.value), ...more });
  return html("label", { class: "wide" }, label, input);
}

const button = (key, label, click, more = {}) => html("button", { type: "button", "data-key": key, onclick: click, ...more }, label);

/** Return the form for the board's size and its known points. @param {Work} work */
export function pointsForm(work) {
  const { sketch, found, chosen } = work;
  const resize = (axis) => (value) =>
    value > 0 &&
    work.change((changed) => {
      const factor = value / changed.size[axis];
      changed.size[axis] = value;
      for (const point of changed.points) point.at[axis] *= factor;
    });
  return [
    html("p", {}, t("how points")),
    html("div", { class: "row" }, number("width", t("width"), sketch.size[0], resize(0)), number("height", t("height"), sketch.size[1], resize(1))),
    boardMap(sketch, nextPoint(work)),
    html("ol", { "data-scroll": "" }, [sketch.points.map((point, n) => pointRow(work, point, n))]),
    html("div", { class: "row" }, [
      button("more", t("another point"), () => work.change(({ points, size }) => points.push({ at: [size[0] / 2, size[1] / 2], pixel: null }))),
      chosen !== null && sketch.points[chosen]?.pixel && button("unclick", t("take away"), () => work.remove()),
      button("on", t("places"), () => work.to("places"), { class: "main", disabled: !found.grid }),
    ]),
  ];
}

/** Return the index of the known point that the next click is for. @param {Work} work */
const nextPoint = (work) => work.chosen ?? work.sketch.points.findIndex(({ pixel }) => !pixel);

/** Draw a map of the known points on the board. @param {Sketch} sketch @param {number} next */
function boardMap({ size: [width, height], points }, next) {
  const scale = 100 / Math.max(width, height);
  const drawn = points.map(({ at: [x, y] }, n) => [
    circle(x * scale, (height - y) * scale, 5.5, n === next ? "dot next" : points[n].pixel ? "dot done" : "dot"),
    svg("text", { x: x * scale, y: (height - y) * scale + 2.4, class: "digit" }, n + 1),
  ]);
  return icon(`-8 -8 ${width * scale + 16} ${height * scale + 16}`, "map", rect(0, 0, width * scale, height * scale, 2, "sheet"), ...drawn.flat());
}

/** @param {Work} work @param {KnownPoint} point @param {number} n */
function pointRow(work, point, n) {
  const set = (axis) => (value) => work.change(({ points }) => (points[n].at[axis] = value));
  const miss = work.found.misses?.[n];
  const wanted = n === nextPoint(work);
  return html("li", {}, [
    button(`point${n}`, String(n + 1), () => work.choose(work.chosen === n ? null : n), { class: "chip", "aria-pressed": wanted ? "true" : "false", "aria-label": t("point", { n: n + 1 }) }),
    number(`x${n}`, "→", point.at[0], set(0)),
    number(`y${n}`, "↑", point.at[1], set(1)),
    html("output", {}, miss !== undefined ? t("misses", { mm: shown(miss) }) : point.pixel ? "✓" : ""),
  ]);
}

/** Return the form for the places along the road, with all fields of the chosen one. @param {Work} work */
export function placesForm(work) {
  const { sketch, chosen } = work;
  const place = sketch.places[chosen];
  return [
    html("p", {}, t("how places")),
    html("div", { class: "row" }, [
      number("between", t("between"), work.between, (value) => {
        work.between = Math.min(Math.max(Math.round(value), 0), 50);
        work.show();
      }),
    ]),
    html("div", { class: "spots", "data-scroll": "" }, [
      sketch.places.map(({ name }, n) =>
        button(`place${n}`, name.trim() || String(n + 1), () => work.choose(chosen === n ? null : n), { class: "chip", "aria-pressed": chosen === n ? "true" : "false" }),
      ),
    ]),
    place && chosenForm(work, place),
    kindsForm(work, place),
    html("div", { class: "row" }, [button("end", t("finish"), () => work.to("end"), { class: "main", disabled: !sketch.places.length })]),
  ];
}

/** @param {Work} work @param {Spot} place */
function chosenForm(work, place) {
  const set = (field) => (value) => work.change(() => (place[field] = value));
  const [x, y] = work.found.places?.[work.chosen] ?? [];
  return [
    html("output", {}, x === undefined ? "" : t("lies at", { x: shown(x), y: shown(y), n: work.chosen })),
    words("name", t("name"), place.name, set("name"), { placeholder: String(work.chosen + 1) }),
    words("label", t("label"), place.label, set("label")),
    words("to", t("leads to"), place.to, set("to")),
    html("div", { class: "row" }, [button("remove", t("take away"), () => work.remove())]),
  ];
}

/** Return the choice of a kind, for the chosen place or else for the next ones clicked. @param {Work} work @param {Spot} place */
function kindsForm(work, place) {
  const kinds = Object.entries(work.games[work.sketch.game]?.kinds ?? {});
  const now = place ? place.kind : work.nextKind();
  const take = (kind) => {
    work.kind = kind;
    if (place) work.change(() => (place.kind = kind));
    else work.show();
  };
  return html("div", { class: "kinds", role: "group", "aria-label": t("kind") }, [
    kinds.map(([kind, called]) =>
      button(`kind ${kind}`, [icon("-13 -13 26 26", "", SIGNS[kind] ? drawSign(SIGNS[kind]) : []), called], () => take(kind), { "aria-pressed": kind === now ? "true" : "false" }),
    ),
  ]);
}

/** Return the form for the game, the lamps and the files. @param {Work} work */
export function endForm(work) {
  const { sketch, saved } = work;
  const set = (change) => (value) => work.change((changed) => change(changed, value));
  const game = html(
    "select",
    {
      "data-key": "game",
      onchange: () => {
        work.kind = undefined;
        set((changed, value) => (changed.game = value))(game.value);
      },
    },
    Object.entries(work.games).map(([name, { title }]) => html("option", { value: name, selected: name === sketch.game }, title)),
  );
  const lamps = html("input", { type: "checkbox", "data-key": "lamps", checked: sketch.lamps, onchange: () => set((changed, value) => (changed.lamps = value))(lamps.checked) });
  return [
    html("label", { class: "wide" }, t("game"), game),
    words(
      "title",
      t("title"),
      sketch.title,
      set((changed, value) => (changed.title = value)),
    ),
    html("label", {}, lamps, t("lamps")),
    sketch.lamps && html("p", {}, t("how light")),
    sketch.lamps &&
      html("div", { class: "row" }, [
        number(
          "light x",
          "→",
          sketch.light[0],
          set((changed, value) => (changed.light[0] = value)),
        ),
        number(
          "light y",
          "↑",
          sketch.light[1],
          set((changed, value) => (changed.light[1] = value)),
        ),
      ]),
    html("div", { class: "row" }, [button("save", t("save"), () => work.save(), { class: "main", id: "save", disabled: !sketch.places.length })]),
    saved && html("ul", { id: "saved" }, [saved.files.map((file) => html("li", {}, t("written", { file })))]),
    saved && html("p", { id: "wanting" }, saved.wanting ? t("wanting", { why: saved.wanting }) : t("good")),
    saved?.note && html("p", {}, saved.note),
  ];
}
