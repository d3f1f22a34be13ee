import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import type { MapIndex } from "#contract/wire/map";
import { BCD_REQUEST } from "#contract/requests/forms";
import type { RequestForm } from "#contract/requests/form";
import type { Actor } from "../access/actor.ts";
import type { ActorResolver } from "../access/resolve.ts";
import { dataType, type DataType } from "../catalogue/data-types.ts";
import { refuse } from "../faults.ts";
import type { HubFiles } from "../hub/files.ts";
import { submitRequest, type RequestParts, type SentRequest } from "../requests/submit.ts";
import { findDomains } from "../tools/domain-finder.ts";
import { ipContact } from "../tools/ip-contact.ts";
import type { MapGround } from "../tools/map-ground.ts";
import type { MacFinder } from "../tools/mac-finder.ts";
import { vendorOf } from "../tools/vendors.ts";
import { refuseUnknown } from "../wapi/call.ts";
import { jsonOf } from "../wapi/json.ts";
import { pathOf, queryOf } from "./address.ts";
import { subjectOfAddress, type LimitedAttempts } from "./attempts.ts";
import { isJson, readBody } from "./body.ts";
import { feedOf, takeFeed } from "./feed.ts";
import { prepare, type Prepared } from "./described.ts";
import { parseMembers } from "./json.ts";
import { languageOf } from "./language.ts";
import type { MapSettings } from "./map-settings.ts";
import { sendPrepared } from "./send-prepared.ts";
import { bearerToken, isTokenText } from "./token.ts";
import type { ToolAddress } from "./tool-address.ts";

export interface ToolParts extends RequestParts {
  readonly resolver: ActorResolver;
  readonly attempts: LimitedAttempts;
  readonly hub: HubFiles;
  readonly macFinder: MacFinder;
  readonly ground: MapGround;
  readonly map: Pick<MapSettings, "tiles" | "attribution">;
}

/** Answers the calls of wire contract 6.3 to 6.8. */
export interface Tools {
  answer(address: ToolAddress, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export async function createTools(parts: ToolParts): Promise<Tools> {
  const hub = await prepareHub(parts.hub);
  const map = await prepareMap(parts);
  return {
    async answer(address, request, reply) {
      switch (address.kind) {
        case "hub_index":
          sendHub(request, reply, hub.index);
          return;
        case "hub_file":
          sendHub(request, reply, hub[address.folder].get(address.name));
          return;
        case "map_index":
          await asked(parts, request);
          sendFile(request, reply, map.index);
          return;
        case "map_ground":
          await asked(parts, request);
          sendFile(request, reply, map.ground.get(address.name));
          return;
        case "request":
          return answerRequest(parts, { form: address.form, shape: "wrapped" }, request, reply);
        case "bcd_request":
          return answerRequest(parts, { form: BCD_REQUEST, shape: "bare" }, request, reply);
        default:
          sendText(reply, await answerTool(parts, address, request, reply));
      }
    },
  };
}

/** The parameter of a search for names. */
const SEARCH = new Map([["term", dataType("text")]]);

type Question = Exclude<
  ToolAddress,
  { readonly kind: "hub_index" | "hub_file" | "map_index" | "map_ground" | "request" | "bcd_request" }
>;

/** The JSON text of an answer. */
async function answerTool(
  parts: ToolParts,
  address: Question,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { db, macFinder } = parts;
  const language = languageOf(request.headers["accept-language"]);
  switch (address.kind) {
    case "vendor":
      parametersOf(request);
      return JSON.stringify(await vendorOf(db, address.prefix));
    case "ip_contact":
      return ipContact(db, await asked(parts, request), address.ip);
    case "domainfinder": {
      const actor = await actorOf(parts, request);
      return findDomains(db, actor, parametersOf(request, SEARCH).get("term"));
    }
    case "mac_job":
      return macFinder.job(await asked(parts, request), address.id, language);
    case "mac_jobs": {
      const { actor, body } = await posted(parts, request, false);
      const { mac_addr: mac } = parseMembers(body, ["mac_addr"]);
      void reply.code(202);
      return macFinder.begin(actor, mac, language);
    }
    case "feed": {
      const feed = feedOf(parts.catalogue, address.name);
      if (feed === null) throw refuse("unknown_path", { path: pathOf(request.url) });
      const { actor, body } = await posted(parts, request, false);
      return takeFeed(parts, feed, actor, body);
    }
  }
}

async function answerRequest(
  parts: ToolParts,
  { form, shape }: { readonly form: RequestForm; readonly shape: SentRequest["shape"] },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { actor, body } = await posted(parts, request, form.who === "everyone");
  const language = languageOf(request.headers["accept-language"]);
  void reply.send(await submitRequest(parts, { form, shape, actor, language, body: jsonOf(body) }));
}

function actorOf({ db, resolver }: ToolParts, request: FastifyRequest): Promise<Actor> {
  return resolver.actorOf(db, bearerToken(request.headers.authorization), null, false);
}

/** The actor of a call without parameters. */
async function asked(parts: ToolParts, request: FastifyRequest): Promise<Actor> {
  const actor = await actorOf(parts, request);
  parametersOf(request);
  return actor;
}

interface Posted<A> {
  readonly actor: A;
  readonly body: Uint8Array;
}

/** Who posts what, in the order of wire contract 1.7. Where anyone may, requests without token are counted by address (1.8). */
async function posted(parts: ToolParts, request: FastifyRequest, isOpen: false): Promise<Posted<Actor>>;
async function posted(
  parts: ToolParts,
  request: FastifyRequest,
  isOpen: boolean,
): Promise<Posted<Actor | null>>;
async function posted(
  parts: ToolParts,
  request: FastifyRequest,
  isOpen: boolean,
): Promise<Posted<Actor | null>> {
  if (!isJson(request.raw)) throw refuse("unsupported_media_type");
  const token = bearerToken(request.headers.authorization);
  const isAnonymous = isOpen && token === null;
  const keep = isAnonymous || isTokenText(token);
  const body = await readBody(request.raw, { limit: LIMITS.bodyBytes, keep });
  if (isAnonymous) await parts.attempts.request.begin(subjectOfAddress(request.ip));
  const actor = isAnonymous ? null : await actorOf(parts, request);
  parametersOf(request);
  return { actor, body };
}

/** The parameters of the address, all of them known ones. */
function parametersOf(
  { url }: FastifyRequest,
  known: ReadonlyMap<string, DataType> = new Map(),
): URLSearchParams {
  const query = queryOf(url);
  refuseUnknown(query, known);
  return query;
}

interface PreparedHub {
  readonly index: Prepared;
  readonly templates: ReadonlyMap<string, Prepared>;
  readonly schemas: ReadonlyMap<string, Prepared>;
}

async function prepareHub({ index, templates, schemas }: HubFiles): Promise<PreparedHub> {
  return {
    index: await prepare(JSON.stringify(index)),
    templates: await preparedFiles(templates),
    schemas: await preparedFiles(schemas),
  };
}

/** What lies under the buildings of the campus map, packed once. */
async function prepareMap({ ground, map: { tiles, attribution } }: Pick<ToolParts, "ground" | "map">) {
  const index: MapIndex = { ground_list: [...ground.keys()], tiles, attribution };
  return { index: await prepare(JSON.stringify(index)), ground: await preparedFiles(ground) };
}

async function preparedFiles(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Prepared>> {
  const list = [...files].map(async ([name, text]) => [name, await prepare(text)] as const);
  return new Map(await Promise.all(list));
}

/** Any query is ignored. */
function sendHub(request: FastifyRequest, reply: FastifyReply, file: Prepared | undefined): void {
  sendFile(request, reply, file, "no-cache");
}

/** Names that no file has are addresses that do not exist. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Prepared | undefined,
  cacheControl?: string,
): void {
  if (file === undefined) throw refuse("unknown_path", { path: pathOf(request.url) });
  sendPrepared(request, reply, file, cacheControl);
}

function sendText(reply: FastifyReply, text: string): void {
  void reply.type("application/json").send(text);
}
