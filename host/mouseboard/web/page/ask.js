// Requests to the server, with a timeout.

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
