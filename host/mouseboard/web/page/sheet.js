// A sheet that lies over the game until it is closed.

import { html } from "./svg.js";
import { t } from "./words.js";

document.head.append(html("link", { rel: "stylesheet", href: "/page/sheet.css" }));

export function openSheet(kind, title, ...parts) {
  const close = html("button", { type: "button", class: "close", onclick: () => dialog.close() }, t("close"));
  const dialog = html("dialog", { class: `sheet ${kind}`, "aria-label": title }, html("h2", {}, title), ...parts, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
