import { expect, it } from "vitest";
import { resolveSubtree } from "../../../src/views/swagger/resolve-subtree.ts";

const FAULT = { type: "object", properties: { code: { type: "integer" } } };
const DOCUMENT = {
  paths: {
    "/nd/site/list": {
      get: {
        parameters: [{ name: "name", schema: { $ref: "#/components/schemas/name" } }],
        responses: { "400": { schema: { $ref: "#/components/schemas/a~1b%20~0c" } } },
      },
    },
  },
  components: {
    schemas: {
      "a/b ~c": FAULT,
      name: { type: "string" },
      unit: { members: [{ $ref: "#/components/schemas/unit" }, { $ref: "#/components/schemas/name" }] },
      lost: { $ref: "#/components/schemas/nowhere" },
      elsewhere: { $ref: "https://example.org/schema.json" },
    },
  },
};

const spec = async (...path: string[]) => (await resolveSubtree(DOCUMENT, path)).spec;

it("[ROUTE-06] resolves the references of a call, also names with slashes and blanks", async () => {
  expect(await spec("paths", "/nd/site/list", "get")).toEqual({
    parameters: [{ name: "name", schema: { type: "string" } }],
    responses: { "400": { schema: FAULT } },
  });
  expect(await spec("paths", "/nd/site/list", "get", "parameters", "0", "name")).toBe("name");
});

it("leaves recursive, dangling and external references unchanged", async () => {
  const { unit, lost, elsewhere } = DOCUMENT.components.schemas;
  expect(await spec("components", "schemas", "unit")).toEqual({
    members: [{ members: [unit.members[0], { type: "string" }] }, { type: "string" }],
  });
  expect(await spec("components", "schemas", "lost")).toEqual(lost);
  expect(await spec("components", "schemas", "elsewhere")).toEqual(elsewhere);
});

it("answers nothing for a path that is not in the document", async () => {
  expect(await spec("components", "securitySchemes", "bearer")).toBeUndefined();
  expect(await spec("paths", "/nd/site/list", "get", "parameters", "0", "name", "x")).toBeUndefined();
});
