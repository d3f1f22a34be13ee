import { useQuery } from "@tanstack/react-query";
import type { Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import { readLists } from "../../api/execute.ts";
import { ROW_KEYS } from "../../api/queries.ts";
import { usePortal } from "../portal.ts";

/** Rows of one type in one request. */
const MOST = 1000;

interface Asked {
  readonly object: string;
  readonly gpk: string;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (error: unknown) => void;
}

const WAITING = new WeakMap<Execute, Asked[]>();

/** The row of a gpk; all simultaneous requests share one call. */
function askRow(execute: Execute, object: string, gpk: string): Promise<Row | null> {
  return new Promise((resolve, reject) => {
    const asked: Asked = { object, gpk, resolve, reject };
    const waiting = WAITING.get(execute);
    if (waiting !== undefined) {
      waiting.push(asked);
      return;
    }
    const all = [asked];
    WAITING.set(execute, all);
    setTimeout(() => {
      WAITING.delete(execute);
      answer(execute, all).catch((error: unknown) => all.forEach((one) => one.reject(error)));
    });
  });
}

async function answer(execute: Execute, all: readonly Asked[]): Promise<void> {
  const steps = [...Map.groupBy(all, ({ object }) => object)].flatMap(([object, asked]) => {
    const gpks = [...new Set(asked.map(({ gpk }) => gpk))];
    return Array.from({ length: Math.ceil(gpks.length / MOST) }, (_, at) => ({
      idx: `${object}.${String(at)}`,
      name: `${object}.list` as const,
      old: { gpk_list: gpks.slice(at * MOST, (at + 1) * MOST) },
    }));
  });
  const lists = await readLists(execute, steps);
  const rows = new Map(Object.values(lists).flatMap((list) => list.map((row) => [row["gpk"], row] as const)));
  for (const { gpk, resolve } of all) resolve(rows.get(gpk) ?? null);
}

/** The row of a gpk; undefined while loading, null if it does not exist or is unreadable. */
export function useNamedRow(object: string, gpk: string): Row | null | undefined {
  const { catalogue, execute, viewer } = usePortal();
  const isListed = catalogue.fn(object, "list") !== null;
  const { data, isError } = useQuery({
    queryKey: [...ROW_KEYS, viewer, "named", object, gpk],
    queryFn: () => askRow(execute, object, gpk),
    enabled: isListed && gpk !== "",
    staleTime: 60_000,
    retry: false,
  });
  return isError || !isListed ? null : data;
}
