import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MADE_TYPES, RECORD_TYPES } from "#contract/records/index";
import { SENT_TYPES } from "#contract/values/record-types";

const ROOT = join(import.meta.dirname, "../../..");
const LIST = "index.ts";
/** Kinds of fields that take the rest of the data, so no field follows them. */
const LAST = new Set([
  "address4",
  "address6",
  "base64",
  "hex",
  "location",
  "longString",
  "parameters",
  "text",
  "value",
]);

describe("files of record types", () => {
  it("each record type of the list has its file, and each file its type in the list", () => {
    const files = readdirSync(join(ROOT, "src/contract/records")).filter((file) => file !== LIST);
    const types = [...RECORD_TYPES, ...MADE_TYPES].map(({ name }) => `${name.toLowerCase()}.ts`);
    expect(files.length).toBeGreaterThan(25);
    expect(types.toSorted()).toEqual(files.toSorted());
  });

  it("no two types have one number, and all of them are sent except the bare reference", () => {
    const codes = SENT_TYPES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(RECORD_TYPES.filter(({ code }) => code === undefined).map(({ name }) => name)).toEqual([
      "REF-FQDN",
    ]);
  });

  it.each(RECORD_TYPES)(
    "$name: the target is a name, the digest is last, and only the last field takes the rest",
    (type) => {
      const { fields, target, digest } = type;
      const names = Object.keys(fields);
      const kinds = Object.values(fields);
      if (target !== undefined) expect(fields[target.field]).toBe("name");
      if (digest !== undefined) {
        expect(names).toContain(digest.by);
        expect(kinds.at(-1)).toBe("hex");
      }
      expect(kinds.slice(0, -1).filter((kind) => LAST.has(kind))).toEqual([]);
    },
  );

  it("the wire contract has each type in a row of 7.6", () => {
    const contract = readFileSync(join(ROOT, "docs/contract/wire-contract.md"), "utf8");
    const [, section = ""] = contract.split("| Record type | `data` (canonical form) | Filled |");
    const rows = section.slice(0, section.indexOf("\n\n")).matchAll(/^\| ([A-Z0-9, -]+) \|/gm);
    const told = [...rows].flatMap(([, types = ""]) => types.split(", "));
    expect(told.toSorted()).toEqual(RECORD_TYPES.map(({ name }) => name).toSorted());
  });
});
