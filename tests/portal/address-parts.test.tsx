import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.bcd.create", new: { name: "iap-large" } },
    { name: "nd.ip_subnet.create", new: { bcd: "iap-large", cidr: "10.1.0.0/16" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("the keyboard moves from the parts of a large network to its addresses and back, always onto a cell", async () => {
  const user = userEvent.setup();
  await world.show("/dnsvs/subnets/10.1.0.0-16");
  const part = await screen.findByRole("gridcell", { name: /^10\.1\.0\.0\/24/ });
  expect(document.activeElement).not.toBe(part);
  part.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^10\.1\.1\.0\/24/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^10\.1\.1\.0, /));
  await user.click(screen.getByRole("button", { name: /^All of/ }));
  await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("gridcell"));
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^10\.1\.\d+\.0\/24/);
});
