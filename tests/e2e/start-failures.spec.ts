import { expect, test, type Page } from "./support/test.ts";
import english from "../../locales/en.json" with { type: "json" };
import german from "../../locales/de.json" with { type: "json" };
import type { Alerts, SystemInfo } from "../../src/contract/wire/system.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, title } from "./support/portal.ts";
import { read } from "./support/wapi.ts";

const EXECUTE = "**/wapi/transaction/execute*";

/** The page that replaces a portal that cannot start. */
async function expectFailure(page: Page, sentence: string): Promise<void> {
  await expect(title(page)).toHaveText("The portal cannot start");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(sentence);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(page);
}

test("[ERR-09] [ERR-28] an answer of 404 for the session says that the API is missing, with a hint and the alerts", async ({
  page,
}) => {
  await enter(page, "ada");
  await page.route(EXECUTE, (route) => route.fulfill({ status: 404, body: "no such path" }));
  await page.reload();
  await expectFailure(page, "API cannot be reached (404)");
  await expect(page.getByRole("alert")).toContainText("The configuration must match the API version 4.2.");
  // The message of the operator is a real answer of the server.
  const { system } = await read<Alerts>(page.request, "/api/alerts.json");
  expect(system.length).toBeGreaterThan(0);
  const shown = page.getByRole("main").getByRole("listitem");
  for (const { title: text } of system)
    await expect(shown.filter({ hasText: text.en ?? text.de ?? "?" })).toBeVisible();
});

test("[ERR-27] a start that fails for another reason shows type, sentence and details of the error", async ({
  page,
}) => {
  await enter(page, "ada");
  // This refusal is real: the answer of the server to an unknown call.
  const token = await page.evaluate(() => sessionStorage.getItem("token") ?? "");
  // Parse boundary: the token that the portal stores (SESS-04).
  const { text } = JSON.parse(token) as { text: string };
  const refused = await page.request.post("/api/4.2/wapi/transaction/execute", {
    data: [{ name: "nd.nothing.list" }],
    headers: { authorization: `Bearer ${text}`, "accept-language": "en" },
  });
  const body = await refused.text();
  // Parse boundary: the exception of a fault (wire contract 4.1).
  const { exception } = JSON.parse(body) as {
    exception: { error_type: { name: string; code: number }; description: string };
  };
  await page.route(EXECUTE, (route) =>
    route.fulfill({ status: refused.status(), contentType: "application/json", body }),
  );
  await page.reload();
  const { name, code } = exception.error_type;
  await expectFailure(page, `${name} (${String(code)}): ${exception.description}`);
  const details = page.getByRole("main").getByRole("group");
  await details.locator("summary").click();
  await expect(details).toContainText(`"description": "${exception.description}"`);
  await expectAccessible(page);
  await page.unroute(EXECUTE);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(title(page)).toHaveText("Home");
});

test("[ERR-10] the page names the required version of the API if the server lacks it", async ({ page }) => {
  await page.route("**/wapi/version/list", (route) => route.fulfill({ json: [[{ major: 5, minor: 0 }]] }));
  await page.goto("/");
  await expectFailure(page, "No compatible NETDB-API version found in backend!");
});

test("[ERR-25] an unreachable server has a message of its own", async ({ page }) => {
  await page.route("**/api/system/info", (route) => route.abort("connectionrefused"));
  await page.goto("/");
  await expectFailure(page, "The server cannot be reached.");
});

for (const { locale, texts, said } of [
  {
    locale: "de",
    texts: german,
    said: ["Etwas ist schiefgelaufen...", "Etwas ist SEHR schiefgelaufen...", "nicht Ihr Fehler", "später"],
  },
  {
    locale: "en",
    texts: english,
    said: ["Something went wrong...", "Something went VERY wrong...", "not your mistake", "try again later"],
  },
] as const) {
  test(`[ERR-22] [ERR-23] [ERR-24] [SYS-15] a broken screen leaves the navigation usable, and a broken frame replaces everything: ${locale}, dark, small`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await enter(page, "ada");
    await page.evaluate((chosen) => localStorage.setItem("locale", JSON.stringify(chosen)), locale);
    await page.route("**/assets/sites-*.js", (route) => route.abort());
    await page.goto("/netdoc/sites");
    const [wrong, veryWrong, whose, later] = said;
    await expect(title(page)).toHaveText(wrong);
    const alert = page.getByRole("main").getByRole("alert");
    for (const text of [whose, later]) await expect(alert).toContainText(text);
    await alert.getByText("Details").click();
    await expect(alert).toContainText("chunk load error: sites");
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1400, height: 844 });
    await page
      .getByRole("navigation", { name: texts["app.nav.label"] })
      .getByRole("link", { name: texts["routes.groups"], exact: true })
      .click();
    await expect(title(page)).toHaveText(texts["routes.groups"]);

    // The check of answers ignores this member, so only drawing fails.
    const info = await read<SystemInfo>(page.request, "/api/system/info");
    await page.route("**/api/system/info", (route) =>
      route.fulfill({ json: { ...info, host_oper_mode: { mode: {} } } }),
    );
    await page.goto("/cntl/groups");
    await expect(title(page)).toHaveText(veryWrong);
    for (const text of [whose, later])
      await expect(page.getByRole("main").getByRole("alert")).toContainText(text);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.unroute("**/api/system/info");
    await page.getByRole("button", { name: texts["ui.common.tryAgain"] }).click();
    await expect(title(page)).toHaveText(texts["routes.groups"]);
  });
}
