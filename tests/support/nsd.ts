import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { adapted, blockWith } from "../../examples/try/guide.ts";
import { runServer, type NameServer, type NameServerSettings } from "../../examples/try/name-server.ts";

const PROGRAM = "/usr/sbin/nsd";
const missing = [PROGRAM, "/usr/sbin/nsd-control", "/usr/bin/dig"].filter((path) => !existsSync(path));
if (missing.length > 0) console.warn(`SKIPPED: NSD, because ${missing.join(", ")} is missing`);

/** NSD if it is installed, as a kind beside the others. */
export const NSD: readonly "nsd"[] = missing.length === 0 ? ["nsd"] : [];

const run = promisify(execFile);
const BETWEEN_MS = 200;

/** NSD as docs/services.md says, with its script run again and again. */
export function startNsd({ folder, port, primary, key }: NameServerSettings): NameServer {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "nsd.conf");
  const control = join(folder, "control");
  const name = key.name.replace(/\.$/, "");
  const changes = {
    "127.0.0.1@5354": `127.0.0.1@${String(port)}`,
    "127.0.0.1@5300": `${primary.host}@${String(primary.port)}`,
    "/run/nsd/control": control,
    "/var/lib/nsd/": `${folder}/`,
    "ns3.netportal": name,
    "SECRET-OF-NS3": key.secret,
  };
  const places = `server:
  username: ""
  pidfile: ""
  zonesdir: "${folder}"
  database: ""
  zonelistfile: "${folder}/zone.list"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
`;
  writeFileSync(config, places + adapted(blockWith("request-xfr:"), changes), { mode: 0o600 });
  const keyFile = join(folder, "netportal.key");
  writeFileSync(keyFile, `key "${name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };\n`, {
    mode: 0o600,
  });
  const script = join(folder, "netportal-zones");
  const text = adapted(blockWith("nsd-control addzones"), {
    "-p 5354": `-p ${String(port)}`,
    "/etc/nsd/netportal.key": keyFile,
    "nsd-control ": `nsd-control -c ${config} `,
  });
  writeFileSync(script, text, { mode: 0o700 });
  const server = runServer(PROGRAM, ["-d", "-c", config]);
  let isOver = false;
  let fault = "";
  const following = (async () => {
    while (!isOver) {
      // The script fails as long as the server or its catalog is not there.
      fault = await run(script).then(() => "", String);
      await pause(BETWEEN_MS);
    }
  })();
  return {
    ...server,
    output: () => server.output() + fault,
    // If NSD were killed, it would leave its children with the port.
    async end() {
      isOver = true;
      await following;
      await server.end("SIGTERM");
    },
  };
}
