import { describe, expect, it } from "vitest";
import { createSearchStore } from "../../../src/state/search.ts";
import { removeAtLogout, type KeyStorage } from "../../../src/state/storage-keys.ts";

function memory(start: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(start));
  const storage: KeyStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  return { kept, storage };
}

describe("history of the global search", () => {
  it("[PREF-10] is kept as search_history, and found again", () => {
    const { kept, storage } = memory();
    createSearchStore({ storage }).remember("www");
    expect(JSON.parse(kept.get("search_history") ?? "")).toEqual(["www"]);
    expect(createSearchStore({ storage }).state.history).toEqual(["www"]);
  });

  it("[SRCH-53] a repeated term moves to the front, blanks are ignored, and it can be cleared", () => {
    const { kept, storage } = memory();
    const search = createSearchStore({ storage });
    for (const term of ["a", "b", " c ", "a", "", "  "]) search.remember(term);
    expect(search.state.history).toEqual(["a", "c", "b"]);
    search.clearHistory();
    expect(search.state.history).toEqual([]);
    expect(kept.has("search_history")).toBe(false);
  });

  it("[CONST-13] holds 100 entries; the oldest is dropped", () => {
    const { storage } = memory();
    const search = createSearchStore({ storage });
    for (let at = 0; at <= 100; at++) search.remember(`term ${String(at)}`);
    expect(search.state.history).toHaveLength(100);
    expect(search.state.history[0]).toBe("term 100");
    expect(search.state.history).not.toContain("term 0");
  });

  it("terms of another tab stay", () => {
    const { storage } = memory();
    const [one, other] = [createSearchStore({ storage }), createSearchStore({ storage })];
    one.remember("a");
    other.remember("b");
    expect(other.state.history).toEqual(["b", "a"]);
    one.open();
    expect(one.state.history).toEqual(["b", "a"]);
  });

  it.each(["nonsense", "{}", '[7, "", null]'])("an unreadable history %s is empty", (stored) => {
    expect(createSearchStore({ storage: memory({ search_history: stored }).storage }).state.history).toEqual(
      [],
    );
  });

  it("signing out removes terms, and objects that an earlier build kept", () => {
    const { kept, storage } = memory({ recent_objects: "[]" });
    const search = createSearchStore({ storage });
    search.remember("www");
    removeAtLogout(storage, true);
    search.open();
    expect([search.state.history, kept.size]).toEqual([[], 0]);
  });
});
