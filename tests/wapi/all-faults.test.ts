import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../server/faults.ts";
import { fromFailure, toFailure } from "../../server/http/large/messages.ts";
import { random } from "../support/random.ts";
import { smallWorld, tokenOf, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

async function refusalOf(steps: readonly SentStep[], query: string, login: string): Promise<Refusal | null> {
  const target = { kind: "execute" } as const;
  const call = {
    target,
    token: tokenOf(login),
    query: new URLSearchParams(query),
    body: JSON.stringify(steps),
  };
  const refusal: unknown = await world.executor.call(call).then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal === null || refusal instanceof Refusal) return refusal;
  throw refusal;
}

async function faultOf(steps: readonly SentStep[], query = "dry_mode=true&all_faults=true") {
  const refusal = await refusalOf(steps, query, "ada");
  if (refusal === null) throw new Error("nothing was refused");
  return refusal.inLanguage("en");
}

/** Refused steps with their faults; empty where all goes well. */
async function refusedOf(
  steps: readonly SentStep[],
  query = "dry_mode=true&all_faults=true",
  login = "ada",
): Promise<readonly (readonly [string, string])[]> {
  const refusal = await refusalOf(steps, query, login);
  if (refusal === null) return [];
  const { further_list: further = [], ...first } = refusal.inLanguage("en");
  return [first, ...further].map(({ error, traceback }) => [
    traceback?.transaction_statement.idx ?? "",
    error.name,
  ]);
}

function site(idx: string, name: string): SentStep {
  return { idx, name: "nd.site.create", new: { name } };
}

function building(idx: string, of: string, number: string): SentStep {
  return { idx, name: "nd.bldg.create", new: { site: of, number } };
}

describe("a call that tells all faults", () => {
  it("names every refused step in order, also one that rests on a refused one", async () => {
    const steps = [
      building("a", "nowhere", "1"),
      site("b", "all-1"),
      site("c", "all-1"),
      building("d", "all-1", "1"),
      building("e", "nowhere", "2"),
      { idx: "f", name: "nd.room.create", new: { site: "nowhere", bldg: "2", name: "1" } },
      building("g", "all-1", "2"),
    ];
    expect(await refusedOf(steps)).toEqual([
      ["a", "referenced_object_not_found"],
      ["c", "unique_violation"],
      ["e", "referenced_object_not_found"],
      ["f", "referenced_object_not_found"],
    ]);
    expect(await refusedOf(steps, "dry_mode=true")).toHaveLength(1);
  });

  it("names every step that is refused for its shape", async () => {
    const steps = [
      site("a", "x".repeat(300)),
      site("b", "all-2"),
      { idx: "c", name: "nd.site.create", new: { nam: "all-3" } },
      { idx: "d", name: "nd.site.list", inner_join_ref: { b: "default" } },
    ];
    expect((await refusedOf(steps)).map(([idx]) => idx)).toEqual(["a", "c"]);
  });

  it("names every step for which the account lacks a right", async () => {
    const steps = ["a", "b", "c"].map((idx) => ({
      idx,
      name: "dns.fqdn.create",
      new: { value: `${idx}.example.org.`, type: "domain" },
    }));
    const refused = await refusedOf(steps, "dry_mode=true&all_faults=true", "ab1234");
    expect(refused).toEqual(["a", "b", "c"].map((idx) => [idx, "permission_missing"]));
  });

  it("names every step whose key is taken, with the values that are taken", async () => {
    const names = ["all-5", "all-6", "all-7"];
    expect(
      await refusedOf(
        names.map((name) => site(name, name)),
        "",
      ),
    ).toEqual([]);
    const steps = [...names, "all-8"].map((name) => site(name, name));
    expect(await refusedOf(steps)).toEqual(names.map((name) => [name, "unique_violation"]));
    const single = await faultOf([site("a", "all-6")], "dry_mode=true");
    expect((await faultOf(steps)).details).toEqual({ ...single.details, value_list: ["all-5"] });
  });

  it("changes nothing, also if it is no dry run", async () => {
    expect(await refusedOf([site("a", "all-4"), building("b", "nowhere", "1")], "all_faults=true")).toEqual([
      ["b", "referenced_object_not_found"],
    ]);
    expect(await refusedOf([site("a", "all-4")])).toEqual([]);
  });

  it("names the same steps as a call for each of them, in 12 random lists", async () => {
    const below = random(14);
    for (let round = 0; round < 12; round += 1) {
      const steps = Array.from({ length: 30 }, (_, at) => {
        const name = `r${String(below(12))}`;
        const idx = String(at);
        return below(2) === 0 ? site(idx, name) : building(idx, name, String(below(3)));
      });
      const single: (readonly [string, string])[] = [];
      let left = steps;
      for (;;) {
        const [refused] = await refusedOf(left, "dry_mode=true");
        if (refused === undefined) break;
        single.push(refused);
        left = left.filter(({ idx }) => idx !== refused[0]);
      }
      expect(await refusedOf(steps)).toEqual(single.toSorted(([a], [b]) => Number(a) - Number(b)));
    }
  });

  it("crosses from the thread of large bodies with all faults", () => {
    const at = { idx: "a", position: 0, name: "nd.site.create", execution: 0 };
    const parts = { details: { attribute: "site" }, at, ownHint: null };
    const refusal = new Refusal("required_missing", parts).withFurther([new Refusal("bad_format", parts)]);
    expect(fromFailure(toFailure(refusal))).toEqual(refusal);
  });
});
