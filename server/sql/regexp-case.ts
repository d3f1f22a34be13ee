/** A single character, an escaped one, or a whole bracket expression. */
const PIECE = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;
/** The same inside a bracket, in which two characters can be the ends of a range. */
const MEMBER = /\\.|[^\\]-[^\\]|./gsu;

/**
 * A regular expression that ignores case for PostgreSQL. Columns compare by code point, which knows case only for ASCII letters, so other letters are
 * written in both cases.
 */
export function inBothCases(expression: string): string {
  return expression.replaceAll(PIECE, (piece) => {
    if (piece.startsWith("[")) return withOtherMembers(piece);
    const other = otherCase(piece);
    return other === null ? piece : `[${piece}${other}]`;
  });
}

function withOtherMembers(bracket: string): string {
  const start = /^\[\^?\]?/.exec(bracket)?.[0] ?? "[";
  const members = bracket.slice(start.length, -1).match(MEMBER) ?? [];
  const others = members.flatMap((member) => otherMember(member) ?? []);
  // A hyphen at the end is a member.
  const last = members.at(-1) === "-" ? members.slice(0, -1) : members;
  return `${start}${last.join("")}${others.join("")}${last === members ? "" : "-"}]`;
}

function otherMember(member: string): string | null {
  const [low = "", , high] = Array.from(member);
  const first = otherCase(low);
  if (high === undefined) return first;
  const last = otherCase(high);
  return first === null || last === null || first > last ? null : `${first}-${last}`;
}

/** The character in its other case; null for ASCII, without case, and if the other case has several characters. */
function otherCase(sign: string): string | null {
  if (Array.from(sign).length !== 1 || sign <= "\x7f") return null;
  const lower = sign.toLowerCase();
  const other = sign === lower ? sign.toUpperCase() : lower;
  return other === sign || Array.from(other).length !== 1 ? null : other;
}
