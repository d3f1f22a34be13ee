import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

export interface DebFacts {
  /** Version of Debian: `0.1.0-1`. */
  readonly version: string;
  readonly architecture: string;
}

interface Layout {
  /** An unpacked release with its packages. It is moved into the tree. */
  readonly unpacked: string;
  readonly tree: string;
  /** The folder with the scripts and files of the package. */
  readonly packaging: string;
  readonly revision: string;
}

/** The Node and the PostgreSQL in a release are made for this architecture. */
const ARCHITECTURE = "amd64";
/** Programs and libraries that the unit, the scripts of the package and the Node of the release need. */
const DEPENDS = [
  "adduser",
  "init-system-helpers",
  "libc6 (>= 2.28)",
  "libjemalloc2",
  "libstdc++6",
  "systemd (>= 252)",
];
const SCRIPTS = ["postinst", "prerm", "postrm"];
export const SETTINGS_FILE = "/etc/netportal/settings";

/** Lays out a tree that `dpkg-deb --build` takes: the release in `/opt/netportal`, as the documents have it. */
export function layOut({ unpacked, tree, packaging, revision }: Layout): DebFacts {
  // Parse boundary: package.json of the release, of which one member is read.
  const { version } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as { version: string };
  const facts = { version: debianVersion(version, revision), architecture: ARCHITECTURE };
  const put = (from: string, to: string, mode: number): void => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(from, join(tree, to));
    chmodSync(join(tree, to), mode);
  };
  mkdirSync(join(tree, "opt"), { recursive: true });
  renameSync(unpacked, join(tree, "opt", "netportal"));
  // Modes of a checkout depend on who made it.
  execFileSync("chmod", ["-R", "u=rwX,go=rX", join(tree, "opt")]);
  put(join(tree, "opt/netportal/examples/netportal.service"), "lib/systemd/system/netportal.service", 0o644);
  put(join(packaging, "settings"), SETTINGS_FILE, 0o600);
  put(join(tree, "opt/netportal/examples/netportal"), "usr/bin/netportal", 0o755);
  put(join(packaging, "copyright"), "usr/share/doc/netportal/copyright", 0o644);
  const changes = readFileSync(join(tree, "opt/netportal/CHANGELOG.md"));
  writeFileSync(join(tree, "usr/share/doc/netportal/changelog.gz"), gzipSync(changes, { level: 9 }));
  const size = Number(execFileSync("du", ["-sk", tree], { encoding: "utf8" }).split("\t")[0]);
  for (const name of SCRIPTS) put(join(packaging, name), `DEBIAN/${name}`, 0o755);
  writeFileSync(join(tree, "DEBIAN/conffiles"), `${SETTINGS_FILE}\n`);
  writeFileSync(join(tree, "DEBIAN/control"), controlOf(facts, size));
  return facts;
}

/** `1.0.0~beta.1-1` of `1.0.0-beta.1`: Debian sorts `~` before the end of a version, as npm sorts a prerelease. */
export function debianVersion(version: string, revision: string): string {
  return `${version.replace("-", "~")}-${revision}`;
}

export function fileNameOf({ version, architecture }: DebFacts): string {
  return `netportal_${version}_${architecture}.deb`;
}

/** `kilobytes` is the size of the installed files. */
function controlOf({ version, architecture }: DebFacts, kilobytes: number): string {
  const { DEBFULLNAME = "NETPORTAL", DEBEMAIL = "netportal@localhost" } = process.env;
  return [
    "Package: netportal",
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${DEBFULLNAME} <${DEBEMAIL}>`,
    `Installed-Size: ${String(kilobytes)}`,
    `Depends: ${DEPENDS.join(", ")}`,
    "Suggests: postgresql (>= 15), nginx | haproxy | caddy",
    "Section: net",
    "Priority: optional",
    "Description: network portal and NETDB-API",
    " Names, addresses, cables, devices and accounts of a campus network, with their",
    " rights and their history, in a portal and an API. Brings its own Node and its",
    " own PostgreSQL; a PostgreSQL of one's own can be used instead.",
    "",
  ].join("\n");
}
