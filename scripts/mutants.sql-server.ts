import type { TestProject } from "vitest/node";

/** The database server and the template that the tool has made. */
export function setup(project: TestProject): void {
  const { DATABASE_URL: server = "", MUTANTS_PREFIX: prefix = "" } = process.env;
  project.provide("postgres", { server, prefix });
}
