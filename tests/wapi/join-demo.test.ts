import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { demoOracle, KINDS, type Kind, type Oracle, type Stored } from "../support/demo-oracle.ts";
import { column, demoWorld, type DemoWorld } from "../support/demo-world.ts";
import type { SentStep } from "../support/small-world.ts";

let world: DemoWorld;
let oracle: Oracle;

beforeAll(async () => {
  world = await demoWorld();
  const { catalogue } = world;
  oracle = await demoOracle(world.db, (kind) => catalogue.type(kind).spec.gpk);
}, 240_000);

afterAll(() => world.close());

/** Names of relations from a later type to an earlier one; `default` if there is only one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "nd.bcd nd.ip_subnet": ["default", "api_fkey_nd_ip_subnet_bcd"],
  "nd.bcd nd.bcd2group": ["default", "api_fkey_nd_bcd2group_bcd"],
  "cntl.group nd.bcd2group": ["default", "api_fkey_nd_bcd2group_group"],
  "dns.record nd.bcd": ["default", "api_func_dns_record_is_in_bcd"],
  "dns.fqdn dns.record": ["api_fkey_dns_record_fqdn", "api_fkey_dns_record_target_fqdn"],
  "org.unit org.unit": [
    "self",
    "api_fkey_org_unit_parent",
    "api_fkey_org_unit_parent_inverse",
    "api_func_org_unit_hierarchy_gfk_list_is_subset",
    "api_func_org_unit_hierarchy_gfk_list_is_superset",
  ],
  "cntl.group cntl.group": [
    "self",
    "api_func_cntl_group_hierarchy_gfk_list_is_subset",
    "api_func_cntl_group_hierarchy_gfk_list_is_superset",
  ],
  "dns.fqdn dns.fqdn": [
    "self",
    "api_func_dns_fqdn_hierarchy_gfk_list_is_subset",
    "api_func_dns_fqdn_hierarchy_gfk_list_is_superset",
  ],
};

function namesBetween(later: Kind, earlier: Kind): readonly string[] {
  const names = NAMES[`${later} ${earlier}`] ?? NAMES[`${earlier} ${later}`];
  return names ?? (later === earlier ? ["self"] : []);
}

const TEXT: Readonly<Record<Kind, string>> = {
  "org.unit": "fq_name",
  "cntl.group": "name",
  "nd.bcd": "name",
  "nd.ip_subnet": "cidr",
  "nd.bcd2group": "bcd",
  "dns.fqdn": "value",
  "dns.record": "fqdn",
};

interface Drawn {
  /** Number of a type. With a join it is one of the types related to that of the first joined step. */
  readonly kind: number;
  readonly text: string | null;
  readonly isOwn: boolean;
  readonly limit: number | null;
  readonly offset: number;
  readonly joins: readonly { readonly member: string; readonly step: number; readonly reference: number }[];
}

const step: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.nat(KINDS.length - 1),
  text: fc.option(fc.constantFrom("a", "1", "lab", "net", "7", "::", "kit", "www"), { nil: null, freq: 1 }),
  isOwn: fc.constantFrom(false, false, false, true),
  limit: fc.option(fc.constantFrom(1, 3, 20, 200), { nil: null }),
  offset: fc.constantFrom(0, 0, 0, 2),
  joins: fc.array(
    fc.record({
      member: fc.constantFrom("inner_join_ref", "inner_join_ref", "union_join_ref", "anti_join_ref"),
      step: fc.nat(3),
      reference: fc.nat(4),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const transactions = fc.tuple(
  fc.constantFrom("ada", "otto", "greta"),
  fc.array(step, { minLength: 2, maxLength: 5 }),
);

interface Join {
  readonly member: string;
  readonly step: number;
  readonly reference: string;
  readonly related: ReadonlySet<string>;
}

/** The steps to send, and the expected gpks, found by a search through the stored rows. */
function byHand(login: string, drawn: readonly Drawn[]): { steps: SentStep[]; expected: string[][] } {
  const results: { kind: Kind; rows: readonly Stored[] }[] = [];
  const steps = drawn.map((draw, position): SentStep => {
    const joins = new Map<string, Join>();
    const kind = kindOf(draw, results);
    for (const { member, step, reference } of draw.joins) {
      const earlier = results[step];
      const names = earlier === undefined ? [] : namesBetween(kind, earlier.kind);
      const name = names[reference % names.length];
      if (earlier === undefined || name === undefined) continue;
      const asked = name === "default" ? (names[1] ?? name) : name;
      const related = oracle.related(asked, kind, earlier.kind, earlier.rows);
      joins.set(`${member} ${String(step)}`, { member, step, reference: name, related });
    }
    results.push({ kind, rows: kept(login, kind, draw, [...joins.values()]) });
    const of = (member: string): Record<string, string> =>
      Object.fromEntries(
        [...joins.values()]
          .filter((join) => join.member === member)
          .map((join) => [`s${String(join.step)}`, join.reference]),
      );
    return {
      idx: `s${String(position)}`,
      name: `${kind}.list`,
      old: {
        ...(draw.text === null ? {} : { [`${TEXT[kind]}_regexp`]: draw.text }),
        ...(draw.isOwn ? { is_own: true } : {}),
        ...(draw.limit === null ? {} : { fetch_limit: draw.limit }),
        ...(draw.offset === 0 ? {} : { fetch_offset: draw.offset }),
      },
      inner_join_ref: of("inner_join_ref"),
      union_join_ref: of("union_join_ref"),
      anti_join_ref: of("anti_join_ref"),
    };
  });
  return { steps, expected: results.map(({ rows }) => rows.map(({ gpk }) => gpk)) };
}

function kindOf(draw: Drawn, results: readonly { readonly kind: Kind }[]): Kind {
  const joined = draw.joins.map(({ step }) => results[step]?.kind).find((kind) => kind !== undefined);
  const kinds = joined === undefined ? KINDS : KINDS.filter((kind) => namesBetween(kind, joined).length > 0);
  return kinds[draw.kind % kinds.length] ?? "nd.bcd";
}

function kept(login: string, kind: Kind, draw: Drawn, joins: readonly Join[]): readonly Stored[] {
  const of = (member: string): readonly Join[] => joins.filter((join) => join.member === member);
  const [inner, union, anti] = [of("inner_join_ref"), of("union_join_ref"), of("anti_join_ref")];
  const isKept = (row: Stored): boolean => {
    const meets = ({ related }: Join): boolean => related.has(row.ids["id"] ?? "");
    return (
      oracle.sees(login, kind, row) &&
      (!draw.isOwn || oracle.owns(login, kind, row)) &&
      (draw.text === null || row.text.includes(draw.text)) &&
      inner.every(meets) &&
      (union.length === 0 || union.some(meets)) &&
      !anti.some(meets)
    );
  };
  const rows = oracle.rows[kind].filter(isKept).slice(draw.offset);
  return rows.slice(0, draw.limit ?? undefined);
}

describe("joins on the demo campus", () => {
  it("[API-26] [API-27] [API-59] [API-60] random transactions of three accounts keep the same rows as a search through the stored rows", async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async ([login, drawn]) => {
        const { steps, expected } = byHand(login, drawn);
        const lists = await world.lists(login, steps);
        for (const [n, gpks] of expected.entries())
          expect(column(lists[`s${String(n)}`], "gpk")).toEqual(gpks);
      }),
      { numRuns: 150 },
    );
  }, 240_000);

  it("pages of names and records, forwards and backwards, are parts of the whole list", async () => {
    for (const login of ["ada", "otto", "greta"])
      for (const [name, sorting] of [
        ["dns.record.list", ["fqdn"]],
        ["dns.record.list", ["fqdn DESC"]],
        ["dns.record.list", ["data DESC", "type"]],
        ["dns.record.list", ["target_ipaddr"]],
        ["dns.fqdn.list", ["value DESC"]],
        ["dns.fqdn.list", ["type", "value DESC"]],
        ["nd.bcd.list", ["description DESC"]],
        ["nd.ip_subnet.list", ["cidr DESC"]],
        ["nd.ip_subnet.list", ["bcd"]],
      ] as const)
        for (const own of [{}, { is_own: true }]) {
          const old = { ...own, sorting_params_list: [...sorting] };
          const whole = column(await world.rows(login, name, old), "gpk");
          for (const [limit, offset] of [
            [50, 0],
            [7, 3],
            [600, 40],
          ] as const) {
            const page = await world.rows(login, name, { ...old, fetch_limit: limit, fetch_offset: offset });
            expect(column(page, "gpk")).toEqual(whole.slice(offset, offset + limit));
          }
        }
  }, 240_000);
});
