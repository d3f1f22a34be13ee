/** Reasons why something does not come back; each is a text. */
export const LOSS_REASONS = [
  "core.reverse.newKey",
  "core.reverse.newToken",
  "core.reverse.noCreate",
  "core.reverse.noDelete",
  "core.reverse.notLogged",
  "core.reverse.notWritable",
  "core.reverse.renewed",
  "core.reverse.secret",
  "core.reverse.session",
  "core.reverse.unknownType",
  "core.reverse.unseen",
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** Something that a reversal does not restore. */
export interface Loss {
  readonly object: string;
  readonly title: string;
  /** Null: the change as a whole. */
  readonly attribute: string | null;
  readonly reason: LossReason;
}

/** The same loss of several objects of a type. */
export interface LossGroup extends Omit<Loss, "title"> {
  readonly titles: readonly string[];
}

/** Losses grouped over objects, in order of first occurrence. */
export function groupedLosses(losses: readonly Loss[]): readonly LossGroup[] {
  const groups = Map.groupBy(losses, (loss) => `${loss.object} ${loss.attribute ?? ""} ${loss.reason}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, titles: [...new Set(same.map(({ title }) => title))] }];
  });
}

export function isLossReason(text: string): text is LossReason {
  return LOSS_REASONS.some((reason) => reason === text);
}
