import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

const FILES = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).map(
  (file) => [file, readFileSync(join(ROOT, file), "utf8")] as const,
);

/** Files whose text has this, in the order of their names. */
const having = (what: RegExp): readonly string[] =>
  FILES.flatMap(([file, text]) => (what.test(text) ? [file] : [])).toSorted();

describe("[TA-02] what the portal writes outside of the planned list", () => {
  it("is sent by these calls that are no transaction", () => {
    expect(having(/\.post\(/)).toEqual(
      [
        // The sign-out everywhere.
        "src/app/portal-ports.ts",
        // The transaction itself.
        "src/api/execute.ts",
        // The sign-in.
        "src/api/login.ts",
        // Requests that are sent.
        "src/api/requests.ts",
        // A job of the MAC finder, which only reads.
        "src/api/tools.ts",
        // Whether a typed token is valid, which only reads.
        "src/views/login/login-form.tsx",
      ].toSorted(),
    );
    expect(having(/cntl\/mgr\/(?:create|update|delete)/)).toEqual([]);
  });

  it("is sent by these transactions, which read, or change what an account keeps for itself", () => {
    expect(having(/dryRun: false/)).toEqual(
      [
        // Lists.
        "src/api/execute.ts",
        "src/editor/planning/create-planner.ts",
        "src/views/import/run-import.ts",
        "src/views/palette/use-palette.ts",
        // The removal of the session token at logout.
        "src/app/portal-ports.ts",
        // The objects that an account opened last.
        "src/app/shell/note-opened.ts",
        // Pins.
        "src/editor/pins/pin-button.tsx",
        // Saved views and other settings.
        "src/editor/planning/change-at-once.ts",
        // The planned list.
        "src/state/run-list.ts",
      ].toSorted(),
    );
    expect(having(/useChangeAtOnce\(/)).toEqual([
      "src/editor/form/setting-form.tsx",
      "src/editor/planning/change-at-once.ts",
      "src/editor/saved-views/saved-views.tsx",
    ]);
  });

  it("are pins, saved views and the objects that an account opened last", async () => {
    const { types } = await portalCatalogue();
    const settings = types.filter(({ definition }) => definition.is_setting).map(({ name }) => name);
    expect(settings.toSorted()).toEqual(["cntl.pin", "cntl.recent_object", "cntl.saved_view"]);
  });
});
