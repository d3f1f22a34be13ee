import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fill } from "../support/by-hand.ts";
import { wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const dialog = () => screen.findByRole("dialog", { name: "Search" });
const field = async () => within(await dialog()).findByRole<HTMLInputElement>("combobox", { name: "Search" });

async function openSearch(): Promise<void> {
  await screen.findByRole("button", { name: "Search or jump to…" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const opened = await field();
  await waitFor(() => expect(document.activeElement).toBe(opened));
}

it("[SRCH-60] the dialog offers the list of a type, and 'New …' to those who may create one", async () => {
  const building = "/object/nd.bldg?create";
  const found = async () => {
    const options = within(await dialog()).queryAllByRole("option");
    return options.map((one) => one.getAttribute("href"));
  };
  const offers = async (text: string, href: string) => {
    await fill(await field(), text);
    await waitFor(async () => expect(await found()).toContain(href));
  };
  await portal.enter("ada");
  await openSearch();
  await offers("New building", building);
  await portal.enter("otto");
  await openSearch();
  await offers("New DNS record", "/object/dns.record?create");
  await offers("Rooms", "/object/nd.room");
  await fill(await field(), "New building");
  await waitFor(async () => expect(await found()).not.toContain("/object/nd.room"));
  expect(await found()).not.toContain(building);
});
