import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Step } from "#contract/wire/step";
import { storedText } from "../../src/editor/cell/cell-text.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const IN_LARGE = 2_000;
let world: PortalWorld;
const gpks = new Map<string, string>();

function port(module: string, name: string): Step {
  return {
    idx: `${module}/${name}`,
    name: "nd.p_port.create",
    new: { module_gfk: gpks.get(module) ?? "", name, port_type: "RJ45" },
  };
}

async function make(steps: readonly Step[]): Promise<void> {
  const made = await world.apply(steps);
  for (const [idx, [row]] of Object.entries(made)) gpks.set(idx, storedText(row?.["gpk"]));
}

beforeAll(async () => {
  world = await portalWorld();
  await make([
    { name: "nd.site.create", new: { name: "hafen" } },
    { name: "nd.bldg.create", new: { site: "hafen", number: "1" } },
    { name: "ndcfg.module_type_class.create", new: { name: "panel" } },
    { name: "ndcfg.module_type.create", new: { name: "PF", class: "panel" } },
    ...["small", "large"].map((name): Step => ({
      idx: name,
      name: "nd.room.create",
      new: { site: "hafen", bldg: "1", name },
    })),
  ]);
  const module = (name: string, room: string): Step => ({
    idx: name,
    name: "nd.module.create",
    new: { name, module_type: "PF", room_gfk: gpks.get(room) ?? "" },
  });
  await make([module("panel-2", "small"), module("panel-10", "small"), module("rack", "large")]);
  await make([
    ...["10", "9", "2"].map((name) => port("panel-10", name)),
    ...["1", "10", "2"].map((name) => port("panel-2", name)),
    ...Array.from({ length: IN_LARGE }, (_, at) => port("rack", `Gi${String(at + 1)}`)),
  ]);
  const wire = (one: string, other: string): Step => ({
    name: "nd.p_port.connect",
    old: { gpk: gpks.get(one) ?? "" },
    new: { p_port_gfk: gpks.get(other) ?? "" },
  });
  await world.apply([wire("panel-2/2", "rack/Gi1999"), wire("panel-2/1", "panel-10/9")]);
}, 900_000);
afterAll(() => world.close());
afterEach(cleanup);

const pathOf = (room: string) => `/netdoc/sites/hafen/1/${gpks.get(room) ?? ""}`;

/** Texts of the first cells of each drawn row of the ports. */
async function rows(cells: number): Promise<readonly (readonly string[])[]> {
  const grid = await screen.findByRole("grid", { name: "Ports" });
  return within(grid)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("gridcell")
        .map((cell) => cell.textContent)
        .filter((text, at) => at > 0 || text !== "")
        .slice(0, cells),
    );
}

describe("the ports of a room", () => {
  it("[OBJ-60] are listed by module and port in natural order, each with port, module and room at its other end, by one call", async () => {
    const before = world.calls.length;
    await world.show(pathOf("small"));
    await waitFor(async () =>
      expect(await rows(5)).toEqual([
        ["1", "hafen/1/small/panel-2", "9", "panel-10", "hafen/1/small"],
        ["2", "hafen/1/small/panel-2", "Gi1999", "rack", "hafen/1/large"],
        ["10", "hafen/1/small/panel-2", "", "", ""],
        ["2", "hafen/1/small/panel-10", "", "", ""],
        ["9", "hafen/1/small/panel-10", "1", "panel-2", "hafen/1/small"],
        ["10", "hafen/1/small/panel-10", "", "", ""],
      ]),
    );
    const asked = world.calls.slice(before).filter((steps) => steps.some(({ idx }) => idx === "port"));
    expect(asked).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Gi1999" }).getAttribute("href")).toBe(
      `/netdoc/modules/${gpks.get("rack") ?? ""}/p_port/${gpks.get("rack/Gi1999") ?? ""}`,
    );
  });

  it(`[OBJ-60] are all on one page, and the page of ${String(IN_LARGE)} is drawn soon`, async () => {
    const start = performance.now();
    await world.show(pathOf("large"));
    await screen.findByText("2,000 rows");
    expect((await rows(1)).length).toBeLessThan(200);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
  });

  it("[OBJ-60] are all drawn on paper, where nobody scrolls", async () => {
    const onScreen = globalThis.matchMedia;
    vi.stubGlobal("matchMedia", (media: string) =>
      Object.defineProperty(onScreen(media), "matches", { value: media === "print" }),
    );
    await world.show(pathOf("large"));
    await screen.findByText("2,000 rows");
    const grid = await screen.findByRole("grid", { name: "Ports" });
    await waitFor(() => expect(grid.querySelectorAll("tbody tr")).toHaveLength(IN_LARGE), {
      timeout: 60_000,
    });
    vi.unstubAllGlobals();
  }, 900_000);

  it("[OBJ-60] of a building have the other end as a link", async () => {
    await world.show("/netdoc/sites/hafen/1?port.q=panel");
    const grid = await screen.findByRole("grid", { name: "Ports" });
    await within(grid).findByRole("columnheader", { name: "Other end" });
    // The rows come from the server, which has filtered them, and the titles of their other ends from one more call.
    await waitFor(() => {
      const [wired] = within(grid)
        .getAllByRole("row")
        .filter((row) => row.textContent.includes("Gi1999"));
      const links = [...(wired?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
      expect(links).toContain(
        `/netdoc/modules/${gpks.get("rack") ?? ""}/p_port/${gpks.get("rack/Gi1999") ?? ""}`,
      );
    });
  });
});
