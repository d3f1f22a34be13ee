import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { identity, visitOf, type Court, type Visit } from "../support/rights-oracle/court.ts";
import { creations } from "../support/rights-oracle/creations.ts";
import { callersOf, openCourt } from "../support/rights-oracle/open.ts";
import { str } from "../support/rights-oracle/facts.ts";
import { policyOf, POLICIES } from "../support/rights-oracle/oracle.ts";
import { MADE_FOR_THE_CALL } from "../support/rights-oracle/policy-wapi.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";
import { readByConditions, readSingly, readTogether } from "../support/rights-oracle/reading.ts";
import { write } from "../support/rights-oracle/writing.ts";
import { extent, seed } from "../support/extent.ts";

/** Number of compared triples of account, function and object. */
const WANTED = extent(40_000);
const SEED = seed(4711);
const SHARES = { updates: 16, deletes: 10, creates: 18 };
const AT_ONCE = 3;

const POLICY = "tests/support/rights-oracle/policy-<subject>.ts";

const catalogue = await loadCatalogue();

interface Tally {
  readonly wrong: string[];
  readonly ways: Map<string, number>;
  /** Types without an object in any world. */
  readonly empty: Set<string>;
  triples: number;
}

async function judge(court: Court, random: Random, tally: Tally): Promise<void> {
  const callers = [...callersOf(court, random)];
  const seen = new Set<string>();
  for (const [type, rows] of court.objects) if (rows.length > 0) tally.empty.delete(type);
  const next = async (): Promise<void> => {
    while (tally.triples + seen.size < WANTED) {
      const [caller] = callers.splice(random.below(callers.length), 1);
      if (caller === undefined) break;
      const { token, su, dryRun } = caller;
      const name = `${str(token, "gpk")} ${su ?? ""} ${String(dryRun)}`;
      const visit: Visit = visitOf(court, caller, {
        disagree: (text) => tally.wrong.push(text),
        count(fn, type, row: Row, fullWay) {
          const way = fullWay.replace(/ api_.*| default$/, "");
          tally.ways.set(way, (tally.ways.get(way) ?? 0) + 1);
          if (policyOf(type).read !== "meta") seen.add(`${name} ${fn} ${type} ${identity(type, row)}`);
        },
      });
      // Data that every token reads are large and always equal, so they are compared for the first caller and for users without account only.
      const isFirst = seen.size === 0 || visit.who.account === null;
      const types = [...court.objects.keys()].filter((type) => isFirst || policyOf(type).read !== "meta");
      if (su === null) await readSingly(visit, types);
      await readTogether(visit, types);
      await readByConditions(visit, types, random);
      await write(visit, random, SHARES);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  tally.triples += seen.size;
}

describe("the rights of wire contract 7, written down a second time", () => {
  it("include every object type of the catalogue and its functions", () => {
    const known = [...Object.keys(POLICIES), ...MADE_FOR_THE_CALL];
    expect(
      [...catalogue.types.keys()].filter((type) => !known.includes(type)),
      `${POLICY} has the rights of each of these types; a new file is joined in oracle.ts beside it`,
    ).toEqual([]);
    const offered = (type: string): string =>
      ["create", "update", "delete"]
        .filter((fn) => catalogue.types.get(type)?.operations.has(fn))
        .map((fn) => fn.charAt(0).toUpperCase())
        .join("");
    const types = Object.keys(POLICIES).filter((type) => catalogue.types.has(type));
    const written = Object.fromEntries(types.map((type) => [type, POLICIES[type]?.functions ?? ""]));
    expect(
      Object.fromEntries(types.map((type) => [type, offered(type)])),
      `\`functions\` of the type in ${POLICY}`,
    ).toEqual(written);
  });

  it("are tried with a new object of every type that can be created", async () => {
    const court = await openCourt(catalogue, SEED);
    await court.http.close();
    const tried = new Set(creations(court.facts, createRandom(SEED)).map(({ type }) => type));
    const creatable = Object.keys(POLICIES).filter(
      (type) => POLICIES[type]?.functions?.includes("C") === true,
    );
    expect(
      creatable.filter((type) => !tried.has(type)),
      "tests/support/rights-oracle/creations.ts has a new object of each of these types",
    ).toEqual([]);
  });

  it("allow update and delete of own rows only if the definition says so", async () => {
    const court = await openCourt(catalogue, SEED);
    const wrong: string[] = [];
    const types = [...catalogue.types.values()].filter(
      ({ spec }) => spec.write !== "nobody" && spec.write.ofOwnRows === true,
    );
    for (const caller of callersOf(court, createRandom(SEED))) {
      const { who } = visitOf(court, caller, { disagree: () => undefined, count: () => undefined });
      for (const { name } of types) {
        const { update, delete: remove, own } = policyOf(name);
        for (const row of court.facts.all(name)) {
          const may = [update?.may, remove].some((rule) => rule?.(who, row, court.facts) === true);
          if (may && !own(who, row, court.facts)) wrong.push(`${who.login} ${name} ${str(row, "gpk")}`);
        }
      }
    }
    await court.http.close();
    expect(wrong, `\`ofOwnRows\` of the definition, or the rules in ${POLICY}`).toEqual([]);
    expect(types.length).toBeGreaterThan(10);
  });

  it(
    `[PERM-22] [PERM-14] agree with the server on ${String(WANTED)} triples of account, function and object`,
    async () => {
      const tally: Tally = { wrong: [], ways: new Map(), empty: new Set(Object.keys(POLICIES)), triples: 0 };
      for (let world = 0; tally.triples < WANTED && tally.wrong.length === 0; world++) {
        const court = await openCourt(catalogue, SEED + world);
        await judge(court, createRandom(SEED + world), tally);
        await court.http.close();
      }

      process.stdout.write(
        `${String(tally.triples)} triples: ${[...tally.ways].map(([way, n]) => `${way} ${String(n)}`).join(", ")}\n`,
      );
      expect(tally.wrong.slice(0, 30), `the server and ${POLICY} differ`).toEqual([]);
      expect(
        [...tally.empty],
        "No row of these types: tests/support/rights-oracle/generate-*.ts has some, or DERIVED of reading.ts names the type and court.ts or load.ts makes its rows",
      ).toEqual([]);
    },
    Math.max(240_000, WANTED * 3),
  );
});
