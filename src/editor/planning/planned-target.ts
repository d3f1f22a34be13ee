import type { Params, Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { furtherOf, translatedChanges } from "#core/form/translated";
import type { FormTarget } from "#core/form/target";
import { presentStep } from "#core/txlist/overtaken";
import { contentOf, fromNullText, NULL_TEXT, type Planned, type PlannedFunction } from "#core/txlist/planned";

/**
 * The form of a planned element. An update shows the present values of its object with the planned ones filled in and offers all fields; if the
 * object is unreadable, only planned fields.
 */
export async function targetOfPlanned(
  item: Planned,
  catalogue: Catalogue,
  execute: Execute,
): Promise<FormTarget | null> {
  const content = contentOf(item);
  if (content === null) return null;
  const { object_fq_name: object, object_function: operation } = content;
  if (!isObjectName(object) || !isFormed(operation)) return null;
  const shared = {
    object,
    set: { ...plainValues(content.parameters.new), ...textsOf(item) },
    nulled: Object.keys(content.parameters.new).filter((name) => content.parameters.new[name] === NULL_TEXT),
    show: content.show_result,
    require: content.non_optionals,
    ...(content.input_reducer === null ? {} : { reduce: content.input_reducer }),
    ...(item.variant === null ? {} : { variant: item.variant }),
    ...(item.losses === undefined ? {} : { losses: item.losses }),
    ...bundleOf(item),
  };
  if (operation === "create") return { ...shared, operation, row: null };
  const row = await presentRow(item, catalogue, execute);
  if (row !== null) return { ...shared, operation, row };
  return {
    ...shared,
    operation,
    row: plainValues(content.parameters.old),
    ask: Object.keys(content.parameters.new),
  };
}

function isFormed(operation: PlannedFunction): operation is "create" | "update" | "connect" {
  return operation === "create" || operation === "update" || operation === "connect";
}

/** Planned texts in the language of their author. */
function textsOf(item: Planned): Row {
  return Object.fromEntries(translatedChanges(item).map(({ attribute, after = null }) => [attribute, after]));
}

/** Further statements of a bundle, which stay with its main action (TA-29). */
function bundleOf(item: Planned): Pick<FormTarget, "bundle"> {
  const statements = furtherOf(item);
  if (!("bundle" in item) || statements.length === 0) return {};
  const at = item.ta_type === "db_editor_bundle_prepend" ? "prepend" : "append";
  return { bundle: { at, statements } };
}

async function presentRow(item: Planned, catalogue: Catalogue, execute: Execute): Promise<Row | null> {
  const step = presentStep(item, catalogue);
  if (step === null) return null;
  const outcome = await execute([step], { dryRun: false });
  return outcome.ok ? (outcome.lists[item.uuid]?.[0] ?? null) : null;
}

function plainValues(params: Params): Row {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fromNullText(value)]));
}

function isObjectName(name: string): name is FormTarget["object"] {
  return name.includes(".");
}
