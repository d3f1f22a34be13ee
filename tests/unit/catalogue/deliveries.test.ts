import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";

const folders: string[] = [];
const LABEL = '{ de: "Ding", en: "Thing" }';

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A file `lab/rack.ts`, whose definition has these further members. */
function rack(members = ""): Readonly<Record<string, string>> {
  const name = `{ type: "text_id", label: ${LABEL} }`;
  const text = `{ name: "lab.rack", gpk: "rack", label: ${LABEL}, description: ${LABEL}, attributes: { name: ${name} }, key: ["name"], read: "all", ${members} }`;
  return { "lab/rack.ts": text };
}

async function loaded(files: Readonly<Record<string, string>>): Promise<Catalogue> {
  const folder = mkdtempSync(join(tmpdir(), "deliveries-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export default ${text};\n`);
  }
  return await loadCatalogue([folder]);
}

const reason = (word: string): string =>
  `{ reason: "${word}", by: "${word}", text: ${LABEL}, when: "true", unit: "'${word}'" }`;
const noted = (kind: string, table: string): string =>
  `{ kind: "${kind}", tables: ["${table}"], rows: "select from ${table}" }`;

describe("the deliveries of several subjects for one type", () => {
  it("count together, in the order of their files, with the service in its definition", async () => {
    const catalogue = await loaded({
      ...rack('service: { copied: ["name"] }, storage: { statements: ["select 1"] }'),
      "b/rack.delivery.ts": `{ of: "lab.rack", service: { views: ["b"], reader: "b", units: { two: "select 2" }, unserved: [${reason("late")}], delivered: ${noted("rack", "lab.b")} }, statements: ["select 3"] }`,
      "a/rack.delivery.ts": `{ of: "lab.rack", service: { units: { one: "select 1" }, unserved: [${reason("early")}], delivered: ${noted("rack", "lab.a")} }, statements: ["select 2"] }`,
    });
    const { service, storage } = catalogue.type("lab.rack").spec;
    expect(storage?.statements).toEqual(["select 1", "select 2", "select 3"]);
    expect(service).toMatchObject({
      copied: ["name"],
      reader: "b",
      views: ["b"],
      units: { one: "select 1", two: "select 2" },
      unserved: [{ reason: "early" }, { reason: "late" }],
      delivered: {
        kind: "rack",
        tables: ["lab.a", "lab.b"],
        rows: "select from lab.a\nunion all\nselect from lab.b",
      },
    });
  });

  it("are null for a type without a delivery, and leave out members that no delivery has", async () => {
    const catalogue = await loaded({
      ...rack('storage: { indexes: { name_idx: "(name)" } }'),
      "lab/rack.delivery.ts": `{ of: "lab.rack", service: { copied: ["name"] } }`,
      "lab/shelf.ts": rack()["lab/rack.ts"]?.replaceAll("rack", "shelf") ?? "",
    });
    expect(catalogue.type("lab.rack").spec).toMatchObject({ storage: { indexes: { name_idx: "(name)" } } });
    expect(catalogue.type("lab.rack").spec.service).toEqual({ copied: ["name"] });
    expect(catalogue.type("lab.shelf").spec.service).toBeUndefined();
  });

  it("give the state of the type the reasons of all deliveries", async () => {
    const made = `(of, unserved) => ({ name: "lab.rack_state", gpk: "rackstate", label: ${LABEL}, description: ${LABEL}, attributes: { rack: { ref: { to: of } } }, key: ["rack"], read: "all", source: { sql: unserved.map(({ reason }) => reason).join(" ") } })`;
    const catalogue = await loaded({
      ...rack(),
      "a/rack.delivery.ts": `{ of: "lab.rack", state: ${made} }`,
      "b/rack.delivery.ts": `{ of: "lab.rack", service: { unserved: [${reason("late")}, ${reason("lost")}] } }`,
    });
    const { spec, references } = catalogue.type("lab.rack_state");
    expect(references.map(({ to }) => to)).toEqual(["lab.rack"]);
    expect(spec.source).toEqual({ sql: "late lost" });
  });
});

describe("a wrong delivery is named with its file, where it", () => {
  const state = `() => ({ name: "lab.rack", gpk: "second", label: ${LABEL}, description: ${LABEL}, attributes: {}, key: [], read: "all" })`;
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ["is none", { "lab/a.delivery.ts": "{}" }, /a\.delivery\.ts exports no delivery: defineDelivery/],
    [
      "is of an unknown type",
      { "lab/a.delivery.ts": '{ of: "lab.rakc" }' },
      /a\.delivery\.ts: lab\.rakc, of: it refers to the unknown type lab\.rakc\. Write lab\.rack, if that is meant\./,
    ],
    [
      "has an unknown member",
      { "lab/a.delivery.ts": '{ of: "lab.rack", servce: {} }' },
      /lab\.rack, servce: no delivery has a member servce\. Write service, if that is meant\./,
    ],
    [
      "has a member in the wrong form",
      { "lab/a.delivery.ts": '{ of: "lab.rack", state: "rack_state" }' },
      /lab\.rack, state: it is "rack_state"\. Write partState/,
    ],
    [
      "tells services something unknown",
      { "lab/a.delivery.ts": '{ of: "lab.rack", service: { view: [] } }' },
      /lab\.rack, service\.view: no service has a member view\. Write views, if that is meant\./,
    ],
    [
      "has units in the wrong form",
      { "lab/a.delivery.ts": '{ of: "lab.rack", service: { units: { one: 1 } } }' },
      /lab\.rack, service\.units: it is \{"one":1\}\. Write/,
    ],
    ...(
      [
        ["the reader", 'service: { reader: "lab" }', "service\\.reader"],
        ["answers", "service: { answers: {} }", "service\\.answers"],
        ["a unit", 'service: { units: { one: "select 1" } }', "service\\.units\\.one"],
        ["a state", `state: ${state.replace("lab.rack", "lab.rack_state")}`, "state"],
      ] as const
    ).map(([what, members, at]): [string, Readonly<Record<string, string>>, RegExp] => [
      `is the second that tells ${what}`,
      {
        "lab/a.delivery.ts": `{ of: "lab.rack", ${members} }`,
        "lab/b.delivery.ts": `{ of: "lab.rack", ${members} }`,
      },
      new RegExp(`b\\.delivery\\.ts: lab\\.rack, ${at}: another delivery of the type tells it already`),
    ]),
    [
      "notes another kind",
      {
        "lab/a.delivery.ts": `{ of: "lab.rack", service: { delivered: ${noted("rack", "lab.a")} } }`,
        "lab/b.delivery.ts": `{ of: "lab.rack", service: { delivered: ${noted("rakc", "lab.b")} } }`,
      },
      /b\.delivery\.ts: lab\.rack, service\.delivered: another delivery notes rack\. Write this kind\./,
    ],
    [
      "makes a state with the name of another type",
      { "lab/a.delivery.ts": `{ of: "lab.rack", state: ${state} }` },
      /a\.delivery\.ts: lab\.rack: it is defined already\. Write another name\./,
    ],
  ])("%s", async (_, files, message) => {
    await expect(loaded({ ...rack(), ...files })).rejects.toThrow(message);
  });
});
