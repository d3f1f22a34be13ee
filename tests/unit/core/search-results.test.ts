import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { findCommands, type Command } from "#core/search/commands";
import type { Catalogue } from "#core/catalogue/catalogue";
import { searchKinds, searchSystems } from "#core/search/kinds";
import { matchParts, zoneStart } from "#core/search/match-parts";
import { mergeResults } from "#core/search/merge-results";
import { readTerm, type SearchReading } from "#core/search/read-term";
import type { SearchStep } from "#core/search/search-steps";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

const OPTIONS = { isOwn: true, limit: 3 };

function read(text: string): SearchReading {
  const reading = readTerm(text, searchSystems(catalogue));
  if (reading.kind !== "search") throw new Error(`${text} is not searched`);
  return reading;
}

/** Merges rows of steps, given as `object filter` → rows. */
function merge(text: string, rows: Readonly<Record<string, readonly Row[]>>, options = OPTIONS) {
  const reading = read(text);
  const steps = Object.keys(rows).map((idx): SearchStep => {
    const [object = "", filter = ""] = idx.split(" ");
    const kind = searchKinds(catalogue).find((one) => one.object === object);
    const search = kind?.searches.find((one) => one.filter === filter);
    if (kind === undefined || search === undefined) throw new Error(`no kind ${object} by ${filter}`);
    return {
      kind,
      search,
      filter: { ...kind.always, [filter]: reading.term },
      step: { idx, name: `${object}.list` },
    };
  });
  return mergeResults(reading, options, steps, rows, catalogue);
}

const name = (gpk: string, value: string): Row => ({ gpk, value });

describe("results of the global search", () => {
  it("[SRCH-51] an object found by two steps appears once", () => {
    const record = { gpk: "record-1", fqdn: "web.example.", data: "web2.example." };
    const found = merge("web", {
      "dns.record fqdn_regexp": [record],
      // Each step answers with rows of its own.
      "dns.record data_regexp": [
        { ...record },
        { gpk: "record-2", fqdn: "a.example.", data: "web.example." },
      ],
    });
    expect(found.kinds[0]?.rows.map(({ gpk }) => gpk)).toEqual(["record-1", "record-2"]);
    expect(found.count).toBe(2);
  });

  it("[SRCH-33] each result has a gpk", () => {
    const found = merge("web", { "dns.fqdn value_regexp": [{ value: "web." }, name("fqdn-1", "web2.")] });
    expect(found.kinds.flatMap(({ rows }) => rows.map(({ gpk }) => gpk))).toEqual(["fqdn-1"]);
  });

  it("[SRCH-55] networks, groups and devices come before names", () => {
    const order =
      "nd.bcd nd.ip_subnet nd.vlan nd.vxlan cntl.group nd.device nd.site nd.bldg nd.room dns.ip_addr dhcp.static_assignment dhcp.lease macauth.client nd.sighting org.unit cntl.mgr dns.fqdn dns.record req.ticket cntl.saved_view";
    expect(searchKinds(catalogue).map(({ object }) => object)).toEqual(order.split(" "));
  });

  const subnet = { gpk: "net-1", cidr: "10.0.16.0/25", bcd: "iap-mgmt" };

  it("[SRCH-58] an address that no row has is a result if a found subnet contains it", () => {
    const found = merge("10.0.16.77", { "dns.ip_addr value": [], "nd.ip_subnet cidr": [subnet] });
    expect(found.kinds.map(({ kind }) => kind.object)).toEqual(["dns.ip_addr", "nd.ip_subnet"]);
    expect(found.kinds[0]?.rows).toEqual([
      {
        gpk: "net-1",
        row: { value: "10.0.16.77", subnet: "10.0.16.0/25", bcd: "iap-mgmt" },
        href: "/dnsvs/ips/10.0.16.77/records",
      },
    ]);
    expect(found.kinds[0]?.hasMore).toBe(false);
  });

  it.each([
    ["its own row is there", "10.0.16.77", [{ gpk: "ipaddr-1", value: "10.0.16.77" }], [subnet], "ipaddr-1"],
    ["no subnet contains it", "10.0.16.77", [], [], undefined],
    ["a network was searched", "10.0.16.0/28", [], [subnet], undefined],
  ])("[SRCH-58] an address is not an additional result if %s", (_, text, addresses, subnets, expected) => {
    const found = merge(text, { "dns.ip_addr value": addresses, "nd.ip_subnet cidr": subnets });
    const own = found.kinds.filter(({ kind }) => kind.object === "dns.ip_addr");
    expect(own.flatMap(({ rows }) => rows.map(({ gpk }) => gpk))).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it("[SRCH-55] kinds keep their order, and a kind with an exact match comes first", () => {
    const rows = {
      "dns.fqdn value_regexp": [name("fqdn-1", "iag.example.")],
      "nd.bcd name_regexp": [{ gpk: "bcd-1", name: "iag-x" }],
      "cntl.group name_regexp": [
        { gpk: "grp-1", name: "iag-y" },
        { gpk: "grp-2", name: "IAG" },
      ],
    };
    const order = (text: string) => merge(text, rows).kinds.map(({ kind }) => kind.object);
    expect(order("ia")).toEqual(["dns.fqdn", "nd.bcd", "cntl.group"]);
    expect(order("iag")).toEqual(["cntl.group", "dns.fqdn", "nd.bcd"]);
    const groups = merge("iag", rows).kinds[0]?.rows.map(({ gpk }) => gpk);
    expect(groups).toEqual(["grp-2", "grp-1"]);
    expect(order("iag.example")).toEqual(["dns.fqdn", "nd.bcd", "cntl.group"]);
  });

  it.each([
    ["811", "nd.vlan id", { gpk: "vlan-1", id: 811, name: "x" }],
    ["00.47.11", "nd.vxlan vni", { gpk: "vxlan-1", vni: 4711, bcd: "a-b" }],
    ["02-03-00-00-00-64", "macauth.client mac_addr", { gpk: "mac-1", mac_addr: "02:03:00:00:00:64" }],
    ["2001:DB8:0::1", "dns.ip_addr value", { gpk: "ip-1", value: "2001:db8::1" }],
    ["10.0.16.9/24", "nd.ip_subnet cidr", { gpk: "net-1", cidr: "10.0.16.0/24" }],
  ])("%s counts as an exact match because of its meaning", (text, step, row) => {
    const found = merge(text, {
      "dns.fqdn value_regexp": [name("fqdn-1", `${text}.`.repeat(2))],
      [step]: [row],
    });
    expect(found.kinds[0]?.rows[0]?.gpk).toBe(row.gpk);
  });

  it("[SRCH-61] a description that equals the term is not the best result", () => {
    const rooms = [{ gpk: "room-1", name: "001", description: "web" }];
    const found = merge("web", {
      "nd.bcd name_regexp": [{ gpk: "bcd-1", name: "iag-web" }],
      "nd.room description_regexp_ic": rooms,
    });
    expect(found.kinds.map(({ kind }) => kind.object)).toEqual(["nd.bcd", "nd.room"]);
  });

  it("[SRCH-67] a title in another language counts as an exact match", () => {
    const site = { gpk: "site-1", name: "CN", title: "Nord", language_dict: { title: { en: "North" } } };
    const found = merge("north", {
      "nd.bcd name_regexp": [{ gpk: "bcd-1", name: "iag-north" }],
      "nd.site title_regexp_ic": [{ ...site, gpk: "site-2", title: "x", language_dict: {} }, site],
    });
    expect(found.kinds.map(({ kind, rows }) => [kind.object, rows[0]?.gpk])).toEqual([
      ["nd.site", "site-1"],
      ["nd.bcd", "bcd-1"],
    ]);
  });

  it("matches at the beginning come before others", () => {
    const rows = [name("fqdn-1", "a.web."), name("fqdn-2", "web2."), name("fqdn-3", "c.web.")];
    const found = merge("web", { "dns.fqdn value_regexp": rows });
    expect(found.kinds[0]?.rows.map(({ gpk }) => gpk)).toEqual(["fqdn-2", "fqdn-1", "fqdn-3"]);
  });

  it("if a step is full, its kind has a link to the list with the same filter, which shows all rows", () => {
    const rows = [name("fqdn-1", "a."), name("fqdn-2", "b."), name("fqdn-3", "c.")];
    const found = merge("a&b", { "dns.fqdn value_regexp": rows }).kinds[0];
    expect(found).toMatchObject({
      hasMore: true,
      listHref: "/object/dns.fqdn?value_regexp=a%26b&is_own=true",
    });
    const all = merge("a", { "dns.fqdn value_regexp": rows }, { isOwn: false, limit: 0 }).kinds[0];
    expect(all).toMatchObject({ hasMore: false, listHref: "/object/dns.fqdn?value_regexp=a" });
  });

  it("[SRCH-57] alternatives become the term of the list, which searches like the search", () => {
    const person = { gpk: "mgr-1", login_name: "otto" };
    const found = merge("ott", {
      "cntl.mgr login_name_regexp": [person],
      "cntl.mgr full_name_regexp_ic": [person],
    });
    expect(found.kinds[0]?.listHref).toBe("/object/cntl.mgr?found=ott&is_own=true");
  });
});

/** Parts as one text: matches are in brackets, muted parts follow a bar. */
function drawn(text: string, term: string, mutedFrom?: number): string {
  return matchParts(text, read(term), mutedFrom)
    .map(({ text: part, isMatch, isMuted }) => `${isMuted ? "|" : ""}${isMatch ? `[${part}]` : part}`)
    .join("");
}

describe("highlighted parts of a result", () => {
  it.each([
    ["www.iag.example.", "iag", undefined, "www.[iag].example."],
    ["www.iag.example.", "WWW.I", undefined, "[www.i]ag.example."],
    ["www.iag.example.", "iag.ex", 7, "www.[iag]|[.ex]|ample."],
    ["www.iag.example.", "mail", 7, "www.iag|.example."],
    ["02:03:00:00:00:64", "0203-0000-0064", undefined, "[02:03:00:00:00:64]"],
    ["2001:db8::1", "2001:DB8:0::1", undefined, "[2001:db8::1]"],
    ["web12.example.", "s/[0-9]+", undefined, "web[12].example."],
    ["web12.example.", "s/^(w|m)eb", undefined, "[web]12.example."],
    ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "s/(a*)*b", undefined, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    ["aaaa", "s/a*a*a*b", undefined, "aaaa"],
    ["aaaa", "s/]", undefined, "aaaa"],
    // Characters of a class repeat nothing, an empty match is none, and an invalid expression matches nothing.
    ["a*+?{b", "s/[*+?{]{1,4}b", undefined, "a[*+?{b]"],
    ["a]*b", "s/[]*+?{]+b", undefined, "a]*b"],
    ["x-y", "s/[^*+?{]", undefined, "[x]-y"],
    ["a*b", "s/\\*\\+?\\??b", undefined, "a[*b]"],
    ["aab", "s/a*b*", undefined, "[aab]"],
    ["bab", "s/c*", undefined, "bab"],
    ["WEB", "s/(?i)web", undefined, "[WEB]"],
    ["a".repeat(255), "s/a+", undefined, `[${"a".repeat(255)}]`],
    ["a".repeat(256), "s/a+", undefined, "a".repeat(256)],
    // The small letter is longer than the capital one.
    ["İweb", "web", undefined, "İweb"],
  ])("%s, searched %s", (text, term, mutedFrom, expected) => {
    expect(drawn(text, term, mutedFrom)).toBe(expected);
  });

  it.each([
    ["www.iag.example.edu.", "example.edu.", 7],
    ["www.iag.example.edu.", null, 3],
    ["example.edu.", "example.edu.", 12],
    [".", null, 1],
    ["a.example.", "xample.", 1],
    ["a.b.", "other.", 1],
    ["host", "host", 4],
    ["host", null, 4],
    [".hidden", null, 7],
    ["*.example.", "example.", 1],
  ])("the zone of %s in %s begins at %i", (text, zone, expected) => {
    expect(zoneStart(text, zone)).toBe(expected);
  });
});

function command(label: string, ...words: readonly string[]): Command {
  return { id: label, label, words, note: null, key: null, shown: "typed", act: { run: () => undefined } };
}

describe("commands", () => {
  const all = [
    command("MAC finder", "/tools/macfinder"),
    command("Hub"),
    command("Theme: Dark"),
    command("Domain finder", "hub"),
    command("Rebuild hubs"),
    { ...command("Elsewhere"), note: "Rare note" },
  ];
  const found = (text: string) => findCommands(all, text).commands.map(({ label }) => label);

  it.each([
    ["", []],
    ["hub", ["Hub", "Rebuild hubs", "Domain finder"]],
    ["FINDER", ["MAC finder", "Domain finder"]],
    ["theme dark", ["Theme: Dark"]],
    ["dark theme", ["Theme: Dark"]],
    ["ub", ["Hub", "Rebuild hubs", "Domain finder"]],
    [" hub  ", ["Hub", "Rebuild hubs", "Domain finder"]],
    ["theme   dark", ["Theme: Dark"]],
    ["finder nothing", []],
    ["find", ["MAC finder", "Domain finder"]],
    ["nothing", []],
    ["rare", ["Elsewhere"]],
    ["null", []],
  ])("%j finds %j, the best matching label first", (text, labels) => {
    expect(found(text)).toEqual(labels);
  });

  it.each([
    ["hub", true],
    ["mac f", true],
    ["finder", false],
    ["dark theme", true],
    ["h", false],
    ["hu", false],
    ["t d", false],
    ["th d", true],
    ["theme ark", false],
    ["theme nothing", false],
    ["reb", true],
    ["nothing", false],
  ])("%j is treated as a command: %s", (text, isMeant) => {
    expect(findCommands(all, text).isMeant).toBe(isMeant);
  });
});
