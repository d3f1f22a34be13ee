import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import type { SessionsEnded } from "#contract/wire/system";
import type { Audit } from "../audit/audit.ts";
import { senderOf } from "../access/resolve.ts";
import { tokenHash } from "../access/token.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { subjectOfAddress, type LimitedAttempts } from "../access/attempts.ts";
import { readBody } from "./body.ts";
import type { Identity } from "./identity/identity.ts";
import { signInRefused } from "./identity/reasons.ts";
import { shapeOf } from "./shape.ts";
import { bearerToken } from "./token.ts";

interface SessionEndParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly attempts: Pick<LimitedAttempts, "providerLogout">;
  readonly audit: Audit;
  /** Null if no identity provider is set. */
  readonly identity: Pick<Identity, "ended"> | null;
}

const NOTHING = shapeOf({});
const FORM = "application/x-www-form-urlencoded";
/** Logout tokens have about one kilobyte. */
const LOGOUT_BYTES = 16 * 1024;

/** Ends of sessions that are not steps of a transaction: all sessions of a person, and those that the identity provider names (wire contract 6.1). */
export function sessionEndRoutes(parts: SessionEndParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addContentTypeParser(FORM, async (request: FastifyRequest) => {
      const body = await readBody(request.raw, { limit: LOGOUT_BYTES, keep: true });
      return new URLSearchParams(Buffer.from(body).toString("utf8"));
    });
    const everywhere = { schema: { body: NOTHING }, config: { mayBeEmpty: true } } as const;
    app.post("/sign_out_everywhere", everywhere, (request) => endAll(parts, request));
    app.post("/oic_backchannel_logout", { config: { mediaType: FORM } }, (request) =>
      endAtProvider(parts, request),
    );
    done();
  };
}

/** Ends all sessions of the user behind the session of this call, whatever rights the account has, and in every access mode. */
async function endAll(
  { db, catalogue, audit }: SessionEndParts,
  { headers, ip, id }: FastifyRequest,
): Promise<SessionsEnded> {
  const token = bearerToken(headers.authorization);
  if (token === null) throw refuse("token_missing");
  if ((await senderOf(db.reserved, catalogue, token)) === null) throw refuse("token_invalid");
  const [own] = await db.reserved.query<{ login: string }>(catalogue.accounts.caller, [
    tokenHash(token),
    null,
  ]);
  const over = await ended(db, catalogue.accounts.endSessions, [tokenHash(token)]);
  const who = own === undefined ? {} : { who: own.login };
  audit({ event: "sessions_ended", ...who, from: ip, request: id, count: over.session_count });
  return over;
}

/** Ends the sessions that belong to the ended session of the provider. */
async function endAtProvider(
  { db, catalogue, identity, attempts, audit }: SessionEndParts,
  { ip, id, body }: FastifyRequest,
): Promise<SessionsEnded> {
  if (identity === null) throw signInRefused("notOffered");
  await attempts.providerLogout.begin(subjectOfAddress(ip));
  const token = body instanceof URLSearchParams ? body.get("logout_token") : null;
  if (token === null) throw signInRefused("answer");
  const { sub, sid, before } = await identity.ended(token);
  const over = await ended(db, catalogue.accounts.endAtProvider, [sub, sid, String(before)]);
  const count = over.session_count;
  audit({ event: "sessions_ended", method: "provider", from: ip, request: id, count });
  return over;
}

async function ended(db: Database, sql: string, values: readonly (string | null)[]): Promise<SessionsEnded> {
  const options = { mode: "read write", statementTimeout: 10_000 } as const;
  const [row] = await db.transaction(options, (tx) => tx.query<{ ended: number }>(sql, values));
  return { session_count: row?.ended ?? 0 };
}
