import { parseGpk } from "../../../catalogue/gpk.ts";
import type { ObjectType } from "../../../catalogue/object-type.ts";
import { refuse, type Refusal } from "../../../faults.ts";
import { isStored } from "../../../sql/ddl.ts";
import { valueOf } from "../../value.ts";
import { textOf } from "../text.ts";
import { followGerman } from "../translations.ts";
import type { Work, WriteRun } from "../work.ts";
import type { Behaviour } from "./behaviour.ts";

/** Translations: of attributes that have some, in the form of the attribute; the German one is the attribute itself (wire contract 3.10, 7.3). */
export const translation: Behaviour = {
  touch(_, touch) {
    touch.isBarrier = true;
  },
  async prepare(run, works) {
    if (works[0]?.plan.kind === "create") await placeObjects(run, works);
  },
  check(run, works) {
    for (const work of works) if (work.plan.kind !== "delete") checkText(run, work);
    return Promise.resolve();
  },
  async settle(run, works) {
    if (works[0]?.plan.kind !== "delete") await followGerman(run, works);
  },
};

/** The type of each object, and the object held so that it cannot go meanwhile. */
async function placeObjects(run: WriteRun, works: readonly Work[]): Promise<void> {
  const asked = new Map<ObjectType, { work: Work; id: string }[]>();
  for (const work of works) {
    const found = parseGpk(textOf(work.given["object_gfk"]), run.catalogue);
    if (found === null || !isStored(found.type)) {
      work.missing.push({ column: "object_gfk", refusal: notFound(work, null) });
      continue;
    }
    work.values["object_fq_name"] = found.type.name;
    asked.set(found.type, [...(asked.get(found.type) ?? []), { work, id: found.id }]);
  }
  for (const [type, list] of asked) {
    const sql = `select t.id::text id from ${type.table} t where t.id = any($1::${type.idType}[]) order by t.id for key share`;
    const rows = await run.tx.query<{ id: string }>(
      sql,
      [list.map(({ id }) => id)],
      `hold-object-${type.name}`,
    );
    const there = new Set(rows.map(({ id }) => id));
    for (const { work, id } of list)
      if (!there.has(id)) work.missing.push({ column: "object_gfk", refusal: notFound(work, type) });
  }
}

function notFound(work: Work, type: ObjectType | null): Refusal {
  return refuse("referenced_object_not_found", {
    object_fq_name: work.plan.type.name,
    attribute: "object_gfk",
    value: work.given["object_gfk"] ?? null,
    reference_name: "api_func_cntl_ot_lang_attr_val_object_gfk",
    ref_object_fq_name: type?.name ?? null,
  });
}

function checkText(run: WriteRun, work: Work): void {
  const name = textOf(work.values["object_fq_name"] ?? work.before?.["object_fq_name"]);
  const key = textOf(work.given["lang_attr_key"] ?? work.before?.["lang_attr_key"]);
  const type = run.catalogue.type(name);
  const attribute = type.attributes.get(key);
  if (attribute === undefined || type.spec.languageAttributes?.includes(key) !== true)
    throw violation(work, "attribute_has_translations");
  // Texts that a definition brings with it are written anew at every start.
  if (type.spec.source === "metadata") throw violation(work, "text_is_of_the_definition");
  // In the form of the attribute that it translates.
  work.values["value"] = valueOf(attribute.dataType, textOf(work.given["value"]), {
    parameter: "value",
    scope: "new",
  });
}

function violation({ plan }: Work, rule: string): Error {
  return refuse("check_violation", {
    object_fq_name: plan.type.name,
    rule,
    attribute_list: ["object_gfk", "lang_attr_key"],
  });
}
