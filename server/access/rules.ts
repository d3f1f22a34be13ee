import {
  ACTOR_SETS,
  type ActorSet,
  type Grant,
  type OwnRule,
  type TranslatedObject,
  type WriteRule,
} from "../catalogue/define.ts";
import { permissionOf, rwPermission as rwOfSpec, tableOf } from "../catalogue/derived.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import { quoted, textSql, type SqlValue } from "../sql/bind.ts";
import type { Actor } from "./actor.ts";

/** `create`, `update`, `delete`, or a function of this type only. */
export type WritingFunction = string;

/** The permission to act or test as another account (wire contract 1.5). */
export const SU_ACCESS = "wapi.su_access";

/** The permission `rw` of a type (wire contract 7.1). */
export function rwPermission({ name, spec }: ObjectType): string {
  return rwOfSpec(name, spec.write);
}

/** Permissions each of which shows every row of the type. */
export function readPermissions(type: ObjectType): readonly string[] {
  const { read } = type.spec;
  const further = typeof read === "object" ? (read.permissions ?? []) : [];
  return [...permissionNames(type), ...further];
}

/** The permissions that a type brings with it: `ro` and `rw` (wire contract 7.1). */
export function permissionNames(type: ObjectType): readonly string[] {
  return [permissionOf(type.name, "ro"), rwPermission(type)];
}

/**
 * SQL over `t`: the row is the account's own (wire contract 7). `isLong` selects the variant for lists of very many rows. The SQL may yield null for
 * a row without owner; wrap it where null would be visible.
 */
export function ownSql(type: ObjectType, isLong = false): string {
  return type.spec.own === null ? "false" : ownRuleSql(type.spec.own, isLong);
}

/** SQL over `t`: the actor may read the row. Null if all rows are readable. */
export function visibleSql(type: ObjectType, actor: Actor): string | null {
  const { read } = type.spec;
  if (read === "meta") return null;
  if (actor.account === null) return type.spec.metaRows ?? "false";
  if (read === "all" || readPermissions(type).some((name) => actor.permissions.has(name))) return null;
  if (read === "own") return ownSql(type);
  return `(${ownSql(type)} or ${ownRuleSql(read.ownOr)})`;
}

/** SQL over `t` of the whole read rule, to find the columns that it uses; empty if it depends on no row. */
export function visibilityRule(type: ObjectType): string {
  const { read } = type.spec;
  if (read === "meta" || read === "all") return "";
  return read === "own" ? ownSql(type) : `${ownSql(type)} or ${ownRuleSql(read.ownOr)}`;
}

/**
 * SQL over `t` (the stored row, or for create the new row): the actor may run the function. Null if a permission allows the function for every row.
 * `attributes` are those that an update sets; an owner may change only the ones listed in the rule.
 */
export function grantSql(
  type: ObjectType,
  fn: WritingFunction,
  actor: Actor,
  attributes: readonly string[],
): string | null {
  const rule = type.spec.write;
  if (rule === "nobody") return "false";
  if (actor.permissions.has(rwPermission(type))) return null;
  const grant = grantOf(rule, fn, attributes);
  return grant === null ? "false" : grantRuleSql(grant);
}

/** SQL over `t`, the row after create or update; null without such a rule. */
export function afterSql(type: ObjectType, actor: Actor): string | null {
  const rule = type.spec.write;
  if (rule === "nobody" || rule.after === undefined) return null;
  return actor.permissions.has(rwPermission(type)) ? null : grantRuleSql(rule.after);
}

/** Conditions that allow the function without `rw`; null if there are none. */
export function grantOf(rule: WriteRule, fn: WritingFunction, attributes: readonly string[]): Grant | null {
  if (rule === "nobody") return null;
  if (fn === "create" || fn === "delete") return rule[fn] ?? null;
  if (fn !== "update") return rule.more?.[fn] ?? null;
  const update = rule.update;
  if (update === undefined) return null;
  return attributes.every((name) => update.attributes.includes(name)) ? update.grant : null;
}

export function grantRuleSql(grant: Grant): string {
  if ("all" in grant) return joined(grant.all.map(grantRuleSql), " and ", "true");
  if ("any" in grant) return joined(grant.any.map(grantRuleSql), " or ", "false");
  if ("sql" in grant) return `(${grant.sql})`;
  if ("isAccount" in grant) return `t.${quoted(grant.isAccount)} = {account}`;
  if ("isOtherAccount" in grant) return `t.${quoted(grant.isOtherAccount)} <> {account}`;
  if ("isTrue" in grant) return `t.${quoted(grant.isTrue)}`;
  if ("translated" in grant) return updatesTranslatedSql(grant);
  return grant.reaches.isMine.replaceAll("{id}", () => `t.${quoted(grant.by)}`);
}

/** Values for placeholders of the actor in rules and computed attributes. */
export function actorValues(actor: Actor): Record<string, SqlValue> {
  const values: Record<string, SqlValue> = {
    account: { value: actor.account, cast: "bigint" },
    token: { value: actor.token, cast: "bigint" },
    roles: { value: actor.roles, cast: "bigint[]" },
    permissions: { value: [...actor.permissions], cast: "text[]" },
  };
  for (const [name, members] of Object.entries(actor.sets) as [ActorSet, readonly string[]][])
    values[name] = { value: sentAs(ACTOR_SETS[name], members), cast: `${ACTOR_SETS[name]}[]` };
  return values;
}

/** Texts of the sets of ids, which all calls of an account send with every statement. */
const ID_TEXTS = new WeakMap<readonly string[], string>();

/** One text for all ids, because the driver would quote each of thousands in every call. */
function sentAs(type: string, members: readonly string[]): string | readonly string[] {
  if (type !== "bigint") return members;
  const text = ID_TEXTS.get(members) ?? `{${members.join(",")}}`;
  ID_TEXTS.set(members, text);
  return text;
}

export function ownRuleSql(rule: OwnRule, isLong = false): string {
  const each = (part: OwnRule): string => ownRuleSql(part, isLong);
  if ("column" in rule) return `t.${quoted(rule.column)} = any({${rule.in}})`;
  if ("any" in rule) return joined(rule.any.map(each), " or ", "false");
  if ("all" in rule) return joined(rule.all.map(each), " and ", "true");
  if ("translated" in rule)
    return `(${isTranslationOf(rule.translated)} and ${translatedSql(rule.translated, each(rule.rule))})`;
  return `(${isLong ? (rule.long ?? rule.sql) : rule.sql})`;
}

/** SQL over a translation `t`: its object is of this type. */
export function isTranslationOf({ column, type }: TranslatedObject): string {
  return `t.${quoted(column)} is not null and t.object_fq_name = ${textSql(type)}`;
}

/** SQL over a translation `t`: its object exists, is of this type, and satisfies a rule over its own row. */
function translatedSql({ column, type, gpk }: TranslatedObject, rule: string): string {
  const id = `substring(t.${quoted(column)} from '^${gpk}-([0-9]+)$')::bigint`;
  return `(
    select exists (select from ${tableOf(type)} t where t.id = o.id and ${rule})
    from (select ${id} as id) o)`;
}

function updatesTranslatedSql(grant: Extract<Grant, { readonly translated: TranslatedObject }>): string {
  const { translated, permission } = grant;
  const granted =
    grant.grant === undefined ? "" : ` or ${translatedSql(translated, grantRuleSql(grant.grant))}`;
  return `(${isTranslationOf(translated)} and (${textSql(permission)} = any({permissions})${granted}))`;
}

function joined(parts: readonly string[], word: " and " | " or ", empty: string): string {
  return parts.length === 0 ? empty : `(${parts.join(word)})`;
}
