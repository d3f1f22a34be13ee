/** A time that the server stores when it creates the row. */
export const WRITTEN_NOW = {
  type: "timestamp",
  default: { sql: "date_trunc('second', now())" },
  serverWritten: true,
} as const;
