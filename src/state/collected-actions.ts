import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

const KEY = STORAGE_KEYS.patchRequestActions.key;

/** Values of an action by field. */
export type CollectedAction = Readonly<Record<string, string | number | boolean>>;

/** Actions of a request that is not sent yet, and what the objects are called that they name. */
export interface Collected {
  readonly actions: readonly CollectedAction[];
  readonly names: Readonly<Record<string, string>>;
}

/** The actions that were collected in this browser for a patch request (PREF-12). */
export interface CollectedActions {
  read(): Collected;
  /** None forgets them. */
  keep(collected: Collected): void;
}

export function createCollectedActions(storage: KeyStorage): CollectedActions {
  return {
    read: () => collectedIn(readStored(storage, KEY)),
    keep: (collected) => writeStored(storage, KEY, collected.actions.length === 0 ? null : collected),
  };
}

function collectedIn(stored: unknown): Collected {
  if (!isMembers(stored)) return { actions: [], names: {} };
  const { actions, names } = stored;
  return {
    actions: Array.isArray(actions) ? actions.filter(isAction) : [],
    names: isMembers(names) ? Object.fromEntries(Object.entries(names).filter(isName)) : {},
  };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAction(value: unknown): value is CollectedAction {
  return isMembers(value) && Object.values(value).every((one) => SCALARS.has(typeof one));
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

function isName(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
