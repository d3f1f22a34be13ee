import { objectIn, textIn, type Row } from "#contract/wire/json";
import { sameJson } from "#core/form/values";
import { reverseOf, type ChangeEntry } from "#core/txlist/reverse";
import { toSteps } from "#core/txlist/to-steps";
import { request, type APIRequestContext } from "playwright/test";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { beginSession } from "./wapi.ts";

/** The state of the database that a walk finds and leaves. */
export interface Ground {
  /** Takes back all changes that were applied since the last call, by any account. Sessions and settings stay. */
  readonly takeBack: () => Promise<void>;
}

/** A walk that fails half-way leaves objects with names that its repetition needs. */
export async function groundOf(url: string): Promise<Ground> {
  let last = { number: 0, at: new Date() };
  const changes = async (server: Server): Promise<readonly Row[]> => {
    const at = new Date();
    const rows = (await server.execute([changesFrom(last.at)])).filter((row) => numberOf(row) > last.number);
    last = { number: Math.max(last.number, ...rows.map(numberOf)), at };
    return rows;
  };
  await withServer(url, changes);
  return {
    takeBack: () =>
      withServer(url, async (server) => {
        const left = leftOf((await changes(server)).map(entryOf));
        if (left.length === 0) return;
        const { items } = reverseOf(await portalCatalogue(), left, () => crypto.randomUUID());
        if (items.length > 0) await server.execute(toSteps(items));
        await changes(server);
      }),
  };
}

interface Server {
  /** Rows of the step `change`, if there is one. */
  readonly execute: (steps: readonly unknown[]) => Promise<readonly Row[]>;
}

async function withServer(url: string, work: (server: Server) => Promise<unknown>): Promise<void> {
  const context = await request.newContext({ baseURL: url });
  try {
    const { token, gpk } = await beginSession(context, "ada");
    await work({ execute: (steps) => execute(context, token, steps) });
    await execute(context, token, [{ name: "cntl.wapi_auth.delete", old: { gpk } }]);
  } finally {
    await context.dispose();
  }
}

async function execute(
  context: APIRequestContext,
  token: string,
  steps: readonly unknown[],
): Promise<readonly Row[]> {
  const answer = await context.post("/api/4.2/wapi/transaction/execute?dict_mode=true", {
    data: steps,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status() !== 200) throw new Error(`The walk cannot be taken back: ${await answer.text()}`);
  // Parse boundary: lists by idx (wire contract 2).
  return ((await answer.json()) as Readonly<Record<string, readonly Row[]>>)["change"] ?? [];
}

/** Times of the log are whole seconds. */
function changesFrom(at: Date): unknown {
  const since = new Date(at);
  since.setMilliseconds(0);
  return {
    idx: "change",
    name: "wapi.change_log.list",
    old: {
      filter_params_dict: { ts: { ge: since.toISOString() } },
      sorting_params_list: ["transaction_gfk", "position"],
    },
  };
}

function numberOf(row: Row): number {
  return Number(textIn(row["transaction_gfk"]).replace("tx-", ""));
}

function entryOf(row: Row): ChangeEntry {
  return {
    object: textIn(row["object_fq_name"]),
    gpk: textIn(row["object_gfk"]),
    old: objectIn(row["old"]),
    new: objectIn(row["new"]),
  };
}

/** One entry for each changed object, from its first to its last state. */
function leftOf(entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  const folded = new Map<string, ChangeEntry>();
  for (const entry of entries) {
    if ((entry.new ?? entry.old)?.["is_session"] === true) continue;
    folded.set(entry.gpk, { ...entry, old: (folded.get(entry.gpk) ?? entry).old });
  }
  return [...folded.values()].filter(({ old, new: now }) => !isSame(old, now));
}

function isSame(one: Row | null, other: Row | null): boolean {
  return one === null || other === null ? one === other : sameJson(one, other);
}
