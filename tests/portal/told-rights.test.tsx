import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { chooseInRow, elements, fill, formOf, openForm } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

type Person = Awaited<ReturnType<Campus["as"]>>;

let demo: Campus;
let ada: Person;

beforeAll(async () => {
  demo = await campus();
  ada = await demo.as("ada");
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  ada.portal.txlist.submit({ kind: "clear" });
});

describe("the page of an address", () => {
  const UNREADABLE = "In use by something that you may not read";

  it("[DNS-15] says that what uses the address may not be read", async () => {
    // Otto reads all subnets, but records of his own networks only.
    const role_name = "subnet_reader";
    await ada.apply([
      { name: "cntl.role.create", new: { name: role_name } },
      { name: "cntl.role2permission.create", new: { role_name, permission_name: "nd.ro:ip_subnet" } },
      { name: "cntl.mgr2role.create", new: { role_name, login_name: "otto" } },
    ]);
    const otto = await demo.as("otto");
    const { record = [] } = await ada.apply([
      { idx: "record", name: "dns.record.list", old: { type: "A", fetch_limit: 100 } },
    ]);
    const addresses = [...new Set(record.map((row) => textIn(row["target_ipaddr"])))];
    const lists = await otto.apply(
      addresses.flatMap((value): readonly Step[] => [
        { idx: `${value} place`, name: "tmp.any_addr.list", old: { value } },
        { idx: `${value} record`, name: "dns.record.list", old: { target_ipaddr: value } },
        { idx: `${value} fixed`, name: "dhcp.static_assignment.list", old: { ip_addr: value } },
      ]),
    );
    const stateOf = (value: string) => lists[`${value} place`]?.[0]?.["state"];
    const hidden = addresses.find(
      (value) =>
        stateOf(value) === "used" &&
        lists[`${value} record`]?.length === 0 &&
        lists[`${value} fixed`]?.length === 0,
    );
    if (hidden === undefined) throw new Error("otto reads what uses each address");
    const path = `/dnsvs/ips/${hidden}/records`;
    await otto.show(path);
    await screen.findByText("In use");
    expect(screen.getByText(UNREADABLE)).toBeTruthy();
    cleanup();
    await ada.show(path);
    await screen.findByText("In use");
    expect(screen.queryByText(UNREADABLE)).toBeNull();
    cleanup();
    await otto.show("/dnsvs/ips/192.0.2.77/records");
    await screen.findByText(/^Not known: no subnet/);
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
