import { describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { dependencyGraph, type Graph } from "#core/dependencies/graph";
import { relationsOf, roleOf } from "#core/dependencies/relation";
import { firstReaches, firstSteps, secondSteps, startsOf } from "#core/dependencies/steps";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();

function typeOf(name: string): ObjectTypeMeta {
  const type = catalogue.objectType(name);
  if (type === null) throw new Error(`no type ${name}`);
  return type;
}

const row = (gpk: string, values: Readonly<Record<string, Json>> = {}): Row => ({ gpk, ...values });

const idxOf = (side: string, reference: string): string => `object ${side} ${reference}`;

const titles = (graph: Graph | null): readonly string[] => [...(graph?.nodes.keys() ?? [])];

describe("references of a type", () => {
  it("are read from the metadata on both sides, without views on the object itself", () => {
    const names = relationsOf(catalogue, typeOf("nd.bldg"), "in").map(({ other }) => other);
    expect(names).toEqual(["nd.room"]);
    expect(relationsOf(catalogue, typeOf("nd.room"), "in").map(({ other }) => other)).not.toContain(
      "nd.port_use",
    );
    expect(relationsOf(catalogue, typeOf("dns.fqdn"), "out").map(({ join }) => join)).toContain(
      "api_fkey_dns_fqdn_parent_inverse",
    );
  });

  it("name the attribute only if it says more than the type", () => {
    const [parent] = relationsOf(catalogue, typeOf("org.unit"), "in").filter(
      ({ other }) => other === "org.unit",
    );
    const [subnet] = relationsOf(catalogue, typeOf("nd.bcd"), "in").filter(
      ({ other }) => other === "nd.ip_subnet",
    );
    expect(parent && roleOf(catalogue, parent, "en")).toMatch(/\(.+\)$/);
    expect(subnet && roleOf(catalogue, subnet, "en")).toBe("Subnet");
  });

  it("of every type can be filtered by the attributes that the second call sends", () => {
    const missing = catalogue.types.flatMap((type) =>
      relationsOf(catalogue, type, "in").flatMap(({ other, pairs }) => {
        const parameters = catalogue.fn(other, "list")?.parameters ?? {};
        return pairs.filter(([theirs]) => parameters[theirs]?.old === undefined).map(([theirs]) => theirs);
      }),
    );
    expect(missing).toEqual([]);
  });

  it("are requested with a limit of rows", () => {
    for (const { name, old } of firstSteps(catalogue, typeOf("nd.bcd"), "bcd-1").slice(1))
      expect([name, old]).toEqual([name, { fetch_limit: 101 }]);
    const starts = [{ idx: "in:dns.fqdn", side: "in", object: "dns.fqdn", rows: [row("a")] } as const];
    const [list, ...further] = secondSteps(catalogue, starts);
    expect(list?.old).toEqual({ gpk_list: ["a"] });
    expect(further.length).toBeGreaterThan(5);
    for (const { old } of further) expect(old?.["fetch_limit"]).toBe(26);
  });
});

describe("the graph of an object", () => {
  const BCD = row("bcd-1", { name: "hafen" });
  const SUBNETS = idxOf("in", "api_fkey_nd_ip_subnet_bcd");
  const subnets = (count: number): readonly Row[] =>
    Array.from({ length: count }, (_, at) =>
      row(`net-${String(at)}`, { bcd: "hafen", cidr: `10.0.${String(at)}.0/24` }),
    );

  it("shows up to six rows of a reference, or the first rows and the number of all rows", () => {
    const six = dependencyGraph(catalogue, typeOf("nd.bcd"), { object: [BCD], [SUBNETS]: subnets(6) }, {});
    expect(titles(six)).toHaveLength(7);
    const many = dependencyGraph(catalogue, typeOf("nd.bcd"), { object: [BCD], [SUBNETS]: subnets(28) }, {});
    const more = [...(many?.nodes.values() ?? [])].find(({ kind }) => kind === "more");
    expect(titles(many)).toHaveLength(7);
    expect(more).toMatchObject({ count: 23, isCut: false, isRest: true });
    const cut = dependencyGraph(catalogue, typeOf("nd.bcd"), { object: [BCD], [SUBNETS]: subnets(101) }, {});
    expect([...(cut?.nodes.values() ?? [])].find(({ kind }) => kind === "more")).toMatchObject({
      isCut: true,
    });
  });

  it("stays small: if there are many references each shows fewer rows, and none is lost", () => {
    const near = Object.fromEntries(
      firstReaches(catalogue, typeOf("nd.bcd")).map(({ idx }) => [
        idx,
        Array.from({ length: 9 }, (_, at) => row(`${idx} ${String(at)}`)),
      ]),
    );
    const graph = dependencyGraph(catalogue, typeOf("nd.bcd"), { object: [BCD], ...near }, {});
    expect(titles(graph).length).toBeLessThanOrEqual(24);
    const told = [...(graph?.nodes.values() ?? [])].map((node) => (node.kind === "more" ? node.count : 1));
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(Object.keys(near).length * 9 + 1);
  });

  it("contains each object once, also if references form a circle", () => {
    const type = typeOf("nd.p_port");
    const [one, other] = [
      row("pp-1", { remote_gfk: "pp-2", module_gfk: "mod-1" }),
      row("pp-2", { remote_gfk: "pp-1", module_gfk: "mod-1" }),
    ];
    const remote = "api_fkey_nd_p_port_remote";
    const near = { object: [one], [`object in ${remote}`]: [other], [`object out ${remote}`]: [other] };
    const far = {
      "in:nd.p_port": [other],
      "out:nd.p_port": [other],
      [`in:nd.p_port in ${remote}`]: [one],
      [`out:nd.p_port out ${remote}`]: [one],
    };
    expect(startsOf(firstReaches(catalogue, type), near).map(({ idx }) => idx)).toEqual([
      "out:nd.p_port",
      "in:nd.p_port",
    ]);
    const graph = dependencyGraph(catalogue, type, near, far);
    expect(titles(graph)).toEqual(["pp-1", "pp-2"]);
    expect(graph?.edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
      "pp-1 pp-2",
      "pp-2 pp-1",
    ]);
  });

  it("shows the object that a link joins instead of the link, and the link if the reader may not see that object", () => {
    const link = row("b2g-1", { bcd: "hafen", group_name: "port" });
    const near = { object: [BCD], [idxOf("in", "api_fkey_nd_bcd2group_bcd")]: [link] };
    const group = row("group-1", { name: "port" });
    const far = {
      "in:nd.bcd2group": [link],
      "in:nd.bcd2group out api_fkey_nd_bcd2group_group": [group],
      "in:nd.bcd2group out api_fkey_nd_bcd2group_bcd": [BCD],
    };
    expect(titles(dependencyGraph(catalogue, typeOf("nd.bcd"), near, far))).toEqual(["bcd-1", "group-1"]);
    expect(titles(dependencyGraph(catalogue, typeOf("nd.bcd"), near, {}))).toEqual(["bcd-1", "b2g-1"]);
  });

  it("does not exist for a deleted object", () => {
    expect(dependencyGraph(catalogue, typeOf("nd.bcd"), { object: [] }, {})).toBeNull();
  });
});
