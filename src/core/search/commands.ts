/** A page to open or an action, found by its label and additional words (SHELL-04). */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly words: readonly string[];
  readonly note: string | null;
  readonly key: string | null;
  /** `page`: about the open page; `portal`: always offered; `typed`: found by typing only. */
  readonly shown: "page" | "portal" | "typed";
  readonly act: { readonly href: string; readonly isExternal: boolean } | { readonly run: () => void };
}

export interface FoundCommands {
  readonly commands: readonly Command[];
  /** True if the first command is probably wanted: its label, several letters of it, or beginnings of its words were typed. */
  readonly isMeant: boolean;
}

/** Ranks by the matching part of the command; null if a typed word is missing. */
const RANKS: readonly ((label: string, text: string) => boolean)[] = [
  (label, text) => label === text,
  (label, text) => label.startsWith(text),
  (label, text) => wordsOf(label).some((word) => word.startsWith(text)),
  (label, text) => label.includes(text),
];
const MEANT = 1;
/** Fewer letters start a search instead. */
const MEANT_LETTERS = 3;

/** Commands whose label or words contain every typed word; better matching labels come first. */
export function findCommands(commands: readonly Command[], typed: string): FoundCommands {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return { commands: [], isMeant: false };
  const ranked = commands.flatMap((command) => {
    const label = command.label.toLowerCase();
    const all = [label, ...command.words, command.note ?? ""].join("\n").toLowerCase();
    if (!words.every((word) => all.includes(word))) return [];
    const at = RANKS.findIndex((fits) => fits(label, text));
    return [{ command, rank: at < 0 ? RANKS.length : at }];
  });
  ranked.sort((one, other) => one.rank - other.rank);
  return {
    commands: ranked.map(({ command }) => command),
    isMeant: isNamed(ranked[0]?.rank ?? RANKS.length, text) || isSpelt(ranked[0]?.command.label ?? "", words),
  };
}

function isNamed(rank: number, text: string): boolean {
  return rank === 0 || (rank <= MEANT && text.length >= MEANT_LETTERS);
}

/** Several typed words, each the beginning of a word of the label. */
function isSpelt(label: string, words: readonly string[]): boolean {
  const own = wordsOf(label.toLowerCase());
  return (
    words.length > 1 &&
    words.join("").length >= MEANT_LETTERS &&
    words.every((word) => own.some((one) => one.startsWith(word)))
  );
}

function wordsOf(label: string): readonly string[] {
  return label.split(/[^\p{L}\p{N}]+/u);
}
