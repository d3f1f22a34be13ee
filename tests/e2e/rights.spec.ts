import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, form, openForm, rowOf, title, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

test("[PERM-22] controls are open only if the account may use them: own BCD, its parts, own group, another OE", async ({
  page,
  request,
}) => {
  const rows = await run(request, "greta", [
    { idx: "bcd", name: "nd.bcd.list", old: { is_own: true } },
    { idx: "link", name: "cntl.mgr2group.list", old: { is_own: true } },
    { idx: "unit", name: "org.unit.list", old: { is_own: false, level: 2 } },
  ]);
  const [bcd = ""] = textsOf(rows["bcd"], "name");
  const [group = ""] = textsOf(rows["link"], "group_name");
  const [unit = ""] = textsOf(rows["unit"], "fq_name");

  await enter(page, "greta", `/cntl/bcds/${bcd}`);
  await expect(title(page)).toContainText(bcd);
  // Owners may change only the description; the other fields are locked and name the missing permission.
  await openForm(page, "Edit");
  await expect(form(page).getByLabel("Description")).toBeEnabled();
  await expect(form(page).getByLabel("Security level")).toBeDisabled();
  await expect(form(page).getByText("Locked: needs nd.rw:bcd").first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "More actions", exact: true }).first().click();
  await expect(page.getByRole("menuitem", { name: /Delete.*needs nd\.rw:bcd/s })).toBeVisible();
  await page.keyboard.press("Escape");

  // Administrators of a group manage its members, although the links are not own rows of theirs.
  await visit(page, `/cntl/groups/${group}`);
  await expect(title(page)).toContainText(group);
  await expect(page.getByRole("button", { name: "Add member", exact: true })).toBeVisible();
  await rowOf(page, "Accounts", "greta")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Remove" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /needs/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  // Administrators of another OE are shown, with locked controls only.
  await visit(page, `/org/ou/${encodeURIComponent(unit)}`);
  await expect(page.getByRole("heading", { name: "Administrators" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "More actions" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add administrator", exact: true })).toHaveCount(0);
});
