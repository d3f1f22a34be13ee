import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../access/actor.ts";
import type { ActorResolver } from "../access/resolve.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { HubFiles } from "../hub/files.ts";
import { findDomains } from "../tools/domain-finder.ts";
import { ipContact } from "../tools/ip-contact.ts";
import { vendorOf } from "../tools/vendors.ts";
import { pathOf } from "./address.ts";
import { prepare, type Prepared } from "./described.ts";
import { sendPrepared } from "./send-prepared.ts";
import { bearerToken } from "./token.ts";
import type { ToolAddress } from "./tool-address.ts";

export interface ToolParts {
  readonly db: Database;
  readonly resolver: ActorResolver;
  readonly hub: HubFiles;
}

/** Answers the calls of wire contract 6.3 to 6.8. */
export interface Tools {
  answer(address: ToolAddress, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export async function createTools(parts: ToolParts): Promise<Tools> {
  const { db, resolver } = parts;
  const hub = await prepareHub(parts.hub);

  function sendHub(request: FastifyRequest, reply: FastifyReply, file: Prepared | undefined): void {
    if (file === undefined) throw refuse("unknown_path", { path: pathOf(request.url) });
    sendPrepared(request, reply, file, "no-cache");
  }

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    return resolver.actorOf(db, bearerToken(request.headers.authorization), null, false);
  }

  return {
    async answer(address, request, reply) {
      switch (address.kind) {
        case "hub_index":
          sendHub(request, reply, hub.index);
          return;
        case "hub_file":
          sendHub(request, reply, hub[address.folder].get(address.name));
          return;
        case "vendor":
          queryOf(request, []);
          void reply.send(await vendorOf(db, address.prefix));
          return;
        case "ip_contact": {
          const actor = await actorOf(request);
          queryOf(request, []);
          sendText(reply, await ipContact(db, actor, address.ip));
          return;
        }
        case "domainfinder": {
          const actor = await actorOf(request);
          sendText(reply, await findDomains(db, actor, queryOf(request, ["term"]).get("term")));
          return;
        }
        default:
          throw refuse("unknown_path", { path: pathOf(request.url) });
      }
    },
  };
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

async function preparedFiles(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Prepared>> {
  const list = [...files].map(async ([name, text]) => [name, await prepare(text)] as const);
  return new Map(await Promise.all(list));
}

/** The parameters of the address; others than the known ones, and repeated ones, are refused (wire contract 1.2, 6). */
function queryOf(request: FastifyRequest, known: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  for (const name of new Set(query.keys())) {
    if (!known.includes(name))
      throw refuse("unknown_parameter", { parameter: name, scope: "query", known_list: known });
    if (query.getAll(name).length > 1)
      throw refuse("wrong_type", { parameter: name, scope: "query", data_type: "text_line" });
  }
  return query;
}

function sendText(reply: FastifyReply, text: string): void {
  void reply.type("application/json").send(text);
}
