import assert from "node:assert/strict";
import { AS_SERVICE, endServers, PRODUCT, SETTINGS, untilReady, type Bar } from "./bar.ts";
import { OWN } from "./postgres.ts";
import { AUTHORITY, CERTIFICATE, signIn } from "./provider.ts";

const ADDRESS = "https://netportal.example.org";
const CADDY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

/** "Several processes": two on one database, with the settings of the service. They stay for the proxies. */
export async function twoProcesses({ machine, block }: Bar): Promise<void> {
  machine.run("systemctl stop netportal");
  const settings = machine
    .run(`grep -E '^(NETPORTAL_OIDC|NETPORTAL_PUBLIC|NODE_)' ${SETTINGS}`)
    .trim()
    .split("\n");
  const env = Object.fromEntries(
    settings.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  // A release is built; a checkout builds itself here.
  const text = block("Several processes 1", {
    "npm run build\n": "",
    "postgres://netportal:…@db.example.org/netportal": OWN,
  });
  machine.launch(`${text}\nwait`, "/tmp/several.log", {
    ...AS_SERVICE,
    env: { ...env, NETPORTAL_MODE: "production", NETPORTAL_TRUSTED_PROXIES: "127.0.0.1" },
  });
  for (const port of [8081, 8082]) await untilReady(machine, port, "/tmp/several.log");
}

/** "Proxy and TLS": nginx, HAProxy and Caddy of Debian with the printed files, in front of both processes. */
export async function proxies({ machine, block }: Bar): Promise<void> {
  machine.run("apt-get install nginx haproxy caddy && systemctl stop nginx haproxy caddy");
  // No public authority signs a name of an example, so Caddy is its own authority.
  const caddy = `{\n  local_certs\n  skip_install_trust\n}\n${block("Proxy and TLS 3")}`;
  const all = [
    ["nginx", block("Proxy and TLS 1"), "/etc/nginx/conf.d/netportal.conf", AUTHORITY],
    ["haproxy", block("Proxy and TLS 2"), "/etc/haproxy/haproxy.cfg", AUTHORITY],
    ["caddy", caddy, "/etc/caddy/Caddyfile", CADDY],
  ] as const;
  for (const [service, text, file, authority] of all) {
    machine.run(`cat > ${file} <<'END'\n${text}\nEND\nsystemctl start ${service}`);
    machine.run(`until test -e ${authority}; do sleep 0.5; done`);
    for (const address of ["127.0.0.1", "[::1]"]) {
      const asked = `curl -sS --retry 5 --retry-all-errors --cacert ${authority} --resolve netportal.example.org:443:${address}`;
      assert.match(machine.run(`${asked} ${ADDRESS}/ready.json`), /"ready":true/);
    }
    machine.run(`cat ${AUTHORITY} ${authority} > ${CERTIFICATE}/known.pem`);
    await signIn({ machine }, ADDRESS, "ada", PRODUCT, `${CERTIFICATE}/known.pem`);
    machine.run(`systemctl stop ${service}`);
    console.log(
      `  ${service} leads to both processes, by TLS over IPv4 and IPv6, and ada signed in through it`,
    );
  }
  endServers(machine);
}
