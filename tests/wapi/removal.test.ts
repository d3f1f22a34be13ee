import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { lookAtAll } from "#core/removal/all-removals";
import { lookAtRemoval, withBefore, type Removal } from "#core/removal/removal";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { plant, type Plant } from "../support/plant.ts";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { outcomesOf } from "../support/outcomes.ts";
import { textIn, type SentStep } from "../support/small-world.ts";

/** More ports than the rounds that one search takes at most. */
const PORTS = 80;
const numbers = Array.from({ length: PORTS }, (_, at) => String(at));

const catalogue: Catalogue = portalCatalogueOf(await loadCatalogue());

let world: Plant;
let execute: Execute;
beforeAll(async () => {
  world = await plant();
  execute = outcomesOf(world, "ada");
}, 240_000);
afterAll(() => world.close());

function deletionOf(object: string, row: Row): Planned {
  return {
    uuid: "doomed",
    variant: null,
    ta_type: "db_editor_simple",
    content: {
      object_fq_name: object,
      object_function: "delete",
      parameters: { old: { gpk: textIn(row, "gpk") }, new: {} },
      preview_fields: [],
      object_title: "",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

/** Finds the objects that must be deleted before the element. */
async function look(item: Planned, ask: Execute): Promise<Removal | null> {
  return lookAtRemoval(item, [], { catalogue, execute: ask });
}

const SWITCH = "switch.example.com.";

/** Plans the deletion of a module whose ports all have a logical port. */
async function plantSwitch(): Promise<Planned> {
  const [module = ""] = await world.modules([{ name: "switch", room_gfk: world.room }]);
  const ports = await world.ports(numbers.map((name) => [module, name]));
  await world.steps(
    ports.map((p_port_gfk, at) => ({
      name: "nd.l_port.create",
      new: { device: SWITCH, name: `e${String(at)}`, p_port_gfk },
    })),
  );
  return deletionOf("nd.module", { gpk: module });
}

describe("deletions that are possible only together", () => {
  const [one, two] = ["left.example.com.", "right.example.com."];
  it("[API-67] are planned as they are, because nothing blocks them, and the list passes", async () => {
    await world.steps([
      { name: "dns.fqdn.create", new: { value: one } },
      { name: "dns.fqdn.create", new: { value: two } },
      { name: "dns.record.create", new: { fqdn: one, type: "MX", data: `1 ${two}` } },
      { name: "dns.record.create", new: { fqdn: two, type: "MX", data: `1 ${one}` } },
    ]);
    const found = await execute(
      [
        { idx: "record", name: "dns.record.list", old: { fqdn_list: [one, two] } },
        { idx: "fqdn", name: "dns.fqdn.list", old: { value_list: [one, two] } },
      ],
      { dryRun: true },
    );
    const lists = found.ok ? found.lists : {};
    const items = ["record", "fqdn"].flatMap((kind) =>
      (lists[kind] ?? []).map((row) => ({ ...deletionOf(`dns.${kind}`, row), uuid: textIn(row, "gpk") })),
    );
    expect(items).toHaveLength(4);
    const all = await lookAtAll(items, { catalogue, execute }, () => undefined);
    expect(all).toEqual({ items, taken: 0, blocked: 0 });
    const steps = toSteps(items) as readonly SentStep[];
    expect(await world.dry("ada", ...steps)).toMatchObject({ ok: true });
  });
});

describe("objects that block a deletion", () => {
  let item: Planned;
  beforeAll(async () => {
    await world.steps([
      { name: "nd.net_instnc.create", new: { name: "many", description: "x" } },
      { name: "nd.net_cmpnd.create", new: { name: "many", net_instnc: "many" } },
      { name: "dns.fqdn.create", new: { value: SWITCH, type: "domain" } },
      { name: "nd.device.create", new: { fqdn: SWITCH, type: "switch", nc: "many" } },
    ]);
    item = await plantSwitch();
  });

  it("are found in one search for all objects that are deleted together", async () => {
    let calls = 0;
    const removal = await look(item, async (...args) => {
      calls++;
      return execute(...args);
    });
    expect(removal).toMatchObject({ stuck: [], isTooMuch: false });
    expect(removal?.before).toHaveLength(PORTS);
    // Steps are plain JSON.
    const steps = toSteps([withBefore(item, removal?.statements ?? [])]) as readonly SentStep[];
    expect(await world.dry("ada", ...steps)).toMatchObject({ ok: true });
    expect(calls).toBeLessThan(10);
  });

  it("are named even if the reader can see only some of them", async () => {
    const removal = await look(item, async (steps, options) => {
      const outcome = await execute(steps, options);
      if (!outcome.ok) return outcome;
      const seen = steps.flatMap(({ idx = "", name }) => {
        const rows = outcome.lists[idx] ?? [];
        return [[idx, name === "nd.l_port.list" ? rows.slice(0, 3) : rows] as const];
      });
      return { ...outcome, lists: Object.fromEntries(seen) };
    });
    expect(removal?.before).toHaveLength(3);
    expect(removal?.stuck).toEqual([{ object: "nd.l_port", attributes: ["p_port_gfk"], count: 1 }]);
  });
});
