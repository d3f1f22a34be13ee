import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CLIENT, startCertifiedProvider, type IdentityProvider } from "../support/identity-provider.ts";
import type { Bar } from "./bar.ts";
import type { Machine } from "./machine.ts";

const TESTS = join(import.meta.dirname, "..");
const BROWSER = ["bar/sign-in.ts", "support/headless-browser.ts"];
/** The address of the portal that the document prints, and where its provider is said to be. */
const PUBLIC = "https://netportal.example.org";
const ISSUER = "https://idp.example.org/realms/campus";
/** The authority of the site as the document has it, and the files of its certificate for the proxies. */
export const AUTHORITY = "/etc/netportal/ca.pem";
export const CERTIFICATE = "/etc/ssl/netportal";

/** The environment of the machine: names that lead to it, an authority that signs them, and an identity provider with TLS. */
export async function startSite(machine: Machine): Promise<IdentityProvider> {
  appendFileSync(
    machine.path("/etc/hosts"),
    "127.0.0.1 localhost idp.example.org netportal.example.org\n::1 netportal.example.org\n",
  );
  machine.run(`apt-get install openssl && install -d ${dirname(AUTHORITY)} ${CERTIFICATE} && cd ${CERTIFICATE}
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Authority of the site' -keyout ca.key -out ${AUTHORITY}
openssl req -newkey rsa:2048 -nodes -subj /CN=netportal.example.org -keyout privkey.pem -out request.pem
echo subjectAltName=DNS:netportal.example.org,DNS:idp.example.org > names
openssl x509 -req -in request.pem -days 2 -CA ${AUTHORITY} -CAkey ca.key -CAcreateserial -extfile names -out fullchain.pem
cat ${AUTHORITY} >> fullchain.pem && cat fullchain.pem privkey.pem > both.pem`);
  for (const file of BROWSER) {
    const inside = machine.path(join("/usr/local/lib/tests", file));
    mkdirSync(dirname(inside), { recursive: true });
    copyFileSync(join(TESTS, file), inside);
  }
  const read = (file: string): string => readFileSync(machine.path(join(CERTIFICATE, file)), "utf8");
  return startCertifiedProvider(PUBLIC, {
    name: "idp.example.org",
    key: read("privkey.pem"),
    cert: read("fullchain.pem"),
  });
}

/** Differences from the printed settings of the provider. */
export function settingsOf({ issuer }: IdentityProvider): Readonly<Record<string, string>> {
  return { [ISSUER]: issuer, "SECRET=…": `SECRET=${CLIENT.secret}` };
}

/** Signs in at a portal like a browser that knows the authority of the site; `node` is that of a release. Throws with the words of a refusal. */
export async function signIn(
  { machine }: Pick<Bar, "machine">,
  portal: string,
  login: string,
  release: string,
  authority = AUTHORITY,
): Promise<void> {
  const node = join(release, "node_modules/.bin/node");
  const said = await machine.runMeanwhile(`${node} /usr/local/lib/tests/bar/sign-in.ts ${portal} ${login}`, {
    env: { NODE_EXTRA_CA_CERTS: authority },
  });
  assert.equal(said.trim(), login);
}
