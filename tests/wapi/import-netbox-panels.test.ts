import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportDraft } from "#imports/shared/steps";
import { textIn, type Row } from "#contract/wire/json";
import type { Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { asDump, asPages, netboxCampus, type Stored } from "../support/netbox-campus.ts";
import { applyDraft, planOfFiles, planOfNetbox } from "../support/netbox-import.ts";
import { asTables } from "../support/netbox-tables.ts";

/** A campus whose panel calls its front and rear ports alike: 1, 2. */
const CAMPUS = netboxCampus({ buildings: 1, switches: 1, ports: 2 }).map((one) =>
  isPort(one) ? { ...one, values: { ...one.values, name: textIn(one.values["name"]).slice(1) } } : one,
);
const PLACE = "nb-west/30.1/V 1/R1";

let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

function isPort({ model }: Stored): boolean {
  return model === "dcim.frontport" || model === "dcim.rearport";
}

const plan = (all: readonly Stored[]): Promise<ImportDraft> => planOfNetbox(client, [asDump(all)]);

/** The same without cables, and with a panel of its own. */
function otherPanel(name: string): readonly Stored[] {
  return CAMPUS.filter(({ model }) => !model.startsWith("dcim.cable")).map((one) =>
    one.values["name"] === "PP1" ? { ...one, values: { ...one.values, name } } : one,
  );
}

const withoutModel = (all: readonly Stored[], model: string): readonly Stored[] =>
  all.filter((one) => one.model !== model);

async function portsOf(panel: string): Promise<readonly Row[]> {
  const [module] = await client.list("nd.module", { fq_name: `${PLACE}/${panel}` });
  return client.list("nd.p_port", { module_gfk: module?.["gpk"] ?? null, sorting_params_list: ["name"] });
}

describe("front and rear ports with the same name", () => {
  it("are two ports with the passage between them, and a second run plans nothing in any form", async () => {
    const draft = await plan(CAMPUS);
    expect(draft.rejected).toEqual([]);
    expect(draft.notes?.map(({ reason }) => reason)).toContain(
      "Ports of one device that share their name with one of another kind (interface, front, rear) get their kind behind it, as in “1 rear”: 2.",
    );
    expect((await applyDraft(client, draft)).rejected).toEqual([]);
    const ports = await portsOf("PP1");
    const gpks = new Map(ports.map((row) => [row["name"], row["gpk"]]));
    expect(ports.map((row) => [row["name"], row["internal_gfk"], row["is_connected"]])).toEqual([
      ["1", gpks.get("1 rear"), true],
      ["1 rear", gpks.get("1"), false],
      ["2", gpks.get("2 rear"), true],
      ["2 rear", gpks.get("2"), false],
    ]);
    for (const again of [
      await plan(CAMPUS),
      await planOfNetbox(client, asPages(CAMPUS, 5)),
      await planOfFiles(client, asTables(CAMPUS)),
    ])
      expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("are not confused if only one of the two is imported again", async () => {
    const rears = await plan(withoutModel(CAMPUS, "dcim.frontport"));
    expect(rears.steps).toEqual([]);
    expect(rears.rejected.map(({ value, reason }) => [value, reason.split(".", 1)[0]])).toEqual([
      ["1", "“1 rear” is there as well, so “1” may be a port of another kind (interface, front, rear)"],
      ["2", "“2 rear” is there as well, so “2” may be a port of another kind (interface, front, rear)"],
    ]);
    const fronts = await plan(withoutModel(CAMPUS, "dcim.rearport"));
    expect([fronts.steps, fronts.rejected]).toEqual([[], []]);
    const renamed = CAMPUS.map((one) =>
      one.model === "dcim.frontport" ? { ...one, values: { name: `F${textIn(one.values["name"])}` } } : one,
    );
    const { steps, rejected, notes = [] } = await plan(renamed);
    expect([steps, rejected.length]).toEqual([[], 2]);
    expect(notes.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(
        ["front-ports", "cables"].map(
          (kind) =>
            `They belong to something that is not in the files or is not taken over (dcim/${kind}): 2.`,
        ),
      ),
    );
  });

  it("are left alone if it is unknown which of the two exists, and are imported when its name is given", async () => {
    const panel = otherPanel("PP8");
    await applyDraft(client, await plan(withoutModel(panel, "dcim.frontport")));
    const doubtful = await plan(panel);
    expect(doubtful.steps).toEqual([]);
    expect(doubtful.rejected.map(({ value }) => value).toSorted()).toEqual(["1", "1", "2", "2"]);
    expect(doubtful.rejected[0]?.reason).toBe(
      "The module has a port “1”, and NetBox has two of this name. If the one here is that of dcim/rear-ports, rename it to “1 rear”; otherwise create “1 rear”. Then repeat the import.",
    );
    const renamed = (await portsOf("PP8")).map((row) => ({
      name: "nd.p_port.update",
      old: { gpk: row["gpk"] ?? null },
      new: { name: `${textIn(row["name"])} rear` },
    }));
    expect(await client.run(renamed, false)).toMatchObject({ ok: true });
    await applyDraft(client, await plan(panel));
    expect((await portsOf("PP8")).map((row) => row["name"])).toEqual(["1", "1 rear", "2", "2 rear"]);
    const again = await plan(panel);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("are distinguished by their type, even if the rear ports are imported later", async () => {
    const panel = otherPanel("PP9").map((one) =>
      one.model === "dcim.rearport" ? { ...one, choices: { type: "110-punch" } } : one,
    );
    await applyDraft(client, await plan(withoutModel(panel, "dcim.rearport")));
    const draft = await plan(panel);
    expect(draft.rejected).toEqual([]);
    await applyDraft(client, draft);
    expect((await portsOf("PP9")).map((row) => [row["name"], row["port_type"]])).toEqual([
      ["1", "8p8c"],
      ["1 rear", "110-punch"],
      ["2", "8p8c"],
      ["2 rear", "110-punch"],
    ]);
    const again = await plan(panel);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("get a number if another port already has the name with the kind, and an interface keeps its name", async () => {
    const panel = otherPanel("PP10").map((one) =>
      one.model === "dcim.rearport" && one.values["name"] === "2"
        ? { ...one, values: { ...one.values, name: "1 rear" } }
        : one,
    );
    const own = panel.flatMap((one) =>
      one.model === "dcim.frontport" && one.values["name"] === "1"
        ? [{ ...one, model: "dcim.interface", pk: 9_000, refs: { device: one.refs?.["device"] ?? ["", 0] } }]
        : [],
    ) satisfies readonly Stored[];
    await applyDraft(client, await plan([...panel, ...own]));
    expect((await portsOf("PP10")).map((row) => row["name"])).toEqual([
      "1",
      "1 front",
      "1 rear",
      "1 rear 2",
      "2",
    ]);
    const again = await plan([...panel, ...own]);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });
});
