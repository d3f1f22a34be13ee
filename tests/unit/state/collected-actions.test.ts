import { describe, expect, it } from "vitest";
import { createCollectedActions } from "../../../src/state/collected-actions.ts";
import type { KeyStorage } from "../../../src/state/storage-keys.ts";

function memory(start: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(start));
  const storage: KeyStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  return { kept, storage };
}

const KEY = "patch_request_actions";
const ACTION = { action: "patch", p_port_gfk: "pp-1", is_lacp: true };

describe("collected patch actions", () => {
  it("[PREF-12] are kept with the titles of their objects, and found again", () => {
    const { kept, storage } = memory();
    const collected = { actions: [ACTION], names: { "pp-1": "N001/sw-1/1" } };
    createCollectedActions(storage).keep(collected);
    expect([...kept.keys()]).toEqual([KEY]);
    expect(createCollectedActions(storage).read()).toEqual(collected);
    createCollectedActions(storage).keep({ actions: [], names: {} });
    expect(kept.size).toBe(0);
  });

  it.each([
    ["nonsense", []],
    ["[]", []],
    ['{"actions":7}', []],
    ['{"actions":[7,{"a":{}},{"action":"patch"}],"names":{"x":7}}', [{ action: "patch" }]],
  ])("are read from the storage %s as far as it is valid", (stored, actions) => {
    expect(createCollectedActions(memory({ [KEY]: stored }).storage).read()).toEqual({ actions, names: {} });
  });
});
