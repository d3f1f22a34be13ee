import { join } from "node:path";
import { permissionId, permissionOf, rwPermission } from "../catalogue/derived.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import { textSql } from "../sql/bind.ts";
import type { Definition } from "../sql/ddl.ts";
import { named, type Difference } from "../sql/ddl-refused.ts";
import { describedTargets } from "./metadata.ts";
import { folderOf, PRODUCT_FOLDER, type Migration } from "./migrations.ts";

interface Wanted {
  readonly refused: readonly Difference[];
  readonly catalogue: Catalogue;
  readonly migrations: readonly Migration[];
  readonly known: Definition | null;
}

/** Refusal of a start: each difference with its file, and the migration to write, ready to be copied. */
export function wantedMigrations(wanted: Wanted): string {
  const { refused, catalogue, migrations, known } = wanted;
  const isOfSite = ({ type }: Difference): boolean => {
    const there = catalogue.types.get(type);
    return there === undefined ? known?.ofSite?.includes(type) !== false : there.siteFile !== null;
  };
  const lines = refused.map((one) => `  ${placeOf(one, catalogue, isOfSite(one))}: ${one.text}`);
  const files = [true, false].flatMap((ofSite) => {
    const those = refused.filter((one) => isOfSite(one) === ofSite);
    return those.length === 0 ? [] : [fileFor(those, nextFile(catalogue, migrations, ofSite), catalogue)];
  });
  return [
    "The database was made from other definitions, and this start would have to change more than it may. Nothing was changed.",
    ...lines,
    ...files,
    'What they would lose is told by "npm run migrate -- --check".',
  ].join("\n");
}

function pathOf({ type, at }: Difference): string {
  return at === null ? type : `${type}.${at}`;
}

/** Roles keep the permissions of a renamed type; new permissions are written after the migrations. */
function keptGrants(catalogue: Catalogue, was: string, now: string): readonly string[] {
  const renamed = [
    [permissionOf(was, "ro"), permissionOf(now, "ro")],
    [permissionOf(was, "rw"), rwPermission(now, catalogue.type(now).spec.write)],
  ] as const;
  const updates = describedTargets(catalogue)
    .filter(({ to }) => to.spec.describes === "permissions")
    .flatMap(({ from, column }) =>
      renamed.map(
        ([before, after]) =>
          `update ${named(from.name)}
            set ${named(column)} = ${textSql(permissionId(after))}
            where ${named(column)} = ${textSql(permissionId(before))};`,
      ),
    );
  return updates.length === 0 ? [] : ["set constraints all deferred;", ...updates];
}

function placeOf(one: Difference, { types, siteFolder }: Catalogue, isOfSite: boolean): string {
  const { type } = one;
  const path = pathOf(one);
  const there = types.get(type);
  if (there !== undefined) return there.siteFile === null ? path : `${there.siteFile}: ${path}`;
  if (!isOfSite) return path;
  // Otherwise an operator who forgets the setting would believe that the type must be dropped.
  return siteFolder === null
    ? `${path}: no folder of the site's types is set (NETPORTAL_OBJECTS). Set it, if the type is not to go. Now`
    : `${siteFolder}: no file defines ${path}. Put its file back, if the type is not to go. Now`;
}

function nextFile({ siteFolder }: Catalogue, migrations: readonly Migration[], ofSite: boolean): string {
  const numbers = migrations.filter(({ isOfSite }) => isOfSite === ofSite).map(({ number }) => number);
  const next = String(Math.max(0, ...numbers) + 1).padStart(3, "0");
  const folder = ofSite ? (folderOf(siteFolder) ?? "$NETPORTAL_OBJECTS/migrations") : PRODUCT_FOLDER;
  return join(folder, `${next}-name.sql`);
}

function fileFor(refused: readonly Difference[], file: string, catalogue: Catalogue): string {
  const text = [
    ...[...new Set(refused.flatMap(({ changes }) => changes))].map((change) => `-- changes: ${change}`),
    ...refused.flatMap(({ sql }) => sql),
  ];
  const renamed = refused.flatMap((one) =>
    one.renamed === null
      ? []
      : [
          `If ${pathOf(one)} was renamed to ${one.renamed.to}, write for it instead:`,
          ...[
            ...one.renamed.changes.map((change) => `-- changes: ${change}`),
            ...one.renamed.sql.split("\n"),
            ...(one.at === null ? keptGrants(catalogue, one.type, one.renamed.to) : []),
          ].map((line) => `  ${line}`),
        ],
  );
  return [`Write ${file}:`, ...text.map((line) => `  ${line}`), ...renamed].join("\n");
}
