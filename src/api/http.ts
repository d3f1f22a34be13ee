import { readNamesBy } from "#core/catalogue/readable-name";
import type { Json } from "#contract/wire/json";
import { faultOf, FAULT_TYPES, type Fault, type WireException } from "#contract/wire/fault";
import type { CancelSignal } from "#contract/wire/outcome";
import { FaultError } from "#core/fault/fault-error";
import { requestOf, type Call, type Method } from "./request.ts";
import { shaped, type Check } from "./shape.ts";
import type { LocalFaultName } from "#core/fault/untold";

export interface HttpPorts {
  readonly fetch: typeof globalThis.fetch;
  /** Text of the session token, or null while signed out. */
  readonly token: () => string | null;
  /** Called after every call: whether the server was reached, and the path of the call. */
  readonly onReach: (isReached: boolean, path: string) => void;
  /** Language of server texts. */
  readonly language: () => string;
  /** Sentence for a call that failed without a fault from the server; `status` is 0 if there was no answer at all. */
  readonly sentence: (fault: LocalFaultName, status: number) => string;
}

export interface Answer {
  readonly body: Json;
  readonly headers: Headers;
  /** The body, if it passes the check. A body that does not pass counts as an answer that could not be read. */
  as<T>(check: Check<T>): T;
}

export interface CallOptions extends Pick<Call, "body" | "headers"> {
  readonly signal?: CancelSignal;
  /** Token for this call only, to try a token before it is stored. */
  readonly token?: string;
}

export interface Http {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, options?: CallOptions): Promise<Answer>;
}

/** The calls of the portal: bearer token, JSON both ways, every refusal a FaultError. */
export function createHttp(ports: HttpPorts): Http {
  const call = async (method: Method, path: string, options: CallOptions = {}): Promise<Answer> => {
    const response = await reach(ports, method, path, options);
    const body = await bodyOf(ports, response);
    if (!response.ok) throw new FaultError(faultIn(ports, body, response), response.status);
    return answerOf(ports, response, body);
  };
  return {
    get: (path, options) => call("GET", path, options),
    post: (path, options) => call("POST", path, options),
  };
}

function answerOf(ports: HttpPorts, { headers, status }: Response, body: Json): Answer {
  return {
    body,
    headers,
    as: (check) => {
      if (check(body)) return body;
      throw incomplete(ports, status, "shape");
    },
  };
}

/** A cut answer of the executor counts as an internal error (wire contract 3.7). */
function incomplete(ports: HttpPorts, status: number, cause: string): FaultError {
  return new FaultError(localFault(ports, "incomplete_answer", status, { cause }), status);
}

async function reach(
  ports: HttpPorts,
  method: Method,
  path: string,
  options: CallOptions,
): Promise<Response> {
  const { signal, token = ports.token(), ...given } = options;
  try {
    const response = await ports.fetch(path, {
      ...requestOf({ method, token, language: ports.language(), ...given }),
      ...(signal === undefined ? {} : { signal: abortSignal(signal) }),
    });
    ports.onReach(true, path);
    return response;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    ports.onReach(false, path);
    throw new FaultError(localFault(ports, "network", 0, { cause: String(error) }), 0);
  }
}

function abortSignal(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener("abort", () => controller.abort());
  return controller.signal;
}

/** Loads the code that decodes names. If it does not load, names stay as they are stored, and the answer is kept. */
async function fetchReader(): Promise<void> {
  const part = await import("#core/catalogue/read-name").catch(() => null);
  if (part !== null) readNamesBy(part.readName);
}

async function bodyOf(ports: HttpPorts, response: Response): Promise<Json> {
  try {
    // Parse boundary: a body that parses is JSON.
    const text = await response.text();
    // Few answers hold encoded names, so the code that decodes them is loaded only for those.
    if (text.includes("xn--")) await fetchReader();
    return JSON.parse(text) as Json;
  } catch (error) {
    if (!response.ok) return null;
    throw incomplete(ports, response.status, String(error));
  }
}

function faultIn(ports: HttpPorts, body: Json, { status, statusText }: Response): Fault {
  if (isRefusal(body)) return faultOf(body.exception);
  const fault = localFault(ports, "http_status", status, { status, status_text: statusText });
  if (status !== 401 && status !== 403) return fault;
  const type = { name: "authentication_error", code: FAULT_TYPES.authentication_error };
  return { ...fault, type, code: 3 };
}

/** A refusal of the server (wire contract 4.1). */
const isRefusal = shaped<{ readonly exception: WireException }>({
  exception: {
    error_type: { code: "number" },
    error: { name: "string", code: "number" },
    description: "string",
    details: {},
    traceback: [{ transaction_statement: { idx: "string" } }, null],
  },
});

function localFault(
  ports: HttpPorts,
  name: LocalFaultName,
  status: number,
  details: Fault["details"],
): Fault {
  return {
    type: { name: "internal_error", code: FAULT_TYPES.internal_error },
    code: 1,
    name,
    description: ports.sentence(name, status),
    details,
    hint: null,
    stepIdx: null,
  };
}
