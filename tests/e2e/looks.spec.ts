import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from "./support/axe.ts";
import { enter, form, openPlanned, title, visit } from "./support/portal.ts";

/** Names and descriptions of one object type and of its attribute `fqdn`. */
const DESCRIBED = {
  en: {
    type: "FQDN group assignments",
    about: "Assignment of a name and all names below it to a group",
    head: "Group",
    help: "Holds for all names below as well",
  },
  de: {
    type: "FQDN-Gruppenzuordnungen",
    about: "Zuordnung eines Namens und aller Namen darunter zu einer Gruppe",
    head: "Gruppe",
    help: "Gilt auch für alle Namen darunter",
  },
} as const;

async function expectDescribed(page: Page, locale: keyof typeof DESCRIBED): Promise<void> {
  const { type, about, head, help } = DESCRIBED[locale];
  await visit(page, "/object/dns.fqdn2group");
  await expect(title(page)).toHaveText(type);
  await expect(page.getByRole("main")).toContainText(about);
  await expect(page.getByRole("columnheader", { name: head, exact: true })).toBeVisible();
  await visit(page, "/object/dns.fqdn2group?create");
  await expect(form(page)).toContainText(help);
  // The first key may only close the suggestions of a field.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(form(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}

/** Each of the notices stands under the top bar, above the title of the page, beside the one of the instance. */
async function expectAtTop(page: Page, notices: Locator): Promise<void> {
  // The title is drawn anew when the rows of the page arrive.
  await expect(async () => {
    const [above, below] = [await endsOf(page.getByRole("banner")), await endsOf(title(page))];
    const lines = await Promise.all((await notices.all()).map(endsOf));
    expect(lines.filter(({ top, bottom }) => top < above.bottom || bottom > below.top)).toEqual([]);
    expect(new Set(lines.map(({ top }) => top)).size).toBe(1);
  }).toPass({ timeout: 20_000 });
}

async function endsOf(part: Locator): Promise<Readonly<Record<"top" | "bottom", number>>> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not drawn");
  return { top: box.y, bottom: box.y + box.height };
}

test("[I18N-01] [I18N-08] [I18N-10] [SHELL-12] [PREF-07] the portal is in German, and the choice is kept", async ({
  page,
}) => {
  const notices = page.getByRole("complementary", { name: "State of the portal" }).getByRole("listitem");
  const expectNotices = async (): Promise<void> => {
    await expect(notices).toHaveText([
      "Test instance: it is reset nightly from production.",
      "Texts that come from the API lack translation.",
    ]);
    for (const line of await notices.all()) await expect(line).toBeInViewport();
    await expectAtTop(page, notices);
  };
  await page.goto("/login");
  await expectNotices();
  await enter(page, "ada");
  await expectNotices();
  for (const path of ["/netdoc/sites", "/cntl/bcds/iap-tga", "/tools/ip", "/no/such/page"]) {
    await visit(page, path);
    await expectNotices();
  }
  await expectDescribed(page, "en");
  await page.getByRole("banner").getByRole("button", { name: "Language: EN" }).click();
  await page
    .getByRole("menuitemradio", { name: "Deutsch" })
    .or(page.getByRole("menuitem", { name: "Deutsch" }))
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByText("Testinstanz")).toBeVisible();
  await expect(page.getByText(/Texts that come from the API|Texte aus der API/)).toHaveCount(0);
  await visit(page, "/netdoc/buildings");
  await expect(page.getByRole("columnheader", { name: "Nummer" })).toBeVisible();
  await expectDescribed(page, "de");
  await expectAccessible(page);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[NAV-01] [SHELL-02] [TAFORM-01] navigation is a drawer, a form fills the screen, the list is a sheet that Escape closes after its menu", async ({
    page,
  }) => {
    await enter(page, "ada");
    const openNavigation = page.getByRole("button", { name: "Open navigation" });
    await openNavigation.tap();
    await expect(page.getByRole("dialog").getByRole("navigation")).toBeVisible();
    // A phone that is turned sideways shows the navigation as it was, and ignores the state of the drawer.
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.getByRole("link", { name: "Netdoc" })).toHaveText("Netdoc");
    await page.setViewportSize({ width: 390, height: 844 });
    await openNavigation.tap();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Netdoc" }).tap();
    await expect(page).toHaveURL(/\/netdoc\/bcds$/);
    await visit(page, "/netdoc/sites");
    await page.getByRole("button", { name: "New site", exact: true }).tap();
    await expect.poll(async () => (await form(page).boundingBox())?.width).toBe(390);
    await form(page).getByLabel("Name").fill("e2e-phone");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await form(page).getByRole("button", { name: "Plan", exact: true }).tap();
    const planned = await openPlanned(page);
    await expect(planned.item("e2e-phone")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await planned.test();
    await expect(planned.side).toContainText("Test passed for 1 change");

    const menu = planned.side.getByRole("button", { name: "Whole list" });
    await menu.tap();
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(menu).toBeFocused();
    await expectTouchable(planned.side);
    await page.keyboard.press("Escape");
    await expect(planned.side).toHaveCount(0);
  });
});
