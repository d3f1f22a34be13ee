import { relative } from "node:path";
import { beforeAll, expect } from "vitest";
import { TEST_FILE } from "./mutants.sql-driver.ts";

/** Tells the driver of this process, and the processes that it starts, which test file runs. */
beforeAll(() => {
  process.env[TEST_FILE] = relative(process.cwd(), expect.getState().testPath ?? "");
});
