import { textIn } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { RECENT } from "#contract/wire/api-types";

export interface RecentObject {
  readonly type: string;
  readonly gpk: string;
  readonly title: string;
}

/** The objects in the lists of `recentSteps`; null for other lists. */
export function recentIn(lists: Lists): readonly RecentObject[] | null {
  return (
    lists["recentObject"]?.map((row) => ({
      type: textIn(row["object_fq_name"]),
      gpk: textIn(row["gpk"]),
      title: textIn(row["title"]),
    })) ?? null
  );
}

export function openedStep(login_name: string, object_gfk: string): Step {
  return { name: `${RECENT}.create`, new: { login_name, object_gfk } };
}
