import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../server/faults.ts";
import { fromFailure, toFailure } from "../../server/http/large/messages.ts";
import { random } from "../support/random.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { smallWorld, tokenOf, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  const made = await world.execute("ada", [
    bcdStep("taken", 3_000),
    { name: "nd.ip_subnet.create", new: { cidr: "198.18.0.0/24", bcd: "scc-all-taken" } },
  ]);
  if (!made.ok) throw new Error(JSON.stringify(made.exception));
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

/** Refused steps with their faults; empty if there are none. */
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

function recordStep(idx: string, fqdn: string, type: string, data: string): SentStep {
  const values = { fqdn: `${fqdn}.example.com.`, fqdn_type: "domain", type, data };
  return { idx, name: "dns.record.create", new: values };
}

/** The id `30.00` is taken. */
function bcdStep(idx: string, number: number): SentStep {
  const id = String(number).padStart(4, "0").replace(/(..)$/, ".$1");
  return { idx, name: "nd.bcd.create", new: { name: `scc-all-${idx}`, id } };
}

describe("a call that reports all faults", () => {
  it("names every refused step in order, also a step that depends on a refused one", async () => {
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

  it("says that all refused steps are named only if the rules at the end of the call hold too", async () => {
    const subnet = (idx: string, cidr: string): SentStep => ({
      idx,
      name: "nd.ip_subnet.create",
      new: { cidr, bcd: "scc-all-taken" },
    });
    const wrong = building("wrong", "nowhere", "1");
    expect((await faultOf([wrong, subnet("a", "198.18.4.0/24")])).is_complete).toBe(true);
    const steps = [subnet("a", "198.18.4.0/24"), wrong, subnet("b", "198.18.4.0/23")];
    expect(await refusedOf(steps)).toEqual([
      ["wrong", "referenced_object_not_found"],
      ["b", "overlap"],
    ]);
    expect(await faultOf(steps)).not.toHaveProperty("is_complete");
    expect(await faultOf([wrong], "dry_mode=true")).not.toHaveProperty("is_complete");
    const unread = { idx: "x", name: "nd.site.create", new: { nam: "all-9" } };
    expect(await faultOf([unread, wrong])).not.toHaveProperty("is_complete");
  });

  it("changes nothing, even if it is not a dry run", async () => {
    expect(await refusedOf([site("a", "all-4"), building("b", "nowhere", "1")], "all_faults=true")).toEqual([
      ["b", "referenced_object_not_found"],
    ]);
    expect(await refusedOf([site("a", "all-4")])).toEqual([]);
  });

  it("names the same steps as separate calls for each step, in 12 random lists", async () => {
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

  it.each<readonly [string, string, (at: number) => readonly SentStep[]]>([
    [
      "a check of their type",
      "cname_conflict",
      (at) => [
        recordStep(
          `alias-${String(at)}`,
          `beside-${String(at)}`,
          at % 6 === 0 ? "CNAME" : "TXT",
          "example.com.",
        ),
        recordStep(`last-${String(at)}`, `beside-${String(at)}`, "TXT", "x"),
      ],
    ],
    [
      "the role of an address",
      "address_not_usable",
      (at) => [
        recordStep(`first-${String(at)}`, `usable-${String(at)}`, "A", `198.18.0.${String(2 * at + 2)}`),
        recordStep(
          `last-${String(at)}`,
          `unusable-${String(at)}`,
          "A",
          `198.18.0.${at % 6 === 0 ? "0" : String(2 * at + 3)}`,
        ),
      ],
    ],
    [
      "a constraint of the database",
      "unique_violation",
      (at) => [
        bcdStep(`first-${String(at)}`, 2 * at),
        bcdStep(`last-${String(at)}`, at % 6 === 0 ? 3_000 : 2 * at + 1),
      ],
    ],
  ])(
    "names all rows that %s refuses, in few more statements than the others take",
    async (_, fault, stepsAt) => {
      const steps = Array.from({ length: 60 }, (_, at) => stepsAt(at)).flat();
      const refused = steps.filter((_, at) => at % 12 === 1);
      const good = steps.filter((step) => !refused.includes(step));
      expect(await refusedOf(good)).toEqual([]);
      const alone = await faultOf([...good.slice(0, 1), ...refused.slice(0, 1)]);
      const all = await faultOf(steps);
      expect(all.is_complete).toBe(true);
      const without = { traceback: null, further_list: [] };
      expect({ ...all, ...without }).toEqual({ ...alone, ...without });
      expect(await refusedOf(steps)).toEqual(refused.map(({ idx }) => [idx, fault]));
      const few = await roundTripsOf(() => refusedOf(good));
      const many = await roundTripsOf(() => refusedOf(steps));
      expect(many.statements).toBeLessThanOrEqual(3 * few.statements + 15 * refused.length);
    },
  );

  it("reports all faults also from the thread for large bodies", () => {
    const at = { idx: "a", position: 0, name: "nd.site.create", execution: 0 };
    const parts = { details: { attribute: "site" }, at, ownHint: null };
    const said = new Refusal("bad_format", parts).because({ de: "Nein.", en: "No." });
    const refusal = new Refusal("body_too_large", parts)
      .because("bodyTooManyValues")
      .withFurther([said])
      .complete();
    expect(fromFailure(structuredClone(toFailure(refusal)))).toEqual(refusal);
  });
});
