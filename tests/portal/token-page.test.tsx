import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn, type Params } from "#contract/wire/json";
import {
  apply,
  cellsOf,
  chooseInRow,
  chooseReference,
  elements,
  expectAccessible,
  openForm,
  plan,
  press,
  rowOf,
  rowsOf,
} from "../support/by-hand.ts";
import { wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
  // Otto gets two roles, which his subaccount copies.
  await portal.run("ada", [
    { name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: "reader" } },
    { name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: "dns_admin" } },
  ]);
  await portal.run("otto", [
    { name: "cntl.mgr.update", old: { login_name: "otto-sub" }, new: { do_copy_roles: true } },
  ]);
}, 120_000);
afterAll(() => portal.close());

/** Generates a token of otto's subaccount and returns its text. */
async function generated(description: string, more: Params = {}): Promise<string> {
  const { token } = await portal.run("otto", [
    { idx: "token", name: "cntl.wapi_auth.create", new: { login_name: "otto-sub", description, ...more } },
  ]);
  return textIn(token?.[0]?.["token"]);
}

/** Status of a call with this token by this program. */
async function statusOf(token: string, program = "curl/8.14.1"): Promise<number> {
  const headers = { "user-agent": program };
  return (await portal.send({ method: "GET", url: "/api/4.2/nd/site/list", token, headers })).status;
}
const rows = (table: string, text: string) =>
  rowsOf(table).filter(({ textContent }) => textContent.includes(text));

describe("tokens", () => {
  it("[TOK-01] [TOK-10] a token shows its description, roles, remaining days, and when it was used and generated, until it is ended", async () => {
    const token = await generated("walk shown", {
      role_name_list: ["reader"],
      expiration_date: new Date(Date.now() + 20.5 * 86_400_000).toISOString(),
      deletion_date: "2041-05-06T10:00:00Z",
    });
    await portal.enter("otto", "/user/tokens");
    const shown = {
      Account: "otto-sub",
      Description: "walk shown",
      Roles: "reader",
      Expires: "in 20 days",
      "Deletion date": expect.stringMatching(/^in \d+ years$/) as unknown,
      "Last generated": expect.stringMatching(/^now$|seconds? ago$/) as unknown,
    };
    expect(await cellsOf("API tokens", "walk shown")).toMatchObject({ ...shown, "Last used": "" });
    expect(await statusOf(token)).toBe(200);
    await portal.load("/user/tokens");
    expect(await cellsOf("API tokens", "walk shown")).toMatchObject({
      ...shown,
      "Last used": expect.stringMatching(/^now$|seconds? ago$/) as unknown,
      "Last used from": "127.0.0.0/24",
      Device: "curl",
    });
    await chooseInRow("API tokens", "walk shown", "Delete");
    await apply();
    await waitFor(() => expect(rows("API tokens", "walk shown")).toEqual([]));
    expect(await statusOf(token)).toBe(401);
  });

  it("[TOK-02] [TOK-03] a renewed token shows its new text once, and the old text no longer works", async () => {
    const old = await generated("walk again");
    await portal.enter("otto", "/user/tokens");
    await chooseInRow("API tokens", "walk again", "Generate token anew");
    await apply();
    const text = (await screen.findByLabelText<HTMLInputElement>("Token")).value;
    expect([await statusOf(old), await statusOf(text)]).toEqual([401, 200]);
    expect((await rowOf("API tokens", "walk again")).textContent).toContain("token can no longer be viewed");
    await portal.load("/user/tokens");
    await rowOf("API tokens", "walk again");
    expect(document.documentElement.outerHTML).not.toContain(text);
  });

  it("[TOK-06] the server refuses a role that the token already has", async () => {
    await generated("walk twice", { role_name_list: ["reader"] });
    await portal.enter("otto", "/user/tokens");
    const form = await openForm("Add role to a token");
    await chooseReference(form, "Token", "walk twice");
    await chooseReference(form, "Role", "reader");
    await plan(form);
    await press("Test");
    await screen.findByText(/one action was refused/);
    expect(within(elements()[0] ?? form).getAllByRole("alert")).not.toEqual([]);
  });
});

describe("sessions", () => {
  it("[TOK-10] the own sessions show device and network of the last use, and each can be ended", async () => {
    const other = await portal.signIn("otto");
    expect(await statusOf(other)).toBe(200);
    const browser =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(browser);
    await portal.enter("otto", "/user/tokens");
    expect(await cellsOf("Sessions", "curl")).toMatchObject({
      "Last used": expect.stringMatching(/^now$|seconds? ago$/) as unknown,
      "Last used from": "127.0.0.0/24",
    });
    await waitFor(() => expect(rows("Sessions", "Chrome, Linux")).not.toEqual([]));
    await expectAccessible();
    await chooseInRow("Sessions", "curl", "End");
    await apply();
    await waitFor(() => expect(rows("Sessions", "curl")).toEqual([]));
    expect(await statusOf(other)).toBe(401);
  });

  it("[TOK-10] an administrator sees where a token of somebody's subaccount was used, and ends it on its page", async () => {
    const token = await generated("walk leaked");
    expect(await statusOf(token)).toBe(200);
    await portal.enter("ada", "/cntl/mgr/otto-sub");
    expect(await cellsOf("API tokens", "walk leaked")).toMatchObject({
      "Last used": expect.stringMatching(/^now$|seconds? ago$/) as unknown,
      "Last used from": "127.0.0.0/24",
      Device: "curl",
    });
    await chooseInRow("API tokens", "walk leaked", "Delete");
    await apply();
    await waitFor(() => expect(rows("API tokens", "walk leaked")).toEqual([]));
    expect(await statusOf(token)).toBe(401);
  });

  it("[TOK-10] an administrator ends the session of somebody else on the page of the manager", async () => {
    const other = await portal.signIn("greta");
    expect(await statusOf(other, "Wget/1.25")).toBe(200);
    await portal.enter("ada", "/user/tokens");
    await waitFor(() => expect(rows("Sessions", "")).not.toEqual([]));
    // Ada may see all sessions; this page has only her own.
    expect(rows("Sessions", "Wget")).toEqual([]);
    await portal.load("/cntl/mgr/greta");
    await chooseInRow("Sessions", "Wget", "End");
    await apply();
    await waitFor(() => expect(rows("Sessions", "Wget")).toEqual([]));
    expect(await statusOf(other)).toBe(401);
  });
});

it("[SVC-05] an administrator who reads the subaccounts of others sees only own ones on the page", async () => {
  const own = { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "walk-own" } };
  await portal.run("ada", [own]);
  expect((await portal.rows("ada", "cntl.mgr.list", { is_sub: true })).length).toBeGreaterThan(1);
  await portal.enter("ada", "/user/tokens");
  await rowOf("Subaccounts", "ada-walk-own");
  expect(rowsOf("Subaccounts")).toHaveLength(1);
  await portal.run("ada", [{ name: "cntl.mgr.delete", old: { login_name: "ada-walk-own" } }]);
});
