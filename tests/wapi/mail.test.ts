import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailSender } from "../../server/requests/mail.ts";
import { startOutbox } from "../../server/requests/outbox.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { mailServer, type MailServer, type TakenMail } from "../support/mail-server.ts";

const SUPPORT = "netz-support@tannmuehl.example";
const PATCH_TEAM = "patch-sued@tannmuehl.example";

let server: MailServer;
let world: HttpWorld;
let greta: string;
let ada: string;

beforeAll(async () => {
  server = await mailServer();
  world = await httpWorld({
    NETPORTAL_SMTP_URL: server.url,
    NETPORTAL_SUPPORT_EMAIL: SUPPORT,
    NETPORTAL_TICKET_EMAILS: `patch/cs=${PATCH_TEAM}`,
    NETPORTAL_PUBLIC_URL: "https://netz.tannmuehl.example",
    NETPORTAL_MAIL_FROM: "NETPORTAL <netportal@tannmuehl.example>",
  });
  greta = await world.signIn("greta");
  ada = await world.signIn("ada");
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(async () => {
  server.refusal = null;
  server.taken.length = 0;
  await world.db.query("delete from netportal.mail_outbox");
  await world.db.query("delete from netportal.attempt");
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const ends = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > ends) throw new Error("it did not come to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function send(more: object, token: string | null = greta, form = "dhcp"): Promise<number> {
  const body = {
    subject: "DHCP für uns",
    text: "Zeile 1\n.Zeile 2 mit Ümlaut",
    fields: { bcd: "tst-net-1" },
    ...more,
  };
  const { status, text } = await world.post(`/api/requests/${form}`, body, token ?? undefined);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return (JSON.parse(text) as { number: number }).number;
}

const headers = ({ source }: TakenMail): string =>
  (source.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]/g, " ");
const header = (mail: TakenMail | undefined, name: string): string | undefined =>
  mail === undefined ? undefined : new RegExp(`^${name}: (.*)$`, "im").exec(headers(mail))?.[1];
/** Decoded body of a plain text mail. */
function textOf(mail: TakenMail | undefined): string {
  const body = mail?.source.split("\r\n\r\n").slice(1).join("\r\n\r\n") ?? "";
  if (header(mail ?? { from: "", to: [], source: "" }, "content-transfer-encoding") === "base64")
    return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
const waiting = () =>
  world.db.query<{ tries: number; last_error: string | null }>(
    "select tries, last_error from netportal.mail_outbox order by id",
  );

describe("mail of a ticket", () => {
  it("[REQ-05] goes to the support address, with a copy to the sender", async () => {
    const number = await send({});
    await until(() => server.taken.length === 2);
    const [support, copy] = [SUPPORT, "greta.hoelzer@tannmuehl.example"].map((to) =>
      server.taken.find((mail) => mail.to.includes(to)),
    );
    for (const mail of [support, copy]) {
      expect(mail?.from).toBe("netportal@tannmuehl.example");
      expect(header(mail, "from")).toBe("NETPORTAL <netportal@tannmuehl.example>");
      expect(header(mail, "subject")).toBe(`=?UTF-8?Q?=5B=23${String(number)}=5D_DHCP_f=C3=BCr_uns?=`);
      expect(header(mail, "content-type")).toContain("text/plain");
      expect(textOf(mail).trim()).toBe(
        "Zeile 1\n.Zeile 2 mit Ümlaut".replace(
          "\n.",
          mail?.source.includes("\n..") === true ? "\n.." : "\n.",
        ),
      );
    }
    expect(header(support, "reply-to")).toBe("greta.hoelzer@tannmuehl.example");
    expect(header(copy, "reply-to")).toBe(SUPPORT);
    await until(async () => (await waiting()).length === 0);
  });

  it("[REQ-104] goes from a sender without account as a receipt only, without any typed text", async () => {
    const sender = { sender_name: "Ida", sender_email: "victim@example.org" };
    const iot = { device_kind: "a", device_count: 1, place: "b", contact: "c" };
    const bait = "Buy at https://bait.example";
    const number = await send({ ...sender, subject: bait, text: bait, fields: iot }, null, "kit_iot");
    await until(() => server.taken.length === 2);
    const [support, receipt] = [SUPPORT, "victim@example.org"].map((to) =>
      server.taken.find((mail) => mail.to.includes(to)),
    );
    expect(textOf(support)).toContain(bait);
    expect(header(receipt, "subject")).toBe(`[#${String(number)}] KIT-IoT`);
    expect(header(receipt, "reply-to")).toBe(SUPPORT);
    expect(receipt?.source).not.toContain("bait");
  });

  it("has no header that a text of the sender could create", async () => {
    const sender = { sender_name: "Ida <a@b>, Bcc: x@y", sender_email: "a.b@example.org" };
    const iot = { device_kind: "a", device_count: 1, place: "b", contact: "c" };
    const text = "Bcc: victim@example.org\r\n\r\n.\r\nMAIL FROM:<x@y>\r\n";
    const refused = [
      { subject: "a\u2028b\u0085Bcc: victim@example.org" },
      { sender_email: "a,b@example.org" },
    ];
    for (const bad of refused) {
      const body = { ...sender, subject: "a", text, fields: iot, ...bad };
      expect((await world.post("/api/requests/kit_iot", body)).status).toBe(400);
    }
    await send({ ...sender, subject: "a Bcc: victim@example.org", text, fields: iot }, null, "kit_iot");
    await until(() => server.taken.length > 1);
    await until(async () => (await waiting()).length === 0);
    expect(server.taken.map(({ to }) => to.join()).toSorted()).toEqual(
      ["a.b@example.org", SUPPORT].toSorted(),
    );
    for (const mail of server.taken) expect(headers(mail)).not.toMatch(/^(bcc|cc):/im);
  });

  it("for a patch request has the given address for answers", async () => {
    const otto = await world.signIn("otto");
    const fields = { informal_text: "Dose 3", reply_to: "werkstatt@example.org" };
    await send({ fields, variant: "cn" }, otto, "patch");
    await until(() => server.taken.length === 2);
    const support = server.taken.find(({ to }) => to.includes(SUPPORT));
    expect(header(support, "reply-to")).toBe("werkstatt@example.org");
    expect(server.taken.flatMap(({ to }) => to).sort()).toEqual([SUPPORT, "otto.brandt@tannmuehl.example"]);
  });

  it("[REQ-81] a patch request for a campus goes only to its patch team", async () => {
    const otto = await world.signIn("otto");
    const fields = { informal_text: "Dose 3", reply_to: "otto.brandt@tannmuehl.example" };
    await send({ fields, variant: "cs" }, otto, "patch");
    await until(() => server.taken.length === 2);
    const copy = server.taken.find(({ to }) => to.includes("otto.brandt@tannmuehl.example"));
    expect(server.taken.flatMap(({ to }) => to).sort()).toEqual([
      "otto.brandt@tannmuehl.example",
      PATCH_TEAM,
    ]);
    expect(header(copy, "reply-to")).toBe(PATCH_TEAM);
  });

  it("waits if the mail server refuses it, and the ticket is stored", async () => {
    server.refusal = 451;
    const number = await send({});
    await until(
      async () =>
        (await waiting()).filter(({ tries, last_error: error }) => tries === 1 && error !== null).length ===
        2,
    );
    expect((await waiting())[0]?.last_error).toContain("451");
    const { lists } = await world.get(`/api/4.2/req/ticket/list?number=${String(number)}`, greta);
    expect(lists[0]).toHaveLength(1);
    server.refusal = null;
    await world.db.query("update netportal.mail_outbox set next_try = now()");
    await send({});
    await until(async () => (await waiting()).length === 0);
    expect(server.taken).toHaveLength(4);
    expect(world.logged.filter((text) => text.startsWith("mail ")).join()).not.toContain("@");
  });

  it("is not sent if the request is not stored", async () => {
    expect(
      (await world.post("/api/requests/dhcp", { subject: "a", text: "a", fields: {} }, greta)).status,
    ).toBe(400);
    expect(await waiting()).toEqual([]);
  });

  it("is sent once by several processes", async () => {
    const settings = { url: server.url, support: SUPPORT, from: "netportal@tannmuehl.example" };
    const log = (text: string): void => {
      world.logged.push(text);
    };
    const boxes = [1, 2, 3].map(() => startOutbox({ db: world.db, send: mailSender(settings), log }));
    const mails = Array.from({ length: 40 }, (_, index) => ({
      messageId: `<${String(index)}@tannmuehl.example>`,
      to: SUPPORT,
      replyTo: null,
      subject: String(index),
      text: "a",
    }));
    await boxes[0]?.leave(world.db, mails);
    for (const box of boxes) box.wake();
    await until(async () => (await waiting()).length === 0);
    expect(new Set(server.taken.map((mail) => header(mail, "message-id"))).size).toBe(40);
    expect(server.taken).toHaveLength(40);
    await Promise.all(boxes.map((box) => box.stop()));
  });

  it("is repeated for five days if the mail server is unreachable", async () => {
    const log: string[] = [];
    const settings = { url: "smtp://127.0.0.1:9", support: SUPPORT, from: "a@example.org" };
    const box = startOutbox({ db: world.db, send: mailSender(settings), log: (text) => log.push(text) });
    await world.db.query(
      `insert into netportal.mail_outbox (message, ts_created, tries) values
         ('{"messageId": "<1@a>", "to": "a@example.org", "replyTo": null, "subject": "a", "text": "a"}', now(), 6),
         ('{"messageId": "<2@a>", "to": "a@example.org", "replyTo": null, "subject": "a", "text": "a"}', now() - interval '6 days', 90)`,
    );
    box.wake();
    await until(() => log.length === 2);
    await box.stop();
    const rows = await world.db.query<{ minutes: number | null; last_error: string }>(
      `select case when next_try < 'infinity' then round(extract(epoch from next_try - now()) / 60)::int end minutes, last_error
       from netportal.mail_outbox order by id`,
    );
    expect(rows).toEqual([
      { minutes: 32, last_error: "ESOCKET" },
      { minutes: null, last_error: "ESOCKET" },
    ]);
  });
});

describe("mail about a changed ticket", () => {
  const ADDRESS = "greta.hoelzer@tannmuehl.example";
  const update = (number: number, given: object, query = "") =>
    world.post(
      `/api/4.2/wapi/transaction/execute${query}`,
      [{ name: "req.ticket.update", old: { number }, new: given }],
      ada,
    );
  const news = () => world.db.query("select from netportal.ticket_news");
  /** Mails after the first two, which are about the ticket itself. */
  async function told(count: number): Promise<readonly TakenMail[]> {
    await until(() => server.taken.length === 2 + count);
    await until(async () => (await waiting()).length === 0);
    return server.taken.slice(2);
  }

  it("[REQ-100] tells the sender a new state with its comment, and answers go to the team", async () => {
    const number = await send({});
    expect((await update(number, { state: "in_work" }, "?dry_mode=true")).status).toBe(200);
    expect(await news()).toEqual([]);
    expect((await update(number, { state: "done", comment: "Läuft seit heute.\n.Gruß" })).status).toBe(200);
    const [mail] = await told(1);
    expect(mail?.to).toEqual([ADDRESS]);
    expect(header(mail, "reply-to")).toBe(SUPPORT);
    expect(header(mail, "subject")?.replace("?= =?UTF-8?Q?", "")).toBe(
      `=?UTF-8?Q?=5B=23${String(number)}=5D_DHCP_f=C3=BCr_uns=3A_erledigt?=`,
    );
    const text = textOf(mail).trim().split("\n");
    expect(text).toEqual([
      `Ihr Antrag #${String(number)}, DHCP für uns hat einen neuen Stand: erledigt (bisher: offen).`,
      "",
      expect.stringMatching(/^Kommentar von Ada .+:$/),
      "Läuft seit heute.",
      expect.stringMatching(/^\.?\.Gruß$/),
      "",
      `https://netz.tannmuehl.example/requests/${String(number)}`,
    ]);
    expect(await news()).toEqual([]);
  });

  it("goes also to the address for answers, with the team of the campus as its sender, in the language of the person", async () => {
    const fields = { informal_text: "Dose 3", reply_to: "werkstatt@example.org" };
    const { text } = await world.send({
      method: "POST",
      url: "/api/requests/patch",
      token: await world.signIn("otto"),
      payload: JSON.stringify({ subject: "Dose in room 7", text: "Dose 3", fields, variant: "cs" }),
      headers: { "content-type": "application/json", "accept-language": "en" },
    });
    const { number } = JSON.parse(text) as { number: number };
    await update(number, { comment: "Which building?" });
    const mails = await told(2);
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([
      "otto.brandt@tannmuehl.example",
      "werkstatt@example.org",
    ]);
    for (const mail of mails) expect(header(mail, "reply-to")).toBe(PATCH_TEAM);
    const [own, other] = ["otto.brandt@tannmuehl.example", "werkstatt@example.org"].map((to) =>
      mails.find((mail) => mail.to.includes(to)),
    );
    expect(header(own, "subject")).toBe(`[#${String(number)}] Dose in room 7: new comment`);
    expect(textOf(own)).toContain(`There is a comment on your request #${String(number)}, Dose in room 7.`);
    expect(textOf(own)).toContain("Which building?");
    // Nobody has verified the address for answers, so its mail has no text that a person has written.
    expect(header(other, "subject")).toBe(`[#${String(number)}] Patch request: new comment`);
    expect(textOf(other).trim().split("\n")).toEqual([
      `There is a comment on your request #${String(number)}, Patch request.`,
      "",
      "Answers to this mail go to the team that works on it.",
    ]);
  });

  it("[REQ-129] goes to a colleague who gets the ticket; the sender learns who works on it when the state changes", async () => {
    const number = await send({});
    expect((await update(number, { assignee: "otto", comment: "Du kennst das Netz." })).status).toBe(200);
    const mails = await told(2);
    const [sender, worker] = [ADDRESS, "otto.brandt@tannmuehl.example"].map((to) =>
      textOf(mails.find((mail) => mail.to.includes(to)))
        .trim()
        .split("\n"),
    );
    expect(sender?.slice(0, 2)).toEqual([
      `Ihr Antrag #${String(number)}, DHCP für uns hat einen neuen Stand: in Arbeit (bisher: offen).`,
      "Ihren Antrag bearbeitet Otto Brandt.",
    ]);
    expect(worker).toEqual([
      expect.stringMatching(/^Ada .+ hat Ihnen das Ticket #\d+, DHCP für uns zugewiesen\.$/),
      "",
      expect.stringMatching(/^Kommentar von Ada .+:$/),
      "Du kennst das Netz.",
      "",
      `https://netz.tannmuehl.example/requests/${String(number)}`,
    ]);
    // A ticket that passes from one person to another is no news for the sender, and nobody gets a mail for taking one.
    const step = { name: "req.ticket.update", old: { number, assignee: "otto" }, new: { assignee: "ada" } };
    expect((await world.post("/api/4.2/wapi/transaction/execute", [step], ada)).status).toBe(200);
    await until(async () => (await news()).length === 0);
    await told(2);
  });

  it("[REQ-104] contains number, form and state, but no typed text, if the address is not verified", async () => {
    const sender = { sender_name: "Ida", sender_email: "victim@example.org" };
    const iot = { device_kind: "a", device_count: 1, place: "b", contact: "c" };
    const bait = "Buy at https://bait.example";
    const number = await send({ ...sender, subject: bait, text: bait, fields: iot }, null, "kit_iot");
    await update(number, { state: "done", comment: `Re: ${bait}` });
    const [mail] = await told(1);
    expect(mail?.to).toEqual(["victim@example.org"]);
    expect(header(mail, "subject")).toBe(`[#${String(number)}] KIT-IoT: erledigt`);
    expect(textOf(mail).trim().split("\n")).toEqual([
      `Ihr Antrag #${String(number)}, KIT-IoT hat einen neuen Stand: erledigt (bisher: offen).`,
      "",
      "Antworten auf diese Mail gehen an das Team, das ihn bearbeitet.",
    ]);
    expect(mail?.source).not.toContain("bait");
  });

  it("is a receipt at most three times an hour for an unverified address; every ticket is stored", async () => {
    const iot = { device_kind: "a", device_count: 1, place: "b", contact: "c" };
    for (let count = 0; count < 5; count++) {
      const sender = {
        sender_name: "Ida",
        sender_email: count % 2 === 0 ? "Bombed@example.org" : "bombed@example.org",
      };
      await send({ ...sender, subject: "x", text: "x", fields: iot }, null, "kit_iot");
    }
    await until(async () => (await waiting()).length === 0);
    const to = server.taken.map((mail) => String(mail.to[0]).toLowerCase());
    expect(to.filter((one) => one === "bombed@example.org")).toHaveLength(3);
    expect(to.filter((one) => one === SUPPORT)).toHaveLength(5);
  });

  it("is repeated if it is refused, and the change stays", async () => {
    const number = await send({});
    await until(() => server.taken.length === 2);
    server.refusal = 451;
    expect((await update(number, { state: "refused" })).status).toBe(200);
    await until(async () =>
      (await waiting()).some(({ tries, last_error: error }) => tries === 1 && error !== null),
    );
    const { lists } = await world.get(`/api/4.2/req/ticket/list?number=${String(number)}`, greta);
    expect(lists[0]).toMatchObject([{ state: "refused" }]);
    server.refusal = null;
    await world.db.query("update netportal.mail_outbox set next_try = now()");
    await update(number, { state: "open" });
    expect(await told(2)).toHaveLength(2);
  });

  it("is never sent without a mail server, not even later", async () => {
    const silent = await httpWorld();
    const token = await silent.signIn("ada");
    const steps = [{ name: "req.ticket.update", old: { number: 1 }, new: { comment: "unheard" } }];
    expect((await silent.post("/api/4.2/wapi/transaction/execute", steps, token)).status).toBe(200);
    await until(async () => (await silent.db.query("select from netportal.ticket_news")).length === 0);
    expect(await silent.db.query("select from netportal.mail_outbox")).toEqual([]);
    await silent.close();
  });
});
