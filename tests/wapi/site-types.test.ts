import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { objectIn, textIn } from "#contract/wire/json";
import { buildCatalogue, type Catalogue, type CatalogueRows } from "#core/catalogue/catalogue";
import { planForm } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { countSteps } from "#core/search/counts";
import { mergeResults } from "#core/search/merge-results";
import { searchSystems } from "#core/search/kinds";
import { readTerm } from "#core/search/read-term";
import { searchSteps } from "#core/search/search-steps";
import { readTemplate } from "#core/template/check";
import { planTemplate } from "#core/template/plan";
import { planWorkflow } from "#core/template/values";
import { lossWords } from "#core/txlist/losses";
import { reverseOf } from "#core/txlist/reverse";
import { toSteps } from "#core/txlist/to-steps";
import { toAscii } from "../../src/editor/screen/to-ascii.ts";
import { writeDocumentedType, writeDocumentedWorkflow } from "../support/documented-type.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { KNOWN } from "../../src/subjects/subjects.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "netportal-site-"));
const templates = mkdtempSync(join(tmpdir(), "netportal-templates-"));
let server: ServerProcess;
let [ada, otto, greta] = ["", "", ""];

beforeAll(async () => {
  writeDocumentedType(join(folder, "lab"));
  for (const [name, text] of Object.entries(OFFERING))
    writeFileSync(
      join(folder, "lab", name),
      `import { defineObjectType } from "${ROOT}/server/catalogue/define.ts";
export default defineObjectType({ ${text}, own: null, read: "all", write: {} });`,
    );
  writeDocumentedWorkflow(templates);
  server = await startProcess({ NETPORTAL_OBJECTS: folder, NETPORTAL_TEMPLATES: templates });
  [ada = "", otto = "", greta = ""] = await Promise.all(
    ["ada", "otto", "greta"].map((name) => server.signIn(name)),
  );
}, 180_000);
afterAll(async () => {
  await server.end("SIGTERM");
  for (const one of [folder, templates]) rmSync(one, { recursive: true });
});

/** Types with rules for their form: offered values, their order, and allowed texts. */
const OFFERING = {
  "sample-kind.ts": `name: "lab.sample_kind", gpk: "samplekind", label: { de: "Art", en: "Kind" }, description: { de: "Art", en: "Kind" },
  attributes: {
    word: { type: "text_id", label: { de: "Wort", en: "Word" } },
    rank: { type: "integer", isOrder: true, label: { de: "Rang", en: "Rank" } },
    is_open: { type: "boolean", isOffered: true, label: { de: "Offen", en: "Open" }, default: true },
  },
  key: ["word"], title: ["word"], functions: { create: {} }`,
  "sample.ts": `name: "lab.sample", gpk: "sample", label: { de: "Probe", en: "Sample" }, description: { de: "Probe", en: "Sample" },
  attributes: {
    code: { type: "text_id", label: { de: "Code", en: "Code" } },
    kind: { type: "text_id", label: { de: "Art", en: "Kind" }, ref: { to: "lab.sample_kind" } },
    place: {
      type: "text", label: { de: "Ort", en: "Place" }, nullable: true,
      isOneLine: true, addressBy: { attribute: "kind", families: { probe: 6 } },
    },
  },
  key: ["code"], title: ["code"],
  functions: { create: { extra: { keeper: { type: "text_line", label: { de: "Wer", en: "Who" }, names: "cntl.mgr", nullable: true } } } }`,
  "sticker.ts": `name: "lab.sticker", gpk: "sticker", label: { de: "Zettel", en: "Sticker" }, description: { de: "Zettel", en: "Sticker" },
  attributes: {
    word: { type: "text_id", label: { de: "Wort", en: "Word" } },
    crate: { label: { de: "Kiste", en: "Crate" }, ref: { to: "lab.crate" } },
  },
  key: ["word"], title: ["word"], functions: { create: {} }`,
  "crate.ts": `name: "lab.crate", gpk: "crate", label: { de: "Kiste", en: "Crate" }, description: { de: "Kiste", en: "Crate" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    is_sealed: { type: "boolean", label: { de: "Versiegelt", en: "Sealed" }, default: false },
  },
  key: ["name"], title: ["name"], search: { system: "lab" },
  system: { label: { de: "Labor", en: "Laboratory" } },
  page: {
    head: ["is_sealed"], text: { de: "Nicht stürzen.", en: "Do not turn over." },
    tabs: [{ of: "lab.sticker", columns: ["word"], label: { de: "Zettel", en: "Labels" } }],
  },
  reverse: {
    byServer: { flag: "is_sealed", why: { de: "nur das Labor versiegelt", en: "only the lab seals" } },
    renewed: { de: "bekommt ein neues Schloss", en: "gets a new lock" },
  },
  functions: { create: {}, delete: {} }`,
};

const create = (device: string, weeks: number, login_name = "otto"): object => ({
  name: "lab.loan.create",
  new: { device, login_name, weeks },
});
const prolong = (device: string, weeks: number): object => ({
  name: "lab.loan.prolong",
  old: { device },
  new: { weeks },
});
const list = { name: "lab.loan.list" };

describe("a type with a behaviour from docs/objects.md, in the folder of a site", () => {
  it("is written under its rules", async () => {
    const made = await server.execute([create("ladder", 3), list], ada);
    expect(made.code).toBe("200");
    expect(made.lists[1]).toMatchObject([{ device: "ladder", login_name: "otto", weeks: 3 }]);
    expect(await server.execute([create("scope", 13)], ada)).toMatchObject({ code: "-20030/3" });
    const update = { name: "lab.loan.update", old: { device: "ladder" }, new: { weeks: 20 } };
    expect(await server.execute([update], ada)).toMatchObject({ code: "-20030/3" });
    expect((await server.execute([list], otto)).lists[0]).toHaveLength(1);
  });

  it("has a function of its own, with rights, rules and a log entry", async () => {
    expect((await server.execute([create("meter", 2)], ada)).code).toBe("200");
    expect((await server.execute([prolong("meter", 4)], otto)).lists[0]).toMatchObject([{ weeks: 6 }]);
    expect((await server.execute([prolong("meter", 1)], greta)).code).toBe("-20010/1");
    expect(await server.execute([prolong("meter", 7)], otto)).toMatchObject({ code: "-20030/3" });
    const log = { name: "wapi.change_log.list", old: { object_fq_name: "lab.loan", function: "update" } };
    expect((await server.execute([log], ada)).lists[0]).toMatchObject([
      { old: { weeks: 2 }, new: { weeks: 6 }, login_name: "otto" },
    ]);
  });

  it("[SRCH-65] is found and counted by the global search as its definition says", async () => {
    expect((await server.execute([create("microscope", 2)], ada)).code).toBe("200");
    const catalogue = await readCatalogue();
    const reading = readTerm("MICRO", []);
    if (reading.kind !== "search") throw new Error("a term is searched");
    const options = { isOwn: true, limit: 25 };
    const steps = searchSteps(reading, options, { catalogue, toAscii }).filter(
      ({ kind }) => kind.object === "lab.loan",
    );
    expect(steps.map(({ step }) => step.old)).toMatchObject([{ device_regexp_ic: "MICRO", is_own: true }]);
    const asked = steps.map(({ step }) => step);
    const lists = { [asked[0]?.idx ?? ""]: (await server.execute(asked, otto)).lists[0] ?? [] };
    const found = mergeResults(reading, options, steps, lists, catalogue);
    expect(found.kinds).toMatchObject([
      { kind: { shown: ["device", "login_name"] }, rows: [{ row: { device: "microscope" } }] },
    ]);
    const counts = await server.execute(countSteps(found, steps), otto);
    expect(counts.lists).toMatchObject([[{ count: 1, own_count: 1 }]]);
    expect((await server.execute(asked, greta)).lists).toEqual([[]]);
    expect((await server.execute(countSteps(found, steps), greta)).lists).toMatchObject([
      [{ count: 1, own_count: 0 }],
    ]);
  });

  it("[SRCH-68] narrows the search by a system of its own", async () => {
    const catalogue = await readCatalogue();
    const reading = readTerm("lab:kiste", searchSystems(catalogue));
    if (reading.kind !== "search") throw new Error("a term is searched");
    const steps = searchSteps(reading, { isOwn: false, limit: 25 }, { catalogue, toAscii });
    expect(steps.map(({ step }) => [step.name, step.old])).toMatchObject([
      ["lab.crate.list", { name_regexp_ic: "kiste" }],
    ]);
  });

  it("[OBJ-67] is taken back by its own rules, and described in its own words", async () => {
    const crate = (name: string, is_sealed: boolean) => ({
      name: "lab.crate.create",
      new: { name, is_sealed },
    });
    const gone = (name: string) => ({ name: "lab.crate.delete", old: { name } });
    expect((await server.execute([crate("open-1", false), crate("shut-1", true)], ada)).code).toBe("200");
    expect((await server.execute([gone("open-1"), gone("shut-1")], ada)).code).toBe("200");
    const log = { name: "wapi.change_log.list", old: { object_fq_name: "lab.crate", function: "delete" } };
    const entries = ((await server.execute([log], ada)).lists[0] ?? []).map((row) => ({
      object: "lab.crate",
      gpk: textIn(row["object_gfk"]),
      old: objectIn(row["old"]),
      new: null,
    }));
    const catalogue = await readCatalogue();
    const back = reverseOf(catalogue, entries, () => crypto.randomUUID());
    expect(back.losses).toMatchObject([{ title: "shut-1", reason: "core.reverse.byServer" }]);
    expect(back.renewed.at(-1)).toMatchObject({ title: "open-1", reason: "core.reverse.anew" });
    const words = [...back.losses, ...back.renewed.slice(-1)].map((loss) => lossWords(catalogue, loss, "en"));
    expect(words).toEqual(["only the lab seals", "gets a new lock"]);
    expect((await server.execute(toSteps(back.items), ada)).code).toBe("200");
    expect((await server.execute([{ name: "lab.crate.list" }], ada)).lists[0]).toMatchObject([
      { name: "open-1", is_sealed: false },
    ]);
  });

  it("[SRCH-65] is found by its title if its definition names nothing else", async () => {
    const made = { name: "lab.crate.create", new: { name: "harbour-7" } };
    expect((await server.execute([made], ada)).code).toBe("200");
    const catalogue = await readCatalogue();
    const reading = readTerm("BOUR-7", searchSystems(catalogue));
    if (reading.kind !== "search") throw new Error("a term is searched");
    const options = { isOwn: true, limit: 25 };
    const steps = searchSteps(reading, options, { catalogue, toAscii }).filter(
      ({ kind }) => kind.object === "lab.crate",
    );
    const asked = steps.map(({ step }) => step);
    expect(asked.map(({ old }) => old)).toMatchObject([{ name_regexp_ic: "BOUR-7", is_own: false }]);
    const lists = { [asked[0]?.idx ?? ""]: (await server.execute(asked, otto)).lists[0] ?? [] };
    expect(mergeResults(reading, options, steps, lists, catalogue).kinds).toMatchObject([
      { kind: { shown: ["name"] }, rows: [{ row: { name: "harbour-7" } }] },
    ]);
  });

  it("[OBJ-69] tells what its page shows and what its system is called, in each language", async () => {
    const filter = encodeURIComponent(JSON.stringify(["lab.crate", "nd.site", "nd.bldg"]));
    const types = await server.get(`/api/4.2/wapi/object_type/list?fq_name_list=${filter}`, ada);
    const pages = Object.fromEntries((types.lists[0] ?? []).map((row) => [textIn(row["fq_name"]), row]));
    expect(pages["lab.crate"]).toMatchObject({
      page: {
        head_list: ["is_sealed"],
        tab_list: [
          {
            object_fq_name: "lab.sticker",
            attribute: "crate",
            reference_name: "api_fkey_lab_sticker_crate",
            column_list: ["word"],
            language_dict: { name: { de: "Zettel", en: "Labels" } },
          },
        ],
      },
      language_dict: { "page.text": { de: "Nicht stürzen.", en: "Do not turn over." } },
    });
    const { page } = pages["nd.site"] ?? {};
    expect(page).toEqual({
      head_list: null,
      tab_list: [
        {
          object_fq_name: "nd.bldg",
          attribute: "site",
          reference_name: "api_fkey_nd_bldg_site",
          column_list: ["number", "title", "address"],
        },
      ],
    });
    expect(pages["nd.bldg"]).toMatchObject({ page: null });
    const systems = await server.get("/api/4.2/wapi/system/list", ada);
    const called = (systems.lists[0] ?? []).map((row) => [row["name"], objectIn(row["language_dict"])]);
    expect(called).toContainEqual(["lab", { name: { de: "Labor", en: "Laboratory" } }]);
    expect(called).toContainEqual([
      "macauth",
      { name: { de: "MAC-Authentifizierung", en: "MAC authentication" } },
    ]);
  });

  it("is known to the thread for large calls too", async () => {
    const text = "x".repeat(300_000);
    const padding = { name: "tmp.generic_object.list", old: { _dict_list: [{ text }] } };
    const done = await server.execute([padding, create("drill", 2), prolong("drill", 1), list], ada);
    expect(done.code).toBe("200");
    expect(done.lists[3]).toContainEqual(expect.objectContaining({ device: "drill", weeks: 3 }));
    expect((await server.execute([padding, create("saw", 13)], ada)).code).toBe("-20030/3");
  });
});

/** What the hub has under this name, filled in by the portal's own code. */
async function workflow(values: FormValues): Promise<readonly object[]> {
  const response = await fetch(`${server.address}/api/hub/json_templates/hand_over.json`);
  const catalogue = await readCatalogue();
  const read = readTemplate(await response.text(), catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const plan = planTemplate(catalogue, read.template, {}, { locale: "en", isExpert: false });
  const made = planWorkflow(plan, { ...plan.initial, ...values }, { uuid: crypto.randomUUID(), toAscii });
  if (made.kind === "invalid") throw new Error(JSON.stringify(made.problems));
  return toSteps([made.item]);
}

describe("a workflow of a site from docs/objects.md", () => {
  it("has no problems, and works for an account whose role may write the type", async () => {
    expect(server.output()).not.toContain("hand_over.json");
    expect((await server.execute([create("camera", 2)], ada)).code).toBe("200");
    const steps = await workflow({ device: "camera", borrower: "greta" });
    expect((await server.execute(steps, greta)).code).toBe("-20010/1");
    const granted = [
      { name: "cntl.role.create", new: { name: "lab-keeper" } },
      {
        name: "cntl.role2permission.create",
        new: { role_name: "lab-keeper", permission_name: "lab.rw:loan" },
      },
      { name: "cntl.mgr2role.create", new: { login_name: "greta", role_name: "lab-keeper" } },
    ];
    expect((await server.execute(granted, ada)).code).toBe("200");
    expect((await server.execute(steps, greta)).code).toBe("200");
    expect((await server.execute([list], ada)).lists[0]).toContainEqual(
      expect.objectContaining({ device: "camera", login_name: "greta", weeks: 1 }),
    );
  });
});

async function readCatalogue(): Promise<Catalogue> {
  const read = async <Rows>(path: string): Promise<Rows> => {
    const [rows] = (await server.get(`/api/4.2/wapi/${path}`, ada)).lists;
    // Parse boundary: rows of the self-description (wire contract 5).
    return rows as unknown as Rows;
  };
  return buildCatalogue(
    {
      metadata: await read<CatalogueRows["metadata"]>("object_type/metadata"),
      dataTypes: await read<CatalogueRows["dataTypes"]>("data_type/list"),
    },
    KNOWN,
  );
}

describe("a type whose definition has rules of its form, in the folder of a site", () => {
  it("has a form that follows the rules in the metadata of the server", async () => {
    const catalogue = await readCatalogue();
    const target = { object: "lab.sample", operation: "create", row: null } as const;
    const fields = planForm(catalogue, target, { locale: "en", isExpert: false })?.fields;
    const field = (name: string) => fields?.find((one) => one.name === name);
    expect(field("kind")).toMatchObject({
      widget: "choice",
      options: {
        reference: {
          object: "lab.sample_kind",
          attribute: "word",
          filters: { is_open: true },
          sorting: ["rank"],
        },
      },
    });
    expect(field("place")).toMatchObject({
      widget: "text",
      options: { addressBy: { field: "kind", families: { probe: 6 } } },
    });
    expect(field("keeper")).toMatchObject({
      widget: "reference",
      options: { reference: { object: "cntl.mgr", attribute: "login_name" } },
    });
    expect(catalogue.fn("lab.sample", "list")?.parameters["kind_list"]?.ref).toEqual({
      object_fq_name: "lab.sample_kind",
      attribute: "word",
    });
  });
});
