import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstProblem } from "#contract/requests/check";
import { BCD_REQUEST, REQUEST_FORMS } from "#contract/requests/forms";
import type { Json } from "#contract/wire/json";

type Fields = Record<string, Json | undefined>;

/** The table of wire contract 6.4 as a second program: for each name the fault of its field, alone and among the others, or null. */
const ORACLE: readonly (readonly [name: string, judge: (fields: Fields) => string | null])[] = [
  ["oe", (f) => required(f["oe"]) ?? text(f["oe"], 255, /^[^:/ \n]+(::[^:/ \n]+)*$/)],
  ["group", (f) => optional(f["group"]) ?? text(f["group"], 64, /^[A-Za-z0-9][\w-]*$/)],
  [
    "protection_requirement",
    (f) => required(f["protection_requirement"]) ?? number(f["protection_requirement"], [1, 2, 3, 4, 5, 10]),
  ],
  [
    "protection_requirement_note",
    (f) => note(f["protection_requirement_note"], f["protection_requirement"] === 10),
  ],
  ["type_of_system", (f) => required(f["type_of_system"]) ?? systems(f["type_of_system"])],
  ["type_of_system_note", (f) => note(f["type_of_system_note"], listOf(f["type_of_system"]).includes(6))],
  ["load_balancer", (f) => required(f["load_balancer"]) ?? flag(f["load_balancer"])],
  ["ip_version", (f) => optional(f["ip_version"]) ?? word(f["ip_version"], ["both", "ipv6_only"])],
  [
    "bcd_name",
    (f) => optional(f["bcd_name"]) ?? text(f["bcd_name"], 23, /^[a-z0-9]+(-[a-z0-9]+){1,2}(-[0-9]+)?$/),
  ],
  ["usage", (f) => optional(f["usage"]) ?? word(f["usage"], ["network", "vpn2vlan", "wifi2vlan"])],
  [
    "device_location_list",
    (f) => optional(f["device_location_list"]) ?? locations(f["device_location_list"]),
  ],
  [
    "device_location_note",
    (f) =>
      note(
        f["device_location_note"],
        listOf(f["device_location_list"]).some(
          (place) => !["cn", "cs", "iot_only"].includes(JSON.stringify(place).slice(1, -1)),
        ),
      ),
  ],
  ["internet_access", (f) => optional(f["internet_access"]) ?? flag(f["internet_access"])],
  [
    "internet_access_reason",
    (f) =>
      with_(f["internet_access_reason"], f["internet_access"] === true) ??
      note(f["internet_access_reason"], f["internet_access"] === true),
  ],
  [
    "ipv4_prefix_length",
    (f) =>
      with_(f["ipv4_prefix_length"], isBoth(f)) ??
      optional(f["ipv4_prefix_length"]) ??
      range(f["ipv4_prefix_length"], 24, 29),
  ],
  [
    "ipv4_size_reason",
    (f) =>
      with_(f["ipv4_size_reason"], isBoth(f)) ??
      note(f["ipv4_size_reason"], isBoth(f) && f["ipv4_prefix_length"] === 24),
  ],
  ["scc_dhcp", (f) => optional(f["scc_dhcp"]) ?? flag(f["scc_dhcp"])],
  [
    "dhcp_pool_size",
    (f) =>
      with_(f["dhcp_pool_size"], f["scc_dhcp"] === true && isBoth(f)) ??
      optional(f["dhcp_pool_size"]) ??
      range(f["dhcp_pool_size"], 2, usable(f["ipv4_prefix_length"])),
  ],
  [
    "own_dhcp_server",
    (f) =>
      with_(f["own_dhcp_server"], f["scc_dhcp"] !== true && isBoth(f)) ??
      optional(f["own_dhcp_server"]) ??
      text(f["own_dhcp_server"], 99, /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?=.)|$)){4}$/),
  ],
  ["comments", (f) => optional(f["comments"]) ?? text(f["comments"], 4000, /^/)],
];

const ABSENT = Symbol("absent");
const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
const required = (value: Json | undefined): string | null => {
  if (value === null) return "null_not_allowed";
  return isNothing(value) ? "required_missing" : null;
};
/** Marks an absent field, whose check ends here. */
const optional = (value: Json | undefined): string | null => {
  if (value === null) return "null_not_allowed";
  return isNothing(value) ? ABSENT.toString() : null;
};
const with_ = (value: Json | undefined, isAllowed: boolean): string | null =>
  value !== null && !isNothing(value) && !isAllowed ? "not_here" : null;
const note = (value: Json | undefined, isNeeded: boolean): string | null =>
  (isNeeded ? required(value) : optional(value)) ?? text(value, 4000, /^/);
const listOf = (value: Json | undefined): readonly Json[] => {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
};
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
const isBoth = (f: Fields): boolean => f["ip_version"] === undefined || f["ip_version"] === "both";
const usable = (prefix: Json | undefined): number =>
  (typeof prefix === "number" ? 2 ** (32 - prefix) : 256) - 5;
function text(value: Json | undefined, length: number, form: RegExp): string | null {
  if (typeof value !== "string") return "wrong_type";
  if (value.includes("\0")) return "bad_format";
  if (Array.from(value).length > length) return "too_long";
  return form.test(value) ? null : "bad_format";
}
const word = (value: Json | undefined, words: readonly string[]): string | null =>
  typeof value !== "string" ? "wrong_type" : words.includes(value) ? null : "bad_format";
const flag = (value: Json | undefined): string | null => (typeof value === "boolean" ? null : "wrong_type");
const number = (value: Json | undefined, numbers: readonly number[]): string | null =>
  typeof value !== "number" || value % 1 !== 0
    ? "wrong_type"
    : numbers.includes(value)
      ? null
      : "out_of_range";
const range = (value: Json | undefined, min: number, max: number): string | null =>
  typeof value !== "number" || value % 1 !== 0
    ? "wrong_type"
    : value < min || value > max
      ? "out_of_range"
      : null;
const systems = (value: Json | undefined): string | null =>
  listOf(value)
    .map((one) => number(one, [1, 2, 3, 4, 5, 6]))
    .find((fault) => fault !== null) ?? null;
const PLACES = [
  "cn",
  "cs",
  "scc_server_room_cn",
  "scc_server_room_cs",
  "vm_cluster_cn",
  "vm_cluster_cs",
  "vm_cluster_unknown",
  "iot_only",
];
const locations = (value: Json | undefined): string | null =>
  Array.isArray(value)
    ? (listOf(value)
        .map((one) => word(one, PLACES))
        .find((fault) => fault !== null) ?? null)
    : "wrong_type";

function judged(fields: Fields): string | null {
  for (const [name, judge] of ORACLE) {
    const fault = judge(fields);
    if (fault !== null && fault !== ABSENT.toString()) return `${name} ${fault}`;
  }
  return null;
}

const junk = fc.constantFrom<Json>(null, "", "  ", 0, -1, 1.5, true, "x", [], {}, ["a"], "\0", "a\nb");
const some = (...values: readonly Json[]) =>
  fc.option(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: junk }), {
    nil: undefined,
  });
const FIELDS = {
  oe: fc.oneof(
    { weight: 9, arbitrary: fc.constant<Json>("KIT::SCC::NET") },
    { weight: 1, arbitrary: some("A::", "a/b", "KIT") },
  ),
  group: some("scc-net-web", "-a", "g".repeat(65)),
  protection_requirement: some(1, 2, 3, 4, 5, 10, 10, 7),
  protection_requirement_note: some("note"),
  type_of_system: some(1, 6, [1, 2], [3, 6], [4, 5], [1, 7], [1, null]),
  type_of_system_note: some("note"),
  load_balancer: some(true, false),
  ip_version: some("both", "both", "ipv6_only", "ipv4"),
  bcd_name: some("scc-net-web-1", "scc", "a-b-c-d-e", `a-${"b".repeat(22)}`),
  usage: some("network"),
  device_location_list: some(
    ["cn"],
    ["cs", "iot_only"],
    ["vm_cluster_cn"],
    ["cn", "scc_server_room_cs"],
    ["zz"],
  ),
  device_location_note: some("note"),
  internet_access: some(true, false),
  internet_access_reason: some("reason"),
  ipv4_prefix_length: some(24, 25, 27, 29, 30, 23),
  ipv4_size_reason: some("reason"),
  scc_dhcp: some(true, false),
  dhcp_pool_size: some(2, 3, 4, 27, 28, 123, 251, 252, 1),
  own_dhcp_server: some("192.0.2.1", "192.0.2.01", "2001:db8::1", "192.0.2"),
  comments: some("comment", "x".repeat(4001)),
};

const random: fc.Arbitrary<Fields> = fc.record(FIELDS);

/** Fields that are valid except for a few, because most faults come from combinations. */
const PLAIN: Fields = { oe: "KIT", protection_requirement: 1, type_of_system: 2, load_balancer: false };
const bases = fc.constantFrom<Fields>(
  PLAIN,
  { ...PLAIN, protection_requirement: 10, protection_requirement_note: "note" },
  { ...PLAIN, type_of_system: [1, 6], type_of_system_note: "note", ip_version: "ipv6_only" },
  { ...PLAIN, internet_access: true, internet_access_reason: "reason", device_location_list: ["cn", "cs"] },
  { ...PLAIN, ipv4_prefix_length: 24, ipv4_size_reason: "reason", scc_dhcp: true, dhcp_pool_size: 251 },
  { ...PLAIN, ipv4_prefix_length: 27, own_dhcp_server: "192.0.2.1", scc_dhcp: false },
  {
    ...PLAIN,
    device_location_list: ["vm_cluster_cn"],
    device_location_note: "note",
    bcd_name: "scc-net-web-1",
  },
);
const changes = fc.array(
  fc.oneof(...Object.entries(FIELDS).map(([name, values]) => values.map((value) => [name, value] as const))),
  { maxLength: 3 },
);
const sets = fc.oneof(
  random,
  fc.tuple(bases, changes).map(([base, changed]): Fields => ({ ...base, ...Object.fromEntries(changed) })),
);

describe("fields of a BCD request", () => {
  it("[REQ-05] the first faulty field of any request is that of the table", () => {
    let accepted = 0;
    fc.assert(
      fc.property(sets, (fields) => {
        const problem = firstProblem(BCD_REQUEST, fields);
        expect(problem === null ? null : `${problem.path} ${problem.fault}`).toBe(judged(fields));
        if (problem === null) accepted += 1;
      }),
      { numRuns: 30_000, seed: 4711 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });

  it("the form of the portal requires three fields more than the server", () => {
    const [bcd, form] = [BCD_REQUEST.fields, REQUEST_FORMS.get("bcd")?.fields ?? []];
    expect(
      form
        .filter(({ required: is }, index) => is === true && bcd[index]?.required !== true)
        .map(({ name }) => name),
    ).toEqual(["ip_version", "bcd_name", "device_location_list"]);
  });
});
