/** Mail addresses of the teams that work on the tickets of a form (`firewall`), or of one variant of it (`patch/cn`). */
export type TicketTeams = Readonly<Record<string, string>>;

/** The team that works on a ticket; null if none is named. */
export function teamFor(teams: TicketTeams, form: string, variant: string | null): string | null {
  return teams[`${form}/${variant ?? ""}`] ?? teams[form] ?? null;
}
