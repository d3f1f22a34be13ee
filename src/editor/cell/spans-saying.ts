import { relativeTime, UNITS, type Span } from "./relative-time.ts";

const MOST_YEARS = 100;

/** Spans of time whose relative text contains the given text, ignoring case; adjacent ones are joined. */
export function spansSaying(text: string, now: Date, language: string): readonly Span[] {
  const wanted = text.toLowerCase();
  const steps = relativeSteps().filter(([from, to]) => {
    const then = new Date(now.getTime() + ((from + to) / 2) * 1000);
    return relativeTime(then, now, language).toLowerCase().includes(wanted);
  });
  const joined: [number, number][] = [];
  for (const [from, to] of steps) {
    const last = joined.at(-1);
    if (last?.[1] === from) last[1] = to;
    else joined.push([from, to]);
  }
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  return joined.map(([from, to]) => [at(from), at(to)]);
}

/** Seconds from now, in order, at which the text of `relativeTime` changes. */
function relativeSteps(): readonly (readonly [number, number])[] {
  const edges = new Set<number>([-60, 60]);
  UNITS.forEach(([, length], at) => {
    const end = UNITS[at - 1]?.[1] ?? length * MOST_YEARS;
    for (const sign of [-1, 1]) {
      edges.add(sign * length).add(sign * end);
      // Half a unit is rounded up.
      for (let half = 1.5; half * length < end; half++) edges.add(sign * half * length);
    }
  });
  const sorted = [...edges].toSorted((one, other) => one - other);
  return sorted.slice(1).map((to, at) => [sorted[at] ?? to, to] as const);
}
