import { describe, expect, it } from "vitest";
import { readLogEntry, withoutRepeated } from "#core/txlist/log-entry";

const TEXT = "cntl.ot_lang_attr_val";
const text = (value: string, language_tag = "en") => ({
  object_fq_name: "org.unit_type",
  object_gfk: "unittype-4",
  lang_attr_key: "description",
  language_tag,
  value,
});

describe("entries of the change log", () => {
  it("an entry of an object shows what changed in it", () => {
    const entry = {
      object_fq_name: "nd.bldg",
      object_gfk: "bldg-1",
      object_title: "20.40",
      function: "update",
      old: { number: "20.40", title: "Alt" },
      new: { number: "20.40", title: "Neu" },
    };
    expect(readLogEntry(entry)).toEqual({
      object: "nd.bldg",
      gpk: "bldg-1",
      title: "20.40",
      function: "update",
      old: entry.old,
      now: entry.new,
      changes: [{ attribute: "title", path: [], before: "Alt", after: "Neu" }],
      isText: false,
    });
  });

  it.each([
    ["came", null, text("new"), null, "new"],
    ["changed", text("old"), text("new"), "old", "new"],
    ["went", text("old"), null, "old", null],
  ])("a text in another language that %s is a changed value of its object", (_, old, now, before, after) => {
    const entry = {
      object_fq_name: TEXT,
      object_gfk: "t-1",
      object_title: "Name",
      function: "create",
      old,
      new: now,
    };
    expect(readLogEntry(entry)).toEqual({
      object: "org.unit_type",
      gpk: "unittype-4",
      title: "Name",
      function: "update",
      old: {},
      now: {},
      changes: [{ attribute: "description", path: [], before, after, language: "en" }],
      isText: true,
    });
  });

  it("a text in the reader's language is shown once: as a value of the object that was written with it", () => {
    const object = { transaction_gfk: "ta-1", object_gfk: "unittype-4", object_fq_name: "org.unit_type" };
    const of = (transaction_gfk: string, language: string, isGone = false) => ({
      transaction_gfk,
      object_gfk: "t-1",
      object_fq_name: TEXT,
      old: isGone ? text("x", language) : null,
      new: isGone ? null : text("x", language),
    });
    const entries = [object, of("ta-1", "de"), of("ta-1", "de", true), of("ta-1", "en"), of("ta-2", "de")];
    expect(withoutRepeated(entries)).toEqual([object, entries[3], entries[4]]);
  });
});
