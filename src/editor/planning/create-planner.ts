import { LIMITS } from "#contract/limits";
import type { FormPrefs, FormTarget } from "#core/form/target";
import type { Text } from "#core/text";
import type { Command } from "#core/txlist/history";
import { contentOf, fromNullText, NULL_TEXT, type Planned, type PlannedFunction } from "#core/txlist/planned";
import type { Params, Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { furtherOf, translatedChanges } from "#core/form/translated";
import { presentStep } from "#core/txlist/overtaken";
import type { Portal } from "../portal.ts";
import type { Control } from "./controls.ts";
import { directChange } from "./direct-change.ts";
import type { OpenForm } from "./opened-form.tsx";
import type { Planner } from "./planner.ts";

export interface PlannerGround {
  readonly portal: Portal;
  readonly prefs: FormPrefs;
  readonly show: (form: OpenForm) => void;
  readonly submit: (command: Command) => void;
}

/** What a planner does, loaded before the first use. */
export function createPlanner(ground: PlannerGround): Planner {
  const { portal, prefs, show, submit } = ground;
  const { catalogue, execute, txlist, notices, renewCatalogue } = portal;
  /** Tells why something cannot be planned, if there is a reason. */
  const isRefused = (text: Text | null): boolean => {
    if (text !== null) notices.show({ tone: "warning", title: null, text });
    return text !== null;
  };
  const open = (of: OpenForm["of"], edited: Planned | null): void => {
    if (isRefused(txlist.blockOf(edited === null ? "add" : "edit", edited))) return;
    const opened = (): void => {
      txlist.setEditing(edited?.uuid ?? null);
      show({ of, edited });
    };
    if (renewCatalogue === null) opened();
    // Cached metadata serve if the server is unreachable.
    else void renewCatalogue().then(opened, opened);
  };
  const plan = ({ isDirect, target }: Control): void => {
    const item = isDirect ? directChange(catalogue, target, prefs) : null;
    if (item === null) open({ target }, null);
    else if (!isRefused(txlist.blockOf("add"))) submit({ kind: "add", item });
  };
  const planMany = (controls: readonly Control[]): void => {
    const targets = controls.map((control) => control.target);
    if (targets.length === 0) return void isRefused({ key: "editor.bulk.none" });
    const count = LIMITS.bulkRows;
    if (targets.length > count) return void isRefused({ key: "editor.bulk.tooMany", values: { count } });
    if (controls[0]?.isDirect !== true) return open({ many: targets }, null);
    const items = targets.flatMap((target) => directChange(catalogue, target, prefs) ?? []);
    if (!isRefused(txlist.blockOf("add"))) submit({ kind: "append", items });
  };
  const edit = (item: Planned): void => {
    if (item.ta_type === "json_template")
      return open({ template: item.template, given: item.variables }, item);
    void targetOfPlanned(item, catalogue, execute).then((target) => {
      if (target !== null) open({ target }, item);
    });
  };
  return {
    plan,
    planMany,
    edit,
    openForm: (target, onSaved) => open({ target, onSaved }, null),
    openPairs: (controls, pairs, count) => {
      const targets = controls.map((control) => control.target);
      if (targets.length === 0) return void isRefused({ key: "editor.pairs.none" });
      open({ pairs, targets, leftOut: count - targets.length }, null);
    },
    openImport: (target) => open({ imported: target }, null),
    openTemplate: (template, given) => open({ template, given }, null),
  };
}

/**
 * The form of a planned element. An update shows the present values of its object with the planned ones filled in and offers all fields; if the
 * object is unreadable, only planned fields.
 */
async function targetOfPlanned(
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
