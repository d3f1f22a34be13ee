import type { Json, Params } from "#contract/wire/json";
import { LIMITS } from "#contract/limits";
import type { Template } from "#contract/template";
import { isReducerName } from "../form/reducers.ts";
import validateList from "../generated/planned-list-2.js";
import { checkTemplate } from "../template/check.ts";
import type { Text } from "../text.ts";
import type { Planned, PlannedContent, PlannedFunction, PlannedStatement } from "./planned.ts";

/** An exported list (spec 3.5). */
interface ListFile {
  readonly creation_time: string;
  readonly serialization_version: typeof LIMITS.serializationVersion;
  readonly author: string;
  readonly transaction: readonly Json[];
}

/** The list as text of a file; `author` is the login name of the account in effect. */
export function exportList(items: readonly Planned[], author: string, now: Date): string {
  const file: ListFile = {
    creation_time: now.toISOString(),
    serialization_version: LIMITS.serializationVersion,
    author,
    transaction: items.map(fileElement),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function fileElement(item: Planned): Json {
  if (item.ta_type === "unknown") return item.raw;
  // Elements are plain JSON by their type.
  return item as unknown as Json;
}

/** Name of the file: short name, '-transaction-', login name, '-', UTC time, '.json' (TA-42, TA-43). */
export function exportFileName(shortName: string, login: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, "");
  return `${shortName.toLowerCase()}-transaction-${login}-${stamp}Z.json`;
}

export type Imported =
  { readonly ok: true; readonly items: readonly Planned[] } | { readonly ok: false; readonly text: Text };

/** What names an element alone: the names of its steps go on with an underscore, those of the portal's own steps have a colon. */
const UUID = /^[A-Za-z0-9-]+$/;

/** The list of a file or pasted text; elements without uuid or with a repeated one get a new one (TA-12, TA-44). */
export function importList(text: string, newUuid: () => string): Imported {
  const document = parse(text);
  if (!validateList(document)) return { ok: false, text: { key: "core.txlist.invalidFile" } };
  // Parse boundary: the validator has just checked the shape.
  const { transaction } = document as unknown as { readonly transaction: readonly FileElement[] };
  if (transaction.some(hasFaultyTemplate)) return { ok: false, text: { key: "core.txlist.invalidFile" } };
  const taken = new Set<string>();
  const items = transaction.map((element) => {
    const given = typeof element.uuid === "string" ? element.uuid : "";
    const uuid = !UUID.test(given) || taken.has(given) ? newUuid() : given;
    taken.add(uuid);
    return plannedOf(element, uuid);
  });
  return { ok: true, items };
}

/** A workflow that could not be sent is as bad as an action without content. */
function hasFaultyTemplate({ ta_type: type, template }: FileElement): boolean {
  return type === "json_template" && !checkTemplate(template).ok;
}

type FileStatement = {
  readonly object_fq_name: string;
  readonly object_function: PlannedFunction;
  readonly parameters: { readonly old?: Params | null; readonly new?: Params | null };
};

type FileElement = {
  readonly uuid?: string | null;
  readonly ta_type?: string | null;
  readonly variant?: string | null;
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

function plannedOf(element: FileElement, uuid: string): Planned {
  const variant = element.variant ?? null;
  // Entries without a type are simple ones (spec 3.4).
  const type = element.ta_type ?? "db_editor_simple";
  switch (type) {
    case "db_editor_simple":
      return { uuid, ta_type: type, variant, content: contentOf(element.content) };
    case "db_editor_bundle_prepend":
    case "db_editor_bundle_append": {
      const bundle = (element.bundle ?? []).map(statementOf);
      return { uuid, ta_type: type, variant, content: contentOf(element.content), bundle };
    }
    case "json_template":
      // The schema of the list wants both.
      if (element.template === undefined || element.variables === undefined) break;
      return { uuid, ta_type: type, variant, template: element.template, variables: element.variables };
    default:
      break;
  }
  // Kept whole, so that an export gives it back as it came; JSON by its origin.
  return { uuid, ta_type: "unknown", variant, named: type, raw: element as unknown as Json };
}

function contentOf(content: FileElement["content"]): PlannedContent {
  const statement = statementOf(content);
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

function statementOf(statement: FileStatement): PlannedStatement {
  const { parameters } = statement;
  return {
    object_fq_name: statement.object_fq_name,
    object_function: statement.object_function,
    parameters: { old: parameters.old ?? {}, new: parameters.new ?? {} },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
