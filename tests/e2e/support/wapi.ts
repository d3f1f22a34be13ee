import { expect, type APIRequestContext } from "playwright/test";

export type Person = "ada" | "otto" | "greta" | "lars" | "nora";

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

interface Step {
  readonly idx?: string;
  readonly name: string;
  readonly old?: Readonly<Record<string, Value>>;
  readonly new?: Readonly<Record<string, Value>>;
  readonly inner_join_ref?: Readonly<Record<string, string>>;
  readonly new_ref_params?: readonly {
    readonly idx: string;
    readonly params: Readonly<Record<string, string>>;
  }[];
}

/** Executes steps over the API as somebody else. A refusal fails the walk. */
export async function run(request: APIRequestContext, person: Person, steps: readonly Step[]): Promise<Rows> {
  const { token } = await beginSession(request, person);
  const answer = await request.post("/api/4.2/wapi/transaction/execute?dict_mode=true", {
    data: steps,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  // Parse boundary: lists by idx (wire contract 2).
  return (await answer.json()) as Rows;
}

interface Session {
  readonly token: string;
  readonly gpk: string;
}

/** Signs in without the login page. */
export async function beginSession(request: APIRequestContext, person: Person): Promise<Session> {
  const login = await request.post("/api/login", { data: { username: person, password: "demo" } });
  // Parse boundary: the answer of signing in (wire contract 6).
  return (await login.json()) as Session;
}

/** The answer of the server to a call that needs no account. */
export async function read<Answer>(request: APIRequestContext, path: string): Promise<Answer> {
  const answer = await request.get(path);
  expect(answer.status()).toBe(200);
  // Parse boundary: the wire contract fixes the shape for the path, and the caller names it.
  return (await answer.json()) as Answer;
}

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

/** The texts of an attribute in the rows of a list; empty if the list is missing. */
export function textsOf(rows: Rows[string] | undefined, attribute: string): readonly string[] {
  return (rows ?? []).map((row) => row[attribute]).filter((value) => typeof value === "string");
}
