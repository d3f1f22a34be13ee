import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CancelSignal, Execute } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { items } from "#core/txlist/history";
import { contentOf, type Planned } from "#core/txlist/planned";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

async function apply(...steps: readonly Step[]): Promise<void> {
  const outcome = await world.execute(steps, { dryRun: false });
  if (!outcome.ok) throw new Error(outcome.fault.description);
}

function aborted(signal: CancelSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<null>();
  if (signal.aborted) resolve(null);
  signal.addEventListener("abort", () => resolve(null));
  return promise;
}

async function sitesWithBuilding(...names: readonly string[]): Promise<readonly string[]> {
  await apply(...names.map((name) => ({ name: "nd.site.create", new: { name } })));
  await apply(...names.map((site) => ({ name: "nd.bldg.create", new: { site, number: "1" } })));
  return names;
}

function siteDeletion(name: string): Planned {
  return {
    uuid: crypto.randomUUID(),
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: "nd.site",
      object_function: "delete",
      parameters: { old: { name }, new: {} },
      preview_fields: [],
      object_title: name,
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

/** The element of the list and its text. */
const company = async () => (await screen.findByText(/stands? in the way:|goes along:/)).closest("li");

describe("a planned deletion", () => {
  it("shows blocking objects with links, and plans to delete all of them in one element that passes the test", async () => {
    const user = userEvent.setup();
    await apply(
      { name: "cntl.group.create", new: { name: "net" } },
      { name: "cntl.group.create", new: { name: "net-sub", parent_group_name: "net" } },
      { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "net" } },
      { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "net-sub" } },
    );
    await world.show("/cntl/groups/net");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] ?? document.body);
    const told = within((await company()) ?? document.body);
    expect(told.getByText("3 objects stand in the way:")).toBeTruthy();
    expect(told.getByRole("link", { name: "net-sub" }).getAttribute("href")).toBe("/cntl/groups/net-sub");
    await user.click(told.getByRole("button", { name: "Plan these 3 before, as one element" }));
    await waitFor(() => expect(screen.queryByText(/stand in the way/)).toBeNull());
    const [planned, ...others] = items(world.portal.txlist.state.history);
    expect(others).toEqual([]);
    expect(planned).toMatchObject({
      ta_type: "db_editor_bundle_prepend",
      bundle: expect.arrayContaining([
        expect.objectContaining({ object_fq_name: "cntl.group", object_function: "delete" }),
      ]) as unknown,
    });
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    const left = await world.execute([{ idx: "g", name: "cntl.group.list" }], { dryRun: false });
    expect(left.ok && left.lists["g"]).toEqual([]);
  });

  it("shows objects that are deleted with it, and stays unchanged", async () => {
    const user = userEvent.setup();
    await apply(
      { name: "nd.bcd.create", new: { name: "hafen-net", id: "07.01", categ: "USER", seclvl: 1 } },
      { name: "cntl.group.create", new: { name: "port" } },
      { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "port" } },
    );
    await world.show("/cntl/bcds/hafen-net");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] ?? document.body);
    const told = await company();
    expect(told?.textContent).toContain("By itself goes along:");
    expect(told?.textContent).toContain("hafen-net port");
    expect(items(world.portal.txlist.state.history).map((item) => item.ta_type)).toEqual([
      "db_editor_simple",
    ]);
  });

  it("takes earlier planned deletions into account", async () => {
    const user = userEvent.setup();
    await apply(
      { name: "nd.site.create", new: { name: "werft" } },
      { name: "nd.bldg.create", new: { site: "werft", number: "1" } },
    );
    await world.show("/netdoc/sites/werft/1");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] ?? document.body);
    await waitFor(() => expect(items(world.portal.txlist.state.history)).toHaveLength(1));
    cleanup();
    await world.show("/netdoc/sites/werft");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] ?? document.body);
    await waitFor(() =>
      expect(items(world.portal.txlist.state.history).map((item) => contentOf(item)?.object_fq_name)).toEqual(
        ["nd.bldg", "nd.site"],
      ),
    );
    const looks = () => world.calls.filter((steps) => steps.some(({ name }) => name === "nd.site.delete"));
    await waitFor(() => expect(looks().length).toBeGreaterThan(0));
    await new Promise((settled) => requestAnimationFrame(settled));
    expect(screen.queryByText(/stands? in the way:/)).toBeNull();
  });

  it("is tested after the others, never at the same time, and is interrupted for a test of the list", async () => {
    const user = userEvent.setup();
    const names = await sitesWithBuilding("kai-1", "kai-2", "kai-3", "kai-4");
    let [atOnce, most, isHeld] = [0, 0, true];
    const cancelled: boolean[] = [];
    const execute: Execute = async (steps, options) => {
      if (!options.dryRun || options.tellsAnswers === true) return world.execute(steps, options);
      most = Math.max(most, ++atOnce);
      const outcome = await world.execute(steps, options);
      // The first one waits until it is cancelled.
      if (isHeld && options.signal !== undefined) await aborted(options.signal);
      atOnce -= 1;
      cancelled.push(options.signal?.aborted === true);
      // A cancelled request has no answer.
      if (options.signal?.aborted === true) throw new Error("cancelled");
      return outcome;
    };
    await world.show("/netdoc/sites", { calls: { ...world.portal.calls, execute } });
    world.portal.txlist.submit({ kind: "append", items: names.map(siteDeletion) });
    await waitFor(() => expect(most).toBe(1));
    await user.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(cancelled).toEqual([true]));
    isHeld = false;
    await waitFor(() => expect(screen.getAllByText("1 object stands in the way:")).toHaveLength(4));
    expect(most).toBe(1);
  });

  it("is planned together with others: one button plans what all of them need before, and one undo removes it", async () => {
    const user = userEvent.setup();
    await apply({ name: "nd.site.create", new: { name: "mole-0" } });
    const names = ["mole-0", ...(await sitesWithBuilding("mole-1", "mole-2"))];
    await world.show("/netdoc/sites");
    world.portal.txlist.submit({ kind: "append", items: names.map(siteDeletion) });
    const kinds = () => items(world.portal.txlist.state.history).map((item) => item.ta_type);
    await user.click(
      await screen.findByRole("button", { name: "Plan what stands in the way of 3 deletions" }),
    );
    expect(
      await screen.findByText("2 objects are planned before the deletions now. Undo takes them back."),
    ).toBeTruthy();
    expect(kinds()).toEqual(["db_editor_simple", "db_editor_bundle_prepend", "db_editor_bundle_prepend"]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(kinds()).toEqual(["db_editor_simple", "db_editor_simple", "db_editor_simple"]);
    await user.click(screen.getByRole("button", { name: "Redo" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 3 changes/);
    const left = await world.apply([{ idx: "s", name: "nd.site.list", old: { name_list: names } }]);
    expect(left["s"]).toEqual([]);
  });

  it("is interrupted for a test, which the page says, and cannot be started while the test runs", async () => {
    const user = userEvent.setup();
    const names = await sitesWithBuilding("pier-1", "pier-2");
    let [isHeld, isTested] = [false, false];
    let release = (): void => undefined;
    const execute: Execute = async (steps, options) => {
      const isTest = options.tellsAnswers === true;
      const held =
        isTest && isTested
          ? new Promise<void>((done) => {
              release = done;
            })
          : null;
      const outcome = await world.execute(steps, options);
      if (isHeld && !isTest && options.dryRun && options.signal !== undefined) await aborted(options.signal);
      await held;
      return outcome;
    };
    await world.show("/netdoc/sites", { calls: { ...world.portal.calls, execute } });
    world.portal.txlist.submit({ kind: "append", items: names.map(siteDeletion) });
    const offer = "Plan what stands in the way of 2 deletions";
    const button = await screen.findByRole("button", { name: offer });
    isHeld = true;
    await user.click(button);
    await screen.findByText("Deletion 1 of 2 is looked at …");
    isTested = true;
    await user.click(screen.getByRole("button", { name: "Test" }));
    const told = /was changed, tested or applied in the meantime, so nothing was planned/;
    expect(await screen.findByText(told)).toBeTruthy();
    const blocked = screen.getByRole("button", { name: offer });
    expect(blocked.getAttribute("aria-disabled")).toBe("true");
    expect(blocked.title).toBe("A transaction is running.");
    isHeld = false;
    release();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: offer }).getAttribute("aria-disabled")).toBeNull(),
    );
    await user.click(screen.getByRole("button", { name: offer }));
    expect(await screen.findByText(/2 objects are planned before the deletions now/)).toBeTruthy();
    expect(screen.queryByText(told)).toBeNull();
  });

  it("offers no button if a blocking object may not be deleted, and says why", async () => {
    const user = userEvent.setup();
    await apply(
      { name: "nd.site.create", new: { name: "speicher" } },
      { name: "nd.bldg.create", new: { site: "speicher", number: "1" } },
    );
    await apply({
      name: "cntl.role2permission.delete",
      old: { role_name: "admin", permission_name: "nd.rw:bldg" },
    });
    await world.show("/netdoc/sites/speicher");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] ?? document.body);
    const told = within((await company()) ?? document.body);
    await told.findByText("1 object stands in the way:");
    expect(told.queryByRole("button", { name: /before, as one element/ })).toBeNull();
    expect(told.getByText("It cannot be planned before, because that would be refused:")).toBeTruthy();
    expect(told.getByRole("alert").textContent).toContain("nd.rw:bldg");
    await apply({
      name: "cntl.role2permission.create",
      new: { role_name: "admin", permission_name: "nd.rw:bldg" },
    });
  });
});
