// A question to the server, with a limit to the time that its answer may take.

const PATIENCE = 8000; // milliseconds
export const LONG = 30000; // for an answer that takes the table's computer some thought

/** The status of the answer and what it says as JSON; status 0 where none came in time. */
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
