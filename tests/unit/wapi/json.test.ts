import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import { Refusal } from "../../../server/faults.ts";
import { densityOf, jsonOf } from "../../../server/wapi/call/json.ts";

const nested = (levels: number, open = "[", close = "]"): string =>
  open.repeat(levels) + close.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const most = LIMITS.bodyDepth;

function said(text: string | Uint8Array, mostValues?: number): string {
  try {
    jsonOf(text, mostValues);
    return "read";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { details, description } = error.exception;
    for (const value of Object.values(details)) expect(value).not.toBeNaN();
    return `${error.fault} ${JSON.stringify(details)} ${/nested|values|tief|Werte/.exec(description)?.[0] ?? ""}`.trim();
  }
}

describe("the JSON of a body", () => {
  it.each<readonly [string, string, string]>([
    ["as deep as may be", nested(most), "read"],
    ["objects as deep as may be", objects(most), "read"],
    ["lists beside each other", `[${nested(most - 1)},${nested(most - 1)}]`, "read"],
    ["brackets in texts", JSON.stringify(`${nested(most + 1)}"${nested(most + 1)}\\`), "read"],
    ["a level more", nested(most + 1), `body_too_large {"limit":${String(most)}} tief`],
    ["objects a level deeper", objects(most + 1), `body_too_large {"limit":${String(most)}} tief`],
    [
      "a level more behind a text",
      `["]]\\"]",${nested(most)}]`,
      `body_too_large {"limit":${String(most)}} tief`,
    ],
    ["deep without an end", "[".repeat(most + 1), `body_too_large {"limit":${String(most)}} tief`],
    ["no JSON", '{"a" 1}', 'malformed_json {"position":5}'],
    ["nothing", "", 'malformed_json {"position":null}'],
  ])("%s", (_, text, expected) => {
    expect(said(text)).toBe(expected);
    expect(said(new TextEncoder().encode(text))).toBe(expected);
  });

  const few = 100;
  it.each<readonly [string, number, string, boolean]>([
    ["as many as may be", few - 1, "1", true],
    ["one more", few, "1", false],
    ["many more", 3 * few, "1", false],
    ["empty lists", few - 1, "[ ]", true],
    ["an empty list more", few, "[]", false],
    ["texts with commas", few - 1, '",,["', true],
    ["lists of one value", few / 2, "[ 1 ]", false],
    ["objects", few / 2 - 1, '{"a":1}', true],
  ])("the number of values: %s", (_, count, value, isRead) => {
    const text = `[${`${value},`.repeat(count - 1)}${value}]`;
    const tooMany = `body_too_large {"limit":${String(few)}} Werte`;
    expect(said(text, few)).toBe(isRead ? "read" : tooMany);
  });

  it("too many values are refused while they are counted, whatever follows", () => {
    expect(said(`[${"1,".repeat(few + most)}`, few)).toContain("body_too_large");
    expect(said(`[${"1,".repeat(few - 2)}`, few)).toContain("malformed_json");
  });

  it("with bytes that are not UTF-8 is refused", () => {
    expect(said(Uint8Array.of(0x22, 0xff, 0x22))).toBe('malformed_json {"position":null}');
    expect(jsonOf(new TextEncoder().encode('"ü"'))).toBe("ü");
    expect(jsonOf('{"a":[1,"ü"]}')).toEqual({ a: [1, "ü"] });
  });
});

describe("the greatest number of lists and objects within one element of a body", () => {
  it.each([
    ["a list of short steps", JSON.stringify(Array.from({ length: 500 }, () => ({ name: "a", old: {} }))), 2],
    [
      "one step with many conditions",
      JSON.stringify([{ a: 1 }, { old: { _or: Array.from({ length: 300 }, () => ({})) } }]),
      303,
    ],
    [
      "a single call with many conditions",
      JSON.stringify({ old: { _or: Array.from({ length: 300 }, () => ({})) } }),
      302,
    ],
    ["brackets in texts", JSON.stringify([{ a: '[[[{{{"[[' }]), 1],
    ["nothing", "", 0],
    ["a list of values", JSON.stringify([Array.from({ length: 900 }, () => 1)]), 1],
  ])("%s", (_, text, count) => {
    expect(densityOf(Buffer.from(text))).toBe(count);
  });
});
