import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONG } from "../../support/long-first.ts";

it("every file that starts first exists", () => {
  const root = join(import.meta.dirname, "..", "..", "..");
  expect(LONG.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
