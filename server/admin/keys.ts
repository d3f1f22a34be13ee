import { textIn } from "#contract/wire/json";
import { gpkOf, parseGpk } from "../catalogue/gpk.ts";
import { attributeOf, secretNames, type ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { columnOf } from "../sql/ddl.ts";
import { inTerminal } from "../terminal.ts";
import { titleOf } from "../wapi/write/log.ts";
import type { Operator } from "./operator.ts";

/** Where a secret of an object is kept, without its value. */
export interface Key {
  readonly gpk: string;
  readonly title: string;
  readonly attribute: string;
  readonly is_set: boolean;
}

/** Keys of one attribute. */
export interface Keys {
  readonly type: string;
  readonly attribute: string;
  readonly count: number;
  readonly set_count: number;
  /** The first keys, ordered by number. */
  readonly key_list: readonly Key[];
}

/** Types of objects that have a secret. */
export function keyTypes({ catalogue }: Operator): readonly ObjectType[] {
  return [...catalogue.types.values()].filter((type) => secretNames(type).length > 0);
}

/** The secrets of all types, or of one, with the first `most` objects of each. */
export async function keysOf(
  operator: Operator,
  name: string | null,
  most: number,
): Promise<readonly Keys[]> {
  const types = keyTypes(operator).filter((type) => name === null || type.name === name);
  if (types.length === 0) {
    const known = keyTypes(operator).map((type) => type.name);
    throw new Error(
      inTerminal({
        de: `Objekte von ${name ?? ""} haben keinen Schlüssel. Schlüssel haben ${known.join(", ")}.`,
        en: `Objects of ${name ?? ""} have no key. Keys have ${known.join(", ")}.`,
      }),
    );
  }
  const found: Keys[] = [];
  for (const type of types)
    for (const attribute of secretNames(type)) found.push(await keysIn(operator, type, attribute, most));
  return found;
}

async function keysIn(operator: Operator, type: ObjectType, attribute: string, most: number): Promise<Keys> {
  const column = quoted(columnOf(attributeOf(type, attribute)) ?? attribute);
  const [counted] = await operator.query<{ count: number; set_count: number }>(
    `select count(*)::int, count(${column})::int as set_count from ${type.table}`,
  );
  const rows = await operator.query<{ id: string; is_set: boolean }>(
    `select id::text, ${column} is not null as is_set from ${type.table} order by ${type.table}.id limit $1`,
    [most],
  );
  const titles = await titlesOf(
    operator,
    type,
    rows.map(({ id }) => gpkOf(type, id)),
  );
  const list = rows.map(({ id, is_set }) => {
    const gpk = gpkOf(type, id);
    return { gpk, title: titles.get(gpk) ?? "", attribute, is_set };
  });
  return { type: type.name, attribute, count: 0, set_count: 0, ...counted, key_list: list };
}

async function titlesOf(
  { execute }: Operator,
  type: ObjectType,
  gpks: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (gpks.length === 0) return new Map();
  const lists = await execute([{ idx: "rows", name: `${type.name}.list`, old: { gpk_list: gpks } }]);
  return new Map((lists["rows"] ?? []).map((row) => [textIn(row["gpk"]), titleOf(type, row)]));
}

/** Sets a secret of the object with this gpk. Its value is written to no log and no change log. */
export async function setKey(
  operator: Operator,
  gpk: string,
  wished: string | null,
  value: string,
): Promise<void> {
  const type = parseGpk(gpk, operator.catalogue)?.type;
  const names = type === undefined ? [] : secretNames(type);
  const attribute = wished ?? names[0];
  if (type === undefined || attribute === undefined || !names.includes(attribute))
    throw new Error(
      inTerminal({
        de: `${gpk} hat keinen Schlüssel${wished === null ? "" : ` ${wished}`}. „npm run admin -- keys“ nennt die Objekte, die einen haben.`,
        en: `${gpk} has no key${wished === null ? "" : ` ${wished}`}. "npm run admin -- keys" names the objects that have one.`,
      }),
    );
  await operator.execute([{ name: `${type.name}.update`, old: { gpk }, new: { [attribute]: value } }]);
}
