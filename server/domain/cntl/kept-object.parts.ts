import type { Localised } from "#contract/wire/json";

/** Attributes of a type whose rows say which object an account keeps. `at` tells when it began. */
export function keptAttributes<At extends string>(at: At, label: Localised) {
  return {
    login_name: { label: { de: "Konto", en: "Account" }, createOnly: true, ref: { to: "cntl.mgr" } },
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" }, createOnly: true },
    ...keptSince(at, label),
  } as const;
}

function keptSince<At extends string>(at: At, label: Localised) {
  const since = {
    type: "timestamp",
    label,
    default: { sql: "date_trunc('second', now())" },
    serverWritten: true,
  } as const;
  // One member, whose name only the caller knows.
  return { [at]: since } as { readonly [name in At]: typeof since };
}

/** Rows of one account: it alone reads and writes them, they end with account or object, and no log keeps them. */
export const KEPT = {
  key: ["login_name", "object_gfk"],
  title: ["object_gfk"],
  own: { sql: "t.login_name = {account}" },
  read: "own",
  write: {
    ofOwnRows: true,
    create: { isAccount: "login_name" },
    delete: { isAccount: "login_name" },
  },
  vanishesWith: ["login_name", "object_gfk"],
  isUnlogged: true,
} as const;

export const KEPT_INDEXES = { object_gfk_idx: "(object_gfk)" } as const;

/** From a row to the object that it keeps. */
export function keptRelation(type: string) {
  return {
    name: `api_func_${type.replace(".", "_")}_object_gfk`,
    to: "*",
    sql: { gpkIn: "object_gfk" },
  } as const;
}
