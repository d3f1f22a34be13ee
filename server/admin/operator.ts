import { text } from "node:stream/consumers";
import { faultOf } from "#contract/wire/fault";
import { sentenceOf } from "#contract/wire/fault-sentence";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Audit } from "../audit/audit.ts";
import { auditCalls } from "../audit/calls.ts";
import { NOBODY, type Actor } from "../access/actor.ts";
import { NO_SETS } from "../access/rights.ts";
import type { ActorResolver } from "../access/resolve.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Query } from "../db/database.ts";
import { Refusal } from "../faults.ts";
import { languageOfTerminal } from "../terminal.ts";
import { createExecutor } from "../wapi/call/execute.ts";
import { faultWords } from "../wapi/describe/fault-words.ts";

/** Who runs a command on the machine of the server. */
export interface Operator extends Query {
  readonly catalogue: Catalogue;
  /** All permissions that there are. */
  readonly permissions: readonly string[];
  /**
   * Executes the steps as one call, with all rules, effects and the change log of a call. Answers the rows of each `idx`; throws the sentence of a
   * refusal.
   */
  readonly execute: (steps: readonly Step[]) => Promise<Lists>;
}

/** The rights come from the machine and not from an account, so the change log names no account, as for changes of a start. */
export async function createOperator(
  db: Database,
  catalogue: Catalogue,
  audit: Audit | null,
): Promise<Operator> {
  const names = await db.query<{ name: string }>("select name from cntl.permission order by name");
  const permissions = names.map(({ name }) => name);
  // No account has this id, so no row is the operator's own.
  const actor: Actor = {
    ...NOBODY,
    account: "0",
    kind: "main",
    allowsWriting: true,
    permissions: new Set(permissions),
    sets: NO_SETS,
  };
  const resolver: ActorResolver = {
    actorOf: () => Promise.resolve(actor),
    renewed: () => Promise.resolve(actor),
  };
  const observe = audit === null ? {} : { observe: auditCalls(catalogue, audit) };
  const executor = createExecutor({ db, catalogue, resolver, accessMode: "rw", ...observe });
  const words = faultWords(catalogue);
  return {
    query: (sql, params, name) => db.query(sql, params, name),
    catalogue,
    permissions,
    async execute(steps) {
      try {
        const { body } = await executor.call({
          target: { kind: "execute" },
          token: null,
          query: new URLSearchParams({ dict_mode: "true" }),
          body: JSON.stringify(steps),
        });
        // The executor answers an object of lists in dict mode.
        return JSON.parse(typeof body === "string" ? body : await text(body)) as Lists;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const exception = error.inLanguage(languageOfTerminal(process.env), words);
        throw new Error(sentenceOf(faultOf(exception)), { cause: error });
      }
    },
  };
}

/** The only row of a list. */
export function rowOf(lists: Lists, idx: string): Row {
  const [row] = lists[idx] ?? [];
  if (row === undefined) throw new Error(`the answer has no row of ${idx}`);
  return row;
}
