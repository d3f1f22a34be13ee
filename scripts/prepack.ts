/** `npm pack`: a release holds the built portal, packed for browsers, and the exact versions of the packages that the server needs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../server/http/build-info.ts";
import { buildPortalIfStale } from "../server/http/portal-build.ts";
import { withoutEngines } from "./without-engines.ts";

const root = join(import.meta.dirname, "..");
const { commit } = readBuildInfo(root, process.env);
await buildPortalIfStale({ root, commit, onProgress: console.error });
// npm leaves package-lock.json out of every package.
const locked = readFileSync(join(root, "package-lock.json"), "utf8");
writeFileSync(
  join(root, "npm-shrinkwrap.json"),
  `${JSON.stringify(withoutEngines(JSON.parse(locked)), null, 2)}\n`,
);
