import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemText } from "#contract/template-check/problem";
import {
  at,
  element,
  elements,
  expectAccessible,
  fill,
  main,
  plan,
  press,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const HUB = "/tools/hub";

const workflows = () => within(main()).findByRole("list", { name: "Workflows" });
const listed = async () =>
  within(await workflows())
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** Opens the form of the workflow with this name from the list. */
async function openWorkflow(name: string): Promise<HTMLElement> {
  await userEvent.click(within(await workflows()).getByRole("link", { name }));
  const form = await screen.findByRole("dialog", { name });
  await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
  return form;
}

const alertOf = async (place: HTMLElement, ...texts: readonly string[]): Promise<void> => {
  await waitFor(() => {
    const alerts = within(place)
      .getAllByRole("alert")
      .map(({ textContent }) => textContent)
      .join("\n");
    for (const text of texts) expect(alerts).toContain(text);
  });
};

const OWN = {
  schema_version: "version_1",
  target_api_version: "4.2",
  name: { de: "Eigener Ablauf", en: "Own workflow" },
  description: { de: "Zum Ausprobieren", en: "To try out" },
  transaction: [{ idx: "ip", name: "dns.ip_addr.list", old: { value: "{{ip}}" } }],
  returning: [],
  variables: {
    ip: {
      type: "ip_addr",
      friendly_name: { de: "Adresse", en: "Address" },
      description: { de: "Welche", en: "Which" },
      optional: false,
      nullable: false,
      default: null,
      list: false,
      type_params: { address_type: "v4" },
    },
  },
};

describe("the hub", () => {
  it("[HUB-01] [HUB-02] [ROUTE-45] lists the templates of its index, finds them by words and opens their forms", async () => {
    const { text } = await portal.get("/api/hub/index.json");
    // Parse boundary (wire contract 6.3).
    const index = JSON.parse(text) as { template_list: { display_name: { de: string; en: string } }[] };
    await portal.enter("ada", HUB);
    await titled("Hub");
    const names = within(await workflows())
      .getAllByRole("link")
      .map((one) => one.textContent);
    expect(await listed()).toHaveLength(index.template_list.length);
    for (const { display_name: name } of index.template_list) expect(names).toContain(name.en);
    await expectAccessible();

    const search = screen.getByRole("searchbox", { name: "Search workflows" });
    await fill(search, "CERTIFICATE challenge");
    await waitFor(async () => expect(await listed()).toHaveLength(1));
    await fill(search, "nothing at all");
    await screen.findByText('No workflow contains "nothing at all".');
    await press("Clear filter");

    const form = await openWorkflow("ACME challenge for a certificate");
    expect(within(form).getAllByText(/dns-01/)).not.toEqual([]);
    await expectAccessible();
    await press("Cancel", form);
    await at(HUB);

    await visit(`${HUB}?template=dns_acme_challenge&token=abc`);
    const prefilled = await screen.findByRole("dialog", { name: "ACME challenge for a certificate" });
    expect(within(prefilled).getByRole<HTMLInputElement>("textbox", { name: "Value" }).value).toBe("abc");
  });

  it("[ROUTE-94] tells values of the address that a workflow cannot use, and takes them out with the others", async () => {
    const why = "This page cannot use a part of its address: ";
    await portal.enter("ada", `${HUB}?template=dns_acme_challenge&token=abc&nobody=1`);
    const form = await screen.findByRole("dialog", { name: "ACME challenge for a certificate" });
    await screen.findByText(`${why}nobody=1 (no field of this form)`);
    expect(within(form).getByRole<HTMLInputElement>("textbox", { name: "Value" }).value).toBe("abc");
    expect(window.location.search).toBe("");
    await press("Cancel", form);
    await visit(`${HUB}?template=dns_ttl_lower&ttl=many`);
    await screen.findByRole("dialog", { name: "Lower the TTL before a move" });
    await screen.findByText(new RegExp(`^${why}ttl=many \\(`));
    await at(HUB);
  });

  it("[HUB-25] checks a template against the schema of the server, which is requested anew each time", async () => {
    const asked: string[] = [];
    await portal.enter("ada", HUB);
    let isStrict = true;
    portal.answer("/api/hub/schemas/version_1.schema.json?", async ({ path }, ask) => {
      asked.push(path);
      const answer = await ask();
      if (!isStrict) return answer;
      // Parse boundary: a JSON Schema.
      const schema = (await answer.json()) as { readonly required: readonly string[] };
      return Response.json({ ...schema, required: [...schema.required, "licence"] });
    });
    const name = "Lower the TTL before a move";
    await userEvent.click(within(await workflows()).getByRole("link", { name }));
    await alertOf(main(), "invalid transaction template", "licence");
    expect(screen.queryByRole("dialog")).toBeNull();
    isStrict = false;
    await portal.load(`${window.location.pathname}${window.location.search}`);
    expect(await screen.findByRole("dialog", { name })).toBeTruthy();
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it("[HUB-03] [HUB-04] [PERM-09] [TPL-22] imports a template in developer mode only, and shows its errors by path", async () => {
    await portal.enter("otto", HUB);
    await workflows();
    expect(screen.queryByRole("button", { name: "Import a template" })).toBeNull();
    localStorage.setItem("developer", "true");
    await portal.load(HUB);
    await press("Import a template");
    const dialog = await screen.findByRole("dialog", { name: "Import a template" });
    const text = () => within(dialog).getByRole<HTMLTextAreaElement>("textbox", { name: "or its text" });
    const take = async (template: string): Promise<void> => {
      await fill(text(), template);
      await press("Open the form", dialog);
    };
    await take("{");
    await alertOf(dialog, "invalid transaction template", problemText({ path: "", key: "notJson" }, "en"));
    await take(JSON.stringify({ ...OWN, variables: { ip: { ...OWN.variables.ip, type: "float" } } }));
    await alertOf(dialog, "invalid transaction template", "/variables/ip/type");
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await press("Keep editing");
    expect(text().value).toMatch(/float/);
    const file = new File([JSON.stringify(OWN)], "own.json", { type: "application/json" });
    await userEvent.upload(within(dialog).getByLabelText("Choose a file"), file);
    const form = await screen.findByRole("dialog", { name: "Own workflow" });
    await fill(within(form).getByRole("textbox", { name: "Address" }), "2001:db8::1");
    await press("Plan", form);
    await alertOf(form, "must be an IPv4 address");
  });
});

describe("a workflow", () => {
  it("[TA-52] that is refused is marked with the reason, and the list stays", async () => {
    const name = "Retire a host with all its records";
    await portal.enter("ada", HUB);
    const form = await openWorkflow(name);
    await fill(within(form).getByRole("combobox", { name: "Host" }), "nowhere.invalid.");
    await plan(form);
    await press("Test");
    expect(await within(await element(name)).findByRole("alert")).toBeTruthy();
    expect(elements()).toHaveLength(1);
    await expectAccessible();
  });
});
