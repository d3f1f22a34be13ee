import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Locale } from "../text.ts";

/** Reasons why something cannot be restored; each is a text. */
export const LOSS_REASONS = [
  "core.reverse.anew",
  "core.reverse.byServer",
  "core.reverse.newKey",
  "core.reverse.noCreate",
  "core.reverse.noDelete",
  "core.reverse.notLogged",
  "core.reverse.notSaved",
  "core.reverse.notWritable",
  "core.reverse.renewed",
  "core.reverse.secret",
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

function isLossReason(text: string): text is LossReason {
  return LOSS_REASONS.some((reason) => reason === text);
}

/** Reasons in lists of earlier releases. */
const EARLIER: Readonly<Record<string, LossReason>> = {
  "core.reverse.newToken": "core.reverse.anew",
  "core.reverse.session": "core.reverse.byServer",
};

/** The reason in a stored list; null for one that is not known. */
export function lossReasonIn(text: string): LossReason | null {
  return isLossReason(text) ? text : (EARLIER[text] ?? null);
}

/** Texts of the type that tell a reason in its own words. */
const OWN_WORDS: Partial<Readonly<Record<LossReason, string>>> = {
  "core.reverse.anew": "reverse.renewed",
  "core.reverse.byServer": "reverse.by_server",
};

/** The reason in the words of the type; null if it has none. */
export function lossWords(
  catalogue: Catalogue,
  { object, reason }: Pick<Loss, "object" | "reason">,
  locale: Locale,
): string | null {
  const member = OWN_WORDS[reason];
  return member === undefined ? null : catalogue.typeText(object, member, locale);
}
