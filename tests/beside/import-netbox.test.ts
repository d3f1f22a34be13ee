import { afterAll, beforeAll, expect, it } from "vitest";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { asDump, netboxCampus } from "../support/netbox-campus.ts";
import { applyDraft, planOfNetbox } from "../support/netbox-import.ts";

/** 1,500 switches and as many patch panels, each with this number of ports and cables. */
const PORTS = Number(process.env["NETBOX_PORTS"] ?? "2");
const CAMPUS = asDump(netboxCampus({ buildings: 60, switches: 25, ports: PORTS }));
let world: ImportWorld;

beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.close());

async function seconds<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const done = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return done;
}

it("a NetBox with 3,000 devices is imported as a whole, and a second import plans nothing", async () => {
  const { client } = world;
  const draft = await seconds("compared", () => planOfNetbox(client, [CAMPUS]));
  expect(draft.rejected).toEqual([]);
  const before = await client.list("nd.p_port", { is_connected: true });
  const { steps, rejected } = await seconds(`tested and applied, ${String(draft.steps.length)} steps`, () =>
    applyDraft(client, draft),
  );
  expect([steps.length, rejected]).toEqual([draft.steps.length, []]);
  const [modules, connected] = await Promise.all([
    client.list("nd.module", { module_type_list: ["SX-48", "PP-48"] }),
    client.list("nd.p_port", { is_connected: true }),
  ]);
  expect([modules.length, connected.length - before.length]).toEqual([3_000, 2 * 1_500 * PORTS]);
  const again = await seconds("compared again", () => planOfNetbox(client, [CAMPUS]));
  expect([again.steps, again.rejected]).toEqual([[], []]);
}, 600_000);
