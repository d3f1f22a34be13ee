import { API_VERSION } from "#contract/limits";
import { faultOf, type WireException } from "#contract/wire/fault";
import type { Json, Row } from "#contract/wire/json";
import type { Lists, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { SignedIn } from "#contract/wire/system";
import type { Language } from "../faults.ts";
import { sentenceOf } from "./find-rejected.ts";
import type { Say } from "./texts.ts";

export interface ClientSettings {
  readonly url: string;
  readonly credentials: { readonly token: string } | { readonly user: string; readonly password: string };
  readonly language: Language;
  readonly say: Say;
}

/** The running server as this command sees it: like every other client, over HTTP and with the rights of an account. */
export interface Client {
  run(steps: readonly Step[], dryRun: boolean): Promise<Outcome>;
  /** Rows of one list step; a fault ends the command. */
  list(name: string, filters: Readonly<Record<string, Json>>): Promise<readonly Row[]>;
  signOut(): Promise<void>;
}

export async function connect(settings: ClientSettings): Promise<Client> {
  const session = await signIn(settings);
  const run: Client["run"] = async (steps, dryRun) => {
    const path = `/api/${API_VERSION}/wapi/transaction/execute?dict_mode=true${dryRun ? "&dry_mode=true" : ""}`;
    const { body, headers } = await post(settings, path, steps, session.token);
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
    run,
    list: async (name, filters) => {
      const outcome = await run([{ idx: "rows", name: `${name}.list`, old: filters }], false);
      if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
      return outcome.lists["rows"] ?? [];
    },
    signOut: async () => {
      if (session.gpk === null) return;
      await run([{ idx: "token", name: "cntl.wapi_auth.delete", old: { gpk: session.gpk } }], false);
    },
  };
}

async function signIn(
  settings: ClientSettings,
): Promise<{ readonly token: string; readonly gpk: string | null }> {
  const { credentials } = settings;
  if ("token" in credentials) return { token: credentials.token, gpk: null };
  const { body } = await post(
    settings,
    "/api/login",
    { username: credentials.user, password: credentials.password },
    null,
  );
  if (isRefused(body)) throw new Error(sentenceOf(faultOf(body.exception)));
  // The contract's answer of a sign-in.
  return body as SignedIn;
}

interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

async function post(
  { url, language, say }: ClientSettings,
  path: string,
  body: unknown,
  token: string | null,
): Promise<Answer> {
  const headers = {
    "Content-Type": "application/json",
    "Accept-Language": language,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Error(say("unreachable", { url }), { cause });
  });
  const parsed: unknown = await response.json().catch((cause: unknown) => {
    throw new Error(say("badAnswer", { url, status: response.status }), { cause });
  });
  if (!response.ok && !isRefused(parsed)) throw new Error(say("badAnswer", { url, status: response.status }));
  return { body: parsed, headers: response.headers };
}

function isRefused(body: unknown): body is { readonly exception: WireException } {
  return typeof body === "object" && body !== null && "exception" in body;
}
