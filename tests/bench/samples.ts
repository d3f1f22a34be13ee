/** Place of a function in the code. Functions of V8 itself have no file. */
export interface Frame {
  readonly functionName: string;
  readonly url: string;
}

/** A CPU profile of V8, as Node and Chromium give it. */
export interface Sampled {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[] | undefined;
  }[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

export type TimeByPart = readonly (readonly [part: string, ms: number])[];

export const OTHERS = "others";

/**
 * Milliseconds by part, the longest first. A function without a part (`partOf` answers null) belongs to the part that called it. Only samples
 * of the last `most` ms count.
 */
export function timeByPart(
  { nodes, samples = [], timeDeltas = [] }: Sampled,
  partOf: (frame: Frame) => string | null,
  most = Infinity,
): TimeByPart {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const partAt = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at);
      const part = frame === undefined ? null : partOf(frame);
      if (part !== null) return part;
    }
    return OTHERS;
  };
  const found = new Map<string, number>();
  let left = timeDeltas.reduce((sum, delta) => sum + delta, 0) / 1000;
  for (const [at, id] of samples.entries()) {
    const ms = (timeDeltas[at] ?? 0) / 1000;
    left -= ms;
    if (left > most) continue;
    const part = partAt(id);
    found.set(part, (found.get(part) ?? 0) + ms);
  }
  return [...found].toSorted(([, a], [, b]) => b - a);
}
