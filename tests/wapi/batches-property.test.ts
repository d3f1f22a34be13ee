import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import { connect, plant, type Plant } from "../support/plant.ts";
import { textIn, type Said, type SentStep } from "../support/small-world.ts";
import { extent, seed } from "../support/extent.ts";
import { takenFromRows, wayToPort } from "../support/taken-values.ts";

/** Number of lists of steps; NETPORTAL_TEST_SHRINK=1 shortens a failing list. */
const LISTS = extent(20);
const SEED = seed(1);
const LONGEST = 40;

let world: Plant;
let ports: readonly string[] = [];
let bcds: readonly string[] = [];
let sites: readonly string[] = [];
beforeAll(async () => {
  world = await plant();
  const [module = ""] = await world.modules([{ name: "panel", room_gfk: world.room }]);
  ports = await world.ports(["1", "2", "3", "4"].map((name) => [module, name]));
  const said = await world.execute("ada", [{ name: "nd.bcd.list" }]);
  bcds = said.ok ? (said.lists[0] ?? []).map((row) => textIn(row, "gpk")) : [];
  sites = (await world.steps(BEGINNING)).slice(0, 2).map((row) => textIn(row, "gpk"));
  expect([ports.length, bcds.length]).toEqual([4, 2]);
});
afterAll(() => world.close());

/** Numbers from which a step takes its names and values. There are few of each, so that steps concern the same objects. */
interface Choice {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}
const choice = fc.record({ kind: fc.nat(999), a: fc.nat(11), b: fc.nat(11), c: fc.nat(19) });

const of = (list: readonly string[], at: number): string => list[at % list.length] ?? "";
const site = (at: number): string => `s${String(at % 3)}`;
const number = (at: number): string => `n${String(at % 2)}`;
const bcd = (at: number): string => of(["scc-net-web-1", "scc-other-1", "scc-new-1", "scc-new-2"], at);
const unit = (at: number): string => of(["KIT", "KIT::SCC", "KIT::U1", "KIT::SCC::U1", "U1"], at);
const group = (at: number): string => of(["scc-net-web", "other", "g1", "g2"], at);
const name = (at: number): string =>
  of(["a.example.com.", "b.example.com.", "c.b.example.com.", "a.example.org.", "d.c.b.example.com."], at);
const address = (at: number): string => `198.51.100.${String(10 + (at % 4))}`;
const range = (at: number): string => of(["10.1.0.0/24", "10.1.0.0/25", "10.1.1.0/24"], at);
const text = (at: number): string | null => of(["", "x", "y"], at) || null;

function recordOf(a: number, b: number, c: number): Record<string, Json> {
  const type = of(["A", "TXT", "CNAME", "A"], b);
  return {
    fqdn: name(a),
    type,
    data: type === "A" ? address(c) : type === "TXT" ? `text ${String(c % 2)}` : name(c),
  };
}

const create = (type: string, values: Params): SentStep => ({ name: `${type}.create`, new: values });
const update = (type: string, old: Params, values: Params): SentStep => ({
  name: `${type}.update`,
  old,
  new: values,
});
const remove = (type: string, old: Params): SentStep => ({ name: `${type}.delete`, old });

/** All ways in which steps depend on each other: keys, references, trees, unique values, children, rights, translations, objects created implicitly. */
const KINDS: readonly ((choice: Choice) => SentStep)[] = [
  ({ a, b }) => create("nd.site", { name: site(a), ...(b % 2 === 0 ? { title: text(b) } : {}) }),
  ({ a, b }) => update("nd.site", { name: site(a) }, { name: site(b) }),
  ({ a, b, c }) =>
    update("nd.site", { name: site(a), ...(c % 5 === 0 ? { title: text(c) } : {}) }, { title: text(b) }),
  ({ a }) => remove("nd.site", { name: site(a) }),
  ({ a, b, c }) =>
    create("nd.bldg", {
      site: site(a),
      number: number(b),
      ...(c % 2 === 0 ? { title: text(c) } : {}),
    }),
  ({ a, b, c }) =>
    update("nd.bldg", { site: site(a), number: number(b) }, { site: site(c), number: number(c) }),
  ({ a, b }) => remove("nd.bldg", { site: site(a), number: number(b) }),
  ({ a, b, c }) => create("nd.room", { site: site(a), bldg: number(b), name: number(c) }),
  ({ a, b, c }) =>
    update("nd.room", { site: site(a), bldg: number(b), name: number(c) }, { name: number(c + 1) }),
  ({ a, b, c }) =>
    create("org.unit", {
      short_name: of(["U1", "U2"], a),
      unit_type: "abt",
      title: of(["x", "y"], c),
      ...(b % 3 === 0 ? {} : { parent: unit(b) }),
    }),
  ({ a, b }) => update("org.unit", { fq_name: unit(a + 2) }, { parent: unit(b) }),
  ({ a, b }) => update("org.unit", { fq_name: unit(a) }, { title: of(["x", "y"], b) }),
  ({ a }) => remove("org.unit", { fq_name: unit(a + 2) }),
  ({ a, b }) =>
    create("cntl.group", { name: group(a + 2), ...(b % 2 === 0 ? {} : { parent_group_name: group(b) }) }),
  ({ a, b }) => update("cntl.group", { name: group(a) }, { description: text(b) }),
  ({ a, b }) => update("cntl.group", { name: group(a) }, { parent_group_name: group(b) }),
  ({ a, b }) => update("cntl.group", { name: group(a + 2) }, { name: group(b + 2) }),
  ({ a }) => remove("cntl.group", { name: group(a + 2) }),
  ({ a, b }) => create("nd.bcd", { name: bcd(a), ...(b % 2 === 0 ? { id: `10.1${String(b % 3)}` } : {}) }),
  ({ a, b }) => update("nd.bcd", { name: bcd(a) }, { id: `10.1${String(b % 3)}` }),
  ({ a, b }) => update("nd.bcd", { gpk: of(bcds, a) }, { description: text(b) }),
  ({ a, b }) => update("nd.bcd", { name: bcd(a) }, { name: bcd(b) }),
  ({ a }) => remove("nd.bcd", { name: bcd(a + 2) }),
  ({ a, b }) => create("nd.bcd2group", { bcd: bcd(a), group_name: group(b) }),
  ({ a, b }) => remove("nd.bcd2group", { bcd: bcd(a), group_name: group(b) }),
  ({ a, b }) => create("nd.bcd2ou", { bcd: bcd(a), ou: unit(b) }),
  ({ a, b, c }) => create("nd.ip_subnet", { cidr: range(a), bcd: bcd(b), description: text(c) }),
  ({ a, b }) => update("nd.ip_subnet", { cidr: range(a) }, { cidr: range(b) }),
  ({ a, b }) => update("nd.ip_subnet", { cidr: range(a) }, { bcd: bcd(b) }),
  ({ a }) => remove("nd.ip_subnet", { cidr: range(a) }),
  ({ a }) =>
    create("dhcp.pool", {
      first_addr: `198.51.100.${String(10 + (a % 3))}`,
      last_addr: `198.51.100.${String(13 + (a % 2))}`,
    }),
  ({ a }) => remove("dhcp.pool", { first_addr: `198.51.100.${String(10 + (a % 3))}` }),
  ({ a, b }) =>
    create("dhcp.static_assignment", { ip_addr: address(a), mac_addr: `aa:bb:cc:00:00:0${String(b % 3)}` }),
  ({ a, b }) =>
    update(
      "dhcp.static_assignment",
      { ip_addr: address(a) },
      { mac_addr: `aa:bb:cc:00:00:0${String(b % 3)}` },
    ),
  ({ a }) => remove("dhcp.static_assignment", { ip_addr: address(a) }),
  ({ a, b }) => create("dns.fqdn", { value: name(a), ...(b % 3 === 0 ? { description: text(b) } : {}) }),
  ({ a, b }) => update("dns.fqdn", { value: name(a) }, { description: text(b) }),
  ({ a, b }) => update("dns.fqdn", { value: name(a) }, { is_zone_apex: b % 2 === 0 }),
  ({ a }) => remove("dns.fqdn", { value: name(a) }),
  ({ a, b, c }) => create("dns.record", { ...recordOf(a, b, c), fqdn_type: "domain" }),
  ({ a, b, c }) => create("dns.record", recordOf(a, b, c)),
  ({ a, b, c }) => create("dns.record", { ...recordOf(a, b, c), ttl: 60 + (a % 2) }),
  ({ a, b, c }) => update("dns.record", recordOf(a, 0, c), { data: address(b) }),
  ({ a, b, c }) => update("dns.record", recordOf(a, b, c), { ttl: 60 + (a % 3) }),
  ({ a, b, c }) => remove("dns.record", recordOf(a, b, c)),
  ({ a, b, c }) => ({
    name: "dns.record.imp",
    new: {
      fqdn: name(a),
      import_data: {
        "dns.record_imp": [{ type: "A", data_list: b % 3 === 0 ? [] : [address(b), address(c)] }],
      },
    },
  }),
  ({ a, b }) => create("nd.device", { fqdn: name(a), type: "switch", bcd: bcd(b) }),
  ({ a, b }) => update("nd.device", { fqdn: name(a) }, { bcd: bcd(b) }),
  ({ a }) => remove("nd.device", { fqdn: name(a) }),
  ({ a, b }) => create("nd.module", { module_type: "p24", name: number(a), device: name(b) }),
  ({ a, b }) => connect(of(ports, a), of(ports, b)),
  ({ a }) => ({ name: "nd.p_port.disconnect", old: { gpk: of(ports, a) } }),
  ({ a, b }) => update("nd.p_port", { gpk: of(ports, a) }, { internal_gfk: of(ports, b) }),
  ({ a, b }) => update("nd.p_port", { gpk: of(ports, a) }, { speed: b }),
  ({ a, b, c }) =>
    create("cntl.ot_lang_attr_val", {
      object_gfk: of(sites, a),
      language_tag: of(["de", "en"], b),
      lang_attr_key: "title",
      value: `t${String(c % 2)}`,
    }),
  ({ a, b }) => create("nd.net_instnc", { name: number(a), description: text(b) }),
  ({ a, b, c }) =>
    create("nd.vlan", { net_instnc: number(a), id: 1 + (b % 2), name: `v${String(c % 2)}`, bcd: bcd(c) }),
  ({ a, b, c }) => update("nd.vlan", { net_instnc: number(a), id: 1 + (b % 2) }, { bcd: bcd(c) }),
  ({ a }) => remove("nd.net_instnc", { name: number(a) }),
  ({ a, b }) =>
    create("cntl.mgr2role", {
      login_name: of(["otto", "greta"], a),
      role_name: of(["dns_admin", "admin"], b),
    }),
  ({ a, b }) =>
    remove("cntl.mgr2role", {
      login_name: of(["otto", "greta", "ada"], a),
      role_name: of(["dns_admin", "admin"], b),
    }),
  ({ a, b }) => create("cntl.mgr2group", { login_name: of(["otto", "greta"], a), group_name: group(b) }),
];

/** The life of an object and its dependents, as steps that are all valid. Several chains side by side share batches. */
const CHAINS: readonly ((own: string) => readonly SentStep[])[] = [
  (own) => {
    const there = { site: `p${own}`, number: "n0" };
    return [
      create("nd.site", { name: `p${own}` }),
      create("nd.bldg", there),
      create("nd.room", { site: `p${own}`, bldg: "n0", name: "1" }),
      update("nd.bldg", there, { number: "n1" }),
      update("nd.room", { site: `p${own}`, bldg: "n1", name: "1" }, { name: "2" }),
      create("nd.bldg", there),
      update("nd.site", { name: `p${own}` }, { title: "x" }),
      remove("nd.room", { site: `p${own}`, bldg: "n1", name: "2" }),
      remove("nd.bldg", there),
      remove("nd.bldg", { ...there, number: "n1" }),
      update("nd.site", { name: `p${own}` }, { name: `q${own}` }),
      create("nd.site", { name: `p${own}` }),
      update("nd.site", { name: `p${own}` }, { title: "y" }),
      remove("nd.site", { name: `q${own}` }),
      create("nd.bldg", there),
      update("nd.site", { name: `p${own}` }, { title: null }),
    ];
  },
  (own) => [
    create("org.unit", { short_name: `P${own}`, unit_type: "abt", title: "x", parent: "KIT" }),
    create("org.unit", { short_name: "Q", unit_type: "abt", title: "x", parent: `KIT::P${own}` }),
    update("org.unit", { fq_name: `KIT::P${own}` }, { title: "y" }),
    update("org.unit", { fq_name: `KIT::P${own}::Q` }, { title: "y" }),
    update("org.unit", { fq_name: `KIT::P${own}` }, { parent: "KIT::SCC" }),
    create("cntl.group", { name: `g${own}`, ou: `KIT::SCC::P${own}` }),
    create("cntl.group", { name: `h${own}`, parent_group_name: `g${own}` }),
    create("cntl.mgr2group", { login_name: "otto", group_name: `h${own}` }),
    update("cntl.group", { name: `h${own}` }, { description: "x" }),
    create("nd.bcd2group", { bcd: "scc-net-web-1", group_name: `h${own}` }),
    remove("cntl.mgr2group", { login_name: "otto", group_name: `h${own}` }),
    update("cntl.group", { name: `g${own}` }, { name: `i${own}` }),
    create("cntl.mgr2group", { login_name: "otto", group_name: `h${own}` }),
    remove("nd.bcd2group", { bcd: "scc-net-web-1", group_name: `h${own}` }),
    remove("org.unit", { fq_name: `KIT::SCC::P${own}::Q` }),
  ],
  (own) => {
    const cidr = `10.2.${own}.0/24`;
    const host = (at: number): string => `10.2.${own}.${String(at)}`;
    return [
      create("nd.bcd", { name: `scc-net-${own}`, id: `30.1${own}` }),
      create("nd.bcd", { name: `scc-net-9${own}` }),
      create("nd.ip_subnet", { cidr, bcd: `scc-net-${own}` }),
      create("dns.fqdn", { value: `h${own}.example.com.` }),
      create("dns.record", { fqdn: `h${own}.example.com.`, type: "A", data: host(7) }),
      create("dhcp.pool", { first_addr: host(20), last_addr: host(30) }),
      create("dhcp.static_assignment", { ip_addr: host(9), mac_addr: `aa:bb:cc:00:01:0${own}` }),
      update("nd.ip_subnet", { cidr }, { bcd: `scc-net-9${own}` }),
      update("dhcp.static_assignment", { ip_addr: host(9) }, { ip_addr: host(10) }),
      update("nd.bcd", { name: `scc-net-${own}` }, { id: null }),
      update("nd.bcd", { name: `scc-net-9${own}` }, { id: `30.1${own}` }),
      create("dhcp.static_assignment", { ip_addr: host(9), mac_addr: `aa:bb:cc:00:02:0${own}` }),
      remove("dns.record", { fqdn: `h${own}.example.com.`, type: "A", data: host(7) }),
      remove("dhcp.pool", { first_addr: host(20) }),
      remove("nd.bcd", { name: `scc-net-${own}` }),
      create("dns.record", { fqdn: `h${own}.example.com.`, type: "A", data: host(21) }),
      create("nd.bcd", { name: `scc-net-${own}` }),
      update("nd.ip_subnet", { cidr }, { description: "x" }),
    ];
  },
  (own) => {
    const [upper, lower] = [`u${own}.example.com.`, `l.u${own}.example.com.`];
    return [
      create("dns.fqdn", { value: lower }),
      update("dns.fqdn", { value: lower }, { description: "x" }),
      create("dns.fqdn", { value: upper }),
      update("dns.fqdn", { value: lower }, { description: "y" }),
      create("dns.record", { fqdn: upper, type: "TXT", data: "x" }),
      create("dns.record", { fqdn: lower, type: "TXT", data: "x" }),
      create("dns.record", { fqdn: `c${own}.example.com.`, type: "CNAME", data: lower, fqdn_type: "alias" }),
      update("dns.record", { fqdn: lower, type: "TXT", data: "x" }, { ttl: 60 }),
      create("dns.record", { fqdn: lower, type: "TXT", data: "y" }),
      create("nd.device", { fqdn: upper, type: "switch" }),
      remove("dns.record", { fqdn: upper, type: "TXT", data: "x" }),
      update("nd.device", { fqdn: upper }, { bcd: "scc-net-web-1" }),
      remove("dns.record", { fqdn: `c${own}.example.com.`, type: "CNAME", data: lower }),
      remove("nd.device", { fqdn: upper }),
      remove("dns.fqdn", { value: `c${own}.example.com.` }),
      remove("dns.fqdn", { value: upper }),
      update("dns.fqdn", { value: lower }, { description: null }),
      create("dns.record", { fqdn: upper, type: "TXT", data: "x", fqdn_type: "domain" }),
    ];
  },
  wayToPort,
];

/** Mixes chains: each choice takes the next step of a chain, sometimes leaves it out, or inserts a step of any kind. */
function stepsOf(chain: number, choices: readonly Choice[]): readonly SentStep[] {
  const lives = ["1", "2", "3"].map((own) => [...(CHAINS[chain]?.(own) ?? [])]);
  const steps = choices.flatMap((one) => {
    const step = lives[one.a % lives.length]?.shift();
    if (one.c === 0) return [];
    if (one.c === 1 || step === undefined) return KINDS[one.kind % KINDS.length]?.(one) ?? [];
    // A name may be given only once.
    return one.c === 2 && step.idx === undefined ? [step, step] : step;
  });
  const reach = (at: number): number => Math.max(0, (choices[at]?.b ?? 0) - 4);
  return takenFromRows(steps, reach, (type, name) => world.catalogue.type(type).attributes.has(name));
}

/** Half of the objects that the steps name exist before them. */
const BEGINNING: readonly SentStep[] = [
  create("nd.site", { name: "s0", title: "x" }),
  create("nd.site", { name: "s1" }),
  create("nd.bldg", { site: "s0", number: "n0" }),
  create("nd.bldg", { site: "s1", number: "n1" }),
  create("nd.room", { site: "s0", bldg: "n0", name: "n1" }),
  create("org.unit", { short_name: "U1", unit_type: "abt", title: "x", parent: "KIT" }),
  create("cntl.group", { name: "g1", parent_group_name: "other" }),
  create("nd.bcd", { name: "scc-new-1", id: "10.10" }),
  create("nd.ip_subnet", { cidr: "10.1.0.0/24", bcd: "scc-new-1" }),
  create("dns.fqdn", { value: "a.example.com." }),
  create("dns.record", { fqdn: "b.example.com.", type: "A", data: address(0), fqdn_type: "domain" }),
  create("dns.record", { fqdn: "d.c.b.example.com.", type: "A", data: address(1), fqdn_type: "domain" }),
  create("nd.net_instnc", { name: "n0" }),
  create("nd.device", { fqdn: "b.example.com.", type: "switch", bcd: "scc-new-1" }),
];

/** Lists of all objects that a step can change. */
const STATE: readonly SentStep[] = [
  ...new Set(
    KINDS.map((kind) => kind({ kind: 0, a: 0, b: 0, c: 0 }).name).map((fn) =>
      fn.slice(0, fn.lastIndexOf(".")),
    ),
  ),
  "nd.connection",
  "dhcp.bcd_setting",
].map((type) => ({ name: `${type}.list` }));
const LOG: SentStep = { name: "wapi.change_log.list" };
/** Steps before and after a list are never in one batch. */
const APART: SentStep = { name: "tmp.generic_object.list", old: { _dict_list: [] } };

interface Outcome {
  readonly at: number | null;
  readonly told: unknown;
}

/** Runs the steps in one call that is rolled back; returns the state that they leave, or the refused step. */
async function outcome(login: string, steps: readonly SentStep[], isApart: boolean): Promise<Outcome> {
  const sent = isApart ? steps.flatMap((step) => [step, APART]) : steps;
  const said = await world.execute(login, [...sent, ...STATE, LOG], { dryRun: true });
  if (!said.ok) return refusal(said, isApart);
  const results = said.lists
    .slice(0, sent.length)
    .filter((_, at) => !isApart || at % 2 === 0)
    .map((rows, at) => (isWiring(steps[at]) ? rows.map(withoutPath) : rows));
  const log = (said.lists.at(-1) ?? []).filter((row) => row["transaction_gfk"] === lastOf(said.lists.at(-1)));
  const left = said.lists.slice(sent.length, -1).map(sorted);
  return { at: null, told: named({ log: log.map(bare), results, left }) };
}

/** Connect steps in one batch return the paths after all of them. */
function isWiring(step: SentStep | undefined): boolean {
  return step?.name.endsWith("connect") === true;
}
function withoutPath(row: Row): Row {
  return { ...row, conn_id_gfk_list: null };
}

function refusal(said: Said & { readonly ok: false }, isApart: boolean): Outcome {
  const { error_type: type, error, details, traceback } = said.exception;
  const statement = traceback?.transaction_statement;
  const position = statement?.position ?? -1;
  const at = isApart ? position / 2 : position;
  return { at, told: named({ type: type.code, error: error.code, details, name: statement?.name, at }) };
}

/** Transaction of the call: the newest in the log. */
function lastOf(log: readonly Row[] | undefined): Json {
  const numbers = (log ?? []).map((row) => Number(textIn(row, "transaction_gfk").replace(/\D/g, "")));
  return (log ?? [])[numbers.indexOf(Math.max(...numbers))]?.["transaction_gfk"] ?? null;
}

function bare({ object_fq_name, object_gfk, object_title, function: fn, old, new: now }: Row): Row {
  const of = { object_fq_name, object_gfk, object_title, function: fn, old, new: now };
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value ?? null]));
}

/** Rows with equal keys have no fixed order. */
function sorted(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
function keyOf(row: Row): string {
  return JSON.stringify(row).replaceAll(/"[a-z0-9]+-\d+"/g, "");
}

/** Replaces gpks by the order of their appearance and removes times, because both differ in each call. */
function named(value: unknown): unknown {
  const numbers = new Map<string, string>();
  const whole = JSON.stringify(value)
    .replaceAll(/"([a-z0-9]+)-(\d+)"/g, (gpk, prefix: string) => {
      const known = numbers.get(gpk) ?? `"${prefix} no. ${String(numbers.size)}"`;
      numbers.set(gpk, known);
      return known;
    })
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z?"/g, '"time"');
  return JSON.parse(whole) as unknown;
}

describe("steps of one call", () => {
  it(
    `[API-41] give the same together as one by one: state, results, log and faults (${String(LISTS)} lists)`,
    async () => {
      const heard = { applied: 0, refused: 0, longest: 0, byRows: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("ada", "ada", "ada", "otto"),
          fc.nat(CHAINS.length - 1),
          fc.array(choice, { minLength: 10, maxLength: LONGEST, size: "max" }),
          async (login, chain, choices) => {
            let steps = stepsOf(chain, choices);
            // Removes refused steps until the rest succeeds. The first refusal and the end state are compared.
            for (let refused = 0; steps.length > 1; refused++) {
              const alone = await outcome(login, steps, true);
              if (alone.at === null || refused === 0)
                expect(await outcome(login, steps, false)).toEqual(alone);
              if (alone.at === null) {
                heard.applied += 1;
                heard.longest = Math.max(heard.longest, steps.length);
                heard.byRows += steps.filter((step) => step["new_ref_params"] !== undefined).length;
                return;
              }
              heard.refused += 1;
              // Nearly every step of an account with few rights is refused.
              if (login !== "ada") return;
              steps = steps.filter((_, at) => at !== alone.at);
            }
          },
        ),
        { numRuns: LISTS, seed: SEED, endOnFailure: process.env["NETPORTAL_TEST_SHRINK"] === undefined },
      );
      expect(heard.applied).toBeGreaterThan(LISTS * 0.6);
      expect(heard.refused).toBeGreaterThan(LISTS);
      expect(heard.longest).toBeGreaterThan(20);
      expect(heard.byRows).toBeGreaterThan(LISTS);
    },
    60_000 + LISTS * 20_000,
  );
});
