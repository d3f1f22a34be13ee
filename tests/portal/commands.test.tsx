import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("equal commands of several lists of a page are separate lines in the search", async () => {
  const { role } = await world.apply([{ idx: "role", name: "cntl.role.create", new: { name: "keeper" } }]);
  const gpk = role?.[0]?.["gpk"];
  if (typeof gpk !== "string") throw new Error("no role was made");
  // A role contains others and is contained in others, so both lists offer a new one.
  await world.show(`/object/${gpk}`);
  const alike = () => world.portal.commands.list().filter(({ label }) => label === "New contained role");
  await waitFor(() => expect(alike().length).toBeGreaterThan(1));
  const offered = world.portal.commands.list();
  expect(new Set(offered.map(({ id }) => id)).size).toBe(offered.length);
});

it("listeners to the offered commands are notified when a page is drawn, redrawn and left", async () => {
  const { commands } = world.portal;
  let told = 0;
  const stop = commands.subscribe(() => told++);
  const before = commands.version();
  await world.show("/object/nd.bcd");
  await screen.findByRole("button", { name: "New BCD" });
  expect(told).toBeGreaterThan(0);
  expect(commands.version()).not.toBe(before);
  expect(commands.list().map(({ label }) => label)).toContain("New BCD");
  told = 0;
  cleanup();
  expect(told).toBeGreaterThan(0);
  expect(commands.list().map(({ label }) => label)).not.toContain("New BCD");
  stop();
  told = 0;
  commands.renew();
  expect(told).toBe(0);
});
