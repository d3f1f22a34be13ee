/** Whether a statement holds; null if only the server knows. */
export type Told = boolean | null;

export function all(told: readonly Told[]): Told {
  if (told.includes(false)) return false;
  return told.includes(null) ? null : true;
}

export function any(told: readonly Told[]): Told {
  if (told.includes(true)) return true;
  return told.includes(null) ? null : false;
}

export function not(told: Told): Told {
  return told === null ? null : !told;
}
