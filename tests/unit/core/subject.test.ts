import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Planned, PlannedContent } from "#core/txlist/planned";
import { isInRun, kindsIn, runFrom, subjectOf } from "#core/txlist/subject";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { simple, unknown } from "./planned.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function creating(object: string, title: string, values: PlannedContent["parameters"]["new"]): Planned {
  return simple(title, {
    object_fq_name: object,
    object_function: "create",
    parameters: { old: {}, new: values },
    object_title: title,
  });
}

const name = (value: string): Planned => creating("dns.fqdn", value, { value });
const record = (fqdn: string, data: string): Planned =>
  creating("dns.record", `${fqdn} A ${data}`, { fqdn, type: "A", data });

describe("the subject of an element", () => {
  it("is the name for a record, new or old, and for a name", () => {
    const old = simple("d", {
      object_fq_name: "dns.record",
      object_function: "delete",
      parameters: { old: { gpk: "record-1" }, new: {} },
      object_title: "www.example. A 10.0.0.1",
    });
    for (const item of [name("www.example."), record("www.example.", "10.0.0.1"), old])
      expect(subjectOf(item, catalogue)).toEqual({
        object: "dns.fqdn",
        id: "www.example.",
        name: "www.example.",
      });
  });

  it("is the whole key: two rooms with one number in two buildings differ", () => {
    const [one, other] = ["A", "B"].map((bldg) =>
      subjectOf(creating("nd.room", "001", { site: "nord", bldg, name: "001" }), catalogue),
    );
    expect(one?.name).toBe(other?.name);
    expect(one?.id).not.toBe(other?.id);
  });

  it("is empty for an unknown element", () => {
    expect(subjectOf(unknown("x"), catalogue)).toBeNull();
  });
});

describe("neighbouring elements about one object", () => {
  const others = Array.from({ length: 9 }, (_, at) => name(`host-${String(at)}.example.`));
  const list = [name("www.example."), record("www.example.", "10.0.0.1"), record("www.example.", "10.0.0.2")];

  it("are grouped in a long list, and counted where the group begins", () => {
    const long = [...list, ...others];
    expect(long.map((_, at) => runFrom(long, at, catalogue))).toEqual([
      3,
      ...Array.from({ length: 11 }, () => 0),
    ]);
    expect(long.map((_, at) => isInRun(long, at, catalogue)).indexOf(false)).toBe(3);
  });

  it("are not grouped in a short list, nor if another object stands between them", () => {
    expect(runFrom(list, 0, catalogue)).toBe(0);
    expect(isInRun(list, 0, catalogue)).toBe(false);
    const apart = others.flatMap((other) => [other, record("www.example.", "10.0.0.1")]);
    expect(apart.some((_, at) => runFrom(apart, at, catalogue) > 0)).toBe(false);
  });
});

it("a list is counted by type, workflow and unknown elements, in the order in which they appear", () => {
  const list = [record("a.", "10.0.0.1"), name("a."), unknown("x"), record("a.", "10.0.0.2")];
  expect(kindsIn(list)).toEqual([
    { object: "dns.record", isWorkflow: false, count: 2 },
    { object: "dns.fqdn", isWorkflow: false, count: 1 },
    { object: null, isWorkflow: false, count: 1 },
  ]);
});

it("[OBJ-59] every type has a name for one object and a name for several in each language of the data, without 'of a'", () => {
  const lacking = catalogue.types.filter(
    ({ definition: { language_dict: texts } }) =>
      !["de", "en"].every((language) => (texts["plural"]?.[language] ?? "") !== ""),
  );
  expect(lacking.map((type) => type.name)).toEqual([]);
  const names = catalogue.types.flatMap(({ definition: { language_dict: texts } }) =>
    ["name", "plural"].flatMap((member) => Object.values(texts[member] ?? {})),
  );
  expect(names.length).toBe(catalogue.types.length * 4);
  expect(names.filter((name) => / (of an?|eines|einer|von) /.test(name))).toEqual([]);
});
