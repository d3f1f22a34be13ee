import { join } from "node:path";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Planned } from "#core/txlist/planned";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const SITE = join(import.meta.dirname, "..", "support", "object-keyed");
const gpks = new Map<string, string>();
let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld(SITE);
  const made = await world.apply([
    { idx: "beamer", name: "keyed.device.create", new: { code: "b-7", name: "Großer Beamer" } },
    { idx: "camera", name: "keyed.device.create", new: { code: "k-1", name: "Kamera" } },
    {
      idx: "loan",
      name: "keyed.loan.create",
      new: { number: "2026-1", device: "b-7", spare_list: ["k-1"] },
    },
    ...Array.from({ length: 12 }, (_, at) => ({
      name: "keyed.loan.create",
      new: { number: `2025-${String(at)}`, device: "k-1" },
    })),
    { name: "nd.site.create", new: { name: "nord", title: "Nordgelände" } },
    { name: "nd.bldg.create", new: { site: "nord", number: "20.40", title: "Altbau" } },
    { idx: "room", name: "nd.room.create", new: { site: "nord", bldg: "20.40", name: "001" } },
  ]);
  for (const name of ["beamer", "camera", "loan", "room"]) gpks.set(name, textIn(made[name]?.[0]?.["gpk"]));
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

const pageOf = (name: string): string => `/object/${gpks.get(name) ?? ""}`;

async function linkTo(name: string, text: string): Promise<void> {
  const links = await screen.findAllByRole("link", { name: text });
  const type = name === "loan" ? "keyed.loan" : "keyed.device";
  expect(links[0]?.getAttribute("href")).toBe(`${pageOf(name)}?type=${type}`);
}

/** Plans that the loan has another device. */
function plan(device: string, other: string): void {
  const item: Planned = {
    ta_type: "db_editor_simple",
    uuid: other,
    variant: null,
    content: {
      object_fq_name: "keyed.loan",
      object_function: "update",
      parameters: { old: { number: "2026-1", device }, new: { device: other } },
      preview_fields: ["device"],
      object_title: "2026-1",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
  world.portal.txlist.submit({ kind: "add", item });
}

describe("a reference by key, if the title of its object says more than the key", () => {
  it("is shown as the title in a list, with the key if the title lacks it, in the one call of the list", async () => {
    const before = world.calls.length;
    await world.show("/object/keyed.loan");
    await linkTo("beamer", "Großer Beamer (b-7)");
    await linkTo("camera", "Kamera (k-1)");
    expect(world.calls.length - before).toBe(1);
  });

  it("is found by its title", async () => {
    await world.show("/object/keyed.loan?q=großer");
    await screen.findByText("2026-1");
    await waitFor(() => expect(screen.queryByText("2025-3")).toBeNull());
  });

  it("is shown as the title on the page of the object, and leads back to it from the other object", async () => {
    await world.show(pageOf("loan"));
    // The only object stands in the side panel, where title and key have a line each.
    await linkTo("beamer", "Großer Beamer");
    expect(screen.getByRole("region", { name: "Lent device → Device" }).textContent).toContain("b-7");
    cleanup();
    await world.show(pageOf("camera"));
    const heading = await screen.findByRole("heading", { name: "Loans (Spares)" });
    await within(heading.closest("section") ?? document.body).findByText("2026-1");
  });

  it("by several attributes has the title at the attribute that names the object", async () => {
    const before = world.calls.length;
    await world.show("/object/nd.room");
    const house = await screen.findByRole("link", { name: "20.40 Altbau" });
    expect(house.getAttribute("href")).toBe("/netdoc/sites/nord/20.40");
    expect(world.calls.length - before).toBe(1);
  });

  it("is shown as the title in the planned list and in the history, which request all titles in one call", async () => {
    await world.apply([
      { name: "keyed.loan.update", old: { number: "2026-1" }, new: { device: "k-1" } },
      { name: "keyed.loan.update", old: { number: "2026-1" }, new: { device: "b-7" } },
    ]);
    plan("b-7", "k-1");
    const before = world.calls.length;
    await world.show(`/changes?object=${gpks.get("loan") ?? ""}`);
    await waitFor(() => {
      const shown = document.body.textContent;
      expect(shown).toContain("Kamera (k-1) → Großer Beamer (b-7)");
      expect(shown).toContain("Großer Beamer (b-7) → Kamera (k-1)");
    });
    const isOfTitles = (steps: readonly Step[]) => steps.some(({ name }) => name === "keyed.device.list");
    expect(world.calls.slice(before).filter(isOfTitles)).toHaveLength(1);
  });

  it("is shown as the key if no such object exists", async () => {
    plan("b-7", "new-9");
    await world.show(pageOf("camera"));
    // In the list, and as the planned value of the page.
    await waitFor(() => expect(screen.getAllByText("new-9").length).toBe(2));
  });
});
