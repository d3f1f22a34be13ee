import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { findRejected } from "#imports/shared/find-rejected";
import type { ImportStep } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";

const say = speak("en");

/** A server that refuses the first step with a bad value or a missing dependency, and counts its calls. */
function strictServer(plan: readonly ImportStep[], bad: ReadonlySet<string>) {
  const needs = new Map(plan.map((step) => [step.idx, step.needs]));
  const asked: number[] = [];
  const test = (steps: readonly Step[]): Promise<Outcome> => {
    asked.push(steps.length);
    const done = new Set<string>();
    for (const { idx = "" } of steps) {
      if (bad.has(idx)) return Promise.resolve(refused(idx, "bad value"));
      if (needs.get(idx)?.some((need) => !done.has(need)) === true)
        return Promise.resolve(refused(idx, "missing"));
      done.add(idx);
    }
    return Promise.resolve({ ok: true, lists: {}, rolledBack: true, accessMode: "rw" });
  };
  return { asked, testing: { test, onProgress: () => undefined, say } };
}

function refused(stepIdx: string | null, description: string): Outcome {
  const type = { name: "value_error", code: -20040 };
  return {
    ok: false,
    fault: { type, code: 5, name: "bad_format", description, details: {}, hint: null, stepIdx },
  };
}

/** One refusal that contains the refusals of later steps. */
function joined(all: readonly Outcome[]): Outcome {
  const [first, ...further] = all.flatMap((one) => (one.ok ? [] : [one.fault]));
  if (first === undefined) return { ok: true, lists: {}, rolledBack: true, accessMode: "rw" };
  return { ok: false, fault: { ...first, further } };
}

function row(line: number, ...needs: string[]): ImportStep {
  return {
    idx: `row-${String(line)}`,
    name: "nd.bldg.create",
    new: {},
    needs,
    row: { file: null, line, value: "v" },
  };
}

const helper: ImportStep = { idx: "site", name: "nd.site.create", new: {}, needs: [], row: null };

describe("findRejected", () => {
  it("asks once if there is no error", async () => {
    const plan = [helper, ...Array.from({ length: 5000 }, (_, line) => row(line, "site"))];
    const { asked, testing } = strictServer(plan, new Set());
    expect(await findRejected(plan, testing)).toEqual({ steps: plan, rejected: [] });
    expect(asked).toEqual([5001]);
  });

  it("names every bad row and keeps all others", async () => {
    const plan = [helper, ...Array.from({ length: 3000 }, (_, line) => row(line, "site"))];
    const bad = new Set(["row-0", "row-17", "row-18", "row-1500", "row-2999"]);
    const { testing } = strictServer(plan, bad);
    const { steps, rejected } = await findRejected(plan, testing);
    expect(rejected.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([0, 17, 18, 1500, 2999]);
    expect(rejected[0]?.reason).toBe("bad value (-20040/5)");
    expect(steps).toHaveLength(plan.length - bad.size);
  });

  it("drops rows that depend on a rejected row, and helper objects that no other row needs", async () => {
    const plan = [helper, row(1, "site"), row(2, "row-1"), row(3)];
    const { testing } = strictServer(plan, new Set(["row-1"]));
    const { steps, rejected } = await findRejected(plan, testing);
    expect(steps.map(({ idx }) => idx)).toEqual(["row-3"]);
    expect(rejected.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("rejects the rows of a refused helper", async () => {
    const plan = [helper, row(1, "site"), row(2)];
    const { testing } = strictServer(plan, new Set(["site"]));
    const { steps, rejected } = await findRejected(plan, testing);
    expect(steps.map(({ idx }) => idx)).toEqual(["row-2"]);
    expect(rejected.map(({ line }) => line)).toEqual([1]);
  });

  it("runs far fewer steps than one whole run for each bad row", async () => {
    const plan = Array.from({ length: 16_000 }, (_, line) => row(line));
    const bad = new Set(Array.from({ length: 200 }, (_, index) => `row-${String(index * 80)}`));
    const { asked, testing } = strictServer(plan, bad);
    const { rejected } = await findRejected(plan, testing);
    expect(rejected).toHaveLength(200);
    const executed = asked.reduce((sum, count) => sum + count, 0);
    expect(executed).toBeLessThan(10 * plan.length);
  }, 60_000);

  it("asks twice if the server reports all refused steps at once", async () => {
    const plan = Array.from({ length: 2000 }, (_, line) => row(line));
    const asked: number[] = [];
    const test = (steps: readonly Step[]): Promise<Outcome> => {
      asked.push(steps.length);
      const faults = steps
        .filter((_, at) => asked.length === 1 && at % 2 === 1)
        .map(({ idx = "" }) => refused(idx, "bad value"));
      return Promise.resolve(joined(faults));
    };
    const { steps, rejected } = await findRejected(plan, { test, onProgress: () => undefined, say });
    expect([steps.length, rejected.length, asked]).toEqual([1000, 1000, [2000, 1000]]);
  });

  it("asks once if the server reports all refused steps and that no other step is refused", async () => {
    const plan = [helper, ...Array.from({ length: 200 }, (_, line) => row(line, "site"))];
    const asked: number[] = [];
    const testAs = (isComplete: boolean, refuses: ReadonlySet<string>) => (steps: readonly Step[]) => {
      asked.push(steps.length);
      const faults = steps.flatMap(({ idx = "" }) => (refuses.has(idx) ? [refused(idx, "bad value")] : []));
      const outcome = joined(faults);
      return Promise.resolve(outcome.ok ? outcome : { ...outcome, fault: { ...outcome.fault, isComplete } });
    };
    const rest = { onProgress: () => undefined, say };
    const some = new Set(["row-3", "row-9"]);
    const told = await findRejected(plan, { test: testAs(true, some), ...rest });
    expect([told.steps.length, told.rejected.map(({ line }) => line), asked]).toEqual([199, [3, 9], [201]]);
    await findRejected(plan, { test: testAs(false, some), ...rest });
    expect(asked).toEqual([201, 201, 199]);
    // The server has executed more than the kept steps: also rows that depend on the refused one.
    const restsOn = [row(1), row(2, "row-1"), row(3)];
    await findRejected(restsOn, { test: testAs(true, new Set(["row-1"])), ...rest });
    expect(asked.slice(3)[0]).toBe(3);
    expect(asked.length).toBeGreaterThan(4);
  });

  it("names the refused row and its reason to the rows that depend on it", async () => {
    const plan = [row(1), row(2, "row-1"), row(3)];
    const both = joined([refused("row-1", "bad value"), refused("row-2", "missing")]);
    const answers = [both, joined([])];
    const test = (): Promise<Outcome> => Promise.resolve(answers.shift() ?? joined([]));
    const { rejected } = await findRejected(plan, { test, onProgress: () => undefined, say });
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [1, "bad value (-20040/5)"],
      [2, "This line rests on one that was rejected (line 1: v). bad value (-20040/5)"],
    ]);
  });

  it("tries rows that need a refused object which may already exist, and drops that object alone", async () => {
    const plan: readonly ImportStep[] = [{ ...helper, isSpare: true }, row(1, "site"), row(2, "site")];
    const test = (steps: readonly Step[]): Promise<Outcome> =>
      Promise.resolve(
        joined(
          steps
            .filter(({ idx }) => idx === "site" || idx === "row-2")
            .map(({ idx = "" }) => refused(idx, `no ${idx}`)),
        ),
      );
    const { steps, rejected } = await findRejected(plan, { test, onProgress: () => undefined, say });
    expect(steps.map(({ idx }) => idx)).toEqual(["row-1"]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([[2, "no row-2 (-20040/5)"]]);
  });

  it.each([
    [null, "Only these roles may do it: admin, dns_admin."],
    [
      [
        { key: { value: "own.example." }, is_met: true, link_list: [{ key: { group_name: "own" } }] },
        {
          key: { value: "lab.example." },
          is_met: false,
          link_list: [
            { key: { fqdn: "lab.example.", group_name: "lab" } },
            { key: { fqdn: "lab.example.", ou: "ORG::LAB" } },
          ],
        },
      ],
      "lab.example. is assigned to lab, ORG::LAB. Ask there. These roles may do it, too: admin, dns_admin.",
    ],
    [
      [{ key: { value: "lab.example." }, is_met: false, link_list: [] }],
      "lab.example. is assigned to nobody. These roles may do it, too: admin, dns_admin.",
    ],
  ])("says who has the right for a step that was refused without it", async (assignments, told) => {
    const fault: Fault = {
      type: { name: "permission_error", code: -20010 },
      code: 1,
      name: "permission_missing",
      description: "You lack it.",
      details: { required_role_list: ["admin", "dns_admin"], required_assignment_list: assignments },
      hint: "Check it.",
      stepIdx: "row-1",
    };
    const answers: Outcome[] = [{ ok: false, fault }];
    const test = (): Promise<Outcome> => Promise.resolve(answers.shift() ?? joined([]));
    const { rejected } = await findRejected([row(1)], { test, onProgress: () => undefined, say });
    expect(rejected.map(({ reason }) => reason)).toEqual([`You lack it. ${told} (-20010/1)`]);
  });

  it("ends when a refusal names no step", async () => {
    const testing = {
      test: () => Promise.resolve(refused(null, "too many")),
      onProgress: () => undefined,
      say,
    };
    await expect(findRejected([row(1)], testing)).rejects.toThrow("too many");
  });
});
