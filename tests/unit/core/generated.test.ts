import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { formValidatorSource, validatorSource } from "../../../scripts/validators.ts";

const kept = (name: string): Promise<string> =>
  readFile(new URL(`../../../src/core/generated/${name}.js`, import.meta.url), "utf8");

it.each(["planned-list-2", "version_1"])(
  "the compiled validator of %s is the one of the schema (run scripts/validators.ts after a change)",
  async (document) => {
    expect(await kept(document)).toBe(await validatorSource(document));
  },
);

it.each(["account", "token"] as const)(
  "the compiled validators of the form %s are those of its schema",
  async (form) => {
    expect(await kept(`login-${form}`)).toBe(formValidatorSource(form));
  },
);
