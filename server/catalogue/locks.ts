/**
 * Advisory locks of the product, so that no number is used twice. SQL functions use pairs `(number, key)`, which PostgreSQL keeps apart from single
 * numbers.
 */
export const LOCKS = {
  /** Starting processes update the database one after the other. */
  start: "7150031",
  /** The tree of names: exclusive for moving names, shared for new names and records. */
  names: "7150032",
  /** One branch of the tree, so that two new names of it take turns. */
  branch: "7150033",
  /** Networks and their contents: exclusive for moving networks, shared for placing something in them. */
  subnets: "7150034",
  /** Reservation of too many free addresses to lock each one. */
  reserving: "7150035",
  /** Reservation of free networks. */
  networks: "7150036",
  /** Replacement of the list of vendors. */
  vendors: "7150037",
  /** Publication of what was applied: one publisher at a time. */
  publishing: "7150038",
} as const;
