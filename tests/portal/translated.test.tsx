import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
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

async function site(name: string): Promise<Row> {
  const step: Step = { idx: "site", name: "nd.site.list", old: { name } };
  const outcome = await world.execute([step], { dryRun: false });
  return (outcome.ok ? outcome.lists["site"]?.[0] : undefined) ?? {};
}

async function editTitle(text: string, name = "Title"): Promise<void> {
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByRole("textbox", { name });
  await user.clear(field);
  await user.type(field, text);
  await user.click(dialog.getByRole("button", { name: /^(Plan|Replace planned change)$/ }));
}

describe("translated attributes", () => {
  it("[TAFORM-19] an English reader edits the English text and sees it in the plan, after the apply and in the title; the German text stays", async () => {
    const user = userEvent.setup();
    await world.apply([{ name: "nd.site.create", new: { name: "hafen", title: "Hafen" } }]);
    await world.show("/netdoc/sites/hafen");
    const edit = async (): Promise<void> => {
      const [button] = await screen.findAllByRole("button", { name: "Edit" });
      await user.click(button ?? document.body);
    };
    await edit();
    await editTitle("Harbour");
    await screen.findAllByText("Harbour");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    expect(await site("hafen")).toMatchObject({
      title: "Hafen",
      language_dict: { title: { en: "Harbour" } },
    });
    cleanup();
    await world.show("/netdoc/sites/hafen");
    await screen.findByRole("heading", { level: 1, name: /Harbour/ });
    await edit();
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("Harbour");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title (German)" }).value).toBe("Hafen");
    await editTitle("Port");
    // Somebody else changes the translation in the meantime; the old value of the plan detects that.
    const { gpk } = await site("hafen");
    await world.apply([
      {
        name: "cntl.ot_lang_attr_val.update",
        old: { object_gfk: gpk ?? "", language_tag: "en", lang_attr_key: "title" },
        new: { value: "Haven" },
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/one action was refused/);
    expect(await site("hafen")).toMatchObject({ language_dict: { title: { en: "Haven" } } });
  });
});

describe("a new object", () => {
  it("[TAFORM-45] [TAFORM-46] that is created in English has the English text, its form opens again with both languages, and the planned page shows it", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click(await screen.findByRole("button", { name: "New site" }));
    const made = within(await screen.findByRole("dialog"));
    await user.type(made.getByRole("textbox", { name: "Name" }), "mole");
    await editTitle("Pier");
    cleanup();
    await world.show("/netdoc/sites/mole");
    await screen.findByRole("heading", { level: 1, name: /Pier/ });
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const again = within(await screen.findByRole("dialog"));
    expect(again.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("Pier");
    await editTitle("Mole", "Title (German)");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    expect(await site("mole")).toMatchObject({ title: "Mole", language_dict: { title: { en: "Pier" } } });
  });

  it("[TAFORM-45] that is created in English alone keeps its English text when the German one changes", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click(await screen.findByRole("button", { name: "New site" }));
    const made = within(await screen.findByRole("dialog"));
    await user.type(made.getByRole("textbox", { name: "Name" }), "kran");
    await editTitle("Crane");
    await user.click(await screen.findByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    expect(await site("kran")).toMatchObject({ title: "Crane", language_dict: { title: { en: "Crane" } } });
    await world.apply([{ name: "nd.site.update", old: { name: "kran" }, new: { title: "Kran" } }]);
    expect(await site("kran")).toMatchObject({ title: "Kran", language_dict: { title: { en: "Crane" } } });
  });
});

describe("after the shown object was deleted", () => {
  it("the portal says that it was deleted, and goes one level up", async () => {
    const user = userEvent.setup();
    await world.apply([
      { name: "nd.site.create", new: { name: "kai" } },
      { name: "nd.bldg.create", new: { site: "kai", number: "9" } },
    ]);
    await world.show("/netdoc/sites/kai/9");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Apply" });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
    await screen.findByRole("heading", { level: 1, name: /kai/ });
    const [notice] = world.portal.notices.state.list.filter(
      ({ text }) => text?.key === "editor.run.deletedHere",
    );
    expect(notice).toBeDefined();
  });
});
