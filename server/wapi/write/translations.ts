import { textIn, type Json } from "#contract/wire/json";
import { gpkOf, parseGpk } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { quoted } from "../../sql/bind.ts";
import { readRows } from "./rows.ts";
import { deleteRows } from "./store.ts";
import type { Stored, WriteRun } from "./stages.ts";

const GERMAN = "de";

/** A text that has to follow another one: its object, its attribute, and the step that changed the other text. */
interface Text {
  readonly id: string;
  readonly key: string;
  readonly value: Json;
  readonly position: number;
}

/** Changes the plain attribute of a row when its German translation changes, because the attribute holds the German text (wire contract 3.10). */
export async function followGerman(run: WriteRun, works: readonly Stored[]): Promise<void> {
  for (const work of works) {
    const text = (name: string): string => textIn(work.given[name] ?? work.before?.[name]);
    const object = parseGpk(text("object_gfk"), run.catalogue);
    if (text("language_tag") !== GERMAN || object === null) continue;
    const { type, id } = object;
    const key = text("lang_attr_key");
    const value = work.values["value"] ?? null;
    await setText(run, type, key, { id, key, value, position: work.plan.position });
  }
}

/** Changes an existing German translation when the plain attribute changes. An empty attribute deletes the translation. */
export async function followAttributes(
  run: WriteRun,
  type: ObjectType,
  works: readonly Stored[],
): Promise<void> {
  const keys = type.spec.languageAttributes ?? [];
  const texts = works.flatMap(({ id, given, plan: { position, new: changed } }): Text[] =>
    keys
      .filter((key) => changed[key] !== undefined)
      .map((key) => ({ id, key, value: given[key] ?? null, position })),
  );
  const translation = run.catalogue.translations;
  if (texts.length === 0 || translation === null) return;
  const sql = `select t.id::text as id, i.o
    from json_to_recordset($1::json) i(o int, gpk text, key text, value text)
      join ${translation.table} t on t.object_gfk = i.gpk
        and t.lang_attr_key = i.key
        and t.language_tag = '${GERMAN}'
    where t.value is distinct from i.value
    order by t.id
    for update of t`;
  const asked = texts.map(({ id, key, value }, o) => ({ o, gpk: gpkOf(type, id), key, value }));
  const found = await run.tx.query<{ id: string; o: number }>(sql, [JSON.stringify(asked)], "german-texts");
  for (const { id, o } of found) {
    const text = texts[o];
    if (text === undefined) continue;
    if (text.value === null) await removeText(run, translation, id, text.position);
    else await setText(run, translation, "value", { ...text, id });
  }
}

async function setText(run: WriteRun, type: ObjectType, column: string, text: Text): Promise<void> {
  const { id, value, position } = text;
  const ids = [id];
  const place = `${type.table} t`;
  await run.tx.query(`select from ${place} where t.id = any($1::${type.idType}[]) for no key update`, [ids]);
  const before = (await readRows(run, type, ids)).get(id);
  const set = `update ${place}
    set ${quoted(column)} = $2
    where t.id = any($1::${type.idType}[]) and t.${quoted(column)} is distinct from $2`;
  await run.tx.query(set, [ids, value]);
  const after = (await readRows(run, type, ids)).get(id);
  if (before === undefined || after === undefined || before.text === after.text) return;
  run.log.add(position, { type, id, fn: "update", old: before.row, new: after.row });
}

async function removeText(run: WriteRun, type: ObjectType, id: string, position: number): Promise<void> {
  const row = (await readRows(run, type, [id])).get(id)?.row ?? null;
  deleteRows(run, type, [id]);
  run.log.add(position, { type, id, fn: "delete", old: row, new: null });
}
