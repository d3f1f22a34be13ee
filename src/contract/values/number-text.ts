/** Allowed spellings of a number. */
export interface NumberForm {
  readonly isInteger?: boolean;
  /** Also in pairs of digits with dots between them (VAL-24). */
  readonly isInPairs?: boolean;
}

const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;
const PAIRS = /^\d\d(?:\.\d\d){1,2}$/;

/**
 * The number that a text means; null if it is no number, which is an error (VAL-19). A whole number must have digits only, because
 * "3.000" means three to some readers and three thousand to others.
 */
export function numberOf(text: string, { isInteger, isInPairs }: NumberForm = {}): number | null {
  const trimmed = text.trim();
  if (isInPairs === true && PAIRS.test(trimmed)) return Number(trimmed.replaceAll(".", ""));
  if (!(isInteger === true ? INTEGER : DECIMAL).test(trimmed)) return null;
  const number = Number(trimmed.replace(",", "."));
  return Number.isFinite(number) ? number : null;
}
