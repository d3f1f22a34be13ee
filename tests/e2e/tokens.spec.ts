import { expect, test, type APIRequestContext, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  cellsOf,
  chooseInRow,
  chooseReference,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
} from "./support/portal.ts";
import { beginSession, run, textsOf } from "./support/wapi.ts";

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

test("[TOK-01] [TOK-10] a token shows its description, roles, remaining days, and when it was used and generated, until it is ended", async ({
  page,
  request,
}) => {
  await giveRoles(request);
  const made = await run(request, "otto", [
    {
      idx: "token",
      name: "cntl.wapi_auth.create",
      new: {
        login_name: "otto-sub",
        description: "e2e shown",
        role_name_list: ["reader"],
        expiration_date: "2040-05-06T10:00:00Z",
        deletion_date: "2041-05-06T10:00:00Z",
      },
    },
  ]);
  const [token = ""] = textsOf(made["token"], "token");
  await enter(page, "otto", "/user/tokens");
  const shown = {
    Account: "otto-sub",
    Description: "e2e shown",
    Roles: "reader",
    Expires: expect.stringMatching(/^in \d+ years$/),
    "Deletion date": expect.stringMatching(/^in \d+ years$/),
    "Last generated": expect.stringMatching(/^now$|seconds ago$/),
  };
  expect(await cellsOf(page, "API tokens", "e2e shown")).toMatchObject({ ...shown, "Last used": "" });
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(200);
  await page.reload();
  expect(await cellsOf(page, "API tokens", "e2e shown")).toMatchObject({
    ...shown,
    "Last used": expect.stringMatching(/^now$|seconds ago$/),
    "Last used from": "127.0.0.0/24",
    Device: "Playwright",
  });
  await chooseInRow(rowOf(page, "API tokens", "e2e shown"), "Delete");
  await (await openPlanned(page)).apply();
  await expect(rowOf(page, "API tokens", "e2e shown")).toHaveCount(0);
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(401);
});

test("[TOK-02] [TOK-03] a renewed token shows its new text once, and the old text no longer works", async ({
  page,
  request,
}) => {
  const made = await run(request, "otto", [
    {
      idx: "token",
      name: "cntl.wapi_auth.create",
      new: { login_name: "otto-sub", description: "e2e again" },
    },
  ]);
  const [{ token: old } = { token: null }] = made["token"] ?? [];
  await enter(page, "otto", "/user/tokens");
  await chooseInRow(rowOf(page, "API tokens", "e2e again"), "Generate token anew");
  const planned = await openPlanned(page);
  await planned.apply();
  const text = await page.getByLabel("Token", { exact: true }).inputValue();
  const statusOf = async (token: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${String(token)}` };
    return (await page.request.get("/api/4.2/nd/site/list", { headers })).status();
  };
  expect([await statusOf(old), await statusOf(text)]).toEqual([401, 200]);
  await expect(rowOf(page, "API tokens", "e2e again")).toContainText("token can no longer be viewed");
});

test("[TOK-10] the own sessions show device and network of the last use, and each can be ended", async ({
  page,
  request,
}) => {
  const other = await beginSession(request, "otto");
  const headers = { authorization: `Bearer ${other.token}`, "user-agent": "curl/8.14.1" };
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(200);
  await enter(page, "otto", "/user/tokens");
  const row = rowOf(page, "Sessions", "curl");
  expect(await cellsOf(page, "Sessions", "curl")).toMatchObject({
    "Last used": expect.stringMatching(/^now$|seconds ago$/),
    "Last used from": "127.0.0.0/24",
  });
  await expect(rowOf(page, "Sessions", "Chrome, Linux").first()).toBeVisible();
  await expectAccessible(page);
  await chooseInRow(row, "End");
  await (await openPlanned(page)).apply();
  await expect(row).toHaveCount(0);
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(401);
});

test("[TOK-10] an administrator ends the session of somebody else on the page of the manager", async ({
  page,
  request,
}) => {
  const other = await beginSession(request, "greta");
  const headers = { authorization: `Bearer ${other.token}`, "user-agent": "Wget/1.25" };
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(200);
  await enter(page, "ada", "/cntl/mgr/greta");
  await chooseInRow(rowOf(page, "Sessions", "Wget"), "End");
  await (await openPlanned(page)).apply();
  await expect(rowOf(page, "Sessions", "Wget")).toHaveCount(0);
  expect((await request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(401);
});

test("[TOK-06] the server refuses a role that the token already has", async ({ page, request }) => {
  await giveRoles(request);
  await run(request, "otto", [
    {
      name: "cntl.wapi_auth.create",
      new: { login_name: "otto-sub", description: "e2e twice", role_name_list: ["reader"] },
    },
  ]);
  await enter(page, "otto", "/user/tokens");
  await openForm(page, "Add role to a token");
  await chooseReference(page, "Token", "e2e twice");
  await chooseReference(page, "Role", "reader");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.test();
  await expect(planned.items.first().getByRole("alert")).toBeVisible();
  await expect(planned.side).toContainText("one action was refused");
});
