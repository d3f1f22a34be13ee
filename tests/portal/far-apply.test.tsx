import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import type { Planned, PlannedFunction } from "#core/txlist/planned";
import { expectAccessible } from "../support/by-hand.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const NAMES = Array.from({ length: 12 }, (_, at) => `far-${String(at).padStart(2, "0")}`);

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply(NAMES.map((name) => ({ idx: name, name: "nd.site.create", new: { name } })));
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

function element(fn: PlannedFunction, old: Params, now: Params): Planned {
  return {
    uuid: crypto.randomUUID(),
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: "nd.site",
      object_function: fn,
      parameters: { old, new: now },
      preview_fields: [],
      object_title: "Sites",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

async function planned(...items: readonly Planned[]) {
  for (const item of items) world.portal.txlist.submit({ kind: "add", item });
  await world.show("/netdoc/sites");
  return userEvent.setup();
}

const apply = async (user: ReturnType<typeof userEvent.setup>): Promise<void> =>
  user.click(await screen.findByRole("button", { name: "Apply" }));

const titles = async (): Promise<readonly unknown[]> => {
  const outcome = await world.portal.calls.execute(
    [{ idx: "sites", name: "nd.site.list", old: { name_list: NAMES } }],
    { dryRun: false },
  );
  return outcome.ok ? [...new Set(outcome.lists["sites"]?.map((row) => row["title"]))] : [outcome.fault];
};

it("[TA-71] [TA-72] [TA-73] an element that changes far more objects than it names is tested first, and applied after somebody has agreed", async () => {
  const user = await planned(element("bulk_update", { name_regexp: "^far-" }, { title: "near" }));
  const byKeys = async (): Promise<void> => {
    (await screen.findByRole("button", { name: "Apply" })).focus();
    await user.keyboard("{Enter}");
  };
  await byKeys();
  const question = await screen.findByRole("dialog", { name: "Far more objects than named" });
  expect(within(question).getByRole("listitem").textContent).toBe('"Sites" names no object and changes 12.');
  await expectAccessible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(question.isConnected).toBe(false));
  expect(await titles()).toEqual([null]);
  expect(screen.getByText("1 element changes 12 objects")).toBeTruthy();

  await byKeys();
  const again = await screen.findByRole("dialog", { name: "Far more objects than named" });
  await user.click(within(again).getByRole("button", { name: "Cancel" }));
  expect(await titles()).toEqual([null]);
  await byKeys();
  await user.click(await screen.findByRole("button", { name: "Apply all the same" }));
  await screen.findByText(/^Applied 1 change/);
  expect(await titles()).toEqual(["near"]);
});

it("[TA-71] [TA-72] an element that changes only objects that it names is applied without a question", async () => {
  const user = await planned(
    element("bulk_update", { name_list: NAMES.slice(0, 3) }, { title: "three" }),
    element("update", { name: "far-05" }, { title: "one" }),
  );
  await user.click(await screen.findByRole("button", { name: "Test" }));
  expect(await screen.findByText("2 elements change 4 objects")).toBeTruthy();
  await apply(user);
  await screen.findByText(/^Applied 2 changes/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("[TA-72] an apply whose test is refused changes nothing, and shows the refusal", async () => {
  const user = await planned(
    element("bulk_update", { name_regexp: "^far-" }, { title: "gone" }),
    element("update", { name: "nowhere" }, { title: "x" }),
  );
  await apply(user);
  await screen.findByText(/^Tested: one action was refused/);
  expect(await titles()).not.toContain("gone");
});
