/** Answer of `GET /api/oui_lookup/{prefix}` (wire contract 6.6). */
export interface Vendor {
  /** The longest registered prefix, or the requested one if none is registered. */
  readonly prefix: string | null;
  readonly prefix_length: number | null;
  readonly manufacturer: string | null;
}

/** A search of the MAC finder (wire contract 6.5). */
export interface MacJob {
  readonly id: string;
  readonly mac_addr: string;
  readonly state: "queued" | "running" | "done" | "failed";
  readonly ts_created: string;
  readonly ts_finished: string | null;
  readonly detail: string | null;
  readonly hit_list: readonly MacHit[] | null;
}

export interface MacHit {
  readonly device: string | null;
  readonly port: string | null;
  readonly p_port_gfk: string | null;
  readonly socket: string | null;
  readonly vlan_id: number | null;
  readonly net_instnc: string | null;
  readonly bcd: string | null;
  readonly last_seen: string;
}

export interface Administrator {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
}

/** Answer of `GET /api/ip_contact/{ip}` (wire contract 6.7). */
export interface IpContact {
  readonly ip: string;
  readonly cidr: string;
  readonly bcd: string | null;
  readonly ou_list: readonly {
    readonly fq_name: string;
    readonly title: string | null;
    readonly admin_list: readonly Administrator[];
  }[];
  readonly group_list: readonly { readonly name: string; readonly admin_list: readonly Administrator[] }[];
}

/** Answer of `GET /api/domainfinder` (wire contract 6.8). */
export interface DomainFinds {
  readonly result_list: readonly {
    readonly fqdn: string;
    readonly zone: string;
    readonly ou_list: readonly { readonly fq_name: string; readonly title: string | null }[];
    readonly group_list: readonly { readonly name: string }[];
  }[];
  readonly is_truncated: boolean;
}
