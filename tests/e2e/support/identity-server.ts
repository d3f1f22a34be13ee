import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT, startIdentityProvider } from "../../support/identity-provider.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PORT = Number(process.env["E2E_PORT"] ?? "18080") + 2;

export interface IdentityGround {
  /** Address of a portal whose people sign in at the provider. */
  readonly portal: string;
  readonly issuer: string;
  stop(): Promise<void>;
}

/** An identity provider and a server of its own, whose people sign in through it. */
export async function startIdentityGround(): Promise<IdentityGround> {
  const portal = `http://127.0.0.1:${String(PORT)}`;
  const provider = await startIdentityProvider(portal);
  const data = mkdtempSync(join(tmpdir(), "netportal-e2e-oic-"));
  const server = spawn("node", ["server/main.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NETPORTAL_PORT: String(PORT),
      NETPORTAL_DATA: data,
      NETPORTAL_MODE: "test",
      NETPORTAL_PUBLIC_URL: portal,
      NETPORTAL_OIDC_ISSUER: provider.issuer,
      NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
      NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
  const ended = once(server, "exit");
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("is running")) resolve();
    });
    void ended.then(() => reject(new Error("The server with an identity provider did not start.")));
  });
  return {
    portal,
    issuer: provider.issuer,
    stop: async () => {
      server.kill("SIGTERM");
      await ended;
      await provider.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
