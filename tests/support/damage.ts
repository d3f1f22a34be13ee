import type { Random } from "./random.ts";

/** Characters with a meaning in one of the imported files, and words without one. */
const SIGNS = `"'()[]{};,:=$\\|#@<>`.split("");
const TOKENS = [...SIGNS, '""', "$$", "\\#", "xyz", "-1", "1e9", "[AGE:1]", "\t", "\n", " "];

/** The text with one to three random damages after the first `from` characters, like those of editors, copies and scripts. */
export function damage(text: string, random: Random, from = 0): string {
  let damaged = text;
  for (let times = 1 + random(3); times > 0; times -= 1)
    damaged = damaged.slice(0, from) + damageOnce(damaged.slice(from), random);
  return damaged;
}

function damageOnce(text: string, random: Random): string {
  const at = random(text.length + 1);
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  const token = TOKENS[random(TOKENS.length)] ?? "";
  switch (random(7)) {
    case 0:
      return `${before}${token}${behind}`;
    case 1:
      return `${before} ${token} ${behind}`;
    case 2:
      return before + behind.slice(1);
    case 3:
      return before + behind.slice(random(40));
    case 4:
      return before + token + behind.slice(1);
    case 5:
      return withOtherLines(text.split("\n"), random).join("\n");
    default:
      return before;
  }
}

/** A line is missing, repeated, or at another place. */
function withOtherLines(lines: readonly string[], random: Random): readonly string[] {
  const [at, to] = [random(lines.length), random(lines.length)];
  const moved = lines.slice(at, at + 1);
  const others = lines.toSpliced(at, 1);
  switch (random(3)) {
    case 0:
      return others;
    case 1:
      return lines.toSpliced(to, 0, ...moved);
    default:
      return others.toSpliced(to, 0, ...moved);
  }
}
