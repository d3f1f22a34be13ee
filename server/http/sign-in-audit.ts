import type { FastifyRequest } from "fastify";
import { isLoginName } from "../access/login-name.ts";
import type { Audit } from "../audit/audit.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { Refusal } from "../faults.ts";

interface SignInAuditParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly audit: Audit;
}

/** Executes a sign-in and audits its result. `work` calls back with the name as soon as it is known. */
export async function auditedSignIn<T>(
  parts: SignInAuditParts,
  { ip, id }: Pick<FastifyRequest, "ip" | "id">,
  method: "password" | "provider",
  work: (named: (login: string) => void) => Promise<T>,
): Promise<T> {
  let login = "";
  const where = { from: ip, request: id, method } as const;
  try {
    const signedIn = await work((name) => {
      login = name;
    });
    parts.audit({ event: "sign_in", who: login, ...where });
    return signedIn;
  } catch (error) {
    if (error instanceof Refusal) {
      const who = (await isAccount(parts, login)) ? { who: login } : {};
      parts.audit({ event: "sign_in_refused", ...who, ...where, fault: error.fault });
    }
    throw error;
  }
}

/** A name without account is not audited, because people type passwords into the wrong field. */
async function isAccount({ db, catalogue }: SignInAuditParts, login: string): Promise<boolean> {
  if (!isLoginName(login)) return false;
  return (await db.reserved.query(catalogue.accounts.exists, [login])).length > 0;
}
