import type { Json, Params } from "#contract/wire/json";
import { LIMITS } from "#contract/limits";
import type { Template } from "#contract/template";
import type { RefParams } from "#contract/wire/step";
import { isReducerName } from "../form/reducers.ts";
import { parsedJson } from "#contract/values/json-text";
import { checkTemplate } from "../template/check.ts";
import type { Text } from "../text.ts";
import { validateList } from "./list.validator.ts";
import { lossReasonIn, type Loss } from "./losses.ts";
import {
  statementsOf,
  type Planned,
  type PlannedContent,
  type PlannedFunction,
  type PlannedStatement,
  type PlannedUnknown,
} from "./planned.ts";

/**
 * The list as text for a file; `author` is the login name of the account in effect. Values that `isSecret` names are left out, and their elements
 * say so wherever the file is read.
 */
export function exportList(
  items: readonly Planned[],
  author: string,
  now: Date,
  isSecret: IsSecret = () => false,
): string {
  const file = {
    creation_time: now.toISOString(),
    serialization_version: LIMITS.serializationVersion,
    author,
    transaction: items.map((item) =>
      item.ta_type === "unknown" ? item.raw : withoutSecrets(item, isSecret),
    ),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** True for an attribute with a secret value. */
type IsSecret = (object: string, attribute: string) => boolean;

function withoutSecrets(item: Exclude<Planned, PlannedUnknown>, isSecret: IsSecret): Planned {
  if (item.ta_type === "json_template") return item;
  const lost = statementsOf(item).flatMap(([, one]) => secretsOf(one, item.content.object_title, isSecret));
  if (lost.length === 0) return item;
  const losses = [...(item.losses ?? []), ...lost];
  const content = { ...item.content, ...withoutSecretsIn(item.content, isSecret) };
  if (item.ta_type === "db_editor_simple") return { ...item, losses, content };
  return { ...item, losses, content, bundle: item.bundle.map((one) => withoutSecretsIn(one, isSecret)) };
}

function secretsOf(
  { object_fq_name: object, parameters }: PlannedStatement,
  title: string,
  isSecret: IsSecret,
): readonly Loss[] {
  return Object.keys({ ...parameters.old, ...parameters.new })
    .filter((name) => isSecret(object, name))
    .map((attribute) => ({ object, title, attribute, reason: "core.reverse.notSaved" }));
}

function withoutSecretsIn<Statement extends PlannedStatement>(one: Statement, isSecret: IsSecret): Statement {
  const kept = (values: Params): Params =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(one.object_fq_name, name)));
  return { ...one, parameters: { old: kept(one.parameters.old), new: kept(one.parameters.new) } };
}

/** File name: short name, '-transaction-', login name, '-', UTC time, '.json' (TA-42, TA-43). */
export function exportFileName(shortName: string, login: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, "");
  return `${shortName.toLowerCase()}-transaction-${login}-${stamp}Z.json`;
}

export type Imported =
  { readonly ok: true; readonly items: readonly Planned[] } | { readonly ok: false; readonly text: Text };

function isListFile(document: unknown): document is { readonly transaction: readonly FileElement[] } {
  return validateList(document);
}

/** Uuids have no underscore, which follows them in names of steps, and no colon, which the names of the portal's own steps have. */
const UUID = /^[A-Za-z0-9-]+$/;

/** True if only this type has this function. */
type IsOwn = (object: string, fn: string) => boolean;

/**
 * Reads a list from a file or pasted text; elements without a uuid or with a repeated one get a new one (TA-12, TA-44). `isOwn` says which functions
 * a type has besides those of `FUNCTIONS` (TA-33).
 */
export function importList(text: string, newUuid: () => string, isOwn: IsOwn = () => false): Imported {
  const document = parsedJson(text);
  if (!isListFile(document)) return { ok: false, text: { key: "core.txlist.invalidFile" } };
  const { transaction } = document;
  if (transaction.some(hasFaultyTemplate)) return { ok: false, text: { key: "core.txlist.invalidFile" } };
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  const stepNow = (idx: string): string => renamedStep(idx, renamed);
  const items = transaction.map((element) => {
    const given = typeof element.uuid === "string" ? element.uuid : "";
    const uuid = !UUID.test(given) || taken.has(given) ? newUuid() : given;
    taken.add(uuid);
    // Later elements refer to the last one of this name before them.
    renamed.set(given, uuid);
    return plannedOf(element, uuid, stepNow);
  });
  if (items.some((item) => hasUnknownFunction(item, isOwn)))
    return { ok: false, text: { key: "core.txlist.invalidFile" } };
  return { ok: true, items };
}

/** True for a workflow that cannot be sent. It makes the file invalid, as an action without content does. */
function hasFaultyTemplate({ ta_type: type, template }: FileElement): boolean {
  return type === "json_template" && !checkTemplate(template, null).ok;
}

const FUNCTIONS: ReadonlySet<string> = new Set(
  "create update delete connect disconnect bulk_update".split(" "),
);

function hasUnknownFunction(item: Planned, isOwn: IsOwn): boolean {
  return statementsOf(item).some(
    ([, { object_fq_name: object, object_function: fn }]) => !FUNCTIONS.has(fn) && !isOwn(object, fn),
  );
}

type FileStatement = {
  readonly object_fq_name: string;
  readonly object_function: PlannedFunction;
  readonly parameters: { readonly old?: Params | null; readonly new?: Params | null };
  readonly old_ref_params?: readonly RefParams[] | null;
  readonly new_ref_params?: readonly RefParams[] | null;
};

type FileElement = {
  readonly uuid?: string | null;
  readonly ta_type?: string | null;
  readonly variant?: string | null;
  readonly losses?: readonly (Omit<Loss, "reason"> & { readonly reason: string })[] | null;
  readonly content: FileStatement & {
    readonly preview_fields?: readonly string[] | null;
    readonly object_title?: string | null;
    readonly show_result?: boolean | null;
    readonly non_optionals?: readonly string[] | null;
    readonly input_reducer?: string | null;
  };
  readonly bundle?: readonly FileStatement[];
  readonly template?: Template;
  readonly variables?: Params;
};

function plannedOf(element: FileElement, uuid: string, stepNow: StepNow): Planned {
  const base = baseOf(element, uuid);
  // Entries without a type are simple ones.
  const type = element.ta_type ?? "db_editor_simple";
  if (type === "db_editor_simple")
    return { ...base, ta_type: type, content: contentOf(element.content, stepNow) };
  if (type === "db_editor_bundle_prepend" || type === "db_editor_bundle_append") {
    const bundle = (element.bundle ?? []).map((one) => statementOf(one, stepNow));
    return { ...base, ta_type: type, content: contentOf(element.content, stepNow), bundle };
  }
  const { template, variables } = element;
  // The schema of the list requires both.
  if (type === "json_template" && template !== undefined && variables !== undefined)
    return { ...base, ta_type: type, template, variables };
  // Kept whole, so that an export returns it unchanged; it was imported as JSON.
  return { ...base, ta_type: "unknown", named: type, raw: element as unknown as Json };
}

function contentOf(content: FileElement["content"], stepNow: StepNow): PlannedContent {
  const statement = statementOf(content, stepNow);
  const reducer = content.input_reducer ?? null;
  return {
    ...statement,
    preview_fields: content.preview_fields ?? Object.keys(statement.parameters.new),
    object_title: content.object_title ?? "",
    show_result: content.show_result ?? false,
    non_optionals: content.non_optionals ?? [],
    input_reducer: reducer !== null && isReducerName(reducer) ? reducer : null,
  };
}

function statementOf(statement: FileStatement, stepNow: StepNow): PlannedStatement {
  const { parameters } = statement;
  const old = refParamsOf(statement.old_ref_params, stepNow);
  const now = refParamsOf(statement.new_ref_params, stepNow);
  return {
    object_fq_name: statement.object_fq_name,
    object_function: statement.object_function,
    parameters: { old: parameters.old ?? {}, new: parameters.new ?? {} },
    ...(old.length === 0 ? {} : { old_ref_params: old }),
    ...(now.length === 0 ? {} : { new_ref_params: now }),
  };
}

/** The new name of a step in the file, whose element may have got another uuid. */
type StepNow = (idx: string) => string;

function refParamsOf(given: readonly RefParams[] | null | undefined, stepNow: StepNow): readonly RefParams[] {
  return (given ?? []).map((one) => ({ ...one, idx: stepNow(one.idx) }));
}

/** Names of steps begin with the uuid of their element. Uuids in files may contain underscores, so the longest match counts. */
function renamedStep(idx: string, uuids: ReadonlyMap<string, string>): string {
  for (let end = idx.length; end >= 0; end = end === 0 ? -1 : idx.lastIndexOf("_", end - 1)) {
    const uuid = uuids.get(idx.slice(0, end));
    if (uuid !== undefined) return `${uuid}${idx.slice(end)}`;
  }
  return idx;
}

function baseOf(
  { variant, losses: given }: FileElement,
  uuid: string,
): Pick<Planned, "uuid" | "variant" | "losses"> {
  const losses = (given ?? []).flatMap((loss): readonly Loss[] => {
    const reason = lossReasonIn(loss.reason);
    return reason === null ? [] : [{ ...loss, reason }];
  });
  return { uuid, variant: variant ?? null, ...(losses.length === 0 ? {} : { losses }) };
}
