import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "./precompress.ts";

const SOURCES = ["src", "locales", "schemas", "public", "index.html", "vite.config.ts", "package-lock.json"];

export interface PortalBuild {
  readonly root: string;
  readonly commit: string;
  onProgress(text: string): void;
}

/** Builds the portal when the built one is missing or older than its sources. A checkout without sources is served as it is. */
export async function buildPortalIfStale(build: PortalBuild): Promise<void> {
  const folder = join(build.root, "dist");
  const manifest = join(folder, ".vite", "manifest.json");
  const sources = SOURCES.map((name) => join(build.root, name)).filter((path) => existsSync(path));
  if (!existsSync(join(build.root, "index.html"))) return;
  const isStale = !existsSync(manifest) || newest(sources) > statSync(manifest).mtimeMs;
  if (isStale) {
    build.onProgress("building the portal …");
    await runVite(build.root);
    writeFileSync(join(folder, "build.json"), JSON.stringify({ commit_short: build.commit }));
  }
  await precompress(folder);
}

function newest(paths: readonly string[]): number {
  return Math.max(0, ...paths.map(newestBelow));
}

function newestBelow(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, newest(readdirSync(path).map((name) => join(path, name))));
}

/** In a process of its own: the bundler would keep its memory in the server for good. */
function runVite(root: string): Promise<void> {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The portal could not be built (vite build ended with ${String(code)}).`));
    });
  });
}
