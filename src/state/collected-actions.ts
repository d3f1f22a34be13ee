import { isList, isObject, objectIn, type Json } from "#contract/wire/json";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

const KEY = STORAGE_KEYS.patchRequestActions.key;

export type CollectedAction = Readonly<Record<string, string | number | boolean>>;

/** Actions of an unsent request, and titles of their objects. */
interface Collected {
  readonly actions: readonly CollectedAction[];
  readonly names: Readonly<Record<string, string>>;
}

export type CollectedActions = ReturnType<typeof createCollectedActions>;

/** Actions for a patch request, collected in this browser (PREF-12). */
export function createCollectedActions(storage: KeyStorage) {
  return {
    read: (): Collected => collectedIn(readStored(storage, KEY)),
    /** An empty collection is forgotten. */
    keep: (collected: Collected) =>
      writeStored(storage, KEY, collected.actions.length === 0 ? null : collected),
  };
}

function collectedIn(stored: Json): Collected {
  const { actions, names } = objectIn(stored) ?? {};
  return {
    actions: isList(actions) ? actions.filter(isAction) : [],
    names: Object.fromEntries(Object.entries(objectIn(names) ?? {}).filter(isName)),
  };
}

function isAction(value: Json): value is CollectedAction {
  return isObject(value) && Object.values(value).every((one) => SCALARS.has(typeof one));
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

function isName(entry: readonly [string, Json]): entry is [string, string] {
  return typeof entry[1] === "string";
}
