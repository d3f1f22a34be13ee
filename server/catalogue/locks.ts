/**
 * Advisory locks of the product in the database, so that no two of them get one number. Those of SQL functions are pairs `(number, key)`, the
 * others a number alone; PostgreSQL keeps the two kinds apart.
 */
export const LOCKS = {
  /** Processes that start at once bring the database to their definitions one after the other. */
  start: "7150031",
  /** The tree of names: who changes the place of other names alone, who adds names or records shared. */
  names: "7150032",
  /** One branch of the tree: two new names of it come one after the other. */
  branch: "7150033",
  /** Networks and what lies in them: who moves networks alone, who places something in them shared. */
  subnets: "7150034",
  /** Who reserves so many free addresses that they are not locked one by one. */
  reserving: "7150035",
  /** Who reserves free networks. */
  networks: "7150036",
  /** The list of vendors while it is replaced. */
  vendors: "7150037",
} as const;
