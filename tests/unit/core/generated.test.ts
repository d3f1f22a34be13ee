import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { validatorSource } from "../../../scripts/validators.ts";

it("the compiled validator is the one of the schema (run scripts/validators.ts after a change)", async () => {
  const kept = new URL("../../../src/core/generated/planned-list-2.js", import.meta.url);
  expect(await readFile(kept, "utf8")).toBe(await validatorSource("planned-list-2"));
});
