/**
 * A place in the stream of applied transactions. `since`: what this snapshot shows was told. `until`: what is being told, in the order of numbers, up
 * to the transaction with the number `last`.
 */
export interface Cursor {
  /** The database and its timeline. Numbers of transactions mean nothing elsewhere. */
  readonly here: string;
  readonly since: string;
  readonly part: { readonly until: string; readonly last: string } | null;
}

const SNAPSHOT = String.raw`(\d+:\d+:[\d,]*)`;
const CURSOR = new RegExp(`^([\\d.]+)_${SNAPSHOT}(?:_${SNAPSHOT}_(\\d+))?$`);

export function cursorText({ here, since, part }: Cursor): string {
  return [here, since, ...(part === null ? [] : [part.until, part.last])].join("_");
}

/** The cursor that a client sends back; null for a text that cannot be one. */
export function readCursor(text: string): Cursor | null {
  const [, here, since, until, last] = CURSOR.exec(text) ?? [];
  if (here === undefined || since === undefined || !isSnapshot(since)) return null;
  if (until === undefined || last === undefined) return { here, since, part: null };
  return isSnapshot(until) && BigInt(last) < GREATEST ? { here, since, part: { until, last } } : null;
}

const GREATEST = 2n ** 63n;

interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  /** Transactions between both that were open. */
  readonly open: readonly bigint[];
}

function parts(snapshot: string): Snapshot {
  const [xmin = "", xmax = "", open = ""] = snapshot.split(":");
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), open: open === "" ? [] : open.split(",").map(BigInt) };
}

/** Whether PostgreSQL reads the text as a snapshot. */
function isSnapshot(text: string): boolean {
  const { xmin, xmax, open } = parts(text);
  const isInOrder = open.every((one, at) => one > (open[at - 1] ?? xmin - 1n) && one < xmax);
  return xmin > 0n && xmin <= xmax && xmax < GREATEST && isInOrder;
}

/**
 * The snapshot without everything behind the last transaction that was told. After a crash PostgreSQL uses numbers again that no stored
 * transaction has, so a snapshot must not count them as told. `since`: the snapshot before.
 */
export function upTo(snapshot: string, told: string | null, since: string | null = null): string {
  const { xmin, xmax, open } = parts(snapshot);
  // A slow transaction has a smaller number than those that were told before it.
  const before = since === null ? FIRST : parts(since).xmax;
  const last = told === null ? FIRST : BigInt(told) + 1n;
  const end = last > before ? last : before;
  if (end >= xmax) return snapshot;
  const from = xmin < end ? xmin : end;
  return `${String(from)}:${String(end)}:${open.filter((one) => one < end).join(",")}`;
}

/** The first number that PostgreSQL gives. */
const FIRST = 3n;
