import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { SystemInfo } from "#contract/wire/system";
import { FaultError } from "#core/fault/fault-error";
import english from "../../locales/en.json" with { type: "json" };
import swabian from "../../locales/swg.json" with { type: "json" };
import { at, elements, fill, formOf, main, openForm, plan, press, titled } from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

/** That the frame and the planned list use on their pages what unit tests prove of functions. */

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const nameIn = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>("Name");
const lang = () => document.documentElement.lang;

/** Plans sites with these names. */
async function planSites(...names: readonly string[]): Promise<void> {
  await visit("/netdoc/sites");
  for (const name of names) {
    const form = await openForm("New site");
    await fill(nameIn(form), name);
    await plan(form);
  }
  await waitFor(() => expect(elements()).toHaveLength(names.length));
}

async function ofWholeList(entry: string | RegExp): Promise<void> {
  await press("Whole list");
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

async function openSettings(login: string): Promise<void> {
  await press(new RegExp(`^Account ${login}`));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Local settings" }));
}

/** Opens the switcher in the bar, reads its languages and closes it. */
async function offered(label: string): Promise<readonly (string | null)[]> {
  await press(new RegExp(`^${label}: `));
  const entries = await screen.findAllByRole("menuitemradio");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  return entries.map(({ textContent }) => textContent);
}

describe("the local settings", () => {
  const links = { production: "https://p.example", test: "https://t.example/" };
  const counterpart = async (mode: SystemInfo["host_oper_mode"]["mode"]) => {
    // Parse boundary: the system information (wire contract 6.2).
    const info = JSON.parse((await portal.get("/api/system/info")).text) as SystemInfo;
    await portal.enter("otto");
    portal.answer("/api/system/info", () =>
      Promise.resolve(
        Response.json({
          ...info,
          host_oper_mode: { mode, is_prod: mode === "production" },
          links: { ...info.links, ...links },
        }),
      ),
    );
    await portal.load("/tools/ip?q=1");
    await openSettings("otto");
    const dialog = await screen.findByRole("dialog", { name: "Local settings" });
    const [link] = await within(dialog).findAllByRole("link");
    return [link?.textContent, link?.getAttribute("href")];
  };

  it("[PREF-08] [PREF-09] link to this page of the production instance, and from there to that of the test instance", async () => {
    expect(await counterpart("production")).toEqual([
      "Open this page on the test instance",
      "https://t.example/tools/ip?q=1",
    ]);
    for (const mode of ["test", "devel"] as const)
      expect(await counterpart(mode)).toEqual([
        "Open this page in production",
        "https://p.example/tools/ip?q=1",
      ]);
  });
});

describe("the planned list", () => {
  it("[TA-42] [TA-43] is saved as a file that the product, the account and the time name", async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    vi.stubGlobal(
      "URL",
      Object.assign(class extends URL {}, { createObjectURL: () => "blob:1", revokeObjectURL: () => 0 }),
    );
    try {
      await portal.enter("ada");
      await planSites("walk-saved");
      await ofWholeList("Export as file");
      expect(names).toEqual([expect.stringMatching(/^netportal-transaction-ada-\d{8}T\d{6}Z\.json$/)]);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    }
  });

  it("[TA-63] [TA-64] [TA-65] is tested as another account by those only who have wapi.su_access", async () => {
    const choices = async (): Promise<readonly (string | null)[]> => {
      await portal.enter("otto");
      await visit("/netdoc/sites");
      await press("More actions", main());
      await userEvent.click(await screen.findByRole("menuitem", { name: /^New site/ }));
      const form = await formOf();
      await fill(nameIn(form), "walk-as");
      await plan(form);
      await press("Test as …");
      const entries = await screen.findAllByRole("menuitem");
      return entries.map(({ textContent }) => textContent);
    };
    const own = ["As myself", "As own subaccount …"];
    expect(await choices()).toEqual(own);
    const name = "walk-su";
    await portal.run("ada", [
      { name: "cntl.role.create", new: { name } },
      { name: "cntl.role2permission.create", new: { role_name: name, permission_name: "wapi.su_access" } },
      { name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: name } },
    ]);
    expect(await choices()).toEqual([...own, "As another account …"]);
    await portal.run("ada", [{ name: "cntl.mgr2role.delete", old: { login_name: "otto", role_name: name } }]);
  });

  it("[TA-115] is tested and applied by commands of the search, also while it is closed", async () => {
    const command = async (name: string): Promise<void> => {
      await userEvent.keyboard("{Control>}k{/Control}");
      const field = await screen.findByRole("combobox", { name: "Search" });
      await fill(field, name);
      await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
    };
    await portal.enter("ada");
    await planSites("walk-command");
    await press(/^Planned changes, 1 element/);
    await waitFor(() => expect(elements()).toEqual([]));
    await command("Test the planned list");
    await screen.findByText(/^Test passed for 1 change/);
    expect(elements()).toHaveLength(1);
    await command("Apply the planned list");
    await screen.findByText(/^Applied 1 change/);
    expect(await portal.rows("ada", "nd.site.list", { name: "walk-command" })).toHaveLength(1);
    await portal.run("ada", [{ name: "nd.site.delete", old: { name: "walk-command" } }]);
  });

  it("[TA-39] leads after an apply to the page of the variant that the element of the object carries", async () => {
    await portal.enter("ada", "/cntl/bcds/itc-tga");
    // Before the rows of the page the address alone is its title, and no object is open.
    await within(main()).findByRole("button", { name: "Edit" });
    await press(/^Planned changes/);
    await ofWholeList(/^Import/);
    const dialog = await screen.findByRole("dialog", { name: /^Import/ });
    const content = {
      object_fq_name: "nd.bcd",
      object_function: "update",
      parameters: { old: { name: "itc-tga" }, new: { description: "walk" } },
      object_title: "itc-tga",
    };
    const transaction = [{ ta_type: "db_editor_simple", variant: "dnsvs", content }];
    const file = { creation_time: "", author: "", serialization_version: 2, transaction };
    await fill(within(dialog).getByRole("textbox"), JSON.stringify(file));
    await press("Replace the list", dialog);
    await waitFor(() => expect(elements()).toHaveLength(1));
    await press("Apply");
    await screen.findByText(/^Applied 1 change/);
    await at("/dnsvs/bcds/itc-tga");
  });

  it("[TA-57] [TA-58] that is rolled back stays on the screen of the object and keeps list and history", async () => {
    await portal.run("ada", [{ name: "nd.site.create", new: { name: "walk-back" } }]);
    await portal.enter("ada", "/netdoc/sites/walk-back");
    const form = await openForm("Edit");
    await fill(within(form).getByLabelText("Campus"), "Nord");
    await plan(form);
    const asked: string[] = [];
    portal.answer("/api/4.2/wapi/transaction/execute", async ({ body }, ask) => {
      asked.push(window.location.pathname);
      if (!body.includes("nd.site.update")) return ask();
      // A server in the access mode ro rolls everything back.
      const answer = await ask();
      return new Response(await answer.text(), {
        headers: { ...Object.fromEntries(answer.headers), "x-transaction-state": "rolled_back" },
      });
    });
    await press("Apply");
    await screen.findAllByText("The transaction ran successfully, but its changes were reverted.");
    expect(elements()).toHaveLength(1);
    expect(new Set(asked)).toEqual(new Set(["/netdoc/sites/walk-back"]));
    await at("/netdoc/sites/walk-back");
    await press("Undo");
    await waitFor(() => expect(elements()).toEqual([]));
  });
});

it("[TAFORM-51] a new name below a name that is no zone begins with that name, and the caret stands before it", async () => {
  await portal.enter("ada", "/dnsvs/fqdns/ns1.tannmuehl.example");
  const form = await openForm("New name below");
  const field = within(form).getByLabelText<HTMLInputElement>("FQDN");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard("a.");
  expect(field.value).toBe("a.ns1.tannmuehl.example.");
});

it("[I18N-04] can be chosen as Swabian after the joke translation, also after another language was chosen", async () => {
  await portal.enter("ada");
  await userEvent.keyboard("{Control>}k{/Control}");
  await fill(await screen.findByRole("combobox", { name: english["views.palette.label"] }), "!translation");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(lang()).toBe("de-x-swg"));
  await press(new RegExp(`^${swabian["app.settings.language"]}: `));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "English" }));
  await waitFor(() => expect(lang()).toBe("en"));
  expect(await offered(english["app.settings.language"])).toEqual(["Deutsch", "English", "Schwäbisch"]);
});

it("[ERR-05] a locked account and an ended session open no report of an error, any other refusal does", async () => {
  const refused = (type: keyof typeof FAULT_TYPES, code: number, status: number): void => {
    const fault: Fault = {
      type: { name: type, code: FAULT_TYPES[type] },
      code,
      name: "",
      description: `refused by ${type}`,
      details: {},
      hint: null,
      stepIdx: null,
    };
    const reason = new FaultError(fault, status);
    act(() => void window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason })));
  };
  await portal.enter("ada");
  await titled("Home");
  refused("permission_error", 4, 400);
  refused("authentication_error", 3, 401);
  expect(screen.queryByRole("dialog")).toBeNull();
  refused("permission_error", 1, 400);
  const report = within(await screen.findByRole("dialog")).findByRole<HTMLTextAreaElement>("textbox", {
    name: "Report",
  });
  expect((await report).value).toContain("refused by permission_error");
  expect((await report).value).not.toContain("authentication_error");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});
