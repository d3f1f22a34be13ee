import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

type Rooms = Readonly<Record<string, { readonly rooms: readonly string[]; readonly npm: readonly string[] }>>;

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: string };
}

// Parse boundary: the rules are JavaScript, which dependency-cruiser reads.
const { rooms } = (await read(".dependency-rooms.js")) as { readonly rooms: Rooms };
const { default: cruiser } = (await read(".dependency-cruiser.js")) as {
  readonly default: { readonly forbidden: readonly Rule[] };
};

async function read(file: string): Promise<unknown> {
  return import(pathToFileURL(join(ROOT, file)).href);
}

const PAPER = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

interface Row {
  readonly room: string;
  /** Rooms, and packages of npm where the row names some. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
  readonly text: string;
}

/** The rows of the two tables of rooms. Members of the first cell are separated by commas, those of the last by commas and a semicolon. */
function tableOf(paper: string): readonly Row[] {
  const lines = [...paper.matchAll(/^\| (`(?:src|server|examples)[^|]*)\|[^|]*\| ([^|]+)\|$/gm)];
  return lines.map(([, first = "", text = ""]) => {
    const [imports = "", packages = ""] = text.split(";");
    return {
      room: first.replaceAll("`", "").trim(),
      imports: words(imports),
      packages: words(packages),
      text: text.trim(),
    };
  });
}

function words(text: string): readonly string[] {
  return text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

/** How the tables call a room in a row of this room. */
function called(path: string): string {
  return path.replace(/\\\.ts$/, "").replace(/^(?:src|server)\//, "");
}

/** What the tables say differently from the rules. */
function differences(table: readonly Row[], rules: Rooms): readonly string[] {
  return Object.entries(rules).flatMap(([room, { rooms: allowed, npm }]) => {
    const row = table.find((one) => one.room.replace(/\*$/, "") === room);
    if (row === undefined) return [`${room} has no row`];
    const own = called(room);
    const wanted = new Set(allowed.map(called).filter((name) => name !== own));
    const told = new Set(row.imports.filter((name) => name !== "nothing"));
    return [
      ...[...wanted].filter((name) => !told.has(name)).map((name) => `${room} may import ${name}`),
      ...[...told].filter((name) => !wanted.has(name)).map((name) => `${room} may not import ${name}`),
      ...row.packages.filter((name) => !npm.includes(name)).map((name) => `${room} may not import ${name}`),
    ];
  });
}

const TABLE = tableOf(PAPER);
/** The row of the examples says whose room it is: the rule is for their whole folder, and they import any room of the server. */
const { examples, ...OWN } = rooms;

describe("the tables of rooms in docs/architecture.md", () => {
  it("say what the rules say", () => {
    expect(TABLE.length).toBeGreaterThan(30);
    expect(differences(TABLE, OWN)).toEqual([]);
    expect(examples?.rooms).toEqual(["src/contract", "server"]);
    expect(TABLE.find(({ room }) => room === "examples/try")?.text).toBe("contract, all of `server`");
  });

  it("differ from the rules as soon as either changes", () => {
    const changed = TABLE.map((row) => ({ ...row, imports: row.imports.filter((name) => name !== "audit") }));
    expect(differences(changed, OWN)).toEqual([
      "server/metrics may import audit",
      "server/admin may import audit",
    ]);
    const narrower = { ...OWN, "server/dns-wire": { rooms: ["src/contract"], npm: [] } };
    expect(differences(TABLE, narrower)).toEqual(["server/dns-wire may not import catalogue"]);
    const without = { ...OWN, "server/log": { rooms: OWN["server/log"]?.rooms ?? [], npm: [] } };
    expect(differences(TABLE, without)).toEqual(["server/log may not import pino"]);
    expect(differences(TABLE, { ...OWN, "server/new": { rooms: [], npm: [] } })).toEqual([
      "server/new has no row",
    ]);
  });

  it("say which of its own rooms a room of server/wapi imports", () => {
    for (const room of ["call", "list", "write", "describe"]) {
      const rule = cruiser.forbidden.find(({ name }) => name === `rooms-of-wapi-${room}`);
      const allowed = (rule?.to.pathNot ?? "").match(/(?<=[(|])(?:list|write)(?=\/)/g) ?? [];
      const text = TABLE.find((row) => row.room === `server/wapi/${room}`)?.text ?? "";
      const told = text.startsWith("as wapi; of its rooms ") ? (text.match(/\b(?:list|write)\b/g) ?? []) : [];
      if (told.length === 0) expect(text).toBe("as wapi; none of its rooms");
      expect({ room, told: new Set(told) }).toEqual({
        room,
        told: new Set(allowed.filter((name) => name !== room)),
      });
    }
  });

  it("have every folder of the portal and the server, and nothing that is gone", () => {
    const folders = ["src", "server"].flatMap((side) =>
      readdirSync(join(ROOT, side), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${side}/${name}`),
    );
    const told = TABLE.flatMap(({ room }) => room.split(", ").map((name) => name.replace(/\*$/, "")));
    expect(folders.filter((folder) => !told.includes(folder))).toEqual([]);
    const paths = told.map((name) => (name.includes("/") ? name : `server/${name}`));
    const gone = paths.filter(
      (path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, `${path}.ts`)),
    );
    expect(gone).toEqual([]);
  });
});
