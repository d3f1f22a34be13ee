import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Step } from "#contract/wire/step";
import { contentOf } from "#core/txlist/planned";
import { items } from "#core/txlist/history";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());

const STORED = ['v=DKIM1; p=AAA" "BBB', '"no end', 'say "hi"', "C:\\path"];

it("texts stored by the earlier rule are shown with their intended value, and each is corrected by a planned change", async () => {
  const user = userEvent.setup();
  const steps = STORED.map((_, at): Step => ({
    name: "dns.record.create",
    new: {
      fqdn: `t${String(at)}.example.org.`,
      type: "TXT",
      data: `plain ${String(at)}`,
      fqdn_type: "domain",
    },
  }));
  await world.apply([
    { name: "dns.fqdn.create", new: { value: "example.org.", is_zone_apex: true } },
    ...steps,
  ]);
  for (const [at, data] of STORED.entries())
    await world.db.query("update dns.record set data = $1 where data = $2", [data, `plain ${String(at)}`]);
  await world.show("/dnsvs/text_records");
  const buttons = await screen.findAllByRole("button", { name: /^Plan correction of/ });
  expect(buttons.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Plan correction of t0.example.org.",
    "Plan correction of t1.example.org.",
  ]);
  expect(screen.getByRole("link", { name: "t0.example.org." }).getAttribute("href")).toBe(
    "/dnsvs/fqdns/t0.example.org/records",
  );
  for (const button of buttons) await user.click(button);
  await waitFor(() =>
    expect(items(world.portal.txlist.state.history).map((item) => contentOf(item)?.parameters)).toEqual([
      {
        old: { fqdn: "t0.example.org.", type: "TXT", data: STORED[0] },
        new: { data: "v=DKIM1; p=AAABBB" },
      },
      { old: { fqdn: "t1.example.org.", type: "TXT", data: STORED[1] }, new: { data: '"\\"no end"' } },
    ]),
  );
  await user.click(screen.getByRole("button", { name: "Apply" }));
  await screen.findByText(/Applied 2 changes/);
  const { r } = await world.apply([
    { idx: "r", name: "dns.record.list", old: { type: "TXT", sorting_params_list: ["fqdn"] } },
  ]);
  expect(r).toMatchObject([
    { data: "v=DKIM1; p=AAABBB" },
    { data: '"\\"no end"' },
    { data: 'say "hi"' },
    { data: "C:\\path" },
  ]);
}, 60_000);
