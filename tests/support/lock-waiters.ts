/** Sessions of this database that wait for a lock. Tests share one PostgreSQL, so waiters of other databases do not count. */
export const LOCK_WAITERS =
  "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
