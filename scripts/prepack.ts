/** `npm pack`: a release holds the built portal, packed for browsers, and the exact versions of the packages that the server needs. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../server/http/build-info.ts";
import { buildPortalIfStale } from "../server/http/portal-build.ts";

const root = join(import.meta.dirname, "..");
const { commit } = readBuildInfo(root, process.env);
await buildPortalIfStale({ root, commit, onProgress: console.error });
// npm leaves package-lock.json out of every package.
copyFileSync(join(root, "package-lock.json"), join(root, "npm-shrinkwrap.json"));
