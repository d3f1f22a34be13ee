import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { lookAtRemoval, withBefore, type Removal } from "#core/removal/removal";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { plant, type Plant } from "../support/plant.ts";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { outcomesOf } from "../support/outcomes.ts";
import { textIn, type SentStep } from "../support/small-world.ts";

/** More than the rounds that one look takes at most. */
const PORTS = 80;
const numbers = Array.from({ length: PORTS }, (_, at) => String(at));

const catalogue: Catalogue = portalCatalogueOf(await loadCatalogue());

let world: Plant;
beforeAll(async () => {
  world = await plant();
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

/** What a deletion takes with it, and how often the server was asked. */
async function look(item: Planned): Promise<{ readonly removal: Removal | null; readonly calls: number }> {
  const execute = outcomesOf(world, "ada");
  let calls = 0;
  const removal = await lookAtRemoval(item, [], {
    catalogue,
    execute: (...args) => {
      calls++;
      return execute(...args);
    },
  });
  return { removal, calls };
}

describe("what keeps a deletion from being done", () => {
  it("is found for all objects that vanish with it at once", async () => {
    const fqdn = "switch.example.com.";
    await world.steps([
      { name: "nd.net_instnc.create", new: { name: "many", description: "x" } },
      { name: "nd.net_cmpnd.create", new: { name: "many", net_instnc: "many" } },
      { name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      { name: "nd.device.create", new: { fqdn, type: "switch", nc: "many" } },
    ]);
    const [module = ""] = await world.modules([{ name: "switch", room_gfk: world.room }]);
    const ports = await world.ports(numbers.map((name) => [module, name]));
    await world.steps(
      ports.map((p_port_gfk, at) => ({
        name: "nd.l_port.create",
        new: { device: fqdn, name: `e${String(at)}`, p_port_gfk },
      })),
    );
    const item = deletionOf("nd.module", { gpk: module });
    const { removal, calls } = await look(item);
    expect(removal).toMatchObject({ stuck: [], isTooMuch: false });
    expect(removal?.before).toHaveLength(PORTS);
    // Steps are plain JSON.
    const steps = toSteps([withBefore(item, removal?.statements ?? [])]) as readonly SentStep[];
    expect(await world.dry("ada", ...steps)).toMatchObject({ ok: true });
    expect(calls).toBeLessThan(10);
  });
});
