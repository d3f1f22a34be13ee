import { expect, test, type Locator, type Page } from "./test.ts";
import { documentedCost, effortOn, type Effort } from "./effort.ts";
import { enter, form, openPlanned, type Person, type Planned } from "./portal.ts";
import { searchDialog } from "./search.ts";
import { run, textsOf } from "./wapi.ts";

/** A task of daily work, counted from the page after sign-in to its end; docs/usability.md has the counts. */
export function task(
  number: number,
  name: string,
  walk: (page: Page, effort: Effort) => Promise<void>,
  as: Person = "ada",
): void {
  test(`task ${String(number)}: ${name}`, async ({ page }) => {
    await enter(page, as);
    const effort = effortOn(page);
    await walk(page, effort);
    expect(effort.cost()).toEqual(documentedCost(number));
  });
}

export const NETWORK = "iap-tga";

/** An entry of the navigation. */
export function entry(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name, exact: true });
}

export function button(within: Page | Locator, name: string | RegExp): Locator {
  return within.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
}

/** Plans the change of the open form and applies the list. */
export async function planAndApply(page: Page, effort: Effort): Promise<void> {
  await effort.click(button(form(page), "Plan"));
  await apply(page, effort);
}

export async function apply(page: Page, effort: Effort): Promise<void> {
  const planned = await openPlanned(page);
  await effort.click(button(planned.side, "Apply"));
  // The list must also be empty, because the result of an earlier apply may still be shown.
  await expect(planned.items).toHaveCount(0);
  await expect(planned.side).toContainText(/Applied \d+ change/);
}

/** A free address of each family in the network. */
export async function freeAddresses(request: Parameters<typeof run>[0]): Promise<readonly string[]> {
  const { net } = await run(request, "ada", [
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: NETWORK } },
  ]);
  const found = await Promise.all(
    textsOf(net, "cidr").map(async (cidr) => {
      const prefix_length = cidr.includes(":") ? 128 : 32;
      const { free } = await run(request, "ada", [
        { idx: "free", name: "tmp.cidr_generator.list", old: { cidr, prefix_length } },
      ]);
      return textsOf(free, "address");
    }),
  );
  return found.flat().toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}

/** Opens the best hit of the global search. */
export async function find(page: Page, effort: Effort, term: string): Promise<void> {
  await expect(page.getByRole("banner").getByRole("button", { name: /^Search or jump/ })).toBeVisible();
  await effort.press("Control+k");
  const search = searchDialog(page);
  await effort.fill(search.field, term);
  await expect(search.active).toContainText(term);
  await effort.press("Enter");
  await expect(search.dialog).toHaveCount(0);
}

/** Tests the list as another account, which lacks a permission. */
export async function refusedAs(page: Page, effort: Effort, { side }: Planned, login: string): Promise<void> {
  await effort.click(button(side, "Test as …"));
  await effort.click(page.getByRole("menuitem", { name: "As another account …" }));
  const dialog = page.getByRole("dialog", { name: "Test as another account", exact: true });
  await effort.choose(dialog.getByRole("combobox"), login);
  await effort.click(button(dialog, "Test"));
  await expect(side.getByRole("alert").first()).toContainText("permission");
}
