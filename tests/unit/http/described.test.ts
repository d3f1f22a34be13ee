import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { codingOf, prepare } from "../../../server/http/described.ts";

const TEXT = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `room ${String(at)}` })));

it("a prepared text has the same bytes in every encoding, and is compressed once for all requests", async () => {
  const prepared = prepare(TEXT);
  const [br, again] = await Promise.all([prepared.packed("br"), prepared.packed("br")]);
  expect(brotliDecompressSync(br).toString()).toBe(TEXT);
  expect(again).toBe(br);
  expect(await prepared.packed("br")).toBe(br);
  expect(gunzipSync(await prepared.packed("gzip")).toString()).toBe(TEXT);
  expect(br.length).toBeLessThan(TEXT.length / 5);
});

it("the best encoding that a request accepts is sent", () => {
  const headers = ["br, gzip", "gzip;q=1.0", "br;q=0, *", "identity", undefined];
  expect(headers.map(codingOf)).toEqual(["br", "gzip", "gzip", "plain", "plain"]);
});
