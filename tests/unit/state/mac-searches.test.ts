import { describe, expect, it } from "vitest";
import { createMacSearches } from "../../../src/state/mac-searches.ts";
import { removeAtLogout, type KeyStorage } from "../../../src/state/storage-keys.ts";

function memory(start: Readonly<Record<string, string>> = {}): KeyStorage {
  const kept = new Map(Object.entries(start));
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const job = (id: string) => ({ id, mac: `00:53:00:00:00:0${id}` });

describe("searches of the MAC finder", () => {
  it("[PREF-11] are kept as macfinder_jobs, the latest first, and found again", () => {
    const storage = memory();
    const searches = createMacSearches(storage);
    searches.add(job("1"));
    searches.add(job("2"));
    expect(JSON.parse(storage.getItem("macfinder_jobs") ?? "null")).toEqual([job("2"), job("1")]);
    expect(createMacSearches(storage).state.list).toEqual([job("2"), job("1")]);
    searches.remove("2");
    expect(createMacSearches(storage).state.list).toEqual([job("1")]);
  });

  it("at most twenty searches are kept", () => {
    const storage = memory();
    const searches = createMacSearches(storage);
    for (let at = 1; at <= 21; at += 1) searches.add({ id: String(at), mac: "00:53:00:00:00:01" });
    const ids = createMacSearches(storage).state.list.map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([20, "21", "2"]);
  });

  it("invalid entries are left out, and signing out removes all entries", () => {
    const storage = memory({ macfinder_jobs: JSON.stringify([job("1"), "x", { id: 7, mac: "m" }, null]) });
    expect(createMacSearches(storage).state.list).toEqual([job("1")]);
    removeAtLogout(storage, true);
    expect(createMacSearches(storage).state.list).toEqual([]);
  });
});
