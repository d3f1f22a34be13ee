import { expect, it } from "vitest";
import template from "../../../templates/dns_acme_challenge.json" with { type: "json" };
import schema from "../../../schemas/version_1.schema.json" with { type: "json" };
import { refusedBy } from "../../../src/ui/form/served-schema.ts";

const pathsOf = (changed: object): readonly string[] =>
  refusedBy(schema, { ...template, ...changed }).map(({ path }) => path);

it("[HUB-25] a schema of the server refuses nothing in a template of the hub", () => {
  expect(refusedBy(schema, template)).toEqual([]);
});

it("[HUB-25] each refusal by a schema of the server is reported once, with its path and a message", () => {
  expect(pathsOf({ target_api_version: 4 })).toEqual(["/target_api_version"]);
  const [problem] = refusedBy({ ...schema, required: ["licence"] }, template);
  expect(problem).toMatchObject({ path: "", key: "other" });
  expect(problem?.values?.["message"]).toContain("licence");
});
