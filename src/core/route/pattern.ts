/** Names of the parameters in a pattern such as `/netdoc/sites/:site/:bldg` or `/launch/:component/*`. */
export type ParamNames<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? ParamNames<Head> | ParamNames<Rest>
  : P extends `:${infer Name}`
    ? Name
    : P extends "*"
      ? "*"
      : never;

/** Parameters of a route by its pattern: a wrong name does not compile. */
export type RouteParams<P extends string> = Readonly<Record<ParamNames<P>, string>>;

interface PathForm {
  write(value: string): string;
  read(segment: string): string;
}

// A lone dot is not a valid path segment, so `$` stands for the root. The final dot is optional.
const NAME_FORM: PathForm = {
  write: (value) => (value === "." ? "$" : value.replace(/\.$/, "")),
  read: (segment) => {
    if (segment === "$") return ".";
    return segment.endsWith(".") ? segment : `${segment}.`;
  },
};

// A network stays one segment, so its slash is replaced.
const NETWORK_FORM: PathForm = {
  write: (value) => value.replace("/", "-"),
  read: (segment) => segment.replace("-", "/"),
};

const PATH_FORMS: Readonly<Record<string, PathForm>> = {
  fqdn: NAME_FORM,
  fq_name: NAME_FORM,
  cidr: NETWORK_FORM,
};

function formOf(pattern: string, name: string): PathForm | undefined {
  // `/object/:fq_name` names an object type, not a device.
  return pattern.startsWith("/object/") ? undefined : PATH_FORMS[name];
}

/** Address of a route with its parameters filled in. */
export function hrefTo<P extends string>(pattern: P, params: RouteParams<P>): string {
  const values: Readonly<Record<string, string>> = params;
  const segments = pattern.split("/").map((segment) => {
    if (segment === "*") return (values["*"] ?? "").split("/").map(encodeURIComponent).join("/");
    if (!segment.startsWith(":")) return segment;
    const name = segment.slice(1);
    const value = values[name] ?? "";
    return readable(formOf(pattern, name)?.write(value) ?? value);
  });
  return segments.join("/");
}

/** `$` and colons stay readable in paths: `/dnsvs/fqdns/$`, `/org/ou/KIT::SCC`. */
export function readable(value: string): string {
  return encodeURIComponent(value).replaceAll("%24", "$").replaceAll("%3A", ":");
}

/** Values of decoded path segments: names get their final dot, `$` is the root (ROUTE-67). */
export function readParams<P extends string>(
  pattern: P,
  segments: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, segment] of Object.entries(segments)) {
    if (segment !== undefined) values[name] = formOf(pattern, name)?.read(segment) ?? segment;
  }
  return values;
}

/** Decoded but unread parameters of a path; null if the pattern does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  return matchSegments(pattern, trimSlashes(path));
}

/** The parameters of a path that is already split. It is split once, because each link of a list is compared with each route. */
export function matchSegments(
  pattern: string,
  found: readonly string[],
): Readonly<Record<string, string>> | null {
  const wanted = patternSegments(pattern);
  const hasRest = wanted.at(-1) === "*";
  const length = hasRest ? wanted.length - 1 : wanted.length;
  if (hasRest ? found.length < length : found.length !== length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of wanted.slice(0, length).entries()) {
    const segment = decoded(found[at] ?? "");
    if (name.startsWith(":") && segment !== null) params[name.slice(1)] = segment;
    else if (name !== segment) return null;
  }
  return hasRest ? { ...params, "*": found.slice(length).join("/") } : params;
}

const PATTERNS = new Map<string, readonly string[]>();

/** Segments of a pattern. The routes have about a hundred patterns. */
export function patternSegments(pattern: string): readonly string[] {
  const known = PATTERNS.get(pattern) ?? trimSlashes(pattern);
  PATTERNS.set(pattern, known);
  return known;
}

export function trimSlashes(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** The decoded text; null if the text is not encoded correctly. */
export function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
