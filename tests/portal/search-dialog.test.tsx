import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, it } from "vitest";
import { textIn, type Json } from "#contract/wire/json";
import { fill } from "../support/by-hand.ts";
import { wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const dialog = () => screen.findByRole("dialog", { name: "Search" });
const field = async () => within(await dialog()).findByRole<HTMLInputElement>("combobox", { name: "Search" });
/** Results of one kind, by its title. */
const kind = async (name: string | RegExp) =>
  within(await within(await dialog()).findByRole("group", { name })).getAllByRole("option");
const texts = (some: readonly HTMLElement[]) => some.map(({ textContent }) => textContent);
const calls = (type: string) => portal.sent.filter(({ body }) => body.includes(`"${type}.list"`));
const textOf = (value: Json | undefined) => (typeof value === "number" ? String(value) : textIn(value));

async function openSearch(): Promise<void> {
  await screen.findByRole("button", { name: "Search or jump to…" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const opened = await field();
  await waitFor(() => expect(document.activeElement).toBe(opened));
}

/** Searches a term without waiting for the pause. */
async function search(term: string): Promise<void> {
  await fill(await field(), term);
  await userEvent.keyboard("{Enter}");
}

/** Texts that are shown in place of a stored value. */
const READ: Readonly<Record<string, string>> = { ap: "Access point" };

/** A row of each kind: the attribute that is searched, the attributes that are shown, in this order, and a filter. */
const KINDS = [
  ["dns.record", "data", ["fqdn", "type", "data"], { type: "A" }],
  ["dns.fqdn", "value", ["value"], { record_count: 1 }],
  ["nd.ip_subnet", "cidr", ["cidr", "bcd"], {}],
  ["nd.bcd", "name", ["name"], {}],
  ["nd.vlan", "name", ["name", "id", "net_instnc", "bcd"], {}],
  ["cntl.group", "name", ["name"], {}],
  ["macauth.client", "mac_addr", ["description", "mac_addr", "bcd_name"], {}],
  ["nd.device", "fqdn", ["fqdn", "type", "nc"], { type: "ap" }],
  ["cntl.mgr", "login_name", ["first_name", "last_name", "login_name", "email"], { login_name: "greta" }],
] as const;

it("[SRCH-22] [SRCH-23] [SRCH-24] [SRCH-25] [SRCH-26] [SRCH-27] [SRCH-28] [SRCH-29] [SRCH-30] [SRCH-31] [SRCH-32] [SRCH-36] every kind of object is found and shown by its attributes, and at first only own objects are found", async () => {
  const rows = await portal.run(
    "ada",
    KINDS.map(([type, , , filter]) => ({
      idx: type,
      name: `${type}.list`,
      old: { ...filter, fetch_limit: 1 },
    })),
  );
  await portal.enter("ada");
  await openSearch();
  const own = await within(await dialog()).findByRole<HTMLInputElement>("switch", {
    name: "Only own objects",
  });
  expect(own.checked).toBe(true);
  await search("101");
  await waitFor(async () =>
    expect(texts(await kind(/^VLAN/))[0]).toBe("iag-labor VLAN id 101 aussenstellen iag-labor"),
  );
  const [first = ""] = calls("nd.vlan").map(({ body }) => body);
  // Places have no owner, so the switch hides none of them.
  const unowned = [...first.matchAll(/"name":"([^"]+)\.list","old":\{[^{}]*"is_own":false/g)];
  expect(new Set(unowned.map(([, type]) => type))).toEqual(new Set(["nd.site", "nd.bldg", "nd.room"]));
  const steps = first.match(/"name":/g)?.length;
  expect(first.match(/"is_own":/g)?.length).toBe(steps);
  expect(first).toContain('"nd.vxlan.list"');
  await userEvent.click(own);
  await waitFor(() => expect(calls("nd.vlan")).toHaveLength(2));
  const second = calls("nd.vlan")[1]?.body ?? "";
  expect(second).not.toContain('"is_own":true');
  expect(second.match(/"is_own":false/g)?.length).toBe(second.match(/"name":/g)?.length);
  for (const [type, by, shown] of KINDS) {
    const row = rows[type]?.[0] ?? {};
    await search(textOf(row[by]));
    const text = shown.flatMap((name) => {
      const value = textOf(row[name]);
      return value === "" ? [] : [name === "id" ? `VLAN id ${value}` : (READ[value] ?? value)];
    });
    await waitFor(() => {
      const found = document.querySelector(`a[role=option][href="/launch/${type}/${textOf(row["gpk"])}"]`);
      expect([type, found?.textContent]).toEqual([type, text.join(" ")]);
    });
  }
  await search("1001");
  await waitFor(async () =>
    expect(texts(await kind(/^VXLAN/))).toEqual([expect.stringMatching(/^iap-mgmt .*00\.10\.01$/)]),
  );
  await search("org:UTM::INF::IBST");
  await waitFor(async () =>
    expect(texts(await kind(/^Organi/))[0]).toBe("Institute of Structural Analysis IBST UTM::INF::IBST"),
  );
  await userEvent.clear(await field());
  await waitFor(async () => expect(texts(await kind("Searched before"))[0]).toBe("org:UTM::INF::IBST"));
});

it("[SRCH-60] the dialog offers the list of a type, and 'New …' to those who may create one", async () => {
  const building = "/object/nd.bldg?create";
  const found = async () => {
    const options = within(await dialog()).queryAllByRole("option");
    return options.map((one) => one.getAttribute("href"));
  };
  const offers = async (text: string, href: string) => {
    await fill(await field(), text);
    await waitFor(async () => expect(await found()).toContain(href));
  };
  await portal.enter("ada");
  await openSearch();
  await offers("New building", building);
  await portal.enter("otto");
  await openSearch();
  await offers("New DNS record", "/object/dns.record?create");
  await offers("Rooms", "/object/nd.room");
  await fill(await field(), "New building");
  await waitFor(async () => expect(await found()).not.toContain("/object/nd.room"));
  expect(await found()).not.toContain(building);
});
