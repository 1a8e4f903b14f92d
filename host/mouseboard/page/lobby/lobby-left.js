// All games that were left and can be carried on with.

import { leftAs } from "./covers.js";
import { openSheet } from "../sheets/sheet.js";
import { html } from "../kit/svg.js";
import { t } from "../kit/words.js";
/** @import { Lobby } from "./lobby.js" */

/** Open the list. @param {Lobby} lobby */
export function openLeft(lobby) {
  const dialog = openSheet("left", t("go on"), html("div", { class: "all" }, [lobby.data.resumable.map((one) => lobby.carry(one, leftAs(one.number)))]));
  dialog.addEventListener("click", (event) => event.target.closest(".carry") && dialog.close());
  return { dialog, show: () => undefined };
}
