// Becoming a host at the table: this phone, and only this one, shows what its owner has to do there.

import { LONG } from "../kit/ask.js";
import { sign } from "../kit/icons.js";
import { openSheet } from "./sheet.js";
import { post } from "../stream.js";
import { html, styled } from "../kit/svg.js";
import { t } from "../kit/words.js";

await styled("sheets/host.css");

const LOOK = 1000; // milliseconds between two looks at how far the gesture has come

/** Open the sheet; call `done` once this phone is a host. */
export function openHost(done) {
  const box = html("div", { class: "gesture" });
  const sheet = openSheet("host", t("at the table now"), box);
  const begin = async (by) => {
    box.replaceChildren(html("p", { role: "status" }, t("lost")));
    /** @type {ClaimShown & { ok: boolean, host?: boolean, error?: string }} */
    let said = await post("host", { by }, LONG);
    for (const { claim } = said; sheet.open && claim && said.ok && !said.host; said = await post("host", { claim })) {
      draw(box, said, begin);
      await new Promise((go) => setTimeout(go, LOOK));
    }
    if (!sheet.open) return;
    if (said.host) {
      sheet.close();
      done();
    } else box.replaceChildren(html("p", { role: "alert" }, said.error), html("button", { class: "btn go", onclick: () => begin(by) }, t("try again")), otherWay(by, begin));
  };
  begin("buttons");
}

/** @param {any} box @param {ClaimShown} claim @param {(by: string) => void} begin */
function draw(box, { by, steps, armed, done, connected, seconds }, begin) {
  const order = html("div", { class: "order", "aria-label": steps.join(" ") }, [steps.map((step, n) => html("b", { class: n < done ? "made" : "" }, n < done ? sign("tick") : step.toUpperCase()))]);
  const [hold, then] = by === "buttons" ? [t("hold both"), t("then press")] : [t("lift both"), t("lift and put back")];
  const parts = [html("p", { class: armed ? "made" : "" }, armed ? sign("tick") : null, hold), html("p", {}, then)];
  if (!box.querySelector(".other") || box.dataset.by !== by) box.replaceChildren(html("div", { class: "told" }), html("p", { class: "may" }, t("host may")), otherWay(by, begin));
  box.dataset.by = by;
  box.querySelector(".told").replaceChildren(...parts, order, html("p", { role: "status" }, connected ? t("seconds left", { n: seconds }) : t("lost")));
}

/** Return a button for tables without buttons, or back to those. @param {string} by @param {(by: string) => void} begin */
function otherWay(by, begin) {
  const isPressed = by === "buttons";
  return html("button", { class: "btn quiet other", onclick: () => begin(isPressed ? "pieces" : "buttons") }, isPressed ? t("no buttons") : t("with buttons"));
}
