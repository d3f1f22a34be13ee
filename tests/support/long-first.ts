import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files of each project that take longest, the longest first. */
export const LONG = [
  "beside/failover",
  "beside/services",
  "beside/dns-killed",
  "beside/service-machines",
  "beside/answers-served",
  "wapi/service-answers-property",
  "wapi/site-migrations",
  "wapi/reverse-types",
  "wapi/rights-oracle",
  "wapi/concurrent",
  "wapi/mail",
  "wapi/import-command",
].map((name) => `tests/${name}.test.ts`);

/** Starts long files first, because the run would wait for one that starts last. Vitest itself knows only the sizes of files on a fresh machine. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(name));
  return at === -1 ? LONG.length : at;
}
