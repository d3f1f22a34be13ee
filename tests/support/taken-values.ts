import { isList, type Json, type Params } from "#contract/wire/json";
import type { SentStep } from "./small-world.ts";

const WRITES = /\.(create|update)$/;

/**
 * The same steps, named by their place. Values of `new` that one of the `reach` steps before was also given come from the row of that step.
 * `isAttribute` tells whether the rows of a type have the attribute.
 */
export function takenFromRows(
  steps: readonly SentStep[],
  reach: (at: number) => number,
  isAttribute: (type: string, name: string) => boolean,
): readonly SentStep[] {
  const named = steps.map((step, at): Named => ({ ...step, idx: step.idx ?? `step ${String(at)}` }));
  return named.map((step, at) => {
    const near = named.slice(Math.max(0, at - reach(at)), at).toReversed();
    return near.map((source) => taking(step, source, isAttribute)).find((one) => one !== null) ?? step;
  });
}

type Named = SentStep & { readonly idx: string };

function taking(
  step: Named,
  source: Named,
  isAttribute: (type: string, name: string) => boolean,
): SentStep | null {
  if (!WRITES.test(source.name) || !WRITES.test(step.name)) return null;
  const type = source.name.replace(WRITES, "");
  const [own, params] = divided(step.new ?? {}, source.new ?? {}, (name) => isAttribute(type, name));
  if (Object.keys(params).length === 0) return null;
  const before = step["new_ref_params"];
  const more = [{ idx: source.idx, params }];
  return { ...step, new: own, new_ref_params: isList(before) ? [...before, ...more] : more };
}

/** The values that stay, and for the others the attribute of the row that has them. */
function divided(
  values: Params,
  given: Params,
  isAttribute: (name: string) => boolean,
): readonly [Record<string, Json>, Record<string, string>] {
  const own: Record<string, Json> = {};
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const found = Object.entries(given).find(
      ([one, has]) => typeof has === "string" && has === value && isAttribute(one),
    );
    if (found === undefined) own[name] = value;
    else params[name] = found[0];
  }
  return [own, params];
}

/** Objects from a name to a connected port, each named by the row of the one before; valid in the plant. */
export function wayToPort(own: string): readonly SentStep[] {
  const idx = (name: string): string => `${name} ${own}`;
  const from = (name: string, params: Readonly<Record<string, string>>) => [{ idx: idx(name), params }];
  const host = `r${own}.example.com.`;
  return [
    { idx: idx("name"), name: "dns.fqdn.create", new: { value: host } },
    { name: "nd.device.create", new: { type: "switch" }, new_ref_params: from("name", { fqdn: "value" }) },
    {
      idx: idx("module"),
      name: "nd.module.create",
      new: { module_type: "p24", name: own },
      new_ref_params: from("name", { device: "value" }),
    },
    ...["1", "2"].map((name) => ({
      idx: idx(name),
      name: "nd.p_port.create",
      new: { name },
      new_ref_params: from("module", { module_gfk: "gpk" }),
    })),
    { name: "nd.p_port.update", new: { speed: 5 }, old_ref_params: from("1", { gpk: "gpk", name: "name" }) },
    {
      name: "nd.p_port.connect",
      old_ref_params: from("1", { gpk: "gpk" }),
      new_ref_params: from("2", { p_port_gfk: "gpk" }),
    },
    { idx: idx("told"), name: "dns.fqdn.update", old: { value: host }, new: { description: own } },
    {
      idx: idx("text"),
      name: "dns.record.create",
      new: { type: "TXT" },
      new_ref_params: from("told", { fqdn: "value", data: "description" }),
    },
    {
      idx: idx("address"),
      name: "dns.record.create",
      new: { fqdn: host, type: "A", data: `198.51.100.3${own}` },
    },
    {
      idx: idx("moved"),
      name: "dns.record.update",
      new: { data: `198.51.100.4${own}` },
      old_ref_params: from("address", { gpk: "gpk", data: "data" }),
    },
    {
      name: "dhcp.static_assignment.create",
      new: { mac_addr: `aa:bb:cc:00:03:0${own}` },
      new_ref_params: from("moved", { ip_addr: "data" }),
    },
    { name: "nd.p_port.disconnect", old_ref_params: from("2", { gpk: "gpk" }) },
    { name: "nd.p_port.delete", old_ref_params: from("1", { gpk: "gpk" }) },
  ];
}
