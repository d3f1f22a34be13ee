import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import { createSearching } from "#core/search/searching";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A search; the test answers its calls. */
function search(mayAsk = true, known = catalogue) {
  const calls: {
    readonly steps: readonly Step[];
    readonly answer: (outcome: Outcome) => Promise<void>;
    readonly fail: (error: Error) => Promise<void>;
    isCancelled: boolean;
  }[] = [];
  const searching = createSearching(
    {
      catalogue: known,
      toAscii: (name) => name,
      mayAsk,
      ask: (steps) => {
        const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
        const call = {
          steps,
          isCancelled: false,
          answer: async (outcome: Outcome) => {
            resolve(outcome);
            await promise;
          },
          fail: async (error: Error) => {
            reject(error);
            await promise.catch(() => undefined);
          },
        };
        calls.push(call);
        return { answer: promise, cancel: () => (call.isCancelled = true) };
      },
      later: (callback, delay) => {
        const timer = setTimeout(callback, delay);
        return () => clearTimeout(timer);
      },
    },
    "",
    { isOwn: true, limit: 25 },
  );
  return { searching, calls };
}

function names(...values: readonly string[]): Outcome {
  const rows = values.map((value) => ({ gpk: `fqdn-${value}`, value }));
  return { ok: true, lists: { "dns.fqdn value_regexp name": rows }, rolledBack: false, accessMode: "rw" };
}

describe("a search while typing", () => {
  it("[CONST-05] asks 500 ms after the last key, by one call for all kinds", () => {
    const { searching, calls } = search();
    searching.type("w");
    vi.advanceTimersByTime(LIMITS.searchDebounce - 1);
    searching.type("ww");
    vi.advanceTimersByTime(499);
    expect(calls).toHaveLength(0);
    expect(searching.state().phase).toBe("waiting");
    vi.advanceTimersByTime(1);
    expect(calls).toHaveLength(1);
    expect(new Set(calls[0]?.steps.map(({ name }) => name)).size).toBe(13);
  });

  it("[SRCH-50] an answer to an older term is dropped, whenever it comes", async () => {
    const { searching, calls } = search();
    searching.search("ww");
    searching.search("www");
    expect(calls[0]?.isCancelled).toBe(true);
    await calls[1]?.answer(names("www."));
    expect(searching.state().found?.reading.term).toBe("www");
    await calls[0]?.answer(names("ww.", "ww2."));
    expect(searching.state().found?.reading.term).toBe("www");
    expect(searching.state().found?.count).toBe(1);
  });

  it("[SRCH-50] an answer that arrives while the next term is typed is dropped", async () => {
    const { searching, calls } = search();
    searching.search("ww");
    searching.type("www");
    await calls[0]?.answer(names("ww."));
    expect(searching.state()).toMatchObject({ phase: "waiting", found: null });
  });

  it("results stay until the next answer", async () => {
    const { searching, calls } = search();
    searching.search("ww");
    await calls[0]?.answer(names("ww."));
    searching.type("www");
    vi.advanceTimersByTime(LIMITS.searchDebounce);
    expect(searching.state()).toMatchObject({ phase: "asking", found: { reading: { term: "ww" } } });
    searching.type("s/(");
    expect(searching.state()).toMatchObject({ phase: "idle", found: { reading: { term: "ww" } } });
    searching.type("");
    expect(searching.state().found).toBeNull();
  });

  it.each(["", "dnsvs:", "s/(", "a".repeat(129)])("[SRCH-11] [SRCH-14] nothing is sent for %j", (text) => {
    const { searching, calls } = search();
    searching.search(text);
    vi.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(0);
  });

  it("nothing is sent when signed out", () => {
    const { searching, calls } = search(false);
    searching.search("www");
    vi.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(0);
    expect(searching.state()).toMatchObject({ phase: "idle", reading: { kind: "search" } });
  });

  it("a term that fits no kind of its system is answered without a call", () => {
    const fn = (object: string, name: string) => (object === "org.unit" ? null : catalogue.fn(object, name));
    const { searching, calls } = search(true, { ...catalogue, fn });
    searching.search(`cntl:${"é".repeat(128 - 5)}`);
    searching.search("org:" + "x/".repeat(60));
    expect(calls.map(({ steps }) => steps.map(({ old = {} }) => Object.keys(old)[0]))).toEqual([
      ["description_regexp_ic", "is_sub", "is_sub"],
    ]);
    expect(searching.state()).toMatchObject({ phase: "done", found: { count: 0 } });
  });

  it("changes of owner and limit are sent at once", () => {
    const { searching, calls } = search();
    searching.search("www");
    searching.choose({ isOwn: false, limit: 0 });
    expect(calls[1]?.steps[0]?.old).toMatchObject({ is_own: false });
    expect(calls[1]?.steps[0]?.old).not.toHaveProperty("fetch_limit");
  });

  it("listeners are told each change until they leave, and a failure of a dropped call is ignored", async () => {
    const { searching, calls } = search();
    const heard: string[] = [];
    const leave = searching.subscribe(() => heard.push(searching.state().phase));
    searching.search("www");
    expect(heard).toEqual(["waiting", "asking"]);
    searching.stop();
    expect(calls[0]?.isCancelled).toBe(true);
    await calls[0]?.fail(new Error("aborted"));
    leave();
    searching.search("mail");
    expect(heard).toEqual(["waiting", "asking"]);
  });

  it("a refusal is shown, and the next search continues", async () => {
    const { searching, calls } = search();
    const fault = { description: "no" } as Extract<Outcome, { ok: false }>["fault"];
    searching.search("www");
    await calls[0]?.answer({ ok: false, fault });
    expect(searching.state()).toMatchObject({ phase: "failed", found: null, fault: { description: "no" } });
    searching.search("www");
    await calls[1]?.answer(names("www."));
    expect(searching.state()).toMatchObject({ phase: "done", fault: null });
  });

  /** Rows and counts of a search that found names, as many as it asked for. */
  const counted = (count: number, own_count: number): Outcome => ({
    ok: true,
    lists: { "dns.fqdn": [{ object_fq_name: "dns.fqdn", count, own_count }] },
    rolledBack: false,
    accessMode: "rw",
  });
  const full = names(...Array.from({ length: 25 }, (_, at) => `www${String(at)}.`));

  it("[SRCH-56] [SRCH-59] numbers of cut results and of foreign objects are requested after the results", async () => {
    const { searching, calls } = search();
    searching.search("www");
    await calls[0]?.answer(full);
    expect(searching.state()).toMatchObject({ phase: "done", counts: null });
    expect(calls).toHaveLength(2);
    const asked = calls[1]?.steps ?? [];
    expect(asked.every(({ name }) => name === "tmp.row_count.list")).toBe(true);
    expect(asked.map(({ idx }) => idx)).toContain("nd.bcd");
    // Nobody owns buildings, so none is left out, and no step of them was cut.
    expect(asked.map(({ idx }) => idx)).not.toContain("nd.bldg");
    expect(asked.find(({ idx }) => idx === "dns.fqdn")?.old).toEqual({
      object_fq_name: "dns.fqdn",
      found_by_list: [{ value_regexp: "www" }, { description_regexp_ic: "www" }],
      most: LIMITS.searchCounted,
    });
    await calls[1]?.answer(counted(34, 30));
    expect(searching.state().counts?.get("dns.fqdn")).toEqual({ count: 34, own: 30 });
    expect(searching.state().phase).toBe("done");
    expect(calls).toHaveLength(2);
  });

  it("[SRCH-56] a search among all objects counts only results that were cut", async () => {
    const { searching, calls } = search();
    searching.choose({ isOwn: false, limit: 25 });
    searching.search("www");
    await calls[0]?.answer(full);
    expect(calls[1]?.steps.map(({ idx }) => idx)).toEqual(["dns.fqdn"]);
    searching.search("mail");
    await calls[2]?.answer(names("mail."));
    expect(calls).toHaveLength(3);
  });

  it("[SRCH-50] [SRCH-56] numbers for an older term are dropped, and the results stay without them", async () => {
    const { searching, calls } = search();
    searching.search("www");
    await calls[0]?.answer(full);
    searching.type("www1");
    expect(calls[1]?.isCancelled).toBe(true);
    await calls[1]?.answer(counted(34, 30));
    expect(searching.state()).toMatchObject({ counts: null, found: { count: 25 } });
    searching.search("www");
    await calls[2]?.answer(full);
    await calls[3]?.answer({
      ok: false,
      fault: { description: "no" } as Extract<Outcome, { ok: false }>["fault"],
    });
    expect(searching.state()).toMatchObject({ phase: "done", counts: null, found: { count: 25 } });
  });
});
