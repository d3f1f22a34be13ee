import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** Rooms of the machine, which works for every object type. */
const GENERIC = ["server/catalogue", "server/sql", "server/access", "server/wapi"];

/** The names that are left, by file. Whoever removes one takes it off the list; nobody adds one. */
const LEFT: Readonly<Record<string, string>> = {
  "server/access/end-token.ts": "cntl.wapi_auth cntl.wapi_auth2role",
  "server/access/explain.ts":
    'cntl."group cntl.group cntl.group2ou cntl.group_addr_space cntl.mgr cntl.mgr2ou cntl.permission cntl.role cntl.role2permission cntl.role2role dns.fqdn dns.fqdn2group dns.fqdn2ou nd.bcd nd.bcd2group nd.bcd2ou nd.ip_subnet org.unit',
  "server/access/resolve.ts": "cntl.mgr cntl.wapi_auth",
  "server/access/rights.ts":
    'cntl."group cntl.group2ou cntl.group_addr_space cntl.mgr cntl.mgr2group cntl.mgr2ou cntl.mgr2role cntl.permission cntl.role2permission cntl.role2role cntl.wapi_auth2role dns.anchor dns.fqdn2group dns.fqdn2ou nd.bcd2group nd.bcd2ou nd.ip_subnet org.unit',
  "server/access/rules.ts": "cntl.group dns.fqdn nd.bcd nd.ip_subnet org.unit",
  "server/catalogue/data-type-table.ts": "dns.rw",
  "server/catalogue/define-rights.ts": "cntl.group dns.fqdn nd.bcd org.unit",
  "server/catalogue/load.ts": "tmp.",
  "server/catalogue/storage/groups.ts": 'cntl."group cntl.group_addr_space nd.ip_subnet',
  "server/wapi/cidr-step.ts": "nd.ip_subnet tmp.",
  "server/wapi/compile-list.ts": "cntl.ot_lang_attr_val",
  "server/wapi/describe.ts": "cntl.ot_lang_attr_def cntl.ot_lang_attr_val cntl.permission",
  "server/wapi/end-token.ts": "cntl.wapi_auth",
  "server/wapi/literal-rows.ts": "tmp.generic_object",
  "server/wapi/write/eligible.ts": "cntl.mgr cntl.mgr2role cntl.wapi_auth cntl.wapi_auth2role",
  "server/wapi/write/open.ts":
    "cntl.mgr2role cntl.role cntl.role2permission cntl.role2role cntl.wapi_auth cntl.wapi_auth2role",
  "server/wapi/write/translations.ts": "cntl.ot_lang_attr_val",
  "server/wapi/write/tree-locks.ts":
    "cntl.group_addr_space dhcp.pool dhcp.static_assignment dns.fqdn dns.fqdn2group dns.fqdn2ou dns.lock_names dns.lock_subnets dns.record dns.share_names dns.share_subnets nd.ip_subnet",
};

it("the machine knows no object type by name, but those of the API itself", async () => {
  const systems = [...(await loadCatalogue()).types.values()].map(({ system }) => system);
  const name = new RegExp(`\\b(?:${[...new Set(systems)].filter(isSubject).join("|")})\\."?\\w*`, "g");
  const found = GENERIC.flatMap(filesIn).flatMap((file): [string, string][] => {
    const names = new Set(textsOf(file).flatMap((text) => text.match(name) ?? []));
    return names.size === 0 ? [] : [[file, [...names].sort().join(" ")]];
  });
  expect(Object.fromEntries(found)).toEqual(LEFT);
});

function isSubject(system: string): boolean {
  return system !== "wapi";
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return entries.filter((entry) => entry.endsWith(".ts")).map((entry) => `${folder}/${entry}`);
}

/** All strings of a file, types of strings and parts of templates included; not its comments and imports. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}
