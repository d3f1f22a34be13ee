import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { items } from "#core/txlist/history";
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
  expect(screen.getByText('"Sites" names no object and changes 12.')).toBeTruthy();

  await byKeys();
  const again = await screen.findByRole("dialog", { name: "Far more objects than named" });
  await user.click(within(again).getByRole("button", { name: "Cancel" }));
  expect(await titles()).toEqual([null]);
  await byKeys();
  await user.click(await screen.findByRole("button", { name: "Apply all the same" }));
  await screen.findByText(/^Applied 1 change/);
  expect(await titles()).toEqual(["near"]);
});

it("[TA-73] who has agreed is asked again for the element after an edit, and when its number has grown", async () => {
  const user = await planned(element("bulk_update", { name_regexp: "^far-[01]" }, { title: "a" }));
  const { txlist } = world.portal;
  const asked = async (wanted: RegExp): Promise<HTMLElement> => {
    await apply(user);
    const question = await screen.findByRole("dialog", { name: "Far more objects than named" });
    expect(within(question).getByRole("listitem").textContent).toMatch(wanted);
    return question;
  };
  const [first] = items(txlist.state.history);
  await asked(/changes 12\.$/);
  if (first === undefined) throw new Error("nothing is planned");
  await user.keyboard("{Escape}");
  // The element was agreed to when it changed eleven objects.
  txlist.agreed.set(first, 11);
  await asked(/changes 12\.$/);
  await user.keyboard("{Escape}");
  txlist.agreed.set(first, 12);
  const edited = { ...element("bulk_update", { name_regexp: "^far-" }, { title: "b" }), uuid: first.uuid };
  txlist.submit({ kind: "replace", uuid: first.uuid, item: edited });
  await asked(/changes 12\.$/);
  await user.keyboard("{Escape}");
  expect(await titles()).not.toContain("b");
  txlist.undo();
  await apply(user);
  await screen.findByText(/^Applied 1 change/);
  expect(await titles()).toEqual(["a"]);
});

it("[TA-72] a list that was tested just before is not tested again", async () => {
  const user = await planned(element("bulk_update", { name_list: NAMES.slice(0, 3) }, { title: "once" }));
  await user.click(await screen.findByRole("button", { name: "Test" }));
  await screen.findByText("1 element changes 3 objects");
  const before = world.calls.length;
  await apply(user);
  await screen.findByText(/^Applied 1 change/);
  const sent = world.calls
    .slice(before)
    .filter((steps) => steps.some(({ name }) => name === "nd.site.bulk_update"));
  expect(sent).toHaveLength(1);
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

it("[TA-61] [TA-62] after the apply the results are shown that elements ask for, also an empty one", async () => {
  const shown = (title: string, old: Params): Planned => {
    const item = element("bulk_update", old, { title: "shown" });
    if (!("content" in item)) throw new Error("an element has a content");
    return { ...item, content: { ...item.content, object_title: title, show_result: true } };
  };
  const user = await planned(
    shown("three", { name_list: NAMES.slice(0, 3) }),
    shown("none", { name_list: ["nowhere"] }),
    element("bulk_update", { name_list: NAMES.slice(3, 5) }, { title: "silent" }),
  );
  await apply(user);
  await screen.findByText(/^Applied 3 changes/);
  const rows = within(await screen.findByRole("region", { name: "three" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => /far-\d+/.exec(row.textContent)?.[0])).toEqual(NAMES.slice(0, 3));
  const empty = await screen.findAllByText("Empty result returned.");
  expect(empty).toHaveLength(1);
  expect(screen.queryByRole("region", { name: "Sites" })).toBeNull();
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
