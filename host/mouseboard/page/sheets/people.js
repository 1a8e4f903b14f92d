// Who plays and who watches, for the host: the code for phones, the spectators' link, the seats.

import { portrait } from "../board/pieces.js";
import { drawCode } from "../kit/qr.js";
import { openSheet } from "./sheet.js";
import { get } from "../stream.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Page } from "../app.js" */

const HELP = ["none", "hints", "warnings"];
const LOOK_AGAIN = 5000; // milliseconds between two requests for the page's URLs

/** Show it, over the game if one is on. @param {Page} page */
export async function showPeople(page) {
  const { now } = page;
  /** @type {Invitation} */
  const invited = await get("invite");
  if (!invited) return page.say(t("not reached"));
  const kinds = ["person", ...(now?.game.levels ?? [])].map((name) => ({ name, title: t(name) }));
  const chairs = now?.seats.map((seat, n) => {
    const change = (what) => page.send("seats", { seat: n, ...what });
    const row = chair(seat.mouse, seat.name, { ...seat, kind: seat.level || "person" }, kinds, change);
    row.append(html("button", { onclick: () => change({ free: true }) }, t("free seat")));
    return row;
  });
  const asking = [...new Set(page.you.asking)].map((name) => html("p", { role: "status" }, t("asks", { name: name || t("somebody") })));
  return openSheet("people", t("people"), ...asking, invitation(invited), ...(chairs ? [html("ul", { class: "chairs" }, chairs)] : []));
}

/** Return how phones join, for each URL: a QR code, a code to type, a link. Kept up to date while shown. @param {Invitation} invited */
export function invitation(invited) {
  const box = html("div", { class: "invitation" });
  let shown = "";
  /** @param {Invitation} now @param {string} [chosen] */
  const show = (now, chosen) => {
    /** @type {Links[]} */
    const all = [now, ...now.others];
    const one = all.find(({ address }) => address === chosen) ?? now;
    const choose = (address) => {
      show(now, address);
      box.querySelector("[aria-pressed=true]").focus();
    };
    const button = ({ address }) => html("button", { "aria-pressed": String(address === one.address), onclick: () => choose(address) }, address);
    const words = [
      html("p", {}, now.phones ? t("scan") : now.why),
      html("p", { class: "join-code" }, now.code),
      html("p", {}, link(one.join)),
      html("p", {}, `${t("watch link")} `, link(one.watch)),
      html("p", {}, `${t("overlay link")} `, link(`${one.watch}?overlay`)),
      html("p", {}, `${t("tv link")} `, link(one.tv)),
      html("p", { class: "row" }, all.length > 1 ? all.map(button) : null),
    ];
    box.replaceChildren(...(now.phones ? [drawCode(one)] : []), html("div", {}, words));
    shown = JSON.stringify(now);
    box.address = one.address;
  };
  const look = async () => {
    if (!box.isConnected) return clearInterval(looking);
    const now = await get("invite");
    if (now && JSON.stringify(now) !== shown) show(now, box.address);
    return undefined;
  };
  const looking = setInterval(look, LOOK_AGAIN);
  show(invited);
  return box;
}

const link = (address) => html("a", { href: address, target: "_blank", rel: "noreferrer" }, address);

/**
 * Return the controls of a seat. `change` is called with what the host changes, `more` is for the name's input.
 * @param {string} mouse @param {string} title @param {SeatShown} seat @param {Named[]} kinds @param {(what: any) => void} change
 */
export function chair(mouse, title, seat, kinds, change, more = {}) {
  const helps = HELP.map((name) => ({ name, title: t(`help ${name}`) }));
  const named = ({ target }) => change({ name: target.value });
  return html("li", { class: `c-${mouse}` }, [
    portrait(seat),
    html("input", { value: seat.name, maxlength: 24, "aria-label": t("name of", { mouse: title }), onchange: named, ...more }),
    pick(t("who decides", { mouse: title }), kinds, seat.kind, (kind) => change({ kind })),
    pick(t("help for", { mouse: title }), helps, seat.help, (help) => change({ help })),
  ]);
}

/** Return a select of named choices; `then` is called with the chosen name. @param {string} label @param {Named[]} choices @param {string} chosen @param {(name: string) => void} then */
export function pick(label, choices, chosen, then) {
  const options = choices.map(({ name, title }) => html("option", { value: name, selected: name === chosen }, title));
  return html("select", { "aria-label": label, onchange: ({ target }) => then(target.value) }, options);
}
