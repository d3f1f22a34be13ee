import { EVENT_LIMITS } from "#contract/limits";
import {
  forgetOtherClusters,
  nextPiece,
  presentPlace,
  type Applied,
  type Piece,
  type Present,
} from "./applied.ts";
import { cursorText, type Cursor } from "./cursor.ts";
import { deliver } from "./deliver.ts";
import { checkStandings, type Listener, type RightsParts } from "./listener.ts";
import { againText } from "./told.ts";

/** The one reader of this process and those who listen to it. */
export interface Reader {
  readonly parts: RightsParts;
  /** Types that no event tells. */
  readonly hidden: readonly string[];
  readonly all: Set<Listener>;
  /** Those who are told everything behind `place`. The others are still told what they missed before. */
  readonly live: Set<Listener>;
  place: Present | null;
  placing: Promise<Present> | null;
  window: Window | null;
  /** Numbers of transactions of other databases are forgotten, or this process only reads. */
  hasForgotten: boolean;
  checked: number;
}

/** What is being told, and to whom: those who listened when its end was read. */
interface Window {
  readonly since: string;
  readonly next: string;
  readonly covered: readonly Listener[];
  readonly piece: Piece;
  /** Keys of the rights whose listeners were told of the piece. */
  readonly done: Set<string>;
}

export function createReader(parts: RightsParts & { readonly writes: boolean }): Reader {
  const types = [...parts.catalogue.types.values()];
  // Tokens and sessions, and what belongs to them.
  const tokens = types.filter(({ spec }) => spec.accounts !== undefined).map(({ name }) => name);
  const isHidden = ({ name, references }: (typeof types)[number]): boolean =>
    tokens.includes(name) || references.some(({ to }) => tokens.includes(to));
  return {
    parts,
    hidden: types.filter(isHidden).map(({ name }) => name),
    all: new Set(),
    live: new Set(),
    place: null,
    placing: null,
    window: null,
    hasForgotten: !parts.writes,
    checked: 0,
  };
}

/** The place behind everything that the present listeners are told. */
export async function placed(reader: Reader): Promise<Present> {
  if (reader.place !== null) return reader.place;
  reader.placing ??= readPlace(reader).finally(() => {
    reader.placing = null;
  });
  return reader.placing;
}

async function readPlace(reader: Reader): Promise<Present> {
  const { db } = reader.parts;
  if (!reader.hasForgotten) await forgetOtherClusters(db);
  reader.hasForgotten = true;
  return (reader.place = await presentPlace(db));
}

/** Looks for changes, or tells a part of what was found. False if there is nothing to do now. */
export async function readOn(reader: Reader): Promise<boolean> {
  if (reader.window === null) {
    if (reader.all.size === 0) return false;
    await checkSometimes(reader);
    if (!(await look(reader, await placed(reader)))) return false;
  }
  await tellPiece(reader);
  return true;
}

async function checkSometimes(reader: Reader): Promise<void> {
  if (performance.now() - reader.checked < EVENT_LIMITS.eventCheck) return;
  reader.checked = performance.now();
  await checkStandings(reader.parts, [...reader.all]);
}

/** Whether something was committed. Everybody who comes later begins behind it. */
async function look(reader: Reader, { here, since }: Present): Promise<boolean> {
  const { parts, hidden, live } = reader;
  const piece = await nextPiece(parts.db, { since, until: null, last: "0" }, hidden);
  if (piece.here !== here || piece.count > EVENT_LIMITS.eventBacklog) {
    const now = (reader.place = await presentPlace(parts.db));
    for (const one of live) one.tell(againText(cursorText({ ...now, part: null })));
    return false;
  }
  if (piece.applied.length === 0) return false;
  reader.window = { since, next: piece.next, covered: [...live], piece, done: new Set() };
  reader.place = { here, since: piece.next };
  return true;
}

async function tellPiece(reader: Reader): Promise<void> {
  const { parts, hidden, window } = reader;
  if (window === null) return;
  const { piece, covered, since, next, done } = window;
  await checkStandings(parts, covered);
  await deliver(parts, { applied: piece.applied, placeOf: placesOf(piece, since, next), done }, covered);
  const following = piece.isLast
    ? null
    : await nextPiece(parts.db, { since, until: piece.until, last: lastOf(piece) }, hidden);
  // Meanwhile the last listener may have gone.
  if (reader.window === window)
    reader.window = following && { ...window, piece: following, done: new Set<string>() };
}

/** Tells a listener what it missed, until it is where all others are. */
export async function resume(
  reader: Reader,
  listener: Listener,
  { here, since, part }: Cursor,
): Promise<void> {
  let from: string | null = since;
  if (part !== null) from = await tellSpan(reader, listener, { here, since, ...part });
  while (from !== null && listener.isOpen) {
    const until = (await placed(reader)).since;
    from = await tellSpan(reader, listener, { here, since: from, until, last: "0" });
    const isThere = from !== null && reader.place?.since === until;
    if (isThere && listener.isOpen) {
      reader.live.add(listener);
      return;
    }
  }
  if (from === null) await join(reader, listener, againText);
}

interface Missed {
  readonly here: string;
  readonly since: string;
  readonly until: string;
  readonly last: string;
}

/** Tells one listener all of a span, and answers the place behind it. Null if the span is too long or of another database. */
async function tellSpan(
  { parts, hidden }: Reader,
  listener: Listener,
  missed: Missed,
): Promise<string | null> {
  const { since } = missed;
  let { last } = missed;
  for (;;) {
    const piece = await nextPiece(parts.db, { ...missed, last }, hidden);
    if (piece.here !== missed.here || piece.count > EVENT_LIMITS.eventBacklog) return null;
    await checkStandings(parts, [listener]);
    const placeOf = placesOf(piece, since, piece.next);
    await deliver(parts, { applied: piece.applied, placeOf, done: new Set() }, [listener]);
    if (piece.isLast || !listener.isOpen) return piece.next;
    last = lastOf(piece);
  }
}

/** From now on the listener is told what all others are. */
export async function join(reader: Reader, listener: Listener, first: (id: string) => string): Promise<void> {
  const at = await placed(reader);
  if (!listener.isOpen) return;
  listener.tell(first(cursorText({ ...at, part: null })));
  reader.live.add(listener);
}

/** Place of those who were told everything; null while something is being told. */
export function quietPlace({ place, window }: Reader): string | null {
  return place === null || window !== null ? null : cursorText({ ...place, part: null });
}

function lastOf({ applied }: Piece): string {
  const last = applied.at(-1);
  if (last === undefined) throw new Error("a piece that is not the last has transactions");
  return last.id;
}

/** The place behind each transaction of a piece. */
function placesOf({ here, until, applied, isLast }: Piece, since: string, next: string) {
  const end = isLast ? applied.at(-1) : undefined;
  return (one: Applied): string =>
    cursorText(
      one.id === end?.id ? { here, since: next, part: null } : { here, since, part: { until, last: one.id } },
    );
}
