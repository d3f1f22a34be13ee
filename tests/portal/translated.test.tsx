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

async function editTitle(text: string): Promise<void> {
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByLabelText(/^Title/);
  await user.clear(field);
  await user.type(field, text);
  await user.click(dialog.getByRole("button", { name: /^(Add to list|Plan|Save|Replace)/ }));
}

describe("translated attributes", () => {
  it("an English reader edits the English text and sees it in the plan, after the apply and in the title; the German one stays", async () => {
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
    const field = within(await screen.findByRole("dialog")).getByLabelText<HTMLInputElement>(/^Title/);
    expect(field.value).toBe("Harbour");
    expect(screen.getByRole("dialog").textContent).toContain("German: Hafen");
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

describe("after the shown object was deleted", () => {
  it("the portal says so and goes one level up", async () => {
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
