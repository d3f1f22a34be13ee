import type { Json } from "#contract/wire/json";
import { askKea } from "../../server/services/kea/kea-agent.ts";
import { agentLogin } from "../../examples/try/guide.ts";
import { openDhcp6Clients, type Dhcp6Clients } from "../../examples/try/dhcp6-client.ts";
import { openDhcpClients, type DhcpClients } from "./dhcp-client.ts";
import { openRadiusClient, type RadiusClient } from "./radius-client.ts";
import { startProcess, type ServerProcess } from "./server-process.ts";
import {
  ownPostgres,
  RADIUS_SECRET,
  runServices,
  startServices,
  type OwnPostgres,
  type Services,
} from "./service-machine.ts";

/** A portal with its database, a copy with the real services beside it, and clients of these services. */
export interface Site {
  readonly central: OwnPostgres;
  readonly copy: OwnPostgres;
  readonly portal: ServerProcess;
  readonly ada: string;
  readonly services: Services;
  readonly devices: DhcpClients;
  readonly devices6: Dhcp6Clients;
  readonly radius: RadiusClient;
}

/** Starts all of it. The portal does not know the services yet. */
export async function startSite(): Promise<Site> {
  const central = await ownPostgres({ wal_level: "logical" });
  const copy = await ownPostgres({});
  const portal = await startProcess({ DATABASE_URL: central.url });
  const ada = await portal.signIn("ada");
  await central.db.query("create role netportal_copy login replication");
  await copy.db.query(
    "create role kea login; alter role kea set search_path = kea; create role radius login",
  );
  const from = central.libpq.replace("user=netportal", "user=netportal_copy");
  const made = await runServices(central.url, ["copy", copy.url, "--from", from, "--role", "netportal_copy"]);
  if (made.code !== 0) throw new Error(made.output);
  const devices = await openDhcpClients(0);
  const devices6 = await openDhcp6Clients(0);
  const services = await startServices(copy.host, devices.port, devices6.port);
  devices.close();
  devices6.close();
  return {
    central,
    copy,
    portal,
    ada,
    services,
    devices: await openDhcpClients(services.dhcpPort, devices.port),
    devices6: await openDhcp6Clients(services.dhcp6Port, devices6.port),
    radius: await openRadiusClient(services.radiusPort, RADIUS_SECRET),
  };
}

export async function endSite(site: Site): Promise<void> {
  site.devices.close();
  site.devices6.close();
  site.radius.close();
  await site.services.stop();
  await site.portal.end("SIGTERM");
  await site.copy.remove();
  await site.central.remove();
}

/** Replaces a text in the networks of the running Kea, like somebody who does not know of the portal. */
export async function changeByHand({ services }: Site, from: string, to: string): Promise<void> {
  const { user, password } = agentLogin();
  const agent = {
    service: "dhcp4",
    address: "127.0.0.1",
    port: services.agentPort,
    user,
    password,
  } as const;
  const text = JSON.stringify(await askKea(agent, "config-get")).replaceAll(from, to);
  // Parse boundary: Kea gets back what it answered.
  const { Dhcp4 = null } = JSON.parse(text) as Readonly<Record<string, Json>>;
  await askKea(agent, "config-set", { Dhcp4 });
}
