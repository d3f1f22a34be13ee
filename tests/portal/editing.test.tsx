import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ref } from "valtio";
import { items } from "#core/txlist/history";
import type { PlannedBundle } from "#core/txlist/planned";
import { IDLE, type Run } from "#core/txlist/run";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld();
  const made = await world.execute(
    [
      { idx: "site", name: "nd.site.create", new: { name: "nord", title: "Nord" } },
      {
        idx: "bldg",
        name: "nd.bldg.create",
        new: { site: "nord", number: "20.40", title: "Altbau", address: "Altweg 1" },
      },
    ],
    { dryRun: false },
  );
  if (!made.ok) throw new Error(made.fault.description);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
  world.portal.shell.setAsPlanned(true);
});

const planned = () => items(world.portal.txlist.state.history);

/** Plans a building together with its site. */
function bundleOf(uuid: string, kind: PlannedBundle["ta_type"]): PlannedBundle {
  const parameters = { old: {}, new: { site: `site-${uuid}`, number: "1" } };
  const content = {
    object_fq_name: "nd.bldg",
    object_function: "create",
    parameters,
    preview_fields: ["number"],
    object_title: uuid,
    show_result: true,
    non_optionals: [],
    input_reducer: null,
  } as const;
  const site = { old: {}, new: { name: `site-${uuid}` } };
  const bundle = [{ object_fq_name: "nd.site", object_function: "create", parameters: site }] as const;
  return { uuid, ta_type: kind, variant: null, content, bundle };
}

async function openEdit() {
  const user = userEvent.setup();
  await world.show("/netdoc/sites/nord/20.40");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

/** The address has no translations, so the attribute itself is planned. */
async function planAddress(text: string) {
  const opened = await openEdit();
  const address = opened.dialog.getByRole<HTMLInputElement>("textbox", { name: "Address" });
  await opened.user.clear(address);
  await opened.user.type(address, text);
  await opened.user.click(opened.dialog.getByRole("button", { name: "Plan" }));
  await waitFor(() => expect(planned()).toHaveLength(1));
  return opened;
}

describe("a tested list", () => {
  it("[TA-81] shows its result until the first edit, and again once the edit is undone", async () => {
    const { user } = await planAddress("Neubau");
    await user.click(screen.getByRole("button", { name: "Test" }));
    await screen.findByText(/^Test passed for 1 change/);
    const reach = "1 element changes 1 object";
    await screen.findByText(reach);
    world.portal.txlist.submit({ kind: "add", item: bundleOf("b0", "db_editor_bundle_append") });
    await waitFor(() => expect(screen.queryByText(/^Test passed/)).toBeNull());
    expect(screen.queryByText(reach)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText(/^Test passed for 1 change/);
    await screen.findByText(reach);
  });
});

describe("a planned update", () => {
  it("[TA-15] opens with all fields of an update: planned values where planned, present values elsewhere", async () => {
    const { user } = await planAddress("Neubau");
    await user.click(screen.getByRole("button", { name: /^change\s*Building/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Address" }).value).toBe("Neubau");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Number" }).value).toBe("20.40");
  });

  it("shows who has changed its object and how, and can take the new value as its old value", async () => {
    const { user } = await planAddress("Neubau");
    const other = await world.execute(
      [
        {
          idx: "x",
          name: "nd.bldg.update",
          old: { site: "nord", number: "20.40" },
          new: { address: "Hauptgebäude" },
        },
      ],
      { dryRun: false },
    );
    expect(other.ok).toBe(true);
    await user.click(screen.getByRole("button", { name: "Test" }));
    await screen.findByText("Changed by ada:");
    expect(screen.getAllByText("Hauptgebäude").length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Take new value" }));
    expect(planned()).toMatchObject([
      { content: { parameters: { old: { address: "Hauptgebäude" }, new: { address: "Neubau" } } } },
    ]);
    await user.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
  });
});

describe("a second action on an object", () => {
  it("[TA-74] opens its form with the planned value and becomes part of the one element, which passes its test", async () => {
    await planAddress("Neubau");
    const [first] = planned();
    cleanup();
    const { user, dialog } = await openEdit();
    const address = dialog.getByRole<HTMLInputElement>("textbox", { name: "Address" });
    expect(address.value).toBe("Neubau");
    const number = dialog.getByRole<HTMLInputElement>("textbox", { name: "Number" });
    await user.clear(number);
    await user.type(number, "20.41");
    await user.click(dialog.getByRole("button", { name: "Replace planned change" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const parameters = {
      old: { site: "nord", number: "20.40" },
      new: { number: "20.41", address: "Neubau" },
    };
    expect(planned()).toMatchObject([{ uuid: first?.uuid, content: { parameters } }]);
    expect(planned()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
  });

  it("[TA-74] deletes the object instead of changing it, and only once", async () => {
    const { user } = await planAddress("Neubau");
    const [first] = planned();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(planned()).toMatchObject([{ content: { object_function: "delete" } }]));
    expect(planned().map(({ uuid }) => uuid)).toEqual([first?.uuid]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Delete" })).toBeNull());
    // The present page offers it, and the list refuses it.
    await user.click(screen.getByRole("button", { name: "Show as it is" }));
    const told = world.portal.notices.state.list.length;
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(world.portal.notices.state.list.length).toBe(told + 1));
    expect(planned()).toHaveLength(1);
    world.portal.txlist.undo();
    expect(planned()).toMatchObject([{ content: { object_function: "update" } }]);
  });
});

describe("a planned update whose object somebody else deletes", () => {
  it("[TA-35] says so before a test", async () => {
    await planAddress("Neubau");
    const key = { site: "nord", number: "20.40" };
    const gone = await world.execute([{ idx: "x", name: "nd.bldg.delete", old: key }], { dryRun: false });
    expect(gone.ok).toBe(true);
    await screen.findByText(/^There is no object of this name, or/);
    const again = { ...key, title: "Altbau", address: "Altweg 1" };
    const made = await world.execute([{ idx: "x", name: "nd.bldg.create", new: again }], { dryRun: false });
    expect(made.ok).toBe(true);
  });
});

describe("a planned bundle", () => {
  it.each(["db_editor_bundle_prepend", "db_editor_bundle_append"] as const)(
    "[TA-15] [TA-29] %s keeps its further statements, its place and its kind when its main action is edited",
    async (kind) => {
      const user = userEvent.setup();
      await world.show("/netdoc/sites");
      const [bundle, after] = [kind, "db_editor_bundle_append" as const].map((type, at) =>
        bundleOf(`b${String(at)}`, type),
      );
      if (bundle === undefined || after === undefined) throw new Error("nothing to plan");
      world.portal.txlist.submit({ kind: "append", items: [bundle, after] });
      await user.click(await screen.findByRole("button", { name: /^new\s*Building\s*b0/ }));
      const dialog = within(await screen.findByRole("dialog", { name: "Change the planned step: b0" }));
      // The text in the object's own language is the last one for this reader.
      const titles = dialog.getAllByRole("textbox", { name: /^Title/ });
      await user.type(titles.at(-1) ?? document.body, "Neubau");
      await user.click(dialog.getByRole("button", { name: "Replace planned change" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(planned()).toMatchObject([
        { uuid: "b0", ta_type: kind, content: { parameters: { new: { title: "Neubau" } } } },
        { uuid: "b1" },
      ]);
      expect(planned()[0]).toHaveProperty("bundle", bundle.bundle);
    },
  );
});

/** The dialog for importing a list. */
async function openImport(user: ReturnType<typeof userEvent.setup>) {
  await world.show("/netdoc/sites");
  await user.click(await screen.findByRole("button", { name: "Whole list" }));
  await user.click(screen.getByRole("menuitem", { name: "Import …" }));
  return within(await screen.findByRole("dialog"));
}

describe("importing a list", () => {
  it("[TA-11] [TA-44] errors of an import stay until they are corrected, and the same file can be chosen again", async () => {
    const user = userEvent.setup();
    const dialog = await openImport(user);
    world.portal.txlist.submit({ kind: "add", item: bundleOf("b0", "db_editor_bundle_append") });
    const before = planned();
    const file = dialog.getByLabelText<HTMLInputElement>("Choose a file");
    await user.upload(file, new File(["nothing"], "list.json", { type: "application/json" }));
    await dialog.findByText("invalid file, must be a valid transaction list");
    expect(file.value).toBe("");
    await user.type(dialog.getByRole("textbox"), "x");
    expect(dialog.queryByText("invalid file, must be a valid transaction list")).toBeNull();
    const faulty = '{ "serialization_version": 1, "transaction": [{ "ta_type": "robot" }] }';
    await user.upload(file, new File([faulty], "list.json", { type: "application/json" }));
    await dialog.findByText("invalid file, must be a valid transaction list");
    expect(planned()).toEqual(before);
  });

  it("[TA-11] [TA-12] a chosen file replaces the list, and its elements get uuids", async () => {
    const user = userEvent.setup();
    const dialog = await openImport(user);
    world.portal.txlist.submit({ kind: "add", item: bundleOf("b0", "db_editor_bundle_append") });
    const robot = { ta_type: "robot", uuid: "r" };
    const text = JSON.stringify({
      serialization_version: 2,
      transaction: [robot, robot, { ta_type: "robot" }],
    });
    const file = new File([text], "list.json", { type: "application/json" });
    await user.upload(dialog.getByLabelText("Choose a file"), file);
    await waitFor(() => expect(planned()).toHaveLength(3));
    expect(planned().map(({ ta_type }) => ta_type)).toEqual(["unknown", "unknown", "unknown"]);
    expect(planned()[0]?.uuid).toBe("r");
    expect(new Set(planned().map(({ uuid }) => uuid)).size).toBe(3);
  });

  it("Escape does not discard a pasted list", async () => {
    const user = userEvent.setup();
    const dialog = await openImport(user);
    const text = dialog.getByRole<HTMLTextAreaElement>("textbox");
    await user.click(text);
    await user.paste("[]");
    expect(isHeld()).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(text.value).toBe("[]");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(isHeld()).toBe(false);
  });
});

/** True if leaving the page needs confirmation and the page does not reload by itself. */
function isHeld(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(document.querySelector("[data-dirty]") !== null).toBe(leaving.defaultPrevented);
  return leaving.defaultPrevented;
}

describe("a form and the list beside it", () => {
  const busy: Run = { phase: "busy", mode: "apply", sent: [], callId: null };
  const runs = (run: Run): void => {
    world.portal.txlist.state.run = ref(run);
  };
  afterEach(() => runs(IDLE));

  it("[TA-15] [TA-21] after a form is closed another element can be edited at once, even if the list was redrawn in the meantime", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    const items = ["b0", "b1"].map((uuid) => bundleOf(uuid, "db_editor_bundle_append"));
    world.portal.txlist.submit({ kind: "append", items });
    await user.click(await screen.findByRole("button", { name: /^new\s*Building\s*b0/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change the planned step: b0" }));
    const other = screen.getByRole("button", { name: /^new\s*Building\s*b1/ });
    // Another tab plans something.
    world.portal.txlist.submit({ kind: "add", item: bundleOf("b2", "db_editor_bundle_append") });
    await waitFor(() => expect(other.getAttribute("aria-disabled")).toBe("true"));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(other);
    await screen.findByRole("dialog", { name: "Change the planned step: b1" });
  });

  it("[TA-26] typed text stays in its form while the list runs, and is planned afterwards", async () => {
    const { user, dialog } = await openEdit();
    const address = dialog.getByRole<HTMLInputElement>("textbox", { name: "Address" });
    await user.clear(address);
    await user.type(address, "Anbau");
    // This window observes a run since the window that started it was closed.
    runs(busy);
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(dialog.getAllByText("A transaction is running.").length).toBeGreaterThan(0);
    expect(address.value).toBe("Anbau");
    runs(IDLE);
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(planned()).toMatchObject([{ content: { parameters: { new: { address: "Anbau" } } } }]);
  });

  it("[TA-11] [TA-26] a pasted list is kept in its dialog while the list runs", async () => {
    const user = userEvent.setup();
    const dialog = await openImport(user);
    const text = dialog.getByRole<HTMLTextAreaElement>("textbox");
    await user.click(text);
    await user.paste('{ "serialization_version": 2, "transaction": [{ "ta_type": "robot" }] }');
    runs(busy);
    await user.click(dialog.getByRole("button", { name: "Replace the list" }));
    await dialog.findByText("A transaction is running.");
    runs(IDLE);
    await user.click(dialog.getByRole("button", { name: "Replace the list" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
  });
});

describe("closing a form", () => {
  it("Escape does not discard a pasted table, and leaving the page asks first", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: /^Import from CSV/ }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Import/ }));
    expect(isHeld()).toBe(false);
    await user.click(dialog.getByRole("textbox"));
    await user.paste("name\nwest");
    expect(isHeld()).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox").value).toBe("name\nwest");
    await user.click(dialog.getByRole("button", { name: "Plan 1 new object" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(planned()).toHaveLength(1);
    expect(isHeld()).toBe(false);
  });

  it("asks in a dialog of the portal after text was typed", async () => {
    const { user, dialog } = await openEdit();
    await user.type(dialog.getByRole("textbox", { name: "Title" }), "!");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toMatch(/!$/);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull());
    expect(planned()).toEqual([]);
  });
});
