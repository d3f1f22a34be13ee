export type BuildNews = "dialog" | "toast" | null;

/**
 * How a delivered build is told: the first that differs from the running one in a dialog, each further one by a message,
 * each once (SYS-08, SYS-09). `told` are the builds told already.
 */
export function buildNews(
  running: string | null,
  delivered: string | null,
  told: ReadonlySet<string>,
): BuildNews {
  if (running === null || delivered === null || delivered === running || told.has(delivered)) return null;
  return told.size === 0 ? "dialog" : "toast";
}
