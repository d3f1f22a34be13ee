import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

interface Contact {
  readonly ip: string;
  readonly cidr: string;
  readonly bcd: string;
  readonly ou_list: readonly { fq_name: string; title: string; admin_list: readonly Person[] }[];
  readonly group_list: readonly { name: string; admin_list: readonly Person[] }[];
}

let world: HttpWorld;
let ada: string;
let greta: string;

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
  greta = await world.signIn("greta");
  await make("nd.bcd", { name: "tst-contact-1" });
  await make("nd.ip_subnet", { cidr: "198.51.100.0/24", bcd: "tst-contact-1" });
  await make("nd.ip_subnet", { cidr: "2001:db8:ffff::/64", bcd: "tst-contact-1" });
});
afterAll(() => world.close());

async function make(object: string, values: Record<string, unknown>): Promise<void> {
  const { status, text } = await world.post(
    `/api/4.2/${object.replace(".", "/")}/create`,
    { new: values },
    ada,
  );
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
}

function ask(ip: string, token = greta): Promise<Answered> {
  return world.get(`/api/ip_contact/${encodeURIComponent(ip)}`, token);
}

async function contact(ip: string): Promise<Contact> {
  const { status, text } = await ask(ip);
  expect(status).toBe(200);
  return JSON.parse(text) as Contact;
}

const person = (login: string, more: Record<string, unknown> = {}) => ({
  login_name: login,
  first_name: login.toUpperCase(),
  last_name: "Contact",
  email: `${login}@example.org`,
  ...more,
});
const shown = (login: string) => ({
  first_name: login.toUpperCase(),
  last_name: "Contact",
  email: `${login}@example.org`,
});

describe("GET /api/ip_contact/{ip}", () => {
  it("[TOOL-23] answers network and BCD for any address, and nobody if nobody is assigned", async () => {
    expect(await contact("198.51.100.11")).toEqual({
      ip: "198.51.100.11",
      cidr: "198.51.100.0/24",
      bcd: "tst-contact-1",
      ou_list: [],
      group_list: [],
    });
    expect((await contact("2001:DB8:ffff:0:0::11")).ip).toBe("2001:db8:ffff::11");
  });

  it("[TOOL-23] answers the administrators of the unit or group itself, or of the next one above that has any", async () => {
    const [root] = await world.db.query<{ fq_name: string; title: string }>(
      "select fq_name, title from org.unit where parent is null",
    );
    const [type] = await world.db.query<{ short_name: string }>(
      "select short_name from org.unit_type limit 1",
    );
    const rootName = root?.fq_name ?? "";
    const unit = (short_name: string, parent: string) =>
      make("org.unit", { short_name, title: `Unit ${short_name}`, unit_type: type?.short_name, parent });
    await unit("C1", rootName);
    await unit("C2", `${rootName}::C1`);
    for (const login of ["cona", "conb", "conc"]) await make("cntl.mgr", person(login));
    await make("cntl.mgr", { is_svc: true, svc_id: "con", ou: `${rootName}::C1::C2` });
    await make("cntl.mgr", { parent_login_name: "cona", sub_id: "sub" });
    await make("cntl.mgr2ou", { login_name: "cona", ou: `${rootName}::C1` });
    await make("cntl.group", { name: "con-above" });
    await make("cntl.group", { name: "con-below", parent_group_name: "con-above" });
    await make("cntl.mgr2group", { login_name: "conb", group_name: "con-above" });
    await make("cntl.mgr2group", { login_name: "conc", group_name: "con-above" });
    await make("nd.bcd2ou", { bcd: "tst-contact-1", ou: `${rootName}::C1::C2` });
    await make("nd.bcd2group", { bcd: "tst-contact-1", group_name: "con-below" });

    const first = await contact("198.51.100.11");
    expect(first.ou_list).toEqual([
      { fq_name: `${rootName}::C1::C2`, title: "Unit C2", admin_list: [shown("cona")] },
    ]);
    expect(first.group_list).toEqual([{ name: "con-below", admin_list: [shown("conb"), shown("conc")] }]);

    await make("cntl.mgr2ou", { login_name: "conb", ou: `${rootName}::C1::C2` });
    await make("cntl.mgr2group", { login_name: "cona", group_name: "con-above" });
    await make("cntl.mgr2group", { login_name: "cona", group_name: "con-below" });
    await make("cntl.mgr2group", { login_name: "cona-sub", group_name: "con-below" });
    const second = await contact("198.51.100.11");
    expect(second.ou_list.map(({ admin_list: admins }) => admins)).toEqual([[shown("conb")]]);
    expect(second.group_list.map(({ admin_list: admins }) => admins)).toEqual([[shown("cona")]]);
  });

  it("[TOOL-23] answers the administrators of its units for a group without members anywhere above", async () => {
    const [admin] = await world.db.query<{ fq_name: string; first_name: string }>(
      `select u.fq_name, m.first_name from org.unit u join cntl.mgr2ou l on l.ou = u.id join cntl.mgr m on m.id = l.login_name
       where not m.is_svc and m.parent_login_name is null order by u.id limit 1`,
    );
    if (admin === undefined) throw new Error("no unit has an administrator");
    await make("nd.bcd", { name: "tst-contact-2" });
    await make("nd.ip_subnet", { cidr: "203.0.113.0/25", bcd: "tst-contact-2" });
    await make("cntl.group", { name: "con-empty", ou: admin.fq_name });
    await make("nd.bcd2group", { bcd: "tst-contact-2", group_name: "con-empty" });
    const { group_list: groups } = await contact("203.0.113.1");
    expect(groups[0]?.admin_list.map(({ first_name: name }) => name)).toContain(admin.first_name);
  });

  it.each(["198.51.100", "198.51.100.011", "198.51.100.0/24", "host", "::g", "\u0000"])(
    "refuses %j, which is not an address",
    async (ip) => {
      const answer = await ask(ip);
      expect([answer.status, answer.fault]).toEqual([400, "-20040/5"]);
    },
  );

  it("does not find an address in no subnet", async () => {
    const { status, fault, text } = await ask("192.0.2.1");
    expect([status, fault]).toEqual([404, "-20020/1"]);
    expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(["detail", "exception"]);
  });

  it("[TOOL-23] needs a token of a user in the database", async () => {
    expect((await world.get("/api/ip_contact/198.51.100.11")).status).toBe(401);
    expect((await ask("198.51.100.11", "x".repeat(64))).fault).toBe("-20001/3");
    expect((await ask("198.51.100.11", await world.signIn("nora"))).fault).toBe("-20010/7");
    expect((await ask("198.51.100.11", await world.signIn("lars"))).fault).toBe("-20010/4");
  });
});
