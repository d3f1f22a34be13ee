import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { sentenceOf } from "#contract/wire/fault-sentence";
import { isList, isObject, objectIn, textIn, type Json, type Row } from "#contract/wire/json";
import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import {
  faultsIn,
  findRefused,
  WholeRefused,
  type RefusedRow,
  type Testing,
} from "#contract/table/find-refused";
import { placeIn, toWire, type ImportStep, type Rejected } from "./steps.ts";
import type { Say } from "./texts.ts";

export interface TestingSteps extends Pick<Testing<ImportStep>, "onProgress"> {
  /** Runs steps without keeping anything. */
  readonly test: (steps: readonly Step[]) => Promise<Outcome>;
  readonly say: Say;
}

export interface TestedSteps {
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
}

/** The planned steps that the server accepts, and the rows that it refuses, with its reasons. */
export async function findRejected(
  plan: readonly ImportStep[],
  { test, onProgress, say }: TestingSteps,
): Promise<TestedSteps> {
  const testing = {
    test: async (steps: readonly ImportStep[]) => {
      const outcome = await test(toWire(steps));
      return outcome.ok ? [] : faultsIn(outcome.fault).map((fault) => ({ fault, idx: fault.stepIdx }));
    },
    onProgress,
  };
  const tested = await findRefused(plan, testing).catch((error: unknown) => {
    throw error instanceof WholeRefused ? new Error(reasonOf(error.fault, say)) : error;
  });
  const rejected = tested.refused.flatMap((refused) => {
    const { row, also = [] } = refused.unit;
    return [row ?? [], also].flat().map((one) => ({ ...one, reason: whyRefused(refused, say) }));
  });
  return { steps: tested.kept, rejected };
}

/** The reason for a row that needs a refused row names that row. */
function whyRefused({ unit, fault, cause: { row, idx } }: RefusedRow<ImportStep>, say: Say): string {
  const reason = reasonOf(fault, say);
  if (row === null || idx === unit.idx) return reason;
  return `${say("restsOn", { place: placeIn(row, say), value: row.value })} ${reason}`;
}

/** The sentence of a refusal; for a missing permission it names those who have it (wire contract 4.3). */
export function reasonOf(fault: Fault, say: Say): string {
  const hint = fault.type.code === FAULT_TYPES.permission_error ? whoMay(fault, say) : null;
  return sentenceOf({ ...fault, hint: hint ?? fault.hint });
}

function whoMay({ details }: Fault, say: Say): string | null {
  const roles = textsIn(details["required_role_list"]).join(", ");
  if (roles === "") return null;
  const missing = rowsIn(details["required_assignment_list"]).filter((one) => one["is_met"] !== true);
  if (missing.length === 0) return say("onlyRoles", { roles });
  const asked = missing.map((one) => {
    const object = Object.values(objectIn(one["key"]) ?? {})
      .map(textIn)
      .join(" ");
    const keys = rowsIn(one["link_list"]).map((link) => objectIn(link["key"]) ?? {});
    const who = keys.flatMap(({ group_name, ou }) => textsIn([group_name ?? null, ou ?? null]));
    return who.length === 0
      ? say("assignedToNobody", { object })
      : say("askAssigned", { object, who: [...new Set(who)].join(", ") });
  });
  return [...asked, say("orRoles", { roles })].join(" ");
}

function rowsIn(value: Json | undefined): readonly Row[] {
  return isList(value) ? value.filter(isObject) : [];
}

function textsIn(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}
