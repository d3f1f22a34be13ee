import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import { Refusal } from "../../../server/faults.ts";
import { jsonOf } from "../../../server/wapi/json.ts";

const nested = (levels: number, open = "[", close = "]"): string =>
  open.repeat(levels) + close.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const most = LIMITS.bodyDepth;

function said(text: string | Uint8Array): string {
  try {
    jsonOf(text);
    return "read";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { details, description } = error.exception;
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
});
