import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Keeps errors outside all tests as an array of texts in a file, because the JSON report leaves them out. */
export class OutsideErrors implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd: NonNullable<Reporter["onTestRunEnd"]> = (_modules, errors) => {
    const told = errors.map(({ message, stack, ...rest }) => {
      const where = ["VITEST_TEST_PATH", "VITEST_TEST_NAME"].map((name) => rest[name]);
      return [...where, stack ?? message].filter((part) => typeof part === "string").join("\n");
    });
    writeFileSync(this.#file, JSON.stringify(told));
  };
}
