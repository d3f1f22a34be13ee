/**
 * Numbers of advisory locks, together, so that none is used twice. SQL functions use pairs `(number, key)`, which PostgreSQL keeps apart from single
 * numbers.
 */
export const LOCKS = {
  /** Starting processes that update the database take turns. */
  start: "7150031",
  /** The tree of names: exclusive to move names, shared for new names and records. */
  names: "7150032",
  /** One branch of the tree, so that two new names of it take turns. */
  branch: "7150033",
  /** Networks and their contents: exclusive to move networks, shared to place objects in them. */
  subnets: "7150034",
  /** Reservation of so many free addresses that a lock for each one would be too much. */
  reserving: "7150035",
  /** Reservation of free networks. */
  networks: "7150036",
  /** Replacement of the list of vendors. */
  vendors: "7150037",
  /** Publication of applied changes: one publisher at a time. */
  publishing: "7150038",
} as const;
