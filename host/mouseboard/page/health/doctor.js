// The doctor: shows what it tells and asks while a table is put into service. People answer by touch.

import { LONG } from "../kit/ask.js";
import { openSheet } from "../sheets/sheet.js";
import { get } from "../stream.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

const EVERY = 500; // milliseconds between two requests
const LATEST = 6; // most sentences of the doctor that are shown

/** Examine the table at a port. @param {string} table @param {Page} page */
export async function showDoctor(table, page) {
  const send = (what) => page.send("doctor", what, LONG);
  if (!(await send({ begin: table })).ok) return;
  const now = html("div", { role: "status" });
  const asked = html("div", { class: "asked" });
  const dialog = openSheet("doctor", t("examine"), now, asked);
  dialog.addEventListener("close", () => send({ end: true }));
  let shown = "";
  const look = async () => {
    /** @type {Progress} */
    const visit = await get("doctor");
    if (!dialog.isConnected) return;
    const text = JSON.stringify(visit);
    if (visit && text !== shown) draw(now, asked, visit, (answer) => send({ answer }));
    shown = text;
    if (!visit || visit.running) setTimeout(look, EVERY);
  };
  look();
}

/** @param {any} now @param {any} asked @param {Progress} progress @param {(said: string) => any} answer */
function draw(now, asked, { told, question, findings, verdict }, answer) {
  const sentences = told
    .filter((text) => text.trim() !== ">")
    .slice(-LATEST)
    .map((text) => html("p", {}, text));
  const found = findings.map((text) => html("li", {}, text));
  now.replaceChildren(...sentences, ...(verdict ? [html("p", { class: "verdict" }, verdict), html("ul", {}, found)] : []));
  const focused = asked.contains(document.activeElement);
  asked.replaceChildren(...(question ? [html("p", { class: "question" }, question.text), answers(question, answer)] : []));
  if (focused) asked.querySelector("button, input")?.focus();
}

/** Return a button for each answer, and an input for numbers. If `several`, answers are marked and sent together. @param {DoctorQuestion} question @param {(said: string) => any} answer */
function answers({ answers: words, numbers, several, needed }, answer) {
  const marked = new Set();
  const typed = numbers ? html("input", { type: "number", min: numbers[0], max: numbers[1], "aria-label": t("number") }) : null;
  const mark = (word, button) => {
    if (!several) return answer(word);
    marked[marked.has(word) ? "delete" : "add"](word);
    return button.setAttribute("aria-pressed", String(marked.has(word)));
  };
  const buttons = words.map(({ word, text }) => {
    const button = html("button", { "aria-pressed": several ? "false" : undefined, onclick: () => mark(word, button) }, text);
    return button;
  });
  const ok = html("button", { class: "ok", onclick: () => answer([...marked, typed?.value].filter(Boolean).join(" ")) }, t("ok"));
  return html("div", { class: "row" }, buttons, typed, several || typed || !needed ? ok : null);
}
