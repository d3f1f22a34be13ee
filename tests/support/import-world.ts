import { speak, type Say } from "#imports/shared/texts";
import { connect, type Client } from "../../server/client.ts";
import { httpWorld, type HttpWorld } from "./http-server.ts";

/** A server that listens, and the client of an import, signed in as ada. */
export interface ImportWorld extends HttpWorld {
  readonly url: string;
  readonly client: Client;
  readonly say: Say;
}

export async function importWorld(): Promise<ImportWorld> {
  const world = await httpWorld();
  const url = await world.http.listen({ host: "127.0.0.1", port: 0 });
  const say = speak("en");
  const client = await connect({ url, credentials: { user: "ada", password: "demo" }, language: "en" });
  return { ...world, url, client, say };
}
