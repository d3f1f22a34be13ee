import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../../src");

it("[GRP-09] only the list and the page of groups name IDM-Sync, so nothing else in the portal depends on it", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC });
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) => readFileSync(join(SRC, file), "utf8").includes("is_idm_sync"));
  expect(naming.toSorted()).toEqual(["subjects/cntl/group.ts", "subjects/cntl/groups.ts"]);
});
