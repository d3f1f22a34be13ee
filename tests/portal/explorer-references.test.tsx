import { join } from "node:path";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { textIn } from "#contract/wire/json";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const SITE = join(import.meta.dirname, "..", "support", "object-sets");
const gpks = new Map<string, string>();
let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld(SITE);
  const made = await world.apply([
    { idx: "saw", name: "sets.kind.create", new: { word: "saw" } },
    { idx: "drill", name: "sets.kind.create", new: { word: "drill" } },
  ]);
  const gpkOf = (of: string, lists: typeof made): string => textIn(lists[of]?.[0]?.["gpk"]);
  const [saw, drill] = [gpkOf("saw", made), gpkOf("drill", made)];
  const places = await world.apply([
    { idx: "place", name: "sets.place.create", new: { kind_gfk: saw } },
    { name: "sets.kind.update", old: { gpk: saw }, new: { next_list: [drill] } },
  ]);
  const place = gpkOf("place", places);
  const tools = await world.apply([
    {
      idx: "tool",
      name: "sets.tool.create",
      new: { code: "bench", kind_list: ["saw", "drill"], place_list: [place] },
    },
  ]);
  for (const [name, gpk] of Object.entries({ saw, drill, place, tool: gpkOf("tool", tools) }))
    gpks.set(name, gpk);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

async function page(name: string): Promise<void> {
  await world.show(`/object/${gpks.get(name) ?? ""}`);
}

/** Waits for this text in the section with the heading. */
async function findIn(heading: string, text: string): Promise<void> {
  const head = await screen.findByRole("heading", { name: heading });
  await within(head.closest("section") ?? document.body).findAllByText(text);
}

it("the page of a transaction does not link to itself", async () => {
  const { last } = await world.apply([{ idx: "last", name: "wapi.transaction.list" }]);
  const gpk = textIn(last?.[0]?.["gpk"]);
  await world.show(`/object/${gpk}`);
  await screen.findByText("Done by");
  // The changes describe the effect of the steps.
  expect(screen.queryByText("Steps in detail")).toBeNull();
  expect(document.querySelectorAll(`a[href*="${gpk}"]`)).toHaveLength(0);
});

describe("sets of references on the page of any object", () => {
  it("are a table of the objects that the set has", async () => {
    await page("tool");
    await findIn("Kinds → Kind", "saw");
    await findIn("Kinds → Kind", "drill");
  });

  it("are shown as a table of the objects whose set contains the object of the page", async () => {
    await page("drill");
    await findIn("Tool", "bench");
    await findIn("Kind (Next)", "saw");
  });

  it("lead from the set to its members, if the members have the type of the set", async () => {
    await page("saw");
    await findIn("Next → Kind", "drill");
  });

  it("show each object by its title, also if that is only another reference", async () => {
    await page("tool");
    await findIn("Places → Place", "saw");
    await waitFor(() => {
      const links = [...document.querySelectorAll(`a[href*="${gpks.get("place") ?? ""}"]`)];
      expect(links.map((link) => link.textContent)).toContain("saw");
    });
    for (const gpk of gpks.values()) expect(document.body.textContent).not.toContain(gpk);
  });
});
