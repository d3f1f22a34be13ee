import { valueOf } from "../../wapi/value.ts";
import { textIn } from "#contract/wire/json";
import { followGerman } from "../../wapi/write/translations.ts";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { holdObjects } from "../../wapi/write/hold-objects.ts";
import { violation } from "../violation.fault.ts";

/** Translations exist only for translatable attributes, in the format of the attribute. The German text is the attribute itself (wire contract 3.10, 7.3). */
export default defineBehaviour({
  readsAndWrites(_, set) {
    set.isBarrier = true;
  },
  async prepare(run, works) {
    if (works[0]?.plan.kind !== "create") return;
    for (const [type, placed] of await holdObjects(run, works, "object_gfk"))
      for (const { work } of placed) work.values["object_fq_name"] = type.name;
  },
  check(run, works) {
    for (const work of works) if (work.plan.kind !== "delete") checkText(run, work);
  },
  async settle(run, works) {
    if (works[0]?.plan.kind !== "delete") await followGerman(run, works);
  },
});

function checkText(run: WriteRun, work: Placed): void {
  const name = textIn(work.values["object_fq_name"] ?? work.before?.["object_fq_name"]);
  const key = textIn(work.given["lang_attr_key"] ?? work.before?.["lang_attr_key"]);
  const type = run.catalogue.type(name);
  const attribute = type.attributes.get(key);
  const broken = (rule: string): Error => violation(work.plan.type.name, rule, "object_gfk", "lang_attr_key");
  if (attribute === undefined || type.spec.languageAttributes?.includes(key) !== true)
    throw broken("attribute_has_translations");
  // Texts from a definition are written again at every start.
  if (type.spec.source === "metadata") throw broken("text_is_of_the_definition");
  work.values["value"] = valueOf(attribute.dataType, textIn(work.given["value"]), {
    parameter: "value",
    scope: "new",
  });
}
