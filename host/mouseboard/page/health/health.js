// The table's health: which sensors are closed now, its counters, a lamp test, a fault and how to clear it.

import { isBar } from "../board/geometry.js";
import { openSheet } from "../sheets/sheet.js";
import { get } from "../stream.js";
import { circle, html, svg } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */
/** @import { BoardView } from "../board/board.js" */

const EVERY = 1000; // milliseconds between two requests

/** Show the table's health over the game, and keep it up to date until it is closed. @param {Page} page */
export async function showHealth(page) {
  const now = html("div", { class: "now" });
  const button = (words, lamps) => html("button", { onclick: () => page.send("health", { lamps }) }, words);
  const tests = page.you.may.table ? html("div", { class: "row" }, button(t("lamp test"), "test"), button(t("lamps off"), "off")) : "";
  const dialog = openSheet("health", t("health"), now, tests);
  const look = async () => {
    const health = await get("health");
    if (!dialog.isConnected) return;
    now.replaceChildren(...(health ? drawn(page.view, health) : [html("p", {}, t("not reached"))]));
    setTimeout(look, EVERY);
  };
  look();
}

/** @param {BoardView} view @param {Health} health */
function drawn(view, { table, connected, fault, clear, chain, sensors, places, blind, weak, buttons, counters }) {
  const closed = new Set(sensors);
  const felt = view.places.filter(({ name }) => closed.has(places[name]));
  const word = (names) => names.join(", ") || "–";
  const facts = [
    [t("firmware"), table ? `${table.build}` : t("no table")],
    [t("chip"), table ? table.chip : "–"],
    [t("felt now"), word(felt.map(({ name }) => name))],
    [t("not trusted"), word(blind)],
    [t("weak magnets"), word(weak)],
    [t("buttons held"), word(buttons.filter((name) => name.length === 1).map((name) => name.toUpperCase()))],
    ...counters.map(({ name, value }) => [name, String(value)]),
  ];
  return [
    connected ? null : html("p", { class: "wrong" }, t("no table")),
    fault ? html("p", { class: "wrong", role: "alert" }, `${fault} ${clear ?? ""}`) : null,
    ...chain.map((wrong) => html("p", { class: "wrong", role: "alert" }, wrong)),
    html("div", { class: "sensors" }, [
      sensorsOf(view, closed, places, new Set(blind)),
      html("dl", { class: "figures" }, [facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)])]),
    ]),
  ].filter(Boolean);
}

/**
 * Draw the sensors at their places: filled while closed, crossed out while not trusted.
 * @param {BoardView} view @param {Set<number>} closed @param {Health["places"]} places @param {Set<string>} blind
 */
function sensorsOf(view, closed, places, blind) {
  const { x, y, width, height } = view.frame;
  const spots = view.places.filter((place) => !isBar(place) && places[place.name] !== undefined);
  const dots = spots.flatMap((place) => {
    const kind = `sensor ${closed.has(places[place.name]) ? "felt" : ""} ${blind.has(place.name) ? "blind" : ""}`;
    return [circle(place.x, place.y, 0.3 * view.pitch, kind), svg("text", { x: place.x, y: place.y + 3, class: "sensor-name" }, place.name)];
  });
  return svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "sensor-map", "aria-hidden": "true" }, dots);
}
