import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Planned } from "#core/txlist/planned";
import { isTestOf, needsTest, reachesFar, reachOf, toAgree } from "#core/txlist/reach";
import { IDLE, type Run } from "#core/txlist/run";
import { runOf } from "#core/txlist/run-end";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { simple } from "./planned.ts";

const catalogue = await portalCatalogue();

const bulk = (uuid: string): Planned =>
  simple(uuid, {
    object_fq_name: "dns.fqdn",
    object_function: "bulk_update",
    parameters: { old: { value_list: ["a.", "b."] }, new: { description: "x" } },
  });

const entry = (position: number, gpk: string): Row => ({
  transaction_gfk: "tx-9",
  position,
  object_fq_name: "dns.fqdn",
  object_gfk: gpk,
  object_title: gpk,
  old: {},
  new: {},
});

/** A test of two elements. The first one changes this number of objects, and the second one changes the first two of them again. */
function tested(sent: readonly Planned[], changed: number): Run {
  const first = Array.from({ length: changed }, (_, at) => entry(at, `fqdn-${String(at)}`));
  const again = [entry(changed, "fqdn-0"), entry(changed + 1, "fqdn-1"), entry(changed + 2, "fqdn-1")];
  const lists = {
    "netportal:before": [{ gpk: "tx-8" }],
    "netportal:record": [{ gpk: "tx-9" }],
    "netportal:after:a": first.slice(-1),
    "netportal:after:b": again.slice(-1),
    "netportal:entries": [...first, ...again],
  };
  return runOf("test", sent, { ok: true, lists, rolledBack: true, accessMode: "rw" });
}

describe("the reach of a tested list", () => {
  const sent = [bulk("a"), bulk("b")];

  it("[TA-71] counts the objects of each element, and each object once for the list", () => {
    const reach = reachOf(tested(sent, 30), catalogue);
    expect(reach).toMatchObject({ changed: 30, isExact: true });
    expect(reach?.elements.map(({ named, changed }) => [named, changed])).toEqual([
      [2, 30],
      [2, 2],
    ]);
  });

  it("[TA-71] is far for an element that changes more than ten times as many objects as it names", () => {
    const far = (named: number, changed: number) => reachesFar({ item: bulk("a"), named, changed });
    expect([far(2, 20), far(2, 21), far(0, 10), far(0, 11), far(1, 10)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it("[TA-73] is confirmed once, and again if it grows", () => {
    const reach = reachOf(tested(sent, 30), catalogue);
    if (reach === null) throw new Error("the test has passed");
    const asked = (agreed: number) => toAgree(reach, () => agreed).map(({ item }) => item.uuid);
    expect([asked(0), asked(29), asked(30), asked(31)]).toEqual([["a"], ["a"], [], []]);
  });

  it("[TA-73] is confirmed for more than ten times the objects that an element names, and not for ten times", () => {
    const asked = (changed: number): readonly string[] => {
      const reach = reachOf(tested(sent, changed), catalogue);
      return reach === null ? ["the test has failed"] : toAgree(reach, () => 0).map(({ item }) => item.uuid);
    };
    // The element names two objects.
    expect([asked(20), asked(21)]).toEqual([[], ["a"]]);
  });

  it("[TA-71] counts answered rows if the change log is not read, and says that this is no exact number", () => {
    const rows = [{ gpk: "fqdn-1" }, { gpk: "fqdn-2" }, { gpk: "fqdn-2" }];
    const outcome = { ok: true, lists: { a: rows, b: [] }, rolledBack: true, accessMode: "rw" } as const;
    expect(reachOf(runOf("test", sent, outcome), catalogue)).toMatchObject({
      changed: 2,
      isExact: false,
      elements: [{ changed: 2 }, { changed: 0 }],
    });
  });

  it("[TA-71] is known for passed tests only", () => {
    const lists = { rolledBack: false, ok: true, lists: {}, accessMode: "rw" } as const;
    expect(reachOf(runOf("apply", sent, lists), catalogue)).toBeNull();
    expect(reachOf(IDLE, catalogue)).toBeNull();
  });
});

describe("a test before an apply", () => {
  const list = [bulk("a")];

  it("[TA-72] is valid for exactly this list, with the rights of the account, for some minutes", () => {
    const run = tested(list, 3);
    expect(isTestOf(run, list, 1000)).toBe(true);
    expect(isTestOf(run, [bulk("a")], 1000)).toBe(false);
    expect(isTestOf(run, [...list, bulk("b")], 1000)).toBe(false);
    expect(isTestOf(run, list, 10 * 60_000)).toBe(false);
    const lists = { ok: true, lists: {}, rolledBack: true, accessMode: "rw" } as const;
    expect(isTestOf(runOf("test", list, lists, "otto"), list, 0)).toBe(false);
    expect(isTestOf(runOf("apply", list, lists), list, 0)).toBe(false);
  });

  it("[TA-72] is needed where only the server knows the number: for selections, and for deletions that others may go with, however many they are", () => {
    const deletion = simple("d", {
      object_fq_name: "dns.fqdn",
      object_function: "delete",
      parameters: { old: { value: "a." }, new: {} },
    });
    const creation = simple("c", {
      object_fq_name: "nd.site",
      object_function: "create",
      parameters: { old: {}, new: { name: "x" } },
    });
    const many = (item: Planned) => Array.from({ length: 201 }, () => item);
    expect(
      [[creation], [creation, bulk("a")], [deletion], many(deletion), many(bulk("a"))].map((items) =>
        needsTest(items, catalogue),
      ),
    ).toEqual([false, true, true, true, true]);
  });
});
