import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.site.create", new: { name: "hafen" } },
    { name: "nd.bldg.create", new: { site: "hafen", number: "1" } },
    { name: "nd.bcd.create", new: { name: "hafen-net" } },
    { name: "nd.ip_subnet.create", new: { cidr: "192.0.2.0/24", bcd: "hafen-net" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  for (const { id } of world.portal.notices.state.list) world.portal.notices.close(id);
});

const TOLD = /^This page cannot use a part of its address: /;

/** The page's message about its address, without the sentence around it. */
const told = async () => (await screen.findByText(TOLD)).textContent.replace(TOLD, "");

describe("a part of its address that a page cannot use", () => {
  it.each([
    ["/netdoc/sites?page=x&size=7", "page=x (no number of a page), size=7 (no size of a page)"],
    ["/netdoc/sites/hafen?page=0", "page=0 (no number of a page)"],
    [
      "/changes?from=2026-02-30&type=nd.nothing&page=last&person=ada",
      "from=2026-02-30 (no day), type=nd.nothing (no object type), page=last (no number of a page)",
    ],
    ["/changes?to=2026-13-01", "to=2026-13-01 (no day)"],
    ["/dnsvs/subnets/192.0.2.0-24?part=north", "part=north (no address of this network)"],
  ])("[ROUTE-94] is reported with its name, value and reason: %s", async (path, entries) => {
    await world.show(path);
    expect(await told()).toBe(entries);
  });

  it("[ROUTE-94] is removed from the address on demand, and the used parts stay", async () => {
    await world.show("/netdoc/sites?q=haf&page=x");
    await told();
    await userEvent.click(screen.getByRole("button", { name: "Remove from the address" }));
    await waitFor(() => expect(screen.queryByText(TOLD)).toBeNull());
    expect(window.location.search).toBe("?q=haf");
  });

  it("[ROUTE-94] is not reported on a page that uses every part", async () => {
    await world.show("/changes?from=2026-02-28&type=nd.site&page=1&person=ada");
    await screen.findByText(/No changes/);
    expect(screen.queryByText(TOLD)).toBeNull();
  });

  it("[ROUTE-94] is reported beside a form that the address fills in", async () => {
    await world.show("/object/nd.site?create&name=kai&geo_lat=high&colour=red");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    expect(field.value).toBe("kai");
    expect(world.portal.notices.state.list.map(({ text }) => text)).toEqual([
      {
        key: "editor.address.wrong",
        values: { entries: "geo_lat=high (not a number of the expected kind)" },
      },
    ]);
    await screen.findByText("this list has no attribute colour");
  });
});
