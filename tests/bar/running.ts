import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { PORTAL, PRODUCT, SETTINGS, untilReady, type Bar } from "./bar.ts";
import { signIn } from "./provider.ts";

const AUDIT = "/var/log/netportal/audit.log";

/** "Upgrade" of the service by the release of this run, in which ada signs in as before. */
export async function upgrade({ machine, release, block }: Bar): Promise<void> {
  machine.run(block("Upgrade 1", { "netportal-<version>.tgz": basename(release) }));
  await untilReady(machine, 8080);
  assert(existsSync(machine.path(`${PRODUCT}-before`)));
  await signIn({ machine }, PORTAL, "ada", PRODUCT);
  console.log("  the release was replaced, and ada signed in again");
}

/** "Metrics" by the Prometheus of Debian with the alert rules of the release, and the audit in a file. */
export async function watch({ machine, block }: Bar): Promise<void> {
  appendFileSync(
    machine.path(SETTINGS),
    `NETPORTAL_METRICS_LISTEN=127.0.0.1:9464\nNETPORTAL_AUDIT=file:${AUDIT}\n`,
  );
  machine.run("netportal --check-config && systemctl restart netportal && apt-get install prometheus");
  machine.run(`cat > /etc/prometheus/prometheus.yml <<'END'\n${block("Metrics 1")}\nEND
promtool check config /etc/prometheus/prometheus.yml && systemctl restart prometheus`);
  await untilReady(machine, 8080);
  await signIn({ machine }, PORTAL, "ada", PRODUCT);
  const lines = readFileSync(machine.path(AUDIT), "utf8");
  assert.match(lines, /"event":"sign_in",.*"who":"ada"/);
  machine.run(`for second in $(seq 100); do
  curl -s 'localhost:9090/api/v1/query?query=netportal_build_info' | grep -q '"job":"netportal"' && exit 0
  sleep 1
done; exit 1`);
  console.log("  Prometheus reads the metrics, and the file of the audit has the sign-in");
  machine.run("systemctl disable --now prometheus");
}
