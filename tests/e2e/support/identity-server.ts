import { CLIENT, startIdentityProvider } from "../../support/identity-provider.ts";
import { startOwnServer, urlBeside } from "./own-server.ts";

const OFFSET = 2;

export interface IdentityGround {
  /** Address of a portal that uses the identity provider. */
  readonly portal: string;
  readonly issuer: string;
  stop(): Promise<void>;
}

/** Starts an identity provider and a server that signs people in through it. */
export async function startIdentityGround(): Promise<IdentityGround> {
  const portal = urlBeside(OFFSET);
  const provider = await startIdentityProvider(portal);
  const server = await startOwnServer(OFFSET, {
    NETPORTAL_MODE: "test",
    NETPORTAL_PUBLIC_URL: portal,
    NETPORTAL_OIDC_ISSUER: provider.issuer,
    NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
    NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  return {
    portal,
    issuer: provider.issuer,
    stop: async () => {
      await server.remove();
      await provider.close();
    },
  };
}
