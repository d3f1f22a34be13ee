import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCsv } from "#contract/import/csv";
import { speak } from "#contract/import/texts";
import type { Json, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { importReader, readImport } from "#core/form/import";
import type { Locale } from "#core/locales";
import { toCsv } from "#core/table/csv";
import { NULL_TEXT } from "#core/txlist/planned";
import { tableColumns } from "../../src/editor/section/columns.ts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";

const LOCALES = ["en", "de", "swg"] as const;
const MOST_ROWS = 60;

let world: ImportWorld;
let catalogue: Catalogue;

beforeAll(async () => {
  [world, catalogue] = await Promise.all([importWorld(), portalCatalogue()]);
}, 120_000);
afterAll(() => world.close());

const job = () => ({ client: world.client, toAscii, say: speak("en"), valueSpec });

/** The CSV that the list of the type exports with all columns. */
function exported(type: ObjectTypeMeta, rows: readonly Row[], locale: Locale): string {
  const source = { params: {}, lists: {}, current: null, loginName: null, visitor: null };
  // Parse boundary: a list without links needs no visitor.
  const context = { catalogue, type, locale, source, typeOf: () => null } as never;
  const columns = tableColumns(context, undefined, []).flatMap(({ inFile }) => inFile ?? []);
  return toCsv(
    columns.map(({ title }) => title),
    rows.map((row) => columns.map(({ value }) => value(row))),
  );
}

async function imported(): Promise<
  readonly { readonly type: ObjectTypeMeta; readonly rows: readonly Row[] }[]
> {
  const all = [];
  for (const type of catalogue.types) {
    if (catalogue.fn(type.name, "create") === null) continue;
    const rows = await world.client.list(type.name, { fetch_limit: MOST_ROWS });
    if (rows.length > 0) all.push({ type, rows });
  }
  return all;
}

describe("the table that the portal exports, of every type with rows", () => {
  it.each(LOCALES)(
    "[LIST-11] is taken by the command, and nothing of it differs from what is there: %s",
    { timeout: 300_000 },
    async (locale) => {
      const types = await imported();
      expect(types.length).toBeGreaterThan(15);
      const differing = [];
      for (const { type, rows } of types) {
        const plan = await planCsv(type.name, [{ text: exported(type, rows, locale) }], job());
        const { steps, rejected, present } = plan;
        if (steps.length > 0 || rejected.length > 0 || present.length !== rows.length)
          differing.push([type.name, present.length, rows.length, steps[0]?.new, rejected[0]]);
      }
      expect(differing).toEqual([]);
    },
  );

  it.each(LOCALES)(
    "[LIST-11] is taken by the form of the portal, with the same values: %s",
    { timeout: 300_000 },
    async (locale) => {
      const differing: unknown[] = [];
      for (const { type, rows } of await imported()) {
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
