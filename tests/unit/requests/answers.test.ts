import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Field, FieldType } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { ticketText } from "#contract/requests/text";
import { inlineText } from "#contract/template-values";
import type { Json, Params } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { answersOf, type Answer, type Piece } from "#core/requests/answers";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function answers(name: string, values: Params): readonly Answer[] {
  const form = REQUEST_FORMS.get(name);
  if (form === undefined) throw new Error(`there is no form ${name}`);
  return answersOf(form, values, { catalogue, locale: "en" });
}

/** The pieces of the answers to the fields on a path. */
function said(all: readonly Answer[], ...path: readonly string[]): readonly Piece[] {
  const [name, ...others] = path;
  const answer = all.find((one) => one.name === name);
  if (others.length === 0) return answer?.values.flat() ?? [];
  return answer?.entries.flatMap((entry) => said(entry.answers, ...others)) ?? [];
}

const textOf = (piece: Piece): string => {
  if (piece.kind !== "value") return piece.text;
  return typeof piece.value === "boolean" ? (piece.value ? "yes" : "no") : inlineText(piece.value);
};
const plain = (all: readonly Answer[]): string =>
  all
    .map(
      ({ label, values, entries }) =>
        label +
        values.map((pieces) => pieces.map(textOf).join("")).join(",") +
        entries.map((entry) => plain(entry.answers)).join(""),
    )
    .join("");

const WORD = fc.stringMatching(/^[a-z]{1,8}$/);
function valueOf(type: FieldType): fc.Arbitrary<Json> {
  switch (type.kind) {
    case "text":
      return WORD;
    case "integer":
      return fc.integer({ min: 1, max: 99 });
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...type.choices.map(({ value }) => value));
    case "address":
      return fc.constantFrom("192.0.2.7", "2001:db8::7");
    case "object":
      return valuesOf(type.fields);
    case "list":
      return fc.array(valueOf(type.of), { minLength: 1, maxLength: 3 });
  }
}
function valuesOf(fields: readonly Field[]): fc.Arbitrary<Params> {
  const some = fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type)])), {
    requiredKeys: [],
  });
  return some.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  );
}

describe("the answers of a ticket", () => {
  it("[REQ-133] are all answers of its text, for every form, in the same order", () => {
    for (const form of REQUEST_FORMS.values())
      fc.assert(
        fc.property(valuesOf(form.fields), (values) => {
          const parts = { form, variant: null, values, sender: [], date: "", language: "en" } as const;
          const [, , , , ...lines] = ticketText(parts).split("\n");
          const text = lines.filter((line) => !/^\s*\d+\.$/.test(line)).join("");
          const squeezed = (one: string): string => one.replaceAll(/[\s:]/g, "");
          expect(squeezed(plain(answers(form.name, values)))).toBe(squeezed(text));
        }),
        { numRuns: 60 },
      );
  });

  it("[REQ-133] name objects by the references of the fields, or by the data type if it belongs to one type", () => {
    const action = {
      site: "CN",
      bldg: "N001",
      room_gfk: "room-3",
      bcd: "iwt-pool",
      action: "patch",
    };
    const patch = answers("patch", { action_list: [action] });
    expect(patch[0]?.entries.map(({ name }) => name)).toEqual(["Action 1"]);
    expect(said(patch, "action_list", "bldg")).toEqual([
      { kind: "object", text: "N001", object: "nd.bldg", key: { site: "CN", number: "N001" } },
    ]);
    expect(said(patch, "action_list", "room_gfk")).toMatchObject([
      { object: "nd.room", key: { gpk: "room-3" } },
    ]);
    expect(said(patch, "action_list", "action")).toEqual([{ kind: "words", text: "patch", href: null }]);
    const dhcp = answers("dhcp", { bcd: "iwt-pool", subnet: "192.0.2.0/24", mdhcp_enabled: false });
    expect(said(dhcp, "bcd")).toMatchObject([{ object: "nd.bcd", key: { name: "iwt-pool" } }]);
    expect(said(dhcp, "subnet")).toMatchObject([{ object: "nd.ip_subnet", key: { cidr: "192.0.2.0/24" } }]);
    expect(said(dhcp, "mdhcp_enabled")).toEqual([{ kind: "value", value: false, cell: "flag" }]);
    // A typed value names the object in its canonical form.
    const iot = answers("kit_iot", { mac_addr_list: ["02-00-5E-00-53-01"] });
    expect(said(iot, "mac_addr_list")).toEqual([
      {
        kind: "object",
        text: "02-00-5E-00-53-01",
        object: "macauth.client",
        key: { mac_addr: "02:00:5e:00:53:01" },
      },
    ]);
    expect(said(answers("home_ap", { email: "ida@example.org", valid_from: "2026-12-01" }), "email")).toEqual(
      [{ kind: "words", text: "ida@example.org", href: "mailto:ida@example.org" }],
    );
  });

  it.each<[string, readonly string[]]>([
    ["from 192.0.2.7, 2001:db8::7 and 192.0.2.0/24.", ["192.0.2.7", "2001:db8::7", "192.0.2.0/24"]],
    ["192.0.2.7", ["192.0.2.7"]],
    ["(192.0.2.7)", ["192.0.2.7"]],
    // Host bits, versions, times, ports and names are no addresses.
    ["192.0.2.7/24 1.2.3 10:30 192.0.2.7:443 x192.0.2.7 192.0.2.256 fe80::1%eth0", []],
    ["", []],
  ])("[REQ-133] a text has links to the addresses in it: %s", (text, expected) => {
    const pieces = said(answers("firewall", { rule_list: [{ source: text }] }), "rule_list", "source");
    expect(pieces.map(textOf).join("")).toBe(text);
    const linked = pieces.filter(
      (piece) => piece.kind === "object" || (piece.kind === "words" && piece.href),
    );
    expect(linked.map(textOf)).toEqual(expected);
  });

  it("are texts if they have another shape, as in older tickets", () => {
    const old = answers("wifi2vlan", { bcd: 7, wlan: "campus", gone: "x" });
    expect(old.map(({ name, values }) => [name, values.flat().map(textOf)])).toEqual([
      ["bcd", ["7"]],
      ["wlan", ["campus"]],
    ]);
    expect(answers("firewall", { rule_list: ["all"] })[0]?.values).toEqual([
      [{ kind: "value", value: "all", cell: "text" }],
    ]);
  });
});
