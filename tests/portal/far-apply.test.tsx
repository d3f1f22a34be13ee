import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { items } from "#core/txlist/history";
import type { Planned, PlannedFunction } from "#core/txlist/planned";
import type { Portal } from "../../src/app/providers.tsx";
import { runCommands } from "../../src/app/shell/palette-commands.ts";
import { useShortcuts } from "../../src/app/shell/use-shortcuts.ts";
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

/** The keys of the frame beside the page. */
function Keys(): null {
  useShortcuts(true, false);
  return null;
}

/** An element of another version of the portal, with which no list can be tested. */
const UNKNOWN: Planned = {
  uuid: "unknown",
  ta_type: "unknown",
  variant: null,
  named: "robot",
  raw: { uuid: "unknown", ta_type: "robot" },
};

/** What asks for the list to be applied. */
const WAYS = {
  "the key Shift+A": (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Shift>}A{/Shift}"),
  "the command of the search": () => {
    const commands = runCommands(
      { say: (key) => key, locale: "en" },
      { want: (mode) => world.portal.shell.want(mode), isBlocked: false, mayApply: true },
    );
    const command = commands.find(({ id }) => id === "list-apply");
    act(() => {
      if (command !== undefined && "run" in command.act) command.act.run();
    });
    return Promise.resolve();
  },
} as const;

describe.each(["the key Shift+A", "the command of the search"] as const)("%s", (way) => {
  const FAR = element("bulk_update", { name_regexp: "^far-" }, { title: way });
  const show = async (differences: Partial<Portal> = {}) => {
    world.portal.txlist.submit({ kind: "add", item: FAR });
    await world.show("/netdoc/sites", differences, <Keys />);
    await screen.findByRole("button", { name: "Apply" });
    return userEvent.setup();
  };

  it("[TA-115] [TA-72] [TA-73] tests first and asks as the button does, and applies after somebody has agreed", async () => {
    const user = await show();
    const before = world.calls.length;
    await WAYS[way](user);
    const question = await screen.findByRole("dialog", { name: "Far more objects than named" });
    expect(within(question).getByRole("listitem").textContent).toBe(
      '"Sites" names no object and changes 12.',
    );
    expect(world.portal.txlist.state.run).toMatchObject({ phase: "success", mode: "test" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(question.isConnected).toBe(false));
    expect(await titles()).not.toContain(way);
    await WAYS[way](user);
    await user.click(await screen.findByRole("button", { name: "Apply all the same" }));
    await screen.findByText(/^Applied 1 change/);
    expect(await titles()).toEqual([way]);
    const sent = world.calls
      .slice(before)
      .filter((steps) => steps.some(({ name }) => name === "nd.site.bulk_update"));
    // One test and one apply.
    expect(sent).toHaveLength(2);
  });

  it("[TA-115] applies nothing for an account that is not in the database, and nothing that is blocked", async () => {
    const { account } = world.portal;
    const user = await show({ account: { ...account, visitor: { ...account.visitor, inDatabase: false } } });
    const isBlocked = () => screen.getByRole("button", { name: "Apply" }).getAttribute("aria-disabled");
    expect(isBlocked()).toBe("true");
    const before = world.calls.length;
    await WAYS[way](user);
    await waitFor(() => expect(world.portal.shell.state.wanted).toBeNull());
    cleanup();
    world.portal.txlist.submit({ kind: "add", item: UNKNOWN });
    await world.show("/netdoc/sites", {}, <Keys />);
    await screen.findByRole("button", { name: "Apply" });
    expect(isBlocked()).toBe("true");
    await WAYS[way](user);
    await waitFor(() => expect(world.portal.shell.state.wanted).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    const sent = world.calls
      .slice(before)
      .filter((steps) => steps.some(({ name }) => name === "nd.site.bulk_update"));
    expect(sent).toEqual([]);
    expect(world.portal.txlist.state.run.phase).toBe("idle");
  });
});

it("[TA-73] an agreement of a person holds after an apply that was refused, until the number grows", async () => {
  await world.apply([{ name: "nd.site.create", new: { name: "gone" } }]);
  const user = await planned(
    element("bulk_update", { name_regexp: "^far-" }, { title: "agreed" }),
    element("update", { name: "gone" }, { title: "gone" }),
  );
  const { txlist } = world.portal;
  await apply(user);
  const question = await screen.findByRole("dialog", { name: "Far more objects than named" });
  expect(within(question).getByRole("listitem").textContent).toMatch(/changes 12\.$/);
  await world.apply([{ name: "nd.site.delete", old: { name: "gone" } }]);
  await user.click(within(question).getByRole("button", { name: "Apply all the same" }));
  await waitFor(() => expect(txlist.state.run).toMatchObject({ phase: "error", mode: "apply" }));
  expect(await titles()).not.toContain("agreed");

  const more = ["far-98", "far-99"];
  await world.apply([
    { name: "nd.site.create", new: { name: "gone" } },
    ...more.map((name) => ({ name: "nd.site.create" as const, new: { name } })),
  ]);
  await apply(user);
  const grown = await screen.findByRole("dialog", { name: "Far more objects than named" });
  expect(within(grown).getByRole("listitem").textContent).toMatch(/changes 14\.$/);
  await user.click(within(grown).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(grown.isConnected).toBe(false));

  await world.apply(more.map((name) => ({ name: "nd.site.delete", old: { name } })));
  // A new test has the present number.
  txlist.dismissResult();
  await apply(user);
  await screen.findByText(/^Applied 2 changes/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await titles()).toEqual(["agreed"]);
});

it("[TA-72] deletions that others may go with are tested first, however many they are", async () => {
  const names = Array.from({ length: 201 }, (_, at) => `many-${String(at)}`);
  await world.apply(names.map((name) => ({ name: "nd.site.create", new: { name } })));
  const user = await planned(...names.map((name) => element("delete", { name }, {})));
  const deletions = (from: number) =>
    world.calls.slice(from).filter((steps) => steps.some(({ name }) => name === "nd.site.delete"));
  const before = world.calls.length;
  await world.apply([{ name: "nd.bldg.create", new: { site: "many-200", number: "1" } }]);
  await apply(user);
  await screen.findByText(/^Tested: one action was refused/);
  expect(deletions(before)).toHaveLength(1);
  await world.apply([{ name: "nd.bldg.delete", old: { site: "many-200", number: "1" } }]);
  await apply(user);
  await screen.findByText(/^Applied 201 changes/);
  expect(deletions(before)).toHaveLength(3);
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
