// What this phone remembers. If the browser forbids that, it is remembered only while the page is open.

const here = new Map();

/** Return the text kept under a name, or null. */
export function kept(name) {
  if (here.has(name)) return here.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    here.set(name, value);
  }
}
