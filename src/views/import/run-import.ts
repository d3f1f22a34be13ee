import type { DhcpConfig } from "#imports/dhcp/config";
import { findRejected } from "#imports/shared/find-rejected";
import type { ConfigFile, Include } from "#imports/shared/including";
import type { ImportJob } from "#imports/shared/job";
import { rootsOf } from "#imports/shared/roots";
import { inOrder, type ImportDraft, type ImportStep, type Rejected } from "#imports/shared/steps";
import { sumOf, type Sum } from "#imports/shared/tally";
import { speak, type Say } from "#imports/shared/texts";
import type { ZoneInput } from "#imports/dns/zones";
import type { Catalogue } from "#core/catalogue/catalogue";
import { valueSpecOf } from "./value-spec.ts";
import type { DataLanguage } from "#core/locales";
import type { Execute } from "#contract/wire/outcome";
import type { Guess } from "#contract/values/decoded";
import { readFqdn } from "#contract/values/fqdn";
import type { ImportKind } from "#imports/kind";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { toAscii } from "../../editor/screen/to-ascii.ts";
import { sentenceOf } from "#contract/wire/fault-sentence";

export interface ImportFile {
  readonly name: string;
  readonly text: string;
  /** What the text was read as, if the file does not tell it. */
  readonly guess?: Guess;
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

export interface ImportFound extends Sum {
  readonly steps: readonly ImportStep[];
  readonly notes: readonly Rejected[];
}

export interface ImportUse {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly language: DataLanguage;
  /** The present planned list, which the import may depend on. */
  readonly before: readonly Planned[];
}

/** Compares the files with the database and lets the server test the differences. An error is a sentence about the import as a whole. */
export async function runImport(
  given: ImportGiven,
  { catalogue, execute, language, before }: ImportUse,
): Promise<ImportFound> {
  const say = speak(language);
  const prefix = toSteps(before);
  const job: ImportJob = {
    say,
    isPlanned: (type, name) =>
      prefix.some((step) => step.name === `${type}.create` && step.new?.["name"] === name),
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
  const again = given.files.find(({ name }, at) => given.files.findIndex((one) => one.name === name) < at);
  if (again !== undefined) throw new Error(say("sameName", { file: again.name }));
  const draft = await draftOf(given, job);
  const tested = await findRejected(draft.steps, {
    test: (some) => execute([...prefix, ...some], { dryRun: true, allFaults: true }),
    onProgress: () => undefined,
    say,
  });
  return {
    steps: tested.steps,
    notes: inOrder(draft.notes ?? [], draft.files),
    ...sumOf(draft, tested),
  };
}

/** Each reader is loaded when its kind is chosen. */
async function draftOf({ kind, files, ...given }: ImportGiven, job: ImportJob): Promise<ImportDraft> {
  switch (kind) {
    case "zone": {
      const { planZones } = await import("#imports/dns/plan");
      const { includedByZone } = await import("#imports/dns/zones");
      const inputs = zonesOf({ files, zone: given.zone }, includedByZone, job);
      return planZones({ ...job, inputs });
    }
    case "csv": {
      const { planCsv } = await import("#imports/csv/plan");
      return planCsv(given.type, files.length === 1 ? files.map(({ text }) => ({ text })) : files, job);
    }
    case "kea": {
      const { readKea, includedByKea } = await import("#imports/dhcp/kea");
      return draftOfDhcp(readKea, includedByKea, { ...given, files }, job);
    }
    case "isc-dhcp": {
      const { readIscDhcp, includedByIscDhcp } = await import("#imports/dhcp/isc-dhcp");
      return draftOfDhcp(readIscDhcp, includedByIscDhcp, { ...given, files }, job);
    }
    case "netbox": {
      const { planNetbox } = await import("#imports/netbox/plan");
      return planNetbox({ ...job, bcd: namedIn(given.bcd), files });
    }
  }
}

function namedIn(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** All files that no other one includes, each with what it includes of the others. */
async function draftOfDhcp(
  read: (file: ConfigFile, say: Say) => DhcpConfig,
  included: (text: string) => readonly string[],
  { files, bcd }: Pick<ImportGiven, "files" | "bcd">,
  job: ImportJob,
): Promise<ImportDraft> {
  const { planDhcp, readConfigs } = await import("#imports/dhcp/plan");
  const roots = droppedRoots(files, included, job.say).map((file): ConfigFile => ({
    ...file,
    missing: "dropIncluded",
  }));
  const config = readConfigs(read, roots, job.say);
  return planDhcp({ ...job, config, bcd: namedIn(bcd) });
}

/** The last part of an included path is the name of the dropped file. */
function droppedRoots(
  files: readonly ImportFile[],
  included: (text: string) => readonly string[],
  say: Say,
): readonly (ImportFile & { readonly include: Include })[] {
  const find: Include = (path) => files.find(({ name }) => name === path.split("/").at(-1)) ?? null;
  const asName = (path: string): string => path.replace(/^(?:\.\/)+/, "");
  return rootsOf(
    files.map((file) => ({ ...file, find, asName })),
    included,
    say,
  );
}

/** Every file that no other one includes is a zone. `$INCLUDE` finds the other files by their names. */
function zonesOf(
  { files, zone }: Pick<ImportGiven, "files" | "zone">,
  included: (text: string) => readonly string[],
  { say }: ImportJob,
): readonly ZoneInput[] {
  const roots = droppedRoots(files, included, say);
  return roots.map(({ name, text, include }) => ({
    label: name,
    text,
    zone: roots.length === 1 && zone.trim() !== "" ? zoneName(zone.trim(), say) : null,
    include,
    missing: "dropIncluded",
  }));
}

function zoneName(text: string, say: ImportJob["say"]): string {
  const zone = readFqdn(text, toAscii);
  if (!zone.ok || zone.value === ".") throw new Error(say("badZone", { zone: text }));
  return zone.value;
}
