import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import {
  apply,
  at,
  cellsOf,
  chooseIn,
  expectAccessible,
  fact,
  fill,
  formOf,
  main,
  openForm,
  plan,
  press,
  rowOf,
  rowsOf,
  test,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const ZONE = "tannmuehl.example";

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const tells = (text: string) => waitFor(() => expect(main().textContent).toContain(text));
const view = async (name: string) =>
  userEvent.click(
    within(await screen.findByRole("navigation", { name: "Views" })).getByRole("link", {
      name: new RegExp(`^${name}`),
    }),
  );
const nameIn = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>("FQDN");

/** Chooses the type of a new record and types its data. */
async function fillRecord(form: HTMLElement, type: string, data: string): Promise<void> {
  await userEvent.selectOptions(within(form).getByLabelText("Type"), type);
  await fill(await within(form).findByRole("textbox", { name: "Data" }), data);
}

describe("names and records", () => {
  it("[DNS-08] [TAFORM-51] a name and a record of it are created, changed and deleted from their pages", async () => {
    const name = `walk-dns.${ZONE}`;
    await portal.enter("ada", `/dnsvs/fqdns/${ZONE}`);
    const made = await openForm("New name below");
    expect(nameIn(made).value).toBe(`${ZONE}.`);
    await userEvent.keyboard("walk-dns.");
    expect(nameIn(made).value).toBe(`${name}.`);
    await plan(made);
    await apply();

    await visit(`/dnsvs/fqdns/${name}`);
    await titled(`${name}.`);
    const edited = await openForm("Edit");
    await fill(within(edited).getByRole("textbox", { name: "Description" }), "a walk");
    await plan(edited);
    await apply();
    await waitFor(async () => expect(await fact("Description")).toBe("a walk"));

    await visit(`/dnsvs/fqdns/${name}/records`);
    const form = await openForm("New DNS record");
    await fillRecord(form, "TXT", "first text");
    await plan(form);
    await apply();
    await chooseIn(await rowOf(/record/i, "first text"), "Edit");
    const changed = await formOf();
    await fill(within(changed).getByRole("textbox", { name: "Data" }), "second text");
    await plan(changed);
    await apply();
    await rowOf(/record/i, "second text");
    expect(rowsOf(/record/i).filter(({ textContent }) => textContent.includes("first text"))).toEqual([]);
    await expectAccessible();
    await chooseIn(await rowOf(/record/i, "second text"), /^Delete/);
    await apply();
    await waitFor(() => expect(main().textContent).not.toContain("second text"));

    await visit(`/dnsvs/fqdns/${name}`);
    await titled(`${name}.`);
    await press("Delete", main());
    await apply();
    await visit("/home");
    await visit(`/dnsvs/fqdns/${name}`);
    await within(main()).findByRole("link", { name: "One level up" });
  });

  it("[TAFORM-51] a new record of a zone begins with the name of the zone, that of another name has its name", async () => {
    await portal.enter("ada", `/dnsvs/fqdns/${ZONE}/records`);
    const form = await openForm("New DNS record");
    await waitFor(() => expect(document.activeElement).toBe(nameIn(form)));
    expect(nameIn(form).value).toBe(`${ZONE}.`);
    await userEvent.keyboard("k1._domainkey.");
    expect(nameIn(form).value).toBe(`k1._domainkey.${ZONE}.`);
    await fillRecord(form, "TXT", "v=DKIM1; p=");
    await within(form).findByText(/does not exist yet\. This DNS record makes it, with Type: domain/);
    await plan(form);
    await test(/^Test passed/);

    await visit(`/dnsvs/fqdns/ns1.${ZONE}/records`);
    const other = await openForm("New DNS record");
    expect(nameIn(other).value).toBe(`ns1.${ZONE}.`);
    expect(nameIn(other).disabled || nameIn(other).readOnly).toBe(true);
  });

  it("[DNS-02] [DNS-04] [DNS-05] [DNS-06] [DNS-07] [ROUTE-58] [ROUTE-61] names, records, references and addresses lead to each other", async () => {
    await portal.enter("ada", `/dnsvs/fqdns/${ZONE}`);
    await titled(`${ZONE}.`);
    expect(await fact("Type")).toMatch(/domain/i);
    expect(await fact("Zone apex")).toBe("yes");
    await rowOf("Names below", `ns1.${ZONE}.`);
    await expectAccessible();
    await view("Records");
    await at(`/dnsvs/fqdns/${ZONE}/records`);
    await waitFor(() => expect(rowsOf(/record/i)).not.toEqual([]));
    for (const name of ["Type", "Data", "TTL", "Unique reverse name", "TTL ends"])
      expect(within(main()).getByRole("columnheader", { name })).toBeTruthy();
    await view("References");
    await at(`/dnsvs/fqdns/${ZONE}/references`);
    await titled(`${ZONE}.`);

    await visit("/dnsvs/ips/198.18.7.57/records");
    await tells("www.radio.wohnheim.example.edu.");
    await expectAccessible();
    await visit("/dnsvs/null_records?q=198.18.7.57");
    await rowOf(/record/i, "198.18.7.57");
    const old = { type: "A", bcd: "iwt-arbeit", fetch_limit: 1 };
    const named = first(await portal.rows("ada", "dns.record.list", old), "fqdn");
    expect(named).not.toBe("");
    await visit(`/dnsvs/null_records?q=${named}`);
    await tells(`No row contains "${named}".`);
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: /^Filter/ }).value).toBe(named);
    await visit("/dnsvs/fqdns/$");
    await titled(".");
    await expectAccessible();
  });

  it("[DNS-03] a record shows type, data, TTL, reverse name and when its TTL ends, below the heading of its set", async () => {
    const fqdn = `walk-set.${ZONE}.`;
    const set = { fqdn, type: "A", ttl: 1234, ttl_reset_date: "2040-05-06T10:00:00Z" };
    await portal.run("ada", [
      { name: "dns.record.create", new: { ...set, fqdn_type: "domain", data: "192.0.2.201" } },
      { name: "dns.record.create", new: { ...set, data: "192.0.2.202", target_is_reverse_unique: false } },
      { name: "dns.record.create", new: { fqdn, type: "TXT", data: "walk text" } },
    ]);
    await portal.enter("ada", `/dnsvs/fqdns/walk-set.${ZONE}/records`);
    for (const [data, reverse] of [
      ["192.0.2.201", "yes"],
      ["192.0.2.202", "no"],
    ] as const) {
      const cells = await cellsOf("Records", data);
      expect(cells).toMatchObject({ Type: "A", TTL: "1234", Data: data, "Unique reverse name": reverse });
      expect(cells["TTL ends"]).toMatch(/^in \d+ years$/);
    }
    // A heading for each set, with its records below it.
    const lines = rowsOf("Records").map((row) => [...row.querySelectorAll("td, th")].map((one) => one.textContent));
    expect(lines.map((cells) => cells.join(" ").trim().replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^A\b/),
      expect.stringContaining("192.0.2.201"),
      expect.stringContaining("192.0.2.202"),
      expect.stringMatching(/^TXT\b/),
      expect.stringContaining("walk text"),
    ]);
  });

  it("[BCD-05] [OU-10] [DNS-09] missing objects are reported by name", async () => {
    await portal.enter("ada");
    for (const [path, text] of [
      ["/cntl/bcds/no-such-bcd", "invalid BCD"],
      ["/org/ou/UTM::NIX", "OE UTM::NIX does not exist"],
      ["/netdoc/sites/nowhere", "nowhere"],
      ["/netdoc/sites/campus-sued/99.99", "99.99"],
      ["/dnsvs/fqdns/nothing.example.edu", "nothing.example.edu"],
      ["/dnsvs/fqdns/not a name", "not a name"],
    ] as const) {
      await visit(path);
      await within(main()).findByRole("link", { name: "One level up" });
      await tells(text);
      expect(screen.queryByRole("grid")).toBeNull();
    }
    await expectAccessible();
  });
});
