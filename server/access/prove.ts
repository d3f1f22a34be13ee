import { dataType, dataTypes } from "../catalogue/data-types.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { knownNames, type Mistake } from "../catalogue/mistakes.ts";
import type { Tx } from "../db/database.ts";
import { reasonOf, sqlStateOf } from "../db/pool.ts";
import { NOBODY } from "./actor.ts";
import { actorValues } from "./rules.ts";
import { piecesOf, type Piece } from "./statements.ts";

const UNKNOWN_COLUMN = "42703";

/** SQL texts of these types that the database refuses. The tables of the types must exist. The texts are checked and not executed. */
export async function wrongSql(
  tx: Tx,
  catalogue: Catalogue,
  types: readonly ObjectType[],
): Promise<readonly Mistake[]> {
  const pieces = types.flatMap((type) =>
    [...piecesOf(type, catalogue)].map((piece) => ({ type: type.name, piece, bound: bound(piece) })),
  );
  const mistakes: Mistake[] = [];
  // A wrong value makes the list fail too. So a mistake in the list is reported only if the type has no other mistake.
  const note = (type: string, at: string, text: string): void => {
    if (at !== "list" || !mistakes.some((one) => one.type === type)) mistakes.push({ type, at, text });
  };
  const explained = pieces.flatMap(({ type, piece, bound: { sql, fault } }) => {
    if (fault === null) return [{ type, piece, sql: `explain ${sql}` }];
    note(type, piece.at, `${fault} ${piece.wanted}`);
    return [];
  });
  // All statements in one round trip.
  if ((await faultIn(tx, explained.map(({ sql }) => sql).join(";\n"))) === null) return mistakes;
  for (const { type, piece, sql } of explained) {
    const fault = await faultIn(tx, sql);
    const isMissing = piece.isWidened === true && sqlStateOf(fault) === UNKNOWN_COLUMN;
    if (fault !== null && !isMissing)
      note(type, piece.at, `the database refuses the SQL: ${reasonOf(fault)}. ${piece.wanted}`);
  }
  return mistakes;
}

/** The error of the database for these statements; null if it accepts them. */
async function faultIn(tx: Tx, statements: string): Promise<unknown> {
  try {
    await tx.nested((inner) => inner.query(statements));
    return null;
  } catch (fault) {
    return fault;
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
