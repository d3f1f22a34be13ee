import type { FastifyInstance, InjectOptions } from "fastify";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WireException } from "#contract/wire/fault";
import type { Row } from "#contract/wire/json";
import { composeHttp } from "../../server/http/compose.ts";
import { createLog, readable } from "../../server/log.ts";
import { readSettings } from "../../server/http/settings.ts";
import { testDatabase, type TestDatabase } from "./postgres.ts";

/** The parts of an answer that tests examine. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Result lists of a single call. */
  readonly lists: readonly (readonly Row[])[];
  readonly exception: WireException;
  /** For example `-20900/4`. */
  readonly fault: string;
}

export interface HttpWorld extends TestDatabase {
  readonly http: FastifyInstance;
  /** Lines of the log. */
  readonly logged: string[];
  send(options: InjectOptions & { readonly token?: string }): Promise<Answered>;
  get(url: string, token?: string): Promise<Answered>;
  post(url: string, body: unknown, token?: string): Promise<Answered>;
  /** Signs in and returns the token. */
  signIn(username: string): Promise<string>;
}

const PAGE = "<!doctype html><html><head><title>t</title></head><body></body></html>";

/** The product over HTTP in this process, with its own database (by default with the demo campus) and a portal of two files. */
export async function httpWorld(
  env: Readonly<Record<string, string>> = {},
  open: () => Promise<TestDatabase> = () => testDatabase({ demo: true }),
): Promise<HttpWorld> {
  const database = await open();
  const portalFolder = mkdtempSync(join(tmpdir(), "netportal-dist-"));
  mkdirSync(join(portalFolder, "assets"));
  writeFileSync(join(portalFolder, "index.html"), PAGE);
  writeFileSync(join(portalFolder, "assets", "main-1.js"), "export {};\n".repeat(200));
  const logged: string[] = [];
  const http = await composeHttp({
    db: database.db,
    catalogue: database.catalogue,
    settings: readSettings(env, portalFolder),
    build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
    portalFolder,
    log: createLog((line) => logged.push(readable(line))),
  });
  const send: HttpWorld["send"] = async ({ token, headers, ...options }) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return answered(await http.inject({ ...options, headers: { ...authorization, ...headers } }));
  };
  const world: HttpWorld = {
    ...database,
    http,
    logged,
    send,
    get: (url, token) => send({ method: "GET", url, ...(token === undefined ? {} : { token }) }),
    post: (url, body, token) =>
      send({
        method: "POST",
        url,
        headers: { "content-type": "application/json" },
        payload: typeof body === "string" ? body : JSON.stringify(body),
        ...(token === undefined ? {} : { token }),
      }),
    signIn: async (username) => {
      const { text } = await world.post("/api/login", { username, password: "demo" });
      // Parse boundary: the answer to a sign-in. A fault has no token, and the test that uses it fails.
      return (JSON.parse(text) as { token: string }).token;
    },
    close: async () => {
      await http.close();
      await database.close();
      rmSync(portalFolder, { recursive: true });
    },
  };
  return world;
}

/** The parts of a raw answer. */
export function answered(response: {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}): Answered {
  const { statusCode: status, headers, payload: text } = response;
  const body = (): unknown => JSON.parse(text);
  return {
    status,
    headers,
    text,
    // Parse boundary: an answer has lists or a fault. A test that reads the wrong one fails.
    get lists() {
      return body() as Answered["lists"];
    },
    get exception() {
      return (body() as { exception: WireException }).exception;
    },
    get fault() {
      const { error_type: type, error } = this.exception;
      return `${String(type.code)}/${String(error.code)}`;
    },
  };
}

/** Addresses that the server knows, with their parameters (`/api/oui_lookup/:name`), without those that stand for everything else below an address. */
export function addressesOf(http: FastifyInstance): readonly string[] {
  const path: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", segment, methods] =
        /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      if (segment === undefined) return [];
      path.splice(indent.length / 4, Infinity, segment);
      return methods === undefined || segment === "*" ? [] : [path.join("")];
    });
}
