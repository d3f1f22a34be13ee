import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { shortenLog } from "../../server/http/shorten-log.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const OBJECT = "Earlier changes of this object were removed from the history.";
const TRANSACTION = /^This is what is left of the transaction/;

let world: PortalWorld;
let [gpk, transaction, whole] = ["", "", ""];

beforeAll(async () => {
  world = await portalWorld();
  const changes = async () =>
    world.db.query<{ object: string; transaction: string }>(
      "select object_gfk as object, 'tx-' || transaction_gfk as transaction from wapi.change_log order by id desc limit 1",
    );
  await world.apply([{ name: "nd.site.create", new: { name: "hafen", title: "Hafen" } }]);
  await world.apply([
    { name: "nd.site.update", old: { name: "hafen" }, new: { title: "Alter Hafen" } },
    { name: "nd.site.create", new: { name: "gone" } },
    { name: "nd.site.update", old: { name: "hafen" }, new: { title: "Neuer Hafen" } },
  ]);
  [{ object: gpk, transaction } = { object: "", transaction: "" }] = await changes();
  await world.apply([{ name: "nd.site.delete", old: { name: "gone" } }]);
  for (const table of ["wapi.change_log", "wapi.transaction"])
    await world.db.query(`update ${table} set ts = ts - interval '2 years'`);
  const catalogue = await loadCatalogue();
  while (await shortenLog(world.db, catalogue, 12));
  await world.apply([{ name: "nd.site.update", old: { name: "hafen" }, new: { title: "Hafen West" } }]);
  [{ transaction: whole } = { transaction: "" }] = await changes();
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("[OPER-76] the history of an object says at the first change that is left that it was shortened", async () => {
  await world.show("/netdoc/sites/hafen");
  await userEvent.setup().click(await screen.findByRole("button", { name: "History 2" }));
  const lines = await screen.findAllByRole("listitem");
  const shortened = lines.filter((line) => line.textContent.includes(OBJECT));
  expect(shortened.map((line) => line.textContent.includes("Neuer Hafen"))).toEqual([true]);
  expect(shortened[0]?.textContent).not.toContain("Hafen West");
});

it("[OPER-76] a transaction whose changes may be incomplete is not taken back as a whole", async () => {
  const button = { name: "Plan the reverse of all" };
  await world.show(`/object/${whole}`);
  await screen.findByRole("button", button);
  expect(screen.queryByText(TRANSACTION)).toBeNull();
  cleanup();
  await world.show(`/object/${transaction}`);
  await screen.findByText(TRANSACTION);
  expect(screen.queryByRole("button", button)).toBeNull();
});

it("[OPER-76] such a transaction is not taken back in the list of changes either", async () => {
  await world.show(`/changes?object=${gpk}`);
  await screen.findByText(TRANSACTION);
  const cards = screen.getAllByRole("listitem").filter((card) => card.className === "change-card");
  const takesBack = cards.map((card) => card.textContent.includes("Take back"));
  expect(takesBack).toEqual([true, false]);
});
