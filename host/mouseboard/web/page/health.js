// The table's health: which sensors feel something, live; what it counts; a lamp test; a fault and how to clear it.

import { isBar } from "./geometry.js";
import { openSheet } from "./sheet.js";
import { get, post } from "./stream.js";
import { circle, html, svg } from "./svg.js";
import { t } from "./words.js";

const EVERY = 1000; // milliseconds between two looks

/** Show it over the game, as long as it is open; `say` shows what was refused. */
export async function showHealth(view, you, say) {
  const now = html("div", { class: "now" });
  const send = (what) => async () => {
    const said = await post("/health", what);
    if (!said.ok) say(said.error ?? t("not reached"));
  };
  const button = (words, lamps) => html("button", { onclick: send({ lamps }) }, words);
  const tests = you.host ? html("div", { class: "row" }, button(t("lamp test"), "test"), button(t("lamps off"), "off")) : "";
  const dialog = openSheet("health", t("health"), now, tests);
  const look = async () => {
    const health = await get("/health");
    if (!dialog.isConnected) return;
    now.replaceChildren(...(health ? drawn(view, health) : [html("p", {}, t("not reached"))]));
    setTimeout(look, EVERY);
  };
  look();
}

function drawn(view, { table, connected, fault, clear, chain, sensors, places, blind, weak, buttons, counters }) {
  const closed = new Set(sensors);
  const felt = view.places.filter(({ name }) => closed.has(places[name]));
  const word = (names) => names.join(", ") || "–";
  const facts = [
    [t("firmware"), table ? `${table.build}` : t("no table")],
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
    html("div", { class: "sensors" }, sensorsOf(view, closed, places, new Set(blind)), html("dl", { class: "figures" }, facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]))),
  ].filter(Boolean);
}

/** The sensors where they lie: filled while they feel something, crossed out while they are not trusted. */
function sensorsOf(view, closed, places, blind) {
  const { x, y, width, height } = view.frame;
  const spots = view.places.filter((place) => !isBar(place) && places[place.name] !== undefined);
  const dots = spots.flatMap((place) => {
    const kind = `sensor ${closed.has(places[place.name]) ? "felt" : ""} ${blind.has(place.name) ? "blind" : ""}`;
    return [circle(place.x, place.y, 0.3 * view.pitch, kind), svg("text", { x: place.x, y: place.y + 3, class: "sensor-name" }, place.name)];
  });
  return svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "sensor-map", "aria-hidden": "true" }, dots);
}
