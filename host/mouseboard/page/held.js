// The server answers, because this script came, but no event has: something between holds the page's stream back. This
// says so until an event comes.

import { speakSheets, t } from "./kit/words.js";

await speakSheets();
const said = document.querySelector(".away span");
const before = said.textContent;
said.textContent = t("held back");
const watcher = new MutationObserver(() => {
  if (document.body.classList.contains("lost")) return;
  watcher.disconnect();
  said.textContent = before;
});
watcher.observe(document.body, { attributeFilter: ["class"] });
