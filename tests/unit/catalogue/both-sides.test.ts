import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { AttributeMeta } from "#core/catalogue/catalogue";
import { resolveCell } from "#core/form/cell-rules";
import { resolveWidget } from "#core/form/field-rules";
import type { FieldContext } from "#core/form/rules";
import { normaliseValue } from "#core/form/grammar";
import {
  dataType,
  parseValue,
  type DataTypeName,
  type ScalarName,
} from "../../../server/catalogue/data-types.ts";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

/** Result of one side for a value: its wire form, or the fault or text of its refusal. */
type Verdict = { readonly is: Json } | { readonly no: string };

/** Result of the server for a value, and that of the portal if it differs. */
type Judged = readonly [given: Json, server: Verdict, portal?: Verdict];

interface Pin {
  readonly sql: string;
  readonly widget: string;
  readonly options: object;
  readonly cell: string;
  readonly values: readonly Judged[];
}

const is = (value: Json): Verdict => ({ is: value });
const no = (why: string): Verdict => ({ no: why });
const TOKEN = "A_b-".repeat(11);

/** Results of both sides for each data type. It does not compile without a row for a new one. */
const PINS: Readonly<Record<ScalarName, Pin>> = {
  boolean: {
    sql: "boolean",
    widget: "boolean",
    options: {},
    cell: "flag",
    values: [
      [true, is(true)],
      ["true", no("wrong_type"), is("true")],
      [1, no("wrong_type"), is(1)],
    ],
  },
  integer: {
    sql: "bigint",
    widget: "number",
    options: { isInteger: true },
    cell: "number",
    values: [
      [-5, is(-5)],
      [-0, is(0), is(-0)],
      [2 ** 53 - 1, is(2 ** 53 - 1)],
      [2 ** 53, no("out_of_range"), no("core.form.outOfRange")],
      [1.5, no("wrong_type"), no("core.form.noInteger")],
      ["1", no("wrong_type"), is("1")],
    ],
  },
  decimal: {
    sql: "double precision",
    widget: "number",
    options: { isInteger: false },
    cell: "number",
    values: [
      [49.01097, is(49.01097)],
      [-1, is(-1)],
      ["1.5", no("wrong_type"), is("1.5")],
    ],
  },
  vlan_id: {
    sql: "integer",
    widget: "number",
    options: { isInteger: true },
    cell: "number",
    values: [
      [1, is(1)],
      [4094, is(4094)],
      [0, no("out_of_range"), no("core.form.outOfRange")],
      [4095, no("out_of_range"), no("core.form.outOfRange")],
      [1.5, no("wrong_type"), no("core.form.noInteger")],
    ],
  },
  vni: {
    sql: "integer",
    widget: "number",
    options: { isInteger: true, isInPairs: true },
    cell: "vni",
    values: [
      [1, is(1)],
      [999999, is(999999)],
      [0, no("out_of_range"), no("core.form.outOfRange")],
      [1000000, no("out_of_range"), no("core.form.outOfRange")],
    ],
  },
  text: {
    sql: "text",
    widget: "textarea",
    options: {},
    cell: "text",
    values: [
      ["", is("")],
      ["  two\nlines ", is("  two\nlines ")],
      [5, no("wrong_type"), is(5)],
      ["a\u0000b", no("bad_format"), is("a\u0000b")],
    ],
  },
  text_line: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["  a line ", is("a line")],
      ["   ", no("bad_format"), no("core.form.badFormat")],
      ["a\nb", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  text_id: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "chip",
    values: [
      ["20.40 (neu)", is("20.40 (neu)")],
      [" A1 ", is("A1")],
      ["-x", no("bad_format"), no("core.form.badFormat")],
      ["a§", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  place_id: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "chip",
    values: [
      [" N 001 (West) ", is("N 001 (West)")],
      ["O\u0308lmu\u0308hle", is("\u00d6lm\u00fchle")],
      [".x", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  portal_path: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["/cntl/groups?q=web", is("/cntl/groups?q=web")],
      ["/cntl/groups?q=web&page=2", is("/cntl/groups?q=web"), is("/cntl/groups?q=web&page=2")],
      ["https://example.org/", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  gpk: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["rec-1", is("rec-1")],
      [" rec-1 ", is("rec-1")],
      ["rec 1", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  bcd_name: {
    sql: "text",
    widget: "text",
    options: { expected: "core.form.expected.bcd_name" },
    cell: "text",
    values: [
      ["scc-net-web-1", is("scc-net-web-1")],
      [" scc-web ", is("scc-web")],
      ["Scc-net", no("bad_format"), no("core.form.invalidBcdName")],
      ["scc", no("bad_format"), no("core.form.invalidBcdName")],
      ["scc-net-web-a", no("bad_format"), no("core.form.invalidBcdName")],
    ],
  },
  bcd_id: {
    sql: "text",
    widget: "text",
    options: { expected: "core.form.expected.bcd_id" },
    cell: "code",
    values: [
      ["47.11", is("47.11")],
      [" 00.47.11 ", is("00.47.11")],
      ["4711", no("bad_format"), no("core.form.invalidBcdId")],
      ["47.1", no("bad_format"), no("core.form.invalidBcdId")],
    ],
  },
  group_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["A_b-1", is("A_b-1")],
      [" A1 ", is("A1")],
      ["-a", no("bad_format"), no("core.form.badFormat")],
      ["a.b", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  login_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["ada.lovelace", is("ada.lovelace")],
      [" ada ", is("ada")],
      ["Ada", no("bad_format"), no("core.form.badFormat")],
      [".a", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  ou_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["KIT::SCC::NET", is("KIT::SCC::NET")],
      [" KIT ", is("KIT")],
      ["KIT:SCC", no("bad_format"), no("core.form.badFormat")],
      ["a/b", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  ou_short_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["SCC NET", is("SCC NET")],
      [" SCC ", is("SCC")],
      ["a:b", no("bad_format"), no("core.form.badFormat")],
      ["a/b", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  fqdn: {
    sql: "text",
    widget: "fqdn",
    options: { expected: "core.form.expected.fqdn" },
    cell: "code",
    values: [
      ["WWW.Example.edu", is("www.example.edu.")],
      ["bücher.example.", is("xn--bcher-kva.example.")],
      ["*.a.", is("*.a.")],
      [".", is(".")],
      ["a。b", is("a.b.")],
      ["a b.", no("bad_format"), no("core.form.invalidFqdn")],
      ["a..b", no("bad_format"), no("core.form.invalidFqdn")],
      ["a.".repeat(128), no("too_long"), no("core.form.invalidFqdn")],
    ],
  },
  email: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["ada@example.edu", is("ada@example.edu")],
      [" ada@example.edu ", is("ada@example.edu")],
      ["ada", no("bad_format"), no("core.form.badFormat")],
      ["a@b c", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  inet: {
    sql: "inet",
    widget: "ipAddress",
    options: { expected: "core.form.expected.inet" },
    cell: "code",
    values: [
      ["10.0.0.1", is("10.0.0.1")],
      [" 2001:DB8::0:1 ", is("2001:db8::1")],
      ["::ffff:c000:201", is("::ffff:192.0.2.1")],
      ["::ffff:192.0.2.1", is("::ffff:192.0.2.1")],
      ["2001:db8::192.0.2.1", is("2001:db8::c000:201"), no("core.form.invalidIpv6")],
      ["010.0.0.1", no("bad_format"), no("core.form.invalidIp")],
      ["10.0.0.0/8", no("bad_format"), no("core.form.invalidIp")],
      ["1::2::3", no("bad_format"), no("core.form.invalidIpv6")],
      ["fe80::1%eth0", no("bad_format"), no("core.form.invalidIpv6")],
    ],
  },
  cidr: {
    sql: "cidr",
    widget: "ipNetwork",
    options: { expected: "core.form.expected.cidr" },
    cell: "code",
    values: [
      ["10.0.0.0/8", is("10.0.0.0/8")],
      ["2001:DB8::/32", is("2001:db8::/32")],
      ["0.0.0.0/0", is("0.0.0.0/0")],
      ["::/0", is("::/0"), no("core.form.invalidIpv6Subnet")],
      ["::ffff:192.0.2.0/120", is("::ffff:192.0.2.0/120")],
      ["10.0.0.1/8", no("bad_format"), no("core.form.hostBits")],
      ["0.0.0.0/33", no("bad_format"), no("core.form.invalidCidr")],
      ["10.0.0.0", no("bad_format"), no("core.form.invalidCidr")],
      ["2001:db8::/129", no("bad_format"), no("core.form.invalidIpv6Subnet")],
    ],
  },
  mac_addr: {
    sql: "macaddr",
    widget: "macAddress",
    options: { expected: "core.form.expected.mac_addr" },
    cell: "code",
    values: [
      ["AA-BB-CC-DD-EE-FF", is("aa:bb:cc:dd:ee:ff")],
      [" aabb.ccdd.eeff ", is("aa:bb:cc:dd:ee:ff")],
      ["aabbccddeeff", is("aa:bb:cc:dd:ee:ff")],
      ["aa:bb:cc:dd:ee", no("bad_format"), no("core.form.invalidMac")],
      ["a8bbccfffeddeeff", no("bad_format"), no("core.form.invalidMac")],
    ],
  },
  timestamp: {
    sql: "timestamptz",
    widget: "dateTime",
    options: { expected: "core.form.expected.timestamp" },
    cell: "time",
    values: [
      ["2026-11-20T08:15:00Z", is("2026-11-20T08:15:00Z")],
      ["2026-11-20T09:15:00+01:00", is("2026-11-20T08:15:00Z"), is("2026-11-20T09:15:00+01:00")],
      ["2026-11-20T08:15:00", no("bad_format"), no("core.form.invalidTimestamp")],
      ["2026-02-30T00:00:00Z", no("bad_format"), no("core.form.invalidTimestamp")],
    ],
  },
  date: {
    sql: "date",
    widget: "date",
    options: { expected: "core.form.expected.date" },
    cell: "text",
    values: [
      ["2026-11-20", is("2026-11-20")],
      [" 2026-11-20 ", is("2026-11-20")],
      ["1.5.2026", no("bad_format"), is("2026-05-01")],
      ["2026-02-30", no("bad_format"), no("core.form.invalidDate")],
      ["0000-01-01", no("bad_format"), no("core.form.invalidDate")],
    ],
  },
  wpa2_key: {
    sql: "text",
    widget: "secret",
    options: {},
    cell: "text",
    values: [
      ["12345678", is("12345678")],
      ["  key with blanks ", is("  key with blanks ")],
      ["short", no("bad_format"), no("core.form.badFormat")],
      ["käse12345", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  regexp: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["^a.*b$", is("^a.*b$")],
      [" a ", is(" a ")],
      [5, no("wrong_type"), is(5)],
    ],
  },
  language_tag: {
    sql: "text",
    widget: "choice",
    options: {},
    cell: "text",
    values: [
      ["de", is("de")],
      [" en ", is("en")],
      ["fr", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  fq_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["dns.record", is("dns.record")],
      [" dns.record.create ", is("dns.record.create")],
      ["dns", no("bad_format"), no("core.form.badFormat")],
      ["DNS.record", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  permission_name: {
    sql: "text",
    widget: "text",
    options: {},
    cell: "text",
    values: [
      ["dns.rw:record", is("dns.rw:record")],
      [" dns.rw ", is("dns.rw")],
      ["dns", no("bad_format"), no("core.form.badFormat")],
    ],
  },
  token_text: {
    sql: "text",
    widget: "secret",
    options: {},
    cell: "once",
    values: [
      [TOKEN, is(TOKEN)],
      [` ${TOKEN}`, no("bad_format"), no("core.form.badFormat")],
      ["short", no("bad_format"), no("core.form.badFormat")],
      ["ä".repeat(43), no("bad_format"), no("core.form.badFormat")],
    ],
  },
  json_object: {
    sql: "jsonb",
    widget: "json",
    options: { expected: "core.form.expected.json" },
    cell: "json",
    values: [
      [{ a: [1, null] }, is({ a: [1, null] })],
      ['{"a": 1}', is({ a: 1 }), is('{"a": 1}')],
      [[], no("wrong_type"), is([])],
      ["5", no("wrong_type"), is("5")],
      [{ a: "\u0000" }, no("bad_format"), is({ a: "\u0000" })],
    ],
  },
  json: {
    sql: "jsonb",
    widget: "json",
    options: { expected: "core.form.expected.json" },
    cell: "json",
    values: [
      ["text", is("text")],
      [1.5, is(1.5)],
      [[null], is([null])],
      [{ a: "\u0000" }, no("bad_format"), is({ a: "\u0000" })],
    ],
  },
};

const catalogue = await portalCatalogue();

/** An attribute of the type that is neither key nor reference. */
function attributeOf(name: string): AttributeMeta {
  const one = catalogue.objectType("dns.record")?.attribute("ttl");
  if (one == null) throw new Error("there is no such attribute");
  return { ...one, name: "some_value", data_type: name, dataType: catalogue.dataType(name) };
}

function contextOf(name: string): FieldContext {
  const attribute = attributeOf(name);
  const { dataType: own } = attribute;
  const place = { catalogue, object: "dns.record", name: attribute.name, dataType: own, attribute };
  return { ...place, operation: "create", isExpert: false };
}

function serverVerdict(name: ScalarName, value: Json): Verdict {
  const read = parseValue(dataType(name), value);
  return read.ok ? is(read.value) : no(read.fault);
}

function portalVerdict(name: DataTypeName, value: Json): Verdict {
  const read = normaliseValue(catalogue.dataType(name), value, toAscii);
  return read.ok ? is(read.value) : no(read.text.key);
}

// Parse boundary: `Object.entries` loses the type of the keys.
const ALL = Object.entries(PINS) as readonly (readonly [ScalarName, Pin])[];
const VALUES = ALL.flatMap(([name, { values }]) =>
  values.map(([given, server, portal = server]) => [name, given, server, portal] as const),
);

describe("a data type on both sides", () => {
  it.each(VALUES)("%s: results of server and portal for %j", (name, value, server, portal) => {
    expect({ server: serverVerdict(name, value), portal: portalVerdict(name, value) }).toEqual({
      server,
      portal,
    });
  });

  it.each(VALUES)("%s: the portal reads %j in a list as it does alone", (name, value) => {
    const alone = portalVerdict(name, value);
    expect(portalVerdict(`${name}_array`, [value])).toEqual("is" in alone ? is([alone.is]) : alone);
  });

  it.each(ALL)(
    "[TAFORM-08] %s: the column, the input and the cell",
    (name, { sql, widget, options, cell }) => {
      expect(dataType(name).sqlType).toBe(sql);
      expect(dataType(`${name}_array`).sqlType).toBe(`${sql}[]`);
      const drawn = resolveWidget(contextOf(name));
      expect(drawn).toMatchObject({ widget, options });
      expect(resolveCell(catalogue, "dns.record", attributeOf(name))).toBe(cell);
      expect(resolveWidget(contextOf(`${name}_array`))).toMatchObject({
        widget: "list",
        options: { element: drawn },
      });
    },
  );

  it("every accepted value is its own canonical form", () => {
    for (const [name, , server] of VALUES) {
      if ("is" in server) expect([name, serverVerdict(name, server.is)]).toEqual([name, server]);
    }
  });
});
