import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { AddressInfo } from "node:net";
import { passwordHash } from "../../server/access/password.ts";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { isEmpty, loadDemo } from "../../server/db/demo/load.ts";
import { openDatabase } from "../../server/db/open.ts";
import { readBuildInfo } from "../../server/http/build-info.ts";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { describe } from "../../server/wapi/describe.ts";
import { applySteps, type ApplyGround } from "./apply.ts";
import type { Load, Measured } from "./client.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { applyByHand, listByHand, timed } from "./floor.ts";
import { groundOf, widen } from "./ground.ts";

/**
 * Figures of the server beside their floor, the same work by hand-written SQL (design/goals.md); prints one JSON line each and never
 * fails on time. `npm run bench -- --size M --size L`; the databases are kept in the folder of temporary files.
 */
const { values } = parseArgs({
  options: {
    size: { type: "string", multiple: true },
    fresh: { type: "boolean" },
    rounds: { type: "string" },
  },
});
const ROUNDS = Number(values.rounds ?? "8");
const root = join(import.meta.dirname, "..", "..");

for (const size of values.size ?? ["M", "L"]) {
  if (size !== "S" && size !== "M" && size !== "L") throw new Error(`--size is S, M or L, not ${size}`);
  await bench(size);
}

async function bench(size: "S" | "M" | "L"): Promise<void> {
  const folder = join(tmpdir(), `netportal-bench-${size}`);
  if (values.fresh === true) rmSync(folder, { recursive: true, force: true });
  const catalogue = await loadCatalogue();
  const db = await openDatabase({ folder, catalogue, metadata: describe(catalogue), onProgress: note });
  try {
    if (await isEmpty(db)) {
      const start = performance.now();
      await loadDemo(db, size, { catalogue, passwordHash, tokenHash, newToken, onProgress: note });
      note(`demo campus ${size}: ${String(Math.round((performance.now() - start) / 1000))} s`);
      await db.query("analyze");
    }
    await widen(db, "otto");
    note(`${String(cpus().length)} cores, Node ${process.version}, size ${size}`);
    const http = await composeHttp({
      db,
      catalogue,
      settings: readSettings({ NETPORTAL_MODE: "test" }, root),
      build: readBuildInfo(root, {}),
      portalFolder: join(root, "dist"),
      log: note,
    });
    await http.listen({ host: "127.0.0.1", port: 0 });
    // A server that listens on a port has an address of this form.
    const { port } = http.server.address() as AddressInfo;
    const base = `http://127.0.0.1:${String(port)}`;
    for (const figure of await figures(size, base, db)) console.log(JSON.stringify(figure));
    await http.close();
  } finally {
    await db.close();
  }
}

async function figures(size: string, base: string, db: Database): Promise<readonly Figure[]> {
  const otto = await signIn(base, "otto");
  return [
    ...(await lists(size, base, db, otto)),
    ...(await applies(size, base, db, otto)),
    ...(await metadata(size, base, otto)),
  ];
}

async function lists(size: string, base: string, db: Database, token: string): Promise<readonly Figure[]> {
  const sorting = encodeURIComponent('["cidr"]');
  const url = `${base}/api/4.2/nd/ip_subnet/list?is_own=true&fetch_limit=50&sorting_params_list=${sorting}`;
  await refuseOtherRows(url, token, db);
  await load({ url, token, bodies: [null], clients: 1, calls: 100 });
  const one = await load({ url, token, bodies: [null], clients: 1, calls: 1000 });
  const floors: number[] = [];
  for (let n = 0; n < 600; n++) {
    const time = await timed(() => listByHand(db, "otto"));
    if (n >= 100) floors.push(time);
  }
  const many = await load({ url, token, bodies: [null], clients: 16, calls: 6000 });
  const floorStart = performance.now();
  let left = 3000;
  const hand = async (): Promise<void> => {
    while (left-- > 0) await listByHand(db, "otto");
  };
  await Promise.all(Array.from({ length: 16 }, hand));
  const floorRate = 3000 / ((performance.now() - floorStart) / 1000);
  return [
    figureOf({
      id: "P1",
      size,
      what: "list 50 rows joined to one reference, own rows, sorted, over HTTP",
      unit: "ms",
      times: one.times,
      floor: quantile(floors, 0.5),
    }),
    figureOf({
      id: "P2",
      size,
      what: "the same from 16 clients, one process (times per call)",
      unit: "requests/s",
      times: many.times,
      ours: many.times.length / (many.whole / 1000),
      floor: floorRate,
    }),
  ];
}

/** Both sides of P1 have to answer the same rows, or their times say nothing. */
async function refuseOtherRows(url: string, token: string, db: Database): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  // The wire contract: a list with one result list; the floor answers a JSON array.
  const [ours = []] = (await answer.json()) as { gpk: string }[][];
  const hand = JSON.parse(await listByHand(db, "otto")) as { gpk: string }[];
  const keys = (rows: readonly { gpk: string }[]): string => rows.map(({ gpk }) => gpk).join(" ");
  if (keys(ours) !== keys(hand) || ours.length === 0) throw new Error("P1: the floor answers other rows");
}

async function applies(size: string, base: string, db: Database, token: string): Promise<readonly Figure[]> {
  const needed = ROUNDS * 2 + 2;
  const grounds = await groundOf(db, "otto", needed);
  if (grounds === null) {
    note(`P4, P6: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const stamp = Date.now().toString(36);
  const body = (ground: ApplyGround, round: string): string =>
    JSON.stringify(applySteps(ground, `${stamp}-${round}`));
  const url = `${base}/api/4.2/wapi/transaction/execute`;
  const dry: number[] = [];
  const real: number[] = [];
  const hand: number[] = [];
  for (const [round, ground] of grounds.slice(0, ROUNDS + 1).entries()) {
    const floorGround = grounds[ROUNDS + 1 + round] ?? ground;
    const apply = async (): Promise<Measured> =>
      load({ url, token, bodies: [body(ground, `a${String(round)}`)], clients: 1, calls: 1 });
    // Of objects that nothing has changed yet, before and after the apply in turn, so that neither always finds warm memory.
    const test = async (): Promise<Measured> => {
      const bodies = [body(floorGround, `d${String(round)}`)];
      return load({ url: `${url}?dry_mode=true`, token, bodies, clients: 1, calls: 1 });
    };
    const [tested, applied] =
      round % 2 === 0 ? [await test(), await apply()] : [await apply(), await test()].toReversed();
    const floor = await timed(() => byHand(db, floorGround, `${stamp}-f${String(round)}`));
    // The first round only warms up.
    if (round === 0) continue;
    dry.push(...(tested?.times ?? []));
    real.push(...(applied?.times ?? []));
    hand.push(floor);
  }
  const floor = quantile(hand, 0.5);
  const what = `1,000 mixed steps, interleaved, by otto`;
  return [
    figureOf({ id: "P4", size, what: `apply ${what}`, unit: "ms", times: real, floor }),
    figureOf({
      id: "P6",
      size,
      what: `dry run of ${what}; beside apply`,
      unit: "ms",
      times: dry,
      floor: quantile(real, 0.5),
    }),
  ];
}

async function byHand(db: Database, ground: ApplyGround, round: string): Promise<void> {
  const names = Array.from({ length: 350 }, (_, at) => `bench-${round}-${String(at)}.${ground.zone}`);
  const count = await applyByHand(db, {
    names,
    records: names.map((fqdn, at) => ({ fqdn, data: ground.addresses[at] ?? "" })),
    bcds: ground.bcds,
    subnets: ground.subnets,
    deleted: ground.records,
    text: `floor ${round}`,
  });
  if (count !== 1000) throw new Error(`P4: the floor changed ${String(count)} rows, not 1000`);
}

async function metadata(size: string, base: string, token: string): Promise<readonly Figure[]> {
  const url = `${base}/api/4.2/wapi/object_type/metadata`;
  const cold = await load({ url, token, bodies: [null], clients: 1, calls: 20 });
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip" };
  const first = await fetch(url, { headers });
  const packed = Number(first.headers.get("content-length") ?? Number.NaN);
  await first.arrayBuffer();
  const tag = first.headers.get("etag") ?? "";
  const again = await fetch(url, { headers: { ...headers, "if-none-match": tag } });
  const what = `all metadata; ${String(Math.round(packed / 1024))} kB gzip, then ${String(again.status)}`;
  return [figureOf({ id: "P17", size, what, unit: "ms", times: cold.times })];
}

async function signIn(base: string, username: string): Promise<string> {
  const answer = await fetch(`${base}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: "demo" }),
  });
  // The wire contract, section 6.1.
  const { token } = (await answer.json()) as { token: string };
  return token;
}

async function load(what: Load): Promise<Measured> {
  const child = fork(join(import.meta.dirname, "client.ts"));
  const measured = new Promise<Measured>((resolve, reject) => {
    // The client sends one message: what it measured.
    child.once("message", (message) => {
      resolve(message as Measured);
    });
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`the client ended with ${String(code)}`));
    });
  });
  child.send(what);
  return measured;
}

function note(text: string): void {
  console.error(text);
}
