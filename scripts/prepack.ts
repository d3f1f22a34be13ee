/**
 * `npm pack`: a release contains the built portal, compressed for browsers, the exact versions of the packages that the server needs, its bill of
 * materials, and the licences.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../server/http/build-info.ts";
import { buildPortalIfStale } from "../server/http/portal-build.ts";
import { RELEASE_FILES } from "./release-files.ts";

const root = join(import.meta.dirname, "..");
const { commit } = readBuildInfo(root, process.env);
await buildPortalIfStale({ root, commit, onProgress: console.error });
for (const [file, textOf] of Object.entries(RELEASE_FILES)) writeFileSync(join(root, file), textOf(root));
