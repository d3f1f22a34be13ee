import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCsv } from "#imports/csv/plan";
import type { Lists } from "#contract/wire/outcome";
import type { Source } from "#imports/shared/job";
import { speak } from "#imports/shared/texts";
import type { Json, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { importReader, readImport } from "#core/form/import";
import type { Locale } from "#core/locales";
import { toCsv } from "#core/table/list-files";
import { NULL_TEXT } from "#core/txlist/planned";
import { tableColumns } from "../../src/editor/section/columns.ts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { connect, type Client } from "../../server/client.ts";
import { httpWorld } from "../support/http-server.ts";
import { importWorld } from "../support/import-world.ts";
import { plant } from "../support/plant.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";
import { plantAll } from "../support/reverse/planted.ts";
import { tokenOf } from "../support/small-world.ts";

const LOCALES = ["en", "de", "swg"] as const;
const MOST_ROWS = 60;

let worlds: readonly { readonly client: Source; close(): Promise<void> }[] = [];
let catalogue: Catalogue;

beforeAll(async () => {
  [worlds, catalogue] = await Promise.all([Promise.all([importWorld(), plantedWorld()]), portalCatalogue()]);
}, 240_000);
afterAll(() => Promise.all(worlds.map((world) => world.close())));

/** The small world with a few objects of every type, over HTTP. */
async function plantedWorld() {
  const planted = await plant();
  await plantAll(planted);
  const world = await httpWorld({}, () => Promise.resolve(planted));
  const url = await world.http.listen({ host: "127.0.0.1", port: 0 });
  const client = await connect({ url, credentials: { token: tokenOf("ada") }, language: "en" });
  await keep(client);
  return { ...world, client };
}

/** Objects that an account keeps for itself, so only that account can create them. */
async function keep(client: Client): Promise<void> {
  const [bcd] = await client.list("nd.bcd", { fetch_limit: 1 });
  const kept = { login_name: "ada", object_gfk: bcd?.["gpk"] ?? null };
  const view = { login_name: "ada", name: "Rückweg; alle", page: "/object/nd.bcd?q=rev" };
  const steps = [
    { name: "cntl.pin.create", new: kept },
    { name: "cntl.recent_object.create", new: kept },
    { name: "cntl.saved_view.create", new: view },
  ];
  expect(await client.run(steps, false)).toMatchObject({ ok: true, rolledBack: false });
}

const job = (client: Source) => ({ client, toAscii, say: speak("en"), valueSpec });

/** The CSV that the list of the type exports with all columns. */
function exported(type: ObjectTypeMeta, rows: readonly Row[], locale: Locale, lists: Lists = {}): string {
  const source = { params: {}, lists, current: null, loginName: null, visitor: null };
  // Parse boundary: a list without links needs no visitor.
  const context = { catalogue, type, locale, source, typeOf: () => null } as never;
  const columns = tableColumns(context, undefined, []).flatMap(({ inFile }) => inFile ?? []);
  return toCsv(
    columns.map(({ title }) => title),
    rows.map((row) => columns.map(({ value }) => value(row))),
  );
}

interface Exported {
  readonly type: ObjectTypeMeta;
  readonly rows: readonly Row[];
  /** The world that has the rows. */
  readonly client: Source;
}

/** The rows of each type that can be created, from the first world that has some. */
async function exportable(): Promise<readonly Exported[]> {
  const all: Exported[] = [];
  for (const type of catalogue.types) {
    if (catalogue.fn(type.name, "create") === null || catalogue.fn(type.name, "list") === null) continue;
    for (const { client } of worlds) {
      const rows = await client.list(type.name, { fetch_limit: MOST_ROWS });
      if (rows.length === 0) continue;
      all.push({ type, rows, client });
      break;
    }
  }
  return all;
}

it("[LIST-11] a file names an object by title and gpk, and both are read back", async () => {
  const [module] = (await exportable()).filter(({ type }) => type.name === "nd.module");
  if (module === undefined) throw new Error("no module is there");
  const { type, rows, client } = module;
  const file = exported(type, rows, "en", { room: await client.list("nd.room", {}) });
  expect(file).toMatch(/[^",;]+ \[room-\d+\]/);
  const { present } = await planCsv(type.name, [{ text: file }], job(client));
  expect(present).toHaveLength(rows.length);
});

it("[LIST-11] every type that can be created is exchanged below", async () => {
  const there = new Set((await exportable()).map(({ type }) => type.name));
  const creatable = catalogue.types.filter(({ name }) => catalogue.fn(name, "create") !== null);
  expect(
    creatable.map(({ name }) => name).filter((name) => !there.has(name)),
    "No row of these types: create one in tests/support/reverse/planted.ts, or in `keep` of tests/wapi/table-exchange.test.ts if only its own account may",
  ).toEqual([]);
});

describe("the table that the portal exports, of every type", () => {
  it.each(LOCALES)(
    "[LIST-11] is read by the command without any difference: %s",
    { timeout: 300_000 },
    async (locale) => {
      const differing = [];
      for (const { type, rows, client } of await exportable()) {
        const plan = await planCsv(type.name, [{ text: exported(type, rows, locale) }], job(client));
        const { steps, rejected, present } = plan;
        if (steps.length > 0 || rejected.length > 0 || present.length !== rows.length)
          differing.push([type.name, present.length, rows.length, steps[0]?.new, rejected[0]]);
      }
      expect(differing).toEqual([]);
    },
  );

  it.each(LOCALES)(
    "[LIST-11] is read by the form of the portal with the same values: %s",
    { timeout: 300_000 },
    async (locale) => {
      const differing: unknown[] = [];
      for (const { type, rows } of await exportable()) {
        const target = { object: type.name, operation: "create", row: null } as const;
        const plan = importReader(catalogue, target, { locale: "de", isExpert: true });
        if (plan === null) throw new Error(type.name);
        const read = readImport(plan, exported(type, rows, locale), { uuid: () => "u", toAscii });
        const problems = read.lines.flatMap((line) => line.problems);
        if (read.refused !== null || problems.length > 0)
          differing.push([type.name, read.refused, problems[0]]);
        read.lines.forEach(({ item }, at) => {
          const values = item !== null && "content" in item ? item.content.parameters.new : {};
          for (const [name, value] of Object.entries(values)) {
            const stored: Json = rows[at]?.[name] ?? null;
            const isColumn = read.columns.some(({ field }) => field?.name === name);
            if (
              isColumn &&
              stored !== null &&
              JSON.stringify(value) !== JSON.stringify(stored) &&
              value !== NULL_TEXT
            )
              differing.push([type.name, name, value, stored]);
          }
        });
      }
      expect(differing).toEqual([]);
    },
  );
});
