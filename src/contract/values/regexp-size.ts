/** A single character, an escaped one, a whole bracket expression, or a quantifier. */
const TOKEN = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|./gsu;

/** Size with repetitions written out; `varies` if its matches differ in length. */
interface Part {
  readonly size: number;
  readonly varies: boolean;
}

const NOTHING: Part = { size: 0, varies: false };
/** An optional part makes more states than its characters suggest, and repetition multiplies them. */
const OPTIONAL = 3;
const REPEATED_VARIETY = 4;

/**
 * Estimates the work of a regular expression for PostgreSQL, which keeps a set of states for each character of a text: the number of characters with
 * repetitions written out, more for optional parts and their repetitions.
 */
export function regexpSize(pattern: string): number {
  const outside: Part[] = [];
  let before = NOTHING;
  let last = NOTHING;
  const take = (part: Part): void => {
    before = sum(before, last);
    last = part;
  };
  for (const [token, least, range, most] of pattern.matchAll(TOKEN)) {
    if (token === "(") {
      outside.push(sum(before, last));
      before = NOTHING;
      last = NOTHING;
    } else if (token === ")") {
      const inner = sum(before, last);
      before = outside.pop() ?? NOTHING;
      last = inner;
    } else if (token === "|") take({ size: 1, varies: true });
    else if (token === "*" || token === "+") last = { size: last.size + 1, varies: true };
    else if (token === "?") last = { size: last.size * OPTIONAL, varies: true };
    else if (least !== undefined) last = repeated(last, Number(least), range, most);
    else take({ size: 1, varies: false });
  }
  return sum(before, last).size;
}

function sum(a: Part, b: Part): Part {
  return { size: a.size + b.size, varies: a.varies || b.varies };
}

function repeated(part: Part, least: number, range: string | undefined, most: string | undefined): Part {
  const times = most === undefined || most === "" ? least + (range === undefined ? 0 : 1) : Number(most);
  const isVarying = part.varies && times > 1;
  return {
    size: part.size * times * (isVarying ? REPEATED_VARIETY : 1),
    varies: part.varies || range !== undefined,
  };
}
