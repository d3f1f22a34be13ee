import { text } from "node:stream/consumers";
import { randomUUID } from "node:crypto";
import { faultOf, type WireException } from "#contract/wire/fault";
import type { Execute, Lists } from "#contract/wire/outcome";
import { createActorResolver, type ActorResolver } from "./access/resolve.ts";
import type { Catalogue } from "./catalogue/object-type.ts";
import type { Database } from "./db/database.ts";
import { Refusal, refuse, type FaultWords } from "./faults.ts";
import { createExecutor, type Executor } from "./wapi/call/execute.ts";
import type { Observe } from "./wapi/call/observed.ts";
import { createTurns, type Turns } from "./wapi/call/turns.ts";
import { faultWords } from "./wapi/describe/fault-words.ts";
import type { Log } from "./log.ts";

export interface AppParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly accessMode: "rw" | "ro";
  /** Writes bugs into the log, each with the number that its fault carries. */
  readonly log: Log;
  /** A call with more executions than this is executed elsewhere (`BelongsElsewhere`). */
  readonly executionsHere?: number;
  /** Called at the end of each call. */
  readonly observe?: Observe;
  /** Maximum number of values in a body, if this process has less memory than the limit of the wire contract needs. */
  readonly mostValues?: number;
}

/** The product without a port: HTTP serves it, tests call it. */
export interface App {
  readonly executor: Executor;
  readonly resolver: ActorResolver;
  /** Shared by everything that takes a connection for a caller. */
  readonly turns: Turns;
  /** The port of the portal for the holder of a token. */
  executeAs(token: string): Execute;
}

/** Connects the rooms. Opens and closes nothing. */
export function createApp({ db, catalogue, accessMode, log, ...here }: AppParts): App {
  const resolver = createActorResolver(db, catalogue, (error) => {
    log("last use of a token not written", { error });
  });
  const turns = createTurns();
  const executor = createExecutor({ db, catalogue, resolver, accessMode, ...here }, turns);
  const words = faultWords(catalogue);
  return {
    executor,
    resolver,
    turns,
    executeAs: (token) => async (steps, options) => {
      const query = new URLSearchParams({ dict_mode: "true", dry_mode: String(options.dryRun) });
      if (options.tellsAnswers === true) query.set("service_mode", "true");
      if (options.allFaults === true) query.set("all_faults", "true");
      if (options.asLogin !== undefined) query.set("su_login_name", options.asLogin);
      if (options.callId !== undefined) query.set("call_id", options.callId);
      try {
        const { headers, body } = await executor.call({
          target: { kind: "execute" },
          token,
          query,
          body: JSON.stringify(steps),
          ...(options.signal === undefined ? {} : { signal: options.signal }),
        });
        // The executor answers an object of lists in dict mode.
        const lists = JSON.parse(typeof body === "string" ? body : await text(body)) as Lists;
        const { "X-Transaction-State": state, "X-Transaction": transaction } = headers;
        const rolledBack = state === "rolled_back";
        return {
          ok: true,
          lists,
          rolledBack,
          accessMode,
          ...(transaction === undefined ? {} : { transaction }),
        };
      } catch (error) {
        return { ok: false, fault: faultOf(exceptionOf(error, log, words)) };
      }
    },
  };
}

/** The wire form of an error of a call. A bug gets a number that also stands in the log. */
export function exceptionOf(error: unknown, log: Log, words: FaultWords | null = null): WireException {
  if (error instanceof Refusal) return error.inLanguage("de", words);
  const incident = randomUUID();
  log("call", { incident, error });
  return refuse("internal", { incident_id: incident }).exception;
}
