/** The navigation entry a path belongs to: the longest that it starts with, else one of the same system. */
export function openEntry(entries: readonly string[], path: string): string | null {
  if (path === "/") return entries.find((entry) => entry === "/home") ?? null;
  const below = entries.filter((entry) => path === entry || path.startsWith(`${entry}/`));
  if (below.length > 0) return below.reduce((best, entry) => (entry.length > best.length ? entry : best));
  const system = path.split("/")[1] ?? "";
  // Only systems with lists of their own in the navigation: /dnsvs/fqdns belongs to /dnsvs/bcds.
  return entries.find((entry) => entry === `/${system}/bcds`) ?? null;
}
