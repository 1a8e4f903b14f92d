// Coming in: by the code on the host's screen, then by taking a seat that is free.

import { drawMouse } from "./pieces.js";
import "./sheet.js";
import { post } from "./stream.js";
import { html, svg } from "./svg.js";
import { t } from "./words.js";

/** Ask for the code until it is right; `done` comes after. */
export function askCode(box, code, done) {
  const wrong = html("p", { class: "wrong", role: "alert" });
  const input = html("input", { id: "code", name: "code", value: code, maxlength: 5, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
  const send = async (event) => {
    event?.preventDefault();
    const said = await post("/join", { code: input.value.trim().toUpperCase() });
    if (said.ok) done();
    else wrong.textContent = said.error ?? t("not reached");
  };
  box.replaceChildren(
    html(
      "form",
      { class: "sheet join", onsubmit: send },
      html("h1", {}, t("join")),
      html("label", { for: "code" }, t("code")),
      input,
      wrong,
      html("button", { class: "big" }, t("come in")),
    ),
  );
  if (code) send();
}

/** Which mouse somebody wants to be; nothing where no seat is free or one is theirs already. */
export function offerSeats(box, picture, you, done) {
  box.hidden = you.seats.length > 0 || !you.free.length;
  if (box.hidden || box.contains(document.activeElement)) return;
  const name = html("input", { id: "name", maxlength: 24, autocomplete: "nickname", value: localStorage.getItem("name") ?? "" });
  const sit = (seat) => async () => {
    localStorage.setItem("name", name.value);
    const said = await post("/join", { seat, name: name.value || null });
    if (!said.ok) done(said.error ?? t("not reached"));
  };
  const mice = you.free.map((seat) => {
    const { mouse, name: called } = picture.seats[seat];
    return html("button", { class: `c-${mouse}`, onclick: sit(seat) }, svg("svg", { viewBox: "-18 -18 36 36", class: "portrait", "aria-hidden": "true" }, drawMouse(mouse)), called);
  });
  box.replaceChildren(html("h2", {}, t("which mouse")), html("label", { for: "name" }, t("your name")), name, html("div", { class: "list mice" }, mice));
}
