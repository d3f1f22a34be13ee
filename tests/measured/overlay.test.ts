import { beforeAll, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Json, Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Screen } from "#core/screen/screen";
import { overlaid } from "#core/txlist/overlay/overlay";
import { planOfElements } from "#core/txlist/overlay/plan";
import { plainContent } from "#core/txlist/make-planned";
import type { Planned, PlannedStatement } from "#core/txlist/planned";
import { allScreens } from "../support/all-screens.ts";
import { cpuMs, slowness } from "../support/machine.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";

const ELEMENTS = 5_000;
/** Allowed additional time of a list. */
const MOST_MS = 50;

let catalogue: Catalogue;
let screens: readonly Screen[];
beforeAll(async () => {
  catalogue = await portalCatalogue();
  screens = await allScreens();
});

/** Elements that create, change and delete objects of several types. */
function elements(): readonly Planned[] {
  return Array.from({ length: ELEMENTS }, (_, at): Planned => {
    const name = `n${String(at)}.example.org.`;
    const statements: readonly PlannedStatement[] = [
      {
        object_fq_name: "nd.site",
        object_function: "create",
        parameters: { old: {}, new: { name: `s${String(at)}` } },
      },
      {
        object_fq_name: "dns.fqdn",
        object_function: "update",
        parameters: { old: { value: name }, new: { description: "x" } },
      },
      {
        object_fq_name: "dns.fqdn",
        object_function: "delete",
        parameters: { old: { value: name }, new: {} },
      },
      {
        object_fq_name: "nd.bcd",
        object_function: "create",
        parameters: { old: {}, new: { name: `b${String(at)}`, description: "x" } },
      },
      {
        object_fq_name: "dns.record",
        object_function: "create",
        parameters: { old: {}, new: { fqdn: name, type: "A", data: "192.0.2.1" } },
      },
    ];
    const statement = statements[at % statements.length] ?? statements[0];
    if (statement === undefined) throw new Error("no statement");
    return {
      uuid: `u${String(at)}`,
      ta_type: "db_editor_simple",
      variant: null,
      content: plainContent(statement, name),
    };
  });
}

/** As many rows as the first call of a list returns. */
function rowsOf({ name }: Step): readonly Row[] {
  const type = catalogue.objectType(name.slice(0, -".list".length));
  return Array.from({ length: LIMITS.longListRows + 1 }, (_, at) =>
    Object.fromEntries(
      (type?.attributes ?? []).map((attribute): readonly [string, Json] => [
        attribute.name,
        attribute.name === "gpk" ? `x-${String(at)}` : `n${String(at)}.example.org.`,
      ]),
    ),
  );
}

/** Elements that rename sites, and create buildings of the renamed ones. */
function renames(): readonly Planned[] {
  return Array.from({ length: ELEMENTS }, (_, at): Planned => {
    const [from, to] = [`s${String(at >> 1)}`, `t${String(at >> 1)}`];
    const statement: PlannedStatement =
      at % 2 === 0
        ? {
            object_fq_name: "nd.site",
            object_function: "update",
            parameters: { old: { name: from }, new: { name: to } },
          }
        : {
            object_fq_name: "nd.bldg",
            object_function: "create",
            parameters: { old: {}, new: { site: to, number: "1", name: "x" } },
          };
    return {
      uuid: `u${String(at)}`,
      ta_type: "db_editor_simple",
      variant: null,
      content: plainContent(statement, from),
    };
  });
}

/** Processor time, so that other work on the machine matters less. */
function medianMs(act: () => void): number {
  const times = Array.from({ length: 15 }, () => cpuMs(act));
  return times.toSorted((one, other) => one - other)[7] ?? Infinity;
}

it.each([
  ["of several types", elements],
  ["that rename what others name", renames],
])(
  `[TA-80] with ${String(ELEMENTS)} planned elements %s no page is ${String(MOST_MS)} ms slower, the plan of a change included`,
  (_, make) => {
    const before = slowness();
    const items = make();
    const plan = planOfElements(items, catalogue);
    const planMs = medianMs(() => planOfElements(items, catalogue));
    const pages = screens.map((screen) => {
      const params = [...screen.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "x"] as const);
      const steps = screen.steps(Object.fromEntries(params));
      const lists = Object.fromEntries(steps.map((step) => [step.idx ?? "", rowsOf(step)]));
      return { path: screen.path, ms: medianMs(() => void overlaid(steps, lists, plan, catalogue)) };
    });
    const slowest = pages.toSorted((one, other) => other.ms - one.ms)[0];
    const slow = Math.max(before, slowness());
    console.log(JSON.stringify({ what: "planned elements laid over a page", slowest, planMs, slow }));
    expect(pages.filter(({ ms }) => planMs + ms > MOST_MS * slow)).toEqual([]);
  },
  60_000,
);
