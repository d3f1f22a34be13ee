import assert from "node:assert/strict";
import { appendFileSync, copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SETTINGS, untilReady, type Bar } from "./bar.ts";
import type { Machine } from "./machine.ts";

const KEPT = "NETPORTAL_CHAT_URL=https://chat.example.org";

/** "Package of Debian" on a machine of its own: installed, entered, upgraded, removed, and purged with and without data. `files` are two packages, the newer one last. */
export async function installPackage(
  machine: Machine,
  { block }: Pick<Bar, "block">,
  files: readonly [string, string],
): Promise<void> {
  for (const file of files) copyFileSync(file, join(machine.path("/root"), basename(file)));
  const [first, second] = files.map((file) => basename(file));
  machine.run(block("Package of Debian 1", { "netportal_<version>-1_amd64.deb": first ?? "" }));
  await untilReady(machine, 8080);
  const said = machine.run(block("Package of Debian 2"));
  assert.match(said, /no fault[\s\S]*ada is an administrator[\s\S]*checked/);
  appendFileSync(machine.path(SETTINGS), `${KEPT}\n`);
  machine.run(`apt-get install ./${second ?? ""}`);
  await untilReady(machine, 8080);
  assert.match(
    machine.run("netportal admin list; cat /etc/netportal/settings"),
    new RegExp(`ada[\\s\\S]*${KEPT}`),
  );
  machine.run(`systemctl disable --now netportal && apt-get install --reinstall ./${second ?? ""}`);
  assert.equal(machine.run("systemctl is-active netportal || true").trim(), "inactive");
  machine.run("apt-get remove netportal && test -e /etc/netportal/settings && test ! -e /opt/netportal");
  machine.run(
    "apt-get purge netportal && test ! -e /etc/netportal && test -e /var/lib/netportal/postgres && id netportal",
  );
  machine.run(
    `apt-get install ./${second ?? ""} && systemctl stop netportal && rm -rf /var/lib/netportal /var/backups/netportal`,
  );
  machine.run("apt-get purge netportal && ! id netportal");
  console.log("  the package was installed, upgraded, removed and purged");
}

/** "Ansible and containers": the role brings PostgreSQL, package, settings and administrator onto the same machine, and changes nothing when it is run once more. `file` is the package. */
export async function installByRole(
  machine: Machine,
  { block, release }: Pick<Bar, "block" | "release">,
  file: string,
): Promise<void> {
  const folder = "/root/role";
  machine.run(`apt-get install ansible-core python3-apt && install -d ${folder}`);
  for (const one of [file, release]) copyFileSync(one, machine.path(join(folder, basename(one))));
  machine.run(
    `tar xzf ${basename(release)} --strip-components=1 package/examples
printf '[netportal]\\nlocalhost ansible_connection=local ansible_python_interpreter=/usr/bin/python3\\n' > hosts`,
    { folder },
  );
  const play = block("Ansible and containers 1", {
    "netportal_<version>-1_amd64.deb": basename(file),
  });
  assert.match(machine.run(play, { folder }), /failed=0/);
  await untilReady(machine, 8080);
  assert.match(machine.run("netportal admin list"), /ada/);
  assert.match(machine.run(`grep -c ^DATABASE_URL= ${SETTINGS}`), /1/);
  assert.match(machine.run(play, { folder }), /changed=0 .*failed=0/);
  console.log("  the role of Ansible made an instance, and changes nothing when it is run once more");
}
