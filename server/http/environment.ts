import type { SettingName } from "./setting-names.ts";

/** Settings in the form of the operator. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Mode = "devel" | "test" | "production";

/** The text of a setting; an empty one counts as missing. */
export function setting(env: Environment, name: SettingName): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}

/** One of the known values; throws a sentence that names the setting for any other. */
export function oneOf<T extends string>(
  env: Environment,
  name: SettingName,
  values: readonly T[],
  otherwise: T,
): T {
  const value = setting(env, name) ?? otherwise;
  const known = values.find((candidate) => candidate === value);
  if (known === undefined)
    throw new Error(`${name}=${value} is not known; it is one of ${values.join(", ")}.`);
  return known;
}
