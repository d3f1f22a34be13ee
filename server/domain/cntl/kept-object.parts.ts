import type { Localised } from "#contract/wire/json";
import { WRITTEN_NOW } from "../written.parts.ts";

/** Attributes of a type whose rows say which object an account keeps. `at` is the time at which the account began to keep it. */
export function keptAttributes<At extends string>(at: At, label: Localised) {
  return {
    login_name: { label: { de: "Konto", en: "Account" }, createOnly: true, ref: { to: "cntl.mgr" } },
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" }, createOnly: true },
    // One member, with a name that only the caller knows.
    ...({ [at]: { ...WRITTEN_NOW, label } } as Readonly<
      Record<At, typeof WRITTEN_NOW & { readonly label: Localised }>
    >),
  } as const;
}

/** Rows of one account. Only this account reads and writes them, they are deleted with the account or the object, and they are not logged. */
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

/** From a row to the object that its attribute `object_gfk` names. */
export function objectRelation(type: string) {
  return {
    name: `api_func_${type.replace(".", "_")}_object_gfk`,
    to: "*",
    sql: { gpkIn: "object_gfk" },
  } as const;
}
