// The choice of this phone's language.

import { html } from "./svg.js";
import { keepLanguage, language, languages, t } from "./words.js";

/** Return a list of languages. The page speaks the one that is chosen, from then on. @param {{ speakAgain(): void }} page @param {string} id */
export function languageChoice(page, id, then = () => {}) {
  const choose = ({ target }) => {
    then();
    keepLanguage(target.value);
    page.speakAgain();
  };
  const options = Object.entries(languages).map(([code, name]) => html("option", { value: code, selected: code === language, lang: code }, name));
  return html("select", { id, "aria-label": t("the language"), onchange: choose }, options);
}
