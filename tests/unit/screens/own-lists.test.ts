import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { OwnReader } from "#core/screen/own";
import type { Screen, Section } from "#core/screen/screen";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import fqdns from "../../../src/subjects/dns/fqdns.ts";
import groups from "../../../src/subjects/cntl/groups.ts";
import { allScreens } from "../../support/all-screens.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let screens: readonly Screen[] = [];
let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
  screens = await allScreens();
});

function reader(permissions: readonly string[], ownLists: OwnReader["ownLists"] = {}): OwnReader {
  return { visitor: { permissions: new Set(permissions) }, loginName: "otto", ownLists };
}

const isOwn = (screen: Screen, who?: OwnReader) =>
  completeSteps(screen, {}, who)[0]?.old?.["is_own"] === true;

describe("a list of own objects", () => {
  it.each<readonly [string, OwnReader | undefined, boolean]>([
    ["nobody in particular", undefined, true],
    ["an account without rights", reader([]), true],
    ["a right to another type", reader(["nd.ro:bcd"]), true],
    ["the right to read all", reader(["dns.ro:fqdn"]), false],
    ["the right to write all", reader(["dns.rw:fqdn"]), false],
    ["a choice of own ones", reader(["dns.ro:fqdn"], { "otto dns.fqdn": true }), true],
    ["a choice of all", reader(["dns.ro:fqdn"], { "otto dns.fqdn": false }), false],
    ["a choice of all without the right", reader([], { "otto dns.fqdn": false }), true],
    ["a choice of another account", reader(["dns.ro:fqdn"], { "greta dns.fqdn": true }), false],
    ["a choice for another type", reader(["dns.ro:fqdn"], { "otto nd.bcd": true }), false],
  ])("[LIST-41] [LIST-42] for %s is cut to own objects: %s", (_, who, expected) => {
    expect(isOwn(fqdns, who)).toBe(expected);
  });

  it("[LIST-43] requests its numbers in the same call, and is cut like every long list", () => {
    expect(completeSteps(fqdns, {}, reader(["dns.ro:fqdn"]))).toEqual([
      { idx: "fqdn", name: "dns.fqdn.list", old: { fetch_limit: 201 } },
      { idx: "fqdn_count", name: "tmp.row_count.list", old: { object_fq_name: "dns.fqdn" } },
    ]);
    expect(completeSteps(groups, {})).toEqual([
      { idx: "group", name: "cntl.group.list", old: { is_own: true } },
      { idx: "group_count", name: "tmp.row_count.list", old: { object_fq_name: "cntl.group" } },
    ]);
  });

  it("[LIST-41] has the rights that the metadata name for its type", () => {
    const wrong: string[] = [];
    let tables = 0;
    for (const screen of screens)
      for (const section of screen.sections) {
        const type = ownType(screen, section);
        if (type === null) continue;
        tables += 1;
        const rights = catalogue.fn(type, "list")?.permission_list ?? [];
        const all = catalogue.types.flatMap(({ name }) => catalogue.fn(name, "list")?.permission_list ?? []);
        for (const right of new Set([...rights, ...all]))
          if (isOwn(screen, reader([right])) === rights.includes(right))
            wrong.push(`${screen.path}: ${right}`);
      }
    expect(tables).toBeGreaterThanOrEqual(6);
    expect(wrong).toEqual([]);
  });

  it("[PERM-50] is the only list of the portal that hides readable rows, except pages about the account itself", () => {
    const all = reader(catalogue.types.map(({ name }) => name.replace(".", ".ro:")));
    const hiding = screens.flatMap((screen) => {
      const params = Object.fromEntries(
        [...screen.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "x"]),
      );
      const steps = completeSteps(screen, params, all);
      return screen.sections.flatMap((section) =>
        section.kind === "table" && steps.find(({ idx }) => idx === section.of)?.old?.["is_own"] === true
          ? [`${screen.path} ${section.of}`]
          : [],
      );
    });
    expect(hiding.toSorted()).toEqual([
      "/ bcd",
      "/home bcd",
      "/user/tokens session",
      "/user/tokens sub",
      "/user/tokens token",
      "/user/views view",
    ]);
  });
});

function ownType(screen: Screen, section: Section): string | null {
  if (section.kind !== "table" || section.own === undefined) return null;
  return (
    completeSteps(screen, {})
      .find(({ idx }) => idx === section.of)
      ?.name.replace(/\.list$/, "") ?? null
  );
}
