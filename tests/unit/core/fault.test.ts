import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import { ChunkLoadError, toChunkLoadError } from "#core/fault/chunk-load-error";
import { isUntold } from "#core/fault/untold";

describe("a part that could not be loaded", () => {
  it.each([
    [
      "Chromium",
      "Failed to fetch dynamically imported module: https://x.example/assets/home-DTh56_MJ.js",
      "home",
    ],
    [
      "Firefox",
      "error loading dynamically imported module: https://x.example/assets/user-guide-B-3_xy9z.js",
      "user-guide",
    ],
    ["Firefox, without an address", "Loading module script was blocked", "unknown"],
    ["Safari", "Importing a module script failed.", "unknown"],
    [
      "Vite, with a file of the sources",
      "importing a module failed: /src/x-12345678.js.map",
      "x-12345678.js.map",
    ],
    ["Vite, with a short name", "importing a module failed: /src/x-1234.js", "x-1234.js"],
  ])("[SYS-15] is named by the message of %s", (_, message, chunk) => {
    const cause = new TypeError(message);
    const error = toChunkLoadError(cause);
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error).toMatchObject({
      name: "chunk load error",
      message: `chunk load error: ${chunk}`,
      chunk,
      cause,
    });
  });

  it.each([
    ["with another message", new TypeError("x is not a function")],
    ["of another class", new Error("Importing a module script failed.")],
  ])("is no error %s", (_, error) => {
    expect(toChunkLoadError(error)).toBe(error);
  });
});

it.each([
  ["network", undefined, true],
  ["network", 0, true],
  ["incomplete_answer", 200, true],
  ["incomplete_answer", 399, true],
  ["http_status", 400, false],
  ["http_status", 499, false],
  ["http_status", 500, true],
  ["http_status", 502, true],
  // The server itself names these faults.
  ["internal", 500, false],
  ["not_ready", 503, false],
  ["outcome_unknown", 504, true],
])("after the fault %s and the status %s it is unknown how the call ended: %s", (name, status, isUnknown) => {
  // Only the name of the fault decides.
  const fault = { name } as Fault;
  expect(isUntold({ ok: false, fault, ...(status === undefined ? {} : { status }) })).toBe(isUnknown);
  expect(isUntold({ ok: true, lists: {}, rolledBack: false, accessMode: "rw" })).toBe(false);
});
