import type { Mistake } from "../../catalogue/mistakes.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { reasonOf } from "../../db/pool.ts";
import { undone } from "../../db/undone.ts";
import { quoted } from "../../sql/bind.ts";
import { makeTables } from "./copy.ts";
import { copyLayoutOf } from "./copy-layout.ts";

/**
 * Mistakes in views of these types that would appear only in a copy beside services. Tries the views on empty tables like those of a copy, and rolls
 * back.
 */
export async function wrongViews(
  tx: Tx,
  catalogue: Catalogue,
  types: readonly ObjectType[],
): Promise<readonly Mistake[]> {
  const viewed = types.filter(({ spec }) => spec.service?.views !== undefined);
  if (viewed.length === 0) return [];
  return undone(tx, async (inner) => {
    const found: Mistake[] = [];
    await setAside(inner, viewed);
    await makeTables(inner, copyLayoutOf(catalogue));
    for (const type of viewed) found.push(...(await wrongIn(inner, type)));
    return found;
  });
}

/** Renaming a schema does not wait for readers or writers of its tables. */
const SCHEMAS = `select nspname as name
  from pg_namespace
  where nspname not like 'pg\\_%'
    and nspname not in ('information_schema', 'public')
    and pg_has_role(nspowner, 'usage')`;

async function setAside(tx: Tx, viewed: readonly ObjectType[]): Promise<void> {
  const schemas = await tx.query<{ name: string }>(SCHEMAS);
  for (const [index, { name }] of schemas.entries())
    await tx.query(`alter schema ${quoted(name)} rename to ${quoted(`netportal_aside_${String(index)}`)}`);
  for (const { spec } of viewed) await tx.query(`create schema ${quoted(spec.service?.reader ?? "")}`);
}

async function wrongIn(tx: Tx, { name, spec }: ObjectType): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  const missing: string[] = [];
  for (const [index, sql] of (spec.service?.views ?? []).entries()) {
    try {
      await tx.nested((inner) => inner.query(sql));
    } catch (fault) {
      const reason = reasonOf(fault);
      // A view that fails only because an earlier one is missing has no mistake of its own.
      if (!missing.some((view) => reason.includes(`"${view}"`)))
        mistakes.push({
          type: name,
          at: `service.views[${String(index)}]`,
          text: `the database refuses the SQL: ${reason}. ${WANTED}`,
        });
      missing.push(...(/\bview\s+([\w.]+)/i.exec(sql)?.slice(1) ?? []));
    }
  }
  return mistakes;
}

const WANTED =
  "A copy has the id and what service.copied names, of every type. Write a view over these in the schema of reader, or an index.";
