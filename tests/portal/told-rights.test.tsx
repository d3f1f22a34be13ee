import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { chooseInRow, elements, fill, formOf, openForm } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

type Person = Awaited<ReturnType<Campus["as"]>>;

let demo: Campus;
let ada: Person;
let greta: Person;

beforeAll(async () => {
  demo = await campus();
  [ada, greta] = [await demo.as("ada"), await demo.as("greta")];
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  ada.portal.txlist.submit({ kind: "clear" });
});

describe("the page of an address", () => {
  const UNREADABLE = "In use by something that you may not read";
  const FOREIGN = "foreign-crane.example.";

  it("[DNS-15] says that what uses the address may not be read", async () => {
    const { subnet = [] } = await greta.apply([
      { idx: "subnet", name: "nd.ip_subnet.list", old: { bcd: "iwt-arbeit" } },
    ]);
    const cidr = subnet.map((row) => textIn(row["cidr"])).find((text) => text.includes(".")) ?? "";
    const network = /^(.+\.)\d+\//.exec(cidr)?.[1] ?? "no IPv4 subnet";
    const places = await ada.apply(
      Array.from({ length: 60 }, (_, at): Step => {
        const value = `${network}${String(at + 1)}`;
        return { idx: value, name: "tmp.any_addr.list", old: { value } };
      }),
    );
    const [used = "", unused = ""] = Object.entries(places).flatMap(([value, [row]]) =>
      row?.["state"] === "free" ? [value] : [],
    );
    expect([used, unused]).not.toContain("");
    await ada.apply([
      { name: "dns.fqdn.create", new: { value: FOREIGN, is_zone_apex: true } },
      { name: "dns.record.create", new: { fqdn: FOREIGN, type: "A", data: used } },
    ]);
    const { record = [] } = await greta.apply([
      { idx: "record", name: "dns.record.list", old: { target_ipaddr: used } },
    ]);
    expect(record).toEqual([]);
    await greta.show(`/dnsvs/ips/${used}/records`);
    await screen.findByText("In use");
    expect(screen.getByText(UNREADABLE)).toBeTruthy();
    cleanup();
    await ada.show(`/dnsvs/ips/${used}/records`);
    await screen.findByText("In use");
    expect(screen.queryByText(UNREADABLE)).toBeNull();
    cleanup();
    await greta.show(`/dnsvs/ips/${unused}/records`);
    await screen.findByText("Free");
    expect(screen.queryByText(UNREADABLE)).toBeNull();
  });
});

describe("the page of an account", () => {
  const CLOSED = "UTM::CLOSED";

  it("[OU-05] offers no OE that cannot have administrators, to add the account to or to move it to", async () => {
    await ada.apply([
      {
        name: "org.unit.create",
        new: { parent: "UTM", short_name: "CLOSED", title: "Closed", unit_type: "ABT", can_have_mgr: false },
      },
    ]);
    const nothing = async (form: HTMLElement): Promise<void> => {
      const field = within(form).getByRole("combobox", { name: "OE" });
      await fill(field, "CLOSED");
      await within(form).findAllByText("Nothing found that you may read");
      expect(screen.queryAllByRole("option")).toEqual([]);
      await fill(field, "UTM::RZ");
      await waitFor(() => expect(screen.queryAllByRole("option").length).toBeGreaterThan(0));
    };
    await ada.show("/cntl/mgr/otto");
    await nothing(await openForm("Make administrator of an OE"));
    cleanup();
    await ada.show("/cntl/mgr/otto");
    const { ou = [] } = await ada.apply([
      { idx: "ou", name: "cntl.mgr2ou.list", old: { login_name: "otto" } },
    ]);
    await chooseInRow(/^OE/, textIn(ou[0]?.["ou"]), /^Move to another/);
    await nothing(await formOf());
    cleanup();
    // A service account may belong to any OE.
    const { svc = [] } = await ada.apply([{ idx: "svc", name: "cntl.mgr.list", old: { is_svc: true } }]);
    await ada.show(`/cntl/mgr/${textIn(svc[0]?.["login_name"])}`);
    const form = await openForm("Make administrator of an OE");
    await fill(within(form).getByRole("combobox", { name: "OE" }), CLOSED);
    await waitFor(() => expect(screen.queryAllByRole("option").length).toBeGreaterThan(0));
    expect(elements()).toEqual([]);
  });
});
