import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { API_VERSION, LIMITS } from "#contract/limits";
import { faultOf, type WireException } from "#contract/wire/fault";
import { sentenceOf } from "#contract/wire/fault-sentence";
import type { Json, Localised, Row } from "#contract/wire/json";
import type { Lists, Outcome } from "#contract/wire/outcome";
import { progressIn, type CallProgress } from "#contract/wire/progress";
import type { Step } from "#contract/wire/step";
import type { SignedIn } from "#contract/wire/system";
import type { Language } from "./faults.ts";

export type OnProgress = (done: number, of: number) => void;

export interface ClientSettings {
  readonly url: string;
  readonly credentials: { readonly token: string } | { readonly user: string; readonly password: string };
  readonly language: Language;
}

const WAPI = `/api/${API_VERSION}/wapi/transaction`;

/** The running server for a command. It is used like any other client, over HTTP and with the rights of an account. */
export interface Client {
  /** Rows of one list step. Throws the refusal. */
  list(name: string, filters: Readonly<Record<string, Json>>): Promise<readonly Row[]>;
  /** A refusal names all refused steps. During a long call `onProgress` gets the number of finished steps. */
  run(steps: readonly Step[], dryRun: boolean, onProgress?: OnProgress): Promise<Outcome>;
  signOut(): Promise<void>;
}

export async function connect(settings: ClientSettings): Promise<Client> {
  const session = await signIn(settings);
  const progressOf = async (callId: string): Promise<CallProgress | null> => {
    const address = new URL(`${WAPI}/progress?call_id=${callId}`, settings.url);
    const response = await fetch(address, { headers: { Authorization: `Bearer ${session.token}` } });
    // The wire contract fixes the shape of the answer. A refusal has no progress.
    return response.ok ? progressIn((await response.json()) as Json) : null;
  };
  const call = async (steps: readonly Step[], query: string, onProgress?: OnProgress): Promise<Outcome> => {
    const callId = randomUUID();
    const name = onProgress === undefined ? "" : `&call_id=${callId}`;
    const answer = post(settings, `${WAPI}/execute?dict_mode=true${query}${name}`, steps, session.token);
    if (onProgress !== undefined) await followed(answer, () => progressOf(callId), onProgress);
    const { body, headers } = await answer;
    if (isRefused(body)) return { ok: false, fault: faultOf(body.exception) };
    return {
      ok: true,
      // The contract's answer of the executor in dict mode.
      lists: body as Lists,
      rolledBack: headers.get("x-transaction-state") === "rolled_back",
      accessMode: headers.get("x-access-mode") === "ro" ? "ro" : "rw",
    };
  };
  return {
    run: (steps, dryRun, onProgress) =>
      call(steps, `&all_faults=true${dryRun ? "&dry_mode=true" : ""}`, onProgress),
    list: async (name, filters) => {
      const outcome = await call([{ idx: "rows", name: `${name}.list`, old: filters }], "");
      if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
      return outcome.lists["rows"] ?? [];
    },
    signOut: async () => {
      if (session.gpk === null) return;
      await call([{ idx: "token", name: "cntl.wapi_auth.delete", old: { gpk: session.gpk } }], "");
    },
  };
}

/**
 * Asks for the progress of a call as often as the server records it, until the call ends. A failed question is ignored, because progress is a
 * convenience.
 */
async function followed(
  call: Promise<unknown>,
  ask: () => Promise<CallProgress | null>,
  onProgress: OnProgress,
): Promise<void> {
  const end = Promise.allSettled([call]).then(() => "over" as const);
  for (;;) {
    // The pause does not keep the process alive.
    const pause = setTimeout(LIMITS.progressEvery, null, { ref: false });
    if ((await Promise.race([end, pause])) === "over") return;
    const found = await Promise.race([end, ask().catch(() => null)]);
    if (found === "over") return;
    if (found?.state === "running") onProgress(found.step_done, found.step_count);
  }
}

async function signIn(
  settings: ClientSettings,
): Promise<{ readonly token: string; readonly gpk: string | null }> {
  const { credentials } = settings;
  if ("token" in credentials) return { token: credentials.token, gpk: null };
  const { user: username, password } = credentials;
  const { body } = await post(settings, "/api/login", { username, password }, null);
  if (isRefused(body)) throw new Error(sentenceOf(faultOf(body.exception)));
  // The contract's answer of a sign-in.
  return body as SignedIn;
}

async function post(
  { url, language }: ClientSettings,
  path: string,
  body: unknown,
  token: string | null,
): Promise<{ readonly body: unknown; readonly headers: Headers }> {
  const headers = {
    "Content-Type": "application/json",
    "Accept-Language": language,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, url), request).catch((cause: unknown) => {
    throw new Error(unreachable(url)[language], { cause });
  });
  const parsed: unknown = await response.json().catch((cause: unknown) => {
    throw new Error(badAnswer(url, response.status)[language], { cause });
  });
  if (!response.ok && !isRefused(parsed)) throw new Error(badAnswer(url, response.status)[language]);
  return { body: parsed, headers: response.headers };
}

function unreachable(url: string): Localised {
  return { de: `${url} ist nicht erreichbar.`, en: `${url} cannot be reached.` };
}

function badAnswer(url: string, status: number): Localised {
  return {
    de: `${url} antwortet nicht wie erwartet (${String(status)}).`,
    en: `${url} does not answer as expected (${String(status)}).`,
  };
}

function isRefused(body: unknown): body is { readonly exception: WireException } {
  return typeof body === "object" && body !== null && "exception" in body;
}

/** Maximum number of lines about the progress of one call. */
const LINES = 20;

/** Reports progress in at most twenty lines for each call, because the output may be kept in a file. */
export function countedBy(tell: OnProgress): OnProgress {
  let told = 0;
  return (done, of) => {
    if (done - told < of / LINES) return;
    told = done;
    tell(done, of);
  };
}
