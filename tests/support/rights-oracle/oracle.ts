import type { Row } from "#contract/wire/json";
import type { Facts } from "./facts.ts";
import type { Policy } from "./policy.ts";
import { CNTL } from "./policy-cntl.ts";
import { DHCP } from "./policy-dhcp.ts";
import { broughtName, DNS } from "./policy-dns.ts";
import { MACAUTH } from "./policy-macauth.ts";
import { ND } from "./policy-nd.ts";
import { ORG } from "./policy-org.ts";
import { OUTPUT } from "./policy-output.ts";
import { REQ } from "./policy-req.ts";
import { WAPI } from "./policy-wapi.ts";
import { kindOf, type Rights } from "./rights.ts";

/** The rights of wire contract 7, written down by hand a second time. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  ...WAPI,
  ...CNTL,
  ...ORG,
  ...ND,
  ...DHCP,
  ...OUTPUT,
  ...MACAUTH,
  ...DNS,
  ...REQ,
};

export function policyOf(type: string): Policy {
  const policy = POLICIES[type];
  if (policy === undefined)
    throw new Error(
      `the oracle knows nothing of ${type}: tests/support/rights-oracle/policy-<subject>.ts has its rights`,
    );
  return policy;
}

/** The natural key of a row as one text. */
export function nameOf(type: string, row: Row): string {
  return JSON.stringify(policyOf(type).key.map((name) => row[name] ?? null));
}

/** For example `dns.ro:record`. */
function permission(type: string, word: "ro" | "rw"): string {
  return type.replace(".", `.${word}:`);
}

export function writerOf(type: string): string {
  return policyOf(type).writer ?? permission(type, "rw");
}

/** Whether a list shows the row to the account in effect. */
export function sees(who: Rights, type: string, row: Row, facts: Facts): boolean {
  const { read, own, readers = [] } = policyOf(type);
  if (read === "meta" || isForEverybody(type, row)) return true;
  if (who.account === null) return false;
  if (read === "all") return true;
  if ([permission(type, "ro"), writerOf(type), ...readers].some((name) => who.permissions.has(name)))
    return true;
  return own(who, row, facts) || (read !== "own" && read(who, row, facts));
}

function isForEverybody(type: string, row: Row): boolean {
  return type === "cntl.ot_lang_attr_val" && row["object_fq_name"] === "cntl.ot_lang_attr_def";
}

export function owns(who: Rights, type: string, row: Row, facts: Facts): boolean {
  return who.account !== null && policyOf(type).own(who, row, facts);
}

/** `yes`, or the fault of the refusal. */
export type Verdict =
  | "yes"
  | "-20010/1"
  | "-20010/5"
  | "-20010/6"
  | "-20010/7"
  | "-20010/8"
  | "-20020/1"
  | "-20020/2"
  | "-20060/2";

export interface Asked {
  readonly type: string;
  readonly fn: "create" | "update" | "delete";
  /** The present row. For create it is the future row, with the further parameters of the step. */
  readonly row: Row;
  /** Attributes that an update sets. */
  readonly sets: readonly string[];
  /** The row after an update. */
  readonly after: Row;
  readonly isByGpk: boolean;
  readonly dryRun: boolean;
}

const BY_MAIN_ACCOUNTS = new Set(["cntl.mgr", "cntl.mgr2role", "cntl.wapi_auth", "cntl.wapi_auth2role"]);

export function verdict(who: Rights, asked: Asked, facts: Facts): Verdict {
  if (isOwnToken(who, asked)) return "yes";
  const barred = refusalOf(who, asked);
  if (barred !== null) return barred;
  if (asked.fn !== "create" && asked.isByGpk && !sees(who, asked.type, asked.row, facts)) return "-20020/1";
  if (wantsMainToken(asked, facts)) return "-20060/2";
  if (namesHiddenToken(who, asked, facts)) return "-20020/2";
  return mayWrite(who, asked, facts) ? "yes" : "-20010/1";
}

/** A token that the account may not read is answered like one that does not exist (wire contract 1.7). */
function namesHiddenToken(who: Rights, { type, fn, row }: Asked, facts: Facts): boolean {
  const token = facts.first("cntl.wapi_auth", "gpk", row["wapi_auth_gfk"]);
  if (type !== "cntl.wapi_auth2role" || fn !== "create" || token === undefined) return false;
  return !sees(who, "cntl.wapi_auth", token, facts);
}

/** Main accounts have no API tokens, whoever asks. */
function wantsMainToken({ type, fn, row }: Asked, facts: Facts): boolean {
  const account = facts.first("cntl.mgr", "login_name", row["login_name"]);
  return type === "cntl.wapi_auth" && fn === "create" && account !== undefined && kindOf(account) === "main";
}

function isOwnToken(who: Rights, { type, fn, row, isByGpk }: Asked): boolean {
  return type === "cntl.wapi_auth" && fn === "delete" && isByGpk && row["gpk"] === who.token;
}

/** Reasons to refuse every step of such an account, or of such a kind. */
function refusalOf({ account, kind, isImpersonating }: Rights, asked: Asked): Verdict | null {
  if (account === null) return "-20010/7";
  if (account["allow_data_manipulation"] === false) return "-20010/5";
  if (kind !== "main" && BY_MAIN_ACCOUNTS.has(asked.type)) return "-20010/8";
  return isImpersonating && !asked.dryRun && wantsSecret(asked) ? "-20010/6" : null;
}

function wantsSecret({ type, fn, sets }: Asked): boolean {
  return (
    (fn === "create" && ["cntl.wapi_auth", "macauth.client"].includes(type)) ||
    sets.includes("do_generate") ||
    sets.includes("wpa2_key")
  );
}

/** A record needs its own right, and the right to create its name if the step creates it. */
function mayWrite(who: Rights, asked: Asked, facts: Facts): boolean {
  const name = asked.type === "dns.record" && asked.fn === "create" ? broughtName(asked.row, facts) : null;
  return (
    mayWriteOne(who, asked, facts) &&
    (name === null || mayWriteOne(who, { ...asked, type: "dns.fqdn", row: name }, facts))
  );
}

function mayWriteOne(who: Rights, { type, fn, row, sets, after }: Asked, facts: Facts): boolean {
  const policy = policyOf(type);
  if (policy.isReadOnly === true) return false;
  if (who.permissions.has(writerOf(type))) return true;
  if (fn === "update") {
    const { update } = policy;
    const mine =
      update !== undefined &&
      sets.every((name) => name === "do_generate" || update.of.includes(name)) &&
      update.may(who, row, facts);
    return mine && (policy.after === undefined || policy.after(who, after, facts));
  }
  return policy[fn]?.(who, row, facts) === true;
}
