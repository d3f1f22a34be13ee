type Place = Readonly<Record<"x" | "y", number>>;

const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest node in the direction of an arrow key; null if the key leads nowhere. */
export function moveInGraph(key: string, at: string, places: ReadonlyMap<string, Place>): string | null {
  const from = places.get(at);
  const move = MOVES[key];
  if (from === undefined || move === undefined) return null;
  let best: { readonly id: string; readonly way: number } | null = null;
  for (const [id, place] of places) {
    const way = wayTo(from, place, move);
    if (way !== null && (best === null || way < best.way)) best = { id, way };
  }
  return best?.id ?? null;
}

/** Length of the path; null if it is not in that direction. Up and down stay in a layer, which has one place from left to right. */
function wayTo(from: Place, to: Place, [x, y]: readonly [x: number, y: number]): number | null {
  const ahead = (to.x - from.x) * x + (to.y - from.y) * y;
  const aside = Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x);
  if (ahead <= 0 || (y !== 0 && aside > 0)) return null;
  // The next layer comes before a later one, however far aside the node is.
  return ahead * 4 + aside;
}
