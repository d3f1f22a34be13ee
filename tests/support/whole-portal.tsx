import { act, cleanup, render, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { SignedIn } from "#contract/wire/system";
import { startTexts } from "../../src/app/i18n.ts";
import { createPortalPorts } from "../../src/app/portal-ports.ts";
import { PortsProvider } from "../../src/app/providers.tsx";
import { spoken } from "../../src/app/spoken.ts";
import { Start } from "../../src/app/start/start.tsx";
import { TextProvider } from "../../src/ui/text.ts";
import { Address } from "./address.tsx";
import { httpWorld, type HttpWorld } from "./http-server.ts";
import "./queries.ts";
import "./undrawn.ts";

/** The network name of QR codes, which is not that of the demo campus. */
export const WIFI = "probe-devices";

/** The settings of the server of the walks. */
const SETTINGS = {
  NETPORTAL_WIFI_SSID: WIFI,
  NETPORTAL_MODE: "test",
  NETPORTAL_TEMPLATES: "tests/e2e/templates",
  NETPORTAL_SUPPORT_EMAIL: "support@example.org",
  NETPORTAL_TICKET_EMAILS: "patch/cs=patch-south@example.org",
};

/** The portal with its frame, from its start on, and the product over HTTP with the demo campus, both in this process. */
export interface WholePortal extends Pick<HttpWorld, "db" | "get" | "send" | "signIn" | "close"> {
  /** Loads the portal at a path, in an empty browser and a new session of a person, or for a visitor (`null`). */
  readonly enter: (person: string | null, path?: string) => Promise<void>;
  /** Loads the portal at a path anew. What the browser keeps stays, except for planned changes, because jsdom has no database. */
  readonly load: (path: string) => Promise<void>;
  /** Executes steps over the API as somebody else. A refusal fails the test. */
  readonly run: (person: string, steps: readonly Step[]) => Promise<Lists>;
  /** Rows of one list. */
  readonly rows: (person: string, name: string, old?: Step["old"]) => Promise<readonly Row[]>;
  /** Calls of the portal since the last `enter`. */
  readonly sent: readonly Sent[];
  /** Answers calls to paths that begin with this one, until the next `enter`. */
  readonly answer: (path: string, by: Answering["by"]) => void;
}

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly headers: Headers;
}

interface Answering {
  readonly path: string;
  /** The answer to a call; `ask` asks the server. */
  readonly by: (sent: Sent, ask: () => Promise<Response>) => Promise<Response>;
}

const EXECUTE = "/api/4.2/wapi/transaction/execute?dict_mode=true";

export async function wholePortal(): Promise<WholePortal> {
  // The server knows bytes by the classes of Node, and jsdom brings others.
  Reflect.set(globalThis, "Uint8Array", Object.getPrototypeOf(Buffer));
  Reflect.set(globalThis, "ArrayBuffer", Buffer.alloc(0).buffer.constructor);
  const world = await httpWorld(SETTINGS);
  const sent: Sent[] = [];
  const answers: Answering[] = [];
  const tokens = new Map<string, string>();
  const fetchHere: typeof fetch = async (input, init = {}) => {
    const call: Sent = {
      path: input instanceof Request ? input.url : String(input),
      body: typeof init.body === "string" ? init.body : "",
      headers: new Headers(init.headers),
    };
    const ask = () => answerOf(world, call);
    sent.push(call);
    return answers.find(({ path }) => call.path.startsWith(path))?.by(call, ask) ?? ask();
  };
  const run: WholePortal["run"] = async (person, steps) => {
    const token = tokens.get(person) ?? (await world.signIn(person));
    tokens.set(person, token);
    const { status, text } = await world.post(EXECUTE, steps, token);
    expect({ status, text }).toMatchObject({ status: 200 });
    // Parse boundary: lists by idx (wire contract 2).
    return JSON.parse(text) as Lists;
  };
  const load = async (path: string): Promise<void> => {
    leave();
    // There is one tab.
    vi.stubGlobal("BroadcastChannel", undefined);
    vi.stubGlobal("fetch", fetchHere);
    await draw(path);
  };
  return {
    db: world.db,
    get: (...asked) => world.get(...asked),
    send: (...asked) => world.send(...asked),
    signIn: (...asked) => world.signIn(...asked),
    sent,
    load,
    run,
    rows: async (person, name, old = {}) => (await run(person, [{ idx: "rows", name, old }]))["rows"] ?? [],
    answer: (path, by) => answers.unshift({ path, by }),
    enter: async (person, path = "/home") => {
      leave();
      for (const storage of [localStorage, sessionStorage]) storage.clear();
      answers.length = sent.length = 0;
      if (person !== null) sessionStorage.setItem("token", await sessionOf(world, person));
      await load(path);
    },
    close: async () => {
      leave();
      for (const storage of [localStorage, sessionStorage]) storage.clear();
      await world.close();
    },
  };
}

let leave = (): void => undefined;

/** Draws the portal as its start does. */
async function draw(path: string): Promise<void> {
  const ports = createPortalPorts();
  await startTexts(spoken(ports.settings.state));
  leave = () => {
    cleanup();
    ports.queries.clear();
    leave = () => undefined;
  };
  render(
    <TextProvider>
      <PortsProvider value={ports}>
        <Address path={path}>
          <Start ports={ports} />
        </Address>
      </PortsProvider>
    </TextProvider>,
  );
}

async function answerOf({ http }: HttpWorld, { path, body, headers }: Sent): Promise<Response> {
  const answer = await http.inject({
    // A GET of the portal has no body.
    method: body === "" ? "GET" : "POST",
    url: path,
    headers: { "user-agent": navigator.userAgent, ...Object.fromEntries(headers) },
    ...(body !== "" && { payload: body }),
  });
  const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: told });
}

async function sessionOf(world: HttpWorld, username: string): Promise<string> {
  const { text } = await world.post("/api/login", { username, password: "demo" });
  // Parse boundary: the answer to a sign-in (wire contract 6.1).
  const { token, gpk } = JSON.parse(text) as SignedIn;
  return JSON.stringify({ text: token, gpk, isTyped: false });
}

/** Opens a page as a link does, and waits until the page before has gone. */
export async function visit(path: string): Promise<void> {
  const parts = (mark = ""): readonly Element[] => [
    ...document.querySelectorAll(`#content > :not(.notice-lines)${mark}`),
  ];
  await waitFor(() => expect(parts()).not.toEqual([]));
  // A change of the query alone keeps the page.
  if (new URL(path, location.href).pathname !== location.pathname)
    for (const part of parts()) part.setAttribute("data-left", "");
  act(() => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  });
  await waitFor(() => expect(parts("[data-left]")).toEqual([]));
}
