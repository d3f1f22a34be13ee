import { textIn } from "#contract/wire/json";
import { agentLogin } from "./guide.ts";
import { assignedIpv6, TRY_HOST, type Lists, type Tried } from "./wire-up.ts";

/** Commands that ask each name server for a zone and for a reverse name. */
export async function nameCommands(client: Lists, tried: readonly Tried[]): Promise<readonly string[]> {
  const zones = await client.list("dns.fqdn", { is_zone_apex: true });
  const names = zones.map((row) => textIn(row["value"]));
  const zone = names.find((name) => !name.endsWith(".arpa.")) ?? ".";
  const [record] = await client.list("dns.record", {
    type: "A",
    target_is_reverse_unique: true,
    fetch_limit: 1,
  });
  return tried.flatMap(({ port }) => {
    const ask = `dig @${TRY_HOST} -p ${String(port)}`;
    return [`${ask} ${zone} SOA`, ...(record === undefined ? [] : [`${ask} -x ${textIn(record["data"])}`])];
  });
}

/** Commands that fetch the address of a device with a static assignment, and show the leases. */
export async function dhcpCommands(
  client: Lists,
  { dhcp, relay, agent }: { readonly dhcp: number; readonly relay: number; readonly agent: number },
): Promise<readonly string[]> {
  const { user, password } = agentLogin();
  const [assigned] = await client.list("dhcp.static_assignment", { fetch_limit: 1 });
  const [subnet] = await client.list("nd.ip_subnet", { cidr: textIn(assigned?.["subnet"]) });
  const leases = `curl -su ${user}:${password} -H 'content-type: application/json' -d '{"command":"lease4-get-all","service":["dhcp4"]}' http://${TRY_HOST}:${String(agent)}/`;
  if (assigned === undefined || subnet === undefined) return [leases];
  const link = textIn(subnet["gateway_addr"])
    .split(".")
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("");
  const ports = `-N ${String(dhcp)} -L ${String(relay)}`;
  return [
    `perfdhcp -4 -l ${TRY_HOST} ${ports} -R 1 -r 1 -p 3 -x l -o 118,${link} -b mac=${textIn(assigned["mac_addr"])} ${TRY_HOST}`,
    leases,
  ];
}

/** A command that asks for the IPv6 address of a device with a static assignment. */
export async function dhcp6Commands(
  client: Lists,
  { dhcp6, relay6 }: { readonly dhcp6: number; readonly relay6: number },
): Promise<readonly string[]> {
  const assigned = await assignedIpv6(client);
  if (assigned === null) return [];
  const [subnet] = await client.list("nd.ip_subnet", { cidr: textIn(assigned["subnet"]) });
  const link = textIn(subnet?.["gateway_addr"]);
  const ports = `${String(dhcp6)} ${String(relay6)}`;
  return [`npm run services -- solicit ${textIn(assigned["mac_addr"])} ${link} ${ports}`];
}

/** A command that asks for a device of the demo campus. */
export async function radiusCommands(
  client: Lists,
  { radius }: { readonly radius: number },
): Promise<readonly string[]> {
  const [device] = await client.list("macauth.client", { fetch_limit: 1 });
  const name = textIn(device?.["mac_addr"]);
  return [`echo 'User-Name = "${name}"' | radclient -x ${TRY_HOST}:${String(radius)} auth testing123`];
}
