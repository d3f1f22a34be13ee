import { Ajv2020 } from "ajv/dist/2020.js";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Template } from "#contract/template";
import { withValues } from "#contract/template-values";
import type { Json, Row } from "#contract/wire/json";
import { readHub } from "../../server/hub/files.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const NAMES = readdirSync(join(ROOT, "templates")).sort();

let world: HttpWorld;
let ada: string;

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
});
afterAll(() => world.close());

function fileText(folder: string, name: string): string {
  return readFileSync(join(ROOT, folder, name), "utf8");
}

function textOf(value: Json | undefined): string {
  if (typeof value !== "string") throw new Error(`${JSON.stringify(value)} is no text`);
  return value;
}

async function templateOf(name: string): Promise<Template> {
  const { status, text } = await world.get(`/api/hub/json_templates/${name}?r=0.5`);
  expect(status).toBe(200);
  return JSON.parse(text) as Template;
}

describe("GET /api/hub/index.json", () => {
  it("[API-10] [API-03] names every template, without a token and for any query", async () => {
    const { status, text } = await world.get("/api/hub/index.json?r=0.123&x=1");
    expect(status).toBe(200);
    const { template_list: list } = JSON.parse(text) as { template_list: readonly Row[] };
    expect(list.map(({ name }) => name)).toEqual(NAMES);
    expect(list.length).toBeGreaterThanOrEqual(3);
    for (const entry of list) {
      const template = JSON.parse(fileText("templates", textOf(entry["name"]))) as Template;
      expect(entry).toEqual({
        name: entry["name"],
        display_name: template.name,
        description: template.description,
        author: template.author ?? null,
        target_api_version: "4.2",
        function_list: [
          ...new Set(template.transaction.map(({ name }) => name).filter((name) => !name.endsWith(".list"))),
        ],
      });
    }
  });
});

describe("files of the hub", () => {
  it("[API-11] a template is answered as its file", async () => {
    for (const name of NAMES)
      expect((await world.get(`/api/hub/json_templates/${name}?r=1`)).text).toBe(fileText("templates", name));
  });

  it("[API-12] a schema is answered as its file, and follows draft 2020-12", async () => {
    const { text } = await world.get("/api/hub/schemas/version_1.schema.json?r=1");
    expect(text).toBe(fileText("schemas", "version_1.schema.json"));
    const schema = JSON.parse(text) as { $schema: string };
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
  });

  it.each([
    "/api/hub/index.json",
    "/api/hub/json_templates/dns_acme_challenge.json",
    "/api/hub/schemas/version_1.schema.json",
  ])("%s has an entity tag, and 304 for clients that have it", async (url) => {
    const { headers } = await world.get(url);
    const tag = String(headers["etag"]);
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await world.send({ method: "GET", url, headers: { "if-none-match": tag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await world.send({ method: "GET", url, headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it.each([
    "/api/hub/json_templates/none.json",
    "/api/hub/json_templates/..%2Fpackage.json",
    "/api/hub/json_templates/%2e%2e%2fpackage.json",
    "/api/hub/json_templates/../package.json",
    "/api/hub/json_templates/",
    "/api/hub/schemas/dns_acme_challenge.json",
    "/api/hub/schemas/a%00.json",
    "/api/hub/other.json",
  ])("%s is not found", async (url) => {
    const { status, text } = await world.get(url);
    expect([status, (JSON.parse(text) as Record<string, unknown>)["template_list"]]).toEqual([
      404,
      undefined,
    ]);
  });

  it("accepts no other method", async () => {
    expect((await world.post("/api/hub/index.json", {})).status).toBe(405);
  });
});

describe("shipped templates", () => {
  it("[TPL-17] satisfy their schema and the catalogue", () => {
    const told: string[] = [];
    readHub(ROOT, world.catalogue, (text) => told.push(text));
    expect(told).toEqual([]);
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(fileText("schemas", "version_1.schema.json")) as object,
    );
    const fitting = NAMES.filter((name) => validate(JSON.parse(fileText("templates", name))));
    expect(fitting).toEqual(NAMES);
  });

  it.each(NAMES)(
    "%s: the queries of its typeaheads answer the attributes that their fields read",
    async (name) => {
      const template = await templateOf(name);
      for (const { type, type_params: params } of Object.values(template.variables)) {
        if (type !== "typeahead") continue;
        const { status, text } = await world.post(
          "/api/4.2/wapi/transaction/execute?dict_mode=true",
          withValues(params["query"] ?? [], { term: "a" }),
          ada,
        );
        expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
        const [row] =
          (JSON.parse(text) as Record<string, readonly Row[]>)[textOf(params["query_path"])] ?? [];
        expect(row).toHaveProperty(textOf(params["display_value"]));
        expect(row).toHaveProperty(textOf(params["return_value"]));
      }
    },
  );
});
