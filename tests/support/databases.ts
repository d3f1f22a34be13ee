/** Names and addresses of the databases of a test run. This file does not import vitest, so that both set-up and tests can import it. */

/** Template database with the definitions applied, and no rows except metadata. */
export const TEMPLATE = "template";

/** Template database with the demo campus of size S. */
export const DEMO_TEMPLATE = "demo";

/** The address of another database on the same server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

/** The database to connect to for creating and dropping others. */
export function adminUrl(server: string): string {
  return urlOf(server, "postgres");
}
