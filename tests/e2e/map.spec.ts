import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { enter, openPlanned, title, visit } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const drawing = (page: Page) => page.getByRole("application", { name: /^Map of the campus/ });
const card = (page: Page, name: string) => page.getByRole("region", { name });
const place = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} `) });

/** Presses the middle of the map, where the selected building is. */
async function pressMiddle(page: Page): Promise<void> {
  const box = await drawing(page).boundingBox();
  if (box === null) throw new Error("nothing is drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("[MAP-01] [MAP-02] [ROUTE-44] greta finds a building on the map, sees its contents and opens its page", async ({
  page,
}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(test.info().project.use.baseURL ?? "").origin)
      foreign.push(request.url());
  });
  await enter(page, "greta", "/netdoc/buildings");
  await page.getByRole("main").getByRole("link", { name: "Campus map" }).click();
  await expect(page).toHaveURL(/\/netdoc\/map$/);
  await expect(title(page)).toHaveText("Campus map");
  await expect(drawing(page).locator("canvas").first()).toBeVisible();

  await test.step("the list and the place on the map open the card of the building", async () => {
    await page.getByRole("searchbox", { name: "Filter buildings" }).fill("nord workshop n001");
    await expect(page.getByRole("heading", { name: "1 building on the map" })).toBeVisible();
    await place(page, "N001").click();
    await expect(card(page, "N001 Workshop hall")).toContainText("Am Wasserwerk 8");
    await expect(page).toHaveURL(/bldg=N001/);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(card(page, "N001 Workshop hall")).toHaveCount(0);
    // A press on the place opens its card, so the place is drawn at the position to which the map moved.
    await expect(async () => {
      await pressMiddle(page);
      await expect(card(page, "N001 Workshop hall")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
  });

  await test.step("a site that is switched off is neither on the map nor in the list", async () => {
    await page.getByRole("searchbox", { name: "Filter buildings" }).fill("");
    const north = page.getByRole("checkbox", { name: /^Campus Nord/ });
    await expect(place(page, "N002")).toBeVisible();
    await north.uncheck();
    await expect(place(page, "N002")).toHaveCount(0);
    await expect(place(page, "S001a")).toBeVisible();
    await north.check();
  });

  await test.step("the address of the page opens the same card, which links to the page of the building", async () => {
    await page.reload();
    const shown = card(page, "N001 Workshop hall");
    await expect(shown.getByRole("link", { name: "001", exact: true })).toBeVisible();
    await shown.getByRole("link", { name: "All about N001" }).click();
    await expect(page).toHaveURL(/\/netdoc\/sites\/Campus%20Nord\/N001$/);
    // The position is shown on the map and in the sheet, but not below the title.
    await expect(page.getByRole("main").locator(".page-header")).not.toContainText("Latitude");
    await page.getByRole("link", { name: "On the map" }).click();
    await expect(card(page, "N001 Workshop hall")).toBeVisible();
  });
  expect(foreign).toEqual([]);
});

test("[MAP-02] buildings without a position are listed below those on the map", async ({ page }) => {
  const building = { site: "Sternwarte", number: "X900", title: "Kuppel" };
  await run(page.request, "ada", [{ name: "nd.bldg.create", new: building }]);
  await enter(page, "ada", "/netdoc/map");
  const [placed, unplaced] = [/on the map$/, /^\d+ without a position$/].map((name) =>
    page.getByRole("heading", { name }),
  );
  await expect(placed ?? drawing(page)).toBeVisible();
  await expect(unplaced ?? drawing(page)).toBeVisible();
  await place(page, "X900").click();
  await expect(card(page, "X900 Kuppel")).toContainText("Nobody has written down where it stands.");
  await run(page.request, "ada", [
    { name: "nd.bldg.delete", old: { site: building.site, number: building.number } },
  ]);
});

test("[TA-119] the map marks buildings and sites that are planned to be created, changed or deleted, until the state without plans is chosen", async ({
  page,
}) => {
  const site = `Hafen ${String(Date.now() % 1_000_000)}`;
  const at = { geo_lat: 49.0105, geo_lon: 8.4162 };
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: site } },
    { name: "nd.bldg.create", new: { site, number: "K1", title: "Speicher", ...at } },
    { name: "nd.bldg.create", new: { site, number: "K2", title: "Schuppen", ...at, geo_lat: 49.0121 } },
    { name: "nd.site.create", new: { name: `${site} alt` } },
    { name: "nd.bldg.create", new: { site: `${site} alt`, number: "K4", ...at, geo_lat: 49.0131 } },
  ]);
  await enter(page, "ada", "/netdoc/map");
  await openPlanned(page);
  const building = (operation: string, number: string, now = {}, of = site): object => {
    const key = { site: of, number };
    const isNew = operation === "create";
    return element(
      number,
      statement(`nd.bldg.${operation}`, isNew ? {} : key, isNew ? { ...key, ...now } : now),
    );
  };
  await importElements(page, [
    element(site, statement("nd.site.update", { name: site }, { title: "Am Wasser" })),
    building("create", "K3", { title: "Kontor", geo_lat: 49.0112, geo_lon: 8.419 }),
    building("update", "K1", { title: "Lager" }),
    building("delete", "K2"),
    building("delete", "K4", {}, `${site} alt`),
    element("alt", statement("nd.site.delete", { name: `${site} alt` }, {})),
    element("neu", statement("nd.site.create", {}, { name: `${site} neu` })),
    building("create", "K5", { geo_lat: 49.0117, geo_lon: 8.419 }, `${site} neu`),
  ]);
  await expect(place(page, "K3")).toContainText("new");
  await expect(place(page, "K1")).toContainText("changed");
  await expect(place(page, "K1")).toContainText("Lager");
  await expect(place(page, "K2")).toContainText("goes");
  for (const told of [`${site} 3 changed`, `${site} alt 1 goes`, `${site} neu 1 new`])
    await expect(page.getByRole("checkbox", { name: new RegExp(`^${told}`) })).toBeVisible();
  await expect(page.getByText("This page shows 8 planned objects.")).toBeVisible();
  for (const [number, name, word] of [
    ["K1", "K1 Lager", "changed"],
    ["K2", "K2 Schuppen", "goes"],
    ["K3", "K3 Kontor", "new"],
  ] as const) {
    await place(page, number).click();
    await expect(card(page, name).locator(".planned-mark")).toHaveText(word);
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show as it is" }).click();
  await expect(place(page, "K3")).toHaveCount(0);
  await expect(place(page, "K1")).toContainText("Speicher");
  await expect(page.getByRole("main").locator(".planned-mark")).toHaveCount(0);
  await page.getByRole("button", { name: "Show as planned" }).click();
  await run(page.request, "ada", [
    { name: "nd.bldg.delete", old: { site, number: "K1" } },
    { name: "nd.bldg.delete", old: { site, number: "K2" } },
    { name: "nd.bldg.delete", old: { site: `${site} alt`, number: "K4" } },
    ...[site, `${site} alt`].map((name) => ({ name: "nd.site.delete", old: { name } })),
  ]);
});

test("[MAP-01] the map shows the count of the layer for each building", async ({ page }) => {
  await enter(page, "ada");
  const { use = [] } = await run(page.request, "ada", [
    { idx: "use", name: "nd.bldg_use.list", old: { bldg: "N001" } },
  ]);
  const [counts] = use;
  const share = Math.round((100 * Number(counts?.["connected_count"])) / Number(counts?.["port_count"]));
  await visit(page, "/netdoc/map");
  const layer = page.getByRole("combobox", { name: "Show" });
  await layer.selectOption("Connected ports");
  await expect(place(page, "N001")).toContainText(`${String(share)} %`);
  await layer.selectOption("Access points");
  await expect(place(page, "N001")).toContainText(/Workshop hall\s*1$/);
  await layer.selectOption("Buildings");
  await expect(place(page, "N001")).toContainText("Campus Nord");
});

test("[MAP-01] the keyboard controls the map, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await enter(page, "greta", "/netdoc/map");
  await drawing(page).focus();
  const scale = drawing(page).getByText(/^\d+ k?m$/);
  const far = await scale.innerText();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(scale).not.toHaveText(far);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Closer" })).toBeFocused();
  await place(page, "S001a").press("Enter");
  await expect(page.getByRole("heading", { name: "S001a Institute building" })).toBeFocused();
  await expectNoSidewaysScroll(page);
});
