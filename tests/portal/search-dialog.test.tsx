import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Json } from "#contract/wire/json";
import { at, expectAccessible, fill, main, press, rowOf, rowsOf, titled } from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

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
const tells = (text: string) => waitFor(() => expect(main().textContent).toContain(text));
const told = async (text: string) => within(await dialog()).findByText(text);
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
      expect(found?.textContent, type).toBe(text.join(" "));
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

describe("addresses", () => {
  it("[SRCH-58] [DNS-15] an address that no row has is found, and its page says what is known and what is unknown", async () => {
    await portal.enter("otto");
    await openSearch();
    await search("10.0.16.125");
    await waitFor(async () =>
      expect(texts(await kind(/^IP address/))).toEqual(["10.0.16.125 10.0.16.0/25 iap-mgmt"]),
    );
    const before = calls("tmp.any_addr").length;
    const [found = main()] = await kind(/^IP address/);
    await userEvent.click(found);
    await at("/dnsvs/ips/10.0.16.125/records");
    await titled("10.0.16.125");
    for (const text of ["StateFree", "The MAC address is not known", "Responsible"]) await tells(text);
    expect(within(main()).getAllByRole("link", { name: "10.0.16.0/25" })).not.toEqual([]);
    expect(calls("tmp.any_addr")).toHaveLength(before + 1);
    await expectAccessible();
    await visit("/dnsvs/ips/10.0.16.0/records");
    await tells("Network address of the subnet");
    await visit("/dnsvs/ips/192.0.2.1/records");
    await tells("Not known: no subnet that you may read contains the address");
    expect(within(main()).queryByRole("button", { name: "New static DHCP assignment" })).toBeNull();
  });

  it("[NDOC-15] [DNS-15] a MAC address is found with the objects that have it and the places that saw it, also on the page of its address", async () => {
    const seen = await portal.rows("otto", "nd.sighting.list", { is_own: true, fetch_limit: 500 });
    const [fixed] = await portal.rows("otto", "dhcp.static_assignment.list", {
      mac_addr_list: seen.map((row) => textOf(row["mac_addr"])),
      fetch_limit: 1,
    });
    const [address, mac] = [textOf(fixed?.["ip_addr"]), textOf(fixed?.["mac_addr"])];
    await portal.enter("otto");
    await openSearch();
    await search(mac.replaceAll(":", "-").toUpperCase());
    await waitFor(async () => expect(texts(await kind(/^Sighting/))[0]).toContain(mac));
    const [assignment = main()] = await kind(/^Static DHCP assignment/);
    expect(assignment.textContent).toContain(`${address} ${mac}`);
    await userEvent.click(assignment);
    await at(/^\/dhcp-leases\/bcds\//);
    await visit(`/dnsvs/ips/${address}/records`);
    await tells("StateIn use");
    await waitFor(() => expect(texts(rowsOf("Where the MAC address was seen")).join(" ")).toMatch(/Gi\d/));
    await rowOf(/Static DHCP assignment/, mac);
    expect(within(main()).getAllByText("BCD")).not.toEqual([]);
    await expectAccessible();
    const [lease] = await portal.rows("otto", "dhcp.lease.list", { fetch_limit: 1 });
    await visit(`/dnsvs/ips/${textOf(lease?.["ip_addr"])}/records`);
    for (const text of ["DHCP lease", textOf(lease?.["mac_addr"]), "DHCP pool"]) await tells(text);
  });
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

it("[SHELL-03] [SHELL-04] [SRCH-06] [SRCH-07] [SRCH-08] [SRCH-09] [ROUTE-12] [SRCH-05] visitors find pages and learn what else they need; a link opens the search with its term", async () => {
  await portal.enter(null);
  await within(screen.getByRole("banner")).findByRole("link", { name: "Sign in" });
  await press("Search or jump to…", screen.getByRole("banner"));
  const typed = await field();
  await waitFor(() => expect(document.activeElement).toBe(typed));
  await fill(typed, "otto");
  await told("not signed in");
  await expectAccessible();
  await fill(await field(), "x".repeat(129));
  await told("search length exceeded");
  await told("Search input length limit of 128 characters exceeded.");
  await press("Help on searching", await dialog());
  await waitFor(async () =>
    expect((await dialog()).textContent).toContain(
      "Terms of up to 32 characters are advised; at most 128 characters are accepted.",
    ),
  );
  await fill(await field(), "tools");
  await waitFor(async () =>
    expect(texts(await kind("Pages and commands"))).toEqual([
      expect.stringMatching(/^IP tools/),
      expect.stringMatching(/^Vendor lookup/),
    ]),
  );
  expect((await dialog()).textContent).not.toContain("Organisational units");
  (await field()).focus();
  await userEvent.keyboard("{Enter}");
  await at("/tools/ip");
  expect(calls("nd.bcd")).toEqual([]);

  await portal.load("/launch/search/iap-mgmt%20");
  await waitFor(async () => expect((await field()).value).toBe("iap-mgmt "));
  await userEvent.click(within(await dialog()).getByRole("link", { name: "Sign in" }));
  await fill(await screen.findByLabelText("User name"), "otto");
  await fill(screen.getByLabelText("Password"), "demo");
  await press("Sign in", main());
  await waitFor(async () => expect((await field()).value).toBe("iap-mgmt "));
  await waitFor(async () => expect(texts(await kind(/^BCD/))).toEqual(["iap-mgmt"]));
  await portal.load("/launch/search/s%2F%5Eiap-m");
  await waitFor(async () => expect((await field()).value).toBe("s/^iap-m"));
  await waitFor(async () => expect(texts(await kind(/^BCD/))).toEqual(["iap-mgmt"]));
});
