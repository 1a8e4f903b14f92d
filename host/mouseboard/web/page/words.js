// The page's own words, in this phone's language. Sentences of the game come translated.

let words = {};
let plural = new Intl.PluralRules("en");
export let languages = {};
export let language = localStorage.getItem("language") ?? (navigator.language || "en").slice(0, 2);

/** Load the words of a language, or of the one that is kept; once the server is there, if it is away. */
export async function speak(wanted = language) {
  let answer;
  while (!answer) {
    answer = await fetch(`/words?lang=${encodeURIComponent(wanted)}`).then((said) => said.json()).catch(() => null);
    if (!answer) await new Promise((again) => setTimeout(again, 1000));
  }
  ({ words, languages, language } = answer);
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** Another language, kept for this phone. */
export function keepLanguage(code) {
  localStorage.setItem("language", code);
  language = code;
}

/** The words for a key, their holes filled. */
export function t(key, holes = {}) {
  const found = words[key] ?? key;
  const text = typeof found === "string" ? found : found[plural.select(holes.n) === "one" ? "one" : "other"];
  return text.replace(/\{(\w+)\}/g, (_, hole) => holes[hole] ?? "");
}
