import type { Json } from "#contract/wire/json";
import type { SignedIn } from "#contract/wire/system";
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

// Parse boundary of the answer (wire contract 6.1).
function signedIn(body: Json): SignedIn {
  return body as unknown as SignedIn;
}
