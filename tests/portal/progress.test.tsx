import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ref } from "valtio";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { IDLE, type Run } from "#core/txlist/run";
import { lostRun } from "#core/txlist/run-end";
import type { Planned, PlannedStatement } from "#core/txlist/planned";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  const made = await world.execute([{ name: "nd.site.create", new: { name: "held" } }], { dryRun: false });
  if (!made.ok) throw new Error(made.fault.description);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

function planned(uuid: string, statement: PlannedStatement): Planned {
  const content = {
    ...statement,
    preview_fields: [],
    object_title: uuid,
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  };
  return { uuid, ta_type: "db_editor_simple", variant: null, content };
}

const created = (name: string): Planned =>
  planned(name, {
    object_fq_name: "nd.site",
    object_function: "create",
    parameters: { old: {}, new: { name } },
  });

/** Eight elements that succeed at once, one that waits for another writer of its object, and three more. */
const LIST: readonly Planned[] = [
  ...Array.from({ length: 8 }, (_, at) => created(`a${String(at)}`)),
  planned("waits", {
    object_fq_name: "nd.site",
    object_function: "update",
    parameters: { old: { name: "held" }, new: { title: "Changed" } },
  }),
  ...Array.from({ length: 3 }, (_, at) => created(`b${String(at)}`)),
];

/** Observes the run while another writer has locked the object that it changes. */
async function whileHeld(press: string, look: () => Promise<void>): Promise<void> {
  const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  await world.db.transaction(options, async (tx) => {
    await tx.query("select from nd.site where name = 'held' for update");
    await userEvent.click(screen.getByRole("button", { name: press }));
    await look();
  });
}

describe("a running list", () => {
  it.each([
    ["Test", "Testing 8 of 12", /Test passed for 12 changes/],
    ["Apply", "Applying 0 of 12", /Applied 12 changes/],
  ])("%s shows its progress, and stops asking at its end", async (press, text, end) => {
    const asked = vi.spyOn(world.portal.calls, "callProgress");
    await world.show("/netdoc/sites");
    world.portal.txlist.submit({ kind: "append", items: LIST });
    await whileHeld(press, async () => {
      await screen.findByText(text);
      const bar = screen.getByRole("progressbar");
      expect(bar.getAttribute("aria-valuetext")).toBe(text);
    });
    await screen.findByText(end);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText(text)).toBeNull();
    const count = asked.mock.calls.length;
    expect(count).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(asked).toHaveBeenCalledTimes(count);
  });
});

describe("an apply whose result is found after a reload", () => {
  it("[TA-59] shows the rows that it created", async () => {
    await world.show("/netdoc/sites");
    await screen.findByRole("link", { name: "held" });
    const step = { name: "nd.site.create", new: { name: "found" } };
    const outcome = await world.execute([step], { dryRun: false });
    expect(outcome.ok).toBe(true);
    expect(screen.queryByRole("link", { name: "found" })).toBeNull();
    world.portal.txlist.state.run = ref(lostRun([created("found")], "committed", null));
    await screen.findByRole("link", { name: "found" });
    await screen.findByText(/^Applied 1 change.*results are not shown/);
  });

  it("says that it waits for the unreachable server, and that planning continues", async () => {
    const { shell, txlist } = world.portal;
    await world.show("/netdoc/sites");
    txlist.submit({ kind: "add", item: created("held") });
    const sent = [created("held")];
    txlist.state.run = ref<Run>({ phase: "busy", mode: "apply", sent, callId: "x", isLost: true });
    await screen.findByText(/^The connection was lost. The portal asks the server/);
    shell.setOnline(false);
    await screen.findByText(/the server cannot be reached.*You can go on planning/);
    shell.setOnline(true);
    await screen.findByText(/^The connection was lost. The portal asks the server/);
    txlist.state.run = ref(IDLE);
  });
});

describe("a passed test of a long list", () => {
  it("[TA-48] says that it does not show the effects of each change", async () => {
    const { txlist } = world.portal;
    const sent = Array.from({ length: 201 }, (_, at) => created(`long-${String(at)}`));
    const passed = { phase: "success", mode: "test", rolledBack: true, results: {} } as const;
    await world.show("/netdoc/sites");
    txlist.submit({ kind: "append", items: sent });
    txlist.state.run = ref<Run>({ ...passed, sent });
    await screen.findByText(/^What each single change does is shown by a test of up to 200 changes/);
    const [first, ...others] = sent;
    txlist.submit({ kind: "remove", uuid: first?.uuid ?? "" });
    txlist.state.run = ref<Run>({ ...passed, sent: others });
    await screen.findByText(/^Test passed for 200 changes/);
    expect(screen.queryByText(/^What each single change does/)).toBeNull();
  });
});

describe("a browser that stores nothing", () => {
  it("[TA-68] causes a warning as soon as something is planned", async () => {
    await world.show("/netdoc/sites");
    expect(screen.queryByText(/does not keep the planned changes/)).toBeNull();
    world.portal.txlist.submit({ kind: "add", item: created("held") });
    await screen.findByText(/does not keep the planned changes.*Export the list/);
  });
});
