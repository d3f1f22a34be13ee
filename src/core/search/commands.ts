/** Something to go to or to do, found by its label and by further words (SHELL-04). */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Found by these too. */
  readonly words: readonly string[];
  /** What it is, beside its label. */
  readonly note: string | null;
  /** Keys that do the same, as they are written. */
  readonly key: string | null;
  /** `page`: about the page that is open; `portal`: always at hand; `typed`: found by typing alone. */
  readonly shown: "page" | "portal" | "typed";
  readonly act: { readonly href: string; readonly isExternal: boolean } | { readonly run: () => void };
}

/** Commands that fit, the best first. */
export interface FoundCommands {
  readonly commands: readonly Command[];
  /** The first is called as what was typed, or several letters of it, or so do words of it: it is what was looked for. */
  readonly isMeant: boolean;
}

/** Ranks by what of the command fits; null where a typed word stands nowhere. */
const RANKS: readonly ((label: string, text: string) => boolean)[] = [
  (label, text) => label === text,
  (label, text) => label.startsWith(text),
  (label, text) => wordsOf(label).some((word) => word.startsWith(text)),
  (label, text) => label.includes(text),
];
const MEANT = 1;
/** Fewer letters name no command, but begin a search. */
const MEANT_LETTERS = 3;

/** Commands in whose label or words every typed word stands, those with the better fitting label first. */
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

/** Several typed words, each of which a word of the label begins with. */
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
