import { describe, expect, it } from "vitest";
import { keyOf } from "#core/catalogue/key";
import { rowIn, translationIn, valueIn } from "#core/catalogue/languages";
import { namedValue, readFor, valuesReading, type Read } from "#core/catalogue/named-value";
import { pinChange, pinStep } from "#core/catalogue/pins";
import { sketchCatalogue } from "./metadata.ts";

const STATES: Read = {
  data_type: "text_id",
  value_language_dict: { new: { de: "neu", en: "fresh" }, done: { de: "erledigt", en: "finished" } },
};

describe("values with labels", () => {
  it.each([
    ["new", "neu"],
    [
      ["done", "new", "other"],
      ["erledigt", "neu", "other"],
    ],
    ["toString", "toString"],
    [7, 7],
    [null, null],
  ])("%j reads %j", (value, read) => {
    expect(namedValue(STATES, value, "de")).toEqual(read);
    expect(namedValue(null, value, "de")).toEqual(value);
  });

  it("are known by their attribute: by labels, or as domain names", () => {
    expect(readFor(STATES)).toEqual({ read: STATES });
    expect(readFor({ data_type: "fqdn_array" })).toEqual({ read: { data_type: "fqdn_array" } });
    expect(readFor({ data_type: "text" })).toEqual({});
    expect(readFor(null)).toEqual({});
  });

  it("are found by a part of their label in the language of the reader, in any case", () => {
    expect(valuesReading(STATES.value_language_dict, "FRE", "en")).toEqual(["new"]);
    expect(valuesReading(STATES.value_language_dict, "e", "de")).toEqual(["new", "done"]);
    expect(valuesReading(STATES.value_language_dict, "fresh", "de")).toEqual([]);
    expect(valuesReading(undefined, "", "de")).toEqual([]);
  });
});

describe("translated attributes of a row", () => {
  const row = { name: "CN", title: "Nord", language_dict: { title: { en: "North" }, note: { en: "" } } };

  it("are read in the language of the reader, or as they are stored", () => {
    expect(rowIn(row, "en")).toEqual({ ...row, title: "North", note: null });
    expect(rowIn(row, "de")).toEqual({ ...row, note: null });
    expect(rowIn({ title: "Nord" }, "en")).toEqual({ title: "Nord" });
    expect([valueIn(row, "title", "en"), valueIn(row, "title", "swg"), valueIn(row, "none", "en")]).toEqual([
      "North",
      "Nord",
      null,
    ]);
  });

  it("have a translation only if it is a non-empty text", () => {
    expect(translationIn(row, "title", "en")).toBe("North");
    expect(translationIn(row, "note", "en")).toBeNull();
    expect(translationIn(row, "title", "fr")).toBeNull();
    expect(translationIn({}, "title", "en")).toBeNull();
  });
});

it("a row is named by its whole natural key, or by its gpk", () => {
  const [room, bare] = sketchCatalogue([
    {
      name: "a.room",
      attributes: { site: { type: "text_id", key: true }, name: { type: "text_id", key: true } },
    },
    { name: "b.bare", attributes: { name: { type: "text_id" } } },
  ]).types;
  if (room === undefined || bare === undefined) throw new Error("no types");
  expect(keyOf(room, { gpk: "r-1", site: "CN", name: "301" })).toEqual({ site: "CN", name: "301" });
  expect(keyOf(room, { gpk: "r-1", site: "CN", name: null })).toEqual({ gpk: "r-1" });
  expect(keyOf(bare, { gpk: "b-1", name: "x" })).toEqual({ gpk: "b-1" });
  expect(keyOf(bare, {})).toEqual({ gpk: null });
});

it("a pin is created and deleted by account and object, and listed with its object", () => {
  const pin = { login_name: "ada", object_gfk: "bcd-1" };
  expect(pinChange("ada", "bcd-1", true)).toEqual({ name: "cntl.pin.create", new: pin });
  expect(pinChange("ada", "bcd-1", false)).toEqual({ name: "cntl.pin.delete", old: pin });
  expect(pinStep("bcd")).toEqual({
    idx: "cntl.pin",
    name: "cntl.pin.list",
    old: { is_own: true },
    inner_join_ref: { bcd: "api_func_cntl_pin_object_gfk" },
  });
});
