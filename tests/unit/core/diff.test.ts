import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isToldBy, piecesOf, type Piece } from "../../../src/core/txlist/diff.ts";

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");

function diff(old: string, now: string): readonly [string, string] {
  const pieces = piecesOf(old, now);
  return [marked(pieces.old), marked(pieces.now)];
}

describe("the difference of two values", () => {
  it("marks the words that only one of the two values has", () => {
    expect(diff("IT for old algebra", "IT for algebra and topology")).toEqual([
      "IT for [old ]algebra",
      "IT for algebra[ and topology]",
    ]);
  });

  it("marks labels of names and parts of addresses", () => {
    expect(diff("www.iag.example.", "web.iag.example.")).toEqual([
      "[www].iag.example.",
      "[web].iag.example.",
    ]);
    expect(diff("10.0.20.13", "10.0.21.13")).toEqual(["10.0.[20].13", "10.0.[21].13"]);
  });

  it("marks the whole values if they share no word", () => {
    expect(diff("3600", "7200")).toEqual(["3600", "7200"]);
    expect(diff("a.b", "c.d")).toEqual(["a.b", "c.d"]);
  });

  it("loses no character of either value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (old, now) => {
        const pieces = piecesOf(old, now);
        expect(pieces.old.map(({ text }) => text).join("")).toBe(old);
        expect(pieces.now.map(({ text }) => text).join("")).toBe(now);
      }),
    );
  });
});

it("a title contains whole words only", () => {
  expect(isToldBy("www.example. A 10.0.0.1", "A")).toBe(true);
  expect(isToldBy("www.example. A 10.0.0.1", "10.0.0.1")).toBe(true);
  expect(isToldBy("www.example. A 10.0.0.1", "10.0.0")).toBe(false);
  expect(isToldBy("www.example. A 10.0.0.1", "")).toBe(false);
});
