import { beforeAll, describe, expect, it } from "vitest";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyedBy } from "#core/catalogue/keyed";
import type { Screen, Section } from "#core/screen/screen";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import { detailFields, tableColumns } from "../../../src/editor/section/columns.ts";
import { listScreen, objectScreen } from "../../../src/screens/object/object-screen.ts";
import { allScreens, typeScreens } from "../../support/all-screens.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let screens: readonly Screen[] = [];
let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await portalCatalogue();
  screens = [...(await allScreens()), ...typeScreens(catalogue)];
});

/** Values with a valid form for the parameters of a path. */
function paramsOf({ path }: Screen): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? "", "x"]));
}

function typeOf(step: Step | undefined): ObjectTypeMeta | null {
  return step === undefined ? null : catalogue.objectType(step.name.replace(/\.list$/, ""));
}

/** References that a section shows by title, although no step of the screen has their objects. */
function untitled(screen: Screen, steps: readonly Step[], section: Section): readonly string[] {
  if (section.kind !== "table" && section.kind !== "detail") return [];
  const own = steps.find(({ idx }) => idx === section.of);
  const type = typeOf(own);
  if (own === undefined || type === null) return [];
  const context = {
    catalogue,
    type,
    locale: "en",
    source: { params: {}, lists: {}, current: null, loginName: null, visitor: NOBODY },
    typeOf: (idx: string) => typeOf(steps.find((step) => step.idx === idx)),
  } as const;
  const columns =
    section.kind === "detail"
      ? detailFields(context, section.fields)
      : tableColumns(context, section.columns, Object.keys(own.old ?? {})).filter(({ isExtra }) => !isExtra);
  return columns.flatMap(({ isKeyed, attribute }) => {
    const target = attribute === null ? undefined : keyedBy(catalogue, type, attribute)?.target.name;
    if (isKeyed !== true || target === undefined) return [];
    const isListed = steps.some(
      (step) => typeOf(step)?.name === target && (joins(step, section.of) || joins(own, step.idx ?? "")),
    );
    return isListed ? [] : [`${screen.path}: ${section.of}.${attribute?.name ?? ""}`];
  });
}

function joins({ inner_join_ref: inner, union_join_ref: union }: Step, idx: string): boolean {
  return { ...inner, ...union }[idx] !== undefined;
}

const NOBODY = {
  signedIn: false,
  inDatabase: false,
  isOuAdmin: false,
  permissions: new Set<string>(),
  modules: new Set<string>(),
};

describe("references by key whose titles say more", () => {
  it("have their objects in the only call of each screen", () => {
    const all = screens.flatMap((screen) => {
      const steps = completeSteps(screen, paramsOf(screen));
      return screen.sections.flatMap((section) => untitled(screen, steps, section));
    });
    expect(all).toEqual([]);
  });

  it("have their objects in the call of each list and page that is made from the metadata", () => {
    const listed = catalogue.types.filter(
      (type) => catalogue.fn(type.name, "list") !== null && type.attribute("gpk") !== null,
    );
    const all = listed
      .flatMap((type) => [listScreen(catalogue, type, {}, "en"), objectScreen(catalogue, type, "x-1", "en")])
      .flatMap((screen) => {
        const steps = completeSteps(screen, {});
        return screen.sections.flatMap((section) => untitled(screen, steps, section));
      });
    expect(all).toEqual([]);
  });
});
