// Requests to the server, with a timeout, and scripts that are loaded when they are needed.

const PATIENCE = 8000; // milliseconds
export const LONG = 30000; // milliseconds for an answer that takes the server some computing

/** Return the status of the answer and its JSON; the status is 0 if none came in time. */
export async function ask(where, how = {}, patience = PATIENCE) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patience);
  try {
    const answer = await fetch(where, { ...how, signal: late.signal });
    return { ok: answer.ok, status: answer.status, said: await answer.json().catch(() => null) };
  } catch {
    return { ok: false, status: 0, said: null };
  } finally {
    clearTimeout(timer);
  }
}

const scripts = new Map();

/** Import a script, and only once: WebKit hands a second importer a module that still waits for its style sheet. */
export function script(name) {
  if (!scripts.has(name)) {
    const loading = import(`../${name}`);
    loading.catch(() => scripts.delete(name));
    scripts.set(name, loading);
  }
  return scripts.get(name);
}
