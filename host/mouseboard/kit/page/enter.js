// Coming in by an address that lets in: one with a token, or a TV's.

import { ask } from "./ask.js";

const RETRY = 1000; // milliseconds until a server that is away is asked again

/**
 * Post what the page's address has, and take the token out of it. Return null if it has nothing; else whether this
 * browser is a TV now. The page posts it because browsers send no cookie along with a link on another page: only with
 * the post the server sees whether this browser may do more already.
 */
export async function enter() {
  const asked = new URLSearchParams(location.search);
  const tv = asked.has("tv");
  if (!tv && !asked.has("token")) return null;
  const body = JSON.stringify({ token: asked.get("token") ?? "", tv });
  const { status, said } = await ask("enter", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (!status || status >= 500) return new Promise((again) => setTimeout(again, RETRY)).then(enter);
  asked.delete("token");
  const is = { tv: tv && (said?.tv ?? true) }; // a TV that is refused looks again by itself
  if (!is.tv) asked.delete("tv");
  history.replaceState(null, "", `./?${asked}`.replace(/[?=]$|=(?=&)/g, ""));
  return is;
}
