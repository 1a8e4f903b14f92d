// What this phone remembers. Where a browser forbids that, it is remembered for as long as the page is open.

const here = new Map();

/** What is kept under that name, or null. */
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
