import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, openPlanned, title } from "./support/portal.ts";

const ZONE = `$ORIGIN dropped.example.
$TTL 1h
@ SOA ns h 1 2 3 4 5
www A 192.0.2.81
ftp CNAME www
odd NOSUCHTYPE x
`;

test("a zone file becomes planned changes, and a rejected line is reported", async ({ page }) => {
  await enter(page, "ada", "/tools/import");
  await expect(title(page)).toHaveText("Import");
  const main = page.getByRole("main");
  await main.getByLabel("Choose a file").setInputFiles({
    name: "db.dropped.example",
    mimeType: "text/plain",
    buffer: Buffer.from(ZONE),
  });
  await expect(main.getByLabel("Kind of the files")).toHaveValue("zone");
  await main.getByRole("button", { name: "Compare and test" }).click();
  await expect(main.getByRole("list", { name: "1 row rejected" })).toContainText("Line 6");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await main.getByRole("button", { name: "Plan 5 changes" }).click();
  await expect(page.getByText("5 changes are in the list now.")).toBeVisible();
  const planned = await openPlanned(page);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 5 changes");
});
