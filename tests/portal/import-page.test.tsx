import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plannedOf } from "../../src/views/import/planned-steps.ts";
import { items } from "#core/txlist/history";
import { contentOf } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/app/providers.tsx";
import { ImportPage } from "../../src/views/import/import-page.tsx";
import { netboxAnswers } from "../support/netbox-answers.ts";
import { asDump, netboxCampus } from "../support/netbox-campus.ts";
import { asTables } from "../support/netbox-tables.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";
import { Address } from "../support/address.tsx";

let world: PortalWorld;
const client = new QueryClient();

beforeAll(async () => {
  world = await portalWorld();
  await startTexts("en");
  await world.apply([
    { name: "nd.site.create", new: { name: "nord" } },
    { name: "nd.bcd.create", new: { name: "org-lab-1" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

/** Renders the page if it is not there, and drops the files. */
async function drop(
  ...files: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[]
): Promise<void> {
  if (screen.queryByRole("region", { name: FILES }) === null) renderPage();
  const dropped = files.map(([name, text]) => new File([text], name));
  fireEvent.drop(screen.getByRole("region", { name: FILES }), { dataTransfer: { files: dropped } });
  await screen.findAllByText(files[0]?.[0] ?? "");
}

const FILES = /^(?:Files|Dateien)$/;

function renderPage(): void {
  render(
    <QueryClientProvider client={client}>
      <Address path="/">
        <PortalProvider value={world.portal}>
          <ImportPage />
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
}

const press = (name: RegExp | string): Promise<void> =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

/** The kind that was guessed. */
function kind(): string {
  const { value } = screen.getByRole<HTMLSelectElement>("combobox", { name: "Kind of the files" });
  return value;
}

function planned(): readonly (readonly [string, unknown])[] {
  return items(world.portal.txlist.state.history).map((item) => {
    const content = contentOf(item);
    return [`${content?.object_fq_name ?? ""}.${content?.object_function ?? ""}`, content?.parameters.new];
  });
}

async function lines(title: RegExp): Promise<readonly (string | null)[]> {
  const list = await screen.findByRole("list", { name: title });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
}

/** Plans the imported objects, applies them and imports again: nothing is left to plan. */
async function plansOnce(count: string): Promise<void> {
  await press(`Plan ${count} changes`);
  const steps = toSteps(items(world.portal.txlist.state.history));
  expect(await world.execute(steps, { dryRun: false })).toMatchObject({ ok: true });
  world.portal.txlist.submit({ kind: "clear" });
  await press("Compare and test");
  await screen.findByText(/0 changes\./);
}

describe("files of other systems", () => {
  it("[IMP-15] that are not in UTF-8 are reported with the line of each such character and how it is read, before anything else", async () => {
    const bytes = Uint8Array.from("name,title\nodd-1,Hafenstra\u00e1e\nodd-2,\u008emter\n", (sign) =>
      sign.charCodeAt(0),
    );
    await drop(["odd.csv", bytes]);
    expect(await lines(/^odd\.csv$/)).toEqual([
      "Line 2 \u00e1 odd-1,Hafenstra\u00e1e",
      "Line 3 \u017d odd-2,\u017dmter",
    ]);
    expect(
      screen.queryByText(/^odd\.csv: The file is not in UTF-8 and was read as Windows-1252\./),
    ).not.toBeNull();
  });

  it("[IMP-10] tables have names or labels as heads and digits as numbers, and a file in another encoding is refused", async () => {
    await drop(["labels.csv", '"Name","Title"\n"imp-label","Labelled"\n']);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Object type" }), "nd.site");
    await press("Compare and test");
    await press(/^Plan 1 change$/);
    expect(planned()).toEqual([["nd.site.create", { name: "imp-label", title: "Labelled" }]]);
    cleanup();
    await drop(["numbers.csv", "net_instnc;id;name\nx;0x10;a\nx;1e2;b\n"]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Object type" }), "nd.vlan");
    await press("Compare and test");
    expect(await lines(/2 rows rejected/)).toEqual([
      expect.stringMatching(/^Line 2 id: 0x10 is invalid \(no whole number; digits alone/),
      expect.stringMatching(/^Line 3 id: 1e2 is invalid \(no whole number; digits alone/),
    ]);
    cleanup();
    await drop(
      ["good.csv", "name\n"],
      ["cp850.csv", Uint8Array.from("name\na\u0081b\n", (sign) => sign.charCodeAt(0))],
    );
    expect(screen.getByText(/the byte 0x81 in line 2 is no sign in UTF-8/).textContent).toContain(
      "cp850.csv",
    );
    expect(screen.queryByRole("button", { name: /cp850/ })).toBeNull();
  });

  it("a table: rejected lines are reported with their numbers, the others are planned in their order", async () => {
    await drop(["bldg.csv", "site,number,title\nnord,1,Main\nsued,2,\nnord,1,Twice\nnord,3,Lab\n"]);
    expect(kind()).toBe("csv");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Object type" }), "nd.bldg");
    await press("Compare and test");
    expect(await lines(/2 rows rejected/)).toEqual([
      expect.stringMatching(/^Line 3 .*„sued“ gibt es nicht/),
      expect.stringMatching(/^Line 4 .*The same object is in line 2 already, with other values/),
    ]);
    await press("Plan 2 changes");
    expect(planned()).toEqual([
      ["nd.bldg.create", { site: "nord", number: "1", title: "Main" }],
      ["nd.bldg.create", { site: "nord", number: "3", title: "Lab" }],
    ]);
  });

  it("zone files: one includes the other, and a second run finds nothing", async () => {
    await drop(
      [
        "db.page.example",
        "$ORIGIN page.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n$INCLUDE hosts\nx FOO bar\n",
      ],
      ["hosts", "www A 192.0.2.80\nftp CNAME www\n"],
    );
    expect(kind()).toBe("zone");
    await press("Compare and test");
    expect(await lines(/1 row rejected/)).toEqual([expect.stringMatching(/^Line 5 /)]);
    await plansOnce("5");
  });

  it("a configuration of Kea, whose new subnets go into the BCD that is named", async () => {
    const subnet = { id: 1, subnet: "10.77.0.0/24", pools: [{ pool: "10.77.0.10 - 10.77.0.99" }] };
    await drop(["kea.conf", JSON.stringify({ Dhcp4: { subnet4: [subnet] } })]);
    expect(kind()).toBe("kea");
    await press("Compare and test");
    expect(await lines(/1 row rejected|rows rejected/)).not.toEqual([]);
    await userEvent.type(screen.getByRole("textbox", { name: /BCD of new subnets/ }), "org-lab-1");
    await press("Compare and test");
    await plansOnce("3");
  });

  it("a configuration of Kea whose BCD is only planned", async () => {
    const subnet = { id: 1, subnet: "10.76.0.0/24", "user-context": { bcd: "org-planned" } };
    const step = { idx: "bcd", name: "nd.bcd.create", new: { name: "org-planned" }, needs: [], row: null };
    const bcd = plannedOf([step], world.portal.catalogue, () => "b-1");
    world.portal.txlist.submit({ kind: "append", items: bcd });
    await drop(["kea.conf", JSON.stringify({ Dhcp4: { subnet4: [subnet] } })]);
    await press("Compare and test");
    await press(/^Plan \d+ changes?$/);
    expect(
      planned()
        .map(([name]) => name)
        .slice(0, 2),
    ).toEqual(["nd.bcd.create", "nd.ip_subnet.create"]);
  });

  it("several configurations of Kea at once, whose rows name their file", async () => {
    const net = (id: number, cidr: string, pool: string) => ({ id, subnet: cidr, pools: [{ pool }] });
    const fours = [net(1, "10.88.0.0/24", "10.88.0.10 - 10.88.0.99"), { id: 2, subnet: "nonsense" }];
    await drop(
      ["kea-west.conf", JSON.stringify({ Dhcp4: { subnet4: fours } })],
      ["kea-east.conf", '{ "Dhcp4": { <?include "/etc/kea/east.json"?> } }'],
      [
        "east.json",
        JSON.stringify({ subnet4: [net(1, "10.89.0.0/24", "10.89.0.10 - 10.89.0.99")] }).slice(1, -1),
      ],
    );
    await userEvent.type(screen.getByRole("textbox", { name: /BCD of new subnets/ }), "org-lab-1");
    await press("Compare and test");
    expect(await lines(/1 row rejected/)).toEqual([
      expect.stringMatching(/^kea-west\.conf: Line 1 .* nonsense$/),
    ]);
    await press(/^Plan \d+ changes$/);
    const subnets = planned().filter(([name]) => name === "nd.ip_subnet.create");
    expect(subnets).toMatchObject([
      ["nd.ip_subnet.create", { cidr: "10.88.0.0/24" }],
      ["nd.ip_subnet.create", { cidr: "10.89.0.0/24" }],
    ]);
  });

  it("are reported if they include each other, include a missing file, or have one name", async () => {
    const zone = "$ORIGIN round.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n";
    await drop(
      ["db.round", `${zone}$INCLUDE db.round\n$INCLUDE gone\n`],
      ["db.other", zone.replace("round", "alone")],
    );
    await press("Compare and test");
    const told = await lines(/rows rejected/);
    expect(told.filter((text) => text?.includes("includes itself"))).toHaveLength(1);
    expect(told).toContainEqual(
      expect.stringMatching(/^db\.round: Line 5 gone is not among the files\. Drop it with the others\. /),
    );
    await drop(["db.other", "$INCLUDE /x/db.sub\n$INCLUDE /y/db.sub\n"], ["db.sub", ""]);
    await press("Compare and test");
    expect(
      await screen.findByText(/^\/x\/db\.sub and \/y\/db\.sub would be the same file here/),
    ).toBeDefined();
    await drop(["two", "a"], ["two", "b"]);
    await press("Compare and test");
    expect(await screen.findByText(/^Two of the files are called two\. Rename one of them/)).toBeDefined();
  });

  it("a configuration of ISC DHCP", async () => {
    await drop([
      "dhcpd.conf",
      "subnet 10.78.0.0 netmask 255.255.255.0 {\n range 10.78.0.10 10.78.0.99;\n}\n",
    ]);
    expect(kind()).toBe("isc-dhcp");
    await userEvent.type(screen.getByRole("textbox", { name: /BCD of new subnets/ }), "org-lab-1");
    await press("Compare and test");
    await plansOnce("2");
  });

  it("several configurations of ISC DHCP at once, with the files that one of them includes", async () => {
    const net = (at: number, more = ""): string =>
      `subnet 10.${String(at)}.0.0 netmask 255.255.255.0 {\n range 10.${String(at)}.0.10 10.${String(at)}.0.99;\n${more}}\n`;
    await drop(
      ["dhcpd.conf", `include "/etc/dhcp/hosts.conf";\n${net(82)}`],
      ["hosts.conf", "host half { hardware ethernet 02:00:00:00:00:07; }\n"],
      ["other.conf", net(83)],
    );
    await userEvent.type(screen.getByRole("textbox", { name: /BCD of new subnets/ }), "org-lab-1");
    await press("Compare and test");
    expect(await lines(/1 row rejected/)).toEqual([
      expect.stringMatching(/^hosts\.conf: Line 1 .* host half$/),
    ]);
    await press(/^Plan \d+ changes$/);
    const subnets = planned().filter(([name]) => name === "nd.ip_subnet.create");
    expect(subnets).toMatchObject([
      ["nd.ip_subnet.create", { cidr: "10.82.0.0/24" }],
      ["nd.ip_subnet.create", { cidr: "10.83.0.0/24" }],
    ]);
  });

  it("several tables of one type, each with its own columns", async () => {
    await drop(
      ["west.csv", "name,title\nimp-west,West\n"],
      ["east.csv", "title;name\nEast;imp-east\nToo;imp-much;x\n"],
    );
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /Object type|type/i }), "nd.site");
    await press("Compare and test");
    expect(await lines(/1 row rejected/)).toEqual([expect.stringMatching(/^east\.csv: Line 3 .* Too/)]);
    await press(/^Plan \d+ changes$/);
    expect(planned()).toMatchObject([
      ["nd.site.create", { name: "imp-west", title: "West" }],
      ["nd.site.create", { name: "imp-east", title: "East" }],
    ]);
  });

  it("answers of NetBox, with counts of objects that cannot be imported", async () => {
    await drop(["netbox.json", JSON.stringify(netboxAnswers(2))]);
    expect(kind()).toBe("netbox");
    await press("Compare and test");
    const notes = (await lines(/5 notes/)).join();
    expect(notes).toContain(
      "They have no place here without a room (dcim/racks): 2. Give them a location in NetBox.",
    );
    expect(notes).toContain("Names that lie in no zone that you see here: 2.");
    expect(await screen.findByText(/18 changes\./)).toBeDefined();
  });

  it("a dump of NetBox, whose ports and cables refer to each other in the planned list", async () => {
    const campus = netboxCampus({ buildings: 1, switches: 1, ports: 2 });
    await drop(["dump.json", JSON.stringify(asDump(campus))]);
    expect(kind()).toBe("netbox");
    await press("Compare and test");
    await press(/^Plan \d+ changes/);
    const steps = toSteps(items(world.portal.txlist.state.history));
    expect(steps.filter(({ name }) => name === "nd.p_port.connect")).toHaveLength(2);
    const { ports = [] } = await world.apply([
      ...steps,
      { idx: "ports", name: "nd.p_port.list", old: { is_connected: true } },
    ]);
    expect(ports.map((row) => row["fq_name"])).toContain("nb-west/30.1/V 1/R1/sw1/Gi1/0/1");
    world.portal.txlist.submit({ kind: "clear" });
    await press("Compare and test");
    await screen.findByText(/0 changes\./);
  });

  it("the lists that NetBox exports as tables, all dropped at once", async () => {
    const tables = asTables(netboxCampus({ buildings: 1, switches: 1, ports: 1 }));
    await drop(...tables.map(({ name, text }) => [name, text] as const));
    expect(kind()).toBe("netbox");
    await press("Compare and test");
    await screen.findByText(/\d+ changes?\./);
    expect(screen.queryByRole("list", { name: /rejected/ })).toBeNull();
  });

  it("a file that cannot be read is reported and stays", async () => {
    await drop(["kea.conf", '{ "Dhcp4": {\n "subnet4": [ }']);
    await press("Compare and test");
    expect(await lines(/2 rows rejected/)).toEqual([
      expect.stringMatching(/^Line 1 The block that begins here is not closed\. .* Add its bracket\./),
      expect.stringMatching(/^Line 2 The block that begins here is not closed\. .* Add its bracket\./),
    ]);
    expect(screen.getByText("kea.conf")).toBeDefined();
  });
});

describe("files of other systems, in German", () => {
  beforeAll(() => startTexts("de"));
  afterAll(() => startTexts("en"));

  it("show their faults with what to do, and are planned when they are corrected", async () => {
    const zone = (rest: string): string => `$ORIGIN wald.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n${rest}`;
    await drop(["db.wald", zone('www A 192.0.2.300\nftp CNAME fehlt\nx FOO y\nmx MX post\nz TXT "offen\n')]);
    await press("Vergleichen und testen");
    const told = await lines(/5 Zeilen abgelehnt/);
    expect(told).toHaveLength(5);
    for (const [at, text] of [
      "Zeile 4 .*Ungültige Daten für A \\(nicht in der erwarteten Form\\)\\. Zum Beispiel: 192\\.0\\.2\\.1",
      "Zeile 5 .*Das Ziel fehlt\\.wald\\.example\\. .*Legen Sie den Namen an, oder verbessern Sie das Ziel\\.",
      "Zeile 6 .*Unbekannter Record-Typ FOO\\. Verbessern Sie ihn",
      "Zeile 7 .*Ungültige Daten für MX .*Zum Beispiel: 10 mail\\.example\\.edu\\.",
      'Zeile 8 .*kein Gegenstück.*z TXT "offen',
    ].entries())
      expect(told[at]).toMatch(new RegExp(`^${text}`));
    await drop(["db.wald", zone('www A 192.0.2.30\nftp CNAME www\nmx MX 10 www\nz TXT "zu"\n')]);
    await press("Vergleichen und testen");
    await press("9 Änderungen planen");
    expect(await screen.findByText("9 Änderungen stehen jetzt in der Liste.")).toBeDefined();
    expect(planned().map(([name]) => name)).toContain("dns.record.create");
    expect(screen.queryByRole("list", { name: /abgelehnt/ })).toBeNull();
  });
});
