// The menu of a game: all that is not part of a turn. What engineers need is in a sheet of its own behind its last row.

import { LONG, script } from "../kit/ask.js";
import { sign } from "../kit/sheet-icons.js";
import { keep, kept } from "../kit/kept.js";
import { openSheet } from "./sheet.js";
import { html } from "../kit/svg.js";
import { languageChoice } from "../kit/tongues.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

/** @type {{ key: string, asides: AsideShown[] }} */
const known = { key: "", asides: [] }; // what can be said in this game beside moves, so that its rows never move

const isOn = (what) => kept(what) === "on";

/**
 * Open a sheet of rows over the game. `rowsOf` makes them from a row of a button, which closes the sheet.
 * @param {Page} page @param {string} title @param {(row: any, close: () => void) => any[]} rowsOf
 */
function openRows(page, title, rowsOf) {
  const passing = []; // rows that hold only for a while, each with a function that tells whether it does
  const close = () => sheet.close();
  const row = (id, picture, words, then, { holds } = { holds: null }) => {
    const press = () => {
      close();
      then();
    };
    const button = html("button", { id, class: "line", disabled: holds && !holds(), onclick: press }, sign(picture), html("span", {}, words));
    if (holds) passing.push([button, holds]);
    return button;
  };
  const sheet = openSheet("menu", title, ...rowsOf(row, close).filter(Boolean), html("button", { class: "btn", onclick: close }, t("now")));
  const watcher = new MutationObserver(() => {
    if (page.now) for (const [button, holds] of passing) button.disabled = !holds();
  });
  watcher.observe(document.body, { attributeFilter: ["data-ready"] });
  sheet.addEventListener("close", () => watcher.disconnect());
}

/** Open the menu over the game. @param {Page} page */
export function openMenu(page) {
  const { now, you } = page;
  const mine = you.seats.length > 0;
  const acts = you.may.play;
  const open = async () => (page.story ??= new (await page.loaded("sheets/story.js")).Story(page)).open();
  const asksForHints = now.seats.some(({ help }, seat) => help !== "none" && you.seats.includes(seat));
  const leave = () => sure(page, t("leave kept"), ["cards", t("another game")], () => page.send("lobby", { leave: true, serial: page.now.serial }), { isOpen: () => true });
  openRows(page, now.game.title, (row, close) => [
    row("how", "book", t("how"), async () => (await page.loaded("sheets/how.js")).showHow("how", page)),
    row("told", "list", t("story"), open),
    acts && row("undo", "undo", undoWords(page), () => page.answer({ undo: true }), { holds: () => page.you.may.undo }),
    asksForHints && row("hint", "bulb", t("hint"), () => hint(page), { holds: () => page.past === undefined && page.you.may.answer && page.you.may.hint }),
    acts && row("pause", "pause", t("pause"), () => page.answer({ pause: true }), { holds: () => page.you.may.pause }),
    toggle(page, "sound", t("sound"), "sound"),
    window.speechSynthesis?.getVoices().length > 0 && toggle(page, "voice", t("voice"), "ask"),
    html("label", { class: "line" }, [sign("lang"), html("span", {}, t("the language")), languageChoice(page, "language", close)]),
    !acts && you.may.sit && document.querySelector("#pick[hidden]") && row("ask-seat", "hand", t("ask for a seat"), () => page.watch(false)),
    you.leads && you.lobby && row("leave", "cards", t("leave"), leave),
    ...(mine ? asideRows(page, row) : []),
    !you.spectator && row("deeper", "gear", t("table"), () => page.now && openRows(page, t("table"), (deeper) => tableRows(page, deeper))),
  ]);
}

/** Show what a computer would do. @param {Page} page */
async function hint(page) {
  const said = await page.answer({ hint: true }, LONG);
  if (!said.ok || !page.now) return;
  page.view.aim(page.now.options.find(({ action }) => action === said.action)?.places ?? []);
  page.say(t("hint is", { text: said.text }));
}

/** Return whose move is taken back: on this phone mine, on the host's screen that of a name. @param {Page} page */
function undoWords({ now, you }) {
  const last = you.host && [...now.story].reverse().find(({ by }) => now.seats[by]?.kind === "person");
  return last ? t("undo of", { name: now.seats[last.by].name }) : t("undo");
}

/** @param {Page} page @param {any[]} asked */
const sure = async (page, ...asked) => (await page.loaded("sheets/sure.js")).askSure(page, ...asked);

/** Return the rows that offer a draw and give up. They ask first, keep their places, and name on the host's screen for whom they are. @param {Page} page @param {any} row */
function asideRows(page, row) {
  const { now, you } = page;
  const { game, language } = now;
  if (known.key !== `${game.number} ${language}`) Object.assign(known, { key: `${game.number} ${language}`, asides: [] });
  for (const aside of now.asides) if (!known.asides.some(({ action }) => action === aside.action)) known.asides.push(aside);
  const may = () => page.you.may.word;
  return known.asides.map(({ action, text }) => {
    const name = may() && you.host ? `${now.seats[now.actor]?.name}: ` : "";
    const [picture, question] = action === "resign" ? ["flag", t("give up asked")] : ["scale", t("offer asked")];
    const ask = () => {
      const { positions } = page.now;
      /** @param {Picture} now */
      const isOpen = (now) => now.game.number === game.number && now.positions === positions;
      sure(page, name + question, [picture, text], () => page.answer({ action }), { isOpen });
    };
    return row(action, picture, name + text, ask, { holds: () => may() && page.now.asides.some((aside) => aside.action === action) });
  });
}

/** Return the rows about the players and the table; and last, far from what is tapped often, the way out. @param {Page} page @param {any} row */
function tableRows(page, row) {
  const { host, own } = page.you;
  const simulated = page.now.hands;
  const join = async () => (await page.loaded("sheets/host.js")).openHost(() => page.stream.joined());
  const practise = async () => {
    const { showMishaps } = await page.loaded("health/mishaps.js");
    if (page.now) showMishaps(page);
  };
  const leave = async () => {
    const { askToLeave } = await page.loaded("sheets/sure.js");
    if (page.now) askToLeave(page, own);
  };
  return [
    !host && !simulated && row("host", "hand", t("at the table now"), join),
    host && row("people", "people", t("people"), async () => (await page.loaded("sheets/people.js")).showPeople(page)),
    row("health", "heart", t("health"), async () => (await page.loaded("health/health.js")).showHealth(page)),
    page.you.may.table && simulated && row("mishaps", "alert", t("mishaps"), practise),
    simulated && page.you.may.play && movers(page),
    !host && own !== null && row("stand-up", "door", t("leave seat"), leave),
  ];
}

/** Return the choice who moves the mice of a simulated table. @param {Page} page */
function movers(page) {
  const button = (whose) => html("button", { id: `hands-${whose}`, class: "btn", "aria-pressed": String(whose === page.now.hands), onclick: choose(whose) }, t(`hands ${whose}`));
  const box = html("div", { class: "row", role: "group", "aria-label": t("hands whose") });
  const choose = (whose) => async () => {
    await page.send("hands", { whose });
    for (const other of box.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other.id === `hands-${whose}`));
  };
  box.append(html("span", {}, t("hands whose")), ...["table", "page"].map(button));
  return box;
}

/** Return a switch that this phone remembers. @param {Page} page @param {string} what @param {string} words @param {string} picture */
function toggle(page, what, words, picture) {
  const press = async () => {
    keep(what, isOn(what) ? "off" : "on");
    button.setAttribute("aria-pressed", String(isOn(what)));
    (await script("game/sound.js")).tried(what, page.now?.prompt);
  };
  const button = html("button", { id: what, class: "line", "aria-pressed": String(isOn(what)), onclick: press }, sign(picture), html("span", {}, words), html("i", { class: "knob" }));
  return button;
}
