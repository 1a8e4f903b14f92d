// House rules: the game's own options, then the table. Whatever is chosen counts at once, for everybody.

import { LONG } from "../kit/ask.js";
import { sign } from "../kit/icons.js";
import { openSheet } from "../sheets/sheet.js";
import { get, post } from "../stream.js";
import { html, styled } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Choosing } from "./choosing.js" */

await styled("lobby/lobby-sheets.css", "lobby");

/** Open the sheet. @param {Choosing} lobby */
export function openRules(lobby) {
  const box = html("div", { class: "rules" });
  const found = html("p", { class: "hint", role: "status" });
  const dialog = openSheet("drawer", t("rules of", { game: lobby.game.title }), box);
  let asked = "";
  const look = async (table) => {
    if (table === asked) return;
    asked = table;
    found.textContent = table === "sim" ? t("simulated") : t("looking");
    if (table === "sim") return;
    const said = (await get(`tables/${encodeURIComponent(table)}`, LONG))?.found ?? t("not reached");
    if (table === asked) found.textContent = said;
  };
  const show = () => {
    const focused = document.activeElement?.getAttribute("data-choice");
    draw(box, lobby, found);
    if (lobby.data.tables.length) look(lobby.picture.wish.table); // only who may choose the table is told about it
    if (focused) box.querySelector(`[data-choice="${CSS.escape(focused)}"]`)?.focus();
  };
  show();
  return { dialog, show: () => (box.contains(document.activeElement) && document.activeElement.matches("input") ? null : show()) };
}

/** @param {any} box @param {Choosing} lobby @param {any} found */
function draw(box, lobby, found) {
  const { wish } = lobby.picture;
  const { game, data, you } = lobby;
  const options = game.options.map((option) => optionOf(lobby, option, wish.options[option.name] ?? option.default));
  const layouts = game.layouts.length > 1 ? [choice("layout", t("layout"), game.layouts, wish.layout ?? game.layouts[0].name, (layout) => lobby.wish({ layout }))] : [];
  const dice = ["table", "own", "drawn"].map((name) => ({ name, title: t(`dice ${name}`) }));
  const quiet = [
    { name: "no", title: t("on") },
    { name: "yes", title: t("off") },
  ];
  const examine = async () => (await lobby.page.loaded("health/doctor.js")).showDoctor(wish.table, lobby.page);
  box.replaceChildren(
    ...options,
    ...layouts,
    html("h2", {}, t("table")),
    ...(data.tables.length ? [choice("table", t("we play on"), data.tables, wish.table, (table) => lobby.wish({ table })), found] : []),
    ...(game.dice ? [choice("dice", t("dice"), dice, wish.dice, (name) => lobby.wish({ dice: name }))] : []),
    choice("quiet", t("table sounds"), quiet, wish.quiet ? "yes" : "no", (name) => lobby.wish({ quiet: name === "yes" })),
    ...(you.may.table ? [html("button", { class: "btn", id: "examine", onclick: examine }, sign("tick"), t("examine"))] : []),
  );
}

/** @param {Choosing} lobby @param {OptionOffered} option @param {any} value */
function optionOf(lobby, { name, title, choices: offered, meanings }, value) {
  if (!offered.length) return typed(name, title, value);
  const { seats } = lobby.picture;
  const values = offered.includes(value) ? offered : [...offered, value]; // another one was typed, in a command
  const choices = values.map((each, n) => {
    const seat = /^seat(\d)$/.exec(String(each))?.[1];
    return { name: String(n), title: seats[seat]?.name || (meanings[n] ?? String(each)), isThere: seat === undefined || seat in seats };
  });
  return choice(
    name,
    title,
    choices.filter(({ isThere }) => isThere),
    String(values.indexOf(value)),
    (n) => lobby.wish({ options: { [name]: values[Number(n)] } }),
  );
}

/** Return a question that is answered by typing. What the game refuses is told below, and the value that counts comes back. @param {string} name @param {string} title @param {any} value */
function typed(name, title, value) {
  const why = html("p", { class: "hint", role: "alert" });
  const set = async () => {
    const { ok, error } = await post("lobby", { wish: { options: { [name]: input.value } } });
    why.textContent = ok ? "" : error;
    if (!ok) input.value = value;
  };
  const input = html("input", { value, "aria-label": title, onchange: set });
  return html("fieldset", {}, html("legend", {}, title), input, why);
}

/** Return a question with a button for each answer. @param {string} name @param {string} title @param {Named[]} choices @param {string} chosen @param {(name: string) => void} then */
function choice(name, title, choices, chosen, then) {
  const buttons = choices.map((one) =>
    html("button", { class: "btn", role: "radio", "aria-checked": String(one.name === chosen), "data-choice": `${name} ${one.name}`, onclick: () => then(one.name) }, one.title),
  );
  return html("fieldset", {}, html("legend", {}, title), html("div", { class: "pick", role: "radiogroup", "aria-label": title }, buttons));
}
