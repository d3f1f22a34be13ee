import type { Actor } from "../../access/actor.ts";
import { idInGpk } from "../../catalogue/gpk.ts";
import { Refusal } from "../../faults.ts";
import { fnOf, isWriting, type Plan } from "../plan.ts";

/** The request of a call. */
export interface Origin {
  readonly address: string;
  readonly request: string;
}

/** Facts about a call that are known before it is parsed. */
interface Begun {
  readonly target:
    | { readonly kind: "execute" }
    | { readonly kind: "function"; readonly object: string; readonly operation: string };
  readonly origin?: Origin;
  readonly query: URLSearchParams;
}

/** Facts about a call, as plain data without any of its values, for metrics and audit. */
export interface Observed {
  readonly origin: Origin | null;
  /** Function in the address. */
  readonly target: string;
  /** Login name of the account of the token; null if the call was refused before it was known. */
  readonly login: string | null;
  /** Login name of the account in effect, if it is another one. */
  readonly actingAs: string | null;
  /** The call asked to act as another account. */
  readonly asksToActAs: boolean;
  /** Writing functions, with the number of their steps. */
  readonly functions: Readonly<Record<string, number>>;
  /** The only step ends the token of the call. */
  readonly endsOwnToken: boolean;
  readonly isDryRun: boolean;
  /** The call is rolled back: a dry run, or access mode `ro`. */
  readonly isRolledBack: boolean;
  /** Record of the changes of the call. */
  readonly transaction: string | null;
  /** Name of the fault; `internal` for bugs; null if the call succeeded. */
  readonly fault: string | null;
  /** Time until the answer began. */
  readonly seconds: number;
}

export type Observe = (observed: Observed) => void;

/** Collects facts while a call runs. */
export interface Watch {
  sentBy(actor: Actor | null): void;
  /** The call asked to act as another account and was refused before its sender was known. */
  lacksSender(): boolean;
  planned(plans: readonly Plan[], run: Pick<Observed, "isDryRun" | "isRolledBack">): void;
  recorded(gpk: string): void;
  ended(error?: unknown): void;
}

/** Watches one call. `observe` is called once, at its end. */
export function watchCall({ target, origin, query }: Begun, observe: Observe): Watch {
  const begun = performance.now();
  const name =
    target.kind === "execute" ? "wapi.transaction.execute" : `${target.object}.${target.operation}`;
  let actor: Actor | null = null;
  let plans: readonly Plan[] = [];
  let run = { isDryRun: false, isRolledBack: false };
  let transaction: string | null = null;
  const asksToActAs = target.kind === "execute" && query.has("su_login_name");
  return {
    sentBy(sender) {
      actor = sender;
    },
    lacksSender: () => asksToActAs && actor === null,
    planned(found, how) {
      plans = found;
      run = how;
    },
    recorded(gpk) {
      transaction = gpk;
    },
    ended(error) {
      observe({
        origin: origin ?? null,
        target: name,
        login: actor?.actorLogin ?? null,
        actingAs: actor?.isImpersonating === true ? actor.login : null,
        asksToActAs,
        functions: countsOf(plans),
        endsOwnToken: actor !== null && endsToken(plans, actor.token),
        ...run,
        transaction,
        fault: error === undefined ? null : faultNameOf(error),
        seconds: (performance.now() - begun) / 1000,
      });
    },
  };
}

/** The name of the fault that a call ended with. */
export function faultNameOf(error: unknown): string {
  return error instanceof Refusal ? error.fault : "internal";
}

function countsOf(plans: readonly Plan[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const plan of plans) {
    if (!isWriting(plan)) continue;
    const single = plan.kind === "ref" ? plan.pattern : plan;
    const name = `${single.type.name}.${fnOf(single)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function endsToken(plans: readonly Plan[], token: string): boolean {
  const [only] = plans;
  if (plans.length !== 1 || only?.kind !== "delete" || only.type.spec.accounts === undefined) return false;
  return idInGpk(only.old["gpk"], only.type) === token;
}
