import type { Catalogue } from "../catalogue/object-type.ts";
import type { Observe, Observed } from "../wapi/call/observed.ts";
import type { Audit, AuditEvent } from "./audit.ts";

/** Interval in ms at which reading as another account is recorded again. */
const AGAIN_MS = 600_000;
/** Maximum number of remembered pairs. */
const MOST_PAIRS = 1_000;

/**
 * Audit lines of calls: what was applied or refused, tokens, rights and impersonation. Tests, and lists of an account's own rows, are not recorded.
 */
export function auditCalls({ types }: Catalogue, audit: Audit): Observe {
  const told = new Map<string, number>();

  /** Records the first call of an account as another one, and then one call each ten minutes. */
  function impersonation(observed: Observed, base: Base): void {
    if (observed.actingAs === null) {
      if (observed.asksToActAs && observed.fault !== null)
        audit({ event: "impersonation_refused", ...base, fault: observed.fault });
      return;
    }
    const pair = JSON.stringify([observed.login, observed.actingAs]);
    if (performance.now() - (told.get(pair) ?? -AGAIN_MS) < AGAIN_MS) return;
    if (told.size >= MOST_PAIRS) told.clear();
    told.set(pair, performance.now());
    audit({ event: "impersonation", ...base });
  }

  function applied(observed: Observed, base: Base): void {
    const { functions, transaction } = observed;
    const record = { ...base, ...(transaction === null ? {} : { transaction }), functions };
    if (transaction !== null) audit({ event: "applied", ...record });
    for (const event of eventsOf(functions, types, observed.endsOwnToken)) audit({ event, ...record });
  }

  return (observed) => {
    const base = baseOf(observed);
    impersonation(observed, base);
    if (observed.isDryRun || Object.keys(observed.functions).length === 0) return;
    const signsOut = observed.endsOwnToken && (observed.fault === null || observed.fault === "read_only");
    // A read-only instance changes nothing, except that signing out ends the session.
    if (signsOut) audit({ event: "sign_out", ...base });
    else if (observed.fault !== null)
      audit({ event: "apply_refused", ...base, fault: observed.fault, functions: observed.functions });
    if (observed.fault === null && !observed.isRolledBack) applied(observed, base);
  };
}

type Base = Pick<AuditEvent, "from" | "who" | "as" | "request">;

function baseOf({ origin, login, actingAs }: Observed): Base {
  return {
    ...(origin === null ? {} : { from: origin.address }),
    ...(login === null ? {} : { who: login }),
    ...(actingAs === null ? {} : { as: actingAs }),
    ...(origin === null ? {} : { request: origin.request }),
  };
}

const TOKEN_EVENTS: Readonly<Record<string, AuditEvent["event"]>> = {
  create: "token_made",
  delete: "token_deleted",
};

/** Further meanings of the functions of an applied transaction, each once. */
function eventsOf(
  functions: Observed["functions"],
  types: Catalogue["types"],
  isSignOut: boolean,
): ReadonlySet<AuditEvent["event"]> {
  return new Set(Object.keys(functions).flatMap((name) => meaningOf(name, types, isSignOut)));
}

function meaningOf(
  name: string,
  types: Catalogue["types"],
  isSignOut: boolean,
): readonly AuditEvent["event"][] {
  const at = name.lastIndexOf(".");
  const { accounts, givesRights } = types.get(name.slice(0, at))?.spec ?? {};
  const ofToken =
    accounts === undefined || isSignOut ? [] : [TOKEN_EVENTS[name.slice(at + 1)] ?? "token_changed"];
  return givesRights === undefined ? ofToken : [...ofToken, "rights_changed"];
}
