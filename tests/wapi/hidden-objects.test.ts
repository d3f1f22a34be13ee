import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { isWritingFunction, namesRow, writeParameters } from "../../server/wapi/write/plan.ts";
import {
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

/** Accounts that do not see everything. */
const READERS = ["otto", "greta"] as const;

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  await world.db
    .query(`insert into req.ticket (number, sender, form, subject, text, fields, sender_name, sender_email, language, state)
    select 1, id, 'dhcp', 'secret subject', 'text', '{}', 'Ada', 'ada@example.com', 'en', 'open' from cntl.mgr where login_name = 'ada'`);
});
afterAll(() => world.close());

/** A parameter of a writing function that names an object by its gpk. */
interface Named {
  readonly type: ObjectType;
  readonly fn: string;
  readonly parameter: string;
  readonly targets: readonly ObjectType[];
}

function namedByGpk(): readonly Named[] {
  const types = [...world.catalogue.types.values()];
  const stored = types.filter(({ operations, spec }) => operations.has("list") && spec.source !== "metadata");
  return types.flatMap((type) =>
    [...type.operations]
      .filter((fn) => fn !== "bulk_update" && isWritingFunction(type, fn))
      .flatMap((fn) =>
        [...writeParameters(type, fn, "new")]
          .filter(([, { dataType }]) => dataType.name === "gpk")
          .map(([parameter]) => {
            const to = type.attributes.get(parameter)?.ref?.to;
            return { type, fn, parameter, targets: to === undefined ? stored : [world.catalogue.type(to)] };
          }),
      ),
  );
}

const known = new Map<string, Promise<readonly Row[]>>();

/** Rows of a type as an account sees them. */
function rowsFor(login: string, { name, operations }: ObjectType): Promise<readonly Row[]> {
  const key = `${login} ${name}`;
  const found =
    known.get(key) ??
    (operations.has("list")
      ? world.get(login, `${name}.list`).then((said) => (said.ok ? rowsOf(said) : []))
      : Promise.resolve([]));
  known.set(key, found);
  return found;
}

/** A gpk that the account may not read, and a gpk of the same type that nobody has; null if the account reads all. */
async function pairFor(login: string, target: ObjectType): Promise<readonly [string, string] | null> {
  const seen = new Set((await rowsFor(login, target)).map((row) => textIn(row, "gpk")));
  const hidden = (await rowsFor("ada", target))
    .map((row) => textIn(row, "gpk"))
    .find((gpk) => !seen.has(gpk));
  if (hidden === undefined || !/-\d+$/.test(hidden)) return null;
  return [hidden, hidden.replace(/\d+$/, "999999999")];
}

/** The step with this object, and otherwise with values of an existing row. */
async function stepWith({ type, fn, parameter }: Named, gpk: string): Promise<SentStep> {
  const [row = {}] = await rowsFor("ada", type);
  const parameters = [...writeParameters(type, fn, "new")];
  const values = fn === "create" ? parameters.filter(([name]) => (row[name] ?? null) !== null) : [];
  const others = fn === "create" ? [] : parameters.filter(([, one]) => one.dataType.name === "gpk");
  const sent: Record<string, Json> = {
    ...Object.fromEntries(values.map(([name]) => [name, row[name] ?? null])),
    ...Object.fromEntries(others.map(([name]) => [name, gpk])),
    ...REQUIRED[type.name],
    [parameter]: gpk,
  };
  return {
    name: `${type.name}.${fn}`,
    ...(namesRow(type, fn) ? { old: { gpk: row["gpk"] ?? null } } : {}),
    new: sent,
  };
}

/** Values for types without a row in the small world. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  "cntl.wapi_auth2role": { role_name: "reader" },
  "cntl.ot_lang_attr_val": { language_tag: "en", lang_attr_key: "title", value: "x" },
};

/** The answer with the name of the object left out. */
function told(said: Said, gpk: string): string {
  return JSON.stringify(said.ok ? said.lists : [said.status, said.exception]).replaceAll(gpk, "GPK");
}

describe("[PERM-26] a parameter that names an object by its gpk", () => {
  it("has an answer with the same bytes for a hidden object and for a missing one", async () => {
    const compared = new Set<string>();
    for (const named of namedByGpk())
      for (const login of READERS)
        for (const target of named.targets) {
          const pair = await pairFor(login, target);
          if (pair === null) continue;
          const [hidden, missing] = pair;
          const answers = await Promise.all(
            pair.map(async (gpk) => told(await world.dry(login, await stepWith(named, gpk)), gpk)),
          );
          const what = `${login}: ${named.type.name}.${named.fn} ${named.parameter} ${hidden} ${missing}`;
          expect([what, answers[0]]).toEqual([what, answers[1]]);
          compared.add(`${named.type.name}.${named.fn} ${named.parameter} of ${target.name}`);
        }
    // Parameters that would otherwise reveal what exists, so that the comparison is not empty.
    for (const one of [
      "cntl.wapi_auth2role.create wapi_auth_gfk of cntl.wapi_auth",
      "cntl.ot_lang_attr_val.create object_gfk of cntl.wapi_auth",
      "cntl.ot_lang_attr_val.create object_gfk of cntl.group",
      "cntl.pin.create object_gfk of cntl.group",
      "cntl.recent_object.create object_gfk of req.ticket",
    ])
      expect([...compared]).toContain(one);
  }, 300_000);

  it.each([
    ["greta", "cntl.wapi_auth2role.create", "wapi_auth_gfk", { role_name: "reader" }],
    ["greta", "cntl.ot_lang_attr_val.create", "object_gfk", REQUIRED["cntl.ot_lang_attr_val"] ?? {}],
  ])(
    "%s, %s: gives -20020/2, and nothing shows whose object it is",
    async (login, name, parameter, values) => {
      const [token] = await rowsFor("ada", world.catalogue.type("cntl.wapi_auth"));
      const gpk = textIn(token, "gpk");
      const said = await world.dry(login, { name, new: { ...values, [parameter]: gpk } });
      expect(told(said, gpk)).toContain('"code":2,"name":"referenced_object_not_found"');
      expect(told(said, gpk)).not.toContain(textIn(token, "login_name"));
      expect(detailsOf(said)).toMatchObject({ attribute: parameter, value: gpk });
    },
  );

  it("has an answer that takes about as long for a hidden object as for a missing one", async () => {
    const target = world.catalogue.type("cntl.wapi_auth");
    const pair = await pairFor("greta", target);
    const create = namedByGpk().find(({ type }) => type.name === "cntl.wapi_auth2role");
    if (pair === null || create === undefined) throw new Error("nothing is hidden");
    const steps = await Promise.all(pair.map((gpk) => stepWith(create, gpk)));
    const times: number[][] = [[], []];
    for (let round = 0; round < 20; round++)
      for (const [at, step] of steps.entries()) {
        const began = performance.now();
        await world.dry("greta", step);
        times[at]?.push(performance.now() - began);
      }
    const [hidden = 0, missing = 0] = times.map(
      (list) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0,
    );
    expect(Math.max(hidden, missing)).toBeLessThan(3 * Math.min(hidden, missing) + 5);
  }, 180_000);
});
