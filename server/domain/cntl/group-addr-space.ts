import { defineObjectType, type Grant, rule } from "../../catalogue/define.ts";
import { BCD } from "../nd/bcd.ts";
import { subnetOf } from "../nd/ip-subnet.sql.ts";
import { GROUP } from "./group.ts";
import { byUnits } from "./group-addr-space.sql.ts";

/** BCD of the smallest subnet that contains the network. */
const BCD_AROUND = `(${subnetOf("t.cidr", "s.bcd")})`;
const OWNING_UNIT: Grant = {
  sql: `exists (select from nd.bcd2ou l where l.ou = any({units}) and l.bcd = ${BCD_AROUND})`,
  names: byUnits(BCD, BCD_AROUND),
};

/** A row that the account does not see cannot be deleted, so a refusal names its group, too. */
const SEEN: Grant = {
  sql: "t.group_name = any({groups}) or 'cntl.ro:group_addr_space' = any({permissions})",
  names: { to: GROUP, id: "t.group_name" },
};

export default defineObjectType({
  name: "cntl.group_addr_space",
  gpk: "grpnet",
  label: { de: "Adressraum", en: "Address space" },
  plural: { de: "Adressräume", en: "Address spaces" },
  description: {
    de: "Netz innerhalb eines BCD, auf das eine Gruppe beschränkt ist",
    en: "Network inside a BCD that a group is limited to",
  },
  attributes: {
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
    cidr: { type: "cidr", label: { de: "Netz", en: "Network" }, createOnly: true },
    bcd: { computed: BCD_AROUND, ref: { to: "nd.bcd" } },
  },
  key: ["group_name", "cidr"],
  own: { column: "group_name", in: "groups" },
  read: "own",
  write: { create: OWNING_UNIT, delete: { all: [OWNING_UNIT, SEEN] } },
  vanishesWith: "group_name",
  needs: [
    // Without its subnet or its link, the group would own either all addresses of the BCD or none.
    { to: "nd.ip_subnet", attributes: ["cidr"], id: `(${subnetOf("t.cidr", "s.id")})` },
    {
      to: "nd.bcd2group",
      attributes: ["cidr"],
      id: `(select l.id from nd.bcd2group l where l.group_name = t.group_name and l.bcd = ${BCD_AROUND})`,
    },
  ],
  givesRights: "objects",
  storage: {
    constraints: {
      // The trigger below raises this fault, because the rule spans three tables.
      in_bcd_of_group: rule("in_bcd_of_group", ["cidr"], "check (true)", {
        de: "Das Netz muss in einem Subnetz eines BCD liegen, das der Gruppe zugeordnet ist.",
        en: "The network has to lie in a subnet of a BCD that is linked to the group.",
      }),
    },
    indexes: { cidr_idx: "using gist (cidr inet_ops)" },
    statements: [
      `create or replace function cntl.group_addr_space_check() returns trigger language plpgsql as $body$
      begin
        if not exists (
          select
          from nd.ip_subnet s join nd.bcd2group l on l.bcd = s.bcd
          where s.cidr >>= new.cidr and l.group_name = new.group_name) then
          raise exception 'the network lies in no BCD of the group'
            using errcode = 'check_violation', constraint = 'cntl_group_addr_space_in_bcd_of_group';
        end if;
        return new;
      end $body$`,
      `create or replace trigger group_addr_space_check before insert or update on cntl.group_addr_space
        for each row execute function cntl.group_addr_space_check()`,
    ],
  },
});
