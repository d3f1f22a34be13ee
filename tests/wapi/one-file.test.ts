// @vitest-environment jsdom
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planChange } from "#core/form/plan-change";
import { planForm } from "#core/form/plan-form";
import { toSteps } from "#core/txlist/to-steps";
import { items } from "#core/txlist/history";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const THROW_AWAY = join(import.meta.dirname, "../support/objects");
let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld(THROW_AWAY);
}, 120_000);
afterAll(() => world.close());

describe("a type that consists of one file", () => {
  it("has a table, functions and metadata in both languages", async () => {
    const german = await world.portal.metadata.catalogueIn("de");
    const type = world.catalogue.objectType("lab.rack");
    expect(type?.attributes.map((one) => one.name)).toContain("height");
    expect(world.catalogue.typeName("lab.rack", "en")).toBe("Rack");
    expect(german.typeName("lab.rack", "de")).toBe("Schrank");
    expect(world.catalogue.fn("lab.rack", "create")?.parameters["name"]?.new?.isRequired).toBe(true);
    expect(world.catalogue.objectType("nd.site")?.references.map((one) => one.name)).toContain(
      "api_fkey_lab_rack_site",
    );
  });

  it("is planned, executed and listed like every other", async () => {
    const target = { object: "lab.rack", operation: "create", row: null } as const;
    const plan = planForm(world.catalogue, target, { locale: "en", isExpert: false });
    if (plan === null) throw new Error("the type has no form");
    expect(plan.initial).toMatchObject({ height: 42, is_locked: false });
    const change = planChange(
      plan,
      { ...plan.initial, name: "r-1" },
      { uuid: "u-1", toAscii: (name) => name },
    );
    if (change.kind !== "planned") throw new Error(change.kind);
    const outcome = await world.execute(toSteps([change.item]), { dryRun: false });
    expect(outcome).toMatchObject({
      ok: true,
      lists: { "u-1": [{ name: "r-1", height: 42, is_locked: false }] },
    });
    const listed = await world.execute([{ idx: "rack", name: "lab.rack.list", old: { height: 42 } }], {
      dryRun: false,
    });
    expect(listed).toMatchObject({ ok: true, lists: { rack: [{ name: "r-1", gpk: "rack-1" }] } });
  });

  it("[TAFORM-01] has a list and a form in the portal, and its rows can be planned and applied there", async () => {
    const user = userEvent.setup();
    await world.show("/object/lab.rack");
    await screen.findByRole("heading", { name: "Rack" });
    await user.click(await screen.findByRole("button", { name: "New rack" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "r-2");
    await user.click(within(dialog).getByRole("button", { name: "Plan" }));
    expect(items(world.portal.txlist.state.history)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    await waitFor(() => expect(screen.getByRole("link", { name: "r-2" })).toBeTruthy());
  });
});
