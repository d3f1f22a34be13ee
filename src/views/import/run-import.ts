import { planCsv } from "#contract/import/csv";
import { planDhcp, type DhcpConfig } from "#contract/import/dhcp";
import { planZones } from "#contract/import/dns";
import { findRejected, sentenceOf } from "#contract/import/find-rejected";
import { readIscDhcp } from "#contract/import/isc-dhcp";
import type { ImportJob } from "#contract/import/job";
import { readKea } from "#contract/import/kea";
import type { ImportDraft, ImportStep, Rejected } from "#contract/import/steps";
import { speak } from "#contract/import/texts";
import type { Catalogue } from "#core/catalogue/catalogue";
import { valueSpecOf } from "#core/import/value-spec";
import type { DataLanguage } from "#core/locales";
import type { Execute } from "#contract/wire/outcome";
import { readFqdn } from "#contract/values/fqdn";
import type { ImportKind } from "#core/import/kind";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { toAscii } from "../../editor/screen/to-ascii.ts";

export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

export interface ImportGiven {
  readonly kind: ImportKind;
  readonly files: readonly ImportFile[];
  /** Object type of a table. */
  readonly type: string;
  /** Zone of a single file that does not tell it. */
  readonly zone: string;
  /** BCD of new subnets. */
  readonly bcd: string;
}

export interface ImportFound {
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Rejected[];
  readonly present: number;
}

export interface ImportUse {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly language: DataLanguage;
  /** The list as it is planned already, which the import may rest on. */
  readonly before: readonly Planned[];
}

/** Compares the files with what is there and lets the server test what differs. An error is a sentence about the import as a whole. */
export async function runImport(
  given: ImportGiven,
  { catalogue, execute, language, before }: ImportUse,
): Promise<ImportFound> {
  const say = speak(language);
  const job: ImportJob = {
    say,
    valueSpec: (name) => valueSpecOf(catalogue.dataType(name)),
    toAscii,
    client: {
      list: async (name, filters) => {
        const outcome = await execute([{ idx: "rows", name: `${name}.list`, old: filters }], {
          dryRun: false,
        });
        if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
        return outcome.lists["rows"] ?? [];
      },
    },
  };
  const draft = await draftOf(given, job);
  const prefix = toSteps(before);
  const { steps, rejected } = await findRejected(draft.steps, {
    test: (some) => execute([...prefix, ...some], { dryRun: true, allFaults: true }),
    onProgress: () => undefined,
    say,
  });
  return {
    steps,
    rejected: [...draft.rejected, ...rejected].toSorted((a, b) => a.line - b.line),
    notes: draft.notes ?? [],
    present: draft.present,
  };
}

async function draftOf({ kind, files, ...given }: ImportGiven, job: ImportJob): Promise<ImportDraft> {
  const [first] = files;
  const text = first?.text ?? "";
  const bcd = given.bcd.trim() === "" ? null : given.bcd.trim();
  switch (kind) {
    case "zone":
      return planZones({ ...job, inputs: zonesOf(files, given.zone, job), onRead: () => undefined });
    case "csv":
      return planCsv(given.type, text, job);
    case "kea":
      return planDhcp({ ...job, bcd, config: keaOf(files, job) });
    case "isc-dhcp":
      return planDhcp({ ...job, bcd, config: readIscDhcp(text, job.say) });
    case "netbox": {
      // The largest of the parsers, which other files do not need.
      const { planNetbox } = await import("#contract/import/netbox-plan");
      return planNetbox({ ...job, bcd, files });
    }
  }
}

/** All files that no other one includes, each with what it includes of the others. */
function keaOf(files: readonly ImportFile[], { say }: ImportJob): DhcpConfig {
  const names = (text: string, name: string): boolean =>
    [...text.matchAll(/<\?include\s+"([^"\n]+)"/g)].some(([, path = ""]) => path.split("/").at(-1) === name);
  const found = files.filter(({ name }) => !files.some(({ text }) => names(text, name)));
  // Files that include each other have no first one, which is told of any of them.
  const roots = found.length === 0 ? files.slice(0, 1) : found;
  const all = roots.map(({ name, text }) =>
    readKea(text, say, fileNamed(files), roots.length === 1 ? null : name),
  );
  return {
    subnets: all.flatMap(({ subnets }) => subnets),
    reservations: all.flatMap(({ reservations }) => reservations),
    rejected: all.flatMap(({ rejected }) => rejected),
    notes: all.flatMap(({ notes }) => notes),
  };
}

function fileNamed(files: readonly ImportFile[]): (path: string) => string | null {
  return (path) => files.find(({ name }) => name === path.split("/").at(-1))?.text ?? null;
}

/** Every file is a zone, and is what `$INCLUDE` of another one finds by its name. */
function zonesOf(files: readonly ImportFile[], zone: string, { say }: ImportJob) {
  const include = fileNamed(files);
  const roots = files.filter(({ name }) => !files.some(({ text }) => includes(text, name)));
  return roots.map(({ name, text }) => ({
    label: name,
    text,
    zone: roots.length === 1 && zone.trim() !== "" ? zoneName(zone.trim(), say) : null,
    include,
  }));
}

function includes(text: string, name: string): boolean {
  return [...text.matchAll(/^\s*\$INCLUDE\s+"?([^\s"]+)/gim)].some(
    ([, path = ""]) => path.split("/").at(-1) === name,
  );
}

function zoneName(text: string, say: ImportJob["say"]): string {
  const zone = readFqdn(text, toAscii);
  if (!zone.ok || zone.value === ".") throw new Error(say("badZone", { zone: text }));
  return zone.value;
}
