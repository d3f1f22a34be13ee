import { run, textsOf } from "./support/wapi.ts";
import { expect, test } from "./support/test.ts";

test("changes that a walk has applied are taken back after it, so that a second run finds the same state", async ({
  page,
  ground,
}) => {
  const sites = async () =>
    textsOf(
      (
        await run(page.request, "ada", [
          { idx: "site", name: "nd.site.list", old: { sorting_params_list: ["name"] } },
        ])
      )["site"],
      "title",
    );
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: "e2e-found", title: "Gefunden" } },
    { name: "nd.bldg.create", new: { site: "e2e-found", number: "1", title: "Halle" } },
  ]);
  await ground.takeBack();
  const before = await sites();
  expect(before).not.toContain("Gefunden");
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: "e2e-found", title: "Gefunden" } },
    { name: "nd.bldg.create", new: { site: "e2e-found", number: "1", title: "Halle" } },
  ]);
  await run(page.request, "ada", [
    { name: "nd.site.update", old: { name: "e2e-found" }, new: { title: "Geändert" } },
    { name: "nd.bldg.delete", old: { site: "e2e-found", number: "1" } },
  ]);
  expect(await sites()).toContain("Geändert");
  await ground.takeBack();
  expect(await sites()).toEqual(before);
});
