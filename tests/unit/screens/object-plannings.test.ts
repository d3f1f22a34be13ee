import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { ReferenceRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { planForm } from "#core/form/plan-form";
import { linkMove } from "#core/screen/link-move";
import type { Screen, Section } from "#core/screen/screen";
import {
  controlsFor,
  planningsOf,
  type Control,
  type ControlPlace,
} from "../../../src/editor/planning/controls.ts";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import { listScreen, objectScreen } from "../../../src/screens/object/object-screen.ts";
import { allScreens } from "../../support/all-screens.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const screens = await allScreens();

/** Types with a list. */
const listed = catalogue.types.filter((type) => catalogue.fn(type.name, "list") !== null);

const typeOf = (step: Step | undefined): ObjectTypeMeta | null =>
  catalogue.objectType(step?.name.replace(/\.list$/, "") ?? "");

/** An object whose attributes all have a value. */
function anyRow(type: ObjectTypeMeta): Row {
  return Object.fromEntries(type.attributes.map(({ name }) => [name, `the ${name}`]));
}

interface Shown {
  readonly section: Extract<Section, { readonly kind: "table" }>;
  readonly step: Step;
  readonly type: ObjectTypeMeta;
  readonly current: ObjectTypeMeta;
  /** The controls above the rows, and those of a row. */
  readonly above: readonly Control[];
  readonly ofRow: readonly Control[];
}

function placeOf(
  screen: Screen,
  steps: readonly Step[],
  step: Step,
  permissions: readonly string[] = [],
): ControlPlace | null {
  const current = typeOf(steps.find(({ idx }) => idx === screen.current?.of));
  const type = typeOf(step);
  const row = current === null ? null : anyRow(current);
  return (
    type && {
      catalogue,
      type,
      step,
      locale: "en",
      variant: null,
      marks: new Map(),
      isGoing: false,
      typeOf: (idx) => typeOf(steps.find((one) => one.idx === idx)),
      source: {
        params: paramsOf(screen),
        lists: row === null ? {} : { [screen.current?.of ?? ""]: [row] },
        current: row,
        loginName: "ab1234",
        visitor: {
          signedIn: true,
          inDatabase: true,
          isOuAdmin: false,
          permissions: new Set(permissions),
          modules: new Set(),
        },
      },
    }
  );
}

/** The value of each parameter of a path is that of the object. */
function paramsOf(screen: Screen): Record<string, string> {
  return Object.fromEntries([...screen.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? "", "the path"]));
}

/** Tables on the page of an object with what they offer. */
function shownOn(screen: Screen): readonly Shown[] {
  const steps = completeSteps(screen, paramsOf(screen));
  const current = typeOf(steps.find(({ idx }) => idx === screen.current?.of));
  return screen.sections.flatMap((section) => {
    if (section.kind !== "table" || current === null) return [];
    const step = steps.find(({ idx }) => idx === section.of);
    const place = step === undefined ? null : placeOf(screen, steps, step);
    if (step === undefined || place === null) return [];
    const { type } = place;
    const plannings = planningsOf(place, section.plan);
    const [above, ofRow] = [null, anyRow(type)].map((row) => controlsFor(place, plannings, row));
    return [{ section, step, type, current, above: above ?? [], ofRow: ofRow ?? [] }];
  });
}

/** References of a type to another one that a control can set. */
function settable({ target }: Control, type: ObjectTypeMeta, to: ObjectTypeMeta): readonly ReferenceRow[] {
  const parameters = catalogue.fn(type.name, target.operation)?.parameters ?? {};
  return type.references.filter(
    ({ object_fq_name: from, ref_object_fq_name: object, attribute_list: own }) =>
      from === type.name &&
      object === to.name &&
      own.length > 0 &&
      own.every((name) => parameters[name]?.new !== undefined),
  );
}

/** Values of the fields of these attributes, if all of them are locked. */
function lockedIn({ target }: Control, attributes: readonly string[]): readonly unknown[] | null {
  const plan = planForm(catalogue, target, { locale: "en", isExpert: false });
  const fields = attributes.map((name) => plan?.fields.find((field) => field.name === name));
  return fields.every((field) => field?.isLocked === true) ? fields.map((field) => field?.start) : null;
}

describe("functions that the explorer offers on the page of each type", () => {
  const pages = listed.map((type) => objectScreen(catalogue, type, "x-1", "en"));
  const tables = pages.flatMap(shownOn);

  it("[OBJ-56] have the object filled in and locked if they create an object below it", () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { section, type, current, above } of tables) {
      const reference = current.references.find(({ name }) => section.of === `by_${name}`);
      for (const control of above) {
        count += 1;
        const own = reference?.attribute_list ?? [];
        const wanted = reference?.ref_attribute_list.map((name) => `the ${name}`) ?? [];
        const values = lockedIn(control, own);
        if (
          own.length === 0 ||
          JSON.stringify(values?.map((one) => [one].flat()[0])) !== JSON.stringify(wanted)
        )
          wrong.push(`${current.name}: ${section.of}, ${type.name}.${control.target.operation}`);
      }
    }
    expect(wrong).toEqual([]);
    // New … of 18 types, and the import of records.
    expect(count).toBeGreaterThan(50);
    expect(
      new Set(tables.filter(({ above }) => above.length > 0).map(({ current }) => current.name)).size,
    ).toBeGreaterThan(15);
  });

  it("[OBJ-56] get a list with the object if they ask for a list of references", () => {
    const below = tables.find(({ section }) => section.of.endsWith("l_port_tagged_bcd_list"));
    expect(below?.above[0]?.target.set).toEqual({ tagged_bcd_list: ["the name"] });
  });

  it("[OBJ-56] are all functions that take the reference, and no others", () => {
    const wrong = tables.flatMap(({ section, type, current, above }) => {
      const reference = current.references.find(({ name }) => section.of === `by_${name}`);
      const create = catalogue.fn(type.name, "create");
      const isTaken = reference?.attribute_list.every((name) => create?.parameters[name]?.new !== undefined);
      const isOffered = above.some(({ operation }) => operation === "create");
      return isOffered === (isTaken === true) ? [] : [`${current.name}: ${section.of}`];
    });
    expect(wrong).toEqual([]);
  });

  it("[OBJ-57] create nothing in a list of objects that the object refers to", () => {
    const parents = tables.filter(({ section }) => section.of.startsWith("to_"));
    expect(parents.length).toBeGreaterThan(40);
    expect(parents.filter(({ above }) => above.length > 0)).toEqual([]);
    expect(parents.some(({ ofRow }) => ofRow.some(({ operation }) => operation === "update"))).toBe(true);
  });
});

describe("screens of objects that are written by hand", () => {
  const tables = screens.filter(({ current }) => current !== undefined).flatMap(shownOn);

  it("[OBJ-58] have forms with the object filled in and locked, if a function can name it", () => {
    const bare = tables.flatMap(({ section, type, current, above }) =>
      above
        .filter(({ target }) => target.object === type.name)
        .flatMap((control) => {
          const references = settable(control, type, current);
          const isBound = references.some(
            ({ attribute_list: own }) => lockedIn(control, own)?.includes(null) === false,
          );
          return references.length === 0 || isBound ? [] : [`${current.name}: ${section.of}`];
        }),
    );
    expect(bare).toEqual([]);
    expect(tables.flatMap(({ above }) => above).length).toBeGreaterThan(30);
  });
});

describe("links on a page", () => {
  const isLink = (type: ObjectTypeMeta | null) => type !== null && linkMove.holder(catalogue, type) !== null;

  it("[OBJ-65] can be moved wherever they can be deleted, on pages that are written by hand and in the explorer", () => {
    const pages = listed.map((type) => objectScreen(catalogue, type, "x-1", "en"));
    let count = 0;
    const wrong = [...screens, ...pages].flatMap((screen) => {
      const steps = completeSteps(screen, paramsOf(screen));
      return screen.sections.flatMap((section) => {
        if (section.kind !== "table") return [];
        const type = typeOf(steps.find(({ idx }) => idx === section.of));
        if (!isLink(type) || section.plan?.some((one) => one.do === "delete") !== true) return [];
        count += 1;
        return section.plan.some(({ move }) => move === linkMove) ? [] : [`${screen.path}: ${section.of}`];
      });
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(20);
  });
});

describe("functions that only one type has", () => {
  const owners = listed.flatMap((type) =>
    type.functions
      .filter(({ name }) => ["connect", "disconnect", "imp"].includes(name))
      .map((fn) => ({ type, fn })),
  );

  it("[OBJ-54] each is offered in the list of the type, and on the page of an object if it names one", () => {
    expect(owners.map(({ fn }) => fn.fq_name).toSorted()).toEqual([
      "dns.record.imp",
      "nd.p_port.connect",
      "nd.p_port.disconnect",
    ]);
    for (const { type, fn } of owners) {
      const planned = (screen: Screen) =>
        screen.sections.flatMap((one) =>
          "plan" in one && "of" in one && typeof one.of === "string" ? (one.plan ?? []) : [],
        );
      const inList = planned(listScreen(catalogue, type, {}, "en")).map((one) => one.do);
      expect(inList).toContain(fn.name);
      const [detail] = objectScreen(catalogue, type, "x-1", "en").sections;
      const onPage = detail?.kind === "detail" ? (detail.plan ?? []).map((one) => one.do) : [];
      expect(onPage.includes(fn.name)).toBe(fn.parameters["gpk"]?.old !== undefined);
    }
  });

  it("[OBJ-08] create, update and delete are offered in the list and on the page of a type exactly where it has them", () => {
    for (const type of listed) {
      const has = (...names: readonly string[]) =>
        names.map((name) => catalogue.fn(type.name, name) !== null);
      const screen = listScreen(catalogue, type, {}, "en");
      const steps = screen.steps({});
      const [step] = steps;
      const place = step === undefined ? null : placeOf(screen, steps, step);
      const [table] = screen.sections;
      if (place === null || table?.kind !== "table") throw new Error(`${type.name} has no list`);
      const [above = [], ofRow = []] = [null, anyRow(type)].map((row) =>
        controlsFor(place, planningsOf(place, table.plan), row).map(({ operation }) => operation),
      );
      const inList = [above.includes("create"), ofRow.includes("update"), ofRow.includes("delete")];
      expect([type.name, ...inList]).toEqual([type.name, ...has("create", "update", "delete")]);
      const [detail] = objectScreen(catalogue, type, "x-1", "en").sections;
      const onPage = detail?.kind === "detail" ? (detail.plan ?? []).map((one) => one.do) : [];
      const offered = [onPage.includes("update"), onPage.includes("delete")];
      expect([type.name, ...offered]).toEqual([type.name, ...has("update", "delete")]);
    }
  });

  it("[OBJ-54] reading functions and calls are not offered", () => {
    const offered = listed.flatMap((type) =>
      listScreen(catalogue, type, {}, "en").sections.flatMap((one) =>
        one.kind === "table" ? (one.plan ?? []).map(({ do: name }) => name) : [],
      ),
    );
    expect([...new Set(offered)].toSorted()).toEqual([
      "connect",
      "create",
      "delete",
      "disconnect",
      "imp",
      "update",
    ]);
  });

  it("[OBJ-55] an account without the permission for a function sees it locked, with the missing permission", () => {
    const type = catalogue.objectType("nd.p_port");
    if (type === null) throw new Error("the type is missing");
    const screen = listScreen(catalogue, type, {}, "en");
    const missing = (permissions: readonly string[]) => {
      const steps = screen.steps({});
      const [step] = steps;
      const place = step === undefined ? null : placeOf(screen, steps, step, permissions);
      const [section] = screen.sections;
      if (place === null || section?.kind !== "table") return [];
      return controlsFor(place, planningsOf(place, section.plan), { gpk: "pp-1", is_own: false }).map(
        (one) => [one.operation, one.label.values?.["name"], one.missing],
      );
    };
    const lacks = ["nd.rw:p_port"];
    expect(missing([])).toEqual([
      ["update", "", lacks],
      ["connect", "Connect", lacks],
      ["disconnect", "Disconnect", lacks],
      ["delete", "", lacks],
    ]);
    expect(missing(lacks).map(([, , needs]) => needs)).toEqual([[], [], [], []]);
  });
});
