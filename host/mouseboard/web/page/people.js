// Who plays and who watches, for whoever started the page: the code for phones, the spectators' link, the seats.

import { drawMouse } from "./pieces.js";
import { openSheet } from "./sheet.js";
import { get, post } from "./stream.js";
import { html, icon, path, rect, svg } from "./svg.js";
import { t } from "./words.js";

const KINDS = ["person", "random", "sensible"];
const HELP = ["none", "hints", "warnings"];

/** Show it over the game; `say` shows what was refused. */
export async function showPeople(picture, say) {
  const send = async (seat, change) => {
    const said = await post("/seats", { seat, ...change });
    if (!said.ok) say(said.error ?? t("not reached"));
  };
  const invited = await get("/invite");
  if (!invited) return say(t("not reached"));
  return openSheet(
    "people",
    t("people"),
    invitation(invited),
    html("ul", { class: "chairs" }, picture.seats.map((seat, n) => chair(seat, (change) => send(n, change)))),
  );
}

/** How phones come in: a code to scan, to type, or a link. */
export function invitation({ qr, code, join, watch, phones }) {
  const picture = svg("svg", { viewBox: `-2 -2 ${qr.side + 4} ${qr.side + 4}`, class: "qr", role: "img", "aria-label": join }, rect(-2, -2, qr.side + 4, qr.side + 4, 1, "qr-light"), path(qr.dark, "qr-dark"));
  return html(
    "div",
    { class: "invitation" },
    phones ? picture : null,
    html("div", {}, html("p", {}, phones ? t("scan") : t("only here")), html("p", { class: "join-code" }, code), html("p", {}, link(join)), html("p", {}, `${t("watch link")} `, link(watch)), html("p", {}, `${t("overlay link")} `, link(`${watch}?overlay`))),
  );
}

const link = (address) => html("a", { href: address, target: "_blank", rel: "noreferrer" }, address);

function chair(seat, send) {
  const kind = seat.kind === "person" ? "person" : seat.level;
  const name = html("input", { value: seat.name, maxlength: 24, "aria-label": t("name of", { mouse: seat.name }), onchange: () => send({ name: name.value }) });
  return html(
    "li",
    { class: `c-${seat.mouse}` },
    icon("-18 -18 36 36", "portrait", drawMouse(seat.mouse)),
    name,
    pick(t("who decides", { mouse: seat.name }), KINDS, kind, (value) => send({ kind: value })),
    pick(t("help for", { mouse: seat.name }), HELP, seat.help, (value) => send({ help: value }), "help "),
    html("button", { onclick: () => send({ free: true }) }, t("free seat")),
  );
}

/** A choice among words of the page. */
export function pick(label, values, chosen, then, before = "") {
  const options = values.map((value) => html("option", { value, selected: value === chosen }, t(before + value)));
  const select = html("select", { "aria-label": label, onchange: () => then(select.value) }, options);
  return select;
}
