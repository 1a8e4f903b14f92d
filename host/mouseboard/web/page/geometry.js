// Where things lie, computed from the places' millimetres alone. `x` runs right and `y` down, as SVG has it.

export const BARS = new Set(["horizontal", "vertical"]); // kinds of place that lie between others
const BESIDE_THE_ROAD = new Set(["room", "trap", "slot"]); // kinds that no mouse walks over

export const isBeside = (place) => BESIDE_THE_ROAD.has(place.kind);
export const isBar = (place) => BARS.has(place.kind);
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The places with x and y, from the board's `at`, which counts upwards. */
export function placed(board) {
  return board.places.map((place) => ({ kind: "", ...place, x: place.at[0], y: board.size[1] - place.at[1] }));
}

/** How far neighbours are apart. */
export function pitchOf(places) {
  const spots = places.filter((place) => !isBar(place) && place.kind !== "slot");
  const gaps = spots.flatMap((one, n) => spots.slice(n + 1).map((other) => distance(one, other)));
  return Math.min(...gaps, 200);
}

/** The rectangle that holds all places, with room for lamps and mice at the rim. */
export function frameOf(places, pitch) {
  const margin = 0.62 * pitch;
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** The road as pairs of neighbouring places, [from, to]. */
export function roadOf(places, pitch) {
  const walked = places.filter((place) => !isBeside(place));
  const near = (one, other) => distance(one, other) < 1.5 * pitch;
  const pairs = walked.slice(1).map((place, n) => [walked[n], place]).filter(([one, other]) => near(one, other));
  const [first, last] = [walked[0], walked.at(-1)];
  const back = last.kind === "wheel" ? walked.find((place) => place.kind === "safe") : first;
  if (walked.length > 2 && near(last, back)) pairs.push([last, back]);
  return pairs;
}

/** The places passed on the way along the road, the target included; just the target where no short way leads there. */
export function wayOf(road, source, target) {
  const next = new Map();
  for (const [one, other] of road) if (!next.has(one.name)) next.set(one.name, other);
  const way = [];
  for (let place = next.get(source.name); place && way.length < 12; place = next.get(place.name)) {
    way.push(place);
    if (place.name === target.name) return way;
  }
  return [target];
}

/** The bounding box of the largest free area inside the ring of places: where the machine stands. */
export function freeBox(places, pitch, frame) {
  const step = pitch / 2;
  const columns = Math.floor(frame.width / step);
  const rows = Math.floor(frame.height / step);
  const free = (c, r) => {
    const spot = { x: frame.x + (c + 0.5) * step, y: frame.y + (r + 0.5) * step };
    return places.every((place) => Math.max(Math.abs(place.x - spot.x), Math.abs(place.y - spot.y)) > 0.6 * pitch);
  };
  const seen = new Set();
  let best = [];
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const area = flood(c, r, (x, y) => x >= 0 && y >= 0 && x < columns && y < rows && free(x, y), seen);
      if (area.length > best.length) best = area;
    }
  }
  if (!best.length) return null;
  const [cs, rs] = [best.map(([c]) => c), best.map(([, r]) => r)];
  const [left, top] = [Math.min(...cs), Math.min(...rs)];
  return {
    x: frame.x + left * step,
    y: frame.y + top * step,
    width: (Math.max(...cs) - left + 1) * step,
    height: (Math.max(...rs) - top + 1) * step,
  };
}

function flood(c, r, inside, seen) {
  const area = [];
  const todo = [[c, r]];
  while (todo.length) {
    const [x, y] = todo.pop();
    const key = `${x},${y}`;
    if (seen.has(key) || !inside(x, y)) continue;
    seen.add(key);
    area.push([x, y]);
    todo.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  return area;
}

/** The place to which an arrow key leads: near, and more ahead than aside. */
export function neighbour(places, from, dx, dy) {
  let best = null;
  let cost = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (ahead <= 0.5 || place === from) continue;
    if (ahead + 3 * aside < cost) [best, cost] = [place, ahead + 3 * aside];
  }
  return best;
}

/** Where n pieces stand together on one spot: offsets and a size, all inside the stone. */
export function together(n, pitch) {
  if (n === 1) return [{ x: 0, y: 0, scale: 1 }];
  const scale = n === 2 ? 0.68 : n < 5 ? 0.56 : 0.46;
  const radius = pitch * (n === 2 ? 0.22 : 0.26);
  const turn = n === 2 ? Math.PI : Math.PI / 2 + Math.PI / n;
  return Array.from({ length: n }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / n;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), scale };
  });
}
