import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { validatorSource } from "../../../scripts/validators.ts";

const kept = (name: string): Promise<string> =>
  readFile(new URL(`../../../src/core/generated/${name}.js`, import.meta.url), "utf8");

it.each(["planned-list-2", "version_1"])(
  "the compiled validator of %s matches its schema (run scripts/validators.ts after a change)",
  async (document) => {
    expect(await kept(document)).toBe(await validatorSource(document));
  },
);
