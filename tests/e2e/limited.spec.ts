import { expect, test } from "./support/test.ts";
import { enter, visit } from "./support/portal.ts";

test("[PERM-21] a person who is not in the network database has home with a note, and the API browser", async ({
  page,
}) => {
  await enter(page, "nora");
  const main = page.getByRole("main");
  await expect(main.getByText(/not in the network database yet/)).toBeVisible();
  await visit(page, "/swagger");
  await expect(main.getByRole("heading", { name: "API browser" })).toBeVisible();
  await expect(main.getByRole("heading", { name: /NETDB-API/ })).toBeVisible();
});
