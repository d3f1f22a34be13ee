import { dataType, dataTypes } from "../catalogue/data-types.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { knownNames, type Mistake } from "../catalogue/mistakes.ts";
import type { Tx } from "../db/database.ts";
import { reasonOf, sqlStateOf } from "../db/pool.ts";
import { NOBODY } from "./actor.ts";
import { actorValues } from "./rules.ts";
import { piecesOf, type Piece } from "./statements.ts";

const UNKNOWN_COLUMN = "42703";

/** SQL texts of these types that the database refuses. Their tables have to exist; nothing is run. */
export async function wrongSql(
  tx: Tx,
  catalogue: Catalogue,
  types: readonly ObjectType[],
): Promise<readonly Mistake[]> {
  const pieces = types.flatMap((type) =>
    piecesOf(type, catalogue).map((piece) => ({ type: type.name, piece, bound: bound(piece) })),
  );
  const mistakes: Mistake[] = [];
  // A value that is wrong is wrong in the list too.
  const note = (type: string, at: string, text: string): void => {
    if (at !== "list" || !mistakes.some((one) => one.type === type)) mistakes.push({ type, at, text });
  };
  const explained = pieces.flatMap(({ type, piece, bound: { sql, fault } }) => {
    if (fault === null) return [{ type, piece, sql: `explain ${sql}` }];
    note(type, piece.at, `${fault} ${piece.wanted}`);
    return [];
  });
  if (await isFine(tx, explained.map(({ sql }) => sql).join(";\n"))) return mistakes;
  for (const { type, piece, sql } of explained) {
    const reason = await refusal(tx, piece, sql);
    if (reason !== null) note(type, piece.at, `${reason} ${piece.wanted}`);
  }
  return mistakes;
}

/** All statements in one round trip. */
async function isFine(tx: Tx, statements: string): Promise<boolean> {
  try {
    await tx.nested((inner) => inner.query(statements));
    return true;
  } catch {
    return false;
  }
}

async function refusal(tx: Tx, piece: Piece, sql: string): Promise<string | null> {
  try {
    await tx.nested((inner) => inner.query(sql));
    return null;
  } catch (fault) {
    if (piece.isWidened === true && sqlStateOf(fault) === UNKNOWN_COLUMN) return null;
    return `the database refuses the SQL: ${reasonOf(fault)}.`;
  }
}

const ACTOR = new Map(
  Object.entries(actorValues(NOBODY)).map(([name, { cast }]): [string, string] => [name, cast]),
);
const VALUES = new Map(dataTypes().map(({ name }) => [name as string, name]));

/** Values of the right types in place of placeholders. */
function bound({ sql: text }: Piece): { readonly sql: string; readonly fault: string | null } {
  let fault: string | null = null;
  const sql = text.replace(
    /\{([a-z_]+)(?::([a-z_0-9]+))?\}/g,
    (whole, name: string, of: string | undefined) => {
      const value = VALUES.get(of ?? "");
      if (value !== undefined) return `null::${dataType(value).sqlType}`;
      const cast = ACTOR.get(name);
      if (cast === undefined) fault ??= `nothing is known by ${whole}. ${knownNames(name, ACTOR.keys())}`;
      return `null::${cast ?? "text"}`;
    },
  );
  return { sql, fault };
}
