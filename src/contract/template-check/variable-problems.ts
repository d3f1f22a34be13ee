import { patternOf, type ValueSpec } from "../data-type.ts";
import { readText } from "../read-text.ts";
import { addressTypeOf, isSelect, variableKind, type Template, type TemplateVariable } from "../template.ts";
import { inlineText } from "../template-values.ts";
import { value as dateType } from "../types/date.ts";
import { value as fqdnType } from "../types/fqdn.ts";
import { value as integerType } from "../types/integer.ts";
import { value as macType } from "../types/mac-addr.ts";
import { value as textType } from "../types/text.ts";
import { value as timestampType } from "../types/timestamp.ts";
import { parseAddress } from "../values/ip.ts";
import { isSharedRegexp } from "../values/regexp.ts";
import { isList, type Json } from "../wire/json.ts";
import type { TemplateProblem } from "./problem.ts";

/** Problems of the variables of a template: limits that contradict each other, and defaults that the form would refuse. */
export function variableProblems({ variables }: Template): readonly TemplateProblem[] {
  return Object.entries(variables).flatMap(([name, variable]) => {
    const path = `/variables/${name}`;
    const limits = limitProblems(path, variable);
    if (limits.length > 0 || fitsVariable(variable, variable.default)) return limits;
    return [{ path: `${path}/default`, key: "badDefault", values: { value: inlineText(variable.default) } }];
  });
}

function limitProblems(path: string, { min, max, pattern }: TemplateVariable): readonly TemplateProblem[] {
  if (min !== undefined && max !== undefined && min > max) return [{ path: `${path}/min`, key: "badRange" }];
  if (pattern === undefined || isSharedRegexp(pattern)) return [];
  return [{ path: `${path}/pattern`, key: "badPattern" }];
}

/** Having no default is always correct; several values are a list. */
function fitsVariable(variable: TemplateVariable, value: Json): boolean {
  if (value === null) return true;
  if (!variable.list) return fits(variable, value);
  return isList(value) && value.every((one) => fits(variable, one));
}

/** True for one value in the form in which the form keeps it. */
function fits(variable: TemplateVariable, value: Json): boolean {
  const kind = variableKind(variable);
  if (kind === "select")
    return isSelect(variable) && variable.type_params.entries.some((entry) => entry.value === value);
  if (kind === "bool") return typeof value === "boolean";
  if (kind === "int") return typeof value === "number" && isWithin(variable, value);
  if (typeof value !== "string") return false;
  if (kind === "typeahead") return value !== "";
  return kind === "ip_addr" ? isAddress(variable, value) : isText(TEXTS[kind], variable, value);
}

function isWithin(
  { min = integerType.min, max = integerType.max }: TemplateVariable,
  value: number,
): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function isAddress(variable: TemplateVariable, value: string): boolean {
  const family = parseAddress(value)?.version;
  const asked = addressTypeOf(variable);
  return family !== undefined && (asked === "v4+v6" || asked === `v${String(family)}`);
}

const TEXTS = {
  date: dateType,
  datetime: timestampType,
  fqdn: fqdnType,
  mac_addr: macType,
  text: textType,
} as const satisfies Record<string, ValueSpec>;

/** Names may have letters of any script, which the form turns into their ASCII form. */
const anyScript = (name: string): string => name.replace(/[^\0-\x7f]/gu, "x");

function isText(spec: ValueSpec, { pattern }: TemplateVariable, value: string): boolean {
  const read = readText(spec, value, anyScript);
  return read.ok && value.trim() !== "" && (pattern === undefined || patternOf(pattern).test(value));
}
