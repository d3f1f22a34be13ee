import { expect, it } from "vitest";
import { exportList, importList } from "#core/txlist/file";
import type { Planned } from "#core/txlist/planned";
import { content, simple } from "./planned.ts";

const NOW = new Date("2026-11-21T05:07:09.123Z");

it("[MAC-04] a saved list has no secret of any statement, and each element says which ones are left out", () => {
  const secret = { object_fq_name: "macauth.client", object_function: "update" } as const;
  const parameters = {
    old: { mac_addr: "m", wpa2_key: "old-key" },
    new: { wpa2_key: "new-key", note: "n" },
  };
  const main: Planned = {
    uuid: "a",
    ta_type: "db_editor_bundle_append",
    variant: null,
    content: content({ ...secret, parameters, preview_fields: ["wpa2_key", "note"] }),
    bundle: [
      { ...secret, object_function: "create", parameters: { old: {}, new: { wpa2_key: "next-key" } } },
    ],
  };
  const isSecret = (object: string, name: string) => object === "macauth.client" && name === "wpa2_key";
  const file = exportList([main, simple("b")], "ada", NOW, isSecret);
  expect(file).not.toMatch(/(old|new|next)-key/);
  const loss = { object: "macauth.client", attribute: "wpa2_key", reason: "core.reverse.notSaved" };
  expect(importList(file, () => "new")).toMatchObject({
    ok: true,
    items: [
      {
        content: { parameters: { old: { mac_addr: "m" }, new: { note: "n" } } },
        bundle: [{ parameters: { new: {} } }],
        losses: [loss, loss],
      },
      { uuid: "b" },
    ],
  });
  const [, plain] = (JSON.parse(file) as { transaction: readonly object[] }).transaction;
  expect(plain).toEqual(simple("b"));
  expect(exportList([main], "ada", NOW)).toContain("new-key");
});
