import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { cardsOf, kindsOf } from "#core/txlist/log-cards";

const entry = (
  transaction: number,
  gpk: string,
  fn: string,
  values: readonly [Row | null, Row | null],
): Row => ({
  transaction_gfk: `tx-${String(transaction)}`,
  object_fq_name: gpk.startsWith("rec") ? "dns.record" : "nd.site",
  object_gfk: gpk,
  object_title: gpk,
  function: fn,
  old: values[0],
  new: values[1],
});
const ttl = (transaction: number, gpk: string, old: number, now: number): Row =>
  entry(transaction, gpk, "update", [
    { name: gpk, ttl: old },
    { name: gpk, ttl: now },
  ]);

describe("cards of transactions", () => {
  it("[OBJ-52] entries become one card for each transaction, newest first", () => {
    const cards = cardsOf([ttl(2, "rec-1", 1, 2), ttl(2, "rec-2", 1, 2), ttl(1, "rec-1", 0, 1)]);
    expect(cards.map(({ transaction, rows }) => [transaction, rows.length])).toEqual([
      ["tx-2", 2],
      ["tx-1", 1],
    ]);
  });

  it("[OBJ-53] equal changes of a transaction are shown once, with all their objects", () => {
    const [card] = cardsOf(
      [
        ttl(1, "rec-1", 300, 60),
        ttl(1, "rec-2", 300, 60),
        ttl(1, "rec-3", 600, 60),
        entry(1, "site-1", "create", [null, { name: "a" }]),
        entry(1, "site-2", "create", [null, { name: "b" }]),
        entry(1, "site-3", "delete", [{ name: "c" }, null]),
        entry(1, "site-4", "delete", [{ name: "d" }, null]),
        entry(1, "rec-4", "create", [null, { name: "a" }]),
        entry(1, "site-5", "update", [{ ttl: 300 }, { ttl: 60 }]),
      ].toReversed(),
    );
    expect(card?.changes.map(({ told, all }) => [told.function, all.map(({ gpk }) => gpk)])).toEqual([
      ["update", ["rec-1", "rec-2"]],
      ["update", ["rec-3"]],
      ["create", ["site-1", "site-2"]],
      ["delete", ["site-3", "site-4"]],
      ["create", ["rec-4"]],
      ["update", ["site-5"]],
    ]);
  });

  it("[OBJ-52] a card counts its objects by kind of change, and an object with two changes once", () => {
    const text: Row = {
      ...entry(1, "lav-1", "create", [
        null,
        {
          object_fq_name: "nd.site",
          object_gfk: "site-1",
          lang_attr_key: "title",
          language_tag: "en",
          value: "A",
        },
      ]),
      object_fq_name: "cntl.ot_lang_attr_val",
    };
    const [card] = cardsOf(
      [
        entry(1, "site-1", "update", [{ campus: "x" }, { campus: "y" }]),
        text,
        ttl(1, "rec-1", 1, 2),
      ].toReversed(),
    );
    expect(card === undefined ? [] : kindsOf(card)).toEqual([
      { function: "update", object: "nd.site", count: 1 },
      { function: "update", object: "dns.record", count: 1 },
    ]);
  });
});
