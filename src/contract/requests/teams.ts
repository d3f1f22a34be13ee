/** Mail addresses of who works on the tickets of a form (`firewall`), or of one variant of it (`patch/cn`). */
export type TicketTeams = Readonly<Record<string, string>>;

/** Who works on a ticket; null where nobody is named for it. */
export function teamFor(teams: TicketTeams, form: string, variant: string | null): string | null {
  return teams[`${form}/${variant ?? ""}`] ?? teams[form] ?? null;
}
