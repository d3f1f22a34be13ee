import type { Json, Params, Row } from "#contract/wire/json";
import type { DataType } from "../../catalogue/data-types.ts";
import { toldNames } from "../../catalogue/object-type.ts";
import { Refusal, refuse } from "../../faults.ts";
import { METADATA_MEMBERS, METADATA_PARAMETERS, type ParsedRef, type ParsedStep } from "../step.ts";
import { literalRows, statementOf, type Plan, type RefPlan, type SinglePlan } from "../plan.ts";
import { listParameters } from "../list/plan.ts";
import { unknownParameter } from "../value.ts";
import { namesRow, writeParameters } from "../write/plan.ts";
import { executionsOf, type Budget } from "./executions.ts";

/** Functions whose `old` holds filters. */
const FILTERED = new Set(["list", "bulk_update"]);

/** Plans a step with ref params. Names are checked here, and values when the rows are known. `single` plans one execution. */
export function* planRefs(
  sent: ParsedStep,
  before: readonly Plan[],
  single: (step: ParsedStep) => SinglePlan,
  budget: Budget,
): Generator<undefined, RefPlan> {
  refuseNames(sent, before);
  const step = { ...sent, refs: sent.refs.map((ref) => withEqualNames(ref, sent, before)) };
  const pattern = single(step);
  const at = statementOf(pattern);
  const { type, key, position, refs } = step;
  const plan: Omit<RefPlan, "executions"> = {
    kind: "ref",
    type,
    key,
    position,
    refs,
    pattern,
    execution(given, number, of) {
      const statement = { ...at, execution: number };
      const old = { ...step.old, ...listed(step, given.old) };
      const place = position + number / of;
      try {
        const one = single({ ...step, refs: [], old, new: { ...step.new, ...given.new }, position: place });
        return { ...one, statement };
      } catch (error) {
        throw error instanceof Refusal ? error.atStatement(statement) : error;
      }
    },
  };
  const literal = new Map(refs.map((ref) => [ref.position, literalRows(before[ref.position])]));
  const isKnown = [...literal.values()].every((rows) => rows !== null);
  const executions = isKnown ? yield* executionsOf(plan, (one) => literal.get(one) ?? [], budget) : null;
  return { ...plan, executions };
}

/** A single value for a list-valued filter is a list of one (wire contract 3.5). */
function listed(step: ParsedStep, given: Params): Params {
  if (!FILTERED.has(step.fn)) return given;
  const parameters = listParameters(step.type);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, Json] => {
      const isSingle = value !== null && !Array.isArray(value);
      return [name, isSingle && parameters.get(name)?.dataType.isArray === true ? [value] : value];
    }),
  );
}

/** Checks the names: parameters belong to the function and are given once, and values come from attributes of the rows. */
function refuseNames(step: ParsedStep, before: readonly Plan[]): void {
  const given = { old: new Set(Object.keys(step.old)), new: new Set(Object.keys(step.new)) };
  for (const { scope, position, params } of step.refs) {
    const known = parametersOf(step, scope);
    for (const [own, attribute] of params) {
      if (!known.has(own)) throw unknownParameter(own, scope, known.keys());
      if (given[scope].has(own))
        throw refuse("malformed_step", { member: `${scope}_ref_params`, reason: `${own} is given twice` });
      given[scope].add(own);
      refuseAttribute(before[position], attribute, scope);
    }
  }
}

/** Parameters on this side that rows may give. */
function parametersOf(step: ParsedStep, scope: ParsedRef["scope"]): ReadonlyMap<string, unknown> {
  const { type, fn } = step;
  if (scope === "new") return writeParameters(type, fn, "new");
  if (fn === "metadata") return new Map<string, DataType>(Object.entries(METADATA_PARAMETERS));
  if (!FILTERED.has(fn)) return writeParameters(type, fn, "old");
  // The call itself contains the rows of a literal table.
  return type.spec.source === "literal" ? new Map() : listParameters(type);
}

function refuseAttribute(earlier: Plan | undefined, attribute: string, scope: ParsedRef["scope"]): void {
  if (earlier === undefined) throw new Error("a reference leads to a step that is not planned yet");
  const rows = earlier.kind === "list" ? earlier.literal : undefined;
  if (rows === undefined) {
    const known = attributesOf(earlier);
    if (!known.includes(attribute)) throw unknownParameter(attribute, scope, known);
    return;
  }
  if (rows.every((row) => Object.hasOwn(row, attribute))) return;
  const common = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => Object.hasOwn(row, name)));
  throw unknownParameter(attribute, scope, common);
}

/** The entry for `old_ref_idx` or `new_ref_idx`: parameters without a value of their own that have the name of an attribute of the rows. */
function withEqualNames(ref: ParsedRef, step: ParsedStep, before: readonly Plan[]): ParsedRef {
  const earlier = before[ref.position];
  if (ref.byEqualNames !== true || earlier === undefined) return ref;
  const known = parametersOf(step, ref.scope);
  const names = namesGiven(ref.scope, step, earlier) ?? [...known.keys()];
  const params = names.filter((name) => known.has(name) && !Object.hasOwn(step[ref.scope], name));
  return { ...ref, params: params.map((name) => [name, name]) };
}

/** Attributes that every row has, whatever its type is. Only rows that the client wrote can have other values there. */
const OF_EVERY_ROW: ReadonlySet<string> = new Set(["gpk", "is_own"]);

/** Names of the values in the earlier rows; null for a literal table without rows, in which nothing is missing. */
function namesGiven(
  scope: ParsedRef["scope"],
  { type, fn }: ParsedStep,
  earlier: Plan,
): readonly string[] | null {
  const rows = earlier.kind === "list" ? earlier.literal : undefined;
  if (rows !== undefined) return rows.length === 0 ? null : memberNames(rows);
  const names = attributesOf(earlier);
  if (earlier.type !== type) return names.filter((name) => !OF_EVERY_ROW.has(name));
  // Only the row itself is named, because every other attribute in `old` would be a check of an old value.
  return scope === "old" && namesRow(type, fn) ? ["gpk"] : names;
}

const membersOfRows = new WeakMap<readonly Row[], readonly string[]>();

/** Names of all members of the rows, computed once however many steps use them. */
function memberNames(rows: readonly Row[]): readonly string[] {
  const found = membersOfRows.get(rows) ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  membersOfRows.set(rows, found);
  return found;
}

/** Attributes that later steps may take from the rows of a step. Secrets are not among them (wire contract 2.5). */
function attributesOf(plan: Plan): readonly string[] {
  const single = plan.kind === "ref" ? plan.pattern : plan;
  if (single.kind === "list" && single.isMetadata === true) return METADATA_MEMBERS;
  return toldNames(plan.type);
}
