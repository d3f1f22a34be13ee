import { join } from "node:path";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { textIn } from "#contract/wire/json";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const SITE = join(import.meta.dirname, "..", "support", "object-keyed");
let world: PortalWorld;
let first = "";

beforeAll(async () => {
  world = await portalWorld(SITE);
  const made = await world.apply([
    { idx: "first", name: "keyed.booking.create", new: { name: "early", first_day: 1, last_day: 5 } },
  ]);
  first = textIn(made["first"]?.[0]?.["gpk"]);
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("a form whose range overlaps another one links the object in the way until a value changes", async () => {
  const user = userEvent.setup();
  await world.show("/object/keyed.booking?create&name=late");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: "First day" }), "5");
  await user.type(dialog.getByRole("textbox", { name: "Last day" }), "9");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const link = await dialog.findByRole("link", { name: "early" });
  expect(link.getAttribute("href")).toBe(`/object/${first}?type=keyed.booking`);
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "r");
  expect(dialog.queryByRole("link", { name: "early" })).toBeNull();
});
