import { beforeAll, describe, expect, it } from "vitest";
import { hasTest } from "#contract/condition";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Column, Hanging, Hop, LinesData, Screen, Section } from "#core/screen/screen";
import type { Condition, Target, Value } from "#core/screen/value";
import type { Planning } from "#core/screen/planning";
import { matchPath } from "#core/route/pattern";
import { ROUTES } from "../../../src/app/routes.ts";
import { completeSteps, HISTORY } from "../../../src/editor/screen/complete-steps.ts";
import { readsValues } from "../../../src/editor/screen/values.ts";
import { listScreen, objectScreen } from "../../../src/screens/object/object-screen.ts";
import { allScreens, typeScreens } from "../../support/all-screens.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";

let screens: readonly Screen[] = [];
let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await portalCatalogue();
  screens = [...(await allScreens()), ...typeScreens(catalogue)];
});

/** Values with a valid form for the parameters of a path. */
function paramsOf(screen: Screen): Record<string, string> {
  return Object.fromEntries([...screen.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? "", "x"]));
}

const objectOf = (step: Step): string => step.name.replace(/\.list$/, "");

function typesOf(screen: Screen): TypeOf {
  const steps = completeSteps(screen, paramsOf(screen));
  return (idx) => {
    const step = steps.find((one) => one.idx === idx);
    return step === undefined ? null : catalogue.objectType(objectOf(step));
  };
}

/** All errors of a screen, as sentences. */
function problems(screen: Screen): readonly string[] {
  const steps = completeSteps(screen, paramsOf(screen));
  const typeOf = typesOf(screen);
  const found: string[] = [];
  const say = (text: string): void => void found.push(`${screen.path}: ${text}`);
  checkHistory(screen, steps, say);
  steps.forEach((step, at) => checkStep(step, steps.slice(0, at), say));
  if (screen.current !== undefined && typeOf(screen.current.of) === null) say(`no step ${screen.current.of}`);
  for (const section of screen.sections) checkSection(screen, section, typeOf, say);
  return found;
}

/** Rows of a history depend on the current object, or on the step that they join: their type refers to its type. */
function checkHistory({ current }: Screen, steps: readonly Step[], say: Say): void {
  for (const hanging of current?.history ?? []) {
    const { type, on } = hangingOf(hanging, current?.of ?? "", steps);
    const host = steps.find((one) => one.idx === on);
    const refers = catalogue
      .objectType(type)
      ?.references.some(
        (one) => host !== undefined && one.ref_object_fq_name === objectOf(host) && one.kind === "fkey",
      );
    if (refers !== true) say(`rows of ${type} do not refer to ${on}`);
  }
}

function hangingOf(hanging: Hanging, current: string, steps: readonly Step[]): { type: string; on: string } {
  if (typeof hanging !== "string") return hanging;
  const step = steps.find((one) => one.idx === hanging);
  const type = step === undefined ? hanging : objectOf(step);
  return { type, on: Object.keys(step?.inner_join_ref ?? {})[0] ?? current };
}

function checkStep(step: Step, earlier: readonly Step[], say: (text: string) => void): void {
  const list = catalogue.fn(objectOf(step), "list");
  if (list === null) {
    say(`${step.name} does not exist`);
    return;
  }
  for (const name of Object.keys(step.old ?? {})) {
    if (list.parameters[name]?.old === undefined) say(`${step.name} has no filter ${name}`);
  }
  const joins = { ...step.inner_join_ref, ...step.union_join_ref, ...step.anti_join_ref };
  for (const [idx, reference] of Object.entries(joins)) {
    const other = earlier.find((one) => one.idx === idx);
    if (other === undefined) say(`${String(step.idx)} joins ${idx}, which is no earlier step`);
    else if (reference !== null) checkJoin(objectOf(step), objectOf(other), reference, say);
  }
}

function checkJoin(later: string, earlier: string, name: string, say: (text: string) => void): void {
  if (name === "self") {
    if (later !== earlier) say(`${later} is never the same as ${earlier}`);
    return;
  }
  const between = (catalogue.objectType(later)?.references ?? []).filter(
    (one) =>
      (one.object_fq_name === later && matches(one.ref_object_fq_name, earlier)) ||
      (one.object_fq_name === earlier && matches(one.ref_object_fq_name, later)),
  );
  if (name === "default") {
    const direct = between.filter((one) => one.ref_object_fq_name !== "*");
    const count = direct.length > 0 ? direct.length : between.length;
    if (count !== 1) say(`${later} joins ${earlier} by default over ${String(count)} references`);
  } else if (!between.some((one) => one.name === name.replace(/_inverse$/, ""))) {
    say(`${later} has no reference ${name} to ${earlier}`);
  }
}

const matches = (name: string, wanted: string): boolean => name === "*" || name === wanted;

type TypeOf = (idx: string) => ObjectTypeMeta | null;

type Say = (text: string) => void;

function checkSection(screen: Screen, section: Section, typeOf: TypeOf, say: Say): void {
  const type = "of" in section ? typeOf(section.of) : null;
  if ("of" in section && section.of !== HISTORY && type === null) say(`no step ${section.of}`);
  checkCondition(screen, section.when, typeOf, say);
  for (const target of targetsOf(section)) checkTarget(target, say);
  if (type === null) return;
  if (section.kind === "path") checkPath(section, type, typeOf, say);
  if (section.kind === "entries")
    for (const name of [section.at, section.by, section.from, section.to, section.text])
      checkColumn(type, name, typeOf, say);
  if (section.kind === "addresses") checkAddresses(screen, section, type, typeOf, say);
  if (section.kind === "table" || section.kind === "detail") checkRows(screen, section, type, typeOf, say);
}

async function partProblems(screen: Screen): Promise<readonly string[]> {
  const found: string[] = [];
  const say = (text: string): void => void found.push(`${screen.path}: ${text}`);
  const typeOf = typesOf(screen);
  for (const section of screen.sections) {
    if (section.kind !== "columns") continue;
    const { titles, lines } = await section.load();
    if (titles.length !== section.columns.length) say("each column has a title");
    const steps = section.columns.flat().flatMap((part) => (typeof part === "string" ? [] : [part.of]));
    expect(Object.keys(lines).toSorted()).toEqual(steps.toSorted());
    for (const [of, data] of Object.entries(lines)) checkLines(of, data, typeOf, say);
  }
  return found;
}

function checkLines(of: string, data: LinesData, typeOf: TypeOf, say: Say): void {
  const type = typeOf(of);
  if (type === null) return say(`no step ${of}`);
  for (const column of [data.main, ...data.notes]) checkColumn(type, column, typeOf, say);
  const { parts = [], rest, percent, history } = data.share ?? {};
  for (const name of [...parts, rest, percent, history])
    if (name !== undefined && type.attribute(name) === null) say(`${of} has no attribute ${name}`);
  for (const target of [data.open, data.more?.to]) if (target !== undefined) checkTarget(target, say);
}

function checkRows(
  screen: Screen,
  section: Extract<Section, { readonly kind: "table" | "detail" }>,
  type: ObjectTypeMeta,
  typeOf: TypeOf,
  say: Say,
): void {
  for (const column of columnsIn(section)) checkColumn(type, column, typeOf, say);
  for (const planning of section.plan ?? []) checkPlanning(screen, type, planning, typeOf, say);
  if (section.kind === "table") checkTable(section, type, say);
}

function columnsIn(section: Extract<Section, { readonly kind: "table" | "detail" }>): readonly Column[] {
  return (section.kind === "table" ? section.columns : section.fields) ?? [];
}

/** Targets of a section that do not depend on a row. */
function targetsOf(section: Section): readonly Target[] {
  if (section.kind === "tabs") return section.tabs.map((tab) => tab.to);
  return section.kind === "note" && section.action !== undefined ? [section.action.to] : [];
}

/** Checks the steps and attributes from which a map of addresses is drawn. */
function checkAddresses(
  screen: Screen,
  section: Extract<Section, { readonly kind: "addresses" }>,
  type: ObjectTypeMeta,
  typeOf: TypeOf,
  say: Say,
): void {
  const { claims, facts, free, network, open, plan } = section;
  const named: readonly (readonly [string, string])[] = [
    [section.of, network],
    ...claims.flatMap(({ from, first, last, if: filled = [] }) =>
      [first, ...filled, ...(last === undefined ? [] : [last])].map((name) => [from, name] as const),
    ),
    ...facts.flatMap(({ of }) => Object.entries(of)),
    ...(free === undefined || !completeSteps(screen, paramsOf(screen)).some(({ idx }) => idx === free.from)
      ? []
      : [[free.from, free.at] as const]),
  ];
  for (const [step, name] of named)
    if (typeOf(step)?.attribute(name) == null) say(`${step} has no attribute ${name}`);
  checkTarget(open, say);
  for (const planning of plan ?? []) checkPlanning(screen, type, planning, typeOf, say);
}

/** Checks the parts of a table that concern its rows, except the columns. */
function checkTable(
  { nest, group, open }: Extract<Section, { readonly kind: "table" }>,
  type: ObjectTypeMeta,
  say: Say,
): void {
  const opened = Object.values(open?.params ?? {}).flatMap((value) => ("row" in value ? [value.row] : []));
  const named = [nest?.parent, nest?.key, group, ...opened].filter((name) => name !== undefined);
  for (const name of named) if (type.attribute(name) === null) say(`${type.name} has no attribute ${name}`);
  if (open !== undefined) checkTarget(open, say);
}

function checkColumn(
  type: ObjectTypeMeta,
  column: Column,
  typeOf: TypeOf,
  say: (text: string) => void,
): void {
  if (typeof column === "string" || "attr" in column) {
    const name = typeof column === "string" ? column : column.attr;
    const isAnswerOnly = typeof column !== "string" && column.cell === "once";
    if (type.attribute(name) === null && !isAnswerOnly) say(`${type.name} has no attribute ${name}`);
    if (typeof column !== "string" && column.opens !== undefined)
      checkHops(type, [column.opens], typeOf, say);
  } else if ("from" in column) {
    const other = typeOf(column.from);
    if (other?.attribute(column.show) == null) say(`${column.from} has no attribute ${column.show}`);
    checkHops(type, [...(column.through ?? []), column], typeOf, say);
  } else checkTarget(column.link, say);
}

/** Each hop joins an attribute of its own type with one of the type before it. */
function checkHops(start: ObjectTypeMeta, hops: readonly Hop[], typeOf: TypeOf, say: Say): void {
  let before: ObjectTypeMeta | null = start;
  for (const { from, on } of hops) {
    const other = typeOf(from);
    for (const [theirs, own] of Object.entries(on ?? {})) {
      if (other?.attribute(theirs) == null) say(`${from} has no attribute ${theirs}`);
      for (const name of typeof own === "string" ? [own] : Object.values(own))
        if (before?.attribute(String(name)) == null) say(`${String(before?.name)} has no attribute ${name}`);
    }
    before = other;
  }
}

function checkPath(
  { show, wire, within, facts, place }: Extract<Section, { readonly kind: "path" }>,
  type: ObjectTypeMeta,
  typeOf: TypeOf,
  say: Say,
): void {
  for (const name of [show, wire, within.by])
    if (type.attribute(name) === null) say(`${type.name} has no attribute ${name}`);
  const holder = typeOf(within.from);
  if (holder === null) say(`no step ${within.from}`);
  else for (const column of [...facts, place]) checkColumn(holder, column, typeOf, say);
}

function checkPlanning(
  screen: Screen,
  type: ObjectTypeMeta,
  planning: Planning,
  typeOf: TypeOf,
  say: (text: string) => void,
): void {
  const fn = catalogue.fn(planning.object ?? type.name, planning.do);
  if (fn === null) say(`${type.name} has no ${planning.do}`);
  const named = [...Object.keys(planning.set ?? {}), ...(planning.ask ?? []), ...(planning.require ?? [])];
  for (const name of named) if (fn?.parameters[name]?.new === undefined) say(`${planning.do} has no ${name}`);
  if (planning.bundle !== undefined && typeOf(planning.bundle.rows) === null)
    say(`no step ${planning.bundle.rows}`);
  checkCondition(screen, planning.when, typeOf, say);
}

function checkCondition(
  screen: Screen,
  condition: Condition | undefined,
  typeOf: TypeOf,
  say: (text: string) => void,
): void {
  // The callback visits every test and never matches.
  hasTest(condition ?? "always", (test) => {
    if (!readsValues(test)) return false;
    const value = "given" in test ? test.given : test.value;
    if (!("rows" in value)) checkValue(screen, value, typeOf, say);
    else if (typeOf(value.rows) === null) say(`no step ${value.rows}`);
    return false;
  });
}

function checkValue(screen: Screen, value: Value, typeOf: TypeOf, say: (text: string) => void): void {
  if ("current" in value && typeOf(screen.current?.of ?? "")?.attribute(value.current) == null) {
    say(`the current object has no ${value.current}`);
  }
  const param = "param" in value ? value.param : "family" in value ? value.family : null;
  if (param !== null && !screen.path.includes(`:${param}`)) say(`the path has no ${param}`);
}

function checkTarget(target: Target, say: (text: string) => void): void {
  if (target.to === "/login") return;
  if (!ROUTES.some((route) => route.path === target.to)) say(`${target.to} is no route`);
  const names = [...target.to.matchAll(/:(\w+)/g)].map(([, name]) => name);
  for (const name of names)
    if (target.params?.[name ?? ""] === undefined) say(`${target.to} lacks ${String(name)}`);
}

describe("every screen over the catalogue", () => {
  it("steps, attributes, filters, references, routes and functions exist", () => {
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.flatMap(problems)).toEqual([]);
  });

  it("steps and attributes of parts that are loaded later exist", async () => {
    expect(screens.filter(({ sections }) => sections.some(({ kind }) => kind === "columns"))).toHaveLength(2);
    expect((await Promise.all(screens.map(partProblems))).flat()).toEqual([]);
  });

  it("each screen is at its route", () => {
    const paths = new Set(ROUTES.map((route) => route.path));
    expect(screens.filter((screen) => !paths.has(screen.path)).map((screen) => screen.path)).toEqual([]);
  });

  it("[ROUTE-66] every type has a list and an object page", () => {
    const made = catalogue.types
      .filter((type) => catalogue.fn(type.name, "list") !== null && type.attribute("gpk") !== null)
      .flatMap((type) => [listScreen(catalogue, type, {}, "en"), objectScreen(catalogue, type, "x-1", "en")]);
    expect(made.flatMap(problems)).toEqual([]);
  });

  it("lists of referring objects are named in the plural, and by the attribute only if there are several", () => {
    const role = catalogue.objectType("cntl.role");
    if (role === null) throw new Error("the type is missing");
    const { sections } = objectScreen(catalogue, role, "role-1", "en");
    expect(sections.flatMap((section) => (section.kind === "table" ? [section.caption] : []))).toEqual([
      "Account roles",
      "Role permissions",
      "Contained roles (Role)",
      "Contained roles (Contained role)",
      "Token roles",
    ]);
  });

  it("numbers of dependents lead to an existing table or view", () => {
    const counted = Object.entries(KNOWN.pages).flatMap(([name, page]) =>
      Object.entries(page.counts ?? {}).map(([attribute, to]) => ({ name, page, attribute, to })),
    );
    expect(counted.length).toBeGreaterThan(5);
    const wrong = counted.filter(({ name, page: route, attribute, to }) => {
      if (catalogue.objectType(name)?.attribute(attribute) == null) return true;
      if (!to.startsWith("#")) return KNOWN.views[`${name}#${to}`] === undefined;
      const page = screens.find(({ path }) => path === route.path);
      return page?.sections.some((one) => one.kind === "table" && one.of === to.slice(1)) !== true;
    });
    expect(wrong).toEqual([]);
  });

  it("texts that describe an object name attributes of its rows", () => {
    const told = Object.entries(KNOWN.pages).flatMap(([name, page]) =>
      Object.entries(page.told ?? {}).flatMap(([text, by]) =>
        [text, ...by].map((one) => [name, one] as const),
      ),
    );
    expect(told.filter(([name, one]) => catalogue.objectType(name)?.attribute(one) == null)).toEqual([]);
  });

  it("the screens of objects are routes, and their parameters are attributes", () => {
    const wrong = Object.entries(KNOWN.pages).flatMap(([name, { path, params = [] }]) => {
      if (path === undefined) return [];
      const isRoute = ROUTES.some((route) => matchPath(route.path, path.replaceAll(":", "")) !== null);
      const type = catalogue.objectType(name);
      const unknown = params.filter((one) => type?.attribute(one) == null);
      return isRoute && unknown.length === 0 ? [] : [`${name}: ${path} ${unknown.join(", ")}`];
    });
    expect(wrong).toEqual([]);
  });
});
