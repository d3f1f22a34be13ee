/** Names and addresses of the databases of a test run; without vitest, so that set-up and tests may both read it. */

/** Template with the definitions applied and no rows but metadata. */
export const TEMPLATE = "template";

/** Template with the demo campus of size S. */
export const DEMO_TEMPLATE = "demo";

/** The address of another database on the same server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Database from which others are created and dropped. */
export function adminUrl(server: string): string {
  return urlOf(server, "postgres");
}
