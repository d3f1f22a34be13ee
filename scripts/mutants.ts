/** Changes TypeScript (`npm run mutants -- src/core/table`), or with `--sql` the SQL texts of the server (docs/testing.md). */
if (process.argv.includes("--sql")) await import("./mutants.sql.ts");
else await import("./mutants.typescript.ts");

export {};
