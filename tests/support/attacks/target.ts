import { PUBLIC_URL, type Product } from "../../bench/product.ts";
import { startIdentityProvider } from "../identity-provider.ts";
import { HOST, newKey } from "../name-servers.ts";
import { ATTACKERS, type Target } from "./attack.ts";

/** A target, with the servers that run beside it until its end. */
export interface Prepared {
  readonly target: Target;
  close(): Promise<void>;
}

/** Prepares a product for the attacks: sessions of all attackers, an identity provider, a name server on this machine, and an account that may not write. A second run finds most of it there. */
export async function prepareTarget(product: Product): Promise<Prepared> {
  const { base, dnsPort, issuerPort } = product;
  const tokens = { ada: "", greta: "", lars: "", nora: "" };
  for (const login of ATTACKERS) tokens[login] = await product.signIn(login);
  const provider = await startIdentityProvider(PUBLIC_URL, issuerPort);
  await makeNameServerKnown(base, tokens.ada);
  const old = { login_name: "lars" };
  const changed = { is_adm_locked: false, allow_data_manipulation: false };
  const answer = await send(base, tokens.ada, "/api/4.2/cntl/mgr/update", { old, new: changed });
  if (!answer.ok) throw new Error(`lars may write: ${await answer.text()}`);
  return { target: { address: base, dnsPort, tokens }, close: () => provider.close() };
}

/** The hidden primary drops packets from other addresses unread, which takes no work. */
async function makeNameServerKnown(base: string, token: string): Promise<void> {
  const named = { name: "attacked", address: HOST, port: 1, has_catalog: false };
  const { name: key_name, secret: key_secret } = newKey("attacked.netportal.");
  await send(base, token, "/api/4.2/output/server/create", { new: { ...named, key_name, key_secret } });
}

function send(base: string, token: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}
