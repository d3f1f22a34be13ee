import { BINDING_HEADER, type SignedIn } from "#contract/wire/system";
import type { Http } from "./http.ts";
import { shaped } from "./shape.ts";

/** Answers of wire contract 6.1. */
const isSignedIn = shaped<SignedIn>({ token: "string", gpk: "string" });
const isSentOn = shaped<{ readonly redirect_url: string }>({ redirect_url: "string" });

export async function signIn(
  http: Http,
  username: string,
  password: string,
  staysLoggedIn: boolean,
): Promise<SignedIn> {
  const body = { username, password, stay_logged_in: staysLoggedIn };
  return (await http.post("/api/login", { body })).as(isSignedIn);
}

/** Sent if this tab keeps no secret, so that a sign-in that was started elsewhere cannot end here. */
const NO_BINDING = "none";

/** Begins to sign in through the identity provider; answers with the address to go to (LOGIN-04). */
export async function beginProviderSignIn(
  http: Http,
  staysLoggedIn: boolean,
  binding: string,
): Promise<string> {
  const answer = await http.post("/api/login", {
    body: { stay_logged_in: staysLoggedIn },
    headers: { [BINDING_HEADER]: binding },
  });
  const { redirect_url: url } = answer.as(isSentOn);
  if (!/^https?:\/\//.test(url)) throw new Error("The identity provider has no address of the web.");
  return url;
}

/** Sends the query of the identity provider unchanged and receives the token (LOGIN-07). */
export async function finishProviderSignIn(
  http: Http,
  query: string,
  binding: string | null,
): Promise<SignedIn> {
  const answer = await http.get(`/api/oic_create_token${query}`, {
    headers: { [BINDING_HEADER]: binding ?? NO_BINDING },
  });
  return answer.as(isSignedIn);
}
