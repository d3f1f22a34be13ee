import type { Json } from "#contract/wire/json";
import { BINDING_HEADER, type SignedIn } from "#contract/wire/system";
import type { Http } from "./http.ts";

/** Signs in with name and password. */
export async function signIn(
  http: Http,
  username: string,
  password: string,
  staysLoggedIn: boolean,
): Promise<SignedIn> {
  const { body } = await http.post("/api/login", {
    body: { username, password, stay_logged_in: staysLoggedIn },
  });
  return signedIn(body);
}

/** Nothing is kept in this tab: a sign-in that was begun elsewhere does not end here. */
const NO_BINDING = "none";

/** Begins to sign in through the identity provider; answers with the address to go to (LOGIN-04). */
export async function beginProviderSignIn(
  http: Http,
  staysLoggedIn: boolean,
  binding: string,
): Promise<string> {
  const { body } = await http.post("/api/login", {
    body: { stay_logged_in: staysLoggedIn },
    headers: { [BINDING_HEADER]: binding },
  });
  // Parse boundary of the answer (wire contract 6.1).
  const { redirect_url: url } = body as unknown as { readonly redirect_url: string };
  if (!/^https?:\/\//.test(url)) throw new Error("The identity provider has no address of the web.");
  return url;
}

/** Hands over the query of the identity provider as it came and receives the token (LOGIN-07). */
export async function finishProviderSignIn(
  http: Http,
  query: string,
  binding: string | null,
): Promise<SignedIn> {
  const { body } = await http.get(`/api/oic_create_token${query}`, {
    headers: { [BINDING_HEADER]: binding ?? NO_BINDING },
  });
  return signedIn(body);
}

// Parse boundary of the answer (wire contract 6.1).
function signedIn(body: Json): SignedIn {
  return body as unknown as SignedIn;
}
