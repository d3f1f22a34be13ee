import { expect, test, type Locator, type Page } from "./support/test.ts";
import { speak } from "./support/looks.ts";
import { form, type Person, rowOf, takeSession, title, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Each run has new names, so that walks can be repeated on the same server. */
const TAG = `tasten-${Date.now().toString(36)}`;
const HOST = `${TAG}.iap.tannmuehl.example.`;
const MOST_TABS = 150;

const side = (page: Page): Locator =>
  page.getByRole("complementary", { name: "Geplante Änderungen" }).or(page.locator("#planned")).first();
const planned = (page: Page): Locator => page.locator("#planned ol > li");

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < MOST_TABS; step++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${String(target)}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Goes through the open menu with arrow keys and presses an entry. */
async function chooseEntry(page: Page, name: string | RegExp): Promise<void> {
  const entry = page.getByRole("menuitem", typeof name === "string" ? { name, exact: true } : { name });
  await expect(entry).toBeVisible();
  for (let step = 0; step < 20; step++) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(entry).toBeFocused();
  await page.keyboard.press("Enter");
}

/** Types into a field with suggestions and takes the suggestion that begins with the text. */
async function chooseOffer(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
  await expect(page.getByRole("listbox").getByRole("option").filter({ hasText: text }).first()).toBeVisible();
  for (let step = 0; step < 12; step++) {
    const active = page.locator("[role=option][aria-selected=true], [role=option].is-active");
    if ((await active.count()) > 0 && ((await active.first().textContent()) ?? "").startsWith(text)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Plans the form. */
async function plan(page: Page): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await expect(form(page)).toHaveCount(0);
}

async function apply(page: Page): Promise<void> {
  await press(page, button(side(page), "Anwenden"));
  await expect(planned(page)).toHaveCount(0);
  await expect(side(page)).toContainText(/\d+ Änderung(en)? angewendet/);
}

/** Daily work without the mouse, in German: Tab, arrows, Enter, and the keys that the portal announces. */
function task(number: number, name: string, walk: (page: Page) => Promise<void>, as: Person = "ada"): void {
  test(`task ${String(number)} by keys only: ${name}`, async ({ page }) => {
    await takeSession(page, as);
    await speak(page, "de");
    await walk(page);
  });
}

/** A free address of each IP version in a network of the demo. */
async function freeAddresses(page: Page): Promise<readonly [four: string, six: string]> {
  const { net } = await run(page.request, "ada", [
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: "iap-tga" } },
  ]);
  const found = await Promise.all(
    textsOf(net, "cidr").map(async (cidr) => {
      const prefix_length = cidr.includes(":") ? 128 : 32;
      const { free } = await run(page.request, "ada", [
        { idx: "free", name: "tmp.cidr_generator.list", old: { cidr, prefix_length } },
      ]);
      return textsOf(free, "address")[0] ?? "";
    }),
  );
  const of = (mark: boolean): string => found.find((one) => one.includes(":") === mark) ?? "";
  return [of(false), of(true)];
}

task(1, "a new host with A and AAAA", async (page) => {
  const [four, six] = await freeAddresses(page);
  await visit(page, "/tools/hub");
  await press(page, page.getByRole("link", { name: "Host mit IPv4 und IPv6 anlegen" }));
  await expect(form(page).locator(":focus")).toHaveCount(1);
  await typeInto(page, form(page).getByLabel(/^Name/), HOST);
  await typeInto(page, form(page).getByRole("textbox", { name: /IPv4/ }), four);
  await typeInto(page, form(page).getByRole("textbox", { name: /IPv6/ }), six);
  await plan(page);
  await apply(page);
  await visit(page, `/dnsvs/fqdns/${HOST}/records`);
  for (const address of [four, six]) await expect(rowOf(page, /Eintrag|Einträge/, address)).toBeVisible();
});

task(9, "who changed this record, and the change taken back", async (page) => {
  await run(page.request, "ada", [
    { name: "dns.record.create", new: { fqdn: HOST, type: "TXT", data: TAG, fqdn_type: "domain" } },
  ]);
  await visit(page, `/dnsvs/fqdns/${HOST}/records`);
  const row = rowOf(page, /Eintrag|Einträge/, TAG);
  await expect(row).toBeVisible();
  // Tab moves into the table, arrows to the row, and a key opens the menu of the row.
  await tabTo(page, page.getByRole("grid").first().locator("[tabindex='0']"));
  for (
    let step = 0;
    step < 20 && !(await row.evaluate((one) => one.contains(document.activeElement)));
    step++
  )
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+F10");
  await chooseEntry(page, "Verlauf");
  const history = page.getByRole("dialog");
  await expect(history).toContainText("ada");
  await press(page, button(history, /^Umkehrung planen/));
  await expect(planned(page)).toHaveCount(1);
  if ((await history.count()) > 0) await page.keyboard.press("Escape");
  await apply(page);
  await expect(row).toHaveCount(0);
});

task(4, "a host is removed with everything", async (page) => {
  await run(page.request, "ada", [
    { name: "dns.record.create", new: { fqdn: HOST, type: "TXT", data: TAG, fqdn_type: "domain" } },
  ]);
  await visit(page, "/tools/hub");
  await press(page, page.getByRole("link", { name: "Host mit allen Einträgen entfernen" }));
  await expect(form(page).locator(":focus")).toHaveCount(1);
  await chooseOffer(page, form(page).getByRole("combobox").first(), HOST);
  await plan(page);
  await apply(page);
  const { left } = await run(page.request, "ada", [
    { idx: "left", name: "dns.fqdn.list", old: { value: HOST } },
  ]);
  expect(left).toEqual([]);
});

task(
  6,
  "an API token for a script with few rights",
  async (page) => {
    const login = `greta-${TAG}`;
    await visit(page, "/user/tokens");
    await press(page, button(page.getByRole("main"), "Unterkonto anlegen"));
    await typeInto(page, form(page).getByLabel("Kennung des Unterkontos"), TAG);
    await plan(page);
    await apply(page);
    await visit(page, "/cntl/groups/iwt_dns");
    await press(page, button(page.getByRole("main"), "Mitglied hinzufügen"));
    await chooseOffer(page, form(page).getByRole("combobox", { name: "Anmeldename" }), login);
    await plan(page);
    await visit(page, "/user/tokens");
    await press(page, button(page.getByRole("main"), "Neues API-Token"));
    await chooseOffer(page, form(page).getByRole("combobox", { name: "Konto" }), login);
    await plan(page);
    await apply(page);
    await expect(side(page)).toContainText(/nicht noch einmal|nicht wieder/);
    await expect(
      page
        .locator("#planned")
        .getByRole("button", { name: /kopieren/i })
        .first(),
    ).toBeVisible();
    await tabTo(page, page.locator("#planned").getByRole("button", { name: /kopieren/i }));
    await run(page.request, "greta", [{ name: "cntl.mgr.delete", old: { login_name: login } }]);
  },
  "greta",
);

task(8, "names from a table", async (page) => {
  const names = [1, 2, 3].map((at) => `${TAG}-${String(at)}.iap.tannmuehl.example.`);
  await visit(page, "/dnsvs/fqdns");
  await press(page, button(page.getByRole("main"), "Weitere Aktionen"));
  await chooseEntry(page, /^Aus CSV importieren/);
  await expect(page.getByLabel("Tabelle als Text")).toBeFocused();
  await page.keyboard.insertText(["FQDN", ...names].join("\n"));
  await press(page, button(page.getByRole("dialog"), /^3 neue Objekte planen/));
  await apply(page);
  const { made } = await run(page.request, "ada", [
    { idx: "made", name: "dns.fqdn.list", old: { value_list: names } },
  ]);
  expect(made).toHaveLength(3);
  await run(
    page.request,
    "ada",
    names.map((value) => ({ name: "dns.fqdn.delete", old: { value } })),
  );
});

task(10, "five changes, put in another order and tested as somebody else", async (page) => {
  await visit(page, "/netdoc/sites");
  await press(page, page.locator("main [data-key=new]"));
  for (const at of [1, 2, 3, 4, 5]) {
    await typeInto(page, form(page).getByLabel("Name", { exact: true }), `${TAG}-${String(at)}`);
    if (at === 5) await plan(page);
    else {
      await press(page, button(form(page), "Planen und weiter"));
      await expect(planned(page)).toHaveCount(at);
    }
  }
  await expect(planned(page)).toHaveCount(5);
  // The handle of an element is a button: Space picks the element up, arrows move it, Space drops it.
  const handle = button(page.locator("#planned"), `${TAG}-5 verschieben`);
  await tabTo(page, handle);
  // Each key waits until the last one is announced, because arrows have an effect only after the element is picked up.
  for (const [key, place] of [
    ["Space", 5],
    ["ArrowUp", 4],
    ["ArrowUp", 3],
  ] as const) {
    await page.keyboard.press(key);
    await expect(
      page.locator("[aria-live]").filter({ hasText: new RegExp(`Platz ${String(place)} von 5`) }),
    ).not.toHaveCount(0);
  }
  await page.keyboard.press("Space");
  await expect(planned(page).nth(2)).toContainText(`${TAG}-5`);
  await expect(handle).toBeFocused();
  await press(page, button(page.locator("#planned"), "Testen als …"));
  await chooseEntry(page, "Als anderes Konto …");
  const dialog = page.getByRole("dialog", { name: "Als anderes Konto testen", exact: true });
  await chooseOffer(page, dialog.getByRole("combobox"), "greta");
  await press(page, button(dialog, "Testen"));
  await expect(page.locator("#planned").getByRole("alert").first()).toContainText("Berechtigung");
});

task(
  12,
  "why may I not",
  async (page) => {
    await visit(page, "/org/ou/UTM::RZ");
    const section = page.getByRole("main").locator("section");
    const administrators = section.filter({ has: page.getByRole("heading", { name: "Administratoren" }) });
    await press(page, button(administrators, "Weitere Aktionen"));
    await chooseEntry(page, /^Administrator hinzufügen/);
    await chooseOffer(page, form(page).getByRole("combobox", { name: "Anmeldename" }), "greta");
    await plan(page);
    await press(page, button(side(page), "Testen"));
    const why = page.locator("#planned").getByRole("alert");
    await expect(why).toContainText("Sie können fragen:");
    await tabTo(page, why.locator('a[href^="mailto:"]'));
    await expect(title(page)).toBeVisible();
  },
  "greta",
);
