import { expect, test, type APIRequestContext, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { chooseReference, enter, form, openForm, openPlanned, plan, rowOf } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Everything that the browser stores for the portal. */
async function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stores = await indexedDB.databases();
    const rows = await Promise.all(
      stores.map(
        ({ name }) =>
          new Promise<unknown>((resolve, reject) => {
            const open = indexedDB.open(name ?? "");
            open.onerror = () => reject(open.error ?? new Error("not open"));
            open.onsuccess = () => {
              const names = [...open.result.objectStoreNames];
              if (names.length === 0) {
                resolve([]);
                return;
              }
              const all = names.map(
                (store) =>
                  new Promise<unknown>((found) => {
                    const request = open.result.transaction(store).objectStore(store).getAll();
                    request.onsuccess = () => found(request.result);
                  }),
              );
              resolve(Promise.all(all));
            };
          }),
      ),
    );
    return JSON.stringify([rows, Object.entries(localStorage), Object.entries(sessionStorage)]);
  });
}

/** Otto gets two roles, which his subaccount copies. */
async function giveRoles(request: APIRequestContext): Promise<void> {
  await run(request, "ada", [
    { name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: "reader" } },
    { name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: "dns_admin" } },
  ]);
  await run(request, "otto", [
    { name: "cntl.mgr.update", old: { login_name: "otto-sub" }, new: { do_copy_roles: true } },
  ]);
}

test("[TOK-02] [TOK-03] [TOK-04] [TOK-06] [TOK-09] a token is planned with roles to choose from, and its text is shown once", async ({
  page,
  request,
}) => {
  await giveRoles(request);
  await enter(page, "otto", "/user/tokens");
  await openForm(page, "New API token");
  await chooseReference(page, "Account", "otto-sub");
  await form(page).getByLabel("Description").fill("e2e zone");
  const roles = form(page).getByRole("combobox", { name: "Add to Roles" });
  // The field offers only roles that a token may have and that the person holds.
  await expect(roles.getByRole("option")).toHaveText([/^$|Choose/, /^dns_admin/, /^reader/]);
  await roles.selectOption("dns_admin");
  await roles.selectOption("dns_admin");
  await expect(form(page).getByRole("alert")).toHaveText("dns_admin was already added.");
  await expectAccessible(page);
  await roles.selectOption("reader");
  await form(page).getByRole("button", { name: "Take reader out" }).click();
  await plan(page);
  const planned = await openPlanned(page);
  await expect(rowOf(page, "API tokens", "e2e zone")).toHaveCount(0);
  // The browser stores the planned list, so a search for the text below would find the text there.
  await expect.poll(() => kept(page)).toContain("e2e zone");
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 1 change");
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Export as text" }).click();
  const exported = page.getByRole("dialog", { name: "Export as text" });
  const list = await exported.getByLabel("Planned changes").inputValue();
  expect(list).toContain("e2e zone");
  expect(list).not.toMatch(/[A-Za-z0-9_-]{43}/);
  await page.keyboard.press("Escape");
  await planned.apply();

  const text = await page.getByLabel("Token", { exact: true }).inputValue();
  expect(text).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
  await expect(page.getByText("This text will not be shown again.")).toBeVisible();
  const snippet = page.getByRole("textbox", { name: "Entry for API clients (file with mode 600)" });
  expect(JSON.parse(await snippet.inputValue())).toMatchObject({
    mode: 384,
    contents: { source: `data:,${text}` },
  });
  const row = rowOf(page, "API tokens", "e2e zone");
  await expect(row).toContainText("dns_admin");
  await expect(row).toContainText("token can no longer be viewed");
  await expect(row).not.toContainText("reader");
  expect(await kept(page)).not.toContain(text);
  expect(page.url()).not.toContain(text);

  const answer = await page.request.get("/api/4.2/cntl/role/list?is_assigned=true", {
    headers: { authorization: `Bearer ${text}` },
  });
  // Parse boundary: rows of one list (wire contract 2).
  const [found = []] = (await answer.json()) as { name: string }[][];
  expect(found.map(({ name }) => name)).toEqual(["dns_admin"]);

  const { tokens } = await run(request, "otto", [
    { idx: "tokens", name: "cntl.wapi_auth.list", old: { login_name: "otto-sub" } },
  ]);
  expect(textsOf(tokens, "description")).toContain("e2e zone");
  expect(JSON.stringify(tokens)).not.toContain(text);
  await page.reload();
  await expect(row).toContainText("token can no longer be viewed");
  expect(await page.content()).not.toContain(text);
});
