import type { Applied, Entry } from "./applied.ts";

/** Events of the stream (wire contract 6.11). An event without id leaves the place of the client as it is. */
export function eventText(event: string, data: object, id: string | null = null): string {
  const place = id === null ? "" : `id: ${id}\n`;
  return `${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life, with the present place. */
export function beatText(id: string | null): string {
  return id === null ? ": beat\n\n" : `id: ${id}\n: beat\n\n`;
}

/** Everything is to be asked again. */
export function againText(id: string | null): string {
  return eventText("again", {}, id);
}

/** The event of a transaction with the entries that the reader wants and may read; empty if there are none. */
export function changeText(
  { id: transaction, ts, actor, login, entries, isLarge }: Applied,
  isTold: (entry: Entry) => boolean,
  id: string,
): string {
  if (isLarge) return againText(id);
  const told = entries.filter(isTold);
  if (told.length === 0) return "";
  const groups = Map.groupBy(told, ({ type, fn }) => `${type} ${fn}`);
  const changes = [...groups.values()].map((of) => ({
    object_fq_name: of[0]?.type,
    function: of[0]?.fn,
    object_gfk_list: [...new Set(of.map(({ gpk }) => gpk))],
  }));
  const by = { actor_login_name: actor, login_name: login };
  return eventText("change", { transaction_gfk: transaction, ts, ...by, change_list: changes }, id);
}
