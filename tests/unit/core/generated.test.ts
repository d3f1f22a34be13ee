import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { validators, validatorSource } from "../../../scripts/validators.ts";

it.each(validators)(
  "the compiled validator of $document matches its schema (run scripts/validators.ts after a change)",
  async ({ document, file }) => {
    expect(await readFile(file, "utf8")).toBe(await validatorSource(document));
  },
);
