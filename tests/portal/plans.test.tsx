import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chooseIn,
  element,
  elements,
  expectAccessible,
  fill,
  formOf,
  openForm,
  plan,
  press,
  test,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const nameIn = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>("Name");
const titles = () => elements().map((one) => one.querySelector(".planned-title")?.textContent);
const expectTitles = (...wanted: readonly string[]) => waitFor(() => expect(titles()).toEqual(wanted));
const button = (name: string | RegExp, place: HTMLElement = document.body) =>
  within(place).getByRole<HTMLButtonElement>("button", { name });
const isGone = (one: HTMLElement) => waitFor(() => expect(one.isConnected).toBe(false));

/** Plans sites with these names. */
async function planSites(...names: readonly string[]): Promise<void> {
  await visit("/netdoc/sites");
  for (const name of names) {
    const form = await openForm("New site");
    await fill(nameIn(form), name);
    await plan(form);
  }
  await expectTitles(...names);
}

async function ofWholeList(entry: string): Promise<void> {
  await press("Whole list");
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

async function openSettings(login: string): Promise<void> {
  await press(new RegExp(`^Account ${login}`));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Local settings" }));
}

describe("a form", () => {
  it("[TAFORM-04] [TAFORM-05] [TAFORM-06] [TAFORM-09] names and focuses missing values, sends nothing, and plans several objects", async () => {
    await portal.enter("ada", "/netdoc/sites");
    const form = await openForm("New site");
    await waitFor(() => expect(document.activeElement).toBe(nameIn(form)));
    const before = portal.sent.length;
    await press("Plan", form);
    await within(form).findAllByText(/content required/);
    expect(form.textContent).toContain("1 field needs attention");
    await expectAccessible();
    await userEvent.click(within(form).getAllByRole("link", { name: /Name/ })[0] ?? form);
    expect(document.activeElement).toBe(nameIn(form));

    await fill(nameIn(form), "walk-form-1");
    await press("Plan and continue", form);
    await waitFor(() =>
      expect(
        within(form)
          .getAllByRole("status")
          .filter(({ textContent }) => textContent.includes("Planned. You can plan the next one.")),
      ).toHaveLength(1),
    );
    expect(nameIn(form).value).toBe("walk-form-1");
    await fill(nameIn(form), "walk-form-2");
    await plan(form);
    expect(portal.sent.slice(before).filter(({ body }) => body !== "")).toEqual([]);
    expect(elements()).toHaveLength(2);
    expect(document.activeElement).toBe(button("New site"));
  });

  it("[TAFORM-16] that changes nothing is not planned and says so; Escape asks only after typing", async () => {
    await portal.enter("ada", "/cntl/bcds/itc-tga");
    const form = await openForm("Edit");
    expect(within(form).queryByRole("button", { name: "Plan and continue" })).toBeNull();
    await press("Plan", form);
    await waitFor(() =>
      expect(
        within(form)
          .getAllByRole("status")
          .filter(({ textContent }) => /chang/i.test(textContent)),
      ).toHaveLength(1),
    );
    await userEvent.keyboard("{Escape}");
    await isGone(form);
    expect(elements()).toEqual([]);
    const again = await openForm("Edit");
    const description = within(again).getByLabelText<HTMLInputElement>("Description");
    await fill(description, "anders");
    await userEvent.keyboard("{Escape}");
    await press("Keep editing");
    expect(description.value).toBe("anders");
    await userEvent.keyboard("{Escape}");
    await press("Discard");
    await isGone(again);
  });

  it("[PERM-08] [PREF-01] opens locked fields in expert mode and offers null", async () => {
    await portal.enter("ada", "/dnsvs/fqdns/ns1.tannmuehl.example/records");
    const name = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>("FQDN");
    const form = await openForm("New DNS record");
    expect([name(form).disabled, name(form).value]).toEqual([true, "ns1.tannmuehl.example."]);
    expect(within(form).queryByText("set to empty")).toBeNull();
    await userEvent.keyboard("{Escape}");
    await isGone(form);
    await openSettings("ada");
    await userEvent.click(await screen.findByRole("switch", { name: /^Expert mode/ }));
    expect(localStorage.getItem("expert")).toBe("true");
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    const open = await openForm("New DNS record");
    expect(name(open).disabled).toBe(false);
    expect(await within(open).findAllByText("set to empty")).not.toEqual([]);
    await expectAccessible();
  });
});

describe("the planned list", () => {
  it("[TA-09] [TA-15] [TA-16] [TA-35] [TA-48] [TA-69] [SHELL-05] [SHELL-06] is edited, moved, undone and redone; a test keeps it", async () => {
    await portal.enter("ada");
    await press(/^Planned changes/);
    await screen.findByRole("button", { name: "Test" });
    expect([button("Test").disabled, button("Apply").disabled]).toEqual([true, true]);
    await expectAccessible();

    await planSites("walk-a", "walk-b", "walk-c");
    expect(button("Planned changes, 3 elements").getAttribute("aria-pressed")).toBe("true");
    within(await element("walk-c"))
      .getByRole("button", { name: /^new Site/ })
      .focus();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expectTitles("walk-a", "walk-c", "walk-b");
    await chooseIn(await element("walk-a"), "Edit");
    const form = await formOf("Replace planned change");
    await fill(within(form).getByLabelText("Title"), "Erster");
    await press("Replace planned change", form);
    await waitFor(() => expect(elements()[0]?.textContent).toContain("Erster"));
    await chooseIn(await element("walk-b"), "Remove from the list");
    await expectTitles("walk-a", "walk-c");

    await press("Undo");
    await expectTitles("walk-a", "walk-c", "walk-b");
    await press("Redo");
    await expectTitles("walk-a", "walk-c");
    await test(/^Test passed for 2 changes/);
    expect(elements()).toHaveLength(2);
    await expectAccessible();

    await ofWholeList("Clear the list");
    await expectTitles();
    await press("Undo");
    await expectTitles("walk-a", "walk-c");
    await press("Planned changes, 2 elements");
    await waitFor(() => expect(elements()).toEqual([]));
  });

  it("[TA-11] [TA-12] [TA-14] [TA-32] is exported as text and imported from pasted text; an invalid element blocks until it is removed", async () => {
    await portal.enter("ada");
    await planSites("walk-text");
    await ofWholeList("Export as text");
    const shown = await screen.findByRole("dialog", { name: "Export as text" });
    const text = within(shown).getByLabelText<HTMLTextAreaElement>("Planned changes").value;
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await isGone(shown);
    // Parse boundary: the exported text.
    const file = JSON.parse(text) as { transaction: { uuid: string }[] };
    expect(file.transaction).toHaveLength(1);

    const robot = { ta_type: "robot", content: { object_title: "?" } };
    const more = { ...file, transaction: [...file.transaction, ...file.transaction, robot] };
    await ofWholeList("Import …");
    const dialog = await screen.findByRole("dialog", { name: /^Import/ });
    const take = async (pasted: string): Promise<void> => {
      await fill(within(dialog).getByLabelText("Or paste text"), pasted);
      await press("Replace the list", dialog);
    };
    await take("[]");
    await screen.findByText("invalid file, must be a valid transaction list");
    expect(elements()).toHaveLength(1);
    await expectAccessible();
    await take(JSON.stringify(more));
    await waitFor(() => expect(elements()).toHaveLength(3));
    expect(new Set(elements().map((one) => one.getAttribute("data-uuid"))).size).toBe(3);

    expect(elements()[2]?.textContent).toContain("Unknown transaction type");
    expect([button("Test").disabled, button("Apply").disabled]).toEqual([true, true]);
    await expectAccessible();
    await chooseIn(elements()[2] ?? document.body, "Remove from the list");
    await waitFor(() => expect(button("Test").disabled).toBe(false));
  });

  it("[TA-20] [TA-26] [TA-45] is read-only while a transaction runs", async () => {
    await portal.enter("ada");
    await planSites("walk-a", "walk-b");
    const { promise: held, resolve: answer } = Promise.withResolvers<null>();
    portal.answer("/api/4.2/wapi/transaction/execute", async ({ path }, ask) => {
      if (path.includes("dry_mode=true")) await held;
      return ask();
    });
    await press("Test");
    await waitFor(() => expect(button("Undo").disabled).toBe(true));
    for (const name of ["Redo", "Test", "Apply"]) expect(button(name).disabled).toBe(true);
    const first = await element("walk-a");
    expect(button("Move walk-a", first).disabled).toBe(true);
    expect(button(/^Actions for/, first).disabled).toBe(true);
    button(/^new Site/, first).focus();
    await userEvent.keyboard("{Delete}{Alt>}{ArrowDown}{/Alt}");
    await expectTitles("walk-a", "walk-b");
    await press("Whole list");
    for (const name of ["Import …", "Clear the list"]) {
      const entry = await screen.findByRole("menuitem", { name });
      expect(entry.getAttribute("aria-disabled") === "true" || entry.matches(":disabled"), name).toBe(true);
    }
    await userEvent.keyboard("{Escape}");
    await expectAccessible();
    answer(null);
    await screen.findByText(/^Test passed for 2 changes/);
    await waitFor(() => expect(button("Undo").disabled).toBe(false));
  });
});
