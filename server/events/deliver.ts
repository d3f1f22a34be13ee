import { gpkOf } from "../catalogue/gpk.ts";
import type { Applied, Entry } from "./applied.ts";
import { createLanes } from "./lanes.ts";
import { renew, rightsKey, type Listener, type RightsParts } from "./listener.ts";
import { readableOf } from "./readable.ts";
import { changeText } from "./told.ts";

/** Transactions for listeners. `placeOf`: the place behind a transaction, for whoever comes back. */
export interface Delivery {
  readonly applied: readonly Applied[];
  readonly placeOf: (applied: Applied) => string;
  /** Keys of the rights whose listeners were told already. */
  readonly done: Set<string>;
}

/** Accounts whose rights are asked at the same time. */
const AT_ONCE = 3;
/** How often rights are read again because they changed meanwhile. The next round tries again. */
const MOST_AGAIN = 5;

/** Tells every listener what it may read. Rights are asked once for each account. After a failure, it can be called again for those who were not told. */
export async function deliver(
  parts: RightsParts,
  delivery: Delivery,
  listeners: readonly Listener[],
): Promise<void> {
  const lane = createLanes(AT_ONCE);
  const groups = Map.groupBy(
    listeners.filter(({ isOpen }) => isOpen),
    rightsKey,
  );
  await Promise.all(
    [...groups].map(async ([key, group]) => {
      if (delivery.done.has(key)) return;
      await lane(() => tellGroup(parts, delivery, group));
      delivery.done.add(key);
    }),
  );
}

async function tellGroup(
  parts: RightsParts,
  { applied, placeOf }: Delivery,
  group: readonly Listener[],
): Promise<void> {
  const asked = applied.flatMap(({ entries }) =>
    entries.filter((entry) => group.some((one) => wants(one, entry))),
  );
  const readable = asked.length === 0 ? NOTHING : await readableBy(parts, group, asked);
  const texts = new Map<ReadonlySet<string> | null, string>();
  for (const listener of group) {
    const text =
      texts.get(listener.types) ??
      applied
        .map((one) =>
          changeText(
            { ...one, id: gpkOf(parts.catalogue.type("wapi.transaction"), one.id) },
            (entry) => wants(listener, entry) && readable.has(entry.id),
            placeOf(one),
          ),
        )
        .join("");
    texts.set(listener.types, text);
    if (text !== "" && listener.isOpen) listener.tell(text);
  }
}

const NOTHING: ReadonlySet<string> = new Set();

function wants({ types }: Listener, { type }: Entry): boolean {
  return types === null || types.has(type);
}

async function readableBy(
  parts: RightsParts,
  group: readonly Listener[],
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  for (let again = 0; again < MOST_AGAIN; again++) {
    const one = group.find(({ isOpen }) => isOpen);
    if (one === undefined) return NOTHING;
    const found = await readableOf(parts.db, parts.catalogue, one.actor, entries);
    if (found !== null) return found;
    await renew(parts, group);
  }
  throw new Error("the rights of a listener change all the time");
}
