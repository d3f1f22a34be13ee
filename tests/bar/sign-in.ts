import { HeadlessBrowser } from "../support/headless-browser.ts";

/** `node sign-in.ts PORTAL LOGIN` signs in at a portal through its identity provider, as a browser does, and prints the login name of the session. It runs in the machine and needs nothing but Node. */
const [portal = "", login = ""] = process.argv.slice(2);

async function asked(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`${portal}${path}`, init);
  if (answer.ok) return answer.json();
  throw new Error(`${path.replace(/\?.*/, "")}: ${String(answer.status)} ${await answer.text()}`);
}

// Parse boundary: the answer to the start of a sign-in, and below the session with its account.
const { redirect_url: url } = (await asked("/api/login", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ stay_logged_in: false }),
})) as { readonly redirect_url: string };
const back = await new HeadlessBrowser().signIn(url, login);
const { token } = (await asked(`/api/oic_create_token${back.search}`)) as { readonly token: string };
const [[session]] = (await asked("/api/4.2/cntl/wapi_auth/list?is_current=true", {
  headers: { authorization: `Bearer ${token}` },
})) as [[{ readonly login_name: string }]];
console.log(session.login_name);
