export type Method = "GET" | "POST";

export interface Call {
  readonly method: Method;
  /** Text of the token, or null while signed out. */
  readonly token: string | null;
  /** Language of server texts. */
  readonly language: string;
  /** Written as JSON. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call sends (wire contract 1.2). */
export function requestOf({ method, token, language, body, headers }: Call) {
  return {
    method,
    headers: {
      "Accept-Language": language,
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
