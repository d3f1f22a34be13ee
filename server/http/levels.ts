import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { API_VERSION } from "#contract/limits";
import type { Catalogue } from "../catalogue/object-type.ts";
import { refuse } from "../faults.ts";
import { unknownParameter } from "../wapi/value.ts";
import { failureAnswerer, type Reasons } from "./answers.ts";
import { hook, notStored } from "./routes.ts";
import { queryOf } from "./url.ts";
import { admit, answerList, type WapiParts } from "./wapi.ts";

/** Names in the address of a level. */
interface Named {
  readonly system?: string;
  readonly object?: string;
}

/** A list without filters of its own, by the names in the address. */
interface Level {
  readonly path: string;
  readonly lists: string;
  readonly filters: (named: Named) => Readonly<Record<string, string>>;
}

/** The contents of an address that ends in `/`: its systems, the object types of a system, or the functions of an object type (wire contract 2.9). */
const LEVELS: readonly Level[] = [
  { path: "/", lists: "wapi.system", filters: () => ({}) },
  {
    path: "/:system/",
    lists: "wapi.object_type",
    filters: ({ system = "" }) => ({ system_list: JSON.stringify([system]) }),
  },
  {
    path: "/:system/:object/",
    lists: "wapi.function",
    filters: (named) => ({ object_fq_name: nameOf(named) }),
  },
];

export function levelRoutes(parts: WapiParts, reasons: Reasons): FastifyPluginCallback {
  return (app, _options, done) => {
    app.setErrorHandler(failureAnswerer(reasons, { notFound: "unknown_function" }));
    app.addHook("onRequest", notStored);
    app.addHook("onRequest", knownNames(parts.catalogue));
    for (const prefix of [`/api/${API_VERSION}`, `/${API_VERSION}`])
      for (const level of LEVELS)
        app.get(`${prefix}${level.path}`, (request, reply) => answerLevel(parts, level, request, reply));
    done();
  };
}

function namedBy({ params }: FastifyRequest): Named {
  // The routes have these parameters.
  return params as Named;
}

function nameOf({ system, object }: Named): string {
  return [system, object].filter((name) => name !== undefined).join(".");
}

function knownNames({ types }: Catalogue) {
  const systems = new Set([...types.values()].map(({ system }) => system));
  return hook((request) => {
    const named = namedBy(request);
    const { system, object } = named;
    const isKnown =
      object === undefined ? system === undefined || systems.has(system) : types.has(nameOf(named));
    if (!isKnown) throw refuse("unknown_function", { name: nameOf(named) });
  });
}

async function answerLevel(
  parts: WapiParts,
  { lists, filters }: Level,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [unknown] = queryOf(request.url).keys();
  if (unknown === undefined) return answerList(parts, lists, filters(namedBy(request)), reply);
  await admit(parts, request);
  throw unknownParameter(unknown, "query", []);
}
