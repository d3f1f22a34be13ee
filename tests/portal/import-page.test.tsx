import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { items } from "#core/txlist/history";
import { contentOf } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/editor/portal.ts";
import { ImportPage } from "../../src/views/import/import-page.tsx";
import { netboxAnswers } from "../support/netbox-answers.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

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

async function drop(...files: readonly (readonly [string, string])[]): Promise<void> {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PortalProvider value={world.portal}>
          <ImportPage />
        </PortalProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const dropped = files.map(([name, text]) => new File([text], name));
  fireEvent.drop(screen.getByRole("region", { name: "Files" }), { dataTransfer: { files: dropped } });
  await screen.findByText(files[0]?.[0] ?? "");
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

/** Plans what was found, applies it and asks for it again: nothing is left. */
async function plansOnce(count: string): Promise<void> {
  await press(`Plan ${count} changes`);
  const steps = toSteps(items(world.portal.txlist.state.history));
  expect(await world.execute(steps, { dryRun: false })).toMatchObject({ ok: true });
  world.portal.txlist.submit({ kind: "clear" });
  await press("Compare and test");
  await screen.findByText(/0 changes\./);
}

describe("files of other systems", () => {
  it("a table: rejected lines are told with their numbers, the others are planned in their order", async () => {
    await drop(["bldg.csv", "site,number,title\nnord,1,Main\nsued,2,\nnord,1,Twice\nnord,3,Lab\n"]);
    expect(kind()).toBe("csv");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Object type" }), "nd.bldg");
    await press("Compare and test");
    expect(await lines(/2 rows rejected/)).toEqual([
      expect.stringMatching(/^Line 3 .*„sued“ gibt es nicht/),
      expect.stringMatching(/^Line 4 .*The same object is in line 2 already/),
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

  it("answers of NetBox, with counts of what has no place", async () => {
    await drop(["netbox.json", JSON.stringify(netboxAnswers(2))]);
    expect(kind()).toBe("netbox");
    await press("Compare and test");
    expect((await lines(/3 notes/)).join()).toContain(
      "Objects of the kind dcim/racks are not taken over by this import: 2",
    );
    expect(await screen.findByText(/18 changes\./)).toBeDefined();
  });

  it("a file that cannot be read is told and stays", async () => {
    await drop(["kea.conf", '{ "Dhcp4": {\n "subnet4": [ }']);
    await press("Compare and test");
    expect(await screen.findByText(/Line 2: the file cannot be read here/)).toBeDefined();
    expect(screen.getByText("kea.conf")).toBeDefined();
  });
});
