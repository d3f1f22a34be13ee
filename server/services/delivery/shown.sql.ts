/** SQL: units that a server reads for each question, from its copy or from this database. The server is not asked for versions of these. */
export const READ_UNITS = "('reservations4', 'reservations6', 'clients')";

/** SQL over rows `d` of `output.seen` and `s` of `output.server`: value of `shown_by`. */
export const SHOWN_BY_SQL = `case when d.unit not in ${READ_UNITS} then 'server'
  when s.copy_name is null then 'database'
  else 'copy'
end`;

/** SQL over a row `d` of `output.seen`: an applied change is not on the server within the time that 10,000 changes at once may take (docs/services.md). */
export const IS_LATE_SQL = "(d.waits_since is not null and d.waits_since < now() - interval '20 seconds')";

/** SQL over a row `d` of `output.seen`: the server itself has shown the wanted version, and answered at the last question. */
export const IS_LIVE_SQL = "(d.has is not distinct from d.wanted and d.error is null)";
