import { readFileSync } from "node:fs";
import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, signOut, table, title, visit, saveList } from "./support/portal.ts";

/** Texts in a typeface or colour, and surfaces in a colour, that the stylesheet of the portal does not have. */
async function foreignLooks(page: Page, within: string): Promise<readonly string[]> {
  return page.locator(within).evaluate((root) => {
    const probe = document.createElement("i");
    document.body.append(probe);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const names = rules.flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []));
    const own = (property: string): ReadonlySet<string> =>
      new Set(
        ["inherit", ...new Set(names.filter((name) => name.startsWith("--")))].map((name) => {
          probe.style.cssText = `${property}: ${name === "inherit" ? name : `var(${name})`}`;
          return getComputedStyle(probe).getPropertyValue(property);
        }),
      );
    const [faces, colours, surfaces] = ["font-family", "color", "background-color"].map(own);
    const found = [...root.querySelectorAll("*")].flatMap((one) => {
      if (!one.checkVisibility()) return [];
      const { fontFamily, color, backgroundColor } = getComputedStyle(one);
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return [
        ...(hasText && faces?.has(fontFamily) !== true ? [fontFamily] : []),
        ...(hasText && colours?.has(color) !== true ? [color] : []),
        ...(surfaces?.has(backgroundColor) === true ? [] : [backgroundColor]),
      ].map((look) => `${one.localName}.${one.className.toString()}: ${look}`);
    });
    probe.remove();
    return found;
  });
}

test("[ROUTE-06] [ROUTE-07] [ROUTE-08] [ROUTE-93] the API browser lists all calls and tries them with the session, within the content security policy", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await enter(page, "ada", "/swagger");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: /NETDB-API/ })).toBeVisible();
  await expect(main.getByText("writes 'Bearer ' before the token")).toBeVisible();
  // The browser needs a while to read the description of half a megabyte.
  const tag = main.locator("#operations-tag-org");
  await expect(tag).toBeVisible({ timeout: 30_000 });
  await tag.click();
  const call = main.locator(".opblock").filter({ hasText: "/org/unit_type/list" }).first();
  await call.locator(".opblock-summary-control").click();
  await call.getByRole("button", { name: "Try it out" }).click();
  const answered = page.waitForResponse(/org\/unit_type\/list/);
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().headers()["authorization"]).toMatch(/^Bearer /);
  expect(refused).toEqual([]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => foreignLooks(page, ".swagger-ui")).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  const faces = async () =>
    (await foreignLooks(page, ".swagger-ui")).filter((look) => !look.includes("rgb("));
  await expect.poll(faces).toEqual([]);
  // The listing of the call is copied and shown to others.
  await expect(call.locator(".curl-command")).toContainText("curl -X");
  await expect(call.locator(".curl-command")).not.toContainText("Bearer");
});

test("[ROUTE-05] /lab/colors shows the palette and the colours of texts, and is not in the navigation", async ({
  page,
}) => {
  await visit(page, "/lab/colors");
  await expect(title(page)).toHaveText("Colour palette");
  for (const name of ["Light", "Dark"]) {
    const part = page.getByRole("region", { name });
    await expect(part.getByRole("listitem").filter({ hasText: /^--accent#/ })).toContainText("Contrast with");
  }
  const generated = page.getByRole("region", { name: "Generated from texts" });
  const colour = (text: string) =>
    generated.getByRole("listitem").filter({ hasText: text }).first().locator(".lab-colour");
  const samples = await generated.getByRole("listitem").count();
  await generated.getByLabel("Text").fill("Werft am Hafen");
  await expect(generated.getByRole("listitem")).toHaveCount(samples + 1);
  await expect(colour("Werft am Hafen")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(
    page.getByRole("navigation", { name: "Navigation" }).locator("a[href='/lab/colors']"),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test("[TOOL-10] access points are listed by one transaction for holders of the permission, with filter, pages and CSV", async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().includes("/transaction/execute") && body.includes("nd.access_point.list"))
      bodies.push(body);
  });
  await enter(page, "greta", "/tools/ap_list");
  await expect(page.getByRole("main")).toContainText("nd.ro:device");
  expect(bodies).toEqual([]);
  await signOut(page, "greta");
  await enter(page, "ada", "/tools/ap_list");
  const list = table(page, /access point/i);
  await expect(list.getByRole("row").nth(1)).toBeVisible();
  expect(bodies).toHaveLength(1);
  const name = (await list.getByRole("row").nth(8).getByRole("link", { name: /^ap-/ }).innerText()).trim();
  const pages = page.getByRole("navigation", { name: /^Pages of/ });
  await pages.getByRole("combobox").selectOption("5");
  await expect(list.getByRole("row")).toHaveCount(6);
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(list.getByRole("row").nth(3)).toContainText(name);
  await page.getByRole("searchbox", { name: /^Filter/ }).fill(name);
  await expect(list.getByRole("row")).toHaveCount(2);
  await expect(list.getByRole("row").nth(1)).toContainText(name);
  const lines = readFileSync(await saveList(page), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(name);
});
