import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Step } from "#contract/wire/step";
import { startTexts } from "../../src/app/i18n.ts";
import { AccountChoice } from "../../src/editor/account/account-choice.tsx";
import { useCalls, type Calls } from "../../src/editor/portal/calls.ts";
import { useCatalogue } from "../../src/editor/portal/metadata.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  await startTexts("en");
  world = await portalWorld();
  await world.db.query(
    "insert into cntl.mgr (login_name) select 'adam-' || n from generate_series(11, 22) as n",
  );
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("[CONST-06] [CONST-14] accounts are looked up 250 ms after the second letter, and ten are offered at most", async () => {
  const user = userEvent.setup();
  const asked: { readonly at: number; readonly steps: readonly Step[] }[] = [];
  const { catalogue, calls } = world.portal;
  const watched: Calls = {
    ...calls,
    execute: (...call) => {
      asked.push({ at: performance.now(), steps: call[0] });
      return calls.execute(...call);
    },
  };
  render(
    <useCalls.Provider value={watched}>
      <useCatalogue.Provider value={catalogue}>
        <label htmlFor="account">Account</label>
        <AccountChoice id="account" help="" onLogin={() => undefined} />
      </useCatalogue.Provider>
    </useCalls.Provider>,
  );
  const field = screen.getByRole("combobox", { name: "Account" });
  await user.type(field, "a");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked).toEqual([]);
  const typed = performance.now();
  await user.type(field, "da");
  expect(await screen.findAllByRole("option")).toHaveLength(10);
  expect(asked.map(({ steps }) => steps)).toMatchObject([[{ old: { fetch_limit: 10 } }]]);
  expect((asked[0]?.at ?? 0) - typed).toBeGreaterThanOrEqual(249);
});
