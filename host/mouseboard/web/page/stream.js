// What comes from the table, and what goes to it.

import { language } from "./words.js";

/**
 * The newest picture, always: several that arrive at once are one. A browser that slept opens a new stream, for what
 * waited in the old one is history. `on.picture` is told whether the picture may move things: the first of a stream may not.
 */
export class Stream {
  constructor(on) {
    this.on = on;
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
  }

  open() {
    this.close();
    let fresh = true;
    let newest = null;
    const source = new EventSource(`/events?lang=${encodeURIComponent(language)}`);
    this.source = source;
    const show = () => {
      if (this.source !== source || !newest) return;
      this.on.picture(newest, !fresh && !document.hidden);
      fresh = false;
      newest = null;
    };
    source.onopen = () => this.on.lost(false);
    source.onerror = () => {
      fresh = true;
      this.on.lost(true);
      if (source.readyState === EventSource.CLOSED) this.#refused(source);
    };
    source.addEventListener("you", ({ data }) => this.on.you(JSON.parse(data)));
    source.onmessage = ({ data }) => {
      if (!newest) setTimeout(show);
      newest = JSON.parse(data);
    };
  }

  /** Refused: somebody whom the table does not know, or more than it can serve for now. */
  async #refused(source) {
    const answer = await fetch("/events", { method: "HEAD" }).catch(() => null);
    const known = answer?.status !== 403;
    if (!known) this.on.stranger();
    else setTimeout(() => this.source === source && this.open(), 2000);
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}

/** What the server says to a question; its refusals are sentences. */
export async function post(where, what) {
  try {
    const answer = await fetch(`${where}?lang=${encodeURIComponent(language)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(what),
    });
    const said = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, ...said };
  } catch {
    return { ok: false, status: 0 };
  }
}

export const get = async (where) => (await fetch(`${where}${where.includes("?") ? "&" : "?"}lang=${encodeURIComponent(language)}`)).json();
