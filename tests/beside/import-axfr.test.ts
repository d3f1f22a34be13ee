import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn } from "#contract/wire/json";
import { RECORD_EXAMPLES } from "#contract/values/record-types";
import { fetchZone, type Asked } from "../../server/dns-wire/exchange.ts";
import { typeOfCode } from "../../server/dns-wire/rdata.ts";
import { startServices, type Services } from "../../server/services/start-services.ts";
import { isInstalled, NAME_SERVERS, runServer, type NameServer } from "../../examples/try/name-server.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { freePort, HOST, newKey } from "../support/name-servers.ts";

const COMMAND = join(import.meta.dirname, "..", "..", "server", "import.ts");
const isThere = isInstalled("bind");
if (!isThere) console.warn(`SKIPPED: transfers from BIND, because ${NAME_SERVERS.bind.package} is missing`);

const FORWARD = "beispiel.example.";
const REVERSE = "113.0.203.in-addr.arpa.";
const KEY = newKey("import.example.");
const WRONG = { ...newKey("import.example."), name: KEY.name };
const UNKNOWN = newKey("nobody.example.");
/** Keys of older servers, and of careful ones. */
const KEYS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].map((digest) => ({
  ...newKey(`${digest}.example.`),
  algorithm: `hmac-${digest}`,
}));
const DIGEST = "ab".repeat(32);

/** Types that have no free place in the zone: the zone below has them. */
const PLACED: ReadonlySet<string> = new Set(["DS", "NS", "DNAME"]);
const OF_EACH_TYPE = [...RECORD_EXAMPLES]
  .filter(([type]) => !PLACED.has(type))
  .map(([type, data], at) => {
    const value = type === "TXT" || type === "SPF" ? `"${data}"` : data;
    return `t${String(at)} ${String(100 + at)} ${type} ${value.replaceAll("example.edu.", FORWARD)}`;
  });

const FORWARD_ZONE = `$TTL 7200
@ SOA ns1 hostmaster 2026112701 3600 600 86400 300
@ NS ns1
@ NS ns.elsewhere.example.net.
@ MX 10 mail
@ 60 TXT "v=spf1 mx -all"
ns1 A 203.0.113.53
ns1 AAAA 2001:db8:b::53
MAIL 300 A 203.0.113.25
www 86400 A 203.0.113.80
www A 203.0.113.81
_sip._udp SRV 0 5 5060 www
*.any 30 A 203.0.113.99
* TXT "any other name"
quoted TXT "he said \\"ja\\"; and \\\\ went" "second string"
umlaut TXT "Größe 12 µm — grün"
long TXT "${"x".repeat(255)}" "${"y".repeat(200)}"
$GENERATE 1-20 host-$ 1800 A 203.0.113.$
$GENERATE 1-20/3 alias-\${0,3,d} CNAME host-$
$ORIGIN child.${FORWARD}
@ NS ns1
@ 900 DS 12345 13 2 ${DIGEST}
ns1 A 203.0.113.200
$ORIGIN ${FORWARD}
far NS ns.elsewhere.example.net.
moved DNAME other.example.net.
numbered TYPE65400 \\# 3 00ff01
$TTL 500
${OF_EACH_TYPE.join("\n")}
`;

/** Records that are difficult to write as text, and some that are not imported. */
const STRANGE_ZONE = `$TTL 1h
@ SOA ns h 1 2 3 4 5
@ NS ns
NS A 192.0.2.1
bytes TXT "\\195\\188 \\255 end"
strings TXT "" "a;b" "(c)" "q\\"t \\\\ s"
control TXT "tab\\009here"
letters TXT "\\195" "\\188"
UPPER CNAME NS.Strange.Example.
odd\\.dot TXT "a"
blank\\032s TXT "b"
under_score TXT "c"
points CNAME other\\.name
rp RP mbox txt
afsdb 60 AFSDB 1 afs
cert CERT 1 2 3 AAAA
eui EUI48 00-00-5e-00-53-2a
ns RRSIG A 13 3 3600 20300101000000 20200101000000 12345 strange.example. AAAA
ns NSEC rp A RRSIG NSEC
loc LOC 49 0 42.123 N 8 24 0.5 E 110.00m 20m 100m 2m
caa CAA 0 iodef "mailto:a;b@example.edu"
caa CAA 128 unknown "x\\255y"
private TYPE65400 \\# 1 ff
bare TYPE65401 \\# 0
hinfo HINFO "a b" "c\\"d;e"
svc SVCB 1 . alpn="h2,h3" key65000="a\\"b\\255"
web HTTPS 0 ns
uri URI 10 1 "https://example.edu/\\195\\188"
none MX 0 .
sip NAPTR 1 2 "s" "SIP+D2U" "!^.*$!sip:a@b!" .
_25._tcp TLSA 3 1 1 ${DIGEST}
key OPENPGPKEY AQMFBw==
dnskey DNSKEY 256 3 13 AAAA
`;

const STRANGE_KEPT = [
  " NS ns.strange.example.",
  `_25._tcp TLSA 3 1 1 ${DIGEST}`,
  "bare TYPE65401 \\# 0",
  'caa CAA 0 iodef "mailto:a;b@example.edu"',
  'caa CAA 128 unknown "x\\255y"',
  "control TXT tab\there",
  "dnskey DNSKEY 256 3 13 AAAA",
  'hinfo HINFO "a b" "c\\"d;e"',
  "key OPENPGPKEY AQMFBw==",
  "letters TXT ü",
  "loc LOC 49 0 42.123 N 8 24 0.500 E 110.00m 20m 100m 2m",
  "none MX 0 .",
  "ns A 192.0.2.1",
  "private TYPE65400 \\# 1 ff",
  'sip NAPTR 1 2 "s" "SIP+D2U" "!^.*$!sip:a@b!" .',
  'strings TXT "" "a;b" "(c)" "q\\"t \\\\ s"',
  'svc SVCB 1 . alpn=h2,h3 key65000="a\\"b\\255"',
  "under_score TXT c",
  "upper CNAME ns.strange.example.",
  'uri URI 10 1 "https://example.edu/\\195\\188"',
  "web HTTPS 0 ns.strange.example.",
];

const REVERSE_ZONE = `$TTL 3600
@ SOA ns1.${FORWARD} hostmaster.${FORWARD} 1 3600 600 86400 300
@ NS ns1.${FORWARD}
$GENERATE 1-20 $ PTR host-$.${FORWARD}
25 PTR mail.${FORWARD}
53 PTR ns1.${FORWARD}
80 900 PTR www.${FORWARD}
150 PTR gone.example.net.
`;

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly errors: string;
}

describe.skipIf(!isThere)("zones that BIND transfers", () => {
  const folder = mkdtempSync(join(tmpdir(), "netportal-import-axfr-"));
  const keyFile = (name: string, key: typeof KEY): string => {
    const file = join(folder, name);
    writeFileSync(file, keyText(key), { mode: 0o600 });
    return file;
  };
  let world: ImportWorld;
  let services: Services;
  let bind: NameServer;
  let source: Asked;
  let ours: Asked;

  beforeAll(async () => {
    source = { address: HOST, port: await freePort(), key: KEY };
    bind = startSource(folder, source.port);
    world = await importWorld();
    const { db, catalogue } = world;
    const listen = { host: HOST, port: await freePort() };
    const key = newKey("ours.netportal.");
    ours = { address: HOST, port: listen.port, key };
    services = await startServices({
      db,
      catalogue,
      listen: [listen],
      writes: true,
      log: (text) => world.logged.push(text),
    });
    const server = { name: "nobody", address: HOST, port: 1 };
    const { name, secret } = key;
    const made = await world.client.run(
      [{ idx: "s", name: "output.server.create", new: { ...server, key_name: name, key_secret: secret } }],
      false,
    );
    expect(made).toMatchObject({ ok: true, rolledBack: false });
    await vi.waitFor(() => fetchZone(source, FORWARD), { timeout: 20_000, interval: 100 });
  }, 120_000);
  afterAll(async () => {
    await bind.end("SIGKILL");
    await services.stop();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function imported(
    zones: readonly string[],
    key: string | null = null,
    port = source.port,
    host = HOST,
  ): Promise<Ended> {
    const env = {
      ...process.env,
      LANG: "en_GB.UTF-8",
      LC_ALL: "en_GB.UTF-8",
      NETPORTAL_TSIG_FILE: key ?? "",
    };
    const args = zones.map((zone) => `axfr:${host}#${String(port)}/${zone}`);
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [COMMAND, "zone", ...args, "--url", world.url],
        { env },
        (error, out, errors) => {
          resolve({ code: error === null ? 0 : error.code, out, errors });
        },
      );
    });
  }

  async function changes(): Promise<string | undefined> {
    const [row] = await world.db.query<{ count: string }>(
      "select count(*) from wapi.change_log where object_fq_name like 'dns.%'",
    );
    return row?.count;
  }

  it.each([
    [
      "that needs a key",
      "locked.example",
      null,
      /refuses to transfer the zone locked\.example\..*NETPORTAL_TSIG_FILE/,
    ],
    [
      "by a key with another secret",
      "locked.example",
      keyFile("wrong", WRONG),
      /does not accept the key in .*wrong/,
    ],
    [
      "by a key that it does not know",
      "locked.example",
      keyFile("unknown", UNKNOWN),
      /does not accept the key in .*unknown/,
    ],
    [
      "by a key file that is absent",
      "locked.example",
      join(folder, "absent"),
      /key file .*absent.* cannot be read/,
    ],
    ["of a zone that it does not have", "absent.example", null, /does not have the zone absent\.example\./],
    [
      "of a zone that could not be loaded",
      "broken.example",
      null,
      /did not transfer the zone broken\.example\. .*SERVFAIL/,
    ],
  ])("are refused with a sentence if the transfer is %s", async (_, zone, key, sentence) => {
    const before = await changes();
    const { code, out, errors } = await imported([zone], key);
    expect([code, out, errors]).toEqual([1, "", expect.stringMatching(sentence)]);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(await changes()).toBe(before);
  });

  it("are refused with a sentence if no server answers", async () => {
    const { code, errors } = await imported([FORWARD], null, await freePort());
    expect([code, errors]).toEqual([1, expect.stringMatching(/does not answer: .*connection refused/i)]);
  });

  it("are refused with a sentence if no server answers at a name", async () => {
    const { code, errors } = await imported([FORWARD], null, await freePort(), "localhost");
    expect([code, errors]).toEqual([1, expect.stringMatching(/does not answer: .*connection refused/i)]);
  });

  it("change nothing if the server stops in the middle", async () => {
    const before = await changes();
    const cutter = await startCutter(source.port);
    const { code, errors } = await imported([FORWARD], null, portOf(cutter));
    cutter.close();
    expect([code, errors]).toEqual([1, expect.stringMatching(/did not transfer the zone .* to its end/)]);
    expect(await changes()).toBe(before);
  });

  it("are transferred with a key", async () => {
    const { code, out } = await imported(["locked.example"], keyFile("right", KEY));
    expect([code, out]).toEqual([0, expect.stringContaining("2")]);
    expect(await world.client.list("dns.record", { zone: "locked.example." })).toHaveLength(2);
  });

  it.each(KEYS)("are transferred with a key of $algorithm", async (key) => {
    const { code, out } = await imported(["locked.example"], keyFile(key.name, key));
    expect([code, out]).toEqual([0, expect.stringContaining("Nothing")]);
  });

  it("have every record type, and our primary then gives the same, except for the SOA record and the cuts of texts", async () => {
    const types = await world.client.list("dns.record_type", {});
    const records = await fetchZone(source, FORWARD);
    expect(new Set([...records.flatMap(({ type }) => typeOfCode(type)?.[0] ?? []), "REF-FQDN"])).toEqual(
      new Set([...types.map(({ name }) => name), "SOA"]),
    );
    const { code, out } = await imported([FORWARD, REVERSE]);
    expect([code, out]).toEqual([0, expect.stringMatching(/\b0 rejected/)]);
    await vi.waitFor(
      async () => {
        for (const zone of [FORWARD, REVERSE])
          expect(await recordsOf(ours, zone)).toEqual(await recordsOf(source, zone));
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(world.logged).toEqual([]);
  }, 120_000);

  it("report rejected records with type names and line, and keep every byte of the rest", async () => {
    const { code, out } = await imported(["strange.example"]);
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(/21 taken over .* 3 left out with a note, 8 rejected/),
    ]);
    const told = [...out.matchAll(/^line \d+(.*?): (.*) \| (\S+) (?:\d+) IN (\S+)/gm)];
    expect(
      told.map(([, kind, sentence = "", name = "", type]) => [
        kind,
        name.split(".strange")[0],
        type,
        sentence.slice(0, 40),
      ]),
    ).toEqual([
      [", note", "strange.example.", "SOA", "The server makes the SOA record by itsel"],
      [", note", "letters", "TXT", "The strings of this text become one, whi"],
      [", note", "ns", "RRSIG", "RRSIG belongs to the signatures of the z"],
      [", note", "ns", "NSEC", "NSEC belongs to the signatures of the zo"],
      [" rejected", "afsdb", "AFSDB", "Records of the type AFSDB are not suppor"],
      [" rejected", "blank\\032s", "TXT", "blank\\032s.strange.example. has characte"],
      [" rejected", "bytes", "TXT", "Invalid data for TXT (not in the expecte"],
      [" rejected", "cert", "CERT", "Records of the type CERT are not support"],
      [" rejected", "eui", "EUI48", "Records of the type EUI48 are not suppor"],
      [" rejected", "odd\\.dot", "TXT", "odd\\.dot.strange.example. has characters"],
      [" rejected", "points", "CNAME", "other\\.name.strange.example. has charact"],
      [" rejected", "rp", "RP", "Records of the type RP are not supported"],
    ]);
    const rows = await world.client.list("dns.record", { zone: "strange.example." });
    const kept = rows.map(
      (row) =>
        `${textIn(row["fqdn"]).replace(/\.?strange\.example\.$/, "")} ${textIn(row["type"])} ${textIn(row["data"])}`,
    );
    expect(kept.toSorted()).toEqual(STRANGE_KEPT);
  });

  it("plan nothing at a second import", async () => {
    const before = await changes();
    const { code, out } = await imported([FORWARD, REVERSE]);
    expect([code, out]).toEqual([0, expect.stringContaining("Nothing")]);
    expect(await changes()).toBe(before);
  });
});

/**
 * The zone in the answer of a server. The SOA record is left out, because our primary makes it and its serial. A text counts as a whole: the division
 * into strings has no meaning (RFC 7208, 3.3), and our primary divides it in its own way.
 */
async function recordsOf(server: Asked, zone: string): Promise<readonly string[]> {
  const records = await fetchZone(server, zone);
  return records
    .flatMap(({ name, type, ttl, rdata }) => {
      const [text = String(type)] = typeOfCode(type) ?? [];
      const data = text === "TXT" || text === "SPF" ? wholeText(rdata) : rdata;
      return text === "SOA" ? [] : [`${name.toLowerCase()} ${String(ttl)} ${text} ${data.toString("hex")}`];
    })
    .toSorted();
}

function wholeText(rdata: Buffer): Buffer {
  const strings: Buffer[] = [];
  for (let at = 0; at < rdata.length; at += 1 + rdata.readUInt8(at))
    strings.push(rdata.subarray(at + 1, at + 1 + rdata.readUInt8(at)));
  return Buffer.concat(strings);
}

function keyText({ name, algorithm, secret }: typeof KEY): string {
  return `key "${name.replace(/\.$/, "")}" { algorithm ${algorithm}; secret "${secret}"; };\n`;
}

/** BIND as the primary of a site that moves to the product: it sends one record in each message. */
function startSource(folder: string, port: number): NameServer {
  const zones: Readonly<Record<string, string>> = {
    [FORWARD]: FORWARD_ZONE,
    [REVERSE]: REVERSE_ZONE,
    "locked.example.": "$TTL 1h\n@ SOA ns h 1 2 3 4 5\n@ NS ns\nns A 192.0.2.1\n",
    "strange.example.": STRANGE_ZONE,
    "broken.example.": "$TTL 1h\n@ SOA ns h 1 2 3 4 5\n",
  };
  const statements = Object.entries(zones).map(([zone, text], at) => {
    const file = join(folder, `${String(at)}.zone`);
    writeFileSync(file, text);
    const keys = [KEY, ...KEYS].map(({ name }) => `key "${name.replace(/\.$/, "")}"`);
    const allowed = zone.startsWith("locked") ? keys.join("; ") : "any";
    return `zone "${zone}" { type primary; file "${file}"; allow-transfer { ${allowed}; }; };`;
  });
  const config = `${[KEY, ...KEYS].map(keyText).join("")}options {
  directory "${folder}";
  pid-file "${folder}/named.pid";
  session-keyfile "${folder}/session.key";
  listen-on port ${String(port)} { ${HOST}; };
  listen-on-v6 { none; };
  recursion no;
  dnssec-validation no;
  notify no;
  transfer-format one-answer;
};
controls { };
${statements.join("\n")}
`;
  const file = join(folder, "named.conf");
  writeFileSync(file, config, { mode: 0o600 });
  return runServer(NAME_SERVERS.bind.program, ["-g", "-c", file, "-n", "1"]);
}

/** Lets the first records of a transfer pass and then ends the connection. */
async function startCutter(port: number): Promise<Server> {
  const passes = 1_500;
  const server = createServer((client) => {
    const upstream = connect(port, HOST);
    client.pipe(upstream);
    let sent = 0;
    upstream.on("data", (bytes: Buffer) => {
      const part = bytes.subarray(0, passes - sent);
      sent += part.length;
      client.write(part);
      if (sent < passes) return;
      upstream.destroy();
      client.end();
    });
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
  }).listen(0, HOST);
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
