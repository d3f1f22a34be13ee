import { afterAll, beforeAll, expect, it } from "vitest";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { textIn } from "../support/small-world.ts";

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(() => world.close());

const PASSWORD = "geheim-4711-passwort";
const FOREIGN = "F".repeat(64);
const EXECUTE = "/api/4.2/wapi/transaction/execute";

/** Calls that contain secrets and fail in every way that could reveal them. */
async function provoke(token: string): Promise<readonly Answered[]> {
  const login = (body: string): Promise<Answered> => world.post("/api/login", body);
  return [
    await login(JSON.stringify({ username: "ada", password: PASSWORD })),
    await login(JSON.stringify({ username: PASSWORD, password: PASSWORD })),
    await login(`{"username": "ada", "password": "${PASSWORD}"`),
    await login(JSON.stringify({ username: "ada", password: [PASSWORD] })),
    await login(JSON.stringify({ username: "ada", password: PASSWORD, stay_logged_in: PASSWORD })),
    await world.get(`/api/4.2/nd/site/list?token=${token}`),
    await world.get("/api/4.2/nd/site/list", FOREIGN),
    await world.get(`/api/oic_create_token?code=${FOREIGN}&state=${FOREIGN}`),
    await world.send({
      method: "GET",
      url: "/api/4.2/nd/site/list",
      headers: { authorization: `Basic ${token}` },
    }),
    await world.send({ method: "GET", url: "/api/4.2/nd/site/list", headers: { cookie: `token=${token}` } }),
    await world.post(EXECUTE, [{ name: "cntl.wapi_auth.create", new: { login_name: "ada" } }], token),
    await world.post(EXECUTE, [{ name: "nothing.at.all", new: { secret: PASSWORD } }], token),
    await world.post(EXECUTE, `[{"name": "nd.site.list", "old": "${PASSWORD}"`, token),
  ];
}

it("neither the log nor any refusal contains passwords or tokens, whatever fails", async () => {
  const token = await world.signIn("ada");
  const otto = await world.signIn("otto");
  const make = [{ name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } }];
  const made = await world.post(EXECUTE, make, otto);
  const text = textIn(made.lists[0]?.[0], "token");
  expect(text).toMatch(/^[\w-]{43,128}$/);
  const secrets = [PASSWORD, FOREIGN, token, otto, text, 'demo"'];

  const answers = [...(await provoke(token)), await world.get("/api/4.2/nd/site/list", text)];
  // Bugs and a missing table are logged with all known details.
  await world.db.query("alter table cntl.password rename to lost");
  await world.db.query("alter table cntl.wapi_auth rename column token_hash to lost_hash");
  answers.push(await world.post("/api/login", { username: "ada", password: PASSWORD }));
  answers.push(await world.get("/api/4.2/nd/site/list", text));
  expect(answers.slice(-2).map(({ status }) => status)).toEqual([500, 500]);
  expect(world.logged.filter((line) => line.includes("incident"))).toHaveLength(2);
  await world.db.query("alter table cntl.wapi_auth rename column lost_hash to token_hash");
  await world.db.query("alter table cntl.lost rename to password");

  const told = [
    ...world.logged,
    ...answers.map((answer) => answer.text + JSON.stringify(answer.headers)),
  ].join("\n");
  for (const secret of secrets) expect(told).not.toContain(secret);
});
