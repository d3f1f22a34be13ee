import { execFileSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAdmin } from "../../server/admin/command-line.ts";
import { makeBackup } from "../../server/db/backup/make.ts";
import { restoreBackup } from "../../server/db/backup/restore.ts";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { openProduct } from "../../server/open.ts";
import { scratchFolder } from "../support/scratch.ts";
import { runServerCommand } from "../support/server-command.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const PATIENCE = 240_000;
const VERSION = "0.1.0";
const root = scratchFolder("backup");
const folder = join(root, "data");
const place = { dataFolder: folder, databaseUrl: null };
let server: ServerProcess;
let token = "";

beforeAll(async () => {
  server = await startProcess({ NETPORTAL_MODE: "production", NETPORTAL_DEMO: "0", NETPORTAL_DATA: folder });
  const lines: string[] = [];
  const machine = {
    open: () => openProduct(place, { beside: "as it is" }),
    secret: () => Promise.resolve(""),
    say: (line: string) => lines.push(line),
    audit: null,
    warn: () => undefined,
  };
  await runAdmin(["create", "ada"], machine);
  await runAdmin(["make-token", "ada"], machine);
  token = lines.at(-1) ?? "";
}, PATIENCE);

afterAll(async () => {
  await server.end("SIGTERM");
  rmSync(root, { recursive: true, force: true });
}, PATIENCE);

/** All files below a folder. */
function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" }).toSorted();
}

/** Makes groups with a member each, as fast as the server answers, until it is told to stop. */
function startWriters(count: number) {
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const name = `w${String(writer)}-${String(n)}`;
      const { code } = await server.execute(
        [
          { name: "cntl.group.create", new: { name } },
          { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: name } },
        ],
        token,
      );
      if (code !== "200") throw new Error(code);
      acknowledged.push(name);
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return {
    acknowledged,
    async stop(): Promise<void> {
      isOver = true;
      await running;
    },
  };
}

/** Facts from the restored database of this folder. */
async function look<T>(dataFolder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbedded(dataFolder);
  const db = createPool(postgres.connection, 2);
  try {
    return await work(db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

describe("a backup of a running server", () => {
  const file = join(root, "backup.tar.gz");

  it(
    "[OPER-11] has everything that was acknowledged before it began and no half transaction, while people write",
    async () => {
      const writers = startWriters(3);
      await expect.poll(() => writers.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(30);
      const before = [...writers.acknowledged];
      const made = await runServerCommand("backup", { NETPORTAL_DATA: folder }, [file]);
      expect(made.errors).toBe("");
      expect(made.out).toMatch(/backup\.tar\.gz: [\d.]+ MB, checked\. It has everything/);
      const during = writers.acknowledged.length;
      await writers.stop();
      expect(during).toBeGreaterThan(before.length);
      const restored = join(root, "restored");
      const back = await runServerCommand("restore", { NETPORTAL_DATA: restored }, [file]);
      expect(back.errors).toBe("");
      await look(restored, async (db) => {
        const groups = await db.query<{
          name: string;
          members: number;
          logged: number;
          member_logged: number;
        }>(
          `select g.name, (select count(*)::int from cntl.mgr2group l where l.group_name = g.id) members,
             (select count(*)::int from wapi.change_log c where c.object_fq_name = 'cntl.group' and c.object_gfk = 'grp-' || g.id) logged,
             (select count(*)::int from wapi.change_log c join cntl.mgr2group l on c.object_gfk = 'mgrgrp-' || l.id
               where c.object_fq_name = 'cntl.mgr2group' and l.group_name = g.id) member_logged
           from cntl."group" g where g.name like 'w%'`,
        );
        const names = new Set(groups.map(({ name }) => name));
        expect(before.filter((name) => !names.has(name))).toEqual([]);
        expect(groups.filter((one) => one.members + one.logged + one.member_logged !== 3)).toEqual([]);
        const [{ lost } = { lost: -1 }] = await db.query<{ lost: number }>(
          `select count(*)::int lost from wapi.change_log c where c.object_fq_name = 'cntl.group'
             and not exists (select from cntl."group" g where c.object_gfk = 'grp-' || g.id)`,
        );
        expect(lost).toBe(0);
        // The publisher notices by its timeline that name servers may know later versions.
        const [{ timeline_id: timeline } = { timeline_id: 0 }] = await db.query<{ timeline_id: number }>(
          "select timeline_id from pg_control_checkpoint()",
        );
        expect(timeline).toBe(2);
      });
    },
    PATIENCE,
  );

  it(
    "[OPER-12] is a file of its owner, is named after its moment if a folder is given, and leaves no other file",
    async () => {
      const target = join(root, "kept");
      mkdirSync(target);
      /** Size of the file under its name, from the moment on at which it has it. */
      const sizes: number[] = [];
      const looking = setInterval(() => {
        const named = readdirSync(target).find((name) => name.endsWith(".tar.gz"));
        if (named !== undefined) sizes.push(statSync(join(target, named)).size);
      }, 2);
      const { file: made, bytes } = await makeBackup(folder, target, VERSION);
      clearInterval(looking);
      expect(sizes.filter((size) => size !== bytes)).toEqual([]);
      expect(readdirSync(target).map((name) => join(target, name))).toEqual([made]);
      expect(made).toMatch(/netportal-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/);
      expect(statSync(made).mode & 0o777).toBe(0o600);
      await expect(makeBackup(folder, join(root, "nowhere", "b"), VERSION)).rejects.toThrow(
        "There is no folder",
      );
      await expect(makeBackup(join(root, "none"), target, VERSION)).rejects.toThrow(
        "There is no database in",
      );
    },
    PATIENCE,
  );

  it(
    "[OPER-12] is read again before it has its name: a file that was damaged while it was written is refused and deleted",
    async () => {
      const target = join(root, "damaged");
      mkdirSync(target);
      let isDamaged = false;
      const damaging = setInterval(() => {
        const [name = ""] = readdirSync(target);
        const written = join(target, name);
        if (isDamaged || name === "" || statSync(written).size < 8192) return;
        const open = openSync(written, "r+");
        const [at, byte] = [4096, Buffer.alloc(1)];
        readSync(open, byte, 0, 1, at);
        writeSync(open, Buffer.of(byte.readUInt8(0) ^ 0xff), 0, 1, at);
        closeSync(open);
        isDamaged = true;
      }, 2);
      const making = makeBackup(folder, target, VERSION);
      await expect(making.finally(() => clearInterval(damaging))).rejects.toThrow("is not a whole backup");
      expect([isDamaged, readdirSync(target)]).toEqual([true, []]);
    },
    PATIENCE,
  );

  it(
    "[OPER-13] replaces a database only on demand, and the replaced database is kept",
    async () => {
      const options = { file, dataFolder: join(root, "twice"), version: VERSION, replaces: false };
      expect((await restoreBackup(options)).aside).toBeNull();
      const env = { NETPORTAL_DATA: options.dataFolder };
      const refused = await runServerCommand("restore", env, [file]);
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain("has a database already. Nothing was changed.");
      const replaced = await runServerCommand("restore", env, [file, "--replace"]);
      const [, aside = ""] = /^The one before is in (\S+); delete/m.exec(replaced.out) ?? [];
      expect(existsSync(join(aside, "PG_VERSION"))).toBe(true);
      const inUse = restoreBackup({ ...options, dataFolder: folder, replaces: true });
      await expect(inUse).rejects.toThrow(`is in use by process ${String(server.pid)}`);
    },
    PATIENCE,
  );

  it(
    "[OPER-14] is refused if it is incomplete or of a later version, and nothing is left in the folder",
    async () => {
      const dataFolder = join(root, "refused");
      const refused = async (damaged: string, sentence: string): Promise<void> => {
        const restoring = restoreBackup({ file: damaged, dataFolder, version: VERSION, replaces: false });
        await expect(restoring).rejects.toThrow(sentence);
        expect(existsSync(dataFolder) ? readdirSync(dataFolder) : []).toEqual([]);
      };
      const whole = readFileSync(file);
      const variant = (name: string, bytes: Buffer): string => {
        writeFileSync(join(root, name), bytes);
        return join(root, name);
      };
      await refused(variant("half", whole.subarray(0, whole.length / 2)), "it is cut off or damaged");
      await refused(variant("end", whole.subarray(0, whole.length - 8)), "it is cut off or damaged");
      const flipped = Buffer.from(whole);
      flipped.writeUInt8((flipped[whole.length / 2] ?? 0) ^ 0xff, Math.floor(whole.length / 2));
      await refused(variant("flipped", flipped), "is not a whole backup");
      await refused(variant("text", Buffer.from("no backup")), "it is cut off or damaged");
      const unpacked = join(root, "unpacked");
      mkdirSync(unpacked);
      execFileSync("tar", ["xzf", file, "-C", unpacked]);
      rmSync(join(unpacked, "global", "pg_control"));
      const last = ["backup_manifest", "netportal_backup.json"];
      const parts = readdirSync(unpacked).filter((name) => !last.includes(name));
      execFileSync("tar", ["czf", join(root, "missing"), "-C", unpacked, ...parts, ...last]);
      await refused(join(root, "missing"), "global/pg_control is missing");
      await refused(join(root, "none.tar.gz"), "There is no backup");
      const { file: later } = await makeBackup(folder, join(root, "later.tar.gz"), "9.0.0");
      await refused(later, "was made by version 9.0.0, and this is version 0.1.0");
      // A database that would be replaced stays where it is.
      const held = join(root, "held");
      await restoreBackup({ file, dataFolder: held, version: VERSION, replaces: false });
      const before = filesIn(held);
      for (const [name, sentence] of [
        ["half", "it is cut off or damaged"],
        ["flipped", "is not a whole backup"],
        ["missing", "global/pg_control is missing"],
        ["later.tar.gz", "was made by version 9.0.0"],
      ] as const) {
        const replacing = { file: join(root, name), dataFolder: held, version: VERSION, replaces: true };
        await expect(restoreBackup(replacing)).rejects.toThrow(sentence);
        expect(filesIn(held)).toEqual(before);
      }
    },
    PATIENCE,
  );
});

describe("a data folder that was copied by hand", () => {
  it(
    "[OPER-15] is refused at the start if a server used the original, or parts are missing",
    async () => {
      const copy = join(root, "copy");
      cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith(".partial") });
      await expect(startEmbedded(copy)).rejects.toThrow("was copied while a server used the original");
      rmSync(join(copy, "netportal.pid"));
      for (const part of ["pg_notify", "pg_tblspc"])
        rmSync(join(copy, "postgres", part), { recursive: true });
      await expect(startEmbedded(copy)).rejects.toThrow(
        "is not whole: pg_notify, pg_tblspc are missing. Copy the folder again from a stopped server",
      );
    },
    PATIENCE,
  );
});
