import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { cellsOf, enter, fact, rowOf, table, takeSession, title, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

test("[HOME-05] [HOME-26] [HOME-27] the BCDs of home are a table at first and tiles on demand, and the choice is kept", async ({
  page,
}) => {
  await enter(page, "greta");
  const kept = () => page.evaluate(() => localStorage.getItem("home_grid"));
  const row = rowOf(page, /BCD|networks/, "iwt-arbeit");
  const tiles = page.getByRole("list", { name: "Your networks" });
  const tile = tiles.getByRole("listitem").filter({ hasText: "iwt-arbeit" });
  await expect(row).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("grid", { name: "Your networks" }).getByRole("row").nth(3)).toBeInViewport();
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(tile).toHaveCount(0);
  await page.getByRole("button", { name: "As tiles" }).click();
  await expect(tile.getByRole("link")).toHaveAttribute("href", /iwt-arbeit$/);
  await expect(tile).toContainText("Workplaces");
  await expect(tile).toContainText("Security level: 1");
  await expect(tiles).not.toContainText("USER");
  await expect(row).toHaveCount(0);
  expect(await kept()).toBe("true");
  await expectAccessible(page);
  await page.reload();
  await expect(tile).toBeVisible();
  await page.getByRole("button", { name: "As a table" }).click();
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  expect(await kept()).toBe("false");
});

test("[BCD-05] [OU-10] [DNS-09] missing objects are reported by name", async ({ page }) => {
  await enter(page, "ada");
  for (const [path, text] of [
    ["/cntl/bcds/no-such-bcd", "invalid BCD"],
    ["/org/ou/UTM::NIX", "OE UTM::NIX does not exist"],
    ["/netdoc/sites/nowhere", "nowhere"],
    ["/netdoc/sites/campus-sued/99.99", "99.99"],
    ["/dnsvs/fqdns/nothing.example.edu", "nothing.example.edu"],
    ["/dnsvs/fqdns/not a name", "not a name"],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole("main")).toContainText(text);
    await expect(page.getByRole("grid")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "One level up" })).toBeVisible();
  }
  await expectAccessible(page);
});

test("[DNS-02] [DNS-04] [DNS-05] [DNS-06] [DNS-07] [ROUTE-58] [ROUTE-61] names, records, references and addresses lead to each other", async ({
  page,
}) => {
  await enter(page, "ada", "/dnsvs/fqdns/tannmuehl.example");
  await expect(title(page)).toContainText("tannmuehl.example.");
  const main = page.getByRole("main");
  await expect(fact(main, "Type")).toHaveText(/domain/i);
  await expect(fact(main, "Zone apex")).toHaveText("yes");
  await expect(rowOf(page, "Names below", "ns1.tannmuehl.example.").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Records" }).click();
  await expect(page).toHaveURL(/\/records$/);
  const records = table(page, /record/i);
  for (const head of ["Type", "Data", "TTL", "Unique reverse name", "TTL ends"]) {
    await expect(records.getByRole("columnheader", { name: head, exact: true })).toBeVisible();
  }
  const { own = [], pointing = [] } = await run(page.request, "ada", [
    { idx: "own", name: "dns.record.list", old: { fqdn: "tannmuehl.example." } },
    { idx: "pointing", name: "dns.record.list", old: { target_fqdn: "ns1.tannmuehl.example." } },
  ]);
  for (const data of textsOf(own, "data").filter((text) => !text.includes(" ")))
    await expect(rowOf(page, "Records", data).first()).toBeVisible();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "References" }).click();
  await expect(page).toHaveURL(/\/references$/);
  await expect(title(page)).toContainText("tannmuehl.example.");
  await visit(page, "/dnsvs/fqdns/ns1.tannmuehl.example/references");
  expect(pointing.length).toBeGreaterThan(0);
  for (const fqdn of textsOf(pointing, "fqdn"))
    await expect(rowOf(page, "References", fqdn).first()).toContainText("ns1.tannmuehl.example.");

  await visit(page, "/dnsvs/ips/198.18.7.57/records");
  await expect(page.getByRole("main")).toContainText("www.radio.wohnheim.example.edu.");
  await expectAccessible(page);
  await visit(page, "/dnsvs/null_records?q=198.18.7.57");
  await expect(rowOf(page, /record/i, "198.18.7.57").first()).toBeVisible();
  const { inBcd } = await run(page.request, "ada", [
    { idx: "inBcd", name: "dns.record.list", old: { type: "A", bcd: "iwt-arbeit", fetch_limit: 1 } },
  ]);
  const [named = ""] = textsOf(inBcd, "fqdn");
  expect(named).not.toBe("");
  await visit(page, `/dnsvs/null_records?q=${named}`);
  await expect(page.getByRole("searchbox", { name: /^Filter/ })).toHaveValue(named);
  await expect(page.getByRole("main")).toContainText(`No row contains "${named}".`);
  await visit(page, "/dnsvs/fqdns/$");
  await expect(title(page)).toHaveText(".");
  await expectAccessible(page);
});

test("[DNS-03] a record shows type, data, TTL, reverse name and when its TTL ends, below the heading of its set", async ({
  page,
}) => {
  const fqdn = "e2e-set.tannmuehl.example.";
  const set = { fqdn, type: "A", ttl: 1234, ttl_reset_date: "2040-05-06T10:00:00Z" };
  await run(page.request, "ada", [
    { name: "dns.record.create", new: { ...set, fqdn_type: "domain", data: "192.0.2.201" } },
    { name: "dns.record.create", new: { ...set, data: "192.0.2.202", target_is_reverse_unique: false } },
    { name: "dns.record.create", new: { fqdn, type: "TXT", data: "e2e text" } },
  ]);
  await enter(page, "ada", "/dnsvs/fqdns/e2e-set.tannmuehl.example/records");
  const shown = { Type: "A", TTL: "1234", "TTL ends": expect.stringMatching(/^in \d+ years$/) };
  for (const [data, reverse] of [
    ["192.0.2.201", "yes"],
    ["192.0.2.202", "no"],
  ] as const)
    expect(await cellsOf(page, "Records", data)).toMatchObject({
      ...shown,
      Data: data,
      "Unique reverse name": reverse,
    });
  // A heading for each set, with its records below it.
  const lines = await table(page, "Records").locator("tbody tr").allInnerTexts();
  const sets = lines.map((line) => line.trim().split(/\s+/));
  expect(sets.map(([first, second]) => [first, second])).toEqual([
    ["A", undefined],
    ["A", "192.0.2.201"],
    ["A", "192.0.2.202"],
    ["TXT", undefined],
    ["TXT", "e2e"],
  ]);
});

test("[SHELL-21] the page of an object leads to its dependents, to responsible people and one level up", async ({
  page,
}) => {
  await takeSession(page, "greta");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/wapi/transaction/execute")) calls.push(request.postData() ?? "");
  });
  await visit(page, "/dnsvs/fqdns/sw-001.arbeit.iwt.tannmuehl.example");
  const side = page.getByRole("region", { name: "At a glance" });
  await expect(side.getByRole("link", { name: "iwt-arbeit" })).toBeVisible();
  await expect(side.locator('a[href^="mailto:"]').first()).toBeVisible();
  expect(calls.filter((body) => body.includes('"dns.fqdn.list"'))).toHaveLength(1);
  await expect(page.getByRole("navigation", { name: "Views" })).toContainText("Records 3");
  await side.getByRole("link", { name: "iwt-arbeit" }).click();
  await expect(title(page)).toContainText("iwt-arbeit");
  await side.getByRole("link", { name: "1", exact: true }).last().click();
  await expect(page).toHaveURL(/#list-/);
  await expect(page.locator("h2:focus")).toBeInViewport();
  // The panel is beside the sections if there is room, and below them on a phone.
  const beside = async (): Promise<boolean> => {
    const [box, rows] = [await side.boundingBox(), await page.getByRole("grid").first().boundingBox()];
    return box !== null && rows !== null && box.x > rows.x + rows.width - 1;
  };
  await expect.poll(beside).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(beside).toBe(false);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/home$/);
});
