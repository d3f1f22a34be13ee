import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from "vitest";
import { END, IS_LAST_ROUND, addLine, isChosen, readLines, type Line } from "./mutants.lines.ts";

/** What the mutated code reads: the active mutant, the running test, and how often each mutant was reached. */
interface Planted {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

const FEW_HITS = 1000;
/** Slower tests do not take part, because repeating them for each mutant would take hours. */
const SLOW_MS = process.env["DATABASE_URL"] === undefined ? 800 : 2000;
/** A mutant that runs forever is noticed after this time. */
const HANGS_MS = 8000;
const WORLD_MS = 100_000;
/** How often a test must pass again before it is used. */
const TIMES = 2;
/** Time that the tests of one file have for one mutant. */
const BUDGET_MS = 2000;
/** Time that the tests of one file have when all of them run in order. */
const IN_ORDER_MS = 20_000;
/** Stands for the hooks, which are neither tests nor module loading. */
const HOOKS = "hooks";
const planted: Planted = ((globalThis as { __stryker__?: Planted }).__stryker__ ??= {});

interface Reached {
  readonly tests: readonly RunnerTestCase[];
  /** Greatest number of times that a test reaches the mutant. */
  readonly hits: number;
}

/**
 * Runs a test file normally, and then each test again for each mutant that it reaches.
 * All of this happens in one process: modules are loaded once, so a mutant costs no more than its tests.
 */
// oxlint-disable-next-line import/no-default-export -- what vitest reads
export default class MutantRunner extends TestRunner {
  readonly #passed: RunnerTestCase[] = [];
  /** Tests that fail when they run a second time in the same state. */
  readonly #once = new Set<RunnerTestCase>();
  /** The most recent killer is last. */
  readonly #killers = new Set<RunnerTestCase>();

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    planted.currentTestId = HOOKS;
    await super.onBeforeRunSuite(suite);
  }

  override onBeforeTryTask(...args: Parameters<TestRunner["onBeforeTryTask"]>): void {
    super.onBeforeTryTask(...args);
    planted.currentTestId = args[0].id;
  }

  override onAfterRunTask(task: RunnerTestCase): void {
    planted.currentTestId = HOOKS;
    if (task.result?.state === "pass" && durationOf(task) < SLOW_MS) this.#passed.push(task);
    super.onAfterRunTask(task);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ("filepath" in suite) await this.#tryMutants(suite);
    await super.onAfterRunSuite(suite);
  }

  async #tryMutants(file: RunnerTestSuite): Promise<void> {
    const { static: atStart, perTest } = structuredClone(
      planted.mutantCoverage ?? { static: {}, perTest: {} },
    );
    const { name } = file;
    const earlier = readLines();
    if (!IS_LAST_ROUND && earlier.every((line) => line.file !== name))
      for (const mutant of Object.keys(atStart)) addLine({ kind: "static", file: name, mutant });
    const reached = this.#reachedBy(perTest, mutantsOf(earlier, "killed"));
    const told = mutantsOf(earlier, IS_LAST_ROUND ? "inOrder" : "survived", name);
    // The hooks have already removed what they made for all tests of the file.
    const world = new World(file);
    const left = new Map([...reached].filter(([mutant]) => !told.has(mutant)));
    const isWhole =
      (await world.isOpened()) &&
      (IS_LAST_ROUND ? await this.#tryInOrder(left, world, name) : await this.#tryEach(left, world, name));
    await world.isClosed();
    addLine({ kind: isWhole ? END : "again", file: name });
  }

  /** Tests that pass only once run in the order of the file, for each mutant in a new state. False as in `#tryEach`. */
  async #tryInOrder(reached: ReadonlyMap<string, Reached>, world: World, file: string): Promise<boolean> {
    await this.#repeatable(reached, file, world);
    const left = [...reached].filter(([, { tests }]) => tests.some((test) => this.#once.has(test)));
    if (left.length === 0 || !world.hasHooks) return true;
    if (!(await world.isRenewed())) return false;
    const failing = new Set<RunnerTestCase>();
    const inOrder = [...this.#passed];
    for (const test of inOrder) if ((await this.#failure(test)) !== undefined) failing.add(test);
    const steady = inOrder.filter((test) => !failing.has(test));
    for (const [mutant, { tests, hits }] of left) {
      const last = steady.findLastIndex((test) => tests.includes(test));
      if (!(await world.isRenewed())) return false;
      addLine({ kind: "begin", file, mutant });
      const until = steady.slice(0, last + 1);
      const killer = await this.#killer(mutant, until, hits * 100 + FEW_HITS, IN_ORDER_MS);
      addLine({ kind: killer === undefined ? "inOrder" : "killed", file, mutant });
    }
    return true;
  }

  /** False if only a new process can repair the state that a mutant left. */
  async #tryEach(reached: ReadonlyMap<string, Reached>, world: World, file: string): Promise<boolean> {
    const repeatable = await this.#repeatable(reached, file, world);
    let isFresh = true;
    for (const [mutant, { tests, hits }] of reached) {
      const usable = tests.filter((test) => repeatable.has(test));
      for (let isOpen = true; isOpen;) {
        addLine({ kind: "begin", file, mutant });
        const killer = await this.#killer(mutant, this.#likeliestFirst(usable), hits * 100 + FEW_HITS);
        // A test that also fails without the mutant shows that the mutant left a changed state.
        const isSpoilt = killer !== undefined && (await this.#failure(killer)) !== undefined;
        isOpen = isSpoilt && !isFresh;
        if (killer === undefined) addLine({ kind: "survived", file, mutant });
        else if (!isOpen) addLine({ kind: "killed", file, mutant });
        if (isSpoilt && !(await world.isRenewed())) return false;
        isFresh = isSpoilt;
      }
    }
    return true;
  }

  /** The tests that reach each mutant, the fastest first. */
  #reachedBy(
    perTest: Readonly<Record<string, Readonly<Record<string, number>>>>,
    done: ReadonlySet<string>,
  ): ReadonlyMap<string, Reached> {
    const reached = new Map<string, Reached>();
    for (const test of this.#passed.toSorted((one, other) => durationOf(one) - durationOf(other)))
      for (const [mutant, count] of Object.entries(perTest[test.id] ?? {})) {
        if (done.has(mutant) || !isChosen(mutant)) continue;
        const { tests = [], hits = 0 } = reached.get(mutant) ?? {};
        reached.set(mutant, { tests: [...tests, test], hits: Math.max(hits, count) });
      }
    return reached;
  }

  /** Those of the tests that pass a second and a third time in the same process. */
  async #repeatable(
    reached: ReadonlyMap<string, Reached>,
    file: string,
    world: World,
  ): Promise<ReadonlySet<RunnerTestCase>> {
    const asked = new Set([...reached.values()].flatMap(({ tests }) => tests));
    const passed = new Set(asked);
    for (let time = 1; time <= TIMES; time++)
      for (const test of passed) {
        const failure = await this.#failure(test);
        if (failure === undefined) continue;
        passed.delete(test);
        this.#once.add(test);
        if (!IS_LAST_ROUND) addLine({ kind: "broken", file, error: `${test.name}: ${failure}` });
      }
    if (passed.size < asked.size) await world.isRenewed();
    return passed;
  }

  async #killer(
    mutant: string,
    tests: readonly RunnerTestCase[],
    hitLimit: number,
    budget = BUDGET_MS,
  ): Promise<RunnerTestCase | undefined> {
    const until = performance.now() + budget;
    try {
      for (const test of tests) {
        if (performance.now() > until) return undefined;
        Object.assign(planted, { activeMutant: mutant, hitCount: 0, hitLimit });
        if ((await this.#failure(test)) === undefined) continue;
        this.#killers.delete(test);
        this.#killers.add(test);
        return test;
      }
      return undefined;
    } finally {
      Object.assign(planted, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    }
  }

  /** Tests that killed the mutants before often kill this one too. */
  #likeliestFirst(tests: readonly RunnerTestCase[]): readonly RunnerTestCase[] {
    const known = new Set(tests);
    return [...new Set([...[...this.#killers].toReversed().filter((test) => known.has(test)), ...tests])];
  }

  async #failure(test: RunnerTestCase): Promise<string | undefined> {
    const suites = suitesOf(test);
    let failure: string | undefined;
    try {
      super.onBeforeTryTask(test, { retry: 0, repeats: 0 });
      for (const suite of suites)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(test.context, suite);
      await inTime(TestRunner.getTestFn(test)());
      this.onAfterTryTask(test);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    try {
      for (const suite of suites.toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed())
          await hook(test.context, suite);
    } catch (error) {
      failure ??= error instanceof Error ? error.message : String(error);
    }
    return failure;
  }
}

/** The state that the hooks of a file create for all its tests. */
class World {
  readonly #suites: readonly RunnerTestSuite[];
  #cleanups: (() => unknown)[] = [];

  constructor(file: RunnerTestSuite) {
    this.#suites = suitesIn(file);
  }

  /** False if the hooks that create the state fail. */
  isOpened(): Promise<boolean> {
    return isDone(async () => {
      for (const suite of this.#suites)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) {
          const cleanup = await hook(suite as never);
          if (typeof cleanup === "function") this.#cleanups.push(cleanup as () => unknown);
        }
    });
  }

  /** False if the hooks that remove the state fail. */
  isClosed(): Promise<boolean> {
    return isDone(async () => {
      for (const suite of this.#suites.toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).afterAll) await hook(suite as never);
      for (const cleanup of this.#cleanups.toReversed()) await cleanup();
      this.#cleanups = [];
    });
  }

  get hasHooks(): boolean {
    return this.#suites.some((suite) => TestRunner.getSuiteHooks(suite).beforeAll.length > 0);
  }

  /** False if the file has no such hooks, or one of them fails. */
  async isRenewed(): Promise<boolean> {
    return this.hasHooks && (await this.isClosed()) && (await this.isOpened());
  }
}

async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await inTime(work(), WORLD_MS);
    return true;
  } catch {
    return false;
  }
}

async function inTime(work: unknown, ms = HANGS_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function suitesIn(suite: RunnerTestSuite): readonly RunnerTestSuite[] {
  return [suite, ...suite.tasks.flatMap((task) => (task.type === "suite" ? suitesIn(task) : []))];
}

/** The suites around a test, the outermost first. */
function suitesOf(test: RunnerTestCase): readonly RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) suites.unshift(suite);
  return suites.includes(test.file) ? suites : [test.file, ...suites];
}

function durationOf({ result }: RunnerTestCase): number {
  return result?.duration ?? 0;
}

/** Mutants with such a result, in all test files or in this one. */
function mutantsOf(lines: readonly Line[], kind: Line["kind"], file?: string): ReadonlySet<string> {
  const told = lines.filter((line) => line.kind === kind && (file === undefined || line.file === file));
  return new Set(told.map(({ mutant = "" }) => mutant));
}
