import fc from "fast-check";
import { damaged, fitting, hostile, type KnownTexts, type Schema } from "./values.ts";

/** A request. Its body is text, because it may be invalid JSON. */
export interface FuzzRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";
  readonly url: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of the OpenAPI document that the generator reads (wire contract 5.6). */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema?: Schema;
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Known {
  readonly api: OpenApi;
  readonly texts: KnownTexts;
  readonly tokens: readonly string[];
  /** Names of references that joins may use. */
  readonly references: readonly string[];
  /** Names of foreign keys by the object type that they lead to. */
  readonly leading: ReadonlyMap<string, readonly string[]>;
}

const JSON_TYPE = { "content-type": "application/json" };

/** Requests to every described call, the executor and the middleware calls. About half of them are damaged somewhere. */
export function requests(known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .oneof(
      { weight: 4, arbitrary: singleCall(known) },
      { weight: 5, arbitrary: transaction(known) },
      { weight: 2, arbitrary: beside(known) },
      { weight: 1, arbitrary: anything() },
    )
    .chain((request) =>
      fc
        .oneof(
          { weight: 25, arbitrary: fc.constantFrom(...known.tokens) },
          { weight: 1, arbitrary: fc.constantFrom("", "x", "a".repeat(64), "a".repeat(5000)) },
        )
        .map((token) => ({
          ...request,
          headers: token === "" ? request.headers : { ...request.headers, authorization: `Bearer ${token}` },
        })),
    );
}

function resolver({ api }: Known): (ref: string) => Schema {
  return (ref) => api.components.schemas[ref.replace("#/components/schemas/", "")] ?? {};
}

function singleCall(known: Known): fc.Arbitrary<FuzzRequest> {
  const calls = Object.entries(known.api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return fc
    .tuple(fc.constantFrom(...calls), fc.constantFrom("/api/4.2", "/4.2"))
    .chain(([{ path, method, operation }, base]) =>
      method === "get"
        ? query(known, operation).map((text) => request("GET", `${base}${path}${text}`))
        : body(known, operation).map((text) => request("POST", `${base}${path}`, text)),
    );
}

function request(method: FuzzRequest["method"], url: string, text: string | null = null): FuzzRequest {
  return { method, url, body: text, headers: text === null ? {} : JSON_TYPE };
}

function query(known: Known, { parameters = [] }: Operation): fc.Arbitrary<string> {
  if (parameters.length === 0) return fc.constant("");
  const written = ({ name, schema, content }: (typeof parameters)[number]): fc.Arbitrary<string> => {
    const type = schema ?? content?.["application/json"]?.schema ?? {};
    const good = fitting(type, known.texts, resolver(known), name);
    return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: hostile }).map((value) => {
      const text = typeof value === "string" && content === undefined ? value : JSON.stringify(value);
      return `${name}=${encodeURIComponent(text.toWellFormed())}`;
    });
  };
  return few(parameters, 4)
    .chain((taken) => fc.tuple(...taken.map((one) => written(one))))
    .chain((parts) => fc.constantFrom(parts, [...parts, ...parts.slice(0, 1)], [...parts, "colour=red"]))
    .map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`));
}

function body(known: Known, { requestBody }: Operation): fc.Arbitrary<string> {
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  return maybeDamaged(fitting(schema, known.texts, resolver(known))).chain(written);
}

/** JSON text, sometimes cut off or followed by other text. */
function written(value: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(value) ?? "";
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: fc.nat(text.length).map((at) => text.slice(0, at)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${text},`, `\ufeff${text}`, "", "[".repeat(100_000), '{"a":'.repeat(5000)),
    },
  );
}

function maybeDamaged(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 2, arbitrary: good.chain((value) => damaged(value)) },
  );
}

const OPTIONS = [
  ...Array<string>(6).fill("?dry_mode=true"),
  ...Array<string>(6).fill(""),
  "?dict_mode=true",
  "?dry_mode=true&dict_mode=true",
  "?dry_mode=true&service_mode=true",
  "?su_login_name=greta&dry_mode=true",
  "?su_login_name=otto-sub",
  "?su_login_name=lars",
  "?su_login_name=%00",
  "?call_id=x",
  "?dry_mode=1",
  "?dry_mode=true&dry_mode=false",
] as const;

function transaction(known: Known): fc.Arbitrary<FuzzRequest> {
  const steps = fc.oneof(
    { weight: 12, arbitrary: fc.array(stepOf(known), { minLength: 1, maxLength: 5 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(stepOf(known), fc.integer({ min: 10, max: 20 }))
        .map(([one, count]) => Array<PlannedStep>(count).fill(one)),
    },
  );
  return fc
    .tuple(maybeDamaged(steps.map(linked)).chain(written), fc.constantFrom(...OPTIONS))
    .map(([text, tail]) => request("POST", `/api/4.2/wapi/transaction/execute${tail}`, text));
}

/** A step whose position is not known yet. */
interface PlannedStep {
  readonly step: object;
  readonly links: readonly {
    readonly member: string;
    /** Index of the earlier step, modulo the number of earlier steps. */
    readonly to: number;
    readonly reference: string | null;
    /** Foreign keys by which others refer to the rows. */
    readonly keys: object;
    readonly params: Readonly<Record<string, string>>;
    readonly join: string;
  }[];
}

/** The steps in their order, each linked only to earlier ones. */
function linked(steps: readonly PlannedStep[]): readonly object[] {
  return steps.map(({ step, links }, position) => {
    const members: Record<string, unknown> = {};
    if (position > 0) {
      for (const link of links) members[link.member] = linkTo(link, String(link.to % position));
    }
    return { ...step, ...members };
  });
}

function linkTo(
  { member, reference, keys, params, join }: PlannedStep["links"][number],
  earlier: string,
): unknown {
  if (member.endsWith("_noref")) return keys;
  if (member.endsWith("_idx")) return earlier;
  if (!member.endsWith("params")) return { [earlier]: reference };
  return [{ idx: earlier, params, ...(join === "" ? {} : { join_type: join }) }];
}

const LINKS = [
  "inner_join_noref",
  "anti_join_noref",
  "old_ref_idx",
  "new_ref_idx",
  "inner_join_ref",
  "union_join_ref",
  "anti_join_ref",
  "old_ref_params",
  "new_ref_params",
] as const;

function stepOf(known: Known): fc.Arbitrary<PlannedStep> {
  const calls = Object.values(known.api.paths).flatMap((methods) => Object.entries(methods));
  const attribute = fc.constantFrom("gpk", "name", "value", "bcd", "fqdn", "data", "login_name", "cidr");
  const links = (type: string) =>
    fc.array(
      fc.record({
        member: fc.constantFrom(...LINKS),
        to: fc.nat(4),
        reference: fc.oneof(fc.constantFrom("default", "self", null), fc.constantFrom(...known.references)),
        keys: keysTo(type, known),
        params: fc.oneof(
          fc.constant({ gpk: "gpk" }),
          fc.dictionary(attribute, attribute, { minKeys: 1, maxKeys: 2 }),
        ),
        join: fc.constantFrom("", "cross", "zip"),
      }),
      { maxLength: 2 },
    );
  return fc.constantFrom(...calls).chain(([method, operation]) => {
    const name = operation.operationId.replace(/\.post$/, "");
    const type = name.slice(0, name.lastIndexOf("."));
    return fc
      .tuple(sidesOf(known, method, operation), fc.oneof(fc.constant([]), links(type)))
      .map(([sides, chosen]) => ({ step: { name, ...sides }, links: chosen }));
  });
}

/** Foreign keys to the type, seldom others and other forms. */
function keysTo(type: string, { leading, references }: Known): fc.Arbitrary<object> {
  const some = (names: readonly string[]) =>
    fc.subarray([...names], { minLength: Math.min(names.length, 1) });
  const own = leading.get(type) ?? [];
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ or: some(own), and: some(own) }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ or: fc.array(fc.constantFrom(...references), { maxLength: 3 }) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ or: null }, { and: ["x", "x"] }, { or: [7] }, { none: [] }, {}),
    },
  );
}

function sidesOf(known: Known, method: string, operation: Operation): fc.Arbitrary<object> {
  if (method === "get") return filters(known, operation).map((old) => ({ old }));
  const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
  return fitting(schema, known.texts, resolver(known)).map((sides) => Object.assign({}, sides));
}

function few<T>(all: readonly T[], most: number): fc.Arbitrary<T[]> {
  return fc.subarray([...all], { maxLength: Math.min(all.length, most) });
}

function filters(known: Known, { parameters = [] }: Operation): fc.Arbitrary<unknown> {
  return few(parameters, 3).chain((taken) =>
    fc.record(
      Object.fromEntries(
        taken.map(({ name, schema, content }) => [
          name,
          fitting(schema ?? content?.["application/json"]?.schema ?? {}, known.texts, resolver(known), name),
        ]),
      ),
    ),
  );
}

/** The middleware calls (wire contract 6). */
function beside(known: Known): fc.Arbitrary<FuzzRequest> {
  const text = fc.oneof(
    fc.constantFrom(...known.texts.all),
    hostile.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
  );
  const encoded = text.map((one) => encodeURIComponent(one.toWellFormed().slice(0, 2000)));
  const posts = fc.constantFrom(
    "/api/login",
    "/api/bcd_request",
    "/api/requests/bcd",
    "/api/requests/kit_iot",
    "/api/requests/patch",
    "/api/requests/firewall",
    "/api/macfinder/jobs",
  );
  const gets = fc.constantFrom(
    "/api/oic_create_token?code=%&state=%",
    "/api/oic_logout?x=%",
    "/api/hub/index.json?%",
    "/api/hub/json_templates/%",
    "/api/hub/schemas/%",
    "/api/oui_lookup/%",
    "/api/macfinder/jobs/%",
    "/api/ip_contact/%",
    "/api/domainfinder?term=%",
    "/api/system/info?%",
    "/api/alerts.json?%",
    "/api/4.2/wapi/transaction/progress?call_id=%",
    "/api/%/wapi/version/list",
  );
  const fields = fc.dictionary(
    fc.constantFrom(
      "username",
      "password",
      "stay_logged_in",
      "oe",
      "group",
      "fields",
      "subject",
      "text",
      "variant",
      "mac_addr",
      "bcd",
      "protection_requirement",
      "type_of_system",
      "load_balancer",
      "vpn",
      "wlan",
      "rule_list",
      "action_list",
      "sender_name",
      "sender_email",
    ),
    fc.oneof(fc.constantFrom<unknown>(...known.texts.all), hostile),
    { maxKeys: 6 },
  );
  return fc.oneof(
    fc
      .tuple(gets, encoded, encoded)
      .map(([path, one, two]) => request("GET", path.replace("%", one).replace("%", two))),
    fc.tuple(posts, fields.chain(written)).map(([path, one]) => request("POST", path, one)),
    fc
      .tuple(posts, fields.map((one) => ({ subject: "s", text: "t", fields: one })).chain(written))
      .map(([path, one]) => request("POST", path, one)),
  );
}

/** Any path with any method and header. */
function anything(): fc.Arbitrary<FuzzRequest> {
  const segment = fc.oneof(
    fc.constantFrom(
      "api",
      "4.2",
      "3.2",
      "wapi",
      "dns",
      "record",
      "list",
      "execute",
      "transaction",
      "..",
      "%2e%2e",
      "%ff",
      "assets",
      "version.json",
      "index.html",
    ),
    fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  return fc
    .record({
      method: fc.constantFrom<FuzzRequest["method"]>("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"),
      url: fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`),
      body: fc.option(fc.string({ maxLength: 60 })),
      headers: fc.dictionary(
        fc.constantFrom(
          "content-type",
          "accept-language",
          "accept-encoding",
          "if-none-match",
          "origin",
          "range",
        ),
        fc.constantFrom(
          "application/json",
          "text/plain",
          "application/json; charset=latin1",
          "de;q=x",
          "gzip, br;q=0",
          '"x"',
          "https://evil.example",
          "bytes=0-1",
          "\u00e4",
        ),
      ),
    })
    .map((one) => (one.method === "GET" || one.method === "HEAD" ? { ...one, body: null } : one));
}
