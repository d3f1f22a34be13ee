import type { Json, Params } from "#contract/wire/json";
import type { Command } from "#core/txlist/history";
import { toNullText, type Planned, type PlannedFunction, type PlannedStatement } from "#core/txlist/planned";
import type { Random } from "./random.ts";

type Kind = Planned["ta_type"];

function statement(
  object: string,
  operation: PlannedFunction,
  old: Params = {},
  now: Params = {},
): PlannedStatement {
  return { object_fq_name: object, object_function: operation, parameters: { old, new: now } };
}

function element(
  uuid: string,
  main: PlannedStatement,
  bundle: readonly PlannedStatement[] = [],
  type: Extract<Kind, `db_editor_bundle_${string}`> = "db_editor_bundle_append",
): Planned {
  const content = {
    ...main,
    preview_fields: Object.keys(main.parameters.new),
    object_title: main.object_fq_name,
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  };
  return bundle.length === 0
    ? { uuid, ta_type: "db_editor_simple", variant: null, content }
    : { uuid, ta_type: type, variant: null, content, bundle };
}

/** An element of one action. */
export function plannedElement(
  uuid: string,
  object: string,
  operation: PlannedFunction,
  old: Params,
  now: Params,
): Planned {
  return element(uuid, statement(object, operation, old, now));
}

const site = (name: string): Params => ({ name });
const building = (at: string, number: string): Params => ({ site: at, number });

/** Values of a site or building besides its key, as texts; null for an empty one. */
type Facts = Record<string, Json>;

/** Elements that succeed in this order on a world without sites: created, changed, renamed, moved, emptied and deleted, with any of their values, alone and in bundles. */
export function passingElements(random: Random, count: number, newUuid: () => string): readonly Planned[] {
  const sites = new Map<string, { readonly facts: Facts; readonly buildings: Map<string, Facts> }>();
  let made = 0;
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[random(values.length)];
  const place = (): Facts => ({ geo_lat: 48 + random(100) / 100, geo_lon: 8 + random(100) / 100 });
  const ofSite = (): Facts => ({
    title: pick(["Nord", "Süd", `t${String(made++)}`]) ?? null,
    campus: pick(["CN", "CS", `c${String(made++)}`]) ?? null,
    ...place(),
  });
  const ofBuilding = (): Facts => ({
    title: `b${String(made++)}`,
    address: `Ring ${String(random(9))}`,
    ...place(),
  });
  /** Some of these values. */
  const some = (facts: Facts): Facts =>
    Object.fromEntries(Object.entries(facts).filter(() => random(2) === 0));
  /** A change of one or two values, some of which become empty, with the values before. */
  const changed = (facts: Facts, fresh: Facts): readonly [Params, Params] => {
    const names = [pick(Object.keys(fresh)), pick(Object.keys(fresh))];
    const now = Object.fromEntries(
      names.flatMap((name) =>
        name === undefined ? [] : [[name, random(4) === 0 ? null : (fresh[name] ?? null)] as const],
      ),
    );
    const old = Object.keys(now).map((name) => [name, toNullText(facts[name] ?? null)]);
    Object.assign(facts, now);
    return [
      Object.fromEntries(old) as Params,
      Object.fromEntries(Object.entries(now).map(([name, value]) => [name, toNullText(value)])),
    ];
  };
  const createSite = (): Planned => {
    const name = `s${String(made++)}`;
    const numbers = Array.from({ length: random(3) }, (_, at) => `${String(at)}.1`);
    const facts = some(ofSite());
    const buildings = new Map(numbers.map((number) => [number, some(ofBuilding())] as const));
    sites.set(name, { facts, buildings });
    return element(
      newUuid(),
      statement("nd.site", "create", {}, { name, ...facts }),
      [...buildings].map(([number, its]) =>
        statement("nd.bldg", "create", {}, { ...building(name, number), ...its }),
      ),
    );
  };
  const changeSite = (name: string): Planned => {
    const [old, now] = changed(sites.get(name)?.facts ?? {}, ofSite());
    return element(newUuid(), statement("nd.site", "update", { ...site(name), ...old }, now));
  };
  const renameSite = (name: string): Planned => {
    const to = `s${String(made++)}`;
    const known = sites.get(name);
    sites.delete(name);
    if (known !== undefined) sites.set(to, known);
    return element(newUuid(), statement("nd.site", "update", site(name), { name: to }));
  };
  const deleteSite = (name: string): Planned => {
    const inside = [...(sites.get(name)?.buildings.keys() ?? [])];
    sites.delete(name);
    return element(
      newUuid(),
      statement("nd.site", "delete", site(name)),
      inside.map((number) => statement("nd.bldg", "delete", building(name, number))),
      "db_editor_bundle_prepend",
    );
  };
  const buildingOf = (
    name: string,
    plan: (number: string, facts: Facts, inside: Map<string, Facts>) => readonly [Params, Params],
  ): Planned => {
    const inside = sites.get(name)?.buildings;
    const [number, facts] = pick([...(inside?.entries() ?? [])]) ?? [];
    if (inside === undefined || number === undefined || facts === undefined) return changeSite(name);
    const [old, now] = plan(number, facts, inside);
    return element(newUuid(), statement("nd.bldg", "update", { ...building(name, number), ...old }, now));
  };
  const changeBuilding = (name: string): Planned =>
    buildingOf(name, (_, facts) => changed(facts, ofBuilding()));
  const renumber = (name: string): Planned =>
    buildingOf(name, (number, facts, inside) => {
      const to = `${String(made++)}.2`;
      inside.delete(number);
      inside.set(to, facts);
      return [{}, { number: to }];
    });
  const moveBuilding = (name: string): Planned =>
    buildingOf(name, (number, facts, inside) => {
      const [to, other] = pick([...sites].filter(([, { buildings }]) => !buildings.has(number))) ?? [];
      if (to === undefined || other === undefined) return changed(facts, ofBuilding());
      inside.delete(number);
      other.buildings.set(number, facts);
      return [{}, { site: to }];
    });
  const actions = [
    changeSite,
    changeSite,
    renameSite,
    deleteSite,
    changeBuilding,
    changeBuilding,
    renumber,
    moveBuilding,
  ];
  return Array.from({ length: count }, () => {
    const name = pick([...sites.keys()]);
    if (name === undefined || random(3) === 0) return createSite();
    return (pick(actions) ?? changeSite)(name);
  });
}

/** Commands that produce exactly these elements, some with unnecessary steps: an element more that is removed or replaced, or a move and its reversal. */
export function detours(random: Random, list: readonly Planned[], newUuid: () => string): readonly Command[] {
  return list.flatMap((item, at): readonly Command[] => {
    const other = element(newUuid(), statement("nd.site", "create", {}, { name: "detour" }));
    const earlier = list[random(Math.max(1, at))];
    switch (random(5)) {
      case 0:
        return [
          { kind: "add", item: other },
          { kind: "add", item },
          { kind: "remove", uuid: other.uuid },
        ];
      case 1:
        return [
          { kind: "add", item: other },
          { kind: "replace", uuid: other.uuid, item },
        ];
      case 2:
        return [
          { kind: "append", items: [item, other] },
          { kind: "remove", uuid: other.uuid },
        ];
      case 3:
        if (at === 0 || earlier === undefined) return [{ kind: "add", item }];
        return [
          { kind: "add", item },
          { kind: "move", uuid: item.uuid, before: earlier.uuid },
          { kind: "move", uuid: item.uuid, before: null },
        ];
      default:
        return [{ kind: "add", item }];
    }
  });
}

const SITES = ["x1", "x2", "x3", "x4", "x5", "x6"];
const TITLES = ["Nord", "Süd", "Ost", "West", "__NULL", "__NULL", "neu", "x".repeat(300)];
const NUMBERS = ["1.1", "1.2", " "];
const FQDNS = ["p1.example.com.", "p2.example.com.", "q.p1.example.com.", "nowhere.test."];
const DATA = [
  ["TXT", "text"],
  ["A", "198.51.100.77"],
  ["A", "198.51.100.78"],
  ["A", "192.0.2.1"],
  ["CNAME", "p2.example.com."],
] as const;
const BCDS = ["scc-p-1", "scc-p-2", "scc-net-web-1"];
const GROUPS = ["p-group", "p-other", "scc-net-web"];

/** A short list of elements about a few objects, including these ports. The elements interact: some succeed, some fail, for every reason. */
export function anyElements(
  random: Random,
  newUuid: () => string,
  ports: readonly string[],
): readonly Planned[] {
  const pick = (values: readonly string[]): string => values[random(values.length)] ?? "";
  const filled = (operation: PlannedFunction, key: Params, change: Params): readonly [Params, Params] => {
    if (operation === "create") return [{}, { ...key, ...change }];
    return operation === "delete" ? [key, {}] : [key, change];
  };
  const one = (): PlannedStatement => {
    const operation = (["create", "create", "update", "update", "delete"] as const)[random(5)] ?? "create";
    const of = (object: string, key: Params, change: Params): PlannedStatement =>
      statement(object, operation, ...filled(operation, key, change));
    const [type, data] = DATA[random(DATA.length)] ?? DATA[0];
    switch (random(9)) {
      case 8:
        if (operation === "delete") return statement("nd.p_port", "disconnect", { gpk: pick(ports) });
        return statement("nd.p_port", "connect", { gpk: pick(ports) }, { p_port_gfk: pick(ports) });
      case 0:
        return of("nd.bldg", building(pick(SITES), pick(NUMBERS)), { title: pick(TITLES) });
      case 1:
        return of("dns.record", { fqdn: pick(FQDNS), type, data }, operation === "create" ? {} : { data });
      case 2:
        return of("nd.bcd", { name: pick(BCDS) }, { description: pick(TITLES) });
      case 3:
        return of("cntl.group", { name: pick(GROUPS) }, { description: pick(TITLES) });
      case 4:
        return statement("nd.site", "bulk_update", { title: pick(TITLES) }, { title: pick(TITLES) });
      case 5:
        return statement("nd.site", "update", { name: pick(SITES), title: pick(TITLES) }, { title: "neu" });
      default:
        return of("nd.site", site(pick(SITES)), { title: pick(TITLES) });
    }
  };
  // Most lists are short, because most long lists contain a refused element.
  return Array.from({ length: 1 + Math.min(random(3), random(3)) }, () => {
    const bundle = random(4) === 0 ? [one()] : [];
    return element(
      newUuid(),
      one(),
      bundle,
      random(2) === 0 ? "db_editor_bundle_append" : "db_editor_bundle_prepend",
    );
  });
}
