import type { GrantRule } from "#contract/grant";
import type { Json } from "#contract/wire/json";
import { grantOf } from "../../access/rules.ts";
import type { Grant, ReferenceSpec, WriteRule } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";

/** Who may use a writing function besides holders of `rw`, in the form of the metadata: the rule, and the attributes that an update may then set. */
export function describedGrant(
  type: ObjectType,
  name: string,
): { readonly grant_rule: Json; readonly grant_attribute_list: Json } {
  const rule = type.spec.write;
  const fn = name === "bulk_update" ? "update" : name;
  const grant = grantOf(rule, fn, []);
  if (rule === "nobody" || grant === null) return { grant_rule: null, grant_attribute_list: null };
  const isOfRow = fn !== "create" && rule.ofOwnRows === true;
  const parts = [...(isOfRow ? [{ is_own: true } as const] : []), ruleOf(grant, type, fn)];
  return {
    grant_rule: joined("all", parts),
    grant_attribute_list: fn === "update" ? settable(rule, type) : null,
  };
}

/** Attributes named by the rule, and parameters that are not attributes, because these need no rule. */
function settable(rule: Exclude<WriteRule, "nobody">, { spec }: ObjectType): string[] {
  return [...(rule.update?.attributes ?? []), ...Object.keys(spec.functions.update?.extra ?? {})];
}

function ruleOf(grant: Grant, type: ObjectType, fn: string): GrantRule {
  const each = (parts: readonly Grant[]): GrantRule[] => parts.map((part) => ruleOf(part, type, fn));
  if ("all" in grant) return joined("all", each(grant.all));
  if ("any" in grant) return joined("any", each(grant.any));
  if ("isAccount" in grant) return { is_account: grant.isAccount };
  if ("isOtherAccount" in grant) return { is_other_account: grant.isOtherAccount };
  if ("isTrue" in grant) return { is_true: grant.isTrue };
  return "reaches" in grant ? ofObject(grant.by, grant.reaches.type, type, fn) : DEPENDS;
}

const DEPENDS: GrantRule = { depends: true };

/** The rule for an object that an attribute of the row or a parameter of the step names. If only the server finds the object, the rule is "depends". */
function ofObject(by: string, object: string, type: ObjectType, fn: string): GrantRule {
  if (by === "id") return { is_own: true };
  return isNamed(by, type, fn) ? { is_own_of: by, object_fq_name: object } : DEPENDS;
}

function isNamed(by: string, { attributes, spec }: ObjectType, fn: string): boolean {
  const attribute = attributes.get(by);
  if (attribute !== undefined) return isKeyOf(attribute.ref) && attribute.serverWritten !== true;
  return fn === "create" && isKeyOf(spec.functions.create?.extra?.[by]?.ref);
}

function isKeyOf(ref: ReferenceSpec | undefined): boolean {
  return ref !== undefined && ref.by !== "gpk";
}

/** The parts as one rule, without repetitions. In "any", one part that depends makes the whole rule depend; in "all", such parts become one. */
function joined(word: "all" | "any", parts: readonly GrantRule[]): GrantRule {
  if (word === "any" && parts.some((part) => "depends" in part)) return DEPENDS;
  const flat = parts.flatMap((part) =>
    word === "all" && "all" in part ? part.all : word === "any" && "any" in part ? part.any : [part],
  );
  const told = new Map(
    flat.filter((part) => !("depends" in part)).map((part) => [JSON.stringify(part), part]),
  );
  const dependent = flat.some((part) => "depends" in part) ? [DEPENDS] : [];
  const all = [...told.values(), ...dependent];
  const [first] = all;
  return all.length === 1 && first !== undefined ? first : word === "all" ? { all } : { any: all };
}
